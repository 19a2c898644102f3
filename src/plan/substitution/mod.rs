//! Replaces parts of lines, at every place or at none.

pub(super) mod joined;
mod nearly;
mod regions;
mod styled;
mod substitute;
mod substituted;
pub(super) mod whole_lines;
