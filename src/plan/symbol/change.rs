//! Applies an edit of a definition that an address names: replaces it, deletes it, or inserts beside it.

use super::address::last_word;
use super::already_applied;
use super::changed_meaning;
use super::indenting::{IndentPlace, Indenter};
use super::insertion::insert_beside;
use super::joined::refuse_joined;
use super::lookup::{language_of, resolve_symbol};
use super::lost::{keep_between_decorators, left_out};
use super::namesakes::{self, InsertionFate};
use super::orphan;
use super::parts;
use super::put::take_out;
use super::stale;
use super::unlisted;
use crate::ir::{Change, ExistingDefinition, Indent, SymbolTarget};
use crate::lang::Language;
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::editing::Editing;
use crate::plan::explain;
use crate::plan::refusal::Refusal;
use crate::plan::text::already_inserted::{DepthRule, insertions_of, refuse_repeated};
use crate::plan::text::edge_comments::{change_without_statements, change_without_there};
use crate::plan::text::elided::{Replaces, check_payload};
use crate::plan::tree::document::Document;
use crate::resolve::symbol::{Purpose, Side, SymbolMatch};
use crate::text::normal::is_blank;
use crate::text::{EditSet, LineEnd, cut_off};

/// Applies an edit of a whole definition, or beside one.
pub(in crate::plan) fn at_symbol(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    target: &SymbolTarget,
) -> Result<EditOutcome, Refusal> {
    let purpose = match editing.change {
        Change::Replace(payload) => Purpose::Replace(&payload.lines),
        Change::InsertBefore(payload) => Purpose::Insert(Side::Before, &payload.lines),
        Change::InsertAfter(payload) => Purpose::Insert(Side::After, &payload.lines),
        Change::Delete => Purpose::Delete,
    };
    let mut found = match resolve_symbol(document, &editing.operation.path, target, purpose) {
        Ok(found) => found,
        Err(refusal) => {
            let merged = match stale::merge(document, editing, target, refusal) {
                Ok(merged) => merged,
                Err(refusal) => {
                    let path = &editing.operation.path;
                    let refusal =
                        unlisted::without_guess(refusal, (path, target), editing.tree.earlier(path));
                    return Err(already_applied::refusal_if_applied(
                        document, editing, target, None, refusal,
                    ));
                }
            };
            let change = &Change::Replace(merged.payload);
            let mut done = at_symbol(document, Editing { change, ..editing }, &merged.target)?;
            done.warnings.push(Warning::Merged(merged.told));
            return Ok(done);
        }
    };
    if let Change::InsertBefore(_) | Change::InsertAfter(_) = editing.change
        && let Some(instead) = instead_of_insertion(document, editing, &found, target)?
    {
        let (change, told) = match instead {
            Instead::Done(done) => return Ok(done),
            Instead::Insert(change, told) => (change, told),
        };
        let mut done = at_symbol(document, Editing { change: &change, ..editing }, target)?;
        done.warnings.extend(told);
        return Ok(done);
    }
    if let Change::Replace(_) = editing.change {
        let help = "replace it in a separate operation, or leave it out of the payload";
        namesakes::refuse_second(document, editing.operation, &found, help)?;
        if let Some(name) = &found.new_name {
            changed_meaning::refuse_changed_meaning(document, editing.operation, target, &found, name)?;
        }
    }
    let lines = document.buffer().lines_of(found.site.as_ref().map_or(&found.range, |site| &site.range));
    check_payload(document, editing, &Replaces::of(editing.change, &lines), &[])?;
    let language = language_of(document, &editing.operation.path, target.language.as_deref())?;
    changed_meaning::refuse_block_for_type(language, editing.operation, target, &found)?;
    let mut there = Vec::new();
    let edits = match (editing.change, &found.site) {
        (Change::InsertBefore(payload) | Change::InsertAfter(payload), _) => {
            let (edits, told) = insert_beside(document, editing, &mut found, (&payload.lines, language));
            there = told;
            edits
        }
        (Change::Delete, Some(site)) => take_out(document.buffer(), site, found.declaration),
        (Change::Replace(payload), _) => {
            if editing.indent == Indent::FromPlace {
                keep_between_decorators(document, &mut found, &payload.lines, language);
            }
            let planter = Indenter::new(document.buffer(), language);
            replace_span(&planter, &found, &payload.lines, editing.indent)
        }
        (Change::Delete, None) => EditSet::default(),
    };
    if let Change::Replace(_) = editing.change
        && let Some((change, told)) = change_without_there(document, editing, &edits)
            .or_else(|| change_without_statements(document, editing, (&edits, found.declaration)))
    {
        let mut done = at_symbol(document, Editing { change: &change, ..editing }, target)?;
        done.warnings.extend(told);
        return Ok(done);
    }
    refuse_arrivals(document, editing, &found, &edits)?;
    refuse_cut_off(editing, language)?;
    refuse_joined(document, editing, language, &edits)?;
    if matches!(editing.change, Change::Delete) || found.new_name.is_some() {
        changed_meaning::remember(document, language, target, &found);
    }
    let mut told = match editing.change {
        Change::Replace(payload) => left_out(document, &found, &payload.lines, language),
        Change::Delete => {
            let orphan = orphan::orphan_note(document.buffer(), language, &lines, last_word(&found.address));
            orphan.into_iter().collect()
        }
        Change::InsertBefore(_) | Change::InsertAfter(_) => Vec::new(),
    };
    document.apply(edits);
    told.extend(there);
    let (keeps_users, is_renamed) = (found.keeps_parameters, found.new_name.is_some());
    let calls = found.calls;
    if let Change::InsertBefore(_) | Change::InsertAfter(_) = editing.change {
        told.extend(found.notes.into_iter().map(Warning::ChosenPlace));
        told.extend(found.warnings.into_iter().chain(found.value_changes).map(Warning::Symbol));
    } else {
        told.extend(warnings(found.notes, found.warnings));
    }
    Ok(EditOutcome {
        lines: Some(lines),
        matched: Some(found.address),
        keeps_users,
        calls,
        is_renamed,
        warnings: told,
        ..EditOutcome::default()
    })
}

