//! The fields of an edit under all their names.

use std::borrow::Cow;

use super::json::{Object, Raw, Source, kind, read};
use crate::diag::{Diagnostic, PatchPlace};
use crate::parse::problem::{malformed, quote};

/// What a field says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// The file.
    Path,
    /// The text that goes.
    Old,
    /// The text that comes.
    New,
    /// Whether it comes everywhere.
    All,
    /// In how many places it comes.
    Count,
    /// Several edits.
    Edits,
    /// What the tool is to do.
    Command,
    /// Whether it is only to say what it would do.
    DryRun,
}

const NAMES: &[(&str, Field)] = &[
    ("path", Field::Path),
    ("file_path", Field::Path),
    ("filePath", Field::Path),
    ("filepath", Field::Path),
    ("old_string", Field::Old),
    ("oldString", Field::Old),
    ("old_text", Field::Old),
    ("oldText", Field::Old),
    ("old_str", Field::Old),
    ("oldStr", Field::Old),
    ("new_string", Field::New),
    ("newString", Field::New),
    ("new_text", Field::New),
    ("newText", Field::New),
    ("new_str", Field::New),
    ("newStr", Field::New),
    ("replace_all", Field::All),
    ("replaceAll", Field::All),
    ("expected_replacements", Field::Count),
    ("expectedReplacements", Field::Count),
    ("edits", Field::Edits),
    ("command", Field::Command),
    ("dryRun", Field::DryRun),
    ("dry_run", Field::DryRun),
];

/// Fields in which writers say what they are doing; they change nothing.
const REMARKS: [&str; 6] = ["description", "explanation", "instruction", "instructions", "reason", "thought"];

/// Whether a key is one that only an edit has.
pub(super) fn is_old_text(key: &str) -> bool {
    NAMES.iter().any(|(name, field)| *name == key && *field == Field::Old)
}

/// Whether a key is one of an edit.
pub(super) fn is_known(key: &str) -> bool {
    REMARKS.contains(&key) || NAMES.iter().any(|(name, _)| *name == key)
}

/// The fields that an object gives.
pub(super) struct Given<'a, 's> {
    source: &'s Source<'a>,
    /// Where the object begins.
    pub(super) place: PatchPlace,
    fields: Vec<(Field, Cow<'a, str>, Raw<'a>)>,
}

impl<'a, 's> Given<'a, 's> {
    /// Takes the fields of a value.
    pub(super) fn new(source: &'s Source<'a>, value: Raw<'a>) -> Result<Self, Diagnostic> {
        let place = source.place(value);
        let Some(Object(entries)) = read(value) else {
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
            return Err(malformed(line, format!("unknown field {} in an edit", quote(&key)))
                .with_help("an edit has `path`, `old_string`, `new_string`, and if need be `replace_all` or `expected_replacements`"));
        };
        if let Some((_, other, _)) = self.fields.iter().find(|(own, _, _)| own == field) {
            return Err(malformed(line, format!("an edit has both `{other}` and `{key}`")));
        }
        self.fields.push((*field, key, value));
        Ok(())
    }

    /// Whether there is a field that says something.
    pub(super) fn has(&self, field: Field) -> bool {
        self.find(field).is_some()
    }

    fn find(&self, field: Field) -> Option<(&str, Raw<'a>)> {
        let found = self.fields.iter().find(|(own, _, value)| *own == field && value.get() != "null");
        found.map(|(_, key, value)| (&**key, *value))
    }

    /// A field that is a text, with its place.
    pub(super) fn text(&self, field: Field) -> Result<Option<(String, PatchPlace)>, Diagnostic> {
        let Some((key, value)) = self.find(field) else { return Ok(None) };
        let place = self.source.place(value);
        match read::<String>(value) {
            Some(text) => Ok(Some((text, place))),
            None => Err(malformed(place.line, format!("`{key}` is {}, not a text", kind(value)))),
        }
    }

    /// A field that must be there, and a text.
    pub(super) fn needed(&self, field: Field, name: &str) -> Result<(String, PatchPlace), Diagnostic> {
        self.text(field)?.ok_or_else(|| malformed(self.place.line, format!("an edit has no `{name}`")))
    }

    /// A field that is `true` or `false`; without it, `false`.
    pub(super) fn switch(&self, field: Field) -> Result<bool, Diagnostic> {
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

    /// A field that is a number of places.
    pub(super) fn number(&self, field: Field) -> Result<Option<usize>, Diagnostic> {
        let Some((key, value)) = self.find(field) else { return Ok(None) };
        match value.get().trim_matches('"').parse() {
            Ok(count) if count > 0 => Ok(Some(count)),
            _ => {
                let line = self.source.place(value).line;
                Err(malformed(line, format!("`{key}` is not a number of places"))
                    .with_help("write a number from 1 on"))
            }
        }
    }

    /// The items of a list.
    pub(super) fn list(&self, field: Field) -> Result<Option<Vec<Raw<'a>>>, Diagnostic> {
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
