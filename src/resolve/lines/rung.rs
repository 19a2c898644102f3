//! The rungs of the ladder: how far two lines may differ and still be called equal.

use std::borrow::Cow;

use crate::text::normal::{fold, trim, trim_end};

/// How a line is brought into the form in which it is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As it stands.
    Exact,
    /// Without trailing blanks.
    TrimmedEnd,
    /// Trimmed at both ends.
    Trimmed,
    /// Trimmed, with typographic look-alikes folded.
    Folded,
    /// Without comments, trimmed and folded.
    Code,
}

impl Form {
    /// Every form.
    pub(super) const ALL: [Self; 5] =
        [Self::Exact, Self::TrimmedEnd, Self::Trimmed, Self::Folded, Self::Code];

    /// The line in this form. For [`Form::Code`] the caller has taken the comments off.
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
    /// They are lines like others.
    Count,
    /// They are passed over, in the pattern and in the file.
    Ignore,
}

/// One step of a ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rung {
    /// How lines are compared.
    pub form: Form,
    /// Whether blank lines count.
    pub blank_lines: BlankLines,
    /// The name that reports use.
    pub name: &'static str,
}

const fn rung(form: Form, blank_lines: BlankLines, name: &'static str) -> Rung {
    Rung { form, blank_lines, name }
}

/// The name of the rung on which lines are equal to the byte.
pub const EXACT: &str = "exact";

/// The name of the rungs on which comments do not count.
pub const COMMENTS_STRIPPED: &str = "comments-stripped";

/// The rungs for markers: "spaces and tab characters at the beginning and end of each line are removed; blank lines are
/// ignored", then look-alikes, then comments.
pub(super) const MARKER_LADDER: [Rung; 3] = [
    rung(Form::Trimmed, BlankLines::Ignore, "trimmed"),
    rung(Form::Folded, BlankLines::Ignore, "look-alikes-folded"),
    rung(Form::Code, BlankLines::Ignore, COMMENTS_STRIPPED),
];

/// The rungs for hunks. Blank lines are given up before comments: the other way round misplaces.
pub(super) const HUNK_LADDER: [Rung; 6] = [
    rung(Form::Exact, BlankLines::Count, EXACT),
    rung(Form::TrimmedEnd, BlankLines::Count, "trailing-blanks-ignored"),
    rung(Form::Trimmed, BlankLines::Count, "trimmed"),
    rung(Form::Folded, BlankLines::Count, "look-alikes-folded"),
    rung(Form::Folded, BlankLines::Ignore, "blank-lines-ignored"),
    rung(Form::Code, BlankLines::Ignore, COMMENTS_STRIPPED),
];

/// Those of them on which lines stand as a hunk has them.
pub(super) const AS_WRITTEN: [Rung; 2] = [HUNK_LADDER[0], HUNK_LADDER[1]];

impl Rung {
    /// Whether lines equal on this rung differ at most in trailing blanks.
    #[must_use]
    pub const fn keeps_indentation(self) -> bool {
        matches!(self.form, Form::Exact | Form::TrimmedEnd)
    }
}

/// Lines that are equal but for blanks at their ends and blank lines.
pub(super) const STANDING: Rung = rung(Form::TrimmedEnd, BlankLines::Ignore, "standing");

/// The same but for their indentation.
pub(super) const STANDING_SHIFTED: Rung = rung(Form::Trimmed, BlankLines::Ignore, "standing, shifted");
