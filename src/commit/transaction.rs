//! Runs a transaction, from the creation of its folder to its removal.

use super::failure::Failure;
use super::manifest::CommitManifest;
use super::preflight::{CommitDraft, RemovedPath, preflight};
use super::stage::stage;
use super::step::{CommitStep, is, may_keep_folder};
use super::{CommitOptions, Durability, UpcomingChanges, Watch, WrittenFile};
use crate::diag::{Code, Diagnostic};
use crate::ir::{PatchPath, TRANSACTION_FOLDER};
use crate::plan::Plan;
use crate::vfs::{Access, Attributes, Extended, Kind, Location, NewMode, Over, TreeError, WriteTree};

/// The name of the list of steps once it is valid: all steps must be done.
pub(super) const COMMIT: &str = "commit";
/// The name of the list once all steps must be reversed.
pub(super) const ABORT: &str = "abort";
/// The name of the list while it is being written.
pub(super) const DRAFT: &str = "draft";
/// The name of the list of folders on other mounts that have a transaction folder; it is written before these exist.
pub(super) const PLACES: &str = "places";

/// Returns the location of a name in the transaction folder of the root.
pub(super) fn named(name: &str) -> Location {
    Location::Staged { at: None, name: name.to_owned() }
}

/// Applies a plan to the tree; see [`super::commit`].
pub(super) fn run(
    plan: &Plan,
    tree: &mut dyn WriteTree,
    options: &CommitOptions<'_>,
    watch: Watch<'_>,
) -> Result<Vec<Diagnostic>, Failure> {
    let mut draft = preflight(plan, tree)?;
    let mut warnings = std::mem::take(&mut draft.warnings);
    if draft.is_empty() {
        return Ok(warnings);
    }
    let places = places(&draft);
    match open_transaction_folders(&places, tree).and_then(|()| stage(&draft, tree, options)) {
        Ok((steps, written)) => {
            watch(&upcoming_changes(&draft, &steps, written), tree);
            let manifest =
                CommitManifest { folder: 0, places, steps, emptied_folders: draft.emptied_folders };
            warnings.extend(carry_out(manifest, tree, options)?);
            Ok(warnings)
        }
        Err(Failure::TransactionFolderExists) => Err(Failure::TransactionFolderExists),
        Err(failure) => {
            // If this fails, only new files are left behind, and the next run removes them.
            let _ = discard(&places, tree);
            Err(failure)
        }
    }
}

/// Returns the description of the commit for a watcher.
fn upcoming_changes<'a>(
    draft: &'a CommitDraft<'_>,
    steps: &[CommitStep],
    written: Vec<WrittenFile<'a>>,
) -> UpcomingChanges<'a> {
    let is_folder = |retired: &&RemovedPath<'_>| retired.look.kind == Kind::Folder;
    let replaced = draft.removed.iter().filter(is_folder).map(|retired| &*retired.path);
    UpcomingChanges {
        is_nothing: steps.is_empty() && draft.emptied_folders.is_empty(),
        written,
        made: draft.made_folders.iter().map(|(path, _)| path).collect(),
        emptied: draft.emptied_folders.iter().chain(replaced).collect(),
    }
}

/// Returns the folders on other mounts in which files are staged.
fn places(draft: &CommitDraft<'_>) -> Vec<PatchPath> {
    let retired = draft.removed.iter().filter_map(|retired| retired.at.as_ref());
    let mut places: Vec<PatchPath> =
        retired.chain(draft.written.iter().filter_map(|written| written.at.as_ref())).cloned().collect();
    places.sort();
    places.dedup();
    places
}

/// Creates the transaction folders, the root's first: it contains the list of the others.
fn open_transaction_folders(places: &[PatchPath], tree: &mut dyn WriteTree) -> Result<(), Failure> {
    make_transaction_folder(None, tree)?;
    if !places.is_empty() {
        let text: String = places.iter().flat_map(|place| [place.as_str(), "\n"]).collect();
        write_text(PLACES, &text, tree)?;
    }
    places.iter().try_for_each(|place| make_transaction_folder(Some(place.clone()), tree))
}

fn make_transaction_folder(at: Option<PatchPath>, tree: &mut dyn WriteTree) -> Result<(), Failure> {
    let path = at.clone();
    tree.make_folder(&Location::TransactionFolder { at }, Access::Owner).map_err(|error| match path {
        None if is(&error, std::io::ErrorKind::AlreadyExists) => Failure::TransactionFolderExists,
        None => Failure::TransactionFolder(error),
        Some(path) => Failure::Tree { path, error },
    })
}

