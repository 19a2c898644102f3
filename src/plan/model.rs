//! The planned changes of a patch.

use std::ops::Range;
use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::ir::{Format, PatchPath};
use crate::text::{EditedText, SharedSlice};
use crate::vfs::{Bytes, ExtendedAttribute, File, Owner};

/// All changes of a patch, not yet written.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The format of the patch.
    pub format: Format,
    /// The net change of every file, one entry for each path, in the order of first mention.
    pub files: Vec<FileChange>,
    /// The lines of the report, in the order of first mention.
    pub summary: Vec<Summary>,
    /// Every operation, with the place where it was applied.
    pub operations: Arc<[Applied]>,
    /// Warnings and notes for the reader.
    pub warnings: Vec<Diagnostic>,
    /// The changes of folders.
    pub folders: PlannedFolders,
}

/// What a plan changes about folders.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PlannedFolders {
    /// Folders that the plan empties are removed, and folders that its files need are created.
    #[default]
    Follow,
    /// The folders to create and to remove are known, for instance because an earlier change is reversed.
    Known {
        /// Folders to create with these permission bits if they do not exist.
        made: Vec<(PatchPath, u32)>,
        /// Folders to remove if they are empty. No other folder is removed.
        removed: Vec<PatchPath>,
    },
}

/// The net change at one path.
#[derive(Debug, Clone)]
pub struct FileChange {
    /// The path.
    pub path: PatchPath,
    /// What is at the path now.
    pub before: Option<Node>,
    /// What is to be at the path afterwards.
    pub after: Option<NewFile>,
    /// The file that a new file was moved or copied from; the new file takes mode, owner and extended attributes from
    /// it.
    pub source: Option<PatchPath>,
}

/// A file system entry that a plan changes or removes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A regular file.
    File(File),
    /// A symbolic link, removed with the folder that contains it.
    Link,
    /// A folder that a deletion names, or a folder inside it; removed once it is empty.
    Folder,
}

/// A file to be written.
#[derive(Debug, Clone)]
pub struct NewFile {
    /// Its content.
    pub content: Content,
    /// Whether the content is known to have no syntax errors that the file did not have before, so that it need not be
    /// parsed again.
    pub is_known_clean: bool,
    /// Its permission bits; `None` for the bits of the file that it replaces, or for `0666 & ~umask` if it is a new
    /// file. For a file that neither replaces nor continues another one, only the executable bit counts: the umask
    /// decides the rest.
    pub mode: Option<u32>,
    /// Its owner and extended attributes, where these are known because a removed file is restored. The permission bits
    /// are then exactly those of `mode`.
    pub kept: Option<Kept>,
}

/// The properties of a file besides its content and its permission bits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Kept {
    /// Its owner.
    pub owner: Owner,
    /// Its extended attributes.
    pub extended: Vec<ExtendedAttribute>,
}

impl NewFile {
    /// Returns a file with default properties.
    #[must_use]
    pub const fn of(content: Content) -> Self {
        Self { content, is_known_clean: false, mode: None, kept: None }
    }
}

/// The content of a file.
#[derive(Debug, Clone)]
pub enum Content {
    /// Bytes as they were read, or as a patch contains them.
    Bytes(Bytes),
    /// An edited text.
    Text(Arc<EditedText>),
    /// The target of a symbolic link. No patch creates links; they occur when a removed link is restored.
    Link(Bytes),
}

impl Content {
    /// The content as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Bytes {
        match self {
            Self::Bytes(bytes) | Self::Link(bytes) => bytes.clone(),
            Self::Text(text) => text.encode().into(),
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

/// An operation that was applied.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// Its number, from 1.
    pub index: usize,
    /// Its name, as the user wrote it.
    pub name: String,
    /// The path it names.
    pub path: PatchPath,
    /// The first and last line (from 1) that it matched in the text that it saw; `None` for whole files.
    pub lines: Option<(usize, usize)>,
    /// How the place was found: the rung (`exact`, `trimmed`, `comments-stripped`, …) or the address of the symbol.
    pub matched: Option<String>,
    /// The number of changed places that the patch may count; a line may contain several. `None` for operations on
    /// whole lines.
    pub count: Option<usize>,
    /// The address of the definition, for operations that name a definition.
    pub symbol: Option<String>,
    /// The changed lines, file by file and in file order; empty for operations on whole files.
    pub changes: Vec<ChangedLines>,
}

/// A stretch of lines that an operation changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedLines {
    /// The file.
    pub path: PatchPath,
    /// The removed lines, in the text that the operation saw.
    pub old: LineSpan,
    /// The added lines, in the text that the operation left.
    pub new: LineSpan,
    /// The texts of the removed and of the added lines, unless they are long.
    pub text: Option<(SharedSlice, SharedSlice)>,
    /// The unchanged lines between the previous change of the same file and this one, if they are few and not empty.
    pub above: Option<SharedSlice>,
}

/// A range of consecutive lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineSpan {
    /// The first line, from 1; for an empty range, the line that follows it.
    pub first: usize,
    /// The number of lines.
    pub count: usize,
}

impl LineSpan {
    pub(super) fn of(lines: &Range<usize>) -> Self {
        Self { first: lines.start + 1, count: lines.len() }
    }
}
