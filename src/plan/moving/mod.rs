//! Moves definitions, within a file or to another one.

mod accessors;
mod carried;
mod companions;
mod declared;
pub(super) mod group;
mod guard;
mod independent_moves;
mod inner;
mod licence;
mod members;
mod moves;
pub(super) mod plan_group;
mod relocate;
mod relocated;
mod scopes;
mod textual;
