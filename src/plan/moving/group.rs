//! Consecutive moves that were planned together (see `plan_group` and `independent_moves`).

use std::collections::HashMap;
use std::ops::Range;

use crate::resolve::bindings::{CarriedImports, Relocation};

/// What a move changes besides the move itself.
pub(super) enum PlannedMove {
    Relocated(Box<Relocation>),
    Carried(Box<CarriedImports>),
}

/// Moves that were planned together.
#[derive(Default)]
pub(in crate::plan) struct PlannedMoves {
    /// The first operation from which moves may be planned together again.
    pub(super) next: usize,
    /// The number of operations that were skipped when none could be planned.
    pub(super) passed: usize,
    /// The planned changes, by the index of the operation.
    pub(super) changes: HashMap<usize, PlannedMove>,
}

/// Moves within a file that are known to leave nothing behind.
#[derive(Default)]
pub(in crate::plan) struct IndependentMoves {
    /// The range of operations.
    pub(super) moves: Range<usize>,
    /// The first operation from which moves may be examined again.
    pub(super) next: usize,
    /// The number of operations that were skipped when none was known to leave nothing behind.
    pub(super) passed: usize,
    /// The maximum number of moves that were examined together.
    pub(super) limit: usize,
}

impl PlannedMoves {
    /// Removes and returns what an operation changes besides the move itself.
    pub(super) fn take(&mut self, at: usize) -> Option<PlannedMove> {
        self.changes.remove(&at)
    }
}
