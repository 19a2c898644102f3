//! `replace_text` as a hunk: what of the range stays, what goes, what comes.
//!
//! The payload is compared with the file's range. Each matched line of the file counts as the marker's line (or as its
//! own text, where only that stands in the payload), every other line of the range as itself. What is equal is context, and
//! the file's bytes stay, with their trailing comments; so a comment that a model dropped from marker and payload alike
//! is not lost.

use std::collections::HashSet;
use std::ops::Range;

use similar::{Algorithm, DiffOp};

use super::find::{Haystack, extent};
use super::index::LineIndex;
use super::marker::{MarkerMatch, find_standing, shows_change, trimmed};
use super::problem::LinesProblem;
use super::rung::Form;
use crate::ir::Marker;
use crate::text::normal::{fold, indentation, is_blank, trim, trim_end};
use crate::text::{Buffer, LineEdits, NewLine};

/// A line of the range, or of the marker, as the payload is compared with it.
struct Item<'t> {
    /// Where it stands in the file; `None` for a comment or a blank line that only the marker has.
    line: Option<usize>,
    /// Whether the marker has it.
    is_marked: bool,
    /// Whether the marker has the blanks at its end that the file has there.
    shows_end: bool,
    /// What it is compared as.
    text: &'t str,
    fate: Fate,
}

/// What becomes of a line.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    /// The file's bytes stay.
    Stays,
    /// It goes.
    Goes,
    /// It goes, and this line of the payload takes its place: the same text, indented otherwise.
    GivesWayTo(usize),
}

/// The edits that replace a marker's place by `payload`, which is indented already.
///
/// # Errors
/// The payload stands there already.
pub fn replace_marked<'t>(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    within: Range<usize>,
    marker: &Marker,
    place: &MarkerMatch,
    payload: &'t [String],
) -> Result<LineEdits<'t>, LinesProblem> {
    if place.rung.form != Form::Trimmed && shows_change(&trimmed(&marker.lines.lines), &trimmed(payload)) {
        let mut haystack = Haystack { buffer, index, within };
        let lines: Vec<&str> = payload.iter().map(String::as_str).collect();
        let standing = find_standing(&mut haystack, &lines);
        if let Some(at) = standing.into_iter().find(|at| overlaps(at, &place.range)) {
            return Err(LinesProblem::AlreadyApplied { at });
        }
    }
    let file: Vec<_> = place.range.clone().map(|line| buffer.line(line)).collect();
    let file: Vec<&str> = file.iter().map(|line| &**line).collect();
    let in_payload: HashSet<&str> = payload.iter().map(|line| trim(line)).collect();
    let mut items = items(marker, place, &file, &in_payload);
    let added = compare(&mut items, payload, &file, place.range.start);
    prefer_marked_blanks(&mut items);
    spare_left_out(&mut items, &file, place.range.start);
    Ok(edits(&items, &added, payload, &file, place.range.start))
}

/// The blanks at the end of a line.
fn trailing(line: &str) -> &str {
    &line[trim_end(line).len()..]
}

pub(super) fn overlaps(left: &Range<usize>, right: &Range<usize>) -> bool {
    left.start < right.end && right.start < left.end
}

/// The lines of the range and of the marker, in order.
fn items<'t>(
    marker: &'t Marker,
    place: &MarkerMatch,
    file: &[&'t str],
    in_payload: &HashSet<&str>,
) -> Vec<Item<'t>> {
    let start = place.range.start;
    debug_assert_eq!(extent(&place.alignment), place.range);
    let item = |line, is_marked, text| Item { line, is_marked, shows_end: false, text, fate: Fate::Stays };
    let mut items = Vec::new();
    let mut next = start;
    let in_vain = blanks_in_vain(marker, place);
    for ((marked, line), in_vain) in marker.lines.lines.iter().zip(&place.alignment).zip(in_vain) {
        let Some(line) = *line else {
            if !is_blank(marked) || in_vain {
                items.push(item(None, true, trim(marked)));
            }
            continue;
        };
        items.extend((next..line).map(|line| item(Some(line), false, trim(file[line - start]))));
        let shows_end = trailing(marked) == trailing(file[line - start]) && !trailing(marked).is_empty();
        let (own, marked) = (trim(file[line - start]), trim(marked));
        let is_meant_by_own_text = in_payload.contains(own) && !in_payload.contains(marked);
        let text = if is_meant_by_own_text { own } else { marked };
        items.push(Item { shows_end, ..item(Some(line), true, text) });
        next = line + 1;
    }
    items
}

/// For each line of the marker, whether it is blank and neither it nor a blank line beside it stands in the file: then a
/// payload that repeats it brings nothing new. Where the file has one of them, that one stands for all.
fn blanks_in_vain(marker: &Marker, place: &MarkerMatch) -> Vec<bool> {
    let lines: Vec<_> = marker.lines.lines.iter().zip(&place.alignment).collect();
    let runs = lines.chunk_by(|(one, _), (other, _)| is_blank(one) == is_blank(other));
    let in_vain = runs.flat_map(|run| {
        let is_in_vain = run.iter().all(|(line, place)| is_blank(line) && place.is_none());
        std::iter::repeat_n(is_in_vain, run.len())
    });
    in_vain.collect()
}

