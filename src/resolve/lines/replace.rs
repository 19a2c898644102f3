//! Applies `replace_text` like a hunk: decides which lines of the range are kept, removed and added.
//!
//! The payload is compared with the file's range. Each matched line of the file counts as the marker's line (or as its
//! own text, if only that occurs in the payload), every other line of the range as itself. Equal lines are context, and
//! keep the bytes of the file with their trailing comments; so a comment that a model omitted from both marker and
//! payload is not lost.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use similar::DiffOp;

use super::applied::find_whole;
use super::comment_match::{MatchedComments, are_comments};
use super::compared::{ComparedLine, Fate, PairedSide};
use super::complete::is_alike;
use super::corrected::corrected_payload;
use super::haystack::{Haystack, extent};
use super::left_out::{
    OwnedComment, blank_left_open, comment_for_another, comment_left_open, keep_left_out, owners_of_comments,
    partly_removed_comment,
};
use super::marker::{MarkerMatch, find_applied, shows_change, trimmed};
use super::problem::LinesProblem;
use super::rung::Form;
use crate::ir::Marker;
use crate::text::normal::{fold, indentation, is_blank, trailing_blanks, trim};
use crate::text::{LineEdits, Method, NewLine, align};

impl ComparedLine<'_> {
    /// Returns whether the item is a line of the file that the marker does not have, and that is not distinctive: a
    /// blank line, or a comment without a word.
    fn is_left_out_for_little(&self) -> bool {
        !self.is_marked && has_no_words(self.text)
    }
}

/// A text that no line equals.
const NO_LINE: &str = "\n";

/// Returns the edits that replace a marker's place by `payload`, which is already indented for the file; `written` is
/// the payload of the patch.
///
/// # Errors
/// The payload is already in the file, or does not determine what becomes of a line that the marker leaves out.
pub fn replace_marked(
    haystack: &mut Haystack<'_, '_>,
    marker: &Marker,
    place: &MarkerMatch,
    (payload, written): (&[String], &[String]),
) -> Result<LineEdits<'static>, LinesProblem> {
    let as_typed =
        |lines: &[String]| lines.iter().map(|line| trim(&fold(line)).to_owned()).collect::<Vec<_>>();
    let typed = [as_typed(&marker.lines.lines), as_typed(payload)];
    if place.rung.form != Form::Trimmed && shows_change(&trimmed(&typed[0]), &trimmed(&typed[1])) {
        let lines: Vec<&str> = payload.iter().map(String::as_str).collect();
        let standing = find_applied(haystack, &lines);
        let is_left = |at: &Range<usize>| leaves_marked(marker, place, payload, at);
        if let Some(at) = standing.into_iter().find(|at| overlaps(at, &place.range) && !is_left(at)) {
            return Err(LinesProblem::AlreadyApplied { at });
        }
        if place.rung.form == Form::Code
            && let Some(at) = find_whole(haystack, payload).or_else(|| find_whole(haystack, written))
            && !(overlaps(&at, &place.range) && is_left(&at))
        {
            return Err(LinesProblem::AppliedElsewhere { at, marker: place.range.clone() });
        }
    }
    let file: Vec<_> = place.range.clone().map(|line| haystack.buffer.line(line)).collect();
    let file: Vec<&str> = file.iter().map(|line| &**line).collect();
    let is_change = trimmed(&marker.lines.lines) != trimmed(payload);
    // If only blank lines change, the blank lines of the marker must be matched, too.
    let solid =
        |lines: &Vec<String>| lines.iter().filter(|line| !line.is_empty()).cloned().collect::<Vec<_>>();
    let of_blanks = is_change && solid(&typed[0]) == solid(&typed[1]);
    let named = of_blanks.then(|| with_blanks(marker, place, &file));
    let place = named.as_ref().unwrap_or(place);
    let payload = corrected_payload(marker, place, &file, payload);
    let in_payload: HashSet<&str> = payload.iter().map(|line| trim(line)).collect();
    let items = items(marker, place, &file, &in_payload);
    let start = place.range.start;
    let same = MatchedComments::default();
    let mut compared = Comparison { items, payload: &payload, file: &file, start, same, along: Vec::new() };
    let pairs = compared.unmoved_pairs(FirstSide::Above);
    let lines: Vec<&str> = payload.iter().map(|line| &**line).collect();
    let state = haystack.index.state_before(haystack.buffer, start);
    let are_comments = || are_comments(haystack.index.scanner(), &lines, state);
    compared.same = MatchedComments::of(&compared.items, &lines, are_comments, &pairs);
    let added = compared.compare(&pairs);
    let mut spared = keep_left_out(&mut compared.items, &file, place.range.start);
    let owners = owners_of_comments(&compared.items, &spared, &payload);
    spared.retain(|at| !owners.iter().any(|owned| owned.comment == *at));
    compared.take_along(&owners, &added);
    if let Some(line) = left_open(haystack, &compared, (&spared, &added), &pairs) {
        return Err(LinesProblem::UnclearLeftOut { line });
    }
    let edits = compared.edits(&added);
    if edits.is_empty() && is_change {
        let is_as_brought =
            file.iter().map(|line| is_blank(line)).eq(payload.iter().map(|line| is_blank(line)));
        if let Some(at) = file.iter().position(|line| is_blank(line)).filter(|_| of_blanks && !is_as_brought)
        {
            return Err(LinesProblem::UnclearLeftOut { line: start + at });
        }
        return Err(LinesProblem::AlreadyApplied { at: place.range.clone() });
    }
    Ok(edits)
}

