//! The edit-operation IR: what all formats are lowered into.
//!
//! Plain values (`Debug + Clone + PartialEq`): no disk, no syntax tree, no closures. A new operation is a variant, and
//! the compiler then lists every place that must know it.
//!
//! Texts are held as lines without their ends: a payload is a list of lines (one final line break ends the last line,
//! each further one is an empty line), and the file decides how its lines end.

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

/// The format that a patch was written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// CHUNK YAML.
    Chunk,
    /// A git or unified diff.
    Unified,
    /// The `*** Begin Patch` envelope.
    ApplyPatch,
    /// The `<FILE_CHANGES>` envelope.
    FileChanges,
    /// SEARCH/REPLACE blocks.
    SearchReplace,
    /// Edits as agents' tools send them, in JSON.
    JsonEdits,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 6] = [
        Self::Chunk,
        Self::Unified,
        Self::ApplyPatch,
        Self::FileChanges,
        Self::SearchReplace,
        Self::JsonEdits,
    ];

    /// The name that `--format` and the JSON report use.
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

/// A text, by its length and its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextId {
    length: usize,
    hash: u64,
}

impl TextId {
    /// What tells a text from others.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Self { length: bytes.len(), hash: hasher.finish() }
    }

    /// Whether it is this text.
    #[must_use]
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        self.length == bytes.len() && *self == Self::of(bytes)
    }
}

/// A whole patch.
#[derive(Debug, Clone, PartialEq)]
pub struct Patch {
    /// The format that it was written in.
    pub format: Format,
    /// Its operations, in the order in which they apply.
    pub operations: Vec<Operation>,
    /// Runs of operations (from 0) that together tell one change of a whole tree, as a git diff does: the name that a
    /// move comes from is the file's name before the first of them.
    pub at_once: Vec<Range<usize>>,
    /// Which comments text operations look through.
    pub comments: CommentLanguage,
    /// Words that are macros, beside those that each language tells.
    pub macros: Vec<String>,
    /// How far lines may differ from those of the file.
    pub matching: Matching,
    /// How many components were to be taken off the paths of a diff, where a caller said so.
    pub strip: Option<usize>,
    /// Its own text, by which it is known among the files of the project, should it be one of them.
    pub own_text: Option<TextId>,
    /// What the front end wants the reader to know.
    pub warnings: Vec<Diagnostic>,
    /// Why further operations, understood, may not be done: their paths are refused, or their content is binary. With
    /// any of these the whole patch is refused; they are kept so that one run tells what is wrong with the rest, too.
    pub refused: Vec<Diagnostic>,
}

impl Patch {
    /// The patch of some operations, with all else as it is where nothing else is said.
    #[must_use]
    pub fn of(format: Format, operations: Vec<Operation>) -> Self {
        Self {
            format,
            operations,
            at_once: Vec::new(),
            comments: CommentLanguage::default(),
            macros: Vec::new(),
            matching: Matching::default(),
            strip: None,
            own_text: None,
            warnings: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// The patch, if each of its operations may be tried.
    ///
    /// # Errors
    /// Why some may not.
    pub fn unless_refused(self) -> Result<Self, Vec<Diagnostic>> {
        if self.refused.is_empty() { Ok(self) } else { Err(self.refused) }
    }
}

/// How far the lines of markers and hunks may differ from those of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Matching {
    /// As far as the rungs of their ladder go: blanks, look-alikes, blank lines, comments.
    #[default]
    Lenient,
    /// Not at all; the lines of a marker, which have no depth of their own, but for blanks around them.
    Exact,
}

/// Which language's comments a text operation looks through.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CommentLanguage {
    /// That of the file's extension.
    #[default]
    OfFile,
    /// That of the file's extension, else the named one (a canonical language name).
    OfFileOr(String),
    /// None: comments are text.
    Off,
}

/// One item of a patch.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// Where in the patch it stands.
    pub origin: Origin,
    /// The file that it names.
    pub path: PatchPath,
    /// How far the path can be taken at its word.
    pub path_style: PathStyle,
    /// What it may do where its change is there already.
    pub again: Again,
    /// What it does there.
    pub action: Action,
}

