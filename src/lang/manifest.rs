//! The manifest of a language.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{ItemBlockRules, NameRules, ParseContext, PreprocessorRules, RecoveryRules, SameParameters};
use crate::text::{LexRules, RowRules};

/// A language's manifest: `grammars/NAME.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The canonical name of the language.
    pub name: String,
    /// Other names of the language in patches, in lower case.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The file extensions of the language, in lower case, without the dot.
    pub extensions: Vec<String>,
    /// Names of files that mark a project in the language, or a part of one.
    #[serde(default)]
    pub project_files: Vec<String>,
    /// Names and extensions of another language that this one parses if the other one is not registered.
    #[serde(default)]
    pub replaces: ReplacedLanguage,
    /// Files that belong to another language, recognized by text at their beginning.
    #[serde(default)]
    pub marked: Option<MarkedFiles>,
    /// The name of the manifest that supplies all missing values, if this language is a dialect.
    #[serde(default)]
    pub like: Option<String>,
    /// The tag in the names of the language's operations: `py` gives `replace_py_class`.
    pub op_tag: String,
    /// The separator between the parts of a printed address.
    pub separator: String,
    /// The syntax of comments and strings.
    pub lexical: LexRules,
    /// The kinds of definitions that operations replace: `class` gives `replace_<tag>_class`.
    pub kinds: BTreeMap<String, KindRule>,
    /// How definitions are named and delimited.
    #[serde(default)]
    pub symbols: SymbolRules,
    /// Text around a piece of a file, or a payload, with which it can be parsed alone, by the kind of its container.
    pub contexts: BTreeMap<String, ParseContext>,
    /// The syntax of imports; `None` if the language has none.
    #[serde(default)]
    pub imports: Option<ImportRules>,
    /// Where names are bound, in a language whose files include the text of others; `None` in other languages.
    #[serde(default)]
    pub names: Option<NameRules>,
    /// How a text is rewritten, at equal length, before it is parsed.
    #[serde(default)]
    pub view: ViewRules,
}

/// Files with an extension of this language that belong to another language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkedFiles {
    /// The text that their first 2,000 bytes contain.
    pub text: String,
    /// The name of the other language.
    pub language: String,
}

impl Manifest {
    /// Returns the capture with this name, if it marks definitions.
    #[must_use]
    pub fn capture(&self, name: &str) -> Option<&str> {
        let kinds = self.kinds.values().map(|rule| &rule.capture);
        kinds.chain(&self.symbols.other_captures).find(|capture| *capture == name).map(String::as_str)
    }

    /// Returns the kind with this name, if it is a kind of small definition.
    #[must_use]
    pub fn minor_kind(&self, name: &str) -> Option<&str> {
        self.symbols.minor_kinds.get_key_value(name).map(|(name, _)| name.as_str())
    }

    /// Returns the rules for changing the indentation of payloads in the language.
    #[must_use]
    pub fn row_rules(&self) -> RowRules<'_> {
        RowRules {
            lexical: &self.lexical,
            directive: self.view.preprocessor.as_ref().map(|preprocessor| preprocessor.directive.as_str()),
            indented: self.symbols.indented_bodies,
        }
    }
}

/// The names and extensions of a language that is not registered and that another one replaces.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReplacedLanguage {
    /// Names of the replaced language.
    pub names: Vec<String>,
    /// File extensions of the replaced language.
    pub extensions: Vec<String>,
}

/// The definitions that an operation of a kind selects.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindRule {
    /// The query capture that marks them.
    pub capture: String,
    /// Where the definition must be.
    #[serde(default)]
    pub place: KindPlace,
    /// The noun for the kind in messages, with its article.
    pub article: String,
}

/// Where a definition of a kind must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KindPlace {
    /// Anywhere.
    #[default]
    Any,
    /// In a class or a similar container, or qualified by one.
    Member,
    /// Outside any class or similar container.
    Free,
}

/// Members that are named after their type.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbeddedRule {
    /// The node kinds of such members.
    pub nodes: Vec<String>,
    /// The node kind of the name of a type.
    pub word: String,
}

