//! The document that a skeleton holds: mappings, lists and texts, each with its place in the patch.
//!
//! Every scalar of a skeleton is quoted, so every text arrives here as the string that it is: `007` and `yes` do not
//! turn into something else. Which fields there may be is for [`lower`](super::lower) to say, so that it can name every
//! unknown, doubled and missing one, where a derived structure would stop at the first.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_yaml::options::{DuplicateKeyPolicy, MergeKeyPolicy};
use serde_yaml::{Location, Options, Spanned};

use super::hints;
use super::problems::{Problems, malformed};
use super::skeleton::Skeleton;
use crate::diag::PatchPlace;
use crate::ir::Fragment;

/// A value, and where it stands.
#[derive(Debug, PartialEq)]
pub(super) struct Node {
    /// Its place in the patch.
    pub(super) place: PatchPlace,
    /// What it is.
    pub(super) value: Value,
}

/// What a value is.
#[derive(Debug, PartialEq)]
pub(super) enum Value {
    /// Nothing was written, or `null`.
    Null,
    /// A text, as lines.
    Text(Fragment),
    /// A list.
    List(Vec<Node>),
    /// A mapping, in the order of the patch; keys may come twice.
    Mapping(Vec<Entry>),
}

/// A key with its value.
#[derive(Debug, PartialEq)]
pub(super) struct Entry {
    /// The key.
    pub(super) key: String,
    /// Where the key stands.
    pub(super) place: PatchPlace,
    /// The value.
    pub(super) value: Node,
}

/// Reads the document; `None` if the library could not, which is added to the problems.
pub(super) fn read(mut skeleton: Skeleton, problems: &mut Problems) -> Option<Node> {
    match serde_yaml::from_str_with_options::<Spanned<Raw>>(skeleton.yaml(), options()) {
        Ok(raw) => Some(node(raw, &mut skeleton)),
        Err(error) => {
            // What the library stumbles over may be what has been reported already.
            if problems.is_empty() {
                let place = error.location().map_or_else(PatchPlace::default, |at| place(at, &skeleton));
                problems.add(malformed(place, format!("the patch is no YAML: {}", reason(&error))));
            }
            None
        }
    }
}

/// No limit on size: the dialect has bounded the nesting, and lets no anchor or alias through.
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
        // A mapping and its entries count as two levels there; the dialect counts them as one.
        budget.max_depth = usize::MAX;
        budget.flow_nesting_limit = usize::MAX;
    }
    options
}

/// The library's reason in one line, without the place in the skeleton that it ends with.
fn reason(error: &serde_yaml::Error) -> String {
    let text = error.without_snippet().to_string();
    let line = text.lines().next().unwrap_or_default();
    let line = line.split(" at line ").next().unwrap_or_default();
    let line = line.strip_prefix("error: ").unwrap_or(line);
    hints::excerpt(line)
}

fn place(location: Location, skeleton: &Skeleton) -> PatchPlace {
    let (line, column) = line_and_column(location);
    skeleton.place(line, column)
}

fn line_and_column(location: Location) -> (usize, usize) {
    let number = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    (number(location.line()), number(location.column()))
}

/// A value as the library gives it: placeholders still stand for texts.
enum Raw {
    Null,
    Scalar(String),
    List(Vec<Spanned<Raw>>),
    Mapping(Vec<(Spanned<String>, Spanned<Raw>)>),
}

fn node(raw: Spanned<Raw>, skeleton: &mut Skeleton) -> Node {
    let place_of_raw = place(raw.referenced, skeleton);
    let value = match raw.value {
        Raw::Null => Value::Null,
        Raw::Scalar(scalar) => {
            let (line, column) = line_and_column(raw.referenced);
            let text = skeleton.take_text(&scalar, line, column);
            Value::Text(text.unwrap_or_else(|| Fragment { lines: lines(&scalar), place: place_of_raw }))
        }
        Raw::List(items) => Value::List(items.into_iter().map(|item| node(item, skeleton)).collect()),
        Raw::Mapping(entries) => {
            let entry = |(key, value): (Spanned<String>, Spanned<Raw>)| Entry {
                place: place(key.referenced, skeleton),
                key: key.value,
                value: node(value, skeleton),
            };
            Value::Mapping(entries.into_iter().map(entry).collect())
        }
    };
    Node { place: place_of_raw, value }
}

/// The lines of a text: a final line break ends the last line, each further one is an empty line.
fn lines(text: &str) -> Vec<String> {
    let body = text.strip_suffix('\n').unwrap_or(text);
    if text.is_empty() {
        return Vec::new();
    }
    body.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned()).collect()
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a list or a mapping")
    }

    fn visit_unit<E: Error>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        Raw::deserialize(deserializer)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Raw, E> {
        Ok(Raw::Scalar(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Raw, E> {
        Ok(Raw::Scalar(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Raw, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Raw::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Raw, A::Error> {
        let mut mapping = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            mapping.push(entry);
        }
        Ok(Raw::Mapping(mapping))
    }
}
