//! Definitions that get another name.

mod alias;
mod law;
mod missing;
pub(super) mod row;
