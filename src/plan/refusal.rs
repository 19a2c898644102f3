//! Why one operation cannot be done: a diagnostic that does not know its operation yet.

use crate::diag::{Code, Diagnostic, FilePlace, PatchPlace};
use crate::ir::{Operation, PatchPath};
use crate::vfs::TreeError;

/// Problems of one operation; mostly one, for hunks one each.
#[derive(Debug)]
pub(super) struct Refusal(pub(super) Vec<Diagnostic>);

impl Refusal {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self(vec![Diagnostic::error(code, message)])
    }

    pub(super) fn with_help(mut self, help: impl Into<String>) -> Self {
        if let Some(first) = self.0.first_mut() {
            first.help.push(help.into());
        }
        self
    }

    pub(super) fn with_places(mut self, places: Vec<FilePlace>) -> Self {
        if let Some(first) = self.0.first_mut() {
            first.places = places;
        }
        self
    }

    pub(super) fn with_repair(mut self, repair: Option<serde_json::Value>) -> Self {
        if let Some(first) = self.0.first_mut() {
            first.repair = repair;
        }
        self
    }

    pub(super) fn at(mut self, place: PatchPlace) -> Self {
        if let Some(first) = self.0.first_mut()
            && place.line > 0
        {
            first.patch = Some(place);
        }
        self
    }

    /// The same refusal, which calls something by another name.
    pub(super) fn renamed(mut self, from: &str, to: &str) -> Self {
        let texts = self
            .0
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

    /// The diagnostics, each naming the operation and, where nothing better is known, its line in the patch.
    pub(super) fn of(self, operation: &Operation) -> Vec<Diagnostic> {
        let named = self.0.into_iter().map(|mut diagnostic| {
            diagnostic.patch = diagnostic.patch.or(Some(operation.origin.place));
            // What only the whole patch shows may be the fault of an earlier operation.
            if diagnostic.operation.is_some() { diagnostic } else { diagnostic.of(operation.reference()) }
        });
        named.collect()
    }
}
