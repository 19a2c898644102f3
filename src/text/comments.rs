//! Removes comments from lines.

use std::borrow::Cow;

use super::lexer::{LexRules, LexState, Lexer};

/// A scanner that removes the comments from lines of one language.
#[derive(Debug, Clone)]
pub struct CommentScanner<'r> {
    lexer: Lexer<'r>,
}

/// The result of scanning a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedLine<'l> {
    /// The line without its comments; a comment that ends within the line is replaced by a space.
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

    /// Scans a line without its line ending; `state` is the lexer state at its start, and is updated to the state at
    /// its end.
    pub fn scan<'l>(&self, line: &'l str, state: &mut LexState) -> ScannedLine<'l> {
        let mut code = String::new();
        let mut kept = 0;
        let mut has_comment = state.is_comment();
        self.lexer.comments(line, state, |comment| {
            has_comment = true;
            code.push_str(line.get(kept..comment.start).unwrap_or_default());
            if comment.end < line.len() {
                code.push(' ');
            }
            kept = comment.end;
        });
        if !has_comment {
            return ScannedLine { code: Cow::Borrowed(line), has_comment };
        }
        code.push_str(line.get(kept..).unwrap_or_default());
        ScannedLine { code: Cow::Owned(code), has_comment }
    }
}
