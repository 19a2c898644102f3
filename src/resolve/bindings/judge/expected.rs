//! The meaning of names by the expected type at their place: strings that name a member, and attributes of tags.

use tree_sitter::Node;

use super::used_name::UsedName;
use crate::lang::{field, is_of};
use crate::resolve::bindings::file::graph::space;
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::types::expected::{CandidateClasses, TypedNode};
use crate::resolve::bindings::used::Meaning;

/// Returns the meaning of an attribute of a tag or of a name in a pattern; `None` if the expected type is unknown.
pub(super) fn of_expected_label(used: UsedName<'_>) -> Option<Meaning> {
    let UsedName { project, graph, place, range } = used;
    graph.rules().expected.as_ref()?;
    let node = graph.tree.root_node().descendant_for_byte_range(range.start, range.end)?;
    let owners = project.owners_of_label(TypedNode::new(place.file, graph, node))?;
    match (members(used, &owners).as_slice(), owners.is_open) {
        ([], true) => None,
        ([], false) => Some(Meaning::Not),
        ([key], false) => Some(Meaning::Is(key.clone())),
        // Other classes may have a member of the name, too.
        ([key, ..], true) => Some(Meaning::Possible(key.clone(), Doubt::Label)),
        (keys, false) => Some(Meaning::OneOf(keys.to_vec())),
    }
}

/// Returns the meaning of a member of an object whose declared type is a combination of types; `None` if it is not
/// certain.
pub(super) fn of_expected_member(used: UsedName<'_>) -> Option<Meaning> {
    let UsedName { project, graph, place, range } = used;
    graph.rules().expected.as_ref()?;
    let node = graph.tree.root_node().descendant_for_byte_range(range.start, range.end)?;
    let object = field(node.parent()?, "object").filter(|object| *object != node)?;
    let owners = project.owners_of_declared(TypedNode::new(place.file, graph, object))?;
    match members(used, &owners).as_slice() {
        [key] if !owners.is_open => Some(Meaning::Is(key.clone())),
        _ => None,
    }
}

/// Returns the meaning of a string that is expected to be the name of a member; `None` if it may be any word.
pub(super) fn of_expected_key(used: UsedName<'_>) -> Option<Meaning> {
    let UsedName { project, graph, place, range } = used;
    let rules = graph.rules().expected.as_ref()?;
    let string = graph.string_around(range)?;
    if string.byte_range().len() != range.len() + 2 {
        return None;
    }
    let above = string.parent()?;
    let key = if is_of(above, &rules.calculated) { above } else { string };
    let pair = key.parent()?;
    let owners = if field(pair, "key") == Some(key) {
        project.owners_of_value(TypedNode::new(place.file, graph, pair.parent()?))
    } else if let Some(object) = field(above, "object").filter(|object| *object != string) {
        project.owners_of_declared(TypedNode::new(place.file, graph, object))
    } else if is_operator(used, above) {
        let object = field(above, "right").filter(|right| *right != string)?;
        let object = TypedNode::new(place.file, graph, object);
        match project.kind_of(object.place(), &object.expr(), 0) {
            InferredType::Object(class) => Some(CandidateClasses { classes: vec![class], is_open: false }),
            InferredType::Either(classes) => Some(CandidateClasses { classes, is_open: true }),
            _ => None,
        }
    } else {
        let spelled = project.expected(TypedNode::new(place.file, graph, string), 0);
        spelled.and_then(|spelled| project.owners_of_keys(spelled, 0))
    };
    let Some(owners) = owners else {
        return of_type_arguments(used, string).or_else(|| of_untold_value(used, string));
    };
    Some(match (members(used, &owners).as_slice(), owners.is_open) {
        ([], true) => Meaning::Unknown(Doubt::Quoted),
        ([], false) => Meaning::Not,
        ([key], _) => Meaning::Is(key.clone()),
        (keys, _) => Meaning::OneOf(keys.to_vec()),
    })
}

/// Returns the possible meaning of a string in a call with type arguments: `useState<keyof Item>("name")`.
fn of_type_arguments(used: UsedName<'_>, string: Node<'_>) -> Option<Meaning> {
    let value = TypedNode::new(used.place.file, used.graph, string);
    let owners = used.project.owners_by_arguments(value)?;
    let key = members(used, &owners).into_iter().next()?;
    Some(Meaning::Possible(key, Doubt::Quoted))
}

/// What a string may mean that is given where nothing tells its type, in a file that spells a type of the names of members.
fn of_untold_value(used: UsedName<'_>, string: Node<'_>) -> Option<Meaning> {
    let classes = used.project.classes_of_keys(used.place.file);
    let owners = CandidateClasses { classes: classes.to_vec(), is_open: true };
    let key = members(used, &owners).into_iter().next()?;
    let value = TypedNode::new(used.place.file, used.graph, string);
    used.project.is_untold(value).then_some(Meaning::Possible(key, Doubt::Quoted))
}

/// Returns whether an expression tests whether an object has a member (`"name" in object`).
fn is_operator(used: UsedName<'_>, expression: Node<'_>) -> bool {
    let asked = used.graph.rules().expected.as_ref().and_then(|rules| rules.has_member.as_deref());
    let operator = field(expression, "operator").map(|operator| used.graph.slice(&operator.byte_range()));
    asked.is_some() && operator == asked
}

/// Returns the members of the name in the given classes.
fn members(used: UsedName<'_>, owners: &CandidateClasses) -> Vec<DefinitionId> {
    let name = used.graph.slice(used.range);
    let mut found = Vec::new();
    for class in &owners.classes {
        if let Found::Definition(key, ..) = used.project.member(class, name, space::ALL, 0)
            && !found.contains(&key)
        {
            found.push(key);
        }
    }
    found
}
