//! Implements writing for the tree on disk: each method makes one system call, or few.

use std::io::{self, BufWriter, Write};
use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::fs::{self, AtFlags, Mode, OFlags, RenameFlags};
use rustix::io::{Errno, retry_on_intr, write};
use rustix::process::{Resource, geteuid, getrlimit};

use super::{DiskTree, attributes, names_in, read, stat, system};
use crate::vfs::{
    Access, Attributes, Extended, ExtendedAttribute, Fill, Kind, Location, Look, Over, TreeError, WriteTree,
    refusal,
};

/// The size in bytes of the buffer for small writes to a file.
pub(super) const GATHER: usize = 64 << 10;

impl DiskTree {
    /// Returns the handle of the folder that contains a place.
    fn folder_of(&mut self, spot: &Location) -> Result<Arc<OwnedFd>, TreeError> {
        let path = spot.folder();
        if path.is_empty() {
            return Ok(Arc::clone(self.below.root()));
        }
        if let Some(handle) = self.folders.get(&path) {
            return Ok(handle);
        }
        let handle = self.below.folder(&path)?;
        self.folders.hold(path.into_owned(), &handle);
        Ok(handle)
    }

    /// Opens a file for reading, without blocking on a pipe.
    fn open_file(&self, spot: &Location) -> Result<OwnedFd, TreeError> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        self.below.open(&spot.to_string(), flags)
    }

    /// Drops the cached handles of a folder that is removed, and of the folders in it.
    fn forget(&mut self, gone: &Location) {
        self.folders.forget(&gone.to_string());
    }
}

impl WriteTree for DiskTree {
    fn user(&self) -> u32 {
        geteuid().as_raw()
    }

    fn root_mount(&self) -> u64 {
        stat::of_handle(self.below.root()).map_or(0, |look| look.stamp.mount)
    }

    fn look(&mut self, at: &Location) -> Result<Option<Look>, TreeError> {
        let folder = match self.folder_of(at) {
            Err(TreeError::Missing) => return Ok(None),
            other => other?,
        };
        match stat::of_name(folder, at.name()) {
            Ok(look) => Ok(Some(look)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(system(error)),
        }
    }

    fn bytes(&mut self, at: &Location) -> Result<Vec<u8>, TreeError> {
        let file = self.open_file(at)?;
        let look = stat::of_handle(&file).map_err(system)?;
        if look.kind != Kind::File {
            return Err(refusal(None, look.kind));
        }
        read::whole(&file, look.stamp.size)
    }

    fn names(&mut self, at: &Location) -> Result<Vec<(String, Kind)>, TreeError> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NONBLOCK;
        names_in(&self.below.open(&at.to_string(), flags)?)
    }

    fn stage(&mut self, at: &Location, wanted: &Attributes<'_>, fill: Fill<'_>) -> Result<Look, TreeError> {
        let folder = self.folder_of(at)?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = attributes::creation_mode(wanted.mode);
        let file = retry_on_intr(|| fs::openat(&folder, at.name(), flags, mode)).map_err(system)?;
        let left =
            *self.size_limit.get_or_insert_with(|| getrlimit(Resource::Fsize).current.unwrap_or(u64::MAX));
        let mut out = BufWriter::with_capacity(GATHER, Limited { file: &file, left });
        fill(&mut out).and_then(|()| out.flush()).map_err(TreeError::Io)?;
        let look = stat::of_handle(&file).map_err(system)?;
        let was_given =
            attributes::give(&file, look.owner, wanted.user, wanted.group).map_err(cannot_give)?;
        match wanted.extended {
            Extended::None => {}
            Extended::Of(original) => {
                let original = self.open_file(original)?;
                attributes::copy_extended(original, &file).map_err(system)?;
            }
            Extended::These(these) => attributes::write_extended(&file, these).map_err(system)?,
        }
        attributes::set_mode(&file, &look, wanted.mode, was_given).map_err(system)?;
        Ok(look)
    }

    fn rename(&mut self, from: &Location, to: &Location, over: Over) -> Result<(), TreeError> {
        let (old, new) = (self.folder_of(from)?, self.folder_of(to)?);
        self.forget(from);
        match over {
            Over::File => fs::renameat(old, from.name(), new, to.name()).map_err(system),
            Over::Nothing => rename_new(&old, from.name(), &new, to.name()).map_err(system),
        }
    }

    fn exchange(&mut self, one: &Location, other: &Location) -> Result<(), TreeError> {
        let (here, there) = (self.folder_of(one)?, self.folder_of(other)?);
        fs::renameat_with(here, one.name(), there, other.name(), RenameFlags::EXCHANGE).map_err(optional)
    }

