//! A cursor over the lines of a patch that keeps track of their numbers.

use std::borrow::Cow;
use std::sync::Arc;

use crate::ir::LineText;
use crate::text::DecodedText;

/// One line of a patch, without its line ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Its text.
    pub(super) text: &'a str,
    /// Whether it ends in CR LF, and this counts because not every line of the patch does.
    pub(super) crlf: bool,
    /// Its number in the patch, from 1.
    pub(super) number: usize,
}

impl Line<'_> {
    /// Returns whether it contains only white space.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim_ascii().is_empty()
    }
}

/// The lines still to be read. It is small and `Copy`, so lookahead is done with a copy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines<'a> {
    rest: &'a str,
    number: usize,
    ends: LineEnds,
    margin: usize,
    /// The text of which they are a part, if it can be shared.
    source: Option<&'a Arc<String>>,
}

/// The meaning of carriage returns before line feeds in a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineEnds {
    /// They belong to the lines.
    Meant,
    /// Every line has one: they are only the line endings of the patch.
    Ignored,
}

impl<'a> Lines<'a> {
    /// Returns the lines of a text whose first line has the given number in the patch.
    pub(super) fn new(text: &'a str, first_line: usize) -> Self {
        let ends = if is_crlf_throughout(text) { LineEnds::Ignored } else { LineEnds::Meant };
        Self { rest: text, number: first_line, ends, margin: 0, source: None }
    }

    /// Returns the lines of a whole text.
    pub(super) fn of(text: &'a DecodedText) -> Self {
        Self { source: Some(text.source()), ..Self::new(text.as_str(), 1) }
    }

    /// Returns the same lines from a text that can be shared; if necessary, it is copied into `copy`.
    pub(super) fn shared<'t>(&self, copy: &'t mut Option<Arc<String>>) -> Lines<'t>
    where
        'a: 't,
    {
        if self.source.is_some() {
            return *self;
        }
        let copy = copy.insert(Arc::new(self.rest.to_owned()));
        Lines { rest: copy, source: Some(copy), ..*self }
    }

    /// Returns a part of these lines as the text of a hunk line.
    pub(super) fn line_text(&self, text: &str) -> LineText {
        self.source.map_or_else(|| text.into(), |source| LineText::part(source, text))
    }

    /// Returns the same lines with up to `margin` spaces stripped from the beginning of each.
    pub(super) const fn with_margin(self, margin: usize) -> Self {
        Self { margin, ..self }
    }

    /// Returns the same lines with the margin of `other`.
    pub(super) const fn with_margin_of(self, other: &Self) -> Self {
        self.with_margin(other.margin)
    }

    /// Returns the text that is still to be read, including the margin.
    pub(super) const fn text(&self) -> &'a str {
        self.rest
    }

    /// Returns the text that is still to be read, without the margin.
    pub(super) fn without_margin(&self) -> Cow<'a, str> {
        if self.margin == 0 {
            return Cow::Borrowed(self.rest);
        }
        Cow::Owned(self.rest.split_inclusive('\n').map(|line| strip_blanks(line, self.margin)).collect())
    }

    /// Returns the number of the next line.
    pub(super) const fn number(&self) -> usize {
        self.number
    }

    /// Returns the next line without consuming it.
    pub(super) fn peek(&self) -> Option<Line<'a>> {
        let mut ahead = *self;
        ahead.next()
    }

    /// Skips the next line.
    pub(super) fn skip_line(&mut self) {
        self.next();
    }

    /// Skips blank lines.
    pub(super) fn skip_blank(&mut self) {
        while self.peek().is_some_and(|line| line.is_blank()) {
            self.skip_line();
        }
    }

    /// Returns the lines up to the position of `end`, a later copy of this cursor.
    pub(super) fn until(&self, end: &Lines<'a>) -> Lines<'a> {
        let length = self.rest.len().saturating_sub(end.rest.len());
        Lines { rest: self.rest.get(..length).unwrap_or(self.rest), ..*self }
    }

    /// Returns the same lines as a text of their own, for which the meaning of carriage returns is determined anew.
    pub(super) fn on_their_own(&self) -> Lines<'a> {
        Lines { margin: self.margin, source: self.source, ..Lines::new(self.rest, self.number) }
    }

    /// Returns the same lines, with carriage returns that belong to them even if every line has one.
    pub(super) const fn with_ends_meant(self) -> Self {
        Self { ends: LineEnds::Meant, ..self }
    }

    /// Returns the same lines, with carriage returns that have the same meaning as those of `other`.
    pub(super) const fn with_ends_of(self, other: &Self) -> Self {
        Self { ends: other.ends, ..self }
    }

    /// Returns the lines after the first `offset` bytes of the text that is still to be read.
    pub(super) fn behind_bytes(&self, offset: usize) -> Lines<'a> {
        let (taken, rest) = self.rest.split_at_checked(offset).unwrap_or((self.rest, ""));
        let breaks = memchr::memchr_iter(b'\n', taken.as_bytes()).count();
        Lines { rest, number: self.number + breaks, ..*self }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (text, rest) = match memchr::memchr(b'\n', self.rest.as_bytes()) {
            Some(at) => (&self.rest[..at], &self.rest[at + 1..]),
            None => (self.rest, ""),
        };
        let text = strip_blanks(text, self.margin);
        let has_return = text.as_bytes().last() == Some(&b'\r');
        let crlf = has_return && self.ends == LineEnds::Meant;
        let line = Line { text: &text[..text.len() - usize::from(has_return)], crlf, number: self.number };
        self.rest = rest;
        self.number += 1;
        Some(line)
    }
}

/// Returns the line with up to `margin` spaces stripped from its beginning.
fn strip_blanks(line: &str, margin: usize) -> &str {
    let blanks = line.bytes().take(margin).take_while(|byte| *byte == b' ').count();
    &line[blanks..]
}

/// Returns whether every line ends in CR LF; the last one may have no line ending.
fn is_crlf_throughout(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut ends = memchr::memchr_iter(b'\n', bytes).peekable();
    ends.peek().is_some() && ends.all(|at| at > 0 && bytes[at - 1] == b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, bool, usize)]) {
        let lines: Vec<_> = Lines::new(text, 5).map(|line| (line.text, line.crlf, line.number)).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn carriage_returns_count_unless_every_line_has_one() {
        check("a\r\nb\n", &[("a", true, 5), ("b", false, 6)]);
        check("a\r\nb\r\n", &[("a", false, 5), ("b", false, 6)]);
        check("a\r\nb", &[("a", false, 5), ("b", false, 6)]);
        check("", &[]);
        check("\n", &[("", false, 5)]);
    }

    #[test]
    fn a_margin_is_taken_off_as_far_as_it_is_there() {
        let lines = Lines::new("  a\n b\n    c\n", 1).with_margin(2);
        assert_eq!(lines.map(|line| line.text).collect::<Vec<_>>(), ["a", "b", "  c"]);
        assert_eq!(lines.without_margin(), "a\nb\n  c\n");
    }

    #[test]
    fn reading_on_from_a_byte_keeps_the_numbers() {
        let lines = Lines::new("one\ntwo\nthree\n", 1);
        let on = lines.behind_bytes(5);
        assert_eq!(on.peek().map(|line| (line.text, line.number)), Some(("wo", 2)));
        assert_eq!(lines.until(&on).text(), "one\nt");
    }
}
