//! Aliases for union types: `type Result = Good | Bad`.

use crate::resolve::bindings::file::graph::{BindingId, BindingKind, Expr, FileId};
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::project::Project;

impl Project {
    /// Returns the type of an object whose declared type is an alias for a union of classes; `None` for any other type.
    pub(super) fn one_of_alias(&self, file: FileId, id: BindingId, steps: usize) -> Option<InferredType> {
        let binding = &self.graph(file)?.bindings[id];
        let Some(value @ Expr::Either(_)) =
            binding.value.as_ref().filter(|_| binding.kind == BindingKind::Type)
        else {
            return None;
        };
        if let Some(known) = self.alternatives.borrow().get(&(file, id)) {
            return known.clone();
        }
        // Ends the recursion of a type that refers to itself.
        self.alternatives.borrow_mut().insert((file, id), None);
        let kind = self.object_of(Place { file, byte: binding.name.end }, value, steps + 1);
        let kind = matches!(kind, InferredType::Object(_) | InferredType::Either(_)).then_some(kind);
        self.alternatives.borrow_mut().insert((file, id), kind.clone());
        kind
    }

    /// Returns whether a type without members of its own is an alias, in languages with structural types.
    pub(in crate::resolve::bindings) fn stands_for_others(&self, key: &DefinitionId) -> bool {
        let Found::Definition(_, file, id) = self.binding_of(key) else { return false };
        let binding = self.graph(file).map(|graph| (&graph.bindings[id], graph.rules().shapes.is_some()));
        binding.is_some_and(|(binding, by_shape)| {
            by_shape && binding.kind == BindingKind::Type && binding.body_scope.is_none()
        })
    }
}
