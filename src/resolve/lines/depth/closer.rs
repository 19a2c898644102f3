//! Inserted lines that begin with the bracket which ends a block from above: it is as deep as the line that opens the
//! block.

use super::FAR;
use super::facts::{DepthFacts, PayloadSide};
use super::flow::CLOSING;
use super::line::{LineKind, code_of};
use super::neighbours::FileLines;
use super::statement::brackets;
use crate::text::normal::{indentation, is_blank, open_brackets};

impl DepthFacts<'_> {
    /// Returns the moves of a payload that closes more brackets than it opens, beginning with its first line, if the block
    /// around the place has no end yet. Otherwise the block that it ends is one that the patch opens later.
    pub(super) fn closes_above(&self, file: &mut FileLines<'_, '_>, gap: usize) -> Option<Vec<isize>> {
        let first = self.payload.first().filter(|_| self.side != PayloadSide::Replace)?;
        let open: isize = self.payload.iter().map(|line| open_brackets(&line.code)).sum();
        let is_code = self.payload.iter().all(|line| line.kind == LineKind::Code);
        if !is_code || !self.is_code || self.layout.indented || !first.code.starts_with(CLOSING) || open >= 0
        {
            return None;
        }
        let depth =
            depth_of_end(file, (gap.saturating_sub(FAR)..gap).rev(), |(closed, opened)| (opened, closed))?;
        let below = gap..file.buffer.line_count().min(gap + FAR);
        let is_ended = depth_of_end(file, below, |(closed, opened)| (closed, opened)) == Some(depth);
        (!is_ended).then(|| vec![depth - first.column; self.payload.len()])
    }
}

/// Returns the depth of the first of some lines with a bracket whose other end is not in the lines before it. `ends` gives
/// of the closing and the opening brackets of a line first those looked for, then the others.
fn depth_of_end(
    file: &mut FileLines<'_, '_>,
    lines: impl Iterator<Item = usize>,
    ends: impl Fn((usize, usize)) -> (usize, usize),
) -> Option<isize> {
    let mut inner = 0;
    for line in lines {
        let Some((depth, code)) = code_at(file, line) else { continue };
        let (own, others) = ends(brackets(&code));
        if own > inner {
            return Some(depth);
        }
        inner = inner - own + others;
    }
    None
}

/// Returns the depth and the code of a line that begins with code.
fn code_at(file: &mut FileLines<'_, '_>, line: usize) -> Option<(isize, String)> {
    let text = file.buffer.line(line).into_owned();
    let mut state = file.index.state_before(file.buffer, line);
    let is_code = state.is_code();
    let code = code_of(file.lexer, &text, &mut state);
    let is_told = !is_blank(&text) && is_code && !code.is_empty() && !code.starts_with('#');
    is_told.then(|| (file.scale.file(indentation(&text)), code))
}
