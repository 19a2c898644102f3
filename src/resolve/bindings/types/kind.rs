//! The type of an expression: an object of a class, the class itself, a module, or something from outside of the
//! project.

use super::classes::{last_name, parts_of_bases};
use crate::lang::{LocalRules, ModuleStyle};
use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, Expr, space};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{
    DefinitionId, Found, InferredType, MOST_PARTS, MOST_STEPS, Place,
};
use crate::resolve::bindings::project::Project;

/// The method that implements indexing.
const INDEX: &str = "index";

impl Project {
    /// Returns the type of an expression, as far as declarations and constructions show it.
    pub(in crate::resolve::bindings) fn kind_of(
        &self,
        place: Place,
        expr: &Expr,
        steps: usize,
    ) -> InferredType {
        let Some(graph) = self.graph(place.file) else { return InferredType::Unknown };
        if steps > MOST_STEPS {
            return InferredType::Unknown;
        }
        let rules = graph.rules();
        match expr {
            Expr::Name(range) => self.kind_of_name(place, range, steps),
            Expr::Member(of, range) => self.kind_of_access(place, (expr, of, range), steps),
            Expr::Path(Some(of), range) => self.kind_of_path(place, (of, range), steps),
            Expr::Path(None, _) => {
                self.kind_of_found(self.resolve(place, expr, space::ALL, steps + 1), None, steps)
            }
            Expr::Generic(of, argument) => self.kind_of_indexed(place, (of, argument), steps),
            Expr::Call(of) => {
                if let Expr::Name(range) = &**of
                    && rules.super_calls.iter().any(|word| word == graph.slice(range))
                {
                    return match self.class_at(place, steps) {
                        Found::Definition(key, ..) => InferredType::Super(key),
                        _ => InferredType::Unknown,
                    };
                }
                self.kind_of_call(place, of, steps)
            }
            // An object made from a variable has the class in the variable.
            Expr::Make(of) if rules.shapes.is_some() && self.is_variable(place, of, steps) => {
                match self.kind_of(place, of, steps + 1) {
                    InferredType::Class(key) => InferredType::Object(key),
                    _ => InferredType::Unknown,
                }
            }
            Expr::Make(of) if !rules.prototypes.is_empty() => match self.kind_of(place, of, steps + 1) {
                InferredType::Function(file, id) => InferredType::Object(self.key_of(file, id, steps)),
                _ => self.object_of(place, of, steps + 1),
            },
            Expr::Make(of) => self.object_of(place, of, steps + 1),
            Expr::ClassOf(of, called) => self.class_of_value(place, of, called, steps),
            Expr::Collected(of, called) => self.gathered(place, of, called, steps),
            Expr::ElementOf(of) => {
                let written = self.written_out(place, of, steps);
                let holder = written.unwrap_or_else(|| self.kind_of(place, of, steps + 1));
                self.elements_of(holder, steps)
            }
            Expr::ErrorOf(of) => match self.kind_of(place, of, steps + 1) {
                InferredType::ResultOf(_, error) => *error,
                InferredType::Plain => InferredType::Plain,
                _ => InferredType::Unknown,
            },
            Expr::Awaited(of) => match self.kind_of(place, of, steps + 1) {
                InferredType::FutureOf(held) => *held,
                _ => InferredType::Unknown,
            },
            Expr::GivenTo(called, position, otherwise) => {
                let declared = self.given_by_own(place, called, *position, steps);
                declared.unwrap_or_else(|| self.kind_of(place, otherwise, steps + 1))
            }
            Expr::KeyOf(of) => {
                let table = self.kind_of(place, of, steps + 1);
                self.key_in(table, steps)
            }
            Expr::Tuple(parts) => {
                let parts = parts.iter().take(MOST_PARTS).map(|part| self.kind_of(place, part, steps + 2));
                InferredType::Tuple(parts.collect())
            }
            // Others may be added to it.
            Expr::List(_) | Expr::Table(_) if rules.duck_typed => InferredType::Plain,
            Expr::List(parts) => self.kind_of_list(place, parts, steps),
            Expr::Table(_) => InferredType::Unknown,
            Expr::TupleElement(of, number) => self.kind_of_part(place, (of, *number), steps),
            Expr::Class(_) => {
                self.kind_of_found(self.resolve(place, expr, space::TYPE, steps + 1), None, steps)
            }
            Expr::ContainerOf(_) | Expr::MapOf(..) | Expr::Function(_) => {
                self.object_of(place, expr, steps + 1)
            }
            Expr::Module(_) => {
                self.kind_of_found(self.resolve(place, expr, space::ALL, steps + 1), None, steps)
            }
            Expr::Either(parts) => self.one_kind(parts, |part| self.kind_of(place, part, steps + 2)),
            Expr::Literal | Expr::QuotedType(_) => kind_of_literal(rules),
            Expr::Slice | Expr::Null | Expr::Other => InferredType::Unknown,
        }
    }

