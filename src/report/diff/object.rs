//! The removal of files with NUL bytes in git diffs.

/// A binary patch whose result is empty: the length, followed by the deflated empty content in base 85.
pub(super) const EMPTY_LITERAL: &str = "GIT binary patch\nliteral 0\nHcmV?d00001\n";

/// Returns whether content has a NUL byte, so that a text diff cannot show it.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    memchr::memchr(0, bytes).is_some()
}
