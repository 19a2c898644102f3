//! Lowers directives that are given as plain values, like those of an envelope.

use super::extract::{FileChanges, FileDirective};
use super::kind::find_kind;
use super::lower::lower;
use super::split::EnvelopeItem;
use crate::diag::{Diagnostic, PatchPlace};
use crate::ir::{Format, Operation, Origin, Patch};
use crate::parse::lines::Lines;
use crate::parse::problem::{malformed, reference, with_problems};

impl FileChanges {
    /// Returns the directives as a patch, with one operation for each.
    ///
    /// The place of a directive in its original text is unknown: the line numbers of problems are relative to its
    /// content.
    ///
    /// # Errors
    /// Returns a problem for every directive that cannot be parsed, with its number in the list (from 1).
    pub fn to_patch(&self) -> Result<Patch, Vec<Diagnostic>> {
        let (mut operations, mut problems, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
        for (index, directive) in (1..).zip(self) {
            match lower_value(directive, index, &mut warnings) {
                Ok(operation) => operations.push(operation),
                Err(problem) => problems.push(problem),
            }
        }
        with_problems(Patch { warnings, ..Patch::of(Format::FileChanges, operations) }, problems)
    }
}

fn lower_value(
    value: &FileDirective,
    index: usize,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Operation, Diagnostic> {
    let no_place = PatchPlace::default();
    let (attributes, content) = match value {
        FileDirective::New { file_path, content }
        | FileDirective::Patch { file_path, content }
        | FileDirective::Append { file_path, content } => {
            (vec![("file_path", file_path.as_str())], Some(content.as_str()))
        }
        FileDirective::Delete { file_path } => (vec![("file_path", file_path.as_str())], None),
        FileDirective::Rename { from_path, to_path } | FileDirective::Copy { from_path, to_path } => {
            (vec![("from_path", from_path.as_str()), ("to_path", to_path.as_str())], None)
        }
        FileDirective::Fail { kind, file_path, error_msg } => {
            let origin = Origin { index, name: kind.clone(), place: no_place, fields: Vec::new() };
            let path = file_path.as_deref().unwrap_or_default();
            return Err(malformed(no_place.line, error_msg.as_str()).of(reference(&origin, path)));
        }
    };
    let name = value.kind();
    let directive = EnvelopeItem {
        line: no_place.line,
        name,
        attributes,
        kind: find_kind(name),
        // The content is that of the file, so every carriage return in it counts.
        body: content.map(|content| Lines::new(content, 1).with_ends_meant()),
    };
    lower(&directive, index, warnings)
}
