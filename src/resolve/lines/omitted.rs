//! Context lines of a hunk that stand for omitted code: no added line can be placed beside them.

use super::haystack::{Alignment, Haystack};
use crate::ir::{Hunk, Tag};
use crate::text::normal::is_blank;
use crate::text::{CommentSigns, LexState, placeholders};

/// Returns the line of a hunk that stands for omitted code, if it is not in the file and nothing else determines where
/// the lines beside it are to be added.
pub(super) fn omission_with_additions(hunk: &Hunk, alignment: &Alignment, elided: &[usize]) -> Option<usize> {
    elided.iter().copied().find(|at| is_all_beside(hunk, alignment, *at))
}

/// Returns the context lines of a hunk that stand for omitted code, and are not in the file.
pub(super) fn elided_lines(haystack: &Haystack<'_, '_>, hunk: &Hunk, alignment: &Alignment) -> Vec<usize> {
    let is_open = |at: usize| {
        let line = &hunk.lines[at];
        line.tag == Tag::Context && alignment[at].is_none() && !is_blank(&line.text)
    };
    let open: Vec<usize> = (0..hunk.lines.len()).filter(|at| is_open(*at)).collect();
    if open.is_empty() {
        return open;
    }
    let texts: Vec<&str> = open.iter().map(|at| &*hunk.lines[*at].text).collect();
    let signs = haystack.index.rules().map_or(CommentSigns::Usual, CommentSigns::Of);
    let found = placeholders(&texts, signs, LexState::default());
    found.into_iter().map(|(at, _)| open[at]).collect()
}

/// Returns whether lines next to the line `at` are added that have no line of the file on their other side.
fn is_all_beside(hunk: &Hunk, alignment: &Alignment, at: usize) -> bool {
    let is_passed = |line: &usize| hunk.lines[*line].tag == Tag::Added || is_blank(&hunk.lines[*line].text);
    let is_placed = |line: Option<usize>| line.is_some_and(|line| alignment[line].is_some());
    let adds = |mut lines: std::ops::Range<usize>| lines.any(|line| hunk.lines[line].tag == Tag::Added);
    let above = (0..at).rev().find(|line| !is_passed(line));
    let below = (at + 1..hunk.lines.len()).find(|line| !is_passed(line));
    adds(above.map_or(0, |line| line + 1)..at) && !is_placed(above)
        || adds(at + 1..below.unwrap_or(hunk.lines.len())) && !is_placed(below)
}
