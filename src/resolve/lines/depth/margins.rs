//! The columns of block scalars: the relative depth of marker and payload in the patch, and their relation to the
//! margin of the file.

use super::columns::{Scale, window};
use super::facts::{PayloadPlace, PayloadSide};
use crate::ir::{Fragment, Marker, Payload};
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, step_within};

/// Returns the number of columns by which marker and payload are to the right of the leftmost of the two.
///
/// "If one of the two is no block scalar, or their bases differ by no whole step of the file, each has its own base."
///
/// They share the columns whatever their bases are if separate bases would leave nothing of the change, or if the
/// payload continues in the column of the line next to it. The same applies beside a marker that is as deep as in the
/// file, if the file has a line as deep as the payload, or shows no step.
pub(super) fn margins(buffer: &Buffer, at: &PayloadPlace<'_>, payload: &Payload) -> (usize, usize) {
    let PayloadPlace { marker, found, side, .. } = *at;
    let (Some(own), Some(other)) = (marker.lines.margin, payload.margin) else { return (0, 0) };
    let has_tabs = || marker.lines.lines.iter().chain(&payload.lines).any(|line| line.starts_with('\t'));
    let (key, own, other) = (own.key, own.cut, other.cut);
    if own == other || has_tabs() {
        return (0, 0);
    }
    let near = window(buffer, &found.range);
    let (step, most, _) = step_within(buffer, near.clone());
    let solid =
        |lines: &[String]| -> Vec<String> { lines.iter().filter(|line| !is_blank(line)).cloned().collect() };
    let (marked, brought) = (solid(&marker.lines.lines), solid(&payload.lines));
    let beside = if side == PayloadSide::After { marked.last() } else { marked.first() };
    let first = if side == PayloadSide::Before { brought.last() } else { brought.first() };
    let goes_on = beside.zip(first).is_some_and(|(beside, first)| {
        let [beside, first] = [beside, first].map(|line| indentation(line).len());
        beside > 0 && own + beside == other + first
    });
    let is_same = marked.iter().map(|line| trim(line)).eq(brought.iter().map(|line| trim(line)));
    let is_shown = || {
        let base = key + USUAL_BASE;
        let is_verbatim = file_margin(buffer, at).is_some_and(|depth| base + depth == own);
        let depth = other.checked_sub(base).filter(|_| is_verbatim && side == PayloadSide::After);
        depth.is_some_and(|depth| {
            let mut lines = near.clone().map(|line| buffer.line(line));
            most == 0 || lines.any(|line| !is_blank(&line) && indentation(&line) == " ".repeat(depth))
        })
    };
    if own.abs_diff(other) % step != 0 && !goes_on && !is_same && !is_shown() {
        return (0, 0);
    }
    (own.saturating_sub(other), other.saturating_sub(own))
}

/// Returns the number of columns before each line of marker and payload, if both are as deep as in the file and their
/// block has the usual depth; 0 if that is unknown.
pub(super) fn usual_columns(marker: &Marker, payload: &Payload) -> isize {
    let (Some(own), Some(other)) = (marker.lines.margin, payload.margin) else { return 0 };
    own.cut.min(other.cut).saturating_sub(own.key + USUAL_BASE) as isize
}

/// The usual number of columns by which a block scalar is deeper than its key.
pub const USUAL_BASE: usize = 2;

/// The maximum number of lines above a place that are searched for the open block.
const FAR: usize = 2000;

/// A block that is open at an edge of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenBlock {
    /// The depth of the block, which is also the number of extra columns of the payload in the patch.
    pub columns: usize,
    /// The last line of the block at that depth, from 0.
    pub line: usize,
}

/// Returns the block that a payload at an edge of a file, before a line, may belong to: its columns in the patch fit
/// the block as well as the margin.
#[must_use]
pub fn open_block(buffer: &Buffer, payload: &Payload, line: usize) -> Option<OpenBlock> {
    let margin = payload.margin?;
    let columns = margin.cut.checked_sub(margin.key + USUAL_BASE).filter(|columns| *columns > 0)?;
    let mut above = (0..line).rev().take(FAR).filter(|line| !is_blank(&buffer.line(*line)));
    let own = above.find(|line| indentation(&buffer.line(*line)).len() <= columns)?;
    let is_as_deep = indentation(&buffer.line(own)) == " ".repeat(columns);
    is_as_deep.then_some(OpenBlock { columns, line: own })
}

/// Returns the depth in the file of the leftmost line of the marker's block scalar; `None` if it is indented with tabs.
fn file_margin(buffer: &Buffer, at: &PayloadPlace<'_>) -> Option<usize> {
    let lines = at.marker.lines.lines.iter().zip(&at.found.alignment);
    let (_, line) =
        lines.filter(|(line, _)| !is_blank(line)).find(|(line, _)| indentation(line).is_empty())?;
    let own = buffer.line((*line)?);
    let own = indentation(&own);
    (!own.contains('\t')).then_some(own.len())
}

/// Returns whether a marker may be as deep as in the file, measured in the columns of the patch: a line at the margin
/// of the file would still be deeper than the key.
pub(super) fn may_be_verbatim(buffer: &Buffer, at: &PayloadPlace<'_>) -> bool {
    let margin = at.marker.lines.margin.zip(file_margin(buffer, at));
    margin.is_some_and(|(own, depth)| own.cut > own.key + depth)
}

/// Returns the minimum depth of the lines of `before` and `after`, as far as they share the columns of the marker.
pub(super) fn context_least(marker: &Marker, scale: Scale) -> Option<isize> {
    let shares = |part: &&Fragment| part.margin == marker.lines.margin;
    let parts = [&marker.before, &marker.after].into_iter().filter(shares);
    let lines = parts.flat_map(|part| &part.lines).filter(|line| !is_blank(line));
    lines.map(|line| scale.patch(indentation(line))).min()
}
