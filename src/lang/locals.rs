//! The part of a manifest that describes how names are bound, beside the query `locals.scm`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::comments::{Directive, DocLinks, DocNames, DocUses};
use super::destructuring::{CellAccessors, FunctionMakers, FutureTypes, PatternRules, ResultTypes};
use super::flow::FlowRules;
use super::moves::{FileConditions, MoveRules, PackageVisibility, TreeRules};

/// The rules by which names resolve to definitions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LocalRules {
    /// How files belong to modules, and what an import names.
    pub modules: ModuleStyle,
    /// Names of files that stand for their folders as modules: `__init__.py`.
    pub index_files: Vec<String>,
    /// Suffixes that turn the path of a module into the path of a file: `.py`.
    pub file_ends: Vec<String>,
    /// The node kinds of expressions and types whose type follows from their parts.
    pub expressions: Vec<Expression>,
    /// Rules for the values that patterns destructure; `None` where nothing is known about them.
    pub patterns: Option<PatternRules>,
    /// Node kinds of expressions whose type is never defined in the project.
    pub literals: Vec<String>,
    /// Node kinds of comments.
    pub comments: Vec<String>,
    /// Node kinds of strings.
    pub strings: Vec<String>,
    /// Node kinds whose code the grammar does not parse: the arguments of a macro are a sequence of tokens.
    pub tokens: Vec<String>,
    /// Node kinds of identifiers that are always types.
    pub type_words: Vec<String>,
    /// Whether types and values have separate namespaces.
    pub separate_type_namespace: bool,
    /// Whether a field and a function of the same class may share a name.
    pub separate_field_namespace: bool,
    /// Whether functions have a namespace separate from that of variables and fields.
    pub separate_function_namespace: bool,
    /// Whether a member overrides an inherited one only if it says so, or is inside a block that does.
    pub explicit_overrides: bool,
    /// Traits that give the objects of a class the members of the objects that they refer to: `Deref`.
    pub delegating_traits: Vec<String>,
    /// The associated type of such a trait that names the type of these objects: `Target`.
    pub delegate_type: Option<String>,
    /// Whether the members of a class are in scope in its functions without a qualifier.
    pub unqualified_members: bool,
    /// Whether functions with the same name in one scope are distinguished by their parameters.
    pub overloads: bool,
    /// Of which type the literals of a kind are.
    pub literal_types: BTreeMap<String, String>,
    /// Groups of types: no value of a type of one fits a parameter of a type of another one.
    pub unlike_types: Vec<Vec<String>>,
    /// Whether a name is unbound until the statement that binds it has run.
    pub in_order: bool,
    /// Whether the fields of a class are initialized in the order of their declarations.
    pub fields_in_order: bool,
    /// The text that, where a file contains it, defers the evaluation of type annotations.
    pub deferred_by: Option<String>,
    /// The template of an import item that imports `{old}` under the name `{new}`.
    pub import_alias: Option<String>,
    /// Whether objects from outside the project never have a member that the project defines.
    pub closed_externals: bool,
    /// Whether a plain name in a pattern refers to a constant of that name, where such a constant is in scope.
    pub constant_patterns: bool,
    /// Whether a variable may be assigned any value, whatever its first value was.
    pub duck_typed: bool,
    /// Node kinds of expressions that yield no object: `None`, or a jump such as `return`.
    pub valueless_expressions: Vec<String>,
    /// Types that accept any value: `Any`.
    pub untyped: Vec<String>,
    /// The function of a class that implements indexing: `__getitem__`.
    pub item: Option<String>,
    /// Names that refer to the current object in its own functions: `self`.
    pub receivers: Vec<String>,
    /// Keywords before a parameter that also declare it as a field.
    pub field_words: Vec<String>,
    /// The kind of definitions whose parameters are fields: `record`.
    pub component_kind: Option<String>,
    /// Names that refer to the class in its own functions: `cls`, `Self`.
    pub own_class: Vec<String>,
    /// Functions that are called to access the current object as its base class: `super`.
    pub super_calls: Vec<String>,
    /// Words before a function which say that it overrides an inherited one: `Override`.
    pub overrides: Vec<String>,
    /// Words before a function which say that no function overrides it.
    pub never_overridden: Vec<String>,
    /// The keyword before a class that must have the name of its file.
    pub file_classes: Option<String>,
    /// Generic types whose objects have the members of the type argument: `Box`.
    pub wrappers: Vec<String>,
    /// Associated functions that return an object of their class, where the class defines no function of that name:
    /// `default`.
    pub default_constructors: Vec<String>,
    /// The associated type that names what an iterator over the object yields: `Item`.
    pub item_type: Option<String>,
    /// Associated functions that return an object of their type, for types of the standard library.
    pub std_constructors: Vec<String>,
    /// Types without type arguments whose objects, if [`Self::std_constructors`] made them, hold nothing that the project
    /// defines.
    pub std_constructed_types: Vec<String>,
    /// Functions that return an object of their type argument: `collect`.
    pub type_argument_constructors: Vec<String>,
    /// Functions that return a container of such an object: `parse`.
    pub type_argument_containers: Vec<String>,
    /// Generic types whose objects are classes: the type argument, or a class that inherits from it.
    pub class_types: Vec<String>,
    /// Generic types whose objects contain objects of the type argument, and have members of their own: `List`.
    pub containers: Vec<String>,
    /// Generic types whose objects map keys of the first type argument to values of the last one: `Map`.
    pub maps: Vec<String>,
    /// Generic types whose objects have one of the types in the arguments: `Union`.
    pub unions: Vec<String>,
    /// Functions of [`Self::maps`] that return the keys, the pairs of key and value, and the values, in this order.
    pub map_iterators: Vec<String>,
    /// Functions of a tuple that return its first element, its second element and so on: `getKey`.
    pub tuple_accessors: Vec<String>,
    /// Whether iterating over a table yields pairs of key and value.
    pub map_yields_pairs: bool,
    /// Functions of a table that return a container of one of its values, or of all of them.
    pub map_getters: Vec<String>,
    /// Generic types whose objects hand out the object of the type argument only by functions of their own, by full
    /// path: `std::sync::Mutex`.
    pub cells: BTreeMap<String, CellAccessors>,
    /// Functions of a container that pair each element with its index: `enumerate`.
    pub enumerating_methods: Vec<String>,
    /// Functions of a container that pair each element with an element of another container: `zip`.
    pub zipping_methods: Vec<String>,
    /// Functions of a container that return an element: `unwrap`, `pop`.
    pub element_getters: Vec<String>,
    /// Functions of a container that return a container of the same elements: `iter`, `filter`.
    pub container_adapters: Vec<String>,
    /// Functions of a container that return several containers of the same elements: `chunks`.
    pub splitting_adapters: Vec<String>,
    /// Functions of a container that return a pair of containers of the same elements: `split_at`.
    pub pair_splitters: Vec<String>,
    /// Functions of a container whose results follow from the functions that they get.
    pub made_by_functions: Option<FunctionMakers>,
    /// Rules for results, which hold a value or an error.
    pub failing: Option<ResultTypes>,
    /// Rules for futures, whose value is available only where it is awaited.
    pub futures: Option<FutureTypes>,
    /// Functions that return a container of their argument: `Some`.
    pub holding_functions: Vec<String>,
    /// Keywords before a name that a pattern binds: `ref`.
    pub binding_modifiers: Vec<String>,
    /// Functions that return an object of the same class, unless the class defines a function of that name: `clone`.
    pub cloning_methods: Vec<String>,
    /// Types with type arguments whose objects never stand for the type argument.
    pub unrelated_types: Vec<String>,
    /// Functions that return nothing which the project defines, if the container holds nothing which the project
    /// defines.
    pub unrelated_element_results: Vec<String>,
    /// Functions that return nothing which the project defines, where no class of the project has a function of that
    /// name.
    pub unrelated_results: Vec<String>,
    /// Functions of plain objects that return a container of plain objects: `split`.
    pub unrelated_lists: Vec<String>,
    /// Functions among [`Self::unrelated_results`] that return nothing which the project defines, whatever the object,
    /// where nothing in the project defines that name.
    pub always_unrelated_results: Vec<String>,
    /// Macros whose arguments are expressions.
    pub call_macros: Vec<String>,
    /// Macros whose arguments are code that ends up elsewhere: `quote`.
    pub token_macros: Vec<String>,
    /// Arguments of macros that are no expressions, as the definition of a macro declares them: `:ident`.
    pub name_fragments: Vec<String>,
    /// Macros whose arguments are a list of elements: `vec`.
    pub array_macros: Vec<String>,
    /// Macros whose strings contain names between braces.
    pub format_macros: Vec<String>,
    /// Methods of strings that replace braces in the string by members of the arguments.
    pub format_methods: Vec<String>,
    /// The token before the return type of a function, in unparsed tokens: `->`.
    pub result_token: Option<String>,
    /// Keywords that precede a name which they bind, in unparsed tokens; the keyword of functions is first.
    pub binding_words: Vec<String>,
    /// Node kinds of attributes.
    pub attributes: Vec<String>,
    /// Attributes whose arguments name nothing that the project defines.
    pub unrelated_attributes: Vec<String>,
    /// Attributes whose arguments are names that are applied to the definition: `derive`.
    pub attribute_lists: Vec<String>,
    /// Attributes whose arguments after the first one are attributes: `cfg_attr`.
    pub attribute_choices: Vec<String>,
    /// Types of the language from which a class inherits no members: `object`.
    pub root_classes: Vec<String>,
    /// Classes of the standard library that have no members to inherit.
    pub memberless_bases: Vec<String>,
    /// Classes of the standard library with all their members, where these are few.
    pub base_members: BTreeMap<String, Vec<String>>,
    /// Expressions that yield the name of a class, with `{}` for an object of the class.
    pub class_names: Vec<String>,
    /// Rules for functions whose results other functions receive through parameters with the name of the function.
    pub fixtures: Option<FixtureRules>,
    /// How the type of a function's result follows from its body, where the function does not declare it.
    pub results: Option<ResultRules>,
    /// Which members of a class are visible to other packages.
    pub package_visibility: Option<PackageVisibility>,
    /// Rules for classes whose fields are accessed by string keys.
    pub keyed: Option<KeyedRules>,
    /// Base classes that only declare which members an object must have: `Protocol`.
    pub protocols: Vec<String>,
    /// Functions that return an object of the type in their first argument: `cast`.
    pub casts: Vec<String>,
    /// Functions of a class that receive the arguments of a call of the class; where a class has none, the arguments
    /// name its fields.
    pub initialisers: Vec<String>,
    /// The mark before the parameter that collects all further named arguments: `**`.
    pub rest_mark: Option<String>,
    /// Words in the body of a function that turn such arguments into fields: `setattr`.
    pub field_setters: Vec<String>,
    /// Functions whose result has the type of the first argument.
    pub identity_functions: Vec<String>,
    /// Beginnings of types whose objects may have members of any name: `Record<string`.
    pub free_bases: Vec<String>,
    /// Functions that pass named arguments on to their first argument; names that begin with a dot are members that
    /// pass them on to the object.
    pub argument_forwarders: Vec<String>,
    /// Functions that are given the name of the variable which their result is assigned to: `TypeVar`.
    pub named_constructors: Vec<String>,
    /// Base classes of classes whose fields are their instances: `Enum`.
    pub enum_bases: Vec<String>,
    /// Functions that create a class with the fields that their string arguments name: `namedtuple`.
    pub class_factories: Vec<String>,
    /// Functions that return the class of their only argument: `type`.
    pub class_calls: Vec<String>,
    /// Members of an object that refer to its class: `__class__`.
    pub class_members: Vec<String>,
    /// Functions that return a container of the same elements as their first argument: `sorted`.
    pub copying_functions: Vec<String>,
    /// Functions that return an element of their first argument, if it is the only argument: `max`.
    pub element_pickers: Vec<String>,
    /// Node kinds of a subscript that selects a range of elements.
    pub slices: Vec<String>,
    /// Functions that return pairs of an index and an element of their first argument: `enumerate`.
    pub enumerating_functions: Vec<String>,
    /// Functions that return tuples of the elements of their arguments: `zip`.
    pub zipping_functions: Vec<String>,
    /// Functions outside the project that return nothing which the project defines.
    pub unrelated_functions: Vec<String>,
    /// Classes of the language to which a condition narrows a value: `str`.
    pub plain_classes: Vec<String>,
    /// Classes of the standard library whose objects imitate other objects: `Mock`.
    pub mock_classes: Vec<String>,
    /// Decorators of functions that are read like fields: `property`.
    pub properties: Vec<String>,
    /// Generic types whose objects are tuples with one element for each type argument.
    pub tuples: Vec<String>,
    /// Whether an object has no members except those of its declared type.
    pub typed_objects: bool,
    /// Whether a type implements an interface by having its functions, without a declaration.
    pub structural: bool,
    /// Whether only names that begin with a capital letter are exported to other packages.
    pub capital_exports: bool,
    /// Whether the key of a composite literal may be a field or a value.
    pub keys_or_values: bool,
    /// The character that the first part of a module path contains if the module belongs neither to the project nor to
    /// the standard library.
    pub foreign_mark: Option<String>,
    /// Beginnings of comments that bind names to something outside the project: `//go:linkname `.
    pub binding_comments: Vec<String>,
    /// How doc comments refer to definitions.
    pub doc_links: Option<DocLinks>,
    /// How doc comments begin with the name of the definition below them.
    pub doc_names: Option<DocNames>,
    /// Where doc comments contain other names that tools resolve.
    pub doc_uses: Option<DocUses>,
    /// Comments that the compiler obeys only in files with a certain import.
    pub directives: Vec<Directive>,
    /// How files declare the conditions under which they are compiled.
    pub file_conditions: Option<FileConditions>,
    /// Prefixes of the names of functions that a tool calls: `Test`.
    pub entry_prefixes: Vec<String>,
    /// Names that the tool calls for this one name only: `TestMain`.
    pub entry_names: Vec<String>,
    /// Suffixes of the paths of files in which the tool calls such names: `_test.go`.
    pub entry_file_suffixes: Vec<String>,
    /// The prefix of functions in such files that are named after the definition which they demonstrate: `Example`.
    pub named_after: Option<String>,
    /// Names that the language defines, beside [`Self::root_classes`].
    pub built_in: Vec<String>,
    /// Names that every file sees without an import, beside all of the above: functions and the globals of the
    /// platform.
    pub globals: Vec<String>,
    /// Node kinds of types that the language defines, whose keywords are names of nothing else.
    pub built_in_types: Vec<String>,
    /// Functions that take names as strings: `getattr`.
    pub dynamic: Vec<String>,
    /// Functions and members that yield a table of names with their values: `globals`, `__dict__`.
    pub name_tables: Vec<String>,
    /// Functions and variables by which code gets modules whose names it composes: `sys.modules`.
    pub module_tables: Vec<String>,
    /// Functions of the language that take arguments of any name: `dict`.
    pub keyword_takers: Vec<String>,
    /// Members that are called for a member which an object does not have: `__getattr__`.
    pub fallbacks: Vec<String>,
    /// Expressions that yield the name of the class of the current object.
    pub current_class_names: Vec<String>,
    /// The list whose strings are the names that the file exports: `__all__`.
    pub exports: Option<String>,
    /// Node kinds in patterns that match a named member of a class.
    pub pattern_labels: Vec<String>,
    /// Lists in a class whose strings are names of its members: `__slots__`.
    pub member_lists: Vec<String>,
    /// Words near a definition that make its name known outside the project: `no_mangle`.
    pub fixed_by: Vec<String>,
    /// Names with a meaning in the language.
    pub special: Vec<String>,
    /// Names with a meaning in the language, except as members.
    pub special_free: Vec<String>,
    /// Names with a meaning in the language, where they name types.
    pub special_types: Vec<String>,
    /// Keywords that may also be names.
    pub contextual: Vec<String>,
    /// How macros are defined whose scope begins below their definition.
    pub ordered_macros: Option<OrderedMacros>,
    /// File extensions with the suffix of the file that declares the contents of such files: `js` with `.d.ts`.
    pub declared_beside: BTreeMap<String, String>,
    /// Whether any word, keywords included, may name a member.
    pub any_member_name: bool,
    /// The characters that names with a meaning in the language begin and end with: `__`.
    pub special_edge: Option<String>,
    /// Names of members that the language, or its runtime, uses.
    pub special_members: Vec<String>,
    /// The prefix of members that are visible in their class only: `_`.
    pub private_edge: Option<String>,
    /// The text before the name of a class in a mangled member name, where the class name loses [`Self::private_edge`]:
    /// `_Shape__area`. Members are mangled whose names begin with [`Self::special_edge`] and do not end with it.
    pub mangled_start: Option<String>,
    /// Templates, by kind of definition, of a statement that keeps the old name of a renamed definition: `{old}` and
    /// `{new}` are the names.
    pub aliases: BTreeMap<String, String>,
    /// Such templates for definitions that the file exports by their names.
    pub exported_aliases: BTreeMap<String, String>,
    /// Beginnings of statements that export the names in them: `export`.
    pub export_keywords: Vec<String>,
    /// The files in which statements that begin with [`Self::importing_words`] export names, too.
    pub reexporting_files: Vec<String>,
    /// Beginnings of statements that export names in [`Self::reexporting_files`].
    pub importing_words: Vec<String>,
    /// Keywords at the start of a definition that declare its visibility.
    pub visibility: Vec<String>,
    /// Keywords before a definition that is exported without its name: `default`.
    pub nameless_export_words: Vec<String>,
    /// Node kinds around a name in an export list.
    pub export_list_nodes: Vec<String>,
    /// Rules for moving a definition to another file; `None` where moves are not supported.
    pub moves: Option<MoveRules>,
    /// Rules for moving a definition where files form a tree of modules.
    pub tree: Option<TreeRules>,
    /// Whether a type and a value with the same name in the same scope are one definition.
    pub shared_type_value_definitions: bool,
    /// Replacements that are made before a file is parsed, in files that the grammar cannot parse as they are.
    pub parse_fixes: Vec<ParseFix>,
    /// Node kinds in which the meaning of a name is decided only when the program runs.
    pub dynamic_scopes: Vec<String>,
    /// Functions and members that create member keys which are equal to no name: `Symbol`.
    pub unique_key_functions: Vec<String>,
    /// Functions that evaluate code in a string: `eval`.
    pub evaluating: Vec<String>,
    /// Whether a function declared in a block may be visible outside the block, in files that are not modules.
    pub hoisted_block_functions: bool,
    /// Node kinds in which the members of a class are in scope without a qualifier.
    pub unqualified_member_scopes: Vec<String>,
    /// Node kinds in which a word may refer to a type and a value at once.
    pub type_and_value_nodes: Vec<String>,
    /// Keywords that refer to the current object as its base class: `super`.
    pub super_words: Vec<String>,
    /// Members of a class, or of a constructor function, that have the members of its instances: `prototype`.
    pub prototypes: Vec<String>,
    /// Characters that names may contain beside letters, digits and underscores.
    pub name_signs: Vec<char>,
    /// Functions that take the path of a module and return the module: `require`.
    pub module_calls: Vec<String>,
    /// Expressions that refer to the exports of the file: `module.exports`.
    pub own_exports: Vec<String>,
    /// Node kinds of a tag, which names a component if it begins with a capital letter.
    pub jsx_tags: Vec<String>,
    /// Names through which tags create components, in files that import them: `React`.
    pub jsx_factories: Vec<String>,
    /// Node kinds of an attribute of a tag.
    pub jsx_attributes: Vec<String>,
    /// Node kinds of a name with several parts, of a tag or of an attribute of a tag, that names no component.
    pub jsx_paths: Vec<String>,
    /// How types are identified by their members; `None` where types are identified by their names.
    pub shapes: Option<ShapeRules>,
    /// How the type of a value follows from the declared type of its context.
    pub expected: Option<ExpectedRules>,
    /// How the arguments of a function are counted; `None` where nothing is known about them.
    pub arity: Option<ArityRules>,
    /// Where names that a test binds are in scope.
    pub flow: Option<FlowRules>,
}

