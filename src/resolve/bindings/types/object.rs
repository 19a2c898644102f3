//! The objects of declared types.

use super::classes::last_name;
use super::kind::names_parameter_of_types;
use crate::resolve::bindings::file::expr::{path_last, path_root};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, Expr, FileId, space};
use crate::resolve::bindings::file::spelled::spelled_type;
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{
    Container, DefinitionId, Found, InferredType, MOST_PARTS, MOST_STEPS, Place,
};
use crate::resolve::bindings::project::Project;

impl Project {
    /// Returns the type that objects of a class additionally have by the definition of the class (such as an alias).
    pub(super) fn made_of(&self, key: &DefinitionId, steps: usize) -> InferredType {
        let Found::Definition(_, file, id) = self.binding_of(key) else { return InferredType::Unknown };
        let Some(graph) = self.graph(file) else { return InferredType::Unknown };
        let binding = &graph.bindings[id];
        let value = binding.value.as_ref();
        value.map_or(InferredType::Unknown, |value| {
            self.object_of(Place { file, byte: binding.name.end }, value, steps + 1)
        })
    }

    /// Returns whether an unresolved name refers to something outside of the project.
    pub(super) fn is_external(&self, file: FileId, name: &str) -> bool {
        if !self.rules.typed_objects {
            return self.rules.closed_externals;
        }
        let Some(graph) = self.graph(file) else { return false };
        if self.rules.separate_function_namespace {
            // Types begin with a capital letter; a variable may belong to a base outside of the project.
            return name.starts_with(char::is_uppercase);
        }
        let lists = [&self.rules.root_classes, &self.rules.built_in];
        // The name of a package may differ from the end of its path, and a wildcard import may provide the name.
        let is_brought = || {
            let foreign = |path: &String| self.is_foreign(file, path);
            let imports = graph.packages.iter().filter_map(|id| graph.bindings[*id].import.as_ref()?.first());
            !graph.scopes[crate::resolve::bindings::file::graph::TOP].wildcards.is_empty()
                || imports.into_iter().any(foreign)
        };
        lists.iter().any(|list| list.iter().any(|one| one == name)) || is_brought()
    }

    /// Returns the type of an object with a declared type.
    pub(in crate::resolve::bindings) fn object_of(
        &self,
        place: Place,
        declared: &Expr,
        steps: usize,
    ) -> InferredType {
        let Some(graph) = self.graph(place.file) else { return InferredType::Unknown };
        let rules = graph.rules();
        if steps > MOST_STEPS {
            return InferredType::Unknown;
        }
        let (head, argument) = match declared {
            Expr::Generic(of, argument) => (&**of, Some(&**argument)),
            Expr::ContainerOf(held) => {
                return InferredType::ContainerOf(Box::new(self.object_of(place, held, steps + 1)));
            }
            Expr::MapOf(key, held) => {
                let of = |part| Box::new(self.object_of(place, part, steps + 1));
                return InferredType::MapOf(of(key), of(held));
            }
            Expr::Function(given) => {
                return InferredType::FunctionReturning(Box::new(self.object_of(place, given, steps + 1)));
            }
            Expr::Literal if !rules.unrelated_types.is_empty() => return InferredType::Plain,
            Expr::ElementOf(_) | Expr::List(_) => return self.kind_of(place, declared, steps + 1),
            Expr::Other => return InferredType::Unknown,
            Expr::Either(parts) => {
                return self.one_kind(parts, |part| self.object_of(place, part, steps + 2));
            }
            Expr::QuotedType(range) if rules.duck_typed => {
                return match spelled_type(&graph.text, range.clone()) {
                    Some(spelled) => self.object_of(place, &spelled, steps + 2),
                    None => InferredType::Unknown,
                };
            }
            Expr::Tuple(parts) => {
                let parts = parts.iter().take(MOST_PARTS).map(|part| self.object_of(place, part, steps + 2));
                return InferredType::Tuple(parts.collect());
            }
            other => (other, None),
        };
        let name = last_name(graph, head).unwrap_or_default();
        let is_one = |words: &[String]| words.iter().any(|word| word == name);
        if is_one(&rules.untyped) {
            return InferredType::Unknown;
        }
        // The type of the receiver.
        if let (Expr::Name(range), true) = (head, rules.shapes.is_some() && is_one(&rules.receivers)) {
            let place = Place { byte: range.start, ..place };
            return self.kind_of_word(place, name).unwrap_or(InferredType::Unknown);
        }
        // The current class, by a word qualified with its module (`typing.Self`).
        if let (Expr::Member(..), true) = (head, rules.duck_typed && is_one(&rules.own_class)) {
            return match self.class_at(place, steps) {
                Found::Definition(key, ..) => InferredType::Object(key),
                _ => InferredType::Unknown,
            };
        }
        // The class that is read from an object.
        let asks_for_class = matches!(head, Expr::Member(..)) && is_one(&rules.class_members)
            || matches!(head, Expr::ClassOf(..));
        if asks_for_class && rules.duck_typed {
            return match self.kind_of(place, head, steps + 1) {
                InferredType::Class(key) => InferredType::Object(key),
                _ => InferredType::Unknown,
            };
        }
        let applied = argument.and_then(|argument| self.object_of_generic(place, (head, argument), steps));
        applied.unwrap_or_else(|| self.object_of_class(place, (declared, head, argument), steps))
    }

