//! Git's names of file contents (blobs).

/// A prefix of the hexadecimal name of a blob, as abbreviated in the `index` line of a git diff.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlobName(String);

/// The minimum number of digits to which git abbreviates (`core.abbrev`).
const MIN_DIGITS: usize = 4;

impl BlobName {
    /// The name with which git writes "no object".
    pub const NONE: &str = "0000000000000000000000000000000000000000";

    /// Parses a lower-case name; returns `None` if the text is not a name, or if it is the name for "no object".
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let is_name = (MIN_DIGITS..=Self::NONE.len()).contains(&text.len()) && text.bytes().all(is_digit);
        let is_none = text.bytes().all(|byte| byte == b'0');
        (is_name && !is_none).then(|| Self(text.to_owned()))
    }

    /// Returns the name as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether it is a name of this content.
    #[must_use]
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        blob_name(bytes).starts_with(&self.0)
    }
}

/// Returns the full name of a content: the SHA-1 of git's blob header and the bytes. It serves as a checksum, not for
/// security.
#[must_use]
pub fn blob_name(bytes: &[u8]) -> String {
    let mut message = format!("blob {}\0", bytes.len()).into_bytes();
    message.extend_from_slice(bytes);
    sha1(message).iter().map(|word| format!("{word:08x}")).collect()
}

/// Computes the SHA-1 hash (RFC 3174). It is written out here because forty lines are cheaper than a crate with four
/// dependencies.
fn sha1(mut message: Vec<u8>) -> [u32; 5] {
    let bits = (message.len() as u64) * 8;
    message.push(0x80);
    // Pads with zeros up to a whole block, with space for the length after the mark.
    message.resize((message.len() + 8).next_multiple_of(64), 0);
    let length_at = message.len() - 8;
    message[length_at..].copy_from_slice(&bits.to_be_bytes());
    let start = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    message.chunks_exact(64).fold(start, |state, block| {
        let rounds = compress(state, &schedule(block));
        std::array::from_fn(|n| rounds[n].wrapping_add(state[n]))
    })
}

fn schedule(block: &[u8]) -> [u32; 80] {
    let mut words = [0; 80];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    for at in 16..80 {
        words[at] = (words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16]).rotate_left(1);
    }
    words
}

fn compress(state: [u32; 5], words: &[u32; 80]) -> [u32; 5] {
    words.iter().enumerate().fold(state, |[a, b, c, d, e], (round, word)| {
        let (mixed, constant) = match round / 20 {
            0 => ((b & c) | (!b & d), 0x5a82_7999),
            1 => (b ^ c ^ d, 0x6ed9_eba1),
            2 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
            _ => (b ^ c ^ d, 0xca62_c1d6),
        };
        let next = [a.rotate_left(5), mixed, e, constant, *word].into_iter().fold(0, u32::wrapping_add);
        [next, a, b.rotate_left(30), c, d]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_name(bytes: &[u8], expected: &str) {
        assert_eq!(blob_name(bytes), expected);
    }

    #[test]
    fn blobs_are_named_as_git_names_them() {
        check_name(b"", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        check_name(b"hello\n", "ce013625030ba8dba906f756967f9e9ca394464a");
    }

    #[test]
    fn content_that_ends_around_a_block_is_padded_right() {
        // The header `blob NN` and its NUL byte are eight bytes long.
        check_name(&[b'x'; 46], "1d98a4e287acc725ef6f635b729014f7d49148da");
        check_name(&[b'x'; 47], "719ddd7888a02660234770b651274214ff7df239");
        check_name(&[b'x'; 48], "3b3abca28de4b8ce6ea9dac5da512120ed7c5a0c");
        check_name(&[b'x'; 55], "e329c5109ce10a7367561757d2f5a053c528f11e");
        check_name(&[b'x'; 56], "355e203863c368f0404d7fc7ae4761122c117dd2");
    }

    #[test]
    fn a_name_is_some_digits_that_are_not_all_zero() {
        let name = BlobName::parse("ce01362").expect("seven digits");
        assert!(name.is_of(b"hello\n"));
        assert!(!name.is_of(b"hello"));
        for other in ["", "ce0", "0000000", "ce01362x", "CE01362", BlobName::NONE] {
            assert_eq!(BlobName::parse(other), None, "{other}");
        }
    }
}
