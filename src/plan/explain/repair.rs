//! Corrects operations so that they would apply: what a marker or a hunk quotes is aligned with the file.
//!
//! Quoted lines become the lines of the nearest place, and the change of the patch is applied to these, so that
//! comments, depth and everything else in the file are kept. Nothing is suggested if the file has changed exactly what
//! the patch changes, or if another place is nearly as similar.

use std::ops::Range;

use super::depth;
use super::search::MarkerSearch;
use super::select;
use crate::ir::{Action, Change, Fragment, Indent, Locator, Marker, Operation, Payload};
use crate::plan::correction::Correction;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{FlatPayload, Haystack, LinesProblem, ReindentedPair, resolve_marker, restore};
use crate::resolve::nearby::{Near, likeness, nearest};
use crate::text::normal::{indentation, is_blank, trim, trim_end};
use crate::text::{
    Buffer, CodeLength, CommentScanner, IndentUnit, InsertionSite, LexState, MarginRule, Merged, Quoted,
    RowRules, in_line_with, merge, partners, reindent,
};

/// The minimum similarity of a place.
const MIN_LIKENESS: f64 = 0.5;

/// The number of lines beside the nearest place that are examined, in addition to half the number of quoted lines.
const BESIDE: usize = 6;

/// Returns whether a place is similar enough and no other place is about as similar.
pub(super) fn is_unambiguous(near: &Near) -> bool {
    near.likeness >= MIN_LIKENESS && is_clear(near)
}

/// Returns whether it is clearly the nearest place, whether similar or not.
pub(super) fn is_clear(near: &Near) -> bool {
    (1.0 - near.next_likeness) >= (1.0 - near.likeness).mul_add(1.6, 0.04)
}

/// Returns the lines around the nearest place, and the number of the first one.
fn window(
    buffer: &Buffer,
    within: &Range<usize>,
    near: &Range<usize>,
    quoted: usize,
) -> (usize, Vec<String>) {
    let beside = BESIDE + quoted / 2;
    let from = near.start.saturating_sub(beside).max(within.start);
    let to = (near.end + beside).min(within.end);
    (from, (from..to).map(|line| buffer.line(line).into_owned()).collect())
}

/// Returns what `find` finds in the lines around the nearest place, if it overlaps that place; otherwise what it finds
/// in the lines of the place.
pub(super) fn at_place<T>(
    (buffer, within, near): (&Buffer, &Range<usize>, &Range<usize>),
    quoted: usize,
    find: impl Fn(&[String]) -> Option<(Range<usize>, T)>,
) -> Option<(Range<usize>, T)> {
    let around = window(buffer, within, near, quoted);
    let own = (near.start, near.clone().map(|line| buffer.line(line).into_owned()).collect());
    [around, own].into_iter().find_map(|(from, lines)| {
        let (range, found) = find(&lines)?;
        let range = from + range.start..from + range.end;
        overlaps(&range, near).then_some((range, found))
    })
}

/// Returns whether the lines to be changed overlap the place that the message shows.
fn overlaps(range: &Range<usize>, near: &Range<usize>) -> bool {
    near.is_empty() || range.start < near.end && near.start < range.end
}

/// Returns a function that returns the length of a line without its trailing comment, in the language of a document.
pub(super) fn code_length(document: &mut Document<'_>) -> impl Fn(&str) -> usize + use<> {
    let scanner = document.lexical().map(CommentScanner::new);
    move |line| {
        // What looks like a comment within a comment is text.
        let Some(scanner) = scanner.as_ref().filter(|_| !trim(line).starts_with('*')) else {
            return line.len();
        };
        let scanned = scanner.scan(line, &mut LexState::default());
        let code = trim_end(&scanned.code);
        // A comment within the line is not a trailing one.
        if scanned.has_comment && line.starts_with(code) { code.len() } else { line.len() }
    }
}

