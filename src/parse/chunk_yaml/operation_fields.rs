//! The fields of an operation, which are taken one by one, with their types checked.
//!
//! Every problem is added where it is found, and parsing of the operation continues, so that one run reports all of
//! them.

use super::document::{YamlEntry, YamlNode, YamlValue};
use super::fields::{self, Field};
use super::hints::{self, did_you_mean};
use super::ops::{self, Op};
use super::problems::{Problems, malformed};
use crate::diag::{Diagnostic, OperationRef, PatchPlace};
use crate::ir::{Fragment, IfAlreadyMade};

/// An operation as written.
pub(super) struct FieldReader<'p> {
    problems: &'p mut Problems,
    reference: OperationRef,
    place: PatchPlace,
    /// Whether one of its lines could not be parsed: something that seems to be missing may be in that line.
    damaged: bool,
    failures: usize,
    /// What its options specify for a change that has already been made.
    pub(super) again: IfAlreadyMade,
    entries: Vec<(Field, YamlEntry)>,
}

/// A text of one line, with its place.
pub(super) type FieldLine = (String, PatchPlace);

impl<'p> FieldReader<'p> {
    /// Returns the fields of operation `index` (from 1); `None`, after adding a problem, if the item is not a mapping.
    pub(super) fn new(
        item: YamlNode,
        index: usize,
        damaged: bool,
        problems: &'p mut Problems,
    ) -> Option<Self> {
        let YamlValue::Mapping(entries) = item.value else {
            let message = format!("operation {index} is {}, not a mapping", item.value.what());
            let help = "begin each operation with `- path:`, its other fields below in the same column";
            problems.add(malformed(item.place, message).with_help(help));
            return None;
        };
        let (path, name) = (as_written(&entries, "path"), as_written(&entries, "op"));
        let name = ops::find(&name).map_or(name, |op| op.name.into_owned());
        let reference = OperationRef { index, name, path };
        let place = match (entries.first(), entries.last()) {
            (Some(first), Some(last)) => first.place_up_to(last),
            _ => item.place,
        };
        let mut given = Self {
            problems,
            reference,
            place,
            damaged,
            failures: 0,
            again: IfAlreadyMade::default(),
            entries: Vec::new(),
        };
        given.keep(entries);
        Some(given)
    }

    /// Stores the known fields, each once.
    fn keep(&mut self, entries: Vec<YamlEntry>) {
        let mut unknown = Vec::new();
        for entry in entries {
            if self.problems.is_full() {
                return;
            }
            let Some(field) = Field::find(&entry.key) else {
                unknown.push(entry);
                continue;
            };
            match self.entries.iter().find(|(known, _)| *known == field) {
                Some((_, first)) => {
                    let (index, line) = (self.reference.index, first.place.line);
                    let message =
                        format!("`{}` appears twice in operation {index}, first on line {line}", entry.key);
                    self.add(malformed(entry.place, message));
                }
                None => self.entries.push((field, entry)),
            }
        }
        // Their meaning depends on the other fields.
        for entry in &unknown {
            self.unknown_field(entry);
        }
    }

    fn unknown_field(&mut self, entry: &YamlEntry) {
        let key = hints::excerpt(&entry.key);
        let index = self.reference.index;
        let problem = if key == "operations" {
            self.damaged = true;
            malformed(
                entry.place,
                format!("operation {index} contains operations, but operations cannot be nested"),
            )
            .with_help("give each its own `path:` and `op:`, one below the other")
        } else if fields::ROOT.contains(&key.as_str()) {
            malformed(entry.place, format!("`{key}` is a field of the whole patch, not of operation {index}"))
                .with_help(format!("write `{key}:` at the top, next to `operations:`"))
        } else if fields::OPTIONS.contains(&key.as_str()) {
            malformed(
                entry.place,
                format!("`{key}` is not a field of operation {index}, but one of its `options`"),
            )
            .with_help(format!("write `options: {{{key}: ...}}`"))
        } else if let Some(op) = ops::find(&entry.key) {
            self.damaged = true;
            let name = &op.name;
            malformed(entry.place, format!("`{name}` is an operation, not a field of operation {index}"))
                .with_help(format!("write `op: {name}`, and its fields next to it: {}", op.fields()))
        } else {
            // A misspelled field of another operation is also suggested.
            let own = self.meant_hint(&entry.key);
            let meant = if own.is_empty() { self.meant_hint_among(&entry.key, |_| true) } else { own };
            malformed(entry.place, format!("unknown field `{key}` in operation {index}{meant}"))
        };
        self.add(problem);
    }

