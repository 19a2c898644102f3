//! Writes operations as SEARCH/REPLACE blocks.

use std::fmt::Display;

use super::exchanged::{ExchangedTexts, texts, texts_of};
use crate::ir::{Action, Count, Exchange, Existing, Operation, Unit};

/// Returns the block of an operation, below the path of its file; `None` if a block cannot express it.
pub(super) fn section(operation: &Operation) -> Option<String> {
    let block = match &operation.action {
        Action::Create { payload, existing: Existing::OverwriteEmpty, mode: None }
            if !payload.no_final_newline && payload.crlf.is_empty() =>
        {
            block(&[], &payload.lines)?
        }
        Action::Exchange(exchange) if exchange.unit == Unit::Lines => match texts(exchange) {
            Some(ExchangedTexts { old, new, count: Count::Exactly(1) }) => block(&old, &new)?,
            Some(ExchangedTexts { .. }) => return None,
            None => block_of_several_readings(exchange)?,
        },
        Action::Create { .. }
        | Action::Delete { .. }
        | Action::Update { .. }
        | Action::Edit { .. }
        | Action::Substitute(_)
        | Action::Exchange(_)
        | Action::RenameSymbol(_)
        | Action::MoveSymbol { .. } => return None,
    };
    Some(format!("{}\n{block}", path_line(&operation.path)))
}

/// Returns the line above a block that names its file.
pub(crate) fn path_line(path: &impl Display) -> String {
    let path = path.to_string();
    let is_plain =
        path.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | '/' | '+'));
    if is_plain { path } else { format!("`{path}`") }
}

/// Returns a block whose marker lines have a number of signs with which no line in the block begins; `None` if every
/// possible number is taken.
pub(crate) fn block(old: &[String], new: &[String]) -> Option<String> {
    let has = |count: &usize| {
        let signs = |sign: u8, line: &str| line.bytes().take_while(|byte| *byte == sign).count() == *count;
        old.iter().chain(new).any(|line| [b'<', b'=', b'>'].into_iter().any(|sign| signs(sign, line)))
    };
    let count = [7, 9, 8, 6, 5].into_iter().find(|count| !has(count))?;
    Some(block_with(count, old, new))
}

/// Returns the block of an edit in which several lines may be the divider: its marker lines have as many signs as these
/// lines.
fn block_of_several_readings(exchange: &Exchange) -> Option<String> {
    let without_old = exchange.new_file.iter().map(|payload| (Vec::new(), payload.lines.clone()));
    let mut readings: Vec<_> = without_old.chain(exchange.lines.iter().map(texts_of)).collect();
    readings.sort_by_key(|(old, _)| old.len());
    let [(old, new), (longer, rest), ..] = &readings[..] else { return None };
    let divider = longer.get(old.len())?;
    let whole = |(old, new): (&[String], &[String])| [old, std::slice::from_ref(divider), new].concat();
    let is_one_text = whole((old, new)) == whole((longer, rest));
    let signs = divider.trim_end();
    (is_one_text && signs.bytes().all(|byte| byte == b'=')).then(|| block_with(signs.len(), old, new))
}

fn block_with(count: usize, old: &[String], new: &[String]) -> String {
    let signs = |sign: &str| sign.repeat(count);
    let joined = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    format!("{} SEARCH\n{}{}\n{}{} REPLACE\n", signs("<"), joined(old), signs("="), joined(new), signs(">"))
}
