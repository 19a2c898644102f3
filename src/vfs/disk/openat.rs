//! Opens files below a folder, and nothing outside it.
//!
//! A single call of `openat2` does this if the kernel supports it. Otherwise the path is walked component by component:
//! each is opened relative to the handle of the one before, and links are not followed.

use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{self, AtFlags, Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};

use crate::vfs::{Kind, TreeError, refusal};

/// An open folder, relative to which all files are opened.
#[derive(Debug)]
pub(super) struct RootedOpener {
    root: Arc<OwnedFd>,
    /// Whether the kernel lacks `openat2`, or a sandbox forbids it.
    walks: AtomicBool,
}

/// The flags for the handle of a folder that is only traversed.
const PASS: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC).union(OFlags::NOFOLLOW);

impl RootedOpener {
    /// Opens the root, which may be a symbolic link itself.
    pub(super) fn open_root(root: &Path) -> Result<Self, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let root = retry_on_intr(|| fs::open(root, flags, Mode::empty()))?;
        Ok(Self { root: Arc::new(root), walks: AtomicBool::new(false) })
    }

    /// Returns the handle of the root.
    pub(super) const fn root(&self) -> &Arc<OwnedFd> {
        &self.root
    }

    /// Walks every path from now on, as if the kernel lacked `openat2`.
    #[cfg(test)]
    pub(super) fn walk_from_now_on(&self) {
        self.walks.store(true, Ordering::Relaxed);
    }

    /// Opens a path without following any link, not even as its last component.
    pub(super) fn open(&self, path: &str, flags: OFlags) -> Result<OwnedFd, TreeError> {
        let flags = flags | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        self.open_raw(path, flags).map_err(|error| self.explain(path, error))
    }

    /// Returns a handle of a folder, for use as the first argument of the `…at` calls.
    pub(super) fn folder(&self, path: &str) -> Result<Arc<OwnedFd>, TreeError> {
        if path.is_empty() {
            return Ok(Arc::clone(&self.root));
        }
        // The folder is a parent of the wanted file, so an obstacle at the folder itself must be reported as one on the
        // way.
        self.open_raw(path, PASS).map(Arc::new).map_err(|error| self.explain(&format!("{path}/."), error))
    }

    fn open_raw(&self, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
        if !self.walks.load(Ordering::Relaxed) {
            match open_confined(self.root.as_fd(), path, flags) {
                // A sandbox may return "not permitted" for a call that it does not know.
                Err(Errno::NOSYS | Errno::PERM) => self.walks.store(true, Ordering::Relaxed),
                other => return other,
            }
        }
        self.walk(path, flags)
    }

    fn walk(&self, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
        let mut at: Option<OwnedFd> = None;
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        for folder in folders.split('/').filter(|part| !part.is_empty()) {
            let here = at.as_ref().unwrap_or(&self.root);
            at = Some(retry_on_intr(|| fs::openat(here, folder, PASS, Mode::empty()))?);
        }
        let here = at.as_ref().unwrap_or(&self.root);
        retry_on_intr(|| fs::openat(here, name, flags, Mode::empty()))
    }

    /// Turns an error of the kernel into one that names the component that caused it.
    fn explain(&self, path: &str, error: Errno) -> TreeError {
        match error {
            Errno::NOENT => TreeError::Missing,
            Errno::NAMETOOLONG => TreeError::Refused("the path is too long".to_owned()),
            Errno::LOOP | Errno::NOTDIR | Errno::XDEV | Errno::ISDIR | Errno::NXIO => {
                self.obstacle(path).unwrap_or_else(|| TreeError::Io(error.into()))
            }
            _ => TreeError::Io(error.into()),
        }
    }

    /// Finds the first component that is a link or, before the last one, not a folder.
    fn obstacle(&self, path: &str) -> Option<TreeError> {
        let mut at: Option<OwnedFd> = None;
        let mut end = 0;
        loop {
            let rest = path.get(end..)?;
            let name = rest.split('/').next().filter(|name| !name.is_empty())?;
            end += name.len();
            let here = at.as_ref().unwrap_or(&self.root);
            let found = fs::statat(here, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
            let kind = super::stat::kind_of(found.st_mode);
            if end == path.len() {
                return Some(refusal(None, kind));
            }
            if kind != Kind::Folder {
                return Some(refusal(path.get(..end), kind));
            }
            at = Some(fs::openat(here, name, PASS, Mode::empty()).ok()?);
            end += 1;
        }
    }
}

#[cfg(target_os = "linux")]
fn open_confined(root: impl AsFd, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
    use rustix::fs::ResolveFlags;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    retry_on_intr(|| fs::openat2(&root, path, flags, Mode::empty(), resolve))
}

#[cfg(not(target_os = "linux"))]
fn open_confined(_: impl AsFd, _: &str, _: OFlags) -> Result<OwnedFd, Errno> {
    Err(Errno::NOSYS)
}
