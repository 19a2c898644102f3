//! The text of a file, and its spelling.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use ropey::Rope;

use super::bytes::Bytes;
use super::edit::EditSet;
use super::flat::Flat;
use super::shared_slice::SharedSlice;
use super::sized_rope::SizedRope;
use super::spelling::{BOM, DecodedText, LineEnd, NotText, beyond_ascii, encode_stray, feeds, is_foreign};

/// The text of a file, with the spelling that must be kept.
///
/// A line ends with a line feed; a carriage return before the line feed belongs to the line ending. Text after the last
/// line feed is a last line without a line ending. A file without line feeds whose lines end in carriage returns is
/// held with line feeds, and written with carriage returns.
#[derive(Debug, Clone)]
pub struct Buffer {
    body: BufferText,
    spelling: Spelling,
}

/// The representation of the text. Most files are edited once, and a text that is only read is fastest in one piece. A
/// rope pays off from the second edit on.
#[derive(Debug, Clone)]
enum BufferText {
    Flat(Flat),
    Rope(SizedRope),
}

/// The properties of the file that the text does not show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Spelling {
    has_bom: bool,
    lone_cr: bool,
    is_foreign: bool,
}

impl Buffer {
    /// Decodes the bytes of a file.
    ///
    /// # Errors
    /// The bytes contain a NUL or are UTF-16.
    pub fn decode(bytes: &[u8]) -> Result<Self, NotText> {
        Self::share(&Bytes::from(bytes))
    }

    /// Decodes the bytes of a file, and shares their memory if they are the text.
    ///
    /// # Errors
    /// The bytes contain a NUL or are UTF-16.
    pub fn share(bytes: &Bytes) -> Result<Self, NotText> {
        match NotText::reason(bytes) {
            Some(problem) => Err(problem),
            None => Ok(Self::share_any(bytes)),
        }
    }

    /// Decodes the bytes of any file, text or not.
    #[must_use]
    pub fn share_any(bytes: &Bytes) -> Self {
        let text = DecodedText::of(bytes);
        let is_foreign = bytes.as_text().is_none() && is_foreign(text.as_str());
        let spelling = Spelling { has_bom: bytes.starts_with(BOM), lone_cr: text.lone_cr, is_foreign };
        let (source, start) = text.into_source();
        let flat = Flat::new(source, start);
        Self { body: BufferText::Flat(flat), spelling }
    }

