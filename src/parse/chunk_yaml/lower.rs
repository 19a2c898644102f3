//! Lowers a document into the edit-operation IR.

use super::document::{YamlEntry, YamlNode, YamlValue};
use super::fields::{self, Field};
use super::hints::{self, did_you_mean};
use super::operation_fields::FieldReader;
use super::ops::{self, At, Op, Verb};
use super::problems::{Problems, malformed};
use super::renaming::rename_symbol;
use super::substitution::{self, substitute};
use super::symbols::{add_member, add_to_part, block, move_symbol, replace_part, symbol};
use super::values::{checked_path, marker, options, payload};
use crate::diag::{Code, Diagnostic, PatchPlace};
use crate::ir::{
    Action, Change, CommentLanguage, Existing, Folders, Format, Locator, Operation, Origin, Patch, PatchPath,
    PathStyle, Payload, SymbolPart,
};
use crate::lang::Language;
use crate::text::normal::is_word_char;

/// Turns the document into a patch; problems are added to `problems`.
pub(super) fn patch(document: YamlNode, problems: &mut Problems) -> Patch {
    let mut patch = Patch::of(Format::Chunk, Vec::new());
    // Something that seems to be missing may be in a line that could not be parsed.
    let was_readable = problems.is_empty();
    let place = document.place;
    let YamlValue::Mapping(entries) = document.value else {
        if was_readable {
            let message = format!("the patch is {}, not a mapping", document.value.what());
            problems.add(
                malformed(place, message).with_help("put the operations into a list below `operations:`"),
            );
        }
        return patch;
    };
    let root = root(entries, problems);
    if let Some(language) = root.language {
        language_of(&language, &mut patch, problems);
    }
    if let Some(node) = root.macros {
        patch.macros = macros(node, problems);
    }
    if let Some(node) = root.operations {
        patch.operations = operations(node, problems);
    } else if was_readable && !root.is_misspelled {
        let help = "put the operations into a list below `operations:`";
        problems.add(malformed(place, "the patch has no `operations`").with_help(help));
    }
    patch
}

/// The relevant fields of the root.
#[derive(Default)]
struct Root {
    language: Option<YamlNode>,
    macros: Option<YamlNode>,
    operations: Option<YamlNode>,
    /// Whether another field was probably meant to be `operations`.
    is_misspelled: bool,
}

fn root(entries: Vec<YamlEntry>, problems: &mut Problems) -> Root {
    let mut seen: Vec<(String, usize)> = Vec::new();
    let mut root = Root::default();
    for entry in entries {
        if problems.is_full() {
            break;
        }
        if let Some((_, line)) = seen.iter().find(|(key, _)| *key == entry.key) {
            let message =
                format!("`{}` appears twice in the patch, first on line {line}", hints::excerpt(&entry.key));
            problems.add(malformed(entry.place, message));
            continue;
        }
        match entry.key.as_str() {
            "operations" => root.operations = Some(entry.value),
            "language" => root.language = Some(entry.value),
            "macros" => root.macros = Some(entry.value),
            "description" => check_description(&entry.value, problems),
            _ => {
                root.is_misspelled |= hints::nearest(&entry.key, fields::ROOT) == Some("operations");
                problems.add(unknown_root_field(&entry));
                continue;
            }
        }
        seen.push((entry.key, entry.place.line));
    }
    root
}

fn check_description(node: &YamlNode, problems: &mut Problems) {
    if let YamlValue::List(_) | YamlValue::Mapping(_) = node.value {
        problems
            .add(malformed(node.place, format!("the `description` is {}, not a string", node.value.what())));
    }
}

fn unknown_root_field(entry: &YamlEntry) -> Diagnostic {
    let key = hints::excerpt(&entry.key);
    if key == "comment" {
        let message = "`comment` belongs to an operation; the whole patch has a `description`";
        return malformed(entry.place, message).with_help("write `description:`");
    }
    if Field::find(&key).is_some() {
        let message = format!("`{key}` is a field of an operation, but is next to `operations`");
        return malformed(entry.place, message).with_help("indent it into an item of the `operations:` list");
    }
    malformed(entry.place, format!("unknown field `{key}`{}", did_you_mean(&entry.key, fields::ROOT)))
}