impl LocalRules {
    /// Returns whether the order of definitions can change what they mean to other definitions.
    #[must_use]
    pub fn binds_in_order(&self) -> bool {
        let is_loaded = self.moves.as_ref().is_some_and(|moves| moves.exports.is_some());
        self.in_order || self.fields_in_order || is_loaded
    }

    /// Returns whether a tool calls functions in the file at `path` by the prefixes of their names, as it does tests.
    #[must_use]
    pub fn is_entry_file(&self, path: &str) -> bool {
        self.entry_file_suffixes.iter().any(|end| path.ends_with(end.as_str()))
    }

    /// Returns the prefix for which a tool calls a function: `Test` for `TestRun`, and `None` for `Testify`.
    #[must_use]
    pub fn entry_prefix_of(&self, name: &str) -> Option<&str> {
        let is_it = |start: &&String| {
            name.strip_prefix(start.as_str()).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
        };
        self.entry_prefixes.iter().find(is_it).map(String::as_str)
    }
}

/// How the parameters of a function and the arguments of a call are counted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ArityRules {
    /// Whether a call with a wrong number of arguments is an error before the program runs.
    pub checked: bool,
    /// Node kinds of the parameter for the current object; a function without one is not called as a member of an
    /// object.
    pub objects: Vec<String>,
    /// Whether the first parameter of a member is the current object.
    pub first_is_object: bool,
    /// Whether one parameter node may declare several names.
    pub names: bool,
    /// Node kinds of optional parameters.
    pub optional: Vec<String>,
    /// Node kinds of parameters that accept any number of arguments.
    pub open: Vec<String>,
    /// Node kinds in the parameter list that are not parameters.
    pub ignored: Vec<String>,
    /// Node kinds around a function that may change its parameters: those of decorators.
    pub wraps: Vec<String>,
    /// Node kinds of arguments that expand to any number of arguments.
    pub spread: Vec<String>,
    /// Whether one argument may supply several values, as a call with several results does.
    pub multi_value_arguments: bool,
}

