//! Determines the imports that moved definitions need in languages whose imports of them are not rewritten, and the
//! places that must be reported.

use std::ops::Range;
use std::rc::Rc;

use super::bytes::MovesInOrder;
use super::carried_imports::{CarriedImports, CarriedRow, ImportCollector};
use super::compiled_with::{has_same_conditions, hidden_by_conditions};
use super::directives::directive_uses;
use super::file_class::misplaced;
use super::to_class::to_class;
use super::to_package::follow;
use super::unnest::unnest;
use super::unqualified_uses::{package_there, remove_qualifiers, taken_beside};
use super::{MoveProblem, MoveQuestion};
use crate::lang::ModuleStyle;
use crate::resolve::bindings::DefinitionQuery;
use crate::resolve::bindings::file::graph::{BindingId, TOP};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::{RenamedDefinition, definition_in};

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
    let row = CarriedRow::default();
    let carrier = ImportCollector {
        project,
        file,
        graph,
        ranges: &ranges,
        question,
        names_outer: is_unnested,
        row: &row,
        number: 0,
    };
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

/// Does the same for definitions that are moved one after the other to another file of their package, for each of the
/// first ones as long as it only takes imports along.
///
/// What they need and who uses them does not depend on the moves before: the files of a package see each other's names.
#[must_use]
pub fn carry_each(question: &MoveQuestion<'_>) -> Vec<CarriedImports> {
    let Some(rules) = question.files.language.local_rules() else { return Vec::new() };
    if !matches!(rules.modules, ModuleStyle::Folder | ModuleStyle::Package) {
        return Vec::new();
    }
    let project = Rc::new(Project::new(rules, question.files.clone()));
    let Some(file) = project.file(question.from.as_str()) else { return Vec::new() };
    let Some(graph) = project.graph(file) else { return Vec::new() };
    if !has_same_conditions((&project, graph), question) || !directive_uses(graph, |_| true).is_empty() {
        return Vec::new();
    }
    let moves = MovesInOrder::of(question.found.iter().map(|(_, range)| range.clone()));
    let row = CarriedRow::of(moves);
    let mut done = Vec::new();
    for (number, one) in question.found.iter().enumerate() {
        let found = std::slice::from_ref(one);
        let question = &MoveQuestion { found, files: question.files.clone(), ..*question };
        let is_top = |id: BindingId| graph.bindings[id].scope == TOP || graph.bindings[id].subject.is_some();
        let is_known = definition_in(graph, &one.0).is_some_and(is_top);
        if !is_known || super::built_in::check(&project, question).is_err() {
            break;
        }
        let ranges = [one.1.clone()];
        let carrier = ImportCollector {
            project: &project,
            file,
            graph,
            ranges: &ranges,
            question,
            names_outer: false,
            row: &row,
            number,
        };
        let carried = carrier.collect().ok().filter(CarriedImports::is_imports_only);
        let is_placed = misplaced((&project, file, graph), question, false).is_none();
        match carried.filter(|_| is_placed && carrier.stays_in_package()) {
            Some(carried) => done.push(carried),
            None => break,
        }
    }
    done
}
