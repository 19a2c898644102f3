//! Applies an edit of one place: turns locator and change into edits of the text.

use std::ops::Range;

use super::blanks::at_end::blanks_missing;
use super::blanks::gap::gap_of_text;
use super::blanks::prose;
use super::done::{EditOutcome, Warning};
use super::editing::Editing;
use super::explain::{self, MarkerSearch};
use super::refusal::Refusal;
use super::symbol::address::last_word;
use super::symbol::already_applied;
use super::symbol::changed_meaning;
use super::symbol::imports;
use super::symbol::indenting::{IndentPlace, Indenter};
use super::symbol::insertion::insert_beside;
use super::symbol::joined::refuse_joined;
use super::symbol::lookup::{language_of, resolve_symbol};
use super::symbol::lost::{MODIFIERS, comments_of_heading, keep_between_decorators, left_out, lost_words};
use super::symbol::namesakes::{self, InsertionFate};
use super::symbol::orphan;
use super::symbol::parts;
use super::symbol::put::{InsertedLines, put, take_out};
use super::symbol::stale;
use super::symbol::unlisted;
use super::text::already_inserted::{
    DepthRule, Insertion, NewSide, insertions, insertions_of, repeated, repeated_of,
};
use super::text::belonging::{
    attached_lines_above, gap_beside, put_above_lead_in, put_into_body, replaced_docs,
};
use super::text::blocks;
use super::text::edge_comments::{change_without_statements, change_without_there};
use super::text::elided::{Replaces, check_marker, check_payload};
use super::text::fitting::fitted;
use super::text::inside_statement::{leave_stars, missing_comma, refuse_inside_statement};
use super::text::look_alikes::{make_plain, plain_in_file};
use super::text::marker::{find_marker, with_file_indentation, without_mark};
use super::text::neighbours::{drop_repeated_neighbors, insertion_as_replacement};
use super::text::odd_depth::level_odd_depths;
use super::text::parted::{places_beside, refuse_parted};
use super::text::stale_quotes;
use super::tree::document::Document;
use crate::diag::Code;
use crate::ir::{
    Action, Change, ExistingDefinition, Indent, Locator, Marker, MemberPlace, Operation, PartEdge,
    RepeatedLines, SymbolPart, SymbolTarget,
};
use crate::lang::Language;
use crate::resolve::lines::{
    PayloadPlace, PayloadSide, find_around, left_out_comments, open_block, replace_marked,
};
use crate::resolve::symbol::{Purpose, Side, SymbolMatch};
use crate::text::normal::is_blank;
use crate::text::{
    EditSet, FinalNewline, LineEdits, LineEnd, MakeContext, NewLine, cut_off, with_required_indentation,
};

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
    edits.add(line, plain_lines(&lines));
    refuse_repeated(document, operation, insertions(document.buffer(), &edits), (DepthRule::Same, None))?;
    document.apply(edits.into_edits(document.buffer(), FinalNewline::Keep));
    let warnings = explain::close_by(missing).into_iter().collect();
    Ok(EditOutcome { lines: Some(line..line), warnings, ..EditOutcome::default() })
}

/// Refuses insertions of lines that are at their places already.
fn refuse_repeated(
    document: &mut Document<'_>,
    operation: &Operation,
    insertions: Option<Vec<Insertion<'_>>>,
    (depth, new_side): (DepthRule, Option<&NewSide<'_>>),
) -> Result<(), Refusal> {
    let insertions = insertions.filter(|_| operation.if_already_made.lines == RepeatedLines::Refuse);
    let there = insertions.and_then(|insertions| match new_side {
        Some(new_side) => repeated_of(document, &insertions, depth, new_side),
        None => repeated(document, &insertions, depth),
    });
    match there {
        Some(there) => Err(there.refusal(document, operation)),
        None => Ok(()),
    }
}

fn plain_lines(lines: &[String]) -> impl Iterator<Item = NewLine<'_>> {
    lines.iter().map(NewLine::plain)
}

