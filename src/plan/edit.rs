//! Lowers an edit of one place: locator and change become edits of the text.

use std::collections::HashSet;
use std::ops::Range;

use super::document::Document;
use super::done::{Done, Warning};
use super::explain;
use super::refusal::Refusal;
use crate::diag::Code;
use crate::ir::{Change, Indent, Locator, Marker, Operation, SymbolTarget};
use crate::lang::Language;
use crate::resolve::lines::{LinesProblem, find_applied, replace_marked, resolve_marker};
use crate::resolve::symbol::SymbolMatch;
use crate::text::normal::{indentation, is_blank};
use crate::text::{EditSet, FinalNewline, IndentStyle, LineEdits, LineEnd, NewLine, indent_payload};

/// Makes one edit of a document.
pub(super) fn edit(
    document: &mut Document<'_>,
    operation: &Operation,
    at: &Locator,
    change: &Change,
    indent: Indent,
) -> Result<Done, Refusal> {
    match at {
        Locator::FileStart => Ok(at_edge(document, change, 0)),
        Locator::FileEnd => {
            let count = document.buffer().line_count();
            Ok(at_edge(document, change, count))
        }
        Locator::Lines(marker) => at_marker(document, operation, marker, change, indent),
        Locator::Symbol(target) => at_symbol(document, operation, target, change, indent),
    }
}

/// Puts the payload, as it stands, before the first or behind the last line.
fn at_edge(document: &mut Document<'_>, change: &Change, line: usize) -> Done {
    let mut edits = LineEdits::default();
    edits.add(line, plain_lines(change.payload().map_or(&[], |payload| &payload.lines)));
    document.apply(edits.into_edits(document.buffer(), FinalNewline::Keep));
    Done { lines: Some(line..line), ..Done::default() }
}

fn plain_lines(lines: &[String]) -> impl Iterator<Item = NewLine<'_>> {
    lines.iter().map(NewLine::plain)
}

fn at_marker(
    document: &mut Document<'_>,
    operation: &Operation,
    marker: &Marker,
    change: &Change,
    indent: Indent,
) -> Result<Done, Refusal> {
    let within = match &marker.scope {
        None => 0..document.buffer().line_count(),
        Some(scope) => scope_lines(document, operation, scope)?,
    };
    let (buffer, index) = document.lines();
    let found =
        resolve_marker(buffer, index, within.clone(), marker).map_err(|problem| match (problem, change) {
            (LinesProblem::NotFound { near }, Change::Replace(payload)) => {
                match find_applied(buffer, index, within.clone(), marker, &payload.lines) {
                    Some(at) => LinesProblem::AlreadyApplied { at },
                    None => LinesProblem::NotFound { near },
                }
            }
            (problem, _) => problem,
        });
    let found = match found {
        Ok(found) => found,
        Err(problem) => return Err(explain::marker(document, operation, marker, within, problem)),
    };
    let payload = match change.payload() {
        Some(payload) => indented(document, &payload.lines, first_solid_line(document, &found.range), indent),
        None => Vec::new(),
    };
    let mut edits = LineEdits::default();
    match change {
        Change::InsertBefore(_) => edits.add(found.range.start, plain_lines(&payload)),
        Change::InsertAfter(_) => edits.add(found.range.end, plain_lines(&payload)),
        Change::Delete => found.range.clone().for_each(|line| edits.remove(line)),
        Change::Replace(_) => {
            let (buffer, index) = document.lines();
            let replaced = replace_marked(buffer, index, within.clone(), marker, &found, &payload);
            edits = match replaced {
                Ok(edits) => edits,
                Err(problem) => return Err(explain::marker(document, operation, marker, within, problem)),
            };
        }
    }
    let mut swallowed = found.swallowed(document.buffer());
    if !swallowed.is_empty() {
        let removed: HashSet<&usize> = edits.removed().iter().collect();
        swallowed.retain(|line| removed.contains(line));
    }
    document.apply(edits.into_edits(document.buffer(), FinalNewline::Keep));
    Ok(Done {
        lines: Some(found.range),
        matched: Some(found.rung.name.to_owned()),
        warnings: explain::swallowed(&swallowed).into_iter().collect(),
    })
}

/// The first line of a range that is not blank: a marker that begins with a blank line is as deep as what follows.
fn first_solid_line(document: &Document<'_>, range: &Range<usize>) -> usize {
    let is_solid = |line: &usize| !is_blank(&document.buffer().line(*line));
    range.clone().find(is_solid).unwrap_or(range.start)
}

/// The payload's lines, indented like the line of the file that the place begins with.
fn indented(document: &mut Document<'_>, payload: &[String], line: usize, indent: Indent) -> Vec<String> {
    if indent == Indent::AsIs {
        return payload.to_vec();
    }
    let (buffer, index) = document.lines();
    let own = buffer.line(line);
    // Only inner indentation can differ in style; without any, the pass over the file is saved.
    let has_inner = payload.iter().any(|line| line.starts_with([' ', '\t']));
    let style = if has_inner { index.indent_style(buffer) } else { IndentStyle::default() };
    indent_payload(payload, indentation(&own), buffer, style, index.rules())
}