/// Comments that document a definition from which a blank line separates them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DetachedDocs {
    /// The beginning of such a comment.
    pub mark: String,
    /// The beginning of other comments that may be one, if their text or the convention of the file confirms it.
    #[serde(default)]
    pub possible_mark: Option<String>,
    /// Words that occur only in documentation of code, such as the tag of a parameter.
    pub code_words: Vec<String>,
    /// Words which show that a comment documents something else, such as the file.
    pub other_words: Vec<String>,
}

/// How definitions are named and delimited.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SymbolRules {
    /// Captures that belong to no operation's kind, but are used in messages and as scopes.
    pub other_captures: Vec<String>,
    /// Captures of definitions whose body contains members.
    pub containers: Vec<String>,
    /// Whether functions with the same name are distinguished by their parameters.
    pub overloads: bool,
    /// Whether the address `Foo` excludes `Foo<int>`.
    pub distinct_specialisations: bool,
    /// Whether the next line may change the meaning of a complete statement.
    pub lines_join: bool,
    /// Words that, at the start of a line, may continue the previous statement.
    pub continuation_starts: Vec<String>,
    /// Words that, at the end of a line, may continue the statement on the next line.
    pub continuation_ends: Vec<String>,
    /// Whether the extent of a body is its indentation.
    pub indented_bodies: bool,
    /// Keywords of headings whose blocks usually are not indented: that of a C++ namespace.
    pub flat_blocks: Vec<String>,
    /// Beginnings of comments that document the definition below; any comment does where this is empty.
    pub doc_comments: Vec<String>,
    /// Beginnings of comments that, although they match [`Self::doc_comments`], are not doc comments.
    pub non_doc_comments: Vec<String>,
    /// Whether doc comments apply to the next item whatever is between, as attributes do.
    pub doc_comments_bind: bool,
    /// Beginnings of comments about the whole file, in its first two lines or above its first definition.
    pub file_comments: Vec<String>,
    /// Beginnings of comments that belong to no definition: they apply to all code below, or up to a closing comment.
    pub section_comments: Vec<String>,
    /// Beginnings of such comments that count only where a line below begins with the closing comment, here as the
    /// value.
    pub region_comments: BTreeMap<String, String>,
    /// Beginnings of an attribute or a comment about the enclosing item, which is at the start of the item's body.
    pub body_heads: Vec<String>,
    /// Comments that document a definition across a blank line; `None` where there are none.
    pub detached_docs: Option<DetachedDocs>,
    /// Beginnings of comments that are instructions to a tool or a compiler, and document nothing.
    pub directives: Vec<String>,
    /// The number of blank lines between definitions, where the file does not show it.
    pub blank_lines: UsualBlankLines,
    /// The statement that fills an empty body; `None` where a body may be empty.
    pub empty_body_statement: Option<String>,
    /// Statements that only fill a body, and that the first real statement replaces.
    pub placeholders: Vec<String>,
    /// Node kinds of statements after which the rest of a body is never run.
    pub terminating_statements: Vec<String>,
    /// Node kinds of directives with a branch of conditional text; the field `alternative` has the next branch.
    pub conditional_nodes: Vec<String>,
    /// Node kinds of statements that run one of several cases.
    pub choices: Vec<String>,
    /// Beginnings of the case that runs if no other case does.
    pub default_cases: Vec<String>,
    /// Whether a case without statements falls through to the next one.
    pub cases_fall_through: bool,
    /// Node kinds of statements whose failure continues at another place.
    pub tries: Vec<String>,
    /// Node kinds of attributes of statements.
    pub statement_attributes: Vec<String>,
    /// Beginnings of attributes that remove the following item from some builds.
    pub conditional_attributes: Vec<String>,
    /// Beginnings of calls after which the rest of a body is never run.
    pub diverging_calls: Vec<String>,
    /// The token that ends the last statement of a body; without it, the statement is the value of the body. `None`
    /// where bodies have no value.
    pub statement_terminator: Option<String>,
    /// Node kinds of statements that never have a value, whatever their end.
    pub statements_without_value: Vec<String>,
    /// The separator between members; `None` where there is none.
    pub member_separator: Option<String>,
    /// Whether a space precedes the brace of a body with several lines, although none precedes that of a body on one
    /// line.
    pub space_before_multiline_brace: bool,
    /// Captures of containers in which [`Self::member_separator`] is between all members; if empty, it is between
    /// members of any container that are not definitions, such as fields.
    pub separated: Vec<String>,
    /// Captures of containers that may use [`Self::member_separator`] or another separator: the neighbors show which.
    pub maybe_separated: Vec<String>,
    /// The token that ends a member without a body, such as a declaration.
    pub member_end: Option<String>,
    /// Captures of containers in which functions may have no body.
    pub declaring: Vec<String>,
    /// The token that ends a definition after its node, such as the semicolon of a class.
    pub terminator: Option<String>,
    /// Tokens that may end the text before a definition; not checked where empty.
    pub begins_after: Vec<String>,
    /// Node kinds that are decorators at the start of a definition.
    pub leading_attributes: Vec<String>,
    /// Node kinds whose children count as children of their parent: decorators among the modifiers.
    pub attribute_holders: Vec<String>,
    /// Fields that contain the name of nodes without the field `name`.
    pub name_fields: Vec<String>,
    /// Whether nothing checks the declared types of parameters.
    pub unchecked_types: bool,
    /// Node kinds of scopes whose name may be omitted from the addresses of members, with the words that forbid it:
    /// `enum`, but not `enum class`.
    pub open_scopes: BTreeMap<String, Vec<String>>,
    /// The name of a definition without a name.
    pub nameless: Option<String>,
    /// Fields that contain the value of a name, such as the function in `const run = () => {}`.
    pub value_fields: Vec<String>,
    /// Node kinds of values that have the parameters and the body of the definition, with the capture that replaces
    /// `@valued`.
    pub values: BTreeMap<String, String>,
    /// Node kinds that may enclose such a value: `{…} as const`, or `module.exports = {…}` whose value is also assigned
    /// to a variable.
    pub value_holders: Vec<String>,
    /// Node kinds of values of which only the part with members counts: `{…} & Other`.
    #[serde(default)]
    pub value_sums: Vec<String>,
    /// Objects whose members are the exports of a file. An assignment to such a member, as in `exports.size =
    /// measure()`, is a definition, unlike assignments to other members. A class or function with a name that is
    /// assigned to the object has that name as well: `module.exports = class App {}`.
    pub export_objects: Vec<String>,
    /// Where a function names the type that it belongs to.
    pub receiver: Option<Receiver>,
    /// Node kinds in which the name of a definition is searched.
    pub declarators: Vec<String>,
    /// Node kinds that contain the parameters of a function; the definition itself may be one.
    pub callables: Vec<String>,
    /// Node kinds in a parameter that do not belong to its type.
    pub parameter_extras: Vec<String>,
    /// Keywords of a parameter that restrict its function, and do not concern callers.
    pub parameter_qualifiers: Vec<String>,
    /// Whether an address spells parameters as `name: type`; otherwise as the type alone.
    pub named_parameters: bool,
    /// Node kinds that are bodies.
    pub bodies: Vec<String>,
    /// Whether a definition may have separate declarations.
    pub separate_declarations: bool,
    /// Whether functions with the same name have one definition, however many declarations there are: adjacent
    /// declarations belong to it.
    pub single_definition: bool,
    /// Decorators that turn a function into the mere declaration of an overload.
    pub overload_decorators: Vec<String>,
    /// Keywords before the name of a static member.
    pub static_words: Vec<String>,
    /// The capture of a `@typedef` that names a type which is defined elsewhere.
    pub typedef_capture: Option<String>,
    /// The capture of the definition that a `@declaration` with parameters declares.
    pub declaration_capture: Option<String>,
    /// Node kinds between heading and body that belong to the body: the initializers of a constructor.
    pub initialisers: Vec<String>,
    /// The token that ends the heading of a definition with a body; empty where the opening bracket of the body does.
    pub head_close: String,
    /// Keywords of clauses after which the opening bracket of the body is on a line of its own.
    pub brace_below: Vec<String>,
    /// Keywords of further clauses of a statement, each with the keywords of clauses that may precede it.
    pub clauses: BTreeMap<String, Vec<String>>,
    /// Keywords of statements that are incomplete without a further clause, with the keywords of those clauses.
    pub unfinished: BTreeMap<String, Vec<String>>,
    /// How a definition is documented.
    pub documents: Option<DocRule>,
    /// Beginnings of comments at the top of a body that document the definition.
    pub inner_documents: Vec<String>,
    /// Beginnings of attributes that document a definition as comments do.
    pub doc_attributes: Vec<String>,
    /// Keywords of statements that apply to the whole body: such a statement remains the first one.
    pub first_statement_words: Vec<String>,
    /// Beginnings of statements that must be the first ones of a body.
    pub first_calls: Vec<String>,
    /// Words that are meaningless before such a statement: only lines with one of them must follow it. If empty, all
    /// lines must.
    pub words_after_first_calls: Vec<String>,
    /// Node kinds after the parameters that distinguish overloads.
    pub qualifiers: Vec<String>,
    /// The parameter that, alone, means an empty parameter list.
    pub empty_parameter: Option<String>,
    /// Differences between parameters that do not distinguish overloads.
    pub same_parameters: Option<SameParameters>,
    /// Text that turns a parameter list alone into a declaration.
    pub signature_probe: Option<Probe>,
    /// The keyword after which the component of an address may contain separators.
    pub operator_word: Option<String>,
    /// Definitions with the same name that decorators or keywords distinguish.
    pub accessors: Vec<Accessor>,
    /// Namespaces, each as a list of captures: a scope has at most one definition of a name in each.
    pub name_spaces: Vec<Vec<String>>,
    /// Node kinds of members whose name is also a use of another definition: `{ size }`.
    pub using_names: Vec<String>,
    /// Members without a name, which are named after their type.
    pub embedded: Option<EmbeddedRule>,
    /// Names that may have several definitions in a scope.
    pub repeatable_names: Vec<String>,
    /// Decorators that allow several definitions of a name; `*` matches any beginning.
    pub repeating_decorators: Vec<String>,
    /// Decorators, attributes and template heads that distinguish definitions with the same name and signature; `*`
    /// matches any beginning.
    pub distinguishing_decorators: Vec<String>,
    /// Keywords before a name that distinguish definitions with the same name and signature.
    pub distinguishing_words: Vec<String>,
    /// Words that are meaningless outside a class or a similar container.
    pub member_words: Vec<String>,
    /// Captures of definitions that may be in a class or a similar container; any may where this is empty.
    pub member_captures: Vec<String>,
    /// Captures of definitions that cannot be in a class or a similar container, although the grammar accepts them.
    pub file_captures: Vec<String>,
    /// Captures of containers in which [`Self::terminator`] separates functions from the members before them.
    pub terminated: Vec<String>,
    /// Beginnings of the block that runs a file as a program; it stays after all definitions.
    pub run_blocks: Vec<String>,
    /// Whether the contents of a module are not indented, where the file does not show it.
    pub flat_modules: bool,
    /// Whether a member has a different form outside its class.
    pub out_of_class_form_differs: bool,
    /// The node kind around a string that is a statement.
    pub string_statement: Option<String>,
    /// The keywords of `impl Trait for Type` and `<Type as Trait>::method`.
    pub trait_impl: Option<TraitImplWords>,
    /// Small definitions, which have a name but no operation of their own: constants, fields, macros and the like, by
    /// kind.
    pub minor_kinds: BTreeMap<String, MinorKind>,
    /// The kind of macros that a directive defines.
    pub macro_kind: Option<String>,
    /// Keywords before a block that make it a module: `global`.
    pub block_modules: Vec<String>,
    /// The kind of modules that have a body or stand for a file.
    pub module_kind: Option<String>,
    /// Components of a name that an address may omit: `prototype`.
    pub optional_names: Vec<String>,
    /// Node kinds that lead from a statement to the names which it defines.
    pub name_paths: Vec<String>,
    /// Node kinds of the names themselves.
    pub name_words: Vec<String>,
    /// Captures of functions whose body may contain definitions.
    pub function_captures: Vec<String>,
    /// Whether only classes and similar definitions have names there, because functions cannot be nested.
    pub inner_classes_only: bool,
    /// Further captures, beside [`Self::containers`], of definitions whose body contains names.
    pub minor_containers: Vec<String>,
}

