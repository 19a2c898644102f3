//! Detects changes that are already applied at the place that a line number or an anchor names.
//!
//! If the old lines of such a hunk also occur further on, that place is another one: the hunk must not be applied
//! there.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::choose::{
    AnchorPlaces, LineNumbers, LocatedHunk, anchor_places, claimed_line, first_below_all, nearest,
};
use super::equal::AllLines;
use super::hash::HashedMap;
use super::haystack::{Haystack, extent};
use super::hunk::{Candidate, Candidates};
use super::marker::{find_applied, find_applied_shifted, is_uniform_code, shows_change};
use super::rung::{AS_WRITTEN, BlankLines, Form, HUNK_LADDER};
use crate::ir::{Hunk, Tag};
use crate::text::Buffer;
use crate::text::ends_block;
use crate::text::normal::{indentation, is_blank, is_closing_line};

/// Places of a hunk's old lines and of its new lines, from the top.
struct Places {
    list: Vec<Candidate>,
    /// For each place, whether the new lines are there.
    is_new: Vec<bool>,
}

/// The places where the change of a hunk is already applied.
pub(super) enum AppliedPlaces {
    /// There are none, or the hunk is at the place that it names.
    None,
    /// The hunk only removes lines, has no context, and is found neither at its line number nor at its depth: nothing
    /// shows that this place is meant.
    Unplaced,
    /// The hunk names this place.
    Named(Range<usize>),
    /// The new lines are at this place as written, and the old lines elsewhere at another depth.
    AtOtherDepth(Range<usize>),
    /// The hunk may name one of these places by a definition around it.
    Unnamed(Vec<Range<usize>>),
}

/// Searches for applied changes of a section's hunks; equal hunks share their places.
pub(super) struct AppliedSearch<'h, 'n> {
    numbers: &'n LineNumbers,
    places: HashedMap<AllLines<'h>, Places>,
}

impl<'h, 'n> AppliedSearch<'h, 'n> {
    /// Creates a search for hunks with these line numbers.
    pub(super) fn with(numbers: &'n LineNumbers) -> Self {
        Self { numbers, places: HashedMap::default() }
    }

    /// Returns whether the change of a hunk is already applied where its line number or its anchors say.
    pub(super) fn look_for(
        &mut self,
        haystack: &mut Haystack<'_, '_>,
        anchors: &mut AnchorPlaces<'h>,
        located: LocatedHunk<'h, '_>,
    ) -> AppliedPlaces {
        let numbers = self.numbers;
        let LocatedHunk { hunk, candidates, .. } = located;
        let claimed = claimed_line(hunk);
        if claimed.is_some_and(|claimed| candidates.begins_at(claimed)) {
            return AppliedPlaces::None;
        }
        if claimed.is_some() && is_bare_removal(hunk) && !candidates.rung.keeps_indentation() {
            return AppliedPlaces::Unplaced;
        }
        if claimed.is_none() && hunk.anchors.is_empty() {
            let made = applied_as_written(haystack, hunk, candidates);
            let made = made.filter(|at| !candidates.leaves_removed(hunk, at));
            let is_whole = matches!(candidates.rung.form, Form::Trimmed | Form::Folded)
                && candidates.rung.blank_lines == BlankLines::Count;
            let standing = if is_whole { AppliedPlaces::AtOtherDepth } else { AppliedPlaces::Named };
            return made.map_or(AppliedPlaces::None, standing);
        }
        let places = self.places.entry(AllLines(hunk));
        let places = places.or_insert_with(|| Places::of(haystack, hunk, candidates));
        if places.list.len() == candidates.list.len() {
            let left = left_at_number(haystack, numbers, (hunk, candidates))
                .or_else(|| left_below(haystack, anchors, located));
            return left.map_or(AppliedPlaces::None, AppliedPlaces::Named);
        }
        let by_number = claimed.and_then(|claimed| {
            // Writers who do not count lines give every hunk the first line.
            if claimed == 0 {
                return places.list.first().filter(|own| own.start == 0).map(|_| 0);
            }
            let at = nearest(claimed, &places.list)?;
            let by = numbers.distance_beside(claimed, candidates);
            let corrected = nearest(claimed.checked_add_signed(by)?, &places.list);
            (corrected == Some(at)).then_some(at)
        });
        let by_anchor = || {
            let above = anchor_places(haystack, anchors, hunk).unwrap_or_default();
            first_below_all(&above, &places.list)
        };
        match by_number.or_else(by_anchor) {
            Some(at) if places.is_new[at] => AppliedPlaces::Named(places.list[at].extent.clone()),
            Some(_) => AppliedPlaces::None,
            None if hunk.anchors.is_empty() => AppliedPlaces::None,
            None => AppliedPlaces::Unnamed(places.new_ones()),
        }
    }
}

