//! Finds what belongs to the lines of a marker and is above or below them: decorators, comments, documentation, or the
//! opening bracket of a definition. An insertion beside the marker is not placed in between.
//!
//! Invariant: nothing is parsed, and only lines next to the place are examined.

use std::collections::HashSet;
use std::ops::Range;

use crate::ir::Change;
use crate::plan::blanks::prose;
use crate::plan::editing::Editing;
use crate::plan::text::below_heading::{are_statements, line_in_body};
use crate::plan::text::edge_comments::place_beside;
use crate::plan::text::inside_statement::behind_comment;
use crate::plan::text::lead_in::{LeadInLines, LeadInRule, MAX_SEARCH_LINES};
use crate::plan::text::line_words::{is_alike, is_attribute, is_comment, is_definition, is_doc_comment};
use crate::plan::tree::document::Document;
use crate::resolve::symbol::Side;
use crate::text::normal::{indentation, is_blank, is_closing_line, open_brackets, trim};
use crate::text::{Buffer, LexRules, LineEdits};

/// All lines: nothing around the lines that a patch names is context.
pub(in crate::plan) const NO_CONTEXT: Range<usize> = 0..usize::MAX;

/// Returns where a change puts lines beside those of a marker: an empty range of lines, or the lines of the marker if
/// they are replaced. `free` are the lines between those of the context that the patch names.
pub(in crate::plan) fn gap_beside(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    (range, free): (&Range<usize>, &Range<usize>),
) -> Range<usize> {
    let at = match editing.change {
        Change::InsertBefore(payload) => {
            match place_beside(document, &payload.lines, Side::Before, range.start) {
                at if at < range.start => at,
                at => line_above_lead_in(document, (at, free.start), &payload.lines),
            }
        }
        Change::InsertAfter(payload) => {
            match place_beside(document, &payload.lines, Side::After, range.end) {
                at if at > range.end => at,
                _ if document.lexical().is_none() || prose::is_markdown(&editing.operation.path) => {
                    let written = (&editing.operation.path, &payload.lines[..]);
                    prose::below_rule(document.buffer(), range.end, written).min(free.end)
                }
                _ => line_below(document, &payload.lines, range).min(free.end),
            }
        }
        Change::Replace(_) | Change::Delete => return range.clone(),
    };
    at..at
}

/// Returns the line before which lines are inserted that are to follow the lines `named` directly: below the comment that
/// begins on their last line, and in the body of the heading that they end with.
fn line_below(document: &mut Document<'_>, payload: &[String], named: &Range<usize>) -> usize {
    let at = behind_comment(document, named.end, payload);
    line_in_body(document, payload, (named, at))
}

/// Moves lines that edits add directly below the last line of `named` (the lines that a patch names), which stays, to
/// where an insertion after that line would be placed. `free` are the lines between those of the context around them.
pub(in crate::plan) fn put_into_body(
    document: &mut Document<'_>,
    (named, free): (&Range<usize>, &Range<usize>),
    edits: &mut LineEdits<'_>,
) {
    let last = named.end.checked_sub(1).filter(|last| named.start <= *last);
    if last.is_none_or(|last| edits.removed().contains(&last)) || document.lexical().is_none() {
        return;
    }
    let added = edits.added_lines().enumerate().filter(|(_, (at, _))| *at == named.end);
    let (numbers, brought): (Vec<usize>, Vec<String>) =
        added.map(|(number, (_, line))| (number, line.to_owned())).unzip();
    if brought.iter().all(|line| is_blank(line)) || !are_statements(document, &brought) {
        return;
    }
    let at = line_below(document, &brought, named).min(free.end);
    if at > named.end {
        edits.move_added(&numbers, at);
    }
}

