//! Text that begins on the line after its announcement: here-documents and block scalars.

use super::Sink;
use super::interpolation::{InterpolationMatch, InterpolationSet};
use super::line::Cursor;
use super::rules::HeredocRule;
use super::state::{AnnouncedText, LexFrame};
use super::token::TokenKind;
use crate::text::normal::{indentation, is_blank, is_word_char, trim};

/// The announcement of a here-document, with the word that ends it.
pub(in crate::text) struct HeredocWord<'l> {
    pub(in crate::text) word: &'l str,
    /// Whether the ending word may be indented.
    pub(in crate::text) may_be_indented: bool,
    /// Whether a quote or a sign precedes the word, or the word contains no lower case letters.
    is_marked: bool,
    /// Whether the text contains no interpolations.
    is_literal: bool,
    /// The length in bytes of the announcement after [`HeredocRule::open`], signs and quotes included.
    length: usize,
}

impl HeredocRule {
    /// Parses the text after [`HeredocRule::open`]; returns `None` if it does not announce a here-document.
    pub(in crate::text) fn read<'l>(&self, behind: &'l str) -> Option<HeredocWord<'l>> {
        let signed = behind.strip_prefix(['-', '~']);
        let rest = signed.unwrap_or(behind);
        let rest = if self.blanks { rest.trim_start_matches([' ', '\t']) } else { rest };
        // In a shell a backslash is equivalent to quotes.
        let is_quote = |sign: char| matches!(sign, '"' | '\'' | '`') || sign == '\\' && !self.requires_mark;
        let quote = rest.chars().next().filter(|sign| is_quote(*sign));
        let rest = quote.map_or(rest, |sign| &rest[sign.len_utf8()..]);
        let end = rest.find(|char: char| !is_word_char(char)).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        if !word.starts_with(|char: char| char.is_alphabetic() || char == '_') {
            return None;
        }
        let is_marked = signed.is_some() || quote.is_some() || !word.contains(char::is_lowercase);
        let rest = match quote.filter(|sign| *sign != '\\') {
            Some(sign) => rest.strip_prefix(sign)?,
            None => rest,
        };
        let length = behind.len() - rest.len();
        let may_be_indented = signed.is_some() || self.indented_end;
        let is_plain = quote.is_some_and(|sign| self.literal_marks.contains(&sign));
        Some(HeredocWord { word, may_be_indented, is_marked, is_literal: is_plain, length })
    }
}

impl<S: Sink> Cursor<'_, '_, S> {
    /// Reads the announcement of a here-document, if there is one at the current byte.
    pub(super) fn announces_heredoc(&mut self) -> bool {
        let before = self.line.get(..self.at).unwrap_or_default();
        if self.rules.heredocs.is_empty() || before.ends_with('<') {
            return false;
        }
        let found = self.rules.heredocs.iter().enumerate().find_map(|(number, rule)| {
            let behind = self.rest().strip_prefix(rule.open.as_str())?;
            let found = rule.read(behind).filter(|found| found.is_marked || !rule.requires_mark)?;
            Some((number, found, rule.open.len()))
        });
        let Some((rule, found, open)) = found.filter(|_| !is_in_arithmetic(before)) else { return false };
        self.at += open + found.length;
        let quotes = &self.rules.heredocs[rule].open;
        let holes = if found.is_literal {
            InterpolationSet::default()
        } else {
            self.rules.interpolations_of(quotes, "")
        };
        let is_fixed = !found.may_be_indented;
        self.announced.push(AnnouncedText::Heredoc {
            word: found.word.into(),
            rule: rule as u8,
            interpolations: holes,
            is_fixed,
        });
        true
    }

    /// Reads the announcement of a block scalar, if there is one at the current byte: after a key or a dash, at the end
    /// of its line.
    pub(super) fn announces_scalar(&mut self) -> bool {
        if !self.rules.block_scalars {
            return false;
        }
        let behind = self.rest().get(1..).unwrap_or_default();
        let rest = behind.trim_start_matches(|sign: char| matches!(sign, '+' | '-') || sign.is_ascii_digit());
        let next = rest.trim_start();
        let is_comment = next.starts_with('#') && next.len() < rest.len();
        if behind.len() - rest.len() > 2 || !(next.is_empty() || is_comment) {
            return false;
        }
        let Some(column) = column_of_parent(self.line.get(..self.at).unwrap_or_default()) else {
            return false;
        };
        self.at = self.line.len() - rest.len();
        self.announced.push(AnnouncedText::BlockScalar(column as u32));
        true
    }

