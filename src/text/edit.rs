//! Edits: byte ranges and their replacements.

use std::ops::Range;

/// The replacement of one byte range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The byte range that is removed; empty for an insertion.
    pub range: Range<usize>,
    /// The text that is inserted.
    pub text: String,
}

/// Edits of one text, sorted and disjoint.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EditSet {
    edits: Vec<Edit>,
}

/// The error for two overlapping edits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the edits of bytes {first:?} and {second:?} overlap")]
pub struct Overlap {
    /// The range of the first edit.
    pub first: Range<usize>,
    /// The range of the second edit.
    pub second: Range<usize>,
}

impl EditSet {
    /// Sorts `edits`.
    ///
    /// Insertions at the same offset keep their order.
    ///
    /// # Errors
    /// Two edits share a byte; the error contains the first such pair.
    pub fn new(mut edits: Vec<Edit>) -> Result<Self, Overlap> {
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        match edits.windows(2).find(|pair| pair[0].range.end > pair[1].range.start) {
            Some(pair) => Err(Overlap { first: pair[0].range.clone(), second: pair[1].range.clone() }),
            None => Ok(Self { edits }),
        }
    }

    /// Creates a set with one edit.
    #[must_use]
    pub fn one(range: Range<usize>, text: String) -> Self {
        Self { edits: vec![Edit { range, text }] }
    }

    /// Returns the edits, in file order.
    pub fn iter(&self) -> std::slice::Iter<'_, Edit> {
        self.edits.iter()
    }

    /// Returns whether there are no edits.
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
