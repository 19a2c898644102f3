//! The description of a move of definitions.

use std::ops::Range;

use crate::ir::{MemberPlace, OldName, Operation, PatchPath, SymbolPlace, SymbolTarget, Unproven};
use crate::resolve::symbol::SymbolMatch;

/// What moves, and where to.
#[derive(Clone, Copy)]
pub(in crate::plan) struct Moving<'m> {
    /// The index of the operation.
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
    /// Whether the definition leaves the class around it, so that its users need changes.
    pub(in crate::plan) is_unnested: bool,
}

impl Moving<'_> {
    /// Returns whether the definition moves within its own file.
    pub(in crate::plan) fn is_here(&self) -> bool {
        *self.to == self.operation.path
    }

    /// Returns the help about re-exporting the names from the old file, unless the operation does so already.
    pub(in crate::plan) fn reexport_help(&self) -> Option<&'static str> {
        (self.old_place != OldName::KeptAsAlias)
            .then_some("`reexport: true` leaves an import in the old file")
    }

    /// Returns whether definitions that are moved to this place one after the other end up in reverse order.
    pub(in crate::plan) const fn comes_in_reverse(&self) -> bool {
        matches!(
            self.place,
            SymbolPlace::After(_) | SymbolPlace::Into(_, MemberPlace::Start | MemberPlace::After(_))
        )
    }
}

/// A definition, and the byte range that is removed.
pub(in crate::plan) type MovedRange = (SymbolMatch, Range<usize>);

/// The maximum number of places that a message lists.
pub(in crate::plan) const MAX_LISTED_PLACES: usize = 50;
