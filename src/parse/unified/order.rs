//! Brings the sections of one diff into an order in which each finds what it speaks of.
//!
//! One `git diff` tells one change of a whole tree: what it copies is the file as it was, even where the section of
//! that file stands above the copy, and a file may take the place of a folder whose files go in sections below it.
//! Operations see what those before them left, so such copies and removals have to go first. (Moves in a ring have no
//! order in which that would do; the planner sees to them.)

use std::collections::{HashMap, HashSet};
use std::iter::successors;
use std::ops::Range;

use crate::ir::{Action, Destination, Operation, PatchPath};

/// So many folders above a file are asked whether a file takes their place; deeper trees are not told by diffs.
const DEPTH: usize = 64;

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

/// Moves, in one run, each copy above the first operation that changes, moves or deletes its source, and each removal
/// above the one that makes a file of a folder above it.
pub(super) fn bring_in_order(operations: &mut [Operation]) {
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

/// The file that is there afterwards and was not before.
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

/// Whether the file at the operation's own path is another afterwards, or none.
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
