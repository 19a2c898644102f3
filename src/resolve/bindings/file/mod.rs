//! The names of one file: scopes, bindings, and references.

mod doc_uses;
pub(super) mod examples;
pub(super) mod expr;
pub(super) mod graph;
pub(super) mod links;
pub(super) mod locals;
mod macros;
mod patterns;
pub(super) mod role;
pub(super) mod spelled;
pub(super) mod tokens;
