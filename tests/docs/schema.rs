//! The JSON schema of CHUNK YAML says what is read, no more and no less.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::path::Path;

use chunk::diag::Code;
use chunk::ir::Format;
use chunk::parse::chunk_yaml::{as_json, schema, schema_text};
use chunk::parse::parse;
use serde_json::{Value, json};

use crate::support::fits::fits;
use crate::support::{bless, case, document};

/// A field without a value counts as not given, wherever it stands.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let given = fields.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(given.map(|(key, value)| (key, without_nulls(value))).collect())
        }
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

#[test]
#[cfg_attr(
    not(all(
        feature = "lang-c",
        feature = "lang-go",
        feature = "lang-java",
        feature = "lang-javascript",
        feature = "lang-typescript"
    )),
    ignore = "the file has the operations of all languages"
)]
fn the_file_is_what_the_program_prints() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/chunk.schema.json");
    if bless::is_asked_for() {
        std::fs::write(&path, schema_text()).expect("it can be written");
    }
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert!(text == schema_text(), "`BLESS=1 cargo test --test schema` writes it anew");
}

#[test]
fn patches_that_are_read_are_what_the_schema_describes() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = case::find(&repository.join("tests/cases"))
        .into_iter()
        .map(|folder| (folder.name.clone(), folder.load()));
    let examples = document::pages(repository);
    let schema = schema();
    let mut checked = 0;
    let documents = document::find(&repository.join("tests/cases"));
    for (name, case) in cases.chain(examples).chain(documents) {
        let is_read = parse(&case.patch, None).is_ok_and(|patch| patch.format == Format::Chunk);
        let Some(patch) = std::str::from_utf8(&case.patch).ok().filter(|_| is_read).and_then(as_json) else {
            continue;
        };
        let is_described =
            [patch.clone(), without_nulls(patch.clone())].iter().any(|patch| fits(patch, &schema, &schema));
        assert!(is_described, "{name}: {patch:#}");
        checked += 1;
    }
    assert!(checked > 400, "{checked}");
}

/// A patch of one operation, and whether the program understands it.
fn is_understood(operation: &Value) -> bool {
    let patch = json!({ "operations": [operation] }).to_string();
    match parse(patch.as_bytes(), Some(Format::Chunk)) {
        Ok(_) => true,
        Err(problems) => !problems.iter().any(|problem| problem.code == Code::Malformed),
    }
}

#[test]
fn one_field_more_or_less_is_to_the_schema_what_it_is_to_the_program() {
    let schema = schema();
    let kinds = schema["$defs"].as_object().expect("it has definitions");
    let operations = kinds.iter().filter(|(_, kind)| kind["properties"].get("op").is_some());
    let operations: Vec<(&String, &Value)> = operations.collect();
    let mut fields: Vec<&String> = operations
        .iter()
        .flat_map(|(_, kind)| kind["properties"].as_object().into_iter().flatten().map(|(name, _)| name))
        .filter(|name| *name != "op")
        .collect();
    fields.sort_unstable();
    fields.dedup();
    let value = |name: &str, op: &str| match name {
        "op" => json!(op),
        "options" => json!({ "indent": "none" }),
        "position" => json!("start"),
        "paths" => json!(["*.py"]),
        "count" => json!("all"),
        "word" | "regex" => json!("true"),
        "in" => json!("code"),
        _ => json!("a"),
    };
    for (op, kind) in operations {
        // All sets of up to four fields beside what is required.
        let needed: Vec<&str> =
            kind["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let base: serde_json::Map<String, Value> =
            needed.iter().map(|name| ((*name).to_owned(), value(name, op))).collect();
        let check = |operation: serde_json::Map<String, Value>| {
            let operation = Value::Object(operation);
            let root = &schema;
            assert_eq!(is_understood(&operation), fits(&operation, kind, root), "{operation}");
        };
        for name in &needed {
            let mut less = base.clone();
            less.remove(*name);
            check(less);
        }
        for (at, first) in fields.iter().enumerate() {
            for second in &fields[at..] {
                for third in ["symbol", "class", "comment"] {
                    let mut more = base.clone();
                    for name in [first.as_str(), second.as_str(), third] {
                        more.insert(name.to_owned(), value(name, op));
                    }
                    check(more);
                }
            }
        }
    }
}
