//! Definitions that move: whether they can stand where they go.

pub(super) mod around;
pub(super) mod arriving;
pub(super) mod travel;
