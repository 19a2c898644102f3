//! Lines that come in the place of others, in the same column: they move as those do, whatever the lines around show.

use super::facts::DepthFacts;
use super::witness::Witness;

impl DepthFacts<'_> {
    /// By how much each line of the payload moves, where all that come take the place of lines that go: in each run between
    /// lines that marker and payload share those are moved by one amount, and what comes is in columns that they have.
    pub(super) fn in_places(&self) -> Option<Vec<isize>> {
        let mut moves = Vec::with_capacity(self.payload.len());
        let (mut marked, mut line) = (0, 0);
        let end = Witness { marked: self.marker.len(), line: self.payload.len(), needs: 0, is_strong: true };
        for shared in self.witnesses.all.iter().chain([&end]) {
            let gone = &self.marker[marked..shared.marked];
            let come = &self.payload[line..shared.line];
            if !come.is_empty() {
                let (first, depth) = gone.first()?;
                let by = depth - first.column;
                let is_one = gone.iter().all(|(own, depth)| depth - own.column == by);
                let is_beside = come.iter().all(|own| gone.iter().any(|(old, _)| old.column == own.column));
                if !is_one || !is_beside {
                    return None;
                }
                moves.extend(come.iter().map(|_| by));
            }
            moves.extend((shared.line < self.payload.len()).then_some(shared.needs));
            (marked, line) = (shared.marked + 1, shared.line + 1);
        }
        Some(moves)
    }
}
