//! Types as written in the source: their alternatives, elements and arguments.

use tree_sitter::Node;

use super::{MOST_ABOVE, MOST_AROUND, TypeArguments, TypedNode};
use crate::lang::{ExpressionKind, field, is_of};
use crate::resolve::bindings::file::graph::{BindingId, BindingKind, FileId, space};
use crate::resolve::bindings::lookup::results::{DefinitionId, Found};
use crate::resolve::bindings::project::Project;

/// The maximum number of alternatives of a type.
const MAX_ALTERNATIVES: usize = 32;

impl Project {
    /// Returns the alternatives of a type, with aliases resolved, and without null and plain values.
    pub(super) fn alternatives_of<'p>(&'p self, spelled: TypedNode<'p>, steps: usize) -> Vec<TypedNode<'p>> {
        let mut found = Vec::new();
        self.add_alternatives(spelled, steps, &mut found);
        found
    }

    fn add_alternatives<'p>(&'p self, spelled: TypedNode<'p>, steps: usize, found: &mut Vec<TypedNode<'p>>) {
        let Some(rules) = spelled.rules().filter(|_| steps < MOST_AROUND && found.len() < MAX_ALTERNATIVES)
        else {
            found.push(spelled);
            return;
        };
        let node = spelled.node;
        let is_joined = || {
            let shapes = spelled.graph.rules().shapes.as_ref();
            shapes.is_some_and(|shapes| is_of(node, &shapes.joins))
        };
        if is_of(node, &spelled.graph.rules().built_in_types) || is_of(node, &rules.memberless_types) {
            return;
        }
        if spelled.is(ExpressionKind::Operand) || spelled.is(ExpressionKind::Either) && !is_joined() {
            let mut cursor = node.walk();
            let parts: Vec<Node<'p>> =
                node.named_children(&mut cursor).filter(|part| !part.is_extra()).collect();
            for part in parts {
                self.add_alternatives(spelled.at(part), steps + 1, found);
            }
            return;
        }
        if let Some((name, arguments)) = generic(spelled) {
            let loosening = spelled.graph.rules().shapes.as_ref().map_or(&[][..], |shapes| &shapes.reducing);
            let is_one = |names: &[String]| names.iter().any(|own| own == name.text());
            if is_one(loosening) || is_one(&rules.narrowing) {
                if let Some(first) = arguments.node.named_child(0) {
                    self.add_alternatives(arguments.at(first), steps + 1, found);
                }
                return;
            }
        }
        match self.stands_for(spelled, steps) {
            Some(other) => self.add_alternatives(other, steps + 1, found),
            None => found.push(spelled),
        }
    }

    /// Returns the type that an alias stands for, or the argument or constraint of a type parameter.
    fn stands_for<'p>(&'p self, spelled: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        let (name, arguments) = match generic(spelled) {
            Some((name, arguments)) => (name, Some(arguments)),
            None => (spelled, None),
        };
        let (file, id) = self.binding_of_type_name(name)?;
        let graph = self.graph(file)?;
        let range = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(range.start, range.end)?;
        let above = node.parent()?;
        match graph.bindings[id].kind {
            BindingKind::Type => {
                let value = TypedNode::new(file, graph, field(above, "value")?);
                let told = arguments.map(|all| TypeArguments::Arguments(all.file, all.graph, all.node));
                Some(TypedNode { type_arguments: told.unwrap_or(TypeArguments::Nothing), ..value })
            }
            BindingKind::Generic => self.type_argument(spelled, above).or_else(|| {
                let constraint = field(above, "constraint").and_then(|constraint| constraint.named_child(0));
                // The constraint may refer to other type parameters of the same call.
                (steps < MOST_AROUND).then_some(TypedNode {
                    type_arguments: spelled.type_arguments,
                    ..TypedNode::new(file, graph, constraint?)
                })
            }),
            _ => None,
        }
    }

    /// Returns the binding that a type name refers to.
    fn binding_of_type_name(&self, name: TypedNode<'_>) -> Option<(FileId, BindingId)> {
        self.followed(self.resolve(name.place(), &name.expr(), space::TYPE, 1))
    }

    /// Follows imports to the binding that a lookup result refers to.
    pub(in crate::resolve::bindings) fn followed(&self, mut found: Found) -> Option<(FileId, BindingId)> {
        for _ in 0..MOST_ABOVE {
            match found {
                Found::Definition(_, file, id)
                    if self.graph(file)?.bindings[id].kind == BindingKind::Import =>
                {
                    found = self.target_of_alias(file, id, 1);
                }
                Found::Definition(_, file, id) => return Some((file, id)),
                Found::Module(_) | Found::External | Found::Nowhere | Found::Unknown => return None,
            }
        }
        None
    }

    /// Returns the type argument for the type parameter that `declared` declares.
    fn type_argument<'p>(&'p self, spelled: TypedNode<'p>, declared: Node<'_>) -> Option<TypedNode<'p>> {
        let TypeArguments::Arguments(file, graph, arguments) = spelled.type_arguments else { return None };
        let list = declared.parent()?;
        let mut cursor = list.walk();
        let number = list.named_children(&mut cursor).position(|one| one == declared)?;
        let given = arguments.named_child(u32::try_from(number).ok()?)?;
        Some(TypedNode::new(file, graph, given))
    }

    /// Returns the element type of a list type.
    pub(super) fn element_type<'p>(&'p self, list: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        self.single_alternative(list, steps, |leaf| {
            if leaf.is(ExpressionKind::Container) {
                return leaf.node.named_child(0).map(|held| leaf.at(held));
            }
            self.first_argument(leaf, &leaf.graph.rules().containers)
        })
    }

    /// Returns the type that a promise or another wrapper contains.
    pub(super) fn awaited_type<'p>(&'p self, holder: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        self.single_alternative(holder, steps, |leaf| {
            self.first_argument(leaf, &leaf.graph.rules().containers)
        })
    }

    /// Returns the first argument of a generic type that has one of the given names and is not defined by the project.
    pub(super) fn first_argument<'p>(
        &'p self,
        leaf: TypedNode<'p>,
        names: &[String],
    ) -> Option<TypedNode<'p>> {
        let (name, arguments) = generic(leaf)?;
        let last = name.text().rsplit('.').next().unwrap_or_default();
        let is_one = names.iter().any(|own| own == last) && self.binding_of_type_name(name).is_none();
        is_one.then(|| arguments.node.named_child(0).map(|first| arguments.at(first)))?
    }

    /// Returns the function type among the alternatives of a type, if there is only one.
    pub(super) fn function_type<'p>(&'p self, spelled: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        match self.function_types(spelled, steps).as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// Returns the function types among the alternatives of a type, and the signatures of objects that are called.
    pub(in crate::resolve::bindings) fn function_types<'p>(
        &'p self,
        spelled: TypedNode<'p>,
        steps: usize,
    ) -> Vec<TypedNode<'p>> {
        let Some(rules) = spelled.rules() else { return Vec::new() };
        let functions = |leaf: TypedNode<'p>| match is_of(leaf.node, &rules.functions) {
            true => vec![leaf],
            false => {
                let class = self.owners_of_leaf(leaf, steps + 1).single().cloned();
                let told =
                    generic(leaf).map(|(_, all)| TypeArguments::Arguments(all.file, all.graph, all.node));
                let signatures = class.map_or_else(Vec::new, |class| self.signatures_of(&class));
                let told = told.unwrap_or(TypeArguments::Nothing);
                signatures
                    .into_iter()
                    .map(|signature| TypedNode { type_arguments: told, ..signature })
                    .collect()
            }
        };
        self.alternatives_of(spelled, steps).into_iter().flat_map(functions).collect()
    }

    /// Returns the signatures by which the objects of a class are called.
    fn signatures_of(&self, class: &DefinitionId) -> Vec<TypedNode<'_>> {
        let signatures = self.rules.expected.as_ref().map_or(&[][..], |rules| &rules.signatures);
        if signatures.is_empty() {
            return Vec::new();
        }
        let scopes = self.scopes_of_class(class);
        let in_scope = scopes.iter().filter_map(|(file, scope)| {
            let graph = self.graph(*file)?;
            let range = &graph.scopes[*scope].range;
            let node = graph.tree.root_node().descendant_for_byte_range(range.start, range.end)?;
            let parts = children(field(node, "body").unwrap_or(node)).into_iter();
            let called = parts.filter(|part| is_of(*part, signatures));
            Some(called.map(|part| TypedNode::new(*file, graph, part)).collect::<Vec<_>>())
        });
        in_scope.flatten().collect()
    }

    /// Returns the result of `find` if it finds something in exactly one alternative of a type.
    fn single_alternative<'p>(
        &'p self,
        spelled: TypedNode<'p>,
        steps: usize,
        find: impl Fn(TypedNode<'p>) -> Option<TypedNode<'p>>,
    ) -> Option<TypedNode<'p>> {
        let mut all = self.alternatives_of(spelled, steps).into_iter().filter_map(find);
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    /// Returns the type of a member of an object type.
    pub(super) fn member_type<'p>(
        &'p self,
        object: TypedNode<'p>,
        name: &str,
        steps: usize,
    ) -> Option<TypedNode<'p>> {
        let leaves = self.alternatives_of(object, steps);
        let [leaf] = leaves.as_slice() else { return None };
        if let Some((_, value)) = self.map_types(*leaf) {
            return Some(value);
        }
        let owners = self.owners_of_leaf(*leaf, steps + 1);
        let class = owners.single()?;
        let Found::Definition(_, file, id) = self.member(class, name, space::ALL, 1) else { return None };
        let declared = self.type_beside_name(file, id)?;
        let told = generic(*leaf).map(|(_, all)| TypeArguments::Arguments(all.file, all.graph, all.node));
        Some(TypedNode { type_arguments: told.unwrap_or(TypeArguments::Nothing), ..declared })
    }

    fn type_beside_name<'p>(&'p self, file: FileId, id: BindingId) -> Option<TypedNode<'p>> {
        let graph = self.graph(file)?;
        let name = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end)?;
        let above = node.parent().filter(|above| field(*above, "name") == Some(node))?;
        Some(TypedNode::new(file, graph, field(above, "type")?))
    }

    /// Returns the key type and the value type of a map or mapped type.
    pub(super) fn map_types<'p>(&'p self, leaf: TypedNode<'p>) -> Option<(TypedNode<'p>, TypedNode<'p>)> {
        let rules = leaf.rules()?;
        if let Some((name, arguments)) = generic(leaf) {
            let is_one = leaf.graph.rules().maps.iter().any(|own| own == name.text());
            let is_own = || self.binding_of_type_name(name).is_some();
            let (key, value) = (arguments.node.named_child(0)?, arguments.node.named_child(1)?);
            return (is_one && !is_own()).then(|| (arguments.at(key), arguments.at(value)));
        }
        let part = leaf.node.named_child(0).filter(|_| leaf.node.named_child_count() == 1)?;
        let mapped = part.named_child(0).filter(|mapped| is_of(mapped, &rules.mapped))?;
        // Renamed keys differ from the original ones.
        if field(mapped, "alias").is_some() {
            return None;
        }
        Some((leaf.at(field(mapped, "type")?), leaf.at(field(part, "type")?)))
    }
}

/// Returns the name and the arguments of a generic type.
pub(super) fn generic<'p>(spelled: TypedNode<'p>) -> Option<(TypedNode<'p>, TypedNode<'p>)> {
    if !spelled.is(ExpressionKind::Generic) {
        return None;
    }
    Some((spelled.child("name")?, spelled.child("type_arguments")?))
}

/// Returns the named children of a node, without comments.
pub(super) fn children(list: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = list.walk();
    list.named_children(&mut cursor).filter(|node| !node.is_extra()).collect()
}
