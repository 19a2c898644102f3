//! Chooses among equally good places of hunks: by line number, by anchors, and by the order of the section's hunks.
//!
//! Each of these may select a place; none may reject the only place.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::haystack::Haystack;
use super::hunk::{Candidate, Candidates, last_solid_line};
use super::rung::Form;
use crate::ir::{Hunk, HunkLine, Tag};
use crate::text::CommentScanner;
use crate::text::normal::{indentation, is_blank, trim, trim_start};

/// The places that remain possible for a hunk, as a range of its candidates.
type OpenChoice = Range<usize>;

/// The places of the lines that anchors name, by their text.
#[derive(Default)]
pub(super) struct AnchorPlaces<'h> {
    equal: HashMap<&'h str, Vec<usize>>,
    /// The numbers of all lines by their code, once an anchor was compared without comments.
    by_code: Option<HashMap<String, Vec<usize>>>,
}

impl<'h> AnchorPlaces<'h> {
    /// Returns the lines that equal `anchor`, trimmed.
    pub(super) fn of(&mut self, haystack: &mut Haystack<'_, '_>, anchor: &'h str) -> &[usize] {
        let anchor = trim(anchor);
        self.equal.entry(anchor).or_insert_with(|| {
            if anchor.is_empty() {
                return Vec::new();
            }
            haystack.lines_equal_to(anchor)
        })
    }

    /// Returns the lines that equal `anchor` without the comments of both.
    pub(super) fn of_code(&mut self, haystack: &mut Haystack<'_, '_>, anchor: &str) -> &[usize] {
        let code = |scanner: &CommentScanner<'_>| {
            Form::Code.of(scanner.without_trailing_comment(trim(anchor))).into_owned()
        };
        let Some(code) = haystack.index.scanner().map(code).filter(|code| !code.is_empty()) else {
            return &[];
        };
        let lines = self.by_code.get_or_insert_with(|| {
            let mut lines: HashMap<String, Vec<usize>> = HashMap::new();
            for line in 0..haystack.buffer.line_count() {
                let own = haystack.index.line_in(haystack.buffer, Form::Code, line).into_owned();
                lines.entry(own).or_default().push(line);
            }
            lines
        });
        lines.get(&code).map_or(&[], Vec::as_slice)
    }
}

/// A hunk with the places of its old lines.
#[derive(Clone, Copy)]
pub(super) struct LocatedHunk<'h, 'c> {
    pub(super) hunk: &'h Hunk,
    pub(super) candidates: &'c Candidates,
    /// The lines that contain the intended place, if the hunk fits several places.
    pub(super) scope: Option<&'c Range<usize>>,
}

/// Returns the candidates that remain after line numbers and anchors are applied, and what selected them.
pub(super) fn narrow<'h>(
    haystack: &mut Haystack<'_, '_>,
    anchors: &mut AnchorPlaces<'h>,
    numbers: &LineNumbers,
    located: LocatedHunk<'h, '_>,
) -> (OpenChoice, Chooser) {
    let LocatedHunk { hunk, candidates, scope } = located;
    let all = 0..candidates.list.len();
    if candidates.list.len() == 1 {
        return (all, Chooser::Other);
    }
    let is_exact = candidates.rung.form == Form::Exact;
    let edge = if is_exact { EdgePlace::of(haystack, hunk, &candidates.list) } else { None };
    let by_number = if is_exact { numbers.choose(hunk, &candidates.list) } else { None };
    let by_number = by_number.filter(|at| match &edge {
        Some(edge) => edge.at == *at || numbers.names(hunk, candidates.list[*at].start),
        None => true,
    });
    let places = anchor_places(haystack, anchors, hunk).unwrap_or_default();
    if let Some(at) = by_number {
        let own = &candidates.list[at];
        // If the number is not exact, and the anchor is below the place, one of the two is wrong.
        let is_above_anchors = !places.is_empty() && places.iter().all(|place| own.extent.start < *place);
        let is_doubtful = is_above_anchors && claimed_line(hunk) != Some(own.start);
        return (if is_doubtful { all } else { at..at + 1 }, Chooser::Other);
    }
    match first_below_all(&places, &candidates.list) {
        Some(at)
            // The heading in a diff is the nearest line of its kind above the hunk: if several places are below it,
            // each may be intended.
            if hunk.line_hint.is_none() || places_in_same_block(haystack, &places, &candidates.list[at..]).is_empty() =>
        {
            (at..at + 1, Chooser::Anchor)
        }
        _ => {
            let open = confine(candidates, scope);
            let only = edge.filter(|edge| edge.is_certain && open.contains(&edge.at));
            (only.map_or(open, |edge| edge.at..edge.at + 1), Chooser::Other)
        }
    }
}

