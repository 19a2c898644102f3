//! Decides about operations whose targets are gone: the rest of the patch shows whether they were applied before.

use std::collections::HashMap;

use super::missing_targets::did_nothing;
use super::run::Run;
use super::symbol::already_applied;
use crate::diag::{Code, Diagnostic};
use crate::ir::Action;

/// Returns the number of the operation that a problem is about.
fn index_of(problem: &Diagnostic) -> Option<usize> {
    problem.operation.as_ref().map(|operation| operation.index)
}

impl Run<'_, '_> {
    /// Decides about the operations whose targets are gone. If all other operations were applied before, these were,
    /// too. Otherwise the problems of later operations on their files are dropped, because they may only be
    /// consequences.
    pub(super) fn resolve_missing_targets(&mut self) {
        let gone: HashMap<usize, usize> =
            self.missing_targets.refused.iter().map(|at| (self.operations[*at].origin.index, *at)).collect();
        if gone.is_empty() {
            return;
        }
        if !self.is_made_but_for(&gone) {
            let later =
                |index: Option<usize>| index.is_some_and(|index| self.missing_targets.later.contains(&index));
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
        for at in &self.missing_targets.refused {
            let own = of_gone.remove(at).unwrap_or_default();
            self.problems.extend(already_applied::already_removed(&self.operations[*at], own));
        }
        let own = self.advice.iter_mut().filter(|advice| self.missing_targets.refused.contains(&advice.at));
        own.for_each(|advice| advice.corrections.iter_mut().for_each(Vec::clear));
    }

    /// Returns whether there are operations besides those of these numbers, and all of them were applied before.
    fn is_made_but_for(&self, gone: &HashMap<usize, usize>) -> bool {
        let is_other =
            |problem: &&Diagnostic| !index_of(problem).is_some_and(|index| gone.contains_key(&index));
        let mut others = self.problems.iter().filter(is_other).peekable();
        let is_any = others.peek().is_some() || !self.applied.is_empty();
        if !is_any
            || !self.refused_paths.is_empty()
            || !others.all(|problem| problem.code == Code::AlreadyApplied)
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
