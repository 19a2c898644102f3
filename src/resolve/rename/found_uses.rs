//! What was found of the uses of one definition.

use std::collections::HashSet;

use crate::ir::PatchPath;
use crate::resolve::bindings::{NamedUse, Spot};

/// All uses of the name of a definition, and where a new one is in the way.
#[derive(Default)]
pub(super) struct FoundUses {
    pub(super) old: String,
    pub(super) uses: Vec<NamedUse>,
    pub(super) taken: Vec<Spot>,
    /// Those of which that are no definitions.
    pub(super) taken_uses: Vec<Spot>,
    /// The undecidable uses against which something speaks.
    pub(super) unlikely: HashSet<(PatchPath, usize)>,
    /// Whether one of them means the definition and others of its name.
    pub(super) is_shared: bool,
}
