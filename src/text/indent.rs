//! The indentation style of a text: tabs or spaces, and the width of an indent level.

use std::ops::{ControlFlow, Range};

use super::buffer::Buffer;
use super::normal::{is_blank, trim};
use super::reindent::is_label;

/// The characters that a text is indented with, as counts of its indented lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IndentStyle {
    /// The number of lines that begin with a tab.
    pub tabs: usize,
    /// The number of lines that begin with two spaces; a single space is that of a block comment with stars.
    pub blanks: usize,
}

impl IndentStyle {
    /// Counts a line.
    pub fn count(&mut self, line: &str) {
        match line.as_bytes() {
            [b'\t', ..] if !is_blank(line) => self.tabs += 1,
            [b' ', b' ', ..] if !is_blank(line) => self.blanks += 1,
            _ => {}
        }
    }

    /// Returns whether some of the lines begin with the character that the text uses less.
    #[must_use]
    pub fn may_convert(self, lines: &[String]) -> bool {
        let other = if self.tabs > self.blanks { ' ' } else { '\t' };
        lines.iter().any(|line| line.starts_with(other))
    }

    /// Removes a line from the counts.
    pub fn uncount(&mut self, line: &str) {
        match line.as_bytes() {
            [b'\t', ..] if !is_blank(line) => self.tabs -= 1,
            [b' ', b' ', ..] if !is_blank(line) => self.blanks -= 1,
            _ => {}
        }
    }
}

/// Returns whether a line begins with an operator, and thus continues the statement above it.
fn begins_with_operator(line: &str) -> bool {
    ["<<", ".", "?", ":", "&&", "||", "=", "|"].iter().any(|sign| line.starts_with(sign))
}

/// Returns the usual number of spaces by which a line is indented deeper than the line before it: the most frequent
/// increase below lines that end in `{` or `:`, otherwise below any line; of equally frequent ones the smaller; 4 if
/// there is none.
#[must_use]
pub fn usual_step(buffer: &Buffer) -> usize {
    step_within(buffer, 0..buffer.line_count()).0
}

/// Returns the usual increase of indentation in some lines, how many increases have this width, and the number of all
/// increases.
///
/// Lines with arbitrary indentation do not count: the text of block comments and of triple-quoted strings, and lines
/// that continue a statement with an operator. A label whose indentation differs by one space from that of the line
/// above, such as ` public:`, is halfway to the lines below it, and does not count, unless a colon opens the blocks.
#[must_use]
pub fn step_within(buffer: &Buffer, lines: Range<usize>) -> (usize, usize, usize) {
    let (mut increases, mut of_blocks, mut widths) = ([0_usize; 17], [0_usize; 17], [0_usize; 65]);
    let (mut previous, mut opens, mut goes_on) = (0, false, false);
    let (mut in_comment, mut below_colon) = (false, false);
    let mut quotes = begins_in_string(buffer, &lines);
    buffer.each_line(lines.start, |number, line| {
        if number >= lines.end {
            return ControlFlow::Break(());
        }
        let text = trim(line);
        let is_comment = in_comment || text.starts_with("/*") || text.starts_with("* ");
        in_comment = is_comment && !text.contains("*/") && (in_comment || text.starts_with("/*"));
        let is_string = quotes.is_some();
        quotes = open_quotes(line, quotes);
        let width = line.bytes().take_while(|byte| *byte == b' ').count();
        let is_label = !below_colon && text.ends_with(':') && is_label(text);
        let is_halfway = is_label && width.abs_diff(previous) == 1;
        if !text.is_empty() && !is_comment && !is_string && !is_halfway {
            // Directly below the heading of a block, no line continues a statement: `.name {` is a selector there.
            let is_part = begins_with_operator(text) && !opens;
            let increase = width.checked_sub(previous).filter(|own| *own < increases.len());
            if let Some(increase) = increase.filter(|_| !is_part) {
                increases[increase] += usize::from(!goes_on);
                of_blocks[increase] += usize::from(opens);
            }
            widths[width.min(widths.len() - 1)] += usize::from(width > 1 && !is_part);
            // The continuation of a statement has an arbitrary indentation.
            (previous, opens) = (width, text.ends_with(['{', ':']));
            below_colon = if opens { text.ends_with(':') } else { below_colon };
            goes_on = text.ends_with([',', '\\', '+']) || text.ends_with("&&") || text.ends_with("||");
        }
        ControlFlow::Continue(())
    });
    // A step fits if the indentation of at least half of the indented lines is a multiple of it; below a colon in prose
    // the indentation is arbitrary.
    let indented: usize = widths.iter().sum();
    let fits = |step: usize| 2 * widths.iter().step_by(step).sum::<usize>() >= indented;
    let fitting = |counts: [usize; 17]| {
        let mut steps = counts;
        steps
            .iter_mut()
            .enumerate()
            .skip(2)
            .filter(|(step, _)| !fits(*step))
            .for_each(|(_, count)| *count = 0);
        steps
    };
    let has_steps = |counts: &[usize; 17]| counts.iter().skip(2).any(|count| *count > 0);
    // Code after an open bracket or an operator is often indented deeper than a block.
    let by_trust = [fitting(of_blocks), fitting(increases), of_blocks];
    increases = by_trust.into_iter().find(has_steps).unwrap_or(increases);
    // The lines of a block comment are indented one space deeper than its opening; few texts have an indent level of
    // one space.
    let least = if increases.iter().skip(2).any(|count| *count > 0) { 2 } else { 1 };
    let most = increases.iter().skip(least).copied().max().unwrap_or(0);
    let all = increases.iter().skip(least).sum();
    let step = if most == 0 { None } else { increases.iter().skip(least).position(|count| *count == most) };
    (step.map_or(4, |at| at + least), most, all)
}

