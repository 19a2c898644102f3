//! Brings the sections of one diff into an order in which each finds what it speaks of.
//!
//! One `git diff` tells one change of a whole tree: what it copies is the file as it was, even where the section of
//! that file stands above the copy, and a file may take the place of a folder whose files go in sections below it.
//! Operations see what those before them left, so such copies and removals have to go first.

use std::collections::HashMap;
use std::iter::successors;

use crate::ir::{Action, Destination, Operation, PatchPath};

/// So many folders above a file are asked whether a file takes their place; deeper trees are not told by diffs.
const DEPTH: usize = 64;

/// Moves each copy above the first operation of the same diff that changes, moves or deletes its source, and each
/// removal above the one that makes a file of a folder above it.
///
/// `is_joined` tells of each operation whether it belongs to the diff of the one before it. A path that is changed twice
/// shows that another diff has begun, too.
pub(super) fn in_order(operations: Vec<Operation>, is_joined: &[bool]) -> Vec<Operation> {
    let ranks = ranks(&operations, is_joined);
    let mut ranked: Vec<_> = ranks.into_iter().zip(operations).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, operation)| operation).collect()
}

/// Where an operation goes: at which one, and whether behind what goes before that one.
type Rank = (usize, bool);

fn ranks(operations: &[Operation], is_joined: &[bool]) -> Vec<Rank> {
    let mut changes: HashMap<&PatchPath, usize> = HashMap::new();
    let mut made: HashMap<&PatchPath, usize> = HashMap::new();
    let mut ranks = Vec::with_capacity(operations.len());
    for (at, operation) in operations.iter().enumerate() {
        let is_next = !is_joined.get(at).copied().unwrap_or_default();
        if is_next || changes_its_path(operation) && changes.contains_key(&operation.path) {
            made.clear();
        }
        if is_next {
            changes.clear();
        }
        let before = match &operation.action {
            Action::Update { to: Destination::Copy(_), .. } => changes.get(&operation.path).copied(),
            Action::Update { to: Destination::Move(_), .. } | Action::Delete { .. } if !made.is_empty() => {
                let mut above = successors(operation.path.parent(), PatchPath::parent).take(DEPTH);
                above.find_map(|folder| made.get(&folder).copied())
            }
            _ => None,
        };
        ranks.push(before.map_or((at, true), |before| (before, false)));
        if changes_its_path(operation) {
            if changes.contains_key(&operation.path) {
                changes.clear();
            }
            changes.insert(&operation.path, at);
        }
        made.extend(made_by(operation).map(|path| (path, at)));
    }
    ranks
}

/// The file that is there afterwards and was not before.
const fn made_by(operation: &Operation) -> Option<&PatchPath> {
    match &operation.action {
        Action::Create { .. } => Some(&operation.path),
        Action::Update { to: Destination::Copy(to) | Destination::Move(to), .. } => Some(to),
        Action::Update { to: Destination::Stay, .. } | Action::Delete { .. } | Action::Edit { .. } => None,
    }
}

/// Whether the file at the operation's own path is another afterwards, or none.
const fn changes_its_path(operation: &Operation) -> bool {
    match &operation.action {
        Action::Update { to, .. } => !matches!(to, Destination::Copy(_)),
        Action::Delete { .. } => true,
        Action::Create { .. } | Action::Edit { .. } => false,
    }
}