/// Returns the place of the remaining lines of a hunk that only removes lines, if they are exactly at its line number:
/// the removed lines are then already gone. A place that is off by as much as the nearest other hunk is the intended
/// one instead.
fn left_at_number(
    haystack: &mut Haystack<'_, '_>,
    numbers: &LineNumbers,
    (hunk, candidates): (&Hunk, &Candidates),
) -> Option<Range<usize>> {
    let claimed = claimed_line(hunk).filter(|line| *line > 0 && numbers.is_own(*line))?;
    let (_, new) = candidates.sides(hunk);
    let adds = hunk.lines.iter().any(|line| line.tag == Tag::Added);
    let corrected = claimed.checked_add_signed(numbers.distance_beside(claimed, candidates));
    let is_off_alike = corrected.is_some_and(|line| candidates.begins_at(line));
    if adds || is_off_alike || !new.iter().any(|line| line.contains(char::is_alphanumeric)) {
        return None;
    }
    let number = hunk.new_line_hint.map_or(claimed, |line| line.saturating_sub(1));
    // The lines to be removed are still there.
    if candidates.begins_at(number) {
        return None;
    }
    haystack.find_at(AS_WRITTEN[1], &new, number).map(|found| extent(&found))
}

/// The number of lines below an anchor in which the remaining lines of a hunk are searched for.
const NEAR_ANCHOR: usize = 50;

/// Returns the place of the remaining lines of a hunk below the only line that its anchors name, if all places of its
/// old lines are above that, or if the hunk only removes lines and the places are behind the block that this line heads:
/// the removed lines are then already gone.
fn left_below<'h>(
    haystack: &mut Haystack<'_, '_>,
    anchors: &mut AnchorPlaces<'h>,
    located: LocatedHunk<'h, '_>,
) -> Option<Range<usize>> {
    let LocatedHunk { hunk, candidates, .. } = located;
    let [anchor] = anchor_places(haystack, anchors, hunk)?[..] else { return None };
    let end = match named_below(haystack, anchors, located) {
        Some(_) => anchor + NEAR_ANCHOR,
        None => {
            let end = end_of_block(haystack.buffer, anchor)?;
            let is_outside = |own: &Candidate| own.extent.end <= anchor || own.extent.start >= end;
            let adds = hunk.lines.iter().any(|line| line.tag == Tag::Added);
            (!adds && candidates.list.iter().all(is_outside)).then_some(end)?
        }
    };
    let (_, new) = candidates.sides(hunk);
    let says_something = |line: &&str| line.chars().any(char::is_alphanumeric);
    if !new.iter().any(says_something) {
        return None;
    }
    let mut found = AS_WRITTEN.iter().flat_map(|rung| haystack.find(*rung, &new)).map(|own| extent(&own));
    found.find(|own| (anchor..end).contains(&own.start))
}

/// Returns the line behind the block that a line heads, by indentation: the first one that is no deeper and closes
/// nothing.
fn end_of_block(buffer: &Buffer, heading: usize) -> Option<usize> {
    let depth = |line: usize| {
        let text = buffer.line(line);
        (!is_blank(&text)).then(|| (indentation(&text).len(), is_closing_line(&text)))
    };
    let (own, _) = depth(heading)?;
    let mut below = (heading + 1..buffer.line_count()).filter_map(|line| Some((line, depth(line)?)));
    below.next().filter(|(_, (first, _))| *first > own)?;
    below.find(|(_, (depth, closes))| *depth <= own && !closes).map(|(line, _)| line)
}

/// Returns the only line that the anchors of a hunk name, if all places of the hunk are above it.
pub(super) fn named_below<'h>(
    haystack: &mut Haystack<'_, '_>,
    anchors: &mut AnchorPlaces<'h>,
    located: LocatedHunk<'h, '_>,
) -> Option<usize> {
    let LocatedHunk { hunk, candidates, .. } = located;
    let [anchor] = anchor_places(haystack, anchors, hunk)?[..] else { return None };
    candidates.list.last().is_none_or(|lowest| lowest.extent.end <= anchor).then_some(anchor)
}

