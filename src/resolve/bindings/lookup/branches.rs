//! Names that a scope binds several times, by imports and other bindings, such as in the branches of a `try`.

use super::names::Lookup;
use super::results::{DefinitionId, Found, MOST_STEPS, Module, Place};
use crate::resolve::bindings::file::graph::{BindingId, BindingKind, FileId, Sort, space};
use crate::resolve::bindings::project::Project;

impl Project {
    /// Returns whether the name of an import is a definition of the file, because its scope also binds it to something
    /// else: which of them it refers to is decided at run time.
    pub(in crate::resolve::bindings) fn is_own_name(
        &self,
        file: FileId,
        id: BindingId,
        steps: usize,
    ) -> bool {
        let Some(graph) = self.graph(file) else { return false };
        let binding = &graph.bindings[id];
        let bound = graph.bound(binding.scope, graph.slice(&binding.name));
        if !graph.rules().in_order
            || graph.rules().import_alias.is_none()
            || bound.len() < 2
            || steps >= MOST_STEPS
        {
            return false;
        }
        let own = self.target_of_alias(file, id, steps);
        let differs = |other: Found| match (&own, other) {
            (Found::Definition(own, ..), Found::Definition(other, ..)) => *own != other,
            (Found::Definition(..), Found::External) | (Found::External, Found::Definition(..)) => true,
            _ => false,
        };
        bound.iter().filter(|other| **other != id).any(|other| match graph.bindings[*other].import {
            Some(_) => differs(self.target_of_alias(file, *other, steps)),
            None => matches!(own, Found::Definition(..)),
        })
    }

    /// Returns the import of the same name in the same scope that resolves to a definition of the project, or the given
    /// one.
    pub(super) fn best_known(&self, file: FileId, id: BindingId, steps: usize) -> BindingId {
        let Some(graph) = self.graph(file) else { return id };
        let binding = &graph.bindings[id];
        let is_known = |id: &BindingId| {
            graph.bindings[*id].import.is_some()
                && matches!(self.target_of_alias(file, *id, steps), Found::Definition(..))
        };
        let others = graph.bound(binding.scope, graph.slice(&binding.name)).iter().rev().copied();
        std::iter::once(id).chain(others).find(is_known).unwrap_or(id)
    }

    /// Returns the definition at the end of a path if it is the name of several modules in one scope, such as
    /// alternatives under exclusive conditions.
    pub(in crate::resolve::bindings) fn modules_of_one_name(
        &self,
        place: Place,
        path: &[String],
    ) -> Option<DefinitionId> {
        let (name, around) = path.split_last()?;
        let parent = self.import(place, around, Lookup::of(space::TYPE, 0));
        let Found::Module(Module::File(file, scope)) = parent else { return None };
        let graph = self.graph(file)?;
        let bound = graph.bound(scope, name);
        let is_module = |id: &BindingId| {
            let binding = &graph.bindings[*id];
            binding.kind == BindingKind::Module && binding.import.is_none()
        };
        let are_modules = bound.len() > 1 && bound.iter().all(is_module);
        are_modules.then(|| self.key_of(file, bound[0], 0))
    }

    /// Returns the modules of a name in a module that declares several, such as alternatives under exclusive conditions;
    /// nothing if it declares only one.
    pub(super) fn alternative_modules(&self, of: &Found, name: &str, steps: usize) -> Vec<Found> {
        let Found::Module(Module::File(file, scope)) = of else { return Vec::new() };
        let Some(graph) = self.graph(*file) else { return Vec::new() };
        let bound = graph.bound(*scope, name);
        let is_module = |id: &BindingId| {
            let binding = &graph.bindings[*id];
            binding.kind == BindingKind::Module && binding.import.is_none()
        };
        match bound.len() > 1 && steps < MOST_STEPS && bound.iter().all(is_module) {
            true => bound.iter().map(|id| self.follow(*file, *id, space::TYPE, steps + 1)).collect(),
            false => Vec::new(),
        }
    }

    /// Returns the classes that a name may refer to, if its module binds it to several, which the configuration of the
    /// build selects from.
    pub(in crate::resolve::bindings) fn alternative_classes(
        &self,
        place: Place,
        name: &str,
        steps: usize,
    ) -> Option<Vec<DefinitionId>> {
        let graph = self.graph(place.file).filter(|_| steps < MOST_STEPS)?;
        let mut around = graph.visible_scopes(place.byte).map(|(at, _)| at);
        let scope = around.find(|at| !graph.bound(*at, name).is_empty())?;
        if !matches!(graph.scopes[scope].sort, Sort::File | Sort::Module) {
            return None;
        }
        let bound = graph.bound(scope, name).iter().filter(|id| graph.space_of(**id) & space::TYPE != 0);
        let mut classes = Vec::new();
        for id in bound {
            let Found::Definition(key, file, id) = self.follow(place.file, *id, space::TYPE, steps + 1)
            else {
                return None;
            };
            if self.graph(file)?.bindings[id].kind != BindingKind::Class {
                return None;
            }
            if !classes.contains(&key) {
                classes.push(key);
            }
        }
        (classes.len() > 1).then_some(classes)
    }
}

/// Returns the result on which several lookups agree.
pub(super) fn agreed(mut all: impl Iterator<Item = Found>) -> Found {
    let first = all.next().unwrap_or(Found::Unknown);
    let is_same = |other: Found| match (&first, &other) {
        (Found::Definition(one, ..), Found::Definition(other, ..)) => one == other,
        (one, other) => *one == *other,
    };
    if all.all(is_same) { first } else { Found::Unknown }
}
