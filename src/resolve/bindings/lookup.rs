//! What a name, a path or an import leads to.

use std::ops::Range;
use std::rc::Rc;

use super::classes::Open;
use super::graph::{BindingId, BindingKind, Expr, FileId, Graph, ScopeId, Sort, TOP, space};
use super::modules::Module;
use super::project::Project;
use super::types::path_root;
use crate::lang::ModuleStyle;

/// How many steps a name is followed over imports, aliases and types.
pub(super) const MOST_STEPS: usize = 24;

/// What has names in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Home {
    /// A scope of a file.
    Scope(FileId, ScopeId),
    /// A package or a namespace of several files.
    Space(Rc<str>),
    /// A class: its members may stand in several places.
    Class(Rc<Key>),
}

/// A definition: all that one home binds to one name of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) home: Home,
    pub(super) name: Rc<str>,
    /// The kind of names, where types and values have names of their own.
    pub(super) space: u8,
}

/// What something leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// A definition, with one of the places that bind it.
    Key(Key, FileId, BindingId),
    Module(Module),
    /// Something outside of the project.
    External,
    /// Nothing.
    Nowhere,
    /// That is not known.
    Unknown,
}

/// A place in a file from which names are looked up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) file: FileId,
    pub(super) byte: usize,
}

/// Whether two things are definitions, and not the same one.
fn differs(one: &Found, other: &Found) -> bool {
    match (one, other) {
        (Found::Key(one, ..), Found::Key(other, ..)) => one != other,
        (Found::Key(..), Found::Module(_)) | (Found::Module(_), Found::Key(..)) => false,
        (Found::Module(one), Found::Module(other)) => one != other,
        _ => false,
    }
}

impl Project {
    /// The home of what a scope binds.
    pub(super) fn home_of(&self, file: FileId, scope: ScopeId, steps: usize) -> Home {
        let Some(graph) = self.graph(file) else { return Home::Scope(file, scope) };
        let here = &graph.scopes[scope];
        if here.sort == Sort::Class {
            let key = match (&here.subject, here.of) {
                (None, None) if graph.rules().shapes.is_some() => {
                    Some(Key { home: Home::Scope(file, scope), name: "".into(), space: space::ALL })
                }
                (Some(subject), _) => {
                    let place = Place { file, byte: here.range.start };
                    match self.class_of(place, subject, steps + 1) {
                        Found::Key(key, ..) => Some(key),
                        _ => None,
                    }
                }
                (None, Some(of)) => Some(self.key_of(file, of, steps + 1)),
                (None, None) => None,
            };
            return key.map_or(Home::Scope(file, scope), |key| Home::Class(Rc::new(key)));
        }
        self.space_of(file, graph, scope).unwrap_or(Home::Scope(file, scope))
    }

    /// The definition that a binding belongs to.
    pub(super) fn key_of(&self, file: FileId, id: BindingId, steps: usize) -> Key {
        let graph = self.graph(file).expect("a binding has a graph");
        let binding = &graph.bindings[id];
        let name: Rc<str> = match binding.import {
            // A name for other files only is another one than that of the file itself.
            Some(_) if self.is_given(graph, id) => format!("={}", graph.slice(&binding.name)).into(),
            _ => graph.name_of(id).into(),
        };
        if binding.name.is_empty() {
            return Key { home: Home::Scope(file, binding.scope), name, space: space::ALL };
        }
        let space = if graph.rules().type_space { self.space_in(graph, binding) } else { space::ALL };
        if let Some(subject) = &binding.subject
            && steps < MOST_STEPS
        {
            let place = Place { file, byte: binding.name.start };
            let home = match self.resolve(place, subject, space::TYPE, steps + 1) {
                Found::Key(key, of, id) => match self.aliased(of, id, steps + 1) {
                    Found::Key(key, ..) => Home::Class(Rc::new(key)),
                    _ => Home::Class(Rc::new(key)),
                },
                Found::Module(Module::Space(space)) => Home::Space(space.into()),
                Found::Module(Module::File(file, scope)) => Home::Scope(file, scope),
                _ => Home::Scope(file, binding.scope),
            };
            return Key { home, name, space };
        }
        // Inside of too many steps nothing is followed.
        let home = if steps < MOST_STEPS {
            self.home_of(file, binding.scope, steps + 1)
        } else {
            Home::Scope(file, binding.scope)
        };
        Key { home, name, space }
    }

