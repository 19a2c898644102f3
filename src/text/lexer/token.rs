//! Tokens, and an iterator over the tokens of a text.

use std::collections::VecDeque;
use std::ops::Range;

use super::{LexState, Lexer, Sink};

/// A token, which is within one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// Its byte range.
    pub range: Range<usize>,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Code without white space and brackets: words, numbers, operators. Two such tokens may be adjacent.
    Code,
    /// An opening parenthesis, square bracket or brace.
    Open(u8),
    /// A closing parenthesis, square bracket or brace.
    Close(u8),
    /// A comment including its marks, or the part of one on this line.
    Comment,
    /// A string, a character literal or a header name, including its quotes; or the last part of a string.
    String,
    /// A part of a string that continues after an interpolation or on the next line, or that has no end.
    StringPart,
    /// A regular expression.
    Regex,
    /// The text of an element, including white space at the ends of lines.
    Text,
    /// The opening of an interpolation.
    InterpolationOpen,
    /// The end of an interpolation.
    InterpolationClose,
    /// The first character of a tag that opens an element.
    TagOpen,
    /// The first characters of a tag that closes an element.
    EndTagOpen,
    /// The end of a tag after which the element continues.
    TagClose,
    /// The end of a tag that ends its element; empty if the tag turned out not to be one.
    ElementClose,
}

/// A sink that passes every token, including code, to `visit`.
pub(super) struct AllTokens<'l, F> {
    pub(super) line: &'l str,
    pub(super) done: usize,
    pub(super) visit: F,
}

impl<F: FnMut(Token)> AllTokens<'_, F> {
    /// Passes the words of code up to byte `end` to `visit`.
    fn code(&mut self, end: usize) {
        let mut start = self.done;
        for word in self.line.get(start..end).unwrap_or_default().split_inclusive(char::is_whitespace) {
            let length = word.trim_end().len();
            if length > 0 {
                (self.visit)(Token { kind: TokenKind::Code, range: start..start + length });
            }
            start += word.len();
        }
        self.done = end;
    }

    pub(super) fn finish(mut self) {
        self.code(self.line.len());
    }
}

impl<F: FnMut(Token)> Sink for AllTokens<'_, F> {
    const BRACKETS: bool = true;

    fn take(&mut self, kind: TokenKind, range: Range<usize>) {
        self.code(range.start);
        self.done = range.end;
        (self.visit)(Token { kind, range });
    }
}

/// A sink that passes every token except code.
pub(super) struct NonCodeTokens<F>(pub(super) F);

impl<F: FnMut(TokenKind, Range<usize>)> Sink for NonCodeTokens<F> {
    const BRACKETS: bool = true;

    fn take(&mut self, kind: TokenKind, range: Range<usize>) {
        (self.0)(kind, range);
    }
}

/// A sink that passes the byte ranges of comments only.
pub(super) struct CommentTokens<F>(pub(super) F);

impl<F: FnMut(Range<usize>)> Sink for CommentTokens<F> {
    const BRACKETS: bool = false;

    fn take(&mut self, kind: TokenKind, range: Range<usize>) {
        if kind == TokenKind::Comment {
            (self.0)(range);
        }
    }
}

/// An iterator over the tokens of a text. See [`Lexer::tokens`].
#[derive(Debug)]
pub struct Tokens<'r, 't> {
    lexer: Lexer<'r>,
    text: &'t str,
    /// The start of the next line.
    at: usize,
    state: LexState,
    ready: VecDeque<Token>,
}

impl<'r, 't> Tokens<'r, 't> {
    pub(super) fn new(lexer: Lexer<'r>, text: &'t str, state: LexState) -> Self {
        Self { lexer, text, at: 0, state, ready: VecDeque::new() }
    }

    /// Returns the state at the end of the lines that have been read.
    #[must_use]
    pub fn into_state(self) -> LexState {
        self.state
    }
}

impl Iterator for Tokens<'_, '_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        while self.ready.is_empty() {
            let start = self.at;
            let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
            let end = memchr::memchr(b'\n', rest.as_bytes());
            self.at = end.map_or(self.text.len(), |end| start + end + 1);
            let line = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
            let line = line.strip_suffix('\r').filter(|_| end.is_some()).unwrap_or(line);
            let ready = &mut self.ready;
            self.lexer.line(line, &mut self.state, |token| {
                let range = start + token.range.start..start + token.range.end;
                ready.push_back(Token { range, ..token });
            });
        }
        self.ready.pop_front()
    }
}
