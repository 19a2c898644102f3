//! Classes: the scopes of their members, and their base classes.

use crate::lang::is_of;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use crate::resolve::bindings::file::expr::{path_root, root_name};
use crate::resolve::bindings::file::graph::{
    BindingGraph, BindingId, BindingKind, Expr, FileId, Scope, ScopeId, TOP, space,
};
use crate::resolve::bindings::lookup::results::{
    Bases, Container, DefinitionId, Found, InferredType, MOST_STEPS, Place,
};
use crate::resolve::bindings::project::Project;

/// The maximum number of direct and indirect bases of a class.
const MOST_BASES: usize = 200;

/// What a class may inherit in addition to its known bases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::resolve::bindings) enum Open {
    /// Nothing.
    No,
    /// Members of the standard library.
    Standard,
    /// Members of something else outside of the project.
    Foreign,
    /// Anything.
    Unknown,
}

impl Project {
    /// Returns the scopes that contain the members of a class.
    pub(in crate::resolve::bindings) fn scopes_of_class(
        &self,
        key: &DefinitionId,
    ) -> Rc<Vec<(FileId, ScopeId)>> {
        if let Some(known) = self.scopes_of.borrow().get(key) {
            return Rc::clone(known);
        }
        if let (true, Container::Scope(file, scope)) = (key.name.is_empty(), &key.container) {
            return Rc::new(vec![(*file, *scope)]);
        }
        self.scopes_of.borrow_mut().insert(key.clone(), Rc::default());
        let mut found = Vec::new();
        for file in self.files_of_class(key) {
            let Some(graph) = self.graph(file) else { continue };
            for id in graph.scopes_of_classes(&key.name) {
                if matches!(self.home_of(file, id, 1), Container::Class(own) if *own == *key) {
                    found.push((file, id));
                }
            }
        }
        let found = Rc::new(found);
        self.scopes_of.borrow_mut().insert(key.clone(), Rc::clone(&found));
        found
    }

    /// Returns the files that may contain members of a class.
    fn files_of_class(&self, key: &DefinitionId) -> Vec<FileId> {
        match &key.container {
            Container::Scope(file, _) if key.name.starts_with('#') => vec![*file],
            // `impl` blocks may be in any file that contains the name.
            Container::Scope(file, _) if !self.has_blocks(*file) => {
                std::iter::once(*file).chain(self.stub_of(*file)).collect()
            }
            Container::Class(of) if !self.is_shared() => self.files_of_class(of),
            _ => self.files_with(&key.name),
        }
    }

    fn has_blocks(&self, file: FileId) -> bool {
        self.graph(file).is_some_and(|graph| {
            graph.rules().separate_type_namespace && !graph.rules().shared_type_value_definitions
        })
    }

    /// Returns the bases of a class.
    pub(in crate::resolve::bindings) fn bases_of(&self, key: &DefinitionId) -> Rc<Bases> {
        if let Some(known) = self.bases.borrow().get(key) {
            return Rc::clone(known);
        }
        // Ends the recursion of a class that inherits from itself.
        self.bases.borrow_mut().insert(key.clone(), Rc::default());
        let mut bases = Bases::default();
        for (file, scope) in self.scopes_of_class(key).iter() {
            let Some(graph) = self.graph(*file) else { continue };
            let here = &graph.scopes[*scope];
            if let Some(owners) = self.owners_of_literal((*file, graph), here) {
                let others = owners.classes.into_iter().filter(|class| class != key);
                bases.known.extend(others);
                bases.has_foreign |= owners.is_open;
                continue;
            }
            for base in parts_of_bases(graph, here) {
                let place = Place { file: *file, byte: here.range.start };
                let place = match base {
                    Expr::Name(range) => Place { byte: range.start.min(here.range.start), ..place },
                    _ => place,
                };
                if self.is_root(place, base) {
                    continue;
                }
                self.add_base(&mut bases, key, place, base);
            }
        }
        if bases.known.is_empty() && self.rules.explicit_overrides {
            self.add_bounds(&mut bases, key);
        }
        // A constructor function may get a base anywhere.
        bases.has_unknown |= self.is_maker(key);
        let bases = Rc::new(bases);
        self.bases.borrow_mut().insert(key.clone(), Rc::clone(&bases));
        bases
    }

