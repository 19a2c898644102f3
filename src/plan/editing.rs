//! What an operation does with a place of its file.

use crate::ir::{Change, Indent, Operation};
use crate::vfs::ReadTree;

/// An operation, the change that it makes, and how deep what it brings is to stand.
#[derive(Clone, Copy)]
pub(super) struct Editing<'a> {
    pub(super) operation: &'a Operation,
    pub(super) change: &'a Change,
    pub(super) indent: Indent,
    /// Who may know earlier texts of the file.
    pub(super) tree: &'a dyn ReadTree,
}