fn at_marker(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
) -> Result<EditOutcome, Refusal> {
    if let Some((marker, change)) = without_mark(document, marker, editing.change) {
        return at_marker(document, Editing { change: &change, ..editing }, &marker);
    }
    check_marker(document, editing, marker)?;
    let (found, within) = match find_marker(document, editing, marker) {
        Ok(found) => found,
        Err(refusal) => return at_overtaken(document, editing, marker, refusal),
    };
    if let Some(change) = insertion_as_replacement(editing, marker) {
        let mut done = at_marker(document, Editing { change: &change, ..editing }, marker)?;
        done.warnings.push(explain::left_out_there(&found.range, "`options: {repeat: true}`"));
        return Ok(done);
    }
    check_payload(document, editing, &replaced_by(editing.change, &found.range), &marker.lines.lines)?;
    let side = match editing.change {
        Change::InsertBefore(_) => PayloadSide::Before,
        Change::InsertAfter(_) => PayloadSide::After,
        Change::Replace(_) | Change::Delete => PayloadSide::Replace,
    };
    let gap = match editing.indent {
        Indent::AsIs => gap_line(editing.change, &found.range).map_or(found.range.clone(), |at| at..at),
        Indent::FromPlace => gap_beside(document, editing, &found.range),
    };
    let at = PayloadPlace { marker, found: &found, side, gap: gap.clone() };
    let payload = match editing.change.payload() {
        Some(payload) => match with_file_indentation(document, &at, payload, editing.indent) {
            Ok(lines) => lines,
            Err(problem) => {
                return Err(explain::marker(
                    document,
                    MarkerSearch { operation: editing.operation, marker, within: &within },
                    problem,
                ));
            }
        },
        None => Vec::new(),
    };
    let is_prose = prose::is_markdown(&editing.operation.path);
    let payload = match Some(gap.start).filter(|_| gap.is_empty()) {
        Some(at) if editing.indent != Indent::AsIs && is_prose => {
            prose::set_apart(document.buffer(), at, payload)
        }
        Some(at) if editing.indent != Indent::AsIs && document.lexical().is_none() => {
            prose::set_entry_apart(document.buffer(), at, payload)
        }
        _ => payload,
    };
    refuse_inside_statement(document, editing, (marker, &found), gap.start)?;
    let bare = payload.clone();
    let mut fitting = fitted(document, editing, &gap, payload);
    let payload = std::mem::take(&mut fitting.payload);
    // The file may contain the lines as written, without what was adapted, such as an added comma.
    let bare = Some(bare).filter(|bare| *bare != payload);
    let unparted = missing_comma(document, editing, &gap, &payload);
    let mut edits = LineEdits::default();
    match editing.change {
        Change::InsertBefore(_) | Change::InsertAfter(_) => edits.add(gap.start, plain_lines(&payload)),
        Change::Delete => {
            found.range.clone().for_each(|line| edits.remove(line));
        }
        Change::Replace(written) => {
            let mut haystack = document.haystack(within.clone());
            let around = match editing.operation.if_already_made.lines {
                RepeatedLines::Refuse => [Some(&payload), bare.as_ref()]
                    .into_iter()
                    .flatten()
                    .find_map(|own| find_around(&mut haystack, marker, &found, (own, &written.lines))),
                RepeatedLines::Insert => None,
            };
            if let Some(at) = around {
                return Err(explain::repeated_lines(document, editing.operation, &at));
            }
            let replaced = replace_marked(&mut haystack, marker, &found, (&payload, &written.lines));
            edits = match replaced {
                Ok(edits) => edits,
                Err(problem) => {
                    return Err(explain::marker(
                        document,
                        MarkerSearch { operation: editing.operation, marker, within: &within },
                        problem,
                    ));
                }
            };
        }
    }
    let (buffer, index) = document.lines();
    let whole = match found.keep_comments_whole(buffer, index, &mut edits) {
        Ok(end) => found.range.start..end.map_or(found.range.end, |end| end.max(found.range.end)),
        Err(problem) => {
            let search = MarkerSearch { operation: editing.operation, marker, within: &within };
            return Err(explain::marker(document, search, problem));
        }
    };
    if editing.indent != Indent::AsIs {
        leave_stars(document, &found.range, &mut edits);
    }
    let around = [&marker.before.lines, &marker.lines.lines, &marker.after.lines];
    let end = document.buffer().line_count().min(found.range.end + marker.after.lines.len());
    let shown = found.range.start.saturating_sub(marker.before.lines.len())..end;
    let old = around.into_iter().flatten().map(String::as_str);
    let made_plain = make_plain(&mut edits, plain_in_file(document, &shown, old));
    let docs = match editing.indent {
        Indent::AsIs => 0..0,
        Indent::FromPlace => keep_together(document, editing, &found.range, &mut edits)?,
    };
    let mut orphans = 0..0;
    if payload.is_empty() && removes_all(&edits, &found.range) {
        orphans = attached_lines_above(document, editing, &found.range);
        orphans.clone().for_each(|line| edits.remove(line));
        let gone = orphans.start..whole.end;
        gap_of_text(document, &editing.operation.path, &gone).for_each(|line| edits.remove(line));
    }
    let depth = if found.is_shifted(document.buffer(), marker) { DepthRule::Any } else { DepthRule::Same };
    let (before, after) = match editing.change {
        Change::InsertBefore(_) => (&[][..], &marker.lines.lines[..]),
        Change::InsertAfter(_) => (&marker.lines.lines[..], &[][..]),
        Change::Replace(_) | Change::Delete => (&[][..], &[][..]),
    };
    let new_side = |payload, edits| {
        let lines = before.iter().chain(payload).chain(after).map(String::as_str).collect();
        NewSide { lines, matched: found.range.clone(), gap: gap.clone(), rung: found.rung.name, edits }
    };
    let come = insertions(document.buffer(), &edits);
    refuse_repeated(document, editing.operation, come, (depth, Some(&new_side(&payload, &edits))))?;
    if let (Some(bare), Change::InsertBefore(_) | Change::InsertAfter(_)) = (&bare, editing.change) {
        let mut edits = LineEdits::default();
        edits.add(gap.start, plain_lines(bare));
        let come = insertions(document.buffer(), &edits);
        refuse_repeated(document, editing.operation, come, (depth, Some(&new_side(bare, &edits))))?;
    }
    let there = leave_out_there(document, editing, &gap, &mut edits);
    let (buffer, index) = document.lines();
    let unnamed = found.unnamed(buffer, index, marker, &edits);
    let told = explain::unnamed(&unnamed).map(|warning| warning.at(marker.lines.place));
    let mut warnings: Vec<Warning> =
        told.into_iter().chain(there).chain(unparted).chain(made_plain).collect();
    fitting.change_beside(&mut edits);
    if !docs.is_empty() {
        warnings.push(explain::replaced_docs(&docs));
    }
    if !orphans.is_empty() {
        warnings.push(explain::orphans(document.buffer(), &orphans));
    }
    if editing.indent == Indent::AsIs && !payload.is_empty() && !found.is_as_deep(document.buffer(), marker) {
        warnings.push(explain::other_depth());
    }
    if let (Some(payload), Indent::FromPlace) = (editing.change.payload(), editing.indent) {
        warnings.extend(
            level_odd_depths(document, &mut edits).into_iter().map(|warning| warning.at(payload.place)),
        );
    }
    match editing.change {
        Change::InsertBefore(_) => edits.end_like_next(document.buffer(), gap.start),
        Change::Replace(_) if marker.before.lines.is_empty() => {
            edits.end_like_next(document.buffer(), found.range.start);
        }
        Change::Replace(_) | Change::InsertAfter(_) | Change::Delete => {}
    }
    document.apply(edits.into_edits(document.buffer(), FinalNewline::Keep));
    Ok(EditOutcome {
        lines: Some(found.range),
        matched: Some(found.rung.name.to_owned()),
        warnings,
        ..EditOutcome::default()
    })
}

