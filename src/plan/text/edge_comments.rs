//! Removes comments at the start or end of a payload that the file already has beside the place: writers often continue
//! with the comment that follows, or begin with the one that precedes. Each comment is to appear once.
//!
//! Invariant: only lines next to the place are examined.

use std::ops::Range;

use super::lead_in::MAX_SEARCH_LINES;
use super::line_words::{is_alike, is_attribute, is_comment};
use super::neighbours::MAX_BLANKS;
use crate::ir::{Change, Indent, RepeatedLines};
use crate::plan::done::Warning;
use crate::plan::editing::Editing;
use crate::plan::explain;
use crate::plan::tree::document::Document;
use crate::resolve::symbol::{SiblingContext, Side};
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, CommentScanner, EditSet, LexRules, LexState, ends_pair};

/// One end of some lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    First,
    Last,
}

/// The comments at both ends of a payload, as indices of their non-blank lines.
struct EdgeComments<'p> {
    payload: &'p [String],
    first: Vec<usize>,
    last: Vec<usize>,
}

impl<'p> EdgeComments<'p> {
    /// Returns `None` if the payload contains no code, or ends within a comment or string.
    fn of(rules: &LexRules, payload: &'p [String]) -> Option<Self> {
        let scanner = CommentScanner::new(rules);
        let mut state = LexState::default();
        let mut has_code = |line: &String| !is_blank(&scanner.scan(line, &mut state).code);
        let code: Vec<bool> = payload.iter().map(&mut has_code).collect();
        let first = code.iter().position(|has_code| *has_code)?;
        let last = code.iter().rposition(|has_code| *has_code)? + 1;
        if !state.is_code() {
            return None;
        }
        let margin = indentation(&payload[first]).len();
        let solid = |lines: Range<usize>| lines.filter(|at| !is_blank(&payload[*at]));
        // Deeper comments belong to the body above them.
        let is_deeper = |at: &usize| indentation(&payload[*at]).len() > margin;
        let own = solid(last..payload.len()).take_while(is_deeper).count();
        Some(Self {
            payload,
            first: solid(0..first).collect(),
            last: solid(last..payload.len()).skip(own).collect(),
        })
    }

    fn at(&self, edge: Edge) -> &[usize] {
        match edge {
            Edge::First => &self.first,
            Edge::Last => &self.last,
        }
    }

    /// Returns the longest run of comment lines at an end of the payload that equals lines at an end of `file`.
    fn repeated(&self, edge: Edge, buffer: &Buffer, (file, end): (&[usize], Edge)) -> Option<&[usize]> {
        let own = self.at(edge);
        let is_same = |(at, line): (&usize, &usize)| trim(&self.payload[*at]) == trim(&buffer.line(*line));
        let count = (1..=own.len().min(file.len()))
            .rev()
            .find(|count| part(own, edge, *count).iter().zip(part(file, end, *count)).all(is_same))?;
        let run = part(own, edge, count);
        let texts: Vec<&str> = self.payload.iter().map(String::as_str).collect();
        let says = run.iter().any(|at| texts[*at].contains(char::is_alphanumeric));
        let ends_own =
            || run.iter().any(|at| ends_pair(&texts, *at).is_some_and(|begin| !run.contains(&begin)));
        (says && !ends_own()).then_some(run)
    }

    /// Returns the line before which the payload is inserted. A payload inserted before the place that ends with the
    /// comment above the place goes above that comment. A payload inserted after the place that begins with a detached
    /// comment below the place goes below that comment.
    fn place(&self, (rules, buffer): (&LexRules, &Buffer), side: Side, at: usize) -> usize {
        match side {
            Side::Before => {
                let above = solid_above(buffer, at, self.last.len());
                let Some(run) = self.repeated(Edge::Last, buffer, (&above, Edge::Last)) else { return at };
                let first = part(&above, Edge::Last, run.len())[0];
                let others = (0..first).rev().take(MAX_SEARCH_LINES);
                first - others.take_while(|line| is_comment(rules, trim(&buffer.line(*line)))).count()
            }
            Side::After => {
                let below = solid_below(buffer, at, self.first.len());
                let Some(run) = self.repeated(Edge::First, buffer, (&below, Edge::First)) else { return at };
                let end = below[run.len() - 1] + 1;
                let is_apart = end >= buffer.line_count() || is_blank(&buffer.line(end));
                if is_apart { end } else { at }
            }
        }
    }
}

