//! What a manifest says.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{MaskRules, MendRules, NameRules, SameParameters};
use crate::text::{LexRules, RowRules};

/// A language's manifest: `grammars/NAME.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The canonical name.
    pub name: String,
    /// Other names that a patch may use, in lower case.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The extensions of its files, in lower case, without the dot.
    pub extensions: Vec<String>,
    /// Names of the files that mark a project of the language, or a part of one.
    #[serde(default)]
    pub project_files: Vec<String>,
    /// Names and extensions of another language that it reads in its own way where that one is not there.
    #[serde(default)]
    pub stands_in: StandIn,
    /// Files that are read in another language, by what stands at their beginning.
    #[serde(default)]
    pub marked: Option<MarkedFiles>,
    /// The manifest that says all that this one does not, where it is but a dialect of that.
    #[serde(default)]
    pub like: Option<String>,
    /// The tag in the names of its operations: `py` gives `replace_py_class`.
    pub op_tag: String,
    /// What stands between the parts of an address that is printed.
    pub separator: String,
    /// Its comments and strings.
    pub lexical: LexRules,
    /// The kinds of definition that operations replace: `class` gives `replace_<tag>_class`.
    pub kinds: BTreeMap<String, KindRule>,
    /// How symbols are named and bounded.
    #[serde(default)]
    pub symbols: SymbolRules,
    /// Texts in which a piece of a file, or a payload, can be parsed alone, by the kind of the container.
    pub contexts: BTreeMap<String, ParseContext>,
    /// Its imports; absent where it has none.
    #[serde(default)]
    pub imports: Option<ImportRules>,
    /// Where names are bound, in a language whose files bring in the text of others; absent in others.
    #[serde(default)]
    pub names: Option<NameRules>,
    /// How the text is rewritten, at equal length, before it is parsed.
    #[serde(default)]
    pub view: ViewRules,
}

/// Files that are read in another language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkedFiles {
    /// What stands within their first 2,000 bytes.
    pub text: String,
    /// The name of the other language.
    pub language: String,
}

impl Manifest {
    /// The capture of this name, should it mark definitions.
    #[must_use]
    pub fn capture(&self, name: &str) -> Option<&str> {
        let kinds = self.kinds.values().map(|rule| &rule.capture);
        kinds.chain(&self.symbols.other_captures).find(|capture| *capture == name).map(String::as_str)
    }

    /// The kind of this name, should it be one of what is smaller than a definition.
    #[must_use]
    pub fn small_kind(&self, name: &str) -> Option<&str> {
        self.symbols.small.get_key_value(name).map(|(name, _)| name.as_str())
    }

    /// How the lines of a payload in the language are read where they are put at another depth.
    #[must_use]
    pub fn row_rules(&self) -> RowRules<'_> {
        RowRules {
            lexical: &self.lexical,
            directive: self.view.masks.as_ref().map(|masks| masks.directive.as_str()),
            indented: self.symbols.indented_bodies,
        }
    }
}

/// What a language takes on for one that is not there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StandIn {
    /// Names of that language.
    pub names: Vec<String>,
    /// Extensions of its files.
    pub extensions: Vec<String>,
}

/// Which definitions an operation's kind takes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindRule {
    /// The query capture that marks them.
    pub capture: String,
    /// Where they must stand.
    #[serde(default)]
    pub place: KindPlace,
    /// What a message calls one of them, with its article.
    pub article: String,
}

/// Where a definition of a kind must stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KindPlace {
    /// Anywhere.
    #[default]
    Any,
    /// In a class or its like, or qualified by one.
    Member,
    /// Outside of any.
    Free,
}

/// Members that have the name of their type.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbeddedRule {
    /// Their nodes.
    pub nodes: Vec<String>,
    /// The node of a type's name.
    pub word: String,
}

/// Comments that document a definition though a blank line parts them from it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartedDocs {
    /// What begins them.
    pub mark: String,
    /// What begins other comments that may be one, if their text or the habit of the file shows it.
    #[serde(default)]
    pub plain: Option<String>,
    /// Words that only the documentation of code has, such as a parameter's.
    pub of_code: Vec<String>,
    /// Words that show that a comment is about something else, such as the file.
    pub of_others: Vec<String>,
}

