//! Hunks: lines to keep, to remove and to add, and hints on where they stand.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

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
    pub fn new(tag: Tag, text: impl Into<LineText>, patch_line: usize) -> Self {
        Self { tag, text: text.into(), crlf: false, no_newline: false, patch_line }
    }

    /// A context line as it stands in the patch, with the blank that is its prefix.
    #[must_use]
    pub fn prefixed_context(written: impl Into<LineText>, patch_line: usize) -> Self {
        let mut text: LineText = written.into();
        text.has_prefix = text.starts_with(' ');
        Self::new(Tag::Context, text, patch_line)
    }

    /// The same line without a character that its text begins with, if it does.
    #[must_use]
    pub fn without(&self, first: char) -> Option<Self> {
        let rest = self.text.strip_prefix(first)?;
        let prefix = if self.text.has_prefix { " " } else { "" };
        let text = LineText { has_prefix: self.text.has_prefix, ..format!("{prefix}{rest}").into() };
        Some(Self { text, ..self.clone() })
    }

    /// For a context line with a prefix, the text as written: its writer may have left the prefix out.
    #[must_use]
    pub fn unstripped(&self) -> Option<&str> {
        self.text.has_prefix.then(|| self.text.written())
    }
}

/// The text of a line of a hunk: a part of a text that the lines of a hunk share, since a large diff has millions. It
/// keeps a context line's prefix out of sight instead of holding two texts.
#[derive(Clone)]
pub struct LineText {
    source: Arc<str>,
    start: u32,
    end: u32,
    has_prefix: bool,
}

impl LineText {
    /// A part of `source`, without a copy.
    #[must_use]
    pub fn part(source: &Arc<str>, part: &str) -> Self {
        let start = (part.as_ptr() as usize).wrapping_sub(source.as_ptr() as usize);
        let is_part = || source.get(start..start.checked_add(part.len())?).map(|own| own == part);
        match (u32::try_from(start), u32::try_from(start.saturating_add(part.len())), is_part()) {
            (Ok(start), Ok(end), Some(true)) => {
                Self { source: Arc::clone(source), start, end, has_prefix: false }
            }
            _ => part.into(),
        }
    }

    fn written(&self) -> &str {
        &self.source[self.start as usize..self.end as usize]
    }

    /// The text, without the prefix.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.written()[usize::from(self.has_prefix)..]
    }
}

impl From<&str> for LineText {
    /// # Panics
    /// The line has 4 GiB or more.
    fn from(text: &str) -> Self {
        let end = u32::try_from(text.len()).expect("no line has 4 GiB");
        Self { source: text.into(), start: 0, end, has_prefix: false }
    }
}

impl From<String> for LineText {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl PartialEq for LineText {
    fn eq(&self, other: &Self) -> bool {
        self.has_prefix == other.has_prefix && self.written() == other.written()
    }
}

impl Eq for LineText {}

impl fmt::Debug for LineText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.written().fmt(f)
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

    /// The texts of both: the old lines, and the new ones.
    pub(crate) fn sides(&self) -> (Vec<&str>, Vec<&str>) {
        (
            self.old().map(|line| line.text.as_str()).collect(),
            self.new_side().map(|line| line.text.as_str()).collect(),
        )
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