/// Programs show so many lines around a change.
const SHOWN: usize = 3;

/// The place at an end of the text among those of a hunk that has context on the other side only, as it is written there.
///
/// Only an exact number tells more of where such a hunk stands: one that is merely nearer to another place is wrong.
struct EdgePlace {
    at: usize,
    /// Whether the hunk was made by a program, which leaves out context at the end of the text only. Where the text
    /// begins, the number would be right.
    is_certain: bool,
}

impl EdgePlace {
    fn of(haystack: &Haystack<'_, '_>, hunk: &Hunk, list: &[Candidate]) -> Option<Self> {
        claimed_line(hunk)?;
        let is_context = |line: &&HunkLine| line.tag == Tag::Context;
        let above = hunk.lines.iter().take_while(is_context).count();
        let below = hunk.lines.iter().rev().take_while(is_context).count();
        match (above, below) {
            (1.., 0) => {
                let end = last_solid_line(haystack).map_or(0, |line| line + 1);
                // Where the hunk was applied before, what it adds is behind its place.
                let is_last = |own: &&Candidate| {
                    own.extent.end >= end || ends_with_added(haystack, hunk, own.extent.end..end)
                };
                let last = list.last().filter(is_last);
                let is_certain = above >= SHOWN && hunk.counts_match;
                last.map(|_| Self { at: list.len() - 1, is_certain })
            }
            (0, 1..) => {
                let first = list.first().filter(|own| own.extent.start == 0);
                first.map(|_| Self { at: 0, is_certain: false })
            }
            _ => None,
        }
    }
}

/// Whether some lines of the text are those that a hunk adds last.
fn ends_with_added(haystack: &Haystack<'_, '_>, hunk: &Hunk, lines: Range<usize>) -> bool {
    let first = hunk.lines.iter().rposition(|line| line.tag != Tag::Added).map_or(0, |at| at + 1);
    let last = hunk.lines.iter().rposition(|line| !is_blank(&line.text)).map_or(0, |at| at + 1);
    let added = hunk.lines.get(first..last).unwrap_or_default();
    added.len() == lines.len()
        && lines.zip(added).all(|(line, own)| haystack.buffer.line(line) == own.text.as_str())
}

/// The maximum number of lines below a heading that are searched for the next heading.
const FAR: usize = 2000;

/// Returns the places of `list` after the first that are below the same heading as the first: before the next line that
/// is not deeper and begins with a word. If such a line is above the first place, too, the heading is not the nearest
/// one, as with a namespace whose definitions are as deep as itself, and does not show which place is intended.
fn places_in_same_block<'c>(
    haystack: &Haystack<'_, '_>,
    places: &[usize],
    list: &'c [Candidate],
) -> &'c [Candidate] {
    let [first, others @ ..] = list else { return &[] };
    let Some(last) = others.last() else { return &[] };
    let Some(heading) = places.iter().rev().find(|place| **place <= first.extent.start) else { return &[] };
    let begins = begins_beside(haystack, *heading);
    if (heading + 1..first.extent.start).take(FAR).any(|line| begins(&line)) {
        return others;
    }
    let below = first.extent.end..last.extent.start.min(heading + FAR);
    let end = below.clone().find(begins).unwrap_or(usize::MAX);
    &others[..others.partition_point(|own| own.extent.start <= end)]
}