/// Text that the grammar cannot parse, with its replacement.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParseFix {
    /// A regular expression with one capture group.
    pub find: String,
    /// The character that replaces the first character of the group; the rest of the group becomes blank.
    pub replacement: char,
}

/// Rules for functions whose results other functions receive through parameters with the name of the function.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixtureRules {
    /// The word in the decorator of such a function: `fixture`.
    pub word: String,
    /// The prefix of other functions that receive their results: `test`.
    pub users: String,
    /// The file whose fixtures are visible in its folder and below: `conftest.py`.
    pub shared: String,
    /// The argument of the decorator that gives such a function another name.
    pub renamed: String,
}

/// How functions return values.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ResultRules {
    /// Node kinds of statements that return a value.
    pub returns: Vec<String>,
    /// Node kinds of expressions that yield one value after the other.
    pub yields: Vec<String>,
    /// Node kinds of function bodies that are not expressions.
    pub bodies: Vec<String>,
    /// Keywords before a function whose result is available only later: `async`.
    pub later: Vec<String>,
}

/// How types are identified by the members of objects.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ShapeRules {
    /// Node kinds of object literals.
    pub literals: Vec<String>,
    /// Node kinds of classes that are not values.
    pub types_only: Vec<String>,
    /// Node kinds of functions in which the current object is that of the enclosing function.
    pub arrows: Vec<String>,
    /// The mark after the name of an optional member: `?`.
    pub optional_mark: Option<String>,
    /// The mark before the name of a member that is visible in its class only: `#`.
    pub private_mark: Option<String>,
    /// Keywords before the name of such a member.
    pub private_words: Vec<String>,
    /// Generic types that omit members of their argument, or make them optional.
    pub reducing: Vec<String>,
    /// Those of them that leave out none, and make none optional.
    pub complete: Vec<String>,
    /// Those that have the members which their second argument names.
    pub selecting: Vec<String>,
    /// Those that have all others.
    pub omitting: Vec<String>,
    /// Members that a class has of a base, by the name of that, each of the type that the base is given there.
    pub given_members: BTreeMap<String, Vec<String>>,
    /// Node kinds of types that combine the members of other types.
    pub joins: Vec<String>,
    /// Types that accept any value.
    pub untyped: Vec<String>,
    /// Node kinds that add further members to an object or a type.
    pub more: Vec<String>,
    /// Node kinds around a string that may name a member.
    pub keyed_by: Vec<String>,
    /// Node kinds that may be between the string and a node of [`Self::keyed_by`].
    pub keyed_through: Vec<String>,
    /// Keywords before the name of a static member.
    pub static_words: Vec<String>,
    /// Keywords before a function that is read or assigned like a field: `get`.
    pub read_words: Vec<String>,
}

