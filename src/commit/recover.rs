//! Finishes, reverses or cleans up an interrupted run.
//!
//! Nothing in the transaction folder is trusted: the folder must belong to the user and be closed to others, contain
//! only names that this program uses, and its list must name the inode of the folder that contains it. Paths are parsed
//! like those of a patch, and files are compared with the list. A tree that was cloned or unpacked together with such a
//! folder cannot make this program write anything.

use std::collections::HashSet;

use super::digest::Digest;
use super::failure::Failure;
use super::manifest::CommitManifest;
use super::step::{CommitStep, SPARE, look_or_free};
use super::transaction::{ABORT, COMMIT, DRAFT, PLACES, discard, named, remove_empty_folders, undo_all};
use crate::diag::{Code, Diagnostic};
use crate::ir::{PatchPath, TRANSACTION_FOLDER};
#[cfg(feature = "disk")]
use crate::vfs::Lock;
use crate::vfs::{Kind, Location, Look, Over, TreeError, WriteTree};

/// The result of a recovery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recovered {
    /// There was nothing to do.
    Nothing,
    /// A run was interrupted before it changed anything; its preparations were removed.
    Cleared,
    /// A run was interrupted while it changed files, and was completed. The paths that it changes.
    Finished(Vec<PatchPath>),
    /// A run was interrupted while it changed files, and was reversed. The paths that it would have changed.
    TakenBack(Vec<PatchPath>),
}

/// Whether another run may be active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// No other run is active: the caller holds the lock, or the user says so.
    Alone,
    /// The file system does not support locks, so a transaction folder may belong to an active run.
    Unknown,
}

#[cfg(feature = "disk")]
impl From<&Lock> for Trust {
    fn from(lock: &Lock) -> Self {
        if lock.is_exclusive() { Self::Alone } else { Self::Unknown }
    }
}

/// Detects an interrupted run, and brings the tree to the state before or after it.
///
/// It must be called with the lock held, before the first file is read. If it is interrupted itself, it can be called
/// again.
///
/// # Errors
/// Fails if the transaction folder was not made by this program, another run may be active, files were changed since,
/// or the system returns an error.
pub fn recover(tree: &mut dyn WriteTree, trust: Trust) -> Result<Recovered, Diagnostic> {
    let bench = Location::TransactionFolder { at: None };
    let Some(look) = tree.look(&bench).map_err(io)? else { return Ok(Recovered::Nothing) };
    check_transaction_folder(tree, &look, TRANSACTION_FOLDER)?;
    if trust == Trust::Unknown {
        return Err(Failure::TransactionFolderExists.diagnostic());
    }
    let names = names_in(tree, &bench)?;
    if names.contains(COMMIT) || names.contains(ABORT) {
        let decision = if names.contains(ABORT) { ABORT } else { COMMIT };
        return follow(decision, &look, tree);
    }
    let places = if names.contains(PLACES) { places(tree)? } else { Vec::new() };
    check_places(&places, tree)?;
    discard(&places, tree).map_err(io)?;
    Ok(Recovered::Cleared)
}

/// Checks that a folder was made by a run of this user.
fn check_transaction_folder(tree: &dyn WriteTree, look: &Look, shown: &str) -> Result<(), Diagnostic> {
    let is_ours = look.kind == Kind::Folder && look.owner.user == tree.user() && look.mode & 0o077 == 0;
    if is_ours { Ok(()) } else { Err(foreign(shown)) }
}

/// Returns the names in a transaction folder, all of which must be names that this program uses.
fn names_in(tree: &mut dyn WriteTree, bench: &Location) -> Result<HashSet<String>, Diagnostic> {
    let names = tree.names(bench).map_err(io)?;
    if names.iter().all(|(name, kind)| is_known(name, *kind)) {
        Ok(names.into_iter().map(|(name, _)| name).collect())
    } else {
        Err(foreign(&bench.to_string()))
    }
}

fn is_known(name: &str, kind: Kind) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match name {
        COMMIT | ABORT | DRAFT | PLACES => kind == Kind::File,
        _ => {
            is_number(name)
                || name.strip_suffix(SPARE).is_some_and(|number| is_number(number) && kind == Kind::File)
        }
    }
}

/// Returns the folders on other mounts that the run had begun to use.
fn places(tree: &mut dyn WriteTree) -> Result<Vec<PatchPath>, Diagnostic> {
    let text = tree.bytes(&named(PLACES)).map_err(io)?;
    let text = String::from_utf8(text).map_err(|_| foreign(TRANSACTION_FOLDER))?;
    // A run that was interrupted while it wrote this file had not made any of the folders yet.
    let lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    lines.map(|line| PatchPath::parse(line).map_err(|_| foreign(TRANSACTION_FOLDER))).collect()
}

fn check_places(places: &[PatchPath], tree: &mut dyn WriteTree) -> Result<(), Diagnostic> {
    for place in places {
        let bench = Location::TransactionFolder { at: Some(place.clone()) };
        if let Some(look) = tree.look(&bench).map_err(io)? {
            check_transaction_folder(tree, &look, &bench.to_string())?;
            names_in(tree, &bench)?;
        }
    }
    Ok(())
}

