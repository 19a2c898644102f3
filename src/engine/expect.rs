//! Checks files against an earlier state that the caller has seen: fingerprints of whole files and of ranges of lines.
//!
//! They are compared while the tree is locked, before planning, so that no change can occur in between.

use std::fmt;

use crate::commit::Digest;
use crate::diag::{Code, Diagnostic};
use crate::ir::PatchPath;
use crate::report::diff;
use crate::vfs::{ReadTree, TreeError};

/// The maximum number of lines shown of the difference between the seen and the present state.
const MAX_SHOWN_LINES: usize = 40;

/// The state of a file, or of some of its lines, by which a later change is detected.
///
/// ```
/// use chunk::engine::Fingerprint;
///
/// let text = b"one\ntwo\nthree\n";
/// let lines = Fingerprint::of_lines(text, 2, 3);
/// assert_eq!(Fingerprint::parse(&lines.to_string()), Some(lines));
/// assert!(lines.matches_content(Some(b"eins\ntwo\nthree\n")));
/// assert!(!lines.matches_content(Some(b"new\none\ntwo\nthree\n")));
/// assert!(Fingerprint::Absent.matches_content(None));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fingerprint {
    /// No file exists at the path.
    Absent,
    /// The hash of the bytes of a whole file.
    File(u64),
    /// A range of lines, counted from 1.
    Lines {
        /// The first line.
        first: usize,
        /// The last line.
        last: usize,
        /// The hash of their bytes.
        digest: u64,
    },
}

impl Fingerprint {
    /// Returns the fingerprint of a whole file.
    #[must_use]
    pub fn of_file(bytes: &[u8]) -> Self {
        Self::File(Digest::of(bytes))
    }

    /// Returns the fingerprint of a range of lines (counted from 1, both inclusive).
    #[must_use]
    pub fn of_lines(bytes: &[u8], first: usize, last: usize) -> Self {
        Self::Lines { first, last, digest: Digest::of(lines_of(bytes, first, last)) }
    }

    /// Parses the output of [`fmt::Display`]; other spellings are not accepted.
    #[must_use]
    pub fn parse(written: &str) -> Option<Self> {
        let read = match written.split_once(':') {
            None if written == ABSENT => Self::Absent,
            None => Self::File(u64::from_str_radix(written, 16).ok()?),
            Some((lines, digest)) => {
                let (first, last) = lines.split_once('-')?;
                let digest = u64::from_str_radix(digest, 16).ok()?;
                Self::Lines { first: first.parse().ok()?, last: last.parse().ok()?, digest }
            }
        };
        (read.to_string() == written).then_some(read)
    }

    /// Returns whether a file has the content that was seen, or is absent (`None`) as it was.
    #[must_use]
    pub fn matches_content(&self, bytes: Option<&[u8]>) -> bool {
        match (self, bytes) {
            (Self::Absent, None) => true,
            (Self::File(_), Some(bytes)) => Self::of_file(bytes) == *self,
            (Self::Lines { first, last, .. }, Some(bytes)) => Self::of_lines(bytes, *first, *last) == *self,
            (Self::Absent, Some(_)) | (_, None) => false,
        }
    }

    /// Returns the part of a file to which the fingerprint applies.
    #[must_use]
    pub fn part_of<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        match self {
            Self::Lines { first, last, .. } => lines_of(bytes, *first, *last),
            Self::Absent | Self::File(_) => bytes,
        }
    }
}

const ABSENT: &str = "absent";

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str(ABSENT),
            Self::File(digest) => write!(f, "{digest:016x}"),
            Self::Lines { first, last, digest } => write!(f, "{first}-{last}:{digest:016x}"),
        }
    }
}