/// What an operation may do where its change is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Again {
    /// About lines that it inserts.
    pub lines: RepeatedLines,
    /// About a definition that it brings.
    pub definition: Namesake,
    /// About a definition that it replaces, and that is another by now.
    pub stale: Stale,
}

/// What to do when a definition to be replaced is another than the patch says it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stale {
    /// Merge both changes, if they do not meet.
    #[default]
    Merge,
    /// Refuse.
    Refuse,
}

/// What to do when inserted lines are at their place already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RepeatedLines {
    /// Refuse: the patch was applied before.
    #[default]
    Refuse,
    /// Insert them once more.
    Insert,
}

/// What to do when a scope has a definition of the same name and signature as one that comes to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Namesake {
    /// Refuse.
    #[default]
    Refuse,
    /// Put the new one in its place.
    Replace,
    /// Leave it, and bring nothing.
    Skip,
}

/// How far a path can be taken at its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PathStyle {
    /// It is the path.
    #[default]
    Exact,
    /// It stands in a diff header without `a/` and `b/`: its first component may be the name of the folder in which
    /// the diff was made, and is stripped if the path as written is absent and the stripped one exists. So is an `a/` or
    /// `b/` in a format that has no such marks.
    MayNeedStrip,
    /// It stands in a diff of which one section names two folders, as `git diff --no-index old new` does: these are
    /// stripped if neither is there and the file is there without them.
    MayNameCompared,
    /// It is that of a new file, and the other header names it in another folder, as `diff -N foo.orig foo` does: the
    /// folder is stripped if it is not there.
    NewInCompared,
    /// It stands in a diff header, and the other one has another path: where the old one is not there, as `x.c.orig` may
    /// not be, the new one is the file, and where the new one is the old one with `.new` or the like, the old one.
    MayBeBackup,
    /// It is a line that may be a path with blanks in it, or words before a path: where the line is no path of a file,
    /// and its last word is one, that is the file.
    MayEndLine,
}

impl Operation {
    /// The reference that diagnostics carry.
    #[must_use]
    pub fn reference(&self) -> OperationRef {
        OperationRef { index: self.origin.index, name: self.origin.name.clone(), path: self.path.to_string() }
    }

