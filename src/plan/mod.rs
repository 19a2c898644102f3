//! Plans a patch: works out every change of every file before anything is written.
//!
//! Operations are folded in order over an overlay of the tree, so that each one sees what those before it left. What
//! comes out is a [`Plan`], or every independent problem at once.
//!
//! Invariant: nothing here writes; the tree is a `&dyn ReadTree`.

use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::ir::{Format, PatchPath};
use crate::text::Buffer;
use crate::vfs::{Bytes, File};

/// All that a patch changes, not yet written.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The format of the patch.
    pub format: Format,
    /// The net change of every file, one entry a path, in the order of first mention.
    pub files: Vec<FileChange>,
    /// The lines of the report, in the order of first mention.
    pub summary: Vec<Summary>,
    /// Every operation, with the place where it applied.
    pub operations: Vec<Applied>,
    /// What the reader should know all the same.
    pub warnings: Vec<Diagnostic>,
}

/// The net change at one path.
#[derive(Debug, Clone)]
pub struct FileChange {
    /// The path.
    pub path: PatchPath,
    /// What stands there now.
    pub before: Option<Node>,
    /// What is to stand there.
    pub after: Option<NewFile>,
    /// The file that a new one was moved or copied from; it gives mode, owner and extended attributes.
    pub source: Option<PatchPath>,
}

/// Something that a plan changes or removes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A regular file.
    File(File),
    /// A symbolic link, removed with the folder that holds it.
    Link,
    /// A folder that a deletion names, or one inside it; removed once it is empty.
    Folder,
}

/// A file as it is to be written.
#[derive(Debug, Clone)]
pub struct NewFile {
    /// Its content.
    pub content: Content,
    /// Its permission bits; `None` for those of the file it replaces, or a new file's `0666 & ~umask`. Of a file that
    /// replaces and follows none, only whether it is executable counts: the umask decides the rest.
    pub mode: Option<u32>,
}

/// The content of a file.
#[derive(Debug, Clone)]
pub enum Content {
    /// Bytes as they were read or as a patch brings them.
    Bytes(Bytes),
    /// An edited text.
    Text(Arc<Buffer>),
}

impl Content {
    /// The content as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Bytes {
        match self {
            Self::Bytes(bytes) => Arc::clone(bytes),
            Self::Text(buffer) => Arc::new(buffer.encode()),
        }
    }
}

/// One line of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Summary {
    /// `A path`
    Added(PatchPath),
    /// `M path`
    Modified(PatchPath),
    /// `D path`
    Deleted(PatchPath),
    /// `R old -> new`
    Renamed(PatchPath, PatchPath),
}

/// An operation that applied.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// Its number, from 1.
    pub index: usize,
    /// Its name as the user knows it.
    pub name: String,
    /// The path it names.
    pub path: PatchPath,
    /// The lines that it matched in the text it saw, from 1, first and last; `None` for whole files.
    pub lines: Option<(usize, usize)>,
    /// How the place was found: the rung (`exact`, `trimmed`, `comments-stripped`, …) or the symbol's address.
    pub matched: Option<String>,
}
