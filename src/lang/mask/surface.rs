//! The first look at a text: comments blanked, directives found and blanked.

use std::ops::Range;

use crate::text::LexRules;
use crate::text::lexer::{CharLiteral, RawStyle};

use super::rules::{MaskRules, has};

/// A directive that opens, continues or ends conditional text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Directive {
    pub(super) turn: Turn,
    pub(super) range: Range<usize>,
    /// Whether what follows is never read.
    pub(super) is_dead: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    Open,
    Next,
    Close,
}

/// A text without its comments and directives.
#[derive(Debug)]
pub(super) struct Surface {
    /// As long as the text.
    pub(super) bytes: Vec<u8>,
    /// The directives about conditional text, in file order.
    pub(super) directives: Vec<Directive>,
    /// The bytes of all directives.
    pub(super) blanked: Vec<Range<usize>>,
}

/// Takes comments and directives out of a text.
pub(super) fn surface(text: &str, lexical: &LexRules, rules: &MaskRules) -> Surface {
    let bytes = text.as_bytes();
    let mut found = Surface { bytes: bytes.to_vec(), directives: Vec::new(), blanked: Vec::new() };
    let mut at = 0;
    let mut line_is_blank = true;
    while at < bytes.len() {
        if line_is_blank && !rules.directive.is_empty() && bytes[at..].starts_with(rules.directive.as_bytes())
        {
            let end = directive_end(bytes, at, lexical);
            found.directives.extend(read_directive(text, at..end, rules));
            found.blanked.push(at..end);
            blank(&mut found.bytes, at..end);
            at = end;
            continue;
        }
        if let Some(end) = comment_end(bytes, at, lexical) {
            blank(&mut found.bytes, at..end);
            at = end;
            continue;
        }
        let byte = bytes[at];
        line_is_blank = byte == b'\n' || (line_is_blank && byte.is_ascii_whitespace());
        at = token_end(bytes, at, lexical);
    }
    found
}

/// Puts blanks in the place of everything but line ends.
pub(super) fn blank(bytes: &mut [u8], range: Range<usize>) {
    for byte in bytes.get_mut(range).unwrap_or_default() {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

/// The end of a directive's line, lines behind backslashes and comments over several lines included.
fn directive_end(bytes: &[u8], start: usize, lexical: &LexRules) -> usize {
    let mut at = start;
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => return at,
            b'\\' => {
                let rest = &bytes[at + 1..];
                at += 1 + usize::from(rest.starts_with(b"\n")) + 2 * usize::from(rest.starts_with(b"\r\n"));
            }
            b'"' => at = literal_end(bytes, at, b'"'),
            _ => at = comment_end(bytes, at, lexical).unwrap_or(at + 1),
        }
    }
    bytes.len()
}

/// What a directive says, should it be about conditional text.
fn read_directive(text: &str, range: Range<usize>, rules: &MaskRules) -> Option<Directive> {
    let rest = text[range.clone()].strip_prefix(rules.directive.as_str())?.trim_start();
    let end = rest.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (word, condition) = rest.split_at(end);
    let turn = if has(&rules.opens, word) {
        Turn::Open
    } else if has(&rules.alternatives, word) {
        Turn::Next
    } else if word == rules.close {
        Turn::Close
    } else {
        return None;
    };
    let condition = condition.split_whitespace().next().unwrap_or_default();
    Some(Directive { turn, range, is_dead: turn != Turn::Close && has(&rules.dead, condition) })
}

/// The end of the comment that begins here.
fn comment_end(bytes: &[u8], at: usize, lexical: &LexRules) -> Option<usize> {
    let rest = &bytes[at..];
    if lexical.line_comments.iter().any(|mark| rest.starts_with(mark.as_bytes())) {
        let mut end = at;
        loop {
            end += memchr::memchr(b'\n', &bytes[end..]).unwrap_or(bytes.len() - end);
            let line = &bytes[at..end];
            let is_continued = line.ends_with(b"\\") || line.ends_with(b"\\\r");
            if !is_continued || end >= bytes.len() {
                return Some(end);
            }
            end += 1;
        }
    }
    let block = lexical.block_comments.as_ref().filter(|block| rest.starts_with(block.open.as_bytes()))?;
    let inner = at + block.open.len();
    let close = memchr::memmem::find(&bytes[inner..], block.close.as_bytes());
    Some(close.map_or(bytes.len(), |close| inner + close + block.close.len()))
}

/// The end of the word, the literal or the sign that begins here.
pub(super) fn token_end(bytes: &[u8], at: usize, lexical: &LexRules) -> usize {
    let byte = bytes[at];
    if is_word_byte(byte) {
        return word_end(bytes, at, lexical);
    }
    match byte {
        b'"' => literal_end(bytes, at, byte),
        b'\'' if lexical.char_literal == CharLiteral::Many => literal_end(bytes, at, byte),
        _ => at + 1,
    }
}

/// The end of a word or a number, or of the literal that a prefix begins.
fn word_end(bytes: &[u8], start: usize, lexical: &LexRules) -> usize {
    let is_number = bytes[start].is_ascii_digit();
    let mut at = start;
    while at < bytes.len() && (is_word_byte(bytes[at]) || (is_number && bytes[at] == b'\'')) {
        at += 1;
    }
    if bytes.get(at) != Some(&b'"') {
        return at;
    }
    let is_raw = lexical.raw_strings.as_ref().is_some_and(|raw| {
        raw.style == RawStyle::Delimiter && raw.prefixes.iter().any(|one| one.as_bytes() == &bytes[start..at])
    });
    if is_raw { raw_end(bytes, at) } else { at }
}

/// The longest delimiter of a raw string.
const DELIMITER: usize = 16;

fn raw_end(bytes: &[u8], quote: usize) -> usize {
    let window = &bytes[quote + 1..bytes.len().min(quote + 2 + DELIMITER)];
    let Some(open) = memchr::memchr(b'(', window) else { return quote };
    let close = [b")", &window[..open], b"\""].concat();
    let inner = quote + 2 + open;
    memchr::memmem::find(&bytes[inner..], &close).map_or(bytes.len(), |end| inner + end + close.len())
}

/// The end of a literal that ends with its line at the latest.
fn literal_end(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => return at,
            b'\\' => {
                let is_wide = bytes[at + 1..].starts_with(b"\r\n");
                at += if is_wide { 3 } else { 2 };
            }
            byte => {
                at += 1;
                if byte == quote {
                    return at;
                }
            }
        }
    }
    bytes.len()
}

/// Whether a byte may stand in a word; every byte of a character that is not ASCII may.
pub(super) const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}
