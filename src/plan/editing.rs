//! The context of an edit of one place in a file.

use crate::ir::{Change, Indent, Operation};
use crate::vfs::ReadTree;

/// An operation, the change that it makes, and how its payload is to be indented.
#[derive(Clone, Copy)]
pub(super) struct Editing<'a> {
    pub(super) operation: &'a Operation,
    pub(super) change: &'a Change,
    pub(super) indent: Indent,
    /// The tree, which may provide earlier texts of the file.
    pub(super) tree: &'a dyn ReadTree,
}