    /// Returns the type of `of[argument]`, or of the type `of` with an argument.
    fn kind_of_indexed(&self, place: Place, (of, argument): (&Expr, &Expr), steps: usize) -> InferredType {
        let Some(graph) = self.graph(place.file) else { return InferredType::Unknown };
        let rules = graph.rules();
        let written = self.written_out(place, of, steps).filter(|_| *argument != Expr::Slice);
        let kind = written.unwrap_or_else(|| self.kind_of(place, of, steps + 1));
        match (&rules.item, argument, kind) {
            (Some(_), argument, kind) if kind.is_foreign() => {
                if self.is_own(place, argument, steps) {
                    InferredType::Unknown
                } else {
                    InferredType::ExternalResult
                }
            }
            (Some(_), Expr::Slice, kind @ InferredType::ContainerOf(_)) => kind,
            (Some(_), Expr::Slice, _) => InferredType::Unknown,
            (Some(_), Expr::QuotedType(number), InferredType::Tuple(parts)) => {
                let number: Option<usize> = graph.slice(number).parse().ok();
                number.and_then(|number| parts.into_iter().nth(number)).unwrap_or(InferredType::Unknown)
            }
            (Some(item), _, kind) => self.item_of(kind, item, steps),
            (None, Expr::Slice, kind @ (InferredType::ContainerOf(_) | InferredType::Plain)) => kind,
            // No code of the project defines the type of a slice of it.
            (None, Expr::Slice, InferredType::Unknown)
                if rules.explicit_overrides && !self.defines(INDEX) =>
            {
                InferredType::ContainerOf(Box::new(InferredType::Unknown))
            }
            (None, Expr::Slice, _) => InferredType::Unknown,
            (None, Expr::Other, InferredType::Object(key)) if !self.has_own_members_only(&key) => {
                self.delegate_of(&key, steps).unwrap_or(InferredType::Unknown)
            }
            (None, Expr::Null, InferredType::Object(_)) => InferredType::Unknown,
            (None, Expr::Null, InferredType::MapOf(_, held)) => *held,
            (None, Expr::Null, kind) => self.elements_of(kind, steps),
            (None, _, kind) => kind,
        }
    }

    /// Returns the type of the part at a number, from 0, of a value that is taken apart.
    fn kind_of_part(&self, place: Place, (of, number): (&Expr, usize), steps: usize) -> InferredType {
        let Some(graph) = self.graph(place.file) else { return InferredType::Unknown };
        let rules = graph.rules();
        match self.whole_of_part(place, of, steps) {
            InferredType::Tuple(parts) => parts.into_iter().nth(number).unwrap_or(InferredType::Unknown),
            kind @ (InferredType::Plain | InferredType::LibraryObject(_)) => kind,
            InferredType::Class(key) if rules.patterns.is_some() => {
                self.type_of_unnamed_field(&InferredType::Object(key), number, steps)
            }
            kind if rules.duck_typed && kind.is_foreign() => InferredType::ExternalResult,
            // The second value of the pair may say whether there is a value.
            kind @ (InferredType::Object(_)
            | InferredType::ContainerOf(_)
            | InferredType::MapOf(..)
            | InferredType::External)
                if rules.typed_objects =>
            {
                if number == 0 {
                    kind
                } else {
                    InferredType::External
                }
            }
            kind if rules.shapes.is_some() => self.elements_of(kind, steps),
            _ => InferredType::Unknown,
        }
    }

    /// Returns whether an expression is the name of a variable of the project.
    fn is_variable(&self, place: Place, of: &Expr, steps: usize) -> bool {
        let Found::Definition(_, file, id) = self.resolve(place, of, space::VALUE, steps + 1) else {
            return false;
        };
        let kind = self.graph(file).map(|graph| graph.bindings[id].kind);
        matches!(kind, Some(BindingKind::Variable | BindingKind::Parameter | BindingKind::Field))
    }

