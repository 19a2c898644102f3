//! Objects that stand for others: the members of what a class refers to by `Deref` are also those of its objects.

use crate::resolve::bindings::file::graph::{BindingGraph, Expr};
use crate::resolve::bindings::lookup::results::{DefinitionId, InferredType, MOST_STEPS, Place};
use crate::resolve::bindings::project::Project;

impl Project {
    /// Returns the type of the object to which the objects of a class refer; `None` if they refer to none.
    pub(in crate::resolve::bindings) fn delegate_of(
        &self,
        class: &DefinitionId,
        steps: usize,
    ) -> Option<InferredType> {
        let named = self.rules.delegate_type.as_deref().filter(|_| steps < MOST_STEPS)?;
        self.scopes_of_class(class).iter().find_map(|(file, scope)| {
            let graph = self.graph(*file)?;
            let id = graph.bound(*scope, named).first().filter(|_| is_delegating(graph, *scope))?;
            let binding = &graph.bindings[*id];
            let place = Place { file: *file, byte: binding.name.start };
            let kind = self.object_of(place, binding.value.as_ref()?, steps + 1);
            (kind != InferredType::Object(class.clone())).then_some(kind)
        })
    }
}

/// Returns whether a block implements a trait by which objects stand for others.
fn is_delegating(graph: &BindingGraph, scope: usize) -> bool {
    let name = match &graph.scopes[scope].of_trait {
        Some(Expr::Name(name) | Expr::Path(_, name)) => graph.slice(name),
        _ => "",
    };
    graph.rules().delegating_traits.iter().any(|own| own == name)
}
