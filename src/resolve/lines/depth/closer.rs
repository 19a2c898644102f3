//! Inserted lines that begin with the bracket which ends a block from above: it is as deep as the line that opens the
//! block.

use super::facts::{DepthFacts, PayloadSide};
use super::flow::CLOSING;
use super::line::{LineKind, code_of};
use super::neighbours::FileLines;
use super::statement::brackets;
use crate::text::normal::{indentation, is_blank, open_brackets};

/// The maximum number of lines on either side of a place that are searched for the other end of a block.
const FAR: usize = 2000;

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
        let depth = opening_depth(file, gap)?;
        let is_ended = closing_depth(file, gap) == Some(depth);
        (!is_ended).then(|| vec![depth - first.column; self.payload.len()])
    }
}

/// Returns the depth of the line above a place that opens the innermost block around it.
fn opening_depth(file: &mut FileLines<'_, '_>, gap: usize) -> Option<isize> {
    let mut inner = 0;
    for line in (gap.saturating_sub(FAR)..gap).rev() {
        let Some((depth, code)) = code_at(file, line) else { continue };
        let (closed, opened) = brackets(&code);
        if opened > inner {
            return Some(depth);
        }
        inner = inner - opened + closed;
    }
    None
}

/// Returns the depth of the line at or below a place that ends the innermost block around it.
fn closing_depth(file: &mut FileLines<'_, '_>, gap: usize) -> Option<isize> {
    let mut inner = 0;
    for line in (gap..file.buffer.line_count()).take(FAR) {
        let Some((depth, code)) = code_at(file, line) else { continue };
        let (closed, opened) = brackets(&code);
        if closed > inner {
            return Some(depth);
        }
        inner = inner - closed + opened;
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
