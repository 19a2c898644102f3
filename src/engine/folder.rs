//! Runs on a folder of the file system: the folder is opened once, locked, and recovered from an interrupted run before
//! any file is read.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::earlier_texts::RecordedTexts;
use super::repeated_run::{RepeatEffect, applied_before, was_applied};
use super::{Options, PatchRun, PlannedRun, apply_read, read, unrecorded};
use crate::commit::{Digest, Recovered, Trust, recover};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Operation, Patch, PatchPath, RepeatedLines};
use crate::plan::{FileChange, Node, Plan};
use crate::report::{Report, RunMode};
use crate::text::Bytes;
use crate::undo::{Cause, RecordStore, commit_recorded};
use crate::vfs::DiskTree;
use crate::vfs::disk::Lock;
use crate::write::Notation;

/// How long a run waits for the lock of another run.
const MAX_LOCK_WAIT: Duration = Duration::from_secs(10);

/// Applies a patch to the folder `root`, either completely or not at all. If the patch is given as [`Bytes`], the lines
/// of a diff are not copied.
///
/// The folder is locked, and recovered from an interrupted run before. If the patch is refused, or the folder cannot be
/// opened or locked, all files are unchanged, and [`Report::errors`] contains the reasons.
#[must_use]
pub fn apply_in(root: &Path, patch: impl Into<Bytes>, options: &Options<'_>) -> Report {
    run(root, &patch.into(), options, RunMode::Real)
}

/// Determines what a patch would do to the folder `root`, without changing a file.
///
/// The folder is locked, and recovered from an interrupted run before. [`Report::errors`] contains the reasons of a
/// refusal.
#[must_use]
pub fn preview_in(root: &Path, patch: impl Into<Bytes>, options: &Options<'_>) -> Report {
    run(root, &patch.into(), options, RunMode::DryRun)
}

/// If an earlier run on the folder `root` was interrupted, restores the state before it or completes it.
///
/// # Errors
/// Fails if the folder cannot be opened, another run has locked it, or the data of the interrupted run cannot be
/// trusted.
pub fn recover_in(root: &Path) -> Result<Recovered, Diagnostic> {
    HeldFolder::open(root, None).map(|held| held.recovered)
}

fn run(root: &Path, patch: &Bytes, options: &Options<'_>, mode: RunMode) -> Report {
    // A patch that cannot be parsed is reported without waiting for the lock.
    match read(patch, options, mode) {
        Ok(read) => run_in(root, PatchRun { checksum: checksum(patch, options), ..read.run(options) }, mode),
        Err(report) => report,
    }
}

/// Applies a patch that was not parsed from text to the folder `root`, either completely or not at all, or only
/// determines what it would do, depending on `mode`.
///
/// [`Report::errors`] contains the reasons of a refusal.
#[must_use]
pub fn apply_read_in(root: &Path, patch: &Patch, options: &Options<'_>, mode: RunMode) -> Report {
    run_in(root, PatchRun::new(patch, Notation::Unwritten, options), mode)
}

/// Applies or plans a parsed patch in the folder `root`; refuses it if it is the one that the last run applied.
pub(super) fn run_in(root: &Path, run: PatchRun<'_>, mode: RunMode) -> Report {
    let options = run.options;
    let mut held = match HeldFolder::open(root, options.commit.stop) {
        Ok(held) => held,
        Err(error) => return Report::begun(mode, run.patch).refused(vec![error]),
    };
    let mut store = options.undo.map(|state| RecordStore::at(state, root));
    let records = options.undo.map(|state| RecordedTexts::at(state, root));
    let run = PatchRun { records: records.as_ref(), ..run };
    let mut again = None;
    let mut report = match (mode, &mut store) {
        (RunMode::DryRun, store) => {
            let PlannedRun { plan, report } = PlannedRun::of(run, mode, &held.tree);
            let is_again = plan.zip(store.as_mut()).is_some_and(|(plan, store)| {
                is_sent_again(run, &plan, store) && was_applied(run, store, &held.tree)
            });
            again = is_again.then_some(RepeatEffect::Possible);
            report
        }
        (RunMode::Real, None) => apply_read(run, &mut held.tree, &mut unrecorded(options)),
        (RunMode::Real, Some(store)) => apply_read(run, &mut held.tree, &mut |plan, tree| {
            if is_sent_again(run, plan, store) && was_applied(run, store, tree) {
                again = Some(RepeatEffect::Possible);
                return Err(applied_before(RepeatEffect::Possible));
            }
            commit_recorded(plan, tree, &options.commit, store, Cause { undoes: None, patch: run.checksum })
        }),
    };
    if again.is_none()
        && !report.is_ok()
        && let Some(store) = &mut store
        && (is_same_patch(run, store)
            || !report.errors.iter().all(|error| error.code == Code::AlreadyApplied))
        && was_applied(run, store, &held.tree)
    {
        again = Some(RepeatEffect::No);
    }
    if let Some(again) = again {
        report = Report::begun(mode, run.patch).refused(vec![applied_before(again)]);
    }
    report.warnings.extend(note(&held.recovered));
    report
}

