//! What a manifest says of how names are bound, beside the query `locals.scm`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::comments::{Directive, DocLinks, DocNames, DocUses};
use super::flow::FlowRules;
use super::moves::{FileConditions, MoveRules, PackageSight, TreeRules};
use super::patterns::PatternRules;

/// How names lead to definitions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LocalRules {
    /// How files are parts of modules, and what an import names.
    pub modules: ModuleStyle,
    /// The files that stand for their folders.
    pub index_files: Vec<String>,
    /// What the path of a module has behind it to be the path of a file.
    pub file_ends: Vec<String>,
    /// The nodes of an expression, and of a type, that lead to what they are made of.
    pub expressions: Vec<Expression>,
    /// What is known of what a pattern takes apart; nothing where absent.
    pub patterns: Option<PatternRules>,
    /// Expressions whose type is none of the project's.
    pub literals: Vec<String>,
    /// Nodes of comments.
    pub comments: Vec<String>,
    /// Nodes of strings.
    pub strings: Vec<String>,
    /// Nodes in which code stands as mere tokens.
    pub tokens: Vec<String>,
    /// Words that are types by themselves.
    pub type_words: Vec<String>,
    /// Whether types and values have names of their own.
    pub type_space: bool,
    /// Whether a field and a function of one class may share a name.
    pub fields_apart: bool,
    /// Whether functions have names of their own, beside variables and fields.
    pub functions_apart: bool,
    /// Whether a member replaces an inherited one only where it says so, or stands in a block that does.
    pub own_members: bool,
    /// What gives the objects of a class the members of those that they stand for.
    pub lending: Vec<String>,
    /// Whether the members of a class are seen in its functions by their names alone.
    pub seen_members: bool,
    /// Whether functions of one name in one scope are told apart by their parameters.
    pub overloads: bool,
    /// Of which type the literals of a kind are.
    pub literal_types: BTreeMap<String, String>,
    /// Groups of types: no value of a type of one fits a parameter of a type of another one.
    pub unlike_types: Vec<Vec<String>>,
    /// Whether a name means nothing before the statement that binds it has run.
    pub in_order: bool,
    /// Whether the fields of a class get their values in the order in which they stand.
    pub fields_in_order: bool,
    /// What in a file makes types be read later than they are written.
    pub deferred_by: Option<String>,
    /// What an import is written as that gives `{old}` the name `{new}`.
    pub import_alias: Option<String>,
    /// Whether what comes from outside of the project never has a member of the project's.
    pub closed_externals: bool,
    /// Whether a name by itself in a pattern means a constant of that name, where one is seen.
    pub constant_patterns: bool,
    /// Whether a variable may be given anything, whatever it was given first.
    pub duck_typed: bool,
    /// Nodes of a value that stands for none.
    pub nothing: Vec<String>,
    /// Types that may be anything.
    pub untyped: Vec<String>,
    /// The function of a class that gives back what stands in brackets behind an object.
    pub item: Option<String>,
    /// What stands for the object in its own functions.
    pub receivers: Vec<String>,
    /// Words before a parameter that make a field of it.
    pub field_words: Vec<String>,
    /// The kind of definitions whose own parameters are fields.
    pub component_kind: Option<String>,
    /// Words for the class itself in its own functions.
    pub own_class: Vec<String>,
    /// What is called for the object as what its class inherits from.
    pub super_calls: Vec<String>,
    /// Words before a function which say that it replaces an inherited one.
    pub overrides: Vec<String>,
    /// Words before a function which say that none replaces it.
    pub never_overridden: Vec<String>,
    /// The word before a class that has its name from its file.
    pub file_classes: Option<String>,
    /// Generic types whose object has the members of its argument.
    pub wrappers: Vec<String>,
    /// Functions behind a class that has none of the name which give back an object of it.
    pub own_makers: Vec<String>,
    /// The type that a class names for what whoever goes through its object is given.
    pub item_type: Option<String>,
    /// Functions behind a type of the standard library that give back an object of it.
    pub outer_makers: Vec<String>,
    /// Types without arguments whose objects, made by those, have nothing of the project's.
    pub made_plain: Vec<String>,
    /// Functions that give back an object of the type that is their argument.
    pub typed_makers: Vec<String>,
    /// Functions that give back what holds such an object.
    pub typed_holders: Vec<String>,
    /// Generic types whose objects are classes: their argument, or what inherits from it.
    pub class_types: Vec<String>,
    /// Generic types whose objects hold objects of their argument, with members of their own.
    pub holders: Vec<String>,
    /// Generic types whose objects hold objects of their last argument, under those of the first.
    pub tables: Vec<String>,
    /// Generic types whose objects are one of their arguments.
    pub unions: Vec<String>,
    /// Functions of those that give back what things are held under, that with what is held, and what is held.
    pub table_parts: Vec<String>,
    /// Functions of what is one thing beside another that give back the first, the second and so on.
    pub row_parts: Vec<String>,
    /// Whether whoever goes through such an object is given what things are held under, each with what is held.
    pub table_pairs: bool,
    /// Functions of such an object that give back what holds one of the things, or all of them.
    pub table_gets: Vec<String>,
    /// Generic types whose objects give their argument only to those who ask for it by `cell_parts`.
    pub cells: Vec<String>,
    /// Those functions.
    pub cell_parts: Vec<String>,
    /// Functions of what holds others that number those.
    pub numbering: Vec<String>,
    /// Functions of those that put what something else holds beside each.
    pub pairing: Vec<String>,
    /// Functions of those that give back what is held.
    pub held_by: Vec<String>,
    /// Functions of those that give back what holds the same.
    pub holding: Vec<String>,
    /// Functions of those that give back several which hold the same: `chunks`.
    pub parting: Vec<String>,
    /// Functions of those that give back two of them, side by side: `split_at`.
    pub halving: Vec<String>,
    /// Words before a name that a pattern takes out of an object: `ref`.
    pub taking_words: Vec<String>,
    /// Functions that give back an object of the class of theirs, unless that has its own: `clone`.
    pub same_by: Vec<String>,
    /// Types with arguments that never stand for their argument.
    pub plain_types: Vec<String>,
    /// Functions of what holds no object of the project's that give back nothing else.
    pub plain_within: Vec<String>,
    /// Functions that give back no object of the project's, when no object of the project's has them.
    pub plain_results: Vec<String>,
    /// Those of them that give back no such object whatever they are asked of, when nothing in the project defines them.
    pub plain_anywhere: Vec<String>,
    /// Macros whose arguments are expressions.
    pub call_macros: Vec<String>,
    /// Macros whose arguments are code that stands elsewhere afterwards.
    pub token_macros: Vec<String>,
    /// Macros that are lists of expressions.
    pub array_macros: Vec<String>,
    /// Macros whose strings have names between braces.
    pub format_macros: Vec<String>,
    /// Methods of strings that put members of their arguments between the string's braces.
    pub format_methods: Vec<String>,
    /// What stands before the type of what a function gives, in code that stands as mere tokens.
    pub result_sign: Option<String>,
    /// Words behind which a name is bound, in code that stands as mere tokens; that of functions first.
    pub binding_words: Vec<String>,
    /// Nodes of attributes.
    pub attributes: Vec<String>,
    /// Attributes that name nothing of the project's.
    pub plain_attributes: Vec<String>,
    /// Attributes whose values are names that do something to the definition.
    pub attribute_lists: Vec<String>,
    /// Attributes whose values, behind the first, are attributes.
    pub attribute_choices: Vec<String>,
    /// Classes with nothing to inherit.
    pub root_classes: Vec<String>,
    /// Classes of the standard library that have no members to inherit.
    pub bare_bases: Vec<String>,
    /// The members of classes of the standard library, where they are few.
    pub base_members: BTreeMap<String, Vec<String>>,
    /// Expressions for the name of a class, with `{}` for an object of it.
    pub class_names: Vec<String>,
    /// Functions whose results other functions take by parameters of their names.
    pub fixtures: Option<FixtureRules>,
    /// How functions give something back that do not say what it is.
    pub results: Option<ResultRules>,
    /// Which members of classes other packages see.
    pub package_sight: Option<PackageSight>,
    /// Classes whose objects have their fields under strings.
    pub keyed: Option<KeyedRules>,
    /// Bases of classes that only say which members an object must have.
    pub protocols: Vec<String>,
    /// Functions that give back an object of the type that is their first argument.
    pub makers: Vec<String>,
    /// Functions of a class that take what the class is called with; without one, its fields are named there.
    pub initialisers: Vec<String>,
    /// What a function that takes more names than it declares writes before the parameter that holds them.
    pub rest_mark: Option<String>,
    /// What such a function has in its code that makes fields of them.
    pub field_makers: Vec<String>,
    /// Functions that give back what their first argument is.
    pub passers: Vec<String>,
    /// How the types begin of objects that may have members of any names: `Record<string`.
    pub free_bases: Vec<String>,
    /// Functions that pass named arguments on to their first one, and with a dot members that pass them on to the object.
    pub label_passers: Vec<String>,
    /// What makes a thing that is told its own name: `TypeVar`.
    pub naming_calls: Vec<String>,
    /// Bases of classes whose fields are their objects: `Enum`.
    pub choice_bases: Vec<String>,
    /// What makes a class with the fields that its strings name: `namedtuple`.
    pub class_makers: Vec<String>,
    /// Functions that give back the class of their only argument.
    pub class_calls: Vec<String>,
    /// Members of an object that are its class.
    pub class_members: Vec<String>,
    /// Functions that give back what holds the same as their first argument.
    pub copiers: Vec<String>,
    /// Functions that give back one of the things that their first argument holds, if that is all they are given.
    pub pickers: Vec<String>,
    /// Nodes behind a list that tell from where to where a part of it goes.
    pub slices: Vec<String>,
    /// Functions that give back numbers, each with a part of their first argument.
    pub counters: Vec<String>,
    /// Functions that give back what their arguments hold, side by side.
    pub pairers: Vec<String>,
    /// Functions outside of the project that give back no object of the project's.
    pub own_results: Vec<String>,
    /// Classes of the standard library whose objects stand for others.
    pub stand_ins: Vec<String>,
    /// What wraps functions that are read as fields are.
    pub properties: Vec<String>,
    /// Generic types whose objects are one of each argument, in a row.
    pub rows: Vec<String>,
    /// Whether an object has no members but those of the type that it is declared to be.
    pub typed_objects: bool,
    /// Whether a type is what asks for functions by having them, without saying so.
    pub structural: bool,
    /// Whether other packages see only the names that begin with a capital letter.
    pub capital_exports: bool,
    /// Whether the key of a literal may be a field or a value.
    pub keys_or_values: bool,
    /// What the path of a module that is neither the project's nor the standard library's has in its first part.
    pub foreign_mark: Option<String>,
    /// What comments begin with that give names to what is outside of the project.
    pub orders: Vec<String>,
    /// How documentation refers to definitions.
    pub doc_links: Option<DocLinks>,
    /// How documentation begins with the name of the definition below it.
    pub doc_names: Option<DocNames>,
    /// Where documentation has other names that are looked up.
    pub doc_uses: Option<DocUses>,
    /// Comments that the compiler obeys in files with an import for them.
    pub directives: Vec<Directive>,
    /// How files say under which conditions they are compiled.
    pub file_conditions: Option<FileConditions>,
    /// Names that a tool calls, by what they begin with.
    pub called_starts: Vec<String>,
    /// Those among them that are called as nothing else is.
    pub called_names: Vec<String>,
    /// What the files end with in which it does.
    pub called_ends: Vec<String>,
    /// What the names of functions in those begin with that are named after what they show.
    pub named_after: Option<String>,
    /// Names that the language gives, beside those classes.
    pub built_in: Vec<String>,
    /// Names that every file has without an import, beside all those: functions, and what the platform gives.
    pub globals: Vec<String>,
    /// Nodes of types that the language gives, whose words are names of nothing else.
    pub built_in_types: Vec<String>,
    /// Functions to which names are given as strings.
    pub dynamic: Vec<String>,
    /// Members that are asked for what an object has not.
    pub fallbacks: Vec<String>,
    /// How a class is asked for its own name.
    pub own_names: Vec<String>,
    /// The list whose strings are names that the file gives away.
    pub exports: Option<String>,
    /// Nodes in patterns that name a member of a class and what it must be.
    pub pattern_labels: Vec<String>,
    /// The lists of a class whose strings are names of its members.
    pub member_lists: Vec<String>,
    /// Words that make the name of a definition known outside of the project.
    pub fixed_by: Vec<String>,
    /// Names that mean something to the language.
    pub special: Vec<String>,
    /// Names that do so unless they are members.
    pub special_free: Vec<String>,
    /// Names that do so where they name types.
    pub special_types: Vec<String>,
    /// Words of the language that may be names all the same.
    pub contextual: Vec<String>,
    /// How macros are defined that are seen only below their definitions.
    pub ordered_macros: Option<OrderedMacros>,
    /// How the path of a file ends that declares what a file has whose path ends so.
    pub declared_beside: BTreeMap<String, String>,
    /// Whether any word may name a member, those of the language as well.
    pub any_member_name: bool,
    /// What names that mean something to the language begin and end with.
    pub special_edge: Option<String>,
    /// The names of members that the language itself, or what runs it, asks for.
    pub special_members: Vec<String>,
    /// What names of members begin with that are seen in their class only.
    pub private_edge: Option<String>,
    /// What stands before the name of a class, without that edge, in the names that others have for members which begin as
    /// what means something to the language does, and do not end so: `_Shape__area`.
    pub mangled_start: Option<String>,
    /// How a definition of some kind keeps its old name: `{old}` and `{new}` are the names.
    pub aliases: BTreeMap<String, String>,
    /// How a definition does so that the file gives to others by its name.
    pub shown_aliases: BTreeMap<String, String>,
    /// What a statement begins with that gives to others what it names.
    pub giving_words: Vec<String>,
    /// The files in which statements that begin with other words do so, too.
    pub giving_files: Vec<String>,
    /// Those words.
    pub importing_words: Vec<String>,
    /// Words at the start of a definition that say who sees it.
    pub visibility: Vec<String>,
    /// Words before a definition that is given to others without its name.
    pub nameless_by: Vec<String>,
    /// Nodes around a name in a list of what the file gives to others.
    pub listed_in: Vec<String>,
    /// What moving a definition to another file takes; nothing is known of it where absent.
    pub moves: Option<MoveRules>,
    /// The same where files are a tree of modules.
    pub tree: Option<TreeRules>,
    /// Whether a type and a value of one name in one scope are one definition.
    pub one_space: bool,
    /// What is parsed otherwise than it is written, in files that the grammar cannot read as they are.
    pub mends: Vec<Mend>,
    /// Nodes in which what a name means is decided while the program runs.
    pub opaque: Vec<String>,
    /// What makes keys of members that no name is equal to.
    pub key_makers: Vec<String>,
    /// Functions that are given code as a string.
    pub evaluating: Vec<String>,
    /// Whether a function in a block may be seen around the block, in files that are no modules.
    pub loose_blocks: bool,
    /// Nodes in which the members of classes are seen by their names alone.
    pub seen_in: Vec<String>,
    /// Nodes in which a word may be a type and a value at once.
    pub both_in: Vec<String>,
    /// Words that stand for the object as what its class inherits from.
    pub super_words: Vec<String>,
    /// Members of a class, or of a function that makes objects, which have what the objects have.
    pub prototypes: Vec<String>,
    /// What may be part of a name beside letters, digits and underscores.
    pub name_signs: Vec<char>,
    /// Functions that are given the path of a module, and give back the module.
    pub module_calls: Vec<String>,
    /// Expressions for what the file gives to others.
    pub own_exports: Vec<String>,
    /// Nodes of a tag, whose name is a component if it begins with a capital letter.
    pub tags: Vec<String>,
    /// Names by which tags are made, in files that import them.
    pub tags_by: Vec<String>,
    /// Nodes of an argument in a tag.
    pub tag_arguments: Vec<String>,
    /// Nodes of a name in several parts, of a tag or of an argument in one, which names no component.
    pub tag_paths: Vec<String>,
    /// How types are told by their members; nothing where they are told by their names.
    pub shapes: Option<ShapeRules>,
    /// How a value is told its type by what is declared where it stands.
    pub expected: Option<ExpectedRules>,
    /// How the values that a function takes are counted; nothing is known of it where absent.
    pub arity: Option<ArityRules>,
    /// Where names are seen that a test binds.
    pub flow: Option<FlowRules>,
}