    /// The paths that it names: its file, and where that goes.
    pub fn paths(&self) -> Vec<&PatchPath> {
        let to = match &self.action {
            Action::Update { to: Destination::Move(to) | Destination::Copy(to), .. } => Some(to),
            Action::MoveSymbol { to, .. } => to.as_ref(),
            // The path of an operation on many files is only a name for it.
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

/// Where an operation stands in the patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Its number, from 1.
    pub index: usize,
    /// Its name as the user knows it: `replace_text`, `Update File`, `FILE_PATCH`, `diff`.
    pub name: String,
    /// Where it begins.
    pub place: PatchPlace,
    /// Where the values of its fields begin, by the fields' names, in a format that has fields.
    pub fields: Vec<(&'static str, PatchPlace)>,
}

impl Origin {
    /// Whether a field was given.
    #[must_use]
    pub fn has_field(&self, name: &str) -> bool {
        self.fields.iter().any(|(field, _)| *field == name)
    }

    /// Where the value of a field begins; where it has no such field, where the operation does.
    #[must_use]
    pub fn field(&self, name: &str) -> PatchPlace {
        let found = self.fields.iter().find(|(field, _)| *field == name);
        found.map_or(self.place, |(_, place)| *place)
    }
}

/// What an operation does.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Writes a whole file.
    Create {
        /// Its content: every line ends in a newline but where `payload.no_final_newline` says otherwise.
        payload: Payload,
        /// What to do when the file exists.
        existing: Existing,
        /// Its permission bits, where the patch says so.
        mode: Option<FileMode>,
    },
    /// Removes a file.
    Delete {
        /// Whether a folder, with all that it holds, may stand at the path.
        folders: Folders,
        /// The removed lines, where the patch gives them: they must be the whole file.
        hunks: Vec<Hunk>,
    },
    /// Changes one place of a file.
    Edit {
        /// The place.
        at: Locator,
        /// What happens there.
        change: Change,
        /// How the payload is indented.
        indent: Indent,
    },
    /// Replaces parts of lines, in one file or in many.
    Substitute(Substitution),
    /// Replaces lines, or parts of lines, as the file shows.
    Exchange(Exchange),
    /// Gives a definition another name, in all files of the project.
    RenameSymbol(SymbolRenaming),
    /// Takes definitions out of their file and puts them where another one, or a class, says.
    MoveSymbol {
        /// The definition; the first of several.
        symbol: SymbolTarget,
        /// Those that follow it, in their new order.
        more: Vec<SymbolTarget>,
        /// The file that it goes to; its own where absent.
        to: Option<PatchPath>,
        /// The place in that file.
        place: SymbolPlace,
        /// Whether the old file goes on giving them away.
        old_place: OldName,
        /// What becomes of uses that cannot be shown to follow.
        unproven: Unproven,
    },
    /// Changes a file by hunks, all located in the same text; moves, copies or changes its mode as well.
    Update {
        /// The hunks; none for a pure move, copy or change of mode.
        hunks: Vec<Hunk>,
        /// Where the result goes.
        to: Destination,
        /// Its permission bits, where the patch says so.
        mode: Option<FileMode>,
        /// The text that the hunks were made for, where the patch tells it.
        base: Option<BlobName>,
    },
}

/// Where a definition goes.
#[derive(Debug, Clone, PartialEq)]
pub enum SymbolPlace {
    /// Directly before another one.
    Before(SymbolTarget),
    /// Directly behind another one.
    After(SymbolTarget),
    /// Among the members of a class or its like.
    Into(SymbolTarget, MemberPlace),
    /// Behind the last definition of the file.
    End,
}

impl SymbolPlace {
    /// The definition that tells the place.
    #[must_use]
    pub const fn target(&self) -> Option<&SymbolTarget> {
        match self {
            Self::Before(target) | Self::After(target) | Self::Into(target, _) => Some(target),
            Self::End => None,
        }
    }
}

/// What to do when a file to be created exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Write over it.
    Overwrite,
    /// Write over it, and say so.
    OverwriteWithWarning,
    /// Write it only if it is empty.
    OverwriteEmpty,
    /// Refuse.
    Refuse,
}

/// Whether a deletion takes folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folders {
    /// Only a regular file may be deleted.
    Refuse,
    /// A folder goes with all that it holds.
    Recurse,
}

/// Where the result of an update goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// It stays where it is.
    Stay,
    /// It is moved.
    Move(PatchPath),
    /// The original stays, the result is another file.
    Copy(PatchPath),
}

/// The permission bits that a diff can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileMode {
    /// 644 in a diff: not executable.
    Regular,
    /// 755 in a diff: executable.
    Executable,
}

/// The place that an [`Action::Edit`] names.
#[derive(Debug, Clone, PartialEq)]
pub enum Locator {
    /// Before the first line.
    FileStart,
    /// Behind the last line.
    FileEnd,
    /// Whole lines, found by their text.
    Lines(Marker),
    /// A definition, found by its address.
    Symbol(SymbolTarget),
    /// A place among the members of a class or its like.
    Members {
        /// The class.
        of: SymbolTarget,
        /// The place.
        at: MemberPlace,
    },
    /// A part of a definition.
    Part {
        /// The definition.
        of: SymbolTarget,
        /// The part.
        part: SymbolPart,
    },
    /// Where the file keeps its imports.
    Imports(ImportChange),
    /// A block, found by the lines of its heading.
    Block {
        /// The heading.
        heading: Marker,
        /// How its end is told.
        style: BlockStyle,
        /// What it must be now: its old text.
        expect: Option<Fragment>,
    },
}

/// What becomes of imports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportChange {
    /// Those that are not there come.
    Add,
    /// Those that are there go.
    Remove,
}

/// How the end of a block is told.
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
    /// What stands between its heading and its end.
    Body,
    /// The declaration up to the body.
    Signature,
    /// The text that documents it.
    Doc,
}

