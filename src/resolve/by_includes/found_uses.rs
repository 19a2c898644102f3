//! The result of the search for the uses of one definition.

use std::collections::HashSet;

use crate::ir::PatchPath;
use crate::resolve::bindings::{LabeledPlace, NamedUse};

/// All uses of the name of a definition, and the places where a new name conflicts.
#[derive(Default)]
pub(super) struct FoundUses {
    pub(super) old: String,
    pub(super) uses: Vec<NamedUse>,
    pub(super) conflicts: Vec<LabeledPlace>,
    /// The conflicting places that are uses rather than definitions.
    pub(super) conflicting_uses: Vec<LabeledPlace>,
    /// The undecidable uses with evidence against them.
    pub(super) unlikely: HashSet<(PatchPath, usize)>,
    /// Whether an undecidable use may mean both the definition and others of its name.
    pub(super) is_shared: bool,
}
