//! Brings copies before what changes their sources.
//!
//! One `git diff` tells one change of a whole tree: what it copies is the file as it was, even where the section of
//! that file stands above the copy. Operations see what those before them left, so such a copy has to go first. (Moves
//! in a ring have no order in which that would do; the planner sees to them.)

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::ir::{Action, Destination, Operation, PatchPath};

/// The runs of operations that tell one change of a tree.
///
/// `is_joined` tells of each operation whether it belongs to the diff of the one before it. A path that is changed twice
/// shows that another diff has begun, too.
pub(super) fn runs_of_one_diff(operations: &[Operation], is_joined: &[bool]) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut changed: HashSet<&PatchPath> = HashSet::new();
    let mut start = 0;
    for (at, operation) in operations.iter().enumerate() {
        let is_again = changes_its_path(operation) && changed.contains(&operation.path);
        if is_again || !is_joined.get(at).copied().unwrap_or_default() {
            runs.push(start..at);
            start = at;
            changed.clear();
        }
        if changes_its_path(operation) {
            changed.insert(&operation.path);
        }
    }
    runs.push(start..operations.len());
    runs.retain(|run| run.len() > 1);
    runs
}

/// Moves each copy above the first operation that changes, moves or deletes its source.
pub(super) fn bring_copies_first(operations: &mut [Operation]) {
    let ranks = ranks(operations);
    if !ranks.is_sorted() {
        let mut order: Vec<usize> = (0..operations.len()).collect();
        order.sort_by_key(|at| ranks[*at]);
        let sorted: Vec<Operation> = order.into_iter().map(|at| operations[at].clone()).collect();
        operations.clone_from_slice(&sorted);
    }
}

/// Where an operation goes: at which one, and whether behind what goes before that one.
type Rank = (usize, bool);

fn ranks(operations: &[Operation]) -> Vec<Rank> {
    let mut changes: HashMap<&PatchPath, usize> = HashMap::new();
    let mut ranks = Vec::with_capacity(operations.len());
    for (at, operation) in operations.iter().enumerate() {
        ranks.push(match &operation.action {
            Action::Update { to: Destination::Copy(_), .. } => {
                changes.get(&operation.path).map_or((at, true), |change| (*change, false))
            }
            _ => (at, true),
        });
        if changes_its_path(operation) {
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
