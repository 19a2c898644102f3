//! Resolution of paths, imports and expressions.

use std::ops::Range;

use super::branches::agreed;
use super::names::Lookup;
use super::results::{Container, Found, MOST_STEPS, Module, Place};
use crate::lang::ModuleStyle;
use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{BindingId, Expr, FileId, ScopeId, Sort, TOP, space};
use crate::resolve::bindings::project::Project;

impl Project {
    /// Returns what the path of an import refers to, skipping the binding of the import itself.
    pub(in crate::resolve::bindings) fn import(
        &self,
        place: Place,
        path: &[String],
        lookup: Lookup,
    ) -> Found {
        let Lookup { wanted, steps, .. } = lookup;
        if steps > MOST_STEPS {
            return Found::Unknown;
        }
        match self.style {
            ModuleStyle::Tree => {
                let parts: Vec<&str> = path.iter().flat_map(|part| part.split("::")).map(str::trim).collect();
                self.tree_path(place, &parts, lookup)
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

    /// Returns whether a word stands for a module at the beginning of a path.
    pub(in crate::resolve::bindings) fn begins_path(&self, word: &str) -> bool {
        self.style == ModuleStyle::Tree && matches!(word, "crate" | "$crate" | "self" | "super")
    }

    fn tree_path(&self, place: Place, parts: &[&str], lookup: Lookup) -> Found {
        let Lookup { wanted, except, steps } = lookup;
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
                match self.look_up(place, name, Lookup::of(first_of, steps + 1).except(except)) {
                    Found::Nowhere | Found::External => {
                        self.other_crate(name).map_or(Found::External, Found::Module)
                    }
                    found => found,
                }
            }
        };
        let rest = if first.is_empty() { rest.get(1..).unwrap_or_default() } else { rest };
        self.follow_segments(start, rest, wanted, steps)
    }

    /// Follows the remaining segments of a path.
    fn follow_segments(&self, start: Found, rest: &[&str], wanted: u8, steps: usize) -> Found {
        let mut at = start;
        for (number, name) in rest.iter().enumerate() {
            let behind = &rest[number + 1..];
            let of_module = if behind.is_empty() { wanted } else { space::TYPE };
            let found = match (&at, *name) {
                (Found::Module(Module::File(file, scope)), "super") => self.parent_module(*file, *scope),
                (_, "self") => at.clone(),
                _ => self.member_of(&at, name, of_module, steps + 1),
            };
            if found == Found::Unknown && !behind.is_empty() {
                let modules = self.alternative_modules(&at, name, steps).into_iter();
                return agreed(modules.map(|module| self.follow_segments(module, behind, wanted, steps + 1)));
            }
            at = found;
        }
        at
    }

    /// Returns what a path in a macro definition may refer to if its first segment is not visible there: it is resolved
    /// where the macro is called.
    pub(in crate::resolve::bindings) fn found_where_called(
        &self,
        place: Place,
        path: &[String],
        wanted: u8,
    ) -> Vec<Found> {
        let is_in_macro = self.graph(place.file).is_some_and(|graph| graph.is_in_macro(place.byte));
        let Some((first, rest)) = path.split_first().filter(|_| is_in_macro) else { return Vec::new() };
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        let mut all = Vec::new();
        for file in self.files_with(first) {
            let Some(graph) = self.graph(file) else { continue };
            let is_type = |id: &&BindingId| {
                graph.bindings[**id].import.is_none() && graph.space_of(**id) & space::TYPE != 0
            };
            let scopes = graph.scopes.iter().enumerate();
            let seen = scopes.filter(|(_, scope)| matches!(scope.sort, Sort::File | Sort::Module));
            for id in seen.flat_map(|(at, _)| graph.bound(at, first).iter().filter(is_type)) {
                let found = self.follow_segments(self.follow(file, *id, space::TYPE, 1), &rest, wanted, 1);
                if matches!(found, Found::Definition(..) | Found::Module(_)) && !all.contains(&found) {
                    all.push(found);
                }
            }
        }
        all
    }

    /// Returns the parent of a module.
    fn parent_module(&self, file: FileId, scope: ScopeId) -> Found {
        let Some(graph) = self.graph(file) else { return Found::Unknown };
        let mut around = graph.around(scope).skip(1);
        let parent = around.find(|at| matches!(graph.scopes[*at].sort, Sort::Module | Sort::File));
        match parent {
            Some(parent) if scope != TOP => Found::Module(Module::File(file, parent)),
            _ => self.tree_parent(file).map_or(Found::Unknown, |file| Found::Module(Module::File(file, TOP))),
        }
    }

    /// Returns what a path of a package and names refers to.
    fn package_path(&self, whole: &str, wanted: u8, steps: usize) -> Found {
        let whole: &str = &whole.split_whitespace().collect::<String>();
        if self.has_package(whole) {
            return Found::Module(Module::Space(whole.to_owned()));
        }
        let mut end = whole.len();
        while let Some(at) = whole[..end].rfind('.') {
            let rest: Vec<&str> = whole[at + 1..].split('.').collect();
            let home = Container::Space(whole[..at].into());
            if let Some(name) = rest.first()
                && !self.in_space(&home, name).is_empty()
            {
                return self.follow_segments(
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

    /// Returns what an expression that is a path refers to.
    pub(in crate::resolve::bindings) fn resolve(
        &self,
        place: Place,
        expr: &Expr,
        wanted: u8,
        steps: usize,
    ) -> Found {
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        if steps > MOST_STEPS {
            return Found::Unknown;
        }
        let text = |range: &Range<usize>| graph.slice(range);
        match expr {
            Expr::Name(range) => self.name(Place { byte: range.start, ..place }, text(range), wanted, steps),
            Expr::Path(None, range) => self.tree_path(place, &["", text(range)], Lookup::of(wanted, steps)),
            Expr::Path(Some(of), range) | Expr::Member(of, range) => {
                if let Some(found) = self.trait_member_in_block(place, of, text(range), wanted) {
                    return found;
                }
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
            Expr::QuotedType(range) => {
                let mut parts = text(range).split('.');
                let first = parts.next().unwrap_or_default().trim();
                let start = self.look_up(place, first, Lookup::of(wanted, steps + 1));
                let rest: Vec<&str> = parts.collect();
                self.follow_segments(start, &rest, wanted, steps)
            }
            Expr::Class(start) => match graph.anonymous.get(start) {
                Some(id) => Found::Definition(self.key_of(place.file, *id, steps), place.file, *id),
                None => Found::Unknown,
            },
            Expr::Call(_)
            | Expr::Make(_)
            | Expr::Tuple(_)
            | Expr::List(_)
            | Expr::Table(_)
            | Expr::TupleElement(..)
            | Expr::ElementOf(_)
            | Expr::KeyOf(_)
            | Expr::ErrorOf(_)
            | Expr::Awaited(_)
            | Expr::GivenTo(..)
            | Expr::ClassOf(..)
            | Expr::Collected(..)
            | Expr::ContainerOf(_)
            | Expr::MapOf(..)
            | Expr::Function(_)
            | Expr::Either(_)
            | Expr::Literal
            | Expr::Slice
            | Expr::Null
            | Expr::Other => Found::Unknown,
            Expr::Module(range) if self.style == ModuleStyle::Files => {
                self.script_module(place.file, text(range))
            }
            Expr::Module(range) => match self.module(place.file, text(range)) {
                Some(module) => Found::Module(module),
                None if text(range).starts_with('.') => Found::Unknown,
                None => Found::External,
            },
        }
    }

    /// Returns what an unqualified name refers to.
    fn name(&self, place: Place, name: &str, wanted: u8, steps: usize) -> Found {
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        if graph.rules().own_class.iter().any(|word| word == name) {
            return self.class_at(place, steps);
        }
        if graph.is_untyped(name) {
            return Found::Unknown;
        }
        if self.style == ModuleStyle::Tree {
            return match self.tree_path(place, &[name], Lookup::of(wanted, steps)) {
                Found::External => Found::External,
                found => found,
            };
        }
        self.look_up(place, name, Lookup::of(wanted, steps + 1))
    }

    /// Returns the class in whose function a place is.
    pub(in crate::resolve::bindings) fn class_at(&self, place: Place, steps: usize) -> Found {
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        let Some(class) = graph.class_around(place.byte) else { return self.class_of_function(place, steps) };
        match self.home_of(place.file, class, steps + 1) {
            Container::Class(key) => self.binding_of(&key),
            Container::Scope(..) | Container::Space(_) => Found::Unknown,
        }
    }

    /// Returns the class of a function that is defined outside of it.
    fn class_of_function(&self, place: Place, steps: usize) -> Found {
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        for at in graph.around(graph.scope_at(place.byte)) {
            let of = graph.scopes[at].of.filter(|of| graph.bindings[*of].subject.is_some());
            if let Some(of) = of {
                return match self.key_of(place.file, of, steps + 1).container {
                    Container::Class(key) => self.binding_of(&key),
                    Container::Scope(..) | Container::Space(_) => Found::Unknown,
                };
            }
        }
        Found::Unknown
    }
}
