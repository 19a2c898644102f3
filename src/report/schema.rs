//! The JSON schema of the objects that `--json` prints.

use serde_json::{Map, Value, json};

use crate::diag::Code;

/// Returns the schema of what `--json` prints, for every command (JSON Schema, draft 2020-12).
#[must_use]
pub fn schema() -> Value {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    let count = json!({ "type": "integer", "minimum": 0 });
    let text = json!({ "type": "string" });
    let or_null = |kind: &str| json!({ "type": [kind, "null"] });
    let list = |item: Value| json!({ "type": "array", "items": item });
    let object = |properties: Value, required: Value| json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
    let pair = json!({ "type": "array", "items": count.clone(), "minItems": 2 });
    let place = object(
        json!({
            "path": text.clone(), "line": count.clone(), "last_line": count.clone(), "text": text.clone(),
            "columns": pair.clone(), "in": or_null("string"), "likeness": or_null("number"), "label": text.clone(),
            "select": or_null("string"),
        }),
        json!(["path", "line", "last_line", "text"]),
    );
    let problem = object(
        json!({
            "code": { "enum": codes }, "severity": { "enum": ["error", "warning", "note"] },
            "operation": or_null("integer"), "op": or_null("string"), "path": or_null("string"),
            "patch": or_null("object"), "message": text.clone(),
            "nearest": list(json!({ "$ref": "#/$defs/place" })),
            "candidates": list(json!({ "$ref": "#/$defs/place" })),
            "related": list(json!({ "$ref": "#/$defs/place" })),
            "repair": or_null("object"), "help": or_null("string"), "directive": or_null("object"),
            "rendered": text.clone(),
        }),
        json!(["code", "severity", "message", "nearest", "candidates", "related", "rendered"]),
    );
    let change = object(
        json!({
            "path": text.clone(), "old": pair.clone(), "new": pair.clone(),
            "removed": list(text.clone()), "added": list(text.clone()),
        }),
        json!(["path", "old", "new"]),
    );
    let file = object(
        json!({
            "status": { "enum": ["A", "M", "D", "R"] }, "path": text.clone(), "from": text.clone(),
            "added": count.clone(), "removed": count.clone(),
        }),
        json!(["status", "path"]),
    );
    let operation = object(
        json!({
            "index": count.clone(), "op": text.clone(), "path": text.clone(), "lines": or_null("array"),
            "matched": or_null("string"), "matches": count.clone(), "changes": list(change),
        }),
        json!(["index", "op", "path"]),
    );
    let repaired = object(
        json!({ "operation": count.clone(), "texts": list(text.clone()) }),
        json!(["operation", "texts"]),
    );
    let reversed = object(json!({ "id": text.clone(), "left": count.clone() }), json!(["id", "left"]));
    let run = object(
        json!({
            "version": { "enum": [1] }, "ok": { "type": "boolean" }, "exit": { "enum": [0, 1, 2, 3] },
            "dry_run": { "type": "boolean" }, "format": or_null("string"), "undo": or_null("string"),
            "reversed": reversed, "files": list(file), "operations": list(operation), "diff": or_null("string"),
            "warnings": list(json!({ "$ref": "#/$defs/problem" })),
            "errors": list(json!({ "$ref": "#/$defs/problem" })),
            "repaired_patch": text.clone(), "repairs": list(text.clone()),
            "repaired_operations": list(repaired), "unchecked": count.clone(),
            "more_warnings": count.clone(), "more_errors": count,
        }),
        json!(["version", "ok", "exit", "dry_run", "files", "operations", "warnings", "errors"]),
    );
    let mut definitions = Map::from_iter([
        ("place".to_owned(), place),
        ("problem".to_owned(), problem),
        ("run".to_owned(), run),
    ]);
    definitions.extend(listings());
    let answers = definitions.keys().filter(|name| !PARTS.contains(&name.as_str()));
    let answers: Vec<Value> = answers.map(|name| json!({ "$ref": format!("#/$defs/{name}") })).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What `--json` prints",
        "oneOf": answers,
        "$defs": definitions,
    })
}

/// The definitions that are parts of answers.
const PARTS: [&str; 5] = ["place", "problem", "lines", "symbols", "shown"];

/// Returns the schemas of what the commands print that do not run a patch, and of its parts, by name.
fn listings() -> [(String, Value); 11] {
    let (text, count) = (json!({ "type": "string" }), json!({ "type": "integer", "minimum": 0 }));
    let list = |item: Value| json!({ "type": "array", "items": item });
    let part = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    let object = |properties: Value| {
        let required: Vec<&String> = properties.as_object().into_iter().flat_map(Map::keys).collect();
        json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
    };
    let answer = |mut properties: Value| {
        properties["version"] = json!({ "enum": [1] });
        properties["ok"] = json!({ "enum": [true] });
        properties["exit"] = json!({ "enum": [0] });
        object(properties)
    };
    let switch = json!({ "type": "boolean" });
    let symbol = json!({
        "address": text, "kind": text, "lines": part("lines"), "hash": text, "declaration": switch, "certain": switch,
    });
    let symbols = json!({
        "file": text, "language": text, "symbols": list(object(symbol)), "unread": list(part("lines")),
        "left_out": count,
    });
    let shown = json!({ "address": text, "lines": part("lines"), "source": text });
    let with_file = |mut properties: Value| {
        properties["file"] = json!({ "type": "string" });
        answer(properties)
    };
    let one_use = json!({
        "path": text, "line": count, "column": count, "text": text,
        "decided": { "enum": ["definition", "certain", "undecidable", "mention", "unrelated"] },
        "reason": { "type": ["string", "null"] },
    });
    let definition = json!({ "path": text, "address": text, "kind": text, "lines": part("lines") });
    let file = json!({ "status": { "enum": ["A", "M", "D", "R"] }, "path": text });
    let record = json!({
        "id": text, "time": text, "undoes": { "type": ["string", "null"] }, "undone": switch,
        "files": { "type": ["array", "null"], "items": object(file) },
    });
    let folder = json!({ "folder": text, "files": list(part("symbols")), "problems": list(text.clone()) });
    let ways = ["nothing", "cleared", "finished", "taken-back"];
    let recovered = json!({ "recovered": { "enum": ways }, "paths": list(text.clone()) });
    [
        ("lines", json!({ "type": "array", "items": count, "minItems": 2 })),
        ("symbols", object(symbols.clone())),
        ("shown", object(shown.clone())),
        ("symbols_of_file", answer(symbols)),
        ("symbols_of_folder", answer(folder)),
        ("one_shown", with_file(shown)),
        ("several_shown", with_file(json!({ "symbols": list(part("shown")) }))),
        ("uses", answer(json!({ "address": text, "uses": list(object(one_use)) }))),
        ("found", answer(json!({ "definitions": list(object(definition)) }))),
        ("records", answer(json!({ "records": list(object(record)) }))),
        ("recovered", answer(recovered)),
    ]
    .map(|(name, schema)| (name.to_owned(), schema))
}

/// Returns the schema as the text that `chunk schema result` prints.
#[must_use]
pub fn schema_text() -> String {
    let mut text = serde_json::to_string(&schema()).expect("texts and lists have a JSON form");
    text.push('\n');
    text
}
