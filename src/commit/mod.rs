//! Brings a plan onto the tree: all of it, or nothing.
//!
//! ```text
//! survey   look at every path once more: is it what was read?           nothing is written yet
//! stage    write the new files into `.chunk-txn`, beside their originals' mount
//! journal  write down every step; a rename makes the list valid: from here on it is "all"
//! step     new and old files change places, folders are made
//! tidy     remove emptied folders, the journal, then the originals
//! ```
//!
//! Originals are never copied and never removed before the end: they lie in the transaction folder while the new files
//! take their places, so that going back gives every path the very file that it had, inode and times included. A run
//! that dies leaves the folder behind; [`recover()`] then finishes the list or takes it back.
//!
//! A plan of one step needs no list: the step is one rename, and is done or not.
//!
//! Invariant: only this module changes the tree that a patch is for.
//! Invariant: nothing is written before the whole plan has been looked at.

mod digest;
mod failure;
mod manifest;
mod recover;
mod stage;
mod step;
mod survey;
mod transaction;

use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) use digest::Digest;
pub use recover::{Recovered, Trust, recover};

use self::failure::Failure;
use crate::diag::{Diagnostic, OperationRef};
use crate::ir::PatchPath;
use crate::plan::Plan;
use crate::vfs::WriteTree;

/// How a plan is brought onto the tree.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommitOptions<'a> {
    /// What a loss of power may do.
    pub durability: Durability,
    /// Once set, the commit gives up if it has not come to the point from which it goes through with it.
    pub stop: Option<&'a AtomicBool>,
}

impl CommitOptions<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// What a loss of power may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// What the file system does of its own accord: nothing is waited for, as in git's work tree.
    #[default]
    Lazy,
    /// All or nothing: everything is brought onto the medium before the first step, in one go, and again after the last.
    Synced,
}

/// Brings a plan onto the tree and gives back what the reader should know.
///
/// The caller holds the lock of the tree from before it read the first file, and has let [`recover()`] look at it.
///
/// # Errors
/// A file changed since it was read, the system refuses, or the run was told to stop: then every file is as it was.
pub fn commit(
    plan: &Plan,
    tree: &mut dyn WriteTree,
    options: &CommitOptions<'_>,
) -> Result<Vec<Diagnostic>, Diagnostic> {
    commit_watched(plan, tree, options, &mut |_, _| {})
}

/// The same; `watch` is told what is about to be done, when all has been looked at and staged and nothing been changed.
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

/// Is told what a commit is about to do, and may look at the tree.
pub type Watch<'w> = &'w mut dyn FnMut(&Outlook<'_>, &mut dyn WriteTree);

/// What a commit is about to do: what a plan does not say because only the tree tells.
#[derive(Debug)]
pub struct Outlook<'a> {
    /// Whether nothing is to be done after all.
    pub is_nothing: bool,
    /// The files and links that are written. A file that is what it was already is none of them.
    pub written: Vec<WrittenFile<'a>>,
    /// The folders that are made, outermost first.
    pub made: Vec<&'a PatchPath>,
    /// The folders that go if they turn out to be empty.
    pub emptied: Vec<&'a PatchPath>,
}

/// A file or link as a commit writes it.
#[derive(Debug, Clone, Copy)]
pub struct WrittenFile<'a> {
    /// Its path.
    pub path: &'a PatchPath,
    /// The permission bits that it gets.
    pub mode: u32,
    /// The checksum of its content; `None` for a link and for a file that is moved as it is.
    pub digest: Option<u64>,
}

/// The first operation that names a path.
fn operation_at(plan: &Plan, path: &PatchPath) -> Option<OperationRef> {
    let applied = plan.operations.iter().find(|applied| applied.path == *path)?;
    Some(OperationRef { index: applied.index, name: applied.name.clone(), path: applied.path.to_string() })
}

/// What `commit` has to say about a path, as text.
fn at(path: &PatchPath) -> impl Fn(crate::vfs::TreeError) -> Failure {
    move |error| Failure::Tree { path: path.clone(), error }
}
