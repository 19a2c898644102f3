//! Retries moves that would create an import cycle, with imports inside functions.

use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use super::bytes::MovedBytes;
use super::files::Files;
use super::inner_imports::InnerImports;
use super::{DefinitionMove, MoveProblem, MoveQuestion, Relocation};
use crate::resolve::bindings::renamed_definition::RenamedDefinition;
use crate::resolve::symbol::SymbolMatch;

/// The imports that are placed inside functions.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct InnerImportPlan {
    /// The files whose imports the moved code makes inside its functions.
    pub(super) brought: HashSet<String>,
    /// Whether the old file imports the target file inside its functions.
    pub(super) kept: bool,
}

/// The definitions to move with their ranges, and what is known about each.
pub(super) type AskedMoves<'a> = (&'a [(SymbolMatch, Range<usize>)], &'a [RenamedDefinition]);

/// Determines the edits of a move, with as few imports inside functions as possible.
pub(super) fn relocate(
    files: &Files<'_>,
    question: &MoveQuestion<'_>,
    (found, all): AskedMoves<'_>,
) -> Result<Relocation, MoveProblem> {
    let first = with_plan(files, question, (found, all), &InnerImportPlan::default());
    let Err(MoveProblem::Cycle { .. }) = &first else { return first };
    if !files.rules.in_functions {
        return first;
    }
    for kept in [false, true] {
        let mut plan = InnerImportPlan { brought: HashSet::new(), kept };
        loop {
            let done = with_plan(files, question, (found, all), &plan);
            let Err(MoveProblem::Cycle { files: way, .. }) = &done else { return done };
            let mut steps = way.windows(2).filter(|step| step[0] == files.to_path);
            let next = steps.find_map(|step| step.get(1));
            if !next.is_some_and(|next| plan.brought.insert(next.clone())) {
                break;
            }
        }
    }
    first
}

fn with_plan(
    files: &Files<'_>,
    question: &MoveQuestion<'_>,
    (found, all): AskedMoves<'_>,
    plan: &InnerImportPlan,
) -> Result<Relocation, MoveProblem> {
    let mut mover = DefinitionMove {
        files,
        question,
        found,
        all,
        moved: Rc::new(MovedBytes::of(found.iter().map(|(_, range)| range.clone()))),
        done: Relocation {
            roots: files.project.roots([files.project.path(files.from), files.to_path]),
            ..Relocation::default()
        },
        loads: Vec::new(),
        statements: Vec::new(),
        plan,
        late: InnerImports::new(),
        late_loads: Vec::new(),
        own_edits: Vec::new(),
        needs: Vec::new(),
        shown: std::collections::BTreeSet::new(),
        widened: Vec::new(),
        below: Vec::new(),
        list_at: None,
        typed: Vec::new(),
    };
    mover.add_required_imports()?;
    mover.follow()?;
    Ok(mover.done)
}
