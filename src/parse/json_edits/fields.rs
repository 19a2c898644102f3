//! The fields of an edit, with all their names.

use std::borrow::Cow;

use super::json::{JsonObject, JsonSource, Raw, kind, read};
use crate::diag::{Diagnostic, PatchPlace};
use crate::parse::problem::{malformed, quote};

/// The meaning of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JsonField {
    /// The file.
    Path,
    /// The old text.
    Old,
    /// The new text.
    New,
    /// Whether all occurrences are replaced.
    All,
    /// The number of occurrences to replace.
    Count,
    /// A list of edits.
    Edits,
    /// The command of the tool.
    Command,
    /// The content of a new file.
    FileText,
    /// The text to insert after a line, and the number of that line, from 1; 0 for the beginning of the file.
    InsertText,
    InsertLine,
    /// Whether nothing is to be written.
    DryRun,
}

const NAMES: &[(&str, JsonField)] = &[
    ("path", JsonField::Path),
    ("file_path", JsonField::Path),
    ("filePath", JsonField::Path),
    ("filepath", JsonField::Path),
    ("file", JsonField::Path),
    ("filename", JsonField::Path),
    ("file_name", JsonField::Path),
    ("fileName", JsonField::Path),
    ("target_file", JsonField::Path),
    ("targetFile", JsonField::Path),
    ("old_string", JsonField::Old),
    ("oldString", JsonField::Old),
    ("old_text", JsonField::Old),
    ("oldText", JsonField::Old),
    ("old_str", JsonField::Old),
    ("oldStr", JsonField::Old),
    ("new_string", JsonField::New),
    ("newString", JsonField::New),
    ("new_text", JsonField::New),
    ("newText", JsonField::New),
    ("new_str", JsonField::New),
    ("newStr", JsonField::New),
    ("replace_all", JsonField::All),
    ("replaceAll", JsonField::All),
    ("expected_replacements", JsonField::Count),
    ("expectedReplacements", JsonField::Count),
    ("edits", JsonField::Edits),
    ("command", JsonField::Command),
    ("file_text", JsonField::FileText),
    ("fileText", JsonField::FileText),
    ("content", JsonField::FileText),
    ("insert_text", JsonField::InsertText),
    ("insertText", JsonField::InsertText),
    ("insert_line", JsonField::InsertLine),
    ("insertLine", JsonField::InsertLine),
    ("dryRun", JsonField::DryRun),
    ("dry_run", JsonField::DryRun),
];

/// The length limits, in bytes, of keys that may be misspelled: one change turns a short name into any other, and no
/// name is as long as the upper limit.
const MIN_KEY_LEN: usize = 4;
const MAX_KEY_LEN: usize = 64;

/// Fields in which authors explain what they do; they have no effect.
const REMARKS: [&str; 6] = ["description", "explanation", "instruction", "instructions", "reason", "thought"];

/// Returns whether a key is one that only an edit has.
pub(super) fn is_telling(key: &str) -> bool {
    const TELLING: [JsonField; 2] = [JsonField::Old, JsonField::InsertLine];
    key == "file_text" || NAMES.iter().any(|(name, field)| *name == key && TELLING.contains(field))
}

/// Returns the key of an edit that a misspelled key was probably meant to be.
pub(super) fn likely(key: &str) -> Option<&'static str> {
    let is_near = |name: &&str| strsim::osa_distance(key, name) <= (name.len() / 4).max(1);
    let names = NAMES.iter().map(|(name, _)| *name).filter(|name| name.len() >= MIN_KEY_LEN);
    let near = names.filter(|_| key.len() <= MAX_KEY_LEN).filter(is_near);
    near.min_by_key(|name| strsim::osa_distance(key, name))
}

/// Returns whether a key is one of an edit.
pub(super) fn is_known(key: &str) -> bool {
    REMARKS.contains(&key) || NAMES.iter().any(|(name, _)| *name == key)
}

/// What a call of a tool says beside its arguments.
const CALL: [&str; 6] = ["name", "tool", "tool_name", "toolName", "type", "id"];

/// What its arguments are called, or the object that holds them.
const ARGUMENTS: [&str; 7] =
    ["input", "arguments", "args", "parameters", "tool_input", "toolInput", "function"];

/// Whether a key is one of a call of a tool.
pub(super) fn is_of_call(key: &str) -> bool {
    CALL.contains(&key) || ARGUMENTS.contains(&key)
}

