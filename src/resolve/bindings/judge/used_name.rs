//! A name at the place of a use.

use std::ops::Range;

use crate::resolve::bindings::file::graph::Graph;
use crate::resolve::bindings::lookup::found::{Found, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::Meaning;

/// A name at the place of a use.
#[derive(Clone, Copy)]
pub(super) struct UsedName<'p> {
    pub(super) project: &'p Project,
    pub(super) graph: &'p Graph,
    pub(super) place: Place,
    pub(super) range: &'p Range<usize>,
}

/// Converts the result of a lookup to the meaning of a name.
pub(super) fn of_found(project: &Project, found: Found, graph: &Graph) -> Meaning {
    match found {
        Found::Key(key, ..) => Meaning::Is(key),
        Found::Module(module) => project.key_of_module(&module).map_or(Meaning::Not, Meaning::Is),
        Found::External => Meaning::Not,
        Found::Nowhere
            if graph.rules().unqualified_members
                && graph.rules().overloads
                && !graph.rules().typed_objects =>
        {
            Meaning::Unknown(Doubt::Shadowed)
        }
        Found::Nowhere => Meaning::Not,
        Found::Unknown => Meaning::Unknown(Doubt::Shadowed),
    }
}
