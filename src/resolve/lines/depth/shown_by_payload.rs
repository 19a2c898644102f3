//! Markers whose lines all lost their indentation, beside payloads that show theirs.

use super::facts::{DepthFacts, PayloadSide};
use super::flow::Fit;
use super::line::{DepthLine, LineKind};
use super::marker_shift::MarkerShift;
use super::statement::Ending;

impl DepthFacts<'_> {
    /// Returns the shift of a payload that shows its own blocks, while the marker shows none: the payload is as it was
    /// meant, also where it repeats lines of the marker, and its first line is as deep as the place.
    ///
    /// That place must be the least deep line of the marker: a line that leaves the block of the first line would be
    /// equally deep in such a marker.
    pub(super) fn shown_by_payload(&self) -> Option<isize> {
        let is_lost = self.marker_shift == MarkerShift::Flat && self.side == PayloadSide::Replace;
        if !is_lost || !self.is_code || self.marker.iter().any(|(_, depth)| *depth < self.depth) {
            return None;
        }
        let first = self.payload.first()?.column;
        let code: Vec<&DepthLine<'_>> =
            self.payload.iter().filter(|line| line.kind == LineKind::Code).collect();
        let has_blocks = code.iter().any(|line| line.column > first);
        let is_inside = self.payload.iter().all(|line| line.column >= first);
        (has_blocks && is_inside && self.are_blocks(&code)).then_some(self.depth - first)
    }

    /// Returns whether each line fits below the line above, and returns to the depth of a block around it if it is less
    /// deep.
    fn are_blocks(&self, code: &[&DepthLine<'_>]) -> bool {
        let mut open: Vec<isize> = Vec::new();
        code.iter().enumerate().all(|(at, line)| {
            let above = code[..at].iter().rev().map(|above| (above.column, above.code.clone()));
            let fits = Ending::of(self.layout, above).is_none_or(|above| {
                self.layout.fit((above.base, &above.code), (line.column, &line.code), self.step)
                    >= Fit::Possible
            });
            open.retain(|column| *column <= line.column);
            let returns = at == 0 || line.column > code[at - 1].column || open.last() == Some(&line.column);
            open.push(line.column);
            fits && returns
        })
    }
}
