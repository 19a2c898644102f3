//! A text in one piece: what a file is until it is edited for the second time.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// A text in one piece, shared with the bytes that it was read from, and where its lines begin.
#[derive(Debug, Clone)]
pub(super) struct Flat {
    whole: Arc<String>,
    /// Where the text begins: behind a byte order mark.
    start: usize,
    /// Where each line begins, once somebody asks.
    lines: OnceLock<Vec<usize>>,
}

impl Flat {
    /// The text of `whole` from byte `start` on, which is between characters.
    pub(super) const fn new(whole: Arc<String>, start: usize) -> Self {
        Self { whole, start, lines: OnceLock::new() }
    }

    pub(super) fn text(&self) -> &str {
        &self.whole[self.start..]
    }

    fn line_starts(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            let text = self.text();
            let begin = (!text.is_empty()).then_some(0);
            let behind = memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1);
            let mut starts: Vec<usize> = Vec::with_capacity(text.len() / 32);
            starts.extend(begin.into_iter().chain(behind));
            // What a final line feed ends is a line, what follows it is none.
            starts.pop_if(|last| *last == text.len());
            starts
        })
    }

    pub(super) fn line_count(&self) -> usize {
        self.line_starts().len()
    }

    /// The byte at which a line begins, for lines behind the last one the length of the text.
    pub(super) fn line_start(&self, line: usize) -> usize {
        self.line_starts().get(line).copied().unwrap_or(self.text().len())
    }

    /// The line that holds a byte; for the end of the text, the line that a further byte would be on.
    pub(super) fn line_of(&self, byte: usize) -> usize {
        let text = self.text();
        if byte >= text.len() && text.ends_with('\n') {
            return self.line_count();
        }
        self.line_starts().partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// A line with its end.
    pub(super) fn line(&self, line: usize) -> &str {
        &self.text()[self.line_start(line)..self.line_start(line + 1)]
    }

    /// Calls `visit` with the number and the text, end included, of every line from `first` on.
    pub(super) fn each_line(&self, first: usize, mut visit: impl FnMut(usize, &str) -> ControlFlow<()>) {
        let from = if first == 0 { 0 } else { self.line_start(first) };
        let mut rest = &self.text()[from..];
        let mut number = first;
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |end| end + 1);
            let (line, behind) = rest.split_at(end);
            if visit(number, line).is_break() {
                return;
            }
            rest = behind;
            number += 1;
        }
    }
}