/// How the type of a value follows from the declared type of its context.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ExpectedRules {
    /// Node kinds of list literals.
    pub lists: Vec<String>,
    /// Node kinds of expressions that evaluate to one of their parts.
    pub choices: Vec<String>,
    /// Operators that evaluate to one of their operands.
    pub fallbacks: Vec<String>,
    /// Operators that test whether their operands are equal.
    pub compared: Vec<String>,
    /// Node kinds of the cases of a switch.
    pub cases: Vec<String>,
    /// The operator that tests whether an object has a member of a given name: `in`.
    pub has_member: Option<String>,
    /// Node kinds of computed keys.
    pub calculated: Vec<String>,
    /// Node kinds of patterns that destructure the members of an object.
    pub patterns: Vec<String>,
    /// Node kinds of types that no object with members has.
    pub memberless_types: Vec<String>,
    /// Node kinds of function types.
    pub functions: Vec<String>,
    /// Node kinds of members of a type by which its objects are called like functions.
    pub signatures: Vec<String>,
    /// Node kinds of types that contain the names of all members of a type: `keyof`.
    pub key_queries: Vec<String>,
    /// Node kinds of types that are the type of a value: `typeof`.
    pub value_queries: Vec<String>,
    /// Node kinds of types with a member for each name in a set.
    pub mapped: Vec<String>,
    /// Generic types that exclude some of the alternatives of their first argument.
    pub narrowing: Vec<String>,
    /// Generic types of components; the first argument is the type of their attributes.
    pub components: Vec<String>,
}

