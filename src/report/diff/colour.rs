//! Colors a diff as git does, and marks the words that changed within a line.
//!
//! Control characters of the files do not reach the terminal: they are shown as U+FFFD.

use std::ops::Range;

use similar::DiffTag;

use crate::report::showable;
use crate::text::{Method, align};

const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const CYAN: &str = "\x1b[36m";
const MARK: &str = "\x1b[7m";
const UNMARK: &str = "\x1b[27m";
const RESET: &str = "\x1b[0m";

/// The maximum length, in bytes, of lines whose words are compared.
const MAX_COMPARED_LEN: usize = 2000;

/// Returns a diff with escape sequences for a terminal.
///
/// ```
/// use chunk::report::diff::coloured;
///
/// let shown = coloured(b"@@ -1 +1 @@\n-return a\n+return b\n");
/// assert!(shown.contains("-return \x1b[7ma\x1b[27m"));
/// ```
#[must_use]
pub fn coloured(diff: &[u8]) -> String {
    let text = String::from_utf8_lossy(diff);
    let mut painter = Painter::default();
    for line in text.lines() {
        painter.line(line);
    }
    painter.flush();
    painter.out
}

/// Writes a diff line by line; removed and added lines are held back until the run is complete, so that they can be
/// compared.
#[derive(Debug, Default)]
struct Painter<'d> {
    out: String,
    /// The numbers of old and new lines that the hunk still has.
    left: (usize, usize),
    removed: Vec<&'d str>,
    added: Vec<&'d str>,
}

impl<'d> Painter<'d> {
    fn line(&mut self, line: &'d str) {
        if self.left == (0, 0) && !line.starts_with('\\') {
            self.flush();
            return match hunk_size(line) {
                Some(size) => {
                    self.left = size;
                    self.plain(CYAN, line);
                }
                None => self.plain(BOLD, line),
            };
        }
        let (old, new) = &mut self.left;
        match line.as_bytes().first() {
            Some(b'-') => {
                *old = old.saturating_sub(1);
                if !self.added.is_empty() {
                    self.flush();
                }
                self.removed.push(&line[1..]);
            }
            Some(b'+') => {
                *new = new.saturating_sub(1);
                self.added.push(&line[1..]);
            }
            // It refers to the line above, and has no color.
            Some(b'\\') => {
                self.flush();
                self.plain("", line);
            }
            _ => {
                (*old, *new) = (old.saturating_sub(1), new.saturating_sub(1));
                self.flush();
                self.plain("", line);
            }
        }
    }

    /// Writes the removed and added lines that were held back.
    fn flush(&mut self) {
        let (removed, added) = (std::mem::take(&mut self.removed), std::mem::take(&mut self.added));
        // Lines can only be compared in pairs.
        let pairs = if removed.len() == added.len() { removed.len() } else { 0 };
        let marks: Vec<DifferingBytes> =
            (0..pairs).map(|at| DifferingBytes::of(removed[at], added[at])).collect();
        for (at, line) in removed.iter().enumerate() {
            self.marked(RED, '-', line, marks.get(at).map_or(&[], |marks| &marks.old));
        }
        for (at, line) in added.iter().enumerate() {
            self.marked(GREEN, '+', line, marks.get(at).map_or(&[], |marks| &marks.new));
        }
    }

    fn plain(&mut self, colour: &str, line: &str) {
        let end = if colour.is_empty() { "" } else { RESET };
        self.out.push_str(&format!("{colour}{}{end}\n", showable(line)));
    }

    fn marked(&mut self, colour: &str, sign: char, line: &str, marks: &[Range<usize>]) {
        self.out.push_str(&format!("{colour}{sign}"));
        let mut at = 0;
        for mark in marks {
            let (before, marked) = (&line[at..mark.start], &line[mark.clone()]);
            self.out.push_str(&format!("{}{MARK}{}{UNMARK}", showable(before), showable(marked)));
            at = mark.end;
        }
        self.out.push_str(&format!("{}{RESET}\n", showable(&line[at..])));
    }
}

/// Returns the numbers of old and new lines in a hunk header; `None` if the line is not a hunk header.
fn hunk_size(line: &str) -> Option<(usize, usize)> {
    let rest = line.strip_prefix("@@ -")?;
    let (old, rest) = rest.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let count = |range: &str| range.split_once(',').map_or(Some(1), |(_, count)| count.parse().ok());
    Some((count(old)?, count(new)?))
}

/// The byte ranges in which two lines differ.
#[derive(Debug, Default)]
struct DifferingBytes {
    old: Vec<Range<usize>>,
    new: Vec<Range<usize>>,
}