/// Compares the items with the payload, decides the fate of each, and returns the payload's lines that come, each run
/// with the items in whose place it comes.
fn compare(
    items: &mut [Item<'_>],
    payload: &[String],
    file: &[&str],
    start: usize,
) -> Vec<(Range<usize>, Range<usize>)> {
    let old: Vec<&str> = items.iter().map(|item| item.text).collect();
    let new: Vec<&str> = payload.iter().map(|line| trim(line)).collect();
    let mut added = Vec::new();
    for op in similar::capture_diff_slices(Algorithm::Patience, &old, &new) {
        let (old, new) = (op.old_range(), op.new_range());
        if let DiffOp::Equal { .. } = op {
            for (item, at) in items[old].iter_mut().zip(new) {
                let line = &payload[at];
                let is_as_deep = |own: usize| {
                    is_blank(line) || indentation(&fold(file[own - start])) == indentation(&fold(line))
                };
                // Blanks at the end that the marker shows and the payload does not are to go.
                let loses_end = item.shows_end && trailing(line).is_empty();
                let is_same = !loses_end && item.line.is_none_or(is_as_deep);
                item.fate = if is_same { Fate::Stays } else { Fate::GivesWayTo(at) };
            }
            continue;
        }
        items[old.clone()].iter_mut().for_each(|item| item.fate = Fate::Goes);
        if !new.is_empty() {
            added.push((old, new));
        }
    }
    added
}

/// Of blank lines that follow each other, lets the payload's be those that the marker has. Which of them a comparison
/// pairs is an accident, and the marker leaving one out does not mean that it goes.
fn prefer_marked_blanks(items: &mut [Item<'_>]) {
    for run in items.chunk_by_mut(|one, other| one.text.is_empty() && other.text.is_empty()) {
        let mut gone: Vec<usize> =
            (0..run.len()).rev().filter(|at| run[*at].is_marked && run[*at].fate == Fate::Goes).collect();
        for at in 0..run.len() {
            if !run[at].is_marked && run[at].fate == Fate::Stays && run[at].text.is_empty() {
                let Some(other) = gone.pop() else { break };
                run[other].fate = Fate::Stays;
                run[at].fate = Fate::Goes;
            }
        }
    }
}

/// Keeps lines that marker and payload both leave out, if the nearest matched line on either side stays.
fn spare_left_out(items: &mut [Item<'_>], file: &[&str], start: usize) {
    let stays_beside: Vec<[bool; 2]> = {
        let down = nearest_stays(items.iter(), file, start);
        let mut up = nearest_stays(items.iter().rev(), file, start);
        up.reverse();
        down.into_iter().zip(up).map(|(above, below)| [above, below]).collect()
    };
    for (item, beside) in items.iter_mut().zip(stays_beside) {
        if !item.is_marked && item.fate == Fate::Goes && beside.contains(&true) {
            item.fate = Fate::Stays;
        }
    }
}

/// For each item, whether the matched line that was passed last stays; a line that is not blank looks past blank ones.
fn nearest_stays<'i, 't: 'i>(
    items: impl Iterator<Item = &'i Item<'t>>,
    file: &[&str],
    start: usize,
) -> Vec<bool> {
    let (mut any, mut solid) = (false, false);
    let passed = items.map(|item| {
        let Some(line) = item.line else { return false };
        let blank = is_blank(file[line - start]);
        let answer = if blank { any } else { solid };
        if item.is_marked {
            any = item.fate == Fate::Stays;
            solid = if blank { solid } else { any };
        }
        answer
    });
    passed.collect()
}

/// The edits that carry the fates out. "Added lines follow the last removed line of their block."
fn edits<'p>(
    items: &[Item<'_>],
    added: &[(Range<usize>, Range<usize>)],
    payload: &'p [String],
    file: &[&str],
    start: usize,
) -> LineEdits<'p> {
    let mut edits = LineEdits::default();
    for item in items {
        let Some(line) = item.line.filter(|_| item.fate != Fate::Stays) else { continue };
        edits.remove(line);
        if let Fate::GivesWayTo(at) = item.fate {
            edits.add(line + 1, [NewLine::plain(&payload[at])]);
        }
    }
    for (old, new) in added {
        let at = place_of_added(items, old, file, start);
        edits.add(at, payload[new.clone()].iter().map(NewLine::plain));
    }
    edits
}

/// The line of the file before which lines go that come in the place of the items `old`.
///
/// "Added lines follow the last removed line of their block." Where nothing goes they stand next to a line with text,
/// before a line that changes its indentation or behind the line above; what the marker left out there makes room.
fn place_of_added(items: &[Item<'_>], old: &Range<usize>, file: &[&str], start: usize) -> usize {
    let gone = items[old.clone()].iter().rev().find(|item| item.fate != Fate::Stays && item.line.is_some());
    if let Some(line) = gone.and_then(|item| item.line) {
        return line + 1;
    }
    let is_solid = |line: usize| !is_blank(file[line - start]);
    let marked = |item: &&Item<'_>| item.is_marked && item.line.is_some();
    let above = items[..old.start].iter().rev().find(marked);
    let below = items[old.start..].iter().find(marked);
    let goes_below = below.is_some_and(|below| {
        let changes_beside =
            |above: &Item<'_>| above.fate == Fate::Stays && matches!(below.fate, Fate::GivesWayTo(_));
        below.line.is_some_and(is_solid)
            && above.is_none_or(|above| !above.line.is_some_and(is_solid) || changes_beside(above))
    });
    let directly_above = items[..old.start].iter().rev().find_map(|item| item.line);
    match below.filter(|_| goes_below).and_then(|below| below.line) {
        Some(line) => line,
        None => above.and_then(|item| item.line).or(directly_above).map_or(start, |line| line + 1),
    }
}
