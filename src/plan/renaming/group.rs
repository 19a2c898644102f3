//! Consecutive renamings that were planned together (see `plan_group`).

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::ir::{PatchPath, SymbolRenaming};
use crate::plan::users::uses::ProjectTexts;
use crate::resolve::bindings::Renaming;
use crate::text::normal::is_word_char;
use crate::text::{Edit, EditSet};

/// Renamings that were planned together.
#[derive(Default)]
pub(in crate::plan) struct PlannedRenamings {
    /// The first operation of the group.
    pub(super) first: usize,
    /// The first operation from which renamings may be planned together again.
    pub(super) next: usize,
    /// The maximum number of operations in the previous group, if there was a limit.
    pub(super) most: Option<usize>,
    pub(super) texts: Option<Rc<ProjectTexts>>,
    /// The renamings by the index of their operation, with edits of the texts as they were read.
    pub(super) renamings: HashMap<usize, Renaming>,
    pub(super) shifts: HashMap<PatchPath, ColumnShifts>,
}

impl PlannedRenamings {
    /// Returns the renaming of an operation, and the texts as they were read. Its edits are adapted to the texts after
    /// the earlier operations; its places refer to the texts that were read, which have the same lines.
    pub(in crate::plan) fn take(&mut self, at: usize) -> Option<(Rc<ProjectTexts>, Renaming)> {
        let mut renaming = self.renamings.remove(&at)?;
        self.shift(&mut renaming.edits);
        Some((self.texts.clone()?, renaming))
    }

    /// Forgets the renamings planned after an operation that changed more than names. Those after it are planned again,
    /// in smaller groups, in case more of them do so.
    pub(super) fn cut_behind(&mut self, at: usize) {
        if self.next > at + 1 {
            self.renamings.clear();
            self.next = at + 1;
            self.most = Some(at + 1 - self.first);
        }
    }

    fn shift(&mut self, edits: &mut [(PatchPath, EditSet)]) {
        for (path, edits) in edits {
            let Some(shifts) = self.shifts.get_mut(path) else { continue };
            let own: Vec<Edit> = edits.iter().cloned().collect();
            let moved = own.iter().map(|edit| {
                let by = shifts.before(edit.range.start);
                let range =
                    edit.range.start.saturating_add_signed(by)..edit.range.end.saturating_add_signed(by);
                Edit { range, text: edit.text.clone() }
            });
            *edits = EditSet::new(moved.collect()).expect("all names behind one another move alike");
            own.iter().for_each(|edit| shifts.note(edit));
        }
    }
}

/// How far edits shift the places of a text; the edits are known in advance and are applied one after the other. A
/// Fenwick tree.
pub(super) struct ColumnShifts {
    /// The start offsets of the edits, in order.
    starts: Vec<usize>,
    sums: Vec<isize>,
}

impl ColumnShifts {
    pub(super) fn of(mut starts: Vec<usize>) -> Self {
        starts.sort_unstable();
        let sums = vec![0; starts.len() + 1];
        Self { starts, sums }
    }

    /// Returns how far the applied edits shift what begins at a byte.
    fn before(&self, byte: usize) -> isize {
        let mut at = self.starts.partition_point(|start| *start < byte);
        let mut sum = 0;
        while at > 0 {
            sum += self.sums[at];
            at &= at - 1;
        }
        sum
    }

    /// Records that an edit was applied.
    fn note(&mut self, edit: &Edit) {
        let by = edit.text.len() as isize - edit.range.len() as isize;
        let mut at = self.starts.partition_point(|start| *start < edit.range.start) + 1;
        while at < self.sums.len() {
            self.sums[at] += by;
            at += at & at.wrapping_neg();
        }
    }
}

/// The words of the operations of a group: their old names, their new names, and the words of their addresses.
#[derive(Default)]
pub(super) struct GroupWords<'p> {
    old: HashSet<String>,
    new: HashSet<&'p str>,
    of_addresses: HashSet<&'p str>,
}

impl<'p> GroupWords<'p> {
    /// Adds the words of an operation; returns `false`, and adds nothing, if it shares words with the earlier ones.
    pub(super) fn take(&mut self, wanted: &'p SymbolRenaming, old: &str) -> bool {
        let parts = [&wanted.symbol.symbol, &wanted.symbol.class, &wanted.symbol.method];
        let of_address = parts.into_iter().flatten().flat_map(|part| part.split(|char| !is_word_char(char)));
        let of_address: Vec<&str> = of_address.filter(|word| !word.is_empty()).collect();
        let is_known = |word: &str| self.old.contains(word) || self.new.contains(word);
        let new = wanted.new_name.as_str();
        let is_apart = !is_known(old)
            && !is_known(new)
            && old != new
            && !self.of_addresses.contains(new)
            && !of_address.contains(&new)
            && !of_address.iter().any(|word| is_known(word));
        if is_apart {
            self.old.insert(old.to_owned());
            self.new.insert(new);
            self.of_addresses.extend(of_address);
        }
        is_apart
    }
}
