//! Collects every problem of a patch, so that one run can report them all.

use crate::diag::{Code, Diagnostic, PatchPlace};

/// More problems than this help nobody: reading stops.
const MOST: usize = 50;

/// The problems found so far, in the order of finding.
#[derive(Debug, Default)]
pub(super) struct Problems {
    found: Vec<Diagnostic>,
    /// How many of them say that a line could not be read.
    unreadable: usize,
}

/// A diagnostic that says that the patch cannot be understood at `place`.
pub(super) fn malformed(place: PatchPlace, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::Malformed, message).at(place)
}

impl Problems {
    /// Adds one.
    pub(super) fn add(&mut self, problem: Diagnostic) {
        if !self.is_full() {
            self.found.push(problem);
        }
    }

    /// Whether there are so many that it is time to stop.
    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= MOST
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Notes that all lines have been read: problems that come from now on are with what they say.
    pub(super) fn lines_are_read(&mut self) {
        self.unreadable = self.found.len();
    }

    /// Whether a line from `first` up to, but not including, `end` could not be read.
    pub(super) fn any_unreadable(&self, first: usize, end: usize) -> bool {
        let lines = self.found[..self.unreadable].iter().filter_map(|problem| problem.patch);
        lines.map(|place| place.line).any(|line| (first..end).contains(&line))
    }

    /// All of them: what cannot be understood first, then what is understood but refused, each from top to bottom.
    pub(super) fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|problem| (problem.code != Code::Malformed, problem.patch));
        let is_full = self.is_full();
        if let Some(last) = self.found.last_mut().filter(|_| is_full) {
            last.help.push(format!("stopped after {MOST} errors; fix these first"));
        }
        self.found
    }
}
