//! Edits: byte ranges and what takes their place.

use std::ops::Range;

/// One byte range and its new text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go; empty for an insertion.
    pub range: Range<usize>,
    /// The text that comes.
    pub text: String,
}

/// Edits of one text, sorted and disjoint.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EditSet {
    edits: Vec<Edit>,
}

/// Two edits that cannot both be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the edits of bytes {first:?} and {second:?} overlap")]
pub struct Overlap {
    /// The range of the first edit.
    pub first: Range<usize>,
    /// The range of the second edit.
    pub second: Range<usize>,
}

impl EditSet {
    /// Sorts `edits`; fails with the first two that overlap.
    ///
    /// Insertions at one place are kept in the order given.
    ///
    /// # Errors
    /// Two edits share a byte.
    pub fn new(mut edits: Vec<Edit>) -> Result<Self, Overlap> {
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        match edits.windows(2).find(|pair| pair[0].range.end > pair[1].range.start) {
            Some(pair) => Err(Overlap { first: pair[0].range.clone(), second: pair[1].range.clone() }),
            None => Ok(Self { edits }),
        }
    }

    /// The set of one edit.
    #[must_use]
    pub fn one(range: Range<usize>, text: String) -> Self {
        Self { edits: vec![Edit { range, text }] }
    }

    /// The edits, in file order.
    pub fn iter(&self) -> std::slice::Iter<'_, Edit> {
        self.edits.iter()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }
}

impl<'a> IntoIterator for &'a EditSet {
    type Item = &'a Edit;
    type IntoIter = std::slice::Iter<'a, Edit>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
