//! Patches whose lines are all at the margin, where the file has the first line of the marker deeper and all others at
//! the margin: either that line alone lost its indentation, or all lines did.
//!
//! The two cases differ for new lines directly below the first: they are at the margin, or beside it.

use super::facts::{DepthFacts, PayloadSide};
use super::line::{DepthLine, LineKind};
use super::marker_shift::MarkerShift;
use super::text_lines::is_key;

impl DepthFacts<'_> {
    /// Returns the shift of the first line, if new lines directly follow it that may have lost their indentation as
    /// well.
    pub(super) fn first_or_all_lost(&self) -> Option<isize> {
        let [first, second, ..] = self.payload else { return None };
        let at_margin = self.marker.iter().all(|(line, _)| line.column == 0)
            && self.payload.iter().all(|line| line.column == 0);
        let is_plain = |line: &DepthLine<'_>| match line.kind {
            LineKind::Code => true,
            // The columns of a string are its own.
            LineKind::Text => !self.is_code,
            LineKind::Comment | LineKind::Directive => false,
        };
        let is_new = second.at == first.at + 1 && is_plain(second) && self.is_new_at_margin(1);
        let is_open =
            self.marker_shift == MarkerShift::FirstLost && self.side == PayloadSide::Replace && at_margin;
        (is_open && is_new && self.is_new_at_margin(0)).then_some(self.depth)
    }

    /// Returns whether brackets show the depth of a line that cannot be restored.
    pub(super) const fn has_brackets(&self) -> bool {
        self.is_code && !self.layout.indented
    }

    /// Returns whether the line below the first is a key, like a line that the file has at the margin, and the first
    /// line is not.
    pub(super) fn goes_on_at_margin(&self) -> bool {
        let [first, second, ..] = self.payload else { return false };
        let mut kept = self.marker.iter().filter(|(_, depth)| *depth == 0);
        !self.is_code && is_key(second.text) && !is_key(first.text) && kept.any(|(line, _)| is_key(line.text))
    }

    /// Returns whether the line below the first is a rule of a makefile, which is at the margin.
    pub(super) fn heads_recipes(&self) -> bool {
        self.rules.is_some_and(|rules| rules.recipes) && self.goes_on_at_margin()
    }

    /// Returns the moves for either case: of the new lines directly below the first, none is moved, or all are.
    pub(super) fn moves_of_first_or_all(&self, by: isize) -> [Vec<isize>; 2] {
        let count = self.payload.len();
        let is_beside =
            |at: usize| self.payload[at].at == self.payload[at - 1].at + 1 && self.is_new_at_margin(at);
        let beside = (1..count).take_while(|at| is_beside(*at)).count();
        [0, beside].map(|last| (0..count).map(|at| if at <= last { by } else { 0 }).collect())
    }

    /// Returns whether a line of the payload is not one that the file has at the margin.
    fn is_new_at_margin(&self, line: usize) -> bool {
        !self.witnesses.all.iter().any(|own| own.line == line && own.needs == 0)
    }
}
