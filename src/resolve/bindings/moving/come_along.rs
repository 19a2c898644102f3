//! Determines the imports that moved definitions need in languages whose imports of them are not rewritten, and the
//! places that must be reported.

use std::ops::Range;

use super::carried_imports::{CarriedImports, ImportCollector};
use super::compiled_with::hidden_by_conditions;
use super::file_class::misplaced;
use super::to_class::to_class;
use super::to_package::follow;
use super::unnest::unnest;
use super::unqualified_uses::{package_there, remove_qualifiers, taken_beside};
use super::{MoveProblem, MoveQuestion};
use crate::lang::ModuleStyle;
use crate::resolve::bindings::DefinitionQuery;
use crate::resolve::bindings::renamed_definition::RenamedDefinition;

/// Returns the imports that moved definitions need; `None` if nothing is known about their file.
///
/// # Errors
/// A name means something else in the target file.
pub fn carry(question: &MoveQuestion<'_>) -> Result<Option<CarriedImports>, MoveProblem> {
    let Some((found, _)) = question.found.first() else { return Ok(None) };
    let asked = DefinitionQuery { files: question.files.clone(), path: question.from, found };
    let Ok(known) = RenamedDefinition::of(asked, false) else { return Ok(None) };
    let Some(graph) = known.project.graph(known.file) else { return Ok(None) };
    if !matches!(known.project.style, ModuleStyle::Files | ModuleStyle::Folder | ModuleStyle::Package) {
        return Ok(None);
    }
    let ranges: Vec<Range<usize>> = question.found.iter().map(|(_, range)| range.clone()).collect();
    super::built_in::check(&known.project, question)?;
    let mut follows = to_class(&known.project, known.file, question)?;
    if follows.is_none() && !question.become_members {
        follows = match follow(&known.project, known.file, question)? {
            Some(follows) => Some(follows),
            None => unnest(&known.project, known.file, question)?,
        };
    }
    let is_unnested = follows.as_ref().is_some_and(|follows| follows.is_unnested);
    let (project, file) = (&*known.project, known.file);
    let carrier =
        ImportCollector { project, file, graph, ranges: &ranges, question, names_outer: is_unnested };
    let mut carried = CarriedImports { follows, ..carrier.collect()? };
    carried.parted = hidden_by_conditions((&known.project, known.file, graph), question);
    carried.misplaced = misplaced((&known.project, known.file, graph), question, is_unnested);
    carried.leaves = known.project.is_shared() && !carrier.stays_in_package();
    // If users follow by their imports, qualifiers need no change.
    let is_left = carried.leaves && carried.follows.is_none();
    if let Some(home) = package_there(&carrier).filter(|_| is_left) {
        if let Some(problem) = taken_beside(&carrier, &home) {
            return Err(problem);
        }
        carried.freed = remove_qualifiers(&carrier, &known.project, &home);
    }
    Ok(Some(carried))
}
