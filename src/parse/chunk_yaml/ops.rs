//! The operations: one table for the parser, the help texts and the hints.

use std::borrow::Cow;
use std::collections::HashSet;

use super::fields::Field;
use super::hints;
use crate::ir::{BlockStyle, Change, ImportChange, Payload, SymbolPart};
use crate::lang::{KindPlace, Language};

/// An operation that a patch can name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Op {
    /// Its name in the table.
    pub(super) name: Cow<'static, str>,
    /// What it does.
    pub(super) verb: Verb,
    /// The fields that it accepts in addition to `path`, `op` and `comment`.
    pub(super) takes: &'static [Field],
    /// Those of these fields that are required.
    pub(super) needs: &'static [Field],
    /// The accepted keys of `options`.
    pub(super) options: &'static [&'static str],
}

/// What an operation does.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verb {
    /// Writes a file.
    Create,
    /// Removes a file.
    Delete,
    /// Changes the lines that match a marker.
    AtMarker(At),
    /// Inserts before the first line.
    AtStart,
    /// Inserts after the last line.
    AtEnd,
    /// Replaces a definition.
    Symbol {
        /// The canonical name of the language.
        language: String,
        /// The kind of the definition.
        kind: String,
    },
    /// Changes a definition of any kind, or inserts next to it.
    AtSymbol(At),
    /// Adds a member to a class or similar definition.
    AddMember,
    /// Replaces a part of a definition.
    Part(SymbolPart),
    /// Adds lines at the start or the end of a body.
    IntoBody,
    /// Adds lines at the end of documentation.
    AppendDoc,
    /// Renames a definition.
    RenameSymbol,
    /// Moves a definition.
    MoveSymbol,
    /// Adds or removes imports.
    Imports(ImportChange),
    /// Replaces parts of lines.
    Substitute,
    /// Replaces a block.
    Block(BlockStyle),
}

/// The change at a marker or a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Replace,
    InsertBefore,
    InsertAfter,
    Delete,
}

impl At {
    /// Returns the change; `payload` is ignored for a deletion.
    pub(super) fn change(self, payload: Payload) -> Change {
        match self {
            Self::Replace => Change::Replace(payload),
            Self::InsertBefore => Change::InsertBefore(payload),
            Self::InsertAfter => Change::InsertAfter(payload),
            Self::Delete => Change::Delete,
        }
    }
}

/// The fields that every operation accepts.
pub(super) const COMMON: &[Field] = &[Field::Path, Field::Op, Field::Comment];

const MARKER: &[Field] = &[
    Field::Marker,
    Field::Before,
    Field::After,
    Field::Payload,
    Field::Options,
    Field::Class,
    Field::Method,
    Field::Symbol,
];
const MARKER_ONLY: &[Field] =
    &[Field::Marker, Field::Before, Field::After, Field::Options, Field::Class, Field::Method, Field::Symbol];
const BLOCK: &[Field] = &[
    Field::Marker,
    Field::Before,
    Field::After,
    Field::Payload,
    Field::Options,
    Field::Class,
    Field::Method,
    Field::Symbol,
    Field::Expect,
];
const INDENT: &[&str] = &["indent"];
/// The options of operations that insert lines into a text.
const LINES: &[&str] = &["indent", "repeat"];
/// The options of operations that add definitions.
const NEWCOMER: &[&str] = &["indent", "repeat", "existing"];
/// The options of operations that add to a part of a definition.
const REPEATED: &[&str] = &["repeat", "merge"];
/// The options of operations that move definitions.
const MOVED: &[&str] = &["existing"];
/// The options of operations that replace a part of a definition.
const MERGED: &[&str] = &["merge"];
/// The options of operations that replace definitions.
const DECORATED: &[&str] = &["indent", "decorators", "merge"];

/// The fields of operations on definitions of any language and kind.
const ANY_SYMBOL: &[Field] =
    &[Field::Payload, Field::Class, Field::Method, Field::Symbol, Field::Expect, Field::Options];