/// Returns a predicate for lines that are not deeper than a heading and begin with a word: they end the block of the
/// heading.
fn begins_beside(haystack: &Haystack<'_, '_>, heading: usize) -> impl Fn(&usize) -> bool {
    let buffer = haystack.buffer;
    let deep = indentation(&buffer.line(heading)).len();
    move |line| {
        let text = buffer.line(*line);
        let is_named =
            trim_start(&text).starts_with(|char: char| char.is_alphabetic() || matches!(char, '_' | '$'));
        is_named && indentation(&text).len() <= deep
    }
}

/// Returns the first of several equal lines below a heading, if only that one is in the heading's block; `next` is the
/// second one.
pub(super) fn only_within(
    haystack: &Haystack<'_, '_>,
    heading: usize,
    [first, next]: [usize; 2],
) -> Option<usize> {
    let begins = begins_beside(haystack, heading);
    let end = haystack.buffer.line_count().min(heading + FAR);
    let is_within = first < end && !(heading + 1..first).any(|line| begins(&line));
    (is_within && (first + 1..=next.min(end)).any(|line| begins(&line))).then_some(first)
}

/// Returns the line of an anchor that chose the first of several places below it, and the other places.
pub(super) fn unchosen_places<'h, 'c>(
    haystack: &mut Haystack<'_, '_>,
    anchors: &mut AnchorPlaces<'h>,
    hunk: &'h Hunk,
    list: &'c [Candidate],
) -> Option<(usize, &'c [Candidate])> {
    let places = anchor_places(haystack, anchors, hunk)?;
    let others = places_in_same_block(haystack, &places, list);
    let anchor = *places.iter().rev().find(|place| **place <= list[0].extent.start)?;
    (!others.is_empty()).then_some((anchor, others))
}

/// What narrowed the places of a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Chooser {
    /// Only an anchor: the first place below it is chosen.
    Anchor,
    /// A line number, or nothing.
    Other,
}

/// Returns the hunks, as indexes into `hunks`, for which an anchor chose a place above that of the preceding hunk:
/// either the first place below the anchor is not intended, or the hunks are not in order.
pub(super) fn against_order(hunks: &[(&Candidates, OpenChoice)], choosers: &[Chooser]) -> Vec<usize> {
    let mut above: Option<&Candidate> = None;
    let mut found = Vec::new();
    for (at, ((candidates, options), chooser)) in hunks.iter().zip(choosers).enumerate() {
        let [only] = &candidates.list[options.clone()] else { continue };
        if *chooser == Chooser::Anchor && above.is_some_and(|above| !follows(above, only)) {
            found.push(at);
        }
        above = Some(only);
    }
    found
}

/// Returns the candidates that begin within `scope`, or all if none does.
fn confine(candidates: &Candidates, scope: Option<&Range<usize>>) -> OpenChoice {
    let list = &candidates.list;
    let Some(scope) = scope else { return 0..list.len() };
    let from = list.partition_point(|candidate| candidate.extent.start < scope.start);
    let to = list.partition_point(|candidate| candidate.extent.start < scope.end);
    if from < to { from..to } else { 0..list.len() }
}

/// The reliability of the line numbers of a section's hunks.
///
/// A number that two hunks share is invented. If a hunk with a single place is not at its number, its neighbors may not
/// be either: a place is not chosen if it is the nearest by the number alone, but not after this distance is added.
#[derive(Debug, Default)]
pub(super) struct LineNumbers {
    /// Lines (from 0) at which several hunks claim to begin.
    shared: HashSet<usize>,
    /// Those of them at which all claiming hunks are the same hunk, sent more than once.
    repeated: HashSet<usize>,
    /// The claimed lines of hunks that have a single place, and the distances of the places below them, in the order of
    /// the claims.
    known: Vec<(usize, isize)>,
}