/// The properties of a kind of small definition.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MinorKind {
    /// The noun for the kind in messages, with its article.
    pub article: String,
    /// The separator between two of them.
    pub separator: Option<String>,
    /// Whether they are listed only on request.
    pub on_request: bool,
    /// Text around a payload of this kind with which it can be parsed; that of a file where absent.
    pub context: Option<ParseContext>,
    /// Whether a definition without a value has the value of the previous one.
    pub value_repeats: bool,
    /// A word in values that counts the members of a group: `iota`.
    pub counter: Option<String>,
    /// Whether a definition without a value is one more than the previous one.
    pub counts_up: bool,
    /// Words in the text of a definition whose value follows from its place among the others; if the list is empty,
    /// that is so for each.
    pub ordered_by: Option<Vec<String>>,
    /// Whether the separator follows the last one of several lines, too.
    pub separates_last: bool,
}

/// The syntax of imports. The query determines which nodes are imports.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ImportRules {
    /// Keywords that begin an import.
    pub begins: Vec<String>,
    /// Beginnings of imports that must precede all others.
    pub first: Vec<String>,
    /// Beginnings of lines that precede the imports at the top of a file, beside comments and docstrings.
    pub header: Vec<String>,
    /// Beginnings of lines among [`Self::header`] that neighboring files share, such as the package clause.
    #[serde(default)]
    pub common_header: Vec<String>,
    /// Beginnings of directives that may open an include guard around the whole file.
    pub guard_opens: Vec<String>,
    /// The directive on the next line that defines the name of the guard.
    pub guard_defines: Option<String>,
    /// Keywords that precede the imported items.
    pub item_words: Vec<String>,
    /// Words that may precede an import statement without changing its meaning.
    pub modifiers: Vec<String>,
    /// Beginnings of lines that belong to the import below them, such as attributes.
    #[serde(default)]
    pub leading: Vec<String>,
    /// The beginning of the part by which imports are sorted; the whole import where absent.
    pub key_mark: Option<String>,
    /// The word in a group that stands for the parent of the group: `self`.
    pub self_word: Option<String>,
    /// Whether names in capitals are sorted before others, where a list does not show another order.
    #[serde(default)]
    pub constants_first: bool,
    /// Words after the first one whose imports are kept separate from all others: `static`.
    #[serde(default)]
    pub separate_keywords: Vec<String>,
    /// Functions whose result, where it is assigned to a name, is an import: `require`.
    pub calls: Vec<String>,
    /// Beginnings of imports that are relative to the file, and are kept separate from all others.
    pub relative: Vec<String>,
    /// Whether imports of the standard library are separate from imports of installed packages.
    #[serde(default)]
    pub separate_standard: bool,
    /// Traits that may be derived without an import.
    #[serde(default)]
    pub derived: Vec<String>,
    /// Whether unused imports are an error.
    pub all_used: bool,
    /// The brackets that may enclose several imports, one per line.
    pub group: Option<Brackets>,
    /// The syntax of lists of names that are imported from one module.
    pub lists: Option<NameLists>,
    /// The keyword between the imported items and the module.
    #[serde(default)]
    pub tail: Option<String>,
    /// Quotes that are interchangeable.
    pub quotes: Vec<String>,
    /// The token that may end an import, if the other statements of the file end in it.
    pub end: Option<String>,
    /// The number of spaces in an indent level where a file shows none.
    pub step: usize,
    /// The maximum number of characters in a new statement on one line, unless the file has a line as long: the limit
    /// of the usual formatter.
    pub width: Option<usize>,
}

