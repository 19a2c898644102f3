//! The part of a manifest that describes names in a language whose files include the text of others: where names are
//! bound, and where they are in scope.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Which nodes are names, which nodes open scopes, what the position of a name means, and how declarations, paths and
/// members are written.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NameRules {
    /// Node kinds of names.
    pub words: Vec<String>,
    /// Node kinds of the text in strings.
    pub strings: Vec<String>,
    /// Node kinds of the text in character literals, which contains no name.
    pub characters: Vec<String>,
    /// Node kinds of comments.
    pub comments: Vec<String>,
    /// Node kinds whose field `body` is the scope of their parameters.
    pub functions: Vec<String>,
    /// Node kinds whose field `body` is a scope with the members of a class.
    pub classes: Vec<String>,
    /// Node kinds whose field `body` is a scope to which other places can add names.
    pub modules: Vec<String>,
    /// Node kinds of the names of several modules, each inside the one before it: `namespace a::b { }`.
    pub module_paths: Vec<String>,
    /// Node kinds of enumerations, whose values are in their own scope or in the enclosing one.
    pub enums: Vec<String>,
    /// Keywords of an enumeration whose values are in scope only with the qualifier of its name.
    pub scoped_words: Vec<String>,
    /// Node kinds that are scopes for the names bound in them, except for a part of the node.
    pub clauses: Vec<String>,
    /// Node kinds in the heading of a function that see the scope of its body, and contain its parameters.
    pub heading_in_body_scope: Vec<String>,
    /// Node kinds whose position counts as the position of the names in them.
    pub transparent_nodes: Vec<String>,
    /// Node kinds in which the meaning of names cannot be determined.
    pub opaque: Vec<String>,
    /// Node kinds that import names without listing them.
    pub wildcards: Vec<String>,
    /// Node kinds whose field `name` is an alias of the module at their end.
    pub module_aliases: Vec<String>,
    /// Keywords that a node of [`Self::wildcards`] must contain.
    pub wildcard_words: Vec<String>,
    /// What the position of a name means; the first rule that matches counts, and without a match the name is a
    /// reference.
    pub places: Vec<NamePlace>,
    /// Statements whose headings declare names that end with the statement.
    pub heads: Vec<NameHead>,
    /// Node kinds of a name that is qualified by its scope.
    pub paths: Vec<String>,
    /// Node kinds of a name with template arguments; a definition with such a name specializes a definition elsewhere.
    pub templates: Vec<String>,
    /// Node kinds whose name is a type even in the place of a member.
    pub types: Vec<String>,
    /// Node kinds whose declarations belong to an outer scope.
    pub outer_scope_nodes: Vec<String>,
    /// Keywords of a module whose names are also in the enclosing scope, like those of a module without a name.
    pub transparent: Vec<String>,
    /// Node kinds of the list of base classes.
    pub bases: Vec<String>,
    /// Keywords of a function that functions of derived classes may override.
    pub virtual_words: Vec<String>,
    /// Keywords after a function that overrides a function of a base class.
    pub override_words: Vec<String>,
    /// Keywords before the name of a type in its declaration.
    pub type_words: Vec<String>,
    /// Prefixes of macros whose arguments are expressions.
    pub checking_macros: Vec<String>,
    /// Names of casts, which give a value the type in angle brackets.
    pub casts: Vec<String>,
    /// The keyword that creates an object of a type and returns a pointer to it.
    pub new_keyword: Option<String>,
    /// The keyword for a type that is deduced from the value.
    pub deduced: Option<String>,
    /// Types of other libraries whose objects map keys to values.
    pub maps: Vec<String>,
    /// Names of members that types outside the project may have.
    pub known_members: Vec<String>,
    /// The field of a declaration that contains the type of the declared names.
    pub typed: Option<String>,
    /// Node kinds of declarators that turn the type into a pointer.
    pub pointers: Vec<String>,
    /// Node kinds of declarators that do not change the type.
    pub type_preserving_declarators: Vec<String>,
    /// The operator between a pointer and a member.
    pub arrow: Option<String>,
    /// Node kinds of calls, with the fields `function` and `arguments`.
    pub calls: Vec<String>,
    /// Node kinds of values whose types belong to no module.
    pub literals: Vec<String>,
    /// Node kinds of parameters and arguments that stand for any number of values.
    pub open_ended: Vec<String>,
    /// Node kinds in which the grammar requires a token that the language does not.
    pub required_by_grammar_only: Vec<String>,
    /// Whether functions with the same name are the same function, however they are declared.
    pub one_function_per_name: bool,
    /// Keywords that restrict a declaration to its file.
    pub internal: Vec<String>,
    /// Scopes to which no file of the project adds names.
    pub foreign: Vec<String>,
    /// Names that refer to the current object in its own functions.
    pub receivers: Vec<String>,
    /// Words before a value, in places where any other word would be a type.
    pub value_words: Vec<String>,
    /// Words near a name that make it known outside the project, so that it cannot change.
    pub fixed_by: Vec<String>,
    /// Names with a meaning in the language.
    pub special: Vec<String>,
    /// Keywords that may also be names.
    pub contextual: Vec<String>,
    /// Beginnings of directives that name nothing in the code.
    pub unrelated_directives: Vec<String>,
    /// The extensions of files whose text others include.
    pub header_extensions: Vec<String>,
    /// The names that headers from outside the project provide, by header.
    pub header_names: BTreeMap<String, Vec<String>>,
    /// The keyword of a statement that makes names of other scopes usable without a qualifier.
    pub using_word: Option<String>,
    /// Keywords of a definition that each file may contain.
    pub repeatable_words: Vec<String>,
    /// The kind of variables.
    pub variable_kind: Option<String>,
    /// Keywords that restrict a variable to its file.
    pub internal_constants: Vec<String>,
    /// Beginnings of directives that hold until another one, and change the layout or the linkage of the code below.
    pub holding_directives: Vec<String>,
    /// How the tokens around a name show what it is, in a language where functions, variables and types of a file are
    /// in no other scope.
    pub tokens: Option<TokenRules>,
}