    /// Reads a line of announced text, or leaves the text at its end.
    pub(super) fn below(&mut self) {
        let Some(LexFrame::Announced(text)) = self.state.frames.last() else { return };
        let holes = match text {
            AnnouncedText::Heredoc { interpolations: holes, .. } if self.has_room() => *holes,
            _ => InterpolationSet::default(),
        };
        let code_from = match text {
            // The position is after an interpolation on this line.
            _ if self.at > 0 => None,
            AnnouncedText::BlockScalar(column) => {
                let is_outside = !is_blank(self.line) && indentation(self.line).len() <= *column as usize;
                is_outside.then_some(0)
            }
            AnnouncedText::Heredoc { word, rule, .. } => self.end_of_word(word, *rule),
        };
        match code_from {
            Some(at) => {
                self.state.frames.pop();
                self.at = at;
                self.code_from = at;
            }
            None => self.text_below(holes),
        }
    }

    /// Reads text up to the end of the line, or up to an interpolation.
    fn text_below(&mut self, holes: InterpolationSet) {
        let start = self.at;
        let mut at = if holes == InterpolationSet::default() { self.line.len() } else { start };
        while let Some(rest) = self.line.as_bytes().get(at..).filter(|rest| !rest.is_empty()) {
            match holes.at(self.rules, rest, false) {
                Some(InterpolationMatch::Open(hole)) => {
                    if at > start {
                        self.emit(TokenKind::Text, start..at);
                    }
                    return self.enter_hole(at, hole);
                }
                Some(InterpolationMatch::Text(length)) => at += length,
                None => at += if rest[0] == b'\\' { 2 } else { 1 },
            }
        }
        self.emit(TokenKind::Text, start..self.line.len());
    }

    /// Leaves an interpolation that is still open on the line that ends its here-document: the code is damaged, or was
    /// misread.
    pub(super) fn close_interpolations(&mut self) {
        let frames = &self.state.frames;
        let Some(text) = frames.iter().rposition(|frame| matches!(frame, LexFrame::Announced(_))) else {
            return;
        };
        let LexFrame::Announced(AnnouncedText::Heredoc { word, rule, .. }) = &frames[text] else { return };
        if self.end_of_word(word, *rule).is_some() {
            self.state.frames.truncate(text + 1);
        }
    }

    fn end_of_word(&self, word: &str, rule: u8) -> Option<usize> {
        let goes_on = self.rules.heredocs.get(usize::from(rule)).is_some_and(|rule| rule.indented_end);
        end_of_word(self.line, word, goes_on)
    }

    /// Returns the number of bytes to skip in code where no token begins: a backslash escapes the next character.
    pub(super) fn escaped(&self) -> usize {
        match self.bytes_at(self.at) {
            [b'\\', next, ..] if next.is_ascii() => 2,
            _ => 1,
        }
    }
}

/// The maximum distance in bytes at which the start of an arithmetic expression is searched.
const MAX_SEARCH_BYTES: usize = 400;

/// Returns whether the code ends inside `((`, where `<<` is a shift operator.
fn is_in_arithmetic(before: &str) -> bool {
    let near = &before.as_bytes()[before.len().saturating_sub(MAX_SEARCH_BYTES)..];
    let open = near.windows(2).rposition(|pair| pair == b"((");
    open.is_some_and(|open| !near[open..].windows(2).any(|pair| pair == b"))"))
}

/// Returns the byte offset after `word`, if the line ends the here-document.
fn end_of_word(line: &str, word: &str, goes_on: bool) -> Option<usize> {
    let start = indentation(line).len();
    let rest = line.get(start..)?.strip_prefix(word)?;
    let ends = if goes_on { !rest.starts_with(is_word_char) } else { is_blank(rest) };
    ends.then_some(start + word.len())
}

/// Returns the column of the key, or of the dash, that the block scalar after `before` belongs to.
fn column_of_parent(before: &str) -> Option<usize> {
    let mut column = indentation(before).len();
    let mut rest = trim(before);
    let mut parent = column;
    while let Some(inner) =
        rest.strip_prefix("- ").or_else(|| rest.strip_prefix('-').filter(|rest| rest.is_empty()))
    {
        parent = column;
        let inner = inner.trim_start();
        column += rest.len() - inner.len();
        rest = inner;
    }
    // A tag or an anchor may precede the sign.
    let last = |text: &str| text.rsplit(' ').next().is_some_and(|word| word.starts_with(['!', '&']));
    while last(rest) {
        rest = rest[..rest.rfind(' ').unwrap_or(0)].trim_end();
    }
    match rest {
        "" => (parent < column).then_some(parent),
        _ => rest.ends_with(':').then_some(column),
    }
}
