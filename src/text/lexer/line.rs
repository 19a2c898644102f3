//! Reads one line.

use std::ops::Range;

use super::rules::{BlockComment, CharLiteral, LexRules};
use super::state::{AnnouncedText, LexFrame, LexState, MAX_FRAMES};
use super::token::TokenKind;
use super::{ALWAYS, BRACKET, IN_INTERPOLATION, Lexer, Sink};

/// The position in a line, and the state of reading it.
pub(super) struct Cursor<'c, 'r, S> {
    pub(super) lexer: &'c Lexer<'r>,
    pub(super) rules: &'r LexRules,
    pub(super) line: &'c str,
    pub(super) at: usize,
    /// The byte offset at which the code before `at` begins: the end of the last token that is not code.
    pub(super) code_from: usize,
    pub(super) state: &'c mut LexState,
    /// The number of bytes that may still be searched for the end of a regular expression without finding one.
    pub(super) regex_search_budget: usize,
    /// Whether the last string text ended in a backslash at the end of the line.
    pub(super) is_continued: bool,
    /// The announced texts that begin on the next line, in order.
    pub(super) announced: Vec<AnnouncedText>,
    sink: &'c mut S,
}

/// The initial value of [`Cursor::regex_search_budget`].
const REGEX_SEARCH_BUDGET: usize = 1 << 16;

impl<'c, 'r, S: Sink> Cursor<'c, 'r, S> {
    pub(super) fn new(lexer: &'c Lexer<'r>, line: &'c str, state: &'c mut LexState, sink: &'c mut S) -> Self {
        Self {
            lexer,
            rules: lexer.rules,
            line,
            at: 0,
            code_from: 0,
            state,
            regex_search_budget: REGEX_SEARCH_BUDGET,
            is_continued: false,
            announced: Vec::new(),
            sink,
        }
    }

    /// Reads the line to its end.
    pub(super) fn run(mut self) {
        if self.state.frames.len() > 1 {
            self.close_interpolations();
        }
        if self.state.frames.is_empty()
            && self.rules.line_block_comments.as_ref().is_some_and(|rule| rule.begins(self.line))
        {
            self.note_operand();
            self.state.frames.push(LexFrame::LineBlockComment);
        }
        while self.at < self.line.len() {
            match self.state.frames.last_mut() {
                None | Some(LexFrame::Interpolation { .. }) => self.code(),
                Some(LexFrame::Comment(_)) => self.comment(self.at),
                Some(LexFrame::LineComment) => self.line_comment(self.at),
                Some(LexFrame::LineBlockComment) => self.comment_line(),
                Some(LexFrame::Text { .. } | LexFrame::Format) => self.text(self.at),
                Some(LexFrame::Raw(_)) => self.raw(self.at),
                Some(LexFrame::Children(_)) => self.children(),
                Some(LexFrame::RawText { .. }) => self.passage(self.at),
                Some(LexFrame::Tag { .. }) => self.tag(),
                Some(LexFrame::Attribute(_)) => self.attribute(self.at),
                Some(LexFrame::Announced(_)) => self.below(),
            }
        }
        self.end_of_line();
    }

    /// Updates the state for the next line.
    fn end_of_line(mut self) {
        if matches!(self.state.frames.last(), None | Some(LexFrame::Interpolation { .. })) {
            self.note_operand();
        }
        match self.state.frames.last() {
            Some(LexFrame::LineComment) if !(self.rules.splices && self.line.ends_with('\\')) => {
                self.state.frames.pop();
            }
            Some(LexFrame::Text { .. } | LexFrame::Format) if !self.text_spans() => self.leave_text(),
            _ => {}
        }
        if !self.announced.is_empty() {
            let old = self.state.frames.len();
            let begin = self.announced.drain(..).take(MAX_FRAMES.saturating_sub(old));
            self.state.frames.extend(begin.map(LexFrame::Announced));
            self.state.frames[old..].reverse();
        }
    }

