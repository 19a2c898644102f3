//! Reads strings with their interpolations, character literals and header names.

use std::ops::Range;

use super::Sink;
use super::interpolation::{InterpolationMatch, InterpolationSet, begins_name, name_length};
use super::line::Cursor;
use super::rules::{CharLiteral, Interpolation, RawStyle, Spans, StringRule};
use super::state::LexFrame;
use super::token::TokenKind;
use crate::text::normal::is_word_char;

/// The maximum length in bytes of the delimiter of a raw string ([lex.string] of the C++ standard).
const MAX_DELIMITER: usize = 16;

/// The maximum length in bytes of the contents of a character literal; `\U0010FFFF` has ten. The limit keeps the scan
/// of a line of nothing but quotes linear.
const MAX_CHAR: usize = 64;

/// The maximum length in bytes of a string prefix.
const MAX_PREFIX: usize = 8;

impl<'r, S: Sink> Cursor<'_, 'r, S> {
    /// Returns the letters directly before the current byte.
    fn letters_before(&self) -> &str {
        let before = self.line.get(self.code_from..self.at).unwrap_or_default();
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
        let count = before.bytes().rev().take(MAX_PREFIX).take_while(is_letter).count();
        before.get(before.len() - count..).unwrap_or_default()
    }

    /// Reads the raw string whose quote is at the current byte, if there is one.
    pub(super) fn opens_raw(&mut self) -> bool {
        let Some(raw) = &self.rules.raw_strings else { return false };
        let Some(rest) = self.rest().strip_prefix('"') else { return false };
        let before = self.line.get(..self.at).unwrap_or_default();
        let unhashed = match raw.style {
            RawStyle::Hashes => before.trim_end_matches('#'),
            RawStyle::Delimiter => before,
        };
        if !raw.prefixes.iter().any(|prefix| is_last_word(unhashed, prefix)) {
            return false;
        }
        let (close, length) = match raw.style {
            RawStyle::Hashes => (format!("\"{}", before.get(unhashed.len()..).unwrap_or_default()), 1),
            RawStyle::Delimiter => {
                let Some(delimiter) = delimiter(rest) else { return false };
                (format!("){delimiter}\""), delimiter.len() + 2)
            }
        };
        let start = self.at;
        self.at += length;
        self.state.frames.push(LexFrame::Raw(close.into()));
        self.raw(start);
        true
    }

    /// Reads the text of a raw string, and its end.
    pub(super) fn raw(&mut self, start: usize) {
        let Some(LexFrame::Raw(close)) = self.state.frames.last() else { return };
        let found = memchr::memmem::find(self.bytes_at(self.at), close.as_bytes());
        let end = found.map_or(self.line.len(), |found| self.at + found + close.len());
        if found.is_some() {
            self.state.frames.pop();
        }
        let kind = if found.is_some() { TokenKind::String } else { TokenKind::StringPart };
        self.emit_value(kind, start..end);
    }

    /// Reads the string whose opening quotes are at the current byte, if there is one.
    pub(super) fn opens_string(&mut self) -> bool {
        let rest = self.rest();
        let is_in_word = || self.line.get(..self.at).unwrap_or_default().ends_with(is_word_char);
        let begins =
            |rule: &StringRule| rest.starts_with(&rule.open) && !(rule.not_after_word && is_in_word());
        let Some(number) = self.rules.strings.iter().position(begins) else {
            return false;
        };
        let rule = &self.rules.strings[number];
        let holes = self.rules.interpolations_of(&rule.open, self.letters_before());
        let start = self.at;
        self.at += rule.open.len();
        self.state.frames.push(LexFrame::Text { rule: number as u8, interpolations: holes });
        self.text(start);
        true
    }

    /// Returns the rule of the open string, and its interpolation rules.
    fn open_text(&self) -> Option<(&'r StringRule, InterpolationSet)> {
        let (rule, holes) = self.state.frames.iter().rev().find_map(|frame| match frame {
            LexFrame::Text { rule, interpolations: holes } => Some((*rule, *holes)),
            _ => None,
        })?;
        Some((self.rules.strings.get(usize::from(rule))?, holes))
    }

    /// Reads the text of a string, up to its end or to an interpolation.
    pub(super) fn text(&mut self, start: usize) {
        let Some((rule, holes)) = self.open_text() else {
            self.state.frames.pop();
            return;
        };
        let in_format = matches!(self.state.frames.last(), Some(LexFrame::Format));
        let holes = if self.has_room() { holes } else { InterpolationSet::default() };
        let stops = TextStops::new(rule, holes.of(self.rules), in_format);
        let mut at = self.at;
        loop {
            let rest = self.bytes_at(at);
            let Some(skipped) = stops.next(rest) else { break };
            at += skipped;
            let rest = self.bytes_at(at);
            if rest.starts_with(rule.close.as_bytes()) {
                if let Some(text) = rule.literal.iter().find(|text| rest.starts_with(text.as_bytes())) {
                    at += text.len();
                    continue;
                }
                self.leave_text();
                return self.emit_value(TokenKind::String, start..at + rule.close.len());
            }
            if stops.close.is_some() && rest.first().copied() == stops.close {
                self.state.frames.truncate(self.state.frames.len().saturating_sub(2));
                self.emit_text(start..at);
                return self.emit(TokenKind::InterpolationClose, at..at + 1);
            }
            match holes.at(self.rules, rest, in_format) {
                Some(InterpolationMatch::Text(length)) => at += length,
                Some(InterpolationMatch::Open(hole)) => return self.open_hole(start..at, hole),
                None => at += if rule.escapes && rest.first() == Some(&b'\\') { 2 } else { 1 },
            }
        }
        self.is_continued = at > self.line.len();
        self.emit_text(start..self.line.len());
    }

    fn emit_text(&mut self, range: Range<usize>) {
        if range.is_empty() {
            self.at = range.end;
        } else {
            self.emit(TokenKind::StringPart, range);
        }
    }

    fn open_hole(&mut self, text: Range<usize>, hole: &Interpolation) {
        let start = text.end;
        self.emit_text(text);
        self.enter_hole(start, hole);
    }

    /// Returns whether a colon at the current byte begins the format of an interpolation.
    pub(super) fn begins_format(&self) -> bool {
        let [.., LexFrame::Text { .. } | LexFrame::Format, LexFrame::Interpolation { depth: 1, .. }] =
            self.state.frames.as_slice()
        else {
            return false;
        };
        let has_format = |holes: InterpolationSet| holes.of(self.rules).any(|hole| hole.format);
        self.has_room() && self.open_text().is_some_and(|(_, holes)| has_format(holes))
    }

    /// Closes the innermost string, with all that is open inside it.
    pub(super) fn leave_text(&mut self) {
        let is_text = |frame: &LexFrame| matches!(frame, LexFrame::Text { .. });
        let text = self.state.frames.iter().rposition(is_text).unwrap_or(0);
        self.state.frames.truncate(text);
    }

    /// Returns whether the string that is open at the end of the line continues on the next one.
    pub(super) fn text_spans(&self) -> bool {
        self.open_text().is_some_and(|(rule, _)| match rule.spans {
            Spans::Lines => true,
            Spans::Backslash => self.is_continued,
            Spans::Never => false,
        })
    }

    /// Reads the character literal whose quote is at the current byte, if there is one.
    pub(super) fn opens_char(&mut self) -> bool {
        let Some(inside) = self.rest().strip_prefix('\'') else { return false };
        let end = match self.rules.char_literal {
            CharLiteral::None => None,
            CharLiteral::One => end_of_one(inside),
            CharLiteral::Many => end_of_many(inside).filter(|_| !self.is_in_number()),
        };
        if let Some(end) = end {
            self.emit_value(TokenKind::String, self.at..self.at + end + 2);
        }
        end.is_some()
    }

    /// Returns whether a number precedes the quote at the current byte.
    fn is_in_number(&self) -> bool {
        let before = self.line.get(self.code_from..self.at).unwrap_or_default();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'\'' || *byte == b'_';
        let part = before.bytes().rev().take(MAX_CHAR).take_while(is_part);
        part.last().is_some_and(|first| first.is_ascii_digit())
    }

    /// Reads the header name on the line of a directive that begins at the current byte, if there is one.
    pub(super) fn opens_header(&mut self) -> bool {
        let Some(header) = &self.rules.headers else { return false };
        let Some(word) = self.rest().strip_prefix(header.mark.as_str()) else { return false };
        if !self.line.get(..self.at).unwrap_or_default().trim().is_empty() {
            return false;
        }
        let word = word.trim_start();
        let length = word.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let (word, behind) = word.split_at(length);
        let name = behind.trim_start();
        let length = name.find('>').filter(|_| name.starts_with('<'));
        let Some(length) = length.filter(|_| header.words.iter().any(|own| own == word)) else {
            return false;
        };
        let start = self.line.len() - name.len();
        self.emit(TokenKind::String, start..start + length + 1);
        true
    }
}

