//! The names of a list by their indexes. Their places are kept so that an edit moves all following ones at once.
//!
//! The names are kept in runs of limited length. Each run has one offset for all of its names, so an edit touches the
//! names of one run, and only the offset of each following run: thousands of names can go one by one.

use std::ops::Range;

use super::statement_growth::OffsetShifts;

/// The placeholder for a nested list in a name.
pub(super) const NESTED: &str = "{}";

/// The maximum number of names in a run.
const LONGEST: usize = 512;

/// A name in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct ListedName<'l> {
    /// Its byte range, including an alias.
    pub(in crate::resolve::symbol) range: Range<usize>,
    /// Its tokens, separated by blanks.
    pub(in crate::resolve::symbol) text: &'l str,
}

/// The names of a list, in file order.
#[derive(Debug, Clone, Default)]
pub(in crate::resolve::symbol) struct ListedNames {
    /// The runs, without empty ones.
    runs: Vec<NameRun>,
}

#[derive(Debug, Clone, Default)]
struct NameRun {
    /// The index of its first name.
    first: usize,
    /// The offset that is added to the ranges of its names, in wrapping arithmetic.
    offset: usize,
    names: Vec<(Range<usize>, String)>,
}

impl NameRun {
    fn name(&self, at: usize) -> ListedName<'_> {
        let (range, text) = &self.names[at];
        let moved = |byte: usize| byte.wrapping_add(self.offset);
        ListedName { range: moved(range.start)..moved(range.end), text }
    }

    const fn behind(&self) -> usize {
        self.first + self.names.len()
    }
}

impl ListedName<'_> {
    /// Returns whether it ends with a nested list.
    pub(in crate::resolve::symbol) fn is_list(&self) -> bool {
        self.text.ends_with(NESTED)
    }
}

impl FromIterator<(Range<usize>, String)> for ListedNames {
    fn from_iter<I: IntoIterator<Item = (Range<usize>, String)>>(names: I) -> Self {
        let mut own = Self::default();
        names.into_iter().for_each(|(range, text)| own.push(range, text));
        own
    }
}

impl ListedNames {
    pub(in crate::resolve::symbol) fn len(&self) -> usize {
        self.runs.last().map_or(0, NameRun::behind)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the name with an index.
    ///
    /// # Panics
    /// There are fewer names.
    pub(in crate::resolve::symbol) fn at(&self, at: usize) -> ListedName<'_> {
        let run = &self.runs[self.run_of(at)];
        run.name(at - run.first)
    }

