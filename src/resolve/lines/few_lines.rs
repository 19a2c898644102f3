//! Finds a few lines in a text by a search for their bytes, which is much faster than a pass over all lines.

use memchr::{memchr, memrchr};

use crate::resolve::nearby::finder_of;
use crate::text::Buffer;
use crate::text::normal::trim;

/// The number of lines up to which each is searched for separately.
const FEW: usize = 5;

/// If more than one of so many lines of the text contains a line that is searched for, a pass over all lines is cheaper.
const LINES_FOR_ONE: usize = 32;

/// The lines to search for, trimmed.
#[derive(Debug, Clone, Default)]
pub(super) struct FewLines {
    lines: Vec<String>,
}

impl FewLines {
    /// Returns the only line to search for.
    pub(super) fn of(line: &str) -> Self {
        Self { lines: vec![trim(line).to_owned()] }
    }

    /// Adds a line; lines behind the first that is too many are not kept.
    pub(super) fn add(&mut self, line: &str) {
        let line = trim(line);
        if self.lines.len() <= FEW && !self.lines.iter().any(|own| own == line) {
            self.lines.push(line.to_owned());
        }
    }

    /// Returns the numbers of the lines that equal one of these, trimmed, in order; `None` if a pass over the text is
    /// cheaper, or if one of the lines is empty.
    pub(super) fn find(&self, buffer: &Buffer) -> Option<Vec<usize>> {
        let text = buffer.in_one_piece()?;
        if self.lines.len() > FEW || self.lines.iter().any(String::is_empty) {
            return None;
        }
        let mut left = buffer.line_count() / LINES_FOR_ONE;
        let mut found = Vec::new();
        for line in &self.lines {
            let finder = finder_of(line);
            let mut from = 0;
            while let Some(at) = finder.find(&text.as_bytes()[from..]).map(|at| from + at) {
                left = left.checked_sub(1)?;
                let whole = line_start(text, at)..line_end(text, at);
                if trim(&text[whole.clone()]) == line {
                    found.push(buffer.line_of(at));
                }
                from = whole.end;
            }
        }
        found.sort_unstable();
        Some(found)
    }
}

/// Returns the byte offset of the start of the line that contains `byte`.
fn line_start(text: &str, byte: usize) -> usize {
    memrchr(b'\n', &text.as_bytes()[..byte]).map_or(0, |feed| feed + 1)
}

/// Returns the byte offset of the end of the line that contains `byte`, without its line feed.
fn line_end(text: &str, byte: usize) -> usize {
    memchr(b'\n', &text.as_bytes()[byte..]).map_or(text.len(), |feed| byte + feed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the numbers of the lines that equal one of some lines, by a search and by a pass.
    fn found(text: &str, wanted: &[&str]) -> [Option<Vec<usize>>; 2] {
        let buffer = Buffer::of_text(text);
        let mut few = FewLines::default();
        wanted.iter().for_each(|line| few.add(line));
        let is_wanted = |line: &usize| wanted.iter().any(|own| trim(own) == trim(&buffer.line(*line)));
        [few.find(&buffer), Some((0..buffer.line_count()).filter(is_wanted).collect())]
    }

    #[test]
    fn a_search_finds_what_a_pass_finds() {
        let other = "other\n".repeat(400);
        let text = format!("one\r\n{other}\t one \r\nan one\none two\n two{other} one one\ntwo\n{other}one");
        let [searched, passed] = found(&text, &["one", "two", "  one"]);
        assert_eq!(searched, passed);
        assert_eq!(searched.map(|lines| lines.len()), Some(4));
    }

    #[test]
    fn frequent_lines_are_left_to_a_pass() {
        let text = "one\ntwo\n".repeat(400);
        assert_eq!(found(&text, &["one"])[0], None);
        assert_eq!(found(&text, &["1", "2", "3", "4", "5", "6"])[0], None);
        assert_eq!(found(&text, &["1", "2", "3", "4", "5"])[0], Some(Vec::new()));
    }
}
