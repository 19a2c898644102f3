//! Quoted scalars: finds their ends. Their contents are parsed by the YAML library.

use super::super::skeleton::Skeleton;
use super::lines::{RestOfLine, YamlLines, indent_of};
use crate::diag::PatchPlace;
use crate::text::decode_stray;

/// The characters that may follow a backslash in double quotes, other than the end of the line.
const ESCAPES: &str = "0abt\tnvfre \"/\\N_LPxuU";

/// A quoted scalar, divided into lines. The first piece begins with the opening quote.
#[derive(Debug)]
pub(super) struct QuotedScalar<'a> {
    pieces: Vec<RestOfLine<'a>>,
    escapes: bool,
}

/// Finds the end of the scalar that begins at `spot`; returns the scalar and the text after it.
///
/// It may continue on the following `lines`, as long as these are blank or `continues` accepts their indentation.
pub(super) fn read<'a>(
    spot: RestOfLine<'a>,
    lines: &mut YamlLines<'a>,
    continues: impl Fn(usize) -> bool,
) -> Option<(QuotedScalar<'a>, RestOfLine<'a>)> {
    let quote = spot.rest.bytes().next().filter(|byte| matches!(byte, b'"' | b'\''))?;
    let mut ahead = lines.clone();
    let mut pieces = Vec::new();
    let (mut piece, mut from) = (spot, 1);
    loop {
        if let Some(end) = closing(piece.rest.as_bytes(), from, quote) {
            pieces.push(RestOfLine { rest: &piece.rest[..end], ..piece });
            *lines = ahead;
            return Some((QuotedScalar { pieces, escapes: quote == b'"' }, piece.past(end)));
        }
        pieces.push(piece);
        piece = ahead.take()?;
        if !piece.is_blank() && !continues(indent_of(piece.rest)) {
            return None;
        }
        // White space at the ends of the lines of a quoted scalar has no meaning.
        piece = piece.past_blanks();
        from = 0;
    }
}

/// Finds the end of the scalar that begins at `spot`, on the same line.
pub(super) fn on_one_line(spot: RestOfLine<'_>) -> Option<(QuotedScalar<'_>, RestOfLine<'_>)> {
    read(spot, &mut YamlLines::new("", 0), |_| false)
}

/// Returns the end of the closing quote in a line, which is scanned from byte `from` on.
fn closing(line: &[u8], from: usize, quote: u8) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr::memchr2(quote, b'\\', line.get(at..)?)?;
        match line[at] {
            b'\\' if quote == b'"' => at += 2,
            b'\\' => at += 1,
            _ if quote == b'\'' && line.get(at + 1) == Some(&quote) => at += 2,
            _ => return Some(at + 1),
        }
    }
}

impl QuotedScalar<'_> {
    /// Returns the content of the scalar, if it is exactly the text between its quotes.
    pub(super) fn verbatim(&self) -> Option<&str> {
        let [piece] = self.pieces.as_slice() else { return None };
        let text = piece.rest.get(1..piece.rest.len() - 1)?;
        let escape = if self.escapes { b'\\' } else { b'\'' };
        memchr::memchr(escape, text.as_bytes()).is_none().then_some(text)
    }

    /// Returns the first backslash before a character for which YAML has no escape, and that character.
    pub(super) fn unknown_escape(&self) -> Option<(PatchPlace, char)> {
        let escaping = self.pieces.iter().filter(|_| self.escapes);
        escaping.into_iter().find_map(|piece| {
            let mut at = 0;
            while let Some(found) = memchr::memchr(b'\\', piece.rest.as_bytes().get(at..)?) {
                at += found;
                let escaped = piece.rest.get(at + 1..)?.chars().next()?;
                if !ESCAPES.contains(escaped) {
                    return Some((piece.past(at).place(), escaped));
                }
                at += 1 + escaped.len_utf8();
            }
            None
        })
    }

    /// Writes the scalar into the skeleton.
    pub(super) fn copy(&self, out: &mut Skeleton) {
        for (number, piece) in self.pieces.iter().enumerate() {
            let mut piece = *piece;
            if number > 0 {
                out.go_on();
            } else {
                out.quoted(&piece.rest[..1], piece.place().spanning(piece.rest.chars().count()));
                piece = piece.past(1);
            }
            if self.escapes {
                copy_escaped(piece, out);
            } else {
                out.copy(piece.rest, piece.place());
            }
        }
    }
}

/// Copies a line of a double-quoted scalar. An escape for a character that serves as a stand-in for a stray byte is
/// replaced by the stand-ins of its own bytes, so that it is encoded as the character that was asked for.
fn copy_escaped(piece: RestOfLine<'_>, out: &mut Skeleton) {
    let mut piece = piece;
    let mut at = 0;
    while let Some(found) = piece.rest.get(at..).and_then(|rest| memchr::memchr(b'\\', rest.as_bytes())) {
        at += found;
        if let Some((escape, replaced)) = long_escape(&piece.rest[at..]) {
            out.copy(&piece.rest[..at], piece.place());
            out.copy(&replaced, piece.past(at).place());
            piece = piece.past(at + escape);
            at = 0;
        } else {
            at = next_char(piece.rest, at + 1);
        }
    }
    out.copy(piece.rest, piece.place());
}

/// Returns the length of a `\U…` escape at the start of `text` and its replacement, if it needs one.
fn long_escape(text: &str) -> Option<(usize, String)> {
    let digits = text.strip_prefix("\\U")?.get(..8)?;
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
    let char = char::from_u32(number)?;
    let mut bytes = [0; 4];
    let written = char.encode_utf8(&mut bytes);
    let decoded = decode_stray(written.as_bytes());
    (decoded != *written).then(|| (10, decoded.into_owned()))
}

/// Returns the byte offset after the character at `at`.
fn next_char(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.chars().next()).map_or(at, |char| at + char.len_utf8())
}
