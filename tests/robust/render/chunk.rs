//! CHUNK YAML: a hunk as an operation with markers.

use crate::draft::{Draft, Format, Hunk, Line, Tag};
use crate::lexer::Language;
use crate::yaml::block_scalar;

/// A hunk as an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    op: &'static str,
    before: Vec<String>,
    marker: Vec<String>,
    after: Vec<String>,
    payload: Option<Vec<String>>,
    /// Whether the payload is written with its indentation because it is not as deep as the marker.
    pub is_verbatim: bool,
}

/// The operations of a draft, one a hunk; `None` if a hunk has nothing to be found by.
pub fn operations(draft: &Draft) -> Option<Vec<Operation>> {
    draft
        .hunks
        .iter()
        .map(|hunk| match draft.format {
            Format::ChunkParts => parts(hunk).or_else(|| whole(hunk)),
            _ => whole(hunk),
        })
        .collect()
}

pub(super) fn document(draft: &Draft) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    match draft.language {
        Language::Python => lines.push("language: python".to_owned()),
        Language::Cpp => lines.push("language: c++".to_owned()),
        Language::Rust | Language::Unsure | Language::Other => {}
    }
    lines.push("operations:".to_owned());
    for operation in operations(draft)? {
        lines.push(format!("  - path: {}", draft.path));
        lines.push(format!("    op: {}", operation.op));
        let fields =
            [("before", &operation.before), ("marker", &operation.marker), ("after", &operation.after)];
        for (name, text) in fields.into_iter().filter(|(_, text)| !text.is_empty()) {
            lines.extend(block_scalar(name, text));
        }
        lines.extend(operation.payload.iter().flat_map(|payload| block_scalar("payload", payload)));
        if operation.is_verbatim {
            lines.extend(["    options:".to_owned(), "      indent: none".to_owned()]);
        }
    }
    Some(lines)
}

fn texts<'l>(lines: impl IntoIterator<Item = &'l Line>) -> Vec<String> {
    lines.into_iter().map(|line| line.text.clone()).collect()
}

/// The whole hunk: its old side as marker, its new side as payload.
fn whole(hunk: &Hunk) -> Option<Operation> {
    let marker = texts(hunk.lines.iter().filter(|line| line.tag != Tag::Added));
    let payload = texts(hunk.lines.iter().filter(|line| line.tag != Tag::Removed));
    operation("replace_text", [&[], &marker, &[]], Some(payload))
}

/// Which lines of a hunk become the marker itself.
pub fn marker_lines(draft: &Draft, hunk: &Hunk) -> Vec<usize> {
    let all = hunk.old();
    if draft.format != Format::ChunkParts || parts(hunk).is_none() {
        return all;
    }
    let is_removed = |at: &usize| hunk.lines[*at].tag == Tag::Removed;
    if all.iter().any(is_removed) {
        return all.into_iter().filter(is_removed).collect();
    }
    let added = hunk.lines.iter().position(|line| line.tag == Tag::Added).unwrap_or(0);
    let is_after = added > 0 && !hunk.lines[added - 1].is_blank();
    all.into_iter().filter(|at| (*at < added) == is_after).collect()
}

/// The changed lines as marker and the context around them; `None` if the hunk changes several places.
fn parts(hunk: &Hunk) -> Option<Operation> {
    let is_change = |line: &Line| line.tag != Tag::Context;
    let first = hunk.lines.iter().position(is_change)?;
    let last = hunk.lines.iter().rposition(is_change)? + 1;
    let changes = &hunk.lines[first..last];
    if !changes.iter().all(is_change) {
        return None;
    }
    let (before, after) = (texts(&hunk.lines[..first]), texts(&hunk.lines[last..]));
    let removed = texts(changes.iter().filter(|line| line.tag == Tag::Removed));
    let added = texts(changes.iter().filter(|line| line.tag == Tag::Added));
    let is_solid = |line: &String| !line.trim().is_empty();
    match (removed.is_empty(), added.is_empty()) {
        (true, _) if before.last().is_some_and(is_solid) => {
            operation("insert_text_after", [&[], &before, &after], Some(added))
        }
        (true, _) if after.first().is_some_and(is_solid) => {
            operation("insert_text_before", [&before, &after, &[]], Some(added))
        }
        (true, _) => None,
        // The range runs from the first to the last line with text, so blank lines at its edges cannot be meant.
        (false, _) if !(removed.first().is_some_and(is_solid) && removed.last().is_some_and(is_solid)) => {
            None
        }
        (false, true) => operation("delete_text", [&before, &removed, &after], None),
        (false, _) => operation("replace_text", [&before, &removed, &after], Some(added)),
    }
}

fn operation(
    op: &'static str,
    [before, marker, after]: [&[String]; 3],
    payload: Option<Vec<String>>,
) -> Option<Operation> {
    let first = marker.iter().find(|line| !line.trim().is_empty())?;
    let base = &first[..first.len() - first.trim_start_matches([' ', '\t']).len()];
    let is_deep = |line: &String| line.trim().is_empty() || line.starts_with(base);
    let is_verbatim = payload.as_ref().is_some_and(|payload| !payload.iter().all(is_deep));
    let based = |line: &String| line.strip_prefix(base).map_or_else(String::new, str::to_owned);
    let payload =
        payload.map(|payload| if is_verbatim { payload } else { payload.iter().map(based).collect() });
    let [before, marker, after] = [before, marker, after].map(<[String]>::to_vec);
    Some(Operation { op, before, marker, after, payload, is_verbatim })
}
