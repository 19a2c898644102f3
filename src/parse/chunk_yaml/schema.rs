//! The JSON schema of a patch, generated from the tables by which patches are parsed.

use serde_json::{Map, Value, json};

use super::fields::{self, Field, FieldShape};
use super::ops::{self, Op, Verb};
use super::renaming::{LEFT_UNPROVEN, MENTIONS, UNPROVEN};
use super::substitution::REGIONS;
use super::values::{DECORATORS, INDENTS, MERGES, NAMESAKES};

/// Returns the schema of a CHUNK YAML patch (JSON Schema, draft 2020-12).
#[must_use]
pub fn schema() -> Value {
    let mut definitions = Map::new();
    definitions.insert("text".to_owned(), json!({ "type": ["string", "number", "boolean", "null"] }));
    let list = json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 });
    definitions.insert("texts".to_owned(), json!({ "anyOf": [text(), list] }));
    definitions.insert("switch".to_owned(), json!({ "enum": [true, false, "true", "false", null] }));
    let mut kinds = Vec::new();
    for Alike { name, names, mut schema } in operations() {
        kinds.push(json!({ "$ref": format!("#/$defs/{name}") }));
        schema["properties"]["op"] = json!({ "enum": names });
        definitions.insert(name, schema);
    }
    definitions.insert("operation".to_owned(), json!({ "oneOf": kinds }));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A CHUNK YAML patch",
        "type": "object",
        "properties": {
            "description": text(),
            "language": text(),
            "macros": { "type": ["array", "null"], "items": { "type": "string" } },
            "operations": { "type": "array", "items": { "$ref": "#/$defs/operation" } },
        },
        "required": ["operations"],
        "additionalProperties": false,
        "$defs": definitions,
    })
}

/// Operations with the same fields, which share one definition to keep the schema short.
struct Alike {
    /// The name of the first operation.
    name: String,
    /// All spellings of their names.
    names: Vec<String>,
    /// The schema of their fields, except for `op`.
    schema: Value,
}

fn operations() -> Vec<Alike> {
    let mut all: Vec<Alike> = Vec::new();
    for op in ops::names().iter().filter_map(|name| ops::find(name)) {
        let schema = operation(&op);
        match all.iter_mut().find(|alike| alike.schema == schema) {
            Some(alike) => alike.names.extend(ops::spellings(&op)),
            None => all.push(Alike { name: op.name.to_string(), names: ops::spellings(&op), schema }),
        }
    }
    all
}

/// Returns the schema as the text that `chunk schema` prints.
///
/// # Panics
/// Never panics: texts and lists can be serialized.
#[must_use]
pub fn schema_text() -> String {
    serde_json::to_string(&schema()).expect("it is made of texts and lists") + "\n"
}

fn text() -> Value {
    shared("text")
}

