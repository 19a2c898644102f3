//! The steps of a commit: each is one rename (or a folder made), each can be taken back.

use std::io;

use super::failure::Failure;
use crate::ir::PatchPath;
use crate::vfs::{Access, Kind, Location, Look, Over, Stamp, TreeError, WriteTree};

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CommitStep {
    /// What stands at the path goes into the transaction folder.
    Retire { path: PatchPath, slot: Slot, kind: Kind, old: Stamp },
    /// A folder is made at the path, with these permission bits or as the umask says.
    Make { path: PatchPath, mode: Option<u32> },
    /// A staged file takes the path, which is free. One without a checksum is an original that is moved, or a link.
    Place { path: PatchPath, slot: Slot, new: Stamp, digest: Option<u64> },
    /// A staged file and the one at the path change places.
    Swap { path: PatchPath, slot: Slot, old: Stamp, new: Stamp, digest: u64 },
}

/// A place in a transaction folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slot {
    /// The folder that the transaction folder lies in; `None` for the root.
    pub(super) at: Option<PatchPath>,
    /// Its number.
    pub(super) number: usize,
}

impl Slot {
    /// Where it is.
    pub(super) fn spot(&self) -> Location {
        Location::Staged { at: self.at.clone(), name: self.number.to_string() }
    }

    /// Where the original waits while the two change places in more than one call.
    fn spare(&self) -> Location {
        Location::Staged { at: self.at.clone(), name: format!("{}{SPARE}", self.number) }
    }
}

/// What the name of a spare place ends in.
pub(super) const SPARE: &str = ".old";

impl CommitStep {
    /// The path that it changes.
    pub(super) const fn path(&self) -> &PatchPath {
        match self {
            Self::Retire { path, .. }
            | Self::Make { path, .. }
            | Self::Place { path, .. }
            | Self::Swap { path, .. } => path,
        }
    }

    /// Does it. Where it fails it may be half done, and has to be taken back like those before it.
    pub(super) fn run(&self, tree: &mut dyn WriteTree) -> Result<(), Failure> {
        let at = super::at(self.path());
        let spot = Location::from(self.path());
        match self {
            Self::Retire { path, slot, kind, old } => {
                tree.rename(&spot, &slot.spot(), Over::Nothing).map_err(at)?;
                Retired { path, kind: *kind, old }.check(tree, &slot.spot())
            }
            Self::Make { path, mode } => {
                match tree.make_folder(&spot, Access::Umask) {
                    // Somebody else has made it in the meantime, which suits as well.
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
                    other => other.map_err(gone(path))?,
                }
                Retired { path, kind: Kind::File, old }.check(tree, &slot.spot())
            }
        }
    }

    /// The same for a step that is the only one: it never leaves the path empty, not even for a moment.
    pub(super) fn run_alone(&self, tree: &mut dyn WriteTree) -> Result<(), Failure> {
        let Self::Swap { path, slot, old, .. } = self else { return self.run(tree) };
        let (staged, spot) = (slot.spot(), Location::from(path));
        match tree.exchange(&staged, &spot) {
            Err(error) if is(&error, io::ErrorKind::Unsupported) => {
                Retired { path, kind: Kind::File, old }.check(tree, &spot)?;
                tree.rename(&staged, &spot, Over::File).map_err(super::at(path))
            }
            other => {
                other.map_err(gone(path))?;
                Retired { path, kind: Kind::File, old }.check(tree, &staged)
            }
        }
    }

    /// Takes it back, whether it was done, half done or not done at all.
    pub(super) fn undo(&self, tree: &mut dyn WriteTree) -> Result<(), Failure> {
        let at = super::at(self.path());
        let spot = Location::from(self.path());
        match self {
            Self::Retire { path, slot, .. } => {
                let slot = slot.spot();
                match (tree.look(&slot).map_err(&at)?, look_loosely(tree, path).map_err(&at)?) {
                    (Some(_), None) => tree.rename(&slot, &spot, Over::Nothing).map_err(at),
                    (None, Some(_)) => Ok(()),
                    // Somebody took the place, or the file: neither is ours to remove.
                    (Some(_), Some(_)) | (None, None) => Err(Failure::Changed(path.clone())),
                }
            }
            Self::Make { .. } => match tree.remove_folder(&spot) {
                Err(error) if stays(&error) => Ok(()),
                other => other.map_err(at),
            },
            Self::Place { path, slot, new, digest } => match look_loosely(tree, path).map_err(&at)? {
                Some(found) if is_placed(&found, new, *digest) => {
                    take_back_placed(tree, &slot.spot(), &spot).map_err(at)
                }
                // It was not done, or somebody else's file stands there by now.
                _ => Ok(()),
            },
            Self::Swap { path, slot, new, .. } => undo_swap(tree, path, slot, new),
        }
    }

    /// Whether it is plain that it was done. Steps are done in order, so all those before it were done too.
    pub(super) fn is_surely_done(&self, tree: &mut dyn WriteTree) -> Result<bool, Failure> {
        let at = super::at(self.path());
        match self {
            Self::Make { .. } => Ok(false),
            Self::Retire { slot, .. } => Ok(tree.look(&slot.spot()).map_err(at)?.is_some()),
            Self::Place { path, slot, new, digest } => {
                let found = look_loosely(tree, path).map_err(&at)?;
                Ok(found.is_some_and(|found| is_placed(&found, new, *digest))
                    || digest.is_some() && tree.look(&slot.spot()).map_err(at)?.is_none())
            }
            Self::Swap { path, slot, new, .. } => {
                settle(tree, slot, &Location::from(path)).map_err(&at)?;
                Ok(tree.look(&slot.spot()).map_err(at)?.is_none_or(|found| found.stamp.inode != new.inode))
            }
        }
    }
}