    pub(super) fn add_base(&self, bases: &mut Bases, class: &DefinitionId, place: Place, base: &Expr) {
        let Some(graph) = self.graph(place.file) else { return };
        let root = root_name(base);
        // A base with arbitrary members requires none.
        let rest = path_root(base).map_or("", |root| &graph.text[root.start..]);
        if graph.rules().free_bases.iter().any(|free| rest.starts_with(free.as_str())) {
            return;
        }
        let is_standard = || root.is_some_and(|root| self.is_standard(place, root));
        match self.class_of(place, base, 1) {
            Found::Definition(base, ..) if base != *class => bases.known.push(base),
            Found::Definition(..) => {}
            Found::External if is_standard() => bases.add_standard(last_name(graph, base)),
            Found::External => bases.has_foreign = true,
            found => match self.calculated_base(place, base) {
                Some(InferredType::Class(base) | InferredType::Object(base)) if base != *class => {
                    bases.known.push(base);
                }
                Some(InferredType::External) => bases.has_foreign = true,
                Some(_) if matches!(base, Expr::Call(_)) && is_standard() => bases.add_standard(None),
                // Where bases are expressions, nothing binds one that has no type.
                None if (found == Found::Nowhere || self.rules.shapes.is_some())
                    && self.is_given_base(place.file, path_root(base))
                    && graph.is_global(base) =>
                {
                    bases.add_standard(last_name(graph, base));
                }
                _ => bases.has_unknown = true,
            },
        }
    }

    /// Returns the type of a base that is no class name, in languages where bases are expressions; `None` if nothing in
    /// the project binds it.
    fn calculated_base(&self, place: Place, base: &Expr) -> Option<InferredType> {
        let is_expression = self.rules.duck_typed || self.rules.shapes.is_some();
        let is_bound = || !matches!(self.resolve(place, base, space::ALL, 1), Found::Nowhere);
        (is_expression && is_bound()).then(|| self.kind_of(place, base, 2))
    }

    /// Returns whether a class may inherit a member of a name from the standard library.
    pub(in crate::resolve::bindings) fn may_inherit_from_standard(
        &self,
        class: &DefinitionId,
        name: &str,
    ) -> bool {
        let (above, _) = self.ancestry(class);
        let is_known = || self.language().knows_member(name);
        above.iter().map(|class| self.bases_of(class)).any(|bases| {
            let mut named = bases.standard.iter();
            bases.has_standard
                && named.any(|base| match self.rules.base_members.contains_key(base) {
                    true => self.has_known_member(base, name),
                    false => is_known(),
                })
        })
    }

    /// Returns whether a class of the standard library whose members are all known has a member of a name.
    pub(in crate::resolve::bindings) fn has_known_member(&self, class: &str, name: &str) -> bool {
        let members = self.rules.base_members.get(class);
        members.is_some_and(|members| members.iter().any(|member| member == name))
    }

    /// Returns whether a base has no members that a class could inherit.
    fn is_root(&self, place: Place, base: &Expr) -> bool {
        let Some(graph) = self.graph(place.file) else { return false };
        let name = last_name(graph, base).unwrap_or_default();
        let is_one = |roots: &[String]| roots.iter().any(|root| root == name);
        let is_keyed = |root: &Range<usize>| {
            let keyed = self.rules.keyed.as_ref().is_some_and(|rules| is_one(&rules.bases));
            keyed && self.name_of_import(place, graph.slice(root)).is_some()
        };
        match base {
            Expr::Name(_) if is_one(&graph.rules().root_classes) => true,
            _ if path_root(base).is_some_and(is_keyed) => true,
            _ if !is_one(&graph.rules().memberless_bases) => false,
            _ => path_root(base).is_some_and(|root| self.is_standard(place, root)),
        }
    }

    /// Returns the path of the import that binds a name at a place.
    pub(super) fn name_of_import(&self, place: Place, name: &str) -> Option<&Vec<String>> {
        let graph = self.graph(place.file)?;
        let bound = graph.around(graph.scope_at(place.byte)).find_map(|at| graph.bound(at, name).first());
        graph.bindings[*bound?].import.as_ref()
    }

