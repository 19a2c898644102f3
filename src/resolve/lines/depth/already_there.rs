//! Detects payloads whose lines are already at the place, at any uniform depth.
//!
//! Such lines are neighbors of the place and of themselves, and may let the payload fit at another depth: an applied
//! patch would be applied again. So they are searched for first.

use std::ops::Range;

use super::facts::{DepthFacts, PayloadSide};
use super::flow::{CLOSING, OpeningDepth};
use super::line::LineKind;
use crate::text::Buffer;
use crate::text::normal::{indentation, is_blank, trim};

/// Returns the lines of the file that a payload would only repeat, one for each line of the payload.
pub(super) fn already_there(
    facts: &DepthFacts<'_>,
    buffer: &Buffer,
    gap: &Range<usize>,
) -> Option<Vec<usize>> {
    let count = facts.payload.len();
    let solid = |line: &usize| !is_blank(&buffer.line(*line));
    let below = |from: usize, count: usize| -> Vec<usize> {
        (from..buffer.line_count()).filter(solid).take(count).collect()
    };
    let above = |to: usize, count: usize| -> Vec<usize> {
        let mut lines: Vec<usize> = (0..to).rev().filter(solid).take(count).collect();
        lines.reverse();
        lines
    };
    let mut comes_with_words = true;
    let lines = match facts.side {
        PayloadSide::After => below(gap.end, count),
        PayloadSide::Before => above(gap.start, count),
        PayloadSide::Replace => {
            let own: Vec<&str> = facts.marker.iter().map(|(line, _)| line.text).collect();
            let brought: Vec<&str> = facts.payload.iter().map(|line| line.text).collect();
            if own.is_empty() || own.len() >= count {
                return None;
            }
            let first = facts.witnesses.all.first().and_then(|own| own.line.checked_sub(own.marked))?;
            let is_held = brought.get(first..first + own.len()) == Some(&own[..]);
            let inner: Vec<usize> = gap.clone().filter(solid).collect();
            if !is_held || inner.len() != own.len() {
                return None;
            }
            let mut comes = facts.payload[..first].iter().chain(&facts.payload[first + own.len()..]);
            comes_with_words = comes.any(super::line::DepthLine::has_words);
            [above(gap.start, first), inner, below(gap.end, count - first - own.len())].concat()
        }
    };
    let is_there = lines.len() == count
        && lines.iter().zip(facts.payload).all(|(at, own)| trim(&buffer.line(*at)) == own.text)
        && facts.payload.iter().any(super::line::DepthLine::has_words);
    // A bracket is at its place only if it has exactly the depth that it would get.
    let is_there = is_there && (comes_with_words || are_moved_alike(facts, buffer, &lines));
    let is_there = is_there && are_as_deep(facts, buffer, &lines);
    (is_there && !are_outside(facts, buffer, (gap, &lines))).then_some(lines)
}

/// Returns whether the lines below or above the place are outside of the block that an inserted statement would be in: it
/// is as deep as the marker in the patch, and they are less deep than the marker in the file.
fn are_outside(facts: &DepthFacts<'_>, buffer: &Buffer, (gap, lines): (&Range<usize>, &[usize])) -> bool {
    let depth = |line: usize| indentation(&buffer.line(line)).len();
    let is_solid = |line: &usize| !is_blank(&buffer.line(*line));
    let (marked, beside) = match facts.side {
        PayloadSide::After => (facts.marker.last(), (0..gap.start).rev().find(is_solid)),
        PayloadSide::Before => (facts.marker.first(), (gap.end..buffer.line_count()).find(is_solid)),
        PayloadSide::Replace => return false,
    };
    let (Some((marked, _)), Some(beside), Some(first)) = (marked, beside, facts.payload.first()) else {
        return false;
    };
    // Headings, clauses and decorators may be less deep than a statement above them.
    let is_statement = first.kind == LineKind::Code
        && facts.layout.opening(&first.code) == OpeningDepth::No
        && !first.code.starts_with('@')
        && !first.code.starts_with(CLOSING);
    is_statement
        && first.column >= marked.column
        && lines.first().is_some_and(|line| depth(*line) < depth(beside))
}

/// Returns whether the depths of all lines differ from the payload's by the same amount.
fn are_moved_alike(facts: &DepthFacts<'_>, buffer: &Buffer, lines: &[usize]) -> bool {
    let depth = |line: &usize| indentation(&buffer.line(*line)).len() as isize;
    let mut moves = lines.iter().zip(facts.payload).map(|(line, own)| depth(line) - own.column);
    moves.next().is_none_or(|first| moves.all(|by| by == first))
}

/// Returns whether the lines have the same relative depths as the payload's, ignoring a first line that lost its
/// indentation.
fn are_as_deep(facts: &DepthFacts<'_>, buffer: &Buffer, lines: &[usize]) -> bool {
    let mut pairs: Vec<(isize, usize)> = lines
        .iter()
        .zip(facts.payload)
        .map(|(at, own)| (own.column, indentation(&buffer.line(*at)).len()))
        .collect();
    if matches!(&pairs[..], [(0, _), (rest, _), ..] if *rest > 0) {
        pairs.remove(0);
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1)
}

/// Returns the payload with the indentation of the lines of the file.
pub(super) fn shifted_as_present(
    facts: &DepthFacts<'_>,
    buffer: &Buffer,
    lines: &[usize],
    payload: &[String],
) -> Vec<String> {
    let mut written = payload.to_vec();
    for (own, at) in facts.payload.iter().zip(lines) {
        if let Some(text) = written.get_mut(own.at) {
            let rest = text[indentation(text).len()..].to_owned();
            *text = indentation(&buffer.line(*at)).to_owned() + &rest;
        }
    }
    written
}

impl DepthFacts<'_> {
    /// Returns whether a change that only affects depth was already applied: the file has the lines as deep as the
    /// payload, and the marker, which did not lose its indentation, is at another depth.
    pub(super) fn is_moved_already(&self) -> bool {
        let is_deep = self.marker.iter().all(|(line, _)| line.column + self.base > 0);
        self.same_text
            && is_deep
            && self.marker_shift.shift().is_some_and(|shift| shift != self.base)
            && self.witnesses.all.len() == self.payload.len()
            && self.witnesses.all.iter().all(|own| own.needs == self.base)
    }
}
