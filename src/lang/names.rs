//! What a manifest says of where names are bound, and of who sees them.

use serde::Deserialize;

use super::SightRules;

/// Which nodes are names, which open scopes, and what a name is by its place.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NameRules {
    /// The nodes that are names.
    pub words: Vec<String>,
    /// The nodes of the text of strings.
    pub strings: Vec<String>,
    /// The nodes of comments.
    pub comments: Vec<String>,
    /// Nodes whose field `body` is the scope of their parameters.
    pub functions: Vec<String>,
    /// Nodes whose field `body` is a scope that functions in it do not see.
    pub classes: Vec<String>,
    /// Nodes whose field `body` is a scope that sees nothing of what is around it.
    pub modules: Vec<String>,
    /// Nodes that are scopes of what is bound in them, but for a part of them.
    pub clauses: Vec<String>,
    /// Nodes that are scopes of all that is bound in them; one that is the body of a function lies in its scope.
    pub blocks: Vec<String>,
    /// Whether what is bound in a block is known from the end of its declaration on, and not before.
    pub known_behind: bool,
    /// Nodes in the head of a function that see what its body sees, and hold its parameters.
    pub inside: Vec<String>,
    /// Nodes in the head of a function whose parameters are not its own.
    pub apart: Vec<String>,
    /// Nodes around a definition that belong to it.
    pub heads: Vec<String>,
    /// Nodes that pass on the place that they have to the names in them.
    pub through: Vec<String>,
    /// Nodes in which nobody knows what a name is.
    pub opaque: Vec<String>,
    /// Nodes that bring in names without saying which.
    pub wildcards: Vec<String>,
    /// What brings in the names of the scope around, and no others.
    pub wildcard_of_parent: Option<String>,
    /// Nodes around a type whose strings are code.
    pub annotations: Vec<String>,
    /// What a name is by its place; a reference where no place fits. The first one that fits counts.
    pub places: Vec<NamePlace>,
    /// Whether a name means nothing before the statement that binds it has run.
    pub in_order: bool,
    /// The field of a class that holds what it inherits from.
    pub bases: Option<String>,
    /// Classes with nothing to inherit.
    pub root_classes: Vec<String>,
    /// The nodes of what a class inherits from, where those have no field.
    pub base_clauses: Vec<String>,
    /// The functions of a class that have its object.
    pub methods: Vec<String>,
    /// Functions with the object of the function around.
    pub arrows: Vec<String>,
    /// Nodes of a member whose name is calculated; the fields are `object` and `index`.
    pub computed: Vec<String>,
    /// The nodes of a calculated name that spell it.
    pub spelled: Vec<String>,
    /// Words that name a variable and a member at once.
    pub shorthands: Vec<String>,
    /// Words that are types by themselves.
    pub type_words: Vec<String>,
    /// The field of a block of functions that holds the type that they are given to.
    pub given_to: Option<String>,
    /// The field of a block of functions that holds the trait that they belong to.
    pub of_trait: Option<String>,
    /// Whether a member is reached by its object or its class alone, and never by its name.
    pub members_apart: bool,
    /// Whether a member that is not called is never a function.
    pub fields_apart: bool,
    /// What a comment begins with that is an order.
    pub orders: Vec<String>,
    /// Whether a string that is just a name may stand for it.
    pub names_in_strings: bool,
    /// The space of names for which that holds as well.
    pub space_in_strings: Option<String>,
    /// Words before a name that fix it.
    pub fixed_by: Vec<String>,
    /// What stands for the object in its own functions; the first parameter of each where this is empty.
    pub receivers: Vec<String>,
    /// Words for the class itself in its own functions.
    pub own_class: Vec<String>,
    /// Words above a function that has no object.
    pub static_words: Vec<String>,
    /// Names by which any other can be reached.
    pub dynamic: Vec<String>,
    /// Names by which any member can be reached.
    pub dynamic_members: Vec<String>,
    /// Names that mean something to the language.
    pub special: Vec<String>,
    /// What names that mean something to the language begin and end with.
    pub special_edge: Option<String>,
    /// What names of members begin with that are seen in their class only.
    pub private_edge: Option<String>,
    /// Present where functions see the members of their class, and modules those of all their parts.
    pub sight: Option<SightRules>,
}

/// A place in the tree, and what a name is there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamePlace {
    /// The node around the name.
    #[serde(rename = "in")]
    pub parent: String,
    /// The field of that node that the name stands in: any where absent, none where empty.
    #[serde(default)]
    pub field: Option<String>,
    /// Whether only the first name of several is meant.
    #[serde(default)]
    pub first: bool,
    /// A field that the node must have.
    #[serde(default)]
    pub with: Option<String>,
    /// A node or a word that the node must have.
    #[serde(default)]
    pub beside: Option<String>,
    /// A field that the node must not have.
    #[serde(default)]
    pub without: Option<String>,
    /// The field that holds the type of what is bound, or what a type is.
    #[serde(default)]
    pub typed: Option<String>,
    /// Whether the name must begin with a small letter, or must not.
    #[serde(default)]
    pub small: Option<bool>,
    /// The node that stands around that node.
    #[serde(default)]
    pub under: Option<String>,
    /// What the name is there.
    pub is: NameUse,
    /// Whether all that is bound so to one name in one scope is one thing.
    #[serde(default)]
    pub again: bool,
    /// The space of names that it belongs to: the one of variables where absent. Those of others are never meant.
    #[serde(default)]
    pub space: Option<String>,
    /// Whether it is the name of a type, of a value or of both; by its word where absent.
    #[serde(default)]
    pub sense: Option<Sense>,
    /// The field of the node in which the object stands whose member it is.
    #[serde(default)]
    pub owner: Option<String>,
}

/// What a name stands for, where types and values have the same space of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sense {
    /// A type, and a value.
    Both,
    /// A value.
    Value,
    /// A type.
    Type,
}

impl Sense {
    /// Whether a name in one sense may be one in the other.
    #[must_use]
    pub fn fits(self, other: Self) -> bool {
        self == other || self == Self::Both || other == Self::Both
    }
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
    /// Bound in the scope around, clauses passed over.
    Outward,
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
                &rules.blocks,
                &rules.inside,
                &rules.apart,
                &rules.base_clauses,
                &rules.methods,
                &rules.arrows,
                &rules.computed,
                &rules.spelled,
                &rules.shorthands,
                &rules.type_words,
                &rules.heads,
                &rules.through,
                &rules.opaque,
                &rules.wildcards,
                &rules.annotations,
            ];
            let places = rules.places.iter().map(|place| &place.parent);
            let sight = rules.sight.clone().unwrap_or_default();
            let in_sight = [
                &sight.paths,
                &sight.instances,
                &sight.types,
                &sight.outward,
                &sight.bases,
                &sight.pointers,
                &sight.plain,
                &sight.calls,
                &sight.gaps,
            ];
            for kind in lists.into_iter().chain(in_sight).flatten().chain(places) {
                assert_ne!(grammar.id_for_node_kind(kind, true), 0, "{kind}");
            }
            let own = [&rules.bases, &rules.given_to, &rules.of_trait];
            let of_places = rules
                .places
                .iter()
                .flat_map(|place| [&place.field, &place.owner, &place.with, &place.without, &place.typed]);
            let fields = own.into_iter().chain(of_places).flatten().filter(|name| !name.is_empty());
            for name in fields {
                assert!(grammar.field_id_for_name(name).is_some(), "{name}");
            }
        }
    }
}