/// How macros are defined whose scope begins below their definition.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderedMacros {
    /// The word before the name of a macro in its definition: `macro_rules!`.
    pub word: String,
    /// The mark after the name of a macro in a use: `!`.
    pub use_mark: String,
}

/// Rules for classes whose objects are tables with a known key for each field: `movie["name"]`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KeyedRules {
    /// Base classes of such classes.
    pub bases: Vec<String>,
    /// Members that take a key as their first argument.
    pub calls: Vec<String>,
    /// Node kinds that access the value of a key.
    pub accesses: Vec<String>,
    /// Node kinds of comparisons, in which [`Self::word`] tests whether a table has a key.
    pub tests: Vec<String>,
    /// The operator between a key and the table that is tested for it: `in`.
    pub word: String,
    /// Node kinds of a literal of such a table, and of an entry in it.
    pub literals: Vec<String>,
    /// Node kinds of several values in a row.
    pub value_lists: Vec<String>,
}

/// How files belong to modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModuleStyle {
    /// Each file is a module with a dotted name that is relative to some folder.
    #[default]
    Dotted,
    /// Each file is a module in a tree that begins at the root of a crate.
    Tree,
    /// Each file is a module that is named by its path.
    Files,
    /// The files of a folder are one package.
    Folder,
    /// Each file declares its package.
    Package,
}

