//! Applies a plan to the tree, either completely or not at all.
//!
//! ```text
//! survey   look at every path once more: is it what was read?           nothing is written yet
//! stage    write the new files into `.chunk-txn`, beside their originals' mount
//! journal  write down every step; a rename makes the list valid: from here on it is "all"
//! step     new and old files change places, folders are made
//! tidy     remove emptied folders, the journal, then the originals
//! ```
//!
//! Originals are never copied, and never removed before the end: they are in the transaction folder while the new
//! files are moved into place, so that a reversal restores the original files themselves, with inode and times. An
//! interrupted run leaves the folder; [`recover()`] then completes or reverses the listed steps.
//!
//! A plan of one step needs no list: the step is one rename, which is either done or not.
//!
//! Invariant: only this module changes the tree to which a patch is applied.
//! Invariant: nothing is written before the whole plan has been checked.

mod digest;
mod failure;
mod manifest;
mod preflight;
mod recover;
mod stage;
mod step;
mod transaction;

use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) use digest::Digest;
pub use recover::{Recovered, Trust, recover};

use self::failure::Failure;
use crate::diag::{Diagnostic, OperationRef};
use crate::ir::PatchPath;
use crate::plan::Plan;
use crate::vfs::WriteTree;

/// The options of a commit.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommitOptions<'a> {
    /// The guarantee for a power failure.
    pub durability: Durability,
    /// If it is set before the commit has reached the point of no return, the commit is abandoned.
    pub stop: Option<&'a AtomicBool>,
}

impl CommitOptions<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// The guarantee for a power failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// The default of the file system: nothing is waited for, as in git's work tree.
    #[default]
    Lazy,
    /// All or nothing: everything is written to the storage medium at once before the first step, and again after the
    /// last.
    Synced,
}

/// Applies a plan to the tree, and returns warnings.
///
/// The caller must have locked the tree before it read the first file, and must have called [`recover()`].
///
/// # Errors
/// Fails if a file changed since it was read, if the system returns an error, or if the run was interrupted: then all
/// files are unchanged.
pub fn commit(
    plan: &Plan,
    tree: &mut dyn WriteTree,
    options: &CommitOptions<'_>,
) -> Result<Vec<Diagnostic>, Diagnostic> {
    commit_watched(plan, tree, options, &mut |_, _| {})
}

/// Does the same as [`commit()`], and calls `watch` with a description of the changes after everything has been checked
/// and staged, but before anything is changed.
///
/// # Errors
/// As [`commit()`].
pub fn commit_watched(
    plan: &Plan,
    tree: &mut dyn WriteTree,
    options: &CommitOptions<'_>,
    watch: Watch<'_>,
) -> Result<Vec<Diagnostic>, Diagnostic> {
    transaction::run(plan, tree, options, watch).map_err(|failure| {
        let diagnostic = failure.diagnostic();
        match failure.path().and_then(|path| operation_at(plan, path)) {
            Some(operation) => diagnostic.of(operation),
            None => diagnostic,
        }
    })
}

/// A callback that receives the description of a commit before it is made, and may look at the tree.
pub type Watch<'w> = &'w mut dyn FnMut(&UpcomingChanges<'_>, &mut dyn WriteTree);

/// What a commit is about to do, as far as it depends on the tree and is not part of the plan.
#[derive(Debug)]
pub struct UpcomingChanges<'a> {
    /// Whether nothing remains to be done.
    pub is_nothing: bool,
    /// The files and links that are written, without files that would not change.
    pub written: Vec<WrittenFile<'a>>,
    /// The folders that are made, outermost first.
    pub made: Vec<&'a PatchPath>,
    /// The folders that are removed if they turn out to be empty.
    pub emptied: Vec<&'a PatchPath>,
}

/// A file or link as a commit writes it.
#[derive(Debug, Clone, Copy)]
pub struct WrittenFile<'a> {
    /// Its path.
    pub path: &'a PatchPath,
    /// Its new permission bits.
    pub mode: u32,
    /// The checksum of its content; `None` for a link and for a file that is moved unchanged.
    pub digest: Option<u64>,
}

/// Returns the first operation that names a path.
fn operation_at(plan: &Plan, path: &PatchPath) -> Option<OperationRef> {
    let applied = plan.operations.iter().find(|applied| applied.path == *path)?;
    Some(OperationRef { index: applied.index, name: applied.name.clone(), path: applied.path.to_string() })
}

/// Returns a function that turns an error of the tree into a failure at a path.
fn at(path: &PatchPath) -> impl Fn(crate::vfs::TreeError) -> Failure {
    move |error| Failure::Tree { path: path.clone(), error }
}