    /// Returns the type of an indexed element, in languages where any object may be indexed.
    fn item_of(&self, kind: InferredType, item: &str, steps: usize) -> InferredType {
        match kind {
            InferredType::ContainerOf(held) | InferredType::MapOf(_, held) => *held,
            // A generic type with arguments.
            InferredType::Class(key) => InferredType::Class(key),
            InferredType::Object(key) => match self.member(&key, item, space::ALL, steps + 1) {
                Found::Definition(_, file, id) => self.result_of(file, id, steps + 1),
                _ => InferredType::Unknown,
            },
            _ => InferredType::Unknown,
        }
    }

    /// Returns whether an expression begins with the name of a package.
    pub(in crate::resolve::bindings) fn is_package_path(&self, place: Place, expr: &Expr) -> bool {
        let (Some(graph), Some(root)) = (self.graph(place.file), path_root(expr)) else { return false };
        let place = Place { byte: root.start, ..place };
        let find = || self.look_up(place, graph.slice(root), Lookup::of(graph.path_space(root), 0));
        self.style == ModuleStyle::Package && find() == Found::Nowhere
    }

    /// Returns the type of the elements of a container.
    pub(in crate::resolve::bindings) fn elements_of(
        &self,
        holder: InferredType,
        steps: usize,
    ) -> InferredType {
        match holder {
            // Iterating over a map yields its keys.
            InferredType::MapOf(key, _) if self.rules.duck_typed => *key,
            InferredType::MapOf(key, held) if self.rules.map_yields_pairs => {
                InferredType::Tuple(vec![*key, *held])
            }
            InferredType::ContainerOf(held)
            | InferredType::ResultOf(held, _)
            | InferredType::MapOf(_, held) => *held,
            kind if self.rules.duck_typed && kind.is_foreign() => InferredType::ExternalResult,
            InferredType::Tuple(parts) if self.rules.duck_typed => {
                super::shapes::one_of_kinds(parts.into_iter())
            }
            // A list literal may contain anything.
            InferredType::Plain if self.rules.duck_typed => InferredType::Unknown,
            InferredType::Plain => InferredType::Plain,
            // An awaited module.
            kind @ InferredType::Module(_) => kind,
            InferredType::Object(key) if self.rules.item_type.is_some() => self.item_of_object(&key, steps),
            _ if !self.rules.typed_objects || steps > MOST_STEPS => InferredType::Unknown,
            InferredType::Object(key)
                if let Some(inherited) = self.inherited_container(&key, None, steps) =>
            {
                self.elements_of(inherited, steps + 2)
            }
            InferredType::External => InferredType::External,
            // A generic function with type arguments.
            kind @ (InferredType::Function(..) | InferredType::Class(_)) => kind,
            InferredType::Object(key) => match self.made_of(&key, steps) {
                InferredType::Object(other) if other == key => InferredType::Unknown,
                made_of => self.elements_of(made_of, steps + 2),
            },
            _ => InferredType::Unknown,
        }
    }

    /// What the objects of a class hold because the class inherits from something outside of the project that is given types:
    /// `class Names extends ArrayList<Name>`. `Unknown` where nothing tells what is done with those. Where they are asked for by
    /// the name of a function, what is known not to have it does not count.
    pub(super) fn inherited_container(
        &self,
        key: &DefinitionId,
        called: Option<&str>,
        steps: usize,
    ) -> Option<InferredType> {
        let is_of_all = called.is_some_and(|name| self.rules.special.iter().any(|one| one == name));
        if is_of_all || !self.rules.typed_objects || steps > MOST_STEPS {
            return None;
        }
        let mut found = None;
        for class in self.ancestry(key).0 {
            for (file, scope) in self.scopes_of_class(&class).iter() {
                let Some(graph) = self.graph(*file) else { continue };
                let here = &graph.scopes[*scope];
                for base in parts_of_bases(graph, here) {
                    let place = Place { file: *file, byte: here.range.start };
                    let Expr::Generic(of, _) = base else { continue };
                    let base_name = last_name(graph, of).unwrap_or_default();
                    let is_known = self.rules.base_members.contains_key(base_name);
                    let lacks = |name| is_known && !self.has_known_member(base_name, name);
                    let is_own = || matches!(self.class_of(place, of, steps + 1), Found::Definition(..));
                    if called.is_some_and(lacks) || is_own() {
                        continue;
                    }
                    match self.object_of(place, base, steps + 1) {
                        kind @ (InferredType::ContainerOf(_) | InferredType::MapOf(..)) => return Some(kind),
                        _ => found = Some(InferredType::Unknown),
                    }
                }
            }
        }
        found
    }

