//! Blank lines that are added or removed together with other lines.

pub(super) mod at_end;
pub(super) mod gap;
pub(super) mod prose;