/// The kind of a node of an expression or a type, and how its type follows from its parts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expression {
    /// The node kind.
    #[serde(rename = "in")]
    pub kind: String,
    /// What the node means.
    pub is: ExpressionKind,
    /// The field of the operand; the first child where absent.
    #[serde(default)]
    pub operand: Option<String>,
    /// The field of the name.
    #[serde(default)]
    pub name: Option<String>,
    /// The kind of a child without a field: the arguments of a type or of a call.
    #[serde(default)]
    pub child_kind: Option<String>,
    /// A child, by node kind or token, whose presence excludes this rule.
    #[serde(default)]
    pub without: Option<String>,
    /// A child, by node kind or token, whose absence excludes this rule.
    #[serde(default)]
    pub with: Option<String>,
    /// Whether the operand is the last child.
    #[serde(default)]
    pub last: bool,
    /// The index of the named child that is not one of the alternatives.
    #[serde(default)]
    pub excluded_child: Option<usize>,
}

/// What an expression means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExpressionKind {
    /// The result of a call.
    Call,
    /// A new object of a class.
    Construct,
    /// A member of an object.
    Member,
    /// A name that a path qualifies.
    Path,
    /// A sequence of names, each a member of the names before it.
    Chain,
    /// A type with type arguments.
    Generic,
    /// The content of an option, a list or another container; an element of a tuple where the field `name` is a number.
    Content,
    /// An element selected by an index or a key; the list itself where the last child is one of [`LocalRules::slices`].
    Index,
    /// The object that an object refers to: itself, unless its class says otherwise.
    Dereferenced,
    /// The value of a future.
    Awaited,
    /// A pattern, for the value that it destructures: the value beside it, or a member of what the enclosing pattern
    /// destructures.
    Pattern,
    /// A tuple of values or types.
    Tuple,
    /// A list literal whose elements have one type; the field `name` is not an element.
    List,
    /// A table literal, with the field of the values in its entries.
    Table,
    /// A type whose objects contain other objects.
    Container,
    /// A type whose objects map keys to values: `of` is the field of the values, `name` the field of the keys.
    Map,
    /// One of several types.
    Either,
    /// The same type as the operand.
    Operand,
    /// The result of a call of a member, or of a function where there is no object.
    Invoke,
    /// A reference to a function of an object, without a call.
    Reference,
    /// An anonymous class.
    Class,
    /// An anonymous function, or a function type.
    Function,
    /// The parts of a literal, whose type precedes them or follows from the enclosing literal.
    Parts,
}
