//! A patch as the value that its schema describes.

use serde_json::Value as Json;

use super::document::{Node, Value};
use super::problems::Problems;
use super::read_document;

/// A patch as JSON, as [`schema`](super::schema) describes it; `None` if it cannot be read.
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

/// The nesting of a document is bounded, and so is the recursion.
fn json(node: Node) -> Json {
    match node.value {
        Value::Null | Value::Later(_) => Json::Null,
        Value::Text(text) => Json::String(text.lines.join("\n")),
        Value::List(items) => items.into_iter().map(json).collect(),
        Value::Mapping(entries) => {
            Json::Object(entries.into_iter().map(|entry| (entry.key, json(entry.value))).collect())
        }
    }
}
