//! Renames definitions.

pub(super) mod group;
mod imported;
mod local_names;
pub(super) mod notes;
pub(super) mod plan_group;
pub(super) mod prose;
pub(super) mod rename;
