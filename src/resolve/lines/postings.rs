//! For each line that will be looked up, the places where it occurs.

use super::few_lines::FewLines;
use super::hash::{HashedMap, hash};
use super::table::{LineId, LineTable};

/// The places of watched lines, by their hashes.
#[derive(Debug)]
pub(super) struct Postings {
    places: HashedMap<u64, LinePlaces>,
    /// The lengths of the watched lines, as bits; the last bit stands for all longer lines. Most lines of a text have
    /// another length than the few that are watched, and need not be hashed.
    lengths: [u64; LENGTHS / 64],
    few: FewLines,
}

/// The number of lengths that are told apart.
const LENGTHS: usize = 512;

/// The places of one line; most lines have at most one.
#[derive(Debug, Clone, Default)]
struct LinePlaces {
    first: Option<LineId>,
    more: Vec<LineId>,
}

impl LinePlaces {
    fn ids(&self) -> impl Iterator<Item = LineId> {
        self.first.iter().chain(&self.more).copied()
    }
}

impl Postings {
    /// Returns empty postings with room for `lines` lines.
    pub(super) fn with_capacity(lines: usize) -> Self {
        let places = HashedMap::with_capacity_and_hasher(lines, Default::default());
        Self { places, lengths: [0; LENGTHS / 64], few: FewLines::default() }
    }

    /// Starts recording the places of a line, unless it is empty: empty lines are everywhere, and tell nothing.
    pub(super) fn watch(&mut self, line: &str) {
        if line.is_empty() {
            return;
        }
        self.few.add(line);
        let (word, bit) = length_bit(line);
        self.lengths[word] |= bit;
        self.places.entry(hash(line)).or_default();
    }

    /// Returns the watched lines, if they are few.
    pub(super) const fn few(&self) -> &FewLines {
        &self.few
    }

    /// Records that `line` is at `id`, if the line is watched.
    pub(super) fn note(&mut self, line: &str, id: LineId) {
        let (word, bit) = length_bit(line);
        if self.lengths[word] & bit == 0 {
            return;
        }
        let Some(places) = self.places.get_mut(&hash(line)) else { return };
        match places.first {
            None => places.first = Some(id),
            Some(_) => places.more.push(id),
        }
    }

    /// Returns how often a line was seen, including removed places; `None` if it is not watched.
    pub(super) fn frequency(&self, line: &str) -> Option<usize> {
        self.places.get(&hash(line)).map(|places| usize::from(places.first.is_some()) + places.more.len())
    }

    /// Returns the numbers of the lines that may equal `line`, in order; `None` if it is not watched.
    pub(super) fn lines(&mut self, line: &str, table: &LineTable) -> Option<Vec<usize>> {
        let places = self.places.get_mut(&hash(line))?;
        let mut lines: Vec<usize> = Vec::new();
        let mut gone = 0;
        for id in places.ids() {
            match table.line_of(id) {
                Some(line) => lines.push(line),
                None => gone += 1,
            }
        }
        lines.sort_unstable();
        lines.dedup();
        // Removes stale places, which would slow down every later search.
        if gone > lines.len() {
            *places = LinePlaces { first: None, more: lines.iter().map(|line| table.id_at(*line)).collect() };
        }
        Some(lines)
    }
}

/// Returns the place of a line's length in [`Postings::lengths`]: a word and a bit of it.
fn length_bit(line: &str) -> (usize, u64) {
    let length = line.len().min(LENGTHS - 1);
    (length / 64, 1 << (length % 64))
}
