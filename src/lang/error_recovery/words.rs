//! Words that are names in some editions of a language.

use super::{RecoveryRules, is_word_byte, words_of};

/// Replaces the last letter of each word that is a name, although the grammar reserves it, so that the grammar accepts
/// it as a name.
pub(super) fn write_names(rules: &RecoveryRules, bare: &[u8], bytes: &mut [u8]) {
    if rules.unreserved_words.is_empty() {
        return;
    }
    for (at, word) in words_of(bare) {
        let Some(rule) = rules.unreserved_words.iter().find(|rule| rule.word.as_bytes() == word) else {
            continue;
        };
        let end = at + word.len();
        let rest = bare.get(end..).unwrap_or_default().trim_ascii_start();
        let is_before = |next: &String| {
            let next = next.as_bytes();
            rest.strip_prefix(next).is_some_and(|behind| {
                let goes_on = behind.first().copied().is_some_and(is_word_byte);
                !(next.last().copied().is_some_and(is_word_byte) && goes_on)
            })
        };
        if !rule.unless_before.iter().any(is_before)
            && let Some(byte) = bytes.get_mut(end - 1)
        {
            *byte = b'_';
        }
    }
}
