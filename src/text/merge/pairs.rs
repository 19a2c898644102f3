//! Pairs the lines of two texts that correspond to each other.

use std::collections::HashSet;
use std::ops::Range;

use super::CodeLength;
use crate::text::normal::{is_blank, is_word_char, trim};

/// How much of the second text the pairs must cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pairing {
    /// All of it.
    Whole,
    /// A part: lines before and after the part do not count.
    Window,
}

/// The minimum likeness of a pair of lines that differ.
const ALIKE: f64 = 0.5;

/// The maximum number of pairs of lines that are compared.
const MAX_PAIRS: usize = 60_000;

/// For each line of the first text the paired line of the second.
pub(super) struct Pairs {
    partners: Vec<Option<usize>>,
}

impl Pairs {
    pub(super) const fn known(partners: Vec<Option<usize>>) -> Self {
        Self { partners }
    }

    pub(super) fn partner(&self, at: usize) -> Option<usize> {
        self.partners[at]
    }

    /// Returns the lines of the second text from the first pair to the last.
    pub(super) fn extent(&self) -> Option<Range<usize>> {
        let first = self.partners.iter().flatten().next()?;
        Some(*first..self.partners.iter().flatten().next_back()? + 1)
    }

    /// Returns whether two lines of the first text are one line in the second: one of them is paired with a line that
    /// contains the other.
    pub(super) fn are_joined(
        &self,
        (one, other): (usize, usize),
        first: &[String],
        second: &[String],
    ) -> bool {
        let holds = |own: usize, inner: usize| {
            let line = self.partners[own].filter(|_| self.partners[inner].is_none());
            line.is_some_and(|line| !is_blank(&first[inner]) && second[line].contains(trim(&first[inner])))
        };
        holds(one, other) || holds(other, one)
    }

    /// Returns whether at least half of the lines of the second text from the first pair to the last are paired.
    pub(super) fn are_close(&self, second: &[String]) -> bool {
        let Some(extent) = self.extent() else { return false };
        let solid = second[extent].iter().filter(|line| !is_blank(line)).count();
        let paired = self.all().filter(|(_, line)| !is_blank(&second[*line])).count();
        solid <= 2 * paired
    }

    /// Returns whether an unpaired line of the second text between the first pair and the last equals a line of the
    /// first text, so that it could be its partner as well. Lines without words do not count.
    pub(super) fn pass_over_equals(&self, first: &[String], second: &[String]) -> bool {
        let Some(extent) = self.extent() else { return false };
        let is_paired: HashSet<usize> = self.partners.iter().flatten().copied().collect();
        let says = |line: &&str| line.contains(is_word_char);
        let quoted: HashSet<&str> = first.iter().map(|line| trim(line)).filter(says).collect();
        extent.into_iter().any(|line| !is_paired.contains(&line) && quoted.contains(trim(&second[line])))
    }

    /// Returns all pairs, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize)> {
        self.partners.iter().enumerate().filter_map(|(at, partner)| Some((at, (*partner)?)))
    }
}

/// Returns the pairs with the highest total score; `None` if the texts are too long.
pub(super) fn pair_lines(
    first: &[String],
    second: &[String],
    pairing: Pairing,
    code_length: CodeLength<'_>,
) -> Option<Pairs> {
    if first.len().saturating_mul(second.len()) > MAX_PAIRS {
        return None;
    }
    // A line that is only a comment is compared as a whole.
    let bare: Vec<&str> = second
        .iter()
        .map(|line| line.get(..code_length(line)).filter(|code| !is_blank(code)).unwrap_or(line))
        .collect();
    let (rows, columns) = (first.len() + 1, second.len() + 1);
    let mut best = vec![0.0_f64; rows * columns];
    let mut scores = vec![0.0_f64; rows * columns];
    for row in (0..first.len()).rev() {
        for column in (0..second.len()).rev() {
            let at = row * columns + column;
            scores[at] = score(&first[row], bare[column], pairing);
            let paired = if scores[at] > 0.0 { scores[at] + best[at + columns + 1] } else { 0.0 };
            best[at] = paired.max(best[at + columns]).max(best[at + 1]);
        }
    }
    let mut partners = vec![None; first.len()];
    let (mut row, mut column, mut has_pair) = (0, 0, false);
    while row < first.len() && column < second.len() {
        let at = row * columns + column;
        let is_pair = scores[at] > 0.0 && best[at] <= scores[at] + best[at + columns + 1] + 1e-9;
        // Of equal lines before the next pair, the last one is nearest to it.
        let is_later = pairing == Pairing::Window && !has_pair && best[at] <= best[at + 1] + 1e-9;
        if is_later {
            column += 1;
        } else if is_pair {
            partners[row] = Some(column);
            has_pair = true;
            (row, column) = (row + 1, column + 1);
        } else if best[at + columns] >= best[at + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    Some(Pairs { partners })
}

/// Returns the score of a pair of lines: long lines score higher than short ones, blank lines nearly nothing.
fn score(first: &str, second: &str, pairing: Pairing) -> f64 {
    let (one, other) = (trim(first), trim(second));
    match (is_blank(first), is_blank(second)) {
        (true, true) => return 0.1,
        (false, false) => {}
        _ => return 0.0,
    }
    let weight = 4.0 + one.len().min(other.len()).min(60) as f64;
    if one == other {
        // If whole texts are compared, a different indentation is a difference.
        let is_same = pairing == Pairing::Window || first == second;
        return if is_same { weight } else { weight * 0.9 };
    }
    let likeness = crate::text::merge::slip::likeness(one, other);
    if likeness >= ALIKE { weight * likeness * likeness * 0.8 } else { 0.0 }
}
