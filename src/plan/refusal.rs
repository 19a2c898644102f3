//! Why one operation cannot be done: a diagnostic that does not know its operation yet, and what would do instead.

use std::ops::Range;

use super::correction::Correction;
use crate::diag::{Code, Diagnostic, FilePlace, PatchPlace};
use crate::ir::{Operation, PatchPath};
use crate::vfs::TreeError;

/// Problems of one operation; mostly one, for hunks one each.
#[derive(Debug, Default)]
pub(super) struct Refusal {
    pub(super) problems: Vec<Diagnostic>,
    /// For each problem the corrections that would solve it: one, several that are as likely, or none.
    pub(super) corrections: Vec<Vec<Correction>>,
    /// The bytes, in the text before the patch, of lines that are at their place already.
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

    /// The same, with what would solve the problem.
    pub(super) fn with_corrections(mut self, corrections: Vec<Correction>) -> Self {
        if let Some(first) = self.corrections.first_mut() {
            *first = corrections;
        }
        self
    }

    /// The problems of both.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.problems.extend(other.problems);
        self.corrections.extend(other.corrections);
        self.there = self.there.or(other.there);
        self
    }

    /// The same, with one more place.
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

    /// The same, with nothing but one help for problems of a code.
    pub(super) fn with_help_for(mut self, code: Code, help: &str) -> Self {
        for problem in self.problems.iter_mut().filter(|problem| problem.code == code) {
            problem.help = vec![help.to_owned()];
        }
        self
    }

    /// Whether all problems have a code.
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

    /// The same refusal, which calls something by another name.
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

    /// The same, each problem naming the operation and, where nothing better is known, its line in the patch.
    pub(super) fn of(mut self, operation: &Operation) -> Self {
        for problem in &mut self.problems {
            problem.patch = problem.patch.or(Some(operation.origin.place));
            // What only the whole patch shows may be the fault of an earlier operation.
            problem.operation.get_or_insert_with(|| operation.reference());
        }
        self
    }
}
