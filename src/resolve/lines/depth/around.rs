//! The neighbours: the lines of code before and behind the place.

use std::ops::Range;

use super::flow::{CLEAR, CLOSING, Fit, Opening};
use super::line::{Kind, code_of};
use super::reading::Reading;
use super::{Facts, Side};
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
    /// Whether nothing around speaks against a reading.
    pub(super) fn is_possible(&self, around: &Around, reading: Reading) -> bool {
        self.fits_at_edges(around, reading).into_iter().all(|fit| fit >= Fit::Possible)
    }

    /// How it fits below the line above, and above the line below.
    pub(super) fn fits_at_edges(&self, around: &Around, reading: Reading) -> [Fit; 2] {
        if !self.is_code {
            return [Fit::Possible; 2];
        }
        let mut code = self.code_depths(reading);
        let Some(top) = code.next() else { return [Fit::Possible; 2] };
        let bottom = code.last().unwrap_or(top);
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

    /// The payload's lines of code, each with its depth in a reading.
    pub(super) fn code_depths(&self, reading: Reading) -> impl Iterator<Item = (isize, &str)> + Clone {
        let code = self.payload.iter().enumerate().filter(|(_, line)| line.kind == Kind::Code);
        let by = move |at: usize| if at == 0 { reading.first } else { reading.rest };
        code.map(move |(at, line)| (line.column + by(at), line.code.as_str()))
    }

    /// Whether the payload is next to the lines that the marker names, with no blank line between.
    pub(super) fn touches(&self, around: &Around) -> bool {
        match self.side {
            Side::Instead => true,
            Side::After => self.payload.first().is_some_and(|line| line.at == 0),
            // What comes below would else be part of a block that the payload begins.
            Side::Before => {
                self.payload.last().is_some_and(|line| line.at + 1 == self.payload_count)
                    || self.captures(around, Reading::all(0))
            }
        }
    }

    /// Whether the line below begins with the word with which the payload begins.
    pub(super) fn has_sibling(&self, around: &Around) -> bool {
        let word = |code: &str| code.split(|sign: char| !sign.is_alphanumeric()).next().map(str::to_owned);
        let own = self.code_depths(Reading::all(0)).next().and_then(|(_, code)| word(code));
        own.is_some_and(|own| around.below.as_ref().and_then(|below| word(&below.code)) == Some(own))
    }

    /// How deep the first line of the payload may be: as the place's first line, or as the lines around tell.
    pub(super) fn depths(&self, around: &Around) -> Vec<isize> {
        let below_of = |own: &Neighbour| match self.layout.opening(&own.code) {
            Opening::Block | Opening::Bracket => own.depth + self.step as isize,
            _ => own.depth,
        };
        let mut depths = vec![self.depth];
        depths.extend(around.above.as_ref().map(below_of));
        depths.extend(around.below.as_ref().map(|own| own.depth));
        depths
    }

    /// A reading that begins as deep as the place, or as deep as the lines around tell, if that fits better.
    pub(super) fn nearest(&self, around: &Around, reading: Reading) -> Reading {
        let moved = |depth: isize| {
            let by = depth - self.depth;
            let rest = if reading.rest == reading.first { reading.rest + by } else { reading.rest };
            Reading { first: reading.first + by, rest }
        };
        let weight = |own: &Reading| self.weight(around, *own);
        let best = self.depths(around).into_iter().map(moved).min_by_key(weight);
        best.filter(|own| weight(own) + CLEAR <= weight(&reading)).unwrap_or(reading)
    }

    /// What the lines around and those of the payload itself say against a reading.
    pub(super) fn weight(&self, around: &Around, reading: Reading) -> usize {
        let captures = usize::from(self.captures(around, reading));
        let edges: usize = self.fits_at_edges(around, reading).into_iter().map(Fit::weight).sum();
        edges + self.beginning(reading).weight() + captures * Fit::Odd.weight()
    }

    /// Whether the line below would come into a block that the payload brings and has filled itself.
    pub(super) fn captures(&self, around: &Around, reading: Reading) -> bool {
        let Some(below) = around.below.as_ref().filter(|_| self.layout.indented) else { return false };
        let mut code = self.code_depths(reading);
        let least = code.clone().map(|(depth, _)| depth).min();
        let is_closed = |(_, code): (isize, &str)| self.layout.opening(code) == Opening::No;
        !below.code.starts_with(CLOSING)
            && code.by_ref().last().is_some_and(is_closed)
            && least.is_some_and(|least| least < below.depth)
    }
}
