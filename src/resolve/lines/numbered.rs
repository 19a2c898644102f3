//! Hunks that stand to the letter where their numbers say: no other place of theirs matters.

use std::ops::Range;

use super::choose::claimed_line;
use super::haystack::Haystack;
use super::overlap::NumberedHunk;
use super::place::PlacedHunk;
use super::rung::EXACT;
use crate::ir::{Hunk, HunkLine, Tag};
use crate::text::normal::{is_blank, trim};
use crate::text::{Buffer, LineEdits, LineEnd, NewLine};

/// Where a hunk may go that has nothing but added lines (and blank context, which is no place).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdditionRule {
    /// Where its line number says.
    ByNumber,
    /// Under the line that its `@@` names.
    UnderAnchor,
}

/// Whether hunks stand where their numbers say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// All do, to the letter, and have old lines of their own around all that they add.
    Enclosed,
    /// All begin there.
    Begun,
    /// One stands elsewhere, or has no line that would show its place.
    Elsewhere,
}

/// So far above a hunk its anchors are looked for.
const FAR: usize = 1000;

/// What hunks do that all stand where their numbers say, one below the other, and have old lines around all that they add:
/// nothing between and around them matters, unless one has no old lines but blank ones, which stand in many places. `None` if
/// one of them does not; that says nothing of where it stands.
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

/// Whether a hunk has no old line but blank context.
pub(super) fn is_addition(hunk: &Hunk) -> bool {
    hunk.old().all(|line| line.tag == Tag::Context && is_blank(&line.text))
}

/// Whether a hunk has old lines around those that it adds, context above those that it only removes, or the text ends there.
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

/// Whether the anchors of a hunk are above it, one below the other.
fn is_below_anchors(buffer: &Buffer, hunk: &Hunk, first: usize) -> bool {
    let floor = first.saturating_sub(FAR);
    let mut above = first;
    hunk.anchors.iter().rev().map(|anchor| trim(anchor)).filter(|anchor| !anchor.is_empty()).all(|anchor| {
        let found = (floor..above).rev().find(|line| trim(&buffer.line(*line)) == anchor);
        above = found.unwrap_or(above);
        found.is_some()
    })
}

/// What a hunk does whose old lines stand from the line `first` on.
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