/// The items that added lines replace, and these lines of the payload.
type AddedRun = (Range<usize>, Range<usize>);

/// Returns the line of the file of which the payload does not show whether it stays, or where.
fn left_open(
    haystack: &mut Haystack<'_, '_>,
    compared: &Comparison<'_, '_>,
    (spared, added): (&[usize], &[AddedRun]),
    pairs: &[(usize, usize)],
) -> Option<usize> {
    let Comparison { ref items, payload, file, start, .. } = *compared;
    let surely_unmoved = || {
        let others = compared.unmoved_pairs(FirstSide::Below);
        let others: HashSet<_> = others.into_iter().collect();
        pairs.iter().filter(|pair| others.contains(pair)).map(|(item, _)| *item).collect()
    };
    let text_of = |line: Option<usize>| line.map(|line| trim(file[line - start]));
    let differs = |own: &ComparedLine<'_>| text_of(own.line).is_some_and(|text| text != own.text);
    let is_any = items.iter().any(|own| own.is_marked && own.fate == Fate::Goes && differs(own));
    let lines = items.iter().filter(|_| is_any).filter_map(|own| own.line);
    let comments: HashSet<usize> =
        lines.filter(|line| haystack.index.is_comment_line(haystack.buffer, *line)).collect();
    let is_comment = |own: &ComparedLine<'_>| own.line.is_some_and(|line| comments.contains(&line));
    let is_alike_in_file =
        |own: &ComparedLine<'_>| text_of(own.line).is_some_and(|text| is_alike(own.text, text));
    let goes_for_another =
        |own: &ComparedLine<'_>| own.is_marked && is_comment(own) && !is_alike_in_file(own);
    let state = haystack.index.state_before(haystack.buffer, start);
    let brought: Vec<&str> = payload.iter().filter(|_| is_any).map(|line| &**line).collect();
    let brought = are_comments(haystack.index.scanner(), &brought, state);
    let is_replaced = |at: usize| {
        let mut lines = added.iter().filter(|(old, _)| old.contains(&at)).flat_map(|(_, new)| new.clone());
        lines.any(|line| brought.get(line) == Some(&true))
    };
    let open = blank_left_open(items, spared, added, payload);
    let open = open.or_else(|| comment_left_open(items, spared, surely_unmoved));
    let open = open.or_else(|| partly_removed_comment(items, goes_for_another));
    let goes_alone = |at: usize| goes_for_another(&items[at]) && !is_replaced(at);
    let open = open.or_else(|| comment_for_another(items, goes_alone, is_comment));
    items[open?].line
}