    /// Returns "; did you mean `x`?" with a field that the operation accepts and that is not given yet, or an empty
    /// text.
    fn meant_hint(&mut self, key: &str) -> String {
        let given: Vec<Field> = self.entries.iter().map(|(field, _)| *field).collect();
        let name = &self.reference.name;
        let op = ops::find(name).or_else(|| ops::probable_op(name, |field| given.contains(&field)));
        self.meant_hint_among(key, |field| {
            !given.contains(&field) && op.as_ref().is_none_or(|op| op.takes(field))
        })
    }

    fn meant_hint_among(&mut self, key: &str, is_likely: impl Fn(Field) -> bool) -> String {
        let likely = Field::ALL.iter().filter(|field| is_likely(**field));
        let names: Vec<_> = likely.map(|field| field.name()).collect();
        let meant = did_you_mean(key, &names);
        // Something that is missing is then most likely in this line.
        self.damaged |= !meant.is_empty();
        meant
    }

    /// Adds a problem of this operation.
    pub(super) fn add(&mut self, problem: Diagnostic) {
        self.failures += 1;
        self.problems.add(problem.of(self.reference.clone()));
    }

    /// Returns whether the operation has no problems.
    pub(super) fn is_sound(&self) -> bool {
        self.failures == 0 && !self.damaged
    }

    /// Returns whether the maximum number of problems is reached.
    pub(super) fn is_full(&self) -> bool {
        self.problems.is_full()
    }

    /// Returns the number of problems of the operation so far.
    pub(super) fn failures(&self) -> usize {
        self.failures
    }

    /// Returns the path as written, for a message.
    pub(super) fn written_path(&self) -> &str {
        &self.reference.path
    }

    /// Returns its number and name, for a message.
    pub(super) fn title(&self) -> String {
        match self.reference.name.as_str() {
            "" => format!("operation {}", self.reference.index),
            name => format!("operation {} (`{}`)", self.reference.index, hints::excerpt(name)),
        }
    }

    /// Returns the place where it begins.
    pub(super) fn place(&self) -> PatchPlace {
        self.place
    }

    /// Adds the problem that something is missing, unless it may be in a line that could not be parsed.
    pub(super) fn missing(&mut self, place: PatchPlace, message: String, help: &str) {
        if self.damaged {
            self.failures += 1;
        } else {
            self.add(malformed(place, message).with_help(help));
        }
    }

    /// Refuses fields that `op` does not accept. A field without a value has no effect, so it is always allowed.
    pub(super) fn check_accepted(&mut self, op: &Op) {
        let foreign = self
            .entries
            .iter()
            .filter(|(field, entry)| !op.takes(*field) && entry.value.value != YamlValue::Null);
        let foreign: Vec<_> = foreign.map(|(field, entry)| (field.name(), entry.place)).collect();
        for (name, place) in foreign {
            let message = format!("`{}` takes no `{name}`{}", op.name, self.meant_hint(name));
            self.add(malformed(place, message).with_help(format!("it takes {}", op.fields())));
        }
    }

    /// Returns whether `op` accepts all given fields.
    pub(super) fn are_accepted_by(&self, op: &Op) -> bool {
        self.entries.iter().all(|(field, _)| op.takes(*field))
    }

    /// Takes the value of a field, if it has one.
    pub(super) fn take(&mut self, field: Field) -> Option<YamlNode> {
        let (_, entry) = self.entries.iter_mut().find(|(known, _)| *known == field)?;
        let node = &mut entry.value;
        let value = std::mem::replace(&mut node.value, YamlValue::Null);
        (value != YamlValue::Null).then_some(YamlNode { ends_line: node.ends_line, place: node.place, value })
    }

    /// Returns the places of the values of its fields, including those already taken.
    pub(super) fn places(&self) -> Vec<(&'static str, PatchPlace)> {
        self.entries.iter().map(|(field, entry)| (field.name(), entry.value.place)).collect()
    }

    /// Returns whether a field is given without a value.
    pub(super) fn is_empty(&self, field: Field) -> bool {
        self.entries.iter().any(|(known, entry)| *known == field && entry.value.value == YamlValue::Null)
    }

    /// Returns whether nothing follows the key of a field: `null` and `~` mean that there is no value, while an empty
    /// field may be an empty text.
    pub(super) fn is_left_blank(&self, field: Field) -> bool {
        self.is_empty(field)
            && self.entries.iter().any(|(known, entry)| *known == field && entry.value.place == entry.place)
    }

