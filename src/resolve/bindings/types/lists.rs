//! The element types of lists whose declared types leave them open: list literals, type aliases, inferred arguments.

use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, Expr, FileId, space};
use crate::resolve::bindings::lookup::results::{Found, InferredType, Place};
use crate::resolve::bindings::project::Project;

impl Project {
    /// Returns the type of a list literal: its elements have the type on which all elements of known type agree.
    pub(super) fn kind_of_list(&self, place: Place, parts: &[Expr], steps: usize) -> InferredType {
        let mut held = InferredType::Unknown;
        for part in parts {
            match self.kind_of(place, part, steps + 2) {
                InferredType::Unknown | InferredType::External | InferredType::ExternalResult => {}
                kind if held == InferredType::Unknown || held == kind => held = kind,
                _ => {
                    held = InferredType::Unknown;
                    break;
                }
            }
        }
        if held == InferredType::Plain { held } else { InferredType::ContainerOf(Box::new(held)) }
    }

    /// Returns the type of an object whose declared type is an alias for an external type. `has_arguments` says whether
    /// the alias has type arguments.
    pub(super) fn kind_of_alias(
        &self,
        place: Place,
        (head, has_arguments): (&Expr, bool),
        steps: usize,
    ) -> Option<InferredType> {
        let found = match self.resolve(place, head, space::TYPE, steps + 1) {
            Found::Definition(_, file, id) if self.kind_of_binding(file, id) == Some(BindingKind::Import) => {
                self.target_of_alias(file, id, steps + 1)
            }
            found => found,
        };
        let Found::Definition(_, file, id) = found else { return None };
        let binding = self.graph(file)?.bindings.get(id).filter(|one| one.kind == BindingKind::Type)?;
        let place = Place { file, byte: binding.name.end };
        let kind = self.object_of(place, binding.value.as_ref()?, steps + 2);
        Some(match kind {
            // How the alias uses its arguments is unknown.
            InferredType::ContainerOf(_) if has_arguments => {
                InferredType::ContainerOf(Box::new(InferredType::Unknown))
            }
            InferredType::ResultOf(_, error) if has_arguments => {
                let is_class = |key| matches!(self.binding_of(key), Found::Definition(_, file, id) if self.kind_of_binding(file, id) == Some(BindingKind::Class));
                let error = match *error {
                    InferredType::Object(key) if is_class(&key) => InferredType::Object(key),
                    _ => InferredType::Unknown,
                };
                InferredType::ResultOf(Box::new(InferredType::Unknown), Box::new(error))
            }
            InferredType::Object(_) | InferredType::Tuple(_) | InferredType::MapOf(..) if has_arguments => {
                InferredType::Unknown
            }
            kind => kind,
        })
    }

    fn kind_of_binding(&self, file: FileId, id: BindingId) -> Option<BindingKind> {
        self.graph(file).map(|graph| graph.bindings[id].kind)
    }

    /// Returns the type of a new container made from the elements of another object, if its declared type leaves the
    /// elements open.
    pub(super) fn filled_container(
        &self,
        place: Place,
        made: InferredType,
        of: &Expr,
        steps: usize,
    ) -> InferredType {
        if !holds_unknown(&made) {
            return made;
        }
        match (self.kind_of(place, of, steps + 1), made) {
            (InferredType::ContainerOf(held), InferredType::ContainerOf(inner))
                if *inner == InferredType::Unknown =>
            {
                InferredType::ContainerOf(held)
            }
            (InferredType::Plain, _) => InferredType::Plain,
            (_, made) => made,
        }
    }

    /// Returns the type of a variable whose declared type is partly inferred from its value.
    pub(super) fn declared_in_part(
        &self,
        place: Place,
        (declared, value): (&Expr, Option<&Expr>),
        steps: usize,
    ) -> InferredType {
        let made = self.object_of(place, declared, steps + 1);
        let Some((graph, value)) =
            self.graph(place.file).zip(value).filter(|(graph, _)| is_open(graph, declared))
        else {
            return made;
        };
        let rules = graph.rules();
        if let Expr::Call(called) = value
            && let Expr::Member(of, name) = &**called
            && rules.type_argument_constructors.iter().any(|maker| maker == graph.slice(name))
        {
            return self.filled_container(place, made, of, steps + 1);
        }
        match (self.kind_of(place, value, steps + 2), made) {
            (kind, InferredType::Unknown) => kind,
            (kind @ (InferredType::ContainerOf(_) | InferredType::Plain), InferredType::ContainerOf(_)) => {
                kind
            }
            (
                InferredType::ContainerOf(held) | InferredType::ResultOf(held, _),
                InferredType::ResultOf(inner, error),
            ) if holds_unknown(&inner) => InferredType::ResultOf(held, error),
            (_, made) => made,
        }
    }
}

/// Returns whether a type contains an unknown part.
fn holds_unknown(kind: &InferredType) -> bool {
    match kind {
        InferredType::Unknown => true,
        InferredType::ContainerOf(held) | InferredType::FutureOf(held) => holds_unknown(held),
        InferredType::MapOf(key, held) | InferredType::ResultOf(key, held) => {
            holds_unknown(key) || holds_unknown(held)
        }
        InferredType::Tuple(parts) => parts.iter().any(holds_unknown),
        _ => false,
    }
}

/// Returns whether a type has a part that the compiler infers.
fn is_open(graph: &BindingGraph, declared: &Expr) -> bool {
    match declared {
        Expr::Name(range) => graph.rules().untyped.iter().any(|word| word == graph.slice(range)),
        Expr::Generic(_, of) | Expr::ContainerOf(of) => is_open(graph, of),
        Expr::Tuple(parts) => parts.iter().any(|part| is_open(graph, part)),
        _ => false,
    }
}
