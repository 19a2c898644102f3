//! Readings of a text over which the grammar stumbles.
//!
//! Brackets outside of strings and comments, or indentation, show where bodies begin and end without any grammar. A body
//! that the grammar cannot read is blank in a mended reading, so that what stands around it is read as if it held no
//! error; words that only some editions of a language reserve are read as names, and statements that end with their line
//! get a sign that says so where the grammar needs one.
//!
//! Invariant: a mended text is as long as the text, and what stands outside of bodies, skipped statements, such words and such
//! signs is the same in both.
//! Invariant: nothing is mended where the brackets do not pair.

mod brackets;
mod indents;
mod rules;
#[cfg(test)]
mod tests;
mod words;

use std::ops::Range;

use super::Manifest;
use indents::Indents;

pub(super) use brackets::{BracketMap, BracketPair};
pub use rules::{RecoveryRules, UnreservedWord};

/// How much of a text may be replaced, in increasing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecoveryLevel {
    /// Reserved words become names, and lines of containers that go on with none end; line ends within brackets become blanks where the language is one of indented blocks.
    Words,
    /// The innermost bodies with an error become blank as well.
    Bodies,
    /// All bodies become blank.
    AllBodies,
    /// Statements with an error, outside all bodies, become blank as well.
    Statements,
}

impl RecoveryLevel {
    /// All levels, in increasing order.
    pub const ALL: [Self; 4] = [Self::Words, Self::Bodies, Self::AllBodies, Self::Statements];
}

/// A text in which the grammar may find fewer errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecoveredText {
    /// The text, with the length of the original.
    pub text: String,
    /// The statements that were blanked, in file order.
    pub skipped: Vec<Range<usize>>,
}

/// The structure of a text as brackets or indentation show it.
#[derive(Debug)]
pub struct RecoverySource<'t> {
    text: &'t str,
    rules: &'t RecoveryRules,
    layout: RecoveryLayout<'t>,
}

#[derive(Debug)]
enum RecoveryLayout<'t> {
    Brackets(BracketMap<'t>),
    Indents(Indents<'t>),
}

impl<'t> RecoverySource<'t> {
    /// Reads the structure of a text; returns `None` if its brackets do not pair, or the language has no rules for
    /// mending.
    #[must_use]
    pub fn new(manifest: &'t Manifest, text: &'t str) -> Option<Self> {
        let rules = manifest.view.recovery.as_ref()?;
        let layout = if manifest.symbols.indented_bodies {
            RecoveryLayout::Indents(Indents::new(&manifest.lexical, rules, text)?)
        } else {
            RecoveryLayout::Brackets(BracketMap::new(&manifest.lexical, rules, text)?)
        };
        Some(Self { text, rules, layout })
    }

    /// Returns the text with as much replaced as `level` permits; `errors` are the errors that the grammar finds in
    /// the text.
    #[must_use]
    pub fn recovered(&self, errors: &[Range<usize>], level: RecoveryLevel) -> RecoveredText {
        let mut bytes = self.text.as_bytes().to_vec();
        let mut skipped = Vec::new();
        match &self.layout {
            RecoveryLayout::Brackets(brackets) => {
                words::write_names(self.rules, brackets.bare(), &mut bytes);
                brackets.recover(errors, level, &mut bytes, &mut skipped);
            }
            RecoveryLayout::Indents(indents) => {
                words::write_names(self.rules, indents.bare(), &mut bytes);
                indents.recover(errors, level, &mut bytes, &mut skipped);
            }
        }
        let text = String::from_utf8(bytes).unwrap_or_else(|_| self.text.to_owned());
        RecoveredText { text, skipped }
    }

    /// Returns the text without the innermost bodies that have one of `errors`, and without the given statements; all
    /// other bodies stay, for outlines that contain what is in them.
    #[must_use]
    pub fn with_other_bodies(&self, errors: &[Range<usize>], statements: Vec<Range<usize>>) -> RecoveredText {
        let mut bytes = self.recovered(errors, RecoveryLevel::Bodies).text.into_bytes();
        statements.iter().for_each(|statement| blank(&mut bytes, statement.clone()));
        let text = String::from_utf8(bytes).unwrap_or_else(|_| self.text.to_owned());
        RecoveredText { text, skipped: statements }
    }

    /// Returns whether brackets, or indentation, confirm that a definition whose heading begins at `declaration` ends
    /// at `end`.
    #[must_use]
    pub fn confirms_end(&self, declaration: usize, end: usize) -> bool {
        match &self.layout {
            RecoveryLayout::Brackets(brackets) => brackets.confirms_end(declaration, end),
            RecoveryLayout::Indents(indents) => indents.confirms_end(declaration, end),
        }
    }

    /// Returns whether nothing that belongs to a definition at this byte offset can precede it: the code before is
    /// complete.
    #[must_use]
    pub fn confirms_start(&self, start: usize) -> bool {
        match &self.layout {
            RecoveryLayout::Brackets(brackets) => brackets.confirms_start(start),
            RecoveryLayout::Indents(indents) => indents.confirms_start(start),
        }
    }
}

/// Replaces every byte of a range by a space, except line endings.
pub(super) fn blank(bytes: &mut [u8], range: Range<usize>) {
    for byte in bytes.get_mut(range).into_iter().flatten() {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

/// Returns whether a byte may be part of a word.
pub(super) const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Returns the words of a text with their byte offsets; comments and strings must be blank.
fn words_of(bare: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while bare.get(at).is_some_and(|byte| !is_word_byte(*byte)) {
            at += 1;
        }
        let start = at;
        while bare.get(at).is_some_and(|byte| is_word_byte(*byte)) {
            at += 1;
        }
        bare.get(start..at).filter(|word| !word.is_empty()).map(|word| (start, word))
    })
}