    /// Creates a buffer from decoded text.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let flat = Flat::new(Arc::new(text.to_owned()), 0);
        Self { body: BufferText::Flat(flat), spelling: Spelling::default() }
    }

    /// Returns the text in the spelling of the file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.len() + BOM.len());
        self.write_to(&mut out).expect("memory takes it");
        out
    }

    /// Writes the text in the spelling of the file, piece by piece, so that a large file is never in memory twice.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn write_to(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        self.write_edited(&EditSet::default(), out)
    }

    /// Writes the text after `edits` in the spelling of the file.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn write_edited(&self, edits: &EditSet, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        if self.spelling.has_bom {
            out.write_all(BOM)?;
        }
        let mut write = |piece: &str| match self.spelling.lone_cr {
            true => out.write_all(&encode_stray(&piece.replace('\n', "\r"))),
            false => out.write_all(&encode_stray(piece)),
        };
        let mut kept = 0;
        for edit in edits {
            self.pieces_of(kept..edit.range.start).try_for_each(&mut write)?;
            write(&edit.text)?;
            kept = edit.range.end;
        }
        self.pieces_of(kept..self.len()).try_for_each(write)
    }

    /// Returns whether the file begins with a byte order mark, which is not part of the text.
    #[must_use]
    pub const fn has_bom(&self) -> bool {
        self.spelling.has_bom
    }

    /// Returns whether the lines of the file end in carriage returns alone.
    #[must_use]
    pub const fn has_lone_returns(&self) -> bool {
        self.spelling.lone_cr
    }

    /// The first character that edits bring in UTF-8 to a file in another encoding, with its line in the text that they
    /// leave, from 0.
    #[must_use]
    pub fn mixed_by(&self, edits: &EditSet) -> Option<(char, usize)> {
        let mut shift = 0_isize;
        for edit in edits.iter().filter(|_| self.spelling.is_foreign) {
            let old = self.slice(edit.range.clone());
            if let Some((at, char)) = beyond_ascii(&edit.text).find(|(_, char)| !old.contains(*char)) {
                let line = self.line_of(edit.range.start) + feeds(&edit.text[..at]);
                return Some((char, line.saturating_add_signed(shift)));
            }
            shift += feeds(&edit.text) as isize - feeds(&old) as isize;
        }
        None
    }

    /// Sets whether the file begins with a byte order mark.
    pub fn set_bom(&mut self, has_bom: bool) {
        self.spelling.has_bom = has_bom;
    }

    /// Returns the number of bytes of the text (not of the file).
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.body {
            BufferText::Flat(flat) => flat.text().len(),
            BufferText::Rope(rope) => rope.len(),
        }
    }

    /// Returns whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn line_count(&self) -> usize {
        match &self.body {
            BufferText::Flat(flat) => flat.line_count(),
            BufferText::Rope(rope) => rope.line_count(),
        }
    }

    /// Drops the index of the lines, which is built again on demand.
    pub(super) fn forget_lines(&mut self) {
        if let BufferText::Flat(flat) = &mut self.body {
            flat.forget_lines();
        }
    }

    fn byte(&self, at: usize) -> u8 {
        match &self.body {
            BufferText::Flat(flat) => flat.text().as_bytes()[at],
            BufferText::Rope(rope) => rope.rope().byte(at),
        }
    }

    /// Returns whether the last line has a line ending, or the text is empty.
    #[must_use]
    pub fn has_final_newline(&self) -> bool {
        self.is_empty() || self.byte(self.len() - 1) == b'\n'
    }

    /// Returns the byte offset of the start of a line; for a line after the last one, the length of the text.
    #[must_use]
    pub fn line_start(&self, line: usize) -> usize {
        match &self.body {
            BufferText::Flat(flat) => flat.line_start(line),
            BufferText::Rope(rope) if line >= rope.line_count() => rope.len(),
            BufferText::Rope(rope) => rope.rope().line_to_byte(line),
        }
    }

    /// Returns the byte offset of the start of the line that contains a byte. If the text is in one piece, this needs
    /// no index of the lines.
    #[must_use]
    pub fn begin_of_line(&self, byte: usize) -> usize {
        match &self.body {
            BufferText::Flat(flat) => {
                let above = flat.text().as_bytes().get(..byte).unwrap_or_default();
                memchr::memrchr(b'\n', above).map_or(0, |at| at + 1)
            }
            BufferText::Rope(_) => self.line_start(self.line_of(byte)),
        }
    }

    /// Returns the byte offset after the line that contains a byte, line ending included; needs an index of the lines
    /// only where [`Self::begin_of_line`] does.
    #[must_use]
    pub fn end_of_line(&self, byte: usize) -> usize {
        match &self.body {
            BufferText::Flat(flat) => {
                let below = flat.text().as_bytes().get(byte..).unwrap_or_default();
                memchr::memchr(b'\n', below).map_or(self.len(), |at| byte + at + 1)
            }
            BufferText::Rope(_) => self.line_start(self.line_of(byte) + 1),
        }
    }

    /// Returns whether the text shares the memory of `bytes` and is their text.
    pub(super) fn is_shared_with(&self, bytes: &Bytes) -> bool {
        match &self.body {
            BufferText::Flat(flat) => {
                bytes.as_text().is_some_and(|text| flat.is_shared_with(text))
                    && self.spelling.has_bom == bytes.starts_with(BOM)
            }
            BufferText::Rope(_) => false,
        }
    }

    /// Returns the lines, from 0, that contain a byte range; an empty range is on the line of its start.
    #[must_use]
    pub fn lines_of(&self, bytes: &Range<usize>) -> Range<usize> {
        let last = bytes.end.saturating_sub(1).max(bytes.start);
        self.line_of(bytes.start)..self.line_of(last) + 1
    }

    /// Returns the line that contains a byte; for the end of the text, the line that a further byte would be on.
    #[must_use]
    pub fn line_of(&self, byte: usize) -> usize {
        match &self.body {
            BufferText::Flat(flat) => flat.line_of(byte),
            BufferText::Rope(rope) => rope.rope().byte_to_line(byte.min(rope.len())),
        }
    }

    /// Returns a line without its line ending; an empty text after the last line.
    #[must_use]
    pub fn line(&self, line: usize) -> Cow<'_, str> {
        let whole = match &self.body {
            BufferText::Flat(flat) => Cow::Borrowed(flat.line(line)),
            BufferText::Rope(rope) => rope.rope().get_line(line).map_or(Cow::Borrowed(""), Cow::from),
        };
        match whole {
            Cow::Borrowed(text) => Cow::Borrowed(without_end(text)),
            Cow::Owned(mut text) => {
                text.truncate(without_end(&text).len());
                Cow::Owned(text)
            }
        }
    }

    /// Returns the line ending of a line.
    #[must_use]
    pub fn line_end(&self, line: usize) -> LineEnd {
        self.end_before(self.line_start(line + 1))
    }

    /// Returns the line ending directly before a byte.
    #[must_use]
    pub fn end_before(&self, byte: usize) -> LineEnd {
        if byte == 0 || self.byte(byte - 1) != b'\n' {
            LineEnd::None
        } else if byte >= 2 && self.byte(byte - 2) == b'\r' {
            LineEnd::CrLf
        } else {
            LineEnd::Lf
        }
    }

    /// Returns the byte range of a line, without its line ending.
    #[must_use]
    pub fn line_range(&self, line: usize) -> Range<usize> {
        let start = self.line_start(line);
        start..self.line_start(line + 1) - self.line_end(line).as_str().len()
    }

    /// Returns the text of a byte range, which must begin and end on character boundaries.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        match &self.body {
            BufferText::Flat(flat) => Cow::Borrowed(&flat.text()[range]),
            BufferText::Rope(rope) => Cow::from(rope.rope().byte_slice(range)),
        }
    }

    /// Returns the text of a byte range for storage; it shares memory if the text is in one piece.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> SharedSlice {
        match &self.body {
            BufferText::Flat(flat) => flat.part(range),
            BufferText::Rope(rope) => rope.rope().byte_slice(range).to_string().into(),
        }
    }

    /// Returns the text from a byte up to the end of the piece of memory that contains the byte; empty at the end of
    /// the text.
    #[must_use]
    pub fn piece_at(&self, byte: usize) -> &[u8] {
        if byte >= self.len() {
            return &[];
        }
        match &self.body {
            BufferText::Flat(flat) => &flat.text().as_bytes()[byte..],
            BufferText::Rope(rope) => {
                let (piece, start, _, _) = rope.rope().chunk_at_byte(byte);
                &piece.as_bytes()[byte - start..]
            }
        }
    }

    /// Returns whether `text` is at byte offset `byte`.
    #[must_use]
    pub fn has_at(&self, byte: usize, text: &str) -> bool {
        byte + text.len() <= self.len() && text.bytes().zip(byte..).all(|(own, at)| own == self.byte(at))
    }

    /// Returns whether a byte range begins with `open` and ends with `close`.
    #[must_use]
    pub fn is_enclosed(&self, range: &Range<usize>, open: &str, close: &str) -> bool {
        range.len() >= open.len() + close.len()
            && self.has_at(range.start, open)
            && self.has_at(range.end - close.len(), close)
    }

    /// Returns the pieces of the text.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        self.pieces_of(0..self.len())
    }

    /// Returns the text if it is in one piece, as that of a file is until its second edit.
    #[must_use]
    pub fn in_one_piece(&self) -> Option<&str> {
        match &self.body {
            BufferText::Flat(flat) => Some(flat.text()),
            BufferText::Rope(_) => None,
        }
    }

    /// Returns the pieces of a byte range.
    fn pieces_of(&self, range: Range<usize>) -> impl Iterator<Item = &str> {
        let (flat, rope) = match &self.body {
            BufferText::Flat(flat) => (Some(&flat.text()[range]), None),
            BufferText::Rope(rope) => (None, Some(rope.rope().byte_slice(range).chunks())),
        };
        flat.into_iter().chain(rope.into_iter().flatten())
    }

    /// Calls `visit` with the number and the text of every line from `first` on, until it breaks.
    ///
    /// This is much faster than calling [`Self::line`] for each line.
    pub fn each_line(&self, first: usize, mut visit: impl FnMut(usize, &str) -> ControlFlow<()>) {
        match &self.body {
            BufferText::Flat(flat) => flat.each_line(first, |number, line| visit(number, without_end(line))),
            BufferText::Rope(rope) => each_line_of(rope.rope(), self.line_start(first), first, visit),
        }
    }

    /// Applies edits, whose ranges refer to the current text.
    pub fn apply(&mut self, edits: &EditSet) {
        if let BufferText::Flat(flat) = &self.body {
            self.body = BufferText::Rope(SizedRope::new(flat.text()));
        }
        let BufferText::Rope(rope) = &mut self.body else { return };
        rope.apply(edits);
    }
}

