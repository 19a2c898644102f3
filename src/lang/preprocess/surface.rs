//! The first pass over a text: blanks comments, and finds and blanks directives.

use std::ops::Range;

use crate::text::{LexRules, LexState, Lexer, TokenKind};

use super::rules::PreprocessorRules;
use crate::text::normal::contains;

/// A directive that opens, continues or closes conditional text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ConditionalDirective {
    pub(super) boundary: BranchBoundary,
    pub(super) range: Range<usize>,
    /// Whether the branch that follows is never read.
    pub(super) is_dead: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BranchBoundary {
    Open,
    Next,
    Close,
}

/// A text without its comments and directives.
#[derive(Debug)]
pub(super) struct BlankedText {
    /// The text with blank comments and directives, at equal length.
    pub(super) bytes: Vec<u8>,
    /// The directives of conditional text, in file order.
    pub(super) directives: Vec<ConditionalDirective>,
    /// The byte ranges of all directives.
    pub(super) blanked: Vec<Range<usize>>,
    /// The byte ranges of strings and character literals, in file order.
    pub(super) literals: Vec<Range<usize>>,
    /// The comment or string at the end of the text that is not closed.
    pub(super) unclosed: Option<Range<usize>>,
}

/// Blanks comments and directives in a copy of a text.
pub(super) fn blank_comments_and_directives(
    text: &str,
    lexical: &LexRules,
    rules: &PreprocessorRules,
) -> BlankedText {
    let mut found = BlankedText {
        bytes: text.as_bytes().to_vec(),
        directives: Vec::new(),
        blanked: Vec::new(),
        literals: Vec::new(),
        unclosed: None,
    };
    let lexer = Lexer::new(lexical);
    let mut state = LexState::default();
    let mut start = 0;
    // The start of the directive that continues on this line.
    let mut open: Option<usize> = None;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\r', '\n']);
        let (begins_in_code, begins_in_string) = (state.is_code(), state.is_string());
        let mut first = None;
        let mut last = start;
        lexer.line(line, &mut state, |token| {
            let range = start + token.range.start..start + token.range.end;
            last = range.start;
            match token.kind {
                TokenKind::Comment => return blank(&mut found.bytes, range),
                TokenKind::String | TokenKind::StringPart => {
                    found.take_literal(range, begins_in_string && token.range.start == 0)
                }
                _ => {}
            }
            first = first.or(Some(token.range.start));
        });
        let begins = first.filter(|first| begins_in_code && rules.begins_directive(&line[*first..]));
        open = open.or(begins.map(|first| start + first));
        if state.is_code() {
            found.unclosed = None;
        } else {
            let from = found.unclosed.as_ref().filter(|_| !begins_in_code).map_or(last, |known| known.start);
            found.unclosed = Some(from..text.len());
        }
        let goes_on = line.ends_with('\\') || !state.is_code();
        if let Some(from) = open.filter(|_| !goes_on || start + whole.len() == text.len()) {
            let range = from..start + line.len();
            found.directives.extend(read_directive(text, range.clone(), rules));
            blank(&mut found.bytes, range.clone());
            found.blanked.push(range);
            open = None;
        }
        start += whole.len();
    }
    found
}

impl BlankedText {
    /// Records a literal, or the rest of a literal that began on a previous line.
    fn take_literal(&mut self, range: Range<usize>, goes_on: bool) {
        match self.literals.last_mut().filter(|_| goes_on) {
            Some(above) => above.end = range.end,
            None => self.literals.push(range),
        }
    }
}

/// Replaces every byte of a range by a space, except line endings.
pub(super) fn blank(bytes: &mut [u8], range: Range<usize>) {
    for byte in bytes.get_mut(range).unwrap_or_default() {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

/// Parses a directive; returns `None` if it does not concern conditional text.
fn read_directive(
    text: &str,
    range: Range<usize>,
    rules: &PreprocessorRules,
) -> Option<ConditionalDirective> {
    let rest = text[range.clone()].strip_prefix(rules.directive.as_str())?.trim_start();
    let end = rest.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (word, condition) = rest.split_at(end);
    let turn = if contains(&rules.opens, word) {
        BranchBoundary::Open
    } else if contains(&rules.alternatives, word) {
        BranchBoundary::Next
    } else if word == rules.close {
        BranchBoundary::Close
    } else {
        return None;
    };
    let condition = condition.split_whitespace().next().unwrap_or_default();
    Some(ConditionalDirective {
        boundary: turn,
        range,
        is_dead: turn != BranchBoundary::Close && contains(&rules.dead, condition),
    })
}

/// Returns the end of the word, the literal or the single character that begins at `at`.
pub(super) fn token_end(bytes: &[u8], at: usize, literals: &[Range<usize>]) -> usize {
    let byte = bytes[at];
    if matches!(byte, b'"' | b'\'') {
        let found = literals.binary_search_by_key(&at, |literal| literal.start);
        return found.ok().and_then(|found| literals.get(found)).map_or(at + 1, |literal| literal.end);
    }
    if !is_word_byte(byte) {
        return at + 1;
    }
    let is_number = byte.is_ascii_digit();
    let is_part = |byte: &u8| is_word_byte(*byte) || (is_number && *byte == b'\'');
    at + bytes[at..].iter().take_while(|byte| is_part(byte)).count()
}

/// Returns whether a byte may be part of a word; every byte of a non-ASCII character may.
pub(super) const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}
