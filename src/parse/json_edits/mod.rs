//! Edits in JSON, as agents' tools send them: an old text and a new one.
//!
//! An object is one edit, or has a list of them; objects may stand in a list, or one behind the other. Each edit is an
//! operation of its own: it is looked for in the text that the edits before it left. The call of a tool may stand around an
//! edit, with its arguments as an object or as JSON in a string.

mod fields;
mod json;

use std::borrow::Cow;

use self::fields::{JsonField, JsonFields, arguments, is_known, is_of_call, is_telling};
use self::json::{EscapedText, JsonSource, Raw, kind, read};
use super::exchange::{PatchLine, as_file, as_hunk, as_parts};
use super::lines::Lines;
use super::problem::{malformed, quote, read_path, with_problems};
use crate::diag::{Code, Diagnostic, PatchPlace};
use crate::ir::{
    Action, Bounds, Change, Count, Destination, Exchange, Existing, Format, Fragment, Hunk, HunkLine,
    IfAlreadyMade, Indent, Locator, Operation, Origin, Patch, PathStyle, Tag, Unit,
};

/// The name of an operation of this format.
const NAME: &str = "edit";

/// The number of lines after a bracket that are searched for a key.
const KEY_SEARCH: usize = 20;

/// Returns whether edits begin at the next line: a bracket, a key of an edit, and within a few lines a key that only
/// edits have.
pub(super) fn begins(lines: Lines<'_>) -> bool {
    if !lines.peek().is_some_and(|line| line.text.starts_with(['{', '['])) {
        return false;
    }
    let first = lines.into_iter().take(KEY_SEARCH).find_map(|line| keys(line.text).next());
    let is_call = first.is_some_and(is_of_call);
    if !is_call && !first.is_some_and(is_known) {
        return false;
    }
    let mut is_edit = false;
    for line in lines.into_iter().take(KEY_SEARCH) {
        // The arguments of a call may be JSON in a string.
        let text: Cow<'_, str> =
            if is_call { line.text.replace("\\\"", "\"").into() } else { Cow::Borrowed(line.text) };
        for key in keys(&text) {
            if key == "op" {
                return false;
            }
            is_edit |= is_telling(key);
        }
    }
    is_edit
}

/// Returns the keys in a line: quoted words followed by a colon. Quotes within a text are preceded by a backslash.
fn keys(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("\":").chain(text.match_indices("\" :")).filter_map(|(end, _)| {
        let start = text[..end].rfind('"')?;
        (!text[..start].ends_with('\\')).then_some(&text[start + 1..end])
    })
}

