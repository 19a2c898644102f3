//! The steps of a commit: each is one rename (or the creation of a folder), and each can be reversed.

use std::io;

use super::failure::Failure;
use crate::ir::PatchPath;
use crate::vfs::{Access, Kind, Location, Look, Over, Stamp, TreeError, WriteTree};

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CommitStep {
    /// Moves the file, link or folder at the path into the transaction folder.
    Remove { path: PatchPath, slot: Slot, kind: Kind, old: Stamp },
    /// Makes a folder at the path, with these permission bits or according to the umask.
    Make { path: PatchPath, mode: Option<u32> },
    /// Moves a staged file to the path, which must be free. A file without a checksum is a moved original, or a link.
    Place { path: PatchPath, slot: Slot, new: Stamp, digest: Option<u64> },
    /// Exchanges a staged file with the file at the path.
    Swap { path: PatchPath, slot: Slot, old: Stamp, new: Stamp, digest: u64 },
}

/// A place in a transaction folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slot {
    /// The folder that contains the transaction folder; `None` for the root.
    pub(super) at: Option<PatchPath>,
    /// Its number.
    pub(super) number: usize,
}

impl Slot {
    /// Returns its location.
    pub(super) fn spot(&self) -> Location {
        Location::Staged { at: self.at.clone(), name: self.number.to_string() }
    }

    /// Returns the location of the original while an exchange takes more than one call.
    fn spare(&self) -> Location {
        Location::Staged { at: self.at.clone(), name: format!("{}{SPARE}", self.number) }
    }
}

/// The suffix of the name of a spare place.
pub(super) const SPARE: &str = ".old";

impl CommitStep {
    /// Returns the path that it changes.
    pub(super) const fn path(&self) -> &PatchPath {
        match self {
            Self::Remove { path, .. }
            | Self::Make { path, .. }
            | Self::Place { path, .. }
            | Self::Swap { path, .. } => path,
        }
    }

    /// Does the step. If it fails, it may be partly done, and must be reversed like the steps before it.
    pub(super) fn run(&self, tree: &mut dyn WriteTree) -> Result<(), Failure> {
        let at = super::at(self.path());
        let spot = Location::from(self.path());
        match self {
            Self::Remove { path, slot, kind, old } => {
                tree.rename(&spot, &slot.spot(), Over::Nothing).map_err(at)?;
                RemovedNode { path, kind: *kind, old }.check(tree, &slot.spot())
            }
            Self::Make { path, mode } => {
                match tree.make_folder(&spot, Access::Umask) {
                    // Another program has made the folder in the meantime, which is just as good.
                    Err(error) if is(&error, io::ErrorKind::AlreadyExists) && is_folder(tree, path) => {}
                    other => other.map_err(&at)?,
                }
                mode.map_or(Ok(()), |mode| tree.set_folder_mode(&spot, mode)).map_err(at)
            }
            Self::Place { path, slot, .. } => match tree.rename(&slot.spot(), &spot, Over::Nothing) {
                Err(error) if is(&error, io::ErrorKind::AlreadyExists) => Err(Failure::Changed(path.clone())),
                other => other.map_err(at),
            },
            Self::Swap { path, slot, old, .. } => {
                match tree.exchange(&slot.spot(), &spot) {
                    Err(error) if is(&error, io::ErrorKind::Unsupported) => {
                        swap_slowly(tree, slot, &spot).map_err(at)?;
                    }
                    other => other.map_err(missing_is_changed(path))?,
                }
                RemovedNode { path, kind: Kind::File, old }.check(tree, &slot.spot())
            }
        }
    }

    /// Does a step that is the only one: the path is never empty, not even for a moment.
    pub(super) fn run_alone(&self, tree: &mut dyn WriteTree) -> Result<(), Failure> {
        let Self::Swap { path, slot, old, .. } = self else { return self.run(tree) };
        let (staged, spot) = (slot.spot(), Location::from(path));
        match tree.exchange(&staged, &spot) {
            Err(error) if is(&error, io::ErrorKind::Unsupported) => {
                RemovedNode { path, kind: Kind::File, old }.check(tree, &spot)?;
                tree.rename(&staged, &spot, Over::File).map_err(super::at(path))
            }
            other => {
                other.map_err(missing_is_changed(path))?;
                RemovedNode { path, kind: Kind::File, old }.check(tree, &staged)
            }
        }
    }