/// Returns the place with the blank lines of the marker paired with those of the file, where both have equally many
/// between two lines.
fn with_blanks(marker: &Marker, place: &MarkerMatch, file: &[&str]) -> MarkerMatch {
    let mut named = place.clone();
    let placed: Vec<(usize, usize)> =
        place.alignment.iter().enumerate().filter_map(|(at, line)| Some((at, (*line)?))).collect();
    for pair in placed.windows(2) {
        let ((above, top), (below, bottom)) = (pair[0], pair[1]);
        let are_blank = marker.lines.lines[above + 1..below].iter().all(|line| is_blank(line))
            && (top + 1..bottom).all(|line| is_blank(file[line - place.range.start]));
        if are_blank && below - above == bottom - top {
            (above + 1..below).zip(top + 1..bottom).for_each(|(at, line)| named.alignment[at] = Some(line));
        }
    }
    named
}

/// Returns whether lines of a marker that the payload does not contain are above or below `at`, where the payload is:
/// the payload has then not replaced them.
fn leaves_marked(marker: &Marker, place: &MarkerMatch, payload: &[String], at: &Range<usize>) -> bool {
    let comes: HashSet<&str> = payload.iter().map(|line| trim(line)).collect();
    marker.lines.lines.iter().zip(&place.alignment).any(|(line, own)| {
        let goes = !is_blank(line) && !comes.contains(trim(line));
        goes && own.is_some_and(|own| !at.contains(&own))
    })
}

/// Returns whether a line contains no letter or digit.
fn has_no_words(text: &str) -> bool {
    !text.chars().any(char::is_alphanumeric)
}

pub(super) fn overlaps(left: &Range<usize>, right: &Range<usize>) -> bool {
    left.start < right.end && right.start < left.end
}

/// Returns the lines of the range and of the marker, in order.
fn items<'t>(
    marker: &'t Marker,
    place: &MarkerMatch,
    file: &[&'t str],
    in_payload: &HashSet<&str>,
) -> Vec<ComparedLine<'t>> {
    let start = place.range.start;
    debug_assert_eq!(extent(&place.alignment), place.range);
    let item = |line, is_marked, text| ComparedLine {
        line,
        is_marked,
        paired: None,
        has_end: false,
        shows_end: false,
        text,
        fate: Fate::Stays,
    };
    let mut items = Vec::new();
    let mut next = start;
    for (marked, line) in marker.lines.lines.iter().zip(&place.alignment) {
        let text = trim(marked);
        let Some(line) = *line else {
            if !is_blank(marked) {
                items.push(item(None, true, text));
            }
            continue;
        };
        items.extend((next..line).map(|line| item(Some(line), false, trim(file[line - start]))));
        // A no-break space at the end counts as a space.
        let folded = fold(marked);
        let end = trailing_blanks(&folded);
        let own = file[line - start];
        let is_own = !in_payload.contains(text) && in_payload.contains(trim(own));
        items.push(ComparedLine {
            has_end: !end.is_empty(),
            shows_end: end == trailing_blanks(own),
            ..item(Some(line), true, if is_own { trim(own) } else { text })
        });
        next = line + 1;
    }
    items
}

/// The direction of a comparison: of lines that occur several times, the first ones from that side are paired.
#[derive(Clone, Copy, PartialEq)]
enum FirstSide {
    Above,
    Below,
}

/// The lines of a range and of its marker, compared with the lines of the payload.
struct Comparison<'t, 'f> {
    items: Vec<ComparedLine<'t>>,
    payload: &'t [Cow<'t, str>],
    /// The lines of the range; the first is the line `start` of the file.
    file: &'f [&'t str],
    start: usize,
    /// The comments that file and payload share.
    same: MatchedComments,
    /// Comments that move along with a line of the payload, each with the index of that line.
    along: Vec<(usize, String)>,
}

