//! Puts lines in the place of a part of a definition.

use std::ops::Range;

use crate::lang::Language;
use crate::resolve::symbol::{Part, PartPlace, SymbolMatch};
use crate::text::normal::{indentation, is_blank};
use crate::text::{
    Buffer, EditSet, FinalNewline, IndentStyle, LexState, LineEdits, NewLine, indent_payload, usual_step,
};

use super::beside::end_of_line;

/// The edit that puts the part's new lines in its place.
pub(super) fn replace(
    buffer: &Buffer,
    style: IndentStyle,
    language: &'static Language,
    found: &SymbolMatch,
    part: &Part,
) -> EditSet {
    let own = indent_at(buffer, found.declaration);
    let step = if style.tabs > style.blanks { "\t".to_owned() } else { " ".repeat(usual_step(buffer)) };
    let deeper = format!("{own}{step}");
    let rules = &language.manifest().lexical;
    let indented =
        |base: &str| indent_payload(&part.lines, base, buffer, style, Some(rules), LexState::default());
    match &part.place {
        PartPlace::Text(range) => {
            let base = indent_at(buffer, range.start);
            let line = buffer.line_start(buffer.line_of(range.start));
            let text = indented(&base).join(end_of_line(buffer, buffer.line_of(range.start)));
            let begins_line = is_blank(&buffer.slice(line..range.start));
            match text.strip_prefix(base.as_str()) {
                Some(text) if !begins_line => EditSet::one(range.clone(), text.to_owned()),
                _ => EditSet::one(if begins_line { line } else { range.start }..range.end, text),
            }
        }
        PartPlace::Braces(range) => {
            let closing = closing_indent(buffer, range).unwrap_or(own);
            let base = first_indent(buffer, range).unwrap_or_else(|| format!("{closing}{step}"));
            let end = end_of_line(buffer, buffer.line_of(range.start));
            let lines = indented(&base).join(end);
            let text =
                if part.lines.is_empty() { String::new() } else { format!("{end}{lines}{end}{closing}") };
            EditSet::one(range.clone(), text)
        }
        PartPlace::Lines { lines, statement } => {
            let base = indent_at(buffer, *statement);
            let mut edits = LineEdits::removing(lines.clone());
            edits.add(lines.start, indented(&base).into_iter().map(NewLine::plain));
            edits.into_edits(buffer, FinalNewline::Keep)
        }
        PartPlace::Inline(range) => {
            let line = buffer.line_of(range.start);
            let end = end_of_line(buffer, line);
            let rest =
                buffer.slice(range.end..buffer.line_range(buffer.line_of(range.end)).end.max(range.end));
            let tail = if is_blank(&rest) { String::new() } else { format!("{end}{deeper}") };
            EditSet::one(range.clone(), format!("{end}{}{tail}", indented(&deeper).join(end)))
        }
        PartPlace::Above { lines, before } => {
            above(buffer, lines, *before, indented(&indent_at(buffer, *before)))
        }
    }
}

/// Puts comments above a definition, which may share its line.
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

/// The white space at the start of the line that holds a byte.
fn indent_at(buffer: &Buffer, byte: usize) -> String {
    indentation(&buffer.line(buffer.line_of(byte))).to_owned()
}

/// The white space before the closing bracket, if it begins its line.
fn closing_indent(buffer: &Buffer, range: &Range<usize>) -> Option<String> {
    let start = buffer.line_start(buffer.line_of(range.end));
    let before = (start >= range.start).then(|| buffer.slice(start..range.end))?;
    is_blank(&before).then(|| before.into_owned())
}

/// The white space before the first line between brackets that has lines of its own.
fn first_indent(buffer: &Buffer, range: &Range<usize>) -> Option<String> {
    let mut lines = buffer.line_of(range.start) + 1..buffer.line_of(range.end);
    let first = lines.find(|line| !is_blank(&buffer.line(*line)))?;
    Some(indentation(&buffer.line(first)).to_owned())
}
