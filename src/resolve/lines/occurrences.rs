//! For each text that will be looked for within lines, the lines on which it may begin.
//!
//! One pass finds the places of all texts. The search is for the first line of each text; the caller compares the whole
//! text.

use std::collections::HashMap;

use aho_corasick::AhoCorasick;

use super::table::{LineId, LineTable};

/// The maximum number of recorded places; if there are more, texts are searched for separately.
const MAX_PLACES: usize = 4_000_000;

/// The maximum number of texts per finder, since building a finder costs up to the square of their number.
const TEXTS: usize = 8_000;

/// The places of watched texts.
#[derive(Debug)]
pub(super) struct Occurrences {
    /// The finders, each for the next [`TEXTS`] first lines.
    finders: Vec<AhoCorasick>,
    /// The index of each first line.
    numbers: HashMap<String, usize>,
    places: Vec<Vec<LineId>>,
    count: usize,
}

/// Returns the line by which a text is found; `None` if the text begins with a line ending.
pub(super) fn first_line(text: &str) -> Option<&str> {
    text.split('\n').next().filter(|line| !line.is_empty())
}

impl Occurrences {
    /// Builds finders for the texts; `None` if there are too many.
    pub(super) fn new<'t>(texts: impl Iterator<Item = &'t str>) -> Option<Self> {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut lines: Vec<&str> = Vec::new();
        for line in texts.filter_map(first_line) {
            if !numbers.contains_key(line) {
                numbers.insert(line.to_owned(), lines.len());
                lines.push(line);
            }
        }
        let finders = lines.chunks(TEXTS).map(AhoCorasick::new).collect::<Result<_, _>>().ok()?;
        Some(Self { finders, numbers, places: vec![Vec::new(); lines.len()], count: 0 })
    }

    /// Records the texts that may begin on a line.
    pub(super) fn note(&mut self, line: &str, id: LineId) {
        for (finder, places) in self.finders.iter().zip(self.places.chunks_mut(TEXTS)) {
            for found in finder.find_overlapping_iter(line) {
                let places = &mut places[found.pattern().as_usize()];
                if self.count < MAX_PLACES && places.last() != Some(&id) {
                    places.push(id);
                    self.count += 1;
                }
            }
        }
    }

    /// Returns the numbers of the lines on which a text may begin, in order; `None` if that is unknown.
    pub(super) fn lines(&mut self, text: &str, table: &LineTable) -> Option<Vec<usize>> {
        let number = *self.numbers.get(first_line(text)?).filter(|_| self.count < MAX_PLACES)?;
        let places = &mut self.places[number];
        let mut lines: Vec<usize> = places.iter().filter_map(|id| table.line_of(*id)).collect();
        lines.sort_unstable();
        lines.dedup();
        // Removes stale places, which would slow down every later search.
        if places.len() > 2 * lines.len() {
            self.count -= places.len() - lines.len();
            *places = lines.iter().map(|line| table.id_at(*line)).collect();
        }
        Some(lines)
    }
}
