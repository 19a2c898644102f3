//! Writes operations in CHUNK, as YAML and as JSON.

use serde_json::{Map, Value as Json};

use crate::ir::{
    Action, BlockMargin, BlockStyle, Bounds, Change, CommentLanguage, Count, Decorators, ExistingDefinition,
    FileSet, Fragment, IfAlreadyMade, Indent, Locator, Marker, MemberPlace, Mentions, OldName, Operation,
    Patch, PatternSyntax, Payload, Region, RepeatedLines, Stale, Substitution, SymbolPlace, SymbolRenaming,
    SymbolTarget, Unproven,
};
use crate::parse::chunk_yaml::{options_of, region_name};

/// The value of a field.
enum Value {
    /// A line of text.
    Line(String),
    /// A text whose final line break counts, which is written in quotes.
    Quoted(String),
    /// A number or a word that needs no quotes.
    Word(String),
    /// Lines of source code, with the columns that were removed from each line when they were parsed.
    Text(Vec<String>, Option<BlockMargin>),
    /// A list of lines of text.
    List(Vec<String>),
    /// A mapping of words to words.
    Options(Vec<(&'static str, &'static str)>),
}

/// The fields of an operation, in the order in which they are written.
type Fields = Vec<(&'static str, Value)>;

/// Returns a whole patch in YAML.
pub(super) fn yaml(patch: &Patch) -> Option<String> {
    let mut out = String::new();
    for (name, value) in head(patch) {
        write_field(&mut out, "", (name, &value), 0);
    }
    if patch.operations.is_empty() {
        return Some(out + "operations: []\n");
    }
    out.push_str("operations:\n");
    for operation in &patch.operations {
        out.push_str(&item(operation, "  ")?);
    }
    Some(out)
}

/// Returns one operation in YAML, as a list item at the margin.
pub(super) fn yaml_item(operation: &Operation) -> Option<String> {
    item(operation, "")
}

/// Returns a whole patch in JSON.
pub(super) fn json(patch: &Patch) -> Option<String> {
    let mut object: Map<String, Json> =
        head(patch).into_iter().map(|(name, value)| (name.to_owned(), json_value(value))).collect();
    let items = patch.operations.iter().map(|own| Some(json_object(fields(own)?)));
    object.insert("operations".to_owned(), Json::Array(items.collect::<Option<_>>()?));
    Some(pretty(&Json::Object(object)))
}

/// Returns one operation in JSON.
pub(super) fn json_item(operation: &Operation) -> Option<String> {
    Some(pretty(&json_object(fields(operation)?)))
}

fn pretty(value: &Json) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("texts and lists have a JSON form");
    text.push('\n');
    text
}

/// Returns the fields that precede the operations.
fn head(patch: &Patch) -> Fields {
    let language = match &patch.comments {
        CommentLanguage::OfFile => None,
        CommentLanguage::OfFileOr(name) => Some(name.clone()),
        CommentLanguage::Off => Some("none".to_owned()),
    };
    let mut head: Fields = language.into_iter().map(|name| ("language", Value::Line(name))).collect();
    if !patch.macros.is_empty() {
        head.push(("macros", Value::List(patch.macros.clone())));
    }
    head
}

fn item(operation: &Operation, margin: &str) -> Option<String> {
    let fields = fields(operation)?;
    // Texts keep the differences of their indentation, and if they differ, also the distance from their keys: this
    // shows which of them are indented as in the file.
    let margins = fields.iter().filter_map(|(_, value)| match value {
        Value::Text(_, margin) => *margin,
        _ => None,
    });
    let least = margins.clone().map(|margin| margin.cut).min().unwrap_or(0);
    let differs = margins.clone().any(|margin| margin.cut != least);
    let base = margins.map(|margin| margin.key + 2).min().filter(|_| differs);
    let least = base.map_or(least, |base| base.min(least));
    let mut out = String::new();
    for (at, (name, value)) in fields.iter().enumerate() {
        out.push_str(margin);
        out.push_str(if at == 0 { "- " } else { "  " });
        write_field(&mut out, &format!("{margin}  "), (name, value), least);
    }
    Some(out)
}

