//! How git says that a file with NUL bytes is removed.

/// A binary patch whose result is empty: the length, then nothing, deflated and in base 85.
pub(super) const EMPTY_LITERAL: &str = "GIT binary patch\nliteral 0\nHcmV?d00001\n";

/// Whether content has a NUL byte, so that a diff cannot show it.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    memchr::memchr(0, bytes).is_some()
}