/// Moves lines that edits add directly above the first line of `named` (the lines that a patch names), to above what
/// belongs to that line, as an insertion before it would be placed. This applies whether the line stays or is added
/// again with changes. `free` are the lines between those of the context around them.
pub(in crate::plan) fn put_above_lead_in(
    document: &mut Document<'_>,
    (named, free): (&Range<usize>, &Range<usize>),
    edits: &mut LineEdits<'_>,
) {
    let buffer = document.buffer();
    if named.is_empty() || named.start == 0 || is_blank(&buffer.line(named.start)) {
        return;
    }
    let heading = buffer.line(named.start);
    let removed: HashSet<usize> = edits.removed().iter().copied().collect();
    let place = (named.start..).find(|line| !removed.contains(line)).unwrap_or(named.start);
    let added: Vec<(usize, &str)> = edits
        .added_lines()
        .enumerate()
        .map(|(number, (at, text))| (number, at, text))
        .filter(|(_, at, _)| *at == place)
        .map(|(number, _, text)| (number, text))
        .collect();
    let is_heading = |text: &str| indentation(text) == indentation(&heading) && is_alike(text, &heading);
    let count = match place == named.start {
        true => added.len(),
        false => added.iter().position(|(_, text)| is_heading(text)).unwrap_or(0),
    };
    let brought: Vec<String> = added[..count].iter().map(|(_, text)| (*text).to_owned()).collect();
    if brought.iter().all(|line| is_blank(line)) {
        return;
    }
    let numbers: Vec<usize> = added[..count].iter().map(|(number, _)| *number).collect();
    let beside = place_beside(document, &brought, Side::Before, named.start);
    if beside < named.start {
        return edits.move_added(&numbers, beside);
    }
    // Most lines have nothing directly above that could belong to them.
    if is_blank(&document.buffer().line(named.start - 1)) {
        return;
    }
    let above = line_above_lead_in(document, (named.start, free.start), &brought);
    // A payload that begins with everything that belongs to the line decides itself what goes in between.
    let buffer = document.buffer();
    let solid = |text: &str| Some(trim(text).to_owned()).filter(|text| !text.is_empty());
    let own: Vec<String> = (above..named.start).filter_map(|line| solid(&buffer.line(line))).collect();
    let begins_so =
        brought.iter().filter_map(|line| solid(line)).zip(&own).filter(|(one, other)| one == *other);
    if above < named.start && begins_so.count() < own.len() {
        edits.move_added(&numbers, above);
    }
}

/// Returns the line before which lines are inserted that are to precede line `at`: above everything that is directly
/// above that line and belongs to it, but below a comment that the patch names as its neighbor, directly above line
/// `first_free`. Attributes and documentation are not parted from their definition.
fn line_above_lead_in(
    document: &mut Document<'_>,
    (at, first_free): (usize, usize),
    payload: &[String],
) -> usize {
    let Some(rules) = document.lexical() else { return at };
    let is_known = document.lines().1.rules().is_some();
    let buffer = document.buffer();
    let lead_in = LeadInLines::new(buffer, rules, document.comments());
    let heading = lead_in.heading(at);
    let above = lead_in.start(at, &heading, LeadInRule::of((rules, is_known), payload, &heading));
    let named = first_free.checked_sub(1).map(|last| buffer.line(last));
    let binds = named.is_some_and(|own| is_comment(rules, trim(&own)) && !is_doc_comment(rules, trim(&own)));
    if binds { above.max(first_free.min(at)) } else { above }
}

/// Returns the lines directly above a deleted whole definition that belong to it; otherwise they would seem to belong
/// to the next definition. They are kept if the patch names one of them, for instance as the place of an insertion
/// instead of the definition.
pub(in crate::plan) fn attached_lines_above(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    range: &Range<usize>,
) -> Range<usize> {
    let goes = editing.change.payload().is_none_or(|payload| payload.lines.iter().all(|line| is_blank(line)));
    let nothing = range.start..range.start;
    let lead_in = if goes { lead_in_of(document, range) } else { nothing.clone() };
    let (buffer, index) = document.lines();
    let is_named = lead_in.clone().any(|line| index.is_named(trim(&buffer.line(line))));
    if is_named { nothing } else { lead_in }
}

