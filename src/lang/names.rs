//! What a manifest says of names in a language whose files bring in the text of others: where names are bound, and who
//! sees them.

use serde::Deserialize;

/// Which nodes are names, which open scopes, what a name is by its place, and how declarations, paths and members are
/// written.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NameRules {
    /// The nodes that are names.
    pub words: Vec<String>,
    /// The nodes of the text of strings.
    pub strings: Vec<String>,
    /// The nodes of the text of characters, in which no name stands.
    pub characters: Vec<String>,
    /// The nodes of comments.
    pub comments: Vec<String>,
    /// Nodes whose field `body` is the scope of their parameters.
    pub functions: Vec<String>,
    /// Nodes whose field `body` is a scope with the members of a class.
    pub classes: Vec<String>,
    /// Nodes whose field `body` is a scope that other places add to.
    pub modules: Vec<String>,
    /// Enumerations, whose values stand in their own scope or in the one around.
    pub enums: Vec<String>,
    /// The words of an enumeration whose values are named behind its own name only.
    pub scoped_words: Vec<String>,
    /// Nodes that are scopes of what is bound in them, but for a part of them.
    pub clauses: Vec<String>,
    /// Nodes in the head of a function that see what its body sees, and hold its parameters.
    pub inside: Vec<String>,
    /// Nodes that pass on the place that they have to the names in them.
    pub through: Vec<String>,
    /// Nodes in which nobody knows what a name is.
    pub opaque: Vec<String>,
    /// Nodes that bring in names without saying which.
    pub wildcards: Vec<String>,
    /// Nodes whose field `name` is another name of the module that stands last in them.
    pub module_aliases: Vec<String>,
    /// Words by which a node of the wildcards is one.
    pub wildcard_words: Vec<String>,
    /// What a name is by its place; a reference where no place fits. The first one that fits counts.
    pub places: Vec<NamePlace>,
    /// Statements and the like that end what their heads declare.
    pub heads: Vec<NameHead>,
    /// Nodes of a name behind the scope that has it.
    pub paths: Vec<String>,
    /// Nodes of a name with arguments behind it: what they define has its name from elsewhere.
    pub instances: Vec<String>,
    /// Nodes whose name is a type even where members stand.
    pub types: Vec<String>,
    /// Nodes whose declarations belong to a scope further out.
    pub outward: Vec<String>,
    /// Words of a module whose names are those of the scope around, too; so are those of one without a name.
    pub transparent: Vec<String>,
    /// The nodes of what a class inherits from.
    pub bases: Vec<String>,
    /// Words by which a function is replaced by those of classes that inherit it.
    pub virtual_words: Vec<String>,
    /// Words behind a function by which it replaces one of a class that its own inherits from.
    pub override_words: Vec<String>,
    /// Words before the name of a type that is declared.
    pub type_words: Vec<String>,
    /// What the names of macros begin with whose arguments are values, as in code.
    pub checking_macros: Vec<String>,
    /// Names of what makes a value one of the type in angle brackets.
    pub casts: Vec<String>,
    /// The word before a type of which an object is made, to which there is a pointer then.
    pub maker: Option<String>,
    /// The word for a type that is that of the value.
    pub deduced: Option<String>,
    /// Types of other libraries whose objects hold others behind keys.
    pub tables: Vec<String>,
    /// Names of members that what is not of the project may have.
    pub known_members: Vec<String>,
    /// The field of a declaration that holds the type of what it declares.
    pub typed: Option<String>,
    /// The nodes of declarators that make a pointer of it.
    pub pointers: Vec<String>,
    /// The nodes of declarators that leave it as it is.
    pub plain: Vec<String>,
    /// What stands between a pointer and a member.
    pub arrow: Option<String>,
    /// The nodes of calls; their fields are `function` and `arguments`.
    pub calls: Vec<String>,
    /// The nodes of values whose types stand in no module.
    pub literals: Vec<String>,
    /// The nodes of parameters and arguments that stand for any number.
    pub open_ended: Vec<String>,
    /// Nodes in which the grammar wants something that the language does not.
    pub gaps: Vec<String>,
    /// Whether functions of one name are one function, however it is declared.
    pub single: bool,
    /// Words that keep what a file declares from other files.
    pub internal: Vec<String>,
    /// Scopes that no file adds to.
    pub foreign: Vec<String>,
    /// What stands for the object in its own functions.
    pub receivers: Vec<String>,
    /// Words before a value, where another word would be a type.
    pub value_words: Vec<String>,
    /// Words before a name that fix it.
    pub fixed_by: Vec<String>,
    /// Names that mean something to the language.
    pub special: Vec<String>,
    /// Words of the language that may be names all the same.
    pub contextual: Vec<String>,
    /// The first words of directives that name nothing of the code.
    pub plain_directives: Vec<String>,
    /// How the tokens around a name tell what it is, in a language where functions, variables and types of a file have
    /// names of their own in no other scope.
    pub tokens: Option<TokenRules>,
}