    /// Returns the type that iterating over an object yields: the item type that its class names, if all its
    /// declarations name the same.
    fn item_of_object(&self, key: &DefinitionId, steps: usize) -> InferredType {
        let Some(item) = self.rules.item_type.as_deref().filter(|_| steps < MOST_STEPS) else {
            return InferredType::Unknown;
        };
        let scopes = self.scopes_of_class(key);
        let named = scopes.iter().flat_map(|(file, scope)| {
            let graph = self.graph(*file);
            let ids = graph.map_or(&[][..], |graph| graph.bound(*scope, item));
            ids.iter().filter_map(move |id| Some((*file, &graph?.bindings[*id])))
        });
        let kinds = named.map(|(file, binding)| {
            let place = Place { file, byte: binding.name.start };
            binding
                .value
                .as_ref()
                .map_or(InferredType::Unknown, |item| self.object_of(place, item, steps + 1))
        });
        super::shapes::one_of_kinds(kinds)
    }

    /// Returns the key type of a map.
    fn key_in(&self, table: InferredType, steps: usize) -> InferredType {
        match table {
            InferredType::MapOf(key, _) => *key,
            // The keys of a list are numbers.
            InferredType::ContainerOf(_) | InferredType::External => InferredType::External,
            InferredType::Object(key) if steps < MOST_STEPS => match self.made_of(&key, steps) {
                InferredType::Object(other) if other == key => InferredType::Unknown,
                made_of => self.key_in(made_of, steps + 2),
            },
            _ => InferredType::Unknown,
        }
    }

    /// Returns the type of an unnamed field.
    fn type_of_unnamed_field(&self, owner: &InferredType, number: usize, steps: usize) -> InferredType {
        match owner {
            InferredType::Tuple(parts) => parts.get(number).cloned().unwrap_or(InferredType::Unknown),
            InferredType::Object(key) => {
                let scopes = self.scopes_of_class(key);
                let row = scopes.iter().find_map(|(file, scope)| {
                    let here = &self.graph(*file)?.scopes[*scope];
                    Some((Place { file: *file, byte: here.range.start }, here.tuple.as_ref()?))
                });
                match row {
                    Some((place, row)) => match self.object_of(place, row, steps + 1) {
                        InferredType::Tuple(parts) => {
                            parts.into_iter().nth(number).unwrap_or(InferredType::Unknown)
                        }
                        _ => InferredType::Unknown,
                    },
                    None => InferredType::Unknown,
                }
            }
            _ => InferredType::Unknown,
        }
    }

