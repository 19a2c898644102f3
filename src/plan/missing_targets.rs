//! The operations of a run whose targets no longer exist (see `resolve_missing`).

use std::collections::HashSet;

use super::Applied;
use crate::ir::{Action, PatchPath};

/// The operations of a run whose targets are gone, and the later operations on the same files.
#[derive(Debug, Default)]
pub(super) struct MissingTargets {
    /// The indices of these operations in the run.
    pub(super) refused: Vec<usize>,
    /// The files that they work on.
    paths: HashSet<PatchPath>,
    /// The numbers of later operations on these files.
    pub(super) later: HashSet<usize>,
}

impl MissingTargets {
    /// Records the operation at an index of the run with the files that it names.
    pub(super) fn note(&mut self, at: usize, paths: &[&PatchPath]) {
        self.refused.push(at);
        self.paths.extend(paths.iter().copied().cloned());
    }

    /// Records the number of an operation if the target of an earlier operation on one of its files was gone.
    pub(super) fn note_later(&mut self, index: usize, paths: &[&PatchPath]) {
        if paths.iter().any(|path| self.paths.contains(*path)) {
            self.later.insert(index);
        }
    }
}

/// Returns whether an operation found everything in the desired state already.
pub(super) fn did_nothing(applied: &Applied, action: &Action) -> bool {
    let is_of_file = matches!(action, Action::Create { .. } | Action::Delete { .. } | Action::Update { .. });
    applied.changes.is_empty() && !is_of_file
}
