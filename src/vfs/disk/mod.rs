//! The tree on disk.
//!
//! Everything is opened relative to the handle of the root, which is opened once; no path is ever resolved first and
//! opened later. Files are opened so that a pipe or a device cannot block, and their kind is checked before a byte is
//! read.

mod attributes;
mod excluded;
mod handles;
mod history;
mod lock;
mod openat;
mod outer;
mod private_files;
mod read;
mod stat;
#[cfg(test)]
mod tests;
mod write;

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, FileType, OFlags};
use rustix::io::Errno;

use self::handles::Handles;
use self::history::GitHistory;
use self::openat::RootedOpener;
use super::{Bytes, Excluded, File, Kind, OuterFolder, ReadTree, Stamp, TreeError, refusal};
use crate::ir::{BlobName, PatchPath};

pub use lock::{DEFAULT_LOCK_WAIT, Lock};
pub use private_files::{PrivateFile, PrivateFolder};

/// A folder of the file system with everything below it.
#[derive(Debug)]
pub struct DiskTree {
    below: RootedOpener,
    /// The path of the root as given by the caller.
    named: PathBuf,
    /// The handles of the folders in which a commit works.
    folders: Handles,
    history: GitHistory,
    /// The maximum size of a file that the system lets this program write, once it has been queried.
    size_limit: Option<u64>,
}

impl DiskTree {
    /// Opens the root. It may be a link to a folder; links below it are not followed.
    ///
    /// # Errors
    /// Fails if the root does not exist, is not a folder, or cannot be read.
    pub fn open(root: &Path) -> Result<Self, TreeError> {
        let below = RootedOpener::open_root(root).map_err(|error| match error {
            Errno::NOENT => TreeError::Missing,
            Errno::NOTDIR => TreeError::Refused("it is not a folder".to_owned()),
            _ => TreeError::Io(error.into()),
        })?;
        let history = GitHistory::of(root.to_owned());
        Ok(Self { below, named: root.to_owned(), folders: Handles::default(), history, size_limit: None })
    }
}

impl ReadTree for DiskTree {
    fn kind(&self, path: &PatchPath) -> Result<Option<Kind>, TreeError> {
        match self.below.open(path.as_str(), OFlags::PATH) {
            Ok(handle) => Ok(Some(stat::of_handle(handle).map_err(system)?.kind)),
            Err(TreeError::Missing) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn read(&self, path: &PatchPath) -> Result<File, TreeError> {
        // Without these flags, opening a pipe waits for a writer, and a terminal may become the controlling terminal.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        let file = self.below.open(path.as_str(), flags)?;
        let look = stat::of_handle(&file).map_err(system)?;
        if look.kind != Kind::File {
            return Err(refusal(None, look.kind));
        }
        let (fresh, extended) = (stat::is_fresh(&look.stamp), attributes::are_there(&file));
        let stamp = Stamp { fresh, extended, ..look.stamp };
        let bytes = read::whole(&file, stamp.size)?;
        Ok(File { bytes: bytes.into(), mode: look.mode, stamp })
    }

    fn list(&self, path: &PatchPath) -> Result<Vec<(String, Kind)>, TreeError> {
        let handle = self.below.open(path.as_str(), OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NONBLOCK)?;
        names_in(&handle)
    }

    fn list_root(&self) -> Result<Vec<(String, Kind)>, TreeError> {
        names_in(&self.below.open(".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NONBLOCK)?)
    }

    fn link_target(&self, path: &PatchPath) -> Result<Vec<u8>, TreeError> {
        let folder = self.below.folder(path.parent().as_ref().map_or("", PatchPath::as_str))?;
        let target = rustix::fs::readlinkat(&folder, path.file_name(), Vec::new()).map_err(system)?;
        Ok(target.into_bytes())
    }

    fn outer(&self, levels: usize, names: &[&str]) -> Option<OuterFolder> {
        outer::look(self.below.root(), &self.named, levels, names)
    }

    fn excluded(&self) -> Option<Excluded> {
        excluded::read(&self.named)
    }

    fn blob(&self, name: &BlobName) -> Option<Bytes> {
        self.history.blob(name).map(Bytes::from)
    }
}

/// Returns the names in an open folder, sorted, with their kinds.
fn names_in(folder: &OwnedFd) -> Result<Vec<(String, Kind)>, TreeError> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder).map_err(system)? {
        let entry = entry.map_err(system)?;
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        let kind = match entry.file_type() {
            FileType::Unknown => {
                let found = rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW).map_err(system)?;
                stat::kind_of(found.st_mode)
            }
            known => stat::of_type(known),
        };
        let name = name.to_str().map_err(|_| {
            TreeError::Refused(format!("it contains a name that is not UTF-8: `{}`", name.to_string_lossy()))
        })?;
        names.push((name.to_owned(), kind));
    }
    names.sort();
    Ok(names)
}

/// Converts the error of a call on an open handle, or on a name in an open folder.
fn system(error: Errno) -> TreeError {
    match error {
        Errno::NOENT => TreeError::Missing,
        _ => TreeError::Io(error.into()),
    }
}
