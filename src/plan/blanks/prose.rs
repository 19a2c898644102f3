//! Blank lines in Markdown and plain texts that separate headings or entries.
//!
//! Only the lines near the place show how the file separates headings, and nothing is changed within a fenced block.

use crate::ir::PatchPath;
use crate::text::Buffer;
use crate::text::normal::{is_blank, trim, trim_end};

/// The extensions of Markdown files.
const MARKDOWN: [&str; 3] = ["md", "markdown", "mdx"];

/// The maximum number of lines of a file that are searched for fences above a place.
const MAX_LINES: usize = 20_000;

/// The number of lines above or below a place in which headings are examined.
const EXAMINED_LINES: usize = 200;

/// Returns the lines of an entry that is inserted before line `at` of a plain text. A blank line is added at the end if
/// the entry below begins like the payload, and another one further down has a blank line above it.
pub(in crate::plan) fn set_entry_apart(buffer: &Buffer, at: usize, mut payload: Vec<String>) -> Vec<String> {
    let is_gap = |line: Option<usize>| line.is_none_or(|line| is_blank(&buffer.line(line)));
    let (Some(first), Some(last)) = (payload.first(), payload.last()) else { return payload };
    if at >= buffer.line_count() || is_blank(last) || !is_gap(at.checked_sub(1)) {
        return payload;
    }
    // A heading that begins the text, like the one of the payload.
    let lines =
        |from: usize| (from..buffer.line_count().min(from + 3)).map(|line| buffer.line(line).into_owned());
    if is_titled(&payload) && is_titled(&lines(at).collect::<Vec<_>>()) {
        let next = (at + 3..buffer.line_count().min(at + EXAMINED_LINES)).find(|line| {
            // The rule above a heading is part of it.
            is_titled(&lines(*line).collect::<Vec<_>>()) && !is_underline(&buffer.line(line - 1))
        });
        if next.is_none_or(|line| is_blank(&buffer.line(line - 1))) {
            payload.push(String::new());
        }
        return payload;
    }
    let below = shape(&buffer.line(at));
    let end = buffer.line_count().min(at + EXAMINED_LINES);
    let next = (at + 1..end).find(|line| shape(&buffer.line(*line)) == below);
    let is_apart = next.is_some_and(|line| is_blank(&buffer.line(line - 1)));
    if is_apart && below.is_some() && shape(first) == below {
        payload.push(String::new());
    }
    payload
}

/// Returns whether lines of a plain text begin with a heading: a line with a rule below, and possibly one above.
fn is_titled(lines: &[String]) -> bool {
    let is_text = |line: Option<&String>| {
        line.is_some_and(|line| !is_blank(line) && !line.starts_with([' ', '\t']) && !is_underline(line))
    };
    let is_rule = |line: Option<&String>| line.is_some_and(|line| is_underline(line));
    is_text(lines.first()) && is_rule(lines.get(1))
        || is_rule(lines.first()) && lines.get(1).is_some_and(|line| !is_blank(line)) && is_rule(lines.get(2))
}

/// Returns whether a line of a plain text is the rule of a heading: one character, repeated.
fn is_underline(text: &str) -> bool {
    let text = trim_end(text);
    let first = text.bytes().next().filter(u8::is_ascii_punctuation);
    text.len() > 2 && first.is_some_and(|sign| text.bytes().all(|byte| byte == sign))
}

/// Returns the pattern of letters, digits and other characters of a line at the margin that contains digits; `None` for
/// other lines.
fn shape(line: &str) -> Option<String> {
    if line.starts_with([' ', '\t']) || !line.contains(|char: char| char.is_ascii_digit()) {
        return None;
    }
    let of = |char: char| match char {
        _ if char.is_ascii_digit() => '0',
        _ if char.is_alphabetic() => 'a',
        _ => char,
    };
    let mut shape: Vec<char> = trim_end(line).chars().map(of).collect();
    shape.dedup();
    Some(shape.into_iter().collect())
}

