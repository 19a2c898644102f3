//! The document: mappings, lists and texts, each with its place in the patch.
//!
//! What the dialect parser understands is complete at once; quoted strings with escapes, and everything in braces or
//! brackets, is parsed by the YAML library. Every scalar given to the library is quoted, so every text stays the string
//! that it is: `007` and `yes` are not converted. The allowed fields are checked by [`lower`](super::lower), so that
//! every unknown, duplicate and missing field is reported; a derived struct would stop at the first.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_yaml::options::{DuplicateKeyPolicy, MergeKeyPolicy};
use serde_yaml::{Location, Options};

use super::hints;
use super::problems::{Problems, malformed};
use super::skeleton::{Origins, PatchScalar, ScalarText, Skeleton};
use crate::diag::PatchPlace;
use crate::ir::Fragment;

/// A value with its place.
#[derive(Debug, PartialEq)]
pub(super) struct YamlNode {
    /// Its place in the patch; the place of its key if the value is empty.
    pub(super) place: PatchPlace,
    /// The value.
    pub(super) value: YamlValue,
    /// Whether it is a quoted text that ends in a line break.
    pub(super) ends_line: bool,
}

/// A value.
#[derive(Debug, PartialEq)]
pub(super) enum YamlValue {
    /// An empty value, or `null`.
    Null,
    /// A text, as lines.
    Text(Fragment),
    /// The value with this number in the skeleton; a complete document contains none.
    Later(usize),
    /// A list.
    List(Vec<YamlNode>),
    /// A mapping, in the order of the patch; keys may occur twice.
    Mapping(Vec<YamlEntry>),
}

/// A key with its value.
#[derive(Debug, PartialEq)]
pub(super) struct YamlEntry {
    /// The key.
    pub(super) key: String,
    /// The place of the key.
    pub(super) place: PatchPlace,
    /// The value.
    pub(super) value: YamlNode,
}

impl YamlEntry {
    /// Returns the place from its key to the end of the value of an entry, if that is not the rest of the line.
    pub(super) fn place_up_to(&self, last: &Self) -> PatchPlace {
        let (start, end) = (self.place, last.value.place);
        let is_on_line = start.line == end.line && end.column >= start.column;
        let width = if is_on_line && end.width > 0 { end.column + end.width - start.column } else { 0 };
        start.spanning(width)
    }
}

/// Puts the values of the skeleton into the document; returns `None` if the library cannot parse them, after adding the
/// problem.
pub(super) fn complete(root: YamlNode, skeleton: Skeleton, problems: &mut Problems) -> Option<YamlNode> {
    let Some((yaml, mut origins)) = skeleton.finish() else { return Some(root) };
    match serde_yaml::from_str_with_options::<Vec<RawYaml<'_>>>(&yaml, options()) {
        Ok(values) => Some(fill(root, &mut values.into_iter().map(Some).collect::<Vec<_>>(), &mut origins)),
        Err(error) => {
            // The error of the library may be due to a problem that has already been reported.
            if problems.is_empty() {
                let place = error.location().map_or(root.place, |at| place(at, &origins));
                problems.add(malformed(place, format!("the patch is not YAML: {}", reason(&error))));
            }
            None
        }
    }
}

/// Parses a single quoted scalar, such as a key.
pub(super) fn read_quoted(scalar: &str) -> Option<String> {
    serde_yaml::from_str_with_options(scalar, options()).ok()
}