/// Returns the operation with the lines of the file in place of those that its marker quotes.
pub(super) fn marked(
    document: &mut Document<'_>,
    search: MarkerSearch<'_>,
    near: &Range<usize>,
) -> Option<Correction> {
    let Action::Edit { change, indent, .. } = &search.operation.action else { return None };
    let code_length = code_length(document);
    let rules = document.comments().map(|language| language.manifest().row_rules());
    let place = (document.buffer(), search.within, near);
    let (range, settled) = at_place(place, search.marker.lines.lines.len(), |window| {
        let shown = ShownLines { window, code_length: &code_length, rules };
        let settled = quoted_with_payload(search.marker, change, *indent, shown)?;
        Some((settled.range.clone(), settled))
    })?;
    let exact = Marker { lines: settled.marker, ..search.marker.clone() };
    let bare = Marker { before: Fragment::default(), after: Fragment::default(), ..exact.clone() };
    let marker = [exact, bare].into_iter().find_map(|own| {
        selecting(
            document,
            MarkerSearch { operation: search.operation, marker: &own, within: search.within },
            &range,
        )
    })?;
    Some(Correction::Operation(Box::new(with_marker(search.operation, marker, settled.payload)?)))
}

/// Like [`marked`], for a marker whose place is only identified together with its context lines.
pub(super) fn corrected_with_context(
    document: &mut Document<'_>,
    search: MarkerSearch<'_>,
) -> Option<Correction> {
    let pattern: Vec<String> = search.marker.pattern().map(str::to_owned).collect();
    if pattern.len() == search.marker.lines.lines.len() {
        return None;
    }
    let texts: Vec<&str> = pattern.iter().map(String::as_str).collect();
    let near = nearest(document.buffer(), None, search.within.clone(), &texts).filter(is_unambiguous)?;
    let (from, window) = window(document.buffer(), search.within, &near.range, pattern.len());
    let partners = partners(&pattern, &window);
    let own =
        search.marker.before.lines.len()..search.marker.before.lines.len() + search.marker.lines.lines.len();
    let first = partners[..own.start].iter().flatten().next_back().map_or(0, |line| line + 1);
    let last = partners[own.end..].iter().flatten().next().map_or(window.len(), |line| *line);
    let lines = || partners[own.clone()].iter().flatten().filter(|line| (first..last).contains(line));
    let place = from + lines().next()?..from + lines().next_back()? + 1;
    let room = from + first..from + last;
    let found = marked(
        document,
        MarkerSearch {
            operation: search.operation,
            marker: &Marker { scope: None, ..search.marker.clone() },
            within: &room,
        },
        &place,
    )?;
    let Correction::Operation(found) = found else { return None };
    // In the whole text, selecting the place may require more.
    let Action::Edit { at: Locator::Lines(own) | Locator::Block { heading: own, .. }, .. } = &found.action
    else {
        return None;
    };
    let (buffer, index) = document.lines();
    let range = resolve_marker(&mut Haystack { buffer, index, within: room }, own).ok()?.range;
    let own = Marker { scope: search.marker.scope.clone(), ..own.clone() };
    let full =
        Marker { before: search.marker.before.clone(), after: search.marker.after.clone(), ..own.clone() };
    let selected = [full, own].into_iter().find_map(|own| {
        selecting(
            document,
            MarkerSearch { operation: search.operation, marker: &own, within: search.within },
            &range,
        )
    })?;
    Some(Correction::Operation(Box::new(with_marker(&found, selected, None)?)))
}

/// Returns the operation once for each of several places; nothing unless each of them can be selected, because a single
/// one would look like the likely one.
pub(super) fn selected(
    operation: &Operation,
    marker: &Marker,
    selects: &[Option<select::Select>],
) -> Vec<Correction> {
    let with = |select: &Option<select::Select>| {
        let corrected = with_marker(operation, select.as_ref()?.added_to(marker), None)?;
        Some(Correction::Operation(Box::new(corrected)))
    };
    let all: Option<Vec<Correction>> = selects.iter().map(with).collect();
    all.filter(|all| all.len() > 1).unwrap_or_default()
}

/// Returns the marker with what is needed to select only these lines.
pub(super) fn selecting(
    document: &mut Document<'_>,
    search: MarkerSearch<'_>,
    range: &Range<usize>,
) -> Option<Marker> {
    let (buffer, index) = document.lines();
    match resolve_marker(&mut Haystack { buffer, index, within: search.within.clone() }, search.marker) {
        Ok(found) => (found.range == *range).then(|| search.marker.clone()),
        Err(LinesProblem::Ambiguous { candidates }) if candidates.contains(range) => {
            let select = select::field(document, search, range)?;
            Some(select.added_to(search.marker))
        }
        Err(_) => None,
    }
}

