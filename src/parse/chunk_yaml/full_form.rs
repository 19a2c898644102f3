//! Brings a patch into its full form: a mapping with `operations`, each of which names its path.
//!
//! A list of operations or a single operation is also a patch, and an operation on text or symbols without a path
//! applies to the file of the previous operation. Later stages need not know these short forms.

use super::document::{YamlEntry, YamlNode, YamlValue};
use super::fields::{self, Field};
use super::ops::{self, Verb};

/// Returns a document in its full form. Invalid parts are left unchanged.
pub(super) fn full_form(document: YamlNode) -> YamlNode {
    let mut root = with_operations(document);
    if let YamlValue::Mapping(entries) = &mut root.value
        && let Some(operations) = entries.iter_mut().find(|entry| entry.key == OPERATIONS)
        && let YamlValue::List(items) = &mut operations.value.value
    {
        name_paths(items);
    }
    root
}

const OPERATIONS: &str = "operations";

/// Wraps a list or a single operation in a mapping with `operations`.
fn with_operations(document: YamlNode) -> YamlNode {
    let place = document.place;
    let entry = |items: Vec<YamlNode>| {
        let value = YamlNode { ends_line: false, place, value: YamlValue::List(items) };
        YamlEntry { key: OPERATIONS.to_owned(), place, value }
    };
    match document.value {
        YamlValue::List(items) if !items.is_empty() => {
            YamlNode { ends_line: false, place, value: YamlValue::Mapping(vec![entry(items)]) }
        }
        YamlValue::Mapping(entries) if is_operation(&entries) => {
            let is_root = |own: &YamlEntry| fields::ROOT.contains(&own.key.as_str());
            let (mut root, own): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_root);
            root.push(entry(vec![YamlNode { ends_line: false, place, value: YamlValue::Mapping(own) }]));
            YamlNode { ends_line: false, place, value: YamlValue::Mapping(root) }
        }
        value => YamlNode { ends_line: false, place, value },
    }
}

fn is_operation(entries: &[YamlEntry]) -> bool {
    let has = |key: &str| entries.iter().any(|entry| entry.key == key);
    has(Field::Op.name()) && !has(OPERATIONS)
}

/// Turns a `path` with an asterisk into a pattern, as in `paths`.
fn read_as_pattern(entries: &mut [YamlEntry]) {
    let has_star = |entry: &YamlEntry| line(&entry.value).is_some_and(|path| path.contains('*'));
    if given(entries, Field::Paths).is_none()
        && let Some(entry) = entries.iter_mut().find(|entry| entry.key == Field::Path.name())
        && has_star(entry)
    {
        Field::Paths.name().clone_into(&mut entry.key);
    }
}

/// Gives operations without a path that of the previous operation; after a move to another file, the path of that file.
fn name_paths(items: &mut [YamlNode]) {
    let mut here: Option<YamlNode> = None;
    for item in items {
        let YamlValue::Mapping(entries) = &mut item.value else { continue };
        let op = given(entries, Field::Op).and_then(line).and_then(ops::find);
        let may_leave_out = !op.as_ref().is_some_and(|op| matches!(op.verb, Verb::Create | Verb::Delete));
        if op.as_ref().is_some_and(|op| op.verb == Verb::Substitute) {
            read_as_pattern(entries);
        }
        let names_several = given(entries, Field::Paths).is_some();
        match (given(entries, Field::Path), &here) {
            (Some(own), _) => here = copy(own),
            (None, Some(path)) if may_leave_out && !names_several => {
                entries.retain(|entry| entry.key != Field::Path.name());
                let path = YamlNode { ends_line: false, place: path.place, value: text(path) };
                entries.push(YamlEntry {
                    key: Field::Path.name().to_owned(),
                    place: path.place,
                    value: path,
                });
            }
            _ => {}
        }
        let moves = op.is_some_and(|op| op.verb == Verb::MoveSymbol);
        if let Some(to) = given(entries, Field::To).filter(|_| moves) {
            here = copy(to);
        }
    }
}

/// Returns the value of a field, if it is not null.
fn given(entries: &[YamlEntry], field: Field) -> Option<&YamlNode> {
    let entry = entries.iter().find(|entry| entry.key == field.name())?;
    (entry.value.value != YamlValue::Null).then_some(&entry.value)
}

fn line(node: &YamlNode) -> Option<&str> {
    match &node.value {
        YamlValue::Text(text) => text.lines.first().map(String::as_str),
        _ => None,
    }
}

/// Returns a copy of a text; `None` for other values.
fn copy(node: &YamlNode) -> Option<YamlNode> {
    matches!(node.value, YamlValue::Text(_)).then(|| YamlNode {
        ends_line: node.ends_line,
        place: node.place,
        value: text(node),
    })
}

fn text(node: &YamlNode) -> YamlValue {
    match &node.value {
        YamlValue::Text(text) => YamlValue::Text(text.clone()),
        _ => YamlValue::Null,
    }
}
