//! Sorts the sections of a diff so that each finds its files.
//!
//! A `git diff` describes one change of a whole tree: the source of a copy is the file as it was, even if the section
//! of that file precedes the copy; and a file may replace a folder whose files are removed by later sections. Since
//! operations see the results of the operations before them, such copies and removals must be moved forward. (For
//! cyclic moves no order works; the planner handles them.)

use std::collections::{HashMap, HashSet};
use std::iter::successors;
use std::ops::Range;

use crate::ir::{Action, Destination, Operation, PatchPath};

/// The maximum number of folders above a file for which it is checked whether a file replaces them; diffs do not
/// contain deeper trees.
const DEPTH: usize = 64;

/// Returns the ranges of operations that belong to one change of a tree.
///
/// `is_joined` says for each operation whether it belongs to the same diff as the one before it. If a path is changed
/// twice, another diff has begun, too.
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

/// Within one such range, moves each copy before the first operation that changes, moves or deletes its source, and
/// each removal before the operation that creates a file in place of a folder above it.
pub(super) fn bring_in_order(operations: &mut [Operation]) {
    let ranks = ranks(operations);
    if !ranks.is_sorted() {
        let mut order: Vec<usize> = (0..operations.len()).collect();
        order.sort_by_key(|at| ranks[*at]);
        let sorted: Vec<Operation> = order.into_iter().map(|at| operations[at].clone()).collect();
        operations.clone_from_slice(&sorted);
    }
}

/// The sort key of an operation: the index of an operation, and `false` if it is to precede that one.
type Rank = (usize, bool);

fn ranks(operations: &[Operation]) -> Vec<Rank> {
    let mut changes: HashMap<&PatchPath, usize> = HashMap::new();
    let mut made: HashMap<&PatchPath, usize> = HashMap::new();
    let mut ranks = Vec::with_capacity(operations.len());
    for (at, operation) in operations.iter().enumerate() {
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
            changes.insert(&operation.path, at);
        }
        made.extend(made_by(operation).map(|path| (path, at)));
    }
    ranks
}

/// Returns the path at which an operation creates a file.
const fn made_by(operation: &Operation) -> Option<&PatchPath> {
    match &operation.action {
        Action::Create { .. } => Some(&operation.path),
        Action::Update { to: Destination::Copy(to) | Destination::Move(to), .. } => Some(to),
        Action::Update { to: Destination::Stay, .. }
        | Action::Delete { .. }
        | Action::Edit { .. }
        | Action::Substitute(_)
        | Action::Exchange(_)
        | Action::RenameSymbol(_)
        | Action::MoveSymbol { .. } => None,
    }
}

/// Returns whether an operation changes or removes the file at its own path.
const fn changes_its_path(operation: &Operation) -> bool {
    match &operation.action {
        Action::Update { to, .. } => !matches!(to, Destination::Copy(_)),
        Action::Delete { .. } => true,
        Action::Create { .. }
        | Action::Edit { .. }
        | Action::Substitute(_)
        | Action::Exchange(_)
        | Action::RenameSymbol(_)
        | Action::MoveSymbol { .. } => false,
    }
}
