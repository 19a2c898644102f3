//! Uses of a name that refer to a place in the project where the name does not exist.

use std::collections::HashSet;

use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{Expr, FileId, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType, Module, Place};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::classes::Open;
use crate::resolve::bindings::used::{Meaning, Use};

/// The maximum depth of wildcard imports that are followed.
const MOST_STEPS: usize = 4;

/// Finds the uses of a name that refer to a place without it. An unqualified name is excluded, as the language may
/// define it.
pub(super) struct MissingNames<'p> {
    project: &'p Project,
    name: &'p str,
    /// The files that import the name from a module that does not have it.
    importers: HashSet<FileId>,
}

impl<'p> MissingNames<'p> {
    /// Prepares the search; `uses` are all uses of the name.
    pub(super) fn of(project: &'p Project, name: &'p str, uses: &[Use]) -> Self {
        let mut missing = Self { project, name, importers: HashSet::new() };
        missing.importers = uses.iter().filter(|one| missing.is_import(one)).map(|one| one.file).collect();
        missing
    }

    /// Returns whether a use refers to a place that does not have the name.
    pub(super) fn has(&self, one: &Use) -> bool {
        if matches!(one.meaning, Meaning::Is(_) | Meaning::OneOf(_) | Meaning::Possible(..)) {
            return false;
        }
        match &one.role {
            NameRole::Member(of) => self.is_member(one, of),
            NameRole::Plain => self.importers.contains(&one.file),
            _ => self.is_import(one),
        }
    }

    /// Returns whether a use imports the name from a file that does not have it.
    fn is_import(&self, one: &Use) -> bool {
        let Self { project, name, .. } = *self;
        let place = Place { file: one.file, byte: one.range.start };
        let Some(graph) = project.graph(one.file) else { return false };
        let own = graph.by_byte.get(&place.byte).map(|id| (one.file, *id));
        let path = match &one.role {
            NameRole::Imported(path) => path.iter().cloned().chain([name.to_owned()]).collect(),
            NameRole::Bound(id) => graph.bindings[*id].import.clone().unwrap_or_default(),
            _ => return false,
        };
        let find = |path: &[String]| project.import(place, path, Lookup::of(space::ALL, 0).except(own));
        let [home @ .., last] = &path[..] else { return false };
        last == name
            && find(&path) == Found::Nowhere
            && matches!(find(home), Found::Module(module) if self.lacks(&module))
    }

    /// Returns whether a use is a member of a module or a class that does not have the name.
    fn is_member(&self, one: &Use, of: &Expr) -> bool {
        let project = self.project;
        let place = Place { file: one.file, byte: one.range.start };
        match project.kind_of(place, of, 0) {
            InferredType::Module(module) => self.lacks(&module),
            InferredType::Object(class) | InferredType::Class(class) => self.is_without(&class),
            _ => match path_root(of).map(|_| project.resolve(place, of, space::TYPE, 0)) {
                Some(Found::Module(module)) => self.lacks(&module),
                _ => false,
            },
        }
    }

    fn lacks(&self, module: &Module) -> bool {
        let Self { project, name, .. } = *self;
        project.in_module(module, name, space::ALL, 0) == Found::Nowhere
            && !project.may_have_elsewhere(module, name)
            && self.is_closed(module, 0)
    }

    /// Returns whether a module has only the names that its text shows.
    fn is_closed(&self, module: &Module, steps: usize) -> bool {
        let project = self.project;
        let Module::File(file, scope) = *module else { return true };
        let Some(graph) = project.graph(file).filter(|_| steps < MOST_STEPS) else { return false };
        let place = Place { file, byte: graph.scopes[scope].range.start };
        let is_inner = |path: &Vec<String>| match project.import(place, path, Lookup::of(space::TYPE, 0)) {
            Found::Module(inner) => self.is_closed(&inner, steps + 1),
            _ => false,
        };
        let is_answered = |word: &String| !graph.bound(scope, word).is_empty();
        !project.rules.fallbacks.iter().any(is_answered) && graph.scopes[scope].wildcards.iter().all(is_inner)
    }

    /// Returns whether the objects of a class have no member of the name, neither written nor otherwise.
    fn is_without(&self, class: &DefinitionId) -> bool {
        let Self { project, name, .. } = *self;
        let rules = project.rules;
        let is_answered = |class: &DefinitionId| {
            rules.fallbacks.iter().any(|word| project.own_member(class, word, u8::MAX).is_some())
        };
        let (ancestors, open) = project.ancestry(class);
        // In languages with declared types, all objects have members that their classes do not show.
        let is_own = rules.duck_typed || rules.typed_objects && !project.language().knows_member(name);
        is_own
            && open == Open::No
            && project.lacks_member(class, name)
            && !project.is_wrapped(class)
            && !ancestors.iter().any(is_answered)
    }
}
