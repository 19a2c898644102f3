//! Moves that follow one another, worked out already (see `plan_row` and `free_row`).

use std::collections::HashMap;
use std::ops::Range;

use crate::resolve::bindings::Relocation;

/// Moves that are worked out already.
#[derive(Default)]
pub(in crate::plan) struct MoveRow {
    /// No row begins before this operation.
    pub(super) next: usize,
    /// How many operations were passed over when none could be worked out.
    pub(super) passed: usize,
    /// By the operations.
    pub(super) relocations: HashMap<usize, Relocation>,
}

/// Moves within a file that are known to leave nothing behind.
#[derive(Default)]
pub(in crate::plan) struct FreeMoves {
    /// The operations.
    pub(super) moves: Range<usize>,
    /// No row begins before this operation.
    pub(super) next: usize,
    /// How many operations were passed over when none was known to leave nothing behind.
    pub(super) passed: usize,
    /// So many were looked at, at most.
    pub(super) limit: usize,
}

impl MoveRow {
    /// What an operation takes beside the move itself.
    pub(in crate::plan) fn take(&mut self, at: usize) -> Option<Relocation> {
        self.relocations.remove(&at)
    }
}
