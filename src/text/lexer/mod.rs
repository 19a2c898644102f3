//! The lexer: tells code from comments, strings and brackets, line by line, for any language that [`LexRules`] describe.
//!
//! All that reads source text without a syntax tree is built on it: the stripping of comments, the ends of blocks, the
//! nesting of brackets, the masks.
//!
//! Invariant: what a line holds depends on the line and the [`LexState`] that it begins in, and on nothing else; so a
//! text is read again from any line whose state was kept.
//! Invariant: a line is read in linear time, whatever stands on it.

mod below;
mod hole;
mod line;
mod literal;
mod markup;
mod operand;
mod rules;
mod state;
#[cfg(test)]
mod tests;
mod token;

pub use rules::{
    AboveRules, BlockComment, CharLiteral, CommentLines, HeaderRule, HeredocRule, Hole, LastComma, LexRules,
    MarkupRule, RawStrings, RawStyle, RegexRule, Spans, StringRule,
};
pub use state::LexState;
pub use token::{Token, TokenKind, Tokens};

use std::ops::Range;

use line::Cursor;

/// Where a byte stops the search for what is no plain code: everywhere.
const ALWAYS: u8 = 1;
/// Within code that stands in a string.
const IN_HOLE: u8 = 2;
/// For those that want to know of brackets.
const BRACKET: u8 = 4;

/// Takes the tokens of a line, in order; plain code stands between them.
trait Sink {
    /// Whether it is to be given brackets.
    const BRACKETS: bool;

    fn take(&mut self, kind: TokenKind, range: Range<usize>);
}

/// Reads lines of one language.
#[derive(Debug, Clone)]
pub struct Lexer<'r> {
    rules: &'r LexRules,
    stops: [u8; 256],
}

impl<'r> Lexer<'r> {
    /// A lexer for the language that `rules` describe.
    #[must_use]
    pub fn new(rules: &'r LexRules) -> Self {
        let mut stops = [0; 256];
        b"([{}])".iter().for_each(|byte| stops[usize::from(*byte)] = IN_HOLE | BRACKET);
        let openers = rules
            .line_comments
            .iter()
            .chain(rules.block_comments.iter().map(|comment| &comment.open))
            .chain(rules.strings.iter().map(|string| &string.open))
            .chain(rules.headers.iter().map(|header| &header.mark))
            .chain(rules.heredocs.iter().map(|heredoc| &heredoc.open));
        for first in openers.filter_map(|opener| opener.bytes().next()) {
            stops[usize::from(first)] |= ALWAYS;
        }
        let mut stop_at =
            |byte: u8, wanted: bool, flag: u8| stops[usize::from(byte)] |= u8::from(wanted) * flag;
        stop_at(b'\'', rules.char_literal != CharLiteral::None, ALWAYS);
        stop_at(b'"', rules.raw_strings.is_some(), ALWAYS);
        stop_at(b'/', rules.regex.is_some(), ALWAYS);
        stop_at(b'<', rules.markup.is_some(), ALWAYS);
        stop_at(b'\\', rules.code_escapes, ALWAYS);
        stop_at(b'|', rules.block_scalars, ALWAYS);
        stop_at(b'>', rules.block_scalars, ALWAYS);
        stop_at(b':', rules.holes.iter().any(|hole| hole.format), IN_HOLE);
        Self { rules, stops }
    }

    /// The rules that it follows.
    #[must_use]
    pub const fn rules(&self) -> &'r LexRules {
        self.rules
    }

    /// Reads a line (without its end) that begins in `state`, and leaves in `state` what the next one begins in. `visit`
    /// gets its tokens in order; blanks are none.
    pub fn line(&self, line: &str, state: &mut LexState, visit: impl FnMut(Token)) {
        let mut words = token::Words { line, done: 0, visit };
        self.read(line, state, &mut words);
        words.finish();
    }

    /// The same without plain code, which is what stands between the tokens that `visit` gets: much faster than word by word.
    pub fn marks(&self, line: &str, state: &mut LexState, visit: impl FnMut(TokenKind, Range<usize>)) {
        self.read(line, state, &mut token::Marks(visit));
    }

    /// Calls `bracket` with each bracket of a line that begins in `state`, and its byte, if the line has nothing but code and
    /// brackets; whether it has. Such a line leaves the state as it was.
    pub fn plain_brackets(&self, line: &str, state: &LexState, mut bracket: impl FnMut(u8, usize)) -> bool {
        let stop = |byte: u8| self.stops[usize::from(byte)];
        if *state != LexState::default() || self.rules.tells_values() || self.rules.comment_lines.is_some() {
            return false;
        }
        let all = line.bytes().fold(0, |all, byte| all | stop(byte));
        if all & (ALWAYS | BRACKET) != BRACKET {
            return all & ALWAYS == 0;
        }
        let brackets = line.bytes().enumerate().filter(|(_, byte)| stop(*byte) & BRACKET != 0);
        brackets.for_each(|(at, byte)| bracket(byte, at));
        true
    }

    /// Calls `comment` with each piece of the line that is comment.
    pub fn comments(&self, line: &str, state: &mut LexState, comment: impl FnMut(Range<usize>)) {
        self.read(line, state, &mut token::Comments(comment));
    }

    /// The tokens of a text that begins as code.
    #[must_use]
    pub fn tokens<'t>(&self, text: &'t str) -> Tokens<'r, 't> {
        self.tokens_from(text, LexState::default())
    }

    /// The tokens of a text that begins in `state`.
    #[must_use]
    pub fn tokens_from<'t>(&self, text: &'t str, state: LexState) -> Tokens<'r, 't> {
        Tokens::new(self.clone(), text, state)
    }

    fn read<S: Sink>(&self, line: &str, state: &mut LexState, sink: &mut S) {
        Cursor::new(self, line, state, sink).run();
    }
}