/// Returns whether a file is Markdown.
pub(in crate::plan) fn is_markdown(path: &PatchPath) -> bool {
    let extension = path.extension().unwrap_or_default();
    MARKDOWN.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// Returns the lines of a payload that is inserted before line `at`, with the blank lines that separate headings: those
/// of the payload, and those of the file next to it.
pub(in crate::plan) fn set_apart(buffer: &Buffer, at: usize, mut payload: Vec<String>) -> Vec<String> {
    let line = |at: usize| buffer.line(at);
    let above = at.checked_sub(1);
    let below = (at < buffer.line_count()).then_some(at);
    let is_gap = |line: Option<usize>| line.is_none_or(|line| is_blank(&buffer.line(line)));
    let (Some(first), Some(last)) = (payload.first(), payload.last()) else { return payload };
    if is_blank(first) && is_blank(last) || is_gap(above) == is_gap(below) {
        return payload;
    }
    if is_gap(below) {
        // After a paragraph, or after a heading that the file separates from what follows.
        let own = above.filter(|_| !is_blank(first));
        let begins = is_heading_text(first) && is_set_apart(buffer, at, HeadingSide::Above);
        if own.is_some_and(|above| begins || below.is_some() && is_heading(buffer, above))
            && !is_fenced(buffer, at)
        {
            payload.insert(0, String::new());
        }
    } else if let Some(below) = below.filter(|_| !is_blank(last)) {
        let ends = is_heading_text(last) && is_set_apart(buffer, at, HeadingSide::Below);
        let is_apart = begins_heading(buffer, below)
            && match above {
                Some(above) => is_blank(&line(above)),
                None => is_next_set_apart(buffer, below),
            };
        if (ends || is_apart) && !is_fenced(buffer, at) {
            payload.push(String::new());
        }
    }
    payload
}

/// Returns the line below the rule of the title, or of the head of a table, that ends directly above line `at`; `at` if
/// there is none, or if the payload brings a rule of its own.
pub(in crate::plan) fn below_rule(
    buffer: &Buffer,
    at: usize,
    (path, payload): (&PatchPath, &[String]),
) -> usize {
    let Some(above) = at.checked_sub(1).filter(|_| at < buffer.line_count()) else { return at };
    let (head, rule) = (buffer.line(above), buffer.line(at));
    let brings_rule = payload.first().is_some_and(|first| is_underline(first) || is_table_rule(first));
    let is_title = is_underline(&rule)
        && !is_underline(&head)
        && rule.starts_with(['=', '-'])
        && !head.starts_with([' ', '\t', '-', '*', '>', '|'])
        && !(rule.starts_with('-') && is_in_front_matter(buffer, at));
    let is_table = is_markdown(path) && head.contains('|') && is_table_rule(&rule);
    let is_head = !is_blank(&head) && !brings_rule && (is_title || is_table);
    if is_head && !is_fenced(buffer, at) { at + 1 } else { at }
}

/// Returns whether a line is the rule below the head of a table.
fn is_table_rule(text: &str) -> bool {
    let text = trim(text);
    text.contains('|') && text.contains("--") && text.chars().all(|sign| "|-: ".contains(sign))
}

/// Returns whether a line is in the values between two rules at the start of a file, or ends them.
fn is_in_front_matter(buffer: &Buffer, at: usize) -> bool {
    let is_mark = |line: usize| trim_end(&buffer.line(line)) == "---";
    at > 0 && is_mark(0) && !(1..at.min(EXAMINED_LINES)).any(is_mark)
}

/// A side of a heading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeadingSide {
    Above,
    Below,
}

/// Returns whether the nearest heading above a place has a blank line on that side; true if there is no heading, as is
/// usual.
fn is_set_apart(buffer: &Buffer, at: usize, edge: HeadingSide) -> bool {
    let nearest = (at.saturating_sub(EXAMINED_LINES)..at).rev().find(|line| is_heading(buffer, *line));
    let Some(heading) = nearest else { return true };
    let beside = match edge {
        HeadingSide::Above => heading.checked_sub(1),
        HeadingSide::Below => Some(heading + 1).filter(|line| *line < buffer.line_count()),
    };
    beside.is_none_or(|line| is_blank(&buffer.line(line)))
}

/// Returns whether the next heading after the one that begins a file has a blank line above; true if there is none, as
/// is usual.
fn is_next_set_apart(buffer: &Buffer, first: usize) -> bool {
    let end = buffer.line_count().min(first + EXAMINED_LINES);
    // The rule below a heading belongs to it.
    let next = (first + 2..end).find(|line| begins_heading(buffer, *line));
    next.is_none_or(|line| is_blank(&buffer.line(line - 1)))
}

/// Returns whether a line is a heading, or the rule below one.
fn is_heading(buffer: &Buffer, line: usize) -> bool {
    let text = buffer.line(line);
    is_heading_text(&text)
        || is_rule(&text) && line.checked_sub(1).is_some_and(|above| !is_blank(&buffer.line(above)))
}

/// Returns whether a heading begins on a line.
fn begins_heading(buffer: &Buffer, line: usize) -> bool {
    let text = buffer.line(line);
    let next = || (line + 1 < buffer.line_count()).then(|| buffer.line(line + 1));
    is_heading_text(&text) || !is_blank(&text) && next().is_some_and(|next| is_rule(&next))
}

/// Returns whether a line is a heading that begins with `#`.
fn is_heading_text(text: &str) -> bool {
    let indent = text.len() - text.trim_start_matches(' ').len();
    let rest = text[indent..].trim_start_matches('#');
    let count = text.len() - indent - rest.len();
    indent < 4 && (1..=6).contains(&count) && (rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Returns whether a line is the rule below the text of a heading.
fn is_rule(text: &str) -> bool {
    let text = trim_end(text);
    text.len() > 1 && (text.bytes().all(|byte| byte == b'=') || text.bytes().all(|byte| byte == b'-'))
}

/// Returns whether a fenced block is open before a line.
pub(in crate::plan) fn is_fenced(buffer: &Buffer, at: usize) -> bool {
    if at > MAX_LINES {
        return true;
    }
    let mut open: Option<(char, usize)> = None;
    for line in 0..at {
        let text = buffer.line(line);
        let text = trim(&text);
        let Some(sign) = text.chars().next().filter(|sign| ['`', '~'].contains(sign)) else { continue };
        let count = text.chars().take_while(|own| *own == sign).count();
        match open {
            None if count >= 3 => open = Some((sign, count)),
            Some((own, least)) if own == sign && count >= least && trim(&text[count..]).is_empty() => {
                open = None;
            }
            _ => {}
        }
    }
    open.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_told_from_other_lines() {
        for heading in ["# A", "###### A", "   ## A", "#"] {
            assert!(is_heading_text(heading), "{heading}");
        }
        for other in ["#a", "    # A", "####### A", "", "text # A"] {
            assert!(!is_heading_text(other), "{other}");
        }
    }
}
