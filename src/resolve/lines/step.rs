//! The lines of a hunk as steps: lines that are removed and added again unchanged are context.

use similar::DiffOp;

use super::haystack::{Alignment, Haystack};
use super::rung::{BlankLines, Rung};
use super::unnamed::repeated;
use crate::ir::{Hunk, Tag};
use crate::text::normal::{is_blank, trim_start};
use crate::text::{Method, align};

/// A step of a hunk: a line that is kept, removed or added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HunkStep {
    pub(super) tag: Tag,
    /// The index of the line in the hunk.
    pub(super) line: usize,
    /// The line of the file that matches an old line.
    pub(super) place: Option<usize>,
    /// For an added line that equals a removed one except for its indentation, the removed line of the file.
    pub(super) repeats_line: Option<usize>,
}

/// Returns the steps of a hunk in order. On a rung that ignores lines of the file, lines that a block removes and adds
/// again are context, so that the lines beside them stay.
pub(super) fn steps(
    haystack: &mut Haystack<'_, '_>,
    hunk: &Hunk,
    alignment: &Alignment,
    rung: Rung,
) -> Vec<HunkStep> {
    let of = |line: usize| HunkStep {
        tag: hunk.lines[line].tag,
        line,
        place: alignment[line],
        repeats_line: None,
    };
    let mut steps: Vec<HunkStep> = (0..hunk.lines.len()).map(of).collect();
    if rung.blank_lines == BlankLines::Count {
        return steps;
    }
    let mut read = Vec::with_capacity(steps.len());
    for run in steps.chunk_by(|one, other| (one.tag == Tag::Context) == (other.tag == Tag::Context)) {
        if run.iter().any(|step| step.tag == Tag::Removed) && run.iter().any(|step| step.tag == Tag::Added) {
            read.extend(without_repeats(hunk, run));
        } else {
            read.extend_from_slice(run);
        }
    }
    steps = read;
    find_kept(haystack, hunk, &mut steps);
    find_blanks_above(haystack, hunk, &mut steps);
    steps
}

/// Turns leading blank lines of an added run between two context lines into context, if the file has blank lines there
/// that the hunk lacks: the rest of the run is then directly above the line below, as in the hunk.
fn find_blanks_above(haystack: &Haystack<'_, '_>, hunk: &Hunk, steps: &mut [HunkStep]) {
    let context =
        |step: Option<&HunkStep>| step.filter(|step| step.tag == Tag::Context).and_then(|step| step.place);
    let mut end = 0;
    while let Some(start) = (end..steps.len()).find(|at| steps[*at].tag == Tag::Added) {
        end = (start..steps.len()).find(|at| steps[*at].tag != Tag::Added).unwrap_or(steps.len());
        let is_blank_step = |step: &&HunkStep| is_blank(&hunk.lines[step.line].text);
        let run = &steps[start..end];
        let blanks = run.iter().take_while(is_blank_step).count();
        if blanks == 0 || run.last().is_none_or(|last| is_blank_step(&last)) {
            continue;
        }
        let top = start.checked_sub(1).and_then(|above| context(steps.get(above)));
        let (Some(top), Some(bottom)) = (top, context(steps.get(end))) else { continue };
        let gap = top + 1..bottom;
        if gap.clone().any(|line| !is_blank(&haystack.buffer.line(line))) {
            continue;
        }
        for (step, line) in steps[start..start + blanks.min(gap.len())].iter_mut().rev().zip(gap.rev()) {
            (step.tag, step.place) = (Tag::Context, Some(line));
        }
    }
}

/// Returns a block in which removed lines that are added again are context.
fn without_repeats(hunk: &Hunk, block: &[HunkStep]) -> Vec<HunkStep> {
    let text = |step: &HunkStep| hunk.lines[step.line].text.as_str();
    let [removed, added] = [Tag::Removed, Tag::Added]
        .map(|tag| block.iter().filter(|step| step.tag == tag).copied().collect::<Vec<_>>());
    let [old, new] = [&removed, &added].map(|steps| {
        let solid = steps.iter().enumerate().filter(|(_, step)| !is_blank(text(step)));
        solid.map(|(at, step)| (text(step), at)).unzip::<_, _, Vec<_>, Vec<_>>()
    });
    let mut read = Vec::with_capacity(block.len());
    let (mut removed, mut added) = (&removed[..], &added[..]);
    let (mut gone, mut come) = (0, 0);
    for op in align(Method::Patience, &old.0, &new.0) {
        let DiffOp::Equal { .. } = op else { continue };
        for (own, other) in op.old_range().zip(op.new_range()) {
            let (own, other) = (old.1[own], new.1[other]);
            read.extend(in_order(&mut removed, own - gone, &mut added, other - come));
            read.extend(take(&mut removed, 1).iter().map(|step| HunkStep { tag: Tag::Context, ..*step }));
            take(&mut added, 1);
            (gone, come) = (own + 1, other + 1);
        }
    }
    let rest = (removed.len(), added.len());
    read.extend(in_order(&mut removed, rest.0, &mut added, rest.1));
    read
}

/// Removes and returns the first steps of a list.
fn take<'s>(steps: &mut &'s [HunkStep], count: usize) -> &'s [HunkStep] {
    let (taken, rest) = steps.split_at(count.min(steps.len()));
    *steps = rest;
    taken
}

/// Removes and returns the first steps of two lists, in the order of their lines.
fn in_order(removed: &mut &[HunkStep], gone: usize, added: &mut &[HunkStep], come: usize) -> Vec<HunkStep> {
    let mut steps: Vec<HunkStep> = take(removed, gone).iter().chain(take(added, come)).copied().collect();
    steps.sort_by_key(|step| step.line);
    steps
}

/// Finds the lines of the file whose code added lines repeat.
fn find_kept(haystack: &mut Haystack<'_, '_>, hunk: &Hunk, steps: &mut [HunkStep]) {
    let text = |step: &HunkStep| trim_start(&hunk.lines[step.line].text);
    let listed = |tag: Tag, steps: &[HunkStep]| -> Vec<(usize, String)> {
        let own = steps.iter().enumerate().filter(|(_, step)| step.tag == tag);
        own.map(|(at, step)| (at, text(step).to_owned())).filter(|(_, text)| !text.is_empty()).collect()
    };
    for (removed, added) in repeated(&listed(Tag::Removed, steps), &listed(Tag::Added, steps)) {
        let Some(place) = steps[removed].place else { continue };
        let mut state = |line| haystack.index.state_before(haystack.buffer, line);
        let behind = state(place + 1);
        if state(place).is_code() && (behind.is_code() || behind.is_comment()) {
            steps[added].repeats_line = Some(place);
        }
    }
}