/// Returns the place where the new lines of a hunk match as written, blank lines included, although its old lines only
/// match on a looser rung.
fn applied_as_written(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    candidates: &Candidates,
) -> Option<Range<usize>> {
    let [only] = &candidates.list[..] else { return None };
    let mut lines = hunk.lines.iter().zip(&only.alignment);
    let lacks_lines = lines.any(|(line, at)| line.tag != Tag::Added && at.is_none());
    let is_free = lacks_lines || !AS_WRITTEN.contains(&candidates.rung);
    // Lines that are only added may be anywhere.
    let names_place = hunk.lines.iter().any(|line| line.tag != Tag::Added && !is_blank(&line.text));
    let (old, new) = candidates.sides(hunk);
    // Brackets alone occur anywhere, as do block ends around removed lines.
    let adds = hunk.lines.iter().any(|line| line.tag == Tag::Added);
    let says_something = new.iter().any(|line| !is_closing_line(line) && (adds || !ends_block(line)));
    if !is_free || !names_place || !says_something || !shows_change(&old, &new) {
        return None;
    }
    let has_context =
        hunk.lines.iter().any(|line| line.tag == Tag::Context && line.text.contains(char::is_alphanumeric));
    // The original place of the hunk would have matched on a stricter rung before.
    let stricter = HUNK_LADDER.iter().take_while(|rung| has_context && **rung != candidates.rung);
    let rungs = AS_WRITTEN.iter().chain(stricter.skip(AS_WRITTEN.len()));
    let mut found = rungs.map(|rung| haystack.find(*rung, &new)).find(|found| !found.is_empty())?;
    let only = found.pop().filter(|_| found.is_empty())?;
    is_uniform_code(haystack, &only, &new).then(|| extent(&only))
}

/// Returns changes that are already applied at the line numbers of a section's hunks, all off by the same amount,
/// although the old lines of all of them also occur elsewhere, further away: for example in a class that is a copy of
/// the changed one.
pub(super) fn applied_at_numbers(
    haystack: &mut Haystack<'_, '_>,
    hunks: &[Hunk],
    numbers: &LineNumbers,
    located: &[(usize, Rc<Candidates>)],
) -> HashMap<usize, Range<usize>> {
    let mut made = HashMap::new();
    let mut common: Option<isize> = None;
    for (at, found) in located {
        let hunk = &hunks[*at];
        let told = claimed_line(hunk).filter(|line| numbers.is_own(*line)).zip(hunk.new_line_hint);
        let Some((claimed, new_number)) = told.filter(|(claimed, _)| !found.begins_at(*claimed)) else {
            return HashMap::new();
        };
        let (old, new) = found.sides(hunk);
        if !shows_change(&old, &new) {
            continue;
        }
        let lead = new.iter().take_while(|line| is_blank(line)).count() as isize;
        let off = |start: usize, number: usize| start as isize - number as isize;
        let standing = find_applied(haystack, &new)
            .into_iter()
            .map(|own| (off(own.start, new_number.saturating_sub(1)) - lead, own));
        let Some((by, own)) = standing.min_by_key(|(by, _)| by.abs()) else { return HashMap::new() };
        let is_apart = |old: &Candidate| old.extent.end <= own.start || own.end <= old.extent.start;
        let is_nearer = |old: &Candidate| 2 * by.abs() <= off(old.start, claimed).abs();
        let is_nearest = found.list.iter().all(|old| is_apart(old) && is_nearer(old));
        if !is_nearest || *common.get_or_insert(by) != by {
            return HashMap::new();
        }
        made.insert(*at, own);
    }
    made
}

/// Returns whether a hunk only removes lines, and has no context.
pub(super) fn is_bare_removal(hunk: &Hunk) -> bool {
    let mut solid = hunk.lines.iter().filter(|line| !is_blank(&line.text));
    solid.all(|line| line.tag == Tag::Removed)
}

impl Places {
    fn of(haystack: &mut Haystack<'_, '_>, hunk: &Hunk, candidates: &Candidates) -> Self {
        let mut all: Vec<(Candidate, bool)> =
            candidates.list.iter().map(|own| (own.clone(), false)).collect();
        let (old, new) = candidates.sides(hunk);
        if shows_change(&old, &new) {
            let is_apart = |at: &Range<usize>| {
                let below = candidates.list.partition_point(|own| own.extent.end <= at.start);
                candidates.list.get(below).is_none_or(|own| own.extent.start >= at.end)
            };
            let mut found = find_applied(haystack, &new);
            if !candidates.rung.keeps_indentation() {
                found.extend(find_applied_shifted(haystack, &new));
            }
            let found = found.into_iter().filter(is_apart);
            all.extend(found.map(|extent| (Candidate::applied_at(extent), true)));
        }
        all.sort_by_key(|(own, _)| own.start);
        all.dedup_by(|below, above| below.1 && above.1 && below.0.extent == above.0.extent);
        let (list, is_new) = all.into_iter().unzip();
        Self { list, is_new }
    }

    fn new_ones(&self) -> Vec<Range<usize>> {
        let new = self.list.iter().zip(&self.is_new).filter(|(_, is_new)| **is_new);
        new.map(|(own, _)| own.extent.clone()).collect()
    }
}
