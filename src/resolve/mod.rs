//! Finds the place where an operation applies.
//!
//! The input is a locator and a text; the result is exactly one match, or a refusal that lists near misses or
//! candidates.
//!
//! Invariant: nothing here reads the disk or changes a buffer.
//! Invariant: two equally good places are a refusal, never a choice.

pub mod bindings;
pub mod block;
pub mod by_includes;
pub mod lines;
pub mod nearby;
pub mod symbol;
