//! The intermediate representation (IR) of edit operations, into which all patch formats are lowered.
//!
//! Its types are plain values (`Debug + Clone + PartialEq`) without references to the disk or to syntax trees, and
//! without closures. A new operation is a new variant, and the compiler then lists every place that must handle it.
//!
//! Texts are stored as lines without line endings: a payload is a list of lines (one final newline ends the last line,
//! each further one is an empty line). The edited file determines the line endings.

mod blob;
mod exchange;
mod hunk;
mod path;
mod renaming;
mod substitution;

pub use blob::{BlobName, blob_name};
pub use exchange::{Exchange, Unit};
pub use hunk::{Hunk, HunkLine, LineText, Tag};
pub use path::{PatchPath, PathProblem, TRANSACTION_FOLDER};
pub use renaming::{Mentions, OldName, SymbolRenaming, Unproven};
pub use substitution::{Bounds, Count, FileSet, PatternSyntax, Region, Substitution};

use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;

use crate::diag::{Diagnostic, OperationRef, PatchPlace};

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

/// One operation of a patch.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// Its position in the patch.
    pub origin: Origin,
    /// The path of the file that it names.
    pub path: PatchPath,
    /// How literally the path is to be taken.
    pub path_style: PathStyle,
    /// What it may do if its change has already been made.
    pub if_already_made: IfAlreadyMade,
    /// What it does to the file.
    pub action: Action,
}

/// What an operation may do if its change has already been made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IfAlreadyMade {
    /// Applies to lines that it inserts.
    pub lines: RepeatedLines,
    /// Applies to a definition that it adds.
    pub definition: ExistingDefinition,
    /// Applies to a definition that it replaces and that has changed since.
    pub stale: Stale,
}

/// What to do if a definition to be replaced differs from what the patch expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stale {
    /// Merge both changes, unless they overlap.
    #[default]
    Merge,
    /// Refuse the patch.
    Refuse,
}

/// What to do if the lines to insert are already at their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RepeatedLines {
    /// Refuse: the patch was probably applied before.
    #[default]
    Refuse,
    /// Insert them again.
    Insert,
}

/// What to do if a scope already contains a definition with the same name and signature as an added one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExistingDefinition {
    /// Refuse the patch.
    #[default]
    Refuse,
    /// Replace the existing definition.
    Replace,
    /// Keep the existing definition, and add nothing.
    Skip,
}

/// How literally the path of an operation is to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PathStyle {
    /// The path is exact.
    #[default]
    Exact,
    /// The path is from a diff header without `a/` and `b/`: its first component may be the folder in which the diff
    /// was made, and is stripped if the path as written does not exist and the stripped path does. The same applies to
    /// an `a/` or `b/` in a format that has no such prefixes.
    MayNeedStrip,
    /// The path is from a diff in which some section names two folders, as written by `git diff --no-index old new`:
    /// these folders are stripped if neither exists and the file exists without them.
    MayNameCompared,
    /// The path is that of a new file, and the other header names the file in another folder, as written by `diff -N
    /// foo.orig foo`: the folder is stripped if it does not exist.
    NewInCompared,
    /// The path is from a diff header, and the other header has a different path. If the old path does not exist (it
    /// may be a backup such as `x.c.orig`), the new path is used; if the new path is the old one with a suffix such as
    /// `.new`, the old path is used.
    MayBeBackup,
    /// The path is a line that may be a path with spaces, or words followed by a path: if the line is not the path of a
    /// file, and its last word is, the last word is used.
    MayEndLine,
}

impl Operation {
    /// Returns the reference to this operation that diagnostics contain.
    #[must_use]
    pub fn reference(&self) -> OperationRef {
        OperationRef { index: self.origin.index, name: self.origin.name.clone(), path: self.path.to_string() }
    }

    /// Returns the paths that it names: its file and, if it has one, its destination.
    pub fn paths(&self) -> Vec<&PatchPath> {
        let to = match &self.action {
            Action::Update { to: Destination::Move(to) | Destination::Copy(to), .. } => Some(to),
            Action::MoveSymbol { to, .. } => to.as_ref(),
            // The path of an operation on several files is only a label.
            Action::Substitute(Substitution { files: FileSet::Globs(_), .. }) => return Vec::new(),
            Action::Substitute(_) | Action::Exchange(_) | Action::RenameSymbol(_) => None,
            Action::Update { to: Destination::Stay, .. }
            | Action::Create { .. }
            | Action::Delete { .. }
            | Action::Edit { .. } => None,
        };
        std::iter::once(&self.path).chain(to).collect()
    }
}

/// The position of an operation in the patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Its number, from 1.
    pub index: usize,
    /// Its name as shown to the user: `replace_text`, `Update File`, `FILE_PATCH`, `diff`.
    pub name: String,
    /// The place where it begins.
    pub place: PatchPlace,
    /// The places where the values of its fields begin, by field name, in formats that have fields.
    pub fields: Vec<(&'static str, PatchPlace)>,
}

