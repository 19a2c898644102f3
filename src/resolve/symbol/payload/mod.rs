//! Parses payloads, and reports why one does not fit.

pub(super) mod parse;
pub(super) mod problem;
