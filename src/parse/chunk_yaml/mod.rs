//! CHUNK YAML: the primary format.
//!
//! Text in, [`Patch`] out, in three steps: `dialect` reads lines and indentation and takes the texts out, so that
//! what it leaves is a small YAML `skeleton`; `document` has the YAML library read that; `lower` makes operations
//! of it, by the table in `ops`.
//!
//! Invariant: every problem that can be told at once is told, each with its place in the patch.
//! Invariant: `#` is text, everywhere.

mod as_json;
mod dialect;
mod document;
mod fields;
mod full_form;
mod given;
mod hints;
mod lower;
mod ops;
mod problems;
mod renaming;
mod schema;
mod skeleton;
mod substitution;
mod symbols;
#[cfg(test)]
mod tests;
mod values;

pub use as_json::as_json;
pub use ops::{OperationFields, fields_of};
pub use schema::{schema, schema_text};

use super::problem::settle;
use crate::diag::Diagnostic;
use crate::ir::{Patch, Region};
use problems::Problems;

/// Reads a patch in CHUNK YAML.
///
/// `text` is the patch without a byte order mark and without a fence or heredoc around it; `first_line` is the line of
/// the whole input, from 1, on which it begins, so that places point at what the user sees.
///
/// # Errors
/// Everything that is wrong with it: first what cannot be understood (`malformed`), then the paths that are refused
/// (`path-refused`).
pub fn parse(text: &str, first_line: usize) -> Result<Patch, Vec<Diagnostic>> {
    parse_some(text, first_line).and_then(Patch::unless_refused)
}

/// The same, with operations that may not be done kept aside.
///
/// # Errors
/// Everything that is wrong with the patch, if some of it cannot be understood.
pub(super) fn parse_some(text: &str, first_line: usize) -> Result<Patch, Vec<Diagnostic>> {
    let mut problems = Problems::default();
    match read(text, first_line, &mut problems) {
        Some(patch) => settle(patch, problems.into_sorted()),
        None => Err(problems.into_sorted()),
    }
}

/// Reads as far as it can be read; whatever is wrong is added to `problems`.
fn read(text: &str, first_line: usize, problems: &mut Problems) -> Option<Patch> {
    // "Lines end at LF, CRLF (or a lone CR only if the file has no LF)": as in files, so in patches.
    let lone_cr = memchr::memchr2(b'\n', b'\r', text.as_bytes())
        .is_some_and(|at| text.as_bytes()[at] == b'\r')
        && memchr::memchr(b'\n', text.as_bytes()).is_none();
    let text = if lone_cr { text.replace('\r', "\n").into() } else { std::borrow::Cow::Borrowed(text) };
    Some(lower::patch(read_document(&text, first_line, problems)?, problems))
}

/// Reads the mappings, lists and texts of a patch.
fn read_document(text: &str, first_line: usize, problems: &mut Problems) -> Option<document::YamlNode> {
    let (root, skeleton) = dialect::read(text, first_line, problems).ok()?;
    problems.lines_are_read();
    document::complete(root, skeleton, problems).map(full_form::full_form)
}

/// Whether a key at the left margin is a field of an operation.
pub(super) fn is_field(key: &str) -> bool {
    fields::Field::find(key).is_some()
}

/// Whether there is an operation of this name.
pub(super) fn is_operation_name(name: &str) -> bool {
    ops::find(name).is_some()
}

/// What the operation of this name takes below `options`.
pub(crate) fn options_of(operation: &str) -> Option<&'static [&'static str]> {
    ops::find(operation).map(|op| op.options)
}

/// The value of `in` that stands for a part of a text.
pub(crate) fn region_name(region: Region) -> &'static str {
    substitution::REGIONS.iter().find(|(_, own)| *own == region).map_or("everywhere", |(name, _)| name)
}

/// The names of all operations, for help texts.
#[must_use]
pub fn operation_names() -> Vec<String> {
    ops::names()
}
