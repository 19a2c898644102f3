//! Resolution of names through scopes, wildcard imports and modules.

use super::results::{Container, DefinitionId, Found, MOST_STEPS, Module, Place};
use crate::lang::ModuleStyle;
use crate::resolve::bindings::file::graph::{
    BindingGraph, BindingId, BindingKind, FileId, ScopeId, Sort, TOP, space,
};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::classes::Open;

/// The options of a lookup, and the number of steps made so far.
#[derive(Debug, Clone, Copy)]
pub(in crate::resolve::bindings) struct Lookup {
    /// The wanted namespaces, as bits; see `space`.
    pub(in crate::resolve::bindings) wanted: u8,
    /// A binding to be skipped: that of the import whose path is followed.
    pub(in crate::resolve::bindings) except: Option<(FileId, BindingId)>,
    pub(in crate::resolve::bindings) steps: usize,
}

impl Lookup {
    pub(in crate::resolve::bindings) const fn of(wanted: u8, steps: usize) -> Self {
        Self { wanted, except: None, steps }
    }

    pub(in crate::resolve::bindings) const fn except(self, binding: Option<(FileId, BindingId)>) -> Self {
        Self { except: binding, ..self }
    }
}

/// The maximum number of wildcard imports of one scope through which the path of another one is looked up.
const MOST_BESIDE: usize = 2;

/// A scope that is searched for a name.
#[derive(Clone, Copy)]
struct SearchedScope<'g> {
    file: FileId,
    graph: &'g BindingGraph,
    scope: ScopeId,
}

/// Returns whether two results are different definitions or different modules.
fn are_distinct_definitions(one: &Found, other: &Found) -> bool {
    match (one, other) {
        (Found::Definition(one, ..), Found::Definition(other, ..)) => one != other,
        (Found::Definition(..), Found::Module(_)) | (Found::Module(_), Found::Definition(..)) => false,
        (Found::Module(one), Found::Module(other)) => one != other,
        _ => false,
    }
}

