//! Hunks: lines to keep, to remove and to add, and hints on where they stand.

use crate::diag::PatchPlace;

/// What a line of a hunk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tag {
    /// Stands in the file before and after.
    Context,
    /// Stands in the file before.
    Removed,
    /// Stands in the file after.
    Added,
}

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HunkLine {
    /// Whether it stays, goes or comes.
    pub tag: Tag,
    /// Its text, without prefix and line end.
    pub text: String,
    /// For a context line, the text as written, prefix included, should the writer have left the prefix out.
    pub unstripped: Option<String>,
    /// Whether the line ends in CR LF in a patch that does not do so throughout.
    pub crlf: bool,
    /// Whether `\ No newline at end of file` follows it.
    pub no_newline: bool,
    /// Its line in the patch, from 1.
    pub patch_line: usize,
}

impl HunkLine {
    /// A line with nothing special about it.
    #[must_use]
    pub fn new(tag: Tag, text: impl Into<String>, patch_line: usize) -> Self {
        Self { tag, text: text.into(), unstripped: None, crlf: false, no_newline: false, patch_line }
    }
}

/// A run of lines to find in a file, and what becomes of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hunk {
    /// Its lines.
    pub lines: Vec<HunkLine>,
    /// The line of the file, from 1, at which the patch believes the old lines to begin.
    pub line_hint: Option<usize>,
    /// Whether the patch says that there are no old lines (`@@ -5,0 +6,2 @@`): then the hint is the line *behind*
    /// which the new ones go.
    pub hint_is_behind: bool,
    /// The texts behind `@@`, outermost first.
    pub anchors: Vec<String>,
    /// Whether the old lines must end at the end of the file.
    pub at_end: bool,
    /// Where the hunk begins in the patch.
    pub place: PatchPlace,
}

impl Hunk {
    /// The lines that the file must hold before.
    pub fn old(&self) -> impl Iterator<Item = &HunkLine> {
        self.lines.iter().filter(|line| line.tag != Tag::Added)
    }

    /// The lines that the file will hold after.
    pub fn new_side(&self) -> impl Iterator<Item = &HunkLine> {
        self.lines.iter().filter(|line| line.tag != Tag::Removed)
    }
}