impl LineNumbers {
    /// Collects the numbers of all hunks, and the distances of those that have a single place.
    pub(super) fn of(hunks: &[Hunk], located: &[(usize, Rc<Candidates>)]) -> Self {
        let mut first: HashMap<usize, &Hunk> = HashMap::new();
        let (mut shared, mut differing) = (HashSet::new(), HashSet::new());
        for hunk in hunks {
            let Some(line) = claimed_line(hunk) else { continue };
            let before = *first.entry(line).or_insert(hunk);
            if !std::ptr::eq(before, hunk) {
                shared.insert(line);
                differing.extend((!is_same_hunk(before, hunk)).then_some(line));
            }
        }
        let repeated = &shared - &differing;
        let mut known: Vec<(usize, isize)> = located
            .iter()
            .filter_map(|(at, found)| {
                let claimed = claimed_line(&hunks[*at])?;
                let [only] = &found.list[..] else { return None };
                Some((claimed, only.start as isize - claimed as isize))
            })
            .collect();
        known.sort_unstable();
        Self { shared, repeated, known }
    }

    /// Returns whether at most one hunk claims to begin at a line.
    pub(super) fn is_own(&self, line: usize) -> bool {
        !self.shared.contains(&line)
    }

    /// Whether the number of a hunk is that of a line, or is so once the hunks beside it are minded.
    fn names(&self, hunk: &Hunk, line: usize) -> bool {
        let by = |claimed: usize| [Some(0), Some(self.distance_near(claimed)), self.agreed_distance(claimed)];
        claimed_line(hunk).is_some_and(|claimed| {
            by(claimed).into_iter().flatten().any(|by| claimed.checked_add_signed(by) == Some(line))
        })
    }

    /// Returns the index of the candidate that the hunk's number selects, if any.
    fn choose(&self, hunk: &Hunk, list: &[Candidate]) -> Option<usize> {
        let claimed = claimed_line(hunk)?;
        let standing_at = |line: usize| list.binary_search_by_key(&line, |candidate| candidate.start).ok();
        if self.repeated.contains(&claimed) {
            return standing_at(claimed);
        }
        if self.shared.contains(&claimed) {
            return None;
        }
        let by_neighbours = self.agreed_distance(claimed).and_then(|by| claimed.checked_add_signed(by));
        match (standing_at(claimed), by_neighbours.and_then(standing_at)) {
            (None, Some(at)) => return Some(at),
            // Writers who do not count lines give every hunk the first line.
            (None, None) if claimed == 0 => return None,
            _ => {}
        }
        let by_number = nearest(claimed, list);
        let Some(corrected) = claimed.checked_add_signed(self.distance_near(claimed)) else {
            return by_number;
        };
        let by_both = nearest(corrected, list)?;
        by_number.is_none_or(|at| at == by_both).then_some(by_both)
    }

    /// Returns the distance from their numbers of the nearest hunks above and below that have a single place, if they
    /// agree: the file between them is then as long as the patch assumes.
    fn agreed_distance(&self, claimed: usize) -> Option<isize> {
        let below = self.known.partition_point(|(own, _)| *own <= claimed);
        let (above, below) = (self.known.get(below.checked_sub(1)?)?, self.known.get(below)?);
        (above.1 == below.1).then_some(above.1)
    }

    /// Returns the distance from its number of the nearest other hunk above that has a single place, or else of the
    /// nearest below.
    pub(super) fn distance_beside(&self, claimed: usize, own: &Candidates) -> isize {
        let known = |at: usize| self.known.get(at).copied();
        let below = self.known.partition_point(|(line, _)| *line <= claimed);
        let is_own = |(line, by): &(usize, isize)| {
            let only = own.list.first().filter(|_| own.list.len() == 1);
            *line == claimed && only.is_some_and(|only| only.start as isize - claimed as isize == *by)
        };
        let above = below.checked_sub(1).and_then(known);
        let above = match above.filter(|own| !is_own(own)) {
            None => below.checked_sub(2).and_then(known),
            above => above,
        };
        above.or_else(|| known(below)).map_or(0, |(_, distance)| distance)
    }

