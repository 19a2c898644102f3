//! Comments that speak of a definition that goes, and stay where they are.

use std::ops::Range;

use super::done::Warning;
use crate::lang::Language;
use crate::text::normal::{is_blank, words_at};
use crate::text::{Buffer, CommentScanner, LexState};

/// Of a longer comment nobody says that it belongs to what follows.
const MOST_LINES: usize = 40;

/// What to say of a comment that stands one blank line above a definition and has its name.
pub(super) fn told(
    buffer: &Buffer,
    language: &'static Language,
    definition: &Range<usize>,
    name: &str,
) -> Option<Warning> {
    let is_gap = |line: usize| is_blank(&buffer.line(line));
    if let Some(line) = comment_below(buffer, language, definition) {
        let message = format!("the comment on line {}, below `{name}`, stays where it is", line + 1);
        return Some(Warning::Mentioned(message));
    }
    let end = definition.start.checked_sub(1).filter(|line| is_gap(*line))?;
    let length = (0..end).rev().take(MOST_LINES + 1).take_while(|line| !is_gap(*line)).count();
    let comment = end - length..end;
    let scanner = CommentScanner::new(language.lexical());
    let mut state = LexState::default();
    let mut lines = comment.clone().map(|line| buffer.line(line));
    let is_comment = |line: &str, state: &mut LexState| {
        let scanned = scanner.scan(line, state);
        scanned.has_comment && is_blank(&scanned.code)
    };
    // A word of plain letters may be one of prose.
    let is_prose = name.chars().all(char::is_lowercase);
    let names_it = |line: &str| {
        words_at(line, name).any(|at| {
            let behind = &line[at + name.len()..];
            !is_prose || behind.starts_with('(') || line[..at].ends_with('`') && behind.starts_with('`')
        })
    };
    let has_name = comment.clone().find(|line| names_it(&buffer.line(*line)))?;
    if length > MOST_LINES || name.is_empty() || !lines.all(|line| is_comment(&line, &mut state)) {
        return None;
    }
    let line = has_name + 1;
    Some(Warning::Mentioned(format!("the comment on line {line} names `{name}`, and stays where it is")))
}

/// The line of a comment directly below a definition of one line, with a blank line or the end of the text behind it, and
/// none above: it may be about what goes.
fn comment_below(buffer: &Buffer, language: &'static Language, definition: &Range<usize>) -> Option<usize> {
    let scanner = CommentScanner::new(language.lexical());
    let mut state = LexState::default();
    let count = buffer.line_count();
    let mut end = definition.end;
    while end < count && end - definition.end <= MOST_LINES {
        let line = buffer.line(end);
        let scanned = scanner.scan(&line, &mut state);
        if !scanned.has_comment || !is_blank(&scanned.code) {
            break;
        }
        end += 1;
    }
    let is_apart = end >= count || is_blank(&buffer.line(end));
    (definition.len() == 1 && end > definition.end && is_apart).then_some(definition.end)
}