/// The language in which a target's address is to be read.
fn language_of(operation: &Operation, target: &SymbolTarget) -> Result<&'static Language, Refusal> {
    let by_name = target.language.as_deref().and_then(Language::by_name);
    let language = by_name.or_else(|| Language::by_extension(operation.path.extension()?));
    language.ok_or_else(|| {
        Refusal::new(
            Code::SymbolNotFound,
            format!("`{}` is in no language whose symbols are known", operation.path),
        )
        .with_help("give a longer marker instead of a symbol")
    })
}

/// The lines of the definition in which a marker is to be looked for.
pub(super) fn scope_lines(
    document: &mut Document<'_>,
    operation: &Operation,
    scope: &SymbolTarget,
) -> Result<Range<usize>, Refusal> {
    let found = resolve_symbol(document, operation, scope, None)?;
    let buffer = document.buffer();
    let last = found.definition.end.saturating_sub(1).max(found.definition.start);
    Ok(buffer.line_of(found.definition.start)..buffer.line_of(last) + 1)
}

fn resolve_symbol(
    document: &mut Document<'_>,
    operation: &Operation,
    target: &SymbolTarget,
    payload: Option<&[String]>,
) -> Result<SymbolMatch, Refusal> {
    let language = language_of(operation, target)?;
    let (buffer, symbols) = document.symbols(language);
    let found = symbols.resolve(buffer, target, payload);
    found.map_err(|problem| {
        let mut diagnostic = problem.diagnostic(operation.path.as_str(), buffer, target.place);
        if let Some(serde_json::Value::Object(repair)) = &mut diagnostic.repair {
            // Beside an address that differs from theirs these would be malformed.
            let fields = [("class", &target.class), ("method", &target.method)];
            let given = fields.into_iter().filter(|(_, value)| value.is_some());
            repair.extend(given.map(|(field, _)| (field.to_owned(), serde_json::Value::Null)));
        }
        Refusal(vec![diagnostic])
    })
}

fn at_symbol(
    document: &mut Document<'_>,
    operation: &Operation,
    target: &SymbolTarget,
    change: &Change,
    indent: Indent,
) -> Result<Done, Refusal> {
    let replaced = if let Change::Replace(payload) = change { Some(payload.lines.as_slice()) } else { None };
    let found = resolve_symbol(document, operation, target, replaced)?;
    let buffer = document.buffer();
    let definition = buffer.line_of(found.definition.start)
        ..buffer.line_of(found.definition.end.saturating_sub(1).max(found.definition.start)) + 1;
    let lines = if replaced.is_some() {
        buffer.line_of(found.range.start)..buffer.line_of(found.range.end.max(1) - 1) + 1
    } else {
        definition.clone()
    };
    let declaration = buffer.line_of(found.declaration);
    let payload = match change.payload() {
        Some(payload) => indented(document, &found.payload(&payload.lines), declaration, indent),
        None => Vec::new(),
    };
    let edits = match change {
        Change::Replace(written) => replace_span(document, &found, &payload, &written.lines),
        Change::InsertBefore(_) => whole_lines(document, [], definition.start, &payload),
        Change::InsertAfter(_) => whole_lines(document, [], definition.end, &payload),
        Change::Delete => whole_lines(document, definition, 0, &[]),
    };
    document.apply(edits);
    let notes = found.notes.into_iter().map(Warning::Kept);
    let warnings = notes.chain(found.doubts.into_iter().map(Warning::Symbol)).collect();
    Ok(Done { lines: Some(lines), matched: Some(found.address), warnings })
}

fn whole_lines(
    document: &Document<'_>,
    removed: impl IntoIterator<Item = usize>,
    at: usize,
    added: &[String],
) -> EditSet {
    let mut edits = LineEdits::default();
    removed.into_iter().for_each(|line| edits.remove(line));
    edits.add(at, plain_lines(added));
    edits.into_edits(document.buffer(), FinalNewline::Keep)
}

/// The edit that puts a payload in the place of a definition, which may begin or end within a line.
fn replace_span(
    document: &Document<'_>,
    found: &SymbolMatch,
    payload: &[String],
    written: &[String],
) -> EditSet {
    let buffer = document.buffer();
    let line = buffer.line_of(found.range.start);
    let line_start = buffer.line_start(line);
    let begins_line = is_blank(&buffer.slice(line_start..found.range.start));
    let start = if begins_line { line_start } else { found.range.start };
    let end_of_line = match buffer.line_end(line) {
        LineEnd::None => line.checked_sub(1).map_or(LineEnd::Lf, |above| buffer.line_end(above)),
        end => end,
    };
    let mut lines: Vec<&str> = payload.iter().map(String::as_str).collect();
    if !begins_line && let (Some(first), Some(own)) = (lines.first_mut(), written.first()) {
        // What stands before the definition on its line stands before the payload.
        *first = own;
    }
    EditSet::one(start..found.range.end, lines.join(end_of_line.as_str()))
}
