//! The JSON schema of the object that `--json` prints.

use serde_json::{Value, json};

use crate::diag::Code;

/// Returns the schema of a result (JSON Schema, draft 2020-12).
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
    let mut schema = object(
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
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("The result of a run of chunk");
    schema["$defs"] = json!({ "place": place, "problem": problem });
    schema
}

/// Returns the schema as the text that `chunk schema result` prints.
#[must_use]
pub fn schema_text() -> String {
    let mut text = serde_json::to_string(&schema()).expect("texts and lists have a JSON form");
    text.push('\n');
    text
}