/// The bytes at which the text of a string may end.
struct TextStops {
    /// The first three of these bytes; a byte may occur more than once.
    stops: [u8; 3],
    /// The further bytes.
    more: Vec<u8>,
    /// The bracket that ends the interpolation around a format; `None` in other text.
    close: Option<u8>,
}

impl TextStops {
    fn new<'r>(
        rule: &StringRule,
        holes: impl Iterator<Item = &'r Interpolation> + Clone,
        in_format: bool,
    ) -> Self {
        let quote = rule.close.bytes().next().unwrap_or_default();
        let escape = if rule.escapes { b'\\' } else { quote };
        let close = holes.clone().find_map(|hole| hole.close).filter(|_| in_format).map(|close| close as u8);
        let mut stops = [quote, escape, quote];
        let mut more: Vec<u8> = close.into_iter().collect();
        for sign in holes.flat_map(Interpolation::first_bytes) {
            match () {
                () if stops.contains(&sign) || more.contains(&sign) => {}
                () if stops[2] == quote => stops[2] = sign,
                () => more.push(sign),
            }
        }
        Self { stops, more, close }
    }

    fn next(&self, text: &[u8]) -> Option<usize> {
        let [quote, escape, open] = self.stops;
        if self.more.is_empty() {
            return memchr::memchr3(quote, escape, open, text);
        }
        text.iter().position(|byte| self.stops.contains(byte) || self.more.contains(byte))
    }
}