    /// Reverses the step, whether it was done, partly done or not done at all.
    pub(super) fn undo(&self, tree: &mut dyn WriteTree) -> Result<(), Failure> {
        let at = super::at(self.path());
        let spot = Location::from(self.path());
        match self {
            Self::Remove { path, slot, .. } => {
                let slot = slot.spot();
                match (tree.look(&slot).map_err(&at)?, look_or_free(tree, path).map_err(&at)?) {
                    (Some(_), None) => tree.rename(&slot, &spot, Over::Nothing).map_err(at),
                    (None, Some(_)) => Ok(()),
                    // Another program has created a file at the path, which must not be removed, or has taken the
                    // original out of the transaction folder.
                    (Some(_), Some(_)) | (None, None) => Err(Failure::Changed(path.clone())),
                }
            }
            Self::Make { .. } => match tree.remove_folder(&spot) {
                Err(error) if may_keep_folder(&error) => Ok(()),
                other => other.map_err(at),
            },
            Self::Place { path, slot, new, digest } => match look_or_free(tree, path).map_err(&at)? {
                Some(found) if is_placed(&found, new, *digest) => {
                    take_back_placed(tree, &slot.spot(), &spot).map_err(at)
                }
                // The step was not done, or the path now has a file of another program.
                _ => Ok(()),
            },
            Self::Swap { path, slot, new, .. } => undo_swap(tree, path, slot, new),
        }
    }

    /// Returns whether the step was certainly done. Steps are done in order, so all earlier ones were done, too.
    pub(super) fn is_surely_done(&self, tree: &mut dyn WriteTree) -> Result<bool, Failure> {
        let at = super::at(self.path());
        match self {
            Self::Make { .. } => Ok(false),
            Self::Remove { slot, .. } => Ok(tree.look(&slot.spot()).map_err(at)?.is_some()),
            Self::Place { path, slot, new, digest } => {
                let found = look_or_free(tree, path).map_err(&at)?;
                Ok(found.is_some_and(|found| is_placed(&found, new, *digest))
                    || digest.is_some() && tree.look(&slot.spot()).map_err(at)?.is_none())
            }
            Self::Swap { path, slot, new, .. } => {
                finish_exchange(tree, slot, &Location::from(path)).map_err(&at)?;
                Ok(tree.look(&slot.spot()).map_err(at)?.is_none_or(|found| found.stamp.inode != new.inode))
            }
        }
    }
}

/// Looks at a path; if a component above it is not a folder, the path counts as free.
pub(super) fn look_or_free(tree: &mut dyn WriteTree, path: &PatchPath) -> Result<Option<Look>, TreeError> {
    match tree.look(&Location::from(path)) {
        Err(TreeError::Refused(_)) => Ok(None),
        other => other,
    }
}

/// A file, link or folder that is taken from a path, as the plan knows it.
struct RemovedNode<'s> {
    path: &'s PatchPath,
    kind: Kind,
    old: &'s Stamp,
}

impl RemovedNode<'_> {
    /// Checks that what was taken, and is at `taken` now, is what the plan was made for: another program may have saved
    /// the file after the last look at it.
    fn check(&self, tree: &mut dyn WriteTree, taken: &Location) -> Result<(), Failure> {
        let at = super::at(self.path);
        let is_the_one = match tree.look(taken).map_err(&at)? {
            Some(found) if self.kind == Kind::File => {
                found.kind == self.kind && found.stamp.same_writing(self.old)
            }
            Some(found) => found.kind == self.kind,
            None => false,
        };
        if !is_the_one {
            return Err(Failure::Changed(self.path.clone()));
        }
        if self.kind == Kind::Folder && !tree.names(taken).map_err(at)?.is_empty() {
            return Err(Failure::NotEmpty(self.path.clone()));
        }
        Ok(())
    }
}

/// Returns whether the file at a path is the one that was placed there: a staged file, or a moved original.
const fn is_placed(found: &Look, new: &Stamp, digest: Option<u64>) -> bool {
    match digest {
        Some(_) => found.stamp.same_content(new),
        None => found.stamp.same_writing(new),
    }
}

