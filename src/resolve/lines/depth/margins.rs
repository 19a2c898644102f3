//! The columns of block scalars: how marker and payload stand to each other in the patch, and to the margin of the file.

use super::columns::{Scale, window};
use super::facts::{PayloadPlace, PayloadSide};
use crate::ir::{Fragment, Marker, Payload};
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, step_within};

/// By how many columns marker and payload stand to the right of the one that is further left.
///
/// "If one of the two is no block scalar, or their bases differ by no whole step of the file, each has its own base."
///
/// But where that would leave nothing of the change, or the payload goes on in the column of the line beside it, they share
/// the columns whatever the bases are; so they do beside a marker that is as deep as in the file, if the file has a line as
/// deep as the payload, or shows no step.
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

/// The columns that stand before each line of marker and payload if both are as deep as in the file, and their block is as deep
/// as most are; 0 where that is not known.
pub(super) fn usual_columns(marker: &Marker, payload: &Payload) -> isize {
    let (Some(own), Some(other)) = (marker.lines.margin, payload.margin) else { return 0 };
    own.cut.min(other.cut).saturating_sub(own.key + USUAL_BASE) as isize
}

/// How many columns deeper than its key a block scalar mostly is.
pub const USUAL_BASE: usize = 2;

/// So far above a place nobody looks for the block that is open there.
const FAR: usize = 2000;

/// A block that is open at an edge of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenBlock {
    /// How deep it is, which is by how much the payload is deeper in the patch than such texts begin.
    pub columns: usize,
    /// Its last line of that depth, from 0.
    pub line: usize,
}

/// The block that a payload at an edge of a file, before a line, may be meant for: its columns in the patch say so as well as
/// the margin.
#[must_use]
pub fn open_block(buffer: &Buffer, payload: &Payload, line: usize) -> Option<OpenBlock> {
    let margin = payload.margin?;
    let columns = margin.cut.checked_sub(margin.key + USUAL_BASE).filter(|columns| *columns > 0)?;
    let mut above = (0..line).rev().take(FAR).filter(|line| !is_blank(&buffer.line(*line)));
    let own = above.find(|line| indentation(&buffer.line(*line)).len() <= columns)?;
    let is_as_deep = indentation(&buffer.line(own)) == " ".repeat(columns);
    is_as_deep.then_some(OpenBlock { columns, line: own })
}

/// How deep the file has the marker's line that is at the left of its block scalar; `None` where tabs say so.
fn file_margin(buffer: &Buffer, at: &PayloadPlace<'_>) -> Option<usize> {
    let lines = at.marker.lines.lines.iter().zip(&at.found.alignment);
    let (_, line) =
        lines.filter(|(line, _)| !is_blank(line)).find(|(line, _)| indentation(line).is_empty())?;
    let own = buffer.line((*line)?);
    let own = indentation(&own);
    (!own.contains('\t')).then_some(own.len())
}

/// Whether a marker may be as deep as in the file in the columns of the patch: what is at the margin of the file would still
/// be deeper than the key.
pub(super) fn may_be_verbatim(buffer: &Buffer, at: &PayloadPlace<'_>) -> bool {
    let margin = at.marker.lines.margin.zip(file_margin(buffer, at));
    margin.is_some_and(|(own, depth)| own.cut > own.key + depth)
}

/// How deep the lines of `before` and `after` are at least, where they are in the columns of the marker.
pub(super) fn context_least(marker: &Marker, scale: Scale) -> Option<isize> {
    let shares = |part: &&Fragment| part.margin == marker.lines.margin;
    let parts = [&marker.before, &marker.after].into_iter().filter(shares);
    let lines = parts.flat_map(|part| &part.lines).filter(|line| !is_blank(line));
    lines.map(|line| scale.patch(indentation(line))).min()
}