impl<'t> Comparison<'t, '_> {
    /// Compares the items with the payload, decides the fate of each, and returns the added lines of the payload, each
    /// run with the items that it replaces.
    ///
    /// Marker lines that the payload contains at their depth of the file are paired first. Lines that the marker leaves
    /// out, and lines at another depth, are only paired between them, so that they do not separate lines that the
    /// writer left unchanged.
    fn compare(&mut self, pairs: &[(usize, usize)]) -> Vec<(Range<usize>, Range<usize>)> {
        let Self { payload, file, start, .. } = *self;
        let mut added = Vec::new();
        let (mut next_item, mut next_line) = (0, 0);
        for (item, line) in pairs.iter().copied().chain([(self.items.len(), payload.len())]) {
            let gap = (next_item..item, next_line..line);
            self.compare_gap(gap, &mut added);
            if let Some(own) = self.items.get_mut(item) {
                own.fate = fate(own, &payload[line], file, start);
            }
            (next_item, next_line) = (item + 1, line + 1);
        }
        added
    }

    /// Moves comments along with lines that are added elsewhere.
    fn take_along(&mut self, owned: &[OwnedComment], added: &[(Range<usize>, Range<usize>)]) {
        for OwnedComment { comment, owner, line } in owned {
            let stands = |item: usize| self.items[item].line.map(|line| self.file[line - self.start]);
            let (Some(own), Some(old)) = (stands(*comment), stands(*owner)) else { continue };
            // Beside a line that stays the comment stays.
            if self.items[*owner].fate == Fate::Stays || !added.iter().any(|(_, lines)| lines.contains(line))
            {
                continue;
            }
            let inner = indentation(own).strip_prefix(indentation(old)).unwrap_or_default();
            let new = indentation(&self.payload[*line]);
            self.along.push((*line, format!("{new}{inner}{}", trim(own))));
            self.items[*comment].fate = Fate::Goes;
            self.items[*comment].is_marked = true;
        }
    }

    /// Returns the marker's lines that the payload contains at their depth of the file, each with its index in the
    /// payload.
    fn unmoved_pairs(&self, side: FirstSide) -> Vec<(usize, usize)> {
        let Self { ref items, payload, file, start, .. } = *self;
        let key = |text, line: &str| -> (String, _) {
            let depth = if is_blank(line) { String::new() } else { indentation(&fold(line)).to_owned() };
            (depth, text)
        };
        let mut lines: Vec<_> = payload.iter().map(|line| key(trim(line), line)).collect();
        let marked = (0..items.len()).filter(|at| items[*at].is_marked);
        let (mut places, mut marked): (Vec<usize>, Vec<_>) = marked
            .map(|at| {
                let item = &items[at];
                // A line that only the marker has gets the depth of the payload.
                let line = item.line.map(|line| file[line - start]);
                let line =
                    line.or_else(|| payload.iter().find(|line| trim(line) == item.text).map(|line| &**line));
                (at, key(item.text, line.unwrap_or_default()))
            })
            .unzip();
        if side == FirstSide::Below {
            lines.reverse();
            marked.reverse();
            places.reverse();
        }
        let line_of = |at: usize| if side == FirstSide::Below { payload.len() - 1 - at } else { at };
        let mut pairs = Vec::new();
        for op in align(Method::Patience, &marked, &lines) {
            if let DiffOp::Equal { .. } = op {
                pairs.extend(op.old_range().map(|at| places[at]).zip(op.new_range().map(line_of)));
            }
        }
        pairs
    }

    /// Compares some items with the payload's lines between the same pairs.
    fn compare_gap(
        &mut self,
        (own, lines): (Range<usize>, Range<usize>),
        added: &mut Vec<(Range<usize>, Range<usize>)>,
    ) {
        let (own, lines) = self.pair_at_ends(own, lines);
        let Self { ref mut items, payload, file, start, ref same, .. } = *self;
        // Blank lines of a payload are identified by their neighbors, or not at all.
        let key = |at: usize| match same.of_item(at) {
            Some(0) if items[at].is_left_out_for_little() => (0, NO_LINE),
            Some(comment) => (comment, items[at].text),
            None => (0, NO_LINE),
        };
        let old: Vec<(usize, &str)> = own.clone().map(key).collect();
        let new: Vec<(usize, &str)> =
            lines.clone().map(|line| (same.of_line(line), trim(&payload[line]))).collect();
        for op in align(Method::Patience, &old, &new) {
            let shifted = |range: Range<usize>, by: usize| range.start + by..range.end + by;
            let (old, new) = (shifted(op.old_range(), own.start), shifted(op.new_range(), lines.start));
            if let DiffOp::Equal { .. } = op {
                for (item, line) in items[old].iter_mut().zip(&payload[new]) {
                    item.fate = fate(item, line, file, start);
                }
                continue;
            }
            for at in old.clone() {
                items[at].fate = Fate::Goes;
                // The payload has the comment in other words.
                items[at].is_marked |= same.of_item(at).is_some_and(|comment| comment > 0);
            }
            if !new.is_empty() {
                added.push((old, new));
            }
        }
    }

    /// Pairs blank lines and wordless comments that the marker leaves out with those that the payload has directly
    /// beside the lines around a gap, and returns the rest of the gap.
    fn pair_at_ends(
        &mut self,
        mut own: Range<usize>,
        mut lines: Range<usize>,
    ) -> (Range<usize>, Range<usize>) {
        let Self { ref mut items, payload, ref same, .. } = *self;
        let is_pair = |items: &[ComparedLine<'_>], item: usize, line: usize| {
            items[item].is_left_out_for_little()
                && items[item].text == trim(&payload[line])
                && same.of_item(item) == Some(same.of_line(line))
        };
        while !own.is_empty() && !lines.is_empty() && is_pair(items, own.start, lines.start) {
            // Lines below it in the payload are added below it in the file.
            items[own.start].paired = Some(PairedSide::Above);
            own.start += 1;
            lines.start += 1;
        }
        while !own.is_empty() && !lines.is_empty() && is_pair(items, own.end - 1, lines.end - 1) {
            own.end -= 1;
            lines.end -= 1;
            items[own.end].paired = Some(PairedSide::Below);
        }
        (own, lines)
    }

    /// Returns the edits for the fates of the items. "Added lines follow the last removed line of their block."
    fn edits(&self, added: &[(Range<usize>, Range<usize>)]) -> LineEdits<'static> {
        let Self { ref items, payload, file, start, ref along, .. } = *self;
        let mut edits = LineEdits::default();
        for item in items {
            let Some(line) = item.line.filter(|_| item.fate != Fate::Stays) else { continue };
            edits.remove(line);
            if let Fate::GivesWayTo(text) = item.fate {
                edits.add(line + 1, [NewLine::plain(text.to_owned())]);
            }
        }
        for (old, new) in added {
            let at = place_of_added(items, old, file, start);
            for line in new.clone() {
                let comments = along.iter().filter(|(owner, _)| *owner == line);
                edits.add(at, comments.map(|(_, text)| NewLine::plain(text.clone())));
                edits.add(at, [NewLine::plain(payload[line].clone().into_owned())]);
            }
        }
        for (at, text) in moved_comments(items, file, start) {
            edits.add(at, [NewLine::plain(text)]);
        }
        edits
    }
}

