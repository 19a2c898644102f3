//! Merges two changes of the same lines, as `git merge-file` does.
//!
//! The diffs of both sides against the base are combined. A change is applied if only one side changes the lines, or
//! both sides change them alike; changes that touch or overlap, and differ, are a clash. Which of several equal lines a
//! diff treats as changed is decided as in git, so that both agree on which changes touch.

use std::ops::Range;

use similar::DiffOp;

use super::align::{Method, align_numbers, numbered};

/// The result of a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThreeWay {
    /// The changes of both sides are applied.
    Clean {
        /// The merged lines.
        lines: Vec<String>,
        /// The ranges of the merged lines that come from the first side alone.
        kept: Vec<Range<usize>>,
        /// The ranges of lines of the first side that were replaced, each with the range of the merged lines that
        /// replace it.
        made: Vec<[Range<usize>; 2]>,
    },
    /// Both sides change the same lines in different ways.
    Clash {
        /// The lines of the first side.
        ours: Range<usize>,
        /// The lines of the second side.
        theirs: Range<usize>,
    },
}

/// A range of base lines, and the range of new lines that replace it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct BaseChange {
    old: Range<usize>,
    new: Range<usize>,
}

/// A part of the result that differs from the base.
#[derive(Debug)]
struct MergedPart {
    ours: Range<usize>,
    theirs: Range<usize>,
    from: MergeSide,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MergeSide {
    Ours,
    Theirs,
    Both,
}

/// Applies the changes from `base` to `theirs` to `ours`.
#[must_use]
pub fn merge_lines(base: &[String], ours: &[String], theirs: &[String]) -> ThreeWay {
    let parts = parts(&changes(base, ours), &changes(base, theirs), ours, theirs);
    let mut lines = Vec::new();
    let (mut kept, mut made) = (Vec::new(), Vec::new());
    let mut done = 0;
    for part in parts {
        let before = &ours[done..part.ours.start.max(done)];
        lines.extend_from_slice(before);
        let start = lines.len();
        match part.from {
            MergeSide::Ours => {
                lines.extend_from_slice(&ours[part.ours.clone()]);
                kept.push(start..lines.len());
            }
            MergeSide::Theirs => {
                lines.extend_from_slice(&theirs[part.theirs.clone()]);
                made.push([part.ours.clone(), start..lines.len()]);
            }
            MergeSide::Both if ours[part.ours.clone()] == theirs[part.theirs.clone()] => {
                lines.extend_from_slice(&ours[part.ours.clone()]);
            }
            MergeSide::Both => return ThreeWay::Clash { ours: part.ours, theirs: part.theirs },
        }
        done = part.ours.end;
    }
    lines.extend_from_slice(&ours[done..]);
    ThreeWay::Clean { lines, kept, made }
}

/// Returns whether `ours` contains all changes from `base` to `theirs`: it differs from `theirs` in other lines only.
#[must_use]
pub fn has_change(base: &[String], ours: &[String], theirs: &[String]) -> bool {
    let (own, made) = (changes(theirs, ours), changes(theirs, base));
    let meets = |one: &Range<usize>, other: &Range<usize>| match other.is_empty() {
        // Removed lines must not have been inserted again.
        true => one.start <= other.start && other.start <= one.end,
        false => one.start < other.end && other.start < one.end,
    };
    // Both lists are sorted and free of overlaps.
    let is_met = |made: &BaseChange| {
        let from = own.partition_point(|own| own.old.end < made.old.start);
        let mut near = own[from..].iter().take_while(|own| own.old.start <= made.old.end);
        near.any(|own| meets(&own.old, &made.old))
    };
    !made.is_empty() && !made.iter().any(is_met)
}

/// Combines two lists of changes to the same base.
fn parts(ours: &[BaseChange], theirs: &[BaseChange], own: &[String], other: &[String]) -> Vec<MergedPart> {
    let mut found: Vec<MergedPart> = Vec::new();
    let (mut one, mut two) = (ours.iter().peekable(), theirs.iter().peekable());
    // The distance between the positions of a line on either side and in the base.
    let shift = |change: Option<&&BaseChange>| {
        change.map_or(0, |own| own.new.start as isize - own.old.start as isize)
    };
    let end_shift =
        |all: &[BaseChange]| all.last().map_or(0, |own| own.new.end as isize - own.old.end as isize);
    let moved = |range: &Range<usize>, by: isize| {
        range.start.saturating_add_signed(by)..range.end.saturating_add_signed(by)
    };
    loop {
        let (first, second) = (one.peek().copied(), two.peek().copied());
        match (first, second) {
            (None, None) => return found,
            (Some(change), None) => {
                let theirs = moved(&change.old, end_shift(theirs));
                push(&mut found, part(change.new.clone(), theirs, MergeSide::Ours));
                one.next();
            }
            (None, Some(change)) => {
                let ours = moved(&change.old, end_shift(ours));
                push(&mut found, part(ours, change.new.clone(), MergeSide::Theirs));
                two.next();
            }
            (Some(change), Some(next)) if change.old.end < next.old.start => {
                let theirs = moved(&change.old, shift(second.as_ref()));
                push(&mut found, part(change.new.clone(), theirs, MergeSide::Ours));
                one.next();
            }
            (Some(next), Some(change)) if change.old.end < next.old.start => {
                let ours = moved(&change.old, shift(first.as_ref()));
                push(&mut found, part(ours, change.new.clone(), MergeSide::Theirs));
                two.next();
            }
            (Some(change), Some(same)) => {
                let is_same = change.old == same.old && own[change.new.clone()] == other[same.new.clone()];
                if !is_same {
                    push(&mut found, overlapping(change, same));
                }
                let (ends, others) = (change.old.end, same.old.end);
                if ends >= others {
                    two.next();
                }
                if others >= ends {
                    one.next();
                }
            }
        }
    }
}

const fn part(ours: Range<usize>, theirs: Range<usize>, from: MergeSide) -> MergedPart {
    MergedPart { ours, theirs, from }
}

/// Returns the part that two touching changes form together, on both sides.
fn overlapping(one: &BaseChange, two: &BaseChange) -> MergedPart {
    let start = one.old.start.min(two.old.start);
    let end = one.old.end.max(two.old.end);
    let grown = |change: &BaseChange| {
        let (before, behind) = (change.old.start - start, end - change.old.end);
        change.new.start.saturating_sub(before)..change.new.end + behind
    };
    part(grown(one), grown(two), MergeSide::Both)
}

/// Appends a part; a part that touches the previous one is merged into it.
fn push(found: &mut Vec<MergedPart>, next: MergedPart) {
    let Some(last) = found.last_mut() else {
        found.push(next);
        return;
    };
    if next.ours.start > last.ours.end && next.theirs.start > last.theirs.end {
        found.push(next);
        return;
    }
    if last.from != next.from {
        last.from = MergeSide::Both;
    }
    // If one change touches several, the last of them determines the end of the part.
    last.ours.end = next.ours.end;
    last.theirs.end = next.theirs.end;
}

/// Returns the changes that turn `base` into `new`.
fn changes(base: &[String], new: &[String]) -> Vec<BaseChange> {
    let (old, new) = numbered(base, new);
    let mut gone = vec![true; old.len()];
    let mut come = vec![true; new.len()];
    let head = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let tail = old[head..]
        .iter()
        .rev()
        .zip(new[head..].iter().rev())
        .take_while(|(one, other)| one == other)
        .count();
    gone[..head].fill(false);
    come[..head].fill(false);
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    gone[old_end..].fill(false);
    come[new_end..].fill(false);
    for step in align_numbers(Method::Shortest, &old[head..old_end], &new[head..new_end]) {
        if let DiffOp::Equal { old_index, new_index, len } = step {
            gone[head + old_index..head + old_index + len].fill(false);
            come[head + new_index..head + new_index + len].fill(false);
        }
    }
    align_runs(&old, &mut gone, &come);
    align_runs(&new, &mut come, &gone);
    runs(&gone, &come)
}

/// Returns the changed lines as pairs of ranges.
fn runs(gone: &[bool], come: &[bool]) -> Vec<BaseChange> {
    let mut found = Vec::new();
    let (mut old, mut new) = (0, 0);
    while old < gone.len() || new < come.len() {
        let run = |flags: &[bool], from: usize| flags[from..].iter().take_while(|flag| **flag).count();
        let change = BaseChange { old: old..old + run(gone, old), new: new..new + run(come, new) };
        (old, new) = (change.old.end + 1, change.new.end + 1);
        if !change.old.is_empty() || !change.new.is_empty() {
            found.push(change);
        }
    }
    found
}

/// A run of changed lines; empty between two unchanged lines.
#[derive(Debug, Clone, Copy)]
struct ChangedRun {
    start: usize,
    end: usize,
}

impl ChangedRun {
    fn first(flags: &[bool]) -> Self {
        Self { start: 0, end: flags.iter().take_while(|flag| **flag).count() }
    }