impl ImportRules {
    /// Returns whether an import is relative to the file, or begins with one of the names in `roots`.
    #[must_use]
    pub fn is_relative(&self, text: &str, roots: &[String]) -> bool {
        let is_root =
            |text: &str| roots.iter().any(|root| text.split([' ', '.']).next() == Some(root.as_str()));
        let path = self.begins.iter().find_map(|word| text.strip_prefix(word.as_str())?.strip_prefix(' '));
        self.relative.iter().any(|start| text.starts_with(start.as_str()))
            || !self.relative.is_empty() && path.is_some_and(is_root)
    }
}

/// How imports list the names that they import.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameLists {
    /// The opening bracket.
    pub open: String,
    /// The closing bracket.
    pub close: String,
    /// Whether names may follow the keyword without brackets.
    #[serde(default)]
    pub bare: bool,
    /// Whether a name in brackets has a different meaning than the same name without brackets.
    #[serde(default)]
    pub names_only: bool,
}

/// A pair of brackets.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brackets {
    /// The opening bracket.
    pub open: String,
    /// The closing bracket.
    pub close: String,
    /// The indentation of the items between them, one per line, where the file does not show it.
    #[serde(default)]
    pub indent: String,
    /// Items that are never between the brackets.
    #[serde(default)]
    pub outside: Vec<String>,
}

