//! Links imports to their neighbors, and maintains the runs.

use std::collections::HashMap;
use std::ops::Range;

use super::ImportIndex;
use crate::resolve::symbol::imports::file::ImportId;
use crate::resolve::symbol::imports::run::{IMPORT_ORDERS, ImportRun};

impl ImportIndex {
    /// Returns an import and the one below it; for `None` the first import.
    pub(super) fn pair_below(&self, above: Option<ImportId>) -> (Option<ImportId>, Option<ImportId>) {
        (above, above.map_or(self.ends.map(|(first, _)| first), |above| self.all[above].below))
    }

    /// Adds new imports to the runs that they touch. `changed_links` are the imports below which something changed.
    /// `None` if a new index must be made.
    pub(super) fn join(
        mut self,
        new: &[ImportId],
        changed_links: &[Option<ImportId>],
        lines: &HashMap<ImportId, Range<usize>>,
    ) -> Option<Self> {
        let touch = |above: ImportId, below: ImportId| lines[&above].end >= lines[&below].start;
        let mut runs: HashMap<ImportId, usize> = HashMap::new();
        let run_of = |index: &Self, runs: &HashMap<ImportId, usize>, one: ImportId| {
            index.all[one].run.or_else(|| runs.get(&one).copied())
        };
        let beside = |own: &ImportId| (self.all[*own].above.filter(|above| touch(*above, *own)), *own);
        for (above, own) in new.iter().map(beside) {
            runs.extend(above.and_then(|above| run_of(&self, &runs, above)).map(|run| (own, run)));
        }
        for own in new.iter().rev().filter(|own| !self.all[**own].properties.is_first) {
            let below = self.all[*own].below.filter(|below| touch(*own, *below));
            let run = below.and_then(|below| run_of(&self, &runs, below));
            runs.extend(run.filter(|_| !runs.contains_key(own)).map(|run| (*own, run)));
        }
        for own in new {
            let run = runs.get(own).filter(|_| !self.all[*own].properties.is_first)?;
            self.enter_run(*own, *run);
        }
        for above in changed_links {
            let (above, below) = self.pair_below(*above);
            let Some(below) = below else { continue };
            if let Some(above) = above
                && let (Some(run), Some(other)) = (self.all[above].run, self.all[below].run)
                && touch(above, below) != (run == other)
            {
                return None;
            }
            self.set_case(below, above.is_some_and(|above| lines[&above].end == lines[&below].start));
        }
        // An import that was below others may now be one of those at the top.
        let (_, top) = self.pair_below(self.last_first);
        top.is_none_or(|top| !self.all[top].properties.is_first).then_some(self)
    }

    /// Divides all imports into runs.
    pub(super) fn divide(&mut self, lines: &HashMap<ImportId, Range<usize>>) {
        let mut is_at_top = true;
        for own in 0..self.all.len() {
            is_at_top &= self.all[own].properties.is_first;
            let above = self.all[own].above;
            if is_at_top {
                self.last_first = Some(own);
            } else {
                let touching = above.filter(|above| lines[above].end >= lines[&own].start);
                let run = touching.and_then(|above| self.all[above].run).unwrap_or(self.runs.len());
                if run == self.runs.len() {
                    self.runs.push(ImportRun::default());
                }
                self.enter_run(own, run);
            }
            self.set_case(own, above.is_some_and(|above| lines[&above].end == lines[&own].start));
        }
    }

    /// Links an import below another one, or above all others.
    pub(super) fn link(&mut self, own: ImportId, above: Option<ImportId>) {
        let below = above.map_or(self.ends.map(|(first, _)| first), |above| self.all[above].below);
        (self.all[own].above, self.all[own].below) = (above, below);
        if let Some(above) = above {
            self.all[above].below = Some(own);
        }
        if let Some(below) = below {
            self.all[below].above = Some(own);
        }
        let (first, last) = self.ends.unwrap_or((own, own));
        self.ends = Some((above.map_or(own, |_| first), below.map_or(own, |_| last)));
    }

    /// Removes an import from its run and from all maps.
    pub(super) fn take_out(&mut self, own: ImportId) {
        self.leave_run(own);
        self.count -= 1;
        self.note(own, false);
        self.set_case(own, false);
        for list in std::mem::take(&mut self.all[own].lists) {
            self.lists.remove(list);
        }
        let (above, below) = (self.all[own].above.take(), self.all[own].below.take());
        if let Some(above) = above {
            self.all[above].below = below;
        }
        if let Some(below) = below {
            self.all[below].above = above;
        }
        self.ends = without(self.ends, own, (above, below));
    }

