//! Markers whose lines are indented in no one way: a piece of the marker was cut by one amount, the next one by another, as
//! where the line that closes a block stands in the column of the block.
//!
//! The payload is read as pieces too, which move as those of the marker do, in the same order. What decides is that lines
//! which both share keep their depth, and that each line fits below the one above.

use super::facts::DepthFacts;
use super::flow::{CLEAR, CLOSING, Fit};
use super::line::{DepthLine, LineKind};
use super::neighbours::NextLines;
use super::statement::Ending;
use super::told::MarkerShift;

/// What it weighs that a line moves otherwise than the one above.
const TURN: usize = 2;

/// What it weighs that a shared line without a letter or a digit leaves its depth.
const WEAK: usize = 3;

/// A marker in more pieces than this shows nothing.
const MOST_PIECES: usize = 6;

/// The weight of the best way to move some lines, by how the last one of them moves.
type Weights = Vec<usize>;

impl DepthFacts<'_> {
    /// By how much each line of the payload moves, where lines that marker and payload share show it; `None` if two ways
    /// are left.
    pub(super) fn piecewise(&self, around: &NextLines) -> Option<Vec<isize>> {
        // The pieces of the payload come in the order of the marker's.
        let mut shifts: Vec<isize> = self.marker.iter().map(|(line, depth)| depth - line.column).collect();
        shifts.dedup();
        if self.witnesses.all.is_empty() || self.payload.is_empty() || shifts.len() > MOST_PIECES {
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
        // The weight of the lines down to each, and of those from it on, by how it moves.
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
        // Where the first line alone stands elsewhere, it may have lost its indentation, and the payload's as well.
        let lost: Vec<isize> = (0..count).map(|line| if line == 0 { shifts[0] } else { 0 }).collect();
        let is_lost = self.told == MarkerShift::FirstLost && weight_of(&lost) < weight_of(&moves) + CLEAR;
        (!is_lost).then_some(moves)
    }

    /// What speaks against a line that moves by some columns: where the file has it, and the lines around the place.
    fn weight_of_line(
        &self,
        around: &NextLines,
        endings: &[Option<Ending>],
        line: usize,
        by: isize,
    ) -> usize {
        let own = &self.payload[line];
        if own.column + by < 0 {
            return 4 * Fit::Broken.weight();
        }
        let shared = &self.witnesses.all;
        let witness = shared.get(shared.partition_point(|witness| witness.line < line));
        let moved = witness.filter(|own| own.line == line && own.needs != by);
        let moved = moved.map_or(0, |own| if own.is_strong { 2 * Fit::Broken.weight() } else { WEAK });
        let above = around.above.as_ref().filter(|_| line == 0 && is_in_flow(own));
        let above = above.map_or(0, |above| {
            self.layout.fit((above.base, &above.code), (own.column + by, code(own)), self.step).weight()
        });
        let ending = endings[line].as_ref().filter(|_| line + 1 == self.payload.len());
        let below = ending.zip(around.below.as_ref()).map_or(0, |(ending, (depth, code))| {
            self.layout.fit((ending.base + by, &ending.code), (*depth, code), self.step).weight()
        });
        moved + above + below
    }

    /// What speaks against a line that moves by `to` below one that moves by `from`.
    fn weight_of_step(&self, above: &Option<Ending>, line: usize, from: isize, to: isize) -> usize {
        let own = &self.payload[line];
        let Some(above) = above.as_ref().filter(|_| is_in_flow(own)) else { return 0 };
        self.layout.fit((above.base + from, &above.code), (own.column + to, code(own)), self.step).weight()
    }

    /// For each line of the payload the statement that ends in it, in the columns of the patch. A bracket at the beginning
    /// of a line is as deep as what it ends, which may be in another piece.
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

/// Whether the depth of a line follows from the code above it.
fn is_in_flow(line: &DepthLine<'_>) -> bool {
    matches!(line.kind, LineKind::Code | LineKind::Comment)
}

/// The code of a line; a comment stands as a statement would.
fn code<'l>(line: &'l DepthLine<'_>) -> &'l str {
    if line.kind == LineKind::Code { &line.code } else { "x" }
}

/// The shift that weighs clearly less than any other one, by the weights of what is above and of what is below.
fn clearly_best(shifts: &[isize], down: &Weights, up: &Weights) -> Option<isize> {
    let mut weights: Vec<(usize, isize)> =
        down.iter().zip(up).zip(shifts).map(|((down, up), by)| (down + up, *by)).collect();
    weights.sort_unstable();
    let (best, by) = *weights.first()?;
    weights.iter().all(|(own, other)| *other == by || best + CLEAR <= *own).then_some(by)
}