const INTO_BODY: &[Field] = &[
    Field::Payload,
    Field::Class,
    Field::Method,
    Field::Symbol,
    Field::Position,
    Field::Expect,
    Field::Options,
];
const CLASS: &[Field] = &[
    Field::Payload,
    Field::Class,
    Field::Symbol,
    Field::Position,
    Field::BeforeMember,
    Field::AfterMember,
    Field::Expect,
    Field::Options,
];
const MOVE: &[Field] = &[
    Field::Class,
    Field::Method,
    Field::Symbol,
    Field::Symbols,
    Field::To,
    Field::BeforeSymbol,
    Field::AfterSymbol,
    Field::IntoClass,
    Field::Position,
    Field::Reexport,
    Field::Unproven,
    Field::Expect,
    Field::Options,
];
const SUBSTITUTE: &[Field] = &[
    Field::Paths,
    Field::Find,
    Field::Replace,
    Field::Count,
    Field::Word,
    Field::Regex,
    Field::In,
    Field::Class,
    Field::Method,
    Field::Symbol,
];
const RENAME: &[Field] = &[
    Field::Class,
    Field::Method,
    Field::Symbol,
    Field::NewName,
    Field::To,
    Field::Paths,
    Field::Unproven,
    Field::Count,
    Field::Mentions,
    Field::KeepAlias,
    Field::Expect,
];
const ANY_SYMBOL_ONLY: &[Field] = &[Field::Class, Field::Method, Field::Symbol, Field::Expect];

const fn op(name: &'static str, verb: Verb, takes: &'static [Field], needs: &'static [Field]) -> Op {
    Op { name: Cow::Borrowed(name), verb, takes, needs, options: INDENT }
}

/// Returns an operation with options other than the usual ones.
const fn op_with(
    name: &'static str,
    verb: Verb,
    takes: &'static [Field],
    needs: &'static [Field],
    options: &'static [&'static str],
) -> Op {
    Op { name: Cow::Borrowed(name), verb, takes, needs, options }
}

/// The operations on whole files and on text; those on the kinds of a language are derived from the languages.
///
/// `append_text` and `prepend_text` accept a `marker` because the format says that it "is not used" there, not that it
/// is forbidden.
static OPS: &[Op] = &[
    op("create_file", Verb::Create, &[Field::Payload], &[Field::Payload]),
    op("delete_file", Verb::Delete, &[], &[]),
    op_with("replace_text", Verb::AtMarker(At::Replace), MARKER, &[Field::Marker, Field::Payload], LINES),
    op_with(
        "insert_text_after",
        Verb::AtMarker(At::InsertAfter),
        MARKER,
        &[Field::Marker, Field::Payload],
        LINES,
    ),
    op_with(
        "insert_text_before",
        Verb::AtMarker(At::InsertBefore),
        MARKER,
        &[Field::Marker, Field::Payload],
        LINES,
    ),
    op("delete_text", Verb::AtMarker(At::Delete), MARKER_ONLY, &[Field::Marker]),
    op_with(
        "prepend_text",
        Verb::AtStart,
        &[Field::Payload, Field::Marker, Field::Options],
        &[Field::Payload],
        LINES,
    ),
    op_with(
        "append_text",
        Verb::AtEnd,
        &[Field::Payload, Field::Marker, Field::Options],
        &[Field::Payload],
        LINES,
    ),
    op_with("replace_symbol", Verb::AtSymbol(At::Replace), ANY_SYMBOL, &[Field::Payload], DECORATED),
    op_with(
        "insert_before_symbol",
        Verb::AtSymbol(At::InsertBefore),
        ANY_SYMBOL,
        &[Field::Payload],
        NEWCOMER,
    ),
    op_with("insert_after_symbol", Verb::AtSymbol(At::InsertAfter), ANY_SYMBOL, &[Field::Payload], NEWCOMER),
    op("substitute", Verb::Substitute, SUBSTITUTE, &[Field::Find, Field::Replace]),
    op_with("replace_body", Verb::Part(SymbolPart::Body), ANY_SYMBOL, &[Field::Payload], MERGED),
    op_with("replace_signature", Verb::Part(SymbolPart::Signature), ANY_SYMBOL, &[Field::Payload], DECORATED),
    op_with("replace_docstring", Verb::Part(SymbolPart::Doc), ANY_SYMBOL, &[Field::Payload], MERGED),
    op_with("insert_into_body", Verb::IntoBody, INTO_BODY, &[Field::Payload], REPEATED),
    op_with("append_docstring", Verb::AppendDoc, ANY_SYMBOL, &[Field::Payload], REPEATED),
    op_with("insert_into_class", Verb::AddMember, CLASS, &[Field::Payload], NEWCOMER),
    op("add_import", Verb::Imports(ImportChange::Add), &[Field::Payload], &[Field::Payload]),
    op("remove_import", Verb::Imports(ImportChange::Remove), &[Field::Payload], &[Field::Payload]),
    op("replace_c_style_block", Verb::Block(BlockStyle::Braces), BLOCK, &[Field::Marker, Field::Payload]),
    op("replace_xml_block", Verb::Block(BlockStyle::Tags), BLOCK, &[Field::Marker, Field::Payload]),
    op("delete_symbol", Verb::AtSymbol(At::Delete), ANY_SYMBOL_ONLY, &[]),
    op_with("move_symbol", Verb::MoveSymbol, MOVE, &[], MOVED),
    op("rename_symbol", Verb::RenameSymbol, RENAME, &[]),
];