/// How symbols are named and bounded.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SymbolRules {
    /// Captures that no operation's kind takes, but that messages and scopes know.
    pub other_captures: Vec<String>,
    /// Captures whose body holds members.
    pub containers: Vec<String>,
    /// Whether functions of one name are told apart by their parameters.
    pub overloads: bool,
    /// Whether `Foo` leaves `Foo<int>` out.
    pub distinct_specialisations: bool,
    /// Whether the line that follows may change what a whole statement is.
    pub lines_join: bool,
    /// Words with which a line may go on with the statement above.
    pub goes_on_with: Vec<String>,
    /// Words behind which the next line may go on with the statement.
    pub goes_on_behind: Vec<String>,
    /// Whether a body ends where the indentation does.
    pub indented_bodies: bool,
    /// Words of headings whose blocks are mostly no deeper than the heading: those of a C++ namespace.
    pub flat_blocks: Vec<String>,
    /// What begins a comment that documents what follows; any comment does where this is empty.
    pub doc_comments: Vec<String>,
    /// What begins a comment that documents what surrounds it, though it begins as the others do.
    pub inner_doc_comments: Vec<String>,
    /// What begins a comment in the first two lines, or above the first definition, that speaks of the whole file.
    pub file_comments: Vec<String>,
    /// What begins a comment that belongs to no definition below it: it speaks of all that follows, or up to its counterpart.
    pub apart_comments: Vec<String>,
    /// The same for comments that count so only where a line below begins with their counterpart.
    pub region_comments: BTreeMap<String, String>,
    /// What begins an attribute or a comment about what is around it, which stands first there.
    pub body_heads: Vec<String>,
    /// Which comments document what stands below a blank line; absent where none do.
    pub parted_docs: Option<PartedDocs>,
    /// What begins a comment that orders something of a tool or a compiler, and documents nothing.
    pub directives: Vec<String>,
    /// How many blank lines stand between definitions where the file does not show it.
    pub blank_lines: UsualBlankLines,
    /// The statement of a body that would be empty without; absent where a body may be empty.
    pub stand_in: Option<String>,
    /// Statements that only fill a body, and give way to the first real one.
    pub placeholders: Vec<String>,
    /// Statements behind which nothing of a body is run.
    pub leaving: Vec<String>,
    /// Statements that run one of several cases.
    pub choices: Vec<String>,
    /// How a case begins that is run where no other one is.
    pub default_cases: Vec<String>,
    /// Whether a case without statements is the one below it.
    pub cases_fall: bool,
    /// Statements that go on elsewhere where they fail.
    pub tries: Vec<String>,
    /// Nodes of the attributes of statements.
    pub statement_attributes: Vec<String>,
    /// How attributes begin that leave out what they stand before, depending on the build.
    pub conditional_attributes: Vec<String>,
    /// How calls begin behind which nothing of a body is run.
    pub leaving_calls: Vec<String>,
    /// What ends a statement at the end of a body; without it, it is the value of the body. Absent where bodies have none.
    pub value_without: Option<String>,
    /// Statements that never have a value, whatever they end in.
    pub valueless: Vec<String>,
    /// What stands between members; absent where nothing does.
    pub member_separator: Option<String>,
    /// Whether a blank stands before the bracket of a body of several lines, though none does before that of one line.
    pub parted_brackets: bool,
    /// The captures of containers in which it stands between all members; where this is empty, it stands in any between
    /// members that are no definitions, such as fields.
    pub separated: Vec<String>,
    /// The captures of containers in which it may stand between members, or something else may: the neighbours show it.
    pub maybe_separated: Vec<String>,
    /// What ends a definition behind its node, such as the semicolon of a class.
    pub terminator: Option<String>,
    /// What the text before a definition ends in; unchecked where empty.
    pub begins_after: Vec<String>,
    /// Nodes that are decorators where they begin a definition.
    pub leading_attributes: Vec<String>,
    /// Nodes whose children count as those of what they stand in: decorators among the modifiers.
    pub attribute_holders: Vec<String>,
    /// Fields that hold the name of what has no `name`.
    pub name_fields: Vec<String>,
    /// Whether nothing checks the types that parameters are declared to have.
    pub unchecked_types: bool,
    /// Nodes of which addresses of members may leave out the name, each with the words that rule it out: `enum`, but not
    /// `enum class`.
    pub open_scopes: BTreeMap<String, Vec<String>>,
    /// What a definition without a name is called.
    pub nameless: Option<String>,
    /// Fields that hold what a name is given, such as the function of `const run = () => {}`.
    pub value_fields: Vec<String>,
    /// The nodes there that have the parameters and the body of the definition, each with the capture that it makes of
    /// what is `@valued`.
    pub values: BTreeMap<String, String>,
    /// Nodes that may stand around such a value: `{…} as const`, or `module.exports = {…}` that gives a variable the same.
    pub value_holders: Vec<String>,
    /// Nodes of which the one part that has members counts as all: `{…} & Other`.
    #[serde(default)]
    pub value_sums: Vec<String>,
    /// Objects that hold what a file gives: `exports.size = measure()` names something, as no other member does that is
    /// given a value; and where one of them is given a class or a function with a name of its own, that is a name of the
    /// definition as well: `module.exports = class App {}`.
    pub export_objects: Vec<String>,
    /// Where a function names the type that it belongs to.
    pub receiver: Option<Receiver>,
    /// Nodes that a name is looked for through.
    pub declarators: Vec<String>,
    /// Nodes that hold a function's parameters; a definition may be one itself.
    pub callables: Vec<String>,
    /// Nodes of a parameter that do not belong to its type.
    pub parameter_extras: Vec<String>,
    /// Words that say of a parameter what its function may do with it, and nothing to those who call it.
    pub own_words: Vec<String>,
    /// Whether an address spells parameters as `name: type`; else as the type alone.
    pub named_parameters: bool,
    /// Nodes that stand for a body.
    pub bodies: Vec<String>,
    /// Whether a definition may be declared elsewhere.
    pub separate_declarations: bool,
    /// Whether functions of one name have one definition, however often they are declared: the declarations beside it
    /// belong to it.
    pub single_definition: bool,
    /// Decorators that make a mere declaration of a function, another one of its overloads.
    pub overload_decorators: Vec<String>,
    /// Words before the name of a member that belongs to the class itself.
    pub static_words: Vec<String>,
    /// The capture of a `@typedef` that names what is defined elsewhere.
    pub typedef_capture: Option<String>,
    /// The capture of what a `@declaration` with parameters declares.
    pub declaration_capture: Option<String>,
    /// Nodes between heading and body that belong to the body: the initialisers of a constructor.
    pub initialisers: Vec<String>,
    /// What ends the heading of a definition that has a body; empty where the body's bracket does.
    pub head_close: String,
    /// Words that begin a clause of a heading below which the body's bracket has a line of its own.
    pub brace_below: Vec<String>,
    /// Words that begin a further part of a statement, each with those that begin the part before it.
    pub clauses: BTreeMap<String, Vec<String>>,
    /// Words that begin a statement which is none without one of some further parts, each with the words of those.
    pub unfinished: BTreeMap<String, Vec<String>>,
    /// How a definition is documented.
    pub documents: Option<DocRule>,
    /// What begins a comment at the top of the body that documents the definition.
    pub inner_documents: Vec<String>,
    /// How attributes begin that document a definition as comments do.
    pub doc_attributes: Vec<String>,
    /// Words that begin a statement which speaks of all of its body: it stays the first one.
    pub head_words: Vec<String>,
    /// How statements begin that have to be the first ones of a body.
    pub head_calls: Vec<String>,
    /// Words that mean nothing before such a statement: only lines with one of them have to stand behind it. All have to
    /// where this is empty.
    pub behind_head_calls: Vec<String>,
    /// Nodes behind the parameters that make another overload.
    pub qualifiers: Vec<String>,
    /// A parameter list of just this is an empty one.
    pub empty_parameter: Option<String>,
    /// What does not tell overloads apart.
    pub same_parameters: Option<SameParameters>,
    /// What makes a declaration of a parameter list that stands alone.
    pub signature_probe: Option<Probe>,
    /// The word whose component of an address goes on through separators.
    pub operator_word: Option<String>,
    /// Definitions of one name that are told apart by a decorator.
    pub accessors: Vec<Accessor>,
    /// Kinds of which a scope has one of a name, by their captures.
    pub name_spaces: Vec<Vec<String>>,
    /// Nodes of members whose name is a use of something else, too: `{ size }`.
    pub using_names: Vec<String>,
    /// Members without a name of their own, which have that of their type.
    pub embedded: Option<EmbeddedRule>,
    /// Names of which a scope may have several definitions.
    pub repeatable_names: Vec<String>,
    /// Decorators under which a name may have several definitions; `*` stands for any beginning.
    pub repeating_decorators: Vec<String>,
    /// Words before a name by which definitions of one name and signature are told apart.
    pub telling_words: Vec<String>,
    /// Words that mean nothing outside of a class or its like.
    pub member_words: Vec<String>,
    /// Captures of what may stand in a class or its like; any may where this is empty.
    pub member_captures: Vec<String>,
    /// Captures of what cannot stand in a class or its like, though the grammar takes it there.
    pub file_captures: Vec<String>,
    /// The captures of containers in which the terminator parts functions from the members before them.
    pub terminated: Vec<String>,
    /// What begins the block that runs a file as a program; it stays behind all definitions.
    pub run_blocks: Vec<String>,
    /// Whether what stands in a module is no deeper than the module, where the file does not show it.
    pub flat_modules: bool,
    /// Whether a member is written in another way where it stands outside of its class.
    pub members_stay: bool,
    /// The node around a string that is a statement of its own.
    pub string_statement: Option<String>,
    /// The words of `impl Trait for Type` and `<Type as Trait>::method`.
    pub trait_impl: Option<TraitImplWords>,
    /// What has a name and is no definition for itself: constants, fields, macros and the like, by kind.
    pub small: BTreeMap<String, SmallKind>,
    /// The kind of macros that a directive defines.
    pub macro_kind: Option<String>,
    /// Words before a block that make a module of it: `global`.
    pub block_modules: Vec<String>,
    /// The kind of modules that have a body or stand for a file.
    pub module_kind: Option<String>,
    /// Parts of a name that an address may leave out: `prototype`.
    pub optional_names: Vec<String>,
    /// Nodes that only lead from a statement to the names that it gives.
    pub name_paths: Vec<String>,
    /// Nodes that are a name there.
    pub name_words: Vec<String>,
    /// Captures of functions whose body may hold others.
    pub function_captures: Vec<String>,
    /// Whether only classes and their like have names there, as a function cannot be defined in another one.
    pub inner_classes_only: bool,
    /// Captures, beside those in `containers`, whose body holds names.
    pub small_containers: Vec<String>,
}

