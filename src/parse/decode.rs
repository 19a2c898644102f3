//! Decodes the bytes of a patch as text.

use super::problem::malformed;
use crate::diag::Diagnostic;
use crate::text::{Bytes, DecodedText};

/// Decodes a patch. Bytes that are not UTF-8, and NUL bytes, are preserved: hunks and whole files may contain them.
///
/// # Errors
/// Fails if the patch is UTF-16.
pub(super) fn decode(patch: &Bytes) -> Result<DecodedText, Diagnostic> {
    if patch.starts_with(b"\xff\xfe") || patch.starts_with(b"\xfe\xff") {
        return Err(malformed(1, "the patch is UTF-16").with_help("save it as UTF-8"));
    }
    Ok(DecodedText::of(patch))
}

/// Refuses a patch with NUL bytes or bytes that are not UTF-8.
///
/// # Errors
/// Names the line of the first such byte.
pub(super) fn check_is_utf8(patch: &[u8]) -> Result<(), Diagnostic> {
    if let Some(at) = memchr::memchr(0, patch) {
        return Err(malformed(line_of(patch, at), "the patch contains a NUL byte"));
    }
    match std::str::from_utf8(patch) {
        Ok(_) => Ok(()),
        Err(problem) => {
            let line = line_of(patch, problem.valid_up_to());
            Err(malformed(line, "the patch contains a byte that is not UTF-8").with_help("save it as UTF-8"))
        }
    }
}

fn line_of(bytes: &[u8], at: usize) -> usize {
    memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1
}