    pub(super) fn rest(&self) -> &'c str {
        self.line.get(self.at..).unwrap_or_default()
    }

    pub(super) fn bytes_at(&self, at: usize) -> &'c [u8] {
        self.line.as_bytes().get(at..).unwrap_or_default()
    }

    /// Passes a token to the sink, and moves to its end.
    pub(super) fn emit(&mut self, kind: TokenKind, range: Range<usize>) {
        self.code_from = range.end;
        self.at = range.end;
        self.sink.take(kind, range);
    }

    /// Passes a token that is a value to the sink.
    pub(super) fn emit_value(&mut self, kind: TokenKind, range: Range<usize>) {
        self.state.is_behind_value = self.rules.tracks_values();
        self.emit(kind, range);
    }

    /// Returns whether another token may be opened inside the open ones.
    pub(super) fn has_room(&self) -> bool {
        self.state.frames.len() < MAX_FRAMES
    }

    /// Reads code up to the next token that is not code.
    fn code(&mut self) {
        let in_hole = !self.state.frames.is_empty();
        let mask =
            ALWAYS | if in_hole { IN_INTERPOLATION } else { 0 } | if S::BRACKETS { BRACKET } else { 0 };
        let stops = self.lexer.stops;
        let is_stop = |byte: u8| stops.flags(byte) & mask != 0;
        while let Some(skipped) = self.rest().bytes().position(is_stop) {
            self.at += skipped;
            // Most stop bytes can only be brackets.
            let may_open = stops.flags(self.line.as_bytes()[self.at]) & ALWAYS != 0;
            let opens = may_open && (self.opens_comment() || self.opens_literal() || self.opens_value());
            if opens || self.bracket() {
                return;
            }
            self.at += if self.rules.code_escapes { self.escaped() } else { 1 };
        }
        self.at = self.line.len();
    }

    /// Reads the comment that begins at the current byte, if there is one.
    pub(super) fn opens_comment(&mut self) -> bool {
        let rest = self.rest();
        let start = self.at;
        let may_begin = || {
            let before = start.checked_sub(1).map(|before| self.line.as_bytes()[before]);
            !self.rules.comments_after_blank || before.is_none_or(|before| before.is_ascii_whitespace())
        };
        // Block comments come first, because their opening may begin with that of a line comment, as in Lua.
        if let Some(rule) = self.rules.block_comments.as_ref().filter(|rule| rest.starts_with(&rule.open)) {
            self.note_operand();
            self.at += rule.open.len();
            self.state.frames.push(LexFrame::Comment(1));
            self.comment(start);
            return true;
        }
        if self.rules.is_line_comment(rest) && may_begin() {
            self.note_operand();
            self.state.frames.push(LexFrame::LineComment);
            self.line_comment(start);
            return true;
        }
        false
    }

    fn line_comment(&mut self, start: usize) {
        self.emit(TokenKind::Comment, start..self.line.len());
    }

    /// Reads a line of a comment that consists of whole lines.
    fn comment_line(&mut self) {
        if self.rules.line_block_comments.as_ref().is_none_or(|rule| rule.ends(self.line)) {
            self.state.frames.pop();
        }
        self.emit(TokenKind::Comment, 0..self.line.len());
    }

    /// Reads the text of a block comment, and its end.
    fn comment(&mut self, start: usize) {
        let at = self.at;
        let (Some(rule), Some(LexFrame::Comment(depth))) =
            (self.rules.block_comments.as_ref(), self.state.frames.last_mut())
        else {
            return self.emit(TokenKind::Comment, start..self.line.len());
        };
        let end = comment_end(self.line, at, rule, depth);
        if end.is_some() {
            self.state.frames.pop();
        }
        self.emit(TokenKind::Comment, start..end.unwrap_or(self.line.len()));
    }

    /// Reads the string or the character literal that begins at the current byte, if there is one.
    fn opens_literal(&mut self) -> bool {
        self.opens_raw()
            || self.opens_string()
            || self.opens_header()
            || (self.rules.char_literal != CharLiteral::None && self.opens_char())
    }

    /// Reads the regular expression or the element that begins at the current byte, or an announcement of text, if
    /// there is one.
    fn opens_value(&mut self) -> bool {
        match self.bytes_at(self.at).first() {
            Some(b'/') => self.opens_regex(),
            Some(b'<') => self.announces_heredoc() || self.opens_element(),
            Some(b'|' | b'>') => self.announces_scalar(),
            _ => false,
        }
    }

    /// Reads the bracket, or the colon of a format, at the current byte, if there is one.
    fn bracket(&mut self) -> bool {
        let Some(byte) = self.bytes_at(self.at).first().copied() else { return false };
        let here = self.at..self.at + 1;
        match byte {
            b'(' | b'[' | b'{' => {
                if let Some(LexFrame::Interpolation { depth, .. }) = self.state.frames.last_mut() {
                    *depth += 1;
                }
                self.plain_bracket(TokenKind::Open(byte));
            }
            b')' | b']' | b'}' => {
                if self.leaves_interpolation(byte) {
                    let kind = if self.is_in_text() {
                        TokenKind::InterpolationClose
                    } else {
                        TokenKind::Close(byte)
                    };
                    self.emit(kind, here);
                } else {
                    self.plain_bracket(TokenKind::Close(byte));
                }
            }
            b':' if self.begins_format() => {
                self.state.frames.push(LexFrame::Format);
                self.text(self.at);
            }
            _ => return false,
        }
        true
    }

    /// Passes a bracket to the sink; code continues after it.
    fn plain_bracket(&mut self, kind: TokenKind) {
        self.sink_bracket(kind);
        self.at += 1;
    }

    fn sink_bracket(&mut self, kind: TokenKind) {
        if S::BRACKETS {
            self.sink.take(kind, self.at..self.at + 1);
        }
    }

    /// Counts a closing bracket; returns whether it ends the interpolation.
    fn leaves_interpolation(&mut self, byte: u8) -> bool {
        let Some(LexFrame::Interpolation { close, depth }) = self.state.frames.last_mut() else {
            return false;
        };
        if *depth > 1 {
            *depth -= 1;
            return false;
        }
        let is_end = *close == byte;
        if is_end {
            self.state.frames.pop();
        }
        is_end
    }

    fn is_in_text(&self) -> bool {
        let text = self.state.frames.last();
        matches!(text, Some(LexFrame::Text { .. } | LexFrame::Format | LexFrame::Announced(_)))
    }
}

/// Returns the byte offset after the end of a block comment; `depth` is the number of open block comments.
fn comment_end(line: &str, from: usize, rule: &BlockComment, depth: &mut u32) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut at = from;
    if !rule.nest {
        let found = memchr::memmem::find(bytes.get(at..)?, rule.close.as_bytes())?;
        return Some(at + found + rule.close.len());
    }
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with(rule.close.as_bytes()) {
            at += rule.close.len();
            *depth -= 1;
            if *depth == 0 {
                return Some(at);
            }
        } else if rest.starts_with(rule.open.as_bytes()) {
            at += rule.open.len();
            *depth = depth.saturating_add(1);
        } else {
            at += 1;
        }
    }
    None
}