    /// The kinds of names that a binding is told apart by.
    fn space_in(&self, graph: &Graph, binding: &super::graph::Binding) -> u8 {
        match binding.kind {
            _ if graph.rules().one_space => {
                let id = graph.bound(binding.scope, graph.slice(&graph.marked(&binding.name)));
                let own = id.iter().find(|id| std::ptr::eq(&graph.bindings[**id], binding));
                if own.is_some_and(|id| graph.is_static(*id)) { space::STATIC } else { space::ALL }
            }
            BindingKind::Field | BindingKind::Component if graph.rules().fields_apart => space::FIELD,
            BindingKind::Variable | BindingKind::Parameter if graph.rules().functions_apart => space::FIELD,
            // Where a scope has a type and a value of one name, they are one thing to whoever names both.
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

    /// What a binding stands for, imports followed.
    pub(super) fn follow(&self, file: FileId, id: BindingId, wanted: u8, steps: usize) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        let binding = &graph.bindings[id];
        match &binding.import {
            Some(_) if self.is_other_name(graph, id) => Found::Key(self.key_of(file, id, steps), file, id),
            Some(path) if steps < MOST_STEPS => {
                let place = Place { file, byte: binding.name.start };
                self.import(place, path, wanted, Some((file, id)), steps + 1)
            }
            Some(_) => Found::Unknown,
            None if binding.kind == BindingKind::Module => self.module_of(file, id),
            None => Found::Key(self.key_of(file, id, steps), file, id),
        }
    }

    /// The module that a binding declares.
    fn module_of(&self, file: FileId, id: BindingId) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        let binding = &graph.bindings[id];
        if self.style == ModuleStyle::Shared {
            let inner = binding.opens.and_then(|scope| self.space_of(file, graph, scope));
            return match inner {
                Some(Home::Space(space)) => Found::Module(Module::Space(space.to_string())),
                _ => Found::Unknown,
            };
        }
        if let Some(scope) = binding.opens {
            return Found::Module(Module::File(file, scope));
        }
        let child = self.tree_child(file, graph.slice(&binding.name));
        child.map_or(Found::Unknown, Found::Module)
    }

    /// What the path of an import leads to. The binding that the import makes is passed over.
    pub(super) fn import(
        &self,
        place: Place,
        path: &[String],
        wanted: u8,
        own: Option<(FileId, BindingId)>,
        steps: usize,
    ) -> Found {
        if steps > MOST_STEPS {
            return Found::Unknown;
        }
        match self.style {
            ModuleStyle::Tree => {
                let parts: Vec<&str> = path.iter().flat_map(|part| part.split("::")).map(str::trim).collect();
                self.tree_path(place, &parts, wanted, own, steps)
            }
            ModuleStyle::Shared => {
                let parts: Vec<&str> = path.iter().flat_map(|part| part.split("::")).map(str::trim).collect();
                self.shared_path(place, &parts, wanted, steps)
            }
            ModuleStyle::Package => {
                let whole = path.join(".");
                self.package_path(&whole, wanted, steps)
            }
            ModuleStyle::Files => self.script_path(place, path, wanted, steps),
            ModuleStyle::Dotted | ModuleStyle::Folder => {
                let Some(first) = path.first() else { return Found::Unknown };
                let Some(module) = self.module(place.file, first) else {
                    let is_known = self.style != ModuleStyle::Folder || !self.may_be_folder(first);
                    return if is_known { Found::External } else { Found::Unknown };
                };
                match path.get(1) {
                    None => Found::Module(module),
                    Some(name) => self.in_module(&module, name, wanted, steps + 1),
                }
            }
        }
    }

