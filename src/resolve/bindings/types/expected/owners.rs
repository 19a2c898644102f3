//! The classes whose members an object of an expected type has, or whose members a string names.

use tree_sitter::Node;

use super::spelled::{children, generic};
use super::{MOST_ABOVE, MOST_AROUND, TypeArguments, TypedNode};
use crate::lang::{ExpressionKind, field, is_of};
use crate::resolve::bindings::file::graph::{BindingGraph, FileId, Scope, Sort};
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, InferredType};
use crate::resolve::bindings::project::Project;

/// The classes to whose members a name may refer.
#[derive(Debug, Default)]
pub(in crate::resolve::bindings) struct CandidateClasses {
    pub(in crate::resolve::bindings) classes: Vec<DefinitionId>,
    /// Whether there may be other classes.
    pub(in crate::resolve::bindings) is_open: bool,
}

impl CandidateClasses {
    const fn unknown() -> Self {
        Self { classes: Vec::new(), is_open: true }
    }

    fn add(&mut self, more: Self) {
        self.is_open |= more.is_open;
        for class in more.classes {
            if !self.classes.contains(&class) {
                self.classes.push(class);
            }
        }
    }

    /// Returns the class if it is the only possible one.
    pub(super) fn single(&self) -> Option<&DefinitionId> {
        match self.classes.as_slice() {
            [class] if !self.is_open => Some(class),
            _ => None,
        }
    }
}

