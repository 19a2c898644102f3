//! Finds the end of the code in some lines, before trailing comments.

use super::lexer::{LexState, Lexer, TokenKind};
use super::reindent::RowRules;

/// The end of the last code in some lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastCode {
    /// The line, from 0.
    pub line: usize,
    /// The byte offset in the line after the code.
    pub end: usize,
    /// Whether a comment follows the code on the line.
    pub has_comment: bool,
}

impl LastCode {
    /// Finds the end of the code; returns `None` if the lines contain only comments, directives and white space.
    #[must_use]
    pub fn of<'l>(lines: impl IntoIterator<Item = &'l str>, rules: RowRules<'_>) -> Option<Self> {
        let lexer = Lexer::new(rules.lexical);
        let mut state = LexState::default();
        let mut last = None;
        let mut in_directive = false;
        for (line, text) in lines.into_iter().enumerate() {
            let begins = rules.directive.is_some_and(|sign| text.trim_start().starts_with(sign));
            let is_directive = in_directive || (begins && !state.is_comment());
            in_directive = is_directive && text.trim_end().ends_with('\\');
            let mut end = 0;
            let mut has_comment = false;
            lexer.line(text, &mut state, |token| {
                if token.kind == TokenKind::Comment {
                    has_comment = true;
                } else {
                    has_comment = false;
                    end = token.range.end;
                }
            });
            if end > 0 && !is_directive {
                last = Some(Self { line, end, has_comment });
            }
        }
        last
    }
}
