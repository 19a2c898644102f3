//! Markers whose lines are indented in no one way: the lines that the payload repeats lend their depth to those between.

use super::facts::DepthFacts;

impl DepthFacts<'_> {
    /// By how much each line of the payload moves, where lines that marker and payload share at the same depth surround
    /// the others; `None` if some line has no such neighbours, or two that need another move.
    pub(super) fn piecewise(&self) -> Option<Vec<isize>> {
        let is_alike = |own: &&super::witness::Witness| {
            self.marker[own.marked].0.column == self.payload[own.line].column
        };
        let shared: Vec<_> = self.witnesses.all.iter().filter(is_alike).collect();
        let mut moves = Vec::with_capacity(self.payload.len());
        let mut next = 0;
        for line in 0..self.payload.len() {
            while shared.get(next).is_some_and(|own| own.line < line) {
                next += 1;
            }
            let below = shared.get(next);
            let above = next.checked_sub(1).and_then(|at| shared.get(at));
            moves.push(match (above, below) {
                (_, Some(own)) if own.line == line => own.needs,
                (Some(above), Some(below)) if above.needs == below.needs => above.needs,
                _ => return None,
            });
        }
        Some(moves)
    }
}
