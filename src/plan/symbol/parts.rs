//! Replaces a part of a definition.

use std::ops::Range;

use crate::resolve::symbol::{Part, PartPlace, SymbolMatch};
use crate::text::normal::{indentation, is_blank, trim, trim_end};
use crate::text::{Buffer, EditSet, FinalNewline, LineEdits, MarginRule, NewLine};

use super::beside::end_of_line;
use super::indenting::{IndentPlace, Indenter};

/// Returns the edit that replaces a part by its new lines.
pub(in crate::plan) fn replace(planter: &Indenter<'_>, found: &SymbolMatch, part: &Part) -> EditSet {
    let buffer = planter.buffer;
    let near = buffer.line_of(found.declaration);
    let planted = |base: &str, old: &[String]| {
        planter.indented(&part.lines, part.margin, IndentPlace { base, old, near_lines: near })
    };
    match &part.place {
        PartPlace::Text(range) => text(planter, found, part, range),
        PartPlace::Braces(range) => braces(planter, found, part, range),
        PartPlace::Value(range) => {
            let (end, closing) = (end_of_line(buffer, near), planter.indent_at(found.declaration));
            let lines = with_edges_like(planted(&planter.deeper(&closing, near), &[]), &[], part.margin);
            let body = format!("{{{end}{}{end}{closing}}}", lines.join(end));
            // The brace goes to the line of the arrow, even if the value begins below it.
            let line = buffer.line_of(range.start);
            let above = line.checked_sub(1).map(|above| buffer.line(above).trim_end().to_owned());
            let is_below = is_blank(&buffer.slice(buffer.line_start(line)..range.start));
            match above.filter(|above| is_below && above.ends_with(ARROW)) {
                Some(above) => {
                    EditSet::one(buffer.line_start(line - 1) + above.len()..range.end, format!(" {body}"))
                }
                None => EditSet::one(range.clone(), body),
            }
        }
        PartPlace::Lines { lines, statement } => {
            let old = planter.lines(lines.clone());
            let base = planter.indent_at(*statement);
            let mut edits = LineEdits::removing(lines.clone());
            let new = with_edges_like(planted(&base, &old), &old, part.margin);
            edits.add(lines.start, new.into_iter().map(NewLine::plain));
            edits.into_edits(buffer, FinalNewline::Keep)
        }
        PartPlace::Between { line, statement } => {
            let mut edits = LineEdits::default();
            edits.add(*line, planted(&planter.indent_at(*statement), &[]).into_iter().map(NewLine::plain));
            edits.into_edits(buffer, FinalNewline::Keep)
        }
        PartPlace::Inline(range) => {
            let deeper = planter.deeper(&planter.indent_at(found.declaration), near);
            let end = end_of_line(buffer, buffer.line_of(range.start));
            let rest =
                buffer.slice(range.end..buffer.line_range(buffer.line_of(range.end)).end.max(range.end));
            let tail = if is_blank(&rest) { String::new() } else { format!("{end}{deeper}") };
            EditSet::one(
                range.clone(),
                format!("{end}{}{tail}", with_edges_like(planted(&deeper, &[]), &[], part.margin).join(end)),
            )
        }
        PartPlace::Above { lines, before } => {
            let old: Vec<String> = lines.iter().map(|line| planter.line(*line)).collect();
            above(buffer, lines, *before, planted(&planter.indent_at(*before), &old))
        }
    }
}

/// The token before a value that is the body of a function.
const ARROW: &str = "=>";

/// Replaces a text that may begin or end within a line.
fn text(planter: &Indenter<'_>, found: &SymbolMatch, part: &Part, range: &Range<usize>) -> EditSet {
    let buffer = planter.buffer;
    let line = buffer.line_of(range.start);
    let start = buffer.line_start(line);
    let base = planter.indent_at(range.start);
    let mut old = planter.lines(buffer.lines_of(range));
    if let Some(last) = old.last_mut() {
        // What follows the text on its last line is kept.
        last.truncate(
            range.end - buffer.line_start(buffer.line_of(range.end.saturating_sub(1).max(range.start))),
        );
    }
    let old = found.lines_without_kept(old);
    let mut lines =
        planter.indented(&part.lines, part.margin, IndentPlace { base: &base, old: &old, near_lines: line });
    let begins_line = is_blank(&buffer.slice(start..range.start));
    if !begins_line && let Some(first) = lines.first_mut() {
        first.drain(..indentation(first).len());
    }
    let mut lines = found.with_kept(lines);
    leave_blanks_behind(buffer, range.end, &mut lines);
    let text = lines.join(end_of_line(buffer, line));
    EditSet::one(if begins_line { start } else { range.start }..range.end, text)
}

/// Removes trailing blanks from the last inserted line where the file has blanks after `end`: those are kept.
pub(in crate::plan) fn leave_blanks_behind(buffer: &Buffer, end: usize, lines: &mut [String]) {
    let behind = buffer.slice(end..buffer.line_range(buffer.line_of(end)).end.max(end));
    if is_blank(&behind)
        && let Some(last) = lines.last_mut()
    {
        last.truncate(last.len() - blanks_behind(last).min(behind.len()));
    }
}

