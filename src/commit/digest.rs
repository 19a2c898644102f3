//! A checksum by which damaged files are detected.
//!
//! It protects against accidents (a power failure, a partly written list), not against malice; the check of the owner
//! of the transaction folder does that.

use std::io;

/// A checksum that is computed incrementally; how the bytes are divided into pieces does not matter.
#[derive(Debug, Clone, Default)]
pub(crate) struct Digest {
    /// One state for each word of a block, so that the four can be computed independently.
    states: [u64; WORDS],
    length: u64,
    block: [u8; BLOCK],
}

/// The number of words in a block.
const WORDS: usize = 4;

/// The number of bytes in a block.
const BLOCK: usize = WORDS * 8;

/// An odd number without a pattern: the fraction of the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Digest {
    /// Returns the checksum of bytes.
    pub(crate) fn of(bytes: &[u8]) -> u64 {
        let mut digest = Self::default();
        digest.feed(bytes);
        digest.finish()
    }

    /// Adds bytes to the checksum.
    pub(crate) fn feed(&mut self, mut bytes: &[u8]) {
        let filled = (self.length % BLOCK as u64) as usize;
        self.length += bytes.len() as u64;
        if filled > 0 {
            let taken = bytes.len().min(BLOCK - filled);
            let (head, rest) = bytes.split_at(taken);
            self.block[filled..filled + taken].copy_from_slice(head);
            bytes = rest;
            if filled + taken < BLOCK {
                return;
            }
            mix_block(&mut self.states, &self.block);
        }
        let (blocks, rest) = bytes.as_chunks::<BLOCK>();
        blocks.iter().for_each(|block| mix_block(&mut self.states, block));
        self.block[..rest.len()].copy_from_slice(rest);
    }

    /// Returns the checksum of all added bytes.
    pub(crate) fn finish(mut self) -> u64 {
        let filled = (self.length % BLOCK as u64) as usize;
        self.block[filled..].fill(0);
        mix_block(&mut self.states, &self.block);
        self.states.into_iter().fold(self.length, mix)
    }
}

fn mix_block(states: &mut [u64; WORDS], block: &[u8; BLOCK]) {
    for (state, word) in states.iter_mut().zip(block.as_chunks::<8>().0) {
        *state = mix(*state, u64::from_le_bytes(*word));
    }
}

/// Mixes a word into a state so that every bit of both affects the result.
const fn mix(state: u64, word: u64) -> u64 {
    let product = (state.rotate_left(23) ^ word ^ SPREAD) as u128 * SPREAD as u128;
    (product as u64) ^ ((product >> 64) as u64)
}

/// A writer that forwards bytes and computes their checksum.
pub(super) struct Tee<'a> {
    /// The writer to which the bytes are forwarded.
    pub(super) out: &'a mut dyn io::Write,
    /// The checksum of the forwarded bytes.
    pub(super) digest: &'a mut Digest,
}

impl io::Write for Tee<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.digest.feed(bytes.get(..written).unwrap_or(bytes));
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_pieces_do_not_matter(pieces: Vec<Vec<u8>>) {
            let mut digest = Digest::default();
            pieces.iter().for_each(|piece| digest.feed(piece));
            prop_assert_eq!(digest.finish(), Digest::of(&pieces.concat()));
        }

        #[test]
        fn a_changed_byte_and_a_lost_tail_show(bytes in prop::collection::vec(any::<u8>(), 1..100), at: usize, bit in 0..8u32) {
            let at = at % bytes.len();
            let mut changed = bytes.clone();
            changed[at] ^= 1u8 << bit;
            prop_assert_ne!(Digest::of(&changed), Digest::of(&bytes));
            prop_assert_ne!(Digest::of(&bytes[..at]), Digest::of(&bytes));
        }
    }

    #[test]
    fn lost_zeros_show() {
        assert_ne!(Digest::of(&[0; 3]), Digest::of(&[0; 4]));
        assert_ne!(Digest::of(&[]), Digest::of(&[0; 8]));
    }
}