/// Words and signs that tell of a name beside them what it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRules {
    /// What stands before a member.
    pub members: Vec<String>,
    /// Words before the name of a class, by which that is apart from all other names.
    pub tags: Vec<String>,
    /// Words before a statement's head in brackets.
    pub heads: Vec<String>,
    /// Words before a label.
    pub jumps: Vec<String>,
    /// Words of a declaration that are no type by themselves.
    pub qualifiers: Vec<String>,
    /// The word of a declaration that gives a name to a type.
    pub alias: String,
    /// The directive that defines a macro.
    pub defines: String,
    /// What is called with a type and a member of it.
    pub member_calls: Vec<String>,
    /// The headers from outside of whose types the members are known: those of `known_members`.
    pub headers: Vec<String>,
}

/// A place in the tree, and what a name is there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamePlace {
    /// The node around the name.
    #[serde(rename = "in")]
    pub parent: String,
    /// The field of that node that the name stands in: any where absent.
    #[serde(default)]
    pub field: Option<String>,
    /// A field that the node must have.
    #[serde(default)]
    pub with: Option<String>,
    /// The node that stands around that node.
    #[serde(default)]
    pub under: Option<String>,
    /// What the name is there.
    pub is: NameUse,
    /// The space of names that it belongs to: the one of variables where absent. Those of others are never meant.
    #[serde(default)]
    pub space: Option<String>,
    /// The field of the node whose name it may repeat: then it is another word for the same thing.
    #[serde(default)]
    pub repeats: Option<String>,
    /// The field of the node in which the object stands whose member it is.
    #[serde(default)]
    pub owner: Option<String>,
}

/// A node whose head declares names that are known up to its end.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameHead {
    /// The node.
    #[serde(rename = "in")]
    pub kind: String,
    /// The field of the head.
    pub field: String,
    /// The field behind which the names are known: from their declaration on where absent.
    #[serde(default)]
    pub behind: Option<String>,
}

/// What a name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameUse {
    /// The name of what is defined.
    Definition,
    /// Declared, to be defined elsewhere.
    Forward,
    /// Bound in the scope around, all of it.
    Binding,
    /// Bound in the scope around, from here on.
    Local,
    /// A parameter.
    Parameter,
    /// A member of an object.
    Member,
    /// A member of what stands before it in a path.
    Qualified,
    /// The name of something that is no variable, such as a keyword argument.
    Label,
    /// A use that nobody can tell.
    Unsure,
    /// What is bound elsewhere.
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
                &rules.inside,
                &rules.through,
                &rules.opaque,
                &rules.wildcards,
                &rules.enums,
                &rules.paths,
                &rules.instances,
                &rules.types,
                &rules.outward,
                &rules.bases,
                &rules.pointers,
                &rules.plain,
                &rules.calls,
                &rules.literals,
                &rules.gaps,
            ];
            let places = rules.places.iter().map(|place| &place.parent);
            let heads = rules.heads.iter().map(|head| &head.kind);
            for kind in lists.into_iter().flatten().chain(places).chain(heads) {
                assert_ne!(grammar.id_for_node_kind(kind, true), 0, "{kind}");
            }
            let of_places = rules.places.iter().flat_map(|place| [&place.field, &place.owner, &place.with]);
            let of_heads = rules.heads.iter().flat_map(|head| head.behind.iter().chain([&head.field]));
            for name in of_places.chain([&rules.typed]).flatten().chain(of_heads) {
                assert!(grammar.field_id_for_name(name).is_some(), "{name}");
            }
        }
    }
}
