//! Definitions that move.

use std::ops::Range;

use crate::ir::{MemberPlace, OldName, Operation, PatchPath, SymbolPlace, SymbolTarget, Unproven};
use crate::resolve::symbol::SymbolMatch;

/// What moves, and where it goes.
#[derive(Clone, Copy)]
pub(in crate::plan) struct Moving<'m> {
    /// The number of the operation.
    pub(in crate::plan) at: usize,
    pub(in crate::plan) operation: &'m Operation,
    /// All operations of the patch.
    pub(in crate::plan) operations: &'m [Operation],
    /// The definitions, in their new order.
    pub(in crate::plan) symbols: &'m [&'m SymbolTarget],
    pub(in crate::plan) to: &'m PatchPath,
    pub(in crate::plan) place: &'m SymbolPlace,
    pub(in crate::plan) old_place: OldName,
    pub(in crate::plan) unproven: Unproven,
    /// Whether it leaves the class around it with its users.
    pub(in crate::plan) is_unnested: bool,
}

impl Moving<'_> {
    /// Whether it goes to another place of its own file.
    pub(in crate::plan) fn is_here(&self) -> bool {
        *self.to == self.operation.path
    }

    /// How the old file can go on giving the names, unless it does.
    pub(in crate::plan) fn reexport_help(&self) -> Option<&'static str> {
        (self.old_place != OldName::Stays).then_some("`reexport: true` leaves an import in the old file")
    }

    /// Whether what comes later stands before what came earlier, if each goes to the same place.
    pub(in crate::plan) const fn comes_in_reverse(&self) -> bool {
        matches!(
            self.place,
            SymbolPlace::After(_) | SymbolPlace::Into(_, MemberPlace::Start | MemberPlace::After(_))
        )
    }
}

/// A definition, and the bytes that go.
pub(in crate::plan) type MovedRange = (SymbolMatch, Range<usize>);

/// How many places a message lists.
pub(in crate::plan) const SHOWN: usize = 50;
