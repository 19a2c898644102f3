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
        let text: LineText = written.into();
        let has_prefix = text.starts_with(' ');
        Self::new(Tag::Context, text.with_prefix(has_prefix), patch_line)
    }

    /// The same line without a character that its text begins with, if it does.
    #[must_use]
    pub fn without(&self, first: char) -> Option<Self> {
        let rest = self.text.strip_prefix(first)?;
        let has_prefix = self.text.has_prefix();
        let prefix = if has_prefix { " " } else { "" };
        let text = LineText::from(format!("{prefix}{rest}")).with_prefix(has_prefix);
        Some(Self { text, ..self.clone() })
    }

    /// For a context line with a prefix, the text as written: its writer may have left the prefix out.
    #[must_use]
    pub fn unstripped(&self) -> Option<&str> {
        self.text.has_prefix().then(|| self.text.written())
    }
}

/// The text of a line of a hunk: a part of a text that many lines share, since a large diff has millions. It keeps a
/// context line's prefix out of sight instead of holding two texts.
#[derive(Clone)]
pub struct LineText {
    source: Arc<String>,
    start: u32,
    /// Twice its length, and one more if it has a prefix.
    length_and_prefix: u32,
}

impl LineText {
    /// A part of `source`, without a copy.
    #[must_use]
    pub fn part(source: &Arc<String>, part: &str) -> Self {
        let start = (part.as_ptr() as usize).wrapping_sub(source.as_ptr() as usize);
        let is_part = || source.get(start..start.checked_add(part.len())?).map(|own| own == part);
        match (u32::try_from(start), twice(part.len()), is_part()) {
            (Ok(start), Some(length_and_prefix), Some(true)) => {
                Self { source: Arc::clone(source), start, length_and_prefix }
            }
            _ => part.into(),
        }
    }

    const fn has_prefix(&self) -> bool {
        self.length_and_prefix % 2 == 1
    }

    const fn with_prefix(mut self, has_prefix: bool) -> Self {
        self.length_and_prefix = self.length_and_prefix / 2 * 2 + has_prefix as u32;
        self
    }

    fn written(&self) -> &str {
        let start = self.start as usize;
        &self.source[start..start + self.length_and_prefix as usize / 2]
    }

    /// The text, without the prefix.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.written()[usize::from(self.has_prefix())..]
    }
}

fn twice(length: usize) -> Option<u32> {
    u32::try_from(length).ok()?.checked_mul(2)
}

impl From<&str> for LineText {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<String> for LineText {
    /// # Panics
    /// The line has 2 GiB or more.
    fn from(text: String) -> Self {
        let length_and_prefix = twice(text.len()).expect("no line has 2 GiB");
        Self { source: text.into(), start: 0, length_and_prefix }
    }
}

impl PartialEq for LineText {
    fn eq(&self, other: &Self) -> bool {
        self.has_prefix() == other.has_prefix() && self.written() == other.written()
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
    /// Whether the counts of its header are those of its lines, as a program writes them.
    pub has_true_counts: bool,
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
