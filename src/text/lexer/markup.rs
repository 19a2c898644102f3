//! Reads elements that are values: `<p class="a">text {code}</p>`.

use super::Sink;
use super::line::Cursor;
use super::rules::MarkupRule;
use super::state::{LexFrame, TagKind};
use super::token::TokenKind;

impl<S: Sink> Cursor<'_, '_, S> {
    /// Reads the start of the element at the current byte, if there is one.
    pub(super) fn opens_element(&mut self) -> bool {
        let inside = self.rest().get(1..).unwrap_or_default();
        let Some(rule) = &self.rules.markup else { return false };
        // `a << b > c`
        let is_shift = self.line.get(..self.at).unwrap_or_default().ends_with('<');
        let opens = self.has_room() && !is_shift && begins_element(inside, rule) && !self.is_behind_value();
        if opens {
            self.state.frames.push(LexFrame::Children(0));
            self.open_tag();
        }
        opens
    }

    fn open_tag(&mut self) {
        let inside = self.rest().get(1..).unwrap_or_default();
        let raw = self.rules.markup.as_ref().and_then(|rule| rule.raw_element(inside));
        self.state.frames.push(LexFrame::Tag { kind: TagKind::Opening, angles: 0, raw });
        self.emit(TokenKind::TagOpen, self.at..self.at + 1);
    }

    fn open_end_tag(&mut self) {
        self.state.frames.push(LexFrame::Tag { kind: TagKind::Closing, angles: 0, raw: None });
        self.emit(TokenKind::EndTagOpen, self.at..self.at + 2);
    }

    /// Reads the text of an element, up to a tag, to code, or to a passage without tags.
    pub(super) fn children(&mut self) {
        let Some(rule) = &self.rules.markup else { return };
        let start = self.at;
        let mut at = start;
        while let Some(found) = memchr::memchr2(b'<', b'{', self.bytes_at(at)) {
            at += found;
            let rest = self.bytes_at(at);
            let next = rest.get(1).copied();
            let is_code = rest.first() == Some(&b'{') && rule.code_in_text;
            let is_tag = rest.first() == Some(&b'<')
                && next.is_some_and(|next| next == b'/' || next == b'>' || begins_name(next));
            let passage = rule.raw_text_marks.iter().find(|(open, _)| rest.starts_with(open.as_bytes()));
            if !self.has_room() || !(is_code || is_tag || passage.is_some()) {
                at += 1;
                continue;
            }
            if at > start {
                self.emit(TokenKind::Text, start..at);
            }
            match (is_code, passage, next) {
                (true, ..) => self.open_code(),
                (_, Some((open, close)), _) => {
                    self.state.frames.push(LexFrame::RawText { close: close.as_str().into(), is_raw: false });
                    self.at += open.len();
                    self.passage(at);
                }
                (.., Some(b'/')) => self.open_end_tag(),
                _ => self.open_tag(),
            }
            return;
        }
        self.emit(TokenKind::Text, start..self.line.len());
    }

    /// Reads text without tags, up to its end.
    pub(super) fn passage(&mut self, start: usize) {
        let Some(LexFrame::RawText { close, is_raw }) = self.state.frames.last() else { return };
        let found = memchr::memmem::find(self.bytes_at(self.at), close.as_bytes());
        let passed = if *is_raw { 0 } else { close.len() };
        let kind = if *is_raw { TokenKind::Text } else { TokenKind::Comment };
        if found.is_some() {
            self.state.frames.pop();
        }
        let end = found.map_or(self.line.len(), |found| self.at + found + passed);
        self.emit(kind, start..end);
    }

    fn open_code(&mut self) {
        self.state.frames.push(LexFrame::Interpolation { close: b'}', depth: 1 });
        self.state.is_behind_value = false;
        self.emit(TokenKind::Open(b'{'), self.at..self.at + 1);
    }

