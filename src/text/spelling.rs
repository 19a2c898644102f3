//! The spelling of a file: byte order mark, line endings, and bytes that are not UTF-8.

use std::borrow::Cow;
use std::sync::Arc;

use super::bytes::Bytes;

/// The line ending of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    /// A line feed.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
    /// No line ending, on the last line.
    None,
}

impl LineEnd {
    /// Returns the characters of the line ending in a buffer.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::None => "",
        }
    }
}

/// The reason why a file is not text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotText {
    /// The file contains a NUL byte.
    #[error("it contains a NUL byte")]
    Nul,
    /// The file begins with the byte order mark of UTF-16.
    #[error("it is UTF-16")]
    Utf16,
}

impl NotText {
    /// Returns the reason why bytes are not text; `None` if they are text.
    #[must_use]
    pub fn reason(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Some(Self::Utf16);
        }
        memchr::memchr(0, bytes).map(|_| Self::Nul)
    }
}

/// How many line feeds a text has.
#[must_use]
pub fn feeds(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

/// The UTF-8 byte order mark.
pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";

/// The byte order mark as a character, as it appears at the start of a line that was copied out of a file with its
/// bytes.
pub const BOM_CHAR: char = '\u{feff}';

/// The base of private code points that represent the bytes 0x80 to 0xFF which are not UTF-8: byte `b` is `STRAY + b`.
/// If a file really contains such a code point, its bytes are treated as stray bytes too, so that nothing is lost
/// either way.
const STRAY_BASE: u32 = 0x10_FF00;

/// Decodes bytes that are mostly UTF-8; each stray byte becomes one private character.
///
/// Borrows if nothing needs to be replaced. [`encode_stray`] is the inverse.
#[must_use]
pub fn decode_stray(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !may_hold_private(bytes) => Cow::Borrowed(text),
        _ => Cow::Owned(decode_stray_slowly(bytes)),
    }
}

/// The text of some bytes, which shares their memory if they are the text.
pub struct DecodedText {
    source: Arc<String>,
    /// The byte offset of the text, after a byte order mark.
    start: usize,
    /// Whether the lines ended in carriage returns, which the text replaces by line feeds.
    pub lone_cr: bool,
}

impl DecodedText {
    /// Decodes bytes as [`decode_stray`] does, without their byte order mark.
    #[must_use]
    pub fn of(bytes: &Bytes) -> Self {
        let body = bytes.strip_prefix(BOM).unwrap_or(bytes);
        // Only in a text without line feeds, carriage returns may be line endings.
        let lone_cr = memchr::memchr(b'\n', body).is_none() && memchr::memchr(b'\r', body).is_some();
        match bytes.as_text().filter(|_| !lone_cr && !may_hold_private(body)) {
            Some(shared) => Self { source: Arc::clone(shared), start: bytes.len() - body.len(), lone_cr },
            None if lone_cr => Self::new(decode_stray(body).replace('\r', "\n"), lone_cr),
            None => Self::new(decode_stray(body).into_owned(), lone_cr),
        }
    }

    fn new(text: String, lone_cr: bool) -> Self {
        Self { source: text.into(), start: 0, lone_cr }
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.source[self.start..]
    }

    /// Returns the string that contains the text.
    #[must_use]
    pub const fn source(&self) -> &Arc<String> {
        &self.source
    }

    /// Returns the string that contains the text, and the byte offset at which the text begins.
    pub(super) fn into_source(self) -> (Arc<String>, usize) {
        (self.source, self.start)
    }
}

/// Returns whether the first bytes of a private code point occur: U+10FF80..=U+10FFFF begin with F4 8F BE or F4 8F BF.
fn may_hold_private(bytes: &[u8]) -> bool {
    memchr::memchr_iter(0xF4, bytes).any(|at| bytes.get(at + 1) == Some(&0x8F))
}

fn decode_stray_slowly(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for piece in bytes.utf8_chunks() {
        for char in piece.valid().chars() {
            if is_stand_in(char) {
                char.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| text.push(stand_in(byte)));
            } else {
                text.push(char);
            }
        }
        piece.invalid().iter().for_each(|byte| text.push(stand_in(*byte)));
    }
    text
}

fn stand_in(byte: u8) -> char {
    char::from_u32(STRAY_BASE + u32::from(byte)).expect("U+10FF80..=U+10FFFF are characters")
}

fn is_stand_in(char: char) -> bool {
    char as u32 >= STRAY_BASE + 0x80
}

/// Whether decoded text is in another encoding: more of it are stray bytes than characters beyond ASCII.
pub(super) fn is_foreign(text: &str) -> bool {
    let beyond = text.chars().filter(|char| !char.is_ascii());
    let (stray, known): (Vec<char>, Vec<char>) = beyond.partition(|char| is_stand_in(*char));
    stray.len() > known.len()
}

/// The characters of decoded text that UTF-8 spells with bytes beyond ASCII, each with its place.
pub(super) fn beyond_ascii(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.char_indices().filter(|(_, char)| !char.is_ascii() && !is_stand_in(*char))
}

/// Encodes text as bytes; private code points become the stray bytes that they represent.
///
/// Borrows if there are none.
#[must_use]
pub fn encode_stray(text: &str) -> Cow<'_, [u8]> {
    if !may_hold_private(text.as_bytes()) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len());
    for char in text.chars() {
        if is_stand_in(char) {
            out.push((char as u32 - STRAY_BASE) as u8);
        } else {
            out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Cow::Owned(out)
}