/// Marker and payload aligned with lines of the file.
struct QuotedPayload {
    /// The matched lines within the window.
    range: Range<usize>,
    marker: Fragment,
    /// The payload, if it differs from the one of the patch.
    payload: Option<Payload>,
}

/// Lines of the file, with the rules of their language.
#[derive(Clone, Copy)]
struct ShownLines<'w> {
    window: &'w [String],
    code_length: CodeLength<'w>,
    rules: Option<RowRules<'w>>,
}

impl ShownLines<'_> {
    /// Converts lines that are indented with blanks, beginning at the margin, to tabs if the lines of the window are
    /// indented with tabs.
    fn in_style(&self, lines: Vec<String>) -> Vec<String> {
        let begins =
            |lines: &[String], sign: char| lines.iter().any(|line| line.starts_with(sign) && !is_blank(line));
        let is_foreign = begins(self.window, '\t')
            && !begins(self.window, ' ')
            && begins(&lines, ' ')
            && !begins(&lines, '\t');
        let begins_at_margin =
            lines.iter().find(|line| !is_blank(line)).is_some_and(|line| indentation(line).is_empty());
        match self.rules.filter(|_| is_foreign && begins_at_margin) {
            Some(rules) => {
                let ground = InsertionSite { base: "", old: &[], unit: Some(IndentUnit::Tab) };
                reindent(&lines, MarginRule::First, ground, rules)
            }
            None => lines,
        }
    }
}

/// Returns the lines of a window that are quoted, and the payload for them.
fn quoted_with_payload(
    marker: &Marker,
    change: &Change,
    indent: Indent,
    shown: ShownLines<'_>,
) -> Option<QuotedPayload> {
    let ShownLines { window, code_length, .. } = shown;
    let merged = |lines: &[String], wanted: &[String]| {
        merge(Quoted { lines, replacement: wanted, partners: None }, window, code_length)
    };
    let quoted = &marker.lines.lines;
    let as_in_file = |range: &Range<usize>| {
        let lines = window[range.clone()].to_vec();
        Fragment { lines, place: marker.lines.place, margin: None }
    };
    match change {
        Change::Delete => {
            let Merged { range, lines, .. } = merged(quoted, &[])?;
            lines.is_empty().then(|| QuotedPayload { marker: as_in_file(&range), range, payload: None })
        }
        // The payload stays as written, so the marker must keep its depth.
        Change::InsertBefore(_) | Change::InsertAfter(_) => {
            let found = merged(quoted, quoted)?;
            if goes_into_list(change, quoted, &window[found.range.clone()]) {
                return None;
            }
            let marker = Fragment { lines: found.quoted?, ..marker.lines.clone() };
            Some(QuotedPayload { range: found.range, marker, payload: None })
        }
        Change::Replace(payload) => {
            let (mut quoted, mut brought) = in_one_column(marker, payload);
            if indent == Indent::FromPlace {
                [quoted, brought] = [quoted, brought].map(|lines| shown.in_style(lines));
            }
            let brought = if indent == Indent::AsIs { brought } else { in_line_with(&quoted, &brought)? };
            let Merged { range, lines, .. } = merged(&quoted, &brought)?;
            // With `indent: none`, the payload must be written in the columns of the file.
            if indent == Indent::AsIs && !are_as_deep(&quoted, &window[range.clone()]) {
                return None;
            }
            // A correction that changes nothing is not what the patch wants.
            if lines == window[range.clone()] || repeats_html_escapes(&quoted, &window[range.clone()], &lines)
            {
                return None;
            }
            let payload = Payload { lines, margin: None, ..payload.clone() };
            Some(QuotedPayload { marker: as_in_file(&range), range, payload: Some(payload) })
        }
    }
}

/// Characters as written in HTML.
const ESCAPES: [&str; 6] = ["&lt;", "&gt;", "&amp;", "&quot;", "&#39;", "&apos;"];

/// Returns whether new lines contain characters escaped for HTML, if the quoted lines contain such escapes and the file
/// contains none: the new lines then contain them by mistake, too.
pub(super) fn repeats_html_escapes(quoted: &[String], stands: &[String], new: &[String]) -> bool {
    let has = |lines: &[String], sign: &str| lines.iter().any(|line| line.contains(sign));
    ESCAPES.iter().any(|sign| has(new, sign) && !has(stands, sign))
        && ESCAPES.iter().any(|sign| has(quoted, sign) && !has(stands, sign))
}

