//! CHUNK YAML, the primary format.

use crate::diag::{Code, Diagnostic, PatchPlace};
use crate::ir::Patch;

/// Reads a CHUNK patch whose first line has the given number.
///
/// # Errors
/// Every problem of every operation.
pub fn parse(text: &str, first_line: usize) -> Result<Patch, Vec<Diagnostic>> {
    let message = format!("not read here: {}", text.len());
    Err(vec![Diagnostic::error(Code::Malformed, message).at(PatchPlace::new(first_line, 1))])
}
