//! The ranges of a file that move.

use std::ops::Range;

/// A set of byte ranges of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct MovedBytes {
    /// Invariant: sorted and disjoint.
    ranges: Vec<Range<usize>>,
}

impl MovedBytes {
    pub(super) fn of(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        let mut all: Vec<Range<usize>> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
        all.sort_unstable_by_key(|range| range.start);
        all.dedup_by(|next, last| {
            let is_one = next.start < last.end;
            last.end = if is_one { last.end.max(next.end) } else { last.end };
            is_one
        });
        Self { ranges: all }
    }

    /// Returns whether the set contains a byte offset.
    pub(super) fn holds(&self, byte: usize) -> bool {
        self.touches(&(byte..byte + 1))
    }

    /// Returns whether the set overlaps a range.
    pub(super) fn touches(&self, range: &Range<usize>) -> bool {
        let at = self.ranges.partition_point(|own| own.end <= range.start);
        self.ranges.get(at).is_some_and(|own| own.start < range.end)
    }

    /// Returns the ranges in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Range<usize>> {
        self.ranges.iter()
    }
}

/// The ranges of a file that move one after the other.
#[derive(Debug, Default)]
pub(super) struct MovesInOrder {
    /// The ranges with the number of their move, sorted; they do not overlap.
    ranges: Vec<(Range<usize>, usize)>,
}

impl MovesInOrder {
    pub(super) fn of(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        let mut all: Vec<(Range<usize>, usize)> = ranges.into_iter().zip(0..).collect();
        all.sort_unstable_by_key(|(range, _)| range.start);
        Self { ranges: all }
    }

    /// Returns whether a byte offset has left the file before the move of a number.
    pub(super) fn has_left(&self, byte: usize, before: usize) -> bool {
        let at = self.ranges.partition_point(|(own, _)| own.end <= byte);
        self.ranges.get(at).is_some_and(|(own, number)| own.contains(&byte) && *number < before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_meet_are_one() {
        let bytes = MovedBytes::of([8..9, 2..4, 3..6, 6..7]);
        let held: Vec<usize> = (0..10).filter(|byte| bytes.holds(*byte)).collect();
        assert_eq!(held, [2, 3, 4, 5, 6, 8]);
        assert!(bytes.touches(&(0..3)) && !bytes.touches(&(0..2)) && !bytes.touches(&(7..8)));
    }
}
