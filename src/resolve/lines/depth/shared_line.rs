//! Witnesses: lines that marker and payload share, and the shift that each of them needs to keep its depth.

use std::hash::Hash;

use similar::DiffOp;

use super::flow::CLOSING;
use super::line::DepthLine;
use super::marker_shift::{MarkerShift, PlacedLine};
use crate::text::normal::open_brackets;
use crate::text::{Method, align};

/// A line that marker and payload share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SharedLine {
    /// The index of the line among the marker's nonblank lines.
    pub(super) marked: usize,
    /// The index of the line among the payload's nonblank lines.
    pub(super) line: usize,
    /// The move that gives the payload's line its depth in the file.
    pub(super) needs: isize,
    /// Whether the line is distinctive.
    pub(super) is_strong: bool,
}

/// The shared lines of a marker and a payload.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Witnesses {
    /// The line with which both marker and payload begin.
    pub(super) first: Option<SharedLine>,
    /// The line with which both marker and payload end.
    pub(super) last: Option<SharedLine>,
    /// The shared line that ends a statement from above the place.
    pub(super) closing: Option<SharedLine>,
    /// All shared lines, in order.
    pub(super) all: Vec<SharedLine>,
}

impl Witnesses {
    /// Returns the lines that marker and payload share, in the same order.
    pub(super) fn of<'t>(marked: &[PlacedLine<'_, 't>], payload: &[DepthLine<'t>]) -> Self {
        let key = |line: &DepthLine<'t>| (line.column, line.text);
        let old: Vec<(isize, &str)> = marked.iter().map(|(line, _)| key(line)).collect();
        let new: Vec<(isize, &str)> = payload.iter().map(key).collect();
        let text = |lines: &[(isize, &'t str)]| -> Vec<&'t str> { lines.iter().map(|own| own.1).collect() };
        let by_text = SharedLines::of(&text(&old), &text(&new));
        // Lines with equal text, brackets above all, are paired if they are in the same column.
        let by_column = SharedLines::of(&old, &new);
        let is_whole = by_column.pairs.len() >= by_text.pairs.len();
        let SharedLines { pairs, head, tail } = if is_whole { by_column } else { by_text };
        // Both end the same statement, which begins above the place.
        let ends = closing_line(marked.iter().map(|(line, _)| *line)).zip(closing_line(payload));
        let told = MarkerShift::by(marked);
        let all: Vec<SharedLine> = pairs
            .into_iter()
            .map(|(at, line)| SharedLine {
                marked: at,
                line,
                needs: marked[at].1 - payload[line].column,
                is_strong: payload[line].has_words() && !told.is_shifted_comment(&marked[at]),
            })
            .collect();
        let tells = |own: &SharedLine| !told.is_shifted_comment(&marked[own.marked]);
        let first = all.first().copied().filter(|own| head > 0 && tells(own));
        let first = first.map(|own| best(own, &all[..head]));
        // If all lines are shared, the last one is a shared edge, too.
        let is_same = tail == 0 && head == old.len() && head == new.len();
        let tail = if is_same { head } else { tail };
        let last = all.last().copied().filter(|own| tail > 0 && tells(own));
        let last = last.map(|own| best(own, &all[all.len() - tail..]));
        let closing = all.iter().copied().find(|own| ends == Some((own.marked, own.line)));
        Self { first, last, closing, all }
    }
}

/// Returns the index of the first line that begins by closing a bracket that none of the lines opened.
fn closing_line<'l, 't: 'l>(lines: impl IntoIterator<Item = &'l DepthLine<'t>>) -> Option<usize> {
    let mut open = 0;
    lines.into_iter().position(|line| {
        let closes = open <= 0 && line.code.starts_with(CLOSING);
        open += open_brackets(&line.code);
        closes
    })
}

/// Returns the witness at an edge, as strong as the strongest of its run that needs the same move.
fn best(own: SharedLine, run: &[SharedLine]) -> SharedLine {
    let is_strong = run.iter().any(|other| other.is_strong && other.needs == own.needs);
    SharedLine { is_strong, ..own }
}

/// The lines that two texts share, as pairs of their indexes, in order.
pub(super) struct SharedLines {
    pub(super) pairs: Vec<(usize, usize)>,
    /// The number of shared lines with which both begin.
    head: usize,
    /// The number of the other shared lines with which both end.
    tail: usize,
}

impl SharedLines {
    pub(super) fn of<T: Hash + Eq + Ord>(old: &[T], new: &[T]) -> Self {
        let (head, tail) = shared_ends(old, new);
        let inner = (head..old.len() - tail, head..new.len() - tail);
        let mut pairs: Vec<(usize, usize)> = (0..head).map(|at| (at, at)).collect();
        let (old_inner, new_inner) = (&old[inner.0.clone()], &new[inner.1.clone()]);
        for op in align(Method::Patience, old_inner, new_inner) {
            if let DiffOp::Equal { .. } = op {
                pairs.extend(op.old_range().map(|at| at + head).zip(op.new_range().map(|at| at + head)));
            }
        }
        pairs.extend((0..tail).map(|at| (inner.0.end + at, inner.1.end + at)));
        Self { pairs, head, tail }
    }
}

/// Returns the number of equal lines at the top, and at the bottom of the rest.
fn shared_ends<T: PartialEq>(old: &[T], new: &[T]) -> (usize, usize) {
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    (head, tail)
}
