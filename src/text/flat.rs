//! A text in one piece, which represents a file until its second edit.

use std::ops::{ControlFlow, Range};
use std::sync::{Arc, OnceLock};

use super::shared_slice::SharedSlice;

/// A text in one piece, which shares the memory of the bytes that it was read from, with an index of its lines.
#[derive(Debug, Clone)]
pub(super) struct Flat {
    whole: Arc<String>,
    /// The byte offset of the text, after a byte order mark.
    start: usize,
    /// The byte offset of each line, computed on first use and shared with copies.
    lines: Arc<OnceLock<Vec<usize>>>,
}

impl Flat {
    /// Creates the text of `whole` from byte `start` on, which must be a character boundary.
    pub(super) fn new(whole: Arc<String>, start: usize) -> Self {
        Self { whole, start, lines: Arc::default() }
    }

    pub(super) fn text(&self) -> &str {
        &self.whole[self.start..]
    }

    /// Returns a byte range of the text, which shares its memory.
    pub(super) fn part(&self, bytes: Range<usize>) -> SharedSlice {
        SharedSlice::new(Arc::clone(&self.whole), self.start + bytes.start..self.start + bytes.end)
    }

    /// Returns whether the text shares the memory of `text`.
    pub(super) fn is_shared_with(&self, text: &Arc<String>) -> bool {
        Arc::ptr_eq(&self.whole, text)
    }

    pub(super) fn forget_lines(&mut self) {
        self.lines = Arc::default();
    }

    fn line_starts(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            let text = self.text();
            let mut starts: Vec<usize> = Vec::with_capacity(text.len() / 32 + 1);
            starts.push(0);
            each_line_feed(text.as_bytes(), |at| starts.push(at + 1));
            // A final line feed ends the last line, and begins no further one.
            starts.pop_if(|last| *last == text.len());
            starts
        })
    }

    pub(super) fn line_count(&self) -> usize {
        self.line_starts().len()
    }

    /// Returns the byte offset of the start of a line; for a line after the last one, the length of the text.
    pub(super) fn line_start(&self, line: usize) -> usize {
        self.line_starts().get(line).copied().unwrap_or(self.text().len())
    }

    /// Returns the line that contains a byte; for the end of the text, the line that a further byte would be on.
    pub(super) fn line_of(&self, byte: usize) -> usize {
        let text = self.text();
        if byte >= text.len() && text.ends_with('\n') {
            return self.line_count();
        }
        self.line_starts().partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// Returns a line with its line ending.
    pub(super) fn line(&self, line: usize) -> &str {
        &self.text()[self.line_start(line)..self.line_start(line + 1)]
    }

    /// Calls `visit` with the number and the text, line ending included, of every line from `first` on.
    pub(super) fn each_line(&self, first: usize, mut visit: impl FnMut(usize, &str) -> ControlFlow<()>) {
        let text = self.text();
        let starts = self.line_starts().get(first..).unwrap_or_default();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        for (number, (start, end)) in (first..).zip(starts.iter().zip(ends)) {
            if visit(number, &text[*start..end]).is_break() {
                return;
            }
        }
    }
}

/// Calls `visit` with the byte offset of every line feed. It examines eight bytes at a time: line feeds are too close
/// together for a search that is restarted after each of them.
fn each_line_feed(bytes: &[u8], mut visit: impl FnMut(usize)) {
    const LINE_FEEDS: u64 = u64::from_ne_bytes([b'\n'; 8]);
    const LOW_BITS: u64 = u64::from_ne_bytes([0x7f; 8]);
    let (words, rest) = bytes.as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let differing = u64::from_le_bytes(*word) ^ LINE_FEEDS;
        // Sets the high bit of each zero byte, and no other bit.
        let mut found = !(((differing & LOW_BITS) + LOW_BITS) | differing | LOW_BITS);
        while found != 0 {
            visit(at * 8 + found.trailing_zeros() as usize / 8);
            found &= found - 1;
        }
    }
    for (at, byte) in rest.iter().enumerate() {
        if *byte == b'\n' {
            visit(words.len() * 8 + at);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_line_feed_is_found(text in "[a\n\r\u{8a}\u{10a}]{0,40}") {
            let mut found = Vec::new();
            each_line_feed(text.as_bytes(), |at| found.push(at));
            let expected: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
            prop_assert_eq!(found, expected);
            let flat = Flat::new(Arc::new(text.clone()), 0);
            prop_assert_eq!(flat.line_count(), text.split_inclusive('\n').count());
            for at in 0..=text.len() {
                prop_assert_eq!(flat.line_of(at), text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count());
            }
        }
    }
}
