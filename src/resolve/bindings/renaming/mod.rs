//! Definitions that get another name.

mod alias;
mod law;
pub(super) mod row;
