//! Parses payloads, and reports why one does not fit.

pub(super) mod brought;
pub(super) mod problem;
