//! A patch as the JSON value that its schema describes.

use serde_json::Value as Json;

use super::document::{YamlNode, YamlValue};
use super::problems::Problems;
use super::read_document;

/// Returns a patch as the JSON value that the schema describes; `None` if it cannot be parsed.
///
/// ```
/// use chunk::parse::chunk_yaml::as_json;
///
/// let patch = as_json("operations:\n  - path: a.py\n    op: delete_text\n    marker: #1\n").unwrap();
/// assert_eq!(patch["operations"][0]["marker"], "#1");
/// ```
#[must_use]
pub fn as_json(text: &str) -> Option<Json> {
    let mut problems = Problems::default();
    let document = read_document(text, 1, &mut problems)?;
    problems.is_empty().then(|| json(document))
}

/// Recursion is bounded, since the nesting of a document is.
fn json(node: YamlNode) -> Json {
    match node.value {
        YamlValue::Null | YamlValue::Later(_) => Json::Null,
        YamlValue::Text(text) => Json::String(text.lines.join("\n") + if node.ends_line { "\n" } else { "" }),
        YamlValue::List(items) => items.into_iter().map(json).collect(),
        YamlValue::Mapping(entries) => {
            Json::Object(entries.into_iter().map(|entry| (entry.key, json(entry.value))).collect())
        }
    }
}
