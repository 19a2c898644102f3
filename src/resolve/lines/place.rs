//! Computes the edits of a hunk at a known place: the removed, added and held lines.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::comment_match::ExistingComments;
use super::complete::{belongs_elsewhere, complete, is_alike, mismatched_comment};
use super::depth::hunk_loses_heading;
use super::haystack::{Alignment, Haystack};
use super::hunk::{Candidate, Candidates};
use super::keep::{KeptLeftOut, LeftOutLines};
use super::omitted::{elided_lines, omission_with_additions};
use super::problem::LinesProblem;
use super::reindent::{Reindentation, shifts};
use super::rung::{BlankLines, Form};
use super::step::{HunkStep, steps};
use super::unnamed::{UnnamedRemoval, unnamed};
use super::whole_comments::{comment_below, keep_comments_whole};
use crate::ir::{Hunk, Tag};
use crate::text::normal::{indentation, is_blank, trim, trim_start};
use crate::text::{LineEdits, LineEnd, NewLine};

/// The edits of a hunk to the lines of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PlacedHunk<'h> {
    pub(super) edits: LineEdits<'h>,
    /// Lines that the hunk needs unchanged.
    pub(super) held: Vec<usize>,
    /// Comments and blank lines that are removed although the hunk does not contain them.
    pub(super) unnamed: Vec<UnnamedRemoval>,
    /// Whether the added lines are written at another depth than in the patch.
    pub(super) is_shifted: bool,
    /// The number of comment lines directly above its place that the hunk contains, possibly in other words.
    pub(super) comments_above: usize,
}

/// Computes the edits of `hunk` at the place `candidate`.
///
/// # Errors
/// The hunk removes a comment that is not at the place, omits code next to added lines, removes a heading whose block
/// stays, cuts a comment whose end is followed by code, belongs to another place, is already applied, or no single
/// shift explains how its lines are indented in the file.
pub(super) fn place<'h>(
    haystack: &mut Haystack<'_, '_>,
    hunk: &'h Hunk,
    candidates: &Candidates,
    candidate: &Candidate,
) -> Result<PlacedHunk<'h>, LinesProblem> {
    let mut alignment = candidate.alignment.clone();
    complete(haystack, &hunk.lines, &mut alignment);
    let missing = (0..hunk.lines.len()).find(|at| {
        let line = &hunk.lines[*at];
        line.tag == Tag::Removed && alignment[*at].is_none() && !is_blank(&line.text)
    });
    let missing = missing.or_else(|| {
        let is_loose = candidates.rung.form == Form::Code;
        is_loose.then(|| mismatched_comment(haystack, &hunk.lines, &alignment)).flatten()
    });
    if let Some(hunk_line) = missing {
        return Err(LinesProblem::CommentMissing { at: candidate.extent.clone(), hunk_line });
    }
    if candidates.rung.form == Form::Code && belongs_elsewhere(haystack, &hunk.lines, &alignment) {
        return Err(LinesProblem::NotFound { near: None });
    }
    let elided = elided_lines(haystack, hunk, &alignment);
    if let Some(hunk_line) = omission_with_additions(hunk, &alignment, &elided) {
        return Err(LinesProblem::OmittedCode { hunk_line });
    }
    if hunk_loses_heading(haystack, hunk, &alignment) {
        return Err(LinesProblem::HeadingLost { at: candidate.extent.clone() });
    }
    let no_shift = || LinesProblem::NoUniformShift { at: candidate.extent.clone() };
    let shifts = shifts(haystack, hunk, candidates, &alignment).ok_or_else(no_shift)?;
    let mut placed = PlacedHunk {
        is_shifted: shifts.any(),
        comments_above: comments_above(haystack, hunk, &alignment, &candidate.extent),
        ..PlacedHunk::default()
    };
    let steps = steps(haystack, hunk, &alignment, candidates.rung);
    let mut gaps = remove_and_hold(&steps, &mut placed);
    let comments = match candidates.rung.blank_lines {
        BlankLines::Ignore => KeptLeftOut::of(haystack, hunk, &steps, &gaps),
        BlankLines::Count => KeptLeftOut::default(),
    };
    let there = match candidates.rung.form {
        Form::Code => ExistingComments::of(haystack, hunk, &steps),
        _ => ExistingComments::default(),
    };
    for lines in &there.replaced {
        lines.clone().for_each(|line| placed.edits.remove(line));
    }
    let walked = WalkedHunk { hunk, steps: &steps, elided: &elided, comments: &comments, there: &there };
    add(haystack, walked, &shifts, &mut placed.edits).ok_or_else(no_shift)?;
    if candidates.rung.form == Form::Code {
        let named = named_lines(haystack, walked, &alignment, &candidate.extent);
        let along = keep_comments_whole(haystack, &named, &mut placed.edits)
            .map_err(|line| LinesProblem::UnclearLeftOut { line })?;
        gaps.extend(along.into_iter().map(|lines| LeftOutLines { lines }));
    }
    if placed.edits.is_empty() && !there.lines.is_empty() {
        return Err(LinesProblem::AlreadyApplied { at: candidate.extent.clone() });
    }
    if candidates.rung.blank_lines == BlankLines::Ignore {
        gaps.extend(there.replaced.iter().map(|lines| LeftOutLines { lines: lines.clone() }));
        placed.unnamed = lost(haystack, walked, &gaps);
    }
    Ok(placed)
}

