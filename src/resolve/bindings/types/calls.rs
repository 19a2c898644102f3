//! The types of call results.

use std::ops::Range;

use super::foreign::given_to;
use crate::resolve::bindings::file::expr::{expr, path_last, path_root, root_name};
use crate::resolve::bindings::file::graph::{
    BindingGraph, BindingId, BindingKind, Expr, FileId, Sort, TOP, space,
};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::project::Project;

impl Project {
    /// Returns the type of the result of a call.
    pub(super) fn kind_of_call(&self, place: Place, of: &Expr, steps: usize) -> InferredType {
        let Some(graph) = self.graph(place.file) else { return InferredType::Unknown };
        let rules = graph.rules();
        if let Some(kind) = self.made_by_type(place, of, steps) {
            return kind;
        }
        let called = match of {
            Expr::Name(range) if rules.separate_function_namespace => {
                let place = Place { byte: range.start, ..place };
                let found = self.look_up(place, graph.slice(range), Lookup::of(space::VALUE, steps + 1));
                if !matches!(found, Found::Definition(..))
                    && let Some(kind) = self.given_by_own_object(place, graph.slice(range), steps)
                {
                    return kind;
                }
                self.kind_of_found(found, None, steps)
            }
            Expr::Member(owner, name)
                if rules.separate_field_namespace || !rules.container_adapters.is_empty() =>
            {
                match self.called_member(place, of, (owner, name), steps) {
                    Ok(kind) => return kind,
                    Err(called) => called,
                }
            }
            // The result of a macro is unknown, except for macros that format a string.
            Expr::Name(range) | Expr::Path(_, range)
                if !rules.call_macros.is_empty() && graph.text[range.end..].starts_with('!') =>
            {
                let name = graph.slice(range);
                let is_text = matches!(of, Expr::Name(_))
                    && rules.format_macros.iter().any(|own| own == name)
                    && !matches!(
                        self.look_up(place, name, Lookup::of(space::MACRO, steps + 1)),
                        Found::Definition(..)
                    );
                return if is_text { InferredType::Plain } else { InferredType::Unknown };
            }
            _ => self.kind_of(place, of, steps + 1),
        };
        match called {
            InferredType::Class(key) => InferredType::Object(key),
            InferredType::Function(file, id) => match (of, self.gives_its_object(file, id)) {
                (Expr::Member(owner, _), true) => match self.kind_of(place, owner, steps + 1) {
                    object @ (InferredType::Object(_) | InferredType::Either(_)) => object,
                    _ => self.result_of(file, id, steps),
                },
                _ => self.result_of(file, id, steps),
            },
            // A record component is read by calling it.
            kind if rules.separate_function_namespace => kind,
            InferredType::FunctionReturning(given) => *given,
            InferredType::Object(key) if rules.typed_objects => match self.made_of(&key, steps) {
                InferredType::FunctionReturning(given) => *given,
                _ => InferredType::Unknown,
            },
            InferredType::Object(_) | InferredType::Unknown if rules.expected.is_some() => {
                self.result_by_declared_type(place, of, steps)
            }
            kind @ (InferredType::ContainerOf(_) | InferredType::MapOf(..)) if rules.typed_objects => kind,
            InferredType::External if rules.typed_objects && self.gives_back_its_own(place, of) => {
                InferredType::External
            }
            // The result of an external function, or of a member of such a result, if nothing of the project is passed
            // to it.
            ref kind @ (InferredType::External | InferredType::ExternalResult)
                if rules.explicit_overrides
                    && match of {
                        Expr::Member(owner, _) => {
                            *kind == InferredType::ExternalResult && matches!(**owner, Expr::Call(_))
                        }
                        _ => *kind == InferredType::External,
                    }
                    && self.is_kept_outside(place, of, steps) =>
            {
                InferredType::ExternalResult
            }
            InferredType::External if rules.duck_typed && self.gives_back_foreign(place, of) => {
                InferredType::Plain
            }
            // The callee was made by the library, from a name.
            InferredType::Plain | InferredType::LibraryObject(_) if rules.duck_typed => {
                InferredType::ExternalResult
            }
            kind if rules.duck_typed && kind.is_foreign() && self.is_kept_outside(place, of, steps) => {
                InferredType::ExternalResult
            }
            _ => InferredType::Unknown,
        }
    }

