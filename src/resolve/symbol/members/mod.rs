//! Where new members are inserted into a class or similar container, and definitions at the end of a file.

pub(super) mod append;
pub(super) mod arriving;
pub(super) mod expanded;
pub(super) mod grouped;
pub(super) mod member_slot;
pub(super) mod one_line;
pub(super) mod payload_check;
pub(super) mod place;
pub(super) mod sections;
pub(super) mod slot_in_body;
mod terminator;