/// Returns the number of lines directly above a place that are comments which the hunk contains, in the same or similar
/// words.
fn comments_above(
    haystack: &Haystack<'_, '_>,
    hunk: &Hunk,
    alignment: &Alignment,
    extent: &Range<usize>,
) -> usize {
    let shown = hunk.lines.iter().zip(alignment).filter_map(|(line, place)| {
        let place = place.filter(|place| *place < extent.start && !is_blank(&line.text))?;
        let own = haystack.buffer.line(place);
        (trim(&own) == trim(&line.text) || is_alike(&line.text, &own)).then_some(place)
    });
    let shown: HashSet<usize> = shown.collect();
    (0..extent.start).rev().take_while(|line| shown.contains(line)).count()
}

/// A hunk at its place, line by line, with the comments of the file that stay.
#[derive(Clone, Copy)]
struct WalkedHunk<'h, 's> {
    hunk: &'h Hunk,
    steps: &'s [HunkStep],
    /// The lines of the hunk that stand for omitted code.
    elided: &'s [usize],
    comments: &'s KeptLeftOut,
    there: &'s ExistingComments,
}

/// Returns the comments and blank lines that are removed without being in the hunk.
fn lost(
    haystack: &mut Haystack<'_, '_>,
    walked: WalkedHunk<'_, '_>,
    gaps: &[LeftOutLines],
) -> Vec<UnnamedRemoval> {
    let WalkedHunk { hunk, steps, comments, .. } = walked;
    let text = |at: usize| hunk.lines[at].text.as_str();
    let mut kept: HashSet<usize> = steps.iter().filter_map(|step| step.repeats_line).collect();
    kept.extend(comments.lines());
    let below: Vec<usize> = steps
        .iter()
        .filter_map(|step| step.repeats_line)
        .flat_map(|line| comment_below(haystack, line))
        .collect();
    kept.extend(below);
    let removed = steps.iter().filter(|step| step.tag == Tag::Removed);
    let removed = removed.filter_map(|step| Some((step.place?, Some(text(step.line)))));
    let swallowed = gaps.iter().flat_map(|gap| gap.lines.clone());
    let mut gone: Vec<_> = removed.chain(swallowed.map(|line| (line, None))).collect();
    gone.retain(|(line, _)| !kept.contains(line));
    gone.sort_unstable_by_key(|(line, _)| *line);
    let added = steps.iter().filter(|step| step.tag == Tag::Added).map(|step| text(step.line));
    unnamed(haystack, gone.into_iter(), added)
}

/// Records removed and held lines, and the fate of lines that the hunk leaves out: next to a context line they stay,
/// between two removed lines they are removed. Returns those that are removed.
fn remove_and_hold(steps: &[HunkStep], placed: &mut PlacedHunk<'_>) -> Vec<LeftOutLines> {
    let mut previous: Option<(Tag, usize)> = None;
    let mut gaps = Vec::new();
    for step in steps {
        let Some(place) = step.place else { continue };
        if step.tag == Tag::Removed {
            placed.edits.remove(place);
        } else {
            placed.held.push(place);
        }
        if let (Some((Tag::Removed, above)), Tag::Removed) = (previous, step.tag)
            && above + 1 < place
        {
            (above + 1..place).for_each(|line| placed.edits.remove(line));
            gaps.push(LeftOutLines { lines: above + 1..place });
        }
        previous = Some((step.tag, place));
    }
    gaps
}

