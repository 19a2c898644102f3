//! The identity of definitions, independent of where they are bound.

use std::rc::Rc;

use super::names::Lookup;
use super::results::{Container, DefinitionId, Found, MOST_STEPS, Module, Place};
use crate::resolve::bindings::file::graph::{
    Binding, BindingGraph, BindingId, BindingKind, FileId, ScopeId, Sort, TOP, space,
};
use crate::resolve::bindings::project::Project;

/// The prefix in a key for the name under which a file exports something that has another name in the file.
pub(in crate::resolve::bindings) const OTHER_NAME: &str = "=";

impl Project {
    /// Returns the home of the bindings of a scope.
    pub(in crate::resolve::bindings) fn home_of(
        &self,
        file: FileId,
        scope: ScopeId,
        steps: usize,
    ) -> Container {
        let Some(graph) = self.graph(file) else { return Container::Scope(file, scope) };
        let here = &graph.scopes[scope];
        if here.sort == Sort::Class {
            let key = match (&here.subject, here.of) {
                (None, None) if graph.rules().shapes.is_some() => Some(DefinitionId {
                    container: Container::Scope(file, scope),
                    name: "".into(),
                    space: space::ALL,
                }),
                (Some(subject), _) => {
                    let place = Place { file, byte: here.range.start };
                    match self.class_of(place, subject, steps + 1) {
                        Found::Definition(key, ..) => Some(key),
                        _ => None,
                    }
                }
                (None, Some(of)) => Some(self.key_of(file, of, steps + 1)),
                (None, None) => None,
            };
            return key.map_or(Container::Scope(file, scope), |key| Container::Class(Rc::new(key)));
        }
        let scope = graph.parts_of(scope).first().copied().unwrap_or(scope);
        let file = if scope == TOP { self.declared_module(file) } else { file };
        self.space_of(file, graph, scope).unwrap_or(Container::Scope(file, scope))
    }

    /// Returns the key of the declaration of a module. Files have declarations only in languages with a module tree.
    pub(in crate::resolve::bindings) fn key_of_module(&self, module: &Module) -> Option<DefinitionId> {
        let Module::File(file, scope) = module else { return None };
        if *scope == TOP {
            self.rules.tree.as_ref()?;
            let (parent, id) = self.declaration_of_file(*file)?;
            return Some(self.key_of(parent, id, 0));
        }
        let id = self.graph(*file)?.scopes.get(*scope)?.of?;
        Some(self.key_of(*file, id, 0))
    }

    /// Returns the definition to which a binding belongs.
    pub(in crate::resolve::bindings) fn key_of(
        &self,
        file: FileId,
        id: BindingId,
        steps: usize,
    ) -> DefinitionId {
        let graph = self.graph(file).expect("a binding has a graph");
        let binding = &graph.bindings[id];
        let name: Rc<str> = match binding.import {
            // A name that is only exported differs from the same name in the file itself.
            Some(_) if self.is_only_exported(graph, id) => {
                format!("{OTHER_NAME}{}", graph.slice(&binding.name)).into()
            }
            _ => graph.name_of(id).into(),
        };
        if binding.name.is_empty() {
            return DefinitionId {
                container: Container::Scope(file, binding.scope),
                name,
                space: space::ALL,
            };
        }
        let has_spaces = graph.rules().separate_type_namespace || graph.rules().shared_type_value_definitions;
        let space = if has_spaces { self.space_in(graph, binding) } else { space::ALL };
        if let Some(subject) = &binding.subject
            && steps < MOST_STEPS
        {
            let place = Place { file, byte: binding.name.start };
            let wanted = if graph.rules().shapes.is_some() { space::ALL } else { space::TYPE };
            let home = match self.resolve(place, subject, wanted, steps + 1) {
                Found::Definition(key, of, id) => match self.aliased(of, id, steps + 1) {
                    Found::Definition(key, ..) => Container::Class(Rc::new(key)),
                    _ => Container::Class(Rc::new(key)),
                },
                Found::Module(Module::Space(space)) => Container::Space(space.into()),
                Found::Module(Module::File(file, scope)) => Container::Scope(file, scope),
                // An unknown class is no class of the project, and its members are no names of the file.
                _ if graph.rules().shapes.is_some() => {
                    let home = Container::Scope(file, binding.scope);
                    Container::Class(Rc::new(DefinitionId {
                        container: home,
                        name: format!("#{id}").into(),
                        space: space::ALL,
                    }))
                }
                _ => Container::Scope(file, binding.scope),
            };
            return DefinitionId { container: home, name, space };
        }
        if binding.scope == TOP
            && binding.import.is_none()
            && let Some(key) = self.key_declared(file, &name, steps)
        {
            return key;
        }
        // Beyond the maximum number of steps, nothing is followed.
        let home = if steps < MOST_STEPS {
            self.home_of(file, binding.scope, steps + 1)
        } else {
            Container::Scope(file, binding.scope)
        };
        DefinitionId { container: home, name, space }
    }