/// Words and operators that show what an adjacent name is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRules {
    /// The operators before a member.
    pub members: Vec<String>,
    /// Keywords before the name of a class, in a namespace that is separate from all other names.
    pub tags: Vec<String>,
    /// Keywords of statements with a heading in parentheses.
    pub heads: Vec<String>,
    /// Keywords before a label.
    pub jumps: Vec<String>,
    /// Keywords of a declaration that are not a type.
    pub qualifiers: Vec<String>,
    /// The keyword of a declaration that gives a name to a type.
    pub alias: String,
    /// The directive that defines a macro.
    pub defines: String,
    /// Functions and macros that take a type and one of its members.
    pub member_calls: Vec<String>,
    /// The headers from outside the project whose types have no members other than [`NameRules::known_members`].
    pub headers: Vec<String>,
}

/// A position in the tree, and what a name at this position is.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamePlace {
    /// The kind of the node around the name.
    #[serde(rename = "in")]
    pub parent: String,
    /// The field of that node that contains the name; any field where absent.
    #[serde(default)]
    pub field: Option<String>,
    /// A field that the node must have.
    #[serde(default)]
    pub with: Option<String>,
    /// The kind of the node's parent; any kind where absent.
    #[serde(default)]
    pub under: Option<String>,
    /// An operator that the node must not have.
    #[serde(default)]
    pub without: Option<String>,
    /// What the name is.
    pub is: NameUse,
    /// The namespace of the name; that of variables where absent. Names of other namespaces are never meant.
    #[serde(default)]
    pub space: Option<String>,
    /// The field of the node whose name this name may repeat: then both name the same definition.
    #[serde(default)]
    pub repeats: Option<String>,
    /// The field of the node that contains the object which the name is a member of.
    #[serde(default)]
    pub owner: Option<String>,
}

/// A statement whose heading declares names that are in scope until its end.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameHead {
    /// The node kind.
    #[serde(rename = "in")]
    pub kind: String,
    /// The field of the heading.
    pub field: String,
    /// The field after which the names are in scope; from their declaration on where absent.
    #[serde(default)]
    pub scope_field: Option<String>,
}

/// What a name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameUse {
    /// The name of a definition.
    Definition,
    /// A declaration of a name that is defined elsewhere.
    Declaration,
    /// A binding in the whole enclosing scope.
    Binding,
    /// A binding in the enclosing scope, from here on.
    Local,
    /// A parameter.
    Parameter,
    /// A member of an object.
    Member,
    /// A member of the scope before it in a path.
    Qualified,
    /// The name of something that is not a variable, such as a keyword argument.
    Label,
    /// A use whose meaning cannot be determined.
    Undetermined,
    /// A use of a name that is bound elsewhere.
    Reference,
}

#[cfg(test)]
mod tests {
    use crate::lang::Language;

    #[test]
    fn every_node_and_every_field_is_one_of_the_grammar() {
        for language in Language::all() {
            let Some(rules) = &language.manifest().names else { continue };
            let grammar = language.grammar();
            let lists = [
                &rules.words,
                &rules.strings,
                &rules.comments,
                &rules.functions,
                &rules.classes,
                &rules.modules,
                &rules.clauses,
                &rules.heading_in_body_scope,
                &rules.transparent_nodes,
                &rules.opaque,
                &rules.wildcards,
                &rules.enums,
                &rules.paths,
                &rules.templates,
                &rules.types,
                &rules.outer_scope_nodes,
                &rules.bases,
                &rules.pointers,
                &rules.type_preserving_declarators,
                &rules.calls,
                &rules.literals,
                &rules.required_by_grammar_only,
            ];
            let places = rules.places.iter().map(|place| &place.parent);
            let heads = rules.heads.iter().map(|head| &head.kind);
            for kind in lists.into_iter().flatten().chain(places).chain(heads) {
                assert_ne!(grammar.id_for_node_kind(kind, true), 0, "{kind}");
            }
            let of_places = rules.places.iter().flat_map(|place| [&place.field, &place.owner, &place.with]);
            let of_heads = rules.heads.iter().flat_map(|head| head.scope_field.iter().chain([&head.field]));
            for name in of_places.chain([&rules.typed]).flatten().chain(of_heads) {
                assert!(grammar.field_id_for_name(name).is_some(), "{name}");
            }
        }
    }
}