/// Writes `name: value` at the end of `out`; `indent` is the indentation of the name.
fn write_field(out: &mut String, indent: &str, (name, value): (&str, &Value), least: usize) {
    match value {
        Value::Line(text) => out.push_str(&format!("{name}: {}\n", scalar(text))),
        Value::Word(word) => out.push_str(&format!("{name}: {word}\n")),
        Value::Quoted(text) => out.push_str(&format!("{name}: {}\n", quoted(text))),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
            out.push_str(&format!("{name}: [{}]\n", items.join(", ")));
        }
        Value::Options(options) => {
            let options: Vec<String> = options.iter().map(|(name, word)| format!("{name}: {word}")).collect();
            out.push_str(&format!("{name}: {{{}}}\n", options.join(", ")));
        }
        Value::Text(lines, margin) => {
            let further = margin.map_or(0, |margin| margin.cut.saturating_sub(least));
            out.push_str(&format!("{name}: "));
            write_text(out, indent, lines, further);
        }
    }
}

/// Writes a text as a block scalar, or in quotes if a block scalar cannot represent it.
fn write_text(out: &mut String, indent: &str, lines: &[String], further: usize) {
    let is_odd = |line: &String| line.chars().any(|char| char.is_control() && char != '\t');
    let is_blank = |line: &String| line.chars().all(|char| matches!(char, ' ' | '\t'));
    let blank_inside = lines.iter().any(|line| is_blank(line) && !line.is_empty());
    if lines.is_empty() || lines.iter().all(is_blank) || blank_inside || lines.iter().any(is_odd) {
        out.push_str(&format!("{}\n", quoted(&joined(lines))));
        return;
    }
    let is_deep = lines.iter().filter(|line| !is_blank(line)).all(|line| line.starts_with(' '));
    let base = 2 + further;
    let number = if is_deep && base <= 9 { base.to_string() } else { String::new() };
    let end = if lines.last().is_some_and(is_blank) { '+' } else { '-' };
    out.push_str(&format!("|{number}{end}\n"));
    for line in lines {
        if !line.is_empty() {
            out.push_str(&format!("{indent}{:base$}{line}", ""));
        }
        out.push('\n');
    }
}

/// Joins lines to one text: "one final line break ends the last line, each further one is an empty line".
fn joined(lines: &[String]) -> String {
    let text = lines.join("\n");
    if lines.last().is_some_and(String::is_empty) { text + "\n" } else { text }
}

/// Returns a line as the value of a field: plain if that is safe, otherwise in quotes.
fn scalar(text: &str) -> String {
    let is_plain = text
        .starts_with(|first: char| first.is_ascii_alphanumeric() || matches!(first, '_' | '.' | '/'))
        && !text.ends_with([' ', '\t'])
        && !text.chars().any(char::is_control)
        && !matches!(text, "null" | "Null" | "NULL");
    if is_plain { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

fn json_object(fields: Fields) -> Json {
    Json::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), json_value(value))).collect())
}

fn json_value(value: Value) -> Json {
    match value {
        Value::Line(text) | Value::Word(text) | Value::Quoted(text) => text.into(),
        Value::Text(lines, _) => joined(&lines).into(),
        Value::List(items) => items.into(),
        Value::Options(options) => {
            Json::Object(options.into_iter().map(|(name, word)| (name.to_owned(), word.into())).collect())
        }
    }
}

