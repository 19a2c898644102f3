//! Renames definitions.

mod alias;
mod law;
mod missing;
pub(super) mod row;