    /// Returns the definition that a stub declares for its module, if the module imports it from another one.
    fn key_declared(&self, file: FileId, name: &str, steps: usize) -> Option<DefinitionId> {
        let module = self.declared_module(file);
        if module == file || steps >= MOST_STEPS {
            return None;
        }
        let graph = self.graph(module)?;
        let id = *graph.bound(TOP, name).last()?;
        graph.bindings[id].import.as_ref()?;
        match self.follow(module, id, space::ALL, steps + 1) {
            Found::Definition(key, ..) => Some(key),
            _ => None,
        }
    }

    /// Returns the namespace that distinguishes a binding from others of its name.
    fn space_in(&self, graph: &BindingGraph, binding: &Binding) -> u8 {
        match binding.kind {
            _ if graph.rules().shared_type_value_definitions => {
                let id = graph.bound(binding.scope, graph.slice(&graph.marked(&binding.name)));
                let own = id.iter().find(|id| std::ptr::eq(&graph.bindings[**id], binding));
                if own.is_some_and(|id| graph.is_static(*id)) { space::STATIC } else { space::ALL }
            }
            BindingKind::Field | BindingKind::Component if graph.rules().separate_field_namespace => {
                space::FIELD
            }
            BindingKind::Variable | BindingKind::Parameter if graph.rules().separate_function_namespace => {
                space::FIELD
            }
            // A type and a value of one name in one scope are one definition for code that imports the name.
            BindingKind::Function
            | BindingKind::Variable
            | BindingKind::Parameter
            | BindingKind::Field
            | BindingKind::Component => space::VALUE,
            BindingKind::Macro => space::MACRO,
            BindingKind::Class | BindingKind::Type | BindingKind::Module | BindingKind::Generic => {
                space::TYPE
            }
            BindingKind::Import => space::ALL,
        }
    }

    /// Returns the type that an alias or a type parameter stands for.
    pub(in crate::resolve::bindings) fn aliased(&self, file: FileId, id: BindingId, steps: usize) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        let binding = &graph.bindings[id];
        if let (Some(path), true) = (&binding.import, steps < MOST_STEPS) {
            let place = Place { file, byte: binding.name.start };
            return match self.import(place, path, Lookup::of(space::ALL, steps + 1).except(Some((file, id))))
            {
                Found::Definition(_, file, id) => self.aliased(file, id, steps + 1),
                found => found,
            };
        }
        if let Some(found) = self.of_several_bounds(file, id, steps).filter(|_| steps < MOST_STEPS) {
            return found;
        }
        let stands_for = match binding.kind {
            BindingKind::Type => binding.value.as_ref(),
            // A type parameter is represented by its bound.
            BindingKind::Generic => binding.declared.as_ref(),
            _ => None,
        };
        match stands_for {
            Some(value) if steps < MOST_STEPS => {
                match self.class_of(Place { file, byte: binding.name.start }, value, steps + 1) {
                    Found::Unknown | Found::Nowhere => {
                        Found::Definition(self.key_of(file, id, steps + 1), file, id)
                    }
                    found => found,
                }
            }
            _ => Found::Definition(self.key_of(file, id, steps + 1), file, id),
        }
    }

    /// Returns a binding of a class.
    pub(in crate::resolve::bindings) fn binding_of(&self, key: &DefinitionId) -> Found {
        let all: Vec<(FileId, BindingId)> = match &key.container {
            Container::Space(_) => self.in_space(&key.container, &key.name),
            Container::Scope(file, scope) => {
                let stub = self.stub_of(*file).filter(|_| *scope == TOP);
                let files = std::iter::once(*file).chain(stub);
                let graphs = files.filter_map(|file| Some((file, self.graph(file)?)));
                let parts = graphs.flat_map(|(file, graph)| {
                    graph.parts_of(*scope).into_iter().map(move |part| (file, graph.bound(part, &key.name)))
                });
                parts.flat_map(|(file, ids)| ids.iter().map(move |id| (file, *id))).collect()
            }
            Container::Class(class) => match self.member(class, &key.name, key.space, 0) {
                Found::Definition(_, file, id) => vec![(file, id)],
                _ => Vec::new(),
            },
        };
        let is_it = |(file, id): &&(FileId, BindingId)| {
            let binding = self.graph(*file).map(|graph| &graph.bindings[*id]);
            binding.is_some_and(|one| one.kind.space() & key.space != 0 && one.kind != BindingKind::Import)
        };
        // A namespace with the name of a class does not define the class.
        let opens = |(file, id): &&(FileId, BindingId)| {
            let binding = self.graph(*file).map(|graph| &graph.bindings[*id]);
            binding.is_some_and(|one| one.body_scope.is_some() && one.kind != BindingKind::Module)
        };
        let found = all.iter().filter(is_it).find(opens).or_else(|| all.iter().find(is_it));
        found.map_or(Found::Unknown, |(file, id)| Found::Definition(key.clone(), *file, *id))
    }
}