/// Returns the delimiter before the parenthesis of a raw string.
fn delimiter(rest: &str) -> Option<&str> {
    let length = rest.bytes().take(MAX_DELIMITER + 1).position(|byte| byte == b'(')?;
    rest.get(..length).filter(|name| !name.contains([' ', '\t', ')', '\\', '"']))
}

/// Returns whether `text` ends in the whole word `word`.
fn is_last_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word).is_some_and(|before| !before.ends_with(is_word_char))
}

/// Returns the length of the single character or escape before the closing quote.
fn end_of_one(inside: &str) -> Option<usize> {
    let mut chars = inside.chars();
    match chars.next()? {
        '\'' => None,
        '\\' => {
            let escaped = chars.next()?.len_utf8() + 1;
            let mut bytes = inside.bytes().take(MAX_CHAR).skip(escaped);
            bytes.position(|byte| byte == b'\'').map(|end| escaped + end)
        }
        char => inside.get(char.len_utf8()..)?.starts_with('\'').then_some(char.len_utf8()),
    }
}

/// Returns the length of the text before the closing quote; a backslash escapes a quote.
fn end_of_many(inside: &str) -> Option<usize> {
    let mut is_escaped = false;
    inside.bytes().take(MAX_CHAR).position(|byte| {
        let closes = byte == b'\'' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        closes
    })
}

impl<S: Sink> Cursor<'_, '_, S> {
    /// Enters the interpolation that begins at byte `start`.
    pub(super) fn enter_hole(&mut self, start: usize, hole: &Interpolation) {
        self.state.is_behind_value = false;
        self.emit(TokenKind::InterpolationOpen, start..start + hole.open.len());
        let Some(close) = hole.close else { return self.name_in_text(hole) };
        self.state.frames.push(LexFrame::Interpolation { close: close as u8, depth: 1 });
    }

    /// Reads a name in a string's text, with further names that are joined to it, or enters the bracket after it.
    fn name_in_text(&mut self, hole: &Interpolation) {
        self.at += name_length(self.rest());
        while let Some(join) = hole.joins.iter().find(|join| self.rest().starts_with(join.as_str())) {
            let behind = &self.rest()[join.len()..];
            match join.as_bytes().last() {
                Some(b'[') => return self.enter_subscript(join.len(), b']'),
                Some(b'{') => return self.enter_subscript(join.len(), b'}'),
                _ if begins_name(behind.as_bytes()) => self.at += join.len() + name_length(behind),
                _ => break,
            }
        }
        self.emit(TokenKind::InterpolationClose, self.at..self.at);
    }

    fn enter_subscript(&mut self, length: usize, close: u8) {
        self.at += length;
        self.state.frames.push(LexFrame::Interpolation { close, depth: 1 });
    }
}
