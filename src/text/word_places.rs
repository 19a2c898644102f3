//! Finds the occurrences of words in a text. The first words are searched in the text; after many searches an index is
//! built.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;

use super::normal::{find_words, is_word_char};

/// The number of searches before an index of all words is built.
const SEARCHES: usize = 24;

/// The search state and the index for one text, which must be passed to each call.
#[derive(Debug, Default)]
pub struct WordPlaces {
    searches: Cell<usize>,
    index: OnceCell<HashMap<Box<str>, Vec<usize>>>,
}

impl WordPlaces {
    /// Returns the byte offsets of a whole word, in order, as [`find_words`] does.
    pub fn of<'a>(&'a self, text: &'a str, word: &'a str) -> Box<dyn Iterator<Item = usize> + 'a> {
        self.searches.set(self.searches.get() + 1);
        let is_indexed = self.searches.get() > SEARCHES && word.chars().all(is_word_char);
        if !is_indexed {
            return Box::new(find_words(text, word));
        }
        let index = self.index.get_or_init(|| index(text));
        Box::new(index.get(word).into_iter().flatten().copied())
    }

    /// Returns whether the text contains a word.
    #[must_use]
    pub fn has(&self, text: &str, word: &str) -> bool {
        self.of(text, word).next().is_some()
    }
}

/// Returns all words of a text with their byte offsets.
fn index(text: &str) -> HashMap<Box<str>, Vec<usize>> {
    let mut found: HashMap<Box<str>, Vec<usize>> = HashMap::new();
    let mut start = None;
    for (at, char) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, is_word_char(char)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                let word = &text[from..at];
                match found.get_mut(word) {
                    Some(places) => places.push(from),
                    None => drop(found.insert(word.into(), vec![from])),
                }
                start = None;
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_finds_what_a_search_finds() {
        let text = "one two, one.two öne one2 -one\nsix_one one";
        let places = WordPlaces::default();
        let words = ["one", "two", "öne", "one2", "", "ne", "one.two", "-one", "six_one", "seven"];
        for _ in 0..SEARCHES {
            for word in words {
                assert!(places.of(text, word).eq(find_words(text, word)), "{word}");
            }
        }
        assert!(places.index.get().is_some());
    }
}