/// Places the edits of the lines `named` so that what belongs together stays so; returns the lines of documentation that
/// the payload replaces.
fn keep_together(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    named: &Range<usize>,
    edits: &mut LineEdits<'_>,
) -> Result<Range<usize>, Refusal> {
    let replaced = replaced_docs(document, editing, named.start);
    replaced.all.clone().for_each(|line| edits.remove(line));
    if let (Change::Replace(_), true) = (editing.change, replaced.all.is_empty()) {
        put_above_lead_in(document, named, edits);
        put_into_body(document, named, edits);
    }
    let places = places_beside(Some(editing.change), named, edits);
    refuse_parted(document, editing.operation.path.as_str(), (&places, edits))?;
    Ok(replaced.docs)
}

/// Drops lines of the payload that only repeat lines which the file already has next to the change.
fn leave_out_there(
    document: &Document<'_>,
    editing: Editing<'_>,
    gap: &Range<usize>,
    edits: &mut LineEdits<'_>,
) -> Vec<Warning> {
    let is_asked_for =
        editing.operation.if_already_made.lines == RepeatedLines::Insert || editing.indent == Indent::AsIs;
    if is_asked_for {
        return Vec::new();
    }
    let found = drop_repeated_neighbors((document.buffer(), document.lexical()), gap, edits);
    found.iter().map(|lines| explain::left_out_there(lines, "`options: {repeat: true}`")).collect()
}

