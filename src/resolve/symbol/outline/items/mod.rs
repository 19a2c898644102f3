//! The outline of a file: what stands in it, in its classes and in its modules, with byte ranges.
//!
//! Built from one parse (see `build`); the tree is then dropped. Edits patch it (see `keep`): what stands behind one moves
//! without being touched (see `starts`).

mod item;
mod named;
mod patch;
mod store;
mod walk;

pub(in crate::resolve::symbol) use item::{FILE, Item, ItemId, Placed, Reach};
pub(in crate::resolve::symbol) use store::Outline;
