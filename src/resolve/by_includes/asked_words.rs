//! The names that are searched for in a text.

use std::collections::HashSet;

use crate::text::normal::{find_words, is_word_char};

/// The maximum number of words that are searched for one after the other; more words are searched for together.
const FEW: usize = 4;

/// The words that are searched for in the same pass over a text.
#[derive(Debug)]
pub(super) struct AskedWords {
    all: HashSet<String>,
    /// For each byte, whether a word begins with it.
    begins: [bool; 256],
}

impl AskedWords {
    /// Collects the words; empty words are ignored.
    pub(super) fn of(words: impl Iterator<Item = String>) -> Self {
        let all: HashSet<String> = words.filter(|word| !word.is_empty()).collect();
        let mut begins = [false; 256];
        all.iter().for_each(|word| begins[usize::from(word.as_bytes()[0])] = true);
        Self { all, begins }
    }

    pub(super) fn has(&self, word: &str) -> bool {
        word.bytes().next().is_some_and(|first| self.begins[usize::from(first)]) && self.all.contains(word)
    }

    /// Returns the first place of each word that a text contains.
    pub(super) fn first_in<'t>(&self, text: &'t str) -> Vec<(&'t str, usize)> {
        let mut found: Vec<(&'t str, usize)> = Vec::new();
        if self.all.len() <= FEW {
            let first =
                |word: &String| find_words(text, word).next().map(|at| (&text[at..at + word.len()], at));
            found.extend(self.all.iter().filter_map(first));
            return found;
        }
        let mut known: HashSet<&str> = HashSet::new();
        let mut at = 0;
        for piece in text.split_inclusive(|char| !is_word_char(char)) {
            let word = piece.trim_end_matches(|char| !is_word_char(char));
            if self.has(word) && known.insert(word) {
                found.push((word, at));
            }
            at += piece.len();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::AskedWords;

    #[test]
    fn few_and_many_words_are_found_alike() {
        let text = "one.two öne(one2) two";
        let words = ["one", "two", "öne", "ne", "", "three", "one2"].map(str::to_owned);
        for word in &words {
            let alone = AskedWords::of([word.clone()].into_iter()).first_in(text);
            let all = AskedWords::of(words.iter().cloned()).first_in(text);
            let among: Vec<_> = all.into_iter().filter(|(own, _)| own == word).collect();
            assert_eq!(alone, among, "{word}");
        }
    }
}
