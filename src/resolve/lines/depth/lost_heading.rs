//! Removed headings whose block keeps some lines, in a patch without indentation.
//!
//! In languages of indented blocks these lines then belong to another block, and their intended depth is unknown: at
//! their depth in the file they may become part of the block above.

use super::facts::{DepthFacts, PayloadSide};
use super::flow::{OpeningDepth, is_label};
use super::layout::Layout;
use super::line::{LineKind, code_of};
use super::marker_shift::MarkerShift;
use crate::ir::{Hunk, Tag};
use crate::resolve::lines::haystack::{Alignment, Haystack};
use crate::text::normal::{indentation, is_blank};
use crate::text::{LexState, Lexer};

/// A line of code of a change, in the order of the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ChangedLine {
    /// A line that stays, with its depth in the file.
    Stays(isize),
    /// A removed line: its depth in the file, and whether it is the heading of an indented block.
    Goes(isize, bool),
    /// An added line, and whether it is a heading.
    Comes(bool),
}

/// Returns whether headings are removed whose blocks keep lines, without as many headings being added at the same
/// place.
pub(super) fn loses_heading(lines: &[ChangedLine]) -> bool {
    let keeps_lines = |at: usize, depth: isize| {
        let below = lines[at + 1..].iter().filter(|line| !matches!(line, ChangedLine::Comes(_)));
        let mut block = below.take_while(|line| match line {
            ChangedLine::Stays(own) | ChangedLine::Goes(own, _) => *own > depth,
            ChangedLine::Comes(_) => true,
        });
        block.any(|line| matches!(line, ChangedLine::Stays(_)))
    };
    let (mut lost, mut found) = (0, 0);
    let mut ends = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        match line {
            ChangedLine::Stays(_) => {
                ends.push((lost, found));
                (lost, found) = (0, 0);
            }
            ChangedLine::Goes(depth, is_heading) => {
                lost += usize::from(*is_heading && keeps_lines(at, *depth));
            }
            ChangedLine::Comes(is_heading) => found += usize::from(*is_heading),
        }
    }
    ends.into_iter().any(|(lost, found)| lost > found)
}

impl Layout {
    /// Returns whether a line of code is the heading of a block that only indentation delimits.
    fn heads_indented(self, code: &str) -> bool {
        self.indented && code.ends_with(':') && self.opening(code) == OpeningDepth::Block
    }

    /// Returns whether an added line may be a heading; below it, brackets may show the depth as well.
    fn may_head(self, code: &str) -> bool {
        matches!(self.opening(code), OpeningDepth::Block | OpeningDepth::Bracket)
    }
}

impl DepthFacts<'_> {
    /// Returns whether a marker without indentation has such a heading, which its payload lacks.
    pub(super) fn loses_heading(&self) -> bool {
        if !self.layout.indented
            || self.marker_shift != MarkerShift::Flat
            || self.side != PayloadSide::Replace
        {
            return false;
        }
        let mut lines = Vec::new();
        let (mut marked, mut line) = (0, 0);
        let ends = (self.marker.len(), self.payload.len());
        let shared = self.witnesses.all.iter().map(|own| (own.marked, own.line));
        for (next, brought) in shared.chain([ends]) {
            let gone = self.marker[marked..next].iter().filter(|(own, _)| own.kind == LineKind::Code);
            lines.extend(
                gone.map(|(own, depth)| ChangedLine::Goes(*depth, self.layout.heads_indented(&own.code))),
            );
            let come = self.payload[line..brought].iter().filter(|own| own.kind == LineKind::Code);
            lines.extend(come.map(|own| ChangedLine::Comes(self.layout.may_head(&own.code))));
            let kept = self.marker.get(next).filter(|(own, _)| own.kind == LineKind::Code);
            lines.extend(kept.map(|(_, depth)| ChangedLine::Stays(*depth)));
            (marked, line) = (next + 1, brought + 1);
        }
        loses_heading(&lines)
    }
}

impl DepthFacts<'_> {
    /// Returns the moves of a payload that keeps only lines of its marker, all without indentation, in a language with
    /// brackets: what stood in a block whose heading goes comes up to the depth of that heading. `None` if no heading goes.
    pub(super) fn unwrapped(&self) -> Option<Vec<isize>> {
        let is_flat = self.marker_shift == MarkerShift::Flat && self.side == PayloadSide::Replace;
        let kept = &self.witnesses.all;
        let are_kept = || kept.len() == self.payload.len() && kept.iter().all(|own| own.is_strong);
        let is_level = self.payload.windows(2).all(|pair| pair[0].column == pair[1].column);
        if !is_flat || !is_level || !self.is_code || self.layout.indented || !are_kept() {
            return None;
        }
        // The blocks around a line whose headings go: the depth of each heading, and how much deeper its lines are.
        let mut lost: Vec<(isize, isize)> = Vec::new();
        let mut moves = Vec::with_capacity(self.payload.len());
        let mut is_lost = false;
        for (at, (line, depth)) in self.marker.iter().enumerate() {
            lost.retain(|(heading, _)| heading < depth);
            match kept.get(moves.len()).filter(|own| own.marked == at) {
                Some(own) => {
                    is_lost |= !lost.is_empty();
                    moves.push(own.needs - lost.iter().map(|(_, deeper)| deeper).sum::<isize>());
                }
                None => {
                    let deeper = self.marker.get(at + 1).map_or(0, |(_, below)| below - depth);
                    lost.extend((deeper > 0 && !is_label(&line.code)).then_some((*depth, deeper)));
                }
            }
        }
        (is_lost && moves.len() == self.payload.len()).then_some(moves)
    }
}

/// Returns whether a hunk whose old lines all lost their indentation removes such a heading.
pub(in crate::resolve::lines) fn hunk_loses_heading(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    alignment: &Alignment,
) -> bool {
    let layout = haystack.index.layout();
    let solid = || hunk.lines.iter().zip(alignment).filter(|(line, _)| !is_blank(&line.text));
    let mut columns =
        solid().filter(|(line, _)| line.tag != Tag::Added).map(|(own, _)| indentation(&own.text));
    let Some(first) = columns.next().filter(|_| layout.indented) else { return false };
    if columns.any(|own| own != first) {
        return false;
    }
    let lexer = haystack.index.rules().map(Lexer::new);
    let mut lines = Vec::new();
    for (line, place) in solid() {
        if line.tag == Tag::Added {
            let code = code_of(lexer.as_ref(), &line.text, &mut LexState::default());
            lines.push(ChangedLine::Comes(layout.may_head(&code)));
            continue;
        }
        let Some(place) = *place else { continue };
        let mut state = haystack.index.state_before(haystack.buffer, place);
        if !state.is_code() {
            continue;
        }
        let text = haystack.buffer.line(place);
        let depth = indentation(&text).len() as isize;
        let code = code_of(lexer.as_ref(), &text, &mut state);
        let is_gone = line.tag == Tag::Removed;
        lines.extend((!code.is_empty()).then(|| match is_gone {
            true => ChangedLine::Goes(depth, layout.heads_indented(&code)),
            false => ChangedLine::Stays(depth),
        }));
    }
    loses_heading(&lines)
}
