//! Adds imports where a file keeps them, and takes them out.

use super::document::Document;
use super::done::{Done, Warning};
use super::edit::language_of;
use super::explain;
use super::refusal::Refusal;
use crate::diag::PatchPlace;
use crate::ir::{ImportChange, Operation, PatchPath};
use crate::lang::Language;

/// Adds those imports of a payload that the file does not have, or takes out those that it has.
pub(super) fn change(
    document: &mut Document<'_>,
    operation: &Operation,
    change: ImportChange,
    payload: &[String],
) -> Result<Done, Refusal> {
    let language = language_of(document, &operation.path, None)?;
    let place = operation.origin.place;
    let path = operation.path.as_str();
    let (buffer, symbols) = document.symbols(language);
    let is_removal = change == ImportChange::Remove;
    let found = match change {
        ImportChange::Add => symbols.add_imports(buffer, payload),
        ImportChange::Remove => symbols.remove_imports(buffer, payload),
    };
    let found = found.map_err(|problem| problem.diagnostic(path, buffer, place))?;
    if is_removal && found.line.is_none() {
        let missing: Vec<String> = found.idle.into_iter().map(|(text, _)| text).collect();
        return Err(explain::no_import(operation, &missing));
    }
    let mut done = Done { lines: found.line.map(|line| line..line), ..Done::default() };
    for (text, line) in found.idle {
        let note = match line {
            Some(line) => format!("`{text}` is already there, on line {}", line + 1),
            None if is_removal => format!("`{text}` is not there"),
            None => format!("`{text}` is already there"),
        };
        done.warnings.push(Warning::There(note));
    }
    document.apply(found.edits);
    Ok(done)
}

/// Takes imports out of a file that other operations of the program leave without a use.
pub(super) fn drop(
    document: &mut Document<'_>,
    path: &PatchPath,
    language: &'static Language,
    statements: &[String],
) -> Result<(), Refusal> {
    document.catch_up();
    let (buffer, symbols) = document.symbols(language);
    let found = symbols
        .remove_imports(buffer, statements)
        .map_err(|problem| problem.diagnostic(path.as_str(), buffer, PatchPlace::default()))?;
    document.apply(found.edits);
    Ok(())
}

/// Adds imports to a file that other operations of the program need there.
pub(super) fn bring(
    document: &mut Document<'_>,
    path: &PatchPath,
    language: &'static Language,
    (statements, roots): (&[String], &[String]),
) -> Result<(), Refusal> {
    document.catch_up();
    let (buffer, symbols) = document.symbols(language);
    let found = symbols
        .add_imports_of(buffer, statements, roots)
        .map_err(|problem| problem.diagnostic(path.as_str(), buffer, PatchPlace::default()))?;
    document.apply(found.edits);
    Ok(())
}