/// Records added lines: after the preceding old line, or before the first one. Lines added below a line that stands for
/// omitted code go before the next old line. Returns `None` if a line cannot be shifted.
fn add<'h>(
    haystack: &mut Haystack<'_, '_>,
    walked: WalkedHunk<'h, '_>,
    shifts: &Reindentation,
    edits: &mut LineEdits<'h>,
) -> Option<()> {
    let WalkedHunk { hunk, steps, elided, comments, there } = walked;
    let patch_tells_ends = hunk.old().any(|line| line.crlf);
    let first = steps.iter().find_map(|step| step.place).unwrap_or(0);
    let present = present_blanks(haystack, hunk, steps);
    let mut last: Option<usize> = None;
    for (at, step) in steps.iter().enumerate() {
        if step.tag != Tag::Added {
            last = step.place.or(last);
            if elided.contains(&step.line) {
                let next = steps[at..].iter().find_map(|step| step.place);
                last = next.and_then(|next| next.checked_sub(1)).or(last);
            }
            continue;
        }
        if present.contains(&step.line) || there.lines.contains(&step.line) {
            continue;
        }
        let line = &hunk.lines[step.line];
        let end = match (line.crlf, patch_tells_ends) {
            (true, _) => Some(LineEnd::CrLf),
            (false, true) => Some(LineEnd::Lf),
            (false, false) => None,
        };
        let text = shifts.apply(step.line, &line.text)?;
        let deep = indentation(&text).to_owned();
        let own = |line: usize| format!("{deep}{}", trim_start(&haystack.buffer.line(line))).into();
        // A line whose code is kept keeps its comment, too.
        let text = step.repeats_line.map_or(text, own);
        let rest = step.repeats_line.map_or_else(Vec::new, |line| rest_of_comment(haystack, line, &deep));
        let [above, below] = comments.beside(step);
        let own = |line: usize| match haystack.buffer.line(line) {
            text if is_blank(&text) => Cow::Borrowed(""),
            text => format!("{deep}{}", trim_start(&text)).into(),
        };
        let lines =
            above.map(own).chain([text]).chain(rest.into_iter().map(Cow::Owned)).chain(below.map(own));
        edits.add(last.map_or(first, |last| last + 1), lines.map(|text| NewLine { text, end }));
    }
    Some(())
}

/// Returns the lines of the file that a hunk contains: the matched lines, and comments that it adds and the file
/// already has.
fn named_lines(
    haystack: &Haystack<'_, '_>,
    walked: WalkedHunk<'_, '_>,
    alignment: &Alignment,
    extent: &Range<usize>,
) -> HashSet<usize> {
    let mut named: HashSet<usize> = alignment.iter().flatten().copied().collect();
    let brought: HashSet<&str> =
        walked.there.lines.iter().map(|at| trim_start(walked.hunk.lines[*at].text.trim_end())).collect();
    if !brought.is_empty() {
        named.extend(extent.clone().filter(|line| brought.contains(haystack.buffer.line(*line).trim())));
    }
    named
}

/// Returns the lines below `head` that belong to a comment which begins on it, with the new indentation of `head`.
fn rest_of_comment(haystack: &mut Haystack<'_, '_>, head: usize, deep: &str) -> Vec<String> {
    let below = comment_below(haystack, head);
    let line = haystack.buffer.line(head);
    let old = indentation(&line);
    let moved = below.map(|line| {
        let own = haystack.buffer.line(line);
        own.strip_prefix(old).map_or_else(|| own.clone().into_owned(), |rest| format!("{deep}{rest}"))
    });
    moved.collect()
}

/// Returns the blank lines that the hunk adds, as its line indexes, for which the file has a blank line at the same
/// place that the hunk leaves out: writers often forget the blank line only among the old lines.
fn present_blanks(haystack: &Haystack<'_, '_>, hunk: &Hunk, steps: &[HunkStep]) -> HashSet<usize> {
    let is_blank_step = |step: &HunkStep| step.tag != Tag::Removed && is_blank(&hunk.lines[step.line].text);
    let placed = |step: &HunkStep| Some((step.tag, step.place?));
    let mut present = HashSet::new();
    let mut end = 0;
    for run in steps.chunk_by(|one, other| is_blank_step(one) == is_blank_step(other)) {
        let start = end;
        end += run.len();
        let is_next_old = steps.get(end).is_some_and(|step| step.tag != Tag::Added);
        if !is_blank_step(&run[0]) || !is_next_old {
            continue;
        }
        let Some((tag_above, top)) = steps[..start].iter().rev().find_map(placed) else { continue };
        let Some((tag_below, bottom)) = steps[end..].iter().find_map(placed) else { continue };
        // A line left out between two removed lines is removed with them.
        if (tag_above, tag_below) == (Tag::Removed, Tag::Removed) {
            continue;
        }
        let there = (top + 1..bottom).take_while(|line| is_blank(&haystack.buffer.line(*line))).count();
        let left_out = there.saturating_sub(run.iter().filter(|step| step.place.is_some()).count());
        let added = run.iter().filter(|step| step.tag == Tag::Added);
        present.extend(added.take(left_out).map(|step| step.line));
    }
    let mut end = 0;
    for run in steps.chunk_by(|one, other| (one.tag == Tag::Context) == (other.tag == Tag::Context)) {
        let start = end;
        end += run.len();
        // Blank lines at the beginning of changed lines are above the removed ones.
        let Some(bottom) = run.iter().filter(|step| step.tag == Tag::Removed).find_map(|step| step.place)
        else {
            continue;
        };
        let Some((Tag::Context, top)) = steps[..start].iter().rev().find_map(placed) else { continue };
        let added = || run.iter().filter(|step| step.tag == Tag::Added);
        let is_blank_line = |step: &&HunkStep| is_blank(&hunk.lines[step.line].text);
        let there = (top + 1..bottom).take_while(|line| is_blank(&haystack.buffer.line(*line))).count();
        present.extend(added().take_while(is_blank_line).take(there).map(|step| step.line));
    }
    present
}
