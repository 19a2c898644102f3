//! Writes operations as edits in JSON.

use serde_json::{Map, Value};

use super::exchanged::{ExchangedTexts, texts};
use crate::ir::{Action, Change, Count, Destination, Existing, Indent, Locator, Operation, Patch, Unit};

/// Returns the line number after which an action inserts text, and the text, if it is a mere insertion.
fn inserted(action: &Action) -> Option<(usize, String)> {
    match action {
        Action::Edit {
            at: Locator::FileStart,
            change: Change::InsertBefore(payload),
            indent: Indent::AsIs,
        } => Some((0, payload.lines.iter().map(|line| format!("{line}\n")).collect())),
        Action::Update { hunks, to: Destination::Stay, mode: None, .. } => {
            let [hunk] = &hunks[..] else { return None };
            let is_all = hunk.inserts_after_hint && hunk.old().next().is_none();
            let text = hunk.lines.iter().map(|line| format!("{}\n", line.text.as_str())).collect();
            Some((hunk.line_hint.filter(|line| is_all && *line > 0)?, text))
        }
        _ => None,
    }
}

/// Returns all edits: one object, or a list of objects.
pub(super) fn whole(patch: &Patch) -> Option<String> {
    let edits: Vec<String> = patch.operations.iter().map(edit).collect::<Option<_>>()?;
    match &edits[..] {
        [] => None,
        [only] => Some(only.clone()),
        all => {
            Some(format!("[{}]\n", all.iter().map(|edit| edit.trim_end()).collect::<Vec<_>>().join(",\n ")))
        }
    }
}

/// Returns an edit as an object on one line; `None` if the format cannot express it.
pub(super) fn edit(operation: &Operation) -> Option<String> {
    if let Some((line, text)) = inserted(&operation.action) {
        let fields = [
            ("path", operation.path.to_string().into()),
            ("insert_line", Value::from(line)),
            ("insert_text", Value::from(text)),
        ];
        let fields: Map<String, Value> =
            fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        return Some(format!("{}\n", Value::Object(fields)));
    }
    let (old, new, count) = match &operation.action {
        Action::Create { payload, existing: Existing::OverwriteEmpty, mode: None }
            if !payload.no_final_newline && payload.crlf.is_empty() =>
        {
            (String::new(), payload.lines.iter().map(|line| format!("{line}\n")).collect(), Count::Exactly(1))
        }
        Action::Exchange(exchange) if exchange.unit == Unit::Characters => {
            let is_of_lines = exchange.parts.is_none();
            let ExchangedTexts { old, new, count } = texts(exchange)?;
            // Without the line ending, a removed line would leave an empty line.
            let end = if is_of_lines { "\n" } else { "" };
            let text = |lines: &[String]| match lines {
                [] => String::new(),
                lines => lines.join("\n") + end,
            };
            (text(&old), text(&new), count)
        }
        Action::Create { .. }
        | Action::Delete { .. }
        | Action::Update { .. }
        | Action::Edit { .. }
        | Action::Substitute(_)
        | Action::Exchange(_)
        | Action::RenameSymbol(_)
        | Action::MoveSymbol { .. } => return None,
    };
    let mut fields = Map::new();
    let mut set = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    set("path", operation.path.to_string().into());
    set("old_string", old.into());
    set("new_string", new.into());
    match count {
        Count::Exactly(1) => {}
        Count::Exactly(count) => drop(set("expected_replacements", count.into())),
        Count::All => drop(set("replace_all", true.into())),
    }
    Some(format!("{}\n", Value::Object(fields)))
}