/// Alternative names of the operations, with underscores.
const ALIASES: &[(&str, &str)] = &[
    ("insert_after_text", "insert_text_after"),
    ("insert_before_text", "insert_text_before"),
    ("insert_symbol_after", "insert_after_symbol"),
    ("insert_symbol_before", "insert_before_symbol"),
    ("replace_all", "substitute"),
];

/// A member of a class or similar definition is named with its owner.
const METHOD: &[Field] =
    &[Field::Payload, Field::Class, Field::Method, Field::Symbol, Field::Expect, Field::Options];
/// A definition outside of any other has no owner: it is named by `symbol`, or by `method` (the field for callable
/// definitions).
const FUNCTION: &[Field] = &[Field::Payload, Field::Method, Field::Symbol, Field::Expect, Field::Options];
/// All other definitions are types or similar: they are named by `class`, whatever the language calls them, or by
/// `symbol`.
const TYPE: &[Field] = &[Field::Payload, Field::Class, Field::Symbol, Field::Expect, Field::Options];

/// Returns the operation with this name, in which dashes may replace underscores.
pub(super) fn find(written: &str) -> Option<Op> {
    let name = written.replace('-', "_");
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name.as_str(), |(_, name)| name);
    OPS.iter().find(|op| op.name == name).cloned().or_else(|| find_symbol_op(name))
}

/// Returns all spellings of an operation's name and its aliases, with only underscores or only dashes.
pub(super) fn spellings(op: &Op) -> Vec<String> {
    let aliases = ALIASES.iter().filter(|(_, name)| *name == op.name).map(|(alias, _)| *alias);
    let names = std::iter::once(&*op.name).chain(aliases);
    let mut all: Vec<String> = names.flat_map(|name| [name.to_owned(), name.replace('_', "-")]).collect();
    // A name of one word has only one spelling.
    all.dedup();
    all
}

/// The kind of a block, in the names of operations for languages with indented blocks.
const BLOCK_KIND: &str = "block";

