//! A text with pending edits, which are applied when the text is written.

use std::io;

use super::buffer::Buffer;
use super::bytes::Bytes;
use super::edit::EditSet;

/// A text and its pending edits. Most files are edited once and then only written, which does not require the new text
/// in memory.
#[derive(Debug, Clone)]
pub struct EditedText {
    buffer: Buffer,
    edits: EditSet,
}

impl EditedText {
    /// Creates the text that results from applying `edits` to `buffer`.
    #[must_use]
    pub fn new(mut buffer: Buffer, edits: EditSet) -> Self {
        buffer.forget_lines();
        Self { buffer, edits }
    }

    /// Writes the text in the spelling of the file.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.buffer.write_edited(&self.edits, out)
    }

    /// Returns the text in the spelling of the file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let added: usize = self.edits.iter().map(|edit| edit.text.len()).sum();
        let mut out = Vec::with_capacity(self.buffer.len() + added);
        self.write_to(&mut out).expect("memory takes it");
        out
    }

    /// Returns whether the text in the spelling of the file equals `bytes`.
    #[must_use]
    pub fn is_spelled(&self, bytes: &[u8]) -> bool {
        let mut rest = PendingBytes(bytes);
        self.write_to(&mut rest).is_ok() && rest.0.is_empty()
    }

    /// Returns the unedited text and the edits, if the unedited text is the text of `bytes` in the same memory.
    #[must_use]
    pub fn edits_of(&self, bytes: &Bytes) -> Option<(&Buffer, &EditSet)> {
        self.buffer.is_shared_with(bytes).then_some((&self.buffer, &self.edits))
    }

    /// Returns a buffer of the edited text.
    #[must_use]
    pub fn to_buffer(&self) -> Buffer {
        let mut buffer = self.buffer.clone();
        if !self.edits.is_empty() {
            buffer.apply(&self.edits);
        }
        buffer
    }
}

/// The expected bytes that have not been written; writing any others is an error.
struct PendingBytes<'b>(&'b [u8]);

impl io::Write for PendingBytes<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.strip_prefix(bytes).ok_or(io::ErrorKind::InvalidData)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl From<Buffer> for EditedText {
    fn from(buffer: Buffer) -> Self {
        Self::new(buffer, EditSet::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Edit;

    #[track_caller]
    fn check(file: &[u8], edits: &[(std::ops::Range<usize>, &str)], expected: &[u8]) {
        let edits = edits.iter().map(|(range, text)| Edit { range: range.clone(), text: (*text).to_owned() });
        let edits = EditSet::new(edits.collect()).expect("disjoint");
        let text = EditedText::new(Buffer::decode(file).expect("text"), edits);
        assert_eq!(text.encode(), expected);
        assert_eq!(text.to_buffer().encode(), expected);
    }

    #[test]
    fn edits_are_spelled_as_the_file_is() {
        check(b"abc", &[(0..1, "x"), (2..2, "yz")], b"xbyzc");
        check(b"abc", &[], b"abc");
        check(b"", &[(0..0, "a\n")], b"a\n");
        check(b"\xef\xbb\xbfa\n", &[(0..1, ""), (2..2, "b")], b"\xef\xbb\xbf\nb");
        check(b"a\rb\r", &[(2..2, "x\n")], b"a\rx\rb\r");
        check(b"\xe9\n", &[(0..4, "\u{10FFE8}")], b"\xe8\n");
    }
}
