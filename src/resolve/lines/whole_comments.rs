//! Comments that begin after code and continue on the lines below: they are kept or removed as a whole.
//!
//! A comparison without comments does not see the lines of such a comment: a line added after the code line would be
//! within the comment, and a replacement of the code line would leave the comment without its beginning.

use std::collections::HashSet;
use std::ops::Range;

use super::haystack::Haystack;
use super::rung::Form;
use crate::text::LineEdits;
use crate::text::normal::{is_blank, trim};

/// Returns the lines below `head` that belong to a comment which begins on it.
pub(super) fn comment_below(haystack: &mut Haystack<'_, '_>, head: usize) -> Range<usize> {
    let Haystack { buffer, index, .. } = haystack;
    let begins_there = head < buffer.line_count()
        && index.state_before(buffer, head + 1).is_comment()
        && !index.state_before(buffer, head).is_comment()
        && !index.is_comment_line(buffer, head);
    if !begins_there {
        return head + 1..head + 1;
    }
    let count = buffer.line_count();
    let ends = |line: &usize| *line >= count || !index.state_before(buffer, *line).is_comment();
    head + 1..(head + 1..=count).find(ends).unwrap_or(count)
}

/// Returns the line of code on which the comment begins that contains the beginning of line `at`.
fn beginning_of_comment(haystack: &mut Haystack<'_, '_>, at: usize) -> Option<usize> {
    let Haystack { buffer, index, .. } = haystack;
    if at >= buffer.line_count() || !index.state_before(buffer, at).is_comment() {
        return None;
    }
    let head = (0..at).rev().find(|line| !index.state_before(buffer, *line).is_comment());
    head.filter(|head| !index.is_comment_line(buffer, *head))
}

/// Makes edits remove such comments along with the code before them, and moves added lines that would be within them
/// behind them. Comments with lines in `named` are left alone, since the writer saw them. Returns the additionally
/// removed lines.
///
/// # Errors
/// The second line of a comment whose end is followed by more code: it cannot be separated from either.
pub(super) fn keep_comments_whole(
    haystack: &mut Haystack<'_, '_>,
    named: &HashSet<usize>,
    edits: &mut LineEdits<'_>,
) -> Result<Vec<Range<usize>>, usize> {
    let mut removed: Vec<usize> = edits.removed().to_vec();
    removed.sort_unstable();
    removed.dedup();
    let stays = lines_put_back(haystack, edits);
    // A line with code after the end of the comment is in `named` for its code.
    let is_named = |haystack: &mut Haystack<'_, '_>, lines: &Range<usize>| {
        let mut seen = lines.clone().filter(|line| named.contains(line));
        seen.any(|line| haystack.index.is_comment_line(haystack.buffer, line))
    };
    let mut along = Vec::new();
    for head in removed.iter().copied() {
        let below = comment_below(haystack, head);
        let is_all_gone = below.clone().all(|line| removed.binary_search(&line).is_ok());
        if is_all_gone || is_named(haystack, &below) || stays.contains(&head) {
            continue;
        }
        check_end(haystack, head, &below)?;
        below.clone().for_each(|line| edits.remove(line));
        along.push(below);
    }
    let mut moves: Vec<(usize, usize)> = Vec::new();
    let mut put_back = stays;
    let brought_again = brought_again(haystack, edits);
    for (number, (at, text)) in edits.added_lines().enumerate() {
        let Some(head) = beginning_of_comment(haystack, at) else { continue };
        let below = comment_below(haystack, head);
        let is_own = trim(text) == trim(&haystack.buffer.line(head));
        if is_named(haystack, &below)
            || brought_again.contains(&number)
            || at == head + 1 && is_own && put_back.remove(&head)
        {
            continue;
        }
        check_end(haystack, head, &below)?;
        moves.push((number, below.end));
    }
    for run in moves.chunk_by(|one, next| one.1 == next.1) {
        let numbers: Vec<usize> = run.iter().map(|(number, _)| *number).collect();
        edits.move_added(&numbers, run[0].1);
    }
    edits.leave_out(&brought_again);
    Ok(along)
}

/// Returns the lines with the beginning of such a comment that are removed and added again at the same place, for
/// example at another depth.
fn lines_put_back(haystack: &mut Haystack<'_, '_>, edits: &LineEdits<'_>) -> HashSet<usize> {
    let mut found = HashSet::new();
    let added: Vec<(usize, &str)> = edits.added_lines().collect();
    for (number, (at, text)) in added.iter().copied().enumerate() {
        let Some(head) = at.checked_sub(1).filter(|head| *head < haystack.buffer.line_count()) else {
            continue;
        };
        let below = comment_below(haystack, head);
        let rest = added.get(number + 1).filter(|next| next.0 == at && !below.is_empty());
        // The whole comment is added with its remaining lines.
        let is_whole = rest.is_some_and(|next| trim(next.1) == trim(&haystack.buffer.line(below.start)));
        if trim(text) == trim(&haystack.buffer.line(head)) && !below.is_empty() && !is_whole {
            found.insert(head);
        }
    }
    found
}

/// Returns the indexes of added lines that repeat the remaining lines of such a comment directly after its beginning,
/// which stays.
fn brought_again(haystack: &mut Haystack<'_, '_>, edits: &LineEdits<'_>) -> Vec<usize> {
    let added: Vec<(usize, &str)> = edits.added_lines().collect();
    let mut found = Vec::new();
    let mut first = 0;
    for run in added.chunk_by(|one, next| one.0 == next.0) {
        let (start, at) = (first, run[0].0);
        first += run.len();
        let head = at.checked_sub(1).filter(|head| !edits.removed().contains(head));
        let Some(head) = head.filter(|head| *head < haystack.buffer.line_count()) else { continue };
        let below = comment_below(haystack, head);
        let is_same = run.len() >= below.len()
            && below
                .clone()
                .zip(run)
                .all(|(line, (_, text))| trim(&haystack.buffer.line(line)) == trim(text));
        if is_same {
            found.extend(start..start + below.len());
        }
    }
    found
}

/// Returns an error if more code follows the end of a comment.
fn check_end(haystack: &mut Haystack<'_, '_>, head: usize, below: &Range<usize>) -> Result<(), usize> {
    let Some(last) = below.end.checked_sub(1).filter(|last| below.contains(last)) else { return Ok(()) };
    let code = haystack.index.line_in(haystack.buffer, Form::Code, last);
    if is_blank(&code) { Ok(()) } else { Err(head + 1) }
}