/// Returns the operation `replace_<tag>_<kind>`.
fn find_symbol_op(name: &str) -> Option<Op> {
    let (tag, kind) = name.strip_prefix("replace_")?.split_once('_')?;
    let manifest = Language::by_tag(tag)?.manifest();
    // In languages with indented blocks, a block is a kind of the language.
    if kind == BLOCK_KIND && manifest.symbols.indented_bodies {
        return Some(Op {
            name: Cow::Owned(name.to_owned()),
            verb: Verb::Block(BlockStyle::Indented),
            takes: BLOCK,
            needs: &[Field::Marker, Field::Payload],
            options: INDENT,
        });
    }
    let takes = match manifest.kinds.get(kind)?.place {
        KindPlace::Member => METHOD,
        KindPlace::Free => FUNCTION,
        KindPlace::Any => TYPE,
    };
    Some(Op {
        name: Cow::Owned(name.to_owned()),
        verb: Verb::Symbol { language: manifest.name.clone(), kind: kind.to_owned() },
        takes,
        needs: &[Field::Payload],
        options: DECORATED,
    })
}

/// The fields of an operation, for display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationFields {
    /// The name of the operation.
    pub name: String,
    /// The required fields.
    pub required: Vec<&'static str>,
    /// The optional fields.
    pub optional: Vec<&'static str>,
}

/// Returns the fields of the operation with this name, in any spelling that a patch may use.
#[must_use]
pub fn fields_of(operation: &str) -> Option<OperationFields> {
    let op = find(operation)?;
    let names_class = op.verb == Verb::AddMember || !op.takes(Field::Symbol);
    let address = if names_class { Field::Class } else { Field::Symbol };
    let is_required = |field: &Field| {
        matches!(field, Field::Path | Field::Op)
            || op.needs.contains(field)
            || op.needs_address() && *field == address
    };
    let taken = Field::ALL.iter().copied().filter(|field| op.takes(*field));
    let (required, optional): (Vec<_>, Vec<_>) = taken.partition(is_required);
    let names = |fields: Vec<Field>| fields.into_iter().map(Field::name).collect();
    Some(OperationFields { name: op.name.to_string(), required: names(required), optional: names(optional) })
}

/// Returns the names of all operations, each once: the dialects of a language share theirs.
#[must_use]
pub(super) fn names() -> Vec<String> {
    names_of(Language::all().iter())
}

/// Returns the names of the operations on a file with this path: those of other languages only if the language of the
/// file is unknown.
pub(super) fn names_for(path: &str) -> Vec<String> {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension);
    match extension.and_then(Language::by_extension) {
        Some(own) => names_of(std::iter::once(own)),
        None => names(),
    }
}

/// The prefixes of operation names on definitions, with the corresponding operation on a definition of any kind.
const OF_DEFINITIONS: &[(&str, &str)] = &[
    ("replace_", "replace_symbol"),
    ("update_", "replace_symbol"),
    ("delete_", "delete_symbol"),
    ("remove_", "delete_symbol"),
    ("rename_", "rename_symbol"),
    ("move_", "move_symbol"),
    ("insert_before_", "insert_before_symbol"),
    ("insert_after_", "insert_after_symbol"),
];

/// The prefixes of operation names on a named class, with the corresponding operation.
const INTO_CLASSES: &[(&str, &str)] =
    &[("add_", "insert_into_class"), ("append_", "insert_into_class"), ("insert_", "insert_into_class")];

/// General names for definitions, whatever the language calls them.
const KINDS: [&str; 6] = ["class", "definition", "field", "function", "member", "method"];

/// Returns the operation on a definition of any kind that is meant by a name with a kind in it, such as
/// `replace_function`, if a symbol or class is given. If a symbol and no marker is given, the verb alone is sufficient.
pub(super) fn of_definition(written: &str, has: impl Fn(Field) -> bool) -> Option<&'static str> {
    let has_symbol = has(Field::Symbol);
    // What gets another name is a definition, however that is given.
    let is_own = |name: &str| has_symbol || has(Field::NewName) && name == "rename_symbol";
    let own = OF_DEFINITIONS.iter().filter(|(_, name)| is_own(name));
    let into_class = INTO_CLASSES.iter().filter(|_| has(Field::Class) && !has_symbol);
    let (start, name) = own.chain(into_class).find(|(start, name)| {
        let is_verb = is_own(name) && !has(Field::Marker) && start.trim_end_matches('_') == written;
        is_verb || written.starts_with(start)
    })?;
    let Some(kind) = written.strip_prefix(start) else { return Some(name) };
    let is_kind = |language: &Language| language.manifest().kinds.contains_key(kind);
    (KINDS.contains(&kind) || Language::all().iter().any(is_kind)).then_some(name)
}

