//! Renamings that follow one another, worked out already (see `plan_row`).

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::ir::{PatchPath, SymbolRenaming};
use crate::plan::users::uses::Texts;
use crate::resolve::bindings::Renaming;
use crate::text::normal::is_word_char;
use crate::text::{Edit, EditSet};

/// Renamings that are worked out already.
#[derive(Default)]
pub(in crate::plan) struct RenameRow {
    /// The first operation of the row.
    pub(super) first: usize,
    /// No row begins before this operation.
    pub(super) next: usize,
    /// The greatest number of operations in the row before, if there was a limit.
    pub(super) most: Option<usize>,
    pub(super) texts: Option<Rc<Texts>>,
    /// By the operations, in the texts as they were read.
    pub(super) renamings: HashMap<usize, Renaming>,
    pub(super) shifts: HashMap<PatchPath, ColumnShifts>,
}

impl RenameRow {
    /// The renaming of an operation, with the texts as they were read: its edits are those of the texts as the operations
    /// before have left them, its places those of the texts that were read, which have the same lines.
    pub(in crate::plan) fn take(&mut self, at: usize) -> Option<(Rc<Texts>, Renaming)> {
        let mut renaming = self.renamings.remove(&at)?;
        self.shift(&mut renaming.edits);
        Some((self.texts.clone()?, renaming))
    }

    /// Forgets what is worked out for the operations behind one, which changed more than names: what is behind it is worked
    /// out anew, in shorter rows, should more of them do so.
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

/// How far the places of a text move by edits, which are known beforehand and made one after the other: a Fenwick tree.
pub(super) struct ColumnShifts {
    /// Where the edits begin, in order.
    starts: Vec<usize>,
    sums: Vec<isize>,
}

impl ColumnShifts {
    pub(super) fn of(mut starts: Vec<usize>) -> Self {
        starts.sort_unstable();
        let sums = vec![0; starts.len() + 1];
        Self { starts, sums }
    }

    /// How far the edits that were made move what begins at a byte.
    fn before(&self, byte: usize) -> isize {
        let mut at = self.starts.partition_point(|start| *start < byte);
        let mut sum = 0;
        while at > 0 {
            sum += self.sums[at];
            at &= at - 1;
        }
        sum
    }

    /// Notes that an edit was made.
    fn note(&mut self, edit: &Edit) {
        let by = edit.text.len() as isize - edit.range.len() as isize;
        let mut at = self.starts.partition_point(|start| *start < edit.range.start) + 1;
        while at < self.sums.len() {
            self.sums[at] += by;
            at += at & at.wrapping_neg();
        }
    }
}

/// The words of the operations of a row: what each renames and to what, and what their addresses are made of.
#[derive(Default)]
pub(super) struct RowWords<'p> {
    old: HashSet<String>,
    new: HashSet<&'p str>,
    of_addresses: HashSet<&'p str>,
}

impl<'p> RowWords<'p> {
    /// Takes the words of an operation; false if it has to do with those before.
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
