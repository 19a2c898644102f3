//! A name at the place of a use.

use std::ops::Range;

use crate::resolve::bindings::file::graph::BindingGraph;
use crate::resolve::bindings::lookup::results::{Found, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::Meaning;

/// A name at the place of a use.
#[derive(Clone, Copy)]
pub(super) struct UsedName<'p> {
    pub(super) project: &'p Project,
    pub(super) graph: &'p BindingGraph,
    pub(super) place: Place,
    pub(super) range: &'p Range<usize>,
}

/// Converts the result of a lookup to the meaning of a name.
pub(super) fn of_found(project: &Project, found: Found, graph: &BindingGraph) -> Meaning {
    match found {
        Found::Definition(key, ..) => Meaning::Is(key),
        Found::Module(module) => project.key_of_module(&module).map_or(Meaning::Not, Meaning::Is),
        Found::External => Meaning::Not,
        Found::Nowhere
            if graph.rules().unqualified_members
                && graph.rules().overloads
                && !graph.rules().typed_objects =>
        {
            Meaning::Unknown(Doubt::Unresolved)
        }
        Found::Nowhere => Meaning::Not,
        Found::Unknown => Meaning::Unknown(Doubt::Unresolved),
    }
}
