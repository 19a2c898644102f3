//! Handles definitions that are inserted into a scope which has one of the same name and signature.

use super::already_applied::left_out;
use crate::diag::{Code, FilePlace};
use crate::ir::{ExistingDefinition, Operation, PatchPath, RepeatedLines};
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::symbol::{SymbolInfo, SymbolMatch};
use crate::text::Buffer;
use crate::text::normal::is_blank;

/// How an insertion continues.
pub(in crate::plan) enum InsertionFate {
    /// The payload is inserted.
    Insert,
    /// The definitions exist and stay unchanged.
    Skip(EditOutcome),
    /// Some of the definitions exist and stay unchanged; the other lines of the payload are inserted.
    SkipSome(Vec<String>, Vec<Warning>),
    /// The definition of this address is replaced by the payload.
    Replace(String),
}

/// Decides about the definitions that an operation inserts at the place that was found.
pub(in crate::plan) fn judge(
    document: &Document<'_>,
    operation: &Operation,
    found: &SymbolMatch,
    payload: &[String],
) -> Result<InsertionFate, Refusal> {
    let taken: Vec<&SymbolInfo> = found.newcomers.iter().filter_map(|one| one.existing.as_ref()).collect();
    let Some(first) = taken.first() else { return Ok(InsertionFate::Insert) };
    let is_all = taken.len() == found.newcomers.len();
    let some_left = || lines_of_missing(found, payload);
    if let Some(lines) = taken.last().and_then(|last| repeated_heading(document.buffer(), last, payload)) {
        let refusal = refusal(document.buffer(), &operation.path, &taken);
        return Err(refusal.with_help(format!(
            "leave out {lines} of the payload, where the heading of that definition begins again"
        )));
    }
    match operation.if_already_made.definition {
        ExistingDefinition::Refuse if operation.if_already_made.lines == RepeatedLines::Insert => {
            Ok(InsertionFate::Insert)
        }
        ExistingDefinition::Skip if is_all => Ok(InsertionFate::Skip(skipped(document.buffer(), &taken))),
        ExistingDefinition::Skip if let Some(rest) = some_left() => {
            Ok(InsertionFate::SkipSome(rest, skipped(document.buffer(), &taken).warnings))
        }
        ExistingDefinition::Replace if is_all && taken.len() == 1 => {
            Ok(InsertionFate::Replace(first.address.clone()))
        }
        ExistingDefinition::Refuse
            if is_all && taken.len() == 1 && is_the_same(document.buffer(), first, payload) =>
        {
            Err(left_out(standing(document.buffer(), &operation.path, first)))
        }
        ExistingDefinition::Refuse => {
            Err(refusal(document.buffer(), &operation.path, &taken).with_help(format!(
                "`replace_symbol` with `symbol: {}` changes it; `options: {{existing: replace}}` \
                 replaces it with the payload, `existing: skip` keeps it",
                first.address
            )))
        }
        ExistingDefinition::Skip | ExistingDefinition::Replace => {
            Err(refusal(document.buffer(), &operation.path, &taken)
                .with_help("write a separate operation for each definition"))
        }
    }
}

/// Returns the lines of the payload without those of the definitions that exist. `None` if the lines do not show what
/// is left without these: definitions share a line, or others lie between them.
fn lines_of_missing(found: &SymbolMatch, payload: &[String]) -> Option<Vec<String>> {
    let payload = found.inner_members.as_deref().unwrap_or(payload);
    let mut left = Vec::new();
    // Blank lines go with the definition above them.
    let mut is_left = true;
    for (number, line) in payload.iter().enumerate() {
        let mut own = found.newcomers.iter().filter(|one| one.lines.contains(&number));
        match (own.next(), own.next()) {
            (None, _) if is_blank(line) => {}
            (Some(one), None) => is_left = one.existing.is_none(),
            (None, _) | (Some(_), Some(_)) => return None,
        }
        if is_left {
            left.push(line.clone());
        }
    }
    let is_filled = |line: &String| !is_blank(line);
    let (first, last) = (left.iter().position(is_filled)?, left.iter().rposition(is_filled)?);
    Some(left[first..=last].to_vec())
}

