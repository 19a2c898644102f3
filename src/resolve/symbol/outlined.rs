//! A text with its outline.

use crate::lang::Manifest;
use crate::text::Buffer;

use super::outline::Outline;

/// A text and its outline.
#[derive(Clone, Copy)]
pub(super) struct Outlined<'a> {
    pub(super) outline: &'a Outline,
    pub(super) buffer: &'a Buffer,
}

impl Outlined<'_> {
    /// What is said of the language.
    pub(super) fn manifest(self) -> &'static Manifest {
        self.outline.manifest()
    }
}