impl Origin {
    /// Returns whether the operation has the field.
    #[must_use]
    pub fn has_field(&self, name: &str) -> bool {
        self.fields.iter().any(|(field, _)| *field == name)
    }

    /// Returns the place where the value of a field begins, or where the operation begins if it does not have the
    /// field.
    #[must_use]
    pub fn field(&self, name: &str) -> PatchPlace {
        let found = self.fields.iter().find(|(field, _)| *field == name);
        found.map_or(self.place, |(_, place)| *place)
    }
}

/// What an operation does.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Creates or overwrites a whole file.
    Create {
        /// Its content: every line ends in a newline, except the last line if `payload.no_final_newline` is set.
        payload: Payload,
        /// What to do if the file exists.
        existing: Existing,
        /// Its permission bits, if the patch specifies them.
        mode: Option<FileMode>,
    },
    /// Removes a file or folder.
    Delete {
        /// Whether the path may be a folder, which is removed with its contents.
        folders: Folders,
        /// The removed lines, if the patch lists them: they must be the whole file.
        hunks: Vec<Hunk>,
    },
    /// Changes one place in a file.
    Edit {
        /// The place.
        at: Locator,
        /// The change at that place.
        change: Change,
        /// How the payload is indented.
        indent: Indent,
    },
    /// Replaces parts of lines, in one or several files.
    Substitute(Substitution),
    /// Replaces whole lines or parts of lines, depending on what matches the file.
    Exchange(Exchange),
    /// Renames a definition, in all files of the project.
    RenameSymbol(SymbolRenaming),
    /// Moves definitions to a place in the same or another file.
    MoveSymbol {
        /// The definition, or the first of several.
        symbol: SymbolTarget,
        /// The further definitions, in their new order.
        more: Vec<SymbolTarget>,
        /// The target file; `None` for the file that contains the definition.
        to: Option<PatchPath>,
        /// The place in the target file.
        place: SymbolPlace,
        /// Whether the old file continues to export the definitions.
        old_place: OldName,
        /// What to do with uses that cannot be proven to refer to the definitions.
        unproven: Unproven,
    },
    /// Changes a file by hunks, all of which are located in the same text; may also move or copy the file or change its
    /// mode.
    Update {
        /// The hunks; empty for a mere move, copy or change of mode.
        hunks: Vec<Hunk>,
        /// Where the result is written.
        to: Destination,
        /// Its permission bits, if the patch specifies them.
        mode: Option<FileMode>,
        /// The blob for which the hunks were made, if the patch names it.
        base: Option<BlobName>,
    },
}

/// The place to which a definition is moved.
#[derive(Debug, Clone, PartialEq)]
pub enum SymbolPlace {
    /// Directly before another definition.
    Before(SymbolTarget),
    /// Directly after another definition.
    After(SymbolTarget),
    /// Among the members of a class or similar definition.
    Into(SymbolTarget, MemberPlace),
    /// After the last definition of the file.
    End,
}

impl SymbolPlace {
    /// Returns the definition that the place is relative to.
    #[must_use]
    pub const fn target(&self) -> Option<&SymbolTarget> {
        match self {
            Self::Before(target) | Self::After(target) | Self::Into(target, _) => Some(target),
            Self::End => None,
        }
    }
}

/// What to do if a file to be created exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Overwrite it.
    Overwrite,
    /// Overwrite it, with a warning.
    OverwriteWithWarning,
    /// Overwrite it only if it is empty.
    OverwriteEmpty,
    /// Refuse the patch.
    Refuse,
}

/// Whether a deletion may remove folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folders {
    /// Only a regular file may be deleted.
    Refuse,
    /// A folder is removed with all its contents.
    Recurse,
}

/// Where the result of an update is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// To the same path.
    Stay,
    /// To another path; the original is removed.
    Move(PatchPath),
    /// To another path; the original is kept unchanged.
    Copy(PatchPath),
}

/// The permission bits that a diff can specify.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileMode {
    /// Mode 644 in a diff: not executable.
    Regular,
    /// Mode 755 in a diff: executable.
    Executable,
}

/// The place that an [`Action::Edit`] changes.
#[derive(Debug, Clone, PartialEq)]
pub enum Locator {
    /// Before the first line.
    FileStart,
    /// After the last line.
    FileEnd,
    /// Whole lines, found by their text.
    Lines(Marker),
    /// A definition, found by its address.
    Symbol(SymbolTarget),
    /// A place among the members of a class or similar definition.
    Members {
        /// The class or similar definition.
        of: SymbolTarget,
        /// The place among its members.
        at: MemberPlace,
    },
    /// A part of a definition.
    Part {
        /// The definition.
        of: SymbolTarget,
        /// The part.
        part: SymbolPart,
    },
    /// The imports of the file.
    Imports(ImportChange),
    /// A block, found by the lines of its heading.
    Block {
        /// The heading lines.
        heading: Marker,
        /// How the end of the block is determined.
        style: BlockStyle,
        /// The expected old text of the block.
        expect: Option<Fragment>,
    },
}

