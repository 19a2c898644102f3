//! Detects the beginning of a diff.

use super::git;
use crate::parse::hunk::is_header_pair;
use crate::parse::lines::Lines;

/// Returns whether the next two lines are `---` and `+++` headers, or `***` and `---` headers.
pub(super) fn is_pair(mut lines: Lines<'_>) -> bool {
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    is_header_pair(first.text, second.text)
}

/// Returns whether the next line certainly begins a diff.
pub(in crate::parse) fn begins_diff(lines: Lines<'_>) -> bool {
    lines.peek().is_some_and(|line| line.text.starts_with("diff --git "))
        || is_pair(lines)
        || git::begins_headless(lines)
        || lines.peek().is_some_and(|line| line.text.starts_with("diff --cc "))
}
