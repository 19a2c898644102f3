//! Markers without a uniform shift: consecutive pieces of the marker are shifted by different amounts, for example if
//! the line that closes a block is in the column of the block.
//!
//! The payload is divided into pieces, too, which move like those of the marker, in the same order. The division is
//! chosen so that shared lines keep their depth, and that each line fits below the line above.

use super::facts::DepthFacts;
use super::flow::{CLEAR_MARGIN, CLOSING, Fit};
use super::line::{DepthLine, LineKind};
use super::marker_shift::MarkerShift;
use super::neighbours::NextLines;
use super::statement::Ending;

/// The weight of a line that moves differently from the line above.
const TURN: usize = 2;

/// The weight of a shared line without a letter or a digit that does not keep its depth.
const WEAK: usize = 3;

/// The maximum number of pieces of a marker; more pieces are not evidence.
const MOST_PIECES: usize = 6;

/// The weights of the best moves of some lines, for each move of the last one.
type Weights = Vec<usize>;

impl DepthFacts<'_> {
    /// Returns the move of each line of the payload, if shared lines show it; `None` if it is ambiguous.
    pub(super) fn piecewise(&self, around: &NextLines) -> Option<Vec<isize>> {
        // The pieces of the payload are in the order of the marker's.
        let mut shifts: Vec<isize> = self.marker.iter().map(|(line, depth)| depth - line.column).collect();
        shifts.dedup();
        if self.witnesses.all.is_empty() || self.payload.is_empty() || shifts.len() > MOST_PIECES {
            return None;
        }
        if self.stands_but_for_first() {
            return None;
        }
        let endings = self.endings();
        let own = |line: usize| -> Weights {
            shifts.iter().map(|by| self.weight_of_line(around, &endings, line, *by)).collect()
        };
        let turn = |line: usize, from: usize, to: usize| {
            usize::from(from != to) * TURN
                + self.weight_of_step(&endings[line - 1], line, shifts[from], shifts[to])
        };
        let count = self.payload.len();
        let least = |all: &mut dyn Iterator<Item = usize>| all.min().unwrap_or(0);
        // For each line and each of its moves: the weight of the lines down to it, and of the lines below it.
        let mut down: Vec<Weights> = vec![own(0)];
        for line in 1..count {
            let (above, own) = (&down[line - 1], own(line));
            let best = |to: usize| least(&mut (0..=to).map(|from| above[from] + turn(line, from, to)));
            down.push((0..shifts.len()).map(|to| own[to] + best(to)).collect());
        }
        let mut up: Vec<Weights> = vec![vec![0; shifts.len()]; count];
        for line in (1..count).rev() {
            let (below, own) = (up[line].clone(), own(line));
            let best = |from: usize| {
                least(&mut (from..shifts.len()).map(|to| below[to] + own[to] + turn(line, from, to)))
            };
            up[line - 1] = (0..shifts.len()).map(best).collect();
        }
        let moves: Vec<isize> =
            (0..count).map(|line| clearly_best(&shifts, &down[line], &up[line])).collect::<Option<_>>()?;
        let weight_of = |moves: &[isize]| -> usize {
            let step = |line: usize| match line {
                0 => 0,
                _ => self.weight_of_step(&endings[line - 1], line, moves[line - 1], moves[line]),
            };
            (0..count).map(|line| self.weight_of_line(around, &endings, line, moves[line]) + step(line)).sum()
        };
        // If only the first line of the marker is shifted, it may have lost its indentation, and that of the payload,
        // too.
        let lost: Vec<isize> = (0..count).map(|line| if line == 0 { shifts[0] } else { 0 }).collect();
        let is_lost = self.marker_shift == MarkerShift::FirstLost
            && weight_of(&lost) < weight_of(&moves) + CLEAR_MARGIN;
        (!is_lost).then_some(moves)
    }

    /// Returns whether marker and payload both lost the indentation of their first line alone: all lines that they share
    /// below it are as deep as in the file, and no other line is less deep than the place.
    fn stands_but_for_first(&self) -> bool {
        let mut below = self.witnesses.all.iter().filter(|own| own.line > 0).peekable();
        let first = self.payload.first().map(|line| line.column);
        self.marker_shift == MarkerShift::FirstLost
            && first == self.marker.first().map(|(line, _)| line.column)
            && below.peek().is_some()
            && below.all(|own| own.needs == 0)
            && self.payload.iter().skip(1).all(|line| line.column >= self.depth)
    }

    /// Returns the weight against a line that moves by `by` columns: from its depth in the file, and from the lines
    /// around the place.
    fn weight_of_line(
        &self,
        around: &NextLines,
        endings: &[Option<Ending>],
        line: usize,
        by: isize,
    ) -> usize {
        let own = &self.payload[line];
        if own.column + by < 0 {
            return 4 * Fit::Broken.penalty();
        }
        let shared = &self.witnesses.all;
        let witness = shared.get(shared.partition_point(|witness| witness.line < line));
        let moved = witness.filter(|own| own.line == line && own.needs != by);
        let moved = moved.map_or(0, |own| if own.is_strong { 2 * Fit::Broken.penalty() } else { WEAK });
        let above = around.above.as_ref().filter(|_| line == 0 && is_in_flow(own));
        let above = above.map_or(0, |above| {
            self.layout.fit((above.base, &above.code), (own.column + by, code(own)), self.step).penalty()
        });
        let ending = endings[line].as_ref().filter(|_| line + 1 == self.payload.len());
        let below = ending.zip(around.below.as_ref()).map_or(0, |(ending, (depth, code))| {
            self.layout.fit((ending.base + by, &ending.code), (*depth, code), self.step).penalty()
        });
        moved + above + below
    }

    /// Returns the weight against a line that moves by `to` below a line that moves by `from`.
    fn weight_of_step(&self, above: &Option<Ending>, line: usize, from: isize, to: isize) -> usize {
        let own = &self.payload[line];
        let Some(above) = above.as_ref().filter(|_| is_in_flow(own)) else { return 0 };
        self.layout.fit((above.base + from, &above.code), (own.column + to, code(own)), self.step).penalty()
    }

    /// Returns for each line of the payload the statement that ends in it, in the columns of the patch. A bracket at
    /// the beginning of a line is as deep as the statement that it ends, which may be in another piece.
    fn endings(&self) -> Vec<Option<Ending>> {
        let ending = |at: usize| {
            let line = &self.payload[at];
            let lines = if line.code.starts_with(CLOSING) { at..at + 1 } else { 0..at + 1 };
            let above = self.payload[lines].iter().rev().filter(|line| is_in_flow(line));
            let above = above.map(|line| (line.column, code(line).to_owned()));
            is_in_flow(line).then(|| Ending::of(self.layout, above))?
        };
        (0..self.payload.len()).map(ending).collect()
    }
}

/// Returns whether the depth of a line follows from the code above it.
fn is_in_flow(line: &DepthLine<'_>) -> bool {
    matches!(line.kind, LineKind::Code | LineKind::Comment)
}

/// Returns the code of a line; a comment is treated like a statement.
fn code<'l>(line: &'l DepthLine<'_>) -> &'l str {
    if line.kind == LineKind::Code { &line.code } else { "x" }
}

/// Returns the shift whose weight, from the lines above and below, is clearly less than that of any other.
fn clearly_best(shifts: &[isize], down: &Weights, up: &Weights) -> Option<isize> {
    let mut weights: Vec<(usize, isize)> =
        down.iter().zip(up).zip(shifts).map(|((down, up), by)| (down + up, *by)).collect();
    weights.sort_unstable();
    let (best, by) = *weights.first()?;
    weights.iter().all(|(own, other)| *other == by || best + CLEAR_MARGIN <= *own).then_some(by)
}
