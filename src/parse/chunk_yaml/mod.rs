//! CHUNK YAML, the primary format.
//!
//! Text is turned into a [`Patch`] in three steps: `dialect` parses lines and indentation and takes the texts out, so
//! that only a small YAML `skeleton` is left; `document` parses that with the YAML library; `lower` turns it into
//! operations, according to the table in `ops`.
//!
//! Invariant: every problem that can be determined is reported at once, with its place in the patch.
//! Invariant: `#` is text, everywhere.

mod as_json;
mod dialect;
mod document;
mod fields;
mod full_form;
mod hints;
mod lower;
mod operation_fields;
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

use super::problem::with_problems;
use crate::diag::Diagnostic;
use crate::ir::{Patch, Region};
use problems::Problems;

/// Parses a patch in CHUNK YAML.
///
/// `text` is the patch without a byte order mark and without a surrounding fence or heredoc; `first_line` is the line
/// number in the whole input, from 1, at which it begins, so that places refer to the text that the user sees.
///
/// # Errors
/// Returns all problems: first those that prevent parsing (`malformed`), then refused paths (`path-refused`).
pub fn parse(text: &str, first_line: usize) -> Result<Patch, Vec<Diagnostic>> {
    parse_some(text, first_line).and_then(Patch::unless_refused)
}

/// Parses a patch, but keeps problems of operations that must not be applied in [`Patch::refused`].
///
/// # Errors
/// Returns all problems, if part of the patch cannot be parsed.
pub(super) fn parse_some(text: &str, first_line: usize) -> Result<Patch, Vec<Diagnostic>> {
    let mut problems = Problems::default();
    match read(text, first_line, &mut problems) {
        Some(patch) => with_problems(patch, problems.into_sorted()),
        None => Err(problems.into_sorted()),
    }
}

/// Parses as much as possible; all problems are added to `problems`.
fn read(text: &str, first_line: usize, problems: &mut Problems) -> Option<Patch> {
    // "Lines end at LF, CRLF (or a lone CR only if the file has no LF)": this applies to patches as well as to files.
    let lone_cr = memchr::memchr2(b'\n', b'\r', text.as_bytes())
        .is_some_and(|at| text.as_bytes()[at] == b'\r')
        && memchr::memchr(b'\n', text.as_bytes()).is_none();
    let text = if lone_cr { text.replace('\r', "\n").into() } else { std::borrow::Cow::Borrowed(text) };
    Some(lower::patch(read_document(&text, first_line, problems)?, problems))
}

/// Parses the mappings, lists and texts of a patch.
fn read_document(text: &str, first_line: usize, problems: &mut Problems) -> Option<document::YamlNode> {
    let (root, skeleton) = dialect::read(text, first_line, problems).ok()?;
    problems.lines_are_read();
    document::complete(root, skeleton, problems).map(full_form::full_form)
}

/// Returns whether a key at the margin is a field of an operation.
pub(super) fn is_field(key: &str) -> bool {
    fields::Field::find(key).is_some()
}

/// Returns whether there is an operation with this name.
pub(super) fn is_operation_name(name: &str) -> bool {
    ops::find(name).is_some()
}

/// Returns the keys that the operation with this name accepts in `options`.
pub(crate) fn options_of(operation: &str) -> Option<&'static [&'static str]> {
    ops::find(operation).map(|op| op.options)
}

/// Returns the value of `in` that denotes a region of a text.
pub(crate) fn region_name(region: Region) -> &'static str {
    substitution::REGIONS.iter().find(|(_, own)| *own == region).map_or("everywhere", |(name, _)| name)
}

/// Returns the names of all operations, for help texts.
#[must_use]
pub fn operation_names() -> Vec<String> {
    ops::names()
}
