//! The text in which lines are searched for, and the alignment of a pattern with it.

use std::ops::Range;

use super::index::LineIndex;
use crate::text::Buffer;

/// For each line of a pattern, the matched line of the file (from 0); `None` for a line that the rung ignores.
pub(super) type Alignment = Vec<Option<usize>>;

/// Returns the lines of the file that an alignment spans, from the first matched line through the last.
pub(super) fn extent(alignment: &[Option<usize>]) -> Range<usize> {
    let first = alignment.iter().flatten().min().copied().unwrap_or(0);
    alignment.iter().flatten().max().map_or(0..0, |last| first..last + 1)
}

/// A text with its index, and the lines in which to search.
#[derive(Debug)]
pub struct Haystack<'a, 'p> {
    /// The text.
    pub buffer: &'a Buffer,
    /// The index of its lines.
    pub index: &'a mut LineIndex<'p>,
    /// The lines in which to search.
    pub within: Range<usize>,
}