fn write_text(name: &str, text: &str, tree: &mut dyn WriteTree) -> Result<(), Failure> {
    let wanted =
        Attributes { mode: NewMode::Exact(0o600), user: None, group: None, extended: Extended::None };
    let fill = &mut |out: &mut dyn std::io::Write| out.write_all(text.as_bytes());
    tree.stage(&named(name), &wanted, fill).map(drop).map_err(Failure::TransactionFolder)
}

/// Runs the steps. Errors during cleanup do not affect the result any more, and become warnings.
fn carry_out(
    manifest: CommitManifest,
    tree: &mut dyn WriteTree,
    options: &CommitOptions<'_>,
) -> Result<Vec<Diagnostic>, Failure> {
    match manifest.steps.as_slice() {
        [] => {
            let mut warnings = remove_empty_folders(&manifest.emptied_folders, tree);
            warnings.extend(cleanup_warning(discard(&manifest.places, tree)));
            Ok(warnings)
        }
        // So that everything reaches the storage medium in the right order, even a single step needs the list.
        [step] if manifest.emptied_folders.is_empty() && options.durability == Durability::Lazy => {
            carry_out_alone(step, &manifest, tree, options)
        }
        _ => carry_out_listed(manifest, tree, options),
    }
}

/// Runs the only step of a commit, which needs no list.
fn carry_out_alone(
    step: &CommitStep,
    manifest: &CommitManifest,
    tree: &mut dyn WriteTree,
    options: &CommitOptions<'_>,
) -> Result<Vec<Diagnostic>, Failure> {
    let done = if options.is_stopped() { Err(Failure::Stopped) } else { step.run_alone(tree) };
    let Err(failure) = done else { return Ok(cleanup_warning(discard_alone(step, manifest, tree))) };
    match step.undo(tree) {
        Ok(()) => {
            let _ = discard(&manifest.places, tree);
            Err(failure)
        }
        Err(then) => Err(Failure::Stuck { first: Box::new(failure), then: Box::new(then) }),
    }
}

/// Removes what a single step leaves in the transaction folder, without listing the folder.
fn discard_alone(
    step: &CommitStep,
    manifest: &CommitManifest,
    tree: &mut dyn WriteTree,
) -> Result<(), TreeError> {
    let quickly = match step {
        CommitStep::Swap { slot, .. } if manifest.places.is_empty() => match tree.unlink(&slot.spot()) {
            // The rename itself already replaced it.
            Err(TreeError::Missing) | Ok(()) => tree.remove_folder(&Location::TransactionFolder { at: None }),
            other => other,
        },
        CommitStep::Place { .. } if manifest.places.is_empty() => {
            tree.remove_folder(&Location::TransactionFolder { at: None })
        }
        _ => discard(&manifest.places, tree),
    };
    quickly.or_else(|_| discard(&manifest.places, tree))
}

fn carry_out_listed(
    mut manifest: CommitManifest,
    tree: &mut dyn WriteTree,
    options: &CommitOptions<'_>,
) -> Result<Vec<Diagnostic>, Failure> {
    if let Err(failure) = decide(&mut manifest, tree, options) {
        let _ = discard(&manifest.places, tree);
        return Err(failure);
    }
    let mut begun = 0;
    let result = manifest.steps.iter().try_for_each(|step| {
        let result = step.run(tree);
        // Any other step that fails may be partly done; a folder that could not be made must not be removed.
        begun += usize::from(result.is_ok() || !matches!(step, CommitStep::Make { .. }));
        result
    });
    if let Err(failure) = result.and_then(|()| sync(&manifest, tree, options)) {
        manifest.steps.truncate(begun);
        return Err(roll_back(&manifest, tree, failure));
    }
    let mut warnings = remove_empty_folders(&manifest.emptied_folders, tree);
    let tidied = tree.unlink(&named(COMMIT)).and_then(|()| discard(&manifest.places, tree));
    warnings.extend(cleanup_warning(tidied));
    Ok(warnings)
}

