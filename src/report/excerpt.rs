//! Single lines of patches and files, in a form that can be shown below a message.

use std::cell::OnceCell;
use std::ops::Range;

use super::showable;
use crate::diag::PatchPlace;

/// The maximum number of characters shown of a line.
const WIDTH: usize = 160;

/// The number of characters before the column that are kept when a long line is cut.
const BEFORE: usize = 40;

/// A line to be shown, with the part to be marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// The text, cut to a width that a terminal can show.
    pub(super) text: String,
    /// The byte range of the text to be marked.
    pub(super) span: Range<usize>,
    /// How many characters fewer stand before those that are shown.
    cut: usize,
}

impl Excerpt {
    /// Returns the line, marked from `column` on (in characters, from 1), without trailing white space.
    pub(super) fn from_column(line: &str, column: usize) -> Self {
        let line = showable(line.trim_end());
        let at = column.saturating_sub(1).min(line.chars().count());
        let skip = if line.chars().count() > WIDTH { at.saturating_sub(BEFORE) } else { 0 };
        let mut text: String = if skip > 0 { "…".into() } else { String::new() };
        let lead = text.len();
        text.extend(line.chars().skip(skip).take(WIDTH));
        let start = lead + text[lead..].chars().take(at - skip).map(char::len_utf8).sum::<usize>();
        if line.chars().count() > skip + WIDTH {
            text.push('…');
        }
        let span = start..text.len();
        Self { text, span, cut: skip.saturating_sub(1) }
    }

    /// Returns the line, marked where a place of the patch is.
    pub(super) fn of_place(line: &str, place: PatchPlace) -> Self {
        let excerpt = Self::from_column(line, place.column);
        let marked = &excerpt.text[excerpt.span.clone()];
        let end = marked.char_indices().nth(place.width).map(|(at, _)| excerpt.span.start + at);
        match end.filter(|_| place.width > 0) {
            Some(end) => Self { span: excerpt.span.start..end, ..excerpt },
            None => excerpt,
        }
    }

    /// The bytes of the text at some columns, in characters from 1; `None` if they are not shown.
    pub(super) fn at(&self, columns: &Range<usize>) -> Option<Range<usize>> {
        let byte = |column: usize| {
            let count = column.checked_sub(1 + self.cut)?;
            self.text.char_indices().map(|(at, _)| at).chain([self.text.len()]).nth(count)
        };
        Some(byte(columns.start)?..byte(columns.end)?)
    }

    /// Returns the line, marked except for its indentation.
    pub(super) fn of_line(line: &str) -> Self {
        let indent = line.chars().take_while(|char| char.is_whitespace()).count();
        Self::from_column(line, indent + 1)
    }
}

/// The lines of a patch. Their positions are found in one pass, since a report may show a line for each of thousands of
/// problems.
pub(super) struct PatchLines<'a> {
    patch: &'a [u8],
    /// The byte offsets of the lines, determined on first use.
    starts: OnceCell<Vec<usize>>,
}

impl<'a> PatchLines<'a> {
    pub(super) const fn of(patch: &'a [u8]) -> Self {
        Self { patch, starts: OnceCell::new() }
    }

    /// Returns a line (from 1) as text.
    pub(super) fn line(&self, line: usize) -> Option<String> {
        let ends = || memchr::memchr_iter(b'\n', self.patch).map(|end| end + 1);
        let starts = self.starts.get_or_init(|| std::iter::once(0).chain(ends()).collect());
        let start = *starts.get(line.checked_sub(1)?)?;
        let end = starts.get(line).map_or(self.patch.len(), |next| next - 1);
        // A line of, say, 50 MB is cut before it is copied; the rest could not be shown anyway.
        let bytes = &self.patch[start..end.min(start + 64 * 1024)];
        Some(String::from_utf8_lossy(bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, column: usize, text: &str, meant: &str) {
        let excerpt = Excerpt::from_column(line, column);
        assert_eq!((excerpt.text.as_str(), &excerpt.text[excerpt.span.clone()]), (text, meant));
    }

    #[test]
    fn the_rest_of_the_line_is_meant() {
        check("marker: é = 1  \r", 9, "marker: é = 1", "é = 1");
        check("short", 99, "short", "");
        check("", 1, "", "");
    }

    #[test]
    fn a_part_of_a_line_is_meant() {
        let meant = |line: &str, first: usize, columns| {
            let excerpt = Excerpt::from_column(line, first);
            excerpt.at(&columns).map(|span| excerpt.text[span].to_owned())
        };
        assert_eq!(meant("é = a.b", 1, 7..8).as_deref(), Some("b"));
        assert_eq!(meant("é = a.b", 1, 9..10), None);
        let long = format!("{}a.name{}", "x".repeat(500), "y".repeat(500));
        assert_eq!(meant(&long, 503, 503..507).as_deref(), Some("name"));
        assert_eq!(meant(&long, 503, 1..2), None);
    }

    #[test]
    fn nothing_reaches_the_terminal_that_moves_it() {
        check("a\u{1b}[2Jb", 1, "a\u{fffd}[2Jb", "a\u{fffd}[2Jb");
        check("\u{10ffe9}", 1, "\u{fffd}", "\u{fffd}");
    }

    #[test]
    fn a_long_line_is_cut_around_the_column() {
        let excerpt = Excerpt::from_column(&"x".repeat(100_000), 50_000);
        assert_eq!(excerpt.text.chars().count(), WIDTH + 2);
        assert_eq!(excerpt.span.len(), excerpt.text.len() - BEFORE - "…".len());
    }

    #[test]
    fn lines_of_the_patch_are_counted_from_1() {
        let lines = PatchLines::of(b"a\nb\n");
        assert_eq!(lines.line(1).as_deref(), Some("a"));
        assert_eq!(lines.line(2).as_deref(), Some("b"));
        assert_eq!(lines.line(3).as_deref(), Some(""));
        assert_eq!(lines.line(0), None);
        assert_eq!(lines.line(7), None);
    }
}