    /// Returns whether the fields of the objects of a class are also accessed by string keys.
    pub(in crate::resolve::bindings) fn is_keyed(&self, key: &DefinitionId) -> bool {
        self.rules.keyed.as_ref().is_some_and(|rules| self.has_base(key, &rules.bases))
    }

    /// Returns whether the fields of a class are its instances, as in an enumeration: `Color.RED`.
    pub(in crate::resolve::bindings) fn is_enum(&self, key: &DefinitionId) -> bool {
        self.has_base(key, &self.rules.enum_bases)
    }

    /// Returns whether a class or one of its ancestors has one of the given bases.
    fn has_base(&self, key: &DefinitionId, bases: &[String]) -> bool {
        !bases.is_empty()
            && self.ancestry(key).0.iter().any(|class| {
                self.scopes_of_class(class).iter().any(|(file, scope)| {
                    let Some(graph) = self.graph(*file) else { return false };
                    let names = parts_of_bases(graph, &graph.scopes[*scope]).into_iter();
                    let mut names = names.filter_map(|base| last_name(graph, base));
                    names.any(|name| bases.iter().any(|base| base == name))
                })
            })
    }

    /// Returns whether an unresolved base belongs to the language or its library.
    fn is_given_base(&self, file: FileId, root: Option<&Range<usize>>) -> bool {
        let (Some(graph), Some(root)) = (self.graph(file), root) else { return false };
        let name = graph.slice(root);
        if !self.rules.separate_function_namespace {
            return self.is_external(file, name);
        }
        let first = |path: &Vec<String>| path.first()?.split('.').next().map(str::to_owned);
        let is_standard = |module: String| graph.language.knows_member(&format!("module:{module}"));
        let mut brought = graph.scopes[TOP].wildcards.iter().filter_map(first).peekable();
        let is_brought = brought.peek().is_some() && brought.all(is_standard);
        self.rules.built_in.iter().any(|one| one == name) || is_brought
    }

    /// Returns whether a name refers to a module of the standard library.
    pub(in crate::resolve::bindings) fn is_standard(&self, place: Place, root: &Range<usize>) -> bool {
        let Some(graph) = self.graph(place.file) else { return false };
        let import = self.name_of_import(place, graph.slice(root)).and_then(|path| path.first());
        let module = import.map(|path| path.split(['.', ':', '/']).next().unwrap_or_default());
        module.is_some_and(|module| graph.language.knows_member(&format!("module:{module}")))
    }

    /// Returns a class and all its ancestors, nearest first, and what else it may inherit.
    pub(in crate::resolve::bindings) fn ancestry(&self, key: &DefinitionId) -> (Vec<DefinitionId>, Open) {
        let mut all = vec![key.clone()];
        let mut is_open = Open::No;
        let mut next = 0;
        while let Some(class) = all.get(next).cloned() {
            next += 1;
            let bases = self.bases_of(&class);
            is_open = is_open.max(match () {
                () if bases.has_unknown || all.len() > MOST_BASES => Open::Unknown,
                () if bases.has_foreign => Open::Foreign,
                () if bases.has_standard => Open::Standard,
                () => Open::No,
            });
            for base in &bases.known {
                if !all.contains(base) && all.len() <= MOST_BASES {
                    all.push(base.clone());
                }
            }
        }
        (all, is_open)
    }

    /// Returns a binding of a member in the class itself. The class's own members precede those from traits.
    pub(in crate::resolve::bindings) fn own_member(
        &self,
        key: &DefinitionId,
        name: &str,
        wanted: u8,
    ) -> Option<(FileId, BindingId)> {
        let mut given = None;
        for (file, scope) in self.scopes_of_class(key).iter() {
            let Some(graph) = self.graph(*file) else { continue };
            let mut bound = graph.bound(*scope, name).iter();
            let fits = |id: &&BindingId| {
                graph.space_of(**id) & wanted != 0 && graph.bindings[**id].kind != BindingKind::Generic
            };
            match bound.find(fits) {
                Some(id) if graph.scopes[*scope].of_trait.is_none() => return Some((*file, *id)),
                Some(id) => given = given.or(Some((*file, *id))),
                None => {}
            }
        }
        if !(self.is_shared() || self.rules.shapes.is_some()) || given.is_some() {
            return given;
        }
        self.outside_members(name).get(&Container::Class(key.clone().into())).copied()
    }