    /// Adds an import to a run; the imports above it must be in their runs already.
    pub(super) fn enter_run(&mut self, own: ImportId, run: usize) {
        let above = self.all[own].above.filter(|above| self.all[*above].run == Some(run));
        let kin = self.same_word_neighbors(own, run);
        self.all[own].run = Some(run);
        let of_run = &mut self.runs[run];
        of_run.ends = match (of_run.ends, above) {
            (None, _) => Some((own, own)),
            (Some((_, last)), None) => Some((own, last)),
            (Some((first, last)), Some(above)) => Some((first, if last == above { own } else { last })),
        };
        of_run.note(&self.all[own].properties, true);
        if self.all[own].properties.is_own {
            return;
        }
        (self.all[own].same_word_above, self.all[own].same_word_below) = kin;
        let (above, below) = kin;
        if let Some(above) = above {
            self.all[above].same_word_below = Some(own);
        }
        if let Some(below) = below {
            self.all[below].same_word_above = Some(own);
        }
        let facts = &self.all[own].properties;
        let kindred = of_run.same_word.entry(facts.word.clone()).or_default();
        let (first, last) = kindred.ends.unwrap_or((own, own));
        kindred.ends = Some((above.map_or(own, |_| first), below.map_or(own, |_| last)));
        let [above, below] = [above, below].map(|one| one.map(|one| &self.all[one].properties));
        kindred.pair([above, below], false);
        kindred.pair([above, Some(facts)], true);
        kindred.pair([Some(facts), below], true);
        kindred.note(own, facts, true);
    }

    /// Returns the neighbors of an import, in a run that it is not yet in, that have its first word.
    pub(super) fn same_word_neighbors(
        &self,
        own: ImportId,
        run: usize,
    ) -> (Option<ImportId>, Option<ImportId>) {
        let word = &self.all[own].properties.word;
        let is_in = |one: &ImportId| self.all[*one].run == Some(run);
        let is_kin =
            |one: &ImportId| !self.all[*one].properties.is_own && self.all[*one].properties.word == *word;
        if let Some(below) = self.all[own].below.filter(|one| is_in(one) && is_kin(one)) {
            return (self.all[below].same_word_above, Some(below));
        }
        let mut above =
            std::iter::successors(self.all[own].above, |one| self.all[*one].above).take_while(is_in);
        match above.find(is_kin) {
            Some(above) => (Some(above), self.all[above].same_word_below),
            None => (None, self.runs[run].same_word.get(word).and_then(|kindred| Some(kindred.ends?.0))),
        }
    }

    /// Reverses [`Self::enter_run`].
    pub(super) fn leave_run(&mut self, own: ImportId) {
        let Some(run) = self.all[own].run.take() else { return };
        let beside = |one: Option<ImportId>| one.filter(|one| self.all[*one].run == Some(run));
        let (above, below) = (beside(self.all[own].above), beside(self.all[own].below));
        let of_run = &mut self.runs[run];
        of_run.ends = without(of_run.ends, own, (above, below));
        of_run.note(&self.all[own].properties, false);
        if self.all[own].properties.is_own {
            return;
        }
        let (above, below) = (self.all[own].same_word_above.take(), self.all[own].same_word_below.take());
        if let Some(above) = above {
            self.all[above].same_word_below = below;
        }
        if let Some(below) = below {
            self.all[below].same_word_above = above;
        }
        let facts = &self.all[own].properties;
        let Some(kindred) = of_run.same_word.get_mut(&facts.word) else { return };
        kindred.ends = without(kindred.ends, own, (above, below));
        let [above, below] = [above, below].map(|one| one.map(|one| &self.all[one].properties));
        kindred.pair([above, below], true);
        kindred.pair([above, Some(facts)], false);
        kindred.pair([Some(facts), below], false);
        kindred.note(own, facts, false);
        if kindred.ends.is_none() {
            of_run.same_word.remove(&facts.word);
        }
    }

    /// Records what an import and the one above it show about case.
    pub(super) fn set_case(&mut self, own: ImportId, is_touching: bool) {
        if let Some(case) = self.all[own].case.take() {
            self.cases[case] -= 1;
        }
        let Some(above) = self.all[own].above.filter(|_| is_touching) else { return };
        let pair = [above, own].map(|one| &self.all[one].properties);
        if pair[0].word != pair[1].word {
            return;
        }
        let [as_is, folded] = IMPORT_ORDERS.map(|order| order(&pair[0].key) <= order(&pair[1].key));
        if as_is != folded {
            let case = usize::from(as_is);
            self.all[own].case = Some(case);
            self.cases[case] += 1;
        }
    }
}

/// Returns the first and the last import of a sequence after one of them, between the given neighbors, was removed.
fn without(
    ends: Option<(ImportId, ImportId)>,
    own: ImportId,
    (above, below): (Option<ImportId>, Option<ImportId>),
) -> Option<(ImportId, ImportId)> {
    let (first, last) = ends?;
    Some((if first == own { below? } else { first }, if last == own { above? } else { last }))
}
