//! The `<FILE_CHANGES>` envelope.
//!
//! `split` separates the directives and their content, and `lower` determines what each one does.
//! [`extract_file_changes`] returns the directives as plain values to callers that want to examine them first.

mod directives;
mod extract;
mod kind;
mod lower;
mod split;
mod tag;

pub use self::extract::{FileChanges, FileDirective, Remainder, extract_file_changes};
pub(super) use self::split::is_root_open;

use super::lines::Lines;
use super::problem::{malformed, with_problems};
use crate::diag::Diagnostic;
use crate::ir::{Format, Patch};

/// Returns the lines after the envelope that begins at the next line.
///
/// # Errors
/// Fails if a closing tag is missing.
pub(super) fn find_end(lines: Lines<'_>) -> Result<Lines<'_>, Diagnostic> {
    split::split(lines).map(|envelope| envelope.rest)
}

/// Parses an envelope.
///
/// # Errors
/// Returns all problems of all directives.
pub(super) fn parse(mut lines: Lines<'_>) -> Result<Patch, Vec<Diagnostic>> {
    lines.skip_blank();
    let line = lines.number();
    if !lines.peek().is_some_and(|line| is_root_open(line.text)) {
        return Err(vec![
            malformed(line, "the envelope does not begin with `<FILE_CHANGES>`")
                .with_help("put `<FILE_CHANGES>` above the directives and `</FILE_CHANGES>` below them"),
        ]);
    }
    let envelope = split::split(lines).map_err(|problem| vec![problem])?;
    let (mut operations, mut problems, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    for (index, directive) in (1..).zip(&envelope.directives) {
        match lower::lower(directive, index, &mut warnings) {
            Ok(operation) => operations.push(operation),
            Err(problem) => problems.push(problem),
        }
    }
    if envelope.directives.is_empty() {
        problems.push(
            malformed(line, "the envelope has no directive")
                .with_help("put `<FILE_PATCH file_path=\"…\">` with hunks, or another directive, into it"),
        );
    }
    with_problems(Patch { warnings, ..Patch::of(Format::FileChanges, operations) }, problems)
}

#[cfg(test)]
mod tests;