/// Looks at a path; a path that goes through what is no folder is one where nothing stands.
pub(super) fn look_loosely(tree: &mut dyn WriteTree, path: &PatchPath) -> Result<Option<Look>, TreeError> {
    match tree.look(&Location::from(path)) {
        Err(TreeError::Refused(_)) => Ok(None),
        other => other,
    }
}

/// What is taken from a path, as the plan knows it.
struct Retired<'s> {
    path: &'s PatchPath,
    kind: Kind,
    old: &'s Stamp,
}

impl Retired<'_> {
    /// Checks that what was taken, and is at `taken` now, is what the plan was made for: between the last look and the
    /// taking somebody may have saved the file.
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

/// Whether the file at a path is the one that was placed there: one that was staged, or an original that was moved.
const fn is_placed(found: &Look, new: &Stamp, digest: Option<u64>) -> bool {
    match digest {
        Some(_) => found.stamp.same_content(new),
        None => found.stamp.same_writing(new),
    }
}

/// A file that is to be replaced is there, or was taken away since it was looked at.
fn gone(path: &PatchPath) -> impl Fn(TreeError) -> Failure {
    move |error| match error {
        TreeError::Missing => Failure::Changed(path.clone()),
        error => super::at(path)(error),
    }
}

/// Lets two files change places where the file system cannot do so in one call.
fn swap_slowly(tree: &mut dyn WriteTree, slot: &Slot, path: &Location) -> Result<(), TreeError> {
    let (staged, spare) = (slot.spot(), slot.spare());
    match tree.link(path, &spare) {
        // Without links the path stays empty for a moment; the list of steps knows.
        Err(error) if is(&error, io::ErrorKind::Unsupported) => tree.rename(path, &spare, Over::Nothing)?,
        other => other?,
    }
    tree.rename(&staged, path, Over::File)?;
    tree.rename(&spare, &staged, Over::Nothing)
}

/// Brings a swap that stopped half-way to one of its two ends.
fn settle(tree: &mut dyn WriteTree, slot: &Slot, path: &Location) -> Result<(), TreeError> {
    let (staged, spare) = (slot.spot(), slot.spare());
    let Some(original) = tree.look(&spare)? else { return Ok(()) };
    if tree.look(&staged)?.is_none() {
        return tree.rename(&spare, &staged, Over::Nothing);
    }
    match tree.look(path)? {
        None => tree.rename(&spare, path, Over::Nothing),
        Some(found) if found.stamp.inode == original.stamp.inode => tree.unlink(&spare),
        // Somebody made a file of that name in the moment in which there was none.
        Some(_) => Err(io::Error::from(io::ErrorKind::AlreadyExists).into()),
    }
}

fn undo_swap(tree: &mut dyn WriteTree, path: &PatchPath, slot: &Slot, new: &Stamp) -> Result<(), Failure> {
    let at = super::at(path);
    let spot = Location::from(path);
    settle(tree, slot, &spot).map_err(&at)?;
    let displaced = tree.look(&slot.spot()).map_err(&at)?;
    match displaced {
        None => Err(Failure::Changed(path.clone())),
        Some(found) if found.stamp.inode == new.inode => Ok(()),
        Some(_) => match look_loosely(tree, path).map_err(&at)? {
            Some(found) if found.stamp.same_content(new) => match tree.exchange(&slot.spot(), &spot) {
                Err(error) if is(&error, io::ErrorKind::Unsupported) => {
                    swap_slowly(tree, slot, &spot).map_err(at)
                }
                other => other.map_err(at),
            },
            // Somebody wrote there after us: both texts are kept.
            _ => Err(Failure::Changed(path.clone())),
        },
    }
}

/// Takes back a placed file; where placing took two calls, it may have both names.
fn take_back_placed(tree: &mut dyn WriteTree, slot: &Location, path: &Location) -> Result<(), TreeError> {
    if tree.look(slot)?.is_some() { tree.unlink(path) } else { tree.rename(path, slot, Over::Nothing) }
}

fn is_folder(tree: &mut dyn WriteTree, path: &PatchPath) -> bool {
    matches!(tree.look(&Location::from(path)), Ok(Some(found)) if found.kind == Kind::Folder)
}

/// Whether an error is of a kind.
pub(super) fn is(error: &TreeError, kind: io::ErrorKind) -> bool {
    matches!(error, TreeError::Io(error) if error.kind() == kind)
}

/// Whether a folder stays for a good reason: it is not empty, it is a mount point, it is not a folder, it is gone.
pub(super) fn stays(error: &TreeError) -> bool {
    use io::ErrorKind::{DirectoryNotEmpty, NotADirectory, ResourceBusy};
    match error {
        TreeError::Missing | TreeError::Refused(_) => true,
        TreeError::Io(error) => matches!(error.kind(), DirectoryNotEmpty | NotADirectory | ResourceBusy),
    }
}
