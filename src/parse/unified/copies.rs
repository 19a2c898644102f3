//! Brings copies before what changes their sources.
//!
//! One `git diff` tells one change of a whole tree: what it copies is the file as it was, even where the section of
//! that file stands above the copy. Operations see what those before them left, so such a copy has to go first.

use std::collections::HashMap;

use crate::ir::{Action, Destination, Operation, PatchPath};

/// Moves each copy above the first operation of the same diff that changes, moves or deletes its source.
///
/// `is_joined` tells of each operation whether it belongs to the diff of the one before it. A path that is changed twice
/// shows that another diff has begun, too.
pub(super) fn bring_copies_first(operations: Vec<Operation>, is_joined: &[bool]) -> Vec<Operation> {
    let ranks = ranks(&operations, is_joined);
    let mut ranked: Vec<_> = ranks.into_iter().zip(operations).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, operation)| operation).collect()
}

/// Where an operation goes: at which one, and whether behind what goes before that one.
type Rank = (usize, bool);

fn ranks(operations: &[Operation], is_joined: &[bool]) -> Vec<Rank> {
    let mut changes: HashMap<&PatchPath, usize> = HashMap::new();
    let mut ranks = Vec::with_capacity(operations.len());
    for (at, operation) in operations.iter().enumerate() {
        if !is_joined.get(at).copied().unwrap_or_default() {
            changes.clear();
        }
        let rank = match &operation.action {
            Action::Update { to: Destination::Copy(_), .. } => {
                changes.get(&operation.path).map_or((at, true), |change| (*change, false))
            }
            _ => (at, true),
        };
        ranks.push(rank);
        if changes_its_path(operation) {
            if changes.contains_key(&operation.path) {
                changes.clear();
            }
            changes.insert(&operation.path, at);
        }
    }
    ranks
}

/// Whether the file at the operation's own path is another afterwards, or none.
const fn changes_its_path(operation: &Operation) -> bool {
    match &operation.action {
        Action::Update { to, .. } => !matches!(to, Destination::Copy(_)),
        Action::Delete { .. } => true,
        Action::Create { .. } | Action::Edit { .. } => false,
    }
}