/// Returns the checksum of a patch and of the options for parsing it; `None` if no records are kept.
fn checksum(patch: &Bytes, options: &Options<'_>) -> Option<u64> {
    options.undo?;
    let reading = format!("{:?}", options.reading);
    Some(Digest::of(patch) ^ Digest::of(reading.as_bytes()))
}

/// Returns whether a patch that changes something is the one that the last run applied.
fn is_sent_again(run: PatchRun<'_>, plan: &Plan, store: &mut RecordStore) -> bool {
    let asks = |operation: &Operation| operation.if_already_made.lines == RepeatedLines::Insert;
    run.options.repeated == RepeatedLines::Refuse
        && !run.patch.operations.iter().any(asks)
        && is_same_patch(run, store)
        && plan.files.iter().any(changes_something)
}

/// Returns whether the text of a patch is identical to the one that the last run applied.
fn is_same_patch(run: PatchRun<'_>, store: &mut RecordStore) -> bool {
    run.checksum.is_some() && store.last_patch() == run.checksum
}

/// Returns whether a file is to be created, changed or removed.
fn changes_something(change: &FileChange) -> bool {
    match (&change.before, &change.after) {
        (Some(Node::File(before)), Some(after)) => {
            after.mode.is_some_and(|mode| mode != before.mode) || after.content.to_bytes() != before.bytes
        }
        (before, after) => before.is_some() || after.is_some(),
    }
}

/// A folder that is locked against other runs.
pub(super) struct HeldFolder {
    pub(super) tree: DiskTree,
    pub(super) recovered: Recovered,
    _lock: Lock,
}

impl HeldFolder {
    pub(super) fn open(root: &Path, stop: Option<&AtomicBool>) -> Result<Self, Diagnostic> {
        let mut tree = DiskTree::open(root).map_err(|error| {
            Diagnostic::error(Code::Io, format!("cannot open the root `{}`: {error}", root.display()))
                .with_help("`--root DIR` names the folder that the paths of the patch are relative to")
        })?;
        let lock = tree.lock(MAX_LOCK_WAIT, stop)?;
        let trust = if lock.is_exclusive() { Trust::Alone } else { Trust::Unknown };
        let recovered = recover(&mut tree, trust)?;
        Ok(Self { tree, recovered, _lock: lock })
    }
}

/// Returns the warning about a recovery, if it changed files.
pub(super) fn note(recovered: &Recovered) -> Option<Diagnostic> {
    let (what, paths) = match recovered {
        Recovered::Nothing | Recovered::Cleared => return None,
        Recovered::Finished(paths) => ("finished", paths),
        Recovered::TakenBack(paths) => ("rolled back", paths),
    };
    let paths: Vec<String> = paths.iter().map(|path: &PatchPath| format!("`{path}`")).collect();
    let message =
        format!("an earlier run was killed half-way and has been {what} first: {}", paths.join(", "));
    Some(Diagnostic::warning(Code::Io, message))
}

/// Returns the user's state folder, below which records for undo are kept: `XDG_STATE_HOME`, or else `.local/state` in
/// the home folder. As the XDG specification requires, a variable that is not an absolute path counts as unset.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    let named =
        |variable: &str| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    named("XDG_STATE_HOME").or_else(|| named("HOME").map(|home| home.join(".local/state")))
}

/// Opens a folder for reading.
///
/// # Errors
/// Fails if the folder cannot be opened.
pub fn open_tree(root: &Path) -> Result<DiskTree, Diagnostic> {
    DiskTree::open(root).map_err(|error| {
        Diagnostic::error(Code::Io, format!("the root `{}` cannot be opened: {error}", root.display()))
    })
}
