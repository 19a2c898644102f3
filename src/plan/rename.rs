//! Renames a definition with all that means it.

use super::document::Document;
use super::done::{Done, Warning};
use super::edit::{language_of, resolve_symbol};
use super::made;
use super::refusal::Refusal;
use super::retake;
use crate::diag::{Code, Diagnostic, FilePlace};
use crate::ir::{Change, Operation, SymbolTarget};
use crate::resolve::rename::{RenameProblem, rename};
use crate::resolve::symbol::{Purpose, SymbolMatch};
use crate::text::Buffer;

/// How many places a message lists.
const SHOWN: usize = 20;

/// Gives the definition that `of` names a new name.
pub(super) fn rename_symbol(
    document: &mut Document<'_>,
    operation: &Operation,
    of: &SymbolTarget,
    change: &Change,
    new_name: &str,
) -> Result<Done, Refusal> {
    let found = resolve_symbol(document, &operation.path, of, Purpose::Rename)
        .map_err(|refusal| made::or_made(document, operation, of, change, None, refusal))?;
    refuse_fallen(document, operation, of, &found, new_name)?;
    let language = language_of(document, &operation.path, None)?;
    let buffer = document.buffer();
    let renaming = rename(language, document.macros(), buffer, &found, new_name)
        .map_err(|problem| refusal(buffer, operation, of, &found, new_name, &problem))?;
    let mut warnings = Vec::new();
    if !renaming.mentions.is_empty() {
        let lines: Vec<String> =
            renaming.mentions.iter().take(SHOWN).map(|at| (buffer.line_of(*at) + 1).to_string()).collect();
        let lines = lines.join(", ");
        warnings.push(Warning::Mentioned(format!("comments and strings still speak of it on lines {lines}")));
    }
    let lines = buffer.lines_of(&found.definition);
    retake::remember(document, language, &found);
    document.apply(renaming.edits);
    Ok(Done { lines: Some(lines), matched: Some(found.address), warnings })
}

/// Refuses to rename a definition that an address names by its last name only, where the new name names one wholly: then it
/// was that one which the address meant before.
pub(super) fn refuse_fallen(
    document: &mut Document<'_>,
    operation: &Operation,
    of: &SymbolTarget,
    found: &SymbolMatch,
    new_name: &str,
) -> Result<(), Refusal> {
    let new = SymbolTarget { symbol: Some(new_name.to_owned()), class: None, method: None, ..of.clone() };
    let new = SymbolTarget { expect: None, ..new };
    if !found.by_last_name {
        return Ok(());
    }
    match resolve_symbol(document, &operation.path, &new, Purpose::Read) {
        Ok(other) if !other.by_last_name => {
            let message = format!(
                "`{}` defines `{}` already, and the address is only the last name of `{}`",
                operation.path, other.address, found.address
            );
            Err(Refusal::new(Code::AlreadyApplied, message)
                .with_help(format!("if that one is meant, write `symbol: {}`", found.address))
                .at(of.place))
        }
        _ => Ok(()),
    }
}

fn refusal(
    buffer: &Buffer,
    operation: &Operation,
    of: &SymbolTarget,
    found: &SymbolMatch,
    new_name: &str,
    problem: &RenameProblem,
) -> Refusal {
    let line = |at: usize| buffer.line_of(at) + 1;
    let place = |(at, label): (usize, &str)| {
        let line = buffer.line_of(at);
        let text = buffer.line(line).into_owned();
        FilePlace { label: label.to_owned(), ..FilePlace::related(operation.path.as_str(), line, text) }
    };
    let message = problem.message(&found.address, new_name, line);
    let field = match problem {
        RenameProblem::Taken { .. } | RenameProblem::BadName { .. } => operation.origin.field("new_name"),
        _ => of.place,
    };
    let mut diagnostic = Diagnostic::error(problem.code(), message).at(field);
    diagnostic.places = problem.places().into_iter().take(SHOWN).map(place).collect();
    Refusal(vec![diagnostic.with_help(problem.help())])
}