    /// Returns the member functions of a name that are defined outside of their classes.
    fn outside_members(&self, name: &str) -> Rc<HashMap<Container, (FileId, BindingId)>> {
        if let Some(known) = self.outside.borrow().get(name) {
            return Rc::clone(known);
        }
        let mut all = HashMap::new();
        for file in self.files_with(name) {
            let Some(graph) = self.graph(file) else { continue };
            let outside = graph.outside_members.get(name).into_iter().flatten();
            let bound = graph.bound(TOP, name).iter().chain(outside);
            for id in bound.filter(|id| graph.bindings[**id].subject.is_some()) {
                all.entry(self.key_of(file, *id, 1).container).or_insert((file, *id));
            }
        }
        let all = Rc::new(all);
        self.outside.borrow_mut().insert(name.to_owned(), Rc::clone(&all));
        all
    }

    /// Returns the type that a class embeds, if `name` is its name.
    fn embedded_type(&self, key: &DefinitionId, name: &str) -> Option<Found> {
        self.scopes_of_class(key).iter().find_map(|(file, scope)| {
            let graph = self.graph(*file)?;
            let here = &graph.scopes[*scope];
            let own = here.embedded.iter().find(|expr| last_name(graph, expr) == Some(name))?;
            Some(self.resolve(Place { file: *file, byte: here.range.start }, own, space::TYPE, 1))
        })
    }

    /// Returns what a name refers to as a member of a class.
    pub(in crate::resolve::bindings) fn member(
        &self,
        key: &DefinitionId,
        name: &str,
        wanted: u8,
        steps: usize,
    ) -> Found {
        if steps > MOST_STEPS {
            return Found::Unknown;
        }
        let (all, is_open) = self.ancestry(key);
        for class in &all {
            if let Some((file, id)) = self.own_member(class, name, wanted) {
                let mut found = self.key_of(file, id, 1);
                // A member of a trait implementation is the member of the trait, if the project defines the trait.
                if let Some(of_trait) = self.trait_of(file, id) {
                    match of_trait {
                        _ if self.has_other_trait(class, name, wanted, &of_trait) => return Found::Unknown,
                        Found::Definition(of_trait, ..) => {
                            found.container = Container::Class(of_trait.into())
                        }
                        Found::External | Found::Nowhere => return Found::External,
                        Found::Module(_) | Found::Unknown => return Found::Unknown,
                    }
                }
                return Found::Definition(found, file, id);
            }
            if let Some(found) = self.embedded_type(class, name) {
                return found;
            }
        }
        match is_open {
            Open::No => Found::Nowhere,
            Open::Standard | Open::Foreign if self.rules.typed_objects => Found::External,
            Open::Standard | Open::Foreign | Open::Unknown => Found::Unknown,
        }
    }

    /// Returns whether another trait gives a class a member of the same name.
    fn has_other_trait(&self, class: &DefinitionId, name: &str, wanted: u8, of_trait: &Found) -> bool {
        let same = |other: &Found| match (of_trait, other) {
            (Found::Definition(one, ..), Found::Definition(other, ..)) => one == other,
            _ => false,
        };
        let given = self.scopes_of_class(class);
        let mut given = given.iter().filter_map(|(file, scope)| {
            let graph = self.graph(*file)?;
            let id = graph.bound(*scope, name).iter().find(|id| graph.space_of(**id) & wanted != 0)?;
            self.trait_of(*file, *id)
        });
        matches!(of_trait, Found::Definition(..)) && given.any(|other| !same(&other))
    }

