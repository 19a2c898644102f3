//! Parsers: they turn the text of a patch into a [`Patch`].
//!
//! Each format has a module; several of them share the parser of hunk bodies. Nothing here reads a tree of files.
//!
//! Invariant: every step is linear in the size of the patch, and no input causes a panic or recursion.

pub mod chunk_yaml;
pub mod file_changes;
pub mod file_patch;

mod apply_patch;
mod decode;
mod detect;
mod exchange;
mod fence;
mod hunk;
mod json_edits;
mod lines;
mod problem;
mod search_replace;
mod unified;

pub use self::file_patch::parse_patch;

use self::detect::{Detected, find_patch};
use self::lines::Lines;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Format, Operation, Patch, PathStyle};
use crate::text::Bytes;

/// The options for parsing a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// The format; `None` detects it from the text.
    pub format: Option<Format>,
    /// The number of components to strip from each path in a diff; `None` determines it from the paths and the tree.
    pub strip: Option<usize>,
    /// Whether a diff is applied or reversed.
    pub direction: Direction,
}

/// Whether a diff is applied or reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// It is applied.
    #[default]
    Forward,
    /// It is reversed: what it adds is removed, and vice versa.
    Reverse,
}

/// Parses a patch in the given format, or in the format detected from its text.
///
/// What is around the patch (a Markdown reply, a fence, a heredoc) is ignored; places always refer to the whole text,
/// with lines and columns from 1.
///
/// # Errors
/// Returns all problems that can be determined at once, with the codes `malformed`, `unknown-format`, `path-refused` or
/// `not-text`.
pub fn parse(patch: &[u8], format: Option<Format>) -> Result<Patch, Vec<Diagnostic>> {
    parse_some(patch, ReadOptions { format, ..ReadOptions::default() }).and_then(Patch::unless_refused)
}

/// Parses a patch like [`parse`], but keeps problems of operations that must not be applied in [`Patch::refused`], so
/// that the rest can be examined.
///
/// # Errors
/// Returns all problems that can be determined at once, if one of them is that the patch cannot be parsed; `usage` if
/// the options apply only to diffs, and the patch is not one.
pub fn parse_some(patch: &[u8], reading: ReadOptions) -> Result<Patch, Vec<Diagnostic>> {
    parse_shared(&patch.into(), reading)
}

/// Allows a path that begins with `a/` or `b/`, the prefixes of the sides of a diff, to mean the path without it.
fn allow_side_marks(operation: &mut Operation) {
    let is_marked = operation.path.first_folder().is_some_and(|first| ["a", "b"].contains(&first.as_str()));
    if is_marked && operation.path_style == PathStyle::Exact {
        operation.path_style = PathStyle::MayNeedStrip;
    }
}

/// Parses a patch like [`parse_some`]; the lines of hunks may share the bytes.
pub(crate) fn parse_shared(patch: &Bytes, reading: ReadOptions) -> Result<Patch, Vec<Diagnostic>> {
    let text = decode::decode(patch).map_err(|problem| vec![problem])?;
    let found = find_patch(Lines::of(&text), reading.format).map_err(|problem| vec![problem])?;
    if found.format == Format::Chunk {
        decode::check_is_utf8(patch).map_err(|problem| vec![problem])?;
    }
    if found.format != Format::Unified {
        check_is_plain(reading, found.format).map_err(|problem| vec![problem])?;
    }
    let mut patch = parse_found(&found, reading)?;
    if found.format != Format::Unified {
        patch.operations.iter_mut().for_each(allow_side_marks);
    }
    patch.warnings.splice(0..0, found.warnings);
    Ok(patch)
}

/// Returns the format detected from a text, whether or not the text can be parsed.
#[must_use]
pub fn format_of(patch: &[u8]) -> Option<Format> {
    let text = decode::decode(&patch.into()).ok()?;
    find_patch(Lines::of(&text), None).ok().map(|found| found.format)
}

/// Refuses options that apply to diffs only, if the patch is not a diff.
fn check_is_plain(reading: ReadOptions, format: Format) -> Result<(), Diagnostic> {
    let option = match reading {
        ReadOptions { strip: Some(_), .. } => "--strip",
        ReadOptions { direction: Direction::Reverse, .. } => "--reverse",
        _ => return Ok(()),
    };
    let message =
        format!("`{option}` applies only to diffs, but this patch is in the format {}", format.as_str());
    Err(Diagnostic::error(Code::Usage, message).with_help(format!("leave `{option}` out")))
}

fn parse_found(found: &Detected<'_>, reading: ReadOptions) -> Result<Patch, Vec<Diagnostic>> {
    let first = found.parts[0];
    match found.format {
        Format::Unified => unified::parse(&found.parts, reading),
        Format::ApplyPatch => apply_patch::parse(first),
        Format::FileChanges => file_changes::parse(first),
        Format::SearchReplace => search_replace::parse(&found.parts),
        Format::JsonEdits => json_edits::parse(&found.parts),
        Format::Chunk => chunk_yaml::parse_some(&first.without_margin(), first.number()),
    }
}

#[cfg(test)]
mod tests;
