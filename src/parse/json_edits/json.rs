//! JSON whose values know their places in the patch.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::diag::{Diagnostic, PatchPlace};
use crate::parse::problem::malformed;

/// A text in JSON.
pub(super) struct JsonSource<'a> {
    text: &'a str,
    /// The byte offsets of the beginnings of the patch's lines.
    starts: &'a [usize],
    /// The byte offsets at which the text is one byte longer than the patch.
    longer: &'a [usize],
    /// The line number in the patch at which it begins, from 1.
    first_line: usize,
}

/// A text in JSON in which the strings have no line breaks and tabs as they are, and no comma stands before a closing bracket:
/// of the former the format wants `\n` and `\t`, of the latter nothing, and nothing else can be meant.
pub(super) struct EscapedText<'a> {
    text: Cow<'a, str>,
    /// The byte offsets of the beginnings of the patch's lines.
    starts: Vec<usize>,
    longer: Vec<usize>,
}

impl<'a> EscapedText<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let breaks = || memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        let plain = || Self {
            text: Cow::Borrowed(text),
            starts: std::iter::once(0).chain(breaks()).collect(),
            longer: Vec::new(),
        };
        if !is_mended(text) {
            return plain();
        }
        let mut escaped = Self {
            text: Cow::Owned(String::with_capacity(text.len() + 64)),
            starts: vec![0],
            longer: Vec::new(),
        };
        let own = escaped.text.to_mut();
        let mut state = StringState::Outside;
        let mut commas = Commas::default();
        for char in text.chars() {
            if let Some(comma) = commas.needless(state, char, own.len()) {
                own.replace_range(comma..=comma, " ");
            }
            let name = match char {
                '\n' => Some('n'),
                '\r' => Some('r'),
                '\t' => Some('t'),
                _ => None,
            };
            // After a backslash, it is an error of another kind.
            match name.filter(|_| state == StringState::Within) {
                Some(name) => {
                    own.push('\\');
                    escaped.longer.push(own.len());
                    own.push(name);
                }
                None => own.push(char),
            }
            if char == '\n' {
                escaped.starts.push(own.len());
            }
            state = state.behind(char);
        }
        escaped
    }

    /// A text that stands in one line of the patch, as a string of another one.
    pub(super) fn on_one_line(text: &'a str) -> Self {
        Self { starts: vec![0], longer: Vec::new(), ..Self::of(text) }
    }
}

/// The commas outside of strings.
#[derive(Default)]
struct Commas {
    /// Where the last sign is, if it is a comma behind a value.
    open: Option<usize>,
    /// Whether that sign is one behind which a value must come.
    wants_value: bool,
}

impl Commas {
    /// Where the comma is that a bracket closes behind, for the next character, which is at `at`.
    fn needless(&mut self, state: StringState, char: char, at: usize) -> Option<usize> {
        if state == StringState::Outside && char.is_ascii_whitespace() {
            return None;
        }
        let is_outside = state == StringState::Outside;
        let open = self.open.take().filter(|_| is_outside && matches!(char, ']' | '}'));
        self.open = (is_outside && char == ',' && !self.wants_value).then_some(at);
        self.wants_value = is_outside && matches!(char, ',' | ':' | '[' | '{');
        open
    }
}

/// The position of a character in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StringState {
    Outside,
    Within,
    /// Within a string, after a backslash.
    Escaped,
}

impl StringState {
    const fn behind(self, char: char) -> Self {
        match (self, char) {
            (Self::Outside, '"') | (Self::Escaped, _) => Self::Within,
            (Self::Within, '"') => Self::Outside,
            (Self::Within, '\\') => Self::Escaped,
            (state, _) => state,
        }
    }
}

/// Whether a string holds a line break or a tab as it is, or a comma stands before a closing bracket.
fn is_mended(text: &str) -> bool {
    let mut state = StringState::Outside;
    let mut commas = Commas::default();
    text.char_indices().any(|(at, char)| {
        let is_raw = state == StringState::Within && matches!(char, '\n' | '\r' | '\t');
        let is_needless = commas.needless(state, char, at).is_some();
        state = state.behind(char);
        is_raw || is_needless
    })
}

/// A value that has not been parsed yet.
pub(super) type Raw<'a> = &'a RawValue;