/// Returns the number of bytes of blanks at the end of a line.
fn blanks_behind(line: &str) -> usize {
    line.len() - line.trim_end_matches([' ', '\t']).len()
}

/// Replaces the lines between two brackets.
fn braces(planter: &Indenter<'_>, found: &SymbolMatch, part: &Part, range: &Range<usize>) -> EditSet {
    let buffer = planter.buffer;
    let (first, last) = (buffer.line_of(range.start), buffer.line_of(range.end));
    let inside = buffer.slice(range.clone());
    if let [only] = part.lines.as_slice()
        && trim(only) == trim(&inside)
    {
        return EditSet::default();
    }
    let end = end_of_line(buffer, first);
    let near = buffer.line_of(found.declaration);
    let closing = closing_indent(buffer, range).unwrap_or_else(|| planter.indent_at(found.declaration));
    let old = planter.lines(first + 1..last.max(first + 1));
    let base = planter.least_indent(&old).unwrap_or_else(|| planter.deeper(&closing, near));
    let lines =
        planter.indented(&part.lines, part.margin, IndentPlace { base: &base, old: &old, near_lines: near });
    let lines = with_edges_like(lines, &old, part.margin);
    let is_behind_comment = !buffer.has_at(range.start - 1, "{");
    let text = match lines.is_empty() {
        true if is_behind_comment => format!("{end}{closing}"),
        true => String::new(),
        false => format!("{end}{}{end}{closing}", lines.join(end)),
    };
    let head = buffer.slice(buffer.line_start(first)..range.start - 1);
    if first == last && !lines.is_empty() && stands_alone(buffer, first, trim_end(&head)) {
        let start = buffer.line_start(first) + trim_end(&head).len();
        return EditSet::one(start..range.end, format!("{end}{closing}{{{text}"));
    }
    EditSet::one(range.clone(), text)
}

/// The number of lines before and after a body that are examined for the position of opening brackets.
const MAX_BRACKET_LINES: usize = 100;

/// Returns whether the opening bracket after a heading gets a line of its own, as most nearby brackets of the same
/// depth do.
fn stands_alone(buffer: &Buffer, line: usize, head: &str) -> bool {
    let depth = indentation(head);
    let near = line.saturating_sub(MAX_BRACKET_LINES)..(line + MAX_BRACKET_LINES).min(buffer.line_count());
    let (mut alone, mut behind) = (0, 0);
    for other in near.filter(|other| *other != line) {
        let text = buffer.line(other);
        if indentation(&text) == depth && trim(&text).ends_with('{') {
            let count = if trim(&text) == "{" { &mut alone } else { &mut behind };
            *count += 1;
        }
    }
    let is_heading = head.ends_with(')') || head.ends_with(char::is_alphanumeric);
    is_heading && alone > behind
}

/// Removes blank lines at both ends of a body that the old body does not have there.
fn with_edges_like(mut lines: Vec<String>, old: &[String], margin: MarginRule) -> Vec<String> {
    let is_filled = |line: &String| !is_blank(line);
    if margin != MarginRule::Least {
        return lines;
    }
    let edges = |lines: &[String]| {
        let above = lines.iter().take_while(|line| is_blank(line)).count();
        let below = lines.iter().rev().take_while(|line| is_blank(line)).count();
        (above, below)
    };
    if !lines.iter().any(is_filled) {
        return Vec::new();
    }
    let ((above, below), (has_above, has_below)) = (edges(&lines), edges(old));
    lines.truncate(lines.len() - below.saturating_sub(has_below));
    lines.drain(..above.saturating_sub(has_above));
    lines
}

/// Inserts comments above a definition that may share its line with other code.
fn above(buffer: &Buffer, lines: &[usize], before: usize, added: Vec<String>) -> EditSet {
    let line = buffer.line_of(before);
    let start = buffer.line_start(line);
    let lead = buffer.slice(start..before).into_owned();
    if is_blank(&lead) {
        let mut edits = LineEdits::removing(lines.iter().copied());
        edits.add(line, added.into_iter().map(NewLine::plain));
        return edits.into_edits(buffer, FinalNewline::Keep);
    }
    if added.is_empty() {
        return EditSet::default();
    }
    let end = end_of_line(buffer, line);
    let blanks = lead.len() - lead.trim_end().len();
    EditSet::one(before - blanks..before, format!("{end}{}{end}{}", added.join(end), indentation(&lead)))
}

/// Returns the white space before the closing bracket, if the bracket begins its line.
fn closing_indent(buffer: &Buffer, range: &Range<usize>) -> Option<String> {
    let start = buffer.line_start(buffer.line_of(range.end));
    let before = (start >= range.start).then(|| buffer.slice(start..range.end))?;
    is_blank(&before).then(|| before.into_owned())
}