/// Returns the fate of a line that the payload contains.
fn fate<'t>(item: &ComparedLine<'_>, line: &'t str, file: &[&str], start: usize) -> Fate<'t> {
    let Some(own) = item.line.map(|line| file[line - start]) else { return Fate::Stays };
    let is_as_deep = is_blank(line) || indentation(&fold(own)) == indentation(&fold(line));
    // Trailing whitespace that the marker shows is removed if the payload has none, and changed if it equals the
    // file's.
    let end = trailing_blanks(line);
    let changes_end = end != trailing_blanks(own)
        && if end.is_empty() { item.has_end } else { item.shows_end && !is_blank(line) };
    if is_as_deep && !changes_end { Fate::Stays } else { Fate::GivesWayTo(line) }
}

/// Returns the comments that marker and payload leave out and that move with the line to which they belong, as its
/// depth changes: each with the line of the file before which it is added. A comment belongs to the line below it, or
/// else to the one above.
fn moved_comments(items: &[ComparedLine<'_>], file: &[&str], start: usize) -> Vec<(usize, String)> {
    let moves = |item: &ComparedLine<'_>| match (item.fate, item.line) {
        (Fate::GivesWayTo(text), Some(line)) => {
            Some((indentation(text).to_owned(), indentation(file[line - start])))
        }
        _ => None,
    };
    let is_solid = |item: &ComparedLine<'_>| item.is_marked && item.line.is_some() && !is_blank(item.text);
    let mut below = Vec::with_capacity(items.len());
    let mut last = None;
    for item in items.iter().rev() {
        below.push(last);
        last = if is_solid(item) { Some(item) } else { last };
    }
    below.reverse();
    let mut moved = Vec::new();
    let mut above = None;
    for (item, below) in items.iter().zip(below) {
        let is_left_out = !item.is_marked && item.fate == Fate::Goes && !is_blank(item.text);
        above = if is_solid(item) { Some(item) } else { above };
        let Some(line) = item.line.filter(|_| is_left_out) else { continue };
        let owner = below.and_then(moves).map(|depth| (line + 1, depth));
        let owner = owner.or_else(|| above.and_then(moves).map(|depth| (line, depth)));
        if let Some((place, (new, old))) = owner {
            let own = file[line - start];
            let inner = indentation(own).strip_prefix(old).unwrap_or_default();
            moved.push((place, format!("{new}{inner}{}", trim(own))));
        }
    }
    moved
}