    fn link(&mut self, from: &Location, to: &Location) -> Result<(), TreeError> {
        let (old, new) = (self.folder_of(from)?, self.folder_of(to)?);
        match fs::linkat(old, from.name(), new, to.name(), AtFlags::empty()) {
            // File systems without hard links return this; Linux also does if the file belongs to another user.
            Err(Errno::PERM | Errno::MLINK) => Err(TreeError::Io(io::ErrorKind::Unsupported.into())),
            other => other.map_err(optional),
        }
    }

    fn unlink(&mut self, at: &Location) -> Result<(), TreeError> {
        fs::unlinkat(self.folder_of(at)?, at.name(), AtFlags::empty()).map_err(system)
    }

    fn make_folder(&mut self, at: &Location, access: Access) -> Result<(), TreeError> {
        let mode = match access {
            Access::Owner => 0o700,
            Access::Umask => 0o777,
        };
        fs::mkdirat(self.folder_of(at)?, at.name(), Mode::from_raw_mode(mode)).map_err(system)
    }

    fn set_folder_mode(&mut self, at: &Location, mode: u32) -> Result<(), TreeError> {
        let folder =
            self.below.open(&at.to_string(), OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NONBLOCK)?;
        fs::fchmod(folder, Mode::from_raw_mode(mode)).map_err(system)
    }

    fn make_link(&mut self, at: &Location, target: &[u8]) -> Result<Look, TreeError> {
        let folder = self.folder_of(at)?;
        fs::symlinkat(target, &folder, at.name()).map_err(system)?;
        stat::of_name(folder, at.name()).map_err(system)
    }

    fn extended(&mut self, at: &Location) -> Result<Vec<ExtendedAttribute>, TreeError> {
        attributes::read_extended(self.open_file(at)?).map_err(system)
    }

    fn remove_folder(&mut self, at: &Location) -> Result<(), TreeError> {
        let folder = self.folder_of(at)?;
        self.forget(at);
        fs::unlinkat(folder, at.name(), AtFlags::REMOVEDIR).map_err(system)
    }

    fn sync(&mut self, at: &Location) -> Result<(), TreeError> {
        match &*at.folder() {
            "" => sync_file_system(self.below.root()).map_err(system),
            folder => sync_file_system(&self.below.open(folder, OFlags::RDONLY | OFlags::DIRECTORY)?)
                .map_err(system),
        }
    }
}

/// Renames a file to a name that must be free, even if the file system cannot do that in one call.
fn rename_new(old: &OwnedFd, from: &str, new: &OwnedFd, to: &str) -> Result<(), Errno> {
    match fs::renameat_with(old, from, new, to, RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
        other => return other,
    }
    // A hard link fails if the new name exists. Folders and file systems without hard links remain.
    match fs::linkat(old, from, new, to, AtFlags::empty()) {
        Ok(()) => fs::unlinkat(old, from, AtFlags::empty()),
        Err(Errno::EXIST) => Err(Errno::EXIST),
        Err(_) => match stat::of_name(new, to) {
            Err(Errno::NOENT) => fs::renameat(old, from, new, to),
            Ok(_) => Err(Errno::EXIST),
            Err(error) => Err(error),
        },
    }
}

/// Returns the error of a change of owner: only root can give a file to another user, or to a group of which the user
/// is not a member.
fn cannot_give(error: Errno) -> TreeError {
    match error {
        Errno::PERM => TreeError::Io(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "its owner or group could not be kept",
        )),
        _ => system(error),
    }
}

/// Returns the error of a call that not every file system supports.
fn optional(error: Errno) -> TreeError {
    match error {
        Errno::INVAL | Errno::NOSYS | Errno::NOTSUP => TreeError::Io(io::ErrorKind::Unsupported.into()),
        _ => system(error),
    }
}

#[cfg(target_os = "linux")]
fn sync_file_system(root: &OwnedFd) -> Result<(), Errno> {
    fs::syncfs(root)
}

#[cfg(not(target_os = "linux"))]
fn sync_file_system(_: &OwnedFd) -> Result<(), Errno> {
    rustix::fs::sync();
    Ok(())
}

/// A writer to a file that returns an error at the limit for file sizes, where the system would terminate the program.
pub(super) struct Limited<'a> {
    pub(super) file: &'a OwnedFd,
    /// The number of bytes by which the file may still grow.
    pub(super) left: u64,
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            return Err(Errno::FBIG.into());
        }
        let written = retry_on_intr(|| write(self.file, bytes))?;
        self.left -= written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
