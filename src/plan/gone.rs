//! Operations that take away what is not there: the rest of the patch shows whether they were made before.

use std::collections::{HashMap, HashSet};

use super::Applied;
use super::run::Run;
use super::symbol::made;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Action, PatchPath};

/// The operations of a run whose targets are gone, and what comes behind them on the same files.
#[derive(Debug, Default)]
pub(super) struct GoneTargets {
    /// The operations, by their place in the run.
    refused: Vec<usize>,
    /// The files they are on.
    paths: HashSet<PatchPath>,
    /// The numbers of later operations on these files.
    later: HashSet<usize>,
}

impl GoneTargets {
    /// Notes the operation at a place in the run, which names some files.
    pub(super) fn note(&mut self, at: usize, paths: &[&PatchPath]) {
        self.refused.push(at);
        self.paths.extend(paths.iter().copied().cloned());
    }

    /// Notes the number of an operation if one before it, on one of its files, had its target gone.
    pub(super) fn note_later(&mut self, index: usize, paths: &[&PatchPath]) {
        if paths.iter().any(|path| self.paths.contains(*path)) {
            self.later.insert(index);
        }
    }
}

/// The number of the operation that a problem is about.
fn index_of(problem: &Diagnostic) -> Option<usize> {
    problem.operation.as_ref().map(|operation| operation.index)
}

impl Run<'_, '_> {
    /// Decides what the operations mean whose targets are gone: they were made before if all others were; else what came
    /// behind them on their files was read for nothing.
    pub(super) fn settle_gone(&mut self) {
        let gone: HashMap<usize, usize> =
            self.gone.refused.iter().map(|at| (self.operations[*at].origin.index, *at)).collect();
        if gone.is_empty() {
            return;
        }
        if !self.is_made_but_for(&gone) {
            let later = |index: Option<usize>| index.is_some_and(|index| self.gone.later.contains(&index));
            self.problems.retain(|problem| !later(index_of(problem)));
            self.advice.retain(|advice| !later(Some(self.operations[advice.at].origin.index)));
            return;
        }
        let mut of_gone: HashMap<usize, Vec<Diagnostic>> = HashMap::new();
        for problem in std::mem::take(&mut self.problems) {
            match index_of(&problem).and_then(|index| gone.get(&index)) {
                Some(at) => of_gone.entry(*at).or_default().push(problem),
                None => self.problems.push(problem),
            }
        }
        for at in &self.gone.refused {
            let own = of_gone.remove(at).unwrap_or_default();
            self.problems.extend(made::gone_before(&self.operations[*at], own));
        }
        let own = self.advice.iter_mut().filter(|advice| self.gone.refused.contains(&advice.at));
        own.for_each(|advice| advice.corrections.iter_mut().for_each(Vec::clear));
    }

    /// Whether all operations but those of these numbers were made before, and there are any.
    fn is_made_but_for(&self, gone: &HashMap<usize, usize>) -> bool {
        let is_other =
            |problem: &&Diagnostic| !index_of(problem).is_some_and(|index| gone.contains_key(&index));
        let mut others = self.problems.iter().filter(is_other).peekable();
        let is_any = others.peek().is_some() || !self.applied.is_empty();
        if !is_any || !self.poisoned.is_empty() || !others.all(|problem| problem.code == Code::AlreadyApplied)
        {
            return false;
        }
        let actions: HashMap<usize, &Action> =
            self.operations.iter().map(|operation| (operation.origin.index, &operation.action)).collect();
        self.applied
            .iter()
            .all(|applied| actions.get(&applied.index).is_some_and(|action| did_nothing(applied, action)))
    }
}

/// Whether an operation found everything as it wants it.
fn did_nothing(applied: &Applied, action: &Action) -> bool {
    let is_of_file = matches!(action, Action::Create { .. } | Action::Delete { .. } | Action::Update { .. });
    applied.changes.is_empty() && !is_of_file
}