/// Returns the line of the file before which the lines are added that replace the items `old`.
///
/// "Added lines follow the last removed line of their block." If none is removed, they are next to a line with text:
/// before a line whose indentation changes, or after the line above; lines that the marker leaves out there do not
/// matter.
fn place_of_added(items: &[ComparedLine<'_>], old: &Range<usize>, file: &[&str], start: usize) -> usize {
    let gone = items[old.clone()].iter().rev().find(|item| item.fate != Fate::Stays && item.line.is_some());
    if let Some(line) = gone.and_then(|item| item.line) {
        return line + 1;
    }
    let is_solid = |line: usize| !is_blank(file[line - start]);
    let marked = |item: &&ComparedLine<'_>| item.is_marked && item.line.is_some();
    let above =
        items[..old.start].iter().rev().find(|item| marked(item) || item.paired == Some(PairedSide::Above));
    let below_at = (old.start..items.len()).find(|at| marked(&&items[*at]));
    let below = below_at.map(|at| &items[at]);
    let goes_below = below.is_some_and(|below| {
        let changes_beside =
            |above: &ComparedLine<'_>| above.fate == Fate::Stays && matches!(below.fate, Fate::GivesWayTo(_));
        below.line.is_some_and(is_solid)
            && above.is_none_or(|above| !above.line.is_some_and(is_solid) || changes_beside(above))
    });
    let directly_above = items[..old.start].iter().rev().find_map(|item| item.line);
    match below.filter(|_| goes_below).and_then(|below| below.line) {
        // A comment that marker and payload leave out stays with the line below it, as does a blank line that the
        // payload has there.
        Some(line) => {
            let own = items[..below_at.unwrap_or(0)].iter().rev().take_while(|item| {
                let is_comment =
                    !item.is_marked && item.fate == Fate::Stays && item.line.is_some_and(is_solid);
                is_comment || item.paired == Some(PairedSide::Below)
            });
            own.last().and_then(|item| item.line).unwrap_or(line)
        }
        None => above.and_then(|item| item.line).or(directly_above).map_or(start, |line| line + 1),
    }
}
