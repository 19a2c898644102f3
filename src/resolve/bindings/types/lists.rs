//! The element types of lists whose declared types leave them open: list literals, type aliases, inferred arguments.

use crate::resolve::bindings::file::graph::{BindingId, BindingKind, Expr, FileId, Graph, space};
use crate::resolve::bindings::lookup::found::{ExprKind, Found, Place};
use crate::resolve::bindings::project::Project;

impl Project {
    /// Returns the type of a list literal: its elements have the type on which all elements of known type agree.
    pub(super) fn kind_of_list(&self, place: Place, parts: &[Expr], steps: usize) -> ExprKind {
        let mut held = ExprKind::Unknown;
        for part in parts {
            match self.kind_of(place, part, steps + 2) {
                ExprKind::Unknown | ExprKind::External | ExprKind::Foreign => {}
                kind if held == ExprKind::Unknown || held == kind => held = kind,
                _ => {
                    held = ExprKind::Unknown;
                    break;
                }
            }
        }
        if held == ExprKind::Plain { held } else { ExprKind::Holder(Box::new(held)) }
    }

    /// Returns the type of an object whose declared type is an alias for an external type. `has_arguments` says whether
    /// the alias has type arguments.
    pub(super) fn kind_of_alias(
        &self,
        place: Place,
        (head, has_arguments): (&Expr, bool),
        steps: usize,
    ) -> Option<ExprKind> {
        let found = match self.resolve(place, head, space::TYPE, steps + 1) {
            Found::Key(_, file, id) if self.kind_of_binding(file, id) == Some(BindingKind::Import) => {
                self.through(file, id, steps + 1)
            }
            found => found,
        };
        let Found::Key(_, file, id) = found else { return None };
        let binding = self.graph(file)?.bindings.get(id).filter(|one| one.kind == BindingKind::Type)?;
        let place = Place { file, byte: binding.name.end };
        let kind = self.object_of(place, binding.value.as_ref()?, steps + 2);
        Some(match kind {
            // How the alias uses its arguments is unknown.
            ExprKind::Holder(_) if has_arguments => ExprKind::Holder(Box::new(ExprKind::Unknown)),
            ExprKind::Object(_) | ExprKind::Row(_) | ExprKind::Table(..) if has_arguments => {
                ExprKind::Unknown
            }
            kind => kind,
        })
    }

    fn kind_of_binding(&self, file: FileId, id: BindingId) -> Option<BindingKind> {
        self.graph(file).map(|graph| graph.bindings[id].kind)
    }

    /// Returns the type of a new container made from the elements of another object, if its declared type leaves the
    /// elements open.
    pub(super) fn filled(&self, place: Place, made: ExprKind, of: &Expr, steps: usize) -> ExprKind {
        if !holds_unknown(&made) {
            return made;
        }
        match (self.kind_of(place, of, steps + 1), made) {
            (ExprKind::Holder(held), ExprKind::Holder(inner)) if *inner == ExprKind::Unknown => {
                ExprKind::Holder(held)
            }
            (ExprKind::Plain, _) => ExprKind::Plain,
            (_, made) => made,
        }
    }

    /// Returns the type of a variable whose declared type is partly inferred from its value.
    pub(super) fn declared_in_part(
        &self,
        place: Place,
        (declared, value): (&Expr, Option<&Expr>),
        steps: usize,
    ) -> ExprKind {
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
            return self.filled(place, made, of, steps + 1);
        }
        match (self.kind_of(place, value, steps + 2), made) {
            (kind, ExprKind::Unknown) => kind,
            (kind @ (ExprKind::Holder(_) | ExprKind::Plain), ExprKind::Holder(_)) => kind,
            (_, made) => made,
        }
    }
}

/// Returns whether a type contains an unknown part.
fn holds_unknown(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Unknown => true,
        ExprKind::Holder(held) => holds_unknown(held),
        ExprKind::Table(key, held) => holds_unknown(key) || holds_unknown(held),
        ExprKind::Row(parts) => parts.iter().any(holds_unknown),
        _ => false,
    }
}

/// Returns whether a type has a part that the compiler infers.
fn is_open(graph: &Graph, declared: &Expr) -> bool {
    match declared {
        Expr::Name(range) => graph.rules().untyped.iter().any(|word| word == graph.slice(range)),
        Expr::Generic(_, of) | Expr::Holder(of) => is_open(graph, of),
        Expr::Row(parts) => parts.iter().any(|part| is_open(graph, part)),
        _ => false,
    }
}
