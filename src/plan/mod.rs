//! Plans a patch: computes the change of every file before anything is written.
//!
//! Operations are applied in order to an overlay of the tree, so that each operation sees the result of the earlier
//! ones. The result is a [`Plan`], or every independent problem at once.
//!
//! Invariant: nothing here writes; the tree is a `&dyn ReadTree`.

mod advise;
mod blanks;
mod change_log;
mod correction;
mod done;
mod duplicates;
mod edit;
mod editing;
mod explain;
mod files;
mod hunks;
mod missing_targets;
mod model;
mod moved_lines;
mod moving;
mod refusal;
mod renaming;
pub(super) mod resolve_missing;
mod run;
mod second_run;
mod substitution;
mod symbol;
mod text;
mod tree;
mod users;

pub use self::correction::{Advice, Correction, Refused};
pub use self::explain::missing;
pub use self::hunks::patch_chunks::patch_chunks;
pub use self::model::{
    Applied, ChangedLines, Content, FileChange, Kept, LineSpan, NewFile, Node, Plan, PlannedFolders, Summary,
};
#[cfg(feature = "disk")]
pub(crate) use self::tree::project::INSTALLED_FOLDERS;
pub use self::tree::read_files::ReadFiles;
pub use self::users::named::{NamedDefinition, find};
pub use self::users::uses::{UseLine, uses};

use self::correction::SpacedOperations;
use self::hunks::strip;
use self::run::plan_operations;
use self::text::numbered;
use crate::diag::Diagnostic;
use crate::ir::{Matching, Patch};
use crate::vfs::ReadTree;

/// Computes every change that `patch` makes to `tree`.
///
/// # Errors
/// Every independent problem: for each file, the problems of its first refused operation.
pub fn plan(patch: &Patch, tree: &dyn ReadTree) -> Result<Plan, Vec<Diagnostic>> {
    plan_advised(patch, tree, &ReadFiles::default()).map_err(|refused| refused.problems)
}

/// Does what [`plan`] does, and reuses what `known` says about files; a refusal also contains corrections that would
/// make the operations apply.
///
/// # Errors
/// Every independent problem: for each file, the problems of its first refused operation.
pub fn plan_advised(patch: &Patch, tree: &dyn ReadTree, known: &ReadFiles) -> Result<Plan, Refused> {
    let operations = strip::resolve_paths(patch, tree);
    let (operations, notes) = numbered::without_numbers(patch, operations, tree);
    let refused = match plan_operations(patch, (&operations, notes.clone()), tree, known) {
        Err(refused) if patch.matching != Matching::Exact => refused,
        planned => return planned,
    };
    let mut spaced = SpacedOperations { operations: operations.to_vec(), notes };
    let mut next = refused.clone();
    for _ in 0..MAX_SPACED {
        if !spaced.take(&next) {
            break;
        }
        let SpacedOperations { operations, notes } = &spaced;
        match plan_operations(patch, (operations, notes.clone()), tree, &next.read) {
            Ok(plan) => return Ok(plan),
            Err(refused) => next = refused,
        }
    }
    Err(refused)
}

/// The maximum number of times that a patch is planned again after blanks within its lines were corrected: one mismatch
/// can hide another.
const MAX_SPACED: usize = 20;
