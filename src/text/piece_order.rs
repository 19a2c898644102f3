//! The order of the pieces of a text, some of which have moved.

use std::collections::BTreeMap;
use std::ops::Range;

/// The number of bits by which the rank of a byte that has not moved is shifted: pieces find their place between two.
const BITS: u32 = 64;

/// The side of a byte to which a piece moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceSide {
    /// Before it.
    Before,
    /// Behind it.
    Behind,
}

/// Ranks bytes of a text by where they are after some of its pieces have moved.
///
/// All bytes of a piece that has moved have one rank.
#[derive(Debug, Default)]
pub struct PieceOrder {
    /// The moved pieces by their start: their end, and their rank.
    moved: BTreeMap<usize, (usize, u128)>,
    /// The starts of the moved pieces by rank.
    by_rank: BTreeMap<u128, usize>,
}

impl PieceOrder {
    /// Returns the rank of a byte of the text.
    #[must_use]
    pub fn rank(&self, byte: usize) -> u128 {
        let before = self.moved.range(..=byte).next_back();
        before.filter(|(_, (end, _))| byte < *end).map_or((byte as u128 + 1) << BITS, |(_, (_, rank))| *rank)
    }

    /// Moves a piece directly before or behind a byte, and returns its new rank.
    ///
    /// Pieces must not overlap; a piece that moves once more moves as a whole.
    pub fn move_to(&mut self, piece: &Range<usize>, (byte, side): (usize, PieceSide)) -> u128 {
        if let Some((_, rank)) = self.moved.remove(&piece.start) {
            self.by_rank.remove(&rank);
        }
        let mut gap = self.gap(byte, side);
        if gap.end - gap.start < 2 {
            self.spread(gap.start >> BITS);
            gap = self.gap(byte, side);
        }
        let rank = gap.start + (gap.end - gap.start) / 2;
        self.moved.insert(piece.start, (piece.end, rank));
        self.by_rank.insert(rank, piece.start);
        rank
    }

    /// Returns the ranks directly before and behind a place.
    fn gap(&self, byte: usize, side: PieceSide) -> Range<u128> {
        let rank = self.rank(byte);
        match side {
            PieceSide::Before => {
                let piece = self.by_rank.range(..rank).next_back().map_or(0, |(rank, _)| *rank);
                piece.max(((rank - 1) >> BITS) << BITS)..rank
            }
            PieceSide::Behind => {
                let piece = self.by_rank.range(rank + 1..).next().map_or(u128::MAX, |(rank, _)| *rank);
                rank..piece.min(((rank >> BITS) + 1) << BITS)
            }
        }
    }

    /// Distributes the ranks of the pieces between two bytes that have not moved.
    fn spread(&mut self, before: u128) {
        let pieces: Vec<(u128, usize)> = self
            .by_rank
            .range(before << BITS..(before + 1) << BITS)
            .map(|(rank, start)| (*rank, *start))
            .collect();
        let step = (1 << BITS) / (pieces.len() as u128 + 1);
        for (rank, _) in &pieces {
            self.by_rank.remove(rank);
        }
        for (number, (_, start)) in (1..).zip(pieces) {
            let rank = (before << BITS) + number * step;
            self.by_rank.insert(rank, start);
            if let Some((_, own)) = self.moved.get_mut(&start) {
                *own = rank;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ranks_follow_the_pieces_of_a_text(
            moves in prop::collection::vec((0..8_usize, 0..8_usize, any::<bool>()), 0..200),
        ) {
            // Eight pieces of three bytes.
            let mut pieces: Vec<usize> = (0..8).collect();
            let mut order = PieceOrder::default();
            for (piece, beside, before) in moves {
                if piece == beside {
                    continue;
                }
                let place = match before {
                    true => (3 * beside, PieceSide::Before),
                    false => (3 * beside + 2, PieceSide::Behind),
                };
                order.move_to(&(3 * piece..3 * piece + 3), place);
                pieces.retain(|one| *one != piece);
                let at = pieces.iter().position(|one| *one == beside).expect("the other one is there");
                pieces.insert(if before { at } else { at + 1 }, piece);
                let ranks: Vec<u128> = pieces.iter().map(|one| order.rank(3 * one + 1)).collect();
                prop_assert!(ranks.is_sorted_by(|one, next| one < next), "{pieces:?} {ranks:?}");
            }
        }
    }
}