    /// Reads the contents of a tag, up to its end, to code, or to the value of an attribute.
    pub(super) fn tag(&mut self) {
        let is_stop = |byte: &u8| matches!(byte, b'<' | b'>' | b'{' | b'"' | b'\'' | b'/');
        let Some(skipped) = self.bytes_at(self.at).iter().position(is_stop) else {
            self.at = self.line.len();
            return;
        };
        self.at += skipped;
        let before = self.line.get(self.code_from..self.at).unwrap_or_default();
        let has_room = self.has_room();
        let is_document = self.rules.markup.as_ref().is_some_and(|rule| !rule.code_in_text);
        let Some(LexFrame::Tag { kind, angles, raw }) = self.state.frames.last_mut() else { return };
        match self.line.as_bytes().get(self.at) {
            // The tag was not a tag: its `<` is a comparison in text.
            Some(b'<') if is_document => {
                self.state.frames.pop();
                return self.emit(TokenKind::ElementClose, self.at..self.at);
            }
            Some(b'<') => *angles += 1,
            Some(b'>') if *angles > 0 => *angles -= u32::from(!before.ends_with('=')),
            Some(b'>') => {
                let ends = *kind == TagKind::Closing || before.trim_end().ends_with('/');
                let (kind, raw) = (*kind, *raw);
                return self.end_tag(kind, ends, raw);
            }
            Some(b'{') if has_room => return self.open_code(),
            Some(quote @ (b'"' | b'\'')) if has_room => {
                let start = self.at;
                self.state.frames.push(LexFrame::Attribute(*quote));
                self.at += 1;
                return self.attribute(start);
            }
            Some(b'/') if self.opens_comment() => return,
            _ => {}
        }
        self.at += 1;
    }

    /// Ends a tag, and the element if it is complete.
    fn end_tag(&mut self, kind: TagKind, ends: bool, raw: Option<u8>) {
        self.state.frames.pop();
        let here = self.at..self.at + 1;
        let token = if ends { TokenKind::ElementClose } else { TokenKind::TagClose };
        if let Some(LexFrame::Children(depth)) = self.state.frames.last_mut() {
            match kind {
                TagKind::Opening => *depth += u32::from(!ends),
                TagKind::Closing => *depth = depth.saturating_sub(1),
            }
            if *depth == 0 {
                self.state.frames.pop();
                return self.emit_value(token, here);
            }
        }
        self.emit(token, here);
        let raw = raw
            .filter(|_| !ends)
            .and_then(|raw| self.rules.markup.as_ref()?.raw_elements.get(usize::from(raw)));
        if let Some(name) = raw {
            self.state.frames.push(LexFrame::RawText { close: format!("</{name}").into(), is_raw: true });
        }
    }

    /// Reads the value of an attribute, with its closing quote.
    pub(super) fn attribute(&mut self, start: usize) {
        let Some(LexFrame::Attribute(quote)) = self.state.frames.last() else { return };
        let found = memchr::memchr(*quote, self.bytes_at(self.at));
        if found.is_some() {
            self.state.frames.pop();
        }
        let end = found.map_or(self.line.len(), |found| self.at + found + 1);
        let kind = if found.is_some() { TokenKind::String } else { TokenKind::StringPart };
        self.emit(kind, start..end);
    }
}

impl MarkupRule {
    /// Returns the index of the element that a tag opens, if its text contains no tags.
    fn raw_element(&self, inside: &str) -> Option<u8> {
        let is_it = |name: &String| {
            let behind = inside.strip_prefix(name.as_str());
            behind
                .is_some_and(|behind| !behind.starts_with(|char: char| char.is_alphanumeric() || char == '-'))
        };
        self.raw_elements.iter().position(is_it).map(|number| number as u8)
    }
}

fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// Returns whether the text after an angle bracket, in the place of a value, begins an element and not a list of type
/// parameters.
fn begins_element(inside: &str, rule: &MarkupRule) -> bool {
    if inside.starts_with('>') {
        return true;
    }
    if !inside.bytes().next().is_some_and(begins_name) {
        return false;
    }
    // The name, and possible names of attributes.
    let end = inside.find(['{', '"', '\'', '=', '>', '/', '<', '(', ')', ';']).unwrap_or(inside.len());
    let (names, behind) = inside.split_at_checked(end).unwrap_or_default();
    let mut words = names.split_whitespace();
    let is_alone = words.next().is_some() && words.next().is_none();
    let is_list = names.contains(',')
        || names.split_whitespace().skip(1).any(|word| rule.parameter_words.iter().any(|own| own == word));
    match behind.bytes().next() {
        _ if is_list => false,
        Some(b'=') if is_alone => false,
        Some(b'(' | b')' | b';') => false,
        Some(b'>') if behind.starts_with(">(") => !begins_parameters(&behind[2..]),
        _ => true,
    }
}

/// Returns whether the text after a parenthesis is the parameter list of a function type, and not the text of an
/// element.
fn begins_parameters(inside: &str) -> bool {
    let mut depth = 1_usize;
    let end = inside.bytes().position(|byte| {
        depth = depth + usize::from(byte == b'(') - usize::from(byte == b')');
        depth == 0
    });
    let Some(behind) = end.and_then(|end| inside.get(end + 1..)) else { return inside.trim().is_empty() };
    let behind = behind.trim_start();
    !inside.contains("</") && ["=>", ":", "{", ";"].iter().any(|sign| behind.starts_with(sign))
}
