//! Writes operations as directives of a `<FILE_CHANGES>` envelope.

use super::hunks;
use crate::ir::{Action, Change, Destination, Existing, Folders, Indent, Locator, Operation, PatchPath};

/// Returns the directive of an operation; `None` if the envelope cannot express it.
pub(super) fn section(operation: &Operation) -> Option<String> {
    let path = attribute("file_path", &operation.path)?;
    match &operation.action {
        Action::Create { payload, existing: Existing::Overwrite, mode: None }
            if !payload.no_final_newline =>
        {
            Some(content("FILE_NEW", &path, &hunks::payload(payload, "")))
        }
        Action::Edit {
            at: Locator::FileEnd,
            change: Change::InsertAfter(payload),
            indent: Indent::FromPlace,
        } => Some(content("FILE_APPEND", &path, &hunks::payload(payload, ""))),
        Action::Delete { folders: Folders::Recurse, hunks } if hunks.is_empty() => {
            Some(format!("<FILE_DELETE {path} />\n"))
        }
        Action::Update { hunks, to: Destination::Stay, mode: None, .. } if !hunks.is_empty() => {
            Some(content("FILE_PATCH", &path, &hunks::whole(hunks)))
        }
        Action::Update { hunks, to, mode: None, .. } if hunks.is_empty() => {
            let (name, to) = match to {
                Destination::Move(to) => ("FILE_RENAME", to),
                Destination::Copy(to) => ("FILE_COPY", to),
                Destination::Stay => ("FILE_RENAME", &operation.path),
            };
            let from = attribute("from_path", &operation.path)?;
            Some(format!("<{name} {from} {} />\n", attribute("to_path", to)?))
        }
        Action::Create { .. }
        | Action::Delete { .. }
        | Action::Update { .. }
        | Action::Edit { .. }
        | Action::Substitute(_)
        | Action::Exchange(_)
        | Action::RenameSymbol(_)
        | Action::MoveSymbol { .. } => None,
    }
}

fn content(name: &str, path: &str, body: &str) -> String {
    format!("<{name} {path}>\n{body}</{name}>\n")
}

/// Returns `name="path"`; `None` if the path contains both kinds of quotes, since nothing in a tag can be escaped.
fn attribute(name: &str, path: &PatchPath) -> Option<String> {
    let path = path.as_str();
    match (path.contains('"'), path.contains('\'')) {
        (false, _) => Some(format!("{name}=\"{path}\"")),
        (true, false) => Some(format!("{name}='{path}'")),
        (true, true) => None,
    }
}