/// How names of one small kind are treated.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SmallKind {
    /// What a message calls one of them, with its article.
    pub article: String,
    /// What stands between two of them.
    pub separator: Option<String>,
    /// Whether they are listed only where that is asked for.
    pub minor: bool,
    /// The text in which a payload that is one of them can be parsed; that of a file where it is absent.
    pub context: Option<ParseContext>,
    /// Whether what follows without a value takes that of the one before.
    pub value_repeats: bool,
    /// A word in values that counts the members of a group.
    pub counter: Option<String>,
    /// Whether one without a value is one more than the one above it.
    pub counts_up: bool,
}

/// How imports are written. Which nodes they are, the query says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ImportRules {
    /// The words that begin one.
    pub begins: Vec<String>,
    /// The beginnings of those that stand before all others.
    pub first: Vec<String>,
    /// The beginnings of what stands above them at the top of a file, comments and docstrings apart.
    pub header: Vec<String>,
    /// What of that a file has in common with those beside it, such as the clause of their package.
    #[serde(default)]
    pub common_header: Vec<String>,
    /// What opens conditional text that may be a guard around the whole file.
    pub guard_opens: Vec<String>,
    /// What stands, with the name of the guard, on the next line.
    pub guard_defines: Option<String>,
    /// The words behind which the things stand that are brought in.
    pub item_words: Vec<String>,
    /// Words that may stand before a statement without making another thing of it.
    pub modifiers: Vec<String>,
    /// What lines begin with that belong to the import below them, such as attributes.
    #[serde(default)]
    pub leading: Vec<String>,
    /// What begins the part by which imports are compared; the whole of them where absent.
    pub key_mark: Option<String>,
    /// What stands in a group for what the group belongs to.
    pub self_word: Option<String>,
    /// Whether names in capitals stand before others where a list does not show another order.
    #[serde(default)]
    pub constants_first: bool,
    /// Words behind the first one that keep imports apart from all others.
    #[serde(default)]
    pub apart: Vec<String>,
    /// Functions whose result, where it is given to a name, is an import: `require`.
    pub calls: Vec<String>,
    /// The beginnings of those that count from the file itself on, and stand apart from all others.
    pub near: Vec<String>,
    /// Whether those of the standard library stand apart from what is installed.
    #[serde(default)]
    pub standard_apart: bool,
    /// What may be derived without one.
    #[serde(default)]
    pub derived: Vec<String>,
    /// Whether a file may not have any that it does not use.
    pub all_used: bool,
    /// The brackets in which several may stand, one a line.
    pub group: Option<Brackets>,
    /// The lists of names that share a module.
    pub lists: Option<NameLists>,
    /// The word that parts what a statement brings in from the module behind it.
    #[serde(default)]
    pub tail: Option<String>,
    /// Quotes that mean the same.
    pub quotes: Vec<String>,
    /// What may end a statement, if the file's other statements end so.
    pub end: Option<String>,
    /// One step of indentation where a file shows none.
    pub step: usize,
    /// How many characters a new statement in one line may have, where a file has no line as long: what the usual formatter
    /// allows.
    pub width: Option<usize>,
}

