//! Handles hunks whose context leaves out code by `...` or by a comment.

use std::collections::HashSet;
use std::ops::Range;

use super::repair_hunk::has_place_at;
use crate::ir::{Hunk, HunkLine, Tag};
use crate::plan::tree::document::Document;
use crate::resolve::lines::find_whole;
use crate::text::normal::{is_blank, trim};
use crate::text::{CommentSigns, LexState, placeholders};

/// The maximum number of lines that replace a placeholder.
const MAX_LINES: usize = 400;

/// Returns the indices of the lines of a hunk that stand for code which its context leaves out.
pub(super) fn placeholders_of(document: &Document<'_>, hunk: &Hunk) -> HashSet<usize> {
    let signs = document.comments().map_or(CommentSigns::Usual, |own| CommentSigns::Of(own.lexical()));
    let old: Vec<usize> = (0..hunk.lines.len()).filter(|at| hunk.lines[*at].tag != Tag::Added).collect();
    let texts: Vec<&str> = old.iter().map(|at| &*hunk.lines[*at].text).collect();
    let found = placeholders(&texts, signs, LexState::default()).into_iter().map(|(at, _)| at);
    // The hunk has no place as it is, so dots alone are enough.
    let dots = (0..texts.len()).filter(|at| ["...", "\u{2026}"].contains(&trim(texts[*at])));
    let lines = found.chain(dots).map(|at| old[at]);
    lines.filter(|at| hunk.lines[*at].tag == Tag::Context).collect()
}

/// Returns the hunk with the lines of the file in place of its placeholders, if the lines between them are each found
/// at one place, in this order.
pub(super) fn filled(document: &mut Document<'_>, hunk: &Hunk) -> Option<Hunk> {
    let gaps = placeholders_of(document, hunk);
    if gaps.is_empty() || hunk.lines.iter().any(|line| line.no_newline || line.crlf) {
        return None;
    }
    let mut corrected = Hunk { lines: Vec::new(), ..hunk.clone() };
    let mut placed: Option<Range<usize>> = None;
    // The number of blank lines at the end of the lines above the gap.
    let mut trailing = 0;
    let pieces = (0..hunk.lines.len()).collect::<Vec<_>>();
    for piece in pieces.split(|at| gaps.contains(at)) {
        let lines = || piece.iter().map(|at| &hunk.lines[*at]);
        let old: Vec<String> =
            lines().filter(|line| line.tag != Tag::Added).map(|line| line.text.to_string()).collect();
        if old.is_empty() {
            corrected.lines.extend(lines().cloned());
            continue;
        }
        let end = document.buffer().line_count();
        let from = placed.as_ref().map_or(0, |above| above.end);
        let at = find_whole(&mut document.haystack(from..end), &old)?;
        if let Some(above) = &placed {
            // Blank lines at the ends of the hunk's pieces correspond to the blank lines next to these pieces in the
            // file.
            let is_blank_line = |line: &usize| is_blank(&document.buffer().line(*line));
            let between = above.end..at.start;
            let leading = old.iter().take_while(|line| is_blank(line)).count();
            let tail = between.clone().rev().take(leading).take_while(is_blank_line).count();
            let between = between.start..between.end - tail;
            let head = between.clone().take(trailing).take_while(is_blank_line).count();
            let between = between.start + head..between.end;
            if between.len() > MAX_LINES {
                return None;
            }
            let buffer = document.buffer();
            let context = |line| HunkLine::new(Tag::Context, buffer.line(line).as_ref(), hunk.place.line);
            corrected.lines.extend(between.map(context));
        }
        trailing = old.iter().rev().take_while(|line| is_blank(line)).count();
        corrected.lines.extend(lines().cloned());
        placed = Some(placed.map_or(at.start, |above| above.start)..at.end);
    }
    let range = placed?;
    let bare = Hunk { anchors: Vec::new(), line_hint: None, new_line_hint: None, ..corrected.clone() };
    [corrected, bare].into_iter().find(|own| has_place_at(document, own, &range))
}
