//! Collects all problems of a patch, so that one run can report them.

use crate::diag::{Code, Diagnostic, PatchPlace};

/// The maximum number of problems; parsing stops there, since more would not help.
const MAX_PROBLEMS: usize = 50;

/// The problems found so far, in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Problems {
    found: Vec<Diagnostic>,
    /// The number of problems with lines that could not be parsed.
    unreadable: usize,
}

/// Returns the error that the patch cannot be parsed at `place`.
pub(super) fn malformed(place: PatchPlace, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::Malformed, message).at(place)
}

impl Problems {
    /// Adds a problem, unless the maximum is reached.
    pub(super) fn add(&mut self, problem: Diagnostic) {
        if !self.is_full() {
            self.found.push(problem);
        }
    }

    /// Returns whether the maximum number of problems is reached.
    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= MAX_PROBLEMS
    }

    /// Returns whether there are no problems.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Records that all lines have been parsed: later problems concern their contents.
    pub(super) fn lines_are_read(&mut self) {
        self.unreadable = self.found.len();
    }

    /// Returns whether a line from `first` up to `end` (exclusive) could not be parsed.
    pub(super) fn any_unreadable(&self, first: usize, end: usize) -> bool {
        let lines = self.found[..self.unreadable].iter().filter_map(|problem| problem.patch);
        lines.map(|place| place.line).any(|line| (first..end).contains(&line))
    }

    /// Returns all problems: first those that prevent parsing, then refusals, each from top to bottom.
    pub(super) fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|problem| (problem.code != Code::Malformed, problem.patch));
        let is_full = self.is_full();
        if let Some(last) = self.found.last_mut().filter(|_| is_full) {
            last.help.push(format!("stopped after {MAX_PROBLEMS} errors; fix these first"));
        }
        self.found
    }
}