/// Does what the list of steps says.
fn follow(decision: &str, bench: &Look, tree: &mut dyn WriteTree) -> Result<Recovered, Diagnostic> {
    let text = tree.bytes(&named(decision)).map_err(io)?;
    let manifest = String::from_utf8(text).ok().and_then(|text| CommitManifest::parse(&text));
    let manifest = manifest.ok_or_else(|| damaged(decision))?;
    if manifest.folder != bench.stamp.inode {
        return Err(foreign(TRANSACTION_FOLDER));
    }
    check_places(&manifest.places, tree)?;
    let files = manifest.steps.iter().filter(|step| !matches!(step, CommitStep::Make { .. }));
    let paths = files.map(|step| step.path().clone()).collect();
    if decision == COMMIT {
        match finish(&manifest, tree).map_err(|failure| unfinished(&failure))? {
            Finish::Done => return Ok(Recovered::Finished(paths)),
            // A power failure lost the contents of staged files, but not their names: the originals are intact.
            Finish::Damaged => tree.rename(&named(COMMIT), &named(ABORT), Over::Nothing).map_err(io)?,
        }
    }
    take_back(&manifest, tree).map_err(|failure| unfinished(&failure))?;
    Ok(Recovered::TakenBack(paths))
}

enum Finish {
    Done,
    Damaged,
}

/// Runs the steps that are not done yet.
fn finish(manifest: &CommitManifest, tree: &mut dyn WriteTree) -> Result<Finish, Failure> {
    let mut done = manifest.steps.len();
    while let Some(step) = done.checked_sub(1).and_then(|last| manifest.steps.get(last)) {
        if step.is_surely_done(tree)? {
            break;
        }
        done -= 1;
    }
    let left = manifest.steps.get(done..).unwrap_or_default();
    check_unchanged(left, tree)?;
    if !are_whole(left, tree)? {
        return Ok(Finish::Damaged);
    }
    left.iter().try_for_each(|step| step.run(tree))?;
    remove_empty_folders(&manifest.emptied_folders, tree);
    close(COMMIT, manifest, tree)?;
    Ok(Finish::Done)
}

/// Checks that the files to be changed by the remaining steps are unchanged since the run was interrupted.
fn check_unchanged(left: &[CommitStep], tree: &mut dyn WriteTree) -> Result<(), Failure> {
    let retired = left.iter().filter(|step| matches!(step, CommitStep::Remove { .. })).map(CommitStep::path);
    let retired: HashSet<&PatchPath> = retired.collect();
    for step in left {
        let path = step.path();
        let found = look_or_free(tree, path).map_err(super::at(path))?;
        let is_unchanged = match (step, found) {
            (
                CommitStep::Remove { kind: Kind::File, old, .. } | CommitStep::Swap { old, .. },
                Some(found),
            ) => found.kind == Kind::File && found.stamp.same_content(old),
            (CommitStep::Remove { kind, .. }, Some(found)) => found.kind == *kind,
            (CommitStep::Remove { .. } | CommitStep::Swap { .. }, None) => false,
            (CommitStep::Place { .. }, found) => found.is_none() || retired.contains(path),
            (CommitStep::Make { .. }, _) => true,
        };
        if !is_unchanged {
            return Err(Failure::Changed(path.clone()));
        }
    }
    Ok(())
}

/// Returns whether the staged files of the remaining steps are intact.
fn are_whole(left: &[CommitStep], tree: &mut dyn WriteTree) -> Result<bool, Failure> {
    for step in left {
        let (slot, expected) = match step {
            CommitStep::Swap { slot, digest, .. } | CommitStep::Place { slot, digest: Some(digest), .. } => {
                (slot, *digest)
            }
            CommitStep::Remove { .. } | CommitStep::Make { .. } | CommitStep::Place { digest: None, .. } => {
                continue;
            }
        };
        match tree.bytes(&slot.spot()) {
            Ok(bytes) if Digest::of(&bytes) == expected => {}
            Ok(_) | Err(TreeError::Missing | TreeError::Refused(_)) => return Ok(false),
            Err(error) => return Err(Failure::TransactionFolder(error)),
        }
    }
    Ok(true)
}

fn take_back(manifest: &CommitManifest, tree: &mut dyn WriteTree) -> Result<(), Failure> {
    undo_all(&manifest.steps, tree)?;
    close(ABORT, manifest, tree)
}

/// Ends the transaction: without the list, the rest of the transaction folder is garbage.
fn close(decision: &str, manifest: &CommitManifest, tree: &mut dyn WriteTree) -> Result<(), Failure> {
    tree.unlink(&named(decision)).map_err(Failure::TransactionFolder)?;
    discard(&manifest.places, tree).map_err(Failure::TransactionFolder)
}

fn io(error: TreeError) -> Diagnostic {
    Diagnostic::error(Code::Io, format!("`{TRANSACTION_FOLDER}`: {error}"))
}

fn foreign(shown: &str) -> Diagnostic {
    let message = format!("`{shown}` is in the way: no run of this program created it here");
    Diagnostic::error(Code::PathRefused, message)
        .with_help(format!("remove `{shown}` if nothing in it is needed"))
}

fn damaged(decision: &str) -> Diagnostic {
    let message = format!("`{TRANSACTION_FOLDER}/{decision}`, left by an interrupted run, is damaged");
    Diagnostic::error(Code::Io, message).with_help(format!(
        "compare the files with the originals in `{TRANSACTION_FOLDER}`, then remove that folder"
    ))
}

fn unfinished(failure: &Failure) -> Diagnostic {
    let code = if matches!(failure, Failure::Changed(_)) { Code::ChangedMeanwhile } else { Code::Io };
    let fact = match failure {
        Failure::Changed(path) => format!("`{path}` changed since a run was interrupted"),
        other => other.fact(),
    };
    Diagnostic::error(code, format!("{fact}; the interrupted run was neither finished nor rolled back"))
        .with_help(format!("to keep all files as they are now, remove `{TRANSACTION_FOLDER}`"))
}