/// Returns the first or last `count` items.
fn part(items: &[usize], edge: Edge, count: usize) -> &[usize] {
    match edge {
        Edge::First => &items[..count],
        Edge::Last => &items[items.len() - count..],
    }
}

/// Returns the nearest `count` non-blank lines above a place, in file order.
fn solid_above(buffer: &Buffer, at: usize, count: usize) -> Vec<usize> {
    let lines = (0..at).rev().take(MAX_BLANKS + count);
    let mut found: Vec<usize> = lines.filter(|line| !is_blank(&buffer.line(*line))).take(count).collect();
    found.reverse();
    found
}

/// Returns the nearest `count` non-blank lines below a place.
fn solid_below(buffer: &Buffer, at: usize, count: usize) -> Vec<usize> {
    let lines = (at..buffer.line_count()).take(MAX_BLANKS + count);
    lines.filter(|line| !is_blank(&buffer.line(*line))).take(count).collect()
}

/// Returns the line before which a payload is inserted on one side of the place before line `at`, with regard to the
/// comments there.
pub(super) fn place_beside(document: &Document<'_>, payload: &[String], side: Side, at: usize) -> usize {
    let Some(rules) = document.lexical() else { return at };
    let edges = EdgeComments::of(rules, payload);
    edges.map_or(at, |edges| edges.place((rules, document.buffer()), side, at))
}

/// Extends a definition by the comment beside it, if the lines to be inserted on that side repeat the comment at their
/// far end.
pub(in crate::plan) fn take_comment(
    document: &Document<'_>,
    editing: Editing<'_>,
    side: Side,
    site: &mut SiblingContext,
) {
    let Some(payload) = editing.change.payload().filter(|_| may_leave_out(editing)) else { return };
    let buffer = document.buffer();
    match side {
        Side::Before => {
            let first = buffer.line_of(site.range.start);
            let at = place_beside(document, &payload.lines, side, first);
            if at < first {
                site.range.start = buffer.line_start(at);
            }
        }
        Side::After if site.separator.is_none() && site.terminator.is_none() => {
            let below = buffer.line_of(site.range.end.saturating_sub(1)) + 1;
            let at = place_beside(document, &payload.lines, side, below);
            if at > below {
                site.range.end = buffer.line_range(at - 1).end;
            }
        }
        Side::After => {}
    }
}

/// Returns the lines of a payload without comments at its ends that the file has beside the edits, and warnings about
/// the omitted comments; `None` if there are none.
pub(in crate::plan) fn without_there(
    document: &Document<'_>,
    editing: Editing<'_>,
    (payload, edits): (&[String], &EditSet),
) -> Option<(Range<usize>, Vec<Warning>)> {
    let rules = document.lexical().filter(|_| may_leave_out(editing))?;
    let edges = EdgeComments::of(rules, payload)?;
    let buffer = document.buffer();
    let LinesOfEdit { above, below } = LinesOfEdit::of(buffer, edits)?;
    let begins = above.is_some();
    let above = above.map(|at| solid_above(buffer, at, edges.first.len())).unwrap_or_default();
    let begun = edges.repeated(Edge::First, buffer, (&above, Edge::Last)).filter(|_| begins);
    let below = below.map(|at| solid_below(buffer, at, edges.last.len())).unwrap_or_default();
    let ended = edges.repeated(Edge::Last, buffer, (&below, Edge::First));
    let start = begun.and_then(<[usize]>::last).map_or(0, |last| last + 1);
    let end = ended.and_then(<[usize]>::first).copied().unwrap_or(payload.len());
    let there = [begun.map(|run| part(&above, Edge::Last, run.len())), ended.map(|run| &below[..run.len()])];
    let told: Vec<Warning> = there
        .into_iter()
        .flatten()
        .map(|run| explain::left_out_there(&(run[0]..run[run.len() - 1] + 1), "`options: {repeat: true}`"))
        .collect();
    (!told.is_empty()).then_some((start..end, told))
}

/// Returns the change with a shortened payload, and warnings about what was omitted; `None` if nothing is omitted.
pub(in crate::plan) fn change_without_there(
    document: &Document<'_>,
    editing: Editing<'_>,
    edits: &EditSet,
) -> Option<(Change, Vec<Warning>)> {
    let mut change = editing.change.clone();
    let (Change::Replace(own) | Change::InsertBefore(own) | Change::InsertAfter(own)) = &mut change else {
        return None;
    };
    let (rest, told) = without_there(document, editing, (&own.lines, edits))?;
    own.lines.truncate(rest.end);
    own.lines.drain(..rest.start);
    Some((change, told))
}

