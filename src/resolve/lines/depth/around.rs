//! The neighbours: the lines of code before and behind the place.

use std::ops::Range;

use super::Facts;
use super::flow::Fit;
use super::line::{Kind, code_of};
use super::reading::Reading;
use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{indentation, is_blank};
use crate::text::{Buffer, Lexer};

/// How many lines are passed in search of code.
const MAX_PASSED: usize = 200;

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Neighbour {
    pub(super) depth: isize,
    pub(super) code: String,
}

/// The lines of code next to a place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Around {
    pub(super) above: Option<Neighbour>,
    pub(super) below: Option<Neighbour>,
}

impl Around {
    /// The neighbours of what comes between the lines `gap.start` and `gap.end`.
    pub(super) fn of(
        buffer: &Buffer,
        index: &mut LineIndex<'_>,
        lexer: Option<&Lexer<'_>>,
        gap: &Range<usize>,
        depth_of: impl Fn(&str) -> isize,
    ) -> Self {
        let mut code = |line: usize| -> Option<Neighbour> {
            let text = buffer.line(line);
            let mut state = index.state_before(buffer, line);
            if is_blank(&text) || state.is_in_string() || state.is_comment() {
                return None;
            }
            let code = code_of(lexer, &text, &mut state);
            (!code.is_empty()).then(|| Neighbour { depth: depth_of(indentation(&text)), code })
        };
        let above = (0..gap.start).rev().take(MAX_PASSED).find_map(&mut code);
        let below = (gap.end..buffer.line_count()).take(MAX_PASSED).find_map(&mut code);
        Self { above, below }
    }
}

impl Facts<'_> {
    /// How a payload fits between its neighbours in a reading: the worse side first.
    pub(super) fn fits(&self, around: &Around, reading: Reading) -> (Fit, Fit) {
        let [above, below] = self.fits_at_edges(around, reading);
        (above.min(below), above.max(below))
    }

    /// How it fits below the line above, and above the line below.
    pub(super) fn fits_at_edges(&self, around: &Around, reading: Reading) -> [Fit; 2] {
        let mut code = self.payload.iter().filter(|line| line.kind == Kind::Code);
        let Some(first) = code.next() else { return [Fit::Possible; 2] };
        let last = code.next_back();
        let top = (first.column + reading.first, first.code.as_str());
        let bottom = last.map_or(top, |last| (last.column + reading.rest, last.code.as_str()));
        let above = around
            .above
            .as_ref()
            .map_or(Fit::Possible, |above| self.layout.fit((above.depth, &above.code), top, self.step));
        let below = around
            .below
            .as_ref()
            .map_or(Fit::Possible, |below| self.layout.fit(bottom, (below.depth, &below.code), self.step));
        [above, below]
    }
}
