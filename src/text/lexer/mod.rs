//! The lexer: distinguishes code from comments, strings and brackets, line by line, for every language that
//! [`LexRules`] describe.
//!
//! All functions that read source text without a syntax tree use it: the removal of comments, the search for the ends
//! of blocks, the nesting of brackets, the preprocessor.
//!
//! Invariant: the tokens of a line depend only on the line and the [`LexState`] at its start, so that reading can
//! resume at any line whose state is known.
//!
//! Invariant: a line is read in linear time, whatever it contains.

mod heredoc;
mod interpolation;
mod line;
mod literal;
mod markup;
mod regex;
mod rules;
mod state;
mod stops;
#[cfg(test)]
mod tests;
mod token;

pub use rules::{
    BlockComment, CharLiteral, HeaderRule, HeredocRule, Interpolation, LastComma, LeadInSyntax, LexRules,
    LineBlockComment, MarkupRule, NestingSyntax, RawStrings, RawStyle, RegexRule, Spans, StatementBoundary,
    StringRule,
};
pub use state::LexState;
pub use stops::KnownStops;
pub use token::{Token, TokenKind, Tokens};

use std::ops::Range;

use line::Cursor;
use stops::{ALWAYS, BRACKET, IN_INTERPOLATION, Stops};

/// A receiver of the tokens of a line, in order; the text between them is plain code.
trait Sink {
    /// Whether the sink receives brackets.
    const BRACKETS: bool;

    fn take(&mut self, kind: TokenKind, range: Range<usize>);
}

/// A reader of lines in one language.
#[derive(Debug, Clone)]
pub struct Lexer<'r> {
    rules: &'r LexRules,
    stops: &'r Stops,
}

impl<'r> Lexer<'r> {
    /// Creates a lexer for the language with these rules.
    #[must_use]
    pub fn new(rules: &'r LexRules) -> Self {
        Self { rules, stops: rules.stops.or_find(|| flags_of(rules)) }
    }

    /// Returns the rules of the lexer.
    #[must_use]
    pub const fn rules(&self) -> &'r LexRules {
        self.rules
    }

    /// Reads a line without its line ending; `state` is the state at its start, and is updated to the state at its end.
    /// `visit` receives the tokens in order; white space is not a token.
    pub fn line(&self, line: &str, state: &mut LexState, visit: impl FnMut(Token)) {
        let mut words = token::AllTokens { line, done: 0, visit };
        self.read(line, state, &mut words);
        words.finish();
    }

    /// Reads a line like [`Self::line`], but does not pass plain code to `visit`: code is the text between the tokens.
    /// This is much faster than reading code word by word.
    pub fn marks(&self, line: &str, state: &mut LexState, visit: impl FnMut(TokenKind, Range<usize>)) {
        self.read(line, state, &mut token::NonCodeTokens(visit));
    }

    /// Returns whether a line that begins in `state` consists of code and brackets only; if so, calls `bracket` with
    /// each bracket and its byte offset. Such a line does not change the state.
    pub fn plain_brackets(&self, line: &str, state: &LexState, mut bracket: impl FnMut(u8, usize)) -> bool {
        let stop = |byte: u8| self.stops.flags(byte);
        if *state != LexState::default()
            || self.rules.tracks_values()
            || self.rules.line_block_comments.is_some()
        {
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

    /// Calls `comment` with the range of each comment, or part of a comment, in the line.
    pub fn comments(&self, line: &str, state: &mut LexState, comment: impl FnMut(Range<usize>)) {
        if !self.is_all_code(line, state) {
            self.read(line, state, &mut token::CommentTokens(comment));
        }
    }

    /// Returns whether a search for a few bytes shows that a line which begins in `state` is code, and leaves the state
    /// as it is.
    fn is_all_code(&self, line: &str, state: &LexState) -> bool {
        self.plain_code(line, state) == line.len()
    }

    /// Returns how many bytes of a text that begins in `state` are certainly code that leaves the state as it is, by a
    /// search for a few bytes; the text may have several lines.
    #[must_use]
    pub fn plain_code(&self, text: &str, state: &LexState) -> usize {
        let Some([one, other, third]) = self.stops.openers else { return 0 };
        if !state.frames.is_empty()
            || state.is_behind_value
            || self.rules.tracks_values()
            || self.rules.line_block_comments.is_some()
        {
            return 0;
        }
        memchr::memchr3(one, other, third, text.as_bytes()).unwrap_or(text.len())
    }

    /// Returns the tokens of a text that begins in code.
    #[must_use]
    pub fn tokens<'t>(&self, text: &'t str) -> Tokens<'r, 't> {
        self.tokens_from(text, LexState::default())
    }

    /// Returns the tokens of a text that begins in `state`.
    #[must_use]
    pub fn tokens_from<'t>(&self, text: &'t str, state: LexState) -> Tokens<'r, 't> {
        Tokens::new(self.clone(), text, state)
    }

    fn read<S: Sink>(&self, line: &str, state: &mut LexState, sink: &mut S) {
        Cursor::new(self, line, state, sink).run();
    }
}

/// Returns the flags of all bytes in a language with these rules.
fn flags_of(rules: &LexRules) -> [u8; 256] {
    let mut flags = [0; 256];
    b"([{}])".iter().for_each(|byte| flags[usize::from(*byte)] = IN_INTERPOLATION | BRACKET);
    let openers = rules
        .line_comments
        .iter()
        .chain(rules.block_comments.iter().map(|comment| &comment.open))
        .chain(rules.strings.iter().map(|string| &string.open))
        .chain(rules.headers.iter().map(|header| &header.mark))
        .chain(rules.heredocs.iter().map(|heredoc| &heredoc.open));
    for first in openers.filter_map(|opener| opener.bytes().next()) {
        flags[usize::from(first)] |= ALWAYS;
    }
    let mut stop_at = |byte: u8, wanted: bool, flag: u8| flags[usize::from(byte)] |= u8::from(wanted) * flag;
    stop_at(b'\'', rules.char_literal != CharLiteral::None, ALWAYS);
    stop_at(b'"', rules.raw_strings.is_some(), ALWAYS);
    stop_at(b'/', rules.regex.is_some(), ALWAYS);
    stop_at(b'<', rules.markup.is_some(), ALWAYS);
    stop_at(b'\\', rules.code_escapes, ALWAYS);
    stop_at(b'|', rules.block_scalars, ALWAYS);
    stop_at(b'>', rules.block_scalars, ALWAYS);
    stop_at(b':', rules.interpolations.iter().any(|hole| hole.format), IN_INTERPOLATION);
    flags
}
