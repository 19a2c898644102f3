//! Checks for moved definitions: whether they are valid at their new place.

pub(super) mod around;
pub(super) mod arriving;
pub(super) mod move_check;
