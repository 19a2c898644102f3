//! Git and unified diffs.
