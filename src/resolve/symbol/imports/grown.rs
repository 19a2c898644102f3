//! What comes into a list of imports, or goes.

use std::ops::Range;

use super::file::ImportId;
use crate::text::Edit;

/// What comes into a statement, or goes.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) enum GrownBy {
    /// Names that come into a list.
    Names { list: usize, shifts: Shifts, names: Vec<GrownName> },
    /// Names that go out of a list, by their places in it.
    LostNames { list: usize, shifts: Shifts, gone: Vec<usize> },
    /// Imports that come into brackets.
    Members(Vec<GrownMember>),
    /// Imports that go out of brackets, in file order.
    LostMembers { gone: Vec<ImportId>, shifts: Shifts },
}

/// Where bytes come into a statement or go, from which one on, and how many, in file order.
#[derive(Debug, Clone, Default)]
pub(in crate::resolve::symbol) struct Shifts(pub(super) Vec<(usize, isize)>);

/// A name that comes into a list.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct GrownName {
    /// The name of the old list that it stands before.
    pub(in crate::resolve::symbol) gap: usize,
    /// Its bytes in the statement behind the edits.
    pub(in crate::resolve::symbol) range: Range<usize>,
    pub(in crate::resolve::symbol) text: String,
}

/// An import on a line of its own in brackets.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct GrownMember {
    /// The first byte of its line in the statement behind the edits.
    pub(in crate::resolve::symbol) start: usize,
    /// The bytes of its line, the end included.
    pub(in crate::resolve::symbol) length: usize,
    /// The statement that it stands for.
    pub(in crate::resolve::symbol) text: String,
}

impl Shifts {
    pub(super) fn of(edits: &[Edit]) -> Self {
        Self(edits.iter().map(|edit| (edit.range.start, change(edit))).collect())
    }

    /// From the last one on, where what stood behind an edit begins, and by how much it moves.
    pub(in crate::resolve::symbol) fn backwards(&self) -> impl Iterator<Item = (usize, isize)> {
        self.0.iter().rev().copied()
    }

    /// The first place where bytes come or go.
    pub(in crate::resolve::symbol) fn first(&self) -> usize {
        self.0.first().map_or(usize::MAX, |(at, _)| *at)
    }

    /// The place and the number of bytes, if bytes come or go in one place alone.
    pub(super) const fn only(&self) -> Option<(usize, isize)> {
        match self.0.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Moves a range that begins behind what comes at its start, and ends before what comes at its end.
    pub(in crate::resolve::symbol) fn moved(&self, range: &Range<usize>) -> Range<usize> {
        let by = |count: usize| self.0[..count].iter().map(|(_, by)| by).sum::<isize>();
        let start = self.0.partition_point(|(at, _)| *at <= range.start);
        let end = self.0.partition_point(|(at, _)| *at < range.end);
        range.start.saturating_add_signed(by(start))..range.end.saturating_add_signed(by(end.max(start)))
    }
}

/// How many bytes come or go by an edit.
pub(super) const fn change(edit: &Edit) -> isize {
    edit.text.len() as isize - (edit.range.end - edit.range.start) as isize
}
