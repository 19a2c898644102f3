//! Finds every place of a hunk, on the first rung that has any.

use std::collections::HashSet;
use std::ops::Range;

use super::haystack::{Alignment, Haystack, extent};
use super::rung::{BlankLines, Form, HUNK_LADDER, Rung};
use crate::ir::{Hunk, HunkLine, Tag};
use crate::text::normal::{is_blank, trim};

/// A possible place of a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    /// For each line of the hunk, the matched line of the file; `None` for added lines and those that the rung ignores.
    pub(super) alignment: Alignment,
    /// The lines of the file from the first matched line through the last.
    pub(super) extent: Range<usize>,
    /// The part of the extent between the context above and the context below the changes.
    pub(super) change: Range<usize>,
    /// The line at which the first old line of the hunk would be if no old line were missing.
    pub(super) start: usize,
}

impl Candidate {
    /// Returns a place that contains lines other than the old ones.
    pub(super) fn applied_at(extent: Range<usize>) -> Self {
        Self { alignment: Vec::new(), change: extent.clone(), start: extent.start, extent }
    }
}

/// All places of a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidates {
    pub(super) rung: Rung,
    pub(super) reading: ContextReading,
    /// The places, from the top.
    pub(super) list: Vec<Candidate>,
}

impl Candidates {
    /// Returns whether a candidate begins at a line.
    pub(super) fn begins_at(&self, line: usize) -> bool {
        self.list.binary_search_by_key(&line, |candidate| candidate.start).is_ok()
    }

    /// Returns the old and the new lines of a hunk as they were read.
    pub(super) fn sides<'h>(&self, hunk: &'h Hunk) -> (Vec<&'h str>, Vec<&'h str>) {
        let read = |line: &'h HunkLine| self.reading.text(line);
        (hunk.old().map(read).collect(), hunk.new_side().map(read).collect())
    }

    /// Returns whether lines that the hunk removes, and does not add again, are above or below `at`, where its new
    /// lines are: the hunk was then not applied, and the new lines were there before.
    pub(super) fn leaves_removed(&self, hunk: &Hunk, at: &Range<usize>) -> bool {
        let comes: HashSet<&str> = hunk.new_side().map(|line| trim(&line.text)).collect();
        let below = self.list.partition_point(|own| own.extent.start < at.end);
        let mut overlapping = self.list[..below].iter().rev().take_while(|own| own.extent.end > at.start);
        overlapping.any(|own| {
            hunk.lines.iter().zip(&own.alignment).any(|(line, place)| {
                let goes =
                    line.tag == Tag::Removed && !is_blank(&line.text) && !comes.contains(trim(&line.text));
                goes && place.is_some_and(|place| !at.contains(&place))
            })
        })
    }
}

/// The way in which context lines are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ContextReading {
    /// Without their leading space.
    Prefixed,
    /// As written, in case the writer omitted the leading space.
    Unprefixed,
}

impl ContextReading {
    pub(super) fn text(self, line: &HunkLine) -> &str {
        match (self, line.unstripped()) {
            (Self::Unprefixed, Some(written)) if line.tag == Tag::Context => written,
            _ => &line.text,
        }
    }
}

/// Returns the rungs in the order in which they are tried, each with the reading of context lines. On every rung the
/// reading without a prefix follows the normal one, before looser rungs are tried, since a trimmed match could hide
/// that the lines were meant exactly.
fn attempts(hunk: &Hunk) -> Vec<(Rung, ContextReading)> {
    let may_lack_prefix =
        hunk.lines.iter().any(|line| line.tag == Tag::Context && line.unstripped().is_some());
    let readings: &[ContextReading] = if may_lack_prefix {
        &[ContextReading::Prefixed, ContextReading::Unprefixed]
    } else {
        &[ContextReading::Prefixed]
    };
    let rungs = HUNK_LADDER.into_iter();
    rungs.flat_map(|rung| readings.iter().map(move |reading| (rung, *reading))).collect()
}

