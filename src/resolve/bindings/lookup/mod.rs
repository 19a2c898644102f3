//! Resolution of names, paths and imports over all files.

mod branches;
pub(super) mod keys;
pub(super) mod module_tree;
pub(super) mod modules;
pub(super) mod names;
mod namespaces;
mod paths;
pub(super) mod results;
mod scripts;
mod shared_scripts;
