//! Witnesses: lines that marker and payload share, and the shift that each of them needs to keep its depth.

use std::hash::Hash;

use similar::DiffOp;

use super::flow::CLOSING;
use super::line::DepthLine;
use super::told::{MarkerShift, PlacedLine};
use crate::text::normal::open_brackets;
use crate::text::{Method, align};

/// A line that marker and payload share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Witness {
    /// Its number among the marker's lines.
    pub(super) marked: usize,
    /// Its number among the payload's lines.
    pub(super) line: usize,
    /// How far the payload's line must move to be as deep as the file's.
    pub(super) needs: isize,
    /// Whether the line can be told from others.
    pub(super) is_strong: bool,
}

/// What the shared lines say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Witnesses {
    /// Marker and payload begin with the same line.
    pub(super) first: Option<Witness>,
    /// Marker and payload end with the same line.
    pub(super) last: Option<Witness>,
    /// Both have the line that ends a statement from above the place.
    pub(super) closing: Option<Witness>,
    /// All of them, in order.
    pub(super) all: Vec<Witness>,
}

impl Witnesses {
    /// The lines that stand in the marker and in the payload, in the same order.
    pub(super) fn of<'t>(marked: &[PlacedLine<'_, 't>], payload: &[DepthLine<'t>]) -> Self {
        let key = |line: &DepthLine<'t>| (line.column, line.text);
        let old: Vec<(isize, &str)> = marked.iter().map(|(line, _)| key(line)).collect();
        let new: Vec<(isize, &str)> = payload.iter().map(key).collect();
        let text = |lines: &[(isize, &'t str)]| -> Vec<&'t str> { lines.iter().map(|own| own.1).collect() };
        let by_text = SharedLines::of(&text(&old), &text(&new));
        // Where lines read alike, brackets above all, those are the same that are in one column.
        let by_column = SharedLines::of(&old, &new);
        let is_whole = by_column.pairs.len() >= by_text.pairs.len();
        let SharedLines { pairs, head, tail } = if is_whole { by_column } else { by_text };
        // Both end the same statement, which begins above the place.
        let ends = closing_line(marked.iter().map(|(line, _)| *line)).zip(closing_line(payload));
        let told = MarkerShift::by(marked);
        let all: Vec<Witness> = pairs
            .into_iter()
            .map(|(at, line)| Witness {
                marked: at,
                line,
                needs: marked[at].1 - payload[line].column,
                is_strong: payload[line].says_something() && !told.leaves_apart(&marked[at]),
            })
            .collect();
        let tells = |own: &Witness| !told.leaves_apart(&marked[own.marked]);
        let first = all.first().copied().filter(|own| head > 0 && tells(own));
        let first = first.map(|own| best(own, &all[..head]));
        // Where all lines are the same, the last one of them is that of both, too.
        let is_same = tail == 0 && head == old.len() && head == new.len();
        let tail = if is_same { head } else { tail };
        let last = all.last().copied().filter(|own| tail > 0 && tells(own));
        let last = last.map(|own| best(own, &all[all.len() - tail..]));
        let closing = all.iter().copied().find(|own| ends == Some((own.marked, own.line)));
        Self { first, last, closing, all }
    }
}

/// The number of the first line that begins by closing what none of the lines has opened.
fn closing_line<'l, 't: 'l>(lines: impl IntoIterator<Item = &'l DepthLine<'t>>) -> Option<usize> {
    let mut open = 0;
    lines.into_iter().position(|line| {
        let closes = open <= 0 && line.code.starts_with(CLOSING);
        open += open_brackets(&line.code);
        closes
    })
}

/// The line at an end: as strong as the strongest of its run that needs the same.
fn best(own: Witness, run: &[Witness]) -> Witness {
    let is_strong = run.iter().any(|other| other.is_strong && other.needs == own.needs);
    Witness { is_strong, ..own }
}

/// The lines that two texts share, as pairs of their numbers, in order.
pub(super) struct SharedLines {
    pub(super) pairs: Vec<(usize, usize)>,
    /// How many of them both begin with.
    head: usize,
    /// How many of the others both end with.
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

/// How many lines are the same from the top, and from the bottom of what is left.
fn shared_ends<T: PartialEq>(old: &[T], new: &[T]) -> (usize, usize) {
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    (head, tail)
}
