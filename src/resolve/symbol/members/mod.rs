//! Room for new members of a class or its like, and for definitions at the end of a file.

pub(super) mod append;
pub(super) mod fits;
pub(super) mod grouped;
pub(super) mod one_line;
pub(super) mod opened;
mod parted;
pub(super) mod place;
pub(super) mod room;
pub(super) mod sections;
pub(super) mod slot;
