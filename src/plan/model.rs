//! What a patch changes, as planned.

use std::ops::Range;
use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::ir::{Format, PatchPath};
use crate::text::{EditedText, TextPart};
use crate::vfs::{Bytes, ExtendedAttribute, File, Owner};

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
    pub operations: Arc<[Applied]>,
    /// What the reader should know all the same.
    pub warnings: Vec<Diagnostic>,
    /// What becomes of folders.
    pub folders: PlannedFolders,
}

/// What a plan says about folders.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PlannedFolders {
    /// Those that the plan empties go; those that its files need are made.
    #[default]
    Follow,
    /// It is known which ones are to be there, as when an earlier change is reversed.
    Known {
        /// Folders that are made with these permission bits, should they not be there.
        made: Vec<(PatchPath, u32)>,
        /// Folders that go if they are empty. No other one does.
        removed: Vec<PatchPath>,
    },
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
    /// Whether the content is known to hold no syntax error that its file did not have before, so that nobody need parse it
    /// again to see.
    pub is_known_clean: bool,
    /// Its permission bits; `None` for those of the file it replaces, or a new file's `0666 & ~umask`. Of a file that
    /// replaces and follows none, only whether it is executable counts: the umask decides the rest.
    pub mode: Option<u32>,
    /// Whose it is and which extended attributes it has, where that is known: a file that comes back. Its permission
    /// bits are then exactly those above.
    pub kept: Option<Kept>,
}

/// What a file had besides its content and its permission bits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Kept {
    /// Whose it was.
    pub owner: Owner,
    /// Its extended attributes.
    pub extended: Vec<ExtendedAttribute>,
}

impl NewFile {
    /// A file with nothing special about it.
    #[must_use]
    pub const fn of(content: Content) -> Self {
        Self { content, is_known_clean: false, mode: None, kept: None }
    }
}

/// The content of a file.
#[derive(Debug, Clone)]
pub enum Content {
    /// Bytes as they were read or as a patch brings them.
    Bytes(Bytes),
    /// An edited text.
    Text(Arc<EditedText>),
    /// Not a file but a symbolic link, and where it leads. No patch makes one; what a patch removed may come back.
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
    /// How many places it changed that the patch may count: a line may have several. `None` for operations on whole lines.
    pub count: Option<usize>,
    /// The address of the definition, for operations that name one.
    pub symbol: Option<String>,
    /// What it changed, file by file in file order; empty for whole files.
    pub changes: Vec<ChangedLines>,
}

/// A stretch of lines that an operation changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedLines {
    /// The file.
    pub path: PatchPath,
    /// The lines that went, in the text that the operation saw.
    pub old: LineSpan,
    /// The lines that came, in the text that it left.
    pub new: LineSpan,
    /// The lines that went and those that came, unless they are long.
    pub text: Option<(TextPart, TextPart)>,
    /// The lines that stay between the change before in the same file and this one, if they are few and not empty.
    pub above: Option<TextPart>,
}

/// Some lines behind one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineSpan {
    /// The first one, from 1; of no lines, the one that they would come before.
    pub first: usize,
    /// How many there are.
    pub count: usize,
}

impl LineSpan {
    pub(super) fn of(lines: &Range<usize>) -> Self {
        Self { first: lines.start + 1, count: lines.len() }
    }
}
