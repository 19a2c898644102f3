//! Finds comments about a deleted definition that stay in the file.

use std::ops::Range;

use crate::lang::Language;
use crate::plan::done::Warning;
use crate::resolve::symbol::comment_lines_below;
use crate::text::normal::{find_words, is_blank};
use crate::text::{Buffer, CommentScanner, LexState};

/// The maximum number of lines of such a comment; a longer one is not taken for a comment about the definition.
const MAX_LINES: usize = 40;

/// Returns a warning about a comment that names the deleted definition and is one blank line above it, or that directly
/// follows a definition of one line.
pub(in crate::plan) fn orphan_note(
    buffer: &Buffer,
    language: &'static Language,
    definition: &Range<usize>,
    name: &str,
) -> Option<Warning> {
    let is_gap = |line: usize| is_blank(&buffer.line(line));
    let is_line = definition.len() == 1;
    if let Some(below) = comment_lines_below(buffer, language.lexical(), definition.end).filter(|_| is_line) {
        let message = format!("the comment on line {}, below `{name}`, stays where it is", below.start + 1);
        return Some(Warning::Prose(message));
    }
    let end = definition.start.checked_sub(1).filter(|line| is_gap(*line))?;
    let length = (0..end).rev().take(MAX_LINES + 1).take_while(|line| !is_gap(*line)).count();
    let comment = end - length..end;
    let scanner = CommentScanner::new(language.lexical());
    let mut state = LexState::default();
    let mut lines = comment.clone().map(|line| buffer.line(line));
    let is_comment = |line: &str, state: &mut LexState| {
        let scanned = scanner.scan(line, state);
        scanned.has_comment && is_blank(&scanned.code)
    };
    // A name of lower case letters may be an ordinary word of prose.
    let is_prose = name.chars().all(char::is_lowercase);
    let names_it = |line: &str| {
        find_words(line, name).any(|at| {
            let behind = &line[at + name.len()..];
            !is_prose || behind.starts_with('(') || line[..at].ends_with('`') && behind.starts_with('`')
        })
    };
    let has_name = comment.clone().find(|line| names_it(&buffer.line(*line)))?;
    if length > MAX_LINES || name.is_empty() || !lines.all(|line| is_comment(&line, &mut state)) {
        return None;
    }
    let line = has_name + 1;
    Some(Warning::Prose(format!("the comment on line {line} mentions `{name}`, and stays where it is")))
}
