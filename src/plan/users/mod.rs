//! Finds the users of a definition, which a change of it may break.

pub(super) mod callers;
pub(super) mod changed;
pub(super) mod emptied;
mod importers;
mod inclusion;
pub(super) mod named;
mod outside;
mod still_named;
mod unrelated_uses;
pub(super) mod uses;
