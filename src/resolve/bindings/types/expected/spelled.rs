//! Types as written in the source: their alternatives, elements and arguments.

use tree_sitter::Node;

use super::{MOST_ABOVE, MOST_AROUND, Told, Written};
use crate::lang::{ExpressionKind, field, is_of};
use crate::resolve::bindings::file::graph::{BindingId, BindingKind, FileId, space};
use crate::resolve::bindings::lookup::found::{Found, Key};
use crate::resolve::bindings::project::Project;

/// The maximum number of alternatives of a type.
const MOST_LEAVES: usize = 32;

impl Project {
    /// Returns the alternatives of a type, with aliases resolved, and without null and plain values.
    pub(super) fn leaves<'p>(&'p self, spelled: Written<'p>, steps: usize) -> Vec<Written<'p>> {
        let mut found = Vec::new();
        self.add_leaves(spelled, steps, &mut found);
        found
    }

    fn add_leaves<'p>(&'p self, spelled: Written<'p>, steps: usize, found: &mut Vec<Written<'p>>) {
        let Some(rules) = spelled.rules().filter(|_| steps < MOST_AROUND && found.len() < MOST_LEAVES) else {
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
                self.add_leaves(spelled.at(part), steps + 1, found);
            }
            return;
        }
        if let Some((name, arguments)) = generic(spelled) {
            let loosening = spelled.graph.rules().shapes.as_ref().map_or(&[][..], |shapes| &shapes.reducing);
            let is_one = |names: &[String]| names.iter().any(|own| own == name.text());
            if is_one(loosening) || is_one(&rules.narrowing) {
                if let Some(first) = arguments.node.named_child(0) {
                    self.add_leaves(arguments.at(first), steps + 1, found);
                }
                return;
            }
        }
        match self.stands_for(spelled, steps) {
            Some(other) => self.add_leaves(other, steps + 1, found),
            None => found.push(spelled),
        }
    }

    /// Returns the type that an alias stands for, or the argument or constraint of a type parameter.
    fn stands_for<'p>(&'p self, spelled: Written<'p>, steps: usize) -> Option<Written<'p>> {
        let (name, arguments) = match generic(spelled) {
            Some((name, arguments)) => (name, Some(arguments)),
            None => (spelled, None),
        };
        let (file, id) = self.named(name)?;
        let graph = self.graph(file)?;
        let range = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(range.start, range.end)?;
        let above = node.parent()?;
        match graph.bindings[id].kind {
            BindingKind::Type => {
                let value = Written::new(file, graph, field(above, "value")?);
                let told = arguments.map(|all| Told::Arguments(all.file, all.graph, all.node));
                Some(Written { told: told.unwrap_or(Told::Nothing), ..value })
            }
            BindingKind::Generic => self.told(spelled, above).or_else(|| {
                let constraint = field(above, "constraint").and_then(|constraint| constraint.named_child(0));
                // The constraint may refer to other type parameters of the same call.
                (steps < MOST_AROUND)
                    .then_some(Written { told: spelled.told, ..Written::new(file, graph, constraint?) })
            }),
            _ => None,
        }
    }

    /// Returns the binding that a type name refers to.
    fn named(&self, name: Written<'_>) -> Option<(FileId, BindingId)> {
        self.followed(self.resolve(name.place(), &name.expr(), space::TYPE, 1))
    }

    /// Follows imports to the binding that a lookup result refers to.
    pub(in crate::resolve::bindings) fn followed(&self, mut found: Found) -> Option<(FileId, BindingId)> {
        for _ in 0..MOST_ABOVE {
            match found {
                Found::Key(_, file, id) if self.graph(file)?.bindings[id].kind == BindingKind::Import => {
                    found = self.through(file, id, 1);
                }
                Found::Key(_, file, id) => return Some((file, id)),
                Found::Module(_) | Found::External | Found::Nowhere | Found::Unknown => return None,
            }
        }
        None
    }

    /// Returns the type argument for the type parameter that `declared` declares.
    fn told<'p>(&'p self, spelled: Written<'p>, declared: Node<'_>) -> Option<Written<'p>> {
        let Told::Arguments(file, graph, arguments) = spelled.told else { return None };
        let list = declared.parent()?;
        let mut cursor = list.walk();
        let number = list.named_children(&mut cursor).position(|one| one == declared)?;
        let given = arguments.named_child(u32::try_from(number).ok()?)?;
        Some(Written::new(file, graph, given))
    }

    /// Returns the element type of a list type.
    pub(super) fn element<'p>(&'p self, list: Written<'p>, steps: usize) -> Option<Written<'p>> {
        self.one(list, steps, |leaf| {
            if leaf.is(ExpressionKind::Container) {
                return leaf.node.named_child(0).map(|held| leaf.at(held));
            }
            self.first_argument(leaf, &leaf.graph.rules().containers)
        })
    }

    /// Returns the type that a promise or another wrapper contains.
    pub(super) fn held_type<'p>(&'p self, holder: Written<'p>, steps: usize) -> Option<Written<'p>> {
        self.one(holder, steps, |leaf| self.first_argument(leaf, &leaf.graph.rules().containers))
    }

    /// Returns the first argument of a generic type that has one of the given names and is not defined by the project.
    pub(super) fn first_argument<'p>(&'p self, leaf: Written<'p>, names: &[String]) -> Option<Written<'p>> {
        let (name, arguments) = generic(leaf)?;
        let last = name.text().rsplit('.').next().unwrap_or_default();
        let is_one = names.iter().any(|own| own == last) && self.named(name).is_none();
        is_one.then(|| arguments.node.named_child(0).map(|first| arguments.at(first)))?
    }

    /// Returns the function type among the alternatives of a type, if there is only one.
    pub(super) fn function_type<'p>(&'p self, spelled: Written<'p>, steps: usize) -> Option<Written<'p>> {
        match self.function_types(spelled, steps).as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// Returns the function types among the alternatives of a type, and the signatures of objects that are called.
    pub(in crate::resolve::bindings) fn function_types<'p>(
        &'p self,
        spelled: Written<'p>,
        steps: usize,
    ) -> Vec<Written<'p>> {
        let Some(rules) = spelled.rules() else { return Vec::new() };
        let functions = |leaf: Written<'p>| match is_of(leaf.node, &rules.functions) {
            true => vec![leaf],
            false => {
                let class = self.owners_of_leaf(leaf, steps + 1).single().cloned();
                let told = generic(leaf).map(|(_, all)| Told::Arguments(all.file, all.graph, all.node));
                let signatures = class.map_or_else(Vec::new, |class| self.signatures_of(&class));
                let told = told.unwrap_or(Told::Nothing);
                signatures.into_iter().map(|signature| Written { told, ..signature }).collect()
            }
        };
        self.leaves(spelled, steps).into_iter().flat_map(functions).collect()
    }

    /// Returns the signatures by which the objects of a class are called.
    fn signatures_of(&self, class: &Key) -> Vec<Written<'_>> {
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
            Some(called.map(|part| Written::new(*file, graph, part)).collect::<Vec<_>>())
        });
        in_scope.flatten().collect()
    }

    /// Returns the result of `find` if it finds something in exactly one alternative of a type.
    fn one<'p>(
        &'p self,
        spelled: Written<'p>,
        steps: usize,
        find: impl Fn(Written<'p>) -> Option<Written<'p>>,
    ) -> Option<Written<'p>> {
        let mut all = self.leaves(spelled, steps).into_iter().filter_map(find);
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    /// Returns the type of a member of an object type.
    pub(super) fn member_type<'p>(
        &'p self,
        object: Written<'p>,
        name: &str,
        steps: usize,
    ) -> Option<Written<'p>> {
        let leaves = self.leaves(object, steps);
        let [leaf] = leaves.as_slice() else { return None };
        if let Some((_, value)) = self.table(*leaf) {
            return Some(value);
        }
        let owners = self.owners_of_leaf(*leaf, steps + 1);
        let class = owners.single()?;
        let Found::Key(_, file, id) = self.member(class, name, space::ALL, 1) else { return None };
        let declared = self.type_beside_name(file, id)?;
        let told = generic(*leaf).map(|(_, all)| Told::Arguments(all.file, all.graph, all.node));
        Some(Written { told: told.unwrap_or(Told::Nothing), ..declared })
    }

    fn type_beside_name<'p>(&'p self, file: FileId, id: BindingId) -> Option<Written<'p>> {
        let graph = self.graph(file)?;
        let name = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end)?;
        let above = node.parent().filter(|above| field(*above, "name") == Some(node))?;
        Some(Written::new(file, graph, field(above, "type")?))
    }

    /// Returns the key type and the value type of a map or mapped type.
    pub(super) fn table<'p>(&'p self, leaf: Written<'p>) -> Option<(Written<'p>, Written<'p>)> {
        let rules = leaf.rules()?;
        if let Some((name, arguments)) = generic(leaf) {
            let is_one = leaf.graph.rules().maps.iter().any(|own| own == name.text());
            let is_own = || self.named(name).is_some();
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
pub(super) fn generic<'p>(spelled: Written<'p>) -> Option<(Written<'p>, Written<'p>)> {
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