    /// Returns the distance from its number of the nearest hunk above that has a single place, or else of the nearest
    /// below; 0 if there is none.
    fn distance_near(&self, claimed: usize) -> isize {
        let above = self.known.partition_point(|(own, _)| *own <= claimed);
        let near = above.checked_sub(1).and_then(|at| self.known.get(at)).or(self.known.first());
        near.map_or(0, |(_, distance)| *distance)
    }
}

/// Returns whether two hunks make the same change to the same lines.
fn is_same_hunk(first: &Hunk, second: &Hunk) -> bool {
    let lines = |hunk: &Hunk| hunk.lines.len();
    let mut pairs = first.lines.iter().zip(&second.lines);
    lines(first) == lines(second) && pairs.all(|(own, other)| own.tag == other.tag && own.text == other.text)
}

/// The distances between the places of a section's hunks and their line numbers.
pub(super) struct Distances(Vec<(usize, isize)>);

impl Distances {
    /// Returns the distances of the hunks (index from 0) that begin at these lines.
    pub(super) fn of(hunks: &[Hunk], starts: impl Iterator<Item = (usize, usize)>) -> Self {
        let known = starts.filter_map(|(at, start)| {
            let claimed = claimed_line(&hunks[at])?;
            Some((claimed, start as isize - claimed as isize))
        });
        let mut known: Vec<_> = known.collect();
        known.sort_unstable();
        Self(known)
    }

    /// Returns the distance for the number `claimed`: that of the nearest hunks above and below; `None` if they differ,
    /// since the file has then changed between them.
    pub(super) fn at(&self, claimed: usize) -> Option<isize> {
        let below = self.0.partition_point(|(own, _)| *own < claimed);
        let above = below.checked_sub(1).and_then(|at| self.0.get(at)).map(|(_, by)| *by);
        match (above, self.0.get(below).map(|(_, by)| *by)) {
            (Some(above), Some(below)) => (above == below).then_some(above),
            (one, other) => Some(one.or(other).unwrap_or(0)),
        }
    }
}

/// Returns the line that the hunk's number names, if the chosen place is elsewhere.
///
/// Numbers that hunks share are ignored.
pub(super) fn number_of_other_line(numbers: &LineNumbers, hunk: &Hunk, chosen: &Candidate) -> Option<usize> {
    claimed_line(hunk).filter(|line| !numbers.shared.contains(line) && *line != chosen.start)
}

/// Returns the line, from 0, at which a hunk claims that its old lines begin.
pub(super) fn claimed_line(hunk: &Hunk) -> Option<usize> {
    let hint = hunk.line_hint?;
    Some(if hunk.inserts_after_hint { hint } else { hint.saturating_sub(1) })
}

/// Returns the candidate that is clearly nearest to a line: every other one is at least twice as far away.
///
/// Numbers are wrong if files have changed or writers do not count. Among places at similar distances, the nearest is
/// hardly more likely to be the right one.
pub(super) fn nearest(wanted: usize, list: &[Candidate]) -> Option<usize> {
    let at = list.partition_point(|candidate| candidate.start < wanted);
    let distance = |at: usize| Some((list.get(at)?.start.abs_diff(wanted), at));
    // The nearest and the second nearest are among the two on either side.
    let mut near: Vec<(usize, usize)> = (at.saturating_sub(2)..at + 2).filter_map(distance).collect();
    near.sort_unstable();
    match near[..] {
        [only] => Some(only.1),
        [first, second, ..] => (second.0 >= 2 * first.0 && second.0 > first.0).then_some(first.1),
        [] => None,
    }
}