    fn tree_path(
        &self,
        place: Place,
        parts: &[&str],
        wanted: u8,
        own: Option<(FileId, BindingId)>,
        steps: usize,
    ) -> Found {
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        let Some((first, rest)) = parts.split_first() else { return Found::Unknown };
        let here = graph.around(graph.scope_at(place.byte));
        let here = here.into_iter().find(|at| matches!(graph.scopes[*at].sort, Sort::Module | Sort::File));
        let here = here.unwrap_or(TOP);
        let start = match *first {
            "crate" | "$crate" => Found::Module(Module::File(self.crate_root(place.file), TOP)),
            "self" => Found::Module(Module::File(place.file, here)),
            "super" => self.parent_module(place.file, here),
            "" => rest.first().and_then(|name| self.other_crate(name)).map_or(Found::External, Found::Module),
            name => {
                let first_of = if rest.is_empty() { wanted } else { space::TYPE };
                match self.look_up(place, name, first_of, own, steps + 1) {
                    Found::Nowhere | Found::External => {
                        self.other_crate(name).map_or(Found::External, Found::Module)
                    }
                    found => found,
                }
            }
        };
        let rest = if first.is_empty() { rest.get(1..).unwrap_or_default() } else { rest };
        self.go_on(start, rest, wanted, steps)
    }

    /// Follows the further parts of a path.
    fn go_on(&self, start: Found, rest: &[&str], wanted: u8, steps: usize) -> Found {
        let mut at = start;
        for (number, name) in rest.iter().enumerate() {
            let wanted = if number + 1 == rest.len() { wanted } else { space::TYPE };
            at = match (&at, *name) {
                (Found::Module(Module::File(file, scope)), "super") => self.parent_module(*file, *scope),
                (_, "self") => at,
                _ => self.member_of(&at, name, wanted, steps + 1),
            };
        }
        at
    }

