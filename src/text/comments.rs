//! Removes comments from lines.

use std::borrow::Cow;
use std::ops::Range;

use super::lexer::{LexRules, LexState, Lexer};
use super::normal::{is_blank, trim, trim_end, trim_start};

/// A scanner that removes the comments from lines of one language.
#[derive(Debug, Clone)]
pub struct CommentScanner<'r> {
    lexer: Lexer<'r>,
}

/// The result of scanning a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedLine<'l> {
    /// The line without its comments. What is before and behind a comment is joined as it would be without it, with a
    /// space at most.
    pub code: Cow<'l, str>,
    /// Whether the line contains a comment, or part of one.
    pub has_comment: bool,
}

impl<'r> CommentScanner<'r> {
    /// Creates a scanner for the language with these rules.
    #[must_use]
    pub fn new(rules: &'r LexRules) -> Self {
        Self { lexer: Lexer::new(rules) }
    }

    /// Returns the rules of the scanner.
    #[must_use]
    pub const fn rules(&self) -> &'r LexRules {
        self.lexer.rules()
    }

    /// Returns how many bytes of a text that begins in `state` certainly have no comment and leave the state as it is.
    #[must_use]
    pub fn plain_code(&self, text: &str, state: &LexState) -> usize {
        self.lexer.plain_code(text, state)
    }

    /// Scans a line without its line ending; `state` is the lexer state at its start, and is updated to the state at
    /// its end.
    pub fn scan<'l>(&self, line: &'l str, state: &mut LexState) -> ScannedLine<'l> {
        let mut code = String::new();
        let mut kept = 0;
        let mut has_comment = state.is_comment();
        let is_in_element = state.is_in_element();
        self.lexer.comments(line, state, |comment| {
            has_comment = true;
            code.push_str(line.get(kept..comment.start).unwrap_or_default());
            kept = comment.end + join_behind(&mut code, line.get(comment.end..).unwrap_or_default());
        });
        if !has_comment {
            return ScannedLine { code: Cow::Borrowed(line), has_comment };
        }
        code.push_str(line.get(kept..).unwrap_or_default());
        // In the text of an element, a comment needs braces.
        let is_hole = |text: &str| {
            let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            inner.is_some_and(is_blank)
        };
        if is_in_element && is_hole(trim(&code)) {
            code.clear();
        }
        ScannedLine { code: Cow::Owned(code), has_comment }
    }

    /// Returns a line that begins in code, without the comments at its end and the white space before them. Returns a line
    /// without code, or without such a comment, as it is.
    #[must_use]
    pub fn without_trailing_comment<'l>(&self, line: &'l str) -> &'l str {
        let mut comments: Vec<Range<usize>> = Vec::new();
        if self.rules().may_begin_comment(line) {
            self.lexer.comments(line, &mut LexState::default(), |comment| comments.push(comment));
        }
        let mut code = line;
        while let Some(comment) = comments.pop().filter(|comment| comment.end >= trim_end(code).len()) {
            code = trim_end(&line[..comment.start]);
        }
        if is_blank(code) { line } else { code }
    }
}

/// Prepares code for the text behind a comment; returns the number of bytes of white space to skip there.
fn join_behind(code: &mut String, behind: &str) -> usize {
    let blanks = behind.len() - trim_start(behind).len();
    let next = behind.as_bytes().get(blanks);
    if next.is_none() {
        return 0;
    }
    if next.is_some_and(|byte| b",;)]".contains(byte)) {
        code.truncate(trim_end(code).len());
        return blanks;
    }
    match code.chars().next_back() {
        None | Some(' ' | '\t' | '(' | '[') => blanks,
        Some(_) if blanks > 0 => 0,
        Some(_) => {
            code.push(' ');
            0
        }
    }
}
