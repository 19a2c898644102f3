//! Blank lines that come and go with other lines.

pub(super) mod gap;
pub(super) mod prose;
