//! Checks for moved definitions: whether they are valid at their new place.

pub(super) mod arriving;
pub(super) mod move_check;
pub(super) mod namespace_layers;