/// Returns the lines of the last anchor of a hunk, where each anchor is searched for below the preceding one.
pub(super) fn anchor_places<'h>(
    haystack: &mut Haystack<'_, '_>,
    anchors: &mut AnchorPlaces<'h>,
    hunk: &'h Hunk,
) -> Option<Vec<usize>> {
    let mut places: Option<Vec<usize>> = None;
    for anchor in &hunk.anchors {
        let found = anchors.of(haystack, anchor);
        let narrowed: Vec<usize> = match &places {
            None => found.to_vec(),
            Some(above) => {
                let first_below =
                    |place: &usize| found.get(found.partition_point(|line| line <= place)).copied();
                above.iter().filter_map(first_below).collect()
            }
        };
        // If an anchor below another one is not found, its place is unknown; a single anchor that is not found is only
        // a hint for readers.
        if narrowed.is_empty() && places.is_some() {
            return None;
        }
        if !narrowed.is_empty() {
            places = Some(narrowed);
        }
    }
    places
}

/// Returns the candidate that is the first one below every place of the anchors.
pub(super) fn first_below_all(places: &[usize], list: &[Candidate]) -> Option<usize> {
    let mut leads = places.iter().filter_map(|place| {
        let at = list.partition_point(|candidate| candidate.extent.start < *place);
        (at < list.len()).then_some(at)
    });
    let first = leads.next()?;
    leads.all(|at| at == first).then_some(first)
}

/// Returns the place of each hunk, if every hunk has one place, or the order of the hunks permits exactly one
/// assignment.
///
/// The earliest and the latest possible places are computed; if they are equal, there is no other assignment.
///
/// # Errors
/// The hunks, from 0, that remain ambiguous.
pub(super) fn assign(hunks: &[(&Candidates, OpenChoice)]) -> Result<Vec<usize>, Vec<usize>> {
    let ambiguous: Vec<usize> = (0..hunks.len()).filter(|at| hunks[*at].1.len() > 1).collect();
    if ambiguous.is_empty() {
        return Ok(hunks.iter().map(|(_, options)| options.start).collect());
    }
    match (earliest(hunks), latest(hunks)) {
        (Some(earliest), Some(latest)) if earliest == latest => Ok(earliest),
        _ => Err(ambiguous),
    }
}

/// Returns whether the changes of `below` come after those of `above`.
fn follows(above: &Candidate, below: &Candidate) -> bool {
    below.change.start >= above.change.end && below.extent.start > above.extent.start
}

fn earliest(hunks: &[(&Candidates, OpenChoice)]) -> Option<Vec<usize>> {
    let mut chosen: Vec<usize> = Vec::with_capacity(hunks.len());
    let mut above: Option<&Candidate> = None;
    for (candidates, options) in hunks {
        let list = &candidates.list[options.clone()];
        let at = above.map_or(0, |above| list.partition_point(|below| !follows(above, below)));
        above = Some(list.get(at)?);
        chosen.push(options.start + at);
    }
    Some(chosen)
}

