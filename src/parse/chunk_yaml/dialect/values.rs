//! The values of fields: plain scalars, blocks, and values that are not allowed.

use super::super::document::{YamlNode, YamlValue};
use super::super::fields::{self, Field, FieldShape};
use super::super::problems::malformed;
use super::block::{BlockBody, ScalarHeader};
use super::lines::{RestOfLine, indent_of, is_blank};
use super::{DialectParser, LineAbove, Unreadable, dash, is_structure, key_end, quoted};
use crate::ir::Fragment;

impl<'a> DialectParser<'a, '_> {
    /// Parses the value of `key`, which is in column `column`.
    pub(super) fn value(
        &mut self,
        spot: RestOfLine<'a>,
        key: &'a str,
        column: usize,
    ) -> Result<(), Unreadable> {
        match spot.rest.as_bytes().first() {
            None => self.levels.wait(key),
            Some(b'|' | b'>') => self.block(spot, key, column),
            Some(b'"' | b'\'') => self.quoted_value(spot, key, column),
            Some(b'{' | b'[') if matches!(fields::shape(key), FieldShape::Nested | FieldShape::Unknown) => {
                return self.flow(spot);
            }
            // Whether several symbols are allowed is checked by the reader of the field.
            Some(b'[') if key == Field::Symbol.name() => return self.flow(spot),
            Some(b'{' | b'[') => {
                self.unusable(spot, key, "YAML reads a value that begins like this as a list or a mapping")
            }
            Some(b'&') => self.unusable(spot, key, "`&` begins an anchor, which is not allowed in a patch"),
            Some(b'*') => self.unusable(spot, key, "`*` begins an alias, which is not allowed in a patch"),
            Some(b'!') => self.unusable(spot, key, "`!` begins a tag, which is not allowed in a patch"),
            Some(_) => self.plain(spot, key, column),
        }
        Ok(())
    }

    /// Sets the value that was parsed at `spot`.
    pub(super) fn set(&mut self, spot: RestOfLine<'a>, value: YamlValue) {
        self.levels.set(YamlNode { ends_line: false, place: spot.place(), value });
    }

    /// Reports a value that is not allowed; the missing value is not reported as a further problem.
    fn unusable(&mut self, spot: RestOfLine<'a>, key: &str, why: &str) {
        let help = if fields::shape(key) == FieldShape::Source {
            format!("write `{key}: |-`, and the text on lines of its own, indented below")
        } else {
            "put the value into double quotes".to_owned()
        };
        self.problems.add(malformed(spot.place(), why).with_help(help));
        self.set(spot, YamlValue::Null);
    }

    /// Parses a plain scalar: the rest of the line, whatever it contains.
    pub(super) fn plain(&mut self, spot: RestOfLine<'a>, key: &'a str, column: usize) {
        let text = spot.rest.trim_end_matches([' ', '\t']);
        if matches!(text, "~" | "null" | "Null" | "NULL") {
            self.set(spot, YamlValue::Null);
        } else {
            self.set(spot, YamlValue::Text(spot.one_line(text)));
        }
        self.lines_below_plain(key, column);
    }

    /// Handles lines that are indented more than a field which already has its value.
    fn lines_below_plain(&mut self, key: &'a str, column: usize) {
        let shape = fields::shape(key);
        while let Some(line) = self.lines.peek() {
            if !is_blank(line) {
                let is_deeper = indent_of(line) > column && !is_structure(line);
                if is_deeper && shape == FieldShape::Source {
                    let spot = RestOfLine { line: self.lines.number(), column: 0, rest: line };
                    self.needs_block(spot.past_indent(), key);
                    return self.skip_deeper(column);
                }
                if !is_deeper || shape != FieldShape::Prose {
                    return;
                }
            }
            self.lines.take();
        }
    }

    pub(super) fn needs_block(&mut self, spot: RestOfLine<'a>, key: &str) {
        let message = format!("the text of `{key}` spans several lines, but is not a block");
        let help = format!("write `{key}: |-`, and all lines of the text indented below");
        self.problems.add(malformed(spot.place(), message).with_help(help));
    }

    /// Reports an escape in a quoted scalar that YAML does not have; returns `false` if there is none.
    pub(super) fn refuse_escape(&mut self, quoted: &quoted::QuotedScalar<'_>, key: &str) -> bool {
        let Some((place, escaped)) = quoted.unknown_escape() else { return false };
        let message = format!("`\\{escaped}` is not a valid escape between double quotes");
        let block = match fields::shape(key) {
            FieldShape::Source => {
                format!(", or `{key}: |-` and the text on lines of its own, indented below")
            }
            FieldShape::Nested | FieldShape::Unknown | FieldShape::Prose | FieldShape::Line => String::new(),
        };
        let help = format!("write `\\\\{escaped}`{block}");
        self.problems.add(malformed(place, message).with_help(help));
        true
    }

    fn quoted_value(&mut self, spot: RestOfLine<'a>, key: &str, column: usize) {
        match quoted::read(spot, &mut self.lines, |indent| indent > column) {
            Some((quoted, behind)) if behind.is_blank() => match quoted.verbatim() {
                Some(text) => self.set(spot, YamlValue::Text(spot.one_line(text))),
                None if self.refuse_escape(&quoted, key) => self.set(spot, YamlValue::Null),
                None => {
                    let later = self.skeleton.begin();
                    quoted.copy(&mut self.skeleton);
                    self.set(spot, YamlValue::Later(later));
                }
            },
            // `"One" and "two"`: quoted words at both ends, but no quotes around the whole.
            Some((_, behind)) if behind.line == spot.line && ends_in_quoted_word(spot.rest) => {
                self.set(spot, YamlValue::Text(spot.one_line(spot.rest.trim_end())));
            }
            Some((_, behind)) => {
                self.unusable(behind.past_blanks(), key, "there is text after the closing quote of a value");
            }
            None => self.unusable(spot, key, "the quote that begins this value is never closed"),
        }
    }

    fn block(&mut self, spot: RestOfLine<'a>, key: &'a str, column: usize) {
        let Some(header) = ScalarHeader::parse(spot.rest) else {
            let mark = &spot.rest[..1];
            let why = format!("`{mark}` begins a block, but text follows it on the same line");
            return self.unusable(spot, key, &why);
        };
        if let Some((sign, note)) = spot.rest.split_once('#') {
            let sign = sign.trim_end();
            let message = format!("`#{note}` follows `{sign}`, but `#` does not begin a comment here");
            let help = "if it is a note, write it as `comment:` of an operation, or leave it out";
            let text = format!("if it belongs to `{key}`, write it on a line of its own, indented below");
            self.problems.add(malformed(spot.place(), message).with_help(help).with_help(text));
        }
        if fields::shape(key) == FieldShape::Source
            && let Some(text) = self.block_below_key(header, column)
        {
            return self.set(spot, YamlValue::Text(text));
        }
        let body = BlockBody::take(&mut self.lines, column);
        let (text, left) = body.text(header, column);
        for place in left {
            let message = format!(
                "the line is indented less than `{}` requires for the text of `{key}`",
                spot.rest.trim()
            );
            self.problems.add(malformed(place, message).with_help("leave the number out"));
        }
        self.set(spot, YamlValue::Text(text));
        self.above = LineAbove::Block(key);
        for spot in &body.strayed {
            self.hash_line(*spot);
        }
    }

    /// Returns the text of a block whose lines are in the column of its key, if each line can be distinguished from a
    /// field: the first one does not look like one, and the last one is followed by an item, another block or the end
    /// of the patch.
    ///
    /// The indentation is a mistake, so the text has no margin to compare with other texts.
    fn block_below_key(&mut self, header: ScalarHeader, column: usize) -> Option<Fragment> {
        let mut ahead = self.lines.clone();
        let mut count = 0;
        let mut is_begun = false;
        while let Some(line) = ahead.peek() {
            let spot = RestOfLine { line: ahead.number(), column: 0, rest: line }.past_indent();
            if !is_blank(line) && spot.column <= column {
                let begins_item = spot.column < column && dash(spot).is_some();
                let is_key = key_end(spot).is_some();
                let begins_block = key_end(spot).is_some_and(|end| {
                    let value = spot.past(end).past_blanks().rest;
                    is_structure(spot.rest) && (value.is_empty() || ScalarHeader::parse(value).is_some())
                });
                match spot.column == column {
                    _ if begins_item || begins_block => break,
                    false => return None,
                    true if is_key && (is_structure(spot.rest) || !is_begun) => return None,
                    true => is_begun |= !spot.rest.starts_with('#'),
                }
            } else if !is_blank(line) && !is_begun {
                return None;
            }
            ahead.take();
            count += 1;
        }
        if !is_begun || header.has_indent() {
            return None;
        }
        let body = BlockBody::take_lines(&mut self.lines, count);
        let (text, _) = body.text(header, column);
        Some(Fragment { margin: None, ..text })
    }
}

/// Returns whether a text that begins with a quoted word also ends with one.
fn ends_in_quoted_word(text: &str) -> bool {
    let text = text.trim_end();
    let Some(quote) = text.chars().next() else { return false };
    let Some(inner) = text.strip_suffix(quote) else { return false };
    // There are words in between, and an even number of quotes.
    text.matches(quote).count() % 2 == 0
        && inner.contains(&format!("{quote} "))
        && inner.contains(&format!(" {quote}"))
        && !text.contains('\\')
}