impl Project {
    /// Returns what a binding refers to, following imports.
    pub(in crate::resolve::bindings) fn follow(
        &self,
        file: FileId,
        id: BindingId,
        wanted: u8,
        steps: usize,
    ) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        let binding = &graph.bindings[id];
        if let Some(found) = self.named_in_module(file, id, steps) {
            return found;
        }
        match &binding.import {
            Some(_) if self.is_other_name(graph, id) => {
                Found::Definition(self.key_of(file, id, steps), file, id)
            }
            Some(_) if self.is_own_name(file, id, steps) => {
                let id = self.best_known(file, id, steps);
                Found::Definition(self.key_of(file, id, steps), file, id)
            }
            Some(path) if steps < MOST_STEPS => {
                let place = Place { file, byte: binding.name.start };
                self.import(place, path, Lookup::of(wanted, steps + 1).except(Some((file, id))))
            }
            Some(_) => Found::Unknown,
            None if binding.kind == BindingKind::Module => self.module_of(file, id, steps),
            None => Found::Definition(self.key_of(file, id, steps), file, id),
        }
    }

    /// Returns what an import in a stub refers to if the module of the stub defines the name otherwise: `from a import
    /// f as f` in `b.pyi` declares the `f` of `b.py`.
    pub(in crate::resolve::bindings) fn named_in_module(
        &self,
        file: FileId,
        id: BindingId,
        steps: usize,
    ) -> Option<Found> {
        let module = self.declared_module(file);
        let binding = &self.graph(file)?.bindings[id];
        let path = binding.import.as_ref().filter(|_| module != file && steps < MOST_STEPS)?;
        // Without an explicit `as`, the name is that of the other module.
        let is_written = path.len() > 1 && self.graph(file)?.code_before(binding.name.start).ends_with(" as");
        let own = *self.graph(module)?.bound(TOP, self.graph(file)?.slice(&binding.name)).last()?;
        let found = self.follow(module, own, space::ALL, steps + 1);
        (is_written && binding.scope == TOP && matches!(found, Found::Definition(..))).then_some(found)
    }

    /// Returns the module that a binding declares.
    fn module_of(&self, file: FileId, id: BindingId, steps: usize) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        let binding = &graph.bindings[id];
        if let Some(value) = &binding.value {
            let place = Place { file, byte: binding.name.start };
            return self.resolve(place, value, space::ALL, steps + 1);
        }
        if let Some(scope) = binding.body_scope {
            return Found::Module(Module::File(file, scope));
        }
        let child = self.declared_file(file, binding);
        child.map_or(Found::Unknown, |child| Found::Module(Module::File(child, TOP)))
    }

    /// Returns the method to which a name refers in an enclosing class, ignoring that classes in between may inherit
    /// one of the name from outside of the project.
    pub(in crate::resolve::bindings) fn method_around(
        &self,
        place: Place,
        name: &str,
    ) -> Option<DefinitionId> {
        let graph = self.graph(place.file)?;
        let is_method = |id: &&BindingId| graph.bindings[**id].kind == BindingKind::Function;
        let mut around =
            graph.visible_scopes(place.byte).filter(|(at, _)| graph.scopes[*at].sort == Sort::Class);
        let id = around.find_map(|(at, _)| graph.bound(at, name).iter().find(is_method))?;
        Some(self.key_of(place.file, *id, 0))
    }

    /// Returns what a name refers to at a place, by the scopes around it.
    pub(in crate::resolve::bindings) fn look_up(&self, place: Place, name: &str, lookup: Lookup) -> Found {
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        let Lookup { wanted, except, steps } = lookup;
        if steps > MOST_STEPS {
            return Found::Unknown;
        }
        let rules = graph.rules();
        let is_tree = self.style == ModuleStyle::Tree;
        let mut is_inside = false;
        // A function inside another one does not see its variables.
        let mut is_cut = false;
        let mut is_open = Open::No;
        for (at, is_heading) in graph.visible_scopes(place.byte) {
            let here = &graph.scopes[at];
            let is_seen = graph.shows_members(at);
            let is_hidden = here.sort == Sort::Class && !is_seen && (is_inside || !rules.in_order);
            if rules.shapes.is_some()
                && here.sort == Sort::Module
                && graph.bound(at, name).is_empty()
                && self.is_in_other_part(graph, at, name)
            {
                return self.in_other_part((place.file, at), name, lookup);
            }
            is_inside |= !is_heading && graph.hides_members(at);
            let fits = |id: &&BindingId| {
                let binding = &graph.bindings[**id];
                let is_seen = graph.is_in_effect(**id, here.sort, place.byte);
                // A parameter may be a field of the enclosing class.
                let is_field = matches!(binding.kind, BindingKind::Field | BindingKind::Component)
                    && binding.scope == at;
                let is_seen = is_seen && (!is_field || here.sort == Sort::Class);
                let is_local = binding.kind == BindingKind::Parameter
                    || binding.kind == BindingKind::Variable && binding.visible_from > 0;
                is_seen
                    && !((is_hidden || is_heading) && binding.kind != BindingKind::Generic)
                    && !(is_cut && is_local)
                    && graph.space_of(**id) & wanted != 0
                    && binding.subject.is_none()
                    && except != Some((place.file, **id))
            };
            let bound = graph.bound(at, name);
            if is_open >= Open::Foreign || is_open == Open::Standard && graph.language.knows_member(name) {
                let is_method = at != TOP && here.sort == Sort::Class && bound.iter().any(|id| fits(&id));
                if is_method {
                    return Found::Unknown;
                }
            }
            // The last visible binding counts: a second `let` shadows the first.
            if let Some(id) = bound.iter().rev().find(fits) {
                let found = self.follow(place.file, *id, wanted, steps + 1);
                // Some of several imports may refer to other namespaces.
                let others = bound.iter().filter(fits).filter(|other| *other != id);
                let is_module = matches!(here.sort, Sort::File | Sort::Module);
                let follow = |other: &BindingId| self.follow(place.file, *other, wanted, steps + 1);
                // Which of several bindings exists depends on the build configuration.
                if is_tree
                    && is_module
                    && others.clone().any(|other| are_distinct_definitions(&found, &follow(other)))
                {
                    return Found::Unknown;
                }
                return match found {
                    Found::Nowhere | Found::External => others
                        .map(|other| self.follow(place.file, *other, wanted, steps + 1))
                        .find(|found| matches!(found, Found::Definition(..) | Found::Module(_)))
                        .unwrap_or(found),
                    found => found,
                };
            }
            if is_heading {
                continue;
            }
            is_cut |= is_tree && here.sort == Sort::Function && here.of.is_some();
            if is_hidden {
                continue;
            }
            if here.sort == Sort::Class && rules.unqualified_members {
                match self.member_by_scope((place.file, at), name, wanted, steps + 1) {
                    Found::Nowhere => {}
                    // A base from outside of the project, or the enclosing class, may have the name.
                    Found::External => is_open = is_open.max(self.openness(place.file, at)),
                    found => return found,
                }
            }
            let searched = SearchedScope { file: place.file, graph, scope: at };
            if let Some(found) = self.in_shared_space(searched, name, lookup) {
                return found;
            }
            let is_passed_on = self.style == ModuleStyle::Files;
            match self.by_wildcards(searched, name, lookup) {
                found if found == Found::Nowhere || is_passed_on => {}
                found => return found,
            }
            if let Some(found) = self.by_package_name(place, graph, at, name) {
                return found;
            }
            if is_tree && matches!(here.sort, Sort::Module | Sort::File) {
                return self.not_in_module(searched, lookup);
            }
        }
        self.in_scripts(place.file, name, lookup)
    }

    /// Returns the result for a name that is not found in a module of a module tree.
    fn not_in_module(&self, searched: SearchedScope<'_>, lookup: Lookup) -> Found {
        // The visibility of macros follows the order of the text, across modules.
        if lookup.wanted == space::MACRO {
            return Found::Unknown;
        }
        let all = 0..searched.graph.scopes[searched.scope].wildcards.len();
        let mut found = all.map(|number| self.wildcard_module(searched, number, lookup.steps + 4));
        if found.any(|found| found == Found::Unknown) { Found::Unknown } else { Found::Nowhere }
    }

    /// Returns the package to which a name refers if a file imports it without stating its name.
    fn by_package_name(&self, place: Place, graph: &BindingGraph, at: ScopeId, name: &str) -> Option<Found> {
        let imports = graph.packages.iter().filter(|_| at == TOP).filter_map(|id| {
            let path = graph.bindings[*id].import.as_ref()?.first()?;
            self.module(place.file, path)
        });
        let mut modules = imports.filter(
            |module| matches!(module, Module::Space(space) if space.rsplit(':').next() == Some(name)),
        );
        modules.next().map(Found::Module)
    }

    /// Returns the binding of a name by other files in the shared namespace to which a scope belongs.
    fn in_shared_space(&self, searched: SearchedScope<'_>, name: &str, lookup: Lookup) -> Option<Found> {
        let SearchedScope { file, graph, scope } = searched;
        if !self.is_shared() || !matches!(graph.scopes[scope].sort, Sort::File | Sort::Module) {
            return None;
        }
        let home = self.space_of(file, graph, scope)?;
        let all = self.in_space(&home, name);
        self.first_fit(&all, lookup.wanted, lookup.steps)
    }

    /// Returns what the first of several bindings in the wanted namespaces refers to; definitions precede mere
    /// declarations.
    fn first_fit(&self, all: &[(FileId, BindingId)], wanted: u8, steps: usize) -> Option<Found> {
        let of = |kind: bool| {
            all.iter().find(|(file, id)| {
                self.graph(*file).is_some_and(|graph| {
                    graph.space_of(*id) & wanted != 0 && graph.bindings[*id].is_declared_only != kind
                })
            })
        };
        let (file, id) = of(true).or_else(|| of(false))?;
        Some(self.follow(*file, *id, wanted, steps + 1))
    }

    /// Returns what a name refers to through the wildcard imports of a scope.
    fn by_wildcards(&self, searched: SearchedScope<'_>, name: &str, lookup: Lookup) -> Found {
        let Lookup { wanted, steps, .. } = lookup;
        let is_tree = self.style == ModuleStyle::Tree;
        let mut first = Found::Nowhere;
        let mut is_open = false;
        for number in 0..searched.graph.scopes[searched.scope].wildcards.len() {
            let module = self.wildcard_module(searched, number, steps + 4);
            match self.member_of(&module, name, wanted, steps + 4) {
                Found::Nowhere | Found::External => {}
                Found::Unknown => is_open |= is_tree && matches!(module, Found::Module(_)),
                found if !is_tree => return found,
                found if are_distinct_definitions(&found, &first) => return Found::Unknown,
                found => first = found,
            }
        }
        if is_open && first == Found::Nowhere { Found::Unknown } else { first }
    }

    /// Returns the source of a wildcard import. Its path is not looked up among the names that it imports itself.
    fn wildcard_module(&self, searched: SearchedScope<'_>, number: usize, steps: usize) -> Found {
        let SearchedScope { file, graph, scope } = searched;
        let one = (file, scope, number);
        let is_followed = {
            let open = self.followed.borrow();
            let beside = open.iter().filter(|(other, of, _)| (*other, *of) == (file, scope));
            open.contains(&one) || beside.count() >= MOST_BESIDE
        };
        if is_followed {
            self.is_partial.set(true);
            return Found::Nowhere;
        }
        let was_partial = self.is_partial.get();
        self.followed.borrow_mut().push(one);
        let place = Place { file, byte: graph.scopes[scope].range.start };
        let path = &graph.scopes[scope].wildcards[number];
        let found = self.import(place, path, Lookup::of(space::TYPE, steps));
        self.followed.borrow_mut().pop();
        if self.followed.borrow().is_empty() {
            self.is_partial.set(was_partial);
        }
        found
    }

    /// Returns what a name refers to in a module.
    pub(in crate::resolve::bindings) fn in_module(
        &self,
        module: &Module,
        name: &str,
        wanted: u8,
        steps: usize,
    ) -> Found {
        if steps > MOST_STEPS {
            return Found::Unknown;
        }
        match module {
            Module::Space(space) => {
                let all = self.in_space(&Container::Space(space.as_str().into()), name);
                self.first_fit(&all, wanted, steps).unwrap_or(Found::Nowhere)
            }
            Module::Folder(_) => self.submodule(module, name).map_or(Found::Nowhere, Found::Module),
            Module::File(file, scope) => {
                let key = (*file, *scope, name.to_owned(), wanted);
                if let Some(known) = self.known.borrow().get(&key) {
                    return known.clone();
                }
                // Circular imports resolve to nothing.
                self.known.borrow_mut().insert(key.clone(), Found::Nowhere);
                let was_partial = self.is_partial.replace(false);
                let found = self.in_file(*file, *scope, name, Lookup::of(wanted, steps));
                match self.is_partial.get() {
                    // A result that skipped imports being followed may be incomplete, and is not cached.
                    true => self.known.borrow_mut().remove(&key),
                    false => self.known.borrow_mut().insert(key, found.clone()),
                };
                self.is_partial.set(was_partial || self.is_partial.get());
                found
            }
        }
    }

    /// Returns what a name in a file or one of its scopes refers to for other modules.
    fn in_file(&self, file: FileId, scope: ScopeId, name: &str, lookup: Lookup) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        let Lookup { wanted, steps, .. } = lookup;
        if let Some(found) = self.exported_as(file, name, wanted, steps).filter(|_| scope == TOP) {
            return found;
        }
        let parts = graph.parts_of(scope).into_iter().rev();
        let bound = parts.flat_map(|part| graph.bound(part, name).iter().rev());
        let bound = bound.filter(|id| graph.space_of(**id) & wanted != 0);
        let mut external = None;
        let is_tree = self.style == ModuleStyle::Tree;
        let follow = |id: &BindingId| self.follow(file, *id, wanted, steps + 1);
        // Where a module is declared, an import of its name is one of a value.
        let is_declared = |id: &&BindingId| graph.bindings[**id].import.is_none();
        let declared = bound.clone().filter(|id| is_tree && wanted == space::TYPE && is_declared(id));
        for id in declared.chain(bound.clone()) {
            match follow(id) {
                Found::Nowhere => {}
                Found::External => external = Some(Found::External),
                found
                    if is_tree
                        && bound
                            .clone()
                            .any(|other| other != id && are_distinct_definitions(&found, &follow(other))) =>
                {
                    return Found::Unknown;
                }
                found => return found,
            }
        }
        if let Some(found) = self.submodule(&Module::File(file, scope), name)
            && self.style == ModuleStyle::Dotted
        {
            return Found::Module(found);
        }
        match self.by_wildcards(SearchedScope { file, graph, scope }, name, lookup) {
            Found::Nowhere => external
                .or_else(|| self.member_beside(&Module::File(file, scope), name, lookup))
                .unwrap_or(Found::Nowhere),
            found => found,
        }
    }

    /// Returns what a name refers to as a member of something.
    pub(in crate::resolve::bindings) fn member_of(
        &self,
        of: &Found,
        name: &str,
        wanted: u8,
        steps: usize,
    ) -> Found {
        match of {
            Found::Module(module) => self.in_module(module, name, wanted, steps + 1),
            Found::Definition(key, file, id) => {
                let (key, file, id) = match self.aliased(*file, *id, steps + 1) {
                    Found::Definition(key, file, id) => (key, file, id),
                    Found::External => return Found::External,
                    _ => (key.clone(), *file, *id),
                };
                let kind = self.graph(file).map(|graph| graph.bindings[id].kind);
                match kind {
                    Some(BindingKind::Class | BindingKind::Type) => {
                        self.member(&key, name, wanted, steps + 1)
                    }
                    _ => Found::Unknown,
                }
            }
            Found::External => Found::External,
            Found::Nowhere | Found::Unknown => Found::Unknown,
        }
    }
}
