//! Whether JSON is what a schema describes.

use std::collections::BTreeMap;
use std::sync::Mutex;

use regex::Regex;
use serde_json::Value;

/// Whether a value is what a schema describes, as far as ours have it.
pub fn fits(value: &Value, schema: &Value, root: &Value) -> bool {
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