    /// Returns what to type if the value of a field was written, but is one that means nothing in YAML.
    pub(super) fn quotes_help(&self, field: Field) -> Option<String> {
        let is_written = self.is_empty(field) && !self.is_left_blank(field);
        is_written.then(|| {
            let name = field.name();
            format!(
                "`null`, `Null` and `~` mean no value: put such a name in quotes, as in `{name}: \"Null\"`"
            )
        })
    }

    /// Returns the value of a field, if it has one.
    pub(super) fn peek(&self, field: Field) -> Option<&YamlValue> {
        let (_, entry) = self.entries.iter().find(|(known, _)| *known == field)?;
        Some(&entry.value.value).filter(|value| **value != YamlValue::Null)
    }

    /// Returns the place of the key of a field, if it is given.
    pub(super) fn key_place(&self, field: Field) -> Option<PatchPlace> {
        self.entries.iter().find(|(known, _)| *known == field).map(|(_, entry)| entry.place)
    }

    /// Returns whether the value of a field is a quoted text that ends in a line break.
    pub(super) fn ends_line(&self, field: Field) -> bool {
        self.entries.iter().any(|(known, entry)| *known == field && entry.value.ends_line)
    }

    /// Takes a text of any number of lines.
    pub(super) fn text(&mut self, field: Field) -> Option<Fragment> {
        let node = self.take(field)?;
        let YamlValue::Text(text) = node.value else {
            let message =
                format!("the `{}` of {} is {}, not a string", field.name(), self.title(), node.value.what());
            self.add(malformed(node.place, message).with_help(block_help(field)));
            return None;
        };
        if text.lines.iter().any(|line| line.contains('\0')) {
            self.add(malformed(
                node.place,
                format!("the `{}` of {} has a NUL in it", field.name(), self.title()),
            )
            .with_help("in double quotes `\\0` is one: write the text in single quotes, or as a block below `|-`"));
            return None;
        }
        Some(text)
    }

    /// Takes a required text.
    pub(super) fn required_text(&mut self, field: Field) -> Option<Fragment> {
        self.check_given(field, &block_help(field));
        self.text(field)
    }

    /// Takes a required text of one line.
    pub(super) fn required_line(&mut self, field: Field) -> Option<FieldLine> {
        let help = self.quotes_help(field).unwrap_or_else(|| block_help(field));
        self.check_given(field, &help);
        self.line(field)
    }

    fn check_given(&mut self, field: Field, help: &str) {
        let key = self.key_place(field);
        if key.is_some() && !self.is_empty(field) {
            return;
        }
        let state = if key.is_some() { "has no value for" } else { "has no" };
        let message = format!("{} {state} `{}`", self.title(), field.name());
        self.missing(key.unwrap_or(self.place), message, help);
    }

    /// Takes a text of one line. Only a path may be empty here, since paths are checked separately.
    pub(super) fn line(&mut self, field: Field) -> Option<FieldLine> {
        let (_, entry) = self.entries.iter().find(|(known, _)| *known == field)?;
        let place = entry.value.place;
        let mut text = self.text(field)?;
        if text.lines.is_empty() && field == Field::Path {
            return Some((String::new(), place));
        }
        if text.lines.len() != 1 {
            let rule = if text.lines.is_empty() { "is empty" } else { "must be one line" };
            let message = format!("the `{}` of {} {rule}", field.name(), self.title());
            self.add(malformed(place, message));
            return None;
        }
        text.lines.pop().map(|line| (line, text.place))
    }
}

/// Returns advice on how to write a field that requires a text.
fn block_help(field: Field) -> String {
    match field {
        Field::Payload => {
            "write `payload: |-` with the lines indented below, or `payload: \"\"` for no lines".to_owned()
        }
        Field::Replace => "write the new text, or `replace: \"\"` to delete the matches".to_owned(),
        Field::Symbol => "write one address; each further definition needs its own operation".to_owned(),
        _ => match fields::shape(field.name()) {
            fields::FieldShape::Source => {
                format!("write `{}: |-` with the lines indented below", field.name())
            }
            _ => format!("write `{}:` followed by its value", field.name()),
        },
    }
}

/// Returns a field as written, for messages; problems with it are reported when it is parsed.
fn as_written(entries: &[YamlEntry], key: &str) -> String {
    let value = entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value.value);
    match value {
        Some(YamlValue::Text(text)) => text.lines.first().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

impl YamlValue {
    /// Returns the kind of value, for a message.
    pub(super) const fn what(&self) -> &'static str {
        match self {
            Self::Null => "empty",
            Self::Text(_) | Self::Later(_) => "a string",
            Self::List(_) => "a list",
            Self::Mapping(_) => "a mapping",
        }
    }
}
