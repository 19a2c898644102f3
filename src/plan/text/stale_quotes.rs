//! Adapts text operations that quote names or commas which an earlier operation of the patch has changed.
//!
//! Writers read the file before they write a patch, and may forget that a renaming comes first. No writer thinks of a
//! comma that is removed with the last member of a list, or added with a new one. If the quoted text is nowhere as
//! written, but in one place with the new names, or with or without the comma, that place is meant.

use super::commas;
use super::marker::find_marker;
use crate::diag::Code;
use crate::ir::{Action, Change, Fragment, Indent, Locator, Marker, Operation, Substitution};
use crate::plan::editing::Editing;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::plan::tree::new_name::NewName;
use crate::text::normal::{find_word, is_blank, trim, trim_end};

/// Returns the operation with a marker adapted to the current text, if its marker was not found as written and is found
/// then, and the message about it.
pub(in crate::plan) fn with_current_text(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
    refusal: &Refusal,
) -> Option<(Operation, String)> {
    let may_be_stale = [Code::MarkerNotFound, Code::ContextMismatch, Code::AlreadyApplied]
        .iter()
        .any(|code| refusal.is_of(*code));
    if !may_be_stale {
        return None;
    }
    let (operation, told) = match with_new_names(document.new_names(), editing, marker) {
        Some(renamed) => renamed,
        None => {
            let bare = without_comma(document, editing, marker);
            bare.or_else(|| with_comma(document, editing, marker))?
        }
    };
    let Action::Edit { at: Locator::Lines(own), change, indent } = &operation.action else { return None };
    let editing = Editing { operation: &operation, change, indent: *indent, ..editing };
    find_marker(document, editing, own).is_ok().then_some((operation, told))
}

/// Returns the operation with a marker without the comma at its end, if an earlier operation removed that comma
/// together with the next member.
fn without_comma(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
) -> Option<(Operation, String)> {
    document.lexical().filter(|rules| rules.is_data)?;
    let mut bare = marker.clone();
    let last = bare.lines.lines.iter_mut().rfind(|line| !is_blank(line))?;
    *last = trim_end(last).strip_suffix(',')?.to_owned();
    let quoted = trim(last).to_owned();
    let (found, _) = find_marker(document, editing, &bare).ok()?;
    let (buffer, history) = document.history();
    let by = history.line_inserted_by(buffer, found.range.end.checked_sub(1)?)?;
    let told = format!("`{quoted}` is matched without its comma, which operation {by} removed");
    let action =
        Action::Edit { at: Locator::Lines(bare), change: editing.change.clone(), indent: editing.indent };
    Some((Operation { action, ..editing.operation.clone() }, told))
}

/// Returns the operation with a comma added to its marker, or to the lines above or below it, if an earlier operation
/// added that comma together with a new member.
fn with_comma(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
) -> Option<(Operation, String)> {
    let rules = document.lexical().filter(|rules| rules.is_data)?;
    let parts: [fn(&mut Marker) -> &mut Fragment; 3] =
        [|own| &mut own.before, |own| &mut own.lines, |own| &mut own.after];
    let mut found = parts.into_iter().enumerate().filter_map(|(number, part)| {
        let mut parted = marker.clone();
        let last = part(&mut parted).lines.iter_mut().rfind(|line| !is_blank(line))?;
        let quoted = trim(last).to_owned();
        *last = commas::with_comma(rules, last)?;
        let (found, _) = find_marker(document, editing, &parted).ok()?;
        let (buffer, history) = document.history();
        let is_solid = |line: &usize| !is_blank(&buffer.line(*line));
        let line = match number {
            0 => (0..found.range.start).rev().find(is_solid)?,
            1 => found.range.end.checked_sub(1)?,
            _ => {
                let count = parted.after.lines.iter().filter(|line| !is_blank(line)).count();
                (found.range.end..buffer.line_count()).filter(is_solid).nth(count.checked_sub(1)?)?
            }
        };
        Some((parted, quoted, history.line_inserted_by(buffer, line)?))
    });
    let (parted, quoted, by) = found.next()?;
    let told = format!("`{quoted}` is matched with the comma that operation {by} added");
    let action =
        Action::Edit { at: Locator::Lines(parted), change: editing.change.clone(), indent: editing.indent };
    Some((Operation { action, ..editing.operation.clone() }, told))
}

fn with_new_names(names: &[NewName], editing: Editing<'_>, marker: &Marker) -> Option<(Operation, String)> {
    let (mut marker, mut change) = (marker.clone(), editing.change.clone());
    let mut told = Vec::new();
    for name in names {
        let quoted = [&mut marker.before.lines, &mut marker.lines.lines, &mut marker.after.lines];
        let is_quoted = quoted.into_iter().filter_map(|lines| name.put_into(lines).then_some(())).count() > 0;
        if !is_quoted {
            continue;
        }
        told.push(format!("`{}` is read as `{}`, its name since operation {}", name.old, name.new, name.by));
        if let Change::Replace(own) | Change::InsertBefore(own) | Change::InsertAfter(own) = &mut change {
            // A payload that contains both names is deliberate, and stays as written.
            if !own.lines.iter().any(|line| find_word(line, &name.new).is_some()) {
                name.put_into(&mut own.lines);
            }
        }
    }
    if told.is_empty() {
        return None;
    }
    let indent: Indent = editing.indent;
    let action = Action::Edit { at: Locator::Lines(marker), change, indent };
    Some((Operation { action, ..editing.operation.clone() }, told.join("; ")))
}

/// Returns the message about a substitution that only does what an earlier renaming has done; `None` if it does
/// anything else.
pub(in crate::plan) fn is_done(names: &[NewName], wanted: &Substitution) -> Option<String> {
    let mut find = wanted.find.lines.clone();
    let done: Vec<&NewName> = names.iter().filter(|name| name.put_into(&mut find)).collect();
    let last = done.last().filter(|_| find == wanted.replace.lines)?;
    Some(format!("operation {} has already renamed `{}` to `{}` here", last.by, last.old, last.new))
}
