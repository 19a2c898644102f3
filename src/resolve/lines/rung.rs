//! The rungs of the ladder: the differences that are ignored when lines are compared.

use std::borrow::Cow;

use crate::text::normal::{fold, trim, trim_end};

/// The form in which lines are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Unchanged.
    Exact,
    /// Without trailing whitespace.
    TrimmedEnd,
    /// Trimmed at both ends.
    Trimmed,
    /// Trimmed, with typographic look-alikes replaced.
    Folded,
    /// Without comments, trimmed and with look-alikes replaced.
    Code,
}

impl Form {
    /// All forms.
    pub(super) const ALL: [Self; 5] =
        [Self::Exact, Self::TrimmedEnd, Self::Trimmed, Self::Folded, Self::Code];

    /// Returns the line in this form. For [`Form::Code`] the caller must have removed the comments.
    #[must_use]
    pub fn of<'l>(self, line: &'l str) -> Cow<'l, str> {
        match self {
            Self::Exact => Cow::Borrowed(line),
            Self::TrimmedEnd => Cow::Borrowed(trim_end(line)),
            Self::Trimmed => Cow::Borrowed(trim(line)),
            Self::Folded | Self::Code => match fold(line) {
                Cow::Borrowed(line) => Cow::Borrowed(trim(line)),
                Cow::Owned(line) => Cow::Owned(trim(&line).to_owned()),
            },
        }
    }
}

/// Whether blank lines count when lines are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlankLines {
    /// Blank lines are compared like others.
    Count,
    /// Blank lines are skipped, in the pattern and in the file.
    Ignore,
}

/// One step of a ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rung {
    /// The form in which lines are compared.
    pub form: Form,
    /// Whether blank lines count.
    pub blank_lines: BlankLines,
    /// The name that reports use.
    pub name: &'static str,
}

const fn rung(form: Form, blank_lines: BlankLines, name: &'static str) -> Rung {
    Rung { form, blank_lines, name }
}

/// The name of the rung on which lines must have equal bytes.
pub const EXACT: &str = "exact";

/// The name of the rungs on which indentation is ignored.
pub const TRIMMED: &str = "trimmed";

/// The name of the rungs on which comments are ignored.
pub const COMMENTS_STRIPPED: &str = "comments-stripped";

/// The rungs for markers: "spaces and tab characters at the beginning and end of each line are removed; blank lines are
/// ignored", then look-alikes, then comments.
pub(super) const MARKER_LADDER: [Rung; 3] = [
    rung(Form::Trimmed, BlankLines::Ignore, TRIMMED),
    rung(Form::Folded, BlankLines::Ignore, "look-alikes-folded"),
    rung(Form::Code, BlankLines::Ignore, COMMENTS_STRIPPED),
];

/// The rungs for hunks. Blank lines are ignored before comments; the other order misplaces hunks.
pub(super) const HUNK_LADDER: [Rung; 6] = [
    rung(Form::Exact, BlankLines::Count, EXACT),
    rung(Form::TrimmedEnd, BlankLines::Count, "trailing-blanks-ignored"),
    rung(Form::Trimmed, BlankLines::Count, TRIMMED),
    rung(Form::Folded, BlankLines::Count, "look-alikes-folded"),
    rung(Form::Folded, BlankLines::Ignore, "blank-lines-ignored"),
    rung(Form::Code, BlankLines::Ignore, COMMENTS_STRIPPED),
];

/// The rungs of them on which lines match as written.
pub(super) const AS_WRITTEN: [Rung; 2] = [HUNK_LADDER[0], HUNK_LADDER[1]];

/// The rung of them on which indentation is ignored.
pub(super) const TRIMMED_LINES: Rung = HUNK_LADDER[2];

/// Returns whether lines match as written, apart from trailing whitespace, on the rung of this name.
#[must_use]
pub fn is_as_written(name: &str) -> bool {
    AS_WRITTEN.iter().any(|rung| rung.name == name)
}

impl Rung {
    /// Returns whether lines that are equal on this rung differ at most in trailing whitespace.
    #[must_use]
    pub const fn keeps_indentation(self) -> bool {
        matches!(self.form, Form::Exact | Form::TrimmedEnd)
    }
}

/// The rung on which trailing whitespace and blank lines are ignored.
pub(super) const AS_APPLIED: Rung = rung(Form::TrimmedEnd, BlankLines::Ignore, "standing");

/// The rung on which indentation, trailing whitespace and blank lines are ignored.
pub(super) const AS_APPLIED_SHIFTED: Rung = rung(Form::Trimmed, BlankLines::Ignore, "standing, shifted");
