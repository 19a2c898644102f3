//! The values of an operation's fields: paths, payloads, markers, scopes and options.

use super::document::{YamlEntry, YamlValue};
use super::fields::Field;
use super::hints::{self, did_you_mean};
use super::operation_fields::{FieldLine, FieldReader};
use super::ops::Op;
use super::problems::malformed;
use crate::diag::{Code, Diagnostic};
use crate::ir::{
    Decorators, ExistingDefinition, Fragment, Indent, Marker, PatchPath, Payload, RepeatedLines, Stale,
    SymbolTarget,
};

/// The values of `options.indent`.
pub(super) const INDENTS: &[(&str, Indent)] = &[
    ("from-marker", Indent::FromPlace),
    ("marker", Indent::FromPlace),
    ("auto", Indent::FromPlace),
    ("none", Indent::AsIs),
    ("as-is", Indent::AsIs),
];

/// The values of `options.decorators`.
pub(super) const DECORATORS: &[(&str, Decorators)] =
    &[("keep", Decorators::KeepIfAbsent), ("replace", Decorators::Replace)];

/// The values of `options.repeat`.
pub(super) const REPEATS: &[(&str, RepeatedLines)] =
    &[("true", RepeatedLines::Insert), ("false", RepeatedLines::Refuse)];

/// The values of `options.existing`.
pub(super) const NAMESAKES: &[(&str, ExistingDefinition)] = &[
    ("refuse", ExistingDefinition::Refuse),
    ("replace", ExistingDefinition::Replace),
    ("skip", ExistingDefinition::Skip),
];

/// The values of `options.merge`.
pub(super) const MERGES: &[(&str, Stale)] = &[("lines", Stale::Merge), ("refuse", Stale::Refuse)];

/// Parses a path that a patch may name.
pub(super) fn checked_path(given: &mut FieldReader<'_>, (written, place): FieldLine) -> Option<PatchPath> {
    match PatchPath::parse(&written) {
        Ok(path) => Some(path),
        Err(problem) => {
            let message = format!("`{}` is refused: {problem}", hints::excerpt(&written));
            let mut refused = Diagnostic::error(Code::PathRefused, message).at(place);
            refused.help.extend(problem.advice(&written));
            given.add(refused);
            None
        }
    }
}

/// Returns the payload, which is required.
pub(super) fn payload(given: &mut FieldReader<'_>) -> Option<Payload> {
    let Fragment { lines, place, margin } = given.required_text(Field::Payload)?;
    Some(Payload { lines, place, margin, no_final_newline: false, crlf: Vec::new() })
}

/// Returns the marker with its context; the marker is required.
pub(super) fn marker(given: &mut FieldReader<'_>) -> Option<Marker> {
    let lines = given.required_text(Field::Marker);
    let before = given.text(Field::Before).unwrap_or_default();
    let after = given.text(Field::After).unwrap_or_default();
    let scope = scope(given);
    Some(Marker { before, lines: lines?, after, scope })
}

/// Returns the definition to search, if one is named.
pub(super) fn scope(given: &mut FieldReader<'_>) -> Option<SymbolTarget> {
    let scope = address(given, None, None);
    if let Some(scope) = &scope
        && scope.symbol.is_none()
        && scope.class.is_none()
    {
        let message = format!("{} has a `method` without its `class`", given.title());
        given.missing(scope.place, message, "add `class:`, or write `symbol:` instead of both");
    }
    scope
}

/// The values of `options`.
#[derive(Default)]
pub(super) struct GivenOptions {
    pub(super) indent: Indent,
    pub(super) decorators: Decorators,
}

/// Parses the values of `options`.
pub(super) fn options(given: &mut FieldReader<'_>, op: &Op) -> GivenOptions {
    let mut options = GivenOptions::default();
    let Some(node) = given.take(Field::Options) else { return options };
    let YamlValue::Mapping(entries) = node.value else {
        let message = format!("the `options` of {} are {}, not a mapping", given.title(), node.value.what());
        given.add(malformed(node.place, message).with_help("write `options: {indent: none}`"));
        return options;
    };
    let mut seen = Vec::new();
    for entry in entries {
        if given.is_full() {
            break;
        }
        if seen.contains(&entry.key) {
            let message = format!(
                "`{}` appears twice in the `options` of {}",
                hints::excerpt(&entry.key),
                given.title()
            );
            given.add(malformed(entry.place, message));
            continue;
        }
        match entry.key.as_str() {
            "indent" if op.options.contains(&"indent") => options.indent = choice(given, &entry, INDENTS),
            "repeat" if op.options.contains(&"repeat") => given.again.lines = choice(given, &entry, REPEATS),
            "existing" if op.options.contains(&"existing") => {
                given.again.definition = choice(given, &entry, NAMESAKES);
            }
            "merge" if op.options.contains(&"merge") => given.again.stale = choice(given, &entry, MERGES),
            "decorators" if op.options.contains(&"decorators") => {
                options.decorators = choice(given, &entry, DECORATORS);
            }
            _ => {
                let key = hints::excerpt(&entry.key);
                let meant = did_you_mean(&entry.key, op.options);
                let message = format!("`{}` takes no option `{key}`{meant}", op.name);
                given.add(malformed(entry.place, message));
            }
        }
        seen.push(entry.key);
    }
    options
}