/// The place of the only edit of whole lines.
struct LinesOfEdit {
    /// Its first line, unless other code is before it there.
    above: Option<usize>,
    /// The line below it, unless other code is behind its last line.
    below: Option<usize>,
}

impl LinesOfEdit {
    fn of(buffer: &Buffer, edits: &EditSet) -> Option<Self> {
        let mut whole = edits.iter().filter(|edit| edit.text.contains('\n'));
        let (edit, None) = (whole.next()?, whole.next()) else { return None };
        let (first, last) = (buffer.line_of(edit.range.start), buffer.line_of(edit.range.end));
        let begins = is_blank(&buffer.slice(buffer.line_start(first)..edit.range.start));
        let below = match buffer.line_start(last) == edit.range.end {
            true => Some(last),
            false => is_blank(&buffer.slice(edit.range.end..buffer.line_range(last).end)).then_some(last + 1),
        };
        Some(Self { above: begins.then_some(first), below })
    }
}

/// Returns the change without the statements beside the definition that its payload begins or ends with, if the file has
/// them there already, and notes about them. `declaration` is the byte offset of the definition in the file.
pub(in crate::plan) fn change_without_statements(
    document: &Document<'_>,
    editing: Editing<'_>,
    (edits, declaration): (&EditSet, usize),
) -> Option<(Change, Vec<Warning>)> {
    let rules = document.lexical().filter(|_| may_leave_out(editing))?;
    let mut change = editing.change.clone();
    let Change::Replace(own) = &mut change else { return None };
    let buffer = document.buffer();
    let own_lines = definition_in(rules, &own.lines, &buffer.line(buffer.line_of(declaration)))?;
    let place = LinesOfEdit::of(buffer, edits)?;
    let solid =
        |lines: Range<usize>| -> Vec<usize> { lines.filter(|at| !is_blank(&own.lines[*at])).collect() };
    let (first, last) = (solid(0..own_lines.start), solid(own_lines.end..own.lines.len()));
    let above = place.above.map(|at| solid_above(buffer, at, first.len())).unwrap_or_default();
    let below = place.below.map(|at| solid_below(buffer, at, last.len())).unwrap_or_default();
    let is_there = |own_side: &[usize], file: &[usize]| {
        let is_same = |(at, line): (&usize, &usize)| trim(&own.lines[*at]) == trim(&buffer.line(*line));
        !own_side.is_empty() && own_side.len() == file.len() && own_side.iter().zip(file).all(is_same)
    };
    let (has_first, has_last) = (is_there(&first, &above), is_there(&last, &below));
    let there = [Some(&above).filter(|_| has_first), Some(&below).filter(|_| has_last)];
    let told: Vec<Warning> = there
        .into_iter()
        .flatten()
        .map(|run| explain::left_out_there(&(run[0]..run[run.len() - 1] + 1), "`options: {repeat: true}`"))
        .collect();
    if has_last {
        own.lines.truncate(own_lines.end);
    }
    if has_first {
        own.lines.drain(..own_lines.start);
    }
    (!told.is_empty()).then_some((change, told))
}

/// Returns the lines of a payload that are the definition with a heading, with the attributes and comments directly above
/// it: up to the next line that is not deeper.
fn definition_in(rules: &LexRules, payload: &[String], heading: &str) -> Option<Range<usize>> {
    let same = payload.iter().position(|line| trim(line) == trim(heading));
    let at = same.or_else(|| payload.iter().position(|line| is_alike(line, heading)))?;
    let deep = indentation(&payload[at]).len();
    let belongs = |line: &&String| {
        !is_blank(line) && (is_attribute(rules, trim(line)) || is_comment(rules, trim(line)))
    };
    let start = at - payload[..at].iter().rev().take_while(belongs).count();
    let goes_on = |line: &String| {
        is_blank(line)
            || indentation(line).len() > deep
            || trim(line).starts_with(['}', ')', ']', '{'])
            || trim(line).starts_with("where")
    };
    let mut end = at + 1 + payload[at + 1..].iter().take_while(|line| goes_on(line)).count();
    while is_blank(&payload[end - 1]) {
        end -= 1;
    }
    Some(start..end)
}

/// Returns whether an operation permits the program to omit lines that are there already.
fn may_leave_out(editing: Editing<'_>) -> bool {
    editing.operation.if_already_made.lines == RepeatedLines::Refuse && editing.indent == Indent::FromPlace
}
