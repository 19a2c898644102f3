//! Classifies the lines of a marker and of a payload by the value of their depth as evidence.

use super::columns::Scale;
use super::layout::Layout;
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{LexState, Lexer, TokenKind};

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Code.
    Code,
    /// Only a comment.
    Comment,
    /// A line that begins within a string: its indentation is part of the text.
    Text,
    /// A directive, which is at the margin at any depth of the code around it.
    Directive,
}

/// A nonblank line of a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DepthLine<'t> {
    /// The index of the line in the marker or the payload, from 0.
    pub(super) at: usize,
    /// The line without whitespace at its ends.
    pub(super) text: &'t str,
    /// The line without comments, with each string replaced by the letter `s`.
    pub(super) code: String,
    /// The indentation of the line, in the columns of the patch.
    pub(super) indent: String,
    /// The width of the indentation, in columns.
    pub(super) column: isize,
    /// The kind of the line.
    pub(super) kind: LineKind,
}

impl DepthLine<'_> {
    /// Returns whether the line is distinctive: it contains a letter or a digit.
    pub(super) fn has_words(&self) -> bool {
        self.text.chars().any(char::is_alphanumeric)
    }
}

/// Reads the lines of a patch.
pub(super) struct PatchLineReader<'r, 's> {
    pub(super) scale: Scale,
    pub(super) lexer: Option<&'r Lexer<'s>>,
    /// Whether the language is known, and not only its comments and strings.
    pub(super) is_code: bool,
    /// The kind of the lines of a here-document whose end may be indented; they are usually as deep as the code around.
    pub(super) loose: LineKind,
    pub(super) layout: Layout,
}

impl PatchLineReader<'_, '_> {
    /// Returns the nonblank lines, moved right by `margin` columns; `state` is the lexer state at the first line.
    pub(super) fn read<'t>(
        &self,
        lines: &'t [String],
        margin: usize,
        mut state: LexState,
    ) -> Vec<DepthLine<'t>> {
        let mut read = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let begins = state.clone();
            let code = code_of(self.lexer, line, &mut state);
            if is_blank(line) {
                continue;
            }
            let indent = " ".repeat(margin) + indentation(line);
            let column = self.scale.patch(&indent);
            let kind = self.kind(&begins, trim(line), &code);
            let code = if self.is_code { code } else { trim(line).to_owned() };
            read.push(DepthLine { at, text: trim(line), code, indent, column, kind });
        }
        read
    }

    fn kind(&self, begins: &LexState, text: &str, code: &str) -> LineKind {
        match () {
            () if begins.is_in_string() || begins.is_in_fixed_text() => LineKind::Text,
            () if begins.is_in_heredoc() => self.loose,
            () if begins.is_comment() || code.is_empty() => LineKind::Comment,
            () if self.layout.is_directive(text) => LineKind::Directive,
            () => LineKind::Code,
        }
    }
}

/// Returns the code of a line that begins in `state`: without comments, and with each string replaced by `s`.
/// Interpolations (`${`) of a string that continues below belong to the string.
pub(super) fn code_of(lexer: Option<&Lexer<'_>>, line: &str, state: &mut LexState) -> String {
    let Some(lexer) = lexer else { return trim(line).to_owned() };
    let mut code = String::new();
    let mut done = 0;
    let mut behind_string = 0;
    lexer.line(line, state, |token| {
        let is_part = token.kind == TokenKind::StringPart;
        let text = match token.kind {
            TokenKind::Comment => "",
            TokenKind::String | TokenKind::StringPart | TokenKind::Regex => "s",
            _ => line.get(token.range.clone()).unwrap_or_default(),
        };
        code.push_str(if token.range.start > done { " " } else { "" });
        code.push_str(text);
        behind_string = if is_part { code.len() } else { behind_string };
        done = token.range.end;
    });
    if state.is_in_string() && behind_string > 0 {
        code.truncate(behind_string);
    }
    trim(&code).to_owned()
}

/// Returns the minimum depth of the lines of code and of comments, or of all lines if there are none.
pub(super) fn least_depth<'l, 't: 'l>(
    lines: impl Iterator<Item = &'l DepthLine<'t>> + Clone,
) -> Option<isize> {
    let code = lines.clone().filter(|line| matches!(line.kind, LineKind::Code | LineKind::Comment));
    code.map(|line| line.column).min().or_else(|| lines.map(|line| line.column).min())
}
