//! Places that addresses name: which definition is meant, and how lines are inserted beside it, into it or in place of
//! it.

pub(super) mod address;
pub(super) mod already_applied;
pub(super) mod beside;
pub(super) mod change;
pub(super) mod change_part;
pub(super) mod changed_meaning;
pub(super) mod import_blocks;
pub(super) mod imports;
pub(super) mod indenting;
pub(super) mod insertion;
pub(super) mod joined;
mod leading;
pub(super) mod lookup;
pub(super) mod lost;
pub(super) mod meaning;
mod members;
pub(super) mod moving;
pub(super) mod namesakes;
pub(super) mod orphan;
pub(super) mod parts;
pub(super) mod put;
pub(super) mod stale;
pub(super) mod unlisted;