    /// Returns the type of an object of a generic type with an argument, if the language's rules know the type.
    fn object_of_generic(
        &self,
        place: Place,
        (head, argument): (&Expr, &Expr),
        steps: usize,
    ) -> Option<InferredType> {
        let graph = self.graph(place.file)?;
        let rules = graph.rules();
        let name = last_name(graph, head).unwrap_or_default();
        let is_one = |words: &[String]| words.iter().any(|word| word == name);
        let parts = match argument {
            Expr::Tuple(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        // A class of the project may have the name of a container.
        let is_own = || matches!(self.class_of(place, head, steps + 1), Found::Definition(..));
        // Arguments after the first two say how the elements are stored.
        if let (true, [key, held, ..]) = (is_one(&rules.maps) && !is_own(), parts) {
            let of = |part| Box::new(self.object_of(place, part, steps + 1));
            return Some(InferredType::MapOf(of(key), of(held)));
        }
        if is_one(&rules.tuples) && !is_own() {
            return Some(match parts {
                [of, Expr::Name(dots)] if graph.slice(dots) == "..." => {
                    InferredType::ContainerOf(Box::new(self.object_of(place, of, steps + 1)))
                }
                _ => self.object_of(place, &Expr::Tuple(parts.to_vec()), steps + 1),
            });
        }
        if let Some(kind) = self.value_or_error(place, (head, name), parts, steps).filter(|_| !is_own()) {
            return Some(kind);
        }
        let held = if is_one(&rules.maps) { parts.last() } else { parts.first() };
        let is_holder = is_one(&rules.containers) || is_one(&rules.maps);
        if let Some(held) = held.filter(|_| is_holder && !is_own()) {
            return Some(InferredType::ContainerOf(Box::new(self.object_of(place, held, steps + 1))));
        }
        if let Some(one) = held.filter(|_| is_one(&rules.class_types)) {
            return Some(match self.object_of(place, one, steps + 1) {
                InferredType::Object(key) => InferredType::Class(key),
                _ => InferredType::Unknown,
            });
        }
        if let (Some(held), Some(cell)) = (held, self.cell_named(place, head, steps)) {
            return Some(InferredType::Cell(cell, Box::new(self.object_of(place, held, steps + 1))));
        }
        let is_future = rules.futures.as_ref().is_some_and(|rules| is_one(&rules.types)) && !is_own();
        if let Some(held) = parts.last().filter(|_| is_future) {
            return Some(InferredType::FutureOf(Box::new(self.object_of(place, held, steps + 1))));
        }
        let is_wrapper =
            is_one(&rules.wrappers) && (rules.duck_typed || rules.explicit_overrides && !is_own());
        if let Some(one) = held.filter(|_| is_wrapper) {
            return Some(self.object_of(place, one, steps + 1));
        }
        if is_one(&rules.unions) {
            let parts: Vec<Expr> = parts.iter().filter(|part| **part != Expr::Null).cloned().collect();
            return Some(self.one_kind(&parts, |part| self.object_of(place, part, steps + 2)));
        }
        None
    }

    /// Returns the type of an object of the class that a declaration names, by `head`.
    fn object_of_class(
        &self,
        place: Place,
        (declared, head, argument): (&Expr, &Expr, Option<&Expr>),
        steps: usize,
    ) -> InferredType {
        let Some(graph) = self.graph(place.file) else { return InferredType::Unknown };
        let rules = graph.rules();
        let name = last_name(graph, head).unwrap_or_default();
        match self.class_of(place, declared, steps + 1) {
            Found::Definition(_, file, id) if rules.duck_typed && self.stands_for_any(file, id) => {
                InferredType::Unknown
            }
            Found::Definition(key, file, id) => {
                self.one_of_alias(file, id, steps).unwrap_or(InferredType::Object(key))
            }
            Found::External | Found::Nowhere
                if rules.explicit_overrides
                    && let Some(kind) = self.kind_of_alias(place, (head, argument.is_some()), steps) =>
            {
                kind
            }
            Found::External | Found::Nowhere if !rules.unrelated_types.is_empty() => {
                self.object_of_foreign_type(place, (declared, head, argument), steps)
            }
            Found::External | Found::Nowhere if rules.duck_typed => {
                self.object_of_foreign_value(place, (head, argument), steps)
            }
            // What a generic external type returns depends on its arguments.
            Found::External if rules.typed_objects && argument.is_some() => InferredType::Unknown,
            Found::External => InferredType::External,
            Found::Nowhere if self.is_external(place.file, name) => InferredType::External,
            Found::Unknown
                if rules.explicit_overrides
                    && let Expr::Name(range) = head
                    && let place = Place { byte: range.start, ..place }
                    && let Some(classes) = self.alternative_classes(place, name, steps) =>
            {
                InferredType::Either(classes)
            }
            _ => InferredType::Unknown,
        }
    }

    /// Returns the type of an object of a type from outside of the project, where types are declared.
    fn object_of_foreign_type(
        &self,
        place: Place,
        (declared, head, argument): (&Expr, &Expr, Option<&Expr>),
        steps: usize,
    ) -> InferredType {
        let Some(graph) = self.graph(place.file) else { return InferredType::Unknown };
        let rules = graph.rules();
        let name = last_name(graph, head).unwrap_or_default();
        let is_one = |words: &[String]| words.iter().any(|word| word == name);
        match argument {
            // Without type arguments, the elements are unknown.
            None if is_one(&rules.maps) && rules.map_yields_pairs => {
                let unknown = || Box::new(InferredType::Unknown);
                InferredType::MapOf(unknown(), unknown())
            }
            None if is_one(&rules.containers) || is_one(&rules.maps) => {
                InferredType::ContainerOf(Box::new(InferredType::Unknown))
            }
            None if rules.typed_objects && !is_one(&rules.unrelated_types) => InferredType::External,
            None if rules.explicit_overrides && !self.is_from_outside(place, head, steps) => {
                InferredType::Unknown
            }
            None => match self.cell_named(place, head, steps) {
                Some(cell) => InferredType::Cell(cell, Box::new(InferredType::Unknown)),
                None => InferredType::Plain,
            },
            Some(_) if is_one(&rules.unrelated_types) => InferredType::OpaqueGeneric,
            Some(_) if rules.explicit_overrides && self.names_foreign_only(place, declared, steps) => {
                InferredType::Plain
            }
            Some(_) => InferredType::External,
        }
    }

    /// Returns the type of an object of a type from outside of the project, which may use its argument in any way; where
    /// classes are values.
    fn object_of_foreign_value(
        &self,
        place: Place,
        (head, argument): (&Expr, Option<&Expr>),
        steps: usize,
    ) -> InferredType {
        let Some(graph) = self.graph(place.file) else { return InferredType::Unknown };
        let rules = graph.rules();
        let name = last_name(graph, head).unwrap_or_default();
        match argument {
            Some(_) if rules.base_members.contains_key(name) => InferredType::LibraryObject(name.to_owned()),
            Some(_) => InferredType::Unknown,
            None if name.is_empty() || names_parameter_of_types(graph, place, name) => InferredType::Unknown,
            None if matches!(self.resolve(place, head, space::ALL, steps + 1), Found::Definition(_, file, id) if self.stands_for_any(file, id)) => {
                InferredType::Unknown
            }
            // A variable may contain a class.
            None => match self.kind_of(place, head, steps + 1) {
                InferredType::Class(key) => InferredType::Object(key),
                InferredType::External | InferredType::Module(_) | InferredType::Plain => {
                    let is_known = rules.base_members.contains_key(name);
                    if is_known { InferredType::LibraryObject(name.to_owned()) } else { InferredType::Plain }
                }
                _ => InferredType::Unknown,
            },
        }
    }

    /// Returns the type of a result, given its type arguments: `Result<Item, Fault>`, or `Result<Item>` by an alias that
    /// names the error.
    fn value_or_error(
        &self,
        place: Place,
        (head, name): (&Expr, &str),
        parts: &[Expr],
        steps: usize,
    ) -> Option<InferredType> {
        let failing = self.rules.failing.as_ref()?;
        if !failing.types.iter().any(|own| own == name) {
            return None;
        }
        let held = self.object_of(place, parts.first()?, steps + 1);
        let error = match parts.get(1) {
            Some(error) => self.object_of(place, error, steps + 1),
            None => {
                let Found::Definition(_, file, id) = self.resolve(place, head, space::TYPE, steps + 1) else {
                    return None;
                };
                let binding = &self.graph(file)?.bindings[id];
                let Some(Expr::Generic(_, arguments)) = &binding.value else { return None };
                let Expr::Tuple(arguments) = &**arguments else { return None };
                self.object_of(Place { file, byte: binding.name.end }, arguments.get(1)?, steps + 1)
            }
        };
        Some(InferredType::ResultOf(Box::new(held), Box::new(error)))
    }

    /// Returns whether all names in a type, including its arguments, refer to things outside of the project.
    fn names_foreign_only(&self, place: Place, declared: &Expr, steps: usize) -> bool {
        match declared {
            Expr::Generic(of, argument) => [&**of, &**argument]
                .into_iter()
                .all(|part| steps < MOST_STEPS && self.names_foreign_only(place, part, steps + 1)),
            Expr::Tuple(parts) => parts.iter().all(|part| self.names_foreign_only(place, part, steps + 1)),
            Expr::ContainerOf(of) => self.names_foreign_only(place, of, steps + 1),
            Expr::Name(_) | Expr::Path(..) => match self.resolve(place, declared, space::TYPE, steps + 1) {
                Found::External => self.is_from_outside(place, declared, steps),
                // What a macro defines is not found either.
                Found::Nowhere => self.is_given_by_language(place.file, declared),
                _ => false,
            },
            Expr::Literal => true,
            _ => false,
        }
    }

    /// Returns the full path of a type that hands out an object of its type argument, if a name or path means one.
    pub(super) fn cell_named(&self, place: Place, head: &Expr, steps: usize) -> Option<String> {
        let cells = &self.rules.cells;
        let graph = self.graph(place.file).filter(|_| !cells.is_empty())?;
        let (root, last) = (path_root(head)?, path_last(head)?);
        let mut same = cells.keys().filter(|path| path.rsplit("::").next() == Some(graph.slice(last)));
        let first = same.next()?;
        if matches!(self.class_of(place, head, steps + 1), Found::Definition(..)) {
            return None;
        }
        let written = &graph.text[root.start..last.end];
        let import = self.name_of_import(Place { byte: root.start, ..place }, graph.slice(root));
        let path = match import {
            Some(import) => import.join("::") + &written[root.len()..],
            // Only an import of all names of a module can have it.
            None if root == last => return same.next().is_none().then(|| first.clone()),
            None => written.to_owned(),
        };
        let standard = self.rules.tree.as_ref().map_or(&[][..], |tree| &tree.standard);
        let path = match path.split_once("::") {
            Some((root, rest)) if standard.iter().any(|own| own == root) => {
                format!("{}::{rest}", standard[0])
            }
            _ => path,
        };
        cells.contains_key(&path).then_some(path)
    }

    /// Returns whether a type that the project does not define comes from a crate or the language. Excluded are names
    /// that nothing defines, which a macro may define, inferred types, and associated types of type parameters or of
    /// `Self` (`T::Item`), which may be anything.
    fn is_from_outside(&self, place: Place, declared: &Expr, steps: usize) -> bool {
        let (Some(graph), Some(root)) = (self.graph(place.file), path_root(declared)) else { return true };
        let word = graph.slice(root);
        let is_path = matches!(declared, Expr::Path(Some(_), _));
        let is_one = |words: &[String]| words.iter().any(|own| own == word);
        // An associated type of a trait: `<T as Trait>::Item`.
        let is_qualified = graph.text[..root.start].ends_with(" as ");
        if is_one(&graph.rules().untyped) || is_path && (is_qualified || is_one(&graph.rules().own_class)) {
            return false;
        }
        let place = Place { byte: root.start, ..place };
        match self.look_up(place, word, Lookup::of(space::TYPE, steps + 1)) {
            Found::Definition(_, file, id) => {
                let kind = self.graph(file).map(|graph| graph.bindings[id].kind);
                !(is_path && kind == Some(BindingKind::Generic))
            }
            Found::Nowhere => {
                is_one(self.rules.tree.as_ref().map_or(&[][..], |tree| &tree.prelude))
                    || is_path && self.is_other_crate(place, word, steps)
                    || self.has_all_of_others(graph, place, steps)
            }
            Found::Module(_) | Found::External | Found::Unknown => true,
        }
    }

    /// Returns whether a wildcard import from outside of the project is in effect at a place: it may provide an
    /// unresolved name.
    fn has_all_of_others(&self, graph: &BindingGraph, place: Place, steps: usize) -> bool {
        let is_foreign = |path: &Vec<String>| {
            self.import(place, path, Lookup::of(space::TYPE, steps + 1)) == Found::External
        };
        graph.around(graph.scope_at(place.byte)).any(|at| graph.scopes[at].wildcards.iter().any(is_foreign))
    }

    fn is_given_by_language(&self, file: FileId, declared: &Expr) -> bool {
        let name = self.graph(file).and_then(|graph| super::classes::last_name(graph, declared));
        let prelude = self.rules.tree.as_ref().map_or(&[][..], |tree| &tree.prelude);
        prelude.iter().any(|own| name == Some(own.as_str()))
    }

    /// Returns whether a name used as a type stands for something unknown: a type parameter, or the result of a call.
    fn stands_for_any(&self, file: FileId, id: BindingId) -> bool {
        let binding = self.graph(file).map(|graph| &graph.bindings[id]);
        binding.is_some_and(|binding| match binding.kind {
            BindingKind::Generic => binding.declared.is_none(),
            BindingKind::Variable => matches!(binding.value, Some(Expr::Call(_))),
            _ => false,
        })
    }

    /// Returns the type of the value that a pattern takes apart: of an expression, or of the content of a variant.
    pub(super) fn whole_of_part(&self, place: Place, of: &Expr, steps: usize) -> InferredType {
        if let Expr::Path(Some(_), _) | Expr::Name(_) = of
            && let Found::Definition(_, file, id) = self.resolve(place, of, space::VALUE, steps + 1)
            && let Some(graph) = self.graph(file)
            && let binding = &graph.bindings[id]
            && let (BindingKind::Class, None, Some(row)) =
                (binding.kind, binding.body_scope, &binding.declared)
        {
            return self.object_of(Place { file, byte: binding.name.start }, row, steps + 1);
        }
        self.kind_of(place, of, steps + 1)
    }

    /// Returns the class or variant that has the fields named by a pattern or a literal.
    pub(in crate::resolve::bindings) fn kind_of_owner(
        &self,
        place: Place,
        of: &Expr,
        steps: usize,
    ) -> InferredType {
        let found = match of {
            Expr::Path(Some(_), _) | Expr::Name(_) if self.rules.separate_field_namespace => {
                self.resolve(place, of, space::TYPE | space::VALUE, steps + 1)
            }
            _ => Found::Unknown,
        };
        self.owner_found(&found).map_or_else(|| self.kind_of(place, of, steps), InferredType::Class)
    }

    /// Returns the variant of a class that a lookup found.
    pub(in crate::resolve::bindings) fn owner_found(&self, found: &Found) -> Option<DefinitionId> {
        match found {
            Found::Definition(key @ DefinitionId { container: Container::Class(_), .. }, ..)
                if self.rules.separate_field_namespace =>
            {
                Some(key.clone())
            }
            _ => None,
        }
    }
}
