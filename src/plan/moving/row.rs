//! Moves to another file that follow one another, worked out already (see `plan_row`).

use std::collections::HashMap;

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

impl MoveRow {
    /// What an operation takes beside the move itself.
    pub(in crate::plan) fn take(&mut self, at: usize) -> Option<Relocation> {
        self.relocations.remove(&at)
    }
}
