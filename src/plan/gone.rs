//! The operations of a run that take away what is not there (see `settle`).

use std::collections::HashSet;

use super::Applied;
use crate::ir::{Action, PatchPath};

/// The operations of a run whose targets are gone, and what comes behind them on the same files.
#[derive(Debug, Default)]
pub(super) struct GoneTargets {
    /// The operations, by their place in the run.
    pub(super) refused: Vec<usize>,
    /// The files they are on.
    paths: HashSet<PatchPath>,
    /// The numbers of later operations on these files.
    pub(super) later: HashSet<usize>,
}

impl GoneTargets {
    /// Notes the operation at a place in the run, which names some files.
    pub(super) fn note(&mut self, at: usize, paths: &[&PatchPath]) {
        self.refused.push(at);
        self.paths.extend(paths.iter().copied().cloned());
    }

    /// Notes the number of an operation if one before it, on one of its files, had its target gone.
    pub(super) fn note_later(&mut self, index: usize, paths: &[&PatchPath]) {
        if paths.iter().any(|path| self.paths.contains(*path)) {
            self.later.insert(index);
        }
    }
}

/// Whether an operation found everything as it wants it.
pub(super) fn did_nothing(applied: &Applied, action: &Action) -> bool {
    let is_of_file = matches!(action, Action::Create { .. } | Action::Delete { .. } | Action::Update { .. });
    applied.changes.is_empty() && !is_of_file
}
