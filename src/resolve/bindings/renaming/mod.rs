//! Renames definitions.

mod alias;
mod check_meanings;
mod missing;
pub(super) mod row;
