//! Finds what must be first in a body: inner attributes and comments, directives, the call of another constructor.

use std::ops::Range;

use crate::lang::SymbolRules;
use crate::text::normal::find_words;
use crate::text::{LexRules, Lexer, TokenKind};

/// The starts of directives that are strings.
const DIRECTIVES: [&str; 2] = ["\"use ", "'use "];

/// Returns whether a text begins with an attribute or comment about the enclosing item.
pub(in crate::resolve::symbol) fn is_body_head(text: &str, rules: &SymbolRules) -> bool {
    rules.body_heads.iter().any(|mark| text.starts_with(mark.as_str()))
}

/// Returns the byte offset, in the text of a body, after everything that must precede new lines; 0 if there is nothing.
pub fn heads_end(text: &str, new: &[String], rules: &SymbolRules, lexical: &LexRules) -> usize {
    let comes_behind_calls = comes_behind_calls(new, rules);
    let (mut end, mut at, mut has_call) = (0, 0, false);
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let is_call = || rules.first_calls.iter().any(|call| rest.starts_with(call.as_str()));
        let own = if is_body_head(rest, rules) {
            comment_length(rest, lexical).or_else(|| bracket_end(rest, lexical))
        } else if DIRECTIVES.iter().any(|mark| rest.starts_with(mark)) {
            // The key of an object may be such a string, too.
            let is_statement = |end: &usize| !rest[*end..].trim_start().starts_with([':', ',']);
            string_length(rest, lexical).filter(is_statement).map(|end| with_semicolon(rest, end))
        } else if comes_behind_calls && !has_call && is_call() {
            has_call = true;
            bracket_end(rest, lexical).map(|end| with_semicolon(rest, end))
        } else if is_head_word(rest, rules) {
            Some(line_length(rest, lexical))
        } else {
            None
        };
        match (own, comment_length(rest, lexical)) {
            (Some(own), _) => {
                at += own;
                end = at;
            }
            // A comment belongs to the code below it.
            (None, Some(comment)) => at += comment,
            (None, None) => return end,
        }
    }
}

/// Returns whether a text begins with a statement that applies to the whole body.
fn is_head_word(text: &str, rules: &SymbolRules) -> bool {
    let begins =
        |word: &String| text.strip_prefix(word.as_str()).is_some_and(|rest| rest.starts_with([' ', '\t']));
    rules.first_statement_words.iter().any(begins)
}

/// Returns the length of the first line of a text with its continuation lines, or up to a semicolon in it.
fn line_length(text: &str, lexical: &LexRules) -> usize {
    let mut ends = text.match_indices('\n').map(|(at, _)| at);
    let end = ends.find(|end| !text[..*end].trim_end_matches('\r').ends_with('\\')).unwrap_or(text.len());
    let code = Lexer::new(lexical).tokens(&text[..end]).filter(|token| token.kind == TokenKind::Code);
    let semicolon = |range: Range<usize>| Some(range.start + text[range].find(';')? + 1);
    code.map(|token| token.range).find_map(semicolon).unwrap_or(end)
}

/// Returns whether lines must follow the call of another constructor at the start of a body.
fn comes_behind_calls(new: &[String], rules: &SymbolRules) -> bool {
    let has = |word: &String| new.iter().any(|line| find_words(line, word).next().is_some());
    rules.words_after_first_calls.is_empty() || rules.words_after_first_calls.iter().any(has)
}

/// Returns the length of the comment at the start of a text.
fn comment_length(text: &str, lexical: &LexRules) -> Option<usize> {
    if lexical.begins_with_line_comment(text) {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    let block = lexical.block_comments.as_ref()?;
    let inner = text.strip_prefix(block.open.as_str())?;
    Some(block.open.len() + inner.find(block.close.as_str())? + block.close.len())
}

/// Returns the length of the string at the start of a text.
fn string_length(text: &str, lexical: &LexRules) -> Option<usize> {
    let first = Lexer::new(lexical).tokens(text).next()?;
    (first.kind == TokenKind::String).then_some(first.range.end)
}

/// Returns the end of the first bracket pair of a text.
fn bracket_end(text: &str, lexical: &LexRules) -> Option<usize> {
    let mut depth = 0_usize;
    for token in Lexer::new(lexical).tokens(text) {
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) if depth == 1 => return Some(token.range.end),
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Extends the end of a statement by the semicolon after it.
fn with_semicolon(text: &str, end: usize) -> usize {
    let rest = text[end..].trim_start_matches([' ', '\t']);
    if rest.starts_with(';') { text.len() - rest.len() + 1 } else { end }
}