    fn next(&mut self, flags: &[bool]) -> bool {
        if self.end >= flags.len() {
            return false;
        }
        self.start = self.end + 1;
        self.end = self.start + flags[self.start..].iter().take_while(|flag| **flag).count();
        true
    }

    fn previous(&mut self, flags: &[bool]) -> bool {
        if self.start == 0 {
            return false;
        }
        self.end = self.start - 1;
        self.start = self.end - flags[..self.end].iter().rev().take_while(|flag| **flag).count();
        true
    }

    /// Moves the run one line up, if the line above it equals its last line.
    fn up(&mut self, lines: &[u32], flags: &mut [bool]) -> bool {
        if self.start == 0 || self.end == self.start || lines[self.start - 1] != lines[self.end - 1] {
            return false;
        }
        self.start -= 1;
        self.end -= 1;
        flags[self.start] = true;
        flags[self.end] = false;
        self.start -= flags[..self.start].iter().rev().take_while(|flag| **flag).count();
        true
    }

    fn down(&mut self, lines: &[u32], flags: &mut [bool]) -> bool {
        if self.end >= lines.len() || self.end == self.start || lines[self.start] != lines[self.end] {
            return false;
        }
        flags[self.start] = false;
        flags[self.end] = true;
        self.start += 1;
        self.end += 1;
        self.end += flags[self.end..].iter().take_while(|flag| **flag).count();
        true
    }