/// The operation that a name means which is none: by the fields beside it, or as the only one that begins so.
pub(super) fn probable_op(written: &str, has: impl Fn(Field) -> bool) -> Option<Op> {
    let verb = written.trim().to_lowercase().replace('-', "_");
    let begins = |op: &&Op| op.name.strip_prefix(verb.as_str()).is_some_and(|rest| rest.starts_with('_'));
    let mut begun = OPS.iter().filter(begins);
    let only = begun.next().filter(|_| begun.next().is_none());
    of_definition(&verb, has).and_then(find).or_else(|| only.cloned())
}

fn names_of<'l>(languages: impl Iterator<Item = &'l Language>) -> Vec<String> {
    let symbols = languages.flat_map(|language| {
        let manifest = language.manifest();
        let block = manifest.symbols.indented_bodies.then_some(BLOCK_KIND);
        let kinds = manifest.kinds.keys().map(String::as_str).chain(block);
        kinds.map(|kind| format!("replace_{}_{kind}", manifest.op_tag))
    });
    let names = OPS.iter().map(|op| op.name.to_string()).chain(symbols);
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(name.clone())).collect()
}

impl Op {
    /// Returns whether it accepts the field.
    pub(super) fn takes(&self, field: Field) -> bool {
        COMMON.contains(&field) || self.takes.contains(&field)
    }

    /// Returns whether it requires fields that name a definition.
    pub(super) const fn needs_address(&self) -> bool {
        matches!(
            self.verb,
            Verb::Symbol { .. }
                | Verb::AtSymbol(_)
                | Verb::AddMember
                | Verb::Part(_)
                | Verb::IntoBody
                | Verb::AppendDoc
                | Verb::MoveSymbol
                | Verb::RenameSymbol
        )
    }

    /// Returns whether the given fields are sufficient to name the definition.
    pub(super) fn is_addressed_by(&self, has: impl Fn(Field) -> bool) -> bool {
        // If the name contains no kind, a class alone names the class itself.
        let needs_method = matches!(self.verb, Verb::Symbol { .. }) && self.takes(Field::Method);
        has(Field::Symbol)
            || has(Field::Symbols)
            || (has(Field::Class) || !self.takes(Field::Class)) && (has(Field::Method) || !needs_method)
    }

    /// Returns the fields that it accepts, as a list for a message.
    pub(super) fn fields(&self) -> String {
        let names: Vec<_> =
            Field::ALL.iter().filter(|field| self.takes(**field)).map(|field| field.name()).collect();
        hints::list(&names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, expected: Option<&str>) {
        assert_eq!(find(written).map(|op| op.name.into_owned()), expected.map(str::to_owned));
    }

    #[test]
    fn every_name_is_found_and_names_itself() {
        for name in names() {
            check(&name, Some(&name));
            check(&name.replace('_', "-"), Some(&name));
        }
    }

    #[test]
    fn other_spellings_are_understood() {
        check("insert_after_text", Some("insert_text_after"));
        check("insert-before-text", Some("insert_text_before"));
        check("replace-cpp-class", Some("replace_cpp_class"));
    }

    #[test]
    fn nothing_else_is() {
        check("replace_bf_class", None);
        check("replace_py_impl", None);
        check("replace_rs_class", None);
        check("move_file", None);
        check("", None);
    }

    #[test]
    fn what_is_needed_is_taken() {
        for op in names().iter().filter_map(|name| find(name)) {
            assert!(op.needs.iter().all(|field| op.takes(*field)), "{}", op.name);
        }
    }
}
