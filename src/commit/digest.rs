//! A checksum by which a damaged file is told from a whole one.
//!
//! It guards against accidents (a loss of power, a half-written list), not against malice: for that, who owns the
//! transaction folder is looked at.

use std::io;

/// A checksum that is fed piece by piece; how the bytes are cut into pieces does not matter.
#[derive(Debug, Clone, Default)]
pub(crate) struct Digest {
    state: u64,
    length: u64,
    word: [u8; 8],
}

/// An odd number without pattern: the fraction of the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Digest {
    /// The checksum of bytes that are there in one piece.
    pub(crate) fn of(bytes: &[u8]) -> u64 {
        let mut digest = Self::default();
        digest.feed(bytes);
        digest.finish()
    }

    /// Takes more bytes.
    pub(crate) fn feed(&mut self, mut bytes: &[u8]) {
        let filled = (self.length % 8) as usize;
        self.length += bytes.len() as u64;
        if filled > 0 {
            let taken = bytes.len().min(8 - filled);
            let (head, rest) = bytes.split_at(taken);
            self.word[filled..filled + taken].copy_from_slice(head);
            bytes = rest;
            if filled + taken < 8 {
                return;
            }
            self.state = mix(self.state, u64::from_le_bytes(self.word));
        }
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.state = mix(self.state, u64::from_le_bytes(*word));
        }
        self.word[..rest.len()].copy_from_slice(rest);
    }

    /// The checksum of all that was taken.
    pub(crate) fn finish(mut self) -> u64 {
        let filled = (self.length % 8) as usize;
        self.word[filled..].fill(0);
        mix(mix(self.state, u64::from_le_bytes(self.word)), self.length)
    }
}

/// Lets every bit of both numbers count in the result.
const fn mix(state: u64, word: u64) -> u64 {
    let product = (state.rotate_left(23) ^ word ^ SPREAD) as u128 * SPREAD as u128;
    (product as u64) ^ ((product >> 64) as u64)
}

/// Passes bytes on and takes their checksum on the way.
pub(super) struct Tee<'a> {
    /// Where the bytes go.
    pub(super) out: &'a mut dyn io::Write,
    /// What has passed so far.
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
