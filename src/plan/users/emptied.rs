//! Files that are empty after an operation on symbols.

use crate::ir::{Action, Change, Locator, OldName, Operation};
use crate::lang::ModuleStyle;
use crate::plan::done::{EditOutcome, Warning};
use crate::plan::run::Run;
use crate::plan::symbol::address::last_word;
use crate::plan::symbol::lookup::language_of;
use crate::text::normal::find_word;

/// The maximum size, in bytes, of a file that is checked for whether only imports and comments are left.
const MAX_FILE_BYTES: usize = 4000;

impl Run<'_, '_> {
    /// Returns a warning about a file from which an operation removed the last definition; `None` if a later operation
    /// works on the file, or if it still exports what moved.
    pub(in crate::plan) fn emptied_note(&mut self, at: usize, done: &EditOutcome) -> Option<Warning> {
        let operation = &self.operations[at];
        if !removes_definition(operation) || self.is_named_behind(at, &operation.path) {
            return None;
        }
        let document = self.overlay.document(&operation.path)?;
        let language = language_of(document, &operation.path, None).ok()?;
        let rules = language.local_rules();
        let path = &operation.path;
        // A package needs such a file, whatever it contains.
        if rules.is_some_and(|rules| rules.index_files.iter().any(|name| name == path.file_name())) {
            return None;
        }
        if document.buffer().len() > MAX_FILE_BYTES {
            return None;
        }
        let (buffer, symbols) = document.symbols(language);
        let text = buffer.slice(0..buffer.len());
        let moved = || done.matched.iter().flat_map(|all| all.split(", ")).map(last_word);
        let left = if text.trim().is_empty() {
            "is now empty".to_owned()
        } else if symbols.has_imports_only(buffer) && moved().all(|name| find_word(&text, name).is_none()) {
            match symbols.common_header(buffer).filter(|header| text.trim() == header) {
                Some(header) => format!("now contains only `{header}`"),
                None => "now contains only imports and comments".to_owned(),
            }
        } else {
            return None;
        };
        let is_declared = rules.is_some_and(|rules| rules.modules == ModuleStyle::Tree);
        let when = if is_declared { " once no module declares it" } else { "" };
        Some(Warning::ChosenPlace(format!("`{path}` {left}; `delete_file` removes it{when}")))
    }
}

/// Returns whether an operation removes a definition from its file.
fn removes_definition(operation: &Operation) -> bool {
    match &operation.action {
        Action::MoveSymbol { to: Some(to), old_place, .. } => {
            *to != operation.path && *old_place != OldName::KeptAsAlias
        }
        Action::Edit { at: Locator::Symbol(_), change: Change::Delete, .. } => true,
        _ => false,
    }
}