    /// Returns whether objects of a class have only the members of the class and of traits.
    pub(in crate::resolve::bindings) fn has_own_members_only(&self, key: &DefinitionId) -> bool {
        let scopes = self.scopes_of_class(key);
        let stands_for_another = |(file, scope): &(FileId, ScopeId)| {
            self.graph(*file).is_none_or(|graph| {
                let here = &graph.scopes[*scope];
                let name = match &here.of_trait {
                    Some(Expr::Name(name) | Expr::Path(_, name)) => graph.slice(name),
                    _ => "",
                };
                here.is_blanket || graph.rules().delegating_traits.iter().any(|lending| lending == name)
            })
        };
        let has_body = scopes
            .iter()
            .any(|(file, scope)| self.graph(*file).is_some_and(|graph| graph.scopes[*scope].of.is_some()));
        self.rules.explicit_overrides && has_body && !scopes.iter().any(stands_for_another)
    }

    /// Returns whether a class is wrapped in something that may change it, such as a decorator.
    pub(in crate::resolve::bindings) fn is_wrapped(&self, key: &DefinitionId) -> bool {
        let Found::Definition(_, file, id) = self.binding_of(key) else { return false };
        let (Some(graph), Some(rules)) = (self.graph(file), &self.rules.arity) else { return false };
        let name = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end);
        let around = node.and_then(|node| node.parent()?.parent());
        around.is_some_and(|around| is_of(around, &rules.wraps))
    }

    /// Returns what a name refers to as a member of the ancestors of a class.
    pub(in crate::resolve::bindings) fn inherited(
        &self,
        key: &DefinitionId,
        name: &str,
        wanted: u8,
    ) -> Found {
        for class in self.ancestry(key).0.iter().skip(1) {
            if let Some((file, id)) = self.own_member(class, name, wanted) {
                return Found::Definition(self.key_of(file, id, 1), file, id);
            }
        }
        Found::Unknown
    }

    /// Returns the trait to which a function belongs through its `impl` block.
    pub(in crate::resolve::bindings) fn trait_of(&self, file: FileId, id: BindingId) -> Option<Found> {
        let graph = self.graph(file)?;
        let scope = graph.bindings[id].scope;
        let of_trait = graph.scopes[scope].of_trait.as_ref()?;
        let place = Place { file, byte: graph.scopes[scope].range.start };
        Some(self.resolve(place, of_trait, space::TYPE, 1))
    }

    /// Returns the members of a name in the classes that inherit from a class; `None` if there are none, or one of them
    /// may lack the member.
    pub(in crate::resolve::bindings) fn members_of_subclasses(
        &self,
        class: &DefinitionId,
        name: &str,
    ) -> Option<Vec<DefinitionId>> {
        let heirs = self.subclasses_of(class);
        let members = self.members_of_either(&heirs, name).into_iter();
        let mut keys: Vec<DefinitionId> = members.collect::<Option<_>>()?;
        keys.dedup();
        (!keys.is_empty()).then_some(keys)
    }

    /// Returns what `Self::name` refers to in a block that implements a trait for a type of another crate: the member
    /// in the block, which belongs to the trait.
    pub(in crate::resolve::bindings) fn trait_member_in_block(
        &self,
        place: Place,
        of: &Expr,
        name: &str,
        wanted: u8,
    ) -> Option<Found> {
        let graph = self.graph(place.file)?;
        let Expr::Name(own) = of else { return None };
        let is_own = graph.rules().own_class.iter().any(|word| word == graph.slice(own));
        let block = graph.class_around(place.byte).filter(|_| is_own)?;
        if matches!(self.class_at(place, 0), Found::Definition(..)) {
            return None;
        }
        let id = *graph.bound(block, name).iter().find(|id| graph.space_of(**id) & wanted != 0)?;
        let Found::Definition(of_trait, ..) = self.trait_of(place.file, id)? else { return None };
        let key =
            DefinitionId { container: Container::Class(of_trait.into()), ..self.key_of(place.file, id, 0) };
        Some(Found::Definition(key, place.file, id))
    }

    /// Returns what an unqualified name refers to in a member function, in languages where members are visible
    /// unqualified.
    pub(in crate::resolve::bindings) fn member_by_scope(
        &self,
        (file, scope): (FileId, ScopeId),
        name: &str,
        wanted: u8,
        steps: usize,
    ) -> Found {
        match self.home_of(file, scope, steps + 1) {
            Container::Class(key) if steps < MOST_STEPS => match self.member(&key, name, wanted, steps + 1) {
                Found::Unknown => Found::Nowhere,
                found => found,
            },
            _ => Found::Nowhere,
        }
    }

    /// Returns what the class of a scope may inherit from outside of the project.
    pub(in crate::resolve::bindings) fn openness(&self, file: FileId, scope: ScopeId) -> Open {
        match self.home_of(file, scope, 1) {
            Container::Class(key) => self.ancestry(&key).1,
            Container::Scope(..) | Container::Space(_) => Open::Unknown,
        }
    }

    /// Returns the class that a type expression names.
    pub(in crate::resolve::bindings) fn class_of(&self, place: Place, expr: &Expr, steps: usize) -> Found {
        if steps > MOST_STEPS {
            return Found::Unknown;
        }
        let Some(graph) = self.graph(place.file) else { return Found::Unknown };
        if let Expr::Generic(of, argument) = expr {
            let name = match &**of {
                Expr::Name(range) | Expr::Member(_, range) | Expr::Path(_, range) => graph.slice(range),
                _ => "",
            };
            // A class of the project may have the name of a wrapper.
            let is_own = || matches!(self.resolve(place, of, space::TYPE, steps + 1), Found::Definition(..));
            if graph.rules().wrappers.iter().any(|wrapper| wrapper == name) && !is_own() {
                let argument = match &**argument {
                    Expr::Tuple(parts) => parts.first().unwrap_or(argument),
                    one => one,
                };
                return self.class_of(place, argument, steps + 1);
            }
            // A type from outside of the project may use its argument in any way.
            let found =
                graph.rules().shapes.as_ref().map(|_| self.resolve(place, of, space::TYPE, steps + 1));
            let is_plain = graph.rules().unrelated_types.iter().any(|plain| plain == name);
            if matches!(found, Some(Found::External | Found::Nowhere)) && !is_plain {
                return Found::Unknown;
            }
        }
        match self.resolve(place, expr, space::TYPE, steps + 1) {
            Found::Definition(key, file, id) => {
                let kind = self.graph(file).map(|graph| graph.bindings[id].kind);
                match kind {
                    Some(BindingKind::Class) => Found::Definition(key, file, id),
                    Some(BindingKind::Type | BindingKind::Generic | BindingKind::Import) => {
                        self.aliased(file, id, steps + 1)
                    }
                    _ => Found::Unknown,
                }
            }
            Found::Module(module) => self.type_beside(&module, steps).unwrap_or(Found::Unknown),
            found => found,
        }
    }
}

