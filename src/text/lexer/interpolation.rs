//! Interpolations: code inside strings and here-documents, such as `${name}` and `$name`.

use super::rules::{Interpolation, LexRules};
use crate::text::normal::is_word_char;

/// The set of interpolation rules that apply in a string or a here-document, as a bit set of their indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct InterpolationSet(u16);

/// What is at a position in the text of a string.
pub(super) enum InterpolationMatch<'r> {
    /// Text of this length in bytes that only looks like an interpolation.
    Text(usize),
    /// The opening of an interpolation.
    Open(&'r Interpolation),
}

impl InterpolationSet {
    /// Returns the rules in the set.
    pub(super) fn of(self, rules: &LexRules) -> impl Iterator<Item = &Interpolation> + Clone {
        let own = rules.interpolations.iter().enumerate();
        own.filter(move |(number, _)| self.0 >> number & 1 != 0).map(|(_, hole)| hole)
    }

    /// Returns what is at the start of `rest`, a suffix of the string's text; `None` if it is other text.
    pub(super) fn at<'r>(
        self,
        rules: &'r LexRules,
        rest: &[u8],
        in_format: bool,
    ) -> Option<InterpolationMatch<'r>> {
        let literals = || self.of(rules).flat_map(|hole| &hole.literal);
        let literal = literals().find(|text| rest.starts_with(text.as_bytes()));
        if let Some(text) = literal.filter(|_| !in_format) {
            return Some(InterpolationMatch::Text(text.len()));
        }
        self.of(rules).find_map(|hole| hole.at(rest))
    }
}

impl Interpolation {
    fn at(&self, rest: &[u8]) -> Option<InterpolationMatch<'_>> {
        let opens = |rest: &[u8]| {
            let behind = rest.strip_prefix(self.open.as_bytes());
            behind.is_some_and(|behind| self.close.is_some() || begins_name(behind))
        };
        if opens(rest) {
            return Some(InterpolationMatch::Open(self));
        }
        let is_escaped = !self.escapes && rest.strip_prefix(b"\\").is_some_and(opens);
        is_escaped.then_some(InterpolationMatch::Text(1))
    }

    /// Returns the first bytes of the opening, and of the texts that only look like it.
    pub(super) fn first_bytes(&self) -> impl Iterator<Item = u8> {
        std::iter::once(&self.open).chain(&self.literal).filter_map(|text| text.bytes().next())
    }
}

impl LexRules {
    /// Returns the interpolation rules for a string with the opening `quotes` and the prefix `letters`.
    pub(super) fn interpolations_of(&self, quotes: &str, letters: &str) -> InterpolationSet {
        let fits = |hole: &Interpolation| {
            (hole.quotes.is_empty() || hole.quotes.iter().any(|own| own == quotes))
                && (hole.prefixes.is_empty()
                    || hole.prefixes.iter().any(|prefix| prefix.eq_ignore_ascii_case(letters)))
        };
        let numbers = self.interpolations.iter().take(16).enumerate().filter(|(_, hole)| fits(hole));
        InterpolationSet(numbers.fold(0, |set, (number, _)| set | 1 << number))
    }
}

/// Returns whether a text begins with a letter, an underscore or a non-ASCII character.
pub(super) fn begins_name(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_' || *byte >= 0x80)
}

pub(super) fn name_length(text: &str) -> usize {
    text.find(|char: char| !is_word_char(char)).unwrap_or(text.len())
}
