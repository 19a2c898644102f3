//! Blank lines that come and go with other lines.

pub(super) mod at_end;
pub(super) mod gap;
pub(super) mod prose;