/// The entries of an object, in order; keys may occur twice.
pub(super) struct JsonObject<'a>(pub(super) Vec<(Cow<'a, str>, Raw<'a>)>);

impl<'a> JsonSource<'a> {
    pub(super) fn new(text: &'a EscapedText<'_>, first_line: usize) -> Self {
        Self { text: &text.text, starts: &text.starts, longer: &text.longer, first_line }
    }

    /// Returns the consecutive values.
    pub(super) fn values(&self) -> Result<Vec<Raw<'a>>, Diagnostic> {
        let values = serde_json::Deserializer::from_str(self.text).into_iter::<Raw<'a>>();
        values.collect::<Result<_, _>>().map_err(|error| self.no_json(&error))
    }

    fn no_json(&self, error: &serde_json::Error) -> Diagnostic {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        let line = (self.first_line + error.line().max(1) - 1).min(self.first_line + self.starts.len() - 1);
        let problem = malformed(line, format!("the edits are not valid JSON: {reason}"));
        if error.is_eof() {
            return problem.with_help("the patch may be cut off; send all of it");
        }
        problem.with_help(
            "within a string, a line break is written `\\n`, a quote `\\\"` and a backslash `\\\\`",
        )
    }

    /// Returns the place at which a value begins.
    pub(super) fn place(&self, value: Raw<'_>) -> PatchPlace {
        let at = (value.get().as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let line = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let longer = |at: usize| self.longer.partition_point(|own| *own <= at);
        let column = self.text.get(start..at).map_or(0, |before| before.chars().count());
        let column = column.saturating_sub(longer(at) - longer(start));
        let text = value.get();
        // The columns of a value on several lines, or with characters that were escaped, are not counted.
        let is_plain = !text.contains('\n') && longer(at + text.len()) == longer(at);
        let width = if is_plain { text.chars().count() } else { 0 };
        PatchPlace::new(self.first_line + line, column + 1).spanning(width)
    }
}

/// Parses a value as another type; returns `None` if it is not of that type.
pub(super) fn read<'a, T: Deserialize<'a>>(value: Raw<'a>) -> Option<T> {
    serde_json::from_str(value.get()).ok()
}

/// Returns the kind of a value, for messages.
pub(super) fn kind(value: Raw<'_>) -> &'static str {
    match value.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "true or false",
        Some(b'n') => "null",
        _ => "a number",
    }
}

impl<'de> Deserialize<'de> for JsonObject<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = JsonObject<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<JsonObject<'de>, A::Error> {
        let mut object = Vec::new();
        while let Some((key, value)) = entries.next_entry::<String, Raw<'de>>()? {
            object.push((Cow::Owned(key), value));
        }
        Ok(JsonObject(object))
    }
}

/// Returns the length in bytes of the object or list at the beginning of a text; `None` if it does not end.
pub(super) fn length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' => {
                at += 1;
                while *bytes.get(at)? != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_where_its_brackets_do() {
        assert_eq!(length("{\"a\": \"}\\\"]\"} x"), Some(13));
        assert_eq!(length("[{}, []] "), Some(8));
        assert_eq!(length("{\"a"), None);
        assert_eq!(length("{\"a\\"), None);
    }

    #[test]
    fn values_know_their_places() {
        let text = EscapedText::of("{\n \"é\": 1}\n[2]");
        let source = JsonSource::new(&text, 5);
        let values = source.values().expect("it is JSON");
        assert_eq!(source.place(values[1]), PatchPlace::new(7, 1).spanning(3));
        let JsonObject(entries) = read(values[0]).expect("an object");
        assert_eq!((&*entries[0].0, source.place(entries[0].1)), ("é", PatchPlace::new(6, 7).spanning(1)));
    }

    #[test]
    fn line_breaks_and_tabs_in_strings_are_read_as_they_are_meant() {
        let text = EscapedText::of("{\"a\": \"x\ty\nz\", \"b\":\t\"\\t\"}");
        let source = JsonSource::new(&text, 1);
        let values = source.values().expect("it is JSON");
        let JsonObject(entries) = read(values[0]).expect("an object");
        let told = |at: usize| (read::<String>(entries[at].1), source.place(entries[at].1));
        assert_eq!(told(0), (Some("x\ty\nz".to_owned()), PatchPlace::new(1, 7)));
        assert_eq!(told(1), (Some("\t".to_owned()), PatchPlace::new(2, 10).spanning(4)));
    }
}