/// Returns a reference to a definition that several fields share.
fn shared(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Returns the schema of one operation: its fields, and the required ones.
fn operation(op: &Op) -> Value {
    let fields = Field::ALL.iter().copied().filter(|field| op.takes(*field));
    let properties: Map<String, Value> =
        fields.map(|field| (field.name().to_owned(), value_of(op, field))).collect();
    let path = (op.verb != Verb::Substitute).then_some(Field::Path);
    let needed = path.into_iter().chain([Field::Op]).chain(op.needs.iter().copied());
    let required: Vec<&str> = needed.map(Field::name).collect();
    let mut schema = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    let rules: Vec<Value> = addresses(op)
        .into_iter()
        .chain(scope(op))
        .chain(files(op))
        .chain(member_place(op))
        .chain(symbol_place(op))
        .chain(vouched_count(op))
        .chain(new_name(op))
        .collect();
    if !rules.is_empty() {
        schema["allOf"] = Value::Array(rules);
    }
    schema
}

fn value_of(op: &Op, field: Field) -> Value {
    match field {
        // Operations share a definition if their other fields agree.
        Field::Op => Value::Null,
        Field::Position => json!({ "enum": ["start", "end", null] }),
        Field::Options => options(op),
        Field::Paths | Field::Symbols => shared("texts"),
        Field::Symbol if op.verb == Verb::MoveSymbol => shared("texts"),
        Field::Count => {
            json!({ "anyOf": [{ "type": "integer", "minimum": 1 }, { "type": ["string", "null"], "pattern": "^ *(all|0*[1-9][0-9]*) *$" }] })
        }
        Field::Unproven if op.verb == Verb::MoveSymbol => names(LEFT_UNPROVEN),
        Field::Unproven => names(UNPROVEN),
        Field::Mentions => names(MENTIONS),
        Field::Word | Field::Regex | Field::KeepAlias | Field::Reexport => shared("switch"),
        Field::In => names(REGIONS),
        _ if fields::shape(field.name()) == FieldShape::Nested => json!({}),
        _ => text(),
    }
}

/// Returns the schema of a field that contains one of the names of a table, or null.
fn names<T>(table: &[(&str, T)]) -> Value {
    let names = table.iter().map(|(name, _)| Value::from(*name));
    json!({ "enum": names.chain([Value::Null]).collect::<Vec<_>>() })
}

fn options(op: &Op) -> Value {
    fn names<T>(values: &[(&'static str, T)]) -> Vec<Value> {
        values.iter().map(|(value, _)| Value::from(*value)).collect()
    }
    let option = |name: &&'static str| {
        let mut values = match *name {
            "repeat" => return ((*name).to_owned(), shared("switch")),
            "indent" => names(INDENTS),
            "existing" => names(NAMESAKES),
            "merge" => names(MERGES),
            _ => names(DECORATORS),
        };
        values.push(Value::Null);
        ((*name).to_owned(), json!({ "enum": values }))
    };
    let properties: Map<String, Value> = op.options.iter().map(option).collect();
    json!({ "type": ["object", "null"], "properties": properties, "additionalProperties": false })
}

/// Returns the rule for the fields that name the definition, if the operation requires one: all minimal sets of fields.
fn addresses(op: &Op) -> Option<Value> {
    if !op.needs_address() {
        return None;
    }
    let sets: [&[Field]; 5] = [
        &[Field::Symbol],
        &[Field::Symbols],
        &[Field::Class],
        &[Field::Method],
        &[Field::Class, Field::Method],
    ];
    let is_enough = |set: &[Field]| {
        set.iter().all(|field| op.takes(*field)) && op.is_addressed_by(|field| set.contains(&field))
    };
    let mut found: Vec<&[Field]> = Vec::new();
    for set in sets {
        let is_least = !found.iter().any(|less| less.iter().all(|field| set.contains(field)));
        if is_least && is_enough(set) {
            found.push(set);
        }
    }
    Some(json!({ "anyOf": found.into_iter().map(required).collect::<Vec<_>>() }))
}

/// Returns the rule that a method to be searched requires its class, or a symbol instead.
fn scope(op: &Op) -> Option<Value> {
    let has_scope = !op.needs_address() && op.takes(Field::Method);
    let whole =
        [json!({ "not": required(&[Field::Method]) }), required(&[Field::Class]), required(&[Field::Symbol])];
    has_scope.then(|| json!({ "anyOf": whole }))
}

/// Returns the rule that either one file or patterns are given.
fn files(op: &Op) -> Option<Value> {
    (op.verb == Verb::Substitute)
        .then(|| json!({ "oneOf": [required(&[Field::Path]), required(&[Field::Paths])] }))
}

/// Returns the rule that at most one field specifies the place of a member.
fn member_place(op: &Op) -> Option<Value> {
    (op.verb == Verb::AddMember)
        .then(|| one_at_most(&[Field::Position, Field::BeforeMember, Field::AfterMember]))
}

/// Returns the rule that one field specifies the place of a definition, or that it moves to the end of another file.
fn symbol_place(op: &Op) -> Option<Value> {
    if op.verb != Verb::MoveSymbol {
        return None;
    }
    let fields = [Field::BeforeSymbol, Field::AfterSymbol, Field::IntoClass];
    let ways = fields.iter().chain([&Field::To]).map(|field| required(&[*field]));
    let position = [json!({ "not": required(&[Field::Position]) }), required(&[Field::IntoClass])];
    let alone = [Field::Symbol, Field::Class, Field::Method, Field::Expect];
    let with_several = alone.iter().map(|field| required(&[Field::Symbols, *field]));
    Some(json!({
        "allOf": [
            { "anyOf": ways.collect::<Vec<_>>() },
            { "anyOf": position },
            one_at_most(&fields),
            { "not": { "anyOf": with_several.collect::<Vec<_>>() } },
        ]
    }))
}

/// Returns the rule that a number of unproven uses is only given if these are renamed.
fn vouched_count(op: &Op) -> Option<Value> {
    let mut vouched = required(&[Field::Unproven]);
    vouched["properties"] = json!({ "unproven": { "enum": ["rename"] } });
    let ways = [json!({ "not": required(&[Field::Count]) }), vouched];
    (op.verb == Verb::RenameSymbol).then(|| json!({ "anyOf": ways }))
}

/// Returns the rule that the new name is given by either `new_name` or `to`.
fn new_name(op: &Op) -> Option<Value> {
    (op.verb == Verb::RenameSymbol)
        .then(|| json!({ "oneOf": [required(&[Field::NewName]), required(&[Field::To])] }))
}

fn one_at_most(fields: &[Field]) -> Value {
    let pairs = fields
        .iter()
        .enumerate()
        .flat_map(|(at, one)| fields[at + 1..].iter().map(|other| required(&[*one, *other])));
    json!({ "not": { "anyOf": pairs.collect::<Vec<_>>() } })
}

fn required(fields: &[Field]) -> Value {
    let names: Vec<&str> = fields.iter().map(|field| field.name()).collect();
    json!({ "required": names })
}
