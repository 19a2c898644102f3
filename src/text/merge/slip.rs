//! Recognizes lines that are quoted incorrectly.

use super::words::{MAX_LETTERS, words};

/// The minimum length of a word for which another spelling counts as a slip.
const MIN_WORD_LEN: usize = 4;

/// The minimum length of a quoted part for which the line counts as cut off.
const MIN_PREFIX_LEN: usize = 6;

/// Returns the likeness of two lines, from 0 to 1; 1 only if they are equal. A line and its beginning have at least
/// 0.6.
pub(super) fn likeness(one: &str, other: &str) -> f64 {
    if one == other {
        return 1.0;
    }
    let least = if is_cut_off(one, other) { 0.6 } else { 0.0 };
    strsim::sorensen_dice(one, other).clamp(least, 0.99)
}

/// Returns whether both lines differ only in a few letters of one word, or in punctuation at the end.
pub(super) fn is_slip(quoted: &str, stands: &str) -> bool {
    let (one, other) = (words(quoted), words(stands));
    if one.len() != other.len() {
        let is_sign = |char: char| char.is_ascii_punctuation();
        let bare = |line: &str| line.trim_end_matches([';', ',', ':']).to_owned();
        return bare(quoted) == bare(stands) && quoted.ends_with(is_sign) != stands.ends_with(is_sign);
    }
    let mut differing = one.iter().zip(&other).filter(|(one, other)| one != other);
    let (Some((wrong, right)), None) = (differing.next(), differing.next()) else { return false };
    let is_name = |word: &str| {
        word.len() >= MIN_WORD_LEN && word.chars().all(|char| char.is_alphabetic() || char == '_')
    };
    is_name(wrong) && is_name(right) && strsim::damerau_levenshtein(wrong, right) <= MAX_LETTERS
}

/// Returns whether the quoted line is the beginning or the end of the other one, and at least a third of it.
pub(super) fn is_cut_off(quoted: &str, stands: &str) -> bool {
    quoted.len() >= MIN_PREFIX_LEN
        && quoted.len() < stands.len()
        && quoted.len() * 3 >= stands.len()
        && (stands.starts_with(quoted) || stands.ends_with(quoted))
}

/// Returns whether the replacement of a line is complete, although the line itself is quoted only in part.
pub(super) fn is_complete(quoted: &str, wanted: &str, stands: &str) -> bool {
    let open = |line: &str| -> Vec<i32> {
        ["()", "[]", "{}"]
            .iter()
            .map(|pair| {
                let count = |at: usize| line.matches(&pair[at..=at]).count() as i32;
                count(0) - count(1)
            })
            .collect()
    };
    if open(quoted) != open(stands) {
        return open(wanted) == open(stands);
    }
    let edge = |line: &str| match stands.starts_with(quoted) {
        true => line.chars().next_back(),
        false => line.chars().next(),
    };
    edge(wanted) == edge(stands) && edge(quoted) != edge(stands)
}
