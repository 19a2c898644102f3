//! The lines of a marker and of a payload, with what their depth is worth as evidence.

use super::columns::Scale;
use super::layout::Layout;
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{LexState, Lexer, TokenKind};

/// What a line is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Code.
    Code,
    /// Nothing but comment.
    Comment,
    /// It begins within a string: what stands at its beginning is text.
    Text,
    /// A directive, which stands at the margin whatever surrounds it.
    Directive,
}

/// A line of a patch that is not blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DepthLine<'t> {
    /// Its number in the marker or the payload.
    pub(super) at: usize,
    /// The line without blanks at its ends.
    pub(super) text: &'t str,
    /// The same without comments, each string as one letter.
    pub(super) code: String,
    /// The blanks and tabs before it, in the columns of the patch.
    pub(super) indent: String,
    /// How deep that is.
    pub(super) column: isize,
    /// What it is made of.
    pub(super) kind: LineKind,
}

impl DepthLine<'_> {
    /// Whether it can be told from others: it has a letter or a digit.
    pub(super) fn says_something(&self) -> bool {
        self.text.chars().any(char::is_alphanumeric)
    }
}

/// How lines of a patch are read.
pub(super) struct PatchLineReader<'r, 's> {
    pub(super) scale: Scale,
    pub(super) lexer: Option<&'r Lexer<'s>>,
    /// Whether more is known of the language than its comments and strings.
    pub(super) is_code: bool,
    /// What the lines of a here-document are whose end may be indented: they are mostly as deep as the code around.
    pub(super) loose: LineKind,
    pub(super) layout: Layout,
}

impl PatchLineReader<'_, '_> {
    /// The lines that are not blank, `margin` columns further right than they are given; the first one begins in
    /// `state`.
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

/// The code of a line that begins in `state`: without comments, each string as one letter. What a string that goes on below
/// has in brackets of its own (`${`) is part of the string.
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

/// The least depth of the lines of code and of comments; of all lines where there are none.
pub(super) fn least_depth<'l, 't: 'l>(
    lines: impl Iterator<Item = &'l DepthLine<'t>> + Clone,
) -> Option<isize> {
    let code = lines.clone().filter(|line| matches!(line.kind, LineKind::Code | LineKind::Comment));
    code.map(|line| line.column).min().or_else(|| lines.map(|line| line.column).min())
}
