//! What names, paths and imports lead to, over all files.

mod branches;
pub(super) mod found;
pub(super) mod keys;
pub(super) mod modules;
pub(super) mod names;
mod namespaces;
mod paths;
mod scripts;
