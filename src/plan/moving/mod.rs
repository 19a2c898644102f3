//! Moves definitions, within a file or to another one.

mod accessors;
mod along;
mod carried;
mod declared;
mod guard;
mod independent_moves;
mod inner;
mod licence;
mod members;
mod moves;
pub(super) mod plan_row;
mod relocate;
mod relocated;
pub(super) mod row;
mod scopes;
mod textual;
