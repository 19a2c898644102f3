//! Expected types of arguments of functions and of attributes of tags.

use tree_sitter::Node;

use super::spelled::children;
use super::{CandidateClasses, MOST_ABOVE, TypeArguments, TypedNode};
use crate::lang::{field, is_of};
use crate::resolve::bindings::file::graph::{BindingId, BindingKind, FileId, space};
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::arity::Arity;

impl Project {
    /// Returns whether a type is a type parameter.
    pub(super) fn is_parameter_of_types(&self, spelled: TypedNode<'_>) -> bool {
        let found = self.resolve(spelled.place(), &spelled.expr(), space::TYPE, 1);
        let kind = match found {
            Found::Definition(_, file, id) => self.graph(file).map(|graph| graph.bindings[id].kind),
            _ => None,
        };
        kind == Some(BindingKind::Generic)
    }

    /// Returns the type of the parameter for which a value is passed.
    pub(super) fn parameter_type<'p>(&'p self, value: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        let list = value.node.parent()?;
        let call = value.at(list.parent()?);
        let spread = &value.graph.rules().arity.as_ref()?.spread;
        let given = children(list);
        let number = given.iter().position(|one| *one == value.node)?;
        if given.iter().take(number).any(|one| is_of(one, spread)) {
            return None;
        }
        let mut types = Vec::new();
        let mut called = self.called(call, steps)?;
        // The body of overloads is not called itself.
        if called.iter().any(|function| function.child("body").is_none()) {
            called.retain(|function| function.child("body").is_none());
        }
        if called.len() > 1 && !given.iter().any(|one| is_of(one, spread)) {
            called.retain(|function| {
                function
                    .child("parameters")
                    .is_some_and(|list| Arity::accepts(list.graph, list.node, given.len()))
            });
        }
        for function in called {
            let parameter = self.nth_parameter(function, number, steps)?;
            let parameters = field(function.node, "parameters")?;
            let told = TypeArguments::Call(value.file, value.graph, call.node, parameters);
            types.push(TypedNode { type_arguments: told, ..parameter });
        }
        // All overloads must expect the same type.
        let first = *types.first()?;
        types.iter().all(|one| one.text() == first.text()).then_some(first)
    }

    /// Returns the functions that a call may refer to, or the type of the called function: nodes with parameters.
    fn called<'p>(&'p self, call: TypedNode<'p>, steps: usize) -> Option<Vec<TypedNode<'p>>> {
        if let Some(class) = call.child("constructor") {
            let InferredType::Class(class) = self.kind_of(class.place(), &class.expr(), 1) else {
                return None;
            };
            let own = &self.rules.initialisers;
            let found = own.iter().map(|name| self.member(&class, name, space::ALL, 1));
            return found.into_iter().find_map(|found| match found {
                Found::Definition(_, file, id) => self.functions_of((file, id)),
                _ => None,
            });
        }
        let callee = call.child("function")?;
        match self.kind_of(callee.place(), &callee.expr(), 1) {
            InferredType::Function(file, id) => self.functions_of((file, id)),
            _ => Some(self.function_types(self.declared_type(callee, steps)?, steps)),
        }
    }

    /// Returns the functions that are bound to one name.
    fn functions_of<'p>(&'p self, (file, id): (FileId, BindingId)) -> Option<Vec<TypedNode<'p>>> {
        let graph = self.graph(file)?;
        let binding = &graph.bindings[id];
        let same = graph.bound(binding.scope, graph.slice(&binding.name));
        let is_function = |id: &&BindingId| graph.bindings[**id].kind == BindingKind::Function;
        let all = if same.contains(&id) { same } else { std::slice::from_ref(&id) };
        all.iter().filter(is_function).map(|id| self.function_node(file, *id)).collect()
    }

    /// Returns the node of a function, given its name: the definition, or the function assigned to the name.
    fn function_node<'p>(&'p self, file: FileId, id: BindingId) -> Option<TypedNode<'p>> {
        let graph = self.graph(file)?;
        let name = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end)?;
        let above = node.parent()?;
        let function = match field(above, "parameters") {
            Some(_) => above,
            None => field(above, "value").filter(|value| field(*value, "parameters").is_some())?,
        };
        Some(TypedNode::new(file, graph, function))
    }

    /// Returns the type of the nth parameter of a function, counted from 0 without the receiver.
    pub(super) fn nth_parameter<'p>(
        &'p self,
        function: TypedNode<'p>,
        number: usize,
        steps: usize,
    ) -> Option<TypedNode<'p>> {
        let rules = function.graph.rules();
        let list = function.child("parameters")?;
        let is_receiver = |node: &Node<'p>| {
            let name = list.at(*node).child("pattern").map_or("", |name| name.text());
            rules.receivers.iter().any(|own| own == name)
        };
        let all: Vec<Node<'p>> = children(list.node).into_iter().filter(|node| !is_receiver(node)).collect();
        let open = &rules.arity.as_ref()?.open;
        let is_rest = |node: &Node<'p>| field(*node, "pattern").is_some_and(|name| is_of(name, open));
        let rest = all.iter().position(is_rest).filter(|rest| number >= *rest);
        let parameter = list.at(*all.get(rest.unwrap_or(number))?);
        let declared = match parameter.child("type") {
            Some(declared) => declared,
            None => self.type_of_parameter(parameter, steps + 1)?,
        };
        let declared = TypedNode { type_arguments: function.type_arguments, ..declared };
        if rest.is_some() { self.element_type(declared, steps) } else { Some(declared) }
    }

    /// Returns the expected type of the value of a tag's attribute.
    pub(super) fn attribute_type<'p>(&'p self, value: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        let kinds = &value.graph.rules().jsx_attributes;
        let mut above = std::iter::successors(value.node.parent(), Node::parent).take(2);
        let is_alone = |node: &Node<'_>| node.named_child_count() == 1;
        let (first, second) = (above.next()?, above.next());
        let attribute = match second {
            _ if is_of(first, kinds) => first,
            Some(second) if is_alone(&first) && is_of(second, kinds) => second,
            _ => return None,
        };
        let name = value.at(attribute.named_child(0).filter(|name| *name != value.node)?);
        let props = self.props_type(value.at(attribute.parent()?).child("name")?, steps)?;
        self.member_type(props, name.text(), steps + 1)
    }

    /// Returns the type whose members are the attributes of a tag.
    fn props_type<'p>(&'p self, tag: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        let InferredType::Function(file, id) = self.kind_of(tag.place(), &tag.expr(), 1) else {
            return self.props_of_type(self.declared_type(tag, steps)?, steps);
        };
        if let Some(declared) = self.type_of_variable(file, id) {
            return self.props_of_type(declared, steps);
        }
        match self.functions_of((file, id))?.as_slice() {
            [function] => self.nth_parameter(*function, 0, steps),
            _ => None,
        }
    }

    /// Returns the declared type of a variable.
    pub(in crate::resolve::bindings) fn type_of_variable<'p>(
        &'p self,
        file: FileId,
        id: BindingId,
    ) -> Option<TypedNode<'p>> {
        let graph = self.graph(file)?;
        let name = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end)?;
        let declared = field(node.parent()?, "type")?;
        Some(TypedNode::new(file, graph, declared))
    }

    /// Returns the type of the attributes of a component, given the type of the component.
    pub(super) fn props_of_type<'p>(&'p self, spelled: TypedNode<'p>, steps: usize) -> Option<TypedNode<'p>> {
        let names = &spelled.rules()?.components;
        match self.alternatives_of(spelled, steps).as_slice() {
            [leaf] => self.first_argument(*leaf, names).or_else(|| {
                let function = self.function_type(*leaf, steps)?;
                self.nth_parameter(function, 0, steps)
            }),
            _ => None,
        }
    }

    /// Returns the classes with the member to which an attribute of a tag, or a name in a pattern, refers; `None` if
    /// unknown.
    pub(in crate::resolve::bindings) fn owners_of_label<'p>(
        &'p self,
        label: TypedNode<'p>,
    ) -> Option<CandidateClasses> {
        let above = label.node.parent()?;
        if is_of(above, &label.graph.rules().jsx_attributes) {
            let tag = label.at(above.parent()?).child("name")?;
            if let InferredType::Class(class) = self.kind_of(tag.place(), &tag.expr(), 1) {
                return self.owners_of_component(&class);
            }
            return self.owners_of_type(self.props_type(tag, 1)?, 1);
        }
        let patterns = &label.rules()?.patterns;
        let mut around = std::iter::successors(Some(above), Node::parent).take(MOST_ABOVE);
        let pattern = around.find(|node| is_of(node, patterns))?;
        self.owners_of_type(self.pattern_type(label.at(pattern), 1)?, 1)
    }

    /// Returns the classes of the attributes of a class component: the first type argument of its base.
    fn owners_of_component(&self, class: &DefinitionId) -> Option<CandidateClasses> {
        let names = &self.rules.expected.as_ref()?.components;
        self.scopes_of_class(class).iter().find_map(|(file, scope)| {
            let graph = self.graph(*file)?;
            let range = &graph.scopes[*scope].range;
            let node = graph.tree.root_node().descendant_for_byte_range(range.start, range.end)?;
            let above = TypedNode::new(*file, graph, base_with_arguments(node, MOST_ABOVE)?);
            let base = above.child("value")?.text();
            let is_one = names.iter().any(|own| base.rsplit('.').next() == Some(own.as_str()));
            let arguments = above.child("type_arguments").filter(|_| is_one)?;
            self.owners_of_type(arguments.at(arguments.node.named_child(0)?), 1)
        })
    }
}

/// Returns the node in a class that names its base with type arguments.
fn base_with_arguments(class: Node<'_>, steps: usize) -> Option<Node<'_>> {
    if field(class, "value").is_some() && field(class, "type_arguments").is_some() {
        return Some(class);
    }
    let body = field(class, "body");
    let parts = children(class).into_iter().filter(|part| Some(*part) != body && steps > 0);
    parts.into_iter().find_map(|part| base_with_arguments(part, steps - 1))
}