impl LocalRules {
    /// Whether the order in which definitions stand says, in some way, what they are when others use them.
    #[must_use]
    pub fn binds_in_order(&self) -> bool {
        let is_loaded = self.moves.as_ref().is_some_and(|moves| moves.gives.is_some());
        self.in_order || self.fields_in_order || is_loaded
    }

    /// Whether a tool calls functions of a file of this path by what their names begin with, as it does tests.
    #[must_use]
    pub fn calls_in(&self, path: &str) -> bool {
        self.called_ends.iter().any(|end| path.ends_with(end.as_str()))
    }

    /// The word for which a tool calls a function: `Test` for `TestRun`, and none for `Testify`.
    #[must_use]
    pub fn called_for(&self, name: &str) -> Option<&str> {
        let is_it = |start: &&String| {
            name.strip_prefix(start.as_str()).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
        };
        self.called_starts.iter().find(is_it).map(String::as_str)
    }
}

/// How the values are counted that a function takes, and that a call gives.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ArityRules {
    /// Whether a call with another number is an error before the program runs.
    pub checked: bool,
    /// Parameters for the object at hand; a function without one is not called as a member of an object.
    pub objects: Vec<String>,
    /// Whether the first parameter of a member is the object at hand.
    pub first_is_object: bool,
    /// Whether a parameter may have several names.
    pub names: bool,
    /// Parameters that may be left out.
    pub optional: Vec<String>,
    /// Parameters that stand for any number of values.
    pub open: Vec<String>,
    /// What stands among the parameters and is none.
    pub ignored: Vec<String>,
    /// Nodes around a function that may change what it takes.
    pub wraps: Vec<String>,
    /// Values that may stand for any number of them.
    pub spread: Vec<String>,
    /// Whether a call may give several values at once.
    pub rows: bool,
}

