//! Warns about what a second run of the patch would change: definitions whose names are swapped, and definitions from
//! which a later operation moves away the neighbor beside which they were placed.
//!
//! Invariant: only the operations are examined, each once.

use std::collections::{HashMap, HashSet};

use super::done::Warning;
use super::run::Run;
use super::symbol::address::last_word;
use super::symbol::meaning::spelled;
use crate::diag::Code;
use crate::ir::{Action, Operation, PatchPath, SymbolPlace, SymbolTarget};
use crate::resolve::bindings::bare_address;

/// The file of a definition and its address without parameters and numbers.
type BareAddress<'p> = (&'p PatchPath, String);

impl Run<'_, '_> {
    /// Adds warnings about what a second run of the patch would change.
    pub(super) fn warn_about_second_run(&mut self) {
        let operations = self.operations;
        let found = swapped(operations).into_iter().chain(self.parted(operations));
        let notes: Vec<_> = found
            .map(|(operation, note)| {
                let note = Warning::ChosenPlace(note).into_diagnostic();
                note.of(operation.reference()).at(operation.origin.place)
            })
            .collect();
        self.warnings.extend(notes);
    }

    /// Returns the moves to a place beside a definition that a later operation moves again, each with its warning.
    fn parted<'o>(&self, operations: &'o [Operation]) -> Vec<(&'o Operation, String)> {
        let is_there = |operation: &Operation| {
            self.warnings.iter().any(|warning| {
                let index = warning.operation.as_ref().map(|own| own.index);
                warning.code == Code::AlreadyApplied && index == Some(operation.origin.index)
            })
        };
        // For each definition, what was moved beside it and by which operation.
        let mut beside: HashMap<BareAddress<'_>, Vec<(&Operation, String)>> = HashMap::new();
        let mut found = Vec::new();
        for operation in operations {
            let Some((moved, to, place)) = moved(operation) else { continue };
            let names: HashSet<String> = moved.iter().map(|symbol| named(symbol)).collect();
            if !is_there(operation) {
                for name in &names {
                    let parted = beside.remove(&(&operation.path, name.clone())).unwrap_or_default();
                    let parted = parted.into_iter().filter(|(_, own)| !names.contains(own));
                    found.extend(parted.map(|(earlier, own)| {
                        let note = format!(
                            "a later operation moves `{name}`, next to which `{own}` was placed: \
                             if applied again, the patch moves `{own}` again"
                        );
                        (earlier, note)
                    }));
                }
            }
            if let (Some(anchor), Some(last)) = (place.target(), moved.last())
                && *to == operation.path
                && matches!(place, SymbolPlace::Before(_) | SymbolPlace::After(_))
            {
                beside.entry((to, named(anchor))).or_default().push((operation, named(last)));
            }
        }
        found
    }
}

/// Returns the first operation of each cycle of renamings that exchange names among definitions, with its warning.
fn swapped(operations: &[Operation]) -> Vec<(&Operation, String)> {
    // Maps the final name of each definition to its original name and the operation that first renamed it.
    let mut by_last: HashMap<BareAddress<'_>, (String, &Operation)> = HashMap::new();
    for operation in operations {
        let Action::RenameSymbol(wanted) = &operation.action else { continue };
        let old = named(&wanted.symbol);
        let owner = &old[..old.len() - last_word(&old).len()];
        let new = format!("{owner}{}", wanted.new_name);
        let first = by_last.remove(&(&operation.path, old.clone())).unwrap_or((old, operation));
        by_last.insert((&operation.path, new), first);
    }
    let mut first_of: Vec<(&Operation, String)> = Vec::new();
    let mut done: HashSet<BareAddress<'_>> = HashSet::new();
    let mut rows: Vec<_> = by_last.iter().collect();
    rows.sort_by_key(|(_, (_, operation))| operation.origin.index);
    for ((path, last), (first, operation)) in rows {
        let mut row = vec![last.clone()];
        let mut at = first;
        while at != last && done.insert((*path, at.clone())) {
            row.push(at.clone());
            let Some((before, _)) = by_last.get(&(*path, at.clone())) else { break };
            at = before;
        }
        if at == last && row.len() > 1 && done.insert((*path, last.clone())) {
            row.sort();
            let names: Vec<String> = row.iter().map(|name| format!("`{name}`")).collect();
            let note = format!(
                "{} change names: if applied again, the patch changes them again",
                names.join(" and ")
            );
            first_of.push((operation, note));
        }
    }
    first_of
}

/// Returns the definitions that an operation moves, the file that they move to, and the place in it.
fn moved(operation: &Operation) -> Option<(Vec<&SymbolTarget>, &PatchPath, &SymbolPlace)> {
    let Action::MoveSymbol { symbol, more, to, place, .. } = &operation.action else { return None };
    let all = std::iter::once(symbol).chain(more).collect();
    Some((all, to.as_ref().unwrap_or(&operation.path), place))
}

fn named(symbol: &SymbolTarget) -> String {
    bare_address(&spelled(symbol)).to_owned()
}