/// Returns a range of lines, counted from 1, as far as they exist.
fn lines_of(bytes: &[u8], first: usize, last: usize) -> &[u8] {
    let mut ends = memchr::memchr_iter(b'\n', bytes).map(|at| at + 1);
    let start = match first.checked_sub(2) {
        None => 0,
        Some(before) => ends.nth(before).unwrap_or(bytes.len()),
    };
    let end = last.checked_sub(first.max(1)).map_or(start, |more| ends.nth(more).unwrap_or(bytes.len()));
    &bytes[start..end]
}

/// A file whose state must be the one that the caller has seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedFile {
    /// The path of the file.
    pub path: PatchPath,
    /// The fingerprint of the seen state.
    pub seen: Fingerprint,
    /// The seen text, if the caller still has it; a refusal then shows the difference.
    pub text: Option<Vec<u8>>,
}

/// Returns a problem for each file that differs from its expected state.
pub(super) fn check(expected: &[ExpectedFile], tree: &dyn ReadTree) -> Result<(), Vec<Diagnostic>> {
    let problems: Vec<Diagnostic> = expected.iter().filter_map(|file| problem(file, tree)).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn problem(expected: &ExpectedFile, tree: &dyn ReadTree) -> Option<Diagnostic> {
    let path = &expected.path;
    let found = match tree.read(path) {
        Ok(file) => Some(file),
        Err(TreeError::Missing) => None,
        Err(TreeError::Refused(reason)) => {
            return Some(Diagnostic::error(Code::PathRefused, format!("`{path}`: {reason}")));
        }
        Err(TreeError::Io(error)) => {
            return Some(Diagnostic::error(Code::Io, format!("`{path}`: {}", TreeError::Io(error))));
        }
    };
    let bytes = found.as_ref().map(|file| &*file.bytes);
    if expected.seen.matches_content(bytes) {
        return None;
    }
    let what = match (expected.seen, bytes) {
        (_, None) => format!("`{path}` no longer exists"),
        (Fingerprint::Absent, Some(_)) => format!("`{path}` now exists"),
        (Fingerprint::File(_), Some(_)) => format!("`{path}` has changed since it was read"),
        (Fingerprint::Lines { first, last, .. }, Some(_)) => {
            format!("lines {first}-{last} of `{path}` have changed since they were read")
        }
    };
    let problem = Diagnostic::error(Code::ChangedMeanwhile, what);
    let difference = expected.text.as_deref().zip(bytes);
    let problem = match difference.map(|(old, new)| difference_of(old, expected.seen.part_of(new))) {
        Some(difference) => problem.with_help(format!("the difference is:\n{difference}")),
        None => problem,
    };
    Some(problem.with_help("read it again, and send the new hash as `expect`"))
}

/// Returns the hunks between the seen and the present text, truncated to [`MAX_SHOWN_LINES`] lines.
fn difference_of(old: &[u8], new: &[u8]) -> String {
    let hunks = diff::hunks_between(old, new);
    let text = String::from_utf8_lossy(&hunks);
    let mut lines: Vec<&str> = text.lines().collect();
    let more = lines.len().saturating_sub(MAX_SHOWN_LINES);
    lines.truncate(MAX_SHOWN_LINES);
    let mut shown = lines.join("\n");
    if more > 0 {
        shown.push_str(&format!("\n…{more} more lines"));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_lines(first: usize, last: usize, expected: &str) {
        assert_eq!(lines_of(b"a\nb\nc", first, last), expected.as_bytes());
    }

    #[test]
    fn lines_are_counted_from_one() {
        check_lines(1, 1, "a\n");
        check_lines(2, 3, "b\nc");
        check_lines(1, 9, "a\nb\nc");
        check_lines(4, 9, "");
        check_lines(3, 2, "");
        check_lines(0, 1, "a\n");
    }

    #[test]
    fn what_is_no_fingerprint_is_not_read() {
        for written in ["", "abc", "1-2:", "-:0123456789abcdef", "x-2:0123456789abcdef", "+123456789abcdef"] {
            assert_eq!(Fingerprint::parse(written), None, "{written}");
        }
    }
}
