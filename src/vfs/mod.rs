//! Trees of files: what planning reads and `commit` writes.
//!
//! Two traits keep the two apart: planning holds a [`ReadTree`], and only `commit` is handed something that writes.

use std::sync::Arc;

use crate::ir::PatchPath;

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// Anything else: a device, a socket, a pipe.
    Other,
}

/// A file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its bytes.
    pub bytes: Arc<[u8]>,
    /// Its permission bits.
    pub mode: u32,
    /// By what a later look can tell that it is still the same.
    pub stamp: Stamp,
}

/// By what a file is known to be the one that was read; all zero in a tree that has no such thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stamp {
    /// The device.
    pub device: u64,
    /// The inode.
    pub inode: u64,
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change of the content, in nanoseconds.
    pub modified: i128,
}

/// Why a tree does not give what was asked for.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// Nothing stands at the path.
    #[error("no such file")]
    Missing,
    /// Something stands there that patches may not touch or go through: a link, a device, a file used as a folder.
    #[error("{0}")]
    Refused(String),
    /// The operating system says no.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// A tree of files that can be looked at.
pub trait ReadTree {
    /// What stands at `path`, not following a link there; `None` if nothing does.
    ///
    /// # Errors
    /// A component above the last is a link or no folder, or the disk fails.
    fn kind(&self, path: &PatchPath) -> Result<Option<Kind>, TreeError>;

    /// The regular file at `path`.
    ///
    /// # Errors
    /// Nothing stands there, it is no regular file, or the disk fails.
    fn read(&self, path: &PatchPath) -> Result<File, TreeError>;

    /// The names in the folder at `path`, sorted, with what each one is.
    ///
    /// # Errors
    /// It is no folder, or the disk fails.
    fn list(&self, path: &PatchPath) -> Result<Vec<(String, Kind)>, TreeError>;

    /// Where the symbolic link at `path` leads, as it is written there. Only a diff that removes the link needs it.
    ///
    /// # Errors
    /// Nothing stands there, it is no link, or the disk fails.
    fn link_target(&self, path: &PatchPath) -> Result<Vec<u8>, TreeError> {
        Err(TreeError::Refused(format!("`{path}` cannot be read as a link")))
    }
}