/// Returns the lines after the edits that begin at the next line.
///
/// # Errors
/// Fails if the edits are truncated.
pub(super) fn find_end(lines: Lines<'_>) -> Result<Lines<'_>, Diagnostic> {
    let mut rest = lines;
    loop {
        let Some(length) = json::length(rest.text()) else {
            return Err(malformed(rest.number(), "a bracket or a string of the edits is not closed")
                .with_help("the patch may be cut off; send all of it"));
        };
        rest = rest.behind_bytes(length);
        // An object that directly follows an edit is an edit, whatever its keys are.
        if !rest.text().trim_start().starts_with('{') {
            return Ok(rest);
        }
    }
}

/// Returns a key that edits do not have, and the key that was probably meant, if the text would be an edit with it.
pub(super) fn slipped_key(lines: Lines<'_>) -> Option<(&str, &'static str)> {
    if !lines.peek().is_some_and(|line| line.text.starts_with(['{', '['])) {
        return None;
    }
    let keys: Vec<&str> = lines.into_iter().take(KEY_SEARCH).flat_map(|line| keys(line.text)).collect();
    let is_edit = keys.iter().any(|key| is_telling(key));
    let unknown = keys.into_iter().filter(|key| !is_known(key));
    let mut meant = unknown.filter_map(|key| Some((key, fields::likely(key)?)));
    meant.find(|(_, meant)| is_edit || is_telling(meant))
}

/// Parses edits.
///
/// # Errors
/// Returns all problems of all edits.
pub(super) fn parse(parts: &[Lines<'_>]) -> Result<Patch, Vec<Diagnostic>> {
    let mut reader = EditReader::default();
    for part in parts {
        reader.read(&part.without_margin(), part.number());
    }
    let line = parts.first().map_or(1, Lines::number);
    if reader.operations.is_empty() && reader.problems.is_empty() {
        let message = if reader.count == 0 { "the text has no edit" } else { "no edit changes anything" };
        reader.problems.push(
            malformed(line, message).with_help("write `{\"path\": …, \"old_string\": …, \"new_string\": …}`"),
        );
    }
    let patch = Patch { warnings: reader.warnings, ..Patch::of(Format::JsonEdits, reader.operations) };
    with_problems(patch, reader.problems)
}

#[derive(Default)]
struct EditReader {
    count: usize,
    operations: Vec<Operation>,
    problems: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl EditReader {
    fn read(&mut self, text: &str, first_line: usize) {
        let text = EscapedText::of(text);
        let source = JsonSource::new(&text, first_line);
        let values = match source.values() {
            Ok(values) => values,
            Err(problem) => return self.problems.push(problem),
        };
        for value in values {
            if kind(value) != "a list" {
                self.read_object(&source, value);
                continue;
            }
            for item in read::<Vec<Raw<'_>>>(value).unwrap_or_default() {
                self.read_object(&source, item);
            }
        }
    }

    fn read_object(&mut self, source: &JsonSource<'_>, value: Raw<'_>) {
        // A call may stand in another object, but no further in.
        let given = arguments(value).map(|inner| arguments(inner).unwrap_or(inner));
        match given.map(|given| (given, read::<String>(given))) {
            Some((given, Some(text))) => self.read_string(&text, source.place(given).line),
            Some((given, None)) => self.read_edits(source, given),
            None => self.read_edits(source, value),
        }
    }

    /// The arguments of a call that are JSON in a string.
    fn read_string(&mut self, text: &str, line: usize) {
        let text = EscapedText::on_one_line(text);
        let source = JsonSource::new(&text, line);
        match source.values() {
            Ok(values) => values.into_iter().for_each(|value| self.read_edits(&source, value)),
            Err(problem) => self.problems.push(problem),
        }
    }

    fn read_edits(&mut self, source: &JsonSource<'_>, value: Raw<'_>) {
        let read = JsonFields::new(source, value).and_then(|given| {
            check_command(&given)?;
            let Some(edits) = given.list(JsonField::Edits)? else { return self.read_edit(&given, None) };
            if given.has(JsonField::Old) || given.has(JsonField::New) {
                let message = "an edit has both a list `edits` and its own old or new text";
                return Err(malformed(given.place.line, message));
            }
            let path = given.text(JsonField::Path)?;
            for edit in edits {
                let done =
                    JsonFields::new(source, edit).and_then(|edit| self.read_edit(&edit, path.as_ref()));
                self.problems.extend(done.err());
            }
            Ok(())
        });
        self.problems.extend(read.err());
    }

    fn read_edit(
        &mut self,
        given: &JsonFields<'_, '_>,
        path: Option<&(String, PatchPlace)>,
    ) -> Result<(), Diagnostic> {
        self.count += 1;
        let origin =
            Origin { index: self.count, name: NAME.to_owned(), place: given.place, fields: Vec::new() };
        let own = given.text(JsonField::Path)?;
        let Some((written, _)) = own.as_ref().or(path) else {
            return Err(malformed(given.place.line, "an edit has no `path`"));
        };
        let path = read_path(written, &origin)?;
        let Some(action) = action(given)? else {
            let message = "the two texts of an edit are equal: it changes nothing";
            self.warnings.push(Diagnostic::warning(Code::Malformed, message).at(given.place));
            return Ok(());
        };
        let (path_style, again) = (PathStyle::Exact, IfAlreadyMade::default());
        self.operations.push(Operation { origin, path, path_style, if_already_made: again, action });
        Ok(())
    }
}

/// Refuses commands that are not edits, and dry runs.
fn check_command(given: &JsonFields<'_, '_>) -> Result<(), Diagnostic> {
    if let Some((command, place)) = given.text(JsonField::Command)?
        && !["str_replace", "create", "insert"].contains(&command.as_str())
    {
        let message = format!("the command {} is not an edit", quote(&command));
        return Err(
            malformed(place.line, message).with_help("the commands are `str_replace`, `insert` and `create`")
        );
    }
    if given.switch(JsonField::DryRun)? {
        return Err(malformed(given.place.line, "the edits request a dry run")
            .with_help("leave that out, and use `chunk diff` or `--dry-run`"));
    }
    Ok(())
}

/// Returns what an edit without an old text does: it creates a file, or inserts lines after the line with a given
/// number.
fn made(given: &JsonFields<'_, '_>) -> Result<Option<Action>, Diagnostic> {
    let parts = [JsonField::FileText, JsonField::InsertLine, JsonField::InsertText];
    if given.has(JsonField::Old) && parts.into_iter().any(|field| given.has(field)) {
        return Err(malformed(
            given.place.line,
            "an edit has an old text, but also inserts text or creates a file",
        ));
    }
    if let Some((text, place)) = given.text(JsonField::FileText)? {
        return Ok(Some(create(&text, place)));
    }
    let number = given.number_from(JsonField::InsertLine, 0, "the number of a line")?;
    let Some(number) = number else { return Ok(None) };
    let text = match given.text(JsonField::InsertText)? {
        Some(text) => text,
        None => given.needed(JsonField::New, "insert_text")?,
    };
    let (text, place) = (text.0.replace("\r\n", "\n"), text.1);
    if number == 0 {
        let change = Change::InsertBefore(as_file(&rows(&text, place.line), place));
        return Ok(Some(Action::Edit { at: Locator::FileStart, change, indent: Indent::AsIs }));
    }
    let added = |(text, line): &PatchLine<'_>| HunkLine::new(Tag::Added, *text, *line);
    let hunk = Hunk {
        lines: rows(&text, place.line).iter().map(added).collect(),
        line_hint: Some(number),
        inserts_after_hint: true,
        place,
        ..Hunk::default()
    };
    Ok(Some(Action::Update { hunks: vec![hunk], to: Destination::Stay, mode: None, base: None }))
}

fn create(text: &str, place: PatchPlace) -> Action {
    let payload = as_file(&rows(&text.replace("\r\n", "\n"), place.line), place);
    Action::Create { payload, existing: Existing::OverwriteEmpty, mode: None }
}

/// Returns what an edit does; `None` if it changes nothing.
fn action(given: &JsonFields<'_, '_>) -> Result<Option<Action>, Diagnostic> {
    if let Some(action) = made(given)? {
        return Ok(Some(action));
    }
    let (old, place) = given.needed(JsonField::Old, "old_string")?;
    let (new, new_place) = given.needed(JsonField::New, "new_string")?;
    let count = match (given.number(JsonField::Count)?, given.switch(JsonField::All)?) {
        (Some(count), _) => Count::Exactly(count),
        (None, true) => Count::All,
        (None, false) => Count::Exactly(1),
    };
    let (old, new) = (old.replace("\r\n", "\n"), new.replace("\r\n", "\n"));
    if old.is_empty() {
        return Ok(Some(create(&new, new_place)));
    }
    if old == new {
        return Ok(None);
    }
    let lines = as_hunk(&rows(&old, place.line), &rows(&new, new_place.line), place).into_iter().collect();
    let fragment = |text: &str, place| Fragment {
        lines: text.split('\n').map(str::to_owned).collect(),
        place,
        margin: None,
    };
    let parts = as_parts(fragment(&old, place), fragment(&new, new_place), count, Bounds::Any);
    Ok(Some(Action::Exchange(Exchange { lines, parts: Some(parts), new_file: None, unit: Unit::Characters })))
}

/// Returns the lines of a text, all with the same line number in the patch: a final line break ends the last line.
fn rows(text: &str, line: usize) -> Vec<PatchLine<'_>> {
    let body = text.strip_suffix('\n').unwrap_or(text);
    if text.is_empty() { Vec::new() } else { body.split('\n').map(|row| (row, line)).collect() }
}

#[cfg(test)]
mod tests;
