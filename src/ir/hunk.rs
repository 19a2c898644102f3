//! Hunks: context lines, removed lines and added lines, with hints on their position.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::diag::PatchPlace;

/// The kind of a line in a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tag {
    /// Present in the file before and after the change.
    Context,
    /// Present in the file before the change only.
    Removed,
    /// Present in the file after the change only.
    Added,
}

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HunkLine {
    /// Whether it is kept, removed or added.
    pub tag: Tag,
    /// Its text, without prefix and line ending.
    pub text: LineText,
    /// Whether the line ends in CR LF, in a patch that has mixed line endings.
    pub crlf: bool,
    /// Whether `\ No newline at end of file` follows the line.
    pub no_newline: bool,
    /// Its line number in the patch, from 1.
    pub patch_line: usize,
}

impl HunkLine {
    /// Returns a line with an LF line ending.
    #[must_use]
    pub fn new(tag: Tag, text: impl Into<LineText>, patch_line: usize) -> Self {
        Self { tag, text: text.into(), crlf: false, no_newline: false, patch_line }
    }

    /// Returns a context line as written in the patch, including the space that is its prefix.
    #[must_use]
    pub fn prefixed_context(written: impl Into<LineText>, patch_line: usize) -> Self {
        let text: LineText = written.into();
        let has_prefix = text.starts_with(' ');
        Self::new(Tag::Context, text.with_prefix(has_prefix), patch_line)
    }

    /// Returns the line with `first` removed from the start of its text; `None` if the text does not begin with it.
    #[must_use]
    pub fn without(&self, first: char) -> Option<Self> {
        let rest = self.text.strip_prefix(first)?;
        let has_prefix = self.text.has_prefix();
        let prefix = if has_prefix { " " } else { "" };
        let text = LineText::from(format!("{prefix}{rest}")).with_prefix(has_prefix);
        Some(Self { text, ..self.clone() })
    }

    /// Returns the text of a prefixed context line as written, including the space: the author may have omitted the
    /// prefix, so that the space belongs to the text.
    #[must_use]
    pub fn unstripped(&self) -> Option<&str> {
        self.text.has_prefix().then(|| self.text.written())
    }
}

/// The text of a hunk line: a slice of a text that many lines share, since a large diff has millions of lines. The
/// prefix of a context line is part of the slice and is hidden by [`LineText::as_str`], so that only one text is
/// stored.
#[derive(Clone)]
pub struct LineText {
    source: Arc<String>,
    start: u32,
    /// Twice the length in bytes, plus one if the text has a prefix.
    length_and_prefix: u32,
}

impl LineText {
    /// Returns `part`, a slice of `source`, without copying it; text that is not a slice of `source` is copied.
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

    /// Returns the text, without the prefix.
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
    /// Panics if the line has 2 GiB or more.
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

/// Lines to find in a file, and the changes to them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hunk {
    /// Its lines, in order.
    pub lines: Vec<HunkLine>,
    /// The line number in the file, from 1, at which the old lines begin according to the patch.
    pub line_hint: Option<usize>,
    /// Whether the header says that there are no old lines (`@@ -5,0 +6,2 @@`): then the hint is the line *after* which
    /// the new lines are inserted.
    pub inserts_after_hint: bool,
    /// The line number, from 1, at which the new lines begin according to the patch.
    pub new_line_hint: Option<usize>,
    /// Whether the counts in the hunk header match the lines, as in a generated diff.
    pub counts_match: bool,
    /// The texts after `@@`, outermost first.
    pub anchors: Vec<String>,
    /// Whether the old lines must be at the end of the file.
    pub at_end: bool,
    /// The place in the patch at which the hunk begins.
    pub place: PatchPlace,
}

impl Hunk {
    /// Returns the lines that the file must contain before the change.
    pub fn old(&self) -> impl Iterator<Item = &HunkLine> {
        self.lines.iter().filter(|line| line.tag != Tag::Added)
    }

    /// Returns the lines that the file will contain after the change.
    pub fn new_side(&self) -> impl Iterator<Item = &HunkLine> {
        self.lines.iter().filter(|line| line.tag != Tag::Removed)
    }

    /// Returns the texts of the old lines and of the new lines.
    pub(crate) fn sides(&self) -> (Vec<&str>, Vec<&str>) {
        (
            self.old().map(|line| line.text.as_str()).collect(),
            self.new_side().map(|line| line.text.as_str()).collect(),
        )
    }

    /// Reverses the hunk: added lines become removed lines, and vice versa.
    pub fn reverse(&mut self) {
        for line in &mut self.lines {
            line.tag = match line.tag {
                Tag::Context => Tag::Context,
                Tag::Removed => Tag::Added,
                Tag::Added => Tag::Removed,
            };
        }
        std::mem::swap(&mut self.line_hint, &mut self.new_line_hint);
        self.inserts_after_hint = self.lines.iter().all(|line| line.tag == Tag::Added);
    }
}
