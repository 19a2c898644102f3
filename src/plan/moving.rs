//! Definitions that move.

use std::ops::Range;

use crate::ir::{MemberPlace, OldName, Operation, PatchPath, SymbolPlace, SymbolTarget, Unproven};
use crate::resolve::symbol::SymbolMatch;

/// What moves, and where it goes.
#[derive(Clone, Copy)]
pub(super) struct Moving<'m> {
    /// The number of the operation.
    pub(super) at: usize,
    pub(super) operation: &'m Operation,
    /// All operations of the patch.
    pub(super) operations: &'m [Operation],
    /// The definitions, in their new order.
    pub(super) symbols: &'m [&'m SymbolTarget],
    pub(super) to: &'m PatchPath,
    pub(super) place: &'m SymbolPlace,
    pub(super) old_place: OldName,
    pub(super) unproven: Unproven,
}

impl Moving<'_> {
    /// Whether it goes to another place of its own file.
    pub(super) fn is_here(&self) -> bool {
        *self.to == self.operation.path
    }

    /// How the old file can go on giving the names, unless it does.
    pub(super) fn reexport_help(&self) -> Option<&'static str> {
        (self.old_place != OldName::Stays).then_some("`reexport: true` leaves an import in the old file")
    }

    /// Whether what comes later stands before what came earlier, if each goes to the same place.
    pub(super) const fn comes_in_reverse(&self) -> bool {
        matches!(
            self.place,
            SymbolPlace::After(_) | SymbolPlace::Into(_, MemberPlace::Start | MemberPlace::After(_))
        )
    }
}

/// A definition, and the bytes that go.
pub(super) type MovedRange = (SymbolMatch, Range<usize>);

/// How many places a message lists.
pub(super) const SHOWN: usize = 50;