    pub(in crate::resolve::symbol) fn get(&self, at: usize) -> Option<ListedName<'_>> {
        (at < self.len()).then(|| self.at(at))
    }

    pub(in crate::resolve::symbol) fn first(&self) -> Option<ListedName<'_>> {
        self.get(0)
    }

    pub(in crate::resolve::symbol) fn last(&self) -> Option<ListedName<'_>> {
        self.len().checked_sub(1).map(|last| self.at(last))
    }

    /// Returns the name if there is just one.
    pub(in crate::resolve::symbol) fn only(&self) -> Option<ListedName<'_>> {
        self.first().filter(|_| self.len() == 1)
    }

    pub(in crate::resolve::symbol) fn iter(&self) -> impl Iterator<Item = ListedName<'_>> {
        self.runs.iter().flat_map(|run| (0..run.names.len()).map(|at| run.name(at)))
    }

    /// Returns the names with the indexes from `from` on.
    pub(super) fn from(&self, from: usize) -> impl Iterator<Item = ListedName<'_>> {
        let first = self.run_of(from);
        let runs = self.runs.get(first..).unwrap_or_default().iter();
        runs.flat_map(move |run| (from.saturating_sub(run.first)..run.names.len()).map(|at| run.name(at)))
    }

    /// Returns the number of names before the first one for which the test fails, if it fails for all after that.
    pub(super) fn partition_point(&self, holds: impl Fn(&ListedName<'_>) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if holds(&self.at(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Adds a name after the last one.
    pub(super) fn push(&mut self, range: Range<usize>, text: String) {
        self.insert(self.len(), range, text);
    }

    /// Adds a name before the one with index `at`, or after the last one.
    pub(super) fn insert(&mut self, at: usize, range: Range<usize>, text: String) {
        if self.runs.is_empty() {
            self.runs.push(NameRun::default());
        }
        let own = self.run_of(at);
        let run = &mut self.runs[own];
        let moved = |byte: usize| byte.wrapping_sub(run.offset);
        run.names.insert(at - run.first, (moved(range.start)..moved(range.end), text));
        self.runs[own + 1..].iter_mut().for_each(|run| run.first += 1);
        if self.runs[own].names.len() > LONGEST {
            let run = &mut self.runs[own];
            let names = run.names.split_off(LONGEST / 2);
            let next = NameRun { first: run.behind(), offset: run.offset, names };
            self.runs.insert(own + 1, next);
        }
    }

    /// Removes the name with an index, and returns its text.
    pub(super) fn remove(&mut self, at: usize) -> String {
        let own = self.run_of(at);
        let run = &mut self.runs[own];
        let (_, text) = run.names.remove(at - run.first);
        self.runs[own + 1..].iter_mut().for_each(|run| run.first -= 1);
        if self.runs[own].names.is_empty() {
            self.runs.remove(own);
        }
        text
    }

    /// Moves all ranges by bytes that were added to the statement or removed from it.
    pub(super) fn shift(&mut self, shifts: &OffsetShifts) {
        for (at, by) in shifts.backwards() {
            let name = self.partition_point(|name| name.range.end <= at);
            let own = self.run_of(name);
            let Some((run, below)) = self.runs.get_mut(own..).and_then(<[_]>::split_first_mut) else {
                return;
            };
            for (range, _) in &mut run.names[name - run.first..] {
                // A name with a list of its own may contain the place.
                if range.start.wrapping_add(run.offset) >= at {
                    range.start = range.start.wrapping_add_signed(by);
                }
                range.end = range.end.wrapping_add_signed(by);
            }
            for run in below {
                run.offset = run.offset.wrapping_add_signed(by);
            }
        }
    }

    /// Returns the index of the run that contains a name, or of the last run for the index after the last name.
    fn run_of(&self, at: usize) -> usize {
        self.runs.partition_point(|run| run.first <= at).saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn runs_of_names_change_as_a_list_does(
            first in 0_usize..1_500,
            steps in proptest::collection::vec((0_usize..1_600, any::<bool>()), 0..200),
        ) {
            let mut list: Vec<(Range<usize>, String)> =
                (0..first).map(|at| (at * 10..at * 10 + 4, at.to_string())).collect();
            let mut names: ListedNames = list.iter().cloned().collect();
            for (number, (at, adds)) in steps.into_iter().enumerate() {
                let at = at.min(list.len());
                let end = list.last().map_or(0, |(range, _)| range.start + 10);
                let start = list.get(at).map_or(end, |(range, _)| range.start);
                let by = if adds { 10 } else { -10 };
                let mut move_all = |list: &mut Vec<(Range<usize>, String)>, from: usize| {
                    for (range, _) in list.iter_mut().filter(|(range, _)| range.start >= from) {
                        *range = range.start.saturating_add_signed(by)..range.end.saturating_add_signed(by);
                    }
                    names.shift(&OffsetShifts(vec![(from, by)]));
                };
                if adds {
                    move_all(&mut list, start);
                    list.insert(at, (start..start + 4, format!("new{number}")));
                    names.insert(at, start..start + 4, format!("new{number}"));
                } else if at < list.len() {
                    move_all(&mut list, start + 10);
                    prop_assert_eq!(names.remove(at), list.remove(at).1);
                }
            }
            let found: Vec<_> = names.iter().map(|name| (name.range, name.text.to_owned())).collect();
            prop_assert_eq!(&found, &list);
            prop_assert_eq!(names.len(), list.len());
            for at in (0..list.len()).step_by(7) {
                prop_assert_eq!(names.at(at).text, &list[at].1);
                prop_assert_eq!(names.from(at).count(), list.len() - at);
            }
        }
    }
}
