//! A text with its outline.

use crate::lang::{Language, Manifest};
use crate::text::Buffer;

use super::outline::Outline;

/// A text, its outline, and the language that it is in.
#[derive(Clone, Copy)]
pub(super) struct Outlined<'a> {
    pub(super) outline: &'a Outline,
    pub(super) buffer: &'a Buffer,
    pub(super) language: &'static Language,
}

impl Outlined<'_> {
    /// What is said of the language.
    pub(super) fn manifest(self) -> &'static Manifest {
        self.language.manifest()
    }
}