/// How documentation is added to a definition without any.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocRule {
    /// A string at the start of the body, in the first quotes, or in the second ones if the text contains the first.
    Strings(String, String),
    /// Comments above the definition, with this mark before each line.
    Comments(String),
}

/// The number of blank lines between definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsualBlankLines {
    /// Outside all classes and similar containers.
    pub outside: usize,
    /// In a class or a similar container.
    pub inside: usize,
}

impl Default for UsualBlankLines {
    fn default() -> Self {
        Self { outside: 1, inside: 1 }
    }
}

/// A definition that shares its name with others, and is distinguished by a decorator or a keyword.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accessor {
    /// The name after `@` in its address.
    pub name: String,
    /// The decorators that mark it: `property`, or `*.setter` for any decorator with that ending.
    #[serde(default)]
    pub decorators: Vec<String>,
    /// The keywords before its name that mark it.
    #[serde(default)]
    pub words: Vec<String>,
}

/// Where a function names the type that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receiver {
    /// Keywords in the heading of types that have no methods outside their body.
    #[serde(default)]
    pub without: Vec<String>,
    /// The field that contains the type.
    pub field: String,
    /// The node kind of the type's name in it; the first such node counts.
    pub name: String,
}

/// The keywords of a block that implements a trait for a type.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraitImplWords {
    /// The keyword that begins a block: `impl`.
    pub block: String,
    /// The keyword before the type: `for`.
    pub target: String,
    /// The keyword before the trait in the address of a member: `as`.
    pub cast: String,
}

