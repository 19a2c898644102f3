//! A patch, and what holds for all of its operations.

use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;

use super::Operation;
use crate::diag::Diagnostic;

/// The format in which a patch is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// CHUNK YAML.
    Chunk,
    /// A git diff or unified diff.
    Unified,
    /// The `*** Begin Patch` envelope.
    ApplyPatch,
    /// The `<FILE_CHANGES>` envelope.
    FileChanges,
    /// SEARCH/REPLACE blocks.
    SearchReplace,
    /// Edits in JSON, as the editing tools of agents send them.
    JsonEdits,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [
        Self::Chunk,
        Self::Unified,
        Self::ApplyPatch,
        Self::FileChanges,
        Self::SearchReplace,
        Self::JsonEdits,
    ];

    /// Returns the name that `--format` and the JSON report use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Chunk => "chunk",
            Self::Unified => "unified",
            Self::ApplyPatch => "apply-patch",
            Self::FileChanges => "file-changes",
            Self::SearchReplace => "search-replace",
            Self::JsonEdits => "json-edits",
        }
    }
}

/// The identity of a text: its length in bytes and its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextId {
    length: usize,
    hash: u64,
}

impl TextId {
    /// Returns the identity of a text.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Self { length: bytes.len(), hash: hasher.finish() }
    }

    /// Returns whether `bytes` is this text.
    #[must_use]
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        self.length == bytes.len() && *self == Self::of(bytes)
    }
}

/// A whole patch.
#[derive(Debug, Clone, PartialEq)]
pub struct Patch {
    /// The format in which it was written.
    pub format: Format,
    /// Its operations, in the order in which they are applied.
    pub operations: Vec<Operation>,
    /// Ranges of operations (indices from 0) that together describe one change of the whole tree, as a git diff does:
    /// the source path of a move is the file's name before the first operation of the range.
    pub tree_changes: Vec<Range<usize>>,
    /// Which comments text operations may skip over.
    pub comments: CommentLanguage,
    /// Words that are macros, in addition to those that each language defines.
    pub macros: Vec<String>,
    /// How far lines may differ from those of the file.
    pub matching: Matching,
    /// The number of components to strip from the paths of a diff, if the caller specified it.
    pub strip: Option<usize>,
    /// The identity of the patch text, by which the patch is recognized if it is one of the files of the project.
    pub own_text: Option<TextId>,
    /// Warnings of the parser.
    pub warnings: Vec<Diagnostic>,
    /// Problems of further operations, which were parsed but must not be applied: their paths are refused, or their
    /// content is binary. If there are any, the whole patch is refused; they are kept so that one run also reports the
    /// problems of the other operations.
    pub refused: Vec<Diagnostic>,
}

impl Patch {
    /// Returns a patch of these operations, with defaults for all other fields.
    #[must_use]
    pub fn of(format: Format, operations: Vec<Operation>) -> Self {
        Self {
            format,
            operations,
            tree_changes: Vec::new(),
            comments: CommentLanguage::default(),
            macros: Vec::new(),
            matching: Matching::default(),
            strip: None,
            own_text: None,
            warnings: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// Returns the patch, if none of its operations was refused during parsing.
    ///
    /// # Errors
    /// Returns the problems in `refused`, if there are any.
    pub fn unless_refused(self) -> Result<Self, Vec<Diagnostic>> {
        if self.refused.is_empty() { Ok(self) } else { Err(self.refused) }
    }
}

/// How far the lines of markers and hunks may differ from those of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Matching {
    /// As far as the steps of the matching ladder allow: white space, look-alike characters, blank lines, comments.
    #[default]
    Lenient,
    /// Not at all, except that the lines of a marker, which have no indentation of their own, may differ in surrounding
    /// white space.
    Exact,
}

/// Which language's comments a text operation may skip over.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CommentLanguage {
    /// The language of the file's extension.
    #[default]
    OfFile,
    /// The language of the file's extension, or if that is unknown, the named language (a canonical language name).
    OfFileOr(String),
    /// None: comments are treated as text.
    Off,
}