/// What an insertion is replaced by because a definition of the same name and signature exists.
pub(in crate::plan) enum Instead {
    Done(EditOutcome),
    /// Only this is inserted.
    Insert(Change, Vec<Warning>),
}

/// Handles an insertion that says what happens if a definition of the same name and signature exists. Returns `None` if
/// the payload is to be inserted as usual.
pub(in crate::plan) fn instead_of_insertion(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    found: &SymbolMatch,
    target: &SymbolTarget,
) -> Result<Option<Instead>, Refusal> {
    let Some(payload) = editing.change.payload() else { return Ok(None) };
    if editing.operation.if_already_made.definition == ExistingDefinition::Refuse {
        return Ok(None);
    }
    match namesakes::judge(document, editing.operation, found, &payload.lines)? {
        InsertionFate::Insert => Ok(None),
        InsertionFate::Skip(done) => Ok(Some(Instead::Done(done))),
        InsertionFate::SkipSome(lines, told) => {
            let mut change = editing.change.clone();
            if let Change::InsertBefore(own) | Change::InsertAfter(own) = &mut change {
                own.lines = lines;
            }
            Ok(Some(Instead::Insert(change, told)))
        }
        InsertionFate::Replace(address) => {
            let target = SymbolTarget {
                language: target.language.clone(),
                symbol: Some(address),
                place: target.place,
                ..SymbolTarget::default()
            };
            let change = &Change::Replace(payload.clone());
            at_symbol(document, Editing { change, ..editing }, &target).map(|done| Some(Instead::Done(done)))
        }
    }
}

