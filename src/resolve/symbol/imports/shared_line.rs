//! Removes import statements that share a line with other code: only their part of it is removed.

use std::ops::Range;

use super::file::ImportsFile;
use crate::text::normal::{is_blank, separator_length};
use crate::text::{Lexer, TokenKind};

/// Returns what to remove if other code shares the lines of a statement: the statement, and the separator after it or
/// else before it; `None` if its lines contain nothing else.
pub(super) fn part_of_line(file: &ImportsFile<'_>, range: &Range<usize>) -> Option<Range<usize>> {
    let (before, behind) = around(file, range);
    let end = range.end + separator_length(&behind);
    if has_code(file, &behind[end - range.end..]) {
        return Some(range.start..end);
    }
    if !has_code(file, &before) {
        return None;
    }
    let own = file.buffer.slice(range.clone());
    let is_ended = own.ends_with(';') || behind.trim_start().starts_with(';');
    let kept = match is_ended {
        true => before.trim_end(),
        // The semicolon before it only separated the two.
        false => before.trim_end().trim_end_matches(';').trim_end(),
    };
    let end = if behind.trim_start().starts_with(';') { end } else { range.end };
    let blanks = behind[..end - range.end].len() - behind[..end - range.end].trim_end().len();
    Some(range.start - (before.len() - kept.len())..end - blanks)
}

/// Returns the ranges in order, with overlapping or adjacent ones merged.
pub(super) fn united(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut found: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match found.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => found.push(range),
        }
    }
    found
}

/// Returns whether a range is all the code on its lines.
pub(super) fn is_all(file: &ImportsFile<'_>, range: &Range<usize>) -> bool {
    let (before, behind) = around(file, range);
    !has_code(file, &before) && !has_code(file, &behind[separator_length(&behind)..])
}

/// Returns the text before and after a range on its lines.
fn around(file: &ImportsFile<'_>, range: &Range<usize>) -> (String, String) {
    let buffer = file.buffer;
    let before = buffer.slice(buffer.line_start(buffer.line_of(range.start))..range.start);
    let last = buffer.line_of(range.end.saturating_sub(1).max(range.start));
    let line_end = buffer.line_start(last) + buffer.line(last).trim_end().len();
    (before.into_owned(), buffer.slice(range.end..line_end.max(range.end)).into_owned())
}

fn has_code(file: &ImportsFile<'_>, text: &str) -> bool {
    let mut tokens = Lexer::new(&file.language.manifest().lexical).tokens(text);
    tokens.any(|token| token.kind != TokenKind::Comment && !is_blank(&text[token.range]))
}
