//! A text in which lines are looked for, and where a pattern stands in it.

use std::ops::Range;

use super::index::LineIndex;
use crate::text::Buffer;

/// For each line of a pattern, the line of the file (from 0) that it stands on; `None` for a line that the rung passes
/// over.
pub(super) type Alignment = Vec<Option<usize>>;

/// The lines of the file that an alignment reaches, from the first to behind the last.
pub(super) fn extent(alignment: &[Option<usize>]) -> Range<usize> {
    let first = alignment.iter().flatten().min().copied().unwrap_or(0);
    alignment.iter().flatten().max().map_or(0..0, |last| first..last + 1)
}

/// A text with what is known of it, and the lines in which to search.
#[derive(Debug)]
pub struct Haystack<'a, 'p> {
    /// The text.
    pub buffer: &'a Buffer,
    /// Its lines.
    pub index: &'a mut LineIndex<'p>,
    /// Where to search.
    pub within: Range<usize>,
}