impl Project {
    /// Returns the classes of an object literal, from its expected type; `None` if that has several alternatives.
    pub(in crate::resolve::bindings) fn owners_of_value<'p>(
        &'p self,
        value: TypedNode<'p>,
    ) -> Option<CandidateClasses> {
        self.owners_of_type(self.expected(value, 0)?, 1)
    }

    /// Returns the classes that an object literal is expected to have, if its own scope does not name them.
    pub(in crate::resolve::bindings) fn owners_of_literal(
        &self,
        (file, graph): (FileId, &BindingGraph),
        scope: &Scope,
    ) -> Option<CandidateClasses> {
        let shapes = graph.rules().shapes.as_ref().filter(|_| graph.rules().expected.is_some())?;
        let literals = &shapes.literals;
        if !literals.iter().any(|kind| **kind == *scope.kind) {
            return None;
        }
        let node = graph.tree.root_node().descendant_for_byte_range(scope.range.start, scope.range.end)?;
        let spelled = self.expected(TypedNode::new(file, graph, node), 0)?;
        let owners = self.owners_of_type(spelled, 1)?;
        // The parts of an intersection that are unresolved here may be among the bases of the scope.
        (scope.bases.is_empty() || !owners.is_open).then_some(owners)
    }

    /// Returns the classes of an object by its declared type, if the type is otherwise not fully known.
    pub(in crate::resolve::bindings) fn owners_of_declared<'p>(
        &'p self,
        object: TypedNode<'p>,
    ) -> Option<CandidateClasses> {
        self.owners_of_type(self.declared_type(object, 0)?, 1)
    }

    /// Returns the classes of an object of a type; `None` if the type has several alternatives.
    pub(super) fn owners_of_type<'p>(
        &'p self,
        spelled: TypedNode<'p>,
        steps: usize,
    ) -> Option<CandidateClasses> {
        let rules = spelled.rules()?;
        let is_object = |leaf: &TypedNode<'p>| {
            !is_of(leaf.node, &rules.functions)
                && !leaf.is(ExpressionKind::Container)
                && !leaf.is(ExpressionKind::Tuple)
        };
        let leaves: Vec<TypedNode<'p>> =
            self.alternatives_of(spelled, steps).into_iter().filter(is_object).collect();
        let [leaf] = leaves.as_slice() else { return None };
        if let Some((key, _)) = self.map_types(*leaf) {
            return self.owners_of_keys(key, steps + 1).filter(|owners| !owners.is_open);
        }
        let owners = self.owners_of_leaf(*leaf, steps + 1);
        (!owners.classes.is_empty()).then_some(owners)
    }

    /// Returns the classes that an intersection type combines.
    pub(super) fn owners_of_leaf<'p>(&'p self, leaf: TypedNode<'p>, steps: usize) -> CandidateClasses {
        let shapes = leaf.graph.rules().shapes.as_ref();
        if steps < MOST_AROUND && shapes.is_some_and(|shapes| is_of(leaf.node, &shapes.joins)) {
            let mut owners = CandidateClasses::default();
            let mut cursor = leaf.node.walk();
            for part in leaf.node.named_children(&mut cursor).filter(|part| !part.is_extra()) {
                match self.alternatives_of(leaf.at(part), steps + 1).as_slice() {
                    [] => {}
                    [one] => owners.add(self.owners_of_leaf(*one, steps + 1)),
                    _ => owners.is_open = true,
                }
            }
            return owners;
        }
        if let Some(class) = self.class_written_at(leaf) {
            return CandidateClasses { classes: vec![class], is_open: false };
        }
        match self.object_of(leaf.place(), &leaf.expr(), 1) {
            InferredType::Object(class) => CandidateClasses { classes: vec![class], is_open: false },
            InferredType::Either(classes) => CandidateClasses { classes, is_open: true },
            _ => CandidateClasses::unknown(),
        }
    }

    /// Returns the class of an anonymous type that is written out.
    fn class_written_at(&self, leaf: TypedNode<'_>) -> Option<DefinitionId> {
        let scope = leaf.graph.scope_at(leaf.node.start_byte());
        let here = &leaf.graph.scopes[scope];
        if here.sort != Sort::Class || here.range != leaf.node.byte_range() {
            return None;
        }
        match self.home_of(leaf.file, scope, 1) {
            Container::Class(class) => Some((*class).clone()),
            Container::Scope(..) | Container::Space(_) => None,
        }
    }

    /// Returns the classes whose members a string type names (`keyof`); `None` if it is no such type.
    pub(in crate::resolve::bindings) fn owners_of_keys<'p>(
        &'p self,
        spelled: TypedNode<'p>,
        steps: usize,
    ) -> Option<CandidateClasses> {
        let rules = spelled.rules().filter(|_| steps < MOST_AROUND)?;
        let joins = spelled.graph.rules().shapes.as_ref().map_or(&[][..], |shapes| &shapes.joins);
        let mut found: Option<CandidateClasses> = None;
        let mut add = |owners: CandidateClasses| found.get_or_insert_default().add(owners);
        for leaf in self.alternatives_of(spelled, steps) {
            if is_of(leaf.node, joins) {
                let mut cursor = leaf.node.walk();
                let parts = leaf.node.named_children(&mut cursor).filter(|part| !part.is_extra());
                parts.filter_map(|part| self.owners_of_keys(leaf.at(part), steps + 1)).for_each(&mut add);
            } else if is_of(leaf.node, &rules.key_queries)
                && let Some(of) = leaf.node.named_child(0)
            {
                add(self.owners_of_operand(leaf.at(of), steps + 1));
            }
        }
        found
    }

    /// Returns the classes whose members are named by the type arguments of the call around a value.
    pub(in crate::resolve::bindings) fn owners_by_arguments<'p>(
        &'p self,
        value: TypedNode<'p>,
    ) -> Option<CandidateClasses> {
        let mut around = std::iter::successors(value.node.parent(), Node::parent).take(MOST_ABOVE);
        let is_call = |node: &Node<'_>| field(*node, "arguments").is_some();
        let types = value.at(around.find(is_call)?).child("type_arguments")?;
        let mut owners: Option<CandidateClasses> = None;
        for one in children(types.node) {
            if let Some(more) = self.owners_of_keys(types.at(one), 1) {
                owners.get_or_insert_default().add(more);
            }
        }
        owners
    }

    /// Returns the classes whose keys a type operator yields, given its operand.
    fn owners_of_operand<'p>(&'p self, operand: TypedNode<'p>, steps: usize) -> CandidateClasses {
        let Some(rules) = operand.rules() else { return CandidateClasses::unknown() };
        if is_of(operand.node, &rules.value_queries) {
            let Some(value) = operand.node.named_child(0).map(|value| operand.at(value)) else {
                return CandidateClasses::unknown();
            };
            return match self.kind_of(value.place(), &value.expr(), 1) {
                InferredType::Object(class) | InferredType::Class(class) => {
                    CandidateClasses { classes: vec![class], is_open: false }
                }
                _ => CandidateClasses::unknown(),
            };
        }
        if let Some(owners) = self.owners_by_call(operand) {
            return owners;
        }
        let mut owners = CandidateClasses::default();
        let leaves = self.alternatives_of(operand, steps);
        owners.is_open = leaves.is_empty();
        for leaf in leaves {
            match self.map_types(leaf).and_then(|(key, _)| self.owners_of_keys(key, steps + 1)) {
                Some(of_keys) => owners.add(of_keys),
                None => owners.add(self.owners_of_leaf(leaf, steps + 1)),
            }
        }
        // A type parameter may be any type that has at least these members.
        owners.is_open |= generic(operand).is_none() && self.is_parameter_of_types(operand);
        owners
    }

    /// Returns the classes of a type parameter in a call: those of the argument whose parameter has that type, or is a
    /// list of it.
    fn owners_by_call(&self, operand: TypedNode<'_>) -> Option<CandidateClasses> {
        let TypeArguments::Call(file, graph, call, parameters) = operand.type_arguments else { return None };
        let name = operand.text();
        if !self.is_parameter_of_types(operand) {
            return None;
        }
        let list = field(call, "arguments")?;
        let of_node = TypedNode::new(operand.file, operand.graph, parameters);
        for (number, parameter) in children(parameters).into_iter().enumerate() {
            let Some(declared) = of_node.at(parameter).child("type") else { continue };
            let declared = declared.text().trim_start_matches([':', ' ']);
            let declared = declared.trim_start_matches("readonly ");
            let is_list = declared.strip_suffix("[]") == Some(name);
            if declared != name && !is_list {
                continue;
            }
            let value = children(list).into_iter().nth(number)?;
            let value = TypedNode::new(file, graph, value);
            let kind = self.kind_of(value.place(), &value.expr(), 1);
            let kind = if is_list { self.elements_of(kind, 1) } else { kind };
            return match kind {
                InferredType::Object(class) => {
                    Some(CandidateClasses { classes: vec![class], is_open: false })
                }
                InferredType::Either(classes) => Some(CandidateClasses { classes, is_open: true }),
                _ => None,
            };
        }
        None
    }
}
