//! Bytes of a patch as text.

use std::borrow::Cow;

use super::problem::malformed;
use crate::diag::Diagnostic;
use crate::text::decode_stray;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Decodes a patch. Bytes that are not UTF-8, and NUL, stay: hunks and whole files may hold them.
///
/// # Errors
/// The bytes are no text at all.
pub(super) fn decode(patch: &[u8]) -> Result<Cow<'_, str>, Diagnostic> {
    if patch.starts_with(b"\xff\xfe") || patch.starts_with(b"\xfe\xff") {
        return Err(malformed(1, "the patch is UTF-16").with_help("save it as UTF-8"));
    }
    let bytes = patch.strip_prefix(BOM).unwrap_or(patch);
    let text = decode_stray(bytes);
    // Only a text without a line feed may end its lines in carriage returns.
    let has_lone_returns = memchr::memchr(b'\n', bytes).is_none() && memchr::memchr(b'\r', bytes).is_some();
    Ok(if has_lone_returns { Cow::Owned(text.replace('\r', "\n")) } else { text })
}

/// Refuses a patch with bytes that are not UTF-8, or NUL.
///
/// # Errors
/// Names the line of the first such byte.
pub(super) fn check_is_utf8(patch: &[u8]) -> Result<(), Diagnostic> {
    if let Some(at) = memchr::memchr(0, patch) {
        return Err(malformed(line_of(patch, at), "the patch holds a NUL byte"));
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