/// Where in a part of a definition a payload comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartEdge {
    /// In the place of the whole part.
    Whole,
    /// Before its first line.
    Start,
    /// Behind its last line.
    End,
}

impl PartEdge {
    /// What a change of the part means.
    #[must_use]
    pub const fn of(change: &Change) -> Self {
        match change {
            Change::InsertBefore(_) => Self::Start,
            Change::InsertAfter(_) => Self::End,
            Change::Replace(_) | Change::Delete => Self::Whole,
        }
    }
}

/// A place among the members of a class or its like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberPlace {
    /// Before the first member.
    Start,
    /// Behind the last member.
    End,
    /// Directly before the member of this address.
    Before(String),
    /// Directly behind the member of this address.
    After(String),
}

/// Lines to find, with what stands directly above and below them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marker {
    /// What must stand directly above.
    pub before: Fragment,
    /// The lines that are meant.
    pub lines: Fragment,
    /// What must stand directly below.
    pub after: Fragment,
    /// The definition in which to search; the whole file where absent.
    pub scope: Option<SymbolTarget>,
}

/// The columns before the lines of a block scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockMargin {
    /// How many were cut off before each line.
    pub cut: usize,
    /// The column of the key that the lines hang below.
    pub key: usize,
}

/// Lines of text out of a patch, with the place of the first one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fragment {
    /// The lines, without their ends.
    pub lines: Vec<String>,
    /// Where the first line stands in the patch.
    pub place: PatchPlace,
    /// The columns of the patch that were cut off before each line; `None` for texts that are taken as they are.
    pub margin: Option<BlockMargin>,
}

/// The lines that an operation brings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Payload {
    /// The lines, without their ends.
    pub lines: Vec<String>,
    /// Where the first line stands in the patch.
    pub place: PatchPlace,
    /// The columns of the patch that were cut off before each line; `None` for texts that are taken as they are.
    pub margin: Option<BlockMargin>,
    /// Whether the last line of a created file has no line end (only a diff can say so).
    pub no_final_newline: bool,
    /// Whether the lines of a created file end in CR LF (only a diff or an envelope can say so); one for each line,
    /// or empty.
    pub crlf: Vec<bool>,
}

/// A definition named by a symbol operation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SymbolTarget {
    /// The canonical name of the language, such as `python`; `None` for that of the file's extension.
    pub language: Option<String>,
    /// The kind of the definition as the operation's name ends: `class`, `method`, `function`, `type`, `impl`;
    /// `None` for any.
    pub kind: Option<String>,
    /// The `class` field, as it was written.
    pub class: Option<String>,
    /// The `method` field, as it was written.
    pub method: Option<String>,
    /// The `symbol` field, as it was written.
    pub symbol: Option<String>,
    /// Where the address stands in the patch.
    pub place: PatchPlace,
    /// What the definition must be now: its old text, or its hash.
    pub expect: Option<Fragment>,
    /// Whether decorators that the payload does not repeat are kept.
    pub decorators: Decorators,
}

/// What happens to decorators (attributes, template heads) when a payload brings none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Decorators {
    /// They stay, with a note.
    #[default]
    KeepIfAbsent,
    /// They go.
    Replace,
}

/// What happens at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The place gives way to the payload.
    Replace(Payload),
    /// The payload comes directly before it.
    InsertBefore(Payload),
    /// The payload comes directly behind it.
    InsertAfter(Payload),
    /// The place goes.
    Delete,
}

impl Change {
    /// The payload, if the change brings one.
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

/// How the indentation of a payload is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Indent {
    /// That of the place's first line is put before every non-empty line: `from-marker`, `marker`, `auto`.
    #[default]
    FromPlace,
    /// Nothing is added: `none`, `as-is`.
    AsIs,
}

impl Marker {
    /// All lines that must stand behind one another: before, marker, after.
    pub fn pattern(&self) -> impl Iterator<Item = &str> {
        [&self.before, &self.lines, &self.after]
            .into_iter()
            .flat_map(|part| part.lines.iter().map(String::as_str))
    }
}
