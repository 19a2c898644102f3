//! Hunks that match exactly at their line numbers: other places are not considered.

use std::ops::Range;

use super::choose::claimed_line;
use super::haystack::Haystack;
use super::overlap::NumberedHunk;
use super::place::PlacedHunk;
use super::rung::EXACT;
use crate::ir::{Hunk, HunkLine, Tag};
use crate::text::normal::{is_blank, trim};
use crate::text::{Buffer, LineEdits, LineEnd, NewLine};

/// The place of a hunk that only adds lines (its only context is blank and does not identify a place).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdditionRule {
    /// At its line number.
    ByNumber,
    /// Below the line that its `@@` names.
    UnderAnchor,
}

/// Whether hunks are at their line numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// All hunks match exactly there, and have old lines around all added lines.
    Enclosed,
    /// All hunks begin there.
    AtNumbers,
    /// A hunk is elsewhere, or has no line that would identify its place.
    Elsewhere,
}

/// The maximum number of lines above a hunk that are searched for its anchors.
const FAR: usize = 1000;

/// Returns the edits of hunks that all match at their line numbers, in order, with old lines around all added lines:
/// the rest of the file then does not matter, unless a hunk has only blank old lines, which occur in many places.
/// Returns `None` if a hunk does not match there, which does not mean that it has no place.
pub(super) fn as_numbered<'h>(
    haystack: &Haystack<'_, '_>,
    hunks: &'h [Hunk],
    additions: AdditionRule,
) -> Option<(Vec<NumberedHunk<'h>>, Agreement)> {
    let mut agreement = Agreement::Enclosed;
    let mut end = haystack.within.start;
    let mut placed = Vec::with_capacity(hunks.len());
    for (at, hunk) in hunks.iter().enumerate() {
        let first = claimed_line(hunk).filter(|first| *first >= end && !hunk.at_end)?;
        let lines = first..first + hunk.old().count();
        let stands = lines.end <= haystack.within.end
            && is_enclosed(haystack.buffer, hunk, &lines)
            && hunk.old().next().is_some()
            && hunk
                .old()
                .zip(lines.clone())
                .all(|(line, own)| haystack.buffer.line(own) == line.text.as_str())
            && is_below_anchors(haystack.buffer, hunk, first);
        let is_addition = is_addition(hunk);
        if !stands || is_addition && additions != AdditionRule::ByNumber {
            return None;
        }
        if is_addition {
            agreement = Agreement::Elsewhere;
        }
        end = lines.end;
        placed.push((at, placed_from(hunk, first), lines, EXACT));
    }
    Some((placed, agreement))
}

/// Returns whether the only old lines of a hunk are blank context.
pub(super) fn is_addition(hunk: &Hunk) -> bool {
    hunk.old().all(|line| line.tag == Tag::Context && is_blank(&line.text))
}

/// Returns whether a hunk has old lines around its added lines, or context above lines that it only removes, or is at
/// the edge of the text instead.
fn is_enclosed(buffer: &Buffer, hunk: &Hunk, lines: &Range<usize>) -> bool {
    let adds = hunk.lines.iter().any(|line| line.tag == Tag::Added);
    let begins = hunk.lines.first().is_some_and(|line| match line.tag {
        Tag::Context => true,
        Tag::Removed => adds,
        Tag::Added => false,
    });
    let ends = hunk.lines.last().is_some_and(|line| line.tag != Tag::Added);
    (begins || lines.start == 0) && (ends || lines.end == buffer.line_count())
}

/// Returns whether the anchors of a hunk are above it, in order.
fn is_below_anchors(buffer: &Buffer, hunk: &Hunk, first: usize) -> bool {
    let floor = first.saturating_sub(FAR);
    let mut above = first;
    hunk.anchors.iter().rev().map(|anchor| trim(anchor)).filter(|anchor| !anchor.is_empty()).all(|anchor| {
        let found = (floor..above).rev().find(|line| trim(&buffer.line(*line)) == anchor);
        above = found.unwrap_or(above);
        found.is_some()
    })
}

/// Returns the edits of a hunk whose old lines begin at the line `first`.
pub(super) fn placed_from(hunk: &Hunk, first: usize) -> PlacedHunk<'_> {
    let patch_tells_ends = hunk.old().any(|line| line.crlf);
    let end = |line: &HunkLine| match (line.crlf, patch_tells_ends) {
        (true, _) => Some(LineEnd::CrLf),
        (false, true) => Some(LineEnd::Lf),
        (false, false) => None,
    };
    let mut edits = LineEdits::default();
    let mut at = first;
    for line in &hunk.lines {
        match line.tag {
            Tag::Context => at += 1,
            Tag::Removed => {
                edits.remove(at);
                at += 1;
            }
            Tag::Added => edits.add(at, [NewLine { text: line.text.as_str().into(), end: end(line) }]),
        }
    }
    PlacedHunk { edits, ..PlacedHunk::default() }
}