    /// What a function gives that the class around has from a container outside of the project: `get(0)` in a class that
    /// extends `ArrayList<Ship>`.
    fn given_by_own_object(&self, place: Place, name: &str, steps: usize) -> Option<InferredType> {
        let Found::Definition(class, ..) = self.class_at(place, steps) else { return None };
        let is_one = |words: &[String]| words.iter().any(|word| word == name);
        let rules = self.rules;
        match self.inherited_container(&class, Some(name), steps)? {
            InferredType::ContainerOf(held) | InferredType::MapOf(_, held)
                if is_one(&rules.element_getters) =>
            {
                Some(*held)
            }
            InferredType::MapOf(_, held) if is_one(&rules.map_getters) => {
                Some(InferredType::ContainerOf(held))
            }
            InferredType::ContainerOf(held) if is_one(&rules.container_adapters) => {
                Some(InferredType::ContainerOf(held))
            }
            _ => None,
        }
    }

    /// Returns whether the declared result of a function is its receiver.
    fn gives_its_object(&self, file: FileId, id: BindingId) -> bool {
        let Some(graph) = self.graph(file).filter(|graph| graph.rules().shapes.is_some()) else {
            return false;
        };
        let Some(Expr::Name(range)) = &graph.bindings[id].declared else { return false };
        graph.rules().receivers.iter().any(|word| word == graph.slice(range))
    }

    /// Returns the result type of a standard library function that is called on a class or with a type argument.
    fn made_by_type(&self, place: Place, of: &Expr, steps: usize) -> Option<InferredType> {
        let graph = self.graph(place.file)?;
        let rules = graph.rules();
        let is_one =
            |words: &[String], range: &Range<usize>| words.iter().any(|word| word == graph.slice(range));
        let has_own = |key: &DefinitionId, range| {
            matches!(self.member(key, graph.slice(range), space::VALUE, steps + 1), Found::Definition(..))
        };
        match of {
            Expr::Path(Some(owner), range) if is_one(&rules.default_constructors, range) => {
                match self.kind_of(place, owner, steps + 1) {
                    InferredType::Class(key) if !has_own(&key, range) => Some(InferredType::Object(key)),
                    _ => None,
                }
            }
            Expr::Path(Some(owner), range) if is_one(&rules.std_constructors, range) => {
                let named = path_last(owner)?;
                if let Some(cell) = self.cell_named(place, owner, steps) {
                    let given = given_to(graph, of).and_then(|arguments| arguments.named_child(0));
                    let held = given.map(|given| expr(rules, &graph.text, given, 0));
                    let held =
                        held.map_or(InferredType::Unknown, |held| self.kind_of(place, &held, steps + 1));
                    return Some(InferredType::Cell(cell, Box::new(held)));
                }
                let is_plain = is_one(&rules.std_constructed_types, named);
                let holds = [&rules.containers, &rules.maps].into_iter().any(|types| is_one(types, named));
                let made = (is_plain || holds).then(|| self.object_of(place, owner, steps + 1))?;
                let is_outer = matches!(
                    made,
                    InferredType::Plain
                        | InferredType::ContainerOf(_)
                        | InferredType::MapOf(..)
                        | InferredType::Cell(..)
                );
                is_outer.then_some(made)
            }
            Expr::Generic(called, argument) => {
                let Expr::Member(owner, range) = &**called else { return None };
                let is_holder = is_one(&rules.type_argument_containers, range);
                if !is_holder && !is_one(&rules.type_argument_constructors, range) {
                    return None;
                }
                if let InferredType::Object(key) = self.kind_of(place, owner, steps + 1)
                    && has_own(&key, range)
                {
                    return None;
                }
                let made = self.object_of(place, argument, steps + 1);
                let made = if is_holder { made } else { self.filled_container(place, made, owner, steps) };
                Some(if is_holder { InferredType::ContainerOf(Box::new(made)) } else { made })
            }
            _ => None,
        }
    }

    /// Returns whether a function from outside of the project returns no objects of the project.
    fn gives_back_its_own(&self, place: Place, of: &Expr) -> bool {
        let Some(graph) = self.graph(place.file) else { return false };
        let Some(root) = root_name(of) else { return false };
        let scope = graph.scope_at(place.byte);
        let bound = graph.around(scope).find_map(|at| graph.bound(at, graph.slice(root)).first());
        match bound.map(|id| graph.bindings[*id].kind) {
            Some(BindingKind::Import) => self.is_standard(place, root),
            _ => true,
        }
    }

    /// Returns the result type of a function; of several overloads, all must return the same type.
    pub(super) fn result_of(&self, file: FileId, id: BindingId, steps: usize) -> InferredType {
        let Some(graph) = self.graph(file) else { return InferredType::Unknown };
        let own = self.own_result(graph, file, id, steps);
        if !graph.rules().overloads || graph.bindings[id].declared.is_none() {
            return own;
        }
        let binding = &graph.bindings[id];
        let is_other =
            |other: &&BindingId| **other != id && graph.bindings[**other].kind == BindingKind::Function;
        let mut others = graph.bound(binding.scope, graph.slice(&binding.name)).iter().filter(is_other);
        match others.all(|other| self.own_result(graph, file, *other, steps) == own) {
            true => own,
            false => InferredType::Unknown,
        }
    }