/// Turns the error that a file to be replaced is missing into a failure: it was removed since the last look at it.
fn missing_is_changed(path: &PatchPath) -> impl Fn(TreeError) -> Failure {
    move |error| match error {
        TreeError::Missing => Failure::Changed(path.clone()),
        error => super::at(path)(error),
    }
}

/// Exchanges two files on a file system that cannot do it in one call.
fn swap_slowly(tree: &mut dyn WriteTree, slot: &Slot, path: &Location) -> Result<(), TreeError> {
    let (staged, spare) = (slot.spot(), slot.spare());
    match tree.link(path, &spare) {
        // Without hard links the path is empty for a moment; the list of steps allows recovering from that.
        Err(error) if is(&error, io::ErrorKind::Unsupported) => tree.rename(path, &spare, Over::Nothing)?,
        other => other?,
    }
    tree.rename(&staged, path, Over::File)?;
    tree.rename(&spare, &staged, Over::Nothing)
}

/// Completes or reverses an exchange that was interrupted.
fn finish_exchange(tree: &mut dyn WriteTree, slot: &Slot, path: &Location) -> Result<(), TreeError> {
    let (staged, spare) = (slot.spot(), slot.spare());
    let Some(original) = tree.look(&spare)? else { return Ok(()) };
    if tree.look(&staged)?.is_none() {
        return tree.rename(&spare, &staged, Over::Nothing);
    }
    match tree.look(path)? {
        None => tree.rename(&spare, path, Over::Nothing),
        Some(found) if found.stamp.inode == original.stamp.inode => tree.unlink(&spare),
        // Another program created a file of that name at the moment in which the path was empty.
        Some(_) => Err(io::Error::from(io::ErrorKind::AlreadyExists).into()),
    }
}

fn undo_swap(tree: &mut dyn WriteTree, path: &PatchPath, slot: &Slot, new: &Stamp) -> Result<(), Failure> {
    let at = super::at(path);
    let spot = Location::from(path);
    finish_exchange(tree, slot, &spot).map_err(&at)?;
    let displaced = tree.look(&slot.spot()).map_err(&at)?;
    match displaced {
        None => Err(Failure::Changed(path.clone())),
        Some(found) if found.stamp.inode == new.inode => Ok(()),
        Some(_) => match look_or_free(tree, path).map_err(&at)? {
            Some(found) if found.stamp.same_content(new) => match tree.exchange(&slot.spot(), &spot) {
                Err(error) if is(&error, io::ErrorKind::Unsupported) => {
                    swap_slowly(tree, slot, &spot).map_err(at)
                }
                other => other.map_err(at),
            },
            // Another program wrote to the path afterwards: both texts are kept.
            _ => Err(Failure::Changed(path.clone())),
        },
    }
}

/// Reverses the placing of a file; if it took two calls, the file may have both names.
fn take_back_placed(tree: &mut dyn WriteTree, slot: &Location, path: &Location) -> Result<(), TreeError> {
    if tree.look(slot)?.is_some() { tree.unlink(path) } else { tree.rename(path, slot, Over::Nothing) }
}

fn is_folder(tree: &mut dyn WriteTree, path: &PatchPath) -> bool {
    matches!(tree.look(&Location::from(path)), Ok(Some(found)) if found.kind == Kind::Folder)
}

/// Returns whether an error is an I/O error of a kind.
pub(super) fn is(error: &TreeError, kind: io::ErrorKind) -> bool {
    matches!(error, TreeError::Io(error) if error.kind() == kind)
}

/// Returns whether there is a good reason why a folder was not removed: it is not empty, it is a mount point, it is not
/// a folder, or it no longer exists.
pub(super) fn may_keep_folder(error: &TreeError) -> bool {
    use io::ErrorKind::{DirectoryNotEmpty, NotADirectory, ResourceBusy};
    match error {
        TreeError::Missing | TreeError::Refused(_) => true,
        TreeError::Io(error) => matches!(error.kind(), DirectoryNotEmpty | NotADirectory | ResourceBusy),
    }
}
