//! Replacements of texts where the file determines whether whole lines or parts of lines are replaced.

use super::{Hunk, Payload, Substitution};

/// A text in a file and its replacement.
#[derive(Debug, Clone, PartialEq)]
pub struct Exchange {
    /// The edit as whole lines; empty if it cannot be applied to whole lines. If several lines of the patch may
    /// separate the old text from the new text, there is one hunk for each, exactly one of which must match.
    pub lines: Vec<Hunk>,
    /// The edit as parts of lines, if it can be applied so.
    pub parts: Option<Substitution>,
    /// The content of the file to create, if the file does not exist or is empty, and the old text can be read as
    /// empty; `None` if it cannot.
    pub new_file: Option<Payload>,
    /// Whether lines or parts are used if both match.
    pub unit: Unit,
}

/// The unit of which a text consists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Whole lines.
    Lines,
    /// Characters.
    Characters,
}