    /// Returns what calling a variable gives whose declared type has signatures, if all of them give the same.
    fn result_by_declared_type(&self, place: Place, of: &Expr, steps: usize) -> InferredType {
        let found = match of {
            Expr::Name(_) => self.followed(self.resolve(place, of, space::VALUE, steps + 1)),
            _ => None,
        };
        let Some(declared) = found.and_then(|(file, id)| self.type_of_variable(file, id)) else {
            return InferredType::Unknown;
        };
        let signatures = self.function_types(declared, steps);
        let results = signatures.into_iter().map(|signature| match signature.child("return_type") {
            Some(given) => self.object_of(given.place(), &given.expr(), steps + 1),
            None => InferredType::Unknown,
        });
        super::shapes::one_of_kinds(results)
    }

    /// Returns the result type of one overload.
    fn own_result(&self, graph: &BindingGraph, file: FileId, id: BindingId, steps: usize) -> InferredType {
        let binding = &graph.bindings[id];
        let Some(declared) = &binding.declared else { return self.inferred_result(file, id, steps) };
        // The result type is resolved at the function, as a member of its class.
        let inside = binding.body_scope.map_or(binding.name.start, |scope| graph.scopes[scope].range.start);
        let byte = match graph.scopes[binding.scope].sort {
            Sort::Class => binding.name.start,
            _ => inside,
        };
        let result = self.object_of(Place { file, byte }, declared, steps + 1);
        let words = graph.rules().futures.as_ref().map_or(&[][..], |rules| &rules.words);
        match graph.words_before(binding).any(|word| words.iter().any(|own| own == word)) {
            true => InferredType::FutureOf(Box::new(result)),
            false => result,
        }
    }

    /// Returns the class of a value that is passed to a built-in function such as `type`.
    pub(super) fn class_of_value(
        &self,
        place: Place,
        of: &Expr,
        called: &Range<usize>,
        steps: usize,
    ) -> InferredType {
        match self.kind_of(place, of, steps + 1) {
            InferredType::Object(key) if self.is_built_in(place.file, called) => InferredType::Class(key),
            _ => InferredType::Unknown,
        }
    }

    /// Returns the container into which a built-in function collects the elements of a value.
    pub(super) fn gathered(
        &self,
        place: Place,
        of: &Expr,
        called: &Range<usize>,
        steps: usize,
    ) -> InferredType {
        if !self.is_built_in(place.file, called) {
            return InferredType::Unknown;
        }
        InferredType::ContainerOf(Box::new(self.kind_of(place, of, steps + 1)))
    }

    /// Returns whether a name refers to a built-in of the language.
    pub(super) fn is_built_in(&self, file: FileId, name: &Range<usize>) -> bool {
        let Some(graph) = self.graph(file) else { return false };
        let place = Place { file, byte: name.start };
        self.look_up(place, graph.slice(name), Lookup::of(space::ALL, 0)) == Found::Nowhere
    }

    /// Returns whether the callee belongs to the language or its library and returns no object of the project.
    fn gives_back_foreign(&self, place: Place, of: &Expr) -> bool {
        let rules = self.rules;
        let (Some(graph), Some(root)) = (self.graph(place.file), path_root(of)) else { return false };
        let (Expr::Name(last) | Expr::Member(_, last)) = of else { return false };
        let name = graph.slice(last);
        let path = graph.slice(&(root.start..last.end));
        let is_listed = rules.unrelated_functions.iter().any(|own| own == path || own == name);
        let is_class =
            name.starts_with(char::is_uppercase) && !rules.mock_classes.iter().any(|one| one == name);
        match self.is_standard(place, root) {
            true => is_listed || is_class,
            // A built-in class, unless a wildcard import may provide the name.
            false if is_class && graph.scopes[TOP].wildcards.is_empty() => self.is_built_in(place.file, root),
            false => path == name && is_listed && self.is_built_in(place.file, root),
        }
    }

    /// Returns whether a function is read like a field (a property or getter).
    pub(in crate::resolve::bindings) fn is_property(&self, file: FileId, id: BindingId) -> bool {
        let Some(graph) = self.graph(file) else { return false };
        let binding = &graph.bindings[id];
        let is_one = |taker: &Expr| {
            let name = super::classes::last_name(graph, taker);
            name.is_some_and(|name| graph.rules().properties.iter().any(|known| known == name))
        };
        let read_words = graph.rules().shapes.as_ref().map_or(&[][..], |shapes| &shapes.read_words);
        binding.decorators.iter().any(is_one)
            || graph.words_before(binding).any(|word| read_words.iter().any(|read| read == word))
    }
}
