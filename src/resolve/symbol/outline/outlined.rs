//! Combines a text with its outline.

use crate::lang::Manifest;
use crate::text::Buffer;

use super::items::Outline;

/// A text and its outline.
#[derive(Clone, Copy)]
pub(in crate::resolve::symbol) struct Outlined<'a> {
    pub(in crate::resolve::symbol) outline: &'a Outline,
    pub(in crate::resolve::symbol) buffer: &'a Buffer,
}

impl Outlined<'_> {
    /// Returns the manifest of the language.
    pub(in crate::resolve::symbol) fn manifest(self) -> &'static Manifest {
        self.outline.manifest()
    }
}
