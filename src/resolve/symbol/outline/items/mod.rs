//! The outline of a file: its items and those in its classes and modules, with byte ranges.
//!
//! An outline is built from one parse (see `build`); the tree is then dropped. Edits patch it (see `incremental`): items after
//! an edit are shifted without being touched (see `starts`).

mod item;
mod named;
mod patch;
mod store;
mod walk;

pub(in crate::resolve::symbol) use item::{CurrentItem, FILE, Item, ItemId, OutlineScope};
pub(in crate::resolve::symbol::outline) use patch::ReadAgain;
pub(in crate::resolve::symbol) use store::Outline;
