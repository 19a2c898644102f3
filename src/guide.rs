//! The guide to writing patches: one page for a prompt, and each operation and format with an example.
//!
//! The texts are documents in `guide/`, whose examples are tests. The fields of an operation are taken from the table
//! that the patch reader uses.

use crate::parse::chunk_yaml::{OperationFields, fields_of, operation_names};

const PAGE: &str = include_str!("../guide/page.md");
const OPERATIONS: &str = include_str!("../guide/operations.md");
const FORMATS: &str = include_str!("../guide/formats.md");

/// Operations that are explained together with another operation: pairs of the operation and the operation whose text
/// explains it.
const TOGETHER: &[(&str, &str)] = &[
    ("prepend_text", "append_text"),
    ("insert_before_symbol", "insert_after_symbol"),
    ("replace_xml_block", "replace_c_style_block"),
    ("delete_file", "create_file"),
];

/// Alternative names of formats: pairs of the alternative name and the heading in `guide/formats.md`.
const FORMAT_NAMES: &[(&str, &str)] = &[
    ("diff", "unified"),
    ("git", "unified"),
    ("apply_patch", "apply-patch"),
    ("envelope", "apply-patch"),
    ("file_changes", "file-changes"),
    ("search_replace", "search-replace"),
    ("search/replace", "search-replace"),
    ("blocks", "search-replace"),
    ("json", "json-edits"),
    ("edits", "json-edits"),
];

/// Returns the page on how to write a CHUNK patch, in at most 4,000 characters.
#[must_use]
pub const fn page() -> &'static str {
    PAGE
}

/// Returns the explanation of an operation or a format, with an example; `None` if there is none with this name.
///
/// ```
/// let text = chunk::guide::about("replace_text").unwrap();
/// assert!(text.starts_with("# replace_text\n\nFields: `path`, `op`, `marker`, `payload`;"));
/// assert!(chunk::guide::about("replace-everything").is_none());
/// ```
#[must_use]
pub fn about(topic: &str) -> Option<String> {
    if matches!(topic, "chunk" | "yaml" | "format") {
        return Some(PAGE.to_owned());
    }
    match topic {
        "formats" => return Some(FORMATS.to_owned()),
        "operations" | "ops" => return Some(OPERATIONS.to_owned()),
        _ => {}
    }
    let is_named = |(name, _): &&(&str, &str)| name.eq_ignore_ascii_case(topic);
    let format = FORMAT_NAMES.iter().find(is_named).map_or(topic, |(_, format)| format);
    if let Some(text) = section(FORMATS, format) {
        return Some(format!("# {format}\n\n{text}"));
    }
    let OperationFields { name, required, optional } = fields_of(topic)?;
    let text = section(OPERATIONS, explained_as(&name))?;
    let list =
        |fields: &[&str]| fields.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(", ");
    let optional =
        if optional.is_empty() { String::new() } else { format!("; optional: {}", list(&optional)) };
    Some(format!("# {name}\n\nFields: {}{optional}.\n\n{text}", list(&required)))
}

/// Returns every topic that [`about`] knows: formats first, then operations.
#[must_use]
pub fn topics() -> Vec<String> {
    let formats = FORMATS.lines().filter_map(|line| line.strip_prefix("## ").map(str::to_owned));
    std::iter::once("chunk".to_owned()).chain(formats).chain(operation_names()).collect()
}

/// Returns the page as a skill for agents: a document whose front matter has a name and a description.
#[must_use]
pub fn as_skill() -> String {
    format!(
        "---\nname: chunk\ndescription: Edit source files with `chunk`, by symbol or by marker: \
         several edits in one patch, applied whole or not at all. Use it to change code instead \
         of rewriting files.\n---\n\n{PAGE}"
    )
}

/// Returns the page as a section of an `AGENTS.md`.
#[must_use]
pub fn as_agents_md() -> String {
    let deeper = PAGE.strip_prefix("# ").unwrap_or(PAGE);
    format!("## Editing files: {deeper}")
}

/// Returns the heading under which an operation is explained.
fn explained_as(name: &str) -> &str {
    let together = TOGETHER.iter().find(|(own, _)| *own == name);
    match together {
        Some((_, with)) => with,
        None if section(OPERATIONS, name).is_some() => name,
        None if name.ends_with("_block") => "replace_c_style_block",
        None => "replace_symbol",
    }
}

/// Returns the text below a level-2 heading of a document, up to the next one; `None` if the document lacks the
/// heading.
fn section(document: &'static str, heading: &str) -> Option<&'static str> {
    let start = document.find(&format!("\n## {heading}\n"))? + heading.len() + "\n## \n".len();
    let rest = &document[start..];
    let end = rest.find("\n## ").unwrap_or(rest.len());
    Some(rest[..end].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_has_its_text() {
        for topic in topics() {
            let text = about(&topic).unwrap_or_else(|| panic!("{topic}"));
            assert!(text.contains("Patch:") || topic == "chunk", "{topic}");
            assert!(text.len() < 4000, "{topic}: {}", text.len());
        }
        assert!(about("insert-after-text").is_some());
        assert_eq!(about("operations").as_deref(), Some(OPERATIONS));
    }

    #[test]
    fn the_page_is_short_and_names_every_operation() {
        assert!(PAGE.len() <= 4000, "{}", PAGE.len());
        for name in operation_names() {
            let is_of_a_kind = name.starts_with("replace_") && explained_as(&name) == "replace_symbol";
            assert!(is_of_a_kind || name.ends_with("_block") || PAGE.contains(&name), "{name}");
        }
    }

    #[test]
    fn the_other_forms_hold_the_page() {
        assert!(as_skill().ends_with(PAGE));
        assert!(as_agents_md().starts_with("## Editing files: chunk"));
    }
}