fn latest(hunks: &[(&Candidates, OpenChoice)]) -> Option<Vec<usize>> {
    let mut chosen: Vec<usize> = Vec::with_capacity(hunks.len());
    let mut below: Option<&Candidate> = None;
    for (candidates, options) in hunks.iter().rev() {
        let list = &candidates.list[options.clone()];
        let count = below.map_or(list.len(), |below| list.partition_point(|above| follows(above, below)));
        let at = count.checked_sub(1)?;
        below = Some(&list[at]);
        chosen.push(options.start + at);
    }
    chosen.reverse();
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::resolve::lines::hunk::ContextReading;
    use crate::resolve::lines::rung::HUNK_LADDER;

    fn places(starts: &[usize], length: usize) -> Candidates {
        let list = starts.iter().map(|start| Candidate {
            alignment: Vec::new(),
            extent: *start..start + length,
            change: *start..start + length,
            start: *start,
        });
        Candidates { rung: HUNK_LADDER[0], reading: ContextReading::Prefixed, list: list.collect() }
    }

    #[track_caller]
    fn check_numbers(claims: &[usize], places_of: &[&[usize]], expected: Option<usize>) {
        let hunk = |line: &usize| Hunk { line_hint: Some(*line + 1), ..Hunk::default() };
        let hunks: Vec<Hunk> = claims.iter().map(hunk).collect();
        let located: Vec<_> =
            places_of.iter().enumerate().map(|(at, starts)| (at, Rc::new(places(starts, 1)))).collect();
        let list = &located[0].1.list;
        assert_eq!(
            LineNumbers::of(&hunks, &located).choose(&hunks[0], list).map(|at| list[at].start),
            expected
        );
    }

    #[test]
    fn the_clearly_nearest_place_is_chosen() {
        check_numbers(&[10], &[&[4, 13]], Some(13));
        check_numbers(&[10], &[&[10, 11]], Some(10));
        check_numbers(&[10], &[&[7, 13]], None);
        check_numbers(&[10], &[&[4, 14]], None);
        check_numbers(&[0], &[&[82, 104, 180]], None);
        check_numbers(&[1], &[&[8, 104, 180]], Some(8));
    }

    #[test]
    fn a_number_that_two_hunks_share_chooses_nothing() {
        check_numbers(&[0, 0], &[&[4, 13], &[20]], None);
    }

    #[test]
    fn what_a_neighbour_is_off_by_is_minded() {
        check_numbers(&[10, 30], &[&[10, 60], &[80]], None);
        check_numbers(&[10, 30], &[&[12, 60], &[32]], Some(12));
        check_numbers(&[10, 30], &[&[5, 15], &[34]], Some(15));
    }

    #[test]
    fn neighbours_that_agree_tell_how_far_numbers_are_off() {
        check_numbers(&[30, 10, 90], &[&[34, 80], &[60], &[140]], Some(80));
        check_numbers(&[30, 10, 90], &[&[34, 80], &[60], &[141]], None);
        check_numbers(&[30, 10], &[&[34, 80], &[60]], None);
        check_numbers(&[30, 10, 90], &[&[30, 80], &[60], &[140]], None);
    }

    #[test]
    fn the_first_line_is_a_number_only_where_the_hunk_stands_there() {
        check_numbers(&[0], &[&[0, 10]], Some(0));
        check_numbers(&[0], &[&[8, 104, 180]], None);
    }

    /// Returns every assignment in file order.
    fn count_all(hunks: &[Candidates], above: Option<&Candidate>) -> Vec<Vec<usize>> {
        let Some((first, rest)) = hunks.split_first() else { return vec![Vec::new()] };
        let fitting =
            first.list.iter().enumerate().filter(|(_, own)| above.is_none_or(|above| follows(above, own)));
        fitting
            .flat_map(|(at, own)| {
                count_all(rest, Some(own)).into_iter().map(move |mut rest| {
                    rest.insert(0, at);
                    rest
                })
            })
            .collect()
    }

    proptest! {
        #[test]
        fn the_order_decides_only_if_it_leaves_one_assignment(
            hunks in prop::collection::vec((prop::collection::btree_set(0_usize..12, 1..4), 1_usize..4), 1..5)
        ) {
            let hunks: Vec<Candidates> = hunks
                .iter()
                .map(|(starts, length)| places(&starts.iter().copied().collect::<Vec<_>>(), *length))
                .collect();
            let options: Vec<_> = hunks.iter().map(|own| (own, 0..own.list.len())).collect();
            prop_assume!(options.iter().any(|(_, options)| options.len() > 1));
            let all = count_all(&hunks, None);
            let expected = if let [only] = &all[..] { Some(only.clone()) } else { None };
            prop_assert_eq!(assign(&options).ok(), expected);
        }
    }
}
