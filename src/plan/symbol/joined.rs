//! Detects lines that would continue the statement above them, in languages whose statements need no terminator.

use crate::diag::{Code, FilePlace};
use crate::ir::Change;
use crate::lang::Language;
use crate::plan::editing::Editing;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::symbol::joined_line;
use crate::text::EditSet;
use crate::text::normal::trim;

/// Refuses edits that would join the line below them to the statement above.
pub(in crate::plan) fn refuse_joined(
    document: &Document<'_>,
    editing: Editing<'_>,
    language: &'static Language,
    edits: &EditSet,
) -> Result<(), Refusal> {
    let buffer = document.buffer();
    let Some(line) = joined_line(language, buffer, edits) else { return Ok(()) };
    let path = editing.operation.path.as_str();
    let text = buffer.line(line).into_owned();
    let sign: String = trim(&text).chars().take(1).collect();
    let (what, help) = match editing.change {
        Change::Delete => (
            "the code above the definition",
            "end the statement above the definition with `;` in an operation before this one",
        ),
        _ => ("the payload", "end the payload with `;`"),
    };
    let message = format!(
        "{what} does not end in `;` and would join with line {} of `{path}`, which begins with \
         `{sign}`",
        line + 1
    );
    Err(Refusal::new(Code::PayloadMismatch, message)
        .with_places(vec![FilePlace::related(path, line, text)])
        .with_help(help))
}
