//! Text operations with names that an operation before them has changed.
//!
//! Writers read the file before they write a patch, and some forget that a renaming comes first. Where what an operation
//! quotes stands nowhere as it is written, and in one place with the new names, that place is meant.

use super::marker::find_marker;
use crate::diag::Code;
use crate::ir::{Action, Change, Indent, Locator, Marker, Operation, Substitution};
use crate::plan::editing::Editing;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::plan::tree::new_name::NewName;
use crate::text::normal::word_at;

/// The operation with the new names of what its marker quotes, if so it has a place and as it is written it has none, and
/// what to say of it.
pub(in crate::plan) fn follow(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
    refusal: &Refusal,
) -> Option<(Operation, String)> {
    let may_be_stale = [Code::MarkerNotFound, Code::ContextMismatch, Code::AlreadyApplied]
        .iter()
        .any(|code| refusal.is_of(*code));
    if !may_be_stale || document.new_names().is_empty() {
        return None;
    }
    let (operation, told) = with_new_names(document.new_names(), editing, marker)?;
    let Action::Edit { at: Locator::Lines(own), change, indent } = &operation.action else { return None };
    let editing = Editing { operation: &operation, change, indent: *indent, ..editing };
    find_marker(document, editing, own).is_ok().then_some((operation, told))
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
        told.push(format!(
            "`{}` is read as `{}`, the name that operation {} gave it",
            name.old, name.new, name.by
        ));
        if let Change::Replace(own) | Change::InsertBefore(own) | Change::InsertAfter(own) = &mut change {
            // Whoever writes both names knows which one stands where.
            if !own.lines.iter().any(|line| word_at(line, &name.new).is_some()) {
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

/// What to say of a substitution that only does what a renaming before it has done; `None` if it does anything else.
pub(in crate::plan) fn is_done(names: &[NewName], wanted: &Substitution) -> Option<String> {
    let mut find = wanted.find.lines.clone();
    let done: Vec<&NewName> = names.iter().filter(|name| name.put_into(&mut find)).collect();
    let last = done.last().filter(|_| find == wanted.replace.lines)?;
    Some(format!("operation {} has renamed `{}` to `{}` here already", last.by, last.old, last.new))
}
