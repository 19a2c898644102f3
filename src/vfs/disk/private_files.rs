//! Private files of the user outside of any tree: they are opened without following links, and are written only at
//! their end.

use std::io::{BufWriter, Write as _};
use std::ops::Range;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{self, AtFlags, Mode, OFlags, RenameFlags};
use rustix::io::{Errno, pread, retry_on_intr};
use rustix::process::{Resource, geteuid, getrlimit};

use super::openat::RootedOpener;
use super::write::{GATHER, Limited};
use super::{names_in, stat, system};
use crate::vfs::{Fill, Kind, Look, TreeError};

/// A folder that belongs to the user and is closed to others.
#[derive(Debug)]
pub struct PrivateFolder(Arc<OwnedFd>);

impl PrivateFolder {
    /// Opens the folder `below` in `folder`, which must belong to the user, but may be open to others.
    ///
    /// # Errors
    /// Fails if the folder does not exist, if a link is in its path, if it does not belong to the user alone, or if the
    /// system returns an error.
    pub fn open(folder: &Path, below: &str) -> Result<Self, TreeError> {
        let own = open_own(folder)?.folder(below)?;
        Self::checked(own)
    }

    /// Opens the folder as [`PrivateFolder::open`] does; missing folders are created, accessible to the user only.
    ///
    /// # Errors
    /// As [`PrivateFolder::open`]; nothing is created in a folder of another user.
    pub fn open_or_make(folder: &Path, below: &str) -> Result<Self, TreeError> {
        match Self::open(folder, below) {
            Err(TreeError::Missing) => {}
            other => return other,
        }
        let above = folder.ancestors().find_map(|above| above.metadata().ok());
        if above.is_some_and(|above| above.uid() != geteuid().as_raw()) {
            return Err(foreign());
        }
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let mut at = Arc::clone(open_own(folder)?.root());
        for name in below.split('/') {
            match fs::mkdirat(&at, name, Mode::RWXU) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(system(error)),
            }
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            at = Self::checked(Arc::new(fs::openat(&at, name, flags, Mode::empty()).map_err(system)?))?.0;
        }
        Ok(Self(at))
    }

    fn checked(folder: Arc<OwnedFd>) -> Result<Self, TreeError> {
        check(&stat::of_handle(&folder).map_err(system)?, Kind::Folder)?;
        Ok(Self(folder))
    }

    /// Opens a file; `None` if it does not exist.
    ///
    /// # Errors
    /// Fails if it is not a regular file, if it does not belong to the user alone, or if the system returns an error.
    pub fn open_file(&self, name: &str) -> Result<Option<PrivateFile>, TreeError> {
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        match retry_on_intr(|| fs::openat(&self.0, name, flags, Mode::empty())) {
            Ok(file) => PrivateFile::checked(file).map(Some),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(system(error)),
        }
    }

    /// Creates a file; the name must be free.
    ///
    /// # Errors
    /// Fails if the name is taken, or if the system returns an error.
    pub fn make_file(&self, name: &str) -> Result<PrivateFile, TreeError> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = retry_on_intr(|| fs::openat(&self.0, name, flags, Mode::RUSR | Mode::WUSR));
        PrivateFile::checked(file.map_err(system)?)
    }

    /// Replaces the file `old` by the file `new`, which takes its name.
    ///
    /// # Errors
    /// Fails if the system returns an error.
    pub fn replace_file(&self, old: &str, new: &str) -> Result<(), TreeError> {
        match fs::renameat_with(&self.0, new, &self.0, old, RenameFlags::EXCHANGE) {
            // A rename over an existing file would make some file systems write the new file to the storage medium at
            // once.
            Ok(()) => self.remove_file(new),
            Err(_) => fs::renameat(&self.0, new, &self.0, old).map_err(system),
        }
    }

    /// Removes a file.
    ///
    /// # Errors
    /// Fails if the system returns an error.
    pub fn remove_file(&self, name: &str) -> Result<(), TreeError> {
        fs::unlinkat(&self.0, name, AtFlags::empty()).map_err(system)
    }

    /// Returns the names of everything in the folder, sorted.
    ///
    /// # Errors
    /// Fails if the system returns an error.
    pub fn names(&self) -> Result<Vec<String>, TreeError> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = fs::openat(&self.0, ".", flags, Mode::empty()).map_err(system)?;
        Ok(names_in(&folder)?.into_iter().map(|(name, _)| name).collect())
    }

    /// Returns the state of a name; `None` if it is free.
    ///
    /// # Errors
    /// Fails if the system returns an error.
    pub fn look(&self, name: &str) -> Result<Option<Look>, TreeError> {
        match stat::of_name(&*self.0, name) {
            Ok(look) => Ok(Some(look)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(system(error)),
        }
    }
}