/// The arguments of a call of a tool, if a value is one.
pub(super) fn arguments(value: Raw<'_>) -> Option<Raw<'_>> {
    let JsonObject(entries) = read(value)?;
    let mut found = None;
    for (key, value) in entries {
        let is_given = ARGUMENTS.contains(&&*key) && matches!(kind(value), "an object" | "a string");
        match (is_given, found) {
            (true, None) => found = Some(value),
            (false, _) if CALL.contains(&&*key) => {}
            _ => return None,
        }
    }
    found
}

/// The fields of an object.
pub(super) struct JsonFields<'a, 's> {
    source: &'s JsonSource<'a>,
    /// The place at which the object begins.
    pub(super) place: PatchPlace,
    fields: Vec<(JsonField, Cow<'a, str>, Raw<'a>)>,
}

impl<'a, 's> JsonFields<'a, 's> {
    /// Parses a value as an object with the fields of an edit.
    pub(super) fn new(source: &'s JsonSource<'a>, value: Raw<'a>) -> Result<Self, Diagnostic> {
        let place = source.place(value);
        let Some(JsonObject(entries)) = read(value) else {
            return Err(malformed(place.line, format!("an edit is {}, not an object", kind(value)))
                .with_help("write `{\"path\": …, \"old_string\": …, \"new_string\": …}`"));
        };
        let mut given = Self { source, place, fields: Vec::new() };
        for (key, value) in entries {
            given.keep(key, value)?;
        }
        Ok(given)
    }

    fn keep(&mut self, key: Cow<'a, str>, value: Raw<'a>) -> Result<(), Diagnostic> {
        let line = self.source.place(value).line;
        if REMARKS.contains(&&*key) {
            return Ok(());
        }
        let Some((_, field)) = NAMES.iter().find(|(name, _)| *name == key) else {
            let meant = likely(&key).map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
            return Err(malformed(line, format!("unknown field {} in an edit{meant}", quote(&key)))
                .with_help(
                    "an edit has `path`, `old_string`, `new_string`, and optionally `replace_all` \
                     or `expected_replacements`",
                ));
        };
        if let Some((_, other, _)) = self.fields.iter().find(|(own, _, _)| own == field) {
            return Err(malformed(line, format!("an edit has both `{other}` and `{key}`")));
        }
        self.fields.push((*field, key, value));
        Ok(())
    }

    /// Returns whether a field exists and is not `null`.
    pub(super) fn has(&self, field: JsonField) -> bool {
        self.find(field).is_some()
    }

    fn find(&self, field: JsonField) -> Option<(&str, Raw<'a>)> {
        let found = self.fields.iter().find(|(own, _, value)| *own == field && value.get() != "null");
        found.map(|(_, key, value)| (&**key, *value))
    }

    /// Returns a text field, with its place.
    pub(super) fn text(&self, field: JsonField) -> Result<Option<(String, PatchPlace)>, Diagnostic> {
        let Some((key, value)) = self.find(field) else { return Ok(None) };
        let place = self.source.place(value);
        match read::<String>(value) {
            Some(text) => Ok(Some((text, place))),
            None if value.get().starts_with('"') => {
                let message = format!("`{key}` has an invalid escape");
                Err(malformed(place.line, message).with_help(
                    "write characters as they are, or a pair of `\\u` escapes for those above `\\uffff`",
                ))
            }
            None => Err(malformed(place.line, format!("`{key}` is {}, not a string", kind(value)))),
        }
    }

    /// Returns a required text field, with its place.
    pub(super) fn needed(&self, field: JsonField, name: &str) -> Result<(String, PatchPlace), Diagnostic> {
        self.text(field)?.ok_or_else(|| malformed(self.place.line, format!("an edit has no `{name}`")))
    }

    /// Returns a field that is `true` or `false`; `false` if it is missing.
    pub(super) fn switch(&self, field: JsonField) -> Result<bool, Diagnostic> {
        let Some((key, value)) = self.find(field) else { return Ok(false) };
        match value.get().trim_matches('"').to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => {
                let line = self.source.place(value).line;
                Err(malformed(line, format!("`{key}` is neither `true` nor `false`")))
            }
        }
    }

    /// Returns a field that is a number of places.
    pub(super) fn number(&self, field: JsonField) -> Result<Option<usize>, Diagnostic> {
        self.number_from(field, 1, "a number of places")
    }

    /// Returns a field that is a number of at least `least`; `what` describes it in messages.
    pub(super) fn number_from(
        &self,
        field: JsonField,
        least: usize,
        what: &str,
    ) -> Result<Option<usize>, Diagnostic> {
        let Some((key, value)) = self.find(field) else { return Ok(None) };
        match value.get().trim_matches('"').parse() {
            Ok(count) if count >= least => Ok(Some(count)),
            _ => {
                let line = self.source.place(value).line;
                Err(malformed(line, format!("`{key}` is not {what}"))
                    .with_help(format!("write a number of at least {least}")))
            }
        }
    }

    /// Returns the items of a list field.
    pub(super) fn list(&self, field: JsonField) -> Result<Option<Vec<Raw<'a>>>, Diagnostic> {
        let Some((key, value)) = self.find(field) else { return Ok(None) };
        match read::<Vec<Raw<'a>>>(value) {
            Some(items) => Ok(Some(items)),
            None => {
                let line = self.source.place(value).line;
                Err(malformed(line, format!("`{key}` is {}, not a list", kind(value))))
            }
        }
    }
}