/// Sets the language whose comments may be skipped. An unknown language only gives a warning: the format allows a patch
/// to name any, and the file's extension also determines it.
fn language_of(node: &YamlNode, patch: &mut Patch, problems: &mut Problems) {
    let name = match &node.value {
        YamlValue::Null => return,
        YamlValue::Text(text) if text.lines.len() == 1 => text.lines[0].as_str(),
        YamlValue::Text(_) => {
            return problems.add(malformed(node.place, "the `language` must be one word"));
        }
        other => {
            let message = format!("the `language` is {}, not a word", other.what());
            return problems.add(malformed(node.place, message));
        }
    };
    if name.eq_ignore_ascii_case("none") {
        patch.comments = CommentLanguage::Off;
    } else if let Some(language) = Language::by_name(name) {
        patch.comments = CommentLanguage::OfFileOr(language.manifest().name.clone());
    } else {
        let known: Vec<_> =
            Language::all().iter().map(|language| language.manifest().name.as_str()).collect();
        let message =
            format!("unknown language `{}`: using each file's extension instead", hints::excerpt(name));
        let help = format!("the languages are {} and `none`", hints::list(&known));
        patch.warnings.push(Diagnostic::warning(Code::Malformed, message).at(node.place).with_help(help));
    }
}

/// Returns the words that the patch declares as macros.
fn macros(node: YamlNode, problems: &mut Problems) -> Vec<String> {
    let items = match node.value {
        YamlValue::Null => return Vec::new(),
        YamlValue::List(items) => items,
        other => {
            let message = format!("`macros` is {}, not a list", other.what());
            problems.add(malformed(node.place, message).with_help("write `macros: [NAME, NAME]`"));
            return Vec::new();
        }
    };
    let mut names = Vec::new();
    for item in items {
        let is_word = |name: &str| !name.is_empty() && name.chars().all(is_word_char);
        match item.value {
            YamlValue::Text(text) if matches!(&text.lines[..], [name] if is_word(name)) => {
                names.extend(text.lines);
            }
            _ => {
                let message = "an item of `macros` is not the name of a macro";
                problems.add(malformed(item.place, message).with_help("write `macros: [NAME, NAME]`"));
            }
        }
    }
    names
}

fn operations(node: YamlNode, problems: &mut Problems) -> Vec<Operation> {
    let items = match node.value {
        YamlValue::List(items) => items,
        other => {
            let message = format!("`operations` is {}, not a list", other.what());
            let help = "begin each operation with `- path:`, or write `operations: []` for none";
            if !problems.any_unreadable(node.place.line, usize::MAX) {
                problems.add(malformed(node.place, message).with_help(help));
            }
            return Vec::new();
        }
    };
    let mut ends: Vec<usize> = items.iter().skip(1).map(|item| item.place.line).collect();
    ends.push(usize::MAX);
    let damaged: Vec<bool> =
        items.iter().zip(ends).map(|(item, end)| problems.any_unreadable(item.place.line, end)).collect();
    let numbered = items.into_iter().zip(damaged).zip(1..);
    let read = |((item, damaged), index)| {
        if problems.is_full() {
            return None;
        }
        let mut given = FieldReader::new(item, index, damaged, problems)?;
        operation(&mut given, index)
    };
    numbered.filter_map(read).collect()
}

/// Lowers one operation; all its problems are added.
fn operation(given: &mut FieldReader<'_>, index: usize) -> Option<Operation> {
    let place = given.place();
    let path = path(given);
    let op = op_of(given)?;
    given.check_accepted(&op);
    let action = action(given, &op);
    let origin = Origin { index, name: op.name.into_owned(), place, fields: given.places() };
    let operation = Operation {
        origin,
        path: path?,
        path_style: PathStyle::Exact,
        if_already_made: given.again,
        action: action?,
    };
    given.is_sound().then_some(operation)
}

fn path(given: &mut FieldReader<'_>) -> Option<PatchPath> {
    // An operation on several files is labeled with its first pattern.
    if given.key_place(Field::Path).is_none()
        && given.peek(Field::NewName).is_none()
        && let Some(label) = substitution::label(given)
    {
        return Some(label);
    }
    let written = given.required_line(Field::Path)?;
    checked_path(given, written)
}