impl ImportRules {
    /// Whether an import counts from the file itself on, or from one of these names.
    #[must_use]
    pub fn is_near(&self, text: &str, roots: &[String]) -> bool {
        let is_root =
            |text: &str| roots.iter().any(|root| text.split([' ', '.']).next() == Some(root.as_str()));
        let path = self.begins.iter().find_map(|word| text.strip_prefix(word.as_str())?.strip_prefix(' '));
        self.near.iter().any(|start| text.starts_with(start.as_str()))
            || !self.near.is_empty() && path.is_some_and(is_root)
    }
}

/// How imports list the names that they bring in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameLists {
    /// What opens one.
    pub open: String,
    /// What closes it.
    pub close: String,
    /// Whether names may stand without brackets, behind the word that begins the list.
    #[serde(default)]
    pub bare: bool,
    /// Whether a name in brackets means something else than the same name without.
    #[serde(default)]
    pub names_only: bool,
}

/// A pair of brackets.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brackets {
    /// What opens.
    pub open: String,
    /// What closes.
    pub close: String,
    /// How what stands between them is indented, one a line, where nothing shows it.
    #[serde(default)]
    pub indent: String,
    /// What never stands between them.
    #[serde(default)]
    pub outside: Vec<String>,
}

/// How a definition is documented, where it is not yet.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocRule {
    /// By a string that begins its body, in these quotes, or in the second ones where it holds the first.
    Strings(String, String),
    /// By comments above, each line behind this mark.
    Comments(String),
}

