//! A part of a text, which is not copied if the text is shared.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// A part of a text that shares the memory of the text.
#[derive(Clone)]
pub struct SharedSlice {
    whole: Arc<String>,
    bytes: Range<usize>,
}

impl SharedSlice {
    /// Creates the part of `whole` in a byte range, which must begin and end on character boundaries.
    pub(super) const fn new(whole: Arc<String>, bytes: Range<usize>) -> Self {
        Self { whole, bytes }
    }

    /// Returns a part of the part; the byte range must begin and end on character boundaries.
    #[must_use]
    pub fn slice(&self, bytes: Range<usize>) -> Self {
        let start = self.bytes.start;
        Self::new(Arc::clone(&self.whole), start + bytes.start..start + bytes.end)
    }

    /// Returns the lines, without their line endings.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.split_inclusive('\n').map(|line| {
            let line = line.strip_suffix('\n').unwrap_or(line);
            line.strip_suffix('\r').unwrap_or(line)
        })
    }
}

impl From<String> for SharedSlice {
    fn from(text: String) -> Self {
        let bytes = 0..text.len();
        Self::new(text.into(), bytes)
    }
}

impl Deref for SharedSlice {
    type Target = str;

    fn deref(&self) -> &str {
        &self.whole[self.bytes.clone()]
    }
}

impl PartialEq for SharedSlice {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SharedSlice {}

impl fmt::Debug for SharedSlice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
