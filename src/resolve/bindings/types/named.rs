//! The types of names, of members and of paths.

use std::ops::Range;

use crate::lang::ModuleStyle;
use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingKind, Expr, Sort, TOP, space};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Found, InferredType, Module, Place};
use crate::resolve::bindings::project::Project;

impl Project {
    /// Returns the type of the value that a name means.
    pub(super) fn kind_of_name(&self, place: Place, range: &Range<usize>, steps: usize) -> InferredType {
        let Some(graph) = self.graph(place.file) else { return InferredType::Unknown };
        let rules = graph.rules();
        let name = graph.slice(range);
        let place = Place { byte: range.start, ..place };
        if rules.shapes.is_some()
            && let Some(kind) = self.kind_of_word(place, name)
        {
            return kind;
        }
        if rules.receivers.iter().any(|word| word == name) {
            return match self.class_at(place, steps) {
                Found::Definition(key, ..) if self.is_own_object(place, name) => InferredType::Object(key),
                _ if rules.explicit_overrides && self.is_own_object(place, name) => {
                    self.foreign_receiver(place, steps)
                }
                _ => InferredType::Unknown,
            };
        }
        if rules.super_words.iter().any(|word| word == name) {
            return match self.class_at(place, steps) {
                Found::Definition(key, ..) => InferredType::Super(key),
                _ => InferredType::Unknown,
            };
        }
        if rules.own_class.iter().any(|word| word == name) {
            match self.class_at(place, steps) {
                Found::Definition(key, ..) => return InferredType::Class(key),
                // Outside of classes the word is a name like any other.
                _ if rules.duck_typed => {}
                _ => return InferredType::Unknown,
            }
        }
        let wanted = if rules.separate_function_namespace { graph.path_space(range) } else { space::ALL };
        let found = self.look_up(place, name, Lookup::of(wanted, steps + 1));
        match found {
            Found::Nowhere if !self.is_external(place.file, name) => InferredType::Unknown,
            Found::Nowhere => InferredType::External,
            found => self.kind_of_found(found, Some(place), steps),
        }
    }

    /// Returns the type of `of.name`, which is `expr`.
    pub(super) fn kind_of_access(
        &self,
        place: Place,
        (expr, of, range): (&Expr, &Expr, &Range<usize>),
        steps: usize,
    ) -> InferredType {
        let Some(graph) = self.graph(place.file) else { return InferredType::Unknown };
        let rules = graph.rules();
        if self.is_own_exports(graph, of, range) {
            return InferredType::Module(Module::File(place.file, TOP));
        }
        if let Some(kind) = self.narrowed_field(graph, place, (of, range), steps) {
            return kind;
        }
        let name = graph.slice(range);
        let owner = match self.kind_of(place, of, steps + 1) {
            InferredType::Class(key) if rules.receivers.iter().any(|word| word == name) => {
                return InferredType::Object(key);
            }
            // It may be the name of a package.
            InferredType::Unknown | InferredType::External if self.is_package_path(place, expr) => {
                return self.kind_of_found(self.resolve(place, expr, space::TYPE, steps + 1), None, steps);
            }
            InferredType::Class(_) if rules.separate_field_namespace => {
                self.kind_of_owner(place, of, steps + 1)
            }
            owner => owner,
        };
        let wanted = match rules {
            rules if rules.separate_function_namespace => space::FIELD | space::TYPE,
            rules if rules.separate_field_namespace => space::FIELD,
            _ => space::ALL,
        };
        let kind = self.kind_of_member(owner, name, wanted, steps);
        self.as_the_block_says(place, of, kind, steps)
    }

    /// Returns the type of `of::name`.
    pub(super) fn kind_of_path(
        &self,
        place: Place,
        (of, range): (&Expr, &Range<usize>),
        steps: usize,
    ) -> InferredType {
        let Some(graph) = self.graph(place.file) else { return InferredType::Unknown };
        let rules = graph.rules();
        let owner = match of {
            Expr::Name(first) if self.begins_path(graph.slice(first)) => {
                self.kind_of_found(self.resolve(place, of, space::TYPE, steps + 1), None, steps)
            }
            Expr::Name(first) if self.is_other_crate(place, graph.slice(first), steps) => {
                match self.other_crate(graph.slice(first)) {
                    Some(module) => InferredType::Module(module),
                    None => InferredType::External,
                }
            }
            of => self.kind_of_path_start(place, of, steps),
        };
        let wanted = if rules.separate_field_namespace { space::VALUE } else { space::ALL };
        self.kind_of_member(owner, graph.slice(range), wanted, steps)
    }

    /// Returns the type to which a condition narrows a field, at a place where the condition holds.
    fn narrowed_field(
        &self,
        graph: &BindingGraph,
        place: Place,
        (of, field): (&Expr, &Range<usize>),
        steps: usize,
    ) -> Option<InferredType> {
        if graph.narrowed_fields.is_empty() {
            return None;
        }
        let path = graph.slice(&(path_root(of)?.start..field.end));
        let mut all = graph.narrowed_fields.get(path)?.iter();
        let (range, declared) = all.find(|(range, _)| range.contains(&place.byte))?;
        let kind = self.object_of(Place { byte: range.start, ..place }, declared, steps + 1);
        matches!(kind, InferredType::Object(_) | InferredType::Either(_)).then_some(kind)
    }

    /// Returns the type of the part of a path before its last name. A variable is never one: `let ast = ast::Node::new()`.
    fn kind_of_path_start(&self, place: Place, of: &Expr, steps: usize) -> InferredType {
        if let Expr::Name(first) = of
            && let Some(graph) = self.graph(place.file)
            && self.style == ModuleStyle::Tree
            && !graph.rules().own_class.iter().any(|word| word == graph.slice(first))
            && let found @ Found::Module(_) = self.resolve(place, of, space::TYPE, steps + 1)
        {
            return self.kind_of_found(found, None, steps);
        }
        self.kind_of(place, of, steps + 1)
    }

    /// Returns the type of the current object in a block for a type from outside of the project: `impl Size for Vec<u8>`.
    fn foreign_receiver(&self, place: Place, steps: usize) -> InferredType {
        let subject = self.graph(place.file).and_then(|graph| {
            let block = &graph.scopes[graph.class_around(place.byte)?];
            Some((Place { byte: block.range.start, ..place }, block.subject.as_ref()?))
        });
        subject.map_or(InferredType::Unknown, |(place, subject)| self.object_of(place, subject, steps + 1))
    }

    /// Returns whether a receiver word (`self`) refers to the current object at a place, and is not bound to something
    /// else.
    fn is_own_object(&self, place: Place, word: &str) -> bool {
        let Some(graph) = self.graph(place.file) else { return false };
        let binder = graph.around(graph.scope_at(place.byte)).find(|at| !graph.bound(*at, word).is_empty());
        let Some(binder) = binder else { return true };
        let is_parameter = |id: &usize| graph.bindings[*id].kind == BindingKind::Parameter;
        let parent = graph.scopes[binder].parent;
        let is_method = parent.is_some_and(|parent| graph.scopes[parent].sort == Sort::Class);
        let of = graph.scopes[binder].of;
        let is_given = of.is_some_and(|of| graph.bindings[of].subject.is_some());
        graph.bound(binder, word).iter().all(is_parameter) && (is_method || is_given)
    }
}