/// Text that the grammar does not know.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mend {
    /// A regular expression with one group.
    pub find: String,
    /// The character that stands at the start of the group instead; the rest of it is blank.
    pub with: char,
}

/// Functions whose results other functions take by parameters of their names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixtureRules {
    /// The word above such a function.
    pub word: String,
    /// What the names of other functions begin with that take their results.
    pub users: String,
    /// The file in whose folder, and below it, they are seen.
    pub shared: String,
    /// The word above such a function that gives it another name.
    pub renamed: String,
}

/// How functions give something back.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ResultRules {
    /// Nodes in which a function gives something back.
    pub returns: Vec<String>,
    /// Nodes in which a function gives one thing after the other.
    pub yields: Vec<String>,
    /// Nodes of the bodies of functions that are no expressions.
    pub bodies: Vec<String>,
    /// Words before a function that gives back what is there only later.
    pub later: Vec<String>,
}

/// How objects have types by the members that they have.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ShapeRules {
    /// Nodes of objects that are written out.
    pub literals: Vec<String>,
    /// Nodes of classes that are no values.
    pub types_only: Vec<String>,
    /// Nodes of functions in which the object at hand is that of the function around them.
    pub arrows: Vec<String>,
    /// What stands behind the name of a member that may be left out.
    pub optional_mark: Option<String>,
    /// What stands before the name of a member that only its class sees.
    pub private_mark: Option<String>,
    /// Words before the name of such a member.
    pub private_words: Vec<String>,
    /// Generic types that leave out members of their argument, or make them optional.
    pub loosening: Vec<String>,
    /// Those of them that leave out none, and make none optional.
    pub whole: Vec<String>,
    /// Those that have the members which their second argument names.
    pub choosing: Vec<String>,
    /// Those that have all others.
    pub omitting: Vec<String>,
    /// Members that a class has of a base, by the name of that, each of the type that the base is given there.
    pub given_members: BTreeMap<String, Vec<String>>,
    /// Nodes of types that are others joined.
    pub joins: Vec<String>,
    /// Types that may be anything.
    pub untyped: Vec<String>,
    /// Nodes that bring more members into an object, or into a type.
    pub more: Vec<String>,
    /// Nodes around a string that may name a member.
    pub keyed_by: Vec<String>,
    /// Nodes that may stand between those.
    pub keyed_through: Vec<String>,
    /// Words before the name of a member of the class itself.
    pub static_words: Vec<String>,
    /// Words before a function that is read or given a value as a field is.
    pub read_words: Vec<String>,
}