/// Refuses definitions that are at their place already, or whose names are taken.
pub(in crate::plan) fn refuse_arrivals(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    found: &SymbolMatch,
    edits: &EditSet,
) -> Result<(), Refusal> {
    let insertions = insertions_of(document.buffer(), edits);
    refuse_repeated(document, editing.operation, insertions, (DepthRule::Any, None))?;
    let payload = editing.change.payload().map_or(&[][..], |payload| &payload.lines);
    namesakes::judge(document, editing.operation, found, &found.with_keyword_changes(payload)).map(|_| ())
}

/// Turns notes (what was kept on purpose) and doubts (what may not be intended) into warnings.
pub(in crate::plan) fn warnings(notes: Vec<String>, doubts: Vec<String>) -> Vec<Warning> {
    let notes = notes.into_iter().map(Warning::KeptByRule);
    notes.chain(doubts.into_iter().map(Warning::Symbol)).collect()
}

/// Refuses code that ends within a block that it opens, like a model's answer that was cut off. Only for languages with
/// indented blocks, where the grammar may accept a heading without a body; where blocks have brackets, the reader of
/// the payload sees the missing one.
pub(in crate::plan) fn refuse_cut_off(
    editing: Editing<'_>,
    language: &'static Language,
) -> Result<(), Refusal> {
    let layout = language.layout();
    let Some(payload) = editing.change.payload().filter(|_| layout.indented) else { return Ok(()) };
    let lines = payload.lines.iter().map(String::as_str);
    match cut_off(lines, language.lexical(), layout.blocks) {
        Some(missing) => Err(explain::cut_off(editing.operation, payload, missing)),
        None => Ok(()),
    }
}

/// Removes blank lines at both ends: the file decides how far definitions are apart.
fn without_blank_edges(mut lines: Vec<String>) -> Vec<String> {
    let is_filled = |line: &String| !is_blank(line);
    if let (Some(first), Some(last)) = (lines.iter().position(is_filled), lines.iter().rposition(is_filled)) {
        lines.truncate(last + 1);
        lines.drain(..first);
    }
    lines
}

/// Returns the edit that replaces a definition, which may begin or end within a line, by a payload.
///
/// The payload is indented like what it replaces: like the first decorator, attribute or heading if the payload
/// contains its own, otherwise like the declaration.
fn replace_span(planter: &Indenter<'_>, found: &SymbolMatch, payload: &[String], indent: Indent) -> EditSet {
    let buffer = planter.buffer;
    let line = buffer.line_of(found.range.start);
    let line_start = buffer.line_start(line);
    let begins_line = is_blank(&buffer.slice(line_start..found.range.start));
    let start = if begins_line { line_start } else { found.range.start };
    let end_of_line = match buffer.line_end(line) {
        LineEnd::None => line.checked_sub(1).map_or(LineEnd::Lf, |above| buffer.line_end(above)),
        end => end,
    };
    let old = found.lines_without_kept(planter.lines(buffer.lines_of(&found.range)));
    let base = planter.indent_at(found.range.start);
    let written = found.with_keyword_changes(payload);
    let mut lines = planter.indented_or_as_written(
        &written,
        IndentPlace { base: &base, old: &old, near_lines: line },
        indent,
    );
    if !begins_line && let (Some(first), Some(own)) = (lines.first_mut(), written.first()) {
        // Text that precedes the definition on its line also precedes the payload.
        *first = own.trim_start_matches([' ', '\t']).to_owned();
    }
    let lines = planter.separated(lines, found.required_end.as_deref());
    let mut lines = without_blank_edges(found.with_kept(lines));
    parts::leave_blanks_behind(buffer, found.range.end, &mut lines);
    let text = lines.join(end_of_line.as_str());
    // A `;` that follows the definition without belonging to it is not doubled.
    let is_doubled = text.ends_with(';') && buffer.piece_at(found.range.end).starts_with(b";");
    EditSet::one(start..found.range.end + usize::from(is_doubled), text)
}
