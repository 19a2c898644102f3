//! Hunks of diffs and envelopes.

pub(super) mod anchors;
pub(super) mod exchange;
pub(super) mod patch_chunks;
pub(super) mod spelled;
pub(super) mod stale;
pub(super) mod strip;
pub(super) mod update;
