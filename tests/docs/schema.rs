//! The JSON schema of CHUNK YAML says what is read, no more and no less.

#![allow(clippy::disallowed_methods, reason = "tests make trees of their own")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use chunk::diag::Code;
use chunk::engine::preview;
use chunk::ir::Format;
use chunk::parse::chunk_yaml::{as_json, schema, schema_text};
use chunk::parse::parse;
use chunk::report::human::PatchText;
use chunk::report::json;
use regex::Regex;
use serde_json::{Value, json};

use crate::support::{bless, case, document, memory};

/// Whether a value is what a schema describes, as far as ours have it.
fn fits(value: &Value, schema: &Value, root: &Value) -> bool {
    let Some(rules) = schema.as_object() else { return schema != &Value::Bool(false) };
    rules.iter().all(|(name, rule)| fits_rule(value, schema, name, rule, root))
}

fn fits_rule(value: &Value, schema: &Value, name: &str, rule: &Value, root: &Value) -> bool {
    let all = |rule: &Value| rule.as_array().cloned().unwrap_or_default();
    let count = |rule: &Value| all(rule).iter().filter(|one| fits(value, one, root)).count();
    match name {
        "$ref" => {
            let path = rule.as_str().and_then(|path| path.strip_prefix('#')).expect("a path in the schema");
            fits(value, root.pointer(path).expect("it leads to something"), root)
        }
        "type" => match rule {
            Value::Array(types) => types.iter().any(|one| is_of_type(value, one)),
            one => is_of_type(value, one),
        },
        "enum" => all(rule).contains(value),
        "required" => all(rule).iter().all(|key| value.get(key.as_str().unwrap_or_default()).is_some()),
        "properties" => rule
            .as_object()
            .into_iter()
            .flatten()
            .all(|(key, rule)| value.get(key).is_none_or(|value| fits(value, rule, root))),
        "additionalProperties" => {
            let known = schema["properties"].as_object();
            value
                .as_object()
                .into_iter()
                .flatten()
                .all(|(key, _)| known.is_some_and(|known| known.contains_key(key)))
        }
        "items" => value.as_array().into_iter().flatten().all(|item| fits(item, rule, root)),
        "allOf" => count(rule) == all(rule).len(),
        "anyOf" => count(rule) > 0,
        "oneOf" => count(rule) == 1,
        "not" => !fits(value, rule, root),
        "minimum" => value.as_f64().is_none_or(|value| value >= rule.as_f64().unwrap_or_default()),
        "minLength" => {
            value.as_str().is_none_or(|text| text.chars().count() as u64 >= rule.as_u64().unwrap_or_default())
        }
        "minItems" => {
            value.as_array().is_none_or(|items| items.len() as u64 >= rule.as_u64().unwrap_or_default())
        }
        "pattern" => value.as_str().is_none_or(|text| matches_pattern(text, rule)),
        "$schema" | "title" | "$defs" => true,
        other => panic!("`{other}` is not known here"),
    }
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        other => panic!("{other:?} is no type"),
    }
}

fn matches_pattern(text: &str, pattern: &Value) -> bool {
    static PATTERNS: Mutex<BTreeMap<String, Regex>> = Mutex::new(BTreeMap::new());
    let pattern = pattern.as_str().expect("a pattern");
    let mut known = PATTERNS.lock().expect("no test ends while it has it");
    let known = known.entry(pattern.to_owned());
    known.or_insert_with(|| Regex::new(pattern).expect("it is one")).is_match(text)
}

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

#[test]
fn what_is_printed_is_what_the_schema_of_results_describes() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = case::find(&repository.join("tests/cases")).into_iter();
    let cases = folders.map(|folder| (folder.name.clone(), folder.load()));
    let schema = chunk::report::schema::schema();
    let (mut checked, mut repaired) = (0, 0);
    for (name, case) in cases.chain(document::find(&repository.join("tests/cases"))) {
        let is_left_out = !case::all_are_asked_for() && case.share(3) != 0;
        let Some(tree) = memory::load(&case.input).filter(|_| !is_left_out) else { continue };
        let report = preview(&case.patch, &memory::options(&case.args), &tree);
        repaired += usize::from(report.repairs.patch.is_some());
        let text = json::object(&report, PatchText { name: "patch", bytes: &case.patch });
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert!(fits(&value, &schema, &schema), "{name}: {value:#}");
        checked += 1;
    }
    assert!(checked > 1000 && repaired > 20, "{checked} {repaired}");
}

#[test]
fn what_commands_without_a_patch_print_is_described_too() {
    let folder = tempfile::tempdir().expect("there is room");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("ours");
    write("a.py", "class A:\n    def run(self):\n        return 1\n\n\nA().run()\n");
    write("b.js", "function (\n");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chunk"));
        let command = command.args(args).current_dir(folder.path()).env("XDG_STATE_HOME", folder.path());
        command.stdin(Stdio::null()).output().expect("the program starts")
    };
    write("patch.yaml", "operations:\n- {path: c.txt, op: create_file, payload: text}\n");
    assert!(run(&["apply", "patch.yaml"]).status.success());
    let schema = chunk::report::schema::schema();
    for args in [
        &["symbols", "a.py"][..],
        &["symbols", "b.js"],
        &["symbols", "."],
        &["symbols", "none.py"],
        &["show", "a.py", "A"],
        &["show", "a.py", "A", "A.run"],
        &["uses", "a.py", "A.run"],
        &["find", "run"],
        &["find", "none"],
        &["undo", "--list"],
        &["undo"],
        &["recover"],
        &["check", "patch.yaml"],
    ] {
        let output = run(&[args, &["--json"]].concat());
        let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(fits(&value, &schema, &schema), "{args:?}: {value:#}");
    }
    for text in [schema_text(), chunk::report::schema::schema_text()] {
        assert!(text.len() < 16_384, "{}", text.len());
    }
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
        // All pairs of fields beside what is required, each with one of three others, or with each of them.
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
            for (from, second) in fields.iter().enumerate().skip(at) {
                let others = ["symbol", "class", "comment"];
                let chosen = &others[(at + from) % 3..][..1];
                for third in if case::all_are_asked_for() { &others[..] } else { chosen } {
                    let mut more = base.clone();
                    for name in [first.as_str(), second.as_str(), *third] {
                        more.insert(name.to_owned(), value(name, op));
                    }
                    check(more);
                }
            }
        }
    }
}
