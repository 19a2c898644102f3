//! Checks classes that only a file of the same name may contain.

use super::MoveQuestion;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingKind, FileId, TOP};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::definition_in;

/// Returns the name of the first moved definition that is such a class, or becomes one by leaving the class around it,
/// if the target file has another name.
pub(super) fn misplaced(
    (project, file, graph): (&Project, FileId, &BindingGraph),
    question: &MoveQuestion<'_>,
    is_unnested: bool,
) -> Option<String> {
    let word = project.rules.file_classes.as_deref()?;
    let stem = question.to.file_name().split('.').next();
    question.found.iter().find_map(|(found, _)| {
        let id = definition_in(graph, found)?;
        let binding = &graph.bindings[id];
        let is_one = (binding.scope == TOP || is_unnested) && binding.kind == BindingKind::Class;
        let name = graph.name_of(id);
        let is_misplaced = is_one && stem != Some(&*name) && project.has_word_before(file, id, word);
        is_misplaced.then(|| name.into_owned())
    })
}
