//! Front ends: patch text in, [`Patch`] out.
//!
//! Each format has one module; several of them share the parser of hunk bodies. Nothing here looks at a tree of files.
//!
//! Invariant: every step is linear in the patch, and no input makes one panic or recurse.

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

/// How a patch is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// The format; `None` for the one that the text shows.
    pub format: Option<Format>,
    /// How many components each path in a diff loses; `None` leaves it to the paths and the tree.
    pub strip: Option<usize>,
    /// Whether a diff is made or taken back.
    pub direction: Direction,
}

/// Whether a diff is made or taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// It is made.
    #[default]
    Forward,
    /// It is taken back: what it adds is removed, and the other way round.
    Reverse,
}

/// Reads a patch in the given format, or in the one that its text shows.
///
/// What stands around the patch (a Markdown reply, a fence, a heredoc) is taken off; places always speak of the text
/// as it was given.
///
/// # Errors
/// Every problem that can be told at once; all of them are `malformed`, `unknown-format`, `path-refused` or `not-text`.
pub fn parse(patch: &[u8], format: Option<Format>) -> Result<Patch, Vec<Diagnostic>> {
    parse_some(patch, ReadOptions { format, ..ReadOptions::default() }).and_then(Patch::unless_refused)
}

/// Reads a patch like [`parse`], and keeps operations that may not be done aside in [`Patch::refused`], so that the
/// rest can be examined.
///
/// # Errors
/// Every problem that can be told at once, if one of them is that the patch cannot be understood.
pub fn parse_some(patch: &[u8], reading: ReadOptions) -> Result<Patch, Vec<Diagnostic>> {
    parse_shared(&patch.into(), reading)
}

/// Lets a path that begins with `a/` or `b/`, as the two sides of diffs do, be the path without it.
fn allow_side_marks(operation: &mut Operation) {
    let is_marked = operation.path.first_folder().is_some_and(|first| ["a", "b"].contains(&first.as_str()));
    if is_marked && operation.path_style == PathStyle::Exact {
        operation.path_style = PathStyle::MayNeedStrip;
    }
}

/// The same of bytes that the lines of hunks may share.
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

/// The format that a text shows, whether or not it can be read as one.
#[must_use]
pub fn format_of(patch: &[u8]) -> Option<Format> {
    let text = decode::decode(&patch.into()).ok()?;
    find_patch(Lines::of(&text), None).ok().map(|found| found.format)
}

/// Refuses to read a patch that is no diff in a way that only diffs can be read.
fn check_is_plain(reading: ReadOptions, format: Format) -> Result<(), Diagnostic> {
    let option = match reading {
        ReadOptions { strip: Some(_), .. } => "--strip",
        ReadOptions { direction: Direction::Reverse, .. } => "--reverse",
        _ => return Ok(()),
    };
    let message = format!("`{option}` is for diffs, and this patch is in the format {}", format.as_str());
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