/// Returns whether an insertion would become an item of a list that the lines of the file open and the marker does not
/// show.
pub(super) fn goes_into_list(change: &Change, marker: &[String], lines: &[String]) -> bool {
    matches!(change, Change::InsertAfter(_)) && open_lists(lines) > open_lists(marker)
}

/// Returns the number of opened minus closed parentheses and square brackets.
fn open_lists(lines: &[String]) -> isize {
    let sign = |char: char| match char {
        '(' | '[' => 1,
        ')' | ']' => -1,
        _ => 0,
    };
    lines.iter().flat_map(|line| line.chars()).map(sign).sum()
}

/// Returns whether the first non-blank lines of both are equally deep.
fn are_as_deep(one: &[String], other: &[String]) -> bool {
    let first =
        |lines: &[String]| lines.iter().find(|line| !is_blank(line)).map(|line| indentation(line).to_owned());
    first(one) == first(other)
}

/// Returns marker and payload with their relative depth in the patch.
fn in_one_column(marker: &Marker, payload: &Payload) -> (Vec<String>, Vec<String>) {
    let (quoted, brought) = (&marker.lines.lines, &payload.lines);
    let (Some(own), Some(other)) = (marker.lines.margin, payload.margin) else {
        return (quoted.clone(), brought.clone());
    };
    let deeper = |lines: &[String], by: usize| {
        lines.iter().map(|line| if is_blank(line) { line.clone() } else { " ".repeat(by) + line }).collect()
    };
    let has_tabs = quoted.iter().chain(brought).any(|line| line.starts_with('\t'));
    // A difference of less than a step is a matter of layout in the patch.
    let (own, other) = (own.cut, other.cut);
    if has_tabs || own.abs_diff(other) < 2 {
        return (quoted.clone(), brought.clone());
    }
    (deeper(quoted, own.saturating_sub(other)), deeper(brought, other.saturating_sub(own)))
}

/// Returns the operation with another marker and, if given, another payload.
pub(super) fn with_marker(
    operation: &Operation,
    marker: Marker,
    payload: Option<Payload>,
) -> Option<Operation> {
    let mut corrected = operation.clone();
    let Action::Edit { at, change, indent } = &mut corrected.action else { return None };
    let first = marker
        .lines
        .lines
        .iter()
        .find(|line| !is_blank(line))
        .map_or("", |line| indentation(line))
        .to_owned();
    match at {
        Locator::Lines(own) => *own = marker,
        Locator::Block { heading, .. } => *heading = marker,
        Locator::FileStart
        | Locator::FileEnd
        | Locator::Symbol(_)
        | Locator::Members { .. }
        | Locator::Part { .. }
        | Locator::Imports(_) => return None,
    }
    if let Some(payload) = payload {
        let is_left = |line: &String| !is_blank(line) && indentation(line).is_empty();
        if !first.is_empty() && payload.lines.iter().any(is_left) {
            *indent = Indent::AsIs;
        }
        match change {
            Change::Replace(own) | Change::InsertBefore(own) | Change::InsertAfter(own) => *own = payload,
            Change::Delete => {}
        }
    }
    Some(corrected)
}

/// Returns the two readings of a marker that omits a line of the file: the omitted line is kept, or removed.
pub(super) fn left_open(document: &mut Document<'_>, search: MarkerSearch<'_>) -> Vec<Correction> {
    let (buffer, index) = document.lines();
    let Ok(found) =
        resolve_marker(&mut Haystack { buffer, index, within: search.within.clone() }, search.marker)
    else {
        return Vec::new();
    };
    let stays = marked(document, search, &found.range);
    let lines: Vec<String> = found.range.map(|line| document.buffer().line(line).into_owned()).collect();
    let whole = Fragment { lines, place: search.marker.lines.place, margin: search.marker.lines.margin };
    let goes = with_marker(search.operation, Marker { lines: whole, ..search.marker.clone() }, None);
    stays.into_iter().chain(goes.map(|own| Correction::Operation(Box::new(own)))).collect()
}