    const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// Moves runs of changed lines down as far as equal lines allow, or next to a run of the other text.
fn align_runs(lines: &[u32], flags: &mut [bool], others: &[bool]) {
    let (mut run, mut other) = (ChangedRun::first(flags), ChangedRun::first(others));
    loop {
        if !run.is_empty() {
            let (lowest_end, is_beside) = slide(lines, (flags, &mut run), (others, &mut other));
            if run.end != lowest_end && is_beside {
                while other.is_empty() && run.up(lines, flags) && other.previous(others) {}
            }
        }
        if !run.next(flags) || !other.next(others) {
            return;
        }
    }
}

/// Moves a run up and then down as far as possible, until it merges with no further run. Returns the end of the run at
/// its highest position, and whether it can be next to a run of the other text.
fn slide(
    lines: &[u32],
    (flags, run): (&mut [bool], &mut ChangedRun),
    (others, other): (&[bool], &mut ChangedRun),
) -> (usize, bool) {
    loop {
        let size = run.end - run.start;
        while run.up(lines, flags) {
            other.previous(others);
        }
        let highest = run.end;
        let mut is_beside = !other.is_empty();
        while run.down(lines, flags) {
            other.next(others);
            is_beside |= !other.is_empty();
        }
        if run.end - run.start == size {
            return (highest, is_beside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_there_where_the_lines_that_it_made_are_as_it_made_them() {
        let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
        let has = |base, ours, theirs| has_change(&lines(base), &lines(ours), &lines(theirs));
        assert!(has("a b c", "x b c d", "x b c"));
        assert!(has("a b c", "x y b c", "x b c"));
        assert!(!has("a b c", "y b c", "x b c"));
        assert!(!has("a b c", "a b c", "x b c"));
        // Removed lines.
        assert!(has("a b c", "a c d", "a c"));
        assert!(!has("a b c", "a b2 c", "a c"));
        assert!(!has("a b", "a b", "a b"));
    }
}