/// How a value is told its type by what is declared where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ExpectedRules {
    /// Nodes of lists that are written out.
    pub lists: Vec<String>,
    /// Nodes that come to one of their parts.
    pub choices: Vec<String>,
    /// Operators that come to one of their sides.
    pub fallbacks: Vec<String>,
    /// Operators that ask whether their sides are the same.
    pub compared: Vec<String>,
    /// Nodes of the cases of a choice by a value.
    pub cases: Vec<String>,
    /// The operator that asks whether an object has a member of a name.
    pub has_member: Option<String>,
    /// Nodes of keys that are calculated.
    pub calculated: Vec<String>,
    /// Nodes of patterns that take members out of an object.
    pub patterns: Vec<String>,
    /// Nodes of types that no object with members has.
    pub plain: Vec<String>,
    /// Nodes of the types of functions.
    pub functions: Vec<String>,
    /// Nodes of the names of all members of a type.
    pub key_queries: Vec<String>,
    /// Nodes of the type of a value.
    pub value_queries: Vec<String>,
    /// Nodes that make a member of each of some names.
    pub mapped: Vec<String>,
    /// Types that leave out some of those that their first argument is made of.
    pub narrowing: Vec<String>,
    /// Types of components, by their first argument.
    pub components: Vec<String>,
}

