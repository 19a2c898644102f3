//! A part of a text, without a copy where the text is shared.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// A part of a text, which shares its memory.
#[derive(Clone)]
pub struct TextPart {
    whole: Arc<String>,
    bytes: Range<usize>,
}

impl TextPart {
    /// The bytes of `whole`, which begin and end between characters.
    pub(super) const fn new(whole: Arc<String>, bytes: Range<usize>) -> Self {
        Self { whole, bytes }
    }

    /// Some of its bytes, which begin and end between characters.
    #[must_use]
    pub fn part(&self, bytes: Range<usize>) -> Self {
        let start = self.bytes.start;
        Self::new(Arc::clone(&self.whole), start + bytes.start..start + bytes.end)
    }

    /// The lines, without their ends.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.split_inclusive('\n').map(|line| {
            let line = line.strip_suffix('\n').unwrap_or(line);
            line.strip_suffix('\r').unwrap_or(line)
        })
    }
}

impl From<String> for TextPart {
    fn from(text: String) -> Self {
        let bytes = 0..text.len();
        Self::new(text.into(), bytes)
    }
}

impl Deref for TextPart {
    type Target = str;

    fn deref(&self) -> &str {
        &self.whole[self.bytes.clone()]
    }
}

impl PartialEq for TextPart {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for TextPart {}

impl fmt::Debug for TextPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
