//! Lines without their comments.

use std::borrow::Cow;

use super::lexer::{LexRules, LexState, Lexer};

/// Takes comments off lines of one language.
#[derive(Debug, Clone)]
pub struct CommentScanner<'r> {
    lexer: Lexer<'r>,
}

/// A line as the scanner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedLine<'l> {
    /// The line without its comments; a comment that ends within the line leaves a blank.
    pub code: Cow<'l, str>,
    /// Whether some of the line is comment.
    pub has_comment: bool,
}

impl<'r> CommentScanner<'r> {
    /// A scanner for the language that `rules` describe.
    #[must_use]
    pub fn new(rules: &'r LexRules) -> Self {
        Self { lexer: Lexer::new(rules) }
    }

    /// The rules that it follows.
    #[must_use]
    pub const fn rules(&self) -> &'r LexRules {
        self.lexer.rules()
    }

    /// Scans a line (without its end) that begins in `state`, and leaves in `state` what the next one begins in.
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