/// How the imports of a file change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportChange {
    /// Missing imports are added.
    Add,
    /// Existing imports are removed.
    Remove,
}

/// How the end of a block is determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockStyle {
    /// By indentation.
    Indented,
    /// By braces.
    Braces,
    /// By tags.
    Tags,
}

/// A part of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolPart {
    /// The lines between its heading and its end.
    Body,
    /// The declaration, up to the body.
    Signature,
    /// Its documentation.
    Doc,
}

/// Where in a part of a definition a payload is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartEdge {
    /// It replaces the whole part.
    Whole,
    /// Before the first line of the part.
    Start,
    /// After the last line of the part.
    End,
}

impl PartEdge {
    /// Returns the edge at which a change takes effect.
    #[must_use]
    pub const fn of(change: &Change) -> Self {
        match change {
            Change::InsertBefore(_) => Self::Start,
            Change::InsertAfter(_) => Self::End,
            Change::Replace(_) | Change::Delete => Self::Whole,
        }
    }
}

/// A place among the members of a class or similar definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberPlace {
    /// Before the first member.
    Start,
    /// After the last member.
    End,
    /// Directly before the member with this address.
    Before(String),
    /// Directly after the member with this address.
    After(String),
}

/// Lines to find in a file, with the lines required directly above and below them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marker {
    /// The lines required directly above.
    pub before: Fragment,
    /// The lines to find.
    pub lines: Fragment,
    /// The lines required directly below.
    pub after: Fragment,
    /// The definition to search; `None` for the whole file.
    pub scope: Option<SymbolTarget>,
}

/// The indentation of the lines of a YAML block scalar, in columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockMargin {
    /// The number of columns removed from each line.
    pub cut: usize,
    /// The column of the key that contains the block scalar.
    pub key: usize,
}

/// Lines of text from a patch, with the place of the first line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fragment {
    /// The lines, without line endings.
    pub lines: Vec<String>,
    /// The place of the first line in the patch.
    pub place: PatchPlace,
    /// The columns of the patch that were removed from each line; `None` for texts that are taken verbatim.
    pub margin: Option<BlockMargin>,
}

/// The lines that an operation inserts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Payload {
    /// The lines, without line endings.
    pub lines: Vec<String>,
    /// The place of the first line in the patch.
    pub place: PatchPlace,
    /// The columns of the patch that were removed from each line; `None` for texts that are taken verbatim.
    pub margin: Option<BlockMargin>,
    /// Whether the last line of a created file has no line ending (only a diff can specify this).
    pub no_final_newline: bool,
    /// Whether each line of a created file ends in CR LF (only a diff or an envelope can specify this): one entry for
    /// each line, or empty.
    pub crlf: Vec<bool>,
}

/// The definition that a symbol operation names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SymbolTarget {
    /// The canonical name of the language, such as `python`; `None` for the language of the file's extension.
    pub language: Option<String>,
    /// The kind of the definition, from the end of the operation's name: `class`, `method`, `function`, `type`, `impl`;
    /// `None` for any kind.
    pub kind: Option<String>,
    /// The `class` field, as written.
    pub class: Option<String>,
    /// The `method` field, as written.
    pub method: Option<String>,
    /// The `symbol` field, as written.
    pub symbol: Option<String>,
    /// The place of the address in the patch.
    pub place: PatchPlace,
    /// The expected state of the definition: its old text, or its hash.
    pub expect: Option<Fragment>,
    /// Whether decorators that the payload does not repeat are kept.
    pub decorators: Decorators,
}

/// What to do with decorators (attributes, template heads) if a payload has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Decorators {
    /// They are kept, with a note.
    #[default]
    KeepIfAbsent,
    /// They are removed.
    Replace,
}

/// The change at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The payload replaces the lines of the place.
    Replace(Payload),
    /// The payload is inserted directly before the place.
    InsertBefore(Payload),
    /// The payload is inserted directly after the place.
    InsertAfter(Payload),
    /// The lines of the place are removed.
    Delete,
}

impl Change {
    /// Returns the payload, if the change has one.
    #[must_use]
    pub const fn payload(&self) -> Option<&Payload> {
        match self {
            Self::Replace(payload) | Self::InsertBefore(payload) | Self::InsertAfter(payload) => {
                Some(payload)
            }
            Self::Delete => None,
        }
    }
}

/// How a payload is indented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Indent {
    /// The indentation of the place's first line is added to every non-empty line: `from-marker`, `marker`, `auto`.
    #[default]
    FromPlace,
    /// Nothing is added: `none`, `as-is`.
    AsIs,
}

impl Marker {
    /// Returns all lines that must be consecutive in the file: before, marker, after.
    pub fn pattern(&self) -> impl Iterator<Item = &str> {
        [&self.before, &self.lines, &self.after]
            .into_iter()
            .flat_map(|part| part.lines.iter().map(String::as_str))
    }
}
