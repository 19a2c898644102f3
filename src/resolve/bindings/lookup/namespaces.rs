//! Namespace blocks in files: a namespace may have several blocks, and share its name with a class.

use super::names::Lookup;
use super::results::{Found, Module, Place};
use crate::resolve::bindings::file::graph::{
    BindingGraph, BindingKind, Expr, FileId, ScopeId, Sort, TOP, space,
};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::project::Project;
use crate::text::normal::find_words;

impl BindingGraph {
    /// Returns all blocks of the namespace to which a scope belongs, in file order; only the scope itself if it is no
    /// namespace block.
    pub(in crate::resolve::bindings) fn parts_of(&self, scope: ScopeId) -> Vec<ScopeId> {
        let here = &self.scopes[scope];
        let Some(of) = here.of.filter(|_| here.sort == Sort::Module && self.rules().shapes.is_some()) else {
            return vec![scope];
        };
        let binding = &self.bindings[of];
        let homes = self.parts_of(binding.scope).into_iter();
        let same = homes.flat_map(|home| self.bound(home, self.slice(&binding.name)));
        let mut parts: Vec<ScopeId> = same
            .filter(|id| self.bindings[**id].kind == BindingKind::Module)
            .filter_map(|id| self.bindings[*id].body_scope)
            .collect();
        parts.sort_unstable();
        parts
    }
}

impl Project {
    /// Returns what a name in a namespace block refers to if another block of the namespace binds it.
    pub(super) fn in_other_part(
        &self,
        (file, scope): (FileId, ScopeId),
        name: &str,
        lookup: Lookup,
    ) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        let parts = graph.parts_of(scope).into_iter().rev();
        let mut bound = parts.flat_map(|part| graph.bound(part, name).iter().rev());
        let found = bound.find(|id| graph.space_of(**id) & lookup.wanted != 0);
        // Names that a block does not export are invisible to the others.
        let is_given =
            |id: &usize| self.rules.visibility.iter().any(|word| self.has_word_before(file, *id, word));
        match found.filter(|id| is_given(id)) {
            Some(id) => self.follow(file, *id, lookup.wanted, lookup.steps + 1),
            None => Found::Unknown,
        }
    }

    /// Returns the type that shares its name with a namespace.
    pub(in crate::resolve::bindings) fn type_beside(&self, module: &Module, steps: usize) -> Option<Found> {
        let Module::File(file, scope) = module else { return None };
        let graph = self.graph(*file).filter(|graph| *scope != TOP && graph.rules().shapes.is_some())?;
        let binding = &graph.bindings[graph.scopes.get(*scope)?.of?];
        let homes = graph.parts_of(binding.scope).into_iter();
        let mut beside = homes.flat_map(|home| graph.bound(home, graph.slice(&binding.name)));
        let is_type = |id: &&usize| {
            let is_other = graph.bindings[**id].kind != BindingKind::Module;
            is_other && graph.space_of(**id) & space::TYPE != 0
        };
        let id = *beside.find(is_type)?;
        Some(self.aliased(*file, id, steps + 1))
    }

    /// Returns the static member of a class that shares its name with a namespace.
    pub(super) fn member_beside(&self, module: &Module, name: &str, lookup: Lookup) -> Option<Found> {
        match self.type_beside(module, lookup.steps)? {
            Found::Definition(class, ..) => {
                let wanted = lookup.wanted | space::STATIC;
                Some(self.member(&class, name, wanted, lookup.steps + 1))
            }
            found => Some(found),
        }
    }

    /// Returns whether a name that a file does not bind may be a namespace of another file that needs no import, or be
    /// defined in a script.
    pub(in crate::resolve::bindings) fn is_of_script(&self, place: Place, name: &str) -> bool {
        let lookup = Lookup::of(space::ALL, 0);
        let is_found = || self.look_up(place, name, lookup) != Found::Nowhere;
        let is_defined = || !self.defined_in_scripts(place.file, name, lookup).is_empty();
        (self.has_script_with(place.file, name) || is_defined()) && !is_found()
    }

    /// Returns whether another file has a namespace of a name that needs no import.
    pub(in crate::resolve::bindings) fn has_script_with(&self, file: FileId, name: &str) -> bool {
        let opens = |graph: &BindingGraph| {
            let mut bound = graph.bound(TOP, name).iter().map(|id| &graph.bindings[*id]);
            bound.any(|one| one.kind == BindingKind::Module && one.body_scope.is_some()) && graph.is_script()
        };
        let others = || self.files_with(name).into_iter().filter(|other| *other != file);
        self.rules.shapes.is_some() && others().filter_map(|other| self.graph(other)).any(opens)
    }

    /// Returns whether a namespace may have a name in another file, or a module one that is added at run time.
    pub(in crate::resolve::bindings) fn may_have_elsewhere(&self, module: &Module, name: &str) -> bool {
        let Module::File(file, scope) = module else { return false };
        let graph = self.graph(*file).filter(|graph| graph.rules().shapes.is_some());
        graph.is_some_and(|graph| match *scope {
            TOP => gives_what_is_made(graph),
            scope => self.is_in_other_part(graph, scope, name),
        })
    }
}

/// Returns whether a file exports the result of a call, passes its export object to a call, or sets computed members of
/// it: `Object.assign(exports, require('./lamp'))`.
fn gives_what_is_made(graph: &BindingGraph) -> bool {
    let is_handed_on = |word: &String| {
        find_words(&graph.text, word).any(|at| {
            let behind = graph.text[at + word.len()..].trim_start();
            let is_code =
                || matches!(graph.role(&(at..at + word.len())), NameRole::Plain | NameRole::Member(_));
            behind.starts_with([',', ')', '[']) && !graph.by_byte.contains_key(&at) && is_code()
        })
    };
    matches!(graph.exported_value, Some((_, Expr::Call(_))))
        || graph.rules().own_exports.iter().any(is_handed_on)
}