/// Text around a parameter list that makes it a declaration.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    /// The text before the list.
    pub open: String,
    /// The text after the list.
    pub close: String,
}

/// A token that the grammar does not accept in some places.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRewrite {
    /// The token.
    pub token: String,
    /// The closing token, if the token opens a pair that is replaced as a whole, and that follows a member of a list in
    /// braces.
    #[serde(default)]
    pub close: Option<String>,
    /// The character that fills the rest of the replaced text: a space where absent.
    #[serde(default)]
    pub fill: Option<char>,
    /// The characters of which one must follow, after white space.
    pub before: String,
    /// The replacement, of no more bytes than the token.
    pub replacement: String,
}

/// A type that is imported in place: `import("./kinds").Map<Key>`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InPlaceImport {
    /// The text before the string that names the module.
    pub open: String,
    /// The text that replaces the import for the grammar.
    pub replacement: String,
    /// Members of an import that is a value, and is not replaced.
    pub members: Vec<String>,
}

/// How a text is rewritten, at equal length, before it is parsed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ViewRules {
    /// Words that are access labels, alone or after one of [`Self::label_stems`].
    pub label_words: Vec<String>,
    /// The labels that the grammar accepts; the first one replaces a word that is alone.
    pub label_stems: Vec<String>,
    /// Tokens that the grammar does not accept in some places, with their replacements.
    pub token_rewrites: Vec<TokenRewrite>,
    /// How types are imported in place, which the grammar does not accept with type arguments.
    pub named_imports: Option<InPlaceImport>,
    /// Whether a line that ends in `\\` continues on the next one.
    pub joins_lines: bool,
    /// How macros and conditional text are recognized; `None` if the language has none.
    pub preprocessor: Option<PreprocessorRules>,
    /// How bodies are recognized where the grammar fails; `None` where no rules are known.
    pub recovery: Option<RecoveryRules>,
    /// How macros around items are recognized; `None` if the language has none.
    pub item_blocks: Option<ItemBlockRules>,
}
