//! Changes of a long import statement: names or members that are added or removed.

use std::ops::Range;

use super::file::ImportId;
use crate::text::Edit;

/// A change of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) enum StatementChangeKind {
    /// Names that are added to a list.
    AddedNames { list: usize, shifts: OffsetShifts, names: Vec<AddedName> },
    /// Names that are removed from a list, by their indexes.
    RemovedNames { list: usize, shifts: OffsetShifts, gone: Vec<usize> },
    /// Imports that are added to a group.
    AddedMembers(Vec<AddedMember>),
    /// Imports that are removed from a group, in file order.
    RemovedMembers { gone: Vec<ImportId>, shifts: OffsetShifts },
}

/// Pairs of a byte offset in the statement and the number of bytes that are added (or removed) there, in file order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct OffsetShifts(pub(super) Vec<(usize, isize)>);

/// A name that is added to a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct AddedName {
    /// The index of the name in the old list before which it is inserted.
    pub(in crate::resolve::symbol) gap: usize,
    /// Its byte range in the statement after the edits.
    pub(in crate::resolve::symbol) range: Range<usize>,
    pub(in crate::resolve::symbol) text: String,
}

/// An import on its own line in a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct AddedMember {
    /// The start of its line in the statement after the edits.
    pub(in crate::resolve::symbol) start: usize,
    /// The length of its line in bytes, including the line ending.
    pub(in crate::resolve::symbol) length: usize,
    /// The text of the import as a statement of its own.
    pub(in crate::resolve::symbol) text: String,
}

impl OffsetShifts {
    pub(super) fn of(edits: &[Edit]) -> Self {
        Self(edits.iter().map(|edit| (edit.range.start, change(edit))).collect())
    }

    /// Returns the shifts from the last one to the first: where the text after an edit begins, and by how many bytes it
    /// moves.
    pub(in crate::resolve::symbol) fn backwards(&self) -> impl Iterator<Item = (usize, isize)> {
        self.0.iter().rev().copied()
    }

    /// Moves a range. Bytes that are added at its start or end are outside of it.
    pub(in crate::resolve::symbol) fn moved(&self, range: &Range<usize>) -> Range<usize> {
        let by = |count: usize| self.0[..count].iter().map(|(_, by)| by).sum::<isize>();
        let start = self.0.partition_point(|(at, _)| *at <= range.start);
        let end = self.0.partition_point(|(at, _)| *at < range.end);
        range.start.saturating_add_signed(by(start))..range.end.saturating_add_signed(by(end.max(start)))
    }
}

/// Returns by how many bytes an edit lengthens the text.
pub(super) const fn change(edit: &Edit) -> isize {
    edit.text.len() as isize - (edit.range.end - edit.range.start) as isize
}
