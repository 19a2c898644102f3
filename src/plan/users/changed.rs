//! A definition that a patch changed, and that others may name.

use crate::ir::Operation;
use crate::lang::Language;

/// A definition whose users may have to follow.
pub(in crate::plan) struct Changed<'p> {
    pub(super) operation: &'p Operation,
    pub(super) address: String,
    pub(super) name: String,
    pub(super) language: &'static Language,
    pub(super) is_gone: bool,
    /// Whether it is a class of which the function that makes its objects was changed.
    pub(super) is_maker: bool,
}
