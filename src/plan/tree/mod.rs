//! The tree as the operations so far have left it, and what is known about its texts.

mod above;
pub(super) mod document;
pub(super) mod earlier;
pub(super) mod new_name;
pub(super) mod overlay;
pub(super) mod project;
pub(super) mod read_files;
mod scope;
