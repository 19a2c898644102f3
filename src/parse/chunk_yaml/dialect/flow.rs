//! Flow mappings and lists: `{path: a, op: delete_file}`, `[]`, and patches written as JSON.

use super::super::document::YamlValue;
use super::super::problems::malformed;
use super::lines::RestOfLine;
use super::{DialectParser, MAX_LEVELS, Unreadable, quoted};
use crate::ir::Fragment;

/// The tokens that may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expect {
    Key,
    Colon,
    Value,
    Separator,
}

impl Expect {
    /// Returns what is expected after an opening bracket or a comma.
    fn entry_of(bracket: u8) -> Self {
        if bracket == b'{' { Self::Key } else { Self::Value }
    }
}

impl<'a> DialectParser<'a, '_> {
    /// Parses the collection that begins at `start`; nothing may follow its end on the same line.
    pub(super) fn flow(&mut self, start: RestOfLine<'a>) -> Result<(), Unreadable> {
        let later = self.skeleton.begin();
        let mut open: Vec<u8> = Vec::new();
        let mut expect = Expect::Value;
        let mut spot = start;
        loop {
            spot = self.flow_token(start, spot)?;
            let byte = spot.rest.as_bytes()[0];
            match (expect, byte) {
                (Expect::Value, b'{' | b'[') => {
                    open.push(byte);
                    if self.levels.depth() + open.len() > MAX_LEVELS {
                        return self.too_deep(spot);
                    }
                    expect = Expect::entry_of(byte);
                    spot = self.copy_flow(spot, 1);
                }
                (_, b'}' | b']') => {
                    if open.pop() != Some(if byte == b'}' { b'{' } else { b'[' }) {
                        return self.stop(spot, format!("`{}` closes nothing", char::from(byte)));
                    }
                    expect = Expect::Separator;
                    spot = self.copy_flow(spot, 1);
                    if open.is_empty() {
                        self.set(start, YamlValue::Later(later));
                        self.behind_flow(spot);
                        return Ok(());
                    }
                }
                (Expect::Separator | Expect::Colon, b',') => {
                    expect = open.last().copied().map_or(Expect::Separator, Expect::entry_of);
                    spot = self.copy_flow(spot, 1);
                    self.skeleton.raw(" ");
                }
                (Expect::Colon, b':') => {
                    expect = Expect::Value;
                    spot = self.copy_flow(spot, 1);
                    self.skeleton.raw(" ");
                }
                (Expect::Key | Expect::Value, b'"' | b'\'') => {
                    spot = self.flow_quoted(spot)?;
                    expect = if expect == Expect::Key { Expect::Colon } else { Expect::Separator };
                }
                (Expect::Key, _) if byte != b',' => {
                    spot = self.flow_key(spot)?;
                    expect = Expect::Colon;
                }
                (Expect::Value, b',') if open.last() == Some(&b'{') => {
                    expect = Expect::Separator;
                }
                (Expect::Value, _) if byte != b',' => {
                    spot = self.flow_plain(spot)?;
                    expect = Expect::Separator;
                }
                _ => return self.unexpected(spot),
            }
        }
    }

    /// Returns the spot of the next token, on this line or a later one.
    fn flow_token(
        &mut self,
        start: RestOfLine<'a>,
        spot: RestOfLine<'a>,
    ) -> Result<RestOfLine<'a>, Unreadable> {
        let mut spot = spot.past_blanks();
        while spot.rest.is_empty() {
            let Some(line) = self.lines.take() else {
                return self
                    .stop(start, format!("the `{}` that begins here is never closed", &start.rest[..1]));
            };
            spot = line.past_blanks();
            if spot.rest.starts_with('#') {
                self.hash_line(spot);
                spot = spot.past(spot.rest.len());
            } else if !spot.rest.is_empty() {
                self.skeleton.go_on();
            }
        }
        Ok(spot)
    }

    fn copy_flow(&mut self, spot: RestOfLine<'a>, bytes: usize) -> RestOfLine<'a> {
        self.skeleton.copy(&spot.rest[..bytes], spot.place());
        spot.past(bytes)
    }

    fn behind_flow(&mut self, spot: RestOfLine<'a>) {
        if !spot.is_blank() {
            self.problems
                .add(malformed(spot.past_blanks().place(), "there is text after the end of the value"));
        }
    }

    fn flow_quoted(&mut self, spot: RestOfLine<'a>) -> Result<RestOfLine<'a>, Unreadable> {
        let Some((quoted, behind)) = quoted::read(spot, &mut self.lines, |_| true) else {
            return self.stop(spot, "the quote that begins here is never closed");
        };
        self.refuse_escape(&quoted, "");
        quoted.copy(&mut self.skeleton);
        Ok(behind)
    }

    /// Parses a plain key, which ends at a colon followed by white space or a bracket, or at the end of its entry.
    fn flow_key(&mut self, spot: RestOfLine<'a>) -> Result<RestOfLine<'a>, Unreadable> {
        let bytes = spot.rest.as_bytes();
        let is_end = |at: &usize| match bytes[*at] {
            b',' | b'{' | b'}' | b'[' | b']' => true,
            b':' => matches!(bytes.get(at + 1), None | Some(b' ' | b'\t' | b',' | b'{' | b'}' | b'[' | b']')),
            _ => false,
        };
        let end = (0..bytes.len()).find(is_end).unwrap_or(bytes.len());
        let key = spot.rest[..end].trim_end_matches([' ', '\t']);
        if key.is_empty() || key.starts_with(['#', '?', '&', '*', '!', '|', '>', '%', '@', '`']) {
            return self.unexpected(spot);
        }
        self.skeleton.key(key, spot.place().spanning(key.chars().count()));
        Ok(spot.past(end))
    }

    /// Parses a plain value, which extends to a comma or a bracket.
    fn flow_plain(&mut self, spot: RestOfLine<'a>) -> Result<RestOfLine<'a>, Unreadable> {
        let ends = [',', '{', '}', '[', ']'];
        let end = spot.rest.find(ends).unwrap_or(spot.rest.len());
        let text = spot.rest[..end].trim_end_matches([' ', '\t']);
        if text.starts_with(['&', '*', '!', '|', '>']) {
            let message = format!("`{}` cannot begin a value here", &text[..1]);
            return self.stop_with(spot, &message, "put the value into double quotes");
        }
        let place = spot.place().spanning(text.chars().count());
        if matches!(text, "~" | "null" | "Null" | "NULL") {
            self.skeleton.null(place);
        } else {
            self.skeleton.text(Fragment { place, ..spot.one_line(text) }, place);
        }
        Ok(spot.past(end))
    }

    fn unexpected<T>(&mut self, spot: RestOfLine<'a>) -> Result<T, Unreadable> {
        let first: String = spot.rest.chars().take(1).collect();
        self.stop(spot, format!("`{first}` is not expected here, between braces or brackets"))
    }
}
