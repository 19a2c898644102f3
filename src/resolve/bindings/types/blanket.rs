//! Members that the project gives to types from outside of it: those of traits that are implemented for such types.

use super::kind::names_parameter_of_types;
use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{BindingGraph, Expr, FileId, ScopeId, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found, Place};
use crate::resolve::bindings::project::Project;

impl Project {
    /// Returns whether objects of types from outside of the project may have a member of a name, by a trait or an
    /// interface of the project.
    pub(in crate::resolve::bindings) fn is_blanket_member(&self, name: &str) -> bool {
        if let Some(known) = self.blanket.borrow().get(name) {
            return *known;
        }
        let is_one = |file: FileId| {
            self.graph(file).is_some_and(|graph| {
                let given = graph.scopes.iter().enumerate();
                let mut given = given.filter(|(_, one)| one.is_blanket && one.binds.contains_key(name));
                given.any(|(scope, _)| self.is_given_to_others(file, scope))
            })
        };
        let found = self.files_with(name).into_iter().any(is_one);
        self.blanket.borrow_mut().insert(name.to_owned(), found);
        found
    }

    /// Returns whether types from outside of the project may have the members of a trait or an interface.
    fn is_given_to_others(&self, file: FileId, scope: ScopeId) -> bool {
        if !self.rules.explicit_overrides {
            return true;
        }
        let Container::Class(own) = self.home_of(file, scope, 1) else { return true };
        self.files_with(&own.name).into_iter().any(|file| {
            self.graph(file).is_none_or(|graph| {
                (0..graph.scopes.len()).any(|scope| self.gives_to_others(&own, (file, graph), scope))
                    || may_be_implemented_in_macro(graph, &own.name)
            })
        })
    }

    /// Returns whether a block implements a trait for types from outside of the project.
    fn gives_to_others(
        &self,
        own: &DefinitionId,
        (file, graph): (FileId, &BindingGraph),
        block: ScopeId,
    ) -> bool {
        let here = &graph.scopes[block];
        let (Some(of_trait), Some(subject)) = (&here.of_trait, &here.subject) else { return false };
        let place = Place { file, byte: here.range.start };
        let is_own = |found: Found| matches!(found, Found::Definition(key, ..) if key == *own);
        if !is_own(self.resolve(place, of_trait, space::TYPE, 1)) {
            return false;
        }
        if let Expr::Name(name) = subject
            && names_parameter_of_types(graph, Place { byte: name.start, ..place }, graph.slice(name))
        {
            // `impl<T: Trait> Trait for &T` is for references to types that have it.
            let head = &graph.text[here.range.start..name.start];
            let is_reference = head.rsplit(" for ").next().is_some_and(|before| before.contains('&'));
            let bound = graph.around(block).find_map(|at| graph.bound(at, graph.slice(name)).first());
            let declared = bound.and_then(|id| graph.bindings[*id].declared.as_ref());
            return !is_reference
                || !declared.is_some_and(|bound| is_own(self.resolve(place, bound, space::TYPE, 1)));
        }
        let place = path_root(subject).map_or(place, |root| Place { byte: root.start, ..place });
        !matches!(self.class_of(place, subject, 1), Found::Definition(..))
    }
}

/// Returns whether the name of a trait is given to a macro, or is in one, other than as the beginning of a path.
fn may_be_implemented_in_macro(graph: &BindingGraph, name: &str) -> bool {
    graph.places_of(name).any(|at| {
        let range = at..at + name.len();
        matches!(graph.role(&range), NameRole::Token(_)) && !graph.text[range.end..].starts_with("::")
    })
}
