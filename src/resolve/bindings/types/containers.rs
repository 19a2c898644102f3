//! What the functions of containers and other objects of the standard library return.

use std::ops::Range;

use tree_sitter::Node;

use super::foreign::given_to;
use crate::lang::{LocalRules, field};
use crate::resolve::bindings::file::expr::{expr, path_root};
use crate::resolve::bindings::file::graph::{BindingGraph, Expr, space};
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::project::Project;

impl Project {
    /// Returns the result of calling a member of an object of the standard library; else, as an error, the type of the
    /// member itself.
    pub(super) fn called_member(
        &self,
        place: Place,
        of: &Expr,
        (owner_expr, range): (&Expr, &Range<usize>),
        steps: usize,
    ) -> Result<InferredType, InferredType> {
        let Some(graph) = self.graph(place.file) else { return Ok(InferredType::Unknown) };
        let rules = graph.rules();
        let name = graph.slice(range);
        let written = self.written_out(place, owner_expr, steps);
        let owner = match written.unwrap_or_else(|| self.kind_of(place, owner_expr, steps + 1)) {
            InferredType::Object(key) => self.owner_of_inherited(key, name, steps),
            InferredType::ResultOf(held, error) => match error_taken_out(rules, name, &error) {
                Some(kind) => return Ok(kind),
                None => InferredType::ContainerOf(held),
            },
            owner => owner,
        };
        if let Some(kind) = self.made_by_function((place, graph), of, (&owner, name), steps) {
            return Ok(kind);
        }
        let is_one = |words: &[String]| words.iter().any(|word| word == name);
        if let Some(kind) = taken_from_container(rules, name, &owner) {
            return Ok(kind);
        }
        match owner {
            InferredType::Plain
            | InferredType::OpaqueGeneric
            | InferredType::Cell(..)
            | InferredType::ContainerOf(_)
            | InferredType::MapOf(..)
                if is_one(&rules.unrelated_results) =>
            {
                Ok(InferredType::Plain)
            }
            InferredType::Plain if is_one(&rules.unrelated_lists) => {
                Ok(InferredType::ContainerOf(Box::new(InferredType::Plain)))
            }
            InferredType::Plain if rules.separate_function_namespace => Ok(InferredType::Plain),
            InferredType::External if rules.separate_function_namespace => {
                let is_plain = path_root(owner_expr)
                    .is_some_and(|root| rules.unrelated_types.iter().any(|plain| plain == graph.slice(root)));
                Ok(if is_plain { InferredType::Plain } else { InferredType::Unknown })
            }
            InferredType::Plain
                if is_one(&rules.unrelated_element_results) && !self.is_blanket_member(name) =>
            {
                Ok(InferredType::Plain)
            }
            InferredType::Object(key)
                if is_one(&rules.cloning_methods)
                    && matches!(
                        self.member(&key, name, space::VALUE, steps + 1),
                        Found::Nowhere | Found::Unknown
                    ) =>
            {
                Ok(InferredType::Object(key))
            }
            InferredType::Unknown | InferredType::External | InferredType::ExternalResult
                if is_one(&rules.always_unrelated_results) && !self.defines(name) =>
            {
                Ok(InferredType::Plain)
            }
            owner => Err(self.kind_of_member(owner, name, space::VALUE, steps)),
        }
    }

    /// The object whose function is called: of one that the class has from outside of the project, what that makes of the
    /// object.
    fn owner_of_inherited(&self, key: DefinitionId, name: &str, steps: usize) -> InferredType {
        let is_own = || matches!(self.member(&key, name, space::VALUE, steps + 1), Found::Definition(..));
        let is_copied = || self.rules.cloning_methods.iter().any(|word| word == name);
        if let Some(holder) = self.inherited_container(&key, Some(name), steps).filter(|_| !is_own()) {
            return holder;
        }
        match self.delegate_of(&key, steps).filter(|_| !is_copied() && !is_own()) {
            Some(delegate) => delegate,
            None => InferredType::Object(key),
        }
    }

    /// Returns what a function of a container makes of its elements by the function that it gets: `all.map(|one| one.owner)`.
    fn made_by_function(
        &self,
        (place, graph): (Place, &BindingGraph),
        of: &Expr,
        (owner, name): (&InferredType, &str),
        steps: usize,
    ) -> Option<InferredType> {
        let rules = graph.rules().made_by_functions.as_ref()?;
        let is_one = |words: &[String]| words.iter().any(|word| word == name);
        let container = |held| InferredType::ContainerOf(Box::new(held));
        let made = || self.result_of_argument((place, graph), of, ArgumentPosition::Last, steps);
        match owner {
            InferredType::ContainerOf(_) | InferredType::MapOf(..) if is_one(&rules.maps) => {
                Some(container(made()))
            }
            InferredType::ContainerOf(_) | InferredType::MapOf(..) if is_one(&rules.flat_maps) => {
                Some(container(self.elements_of(made(), steps)))
            }
            InferredType::ContainerOf(_) if is_one(&rules.choices) => Some(made()),
            InferredType::ContainerOf(_) if is_one(&rules.folds) => {
                Some(self.result_of_argument((place, graph), of, ArgumentPosition::First, steps))
            }
            InferredType::ContainerOf(held) if is_one(&rules.flattening) => {
                Some(container(self.elements_of((**held).clone(), steps)))
            }
            InferredType::Plain if is_one(&rules.conditions) => Some(container(made())),
            InferredType::ContainerOf(held) if is_one(&graph.rules().zipping_methods) => {
                let other = self.result_of_argument((place, graph), of, ArgumentPosition::First, steps);
                let pair = vec![(**held).clone(), self.elements_of(other, steps)];
                Some(container(InferredType::Tuple(pair)))
            }
            _ => None,
        }
    }