fn op_of(given: &mut FieldReader<'_>) -> Option<Op> {
    let (written, place) = given.required_line(Field::Op)?;
    let op = ops::find(&written);
    if op.is_none() {
        let problem = unknown_op(given, &written, place);
        given.add(problem);
    }
    op
}

/// Returns the error for an unknown operation.
fn unknown_op(given: &FieldReader<'_>, written: &str, place: PatchPlace) -> Diagnostic {
    let verb = written.trim().to_lowercase().replace('-', "_");
    let names = ops::names_for(given.written_path());
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let of_definition = ops::of_definition(&verb, |field| given.key_place(field).is_some());
    // If a definition is not mentioned, a file may be meant.
    let is_of_file =
        of_definition.is_none() && ["move", "rename", "copy"].iter().any(|start| verb.starts_with(start));
    let problem = |meant: &str| malformed(place, format!("unknown `op: {}`{meant}", hints::excerpt(written)));
    if is_of_file {
        return problem("").with_help(
            "no operation moves or copies a file: use `create_file` and `delete_file`, or a diff with `rename from` and `rename to`; `move_symbol` and `rename_symbol` are for definitions",
        );
    }
    // An operation whose name begins with the given text, and whose required fields are all given, is more likely than
    // one with a similar name.
    let has_all = |name: &&str| {
        let op = ops::find(name);
        op.is_some_and(|op| {
            op.needs.iter().all(|field| given.key_place(*field).is_some()) && given.are_accepted_by(&op)
        })
    };
    let begun = || names.iter().copied().filter(has_all).find(|name| name.starts_with(&verb));
    let likely = of_definition
        .or_else(|| begun().filter(|_| !verb.is_empty()))
        .or_else(|| Some("substitute").filter(has_all));
    let meant = likely.map_or_else(|| did_you_mean(written, &names), |name| did_you_mean(name, &[name]));
    if meant.is_empty() {
        return problem("").with_help(format!("the operations are {}", hints::list(&names)));
    }
    problem(&meant)
}

fn action(given: &mut FieldReader<'_>, op: &Op) -> Option<Action> {
    match &op.verb {
        Verb::Create => create(given),
        Verb::Delete => Some(Action::Delete { folders: Folders::Refuse, hunks: Vec::new() }),
        Verb::AtMarker(at_marker) => {
            let marker = marker(given);
            let payload = if op.takes(Field::Payload) { payload(given) } else { Some(Payload::default()) };
            let indent = options(given, op).indent;
            Some(Action::Edit { at: Locator::Lines(marker?), change: at_marker.change(payload?), indent })
        }
        Verb::AtStart => at_edge(given, op, Locator::FileStart, Change::InsertBefore),
        Verb::AtEnd => at_edge(given, op, Locator::FileEnd, Change::InsertAfter),
        Verb::Imports(change) => at_edge(given, op, Locator::Imports(*change), Change::InsertAfter),
        Verb::Symbol { language, kind } => symbol(given, op, Some((language, kind)), At::Replace),
        Verb::Part(part) => replace_part(given, op, *part),
        Verb::IntoBody => add_to_part(given, op, SymbolPart::Body),
        Verb::AppendDoc => add_to_part(given, op, SymbolPart::Doc),
        Verb::Block(style) => block(given, op, *style),
        Verb::AddMember => add_member(given, op),
        Verb::AtSymbol(at) => symbol(given, op, None, *at),
        Verb::MoveSymbol => move_symbol(given, op),
        Verb::Substitute => substitute(given),
        Verb::RenameSymbol => rename_symbol(given, op),
    }
}

/// "`payload` — file contents (may be empty → empty file)": so the value may be omitted, but not the field.
fn create(given: &mut FieldReader<'_>) -> Option<Action> {
    let payload = if given.is_left_blank(Field::Payload) { Some(Payload::default()) } else { payload(given) };
    Some(Action::Create { payload: payload?, existing: Existing::Overwrite, mode: None })
}

/// Lowers an operation at the start or end of the file. The text is inserted as written, whatever `indent` says: there
/// is no line whose indentation it could take.
fn at_edge(
    given: &mut FieldReader<'_>,
    op: &Op,
    at: Locator,
    change: impl FnOnce(Payload) -> Change,
) -> Option<Action> {
    let payload = payload(given);
    let indent = options(given, op).indent;
    Some(Action::Edit { at, change: change(payload?), indent })
}
