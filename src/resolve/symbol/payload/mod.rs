//! What a payload brings.

pub(super) mod brought;
pub(super) mod problem;