/// Returns the fields of an operation; `None` if CHUNK has no such operation.
fn fields(operation: &Operation) -> Option<Fields> {
    let name = operation.origin.name.as_str();
    let mut fields: Fields = Vec::new();
    match &operation.action {
        Action::Substitute(Substitution { files: FileSet::Globs(globs), .. }) => {
            fields.push(("paths", Value::List(globs.clone())));
        }
        _ => fields.push(("path", Value::Line(operation.path.to_string()))),
    }
    fields.push(("op", Value::Line(name.to_owned())));
    let mut options: Vec<(&'static str, &'static str)> = Vec::new();
    match &operation.action {
        Action::Create { payload, .. } => fields.push(("payload", text_of(payload))),
        Action::Delete { hunks, .. } if hunks.is_empty() => {}
        Action::Edit { at, change, indent } => {
            locator(&mut fields, &mut options, at);
            if let (Locator::Part { .. }, Change::InsertBefore(_)) = (at, change) {
                fields.push(("position", Value::Line("start".to_owned())));
            }
            fields.extend(change.payload().map(|payload| ("payload", text_of(payload))));
            if *indent == Indent::AsIs {
                options.push(("indent", "none"));
            }
        }
        Action::Substitute(substitution) => substitute(&mut fields, substitution),
        Action::RenameSymbol(renaming) => rename_symbol(&mut fields, renaming),
        Action::MoveSymbol { symbol, more, to, place, old_place, unproven } => {
            match &more[..] {
                [] => target(&mut fields, symbol),
                more => {
                    let all = std::iter::once(symbol).chain(more).map(|one| one.symbol.clone());
                    fields.push(("symbols", Value::List(all.collect::<Option<_>>()?)));
                }
            }
            fields.extend(to.as_ref().map(|to| ("to", Value::Line(to.to_string()))));
            symbol_place(&mut fields, place)?;
            if *old_place == OldName::KeptAsAlias {
                fields.push(("reexport", Value::Word("true".to_owned())));
            }
            if *unproven == Unproven::Leave {
                fields.push(("unproven", Value::Word("leave".to_owned())));
            }
            expect(&mut fields, symbol.expect.as_ref());
        }
        Action::Delete { .. } | Action::Update { .. } | Action::Exchange(_) => return None,
    }
    let IfAlreadyMade { lines, definition, stale } = operation.if_already_made;
    if stale == Stale::Refuse {
        options.push(("merge", "refuse"));
    }
    if lines == RepeatedLines::Insert {
        options.push(("repeat", "true"));
    }
    match definition {
        ExistingDefinition::Refuse => {}
        ExistingDefinition::Replace => options.push(("existing", "replace")),
        ExistingDefinition::Skip => options.push(("existing", "skip")),
    }
    let taken = options_of(name)?;
    options.retain(|(name, _)| taken.contains(name));
    if !options.is_empty() {
        fields.push(("options", Value::Options(options)));
    }
    Some(fields)
}

fn locator(fields: &mut Fields, options: &mut Vec<(&'static str, &'static str)>, at: &Locator) {
    match at {
        Locator::FileStart | Locator::FileEnd | Locator::Imports(_) => {}
        Locator::Lines(marker) => marked(fields, marker),
        Locator::Block { heading, style, expect: expected } => {
            // The name of the operation determines the style.
            let (BlockStyle::Indented | BlockStyle::Braces | BlockStyle::Tags) = style;
            marked(fields, heading);
            expect(fields, expected.as_ref());
        }
        Locator::Symbol(of) | Locator::Part { of, .. } => {
            target(fields, of);
            expect(fields, of.expect.as_ref());
            if of.decorators == Decorators::Replace {
                options.push(("decorators", "replace"));
            }
        }
        Locator::Members { of, at } => {
            target(fields, of);
            member(fields, at);
            expect(fields, of.expect.as_ref());
        }
    }
}

fn text_of(payload: &Payload) -> Value {
    Value::Text(payload.lines.clone(), payload.margin)
}

fn fragment(fields: &mut Fields, name: &'static str, text: &Fragment) {
    if !text.lines.is_empty() {
        fields.push((name, Value::Text(text.lines.clone(), text.margin)));
    }
}

fn marked(fields: &mut Fields, marker: &Marker) {
    if let Some(scope) = &marker.scope {
        target(fields, scope);
    }
    fragment(fields, "before", &marker.before);
    fragment(fields, "marker", &marker.lines);
    fragment(fields, "after", &marker.after);
}