/// How many blank lines stand between definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsualBlankLines {
    /// Outside of all classes and their like.
    pub outside: usize,
    /// In a class or its like.
    pub inside: usize,
}

impl Default for UsualBlankLines {
    fn default() -> Self {
        Self { outside: 1, inside: 1 }
    }
}

/// A definition of a shared name, told apart by its decorator or by a word of its own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accessor {
    /// What stands behind `@` in its address.
    pub name: String,
    /// The decorators that make it: `property`, or `*.setter` for any that ends so.
    #[serde(default)]
    pub decorators: Vec<String>,
    /// The words before its name that make it.
    #[serde(default)]
    pub words: Vec<String>,
}

/// Where a function names the type that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receiver {
    /// Words in the heading of a type that has no methods outside of it.
    #[serde(default)]
    pub without: Vec<String>,
    /// The field.
    pub field: String,
    /// The node in it that is the name; the first one counts.
    pub name: String,
}

/// The words of a block that gives a type the functions of a trait.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraitImplWords {
    /// The word that begins a block: `impl`.
    pub block: String,
    /// The word before the type: `for`.
    pub target: String,
    /// The word before the trait in a member's address: `as`.
    pub cast: String,
}

/// A text around a parameter list that makes a declaration of it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    /// What stands before the list.
    pub open: String,
    /// What stands behind it.
    pub close: String,
}

/// A text in which a piece of a container parses alone.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParseContext {
    /// What stands before the piece.
    #[serde(default)]
    pub open: String,
    /// What stands behind it.
    #[serde(default)]
    pub close: String,
    /// Whole lines to put before and behind the piece, so that a piece that reaches over its own edges shows.
    pub guard: String,
}

/// A sign that the grammar does not know in some places.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignView {
    /// The sign.
    pub sign: String,
    /// Where the sign opens something that counts with it, and stands behind a member of a list in braces: what closes
    /// that.
    #[serde(default)]
    pub close: Option<String>,
    /// What the rest of its place is filled with: blanks where absent.
    #[serde(default)]
    pub fill: Option<char>,
    /// The characters one of which follows, blanks left out.
    pub before: String,
    /// What takes its place, in no more bytes.
    pub instead: String,
}

/// A type that is brought in where it is named: `import("./kinds").Map<Key>`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedImportView {
    /// What stands before the string with the module.
    pub open: String,
    /// What the grammar is to see in the place of the import.
    pub instead: String,
    /// Members of what an import is as a value.
    pub members: Vec<String>,
}

/// How a text is rewritten, at equal length, before it is parsed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ViewRules {
    /// Words that make an access label, alone or behind one of `label_stems`.
    pub label_words: Vec<String>,
    /// The labels that the grammar knows; the first one takes the place of a word that stands alone.
    pub label_stems: Vec<String>,
    /// Signs that the grammar does not know in some places, and what it is to see there.
    pub signs: Vec<SignView>,
    /// How a type is brought in where it is named, which the grammar does not know of types that are given others.
    pub named_imports: Option<NamedImportView>,
    /// Whether a line that ends in `\\` goes on in the next one.
    pub joins_lines: bool,
    /// How macros and conditional text are told; absent where the language has none.
    pub masks: Option<MaskRules>,
    /// How bodies are told where the grammar stumbles; absent where that is not known.
    pub mend: Option<MendRules>,
}
