//! The lines at column 0 by which a format is recognized.

use crate::ir::Format;
use crate::parse::apply_patch::is_begin;
use crate::parse::chunk_yaml::{self, is_operation_name};
use crate::parse::file_changes::is_root_open;
use crate::parse::json_edits;
use crate::parse::lines::Lines;
use crate::parse::search_replace::is_opening;
use crate::parse::unified::start::begins_diff;

/// The number of lines after `{` that are searched for a key.
const KEY_SEARCH: usize = 5;

/// Returns the format of the patch that certainly begins at the next line.
pub(in crate::parse) fn find_mark(lines: Lines<'_>) -> Option<Format> {
    let text = lines.peek()?.text;
    match text.as_bytes().first()? {
        b'*' if is_begin(text) => Some(Format::ApplyPatch),
        b'<' if is_root_open(text) => Some(Format::FileChanges),
        b'<' | b'-' if is_opening(text) => Some(Format::SearchReplace),
        b'o' | b'"' | b'\'' if begins_operations(lines) => Some(Format::Chunk),
        b'd' | b'-' | b'*' | b'n' | b'r' | b'c' if begins_diff(lines) => Some(Format::Unified),
        _ => None,
    }
}

/// Returns a format other than a diff that begins in the prose of a diff.
pub(in crate::parse) fn find_foreign_mark(lines: Lines<'_>) -> Option<Format> {
    find_mark(lines).filter(|format| *format != Format::Unified)
}

/// Returns the format at which the next line hints; it is used if the text contains no mark.
pub(super) fn find_hint(lines: Lines<'_>) -> Option<Format> {
    let text = lines.peek()?.text;
    if json_edits::begins(lines) {
        return Some(Format::JsonEdits);
    }
    let is_item = text.starts_with("- path:") || text.starts_with("- op:");
    let is_hint = is_item || is_operations_key(text) || begins_flow(lines) || begins_operation(lines);
    is_hint.then_some(Format::Chunk)
}

/// Returns whether a line at the very beginning of a text may begin a CHUNK document.
pub(super) fn is_root_key(text: &str) -> bool {
    const KEYS: [&str; 3] = ["description", "language", "comment"];
    is_operations_key(text) || KEYS.iter().any(|key| key_value(text, key).is_some())
}

/// Returns whether a line is `operations:`, with or without a list after it.
pub(super) fn is_operations_key(text: &str) -> bool {
    key_value(text, "operations").is_some()
}

/// Returns whether the next line is `operations:` followed by a list; prose with such a heading is not a patch.
fn begins_operations(mut lines: Lines<'_>) -> bool {
    let Some(value) = lines.next().and_then(|line| key_value(line.text, "operations")) else { return false };
    if !value.is_empty() {
        return value.starts_with('[');
    }
    lines.skip_blank();
    lines.peek().is_some_and(|line| {
        let item = line.text.trim_start();
        item == "-" || item.starts_with("- ") || item.starts_with('[')
    })
}

/// Returns whether the next line begins `{"operations": …`, a list of operations or a single operation, on one or
/// several lines.
fn begins_flow(lines: Lines<'_>) -> bool {
    let names_operation = |text: &str| {
        let values = text.match_indices("op").filter_map(|(at, _)| {
            let rest = text[at + 2..].trim_start_matches(['"', '\'']).trim_start().strip_prefix(':')?;
            let value = rest.trim_start().trim_start_matches(['"', '\'']);
            value.split(|char: char| !(char.is_alphanumeric() || matches!(char, '_' | '-'))).next()
        });
        values.into_iter().any(is_operation_name)
    };
    let is_flow = |text: &str| text.strip_prefix("- ").unwrap_or(text).trim_start().starts_with(['{', '[']);
    lines.peek().is_some_and(|line| is_flow(line.text))
        && lines
            .into_iter()
            .take(KEY_SEARCH)
            .any(|line| line.text.contains("operations") || names_operation(line.text))
}

/// Returns whether the next line begins an operation, alone or as the first of a list: it is a field of an operation,
/// and lines nearby contain the name of an operation, or an operation and a path.
pub(super) fn begins_operation(lines: Lines<'_>) -> bool {
    let key = |text: &str| {
        let (key, _) = text.trim_start_matches([' ', '-']).split_once(':')?;
        Some(key.trim_matches(['"', '\'']).to_owned())
    };
    let Some(first) = lines.peek() else { return false };
    if !key(first.text).is_some_and(|key| chunk_yaml::is_field(&key)) || first.text.starts_with(' ') {
        return false;
    }
    let near = || lines.into_iter().take(KEY_SEARCH).map(|line| line.text);
    let names_operation = near().any(|text| {
        let name = key_value(text.trim_start_matches([' ', '-']), "op");
        name.is_some_and(|name| is_operation_name(name.trim_matches(['"', '\''])))
    });
    let has = |wanted: &str| near().any(|text| key(text).is_some_and(|key| key == wanted));
    names_operation || has("op") && has("path")
}

/// Returns the text after `key:`; the key may be quoted.
fn key_value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (quote, bare) = match text.as_bytes().first()? {
        b'"' => ("\"", &text[1..]),
        b'\'' => ("'", &text[1..]),
        _ => ("", text),
    };
    let rest = bare.strip_prefix(key)?.strip_prefix(quote)?.trim_start().strip_prefix(':')?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then(|| rest.trim())
}
