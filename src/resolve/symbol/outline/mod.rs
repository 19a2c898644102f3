//! The outline of a file: how it is made, what it contains, and how it is kept across edits.

mod build;
mod code_end;
pub(super) mod definition;
mod edited_region;
pub(super) mod hidden;
pub(super) mod incremental;
pub(super) mod items;
pub(in crate::resolve::symbol) mod joins;
pub(super) mod list;
mod merge_readings;
mod minor_names;
pub(super) mod name;
pub(super) mod outlined;
pub(super) mod readings;
pub(super) mod repaired;
mod reparse;
pub(super) mod sets;
pub(super) mod signature;
pub(super) mod starts;
mod value;
