//! Finds hunks of a section that conflict.

use std::ops::Range;

use super::place::PlacedHunk;
use super::problem::{HunkProblem, LinesProblem};

/// A hunk (index from 0) with its edits, its matched lines, and the name of the rung on which it matched.
pub(super) type NumberedHunk<'h> = (usize, PlacedHunk<'h>, Range<usize>, &'static str);

/// Lines, each with a hunk that claims it, by their numbers; the claims of a line are in the order of the hunks.
struct Claims(Vec<(usize, usize)>);

impl Claims {
    fn of(claims: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut claims: Vec<(usize, usize)> = claims.collect();
        claims.sort_unstable();
        claims.dedup();
        Self(claims)
    }

    /// Returns hunks that claim a line after another hunk: the hunk, the other one, and the line.
    fn second(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let pairs = self.0.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        pairs.map(|pair| (pair[1].1, pair[0].1, pair[0].0))
    }

    /// Returns the last hunk that claims a line.
    fn last(&self, line: usize) -> Option<usize> {
        let behind = self.0.partition_point(|(own, _)| *own <= line);
        let (own, hunk) = *self.0.get(behind.checked_sub(1)?)?;
        (own == line).then_some(hunk)
    }
}

/// Returns the hunks that change a line which another hunk needs or changes, or that insert at the same place as
/// another hunk.
pub(super) fn overlapping(placed: &[NumberedHunk<'_>]) -> Vec<HunkProblem> {
    let removed = Claims::of(
        placed.iter().flat_map(|(at, hunk, ..)| hunk.edits.removed().iter().map(|line| (*line, *at))),
    );
    let added = Claims::of(
        placed.iter().flat_map(|(at, hunk, ..)| hunk.edits.places_of_added().map(|line| (line, *at))),
    );
    // One reason per hunk is reported: a line that is removed twice, the uppermost first.
    let mut twice: Vec<(usize, usize, usize)> = removed.second().chain(added.second()).collect();
    twice.sort_by_key(|(at, ..)| *at);
    twice.dedup_by_key(|(at, ..)| *at);
    let mut problems: Vec<HunkProblem> = Vec::new();
    problems.extend(twice.into_iter().map(|(at, other, line)| (at, LinesProblem::Overlap { other, line })));
    for (at, hunk, ..) in placed {
        let taken = hunk.held.iter().find_map(|line| Some((removed.last(*line)?, *line)));
        problems.extend(
            taken
                .filter(|(other, _)| other != at)
                .map(|(other, line)| (*at, LinesProblem::Overlap { other, line })),
        );
    }
    problems
}
