//! Renames definitions.

mod alias;
pub(super) mod batch;
mod check_meanings;
mod missing;
