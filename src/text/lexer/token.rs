//! Tokens, and the walk over those of a text.

use std::collections::VecDeque;
use std::ops::Range;

use super::{LexState, Lexer, Sink};

/// A piece of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its bytes.
    pub range: Range<usize>,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Code without blanks and brackets: words, numbers, signs. Two of them may touch.
    Code,
    /// A round, square or curly bracket that opens.
    Open(u8),
    /// One that closes.
    Close(u8),
    /// A comment, or its piece on this line, with its signs.
    Comment,
    /// A string, a character, the name of a header, with its quotes; or the piece with which one ends.
    String,
    /// A piece of a string that goes on, behind code in it or on the next line, or that has no end.
    StringPart,
    /// A regular expression.
    Regex,
    /// The text of an element; blanks at the ends of lines included.
    Text,
    /// The bracket that begins code within a string.
    HoleOpen,
    /// The bracket that ends it.
    HoleClose,
    /// The sign with which a tag begins that opens an element.
    TagOpen,
    /// The signs with which one begins that closes an element.
    EndTagOpen,
    /// The end of a tag behind which the element goes on.
    TagClose,
    /// The end of a tag that ends its element; nothing where what looked like a tag is none.
    ElementClose,
}

/// Gives each token, code included, to `visit`.
pub(super) struct Words<'l, F> {
    pub(super) line: &'l str,
    pub(super) done: usize,
    pub(super) visit: F,
}

impl<F: FnMut(Token)> Words<'_, F> {
    /// The words of code up to a byte.
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

impl<F: FnMut(Token)> Sink for Words<'_, F> {
    const BRACKETS: bool = true;

    fn take(&mut self, kind: TokenKind, range: Range<usize>) {
        self.code(range.start);
        self.done = range.end;
        (self.visit)(Token { kind, range });
    }
}

/// Gives each token but code.
pub(super) struct Marks<F>(pub(super) F);

impl<F: FnMut(TokenKind, Range<usize>)> Sink for Marks<F> {
    const BRACKETS: bool = true;

    fn take(&mut self, kind: TokenKind, range: Range<usize>) {
        (self.0)(kind, range);
    }
}

/// Gives the bytes of comments only.
pub(super) struct Comments<F>(pub(super) F);

impl<F: FnMut(Range<usize>)> Sink for Comments<F> {
    const BRACKETS: bool = false;

    fn take(&mut self, kind: TokenKind, range: Range<usize>) {
        if kind == TokenKind::Comment {
            (self.0)(range);
        }
    }
}

/// The tokens of a text, in order. See [`Lexer::tokens`].
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

    /// What the text ends in, as far as it was walked over.
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
