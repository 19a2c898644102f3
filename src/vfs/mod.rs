//! Trees of files, which planning reads and `commit` writes.
//!
//! Two traits separate the two: planning has a [`ReadTree`], and only `commit` is given a [`WriteTree`], whose methods
//! are as small as system calls, so that a test can make each of them fail.
//!
//! Invariant: no tree follows a symbolic link below its root, neither for reading nor for writing.
//! Invariant: what a tree returns for a path never reveals anything of a file outside the root.

#[cfg(feature = "disk")]
pub mod disk;
pub mod memory;
mod outer;
mod spot;
mod write;

#[cfg(feature = "disk")]
pub use disk::{DEFAULT_LOCK_WAIT, DiskTree, Lock};
pub use memory::MemoryTree;
pub use outer::{Excluded, OuterFolder};
pub use spot::Location;
pub use write::{
    Access, Attributes, Extended, ExtendedAttribute, Fill, Look, NewMode, Over, Owner, WriteTree,
};

use crate::ir::{BlobName, PatchPath};

pub use crate::text::Bytes;

/// The size in bytes above which a file is refused: it is not source code, and would not fit into memory three times.
pub const MAX_FILE_BYTES: u64 = 4 << 30;

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its bytes.
    pub bytes: Bytes,
    /// Its permission bits.
    pub mode: u32,
    /// The stamp by which a later look recognizes that it is unchanged.
    pub stamp: Stamp,
}

/// Data that identify the state of a file; all zero in a tree that has no such data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stamp {
    /// The device.
    pub device: u64,
    /// The mount, which a rename cannot cross even if the device is the same.
    pub mount: u64,
    /// The inode.
    pub inode: u64,
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change of the content, in nanoseconds (since 1970 on disk).
    pub modified: i128,
    /// The time of the last change of content, mode, owner or extended attributes, in nanoseconds (since 1970 on disk).
    pub changed: i128,
    /// Whether it was changed so shortly before it was read that a later change might have the same time.
    pub fresh: bool,
    /// Whether it may have extended attributes; `true` if they were not queried.
    pub extended: bool,
}

impl Stamp {
    /// Returns whether both stamps are of the same file, with no write in between. Renames, links and mode changes are
    /// allowed; so is a different device number, since device numbers may change at a restart.
    #[must_use]
    pub const fn same_content(&self, other: &Self) -> bool {
        self.inode == other.inode && self.size == other.size && self.modified == other.modified
    }

    /// Does the same, but ignores the inode: on an overlay file system, a file of a lower layer may get another inode
    /// when it is first renamed.
    #[must_use]
    pub const fn same_writing(&self, other: &Self) -> bool {
        self.size == other.size && self.modified == other.modified
    }

    /// Returns whether nothing was changed in between, not even mode, owner or extended attributes.
    #[must_use]
    pub const fn untouched(&self, other: &Self) -> bool {
        !self.fresh
            && !other.fresh
            && self.same_content(other)
            && self.device == other.device
            && self.changed == other.changed
    }
}

/// The reason why a tree cannot return what was requested.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// The path does not exist.
    #[error("no such file")]
    Missing,
    /// The path is or passes through something that patches may not touch: a link, a device, a file used as a folder.
    #[error("{0}")]
    Refused(String),
    /// The operating system returned an error.
    #[error("{}", plain(.0))]
    Io(#[from] std::io::Error),
}

impl TreeError {
    /// Returns the error that a component of a path is not a folder.
    #[must_use]
    pub fn in_the_way(component: &str, kind: Kind) -> Self {
        refusal(Some(component), kind)
    }
}

/// Returns the system's message for an error, in lower case and without the error number.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words);
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Returns the error for a component of a path that is not a folder, or (`None`) for the kind of the path itself.
fn refusal(on_the_way: Option<&str>, kind: Kind) -> TreeError {
    TreeError::Refused(match (on_the_way, kind) {
        (Some(folder), Kind::Link) => format!("`{folder}` is a symbolic link"),
        (Some(folder), _) => format!("`{folder}` is not a folder"),
        (None, Kind::Link) => "it is a symbolic link".to_owned(),
        (None, Kind::Folder) => "it is a folder".to_owned(),
        (None, _) => "it is not a regular file".to_owned(),
    })
}

/// A tree of files that can be read.
pub trait ReadTree {
    /// Returns the kind of `path`, without following a link; `None` if it does not exist.
    ///
    /// # Errors
    /// Fails if a component above the last one is a link or not a folder, or if the disk fails.
    fn kind(&self, path: &PatchPath) -> Result<Option<Kind>, TreeError>;

    /// Reads the regular file at `path`.
    ///
    /// # Errors
    /// Fails if the path does not exist or is not a regular file, or if the disk fails.
    fn read(&self, path: &PatchPath) -> Result<File, TreeError>;

    /// Returns the names in the folder at `path`, sorted, with their kinds.
    ///
    /// # Errors
    /// Fails if the path is not a folder, or if the disk fails.
    fn list(&self, path: &PatchPath) -> Result<Vec<(String, Kind)>, TreeError>;

    /// Returns the names in the root, sorted, with their kinds. They are needed for messages and for path patterns.
    ///
    /// # Errors
    /// Fails if the disk fails.
    fn list_root(&self) -> Result<Vec<(String, Kind)>, TreeError> {
        Ok(Vec::new())
    }

    /// Returns the target of the symbolic link at `path`, as stored in it. It is only needed for a diff that removes
    /// the link.
    ///
    /// # Errors
    /// Fails if the path does not exist or is not a link, or if the disk fails.
    fn link_target(&self, path: &PatchPath) -> Result<Vec<u8>, TreeError> {
        Err(TreeError::Refused(format!("`{path}` cannot be read as a link")))
    }

    /// Returns the folder `levels` above the root, and which of `names` it contains; `None` if there is none. It is
    /// needed for a note on what was not searched: nothing there is opened, and nothing else about it is revealed.
    fn outer(&self, levels: usize, names: &[&str]) -> Option<OuterFolder> {
        let _ = (levels, names);
        None
    }

    /// Returns what git ignores in the project in addition to the rules of its `.gitignore` files, if the tree is in a
    /// repository.
    fn excluded(&self) -> Option<Excluded> {
        None
    }

    /// Returns an earlier content of a file, if the tree knows the history of its files. It is only needed for a git
    /// diff that was made for earlier contents.
    fn blob(&self, name: &BlobName) -> Option<Bytes> {
        let _ = name;
        None
    }

    /// Returns earlier contents of the file at `path`, if the tree knows any, the most likely first. They are only
    /// requested for operations that were made for one of them.
    fn earlier<'t>(&'t self, path: &'t PatchPath) -> Box<dyn Iterator<Item = Bytes> + 't> {
        let _ = path;
        Box::new(std::iter::empty())
    }
}
