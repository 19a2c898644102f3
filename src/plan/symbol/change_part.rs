//! Applies an edit within a definition: of a part of it, or among its members.

use super::already_applied;
use super::change::{Instead, instead_of_insertion, refuse_arrivals, refuse_cut_off, warnings};
use super::changed_meaning;
use super::indenting::Indenter;
use super::joined::refuse_joined;
use super::lookup::{language_of, resolve_symbol};
use super::lost::{MODIFIERS, comments_of_heading, lost_words};
use super::namesakes;
use super::parts;
use super::put::{InsertedLines, put};
use super::stale;
use crate::diag::Code;
use crate::ir::{Change, MemberPlace, PartEdge, RepeatedLines, SymbolPart, SymbolTarget};
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::editing::Editing;
use crate::plan::explain;
use crate::plan::refusal::Refusal;
use crate::plan::text::already_inserted::{DepthRule, insertions_of, refuse_repeated};
use crate::plan::text::edge_comments::change_without_there;
use crate::plan::text::elided::{Replaces, check_payload};
use crate::plan::tree::document::Document;
use crate::resolve::lines::left_out_comments;
use crate::resolve::symbol::{Purpose, Side, SymbolMatch};

/// Applies an edit of a part of a definition: its body, its heading or its documentation.
pub(in crate::plan) fn change_part(
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
        check_payload(document, editing, &Replaces::of(editing.change, &lines), &[])?;
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
        changed_meaning::remember(document, language, of, &found);
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

/// Inserts members into a class or the like.
pub(in crate::plan) fn add_member(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    class: &SymbolTarget,
    at: &MemberPlace,
) -> Result<EditOutcome, Refusal> {
    let Some(payload) = editing.change.payload() else { return Ok(EditOutcome::default()) };
    let found =
        resolve_symbol(document, &editing.operation.path, class, Purpose::AddMember(at, &payload.lines))?;
    if let Some(instead) = instead_of_insertion(document, editing, &found, class)? {
        let (change, told) = match instead {
            Instead::Done(done) => return Ok(done),
            Instead::Insert(change, told) => (change, told),
        };
        let mut done = add_member(document, Editing { change: &change, ..editing }, class, at)?;
        done.warnings.extend(told);
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
