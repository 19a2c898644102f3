//! The starts of items, stored so that an edit shifts all following ones at once.
//!
//! The items are kept in file order in runs of limited length. Each run has one offset for all of its items, so an edit
//! touches the items of one run, and only the offset of each following run.

/// The maximum number of items in a run.
const MAX_RUN_LEN: usize = 512;

/// The starts of items.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct Starts {
    runs: Vec<ItemRun>,
    /// The runs in file order, without empty ones.
    order: Vec<usize>,
    /// The place of each item, by its id.
    places: Vec<ItemPlace>,
}

#[derive(Debug, Clone, Default)]
struct ItemRun {
    /// The offset that is added to the starts of its items.
    offset: usize,
    items: Vec<usize>,
}

/// The place of an item.
#[derive(Debug, Clone, Copy, Default)]
struct ItemPlace {
    run: usize,
    /// Its start minus the offset of the run, in wrapping arithmetic.
    start: usize,
}

impl Starts {
    /// Creates the starts from pairs of byte offset and item.
    pub(in crate::resolve::symbol) fn new(mut items: Vec<(usize, usize)>) -> Self {
        items.sort_unstable();
        let count = items.iter().map(|(_, id)| id + 1).max().unwrap_or_default();
        let mut starts =
            Self { runs: Vec::new(), order: Vec::new(), places: vec![ItemPlace::default(); count] };
        for items in items.chunks(MAX_RUN_LEN / 2) {
            let run = starts.runs.len();
            items.iter().for_each(|(start, id)| starts.places[*id] = ItemPlace { run, start: *start });
            starts.runs.push(ItemRun { offset: 0, items: items.iter().map(|(_, id)| *id).collect() });
            starts.order.push(run);
        }
        starts
    }

    /// Returns the byte offset at which an item begins.
    pub(in crate::resolve::symbol) fn of(&self, id: usize) -> usize {
        let place = self.places[id];
        place.start.wrapping_add(self.runs[place.run].offset)
    }

    /// Moves all items that begin at or after `from`.
    pub(in crate::resolve::symbol) fn shift(&mut self, from: usize, by: isize) {
        let (at, index) = self.first_from(from);
        let Some(run) = self.order.get(at).copied() else { return };
        for id in &self.runs[run].items[index..] {
            let start = &mut self.places[*id].start;
            *start = start.wrapping_add_signed(by);
        }
        for run in &self.order[at + 1..] {
            let offset = &mut self.runs[*run].offset;
            *offset = offset.wrapping_add_signed(by);
        }
    }

    /// Adds an item before those that begin at the same byte.
    pub(in crate::resolve::symbol) fn add(&mut self, id: usize, start: usize) {
        let (at, index) = self.first_from(start);
        let (at, index) = match at.checked_sub(1) {
            // At the end, the item is added to the last run, not to a new one.
            Some(before) if at == self.order.len() => (before, self.runs[self.order[before]].items.len()),
            _ => (at, index),
        };
        if self.order.is_empty() {
            self.runs.push(ItemRun::default());
            self.order.push(self.runs.len() - 1);
        }
        let run = self.order[at];
        self.runs[run].items.insert(index, id);
        if self.places.len() <= id {
            self.places.resize(id + 1, ItemPlace::default());
        }
        self.places[id] = ItemPlace { run, start: start.wrapping_sub(self.runs[run].offset) };
        if self.runs[run].items.len() > MAX_RUN_LEN {
            self.split(at);
        }
    }

    /// Removes an item.
    pub(in crate::resolve::symbol) fn remove(&mut self, id: usize) {
        let own = self.places[id].run;
        let run = &mut self.runs[own];
        if let Some(index) = run.items.iter().position(|one| *one == id) {
            run.items.remove(index);
            if run.items.is_empty() {
                self.order.retain(|one| *one != own);
            }
        }
    }

    /// Splits a run into two.
    fn split(&mut self, at: usize) {
        let run = self.order[at];
        let offset = self.runs[run].offset;
        let items = self.runs[run].items.split_off(MAX_RUN_LEN / 2);
        let new = self.runs.len();
        items.iter().for_each(|id| self.places[*id].run = new);
        self.runs.push(ItemRun { offset, items });
        self.order.insert(at + 1, new);
    }

    /// Returns all items in file order.
    pub(in crate::resolve::symbol) fn ids(&self) -> impl Iterator<Item = usize> {
        self.order.iter().flat_map(|run| self.runs[*run].items.iter().copied())
    }

    /// Returns the last item that begins before `from`.
    pub(in crate::resolve::symbol) fn before(&self, from: usize) -> Option<usize> {
        let (at, index) = self.first_from(from);
        let of_run = self.order.get(at).and_then(|run| self.runs[*run].items[..index].last());
        let above = || self.order[..at].iter().rev().find_map(|run| self.runs[*run].items.last());
        of_run.or_else(above).copied()
    }

    /// Returns the index in `order`, and the index in that run, of the first item that begins at or after `from`.
    fn first_from(&self, from: usize) -> (usize, usize) {
        let is_above = |run: &usize| self.runs[*run].items.last().is_some_and(|id| self.of(*id) < from);
        let at = self.order.partition_point(is_above);
        let index = self
            .order
            .get(at)
            .map_or(0, |run| self.runs[*run].items.partition_point(|id| self.of(*id) < from));
        (at, index)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn all_may_go(order in Just((0..900_usize).collect::<Vec<_>>()).prop_shuffle()) {
            let mut list: Vec<Option<usize>> = (0..900).map(|id| Some(id * 10)).collect();
            let mut starts = Starts::new((0..900).map(|id| (id * 10, id)).collect());
            for gone in order {
                let from = list[gone].take().expect("each goes once");
                starts.remove(gone);
                starts.shift(from + 10, -10);
                for (id, start) in list.iter_mut().enumerate() {
                    if let Some(start) = start {
                        *start -= if *start > from { 10 } else { 0 };
                        prop_assert_eq!(starts.of(id), *start);
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn runs_move_as_a_list_does(
            first in proptest::collection::vec(0_usize..2_000, 0..1_500),
            steps in proptest::collection::vec((0_usize..4_000, 0_usize..90, any::<bool>()), 0..60),
        ) {
            let mut list: Vec<Option<usize>> = first.into_iter().map(Some).collect();
            let items = list.iter().enumerate().filter_map(|(id, start)| Some(((*start)?, id)));
            let mut starts = Starts::new(items.collect());
            for (at, by, adds) in steps {
                let by = by as isize - 30;
                // No item begins in the removed text.
                let gone = at.saturating_add_signed(by)..at;
                for (id, own) in list.iter_mut().enumerate() {
                    if own.is_some_and(|start| gone.contains(&start)) {
                        *own = None;
                        starts.remove(id);
                    }
                }
                if at.checked_add_signed(by).is_some() {
                    starts.shift(at, by);
                    let behind = list.iter_mut().flatten().filter(|start| **start >= at);
                    behind.for_each(|start| *start = start.saturating_add_signed(by));
                }
                if adds {
                    starts.add(list.len(), at);
                    list.push(Some(at));
                }
                for (id, start) in list.iter().enumerate() {
                    if let Some(start) = start {
                        prop_assert_eq!(starts.of(id), *start);
                    }
                }
            }
        }
    }
}