/// Returns the lines directly above some lines that belong to them, if these are a whole definition. For a definition
/// of one line, such as a field, only documentation and attributes count, because another comment may be about several
/// lines.
pub(in crate::plan) fn lead_in_of(document: &mut Document<'_>, range: &Range<usize>) -> Range<usize> {
    let nothing = range.start..range.start;
    let Some(rules) = document.lines().1.rules() else { return nothing };
    let (indented, language) = (document.layout().indented, document.comments());
    let buffer = document.buffer();
    let is_head = |line: &usize| {
        let own = buffer.line(*line);
        !is_attribute(rules, trim(&own)) && !is_comment(rules, trim(&own))
    };
    let Some(head) = range.clone().take(MAX_SEARCH_LINES).find(is_head) else { return nothing };
    let heading = buffer.line(head);
    let lines: Vec<_> = (head..range.end).map(|line| buffer.line(line)).collect();
    let is_balanced = || lines.iter().map(|line| open_brackets(line)).sum::<isize>() == 0;
    let is_member = || !indented && is_balanced() && trim(&heading).ends_with([',', ';', '}']);
    let rule = match range.end - head {
        1 if is_member() => LeadInRule { attributes: true, ..LeadInRule::DOCS },
        1 => return nothing,
        _ => LeadInRule { attributes: true, comments: true, ..LeadInRule::DOCS },
    };
    let is_whole = if indented {
        ["def ", "class ", "async def "].iter().any(|word| trim(&heading).starts_with(word))
            && (range.end..buffer.line_count())
                .take(MAX_SEARCH_LINES)
                .find(|line| !is_blank(&buffer.line(*line)))
                .is_none_or(|below| indentation(&buffer.line(below)).len() <= indentation(&heading).len())
    } else {
        is_balanced() && lines.last().is_some_and(|last| is_closing_line(last))
    };
    if lines.len() > 1 && !(is_whole && is_definition(trim(&heading))) {
        return nothing;
    }
    LeadInLines::new(buffer, rules, language).start(range.start, &heading, rule)..range.start
}

/// Returns the lines of documentation above some lines that a payload replaces, with the attributes below it: the payload
/// begins with documentation, followed by the same attributes and the definition's own heading. Documentation
/// that the patch names as context, directly above line `first_free`, stays.
pub(in crate::plan) fn replaced_docs(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    (start, first_free): (usize, usize),
) -> ReplacedLeadIn {
    let nothing = ReplacedLeadIn { all: start..start, docs: start..start };
    let Change::Replace(payload) = editing.change else { return nothing };
    let Some(rules) = document.lines().1.rules() else { return nothing };
    let (buffer, language) = (document.buffer(), document.comments());
    let solid = payload.lines.iter().map(|line| trim(line)).filter(|line| !line.is_empty());
    let Some(first) = solid.clone().next() else { return nothing };
    let is_inner = |line: &&str| is_comment(rules, line) || line.starts_with('*');
    let attributes = repeated_attributes((buffer, rules), &payload.lines, start);
    let heading = solid.filter(|line| !is_inner(line)).nth(attributes);
    let own = buffer.line(start);
    if !is_comment(rules, first)
        || is_comment(rules, trim(&own))
        || heading.is_none_or(|heading| !is_alike(heading, &own))
    {
        return nothing;
    }
    let is_definition = is_definition(trim(&own));
    // A comment above several values may be about all of them.
    let rule = LeadInRule { comments: is_definition, alone: true, ..LeadInRule::DOCS };
    let start = start - attributes;
    let found = LeadInLines::new(buffer, rules, language).start(start, &own, rule);
    let sort = |line: &str| ["/**", "/*", "///", "//", "#"].into_iter().find(|sign| line.starts_with(sign));
    let is_named = first_free.checked_sub(1).is_some_and(|named| (found..start).contains(&named));
    let is_same = found < start && !is_named && sort(trim(&buffer.line(found))) == sort(first);
    let docs = if is_same { found..start } else { start..start };
    ReplacedLeadIn { all: docs.start..start + attributes, docs }
}

/// Returns how many of the lines directly above line `start` are attributes that a payload has, in this order, below its
/// comment.
fn repeated_attributes((buffer, rules): (&Buffer, &LexRules), payload: &[String], start: usize) -> usize {
    let deep = buffer.line(start);
    let is_own = |line: &usize| {
        let text = buffer.line(*line);
        is_attribute(rules, trim(&text)) && indentation(&text) == indentation(&deep)
    };
    let count = (0..start).rev().take(MAX_SEARCH_LINES).take_while(is_own).count();
    let own: Vec<String> = (start - count..start).map(|line| trim(&buffer.line(line)).to_owned()).collect();
    let brought: Vec<&str> =
        payload.iter().map(|line| trim(line)).filter(|line| is_attribute(rules, line)).take(count).collect();
    if brought.iter().eq(own.iter()) { count } else { 0 }
}

/// Lines above a definition that a payload replaces, as it begins with documentation.
pub(in crate::plan) struct ReplacedLeadIn {
    /// The documentation and the attributes that the payload repeats.
    pub(in crate::plan) all: Range<usize>,
    /// The documentation.
    pub(in crate::plan) docs: Range<usize>,
}