/// Returns whether the result of [`step_within`] shows a clear indent level: at least three increases of this width,
/// and at least four of five increases.
#[must_use]
pub const fn is_step_clear((_, most, all): (usize, usize, usize)) -> bool {
    most >= 3 && most * 10 >= all * 8
}

/// Returns the quote character of the first triple quote in a line from byte `from` on, of the kind `wanted` if given,
/// and the byte offset after it.
fn three_quotes(line: &str, from: usize, wanted: Option<u8>) -> Option<(u8, usize)> {
    let bytes = line.as_bytes();
    let mut at = from;
    loop {
        at += memchr::memchr2(b'"', b'\'', bytes.get(at..)?)?;
        let sign = bytes[at];
        if bytes[at..].starts_with(&[sign; 3]) && wanted.is_none_or(|wanted| wanted == sign) {
            return Some((sign, at + 3));
        }
        at += 1;
    }
}

/// Returns the quote character of the triple-quoted string that is open after a line; `open` is that before the line.
fn open_quotes(line: &str, mut open: Option<u8>) -> Option<u8> {
    let mut from = 0;
    while let Some((sign, end)) = three_quotes(line, from, open) {
        open = if open.is_none() { Some(sign) } else { None };
        from = end;
    }
    open
}

/// Returns the quote character of the triple-quoted string that the lines begin in. This is assumed if the first triple
/// quote is alone on its line, and the line of text above it opens nothing.
fn begins_in_string(buffer: &Buffer, lines: &Range<usize>) -> Option<u8> {
    if lines.start == 0 {
        return None;
    }
    let mut found = None;
    let mut opens = true;
    buffer.each_line(lines.start, |number, line| {
        if number >= lines.end {
            return ControlFlow::Break(());
        }
        let text = trim(line);
        if let Some((sign, _)) = three_quotes(text, 0, None) {
            found = (text.len() == 3 && !opens).then_some(sign);
            return ControlFlow::Break(());
        }
        if !text.is_empty() {
            opens = text.ends_with([':', '{', '(', '[', ',', '=']);
        }
        ControlFlow::Continue(())
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, lines: std::ops::Range<usize>, expected: usize) {
        let buffer = Buffer::decode(text.as_bytes()).expect("text");
        assert_eq!(step_within(&buffer, lines).0, expected);
    }

    #[test]
    fn the_text_of_strings_shows_no_step() {
        let text = "def f():\n    \"\"\"What.\n\n    :a: one\n      more\n    :b: two\n      more\n    \"\"\"\n    if a:\n        b\n";
        check(text, 0..10, 4);
        check(text, 3..10, 4);
    }

    #[test]
    fn labels_one_blank_deep_show_no_step() {
        check("class A {\n public:\n  A();\n\n private:\n  int a;\n};\n", 0..7, 2);
        check("class A {\n public:\n    A();\n\n private:\n    int a;\n};\n", 0..7, 4);
        // Keys and statements with an indent level of one space are not labels.
        check("a:\n b:\n  c:\n   d: 1\n e:\n  f: 2\n", 0..6, 1);
        check("while True:\n a()\n if b:\n  c()\n else:\n  d()\n", 0..6, 1);
    }
}