impl DifferingBytes {
    /// Nothing is marked if the lines differ mostly: then they are paired by chance.
    fn of(old: &str, new: &str) -> Self {
        if old.len().max(new.len()) > MAX_COMPARED_LEN {
            return Self::default();
        }
        let (old_words, new_words) = (words(old), words(new));
        let texts = |line: &'_ str, words: &[Range<usize>]| -> Vec<String> {
            words.iter().map(|word| line[word.clone()].to_owned()).collect()
        };
        let (old_texts, new_texts) = (texts(old, &old_words), texts(new, &new_words));
        let mut marks = Self::default();
        let mut equal = 0;
        for op in align(Method::Shortest, &old_texts, &new_texts) {
            let (tag, old_range, new_range) = op.as_tag_tuple();
            if tag == DiffTag::Equal {
                equal += old_texts[old_range].iter().map(String::len).sum::<usize>();
                continue;
            }
            add(&mut marks.old, &old_words, old_range);
            add(&mut marks.new, &new_words, new_range);
        }
        if equal * 3 < old.trim().len().max(new.trim().len()) { Self::default() } else { marks }
    }
}

fn add(marks: &mut Vec<Range<usize>>, words: &[Range<usize>], range: Range<usize>) {
    if let (Some(first), Some(last)) = (words.get(range.start), words.get(range.end.wrapping_sub(1)))
        && !range.is_empty()
    {
        marks.push(first.start..last.end);
    }
}

/// Returns the words of a line, the white space between them, and each other character separately.
fn words(line: &str) -> Vec<Range<usize>> {
    let kind = |char: char| match char {
        _ if char.is_alphanumeric() || char == '_' => 0,
        _ if char.is_whitespace() => 1,
        _ => 2,
    };
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut last = 2;
    for (at, char) in line.char_indices() {
        let own = kind(char);
        match words.last_mut() {
            Some(word) if own == last && own != 2 => word.end = at + char.len_utf8(),
            _ => words.push(at..at + char.len_utf8()),
        }
        last = own;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a colored diff, with marks shown as brackets, and colors as words in angle brackets.
    #[track_caller]
    fn check(diff: &str, expected: &str) {
        let names = [
            (BOLD, "<b>"),
            (RED, "<r>"),
            (GREEN, "<g>"),
            (CYAN, "<c>"),
            (MARK, "["),
            (UNMARK, "]"),
            (RESET, "</>"),
        ];
        let shown =
            names.iter().fold(coloured(diff.as_bytes()), |text, (code, name)| text.replace(code, name));
        assert_eq!(shown, expected);
    }

    #[test]
    fn changed_words_are_marked() {
        check(
            "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ f\n one\n-return math.flor(x)\n+return math.floor(x, 2)\n",
            "<b>--- a/x</>\n<b>+++ b/x</>\n<c>@@ -1,2 +1,2 @@ f</>\n one\n<r>-return math.[flor](x)</>\n<g>+return math.[floor](x[, 2])</>\n",
        );
    }

    #[test]
    fn lines_that_have_little_in_common_are_not_compared() {
        check("@@ -1 +1 @@\n-one\n+two three\n", "<c>@@ -1 +1 @@</>\n<r>-one</>\n<g>+two three</>\n");
        check(
            "@@ -1,2 +1 @@\n-a b\n-c d\n+a c\n",
            "<c>@@ -1,2 +1 @@</>\n<r>-a b</>\n<r>-c d</>\n<g>+a c</>\n",
        );
    }

    #[test]
    fn lines_that_look_like_headers_are_lines_of_their_hunk() {
        check(
            "@@ -1,2 +0,0 @@\n--- a\n-@@ -1 +1 @@\ndiff\n",
            "<c>@@ -1,2 +0,0 @@</>\n<r>--- a</>\n<r>-@@ -1 +1 @@</>\n<b>diff</>\n",
        );
    }

    #[test]
    fn missing_line_ends_are_said_below_their_line() {
        check(
            "@@ -1 +1 @@\n-a b\n\\ No newline at end of file\n+a c\n",
            "<c>@@ -1 +1 @@</>\n<r>-a b</>\n\\ No newline at end of file\n<g>+a c</>\n",
        );
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        check(
            "@@ -1 +1 @@\n-a\u{1b}[2J\n+\u{7}\n",
            "<c>@@ -1 +1 @@</>\n<r>-a\u{fffd}[2J</>\n<g>+\u{fffd}</>\n",
        );
    }
}
