//! A fast hash of lines, and of runs of them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are hashes already.
pub(super) type HashedMap<K, V> = HashMap<K, V, BuildHasherDefault<AlreadyHashed>>;

/// Returns a fast hash of a line that is stable across runs of the program.
pub(super) fn hash(line: &str) -> u64 {
    let (words, tail) = line.as_bytes().as_chunks::<8>();
    let hash = words.iter().fold(line.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let last = tail.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let hash = mix(hash, last);
    hash ^ (hash >> 29)
}

/// Mixes a further number into a hash.
pub(super) const fn mix(hash: u64, word: u64) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR)
}

/// A hasher that returns the key unchanged.
#[derive(Debug, Default)]
pub(super) struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0 << 8 | u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
