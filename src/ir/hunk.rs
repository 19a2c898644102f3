//! Hunks: lines to keep, to remove and to add, and hints on where they stand.

use std::fmt;
use std::ops::Deref;

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
    pub text: LineText,
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
    pub fn new(tag: Tag, text: impl Into<Box<str>>, patch_line: usize) -> Self {
        let text = LineText { written: text.into(), has_prefix: false };
        Self { tag, text, crlf: false, no_newline: false, patch_line }
    }

    /// A context line as it stands in the patch, with the blank that is its prefix.
    #[must_use]
    pub fn prefixed_context(written: impl Into<Box<str>>, patch_line: usize) -> Self {
        let written: Box<str> = written.into();
        let has_prefix = written.starts_with(' ');
        let text = LineText { written, has_prefix };
        Self { tag: Tag::Context, text, crlf: false, no_newline: false, patch_line }
    }

    /// The same line without a character that its text begins with, if it does.
    #[must_use]
    pub fn without(&self, first: char) -> Option<Self> {
        let rest = self.text.strip_prefix(first)?;
        let prefix = if self.text.has_prefix { " " } else { "" };
        let text = LineText { written: format!("{prefix}{rest}").into(), has_prefix: self.text.has_prefix };
        Some(Self { text, ..self.clone() })
    }

    /// For a context line with a prefix, the text as written: its writer may have left the prefix out.
    #[must_use]
    pub fn unstripped(&self) -> Option<&str> {
        self.text.has_prefix.then_some(&*self.text.written)
    }
}

/// The text of a line of a hunk. It keeps a context line's prefix out of sight instead of holding two texts: a large
/// diff is mostly context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineText {
    written: Box<str>,
    has_prefix: bool,
}

impl LineText {
    /// The text, without the prefix.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.written.get(usize::from(self.has_prefix)..).unwrap_or_default()
    }
}

impl Deref for LineText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for LineText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
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
    /// The line, from 1, at which it believes the new lines to begin.
    pub new_line_hint: Option<usize>,
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

    /// Turns the hunk round: what it adds it removes, and the other way round.
    pub fn reverse(&mut self) {
        for line in &mut self.lines {
            line.tag = match line.tag {
                Tag::Context => Tag::Context,
                Tag::Removed => Tag::Added,
                Tag::Added => Tag::Removed,
            };
        }
        std::mem::swap(&mut self.line_hint, &mut self.new_line_hint);
        self.hint_is_behind = self.lines.iter().all(|line| line.tag == Tag::Added);
    }
}
