//! Texts that give way to others, where the file tells whether whole lines are meant or parts of lines.

use super::{Hunk, Payload, Substitution};

/// A text of a file and the one that takes its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Exchange {
    /// The edit as whole lines; none if it cannot be one. Where several lines of the patch may part the old text from
    /// the new one, there is a hunk for each, and just one of them must fit.
    pub lines: Vec<Hunk>,
    /// The edit as parts of lines, if it can be one.
    pub parts: Option<Substitution>,
    /// What the file becomes if it is not there, or empty, and the old text may be meant to be so, too.
    pub new_file: Option<Payload>,
    /// Which of lines and parts counts where both fit.
    pub unit: Unit,
}

/// What a text is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Whole lines.
    Lines,
    /// Characters.
    Characters,
}