/// Retries a marker that was not found, with the new names of what it quotes, if earlier operations renamed it.
fn at_overtaken(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
    refusal: Refusal,
) -> Result<EditOutcome, Refusal> {
    let Some((operation, told)) = stale_quotes::with_current_text(document, editing, marker, &refusal) else {
        return Err(refusal);
    };
    let Action::Edit { at: Locator::Lines(marker), change, indent } = &operation.action else {
        return Err(refusal);
    };
    let mut done =
        at_marker(document, Editing { operation: &operation, change, indent: *indent, ..editing }, marker)?;
    done.warnings.push(Warning::ChosenPlace(told));
    Ok(done)
}

/// Returns whether the edits remove every line of `lines`.
fn removes_all(edits: &LineEdits<'_>, lines: &Range<usize>) -> bool {
    let mut removed = edits.removed().to_vec();
    removed.sort_unstable();
    removed.dedup();
    let first = removed.partition_point(|line| *line < lines.start);
    removed.get(first..).is_some_and(|rest| rest.iter().copied().take(lines.len()).eq(lines.clone()))
}

/// Returns the line before which a change inserts lines.
const fn gap_line(change: &Change, place: &Range<usize>) -> Option<usize> {
    match change {
        Change::InsertBefore(_) => Some(place.start),
        Change::InsertAfter(_) => Some(place.end),
        Change::Replace(_) | Change::Delete => None,
    }
}

/// Returns what a change does to the lines of its place.
fn replaced_by<'l>(change: &Change, lines: &'l Range<usize>) -> Replaces<'l> {
    match change {
        Change::Replace(_) => Replaces::Lines(lines),
        Change::InsertBefore(_) | Change::InsertAfter(_) | Change::Delete => Replaces::Nothing,
    }
}