    /// Returns the type of an argument of a call; of a function, the type of its result.
    fn result_of_argument(
        &self,
        (place, graph): (Place, &BindingGraph),
        of: &Expr,
        position: ArgumentPosition,
        steps: usize,
    ) -> InferredType {
        let Some(list) = given_to(graph, of) else { return InferredType::Unknown };
        let mut cursor = list.walk();
        let mut given = list.named_children(&mut cursor).filter(|node| !node.is_extra());
        let node = if position == ArgumentPosition::First { given.next() } else { given.last() };
        let Some(node) = node else { return InferredType::Unknown };
        let kind_of = |node: Node<'_>| {
            let place = Place { byte: node.start_byte(), ..place };
            self.kind_of(place, &expr(graph.rules(), &graph.text, node, 0), steps + 2)
        };
        match field(node, "body").filter(|_| field(node, "parameters").is_some()) {
            Some(body) => kind_of(body),
            None => match kind_of(node) {
                InferredType::Function(file, id) => self.result_of(file, id, steps + 1),
                InferredType::Class(key) => InferredType::Object(key),
                InferredType::FunctionReturning(given) => *given,
                kind if position == ArgumentPosition::First => kind,
                _ => InferredType::Unknown,
            },
        }
    }
}

/// The position of an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ArgumentPosition {
    First,
    Last,
}

/// Returns what a function of a result makes of its error.
fn error_taken_out(rules: &LocalRules, name: &str, error: &InferredType) -> Option<InferredType> {
    let rules = rules.failing.as_ref()?;
    let is_one = |words: &[String]| words.iter().any(|word| word == name);
    match () {
        () if is_one(&rules.getters) => Some(error.clone()),
        () if is_one(&rules.options) => Some(InferredType::ContainerOf(Box::new(error.clone()))),
        () => None,
    }
}

/// Returns what a function of a container returns whose result follows from the types in the container.
fn taken_from_container(rules: &LocalRules, name: &str, owner: &InferredType) -> Option<InferredType> {
    let is_one = |words: &[String]| words.iter().any(|word| word == name);
    let container = |held: &InferredType| InferredType::ContainerOf(Box::new(held.clone()));
    let future = |held| InferredType::FutureOf(Box::new(held));
    Some(match owner {
        InferredType::ContainerOf(held) | InferredType::MapOf(_, held) if is_one(&rules.element_getters) => {
            (**held).clone()
        }
        InferredType::MapOf(key, held) if is_one(&rules.map_iterators) => match () {
            () if rules.map_iterators.first().is_some_and(|first| first == name) => container(key),
            () if rules.map_iterators.last().is_some_and(|last| last == name) => container(held),
            () => container(&InferredType::Tuple(vec![(**key).clone(), (**held).clone()])),
        },
        InferredType::Tuple(parts) if is_one(&rules.tuple_accessors) => {
            let number = rules.tuple_accessors.iter().position(|word| word == name);
            number.and_then(|number| parts.get(number)).cloned().unwrap_or(InferredType::Unknown)
        }
        InferredType::MapOf(_, held) if is_one(&rules.map_getters) => container(held),
        InferredType::Cell(path, held) => match rules.cells.get(path)? {
            accessors if is_one(&accessors.values) => (**held).clone(),
            accessors if is_one(&accessors.containers) => container(held),
            accessors if is_one(&accessors.later_values) => future((**held).clone()),
            accessors if is_one(&accessors.later_containers) => future(container(held)),
            _ => return None,
        },
        InferredType::ContainerOf(held) if is_one(&rules.enumerating_methods) => {
            container(&InferredType::Tuple(vec![InferredType::Plain, (**held).clone()]))
        }
        InferredType::ContainerOf(held) if is_one(&rules.container_adapters) => container(held),
        InferredType::ContainerOf(held) if is_one(&rules.splitting_adapters) => container(&container(held)),
        InferredType::ContainerOf(held) if is_one(&rules.pair_splitters) => {
            InferredType::Tuple(vec![container(held), container(held)])
        }
        _ => return None,
    })
}