/// Returns the last name of a type expression.
pub(in crate::resolve::bindings) fn last_name<'g>(graph: &'g BindingGraph, expr: &Expr) -> Option<&'g str> {
    match expr {
        Expr::Name(range) | Expr::Member(_, range) | Expr::Path(_, range) => Some(graph.slice(range)),
        Expr::Generic(of, _) => last_name(graph, of),
        _ => None,
    }
}

/// Returns all bases and traits of a class, with intersection types split into their parts.
pub(super) fn parts_of_bases<'g>(graph: &'g BindingGraph, class: &'g Scope) -> Vec<&'g Expr> {
    let loosening = graph.rules().shapes.as_ref().map_or(&[][..], |rules| &rules.reducing);
    let parts = class.bases.iter().flat_map(|base| joined(graph, loosening, base));
    parts.chain(class.of_trait.as_ref()).collect()
}

/// Returns the types that a base consists of: the parts of an intersection, and the argument of a type that adopts its
/// members (such as `Partial`).
fn joined<'g>(graph: &'g BindingGraph, loosening: &[String], base: &'g Expr) -> Vec<&'g Expr> {
    match base {
        Expr::Either(parts) => parts.iter().flat_map(|part| joined(graph, loosening, part)).collect(),
        Expr::Generic(of, given)
            if last_name(graph, of).is_some_and(|name| loosening.iter().any(|own| own == name)) =>
        {
            match &**given {
                Expr::Tuple(all) => {
                    all.first().into_iter().flat_map(|first| joined(graph, loosening, first)).collect()
                }
                one => joined(graph, loosening, one),
            }
        }
        base => vec![base],
    }
}