fn at_symbol(
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
        && let Some(done) = instead_of_insertion(document, editing, &found, target)?
    {
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
    check_payload(document, editing, &replaced_by(editing.change, &lines), &[])?;
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
        changed_meaning::remember(document, language, &found);
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

/// Handles an insertion that says what happens if a definition of the same name and signature exists. Returns `None` if
/// the payload is to be inserted as usual.
fn instead_of_insertion(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    found: &SymbolMatch,
    target: &SymbolTarget,
) -> Result<Option<EditOutcome>, Refusal> {
    let Some(payload) = editing.change.payload() else { return Ok(None) };
    if editing.operation.if_already_made.definition == ExistingDefinition::Refuse {
        return Ok(None);
    }
    match namesakes::judge(document, editing.operation, found, &payload.lines)? {
        InsertionFate::Insert => Ok(None),
        InsertionFate::Skip(done) => Ok(Some(done)),
        InsertionFate::Replace(address) => {
            let target = SymbolTarget {
                language: target.language.clone(),
                symbol: Some(address),
                place: target.place,
                ..SymbolTarget::default()
            };
            let change = &Change::Replace(payload.clone());
            at_symbol(document, Editing { change, ..editing }, &target).map(Some)
        }
    }
}

/// Refuses definitions that are at their place already, or whose names are taken.
fn refuse_arrivals(
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

fn change_part(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    of: &SymbolTarget,
    part: SymbolPart,
) -> Result<EditOutcome, Refusal> {
    let payload = editing.change.payload().map_or(&[][..], |payload| &payload.lines);
    let edge = PartEdge::of(editing.change);
    let purpose = Purpose::ChangePart(part, edge, payload);
    let found = match resolve_symbol(document, &editing.operation.path, of, purpose) {
        Ok(found) => found,
        Err(refusal) if of.expect.is_some() => {
            let is_body = (part, edge) == (SymbolPart::Body, PartEdge::Whole);
            let merged = match is_body {
                true => stale::merge_body(document, editing, of, refusal),
                false => stale::merge_part(document, editing, of, part, refusal),
            };
            let merged = merged.map_err(|refusal| {
                already_applied::refusal_if_applied(document, editing, of, Some(part), refusal)
            })?;
            let merged_body = Change::Replace(merged.payload);
            let change = if is_body { &merged_body } else { editing.change };
            let mut done = change_part(document, Editing { change, ..editing }, &merged.target, part)?;
            done.warnings.push(Warning::Merged(merged.told));
            return Ok(done);
        }
        Err(refusal) => {
            return Err(already_applied::refusal_if_applied(document, editing, of, Some(part), refusal));
        }
    };
    if found.holds_members
        && let Some(done) = as_members(document, editing, (of, &found), edge)
    {
        return done;
    }
    let language = language_of(document, &editing.operation.path, of.language.as_deref())?;
    let lines = document.buffer().lines_of(&found.definition);
    if part != SymbolPart::Doc {
        check_payload(document, editing, &replaced_by(editing.change, &lines), &[])?;
    }
    if let Some(at) = found
        .present_doc_lines
        .as_ref()
        .filter(|_| editing.operation.if_already_made.lines == RepeatedLines::Refuse)
    {
        return Err(explain::repeated_lines(document, editing.operation, at));
    }
    if part == SymbolPart::Signature {
        let help = "choose another name, or delete the existing definition first";
        namesakes::refuse_second(document, editing.operation, &found, help)?;
    }
    let planter = Indenter::new(document.buffer(), language);
    let edits = found.part.as_ref().map(|part| parts::replace(&planter, &found, part)).unwrap_or_default();
    let there = change_without_there(document, editing, &edits).filter(|_| part == SymbolPart::Body);
    if let Some((change, told)) = there {
        let mut done = change_part(document, Editing { change: &change, ..editing }, of, part)?;
        done.warnings.extend(told);
        return Ok(done);
    }
    if edge != PartEdge::Whole {
        let insertions = insertions_of(document.buffer(), &edits);
        refuse_repeated(document, editing.operation, insertions, (DepthRule::Any, None))?;
    }
    if part == SymbolPart::Body {
        refuse_cut_off(editing, language)?;
    }
    refuse_joined(document, editing, language, &edits)?;
    let mut told = Vec::new();
    if (part, edge) == (SymbolPart::Body, PartEdge::Whole)
        && let Some(edit) = edits.iter().next()
    {
        let range = document.buffer().lines_of(&edit.range);
        let gone = left_out_comments(&mut document.haystack(range.clone()), range, payload);
        told.extend(explain::left_out_comments(&gone));
    }
    if part == SymbolPart::Signature {
        told.extend(lost_words(document.buffer(), &found, (payload, language), &MODIFIERS));
        told.extend(comments_of_heading(document, &found, payload));
    }
    let (keeps_users, is_renamed) = (found.keeps_parameters, found.new_name.is_some());
    let calls = found.calls.clone();
    if is_renamed {
        changed_meaning::remember(document, language, &found);
    }
    document.apply(edits);
    told.extend(warnings(found.notes, found.warnings));
    let matched = Some(found.address);
    Ok(EditOutcome {
        lines: Some(lines),
        matched,
        keeps_users,
        calls,
        is_renamed,
        warnings: told,
        ..EditOutcome::default()
    })
}

/// Inserts a payload for the start or end of a class body (or of a similar body) as members, if the payload consists of
/// members.
fn as_members(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    (of, found): (&SymbolTarget, &SymbolMatch),
    edge: PartEdge,
) -> Option<Result<EditOutcome, Refusal>> {
    let symbol = Some(found.address.clone());
    let class = SymbolTarget { symbol, class: None, method: None, kind: None, ..of.clone() };
    let at = if edge == PartEdge::Start { MemberPlace::Start } else { MemberPlace::End };
    let is_no_member = |refusal: &Refusal| {
        let codes = [Code::PayloadMismatch, Code::SymbolNotFound, Code::SymbolAmbiguous];
        refusal.problems.iter().any(|problem| codes.contains(&problem.code))
    };
    Some(add_member(document, editing, &class, &at)).filter(|done| !done.as_ref().is_err_and(is_no_member))
}

/// Turns notes (what was kept on purpose) and doubts (what may not be intended) into warnings.
fn warnings(notes: Vec<String>, doubts: Vec<String>) -> Vec<Warning> {
    let notes = notes.into_iter().map(Warning::KeptByRule);
    notes.chain(doubts.into_iter().map(Warning::Symbol)).collect()
}

fn add_member(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    class: &SymbolTarget,
    at: &MemberPlace,
) -> Result<EditOutcome, Refusal> {
    let Some(payload) = editing.change.payload() else { return Ok(EditOutcome::default()) };
    let found =
        resolve_symbol(document, &editing.operation.path, class, Purpose::AddMember(at, &payload.lines))?;
    if let Some(done) = instead_of_insertion(document, editing, &found, class)? {
        return Ok(done);
    }
    let lines = document.buffer().lines_of(&found.definition);
    let side = if let MemberPlace::Before(_) = at { Side::Before } else { Side::After };
    let language = language_of(document, &editing.operation.path, class.language.as_deref())?;
    let planter = Indenter::new(document.buffer(), language);
    let edits = put(
        &planter,
        &found,
        side,
        &InsertedLines::new(found.inner_members.as_ref().unwrap_or(&payload.lines)),
        editing.indent,
    );
    if let Some((change, told)) = change_without_there(document, editing, &edits) {
        let mut done = add_member(document, Editing { change: &change, ..editing }, class, at)?;
        done.warnings.extend(told);
        return Ok(done);
    }
    refuse_arrivals(document, editing, &found, &edits)?;
    refuse_cut_off(editing, language)?;
    refuse_joined(document, editing, language, &edits)?;
    document.apply(edits);
    let notes = found.notes.into_iter().map(Warning::ChosenPlace);
    let doubts = found.warnings.into_iter().chain(found.value_changes).map(Warning::Symbol);
    let warnings = notes.chain(doubts).collect();
    Ok(EditOutcome { lines: Some(lines), matched: Some(found.address), warnings, ..EditOutcome::default() })
}

/// Refuses code that ends within a block that it opens, like a model's answer that was cut off. Only for languages with
/// indented blocks, where the grammar may accept a heading without a body; where blocks have brackets, the reader of
/// the payload sees the missing one.
fn refuse_cut_off(editing: Editing<'_>, language: &'static Language) -> Result<(), Refusal> {
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
