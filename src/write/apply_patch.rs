//! Writes operations as sections of a `*** Begin Patch` envelope.

use super::hunks;
use crate::ir::{Action, Destination, Existing, Folders, Operation};

/// Returns the section of an operation; `None` if the envelope cannot express it.
pub(super) fn section(operation: &Operation) -> Option<String> {
    let path = &operation.path;
    match &operation.action {
        Action::Create { payload, existing: Existing::OverwriteWithWarning, mode: None }
            if !payload.no_final_newline =>
        {
            Some(format!("*** Add File: {path}\n{}", hunks::payload(payload, "+")))
        }
        Action::Delete { folders: Folders::Refuse, hunks } if hunks.is_empty() => {
            Some(format!("*** Delete File: {path}\n"))
        }
        Action::Update { hunks, to, mode: None, .. } => {
            let mut out = format!("*** Update File: {path}\n");
            match to {
                Destination::Stay => {}
                Destination::Move(to) => out.push_str(&format!("*** Move to: {to}\n")),
                Destination::Copy(_) => return None,
            }
            for hunk in hunks {
                out.push_str(&hunks::hunk(hunk));
                out.push_str(if hunk.at_end { "*** End of File\n" } else { "" });
            }
            Some(out)
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
