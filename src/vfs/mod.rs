//! Trees of files: what planning reads and `commit` writes.
//!
//! Two traits keep the two apart: planning holds a [`ReadTree`], and only `commit` is handed a [`WriteTree`], whose
//! methods are as small as system calls, so that a test can let every single one of them fail.
//!
//! Invariant: no tree follows a symbolic link below its root, for reading no more than for writing.
//! Invariant: what a tree says about a path never shows anything of a file outside the root.

#[cfg(feature = "disk")]
pub mod disk;
pub mod memory;
mod outer;
mod spot;
mod write;

#[cfg(feature = "disk")]
pub use disk::{DiskTree, Lock, PATIENCE};
pub use memory::MemoryTree;
pub use outer::{Excluded, OuterFolder};
pub use spot::Location;
pub use write::{
    Access, Attributes, Extended, ExtendedAttribute, Fill, Look, NewMode, Over, Owner, WriteTree,
};

use crate::ir::{BlobName, PatchPath};

pub use crate::text::Bytes;

/// The size from which on a file is refused: what lies beyond is no source text, and would not fit into memory thrice.
pub const LARGEST_FILE: u64 = 4 << 30;

/// What stands at a path.
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

/// A file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its bytes.
    pub bytes: Bytes,
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
    /// The mount, which a rename cannot leave even where the device is the same.
    pub mount: u64,
    /// The inode.
    pub inode: u64,
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change of the content, in nanoseconds.
    pub modified: i128,
    /// The time of the last change of the content or of mode, owner and extended attributes, in nanoseconds.
    pub changed: i128,
    /// Whether it was changed so shortly before it was read that a later change might bear the same time.
    pub fresh: bool,
    /// Whether it may have extended attributes; a mere look does not tell, and says that it may.
    pub extended: bool,
}

impl Stamp {
    /// Whether both are of one file, with nothing written to it in between. Renames, links and changes of the mode
    /// are let pass; so is another device number, which does not outlive a restart.
    #[must_use]
    pub const fn same_content(&self, other: &Self) -> bool {
        self.inode == other.inode && self.size == other.size && self.modified == other.modified
    }

    /// The same where the inode does not count: a file of a lower layer may get another one when it is first renamed.
    #[must_use]
    pub const fn same_writing(&self, other: &Self) -> bool {
        self.size == other.size && self.modified == other.modified
    }

    /// Whether nothing at all was done to the file in between, not even to its mode, owner or extended attributes.
    #[must_use]
    pub const fn untouched(&self, other: &Self) -> bool {
        !self.fresh
            && !other.fresh
            && self.same_content(other)
            && self.device == other.device
            && self.changed == other.changed
    }
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
    #[error("{}", plain(.0))]
    Io(#[from] std::io::Error),
}

impl TreeError {
    /// A component on the way to a path is no folder.
    #[must_use]
    pub fn in_the_way(component: &str, kind: Kind) -> Self {
        refusal(Some(component), kind)
    }
}

/// The system's words for an error, in lower case and without the number behind them.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words);
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Says what is wrong with a component on the way to a path, or (`None`) with what stands at the path itself.
fn refusal(on_the_way: Option<&str>, kind: Kind) -> TreeError {
    TreeError::Refused(match (on_the_way, kind) {
        (Some(folder), Kind::Link) => format!("`{folder}` is a symbolic link"),
        (Some(folder), _) => format!("`{folder}` is not a folder"),
        (None, Kind::Link) => "it is a symbolic link".to_owned(),
        (None, Kind::Folder) => "it is a folder".to_owned(),
        (None, _) => "it is not a regular file".to_owned(),
    })
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
    /// Nothing stands there, it is not a regular file, or the disk fails.
    fn read(&self, path: &PatchPath) -> Result<File, TreeError>;

    /// The names in the folder at `path`, sorted, with what each one is.
    ///
    /// # Errors
    /// It is no folder, or the disk fails.
    fn list(&self, path: &PatchPath) -> Result<Vec<(String, Kind)>, TreeError>;

    /// The names in the root, sorted, with what each one is. Messages and patterns of paths need it.
    ///
    /// # Errors
    /// The disk fails.
    fn list_root(&self) -> Result<Vec<(String, Kind)>, TreeError> {
        Ok(Vec::new())
    }

    /// Where the symbolic link at `path` leads, as it is written there. Only a diff that removes the link needs it.
    ///
    /// # Errors
    /// Nothing stands there, it is not a link, or the disk fails.
    fn link_target(&self, path: &PatchPath) -> Result<Vec<u8>, TreeError> {
        Err(TreeError::Refused(format!("`{path}` cannot be read as a link")))
    }

    /// A folder so many levels above the root, and which of some names are in it; `None` if there is none. A note on what
    /// was not looked at needs it: nothing there is opened, and nothing else of it is told.
    fn outer(&self, levels: usize, names: &[&str]) -> Option<OuterFolder> {
        let _ = (levels, names);
        None
    }

    /// What git leaves out of the project, beside what the `.gitignore` files in it say, should the tree lie in a repository.
    fn excluded(&self) -> Option<Excluded> {
        None
    }

    /// An earlier content of a file, should the tree know the history of its files. Only a git diff that the files have
    /// moved on from needs it.
    fn blob(&self, name: &BlobName) -> Option<Bytes> {
        let _ = name;
        None
    }

    /// Earlier contents of the file at `path`, should the tree know some: those that are most likely asked for first. Only
    /// an operation asks that was made for one of them.
    fn earlier<'t>(&'t self, path: &'t PatchPath) -> Box<dyn Iterator<Item = Bytes> + 't> {
        let _ = path;
        Box::new(std::iter::empty())
    }
}
