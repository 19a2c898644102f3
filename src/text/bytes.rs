//! The shared bytes of a file.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The bytes of a file, which are never copied. They are checked for UTF-8 once, so that a [`Buffer`](super::Buffer)
/// can share them.
#[derive(Clone)]
pub struct Bytes(Held);

#[derive(Clone)]
enum Held {
    Utf8(Arc<String>),
    Other(Arc<Vec<u8>>),
}

impl Bytes {
    /// Returns the bytes as text, if they are UTF-8.
    pub(super) const fn as_text(&self) -> Option<&Arc<String>> {
        match &self.0 {
            Held::Utf8(text) => Some(text),
            Held::Other(_) => None,
        }
    }

    /// Returns whether both share the same memory.
    #[must_use]
    pub fn is_shared_with(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Held::Utf8(one), Held::Utf8(other)) => Arc::ptr_eq(one, other),
            (Held::Other(one), Held::Other(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Held::Utf8(text) => text.as_bytes(),
            Held::Other(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(match String::from_utf8(bytes) {
            Ok(text) => Held::Utf8(text.into()),
            Err(error) => Held::Other(error.into_bytes().into()),
        })
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
    }
}

impl From<&str> for Bytes {
    fn from(text: &str) -> Self {
        Self(Held::Utf8(Arc::new(text.to_owned())))
    }
}

impl Default for Bytes {
    fn default() -> Self {
        Self(Held::Utf8(Arc::default()))
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        self.is_shared_with(other) || self[..] == other[..]
    }
}

impl Eq for Bytes {}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Held::Utf8(text) => text.fmt(f),
            Held::Other(bytes) => bytes.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_equal_however_they_came() {
        let (one, other) = (Bytes::from("é"), Bytes::from("é".as_bytes()));
        assert_eq!(one, other);
        assert!(!one.is_shared_with(&other) && one.is_shared_with(&one.clone()));
        assert_eq!(&Bytes::from(&b"\xff"[..])[..], b"\xff");
        assert_ne!(Bytes::from(&b"\xff"[..]), Bytes::default());
    }
}