/// A file that belongs to the user and is closed to others.
#[derive(Debug)]
pub struct PrivateFile {
    file: OwnedFd,
    size: u64,
}

impl PrivateFile {
    fn checked(file: OwnedFd) -> Result<Self, TreeError> {
        let look = stat::of_handle(&file).map_err(system)?;
        check(&look, Kind::File)?;
        Ok(Self { file, size: look.stamp.size })
    }

    /// Returns its size in bytes.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Reads a range of bytes, as far as it is within the size of the file.
    ///
    /// # Errors
    /// Fails if the system returns an error, or if the file has been truncated since.
    pub fn read(&self, range: Range<u64>) -> Result<Vec<u8>, TreeError> {
        let length = range.end.min(self.size).saturating_sub(range.start);
        let mut bytes = vec![0; usize::try_from(length).unwrap_or(usize::MAX)];
        let mut filled = 0;
        while let Some(rest) = bytes.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            match retry_on_intr(|| pread(&self.file, &mut *rest, range.start + filled as u64))
                .map_err(system)?
            {
                0 => return Err(TreeError::Io(std::io::ErrorKind::UnexpectedEof.into())),
                count => filled += count,
            }
        }
        Ok(bytes)
    }

    /// Writes at the end of the file, either everything or nothing.
    ///
    /// # Errors
    /// Fails if the system returns an error.
    pub fn append(&mut self, fill: Fill<'_>) -> Result<(), TreeError> {
        let limit = getrlimit(Resource::Fsize).current.unwrap_or(u64::MAX);
        fs::seek(&self.file, fs::SeekFrom::Start(self.size)).map_err(system)?;
        let limited = Limited { file: &self.file, left: limit.saturating_sub(self.size) };
        let mut out = BufWriter::with_capacity(GATHER, limited);
        let filled = fill(&mut out).and_then(|()| out.flush());
        // Bytes left in the buffer must not be written later.
        let (limited, _) = out.into_parts();
        let written = limit.saturating_sub(self.size) - limited.left;
        match filled {
            Ok(()) => {
                self.size += written;
                Ok(())
            }
            Err(error) => {
                self.truncate(self.size)?;
                Err(TreeError::Io(error))
            }
        }
    }

    /// Removes everything after the first `size` bytes.
    ///
    /// # Errors
    /// Fails if the system returns an error.
    pub fn truncate(&mut self, size: u64) -> Result<(), TreeError> {
        fs::ftruncate(&self.file, size).map_err(system)?;
        self.size = size;
        Ok(())
    }
}

fn open_own(folder: &Path) -> Result<RootedOpener, TreeError> {
    let below = RootedOpener::open_root(folder).map_err(|error| match error {
        Errno::NOTDIR => TreeError::Refused("it is not a folder".to_owned()),
        error => system(error),
    })?;
    let owner = stat::of_handle(below.root()).map_err(system)?.owner;
    if owner.user == geteuid().as_raw() { Ok(below) } else { Err(foreign()) }
}

fn check(look: &Look, kind: Kind) -> Result<(), TreeError> {
    let is_private = look.owner.user == geteuid().as_raw() && look.mode & 0o077 == 0;
    // A second name of the file could be anywhere.
    let is_single = kind == Kind::Folder || look.links == 1;
    match (look.kind == kind, is_private && is_single) {
        (true, true) => Ok(()),
        (false, _) => Err(TreeError::Refused("it is not of the expected kind".to_owned())),
        (true, false) => Err(TreeError::Refused("other users can access it".to_owned())),
    }
}

fn foreign() -> TreeError {
    TreeError::Refused("it belongs to another user".to_owned())
}