    pub(super) fn kind_of_member(
        &self,
        owner: InferredType,
        name: &str,
        wanted: u8,
        steps: usize,
    ) -> InferredType {
        if let Ok(number) = name.parse() {
            return self.type_of_unnamed_field(&owner, number, steps);
        }
        match owner {
            InferredType::Class(key) if self.rules.prototypes.iter().any(|word| word == name) => {
                InferredType::Object(key)
            }
            InferredType::Function(file, id) if self.rules.prototypes.iter().any(|word| word == name) => {
                InferredType::Object(self.key_of(file, id, steps))
            }
            InferredType::Object(key) if self.rules.class_members.iter().any(|word| word == name) => {
                InferredType::Class(key)
            }
            ref kind @ (InferredType::Object(ref key) | InferredType::Class(ref key)) => {
                let wanted = self.rules_side(key, kind, wanted);
                let found = self.with_own_body(key, name, wanted, self.member(key, name, wanted, steps + 1));
                let is_own =
                    matches!(found, Found::Definition(..)) || matches!(owner, InferredType::Class(_));
                let given = (!is_own).then(|| self.given_member(key, name, steps + 1)).flatten();
                let delegate = || self.delegate_of(key, steps).filter(|_| !is_own && given.is_none());
                match delegate() {
                    Some(delegate) => self.kind_of_member(delegate, name, wanted, steps + 1),
                    None => given.unwrap_or_else(|| self.kind_of_found(found, None, steps)),
                }
            }
            InferredType::Module(module) => {
                let found = self.in_module(&module, name, space::ALL, steps + 1);
                self.kind_of_found(found, None, steps)
            }
            // The result of a property is accessed like a field.
            InferredType::Function(file, id) => match self.result_of(file, id, steps) {
                InferredType::Object(key) => {
                    self.kind_of_member(InferredType::Object(key), name, wanted, steps + 1)
                }
                _ => InferredType::Unknown,
            },
            ref kind @ (InferredType::Super(ref key) | InferredType::SuperClass(ref key)) => {
                let found = self.inherited(key, name, self.rules_side(key, kind, wanted));
                self.kind_of_found(found, None, steps)
            }
            kind @ (InferredType::External | InferredType::ExternalResult) => kind,
            InferredType::Either(keys) => super::shapes::one_of_kinds(keys.into_iter().map(|key| {
                let object = InferredType::Object(key);
                self.kind_of_member(object, name, wanted, steps + 1)
            })),
            // A value of a map may be accessed as a member named like its key.
            InferredType::MapOf(_, held) if self.rules.shapes.is_some() => *held,
            InferredType::Plain
            | InferredType::LibraryObject(_)
            | InferredType::OpaqueGeneric
            | InferredType::Cell(..)
            | InferredType::ContainerOf(_)
            | InferredType::ResultOf(..)
            | InferredType::FutureOf(_)
            | InferredType::Tuple(_)
            | InferredType::MapOf(..)
            | InferredType::FunctionReturning(_)
            | InferredType::Unknown => InferredType::Unknown,
        }
    }

    /// Returns the function of a class that implements one of a trait from outside of the project, which says itself
    /// what it returns; else what was found.
    fn with_own_body(&self, class: &DefinitionId, name: &str, wanted: u8, found: Found) -> Found {
        if found != Found::External || !self.rules.explicit_overrides {
            return found;
        }
        let own = self.own_member(class, name, wanted);
        own.map_or(found, |(file, id)| Found::Definition(self.key_of(file, id, 1), file, id))
    }

    /// What a class has by a name of a base that nothing in the project tells of: an object of the type that it is given.
    fn given_member(&self, class: &DefinitionId, name: &str, steps: usize) -> Option<InferredType> {
        let rules = self.rules.shapes.as_ref().filter(|rules| !rules.given_members.is_empty())?;
        self.ancestry(class).0.iter().find_map(|class| {
            self.scopes_of_class(class).iter().find_map(|(file, scope)| {
                let graph = self.graph(*file)?;
                let here = &graph.scopes[*scope];
                here.bases.iter().find_map(|base| {
                    let Expr::Generic(_, given) = base else { return None };
                    let members = rules.given_members.get(last_name(graph, base)?)?;
                    let at = members.iter().position(|own| own == name)?;
                    let given = match &**given {
                        Expr::Tuple(all) => all.get(at)?,
                        one if at == 0 => one,
                        _ => return None,
                    };
                    let place = Place { file: *file, byte: here.range.start };
                    // A base of the project says itself what it has.
                    let is_own = matches!(self.class_of(place, base, steps), Found::Definition(..));
                    match self.class_of(place, given, steps) {
                        Found::Definition(key, ..) if !is_own => Some(InferredType::Object(key)),
                        _ => None,
                    }
                })
            })
        })
    }
}

/// Returns whether a name is a type parameter of an enclosing function or class.
pub(super) fn names_parameter_of_types(graph: &BindingGraph, place: Place, name: &str) -> bool {
    let is_it = |id: &BindingId| graph.bindings[*id].kind == BindingKind::Generic;
    graph.around(graph.scope_at(place.byte)).any(|at| graph.bound(at, name).iter().any(is_it))
}

/// Returns the type of a literal.
fn kind_of_literal(rules: &LocalRules) -> InferredType {
    match rules {
        rules if rules.separate_function_namespace || rules.duck_typed => InferredType::Plain,
        rules if rules.closed_externals => InferredType::External,
        rules if !rules.unrelated_types.is_empty() => InferredType::Plain,
        _ => InferredType::Unknown,
    }
}
