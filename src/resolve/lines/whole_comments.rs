//! Comments that begin behind code and go on over the lines below: they stay whole, or go whole.
//!
//! Lines compared without their comments are told apart from those of such a comment by nothing: what comes behind the
//! line would come into the comment, and what takes its place would leave the comment without its beginning.

use std::collections::HashSet;
use std::ops::Range;

use super::haystack::Haystack;
use super::rung::Form;
use crate::text::LineEdits;
use crate::text::normal::{is_blank, trim};

/// The lines below `head` that belong to a comment which begins on it.
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

/// The line of code behind which the comment begins that line `at` begins in.
fn beginning_of_comment(haystack: &mut Haystack<'_, '_>, at: usize) -> Option<usize> {
    let Haystack { buffer, index, .. } = haystack;
    if at >= buffer.line_count() || !index.state_before(buffer, at).is_comment() {
        return None;
    }
    let head = (0..at).rev().find(|line| !index.state_before(buffer, *line).is_comment());
    head.filter(|head| !index.is_comment_line(buffer, *head))
}

/// Makes edits take such comments along with the code before them, and puts lines behind them that would come into them.
/// Comments of which lines are `named` are left: their writer saw them. Returns the lines that go in addition.
///
/// # Errors
/// The second line of a comment behind whose end more code stands: it can be parted from neither.
pub(super) fn keep_comments_whole(
    haystack: &mut Haystack<'_, '_>,
    named: &HashSet<usize>,
    edits: &mut LineEdits<'_>,
) -> Result<Vec<Range<usize>>, usize> {
    let mut removed: Vec<usize> = edits.removed().to_vec();
    removed.sort_unstable();
    removed.dedup();
    let stays = lines_put_back(haystack, edits);
    // A line with code behind the end of the comment is named for its code.
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

/// The lines with the beginning of such a comment that go and come again in their own place, at another depth, say.
fn lines_put_back(haystack: &mut Haystack<'_, '_>, edits: &LineEdits<'_>) -> HashSet<usize> {
    let mut found = HashSet::new();
    let added: Vec<(usize, &str)> = edits.added_lines().collect();
    for (number, (at, text)) in added.iter().copied().enumerate() {
        let Some(head) = at.checked_sub(1).filter(|head| *head < haystack.buffer.line_count()) else {
            continue;
        };
        let below = comment_below(haystack, head);
        let rest = added.get(number + 1).filter(|next| next.0 == at && !below.is_empty());
        // With the rest of the comment it comes as a whole.
        let is_whole = rest.is_some_and(|next| trim(next.1) == trim(&haystack.buffer.line(below.start)));
        if trim(text) == trim(&haystack.buffer.line(head)) && !below.is_empty() && !is_whole {
            found.insert(head);
        }
    }
    found
}

/// The lines that come, by their numbers among them, which repeat what is left of such a comment directly behind its beginning
/// that stays.
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

/// Refuses a comment behind whose end more code stands.
fn check_end(haystack: &mut Haystack<'_, '_>, head: usize, below: &Range<usize>) -> Result<(), usize> {
    let Some(last) = below.end.checked_sub(1).filter(|last| below.contains(last)) else { return Ok(()) };
    let code = haystack.index.line_in(haystack.buffer, Form::Code, last);
    if is_blank(&code) { Ok(()) } else { Err(head + 1) }
}