/// Calls `visit` with every line from line `first` on, which begins at byte `from`.
fn each_line_of(
    rope: &Rope,
    from: usize,
    first: usize,
    mut visit: impl FnMut(usize, &str) -> ControlFlow<()>,
) {
    let (pieces, piece_start, _, _) = rope.chunks_at_byte(from);
    let mut skip = from - piece_start;
    let mut number = first;
    // The start of a line that continues in the next piece.
    let mut begun = String::new();
    for piece in pieces {
        let mut rest = &piece[skip..];
        skip = 0;
        while let Some(end) = memchr::memchr(b'\n', rest.as_bytes()) {
            let (line, behind) = rest.split_at(end + 1);
            rest = behind;
            let flow = if begun.is_empty() {
                visit(number, without_end(line))
            } else {
                begun.push_str(line);
                visit(number, without_end(&begun))
            };
            if flow.is_break() {
                return;
            }
            begun.clear();
            number += 1;
        }
        begun.push_str(rest);
    }
    if !begun.is_empty() {
        let _ = visit(number, &begun);
    }
}

fn without_end(line: &str) -> &str {
    let end = match line.as_bytes() {
        [.., b'\r', b'\n'] => 2,
        [.., b'\n'] => 1,
        _ => 0,
    };
    &line[..line.len() - end]
}

