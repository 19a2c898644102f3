//! Renames definitions.

mod imported;
mod local_names;
pub(super) mod plan_row;
pub(super) mod prose;
pub(super) mod rename;
pub(super) mod row;