/// Writes the list and makes it valid: from then on, all steps must be done.
fn decide(
    manifest: &mut CommitManifest,
    tree: &mut dyn WriteTree,
    options: &CommitOptions<'_>,
) -> Result<(), Failure> {
    let bench = tree.look(&Location::TransactionFolder { at: None }).map_err(Failure::TransactionFolder)?;
    manifest.folder = bench.ok_or(Failure::TransactionFolder(TreeError::Missing))?.stamp.inode;
    write_text(DRAFT, &manifest.to_text(), tree)?;
    sync(manifest, tree, options)?;
    if options.is_stopped() {
        return Err(Failure::Stopped);
    }
    tree.rename(&named(DRAFT), &named(COMMIT), Over::Nothing).map_err(Failure::TransactionFolder)?;
    sync_root(tree, options)
}

/// Reverses all steps after one has failed.
fn roll_back(manifest: &CommitManifest, tree: &mut dyn WriteTree, failure: Failure) -> Failure {
    let (decision, undone) = match tree.rename(&named(COMMIT), &named(ABORT), Over::Nothing) {
        Ok(()) => (ABORT, undo_all(&manifest.steps, tree)),
        // If the decision cannot be recorded, the next run continues where this one stops. It assumes that steps are
        // done in order, so a step must not be reversed before all later ones are.
        Err(_) => (COMMIT, manifest.steps.iter().rev().try_for_each(|step| step.undo(tree))),
    };
    match undone.and_then(|()| tree.unlink(&named(decision)).map_err(Failure::TransactionFolder)) {
        Ok(()) => {
            let _ = discard(&manifest.places, tree);
            failure
        }
        Err(then) => Failure::Stuck { first: Box::new(failure), then: Box::new(then) },
    }
}

/// Reverses steps, the last one first, as many as possible; fails with the first error.
pub(super) fn undo_all(steps: &[CommitStep], tree: &mut dyn WriteTree) -> Result<(), Failure> {
    let mut result = Ok(());
    for step in steps.iter().rev() {
        result = result.and(step.undo(tree));
    }
    result
}

/// Removes the folders that are empty now. A folder that cannot be removed does not cause a reversal.
pub(super) fn remove_empty_folders(folders: &[PatchPath], tree: &mut dyn WriteTree) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for folder in folders {
        match tree.remove_folder(&Location::from(folder)) {
            Ok(()) => {}
            Err(error) if may_keep_folder(&error) => {}
            Err(error) => {
                let message = format!("the empty folder `{folder}` could not be removed: {error}");
                warnings.push(Diagnostic::warning(Code::Io, message));
            }
        }
    }
    warnings
}

/// Removes the transaction folders with everything that this program puts into them, the root's last.
pub(super) fn discard(places: &[PatchPath], tree: &mut dyn WriteTree) -> Result<(), TreeError> {
    for place in places {
        remove_transaction_folder(Location::TransactionFolder { at: Some(place.clone()) }, tree)?;
    }
    remove_transaction_folder(Location::TransactionFolder { at: None }, tree)
}

fn remove_transaction_folder(bench: Location, tree: &mut dyn WriteTree) -> Result<(), TreeError> {
    let names = match tree.names(&bench) {
        Err(TreeError::Missing) => return Ok(()),
        other => other?,
    };
    let Location::TransactionFolder { at } = &bench else { return Ok(()) };
    for (name, kind) in names {
        let spot = Location::Staged { at: at.clone(), name };
        if kind == Kind::Folder { tree.remove_folder(&spot)? } else { tree.unlink(&spot)? }
    }
    tree.remove_folder(&bench)
}

/// Writes everything to the storage media of all mounts, if the options request it.
fn sync(
    manifest: &CommitManifest,
    tree: &mut dyn WriteTree,
    options: &CommitOptions<'_>,
) -> Result<(), Failure> {
    if options.durability == Durability::Synced {
        for place in &manifest.places {
            tree.sync(&Location::TransactionFolder { at: Some(place.clone()) }).map_err(super::at(place))?;
        }
    }
    sync_root(tree, options)
}

fn sync_root(tree: &mut dyn WriteTree, options: &CommitOptions<'_>) -> Result<(), Failure> {
    match options.durability {
        Durability::Lazy => Ok(()),
        Durability::Synced => {
            tree.sync(&Location::TransactionFolder { at: None }).map_err(Failure::TransactionFolder)
        }
    }
}

/// Returns a warning that the commit succeeded, but left files behind.
fn cleanup_warning(tidied: Result<(), TreeError>) -> Vec<Diagnostic> {
    let Err(error) = tidied else { return Vec::new() };
    let message = format!("`{TRANSACTION_FOLDER}` could not be removed: {error}");
    vec![Diagnostic::warning(Code::Io, message).with_help("run `chunk recover`")]
}
