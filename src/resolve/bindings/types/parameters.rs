//! Type parameters: their bounds, and those of a class as the block around a place names them.

use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{BindingId, BindingKind, Expr, FileId};
use crate::resolve::bindings::lookup::results::{Bases, Container, DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::project::Project;

/// A type parameter of a class, with the place and the text of what a block gives for it.
type BlockArgument<'p> = (DefinitionId, Place, &'p Expr);

impl Project {
    /// Returns what a type parameter with several bounds stands for: the only one of them that the project defines, or
    /// the parameter itself. `None` if it has one bound at most.
    pub(in crate::resolve::bindings) fn of_several_bounds(
        &self,
        file: FileId,
        id: BindingId,
        steps: usize,
    ) -> Option<Found> {
        let bounds = self.bounds_of(file, id)?;
        let place = Place { file, byte: self.graph(file)?.bindings[id].name.start };
        let found: Vec<Found> = bounds.iter().map(|bound| self.class_of(place, bound, steps + 1)).collect();
        let mut own = found.iter().filter(|found| matches!(found, Found::Definition(..)));
        match (own.next(), own.next()) {
            (Some(own), None) if found.iter().all(|found| !matches!(found, Found::Unknown)) => {
                Some(own.clone())
            }
            (None, _) => found.into_iter().next(),
            _ => Some(Found::Definition(self.key_of_parameter(file, id, steps)?, file, id)),
        }
    }

    /// Returns the identity of a type parameter. That of a block differs from those of its class and of other blocks,
    /// since each has its own bounds.
    fn key_of_parameter(&self, file: FileId, id: BindingId, steps: usize) -> Option<DefinitionId> {
        let key = self.key_of(file, id, steps + 1);
        if self.bounds_of(file, id).is_none() {
            return Some(key);
        }
        let scope = self.graph(file)?.bindings[id].scope;
        Some(DefinitionId { container: Container::Scope(file, scope), ..key })
    }

    /// Returns the bounds of a type parameter that has several.
    fn bounds_of(&self, file: FileId, id: BindingId) -> Option<&[Expr]> {
        let binding = &self.graph(file)?.bindings[id];
        match &binding.declared {
            Some(Expr::Either(bounds))
                if binding.kind == BindingKind::Generic && self.rules.explicit_overrides =>
            {
                Some(bounds)
            }
            _ => None,
        }
    }

    /// Adds the bounds of a type parameter to what its objects have.
    pub(super) fn add_bounds(&self, bases: &mut Bases, key: &DefinitionId) {
        let Found::Definition(_, file, id) = self.binding_of(key) else { return };
        let Some(graph) = self.graph(file) else { return };
        let place = Place { file, byte: graph.bindings[id].name.start };
        for bound in self.bounds_of(file, id).unwrap_or_default() {
            self.add_base(bases, key, place, bound);
        }
    }

    /// Returns the type of a member of the current object, with the type parameters of its class as the block around
    /// names them: in `impl<W: Sink> Writer<W>` a field of the type `S` of `struct Writer<S>` is a `W`.
    pub(super) fn as_the_block_says(
        &self,
        place: Place,
        of: &Expr,
        kind: InferredType,
        steps: usize,
    ) -> InferredType {
        match self.block_arguments(place, of, steps) {
            Some(given) => self.with_arguments(kind, &given, steps),
            None => kind,
        }
    }

    /// Returns the type parameters of the class of the current object, each with what the block around gives for it.
    fn block_arguments(&self, place: Place, of: &Expr, steps: usize) -> Option<Vec<BlockArgument<'_>>> {
        let graph = self.graph(place.file)?;
        let Expr::Name(word) = of else { return None };
        graph.rules().receivers.iter().find(|own| *own == graph.slice(word))?;
        let block = &graph.scopes[graph.class_around(word.start)?];
        let Some(Expr::Generic(_, given)) = &block.subject else { return None };
        let Found::Definition(_, file, class) = self.class_at(place, steps) else { return None };
        let home = self.graph(file)?;
        let scope = &home.scopes[home.bindings[class].body_scope?];
        let all = scope.binds.values().flatten().copied();
        let mut parameters: Vec<BindingId> =
            all.filter(|id| home.bindings[*id].kind == BindingKind::Generic).collect();
        parameters.sort_by_key(|id| home.bindings[*id].name.start);
        let given = match &**given {
            Expr::Tuple(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        // Lifetimes come first.
        let lifetimes = given.iter().take_while(|one| **one == Expr::Other).count();
        let given = &given[lifetimes..];
        let with_place = |(id, given)| {
            let byte = path_root(given).map_or(block.range.start, |root| root.start);
            Some((self.key_of_parameter(file, id, steps)?, Place { byte, ..place }, given))
        };
        let is_told = given.len() == parameters.len();
        is_told.then(|| parameters.into_iter().zip(given).filter_map(with_place).collect())
    }

    fn with_arguments(&self, kind: InferredType, given: &[BlockArgument<'_>], steps: usize) -> InferredType {
        let inner = |kind: Box<InferredType>| Box::new(self.with_arguments(*kind, given, steps));
        match kind {
            InferredType::Object(key) => match given.iter().find(|(own, ..)| *own == key) {
                Some((_, place, given)) => self.object_of(*place, given, steps + 1),
                None => InferredType::Object(key),
            },
            InferredType::ContainerOf(held) => InferredType::ContainerOf(inner(held)),
            InferredType::Cell(path, held) => InferredType::Cell(path, inner(held)),
            InferredType::FutureOf(held) => InferredType::FutureOf(inner(held)),
            InferredType::FunctionReturning(held) => InferredType::FunctionReturning(inner(held)),
            InferredType::MapOf(key, held) => InferredType::MapOf(inner(key), inner(held)),
            InferredType::ResultOf(held, error) => InferredType::ResultOf(inner(held), inner(error)),
            InferredType::Tuple(parts) => InferredType::Tuple(
                parts.into_iter().map(|part| self.with_arguments(part, given, steps)).collect(),
            ),
            kind => kind,
        }
    }
}
