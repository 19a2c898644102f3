//! JSON of which every value knows its place.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::diag::{Diagnostic, PatchPlace};
use crate::parse::problem::malformed;

/// A text in JSON.
pub(super) struct JsonSource<'a> {
    text: &'a str,
    /// Where its lines begin.
    starts: Vec<usize>,
    /// The line of the patch on which it begins, from 1.
    first_line: usize,
}

/// A value, not read yet.
pub(super) type Raw<'a> = &'a RawValue;

/// The entries of an object, in order; keys may come twice.
pub(super) struct JsonObject<'a>(pub(super) Vec<(Cow<'a, str>, Raw<'a>)>);

impl<'a> JsonSource<'a> {
    pub(super) fn new(text: &'a str, first_line: usize) -> Self {
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        Self { text, starts: std::iter::once(0).chain(breaks).collect(), first_line }
    }

    /// The values that stand one behind the other.
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
        problem
            .with_help("within a text, a line break is written `\\n`, a quote `\\\"` and a backslash `\\\\`")
    }

    /// Where a value begins.
    pub(super) fn place(&self, value: Raw<'_>) -> PatchPlace {
        let at = (value.get().as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let line = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let column = self.text.get(start..at).map_or(0, |before| before.chars().count());
        PatchPlace::new(self.first_line + line, column + 1)
    }
}

/// Reads a value as another type; `None` if it is none of that type.
pub(super) fn read<'a, T: Deserialize<'a>>(value: Raw<'a>) -> Option<T> {
    serde_json::from_str(value.get()).ok()
}

/// What a value is, as messages call it.
pub(super) fn kind(value: Raw<'_>) -> &'static str {
    match value.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a text",
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

/// The length of the value that a text begins with, which is an object or a list; `None` if it does not end.
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
        let source = JsonSource::new("{\n \"é\": 1}\n[2]", 5);
        let values = source.values().expect("it is JSON");
        assert_eq!(source.place(values[1]), PatchPlace::new(7, 1));
        let JsonObject(entries) = read(values[0]).expect("an object");
        assert_eq!((&*entries[0].0, source.place(entries[0].1)), ("é", PatchPlace::new(6, 7)));
    }
}