/// Returns the operation with marker and payload indented according to one reading.
pub(super) fn spelled(
    operation: &Operation,
    marker: &Marker,
    reading: &ReindentedPair,
) -> Option<Correction> {
    let Action::Edit { change, .. } = &operation.action else { return None };
    let lines = Fragment { lines: reading.marker.clone(), place: marker.lines.place, margin: None };
    let payload = Payload { lines: reading.payload.clone(), margin: None, ..change.payload()?.clone() };
    let marker = Marker { lines, ..marker.clone() };
    Some(Correction::Operation(Box::new(with_marker(operation, marker, Some(payload))?)))
}

/// The same for one of several readings: what they do not decide is taken as it is written.
pub(super) fn spelled_out(
    operation: &Operation,
    marker: &Marker,
    reading: &ReindentedPair,
) -> Option<Correction> {
    let mut operation = operation.clone();
    if let Action::Edit { indent, .. } = &mut operation.action
        && depth::needs_verbatim(reading)
    {
        *indent = Indent::AsIs;
    }
    spelled(&operation, marker, reading)
}

/// Returns the operation with marker and payload indented as in the file, if all of their lines may have lost their
/// indentation.
pub(super) fn restored(
    document: &mut Document<'_>,
    operation: &Operation,
    marker: &Marker,
    at: &Range<usize>,
) -> Option<Correction> {
    let Action::Edit { change, .. } = &operation.action else { return None };
    let range = match change {
        Change::InsertBefore(_) => at.start..at.start,
        Change::InsertAfter(_) => at.end..at.end,
        Change::Replace(_) | Change::Delete => at.clone(),
    };
    let layout = document.layout();
    let (buffer, index) = document.lines();
    let flat = FlatPayload { lines: &change.payload()?.lines, partners: None };
    let restored = restore(buffer, index, layout, &range, flat)?;
    let own = at.clone().map(|line| buffer.line(line).into_owned()).collect();
    spelled(operation, marker, &ReindentedPair { marker: own, payload: restored.lines })
}

/// Like [`restored`], for a marker that differs slightly from the file. Returns `None` if the payload repeats a line of
/// the marker that the file does not have.
pub(super) fn restored_near(
    document: &mut Document<'_>,
    search: MarkerSearch<'_>,
    near: &Range<usize>,
) -> Option<Correction> {
    let Action::Edit { change: Change::Replace(payload), .. } = &search.operation.action else { return None };
    let stands = |line: &str| near.clone().any(|own| trim(&document.buffer().line(own)) == trim(line));
    let quoted = search.marker.lines.lines.iter().filter(|line| !is_blank(line));
    let mut astray = quoted.filter(|line| !stands(line));
    let is_repeated =
        astray.any(|line| payload.lines.iter().any(|own| likeness(trim(own), trim(line)) >= MIN_LIKENESS));
    let quoted = &search.marker.lines.lines;
    if is_repeated || loses_line(document.buffer(), near, quoted, &payload.lines) {
        return None;
    }
    let found = if document.lexical().is_none() {
        None
    } else {
        restored(document, search.operation, search.marker, near)
    };
    let Some(Correction::Operation(found)) = found else { return None };
    let Action::Edit { at: Locator::Lines(own), .. } = &found.action else { return None };
    let selected = selecting(
        document,
        MarkerSearch { operation: search.operation, marker: own, within: search.within },
        near,
    );
    Some(Correction::Operation(Box::new(with_marker(&found, selected?, None)?)))
}

/// Returns whether a line of a place would be removed that no quoted line corresponds to and that the payload does not
/// contain.
fn loses_line(buffer: &Buffer, place: &Range<usize>, quoted: &[String], payload: &[String]) -> bool {
    let lines: Vec<String> = place.clone().map(|line| buffer.line(line).into_owned()).collect();
    let partners = partners(quoted, &lines);
    let stands_for = |at: usize| partners.contains(&Some(at));
    let comes = |text: &str| payload.iter().any(|line| trim(line) == trim(text));
    // A quoted line that is nowhere may correspond to it.
    let stands = |own: &String| is_blank(own) || lines.iter().any(|line| trim(line) == trim(own));
    quoted.iter().all(stands)
        && lines.iter().enumerate().any(|(at, text)| !is_blank(text) && !stands_for(at) && !comes(text))
}