/// Returns every place of `hunk`, which must have old lines other than blank context; `None` if there is none.
pub(super) fn candidates(haystack: &mut Haystack<'_, '_>, hunk: &Hunk) -> Option<Candidates> {
    let old: Vec<usize> = (0..hunk.lines.len()).filter(|at| hunk.lines[*at].tag != Tag::Added).collect();
    let core = without_blank_edges(hunk, &old);
    let is_exact_only = haystack.index.is_exact_only();
    let is_tried = |rung: &Rung| !is_exact_only || rung.form == Form::Exact;
    for (rung, reading) in attempts(hunk).into_iter().filter(|(rung, _)| is_tried(rung)) {
        let is_one = core.len() == old.len() || rung.blank_lines == BlankLines::Ignore;
        let selections: &[&[usize]] = if is_one { &[&old] } else { &[&old, core] };
        for lines in selections {
            let list = places(haystack, hunk, lines, (rung, reading));
            if !list.is_empty() {
                return Some(Candidates { rung, reading, list });
            }
        }
    }
    None
}

/// Returns the place at the line `first` where the old lines of `hunk` match on a looser rung than that of `found`.
pub(super) fn find_more_freely(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    found: &Candidates,
    first: usize,
) -> Option<Candidates> {
    if haystack.index.is_exact_only() {
        return None;
    }
    let reading = found.reading;
    let old: Vec<usize> = (0..hunk.lines.len()).filter(|at| hunk.lines[*at].tag != Tag::Added).collect();
    let pattern: Vec<&str> = old.iter().map(|at| reading.text(&hunk.lines[*at])).collect();
    let mut freer = HUNK_LADDER.into_iter().skip_while(|rung| *rung != found.rung).skip(1);
    freer.find_map(|rung| {
        let places = haystack.find_at(rung, &pattern, first)?;
        let mut alignment = vec![None; hunk.lines.len()];
        old.iter().zip(places).for_each(|(at, line)| alignment[*at] = line);
        Some(Candidates { rung, reading, list: vec![candidate(hunk, alignment, 0)] })
    })
}

/// Returns the old lines without blank context at both ends.
fn without_blank_edges<'o>(hunk: &Hunk, old: &'o [usize]) -> &'o [usize] {
    let is_edge = |at: &usize| hunk.lines[*at].tag == Tag::Context && is_blank(&hunk.lines[*at].text);
    let first = old.iter().position(|at| !is_edge(at)).unwrap_or(old.len());
    let last = old.iter().rposition(|at| !is_edge(at)).map_or(first, |at| at + 1);
    &old[first..last]
}

/// Returns every place of some lines of a hunk, on one rung and in one reading.
fn places(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    lines: &[usize],
    (rung, reading): (Rung, ContextReading),
) -> Vec<Candidate> {
    let pattern: Vec<&str> = lines.iter().map(|at| reading.text(&hunk.lines[*at])).collect();
    let lead = hunk.lines[..lines.first().copied().unwrap_or(0)].iter().filter(|line| line.tag != Tag::Added);
    let lead = lead.count();
    let found = haystack.find(rung, &pattern).into_iter().map(|places| {
        let mut alignment = vec![None; hunk.lines.len()];
        lines.iter().zip(places).for_each(|(at, line)| alignment[*at] = line);
        candidate(hunk, alignment, lead)
    });
    let found: Vec<Candidate> = found.collect();
    if !hunk.at_end || found.is_empty() {
        return found;
    }
    let end = last_solid_line(haystack).map_or(0, |line| line + 1);
    found.into_iter().filter(|candidate| candidate.extent.end >= end).collect()
}

/// The last line of a text that is not blank.
pub(super) fn last_solid_line(haystack: &Haystack<'_, '_>) -> Option<usize> {
    (0..haystack.buffer.line_count()).rev().find(|line| !is_blank(&haystack.buffer.line(*line)))
}

fn candidate(hunk: &Hunk, alignment: Alignment, lead: usize) -> Candidate {
    let extent = extent(&alignment);
    let is_change = |line: &HunkLine| line.tag != Tag::Context;
    let first = hunk.lines.iter().position(is_change).unwrap_or(0);
    let last = hunk.lines.iter().rposition(is_change).map_or(0, |at| at + 1);
    let above = alignment[..first].iter().flatten().max().map_or(extent.start, |line| line + 1);
    let below = alignment[last..].iter().flatten().min().copied().unwrap_or(extent.end);
    Candidate { change: above..below, start: extent.start.saturating_sub(lead), extent, alignment }
}
