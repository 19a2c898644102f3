//! The text of C++ without a parser: strings, comments and directives.

#![allow(dead_code, reason = "each check uses its share")]

use std::ops::Range;

/// The byte behind a string, a character or a comment that begins at `at`; `None` if none begins there.
pub(crate) fn skip_text(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        return Some(memchr::memchr(b'\n', rest).map_or(bytes.len(), |end| at + end));
    }
    if rest.starts_with(b"/*") {
        return Some(memchr::memmem::find(&rest[2..], b"*/").map_or(bytes.len(), |end| at + end + 4));
    }
    if rest.starts_with(b"R\"") {
        let open = memchr::memchr(b'(', rest)?;
        let close = [b")", &rest[2..open], b"\""].concat();
        return Some(memchr::memmem::find(rest, &close).map_or(bytes.len(), |end| at + end + close.len()));
    }
    let quote = *rest.first().filter(|byte| matches!(byte, b'"' | b'\''))?;
    if quote == b'\'' && at > 0 && bytes[at - 1].is_ascii_hexdigit() {
        return Some(at + 1);
    }
    let mut end = at + 1;
    while end < bytes.len() && bytes[end] != quote && bytes[end] != b'\n' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    Some((end + 1).min(bytes.len()))
}

/// Puts blanks in the place of bytes, so that lines stay lines.
pub(crate) fn blank(bytes: &mut [u8], range: Range<usize>) {
    bytes[range].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
}

/// The first line feed without a backslash before it.
pub(crate) fn end_of_directive(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while at < bytes.len() && (bytes[at] != b'\n' || bytes[at - 1] == b'\\') {
        at = skip_text(bytes, at).filter(|_| bytes[at..].starts_with(b"/*")).unwrap_or(at + 1);
    }
    at
}