impl std::fmt::Display for Buffer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.pieces().try_for_each(|piece| f.write_str(piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_kept(bytes: &[u8]) {
        let buffer = Buffer::decode(bytes).expect("text");
        assert_eq!(buffer.encode(), bytes);
        let mut written = Vec::new();
        buffer.write_to(&mut written).expect("memory takes it");
        assert_eq!(written, bytes);
    }

    #[test]
    fn every_spelling_comes_back() {
        check_kept(b"");
        check_kept(b"a\nb");
        check_kept(b"\xef\xbb\xbfa\r\nb\n");
        check_kept(b"a\rb\r");
        check_kept(b"caf\xe9 \x80\xff\n");
        check_kept("U+10FF80 really: \u{10FF80}\u{10FFFF}\n".as_bytes());
        check_kept("\u{2028}\u{c}\u{85}\n".as_bytes());
    }

    #[test]
    fn behind_the_last_line_there_is_nothing() {
        let mut buffer = Buffer::decode(b"a\nb").expect("text");
        for _ in 0..2 {
            assert_eq!((buffer.line_count(), buffer.line(1), buffer.line(2)), (2, "b".into(), "".into()));
            buffer.apply(
                &EditSet::new(vec![crate::text::Edit { range: 0..1, text: "a".to_owned() }])
                    .expect("one edit"),
            );
        }
    }

    #[test]
    fn visiting_lines_gives_what_asking_for_them_gives() {
        let text =
            (0..3000).fold(String::new(), |text, n| text + &"é".repeat(n % 40) + ["\n", "\r\n"][n % 2]);
        let buffer = Buffer::decode((text + "end").as_bytes()).expect("text");
        for first in [0, 1, 1700, 3000, 3001] {
            let mut seen = Vec::new();
            buffer.each_line(first, |number, line| {
                seen.push((number, line.to_owned()));
                ControlFlow::Continue(())
            });
            let asked: Vec<_> =
                (first..buffer.line_count()).map(|line| (line, buffer.line(line).into_owned())).collect();
            assert_eq!(seen, asked);
        }
    }

    #[test]
    fn binaries_are_no_text() {
        assert_eq!(Buffer::decode(b"a\0b").err(), Some(NotText::Nul));
        assert_eq!(Buffer::decode(b"\xff\xfea").err(), Some(NotText::Utf16));
    }

    #[test]
    fn lines_are_what_line_feeds_end() {
        let buffer = Buffer::decode("a\r\nb\u{c}c\u{2028}d\n\ne".as_bytes()).expect("text");
        let lines: Vec<_> = (0..buffer.line_count()).map(|line| buffer.line(line).into_owned()).collect();
        assert_eq!(lines, ["a", "b\u{c}c\u{2028}d", "", "e"]);
        assert_eq!(buffer.line_end(0), LineEnd::CrLf);
        assert_eq!(buffer.line_end(2), LineEnd::Lf);
        assert_eq!(buffer.line_end(3), LineEnd::None);
        assert_eq!(buffer.line_range(0), 0..1);
        assert_eq!(Buffer::decode(b"").expect("text").line_count(), 0);
        assert_eq!(Buffer::decode(b"\n").expect("text").line_count(), 1);
    }
}
