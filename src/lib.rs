//! Syntax-aware structural editing: patches in many formats, one intermediate representation (IR) of edit operations,
//! one engine.

pub mod commit;
pub mod diag;
pub mod engine;
pub mod guide;
pub mod ir;
pub mod lang;
pub mod parse;
pub mod plan;
pub mod report;
pub mod resolve;
pub mod text;
pub mod undo;
pub mod verify;
pub mod vfs;
pub mod write;