    /// The module around a module.
    fn parent_module(&self, file: FileId, scope: ScopeId) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        let mut around = graph.around(scope).skip(1);
        let parent = around.find(|at| matches!(graph.scopes[*at].sort, Sort::Module | Sort::File));
        match parent {
            Some(parent) if scope != TOP => Found::Module(Module::File(file, parent)),
            _ => self.tree_parent(file).map_or(Found::Unknown, |file| Found::Module(Module::File(file, TOP))),
        }
    }

    /// What a path of namespaces leads to.
    fn shared_path(&self, place: Place, parts: &[&str], wanted: u8, steps: usize) -> Found {
        let Some((first, rest)) = parts.split_first() else { return Found::Unknown };
        let start = match *first {
            "" => Found::Module(Module::Space(String::new())),
            name => {
                let first_of = if rest.is_empty() { wanted } else { space::TYPE };
                self.look_up(place, name, first_of, None, steps + 1)
            }
        };
        self.go_on(start, rest, wanted, steps)
    }

    /// What a package and names behind it lead to.
    fn package_path(&self, whole: &str, wanted: u8, steps: usize) -> Found {
        let whole: &str = &whole.split_whitespace().collect::<String>();
        if self.has_package(whole) {
            return Found::Module(Module::Space(whole.to_owned()));
        }
        let mut end = whole.len();
        while let Some(at) = whole[..end].rfind('.') {
            let rest: Vec<&str> = whole[at + 1..].split('.').collect();
            let home = Home::Space(whole[..at].into());
            if let Some(name) = rest.first()
                && !self.in_space(&home, name).is_empty()
            {
                return self.go_on(
                    Found::Module(Module::Space(whole[..at].to_owned())),
                    &rest,
                    wanted,
                    steps,
                );
            }
            end = at;
        }
        Found::External
    }

    /// What a name means in a place, by the scopes around it.
    pub(super) fn look_up(
        &self,
        place: Place,
        name: &str,
        wanted: u8,
        own: Option<(FileId, BindingId)>,
        steps: usize,
    ) -> Found {
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        if steps > MOST_STEPS {
            return Found::Unknown;
        }
        let rules = graph.rules();
        let innermost = graph.scope_at(place.byte);
        let is_tree = self.style == ModuleStyle::Tree;
        let mut is_inside = false;
        // A function inside of another one does not see the variables of that one.
        let mut is_cut = false;
        let mut is_open = Open::No;
        for at in graph.around(innermost).filter(|at| !graph.is_outside(*at, place.byte)) {
            let here = &graph.scopes[at];
            let is_seen = rules.seen_in.iter().any(|kind| **kind == *here.kind) || rules.seen_members;
            let is_hidden = here.sort == Sort::Class && !is_seen && (is_inside || !rules.in_order);
            if rules.shapes.is_some()
                && here.sort == Sort::Module
                && graph.bound(at, name).is_empty()
                && self.is_in_other_part(graph, at, name)
            {
                return Found::Unknown;
            }
            is_inside |= here.sort == Sort::Function;
            let fits = |id: &&BindingId| {
                let binding = &graph.bindings[**id];
                let is_seen = match here.sort {
                    Sort::File | Sort::Module => true,
                    Sort::Class => !rules.in_order || graph.runs_from(**id) <= place.byte,
                    Sort::Function | Sort::Block => binding.from <= place.byte,
                };
                // A parameter may be a field of the class around it.
                let is_field = matches!(binding.kind, BindingKind::Field | BindingKind::Component)
                    && binding.scope == at;
                let is_seen = is_seen && (!is_field || here.sort == Sort::Class);
                let is_local = binding.kind == BindingKind::Parameter
                    || binding.kind == BindingKind::Variable && binding.from > 0;
                is_seen
                    && !(is_hidden && binding.kind != BindingKind::Generic)
                    && !(is_cut && is_local)
                    && graph.space_of(**id) & wanted != 0
                    && binding.subject.is_none()
                    && own != Some((place.file, **id))
            };
            let bound = graph.bound(at, name);
            if is_open >= Open::Foreign || is_open == Open::Standard && graph.language.knows_member(name) {
                let is_method = at != TOP && here.sort == Sort::Class && bound.iter().any(|id| fits(&id));
                if is_method {
                    return Found::Unknown;
                }
            }
            // The last one that is seen counts: a second `let` hides the first.
            if let Some(id) = bound.iter().rev().find(fits) {
                let found = self.follow(place.file, *id, wanted, steps + 1);
                // Of imports some lead to another kind of name.
                let others = bound.iter().filter(fits).filter(|other| *other != id);
                let is_module = matches!(here.sort, Sort::File | Sort::Module);
                let follow = |other: &BindingId| self.follow(place.file, *other, wanted, steps + 1);
                // Which of several holds is decided where the program is built.
                if is_tree && is_module && others.clone().any(|other| differs(&found, &follow(other))) {
                    return Found::Unknown;
                }
                return match found {
                    Found::Nowhere | Found::External => others
                        .map(|other| self.follow(place.file, *other, wanted, steps + 1))
                        .find(|found| matches!(found, Found::Key(..) | Found::Module(_)))
                        .unwrap_or(found),
                    found => found,
                };
            }
            is_cut |= is_tree && here.sort == Sort::Function && here.of.is_some();
            if is_hidden {
                continue;
            }
            if here.sort == Sort::Class && rules.seen_members {
                match self.member_by_scope(place.file, at, name, wanted, steps + 1) {
                    Found::Nowhere => {}
                    // What is outside of the project may have it, or the class around.
                    Found::External => is_open = is_open.max(self.openness(place.file, at)),
                    found => return found,
                }
            }
            if let Some(found) = self.in_shared_space(place.file, graph, at, name, wanted, steps) {
                return found;
            }
            let is_passed_on = self.style == ModuleStyle::Files;
            match self.by_wildcards(place.file, graph, at, name, wanted, steps) {
                found if found == Found::Nowhere || is_passed_on => {}
                found => return found,
            }
            if let Some(found) = self.by_package_name(place, graph, at, name) {
                return found;
            }
            if is_tree && matches!(here.sort, Sort::Module | Sort::File) {
                return self.not_in_module(place.file, graph, at, wanted, steps);
            }
        }
        Found::Nowhere
    }

    /// What is to be thought of a name that is not found in a module of a tree.
    fn not_in_module(&self, file: FileId, graph: &Graph, at: ScopeId, wanted: u8, steps: usize) -> Found {
        // Macros are seen by the order of the text, over modules.
        if wanted == space::MACRO {
            return Found::Unknown;
        }
        let is_unknown = |path: &Vec<String>| {
            let place = Place { file, byte: graph.scopes[at].range.start };
            matches!(self.import(place, path, space::TYPE, None, steps + 4), Found::Unknown)
        };
        if graph.scopes[at].wildcards.iter().any(is_unknown) { Found::Unknown } else { Found::Nowhere }
    }

    /// A package that a file brings in without saying what it is called.
    fn by_package_name(&self, place: Place, graph: &Graph, at: ScopeId, name: &str) -> Option<Found> {
        let imports = graph.packages.iter().filter(|_| at == TOP).filter_map(|id| {
            let path = graph.bindings[*id].import.as_ref()?.first()?;
            self.module(place.file, path)
        });
        let mut modules = imports.filter(
            |module| matches!(module, Module::Space(space) if space.rsplit(':').next() == Some(name)),
        );
        modules.next().map(Found::Module)
    }

    /// What other files bind in the space of names that a scope is part of.
    fn in_shared_space(
        &self,
        file: FileId,
        graph: &Graph,
        scope: ScopeId,
        name: &str,
        wanted: u8,
        steps: usize,
    ) -> Option<Found> {
        if !self.is_shared() || !matches!(graph.scopes[scope].sort, Sort::File | Sort::Module) {
            return None;
        }
        let home = self.space_of(file, graph, scope)?;
        let all = self.in_space(&home, name);
        self.first_fit(&all, wanted, steps)
    }

    /// The first of several bindings that is of a kind.
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

    fn by_wildcards(
        &self,
        file: FileId,
        graph: &Graph,
        scope: ScopeId,
        name: &str,
        wanted: u8,
        steps: usize,
    ) -> Found {
        let mut first = Found::Nowhere;
        for path in &graph.scopes[scope].wildcards {
            let place = Place { file, byte: graph.scopes[scope].range.start };
            let module = self.import(place, path, space::TYPE, None, steps + 4);
            match self.member_of(&module, name, wanted, steps + 4) {
                Found::Nowhere | Found::External | Found::Unknown => {}
                found if self.style != ModuleStyle::Tree => return found,
                found if differs(&found, &first) => return Found::Unknown,
                found => first = found,
            }
        }
        first
    }

    /// What a name means in a module.
    pub(super) fn in_module(&self, module: &Module, name: &str, wanted: u8, steps: usize) -> Found {
        if steps > MOST_STEPS {
            return Found::Unknown;
        }
        match module {
            Module::Space(space) => {
                let all = self.in_space(&Home::Space(space.as_str().into()), name);
                self.first_fit(&all, wanted, steps).unwrap_or(Found::Nowhere)
            }
            Module::Folder(_) => self.submodule(module, name).map_or(Found::Nowhere, Found::Module),
            Module::File(file, scope) => {
                let key = (*file, *scope, name.to_owned(), wanted);
                if let Some(known) = self.known.borrow().get(&key) {
                    return known.clone();
                }
                // A ring of imports leads nowhere.
                self.known.borrow_mut().insert(key.clone(), Found::Nowhere);
                let found = self.in_file(*file, *scope, name, wanted, steps);
                self.known.borrow_mut().insert(key, found.clone());
                found
            }
        }
    }

    /// What a name in a file or a scope of it means to other modules.
    fn in_file(&self, file: FileId, scope: ScopeId, name: &str, wanted: u8, steps: usize) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        if let Some(found) = self.given(file, name, wanted, steps).filter(|_| scope == TOP) {
            return found;
        }
        let bound = graph.bound(scope, name).iter().rev();
        let bound = bound.filter(|id| graph.space_of(**id) & wanted != 0);
        let mut external = None;
        let is_tree = self.style == ModuleStyle::Tree;
        let follow = |id: &BindingId| self.follow(file, *id, wanted, steps + 1);
        for id in bound.clone() {
            match follow(id) {
                Found::Nowhere => {}
                Found::External => external = Some(Found::External),
                found
                    if is_tree
                        && bound.clone().any(|other| other != id && differs(&found, &follow(other))) =>
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
        match self.by_wildcards(file, graph, scope, name, wanted, steps) {
            Found::Nowhere => external.unwrap_or(Found::Nowhere),
            found => found,
        }
    }

    /// What a name means behind something.
    pub(super) fn member_of(&self, of: &Found, name: &str, wanted: u8, steps: usize) -> Found {
        match of {
            Found::Module(module) => self.in_module(module, name, wanted, steps + 1),
            Found::Key(key, file, id) => {
                let (key, file, id) = match self.aliased(*file, *id, steps + 1) {
                    Found::Key(key, file, id) => (key, file, id),
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

    /// The type that a name for a type stands for.
    pub(super) fn aliased(&self, file: FileId, id: BindingId, steps: usize) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        let binding = &graph.bindings[id];
        if let (Some(path), true) = (&binding.import, steps < MOST_STEPS) {
            let place = Place { file, byte: binding.name.start };
            return match self.import(place, path, space::ALL, Some((file, id)), steps + 1) {
                Found::Key(_, file, id) => self.aliased(file, id, steps + 1),
                found => found,
            };
        }
        let stands_for = match binding.kind {
            BindingKind::Type => binding.value.as_ref(),
            // A parameter of a type is known by what it must be able to do.
            BindingKind::Generic => binding.declared.as_ref(),
            _ => None,
        };
        match stands_for {
            Some(value) if steps < MOST_STEPS => {
                match self.class_of(Place { file, byte: binding.name.start }, value, steps + 1) {
                    Found::Unknown | Found::Nowhere => Found::Key(self.key_of(file, id, steps + 1), file, id),
                    found => found,
                }
            }
            _ => Found::Key(self.key_of(file, id, steps + 1), file, id),
        }
    }

    /// What a path of an expression leads to.
    pub(super) fn resolve(&self, place: Place, expr: &Expr, wanted: u8, steps: usize) -> Found {
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        if steps > MOST_STEPS {
            return Found::Unknown;
        }
        let text = |range: &Range<usize>| graph.slice(range);
        match expr {
            Expr::Name(range) => self.name(Place { byte: range.start, ..place }, text(range), wanted, steps),
            Expr::Path(None, range) => match self.style {
                ModuleStyle::Shared => {
                    self.in_module(&Module::Space(String::new()), text(range), wanted, steps)
                }
                _ => self.tree_path(place, &["", text(range)], wanted, None, steps),
            },
            Expr::Path(Some(of), range) | Expr::Member(of, range) => {
                let of = self.resolve(place, of, space::TYPE, steps + 1);
                match (&of, text(range)) {
                    (Found::Nowhere | Found::Unknown | Found::External, _)
                        if self.style == ModuleStyle::Package =>
                    {
                        let whole = path_root(expr).map_or("", |root| &graph.text[root.start..range.end]);
                        self.package_path(whole, wanted, steps)
                    }
                    (Found::Module(Module::File(file, scope)), "super")
                        if self.style == ModuleStyle::Tree =>
                    {
                        self.parent_module(*file, *scope)
                    }
                    (_, name) => self.member_of(&of, name, wanted, steps + 1),
                }
            }
            Expr::Generic(of, _) => self.resolve(place, of, wanted, steps + 1),
            Expr::Spelled(range) => {
                let mut parts = text(range).split('.');
                let first = parts.next().unwrap_or_default().trim();
                let start = self.look_up(place, first, wanted, None, steps + 1);
                let rest: Vec<&str> = parts.collect();
                self.go_on(start, &rest, wanted, steps)
            }
            Expr::Class(start) => match graph.anonymous.get(start) {
                Some(id) => Found::Key(self.key_of(place.file, *id, steps), place.file, *id),
                None => Found::Unknown,
            },
            Expr::Call(_)
            | Expr::Make(_)
            | Expr::Row(_)
            | Expr::Part(..)
            | Expr::Held(_)
            | Expr::Key(_)
            | Expr::Holder(_)
            | Expr::Table(..)
            | Expr::Function(_)
            | Expr::Either(_)
            | Expr::Literal
            | Expr::Nothing
            | Expr::Other => Found::Unknown,
            Expr::Module(range) => self.script_module(place.file, text(range)),
        }
    }

    /// What a name by itself leads to.
    fn name(&self, place: Place, name: &str, wanted: u8, steps: usize) -> Found {
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        if graph.rules().own_class.iter().any(|word| word == name) {
            return self.class_at(place, steps);
        }
        if graph.is_untyped(name) {
            return Found::Unknown;
        }
        if self.style == ModuleStyle::Tree {
            return match self.tree_path(place, &[name], wanted, None, steps) {
                Found::External => Found::External,
                found => found,
            };
        }
        self.look_up(place, name, wanted, None, steps + 1)
    }

    /// The class whose function a place lies in.
    pub(super) fn class_at(&self, place: Place, steps: usize) -> Found {
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        let Some(class) = graph.class_around(place.byte) else { return self.class_of_function(place, steps) };
        match self.home_of(place.file, class, steps + 1) {
            Home::Class(key) => self.binding_of(&key),
            Home::Scope(..) | Home::Space(_) => Found::Unknown,
        }
    }

    /// The class of a function that stands outside of it.
    fn class_of_function(&self, place: Place, steps: usize) -> Found {
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        for at in graph.around(graph.scope_at(place.byte)) {
            let of = graph.scopes[at].of.filter(|of| graph.bindings[*of].subject.is_some());
            if let Some(of) = of {
                return match self.key_of(place.file, of, steps + 1).home {
                    Home::Class(key) => self.binding_of(&key),
                    Home::Scope(..) | Home::Space(_) => Found::Unknown,
                };
            }
        }
        Found::Unknown
    }

    /// A place that binds a class.
    pub(super) fn binding_of(&self, key: &Key) -> Found {
        let all: Vec<(FileId, BindingId)> = match &key.home {
            Home::Space(_) => self.in_space(&key.home, &key.name),
            Home::Scope(file, scope) => {
                let bound = self.graph(*file).map(|graph| graph.bound(*scope, &key.name));
                bound.into_iter().flatten().map(|id| (*file, *id)).collect()
            }
            Home::Class(class) => match self.member(class, &key.name, key.space, 0) {
                Found::Key(_, file, id) => vec![(file, id)],
                _ => Vec::new(),
            },
        };
        let is_it = |(file, id): &&(FileId, BindingId)| {
            let binding = self.graph(*file).map(|graph| &graph.bindings[*id]);
            binding.is_some_and(|one| one.kind.space() & key.space != 0 && one.kind != BindingKind::Import)
        };
        let opens = |(file, id): &&(FileId, BindingId)| {
            self.graph(*file).is_some_and(|graph| graph.bindings[*id].opens.is_some())
        };
        let found = all.iter().filter(is_it).find(opens).or_else(|| all.iter().find(is_it));
        found.map_or(Found::Unknown, |(file, id)| Found::Key(key.clone(), *file, *id))
    }
}