/// Returns whether the existing definition equals the payload, apart from separators, terminators and indentation.
fn is_the_same(buffer: &Buffer, there: &SymbolInfo, payload: &[String]) -> bool {
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.trim().to_owned());
        lines.filter(|line| !line.is_empty()).collect()
    };
    let bare = |text: &str| lines(text.trim().trim_end_matches([',', ';']));
    bare(&buffer.slice(there.range.clone())) == bare(&payload.join("\n"))
}

/// Returns the refusal of a definition that exists already.
fn standing(buffer: &Buffer, path: &PatchPath, there: &SymbolInfo) -> Refusal {
    let line = buffer.line_of(there.declaration);
    let mut place = FilePlace::related(path.as_str(), line, buffer.line(line).into_owned());
    place.label = "already here".to_owned();
    let message =
        format!("`{}` is already in `{path}`, on line {}, as in the payload", there.address, line + 1);
    Refusal::new(Code::AlreadyApplied, message).with_places(vec![place])
}

/// Returns the last lines of a payload, as messages call them, if they repeat the first lines of an existing definition
/// but not all of it.
fn repeated_heading(buffer: &Buffer, there: &SymbolInfo, payload: &[String]) -> Option<String> {
    let (first, last) = there.lines;
    let own: Vec<String> = (first..=last).map(|line| buffer.line(line).trim().to_owned()).collect();
    let end = payload.iter().rposition(|line| !is_blank(line))? + 1;
    let count = (1..own.len().min(end)).rev().find(|count| {
        let tail = payload[end - count..end].iter().map(|line| line.trim());
        tail.eq(own[..*count].iter().map(String::as_str))
    })?;
    Some(match count {
        1 => format!("line {end}"),
        _ => format!("lines {} to {end}", end - count + 1),
    })
}

/// Refuses a replacement that would add a second definition of the name and signature of another existing one.
pub(in crate::plan) fn refuse_second(
    document: &Document<'_>,
    operation: &Operation,
    found: &SymbolMatch,
    help: &str,
) -> Result<(), Refusal> {
    let taken: Vec<&SymbolInfo> = found.newcomers.iter().filter_map(|one| one.existing.as_ref()).collect();
    if taken.is_empty() {
        return Ok(());
    }
    Err(refusal(document.buffer(), &operation.path, &taken).with_help(help))
}

/// Returns the refusal of definitions whose names are taken.
pub(in crate::plan) fn refusal(buffer: &Buffer, path: &PatchPath, taken: &[&SymbolInfo]) -> Refusal {
    let names: Vec<String> = taken.iter().map(|symbol| format!("`{}`", symbol.address)).collect();
    let line = |symbol: &SymbolInfo| buffer.line_of(symbol.declaration);
    let lines: Vec<String> = taken.iter().map(|symbol| (line(symbol) + 1).to_string()).collect();
    let places = taken.iter().map(|symbol| {
        FilePlace::related(path.as_str(), line(symbol), buffer.line(line(symbol)).into_owned())
    });
    let message = format!("`{path}` already defines {}, on line {}", names.join(", "), lines.join(", "));
    Refusal::new(Code::NameTaken, message).with_places(places.collect())
}

/// Returns the report about existing definitions that stay unchanged.
pub(in crate::plan) fn skipped(buffer: &Buffer, taken: &[&SymbolInfo]) -> EditOutcome {
    let warnings = taken.iter().map(|symbol| {
        let line = buffer.line_of(symbol.declaration) + 1;
        Warning::AlreadyPresent(format!(
            "`{}` is already there, on line {line}, and is not changed",
            symbol.address
        ))
    });
    let lines = taken.first().map(|symbol| buffer.lines_of(&symbol.range));
    EditOutcome { lines, warnings: warnings.collect(), ..EditOutcome::default() }
}
