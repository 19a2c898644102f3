//! The imports of a file: what they import, where a new import is inserted, and how an import is removed.

pub(super) mod changes;
mod conditions;
mod dressed;
mod edits;
pub(super) mod file;
mod group;
pub(super) mod index;
mod items;
pub(super) mod list_comments;
pub(super) mod list_edits;
pub(super) mod list_layout;
pub(super) mod listed_names;
pub(super) mod lists;
pub(super) mod order;
mod properties;
mod removals;
mod run;
mod shared_line;
pub(super) mod statement_change;
pub(super) mod statement_growth;

pub(super) use items::squeezed;
