//! For each line that somebody will ask for, the places where it stands.

use super::hash::{HashedMap, hash};
use super::table::{LineId, LineTable};

/// The places of watched lines, by their hashes.
#[derive(Debug)]
pub(super) struct Postings(HashedMap<u64, LinePlaces>);

/// The places of one line; most lines have one at most.
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
    /// Room for so many lines.
    pub(super) fn with_capacity(lines: usize) -> Self {
        Self(HashedMap::with_capacity_and_hasher(lines, Default::default()))
    }

    /// Watches for a line from now on.
    pub(super) fn watch(&mut self, line: &str) {
        self.0.entry(hash(line)).or_default();
    }

    /// Notes that `line` stands at `id`, if it is watched for.
    pub(super) fn note(&mut self, line: &str, id: LineId) {
        let Some(places) = self.0.get_mut(&hash(line)) else { return };
        match places.first {
            None => places.first = Some(id),
            Some(_) => places.more.push(id),
        }
    }

    /// How often a line was seen, counting places that are gone; `None` if it is not watched for.
    pub(super) fn frequency(&self, line: &str) -> Option<usize> {
        self.0.get(&hash(line)).map(|places| usize::from(places.first.is_some()) + places.more.len())
    }

    /// The numbers of the lines that may equal `line`, in order; `None` if it is not watched for.
    pub(super) fn lines(&mut self, line: &str, table: &LineTable) -> Option<Vec<usize>> {
        let places = self.0.get_mut(&hash(line))?;
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
        // A line that goes and comes thousands of times would be passed over thousands of times.
        if gone > lines.len() {
            *places = LinePlaces { first: None, more: lines.iter().map(|line| table.id_at(*line)).collect() };
        }
        Some(lines)
    }
}