/// Recursion is bounded, since the nesting is.
fn fill(node: YamlNode, values: &mut [Option<RawYaml<'_>>], origins: &mut Origins) -> YamlNode {
    let value = match node.value {
        YamlValue::Later(number) => match values.get_mut(number).and_then(Option::take) {
            Some(raw) => return self::node(raw, node.place, origins),
            None => YamlValue::Null,
        },
        YamlValue::List(items) => {
            YamlValue::List(items.into_iter().map(|item| fill(item, values, origins)).collect())
        }
        YamlValue::Mapping(entries) => {
            let filled = |entry: YamlEntry| YamlEntry { value: fill(entry.value, values, origins), ..entry };
            YamlValue::Mapping(entries.into_iter().map(filled).collect())
        }
        value @ (YamlValue::Null | YamlValue::Text(_)) => value,
    };
    YamlNode { ends_line: node.ends_line, place: node.place, value }
}

/// Returns options without limits on size: the dialect parser has bounded the nesting, and allows no anchors or
/// aliases.
fn options() -> Options {
    let mut options = serde_yaml::options! {
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        merge_keys: MergeKeyPolicy::AsOrdinary,
        with_snippet: false,
    };
    if let Some(budget) = &mut options.budget {
        budget.max_events = usize::MAX;
        budget.max_nodes = usize::MAX;
        budget.max_total_scalar_bytes = usize::MAX;
        budget.simple_key_max_lookahead = usize::MAX;
        // The library counts a mapping and its entries as two levels, the dialect parser as one.
        budget.max_depth = usize::MAX;
        budget.flow_nesting_limit = usize::MAX;
    }
    options
}

/// Returns the error message of the library in one line, without the place in the skeleton at its end.
fn reason(error: &serde_yaml::Error) -> String {
    let text = error.without_snippet().to_string();
    let line = text.lines().next().unwrap_or_default();
    let line = line.split(" at line ").next().unwrap_or_default();
    let line = line.strip_prefix("error: ").unwrap_or(line);
    hints::excerpt(line)
}

fn place(location: Location, origins: &Origins) -> PatchPlace {
    let number = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    origins.place(number(location.line()), number(location.column()))
}

/// Converts a value of the library into a node; `place` is used for values without a place of their own.
fn node(raw: RawYaml<'_>, place: PatchPlace, origins: &mut Origins) -> YamlNode {
    match raw {
        RawYaml::Null => YamlNode { ends_line: false, place, value: YamlValue::Null },
        RawYaml::Scalar(RawScalar(scalar)) => scalar_node(&scalar, place, origins),
        RawYaml::List(items) => {
            let items: Vec<_> = items.into_iter().map(|item| node(item, place, origins)).collect();
            YamlNode {
                ends_line: false,
                place: items.first().map_or(place, |item| item.place),
                value: YamlValue::List(items),
            }
        }
        RawYaml::Mapping(entries) => {
            let entries: Vec<_> =
                entries.into_iter().map(|(key, value)| entry(&key.0, value, place, origins)).collect();
            YamlNode {
                ends_line: false,
                place: entries.first().map_or(place, |entry| entry.place),
                value: YamlValue::Mapping(entries),
            }
        }
    }
}

fn entry(key: &str, value: RawYaml<'_>, place: PatchPlace, origins: &mut Origins) -> YamlEntry {
    let YamlNode { place, value: found, .. } = scalar_node(key, place, origins);
    let key = match found {
        YamlValue::Text(text) => text.lines.join("\n"),
        YamlValue::Null | YamlValue::Later(_) | YamlValue::List(_) | YamlValue::Mapping(_) => String::new(),
    };
    YamlEntry { key, place, value: node(value, place, origins) }
}

fn scalar_node(scalar: &str, place: PatchPlace, origins: &mut Origins) -> YamlNode {
    let quoted = |text: &str, place| YamlNode {
        place,
        value: YamlValue::Text(Fragment { lines: lines(text), place, margin: None }),
        ends_line: text.ends_with('\n'),
    };
    match origins.find(scalar) {
        None => quoted(scalar, place),
        Some(PatchScalar { place, says: Some(ScalarText::Quoted(text)) }) => quoted(text, place),
        Some(PatchScalar { place, says: None }) => {
            YamlNode { ends_line: false, place, value: YamlValue::Null }
        }
        Some(PatchScalar { place, says: Some(ScalarText::Text(text)) }) => {
            YamlNode { ends_line: false, place, value: YamlValue::Text(text) }
        }
    }
}

/// Returns the lines of a text: a final line break ends the last line, each further one is an empty line.
fn lines(text: &str) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let body = text.strip_suffix('\n').unwrap_or(text);
    body.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned()).collect()
}

/// A value as the library returns it: every scalar still contains its number, and may be a placeholder.
enum RawYaml<'de> {
    Null,
    Scalar(RawScalar<'de>),
    List(Vec<RawYaml<'de>>),
    Mapping(Vec<(RawScalar<'de>, RawYaml<'de>)>),
}

/// A scalar as the library returns it.
struct RawScalar<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for RawYaml<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

impl<'de> Deserialize<'de> for RawScalar<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(ScalarVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = RawYaml<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a list or a mapping")
    }

    fn visit_unit<E: Error>(self) -> Result<RawYaml<'de>, E> {
        Ok(RawYaml::Null)
    }

    fn visit_none<E: Error>(self) -> Result<RawYaml<'de>, E> {
        Ok(RawYaml::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<RawYaml<'de>, D::Error> {
        RawYaml::deserialize(deserializer)
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<RawYaml<'de>, E> {
        Ok(RawYaml::Scalar(RawScalar(Cow::Borrowed(text))))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<RawYaml<'de>, E> {
        self.visit_string(text.to_owned())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<RawYaml<'de>, E> {
        Ok(RawYaml::Scalar(RawScalar(Cow::Owned(text))))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<RawYaml<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(RawYaml::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<RawYaml<'de>, A::Error> {
        let mut mapping = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            mapping.push(entry);
        }
        Ok(RawYaml::Mapping(mapping))
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = RawScalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<RawScalar<'de>, E> {
        Ok(RawScalar(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<RawScalar<'de>, E> {
        Ok(RawScalar(Cow::Owned(text.to_owned())))
    }
}
