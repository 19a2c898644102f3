//! What one file says of names: scopes, what they bind, what stands for what.

mod doc_uses;
pub(super) mod expr;
pub(super) mod graph;
pub(super) mod links;
pub(super) mod locals;
mod macros;
mod patterns;
pub(super) mod role;
pub(super) mod spelled;
pub(super) mod tokens;
