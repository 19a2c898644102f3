//! Applies an edit of one place: turns locator and change into edits of the text.

use super::blanks::at_end::blanks_missing;
use super::blanks::prose;
use super::done::EditOutcome;
use super::editing::Editing;
use super::explain;
use super::refusal::Refusal;
use super::symbol::change::at_symbol;
use super::symbol::change_part::{add_member, change_part};
use super::symbol::imports;
use super::symbol::indenting::Indenter;
use super::text::already_inserted::{DepthRule, insertions, refuse_repeated};
use super::text::blocks;
use super::text::elided::{Replaces, check_payload};
use super::text::marked::at_marker;
use super::tree::document::Document;
use crate::ir::{Change, Indent, Locator, Payload, SymbolTarget};
use crate::resolve::lines::{nested_payload, open_block};
use crate::resolve::symbol::Side;
use crate::text::{FinalNewline, LineEdits, MakeContext, Nested, NewLine, with_required_indentation};

/// Applies one edit to a document.
pub(super) fn edit(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    at: &Locator,
) -> Result<EditOutcome, Refusal> {
    document.forget_scope_unless(scope_of(at));
    if let Locator::FileStart | Locator::FileEnd | Locator::Members { .. } = at {
        check_payload(document, editing, &Replaces::Nothing, &[])?;
    }
    let nested = nested_change(document, editing, at)?;
    let editing = Editing { change: nested.as_ref().unwrap_or(editing.change), ..editing };
    match at {
        Locator::FileStart => at_edge(document, editing, Side::Before),
        Locator::FileEnd => at_edge(document, editing, Side::After),
        Locator::Lines(marker) => at_marker(document, editing, marker),
        Locator::Symbol(target) => at_symbol(document, editing, target),
        Locator::Part { of, part } => change_part(document, editing, of, *part),
        Locator::Block { heading, style, expect } => {
            blocks::replace(document, editing, heading, *style, expect.as_ref())
        }
        Locator::Imports(wanted) => {
            let payload = editing.change.payload().map_or(&[][..], |payload| &payload.lines);
            imports::change(document, editing.operation, *wanted, payload)
        }
        Locator::Members { of, at } => add_member(document, editing, of, at),
    }
}

/// Returns the change at an address, or of a block, with the depth that brackets demand, if all lines of its payload are flat.
///
/// # Errors
/// The depth is unclear.
fn nested_change(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    at: &Locator,
) -> Result<Option<Change>, Refusal> {
    let is_address = matches!(
        at,
        Locator::Symbol(_) | Locator::Part { .. } | Locator::Members { .. } | Locator::Block { .. }
    );
    let payload = editing.change.payload().filter(|_| is_address && editing.indent == Indent::FromPlace);
    let Some(payload) = payload else { return Ok(None) };
    let (buffer, index) = document.lines();
    match nested_payload(buffer, index, &payload.lines, 0) {
        Nested::NotFlat => Ok(None),
        Nested::Unclear(line) => Err(explain::flat_payload(editing.operation, payload, line)),
        Nested::Lines(lines) => Ok(Some(editing.change.with_payload(Payload { lines, ..payload.clone() }))),
    }
}

/// Returns the definition in which the marker is to be searched for, if the locator limits it to one.
fn scope_of(at: &Locator) -> Option<&SymbolTarget> {
    match at {
        Locator::Lines(marker) | Locator::Block { heading: marker, .. } => marker.scope.as_ref(),
        Locator::FileStart
        | Locator::FileEnd
        | Locator::Symbol(_)
        | Locator::Members { .. }
        | Locator::Part { .. }
        | Locator::Imports(_) => None,
    }
}

/// Inserts the payload before the first line or after the last one. It is not indented, but its indentation characters
/// and style become those of the file.
fn at_edge(document: &mut Document<'_>, editing: Editing<'_>, side: Side) -> Result<EditOutcome, Refusal> {
    let Editing { operation, change, .. } = editing;
    let line = match side {
        Side::Before => 0,
        Side::After => document.buffer().line_count(),
    };
    if let (Indent::FromPlace, Some(payload), Some(_)) =
        (editing.indent, change.payload(), document.lexical())
        && let Some(block) = open_block(document.buffer(), payload, line)
    {
        return Err(explain::open_edge(document, operation, payload, (line, block)));
    }
    let mut lines = change.payload().map_or_else(Vec::new, |payload| payload.lines.clone());
    if prose::is_markdown(&operation.path) {
        lines = prose::set_apart(document.buffer(), line, lines);
    } else if document.lexical().is_none() {
        lines = prose::set_entry_apart(document.buffer(), line, lines);
    }
    if let (Indent::FromPlace, Some(language)) = (editing.indent, document.comments()) {
        lines = Indenter::new(document.buffer(), language).with_file_indentation(lines, line);
    }
    if let (Indent::FromPlace, Some(rules), Some(payload)) =
        (editing.indent, document.lexical(), change.payload().filter(|own| own.lines.len() == lines.len()))
    {
        lines = with_required_indentation(&payload.lines, lines, (rules, MakeContext::File));
    }
    let is_code = document.lines().1.rules().is_some();
    let missing = match editing.indent {
        Indent::FromPlace if is_code && side == Side::After => {
            let usual = if document.layout().indented { 2 } else { 1 };
            blanks_missing(document.buffer(), &lines, usual)
        }
        Indent::FromPlace | Indent::AsIs => 0,
    };
    let mut edits = LineEdits::default();
    edits.add(line, lines.iter().map(NewLine::plain));
    refuse_repeated(document, operation, insertions(document.buffer(), &edits), (DepthRule::Same, None))?;
    document.apply(edits.into_edits(document.buffer(), FinalNewline::Keep));
    let warnings = explain::close_by(missing).into_iter().collect();
    Ok(EditOutcome { lines: Some(line..line), warnings, ..EditOutcome::default() })
}
