//! Lowers the operation on parts of lines.

use super::document::YamlValue;
use super::fields::Field;
use super::hints;
use super::operation_fields::FieldReader;
use super::problems::malformed;
use super::values::{one_of, scope, switch};
use crate::ir::{Action, Bounds, Count, FileSet, Fragment, PatchPath, PatternSyntax, Region, Substitution};
use crate::text::regex;

/// The values of `in`.
pub(super) const REGIONS: &[(&str, Region)] = &[
    ("everywhere", Region::Anywhere),
    ("code", Region::Code),
    ("comments", Region::Comments),
    ("strings", Region::Strings),
];

/// Returns the path that labels an operation on the files that match patterns: the first pattern.
pub(super) fn label(given: &FieldReader<'_>) -> Option<PatchPath> {
    let first = match given.peek(Field::Paths)? {
        YamlValue::Text(text) => text.lines.first()?,
        YamlValue::List(items) => match &items.first()?.value {
            YamlValue::Text(text) => text.lines.first()?,
            _ => return None,
        },
        _ => return None,
    };
    let label = PatchPath::parse(first.trim_matches(['/', '!'])).or_else(|_| PatchPath::parse("*"));
    label.ok()
}

/// Lowers an operation on parts of lines.
pub(super) fn substitute(given: &mut FieldReader<'_>) -> Option<Action> {
    let find = given.required_text(Field::Find);
    let replace = replacement(given);
    let (find, replace) = with_line_ends(given, find, replace);
    let files = files(given);
    let count = count(given);
    let word = switch(given, Field::Word);
    let regex = switch(given, Field::Regex);
    let region = one_of(given, Field::In, REGIONS);
    let scope = scope(given);
    let find = find?;
    if find.lines.iter().all(String::is_empty) {
        let message = format!("the `find` of {} is empty", given.title());
        given.add(malformed(find.place, message));
        return None;
    }
    let syntax = if regex? { PatternSyntax::Regex } else { PatternSyntax::Literal };
    if syntax == PatternSyntax::Regex
        && let Err(error) = regex::compile(&find.lines.join("\n"))
    {
        let message = format!("the `find` of {} is not a valid regular expression: {error}", given.title());
        given.add(malformed(find.place, message));
        return None;
    }
    Some(Action::Substitute(Substitution {
        find,
        replace: replace?,
        files: files?,
        count: count?,
        syntax,
        bounds: if word? { Bounds::Words } else { Bounds::Any },
        region: region?,
        scope,
    }))
}

/// Adds to both texts the final line break of a quoted text. If one of the texts is a block, which cannot express
/// whether its last line is complete, neither gets it.
fn with_line_ends(
    given: &FieldReader<'_>,
    find: Option<Fragment>,
    replace: Option<Fragment>,
) -> (Option<Fragment>, Option<Fragment>) {
    let is_block = |text: &Option<Fragment>| text.as_ref().is_some_and(|text| text.margin.is_some());
    let has_block = is_block(&find) || is_block(&replace);
    let ended = |field: Field, text: Option<Fragment>| {
        let mut text = text?;
        if given.ends_line(field) && !has_block {
            text.lines.push(String::new());
        }
        Some(text)
    };
    (ended(Field::Find, find), ended(Field::Replace, replace))
}

/// Returns the replacement: it may be empty, but not omitted.
fn replacement(given: &mut FieldReader<'_>) -> Option<Fragment> {
    if given.is_left_blank(Field::Replace) {
        Some(Fragment::default())
    } else {
        given.required_text(Field::Replace)
    }
}

fn files(given: &mut FieldReader<'_>) -> Option<FileSet> {
    if given.peek(Field::Paths).is_some()
        && let Some(place) = given.key_place(Field::Path)
    {
        let message = format!("{} has both `path` and `paths`", given.title());
        given.add(malformed(place, message).with_help("`path` is one file, `paths` is a list of patterns"));
        return None;
    }
    globs(given)
}

/// Returns the files that match patterns.
pub(super) fn globs(given: &mut FieldReader<'_>) -> Option<FileSet> {
    let Some(node) = given.take(Field::Paths) else { return Some(FileSet::Named) };
    let items = match node.value {
        YamlValue::List(items) => items.into_iter().map(|item| (item.value, item.place)).collect(),
        value => vec![(value, node.place)],
    };
    let mut globs = Vec::new();
    for (value, place) in items {
        match value {
            YamlValue::Text(text) if matches!(&text.lines[..], [glob] if !glob.trim().is_empty()) => {
                globs.extend(text.lines);
            }
            _ => {
                let message = format!("an item of the `paths` of {} is not a pattern", given.title());
                given.add(
                    malformed(place, message).with_help("write `paths: [\"src/**/*.py\", \"!src/old/\"]`"),
                );
                return None;
            }
        }
    }
    if globs.is_empty() {
        let message = format!("the `paths` of {} are empty", given.title());
        given.add(malformed(node.place, message).with_help("write `paths: [\"src/**/*.py\"]`"));
        return None;
    }
    Some(FileSet::Globs(globs))
}

pub(super) fn count(given: &mut FieldReader<'_>) -> Option<Count> {
    if given.peek(Field::Count).is_none() {
        return Some(Count::Exactly(1));
    }
    let (written, place) = given.line(Field::Count)?;
    match written.trim() {
        "all" => return Some(Count::All),
        number => {
            if let Ok(count) = number.parse()
                && count > 0
            {
                return Some(Count::Exactly(count));
            }
        }
    }
    let message = format!("the `count` of {} cannot be `{}`", given.title(), hints::excerpt(&written));
    given.add(malformed(place, message).with_help("it is the number of places that must change, or `all`"));
    None
}
