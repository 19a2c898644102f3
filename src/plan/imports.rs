//! Adds imports where a file keeps them.

use super::document::Document;
use super::done::{Done, Warning};
use super::edit::language_of;
use super::refusal::Refusal;
use crate::ir::Operation;
use crate::resolve::symbol::ImportPlace;
use crate::text::{FinalNewline, LineEdits, NewLine};

/// Puts lines before a line.
fn put(document: &mut Document<'_>, line: usize, lines: Vec<String>) {
    let mut edits = LineEdits::default();
    edits.add(line, lines.into_iter().map(NewLine::plain));
    document.apply(edits.into_edits(document.buffer(), FinalNewline::Keep));
}

/// Adds those imports of a payload that the file does not have.
pub(super) fn add(
    document: &mut Document<'_>,
    operation: &Operation,
    payload: &[String],
) -> Result<Done, Refusal> {
    let language = language_of(document, &operation.path, None)?;
    let place = operation.origin.place;
    let path = operation.path.as_str();
    let (buffer, symbols) = document.symbols(language);
    let statements = symbols
        .imports_of(payload)
        .map_err(|problem| Refusal(vec![problem.diagnostic(path, buffer, place)]))?;
    let mut done = Done::default();
    for statement in statements {
        // Each one sees those before it.
        document.catch_up();
        let (buffer, symbols) = document.symbols(language);
        let found = symbols
            .import_place(buffer, &statement)
            .map_err(|problem| Refusal(vec![problem.diagnostic(path, buffer, place)]))?;
        match found {
            ImportPlace::There(line) => {
                let text = statement.first().map_or("", |line| line.trim());
                done.warnings
                    .push(Warning::There(format!("`{text}` is there already, on line {}", line + 1)));
            }
            ImportPlace::Before { line, above, below } => {
                let blanks = |count: usize| std::iter::repeat_n(String::new(), count);
                let lines = blanks(above).chain(statement).chain(blanks(below)).collect();
                put(document, line, lines);
                done.lines.get_or_insert(line..line);
            }
            ImportPlace::Within { line, text } => {
                put(document, line, vec![text]);
                done.lines.get_or_insert(line..line);
            }
        }
    }
    Ok(done)
}
