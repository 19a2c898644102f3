//! Why one operation cannot be applied: diagnostics that do not name their operation yet, and the corrections that
//! would solve them.

use std::ops::Range;

use super::correction::Correction;
use crate::diag::{Code, Diagnostic, FilePlace, PatchPlace};
use crate::ir::{Operation, PatchPath};
use crate::vfs::TreeError;

/// The problems of one operation: usually one, for hunks one for each hunk.
#[derive(Debug, Default)]
pub(super) struct Refusal {
    pub(super) problems: Vec<Diagnostic>,
    /// The corrections of each problem: one, several that are equally likely, or none.
    pub(super) corrections: Vec<Vec<Correction>>,
    /// The byte range, in the text before the patch, of lines that are at their place already.
    pub(super) there: Option<Range<usize>>,
}

impl From<Diagnostic> for Refusal {
    fn from(problem: Diagnostic) -> Self {
        Self { problems: vec![problem], corrections: vec![Vec::new()], there: None }
    }
}

impl Refusal {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic::error(code, message).into()
    }

    /// Sets the corrections of the first problem.
    pub(super) fn with_corrections(mut self, corrections: Vec<Correction>) -> Self {
        if let Some(first) = self.corrections.first_mut() {
            *first = corrections;
        }
        self
    }

    /// Combines the problems of both refusals.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.problems.extend(other.problems);
        self.corrections.extend(other.corrections);
        self.there = self.there.or(other.there);
        self
    }

    /// Adds a place to the first problem.
    pub(super) fn and_place(mut self, place: FilePlace) -> Self {
        if let Some(first) = self.problems.first_mut() {
            first.places.push(place);
        }
        self
    }

    pub(super) fn with_help(mut self, help: impl Into<String>) -> Self {
        if let Some(first) = self.problems.first_mut() {
            first.help.push(help.into());
        }
        self
    }

    /// Replaces the help of all problems with this code by one text.
    pub(super) fn with_help_for(mut self, code: Code, help: &str) -> Self {
        for problem in self.problems.iter_mut().filter(|problem| problem.code == code) {
            problem.help = vec![help.to_owned()];
        }
        self
    }

    /// Returns whether all problems have this code.
    pub(super) fn is_of(&self, code: Code) -> bool {
        self.problems.iter().all(|problem| problem.code == code)
    }

    pub(super) fn with_places(mut self, places: Vec<FilePlace>) -> Self {
        if let Some(first) = self.problems.first_mut() {
            first.places = places;
        }
        self
    }

    pub(super) fn with_repair(mut self, repair: Option<serde_json::Value>) -> Self {
        if let Some(first) = self.problems.first_mut() {
            first.repair = repair;
        }
        self
    }

    pub(super) fn at(mut self, place: PatchPlace) -> Self {
        if let Some(first) = self.problems.first_mut()
            && place.line > 0
        {
            first.patch = Some(place);
        }
        self
    }

    /// Replaces a name in all messages and helps.
    pub(super) fn renamed(mut self, from: &str, to: &str) -> Self {
        let texts = self
            .problems
            .iter_mut()
            .flat_map(|problem| std::iter::once(&mut problem.message).chain(&mut problem.help));
        texts.for_each(|text| *text = text.replace(from, to));
        self
    }

    pub(super) fn from_tree(error: TreeError, path: &PatchPath) -> Self {
        match error {
            TreeError::Missing => Self::new(Code::FileMissing, format!("`{path}` does not exist")),
            TreeError::Refused(why) => Self::new(Code::PathRefused, format!("`{path}` is refused: {why}")),
            TreeError::Io(error) => Self::new(Code::Io, format!("`{path}`: {error}")),
        }
    }

    /// Adds the operation to each problem and, where no better place is known, its line in the patch.
    pub(super) fn of(mut self, operation: &Operation) -> Self {
        for problem in &mut self.problems {
            problem.patch = problem.patch.or(Some(operation.origin.place));
            // A problem that only the whole patch shows may already name an earlier operation as its cause.
            problem.operation.get_or_insert_with(|| operation.reference());
        }
        self
    }
}