/// How macros are defined that are seen only below their definitions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderedMacros {
    /// What stands before the name of a macro that is defined.
    pub word: String,
    /// What stands behind the name of one that is used.
    pub sign: String,
}

/// Classes whose objects are tables with a known key for each field: `movie["name"]`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KeyedRules {
    /// Their bases.
    pub bases: Vec<String>,
    /// The members that take a key first.
    pub calls: Vec<String>,
    /// Nodes that ask for the value of a key.
    pub takers: Vec<String>,
    /// Nodes that compare, and the word before what a key is looked for in.
    pub tests: Vec<String>,
    /// That word.
    pub word: String,
    /// Nodes of such a table that is written out, and of an entry of it.
    pub literals: Vec<String>,
    /// Nodes of several values in a row.
    pub rows: Vec<String>,
}

/// How files are parts of modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModuleStyle {
    /// A file is a module, named by dots from some folder on.
    #[default]
    Dotted,
    /// A file is a module of a tree that begins at the root of a crate.
    Tree,
    /// A file is a module, named by its path.
    Files,
    /// The files of a folder are one package.
    Folder,
    /// A file names its package.
    Package,
}

/// A node of an expression or a type.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expression {
    /// The node.
    #[serde(rename = "in")]
    pub kind: String,
    /// What it is.
    pub is: ExpressionKind,
    /// The field that it is made of; the first child where absent.
    #[serde(default)]
    pub of: Option<String>,
    /// The field of the name in it.
    #[serde(default)]
    pub name: Option<String>,
    /// The child that has no field: the arguments of a type or of a call.
    #[serde(default)]
    pub behind: Option<String>,
    /// The child, a node or a mark, with which it is something else.
    #[serde(default)]
    pub without: Option<String>,
    /// The child, a node or a mark, without which it is something else.
    #[serde(default)]
    pub with: Option<String>,
    /// Whether it is made of its last child.
    #[serde(default)]
    pub last: bool,
    /// The number of the child that is none of its parts.
    #[serde(default)]
    pub beside: Option<usize>,
}

/// What an expression is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExpressionKind {
    /// The result of a call.
    Call,
    /// An object that is made of a class.
    Make,
    /// A member of an object.
    Member,
    /// A name behind a path.
    Path,
    /// Names in a row, each a member of those before it.
    Chain,
    /// A type with arguments.
    Generic,
    /// What is in an option, a list and the like.
    Held,
    /// The same by a number or a key; the list itself where its last child is one of `slices`.
    Index,
    /// What an object stands for: itself, unless its class says what else.
    Pointed,
    /// What a pattern takes apart: the value beside it, or a member of what the pattern around takes apart.
    Pattern,
    /// Several values or types in a row.
    Row,
    /// Values that are written out, all of one type; what stands in the field `name` is none of them.
    List,
    /// A type whose objects hold others.
    Holder,
    /// A type whose objects hold others under keys: `of` the field of those, `name` that of the keys.
    Table,
    /// One of several types.
    Either,
    /// What stands in it.
    Same,
    /// The result of a call of a member, or of a function where there is no object.
    Invoke,
    /// A function of an object that is not called.
    Reference,
    /// A class without a name.
    Class,
    /// A function without a name, or the type of one.
    Function,
    /// The parts of a literal, whose type may stand with those around it.
    Parts,
}