/// Returns the value that an option names; the default if the option is empty or invalid.
fn choice<T: Copy + Default>(given: &mut FieldReader<'_>, entry: &YamlEntry, values: &[(&str, T)]) -> T {
    let written = match &entry.value.value {
        YamlValue::Null => return T::default(),
        YamlValue::Text(text) => text.lines.join(" "),
        other => other.what().to_owned(),
    };
    let found = values.iter().find(|(name, _)| *name == written);
    if found.is_none() {
        let names: Vec<_> = values.iter().map(|(name, _)| *name).collect();
        let key = hints::excerpt(&entry.key);
        let message =
            format!("the option `{key}` of {} cannot be `{}`", given.title(), hints::excerpt(&written));
        given.add(
            malformed(entry.value.place, message).with_help(format!("it is one of {}", hints::list(&names))),
        );
    }
    found.map_or_else(T::default, |(_, value)| *value)
}

/// Returns the value that a field names in a table, or the first one of the table if the field is missing.
pub(super) fn one_of<T: Copy>(given: &mut FieldReader<'_>, field: Field, table: &[(&str, T)]) -> Option<T> {
    if given.peek(field).is_none() {
        return table.first().map(|(_, value)| *value);
    }
    let (written, place) = given.line(field)?;
    let found = table.iter().find(|(name, _)| *name == written.trim());
    if found.is_none() {
        let names: Vec<_> = table.iter().map(|(name, _)| *name).collect();
        let (name, title) = (field.name(), given.title());
        let message = format!("the `{name}` of {title} cannot be `{}`", hints::excerpt(&written));
        given.add(malformed(place, message).with_help(format!("it is one of {}", hints::list(&names))));
    }
    found.map(|(_, value)| *value)
}

/// Returns the value of a field that is `true` or `false`; `false` if it is missing.
pub(super) fn switch(given: &mut FieldReader<'_>, field: Field) -> Option<bool> {
    if given.peek(field).is_none() {
        return Some(false);
    }
    let (written, place) = given.line(field)?;
    match written.trim() {
        "true" | "yes" | "on" => Some(true),
        "false" | "no" | "off" => Some(false),
        _ => {
            let (name, title) = (field.name(), given.title());
            let message = format!("the `{name}` of {title} cannot be `{}`", hints::excerpt(&written));
            given.add(malformed(place, message).with_help("it is `true` or `false`"));
            None
        }
    }
}

/// Returns the definition that an operation must name, with the language and kind from the operation's name, if it
/// contains them.
pub(super) fn needed_address(
    given: &mut FieldReader<'_>,
    op: &Op,
    of: Option<(&str, &str)>,
) -> Option<SymbolTarget> {
    let failures = given.failures();
    let target = address(given, of.map(|(language, _)| language), of.map(|(_, kind)| kind));
    let is_complete = target.as_ref().is_some_and(|target| {
        op.is_addressed_by(|field| match field {
            Field::Symbol => target.symbol.is_some(),
            Field::Class => target.class.is_some(),
            Field::Method => target.method.is_some(),
            _ => false,
        })
    });
    if !is_complete && given.failures() == failures {
        let fields = match (op.takes(Field::Class), op.takes(Field::Method)) {
            (true, true) => "add `class:` and `method:`, or `symbol:`",
            (true, false) => "add `class:` or `symbol:`",
            (false, _) => "add `symbol:`",
        };
        let quotes = given.quotes_help(Field::Symbol).filter(|_| target.is_none());
        let help = quotes.as_deref().unwrap_or(fields);
        let place = target.as_ref().map_or(given.place(), |target| target.place);
        let message = match of {
            Some((_, kind)) => format!("{} does not say which {kind} it replaces", given.title()),
            None => format!("{} does not say which symbol it means", given.title()),
        };
        given.missing(place, message, help);
    }
    target
}

/// Returns the definition that an operation names, if any.
pub(super) fn address(
    given: &mut FieldReader<'_>,
    language: Option<&str>,
    kind: Option<&str>,
) -> Option<SymbolTarget> {
    let [symbol, class, method] = [Field::Symbol, Field::Class, Field::Method].map(|field| given.line(field));
    let first = symbol.as_ref().or(class.as_ref()).or(method.as_ref())?;
    let place = first.1;
    let text = |line: Option<FieldLine>| line.map(|(text, _)| text);
    Some(SymbolTarget {
        language: language.map(str::to_owned),
        kind: kind.map(str::to_owned),
        class: text(class),
        method: text(method),
        symbol: text(symbol),
        place,
        expect: None,
        decorators: Decorators::default(),
    })
}
