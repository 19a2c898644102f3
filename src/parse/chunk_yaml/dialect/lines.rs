//! The lines of a patch, and places on them.

use crate::diag::PatchPlace;
use crate::ir::Fragment;

/// The lines that are still to be read.
#[derive(Debug, Clone)]
pub(super) struct YamlLines<'a> {
    next: Option<&'a str>,
    rest: &'a str,
    number: usize,
}

impl<'a> YamlLines<'a> {
    /// Returns the lines of `text`, whose first line is line `first_line` of the patch.
    pub(super) fn new(text: &'a str, first_line: usize) -> Self {
        let mut lines = Self { next: None, rest: text, number: first_line };
        lines.next = lines.cut();
        lines
    }

    /// Returns the next line, without its line ending.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.next
    }

    /// Returns the number of the next line, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Consumes the next line.
    pub(super) fn take(&mut self) -> Option<RestOfLine<'a>> {
        let rest = self.next?;
        let spot = RestOfLine { line: self.number, column: 0, rest };
        self.next = self.cut();
        self.number += 1;
        Some(spot)
    }

    fn cut(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = memchr::memchr(b'\n', self.rest.as_bytes());
        let (line, rest) = match end {
            Some(at) => (&self.rest[..at], &self.rest[at + 1..]),
            None => (self.rest, ""),
        };
        self.rest = rest;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }
}

/// The rest of a line, and where it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct RestOfLine<'a> {
    /// The line number, from 1.
    pub(super) line: usize,
    /// The column in characters, from 0.
    pub(super) column: usize,
    /// The rest of the line from there on.
    pub(super) rest: &'a str,
}

impl<'a> RestOfLine<'a> {
    /// Returns the place, for a diagnostic.
    pub(super) fn place(&self) -> PatchPlace {
        PatchPlace::new(self.line, self.column + 1)
    }

    /// Returns the spot `bytes` further on, which must be at a character boundary.
    pub(super) fn past(&self, bytes: usize) -> Self {
        let (passed, rest) = self.rest.split_at(bytes);
        let width = if passed.is_ascii() { passed.len() } else { passed.chars().count() };
        Self { column: self.column + width, rest, ..*self }
    }

    /// Returns the spot after spaces and tabs.
    pub(super) fn past_blanks(&self) -> Self {
        self.past(self.rest.len() - self.rest.trim_start_matches([' ', '\t']).len())
    }

    /// Returns the spot after the indentation, which consists of spaces only.
    pub(super) fn past_indent(&self) -> Self {
        self.past(indent_of(self.rest))
    }

    /// Returns a text of one line at this place; of no lines if it is empty.
    pub(super) fn one_line(&self, text: &str) -> Fragment {
        let lines = if text.is_empty() { Vec::new() } else { vec![text.to_owned()] };
        Fragment { lines, place: self.place(), margin: None }
    }

    /// Returns whether only spaces and tabs are left.
    pub(super) fn is_blank(&self) -> bool {
        is_blank(self.rest)
    }
}

/// Returns the number of spaces at the beginning of a line.
pub(super) fn indent_of(line: &str) -> usize {
    line.bytes().take_while(|byte| *byte == b' ').count()
}

/// Returns whether a line consists of spaces and tabs.
pub(super) fn is_blank(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
}