fn expect(fields: &mut Fields, expected: Option<&Fragment>) {
    if let Some(text) = expected {
        fields.push(("expect", Value::Text(text.lines.clone(), text.margin)));
    }
}

fn target(fields: &mut Fields, target: &SymbolTarget) {
    let parts = [("class", &target.class), ("method", &target.method), ("symbol", &target.symbol)];
    let given = parts.into_iter().filter_map(|(name, value)| Some((name, Value::Line(value.clone()?))));
    fields.extend(given);
}

fn member(fields: &mut Fields, at: &MemberPlace) {
    match at {
        MemberPlace::Start => fields.push(("position", Value::Line("start".to_owned()))),
        MemberPlace::End => {}
        MemberPlace::Before(member) => fields.push(("before_member", Value::Line(member.clone()))),
        MemberPlace::After(member) => fields.push(("after_member", Value::Line(member.clone()))),
    }
}

fn symbol_place(fields: &mut Fields, place: &SymbolPlace) -> Option<()> {
    let address =
        |target: &SymbolTarget| target.symbol.clone().or_else(|| target.class.clone()).map(Value::Line);
    match place {
        SymbolPlace::Before(target) => fields.push(("before_symbol", address(target)?)),
        SymbolPlace::After(target) => fields.push(("after_symbol", address(target)?)),
        SymbolPlace::Into(target, at) => {
            fields.push(("into_class", address(target)?));
            member(fields, at);
        }
        SymbolPlace::End => {}
    }
    Some(())
}

fn rename_symbol(fields: &mut Fields, wanted: &SymbolRenaming) {
    target(fields, &wanted.symbol);
    fields.push(("new_name", Value::Line(wanted.new_name.clone())));
    if let FileSet::Globs(globs) = &wanted.files {
        fields.push(("paths", Value::List(globs.clone())));
    }
    let unproven = match wanted.unproven {
        Unproven::Refuse => None,
        Unproven::Rename => Some("rename"),
        Unproven::Leave => Some("leave"),
    };
    fields.extend(unproven.map(|word| ("unproven", Value::Word(word.to_owned()))));
    fields.extend(wanted.count.map(|count| ("count", Value::Word(count.to_string()))));
    if wanted.mentions == Mentions::Rename {
        fields.push(("mentions", Value::Word("rename".to_owned())));
    }
    if wanted.old_name == OldName::KeptAsAlias {
        fields.push(("keep_alias", Value::Word("true".to_owned())));
    }
    expect(fields, wanted.symbol.expect.as_ref());
}

fn substitute(fields: &mut Fields, wanted: &Substitution) {
    if let Some(scope) = &wanted.scope {
        target(fields, scope);
    }
    // A text in quotes may end in a line break; in a block scalar, the final line break has no meaning.
    let is_ended = |text: &Fragment| text.lines.last().is_some_and(String::is_empty);
    let is_quoted = is_ended(&wanted.find) || is_ended(&wanted.replace);
    for (name, text) in [("find", &wanted.find), ("replace", &wanted.replace)] {
        let lines = || text.lines.clone();
        fields.push((
            name,
            if is_quoted { Value::Quoted(lines().join("\n")) } else { Value::Text(lines(), None) },
        ));
    }
    match wanted.count {
        Count::Exactly(1) => {}
        Count::Exactly(count) => fields.push(("count", Value::Word(count.to_string()))),
        Count::All => fields.push(("count", Value::Word("all".to_owned()))),
    }
    if wanted.bounds == Bounds::Words {
        fields.push(("word", Value::Word("true".to_owned())));
    }
    if wanted.syntax == PatternSyntax::Regex {
        fields.push(("regex", Value::Word("true".to_owned())));
    }
    if wanted.region != Region::Anywhere {
        fields.push(("in", Value::Word(region_name(wanted.region).to_owned())));
    }
}
