//! Finds the lines that two texts have in common, in almost linear time for all texts.
//!
//! Lines that occur once on both sides divide the texts, as in the patience algorithm. The parts between them are small
//! in practice, and are compared with Myers' algorithm, in windows if they are long. A time limit would be simpler, but
//! the same patch could then give two different diffs.

use std::collections::HashMap;
use std::ops::Range;

use similar::DiffOp;

use crate::text::{Method, align_numbers, numbered};

/// The maximum number of lines of both sides together for which the shortest diff is computed.
const SMALL: usize = 1024;

/// The number of lines of each side that are compared at once in a long part without unique lines.
const WINDOW: usize = 256;

/// The maximum depth to which parts are divided by their own unique lines.
const DEPTH: usize = 12;

/// A range of old lines that is replaced by a range of new lines; one of both may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::report) struct LineChange {
    /// The removed lines.
    pub(in crate::report) old: Range<usize>,
    /// The added lines.
    pub(in crate::report) new: Range<usize>,
}

/// Returns the changes that turn `old` into `new`, in order, each as small as can be determined.
pub(in crate::report) fn changes(old: &[&[u8]], new: &[&[u8]]) -> Vec<LineChange> {
    let (old, new) = numbered(old, new);
    let mut kept = KeptPairs { old: vec![false; old.len()], new: vec![false; new.len()] };
    let mut work = vec![(Stretch { old: 0..old.len(), new: 0..new.len() }, 0)];
    while let Some((stretch, depth)) = work.pop() {
        let stretch = kept.trim(stretch, &old, &new);
        if stretch.old.is_empty() || stretch.new.is_empty() {
            continue;
        }
        if stretch.old.len() + stretch.new.len() <= SMALL {
            kept.shortest(&stretch, &old, &new);
            continue;
        }
        let anchors = if depth < DEPTH { unique_pairs(&stretch, &old, &new) } else { Vec::new() };
        if anchors.is_empty() {
            kept.windows(stretch, &old, &new);
        } else {
            work.extend(divide(stretch, &anchors).into_iter().map(|part| (part, depth + 1)));
        }
    }
    kept.changes()
}

/// A range of lines in each text.
#[derive(Debug, Clone)]
struct Stretch {
    old: Range<usize>,
    new: Range<usize>,
}

/// The lines that both sides have in common: the marked lines of one side correspond to those of the other side, in
/// order.
struct KeptPairs {
    old: Vec<bool>,
    new: Vec<bool>,
}

impl KeptPairs {
    fn pair(&mut self, old: usize, new: usize, len: usize) {
        self.old[old..old + len].fill(true);
        self.new[new..new + len].fill(true);
    }

    /// Marks the equal lines at both ends of a stretch as kept, and returns the rest.
    fn trim(&mut self, stretch: Stretch, old: &[u32], new: &[u32]) -> Stretch {
        let (a, b) = (&old[stretch.old.clone()], &new[stretch.new.clone()]);
        let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let tail = a[head..].iter().rev().zip(b[head..].iter().rev()).take_while(|(a, b)| a == b).count();
        self.pair(stretch.old.start, stretch.new.start, head);
        self.pair(stretch.old.end - tail, stretch.new.end - tail, tail);
        Stretch {
            old: stretch.old.start + head..stretch.old.end - tail,
            new: stretch.new.start + head..stretch.new.end - tail,
        }
    }

    /// Marks the lines that the shortest diff of a small stretch keeps.
    fn shortest(&mut self, stretch: &Stretch, old: &[u32], new: &[u32]) {
        let (old, new) = (&old[stretch.old.clone()], &new[stretch.new.clone()]);
        for op in align_numbers(Method::Shortest, old, new) {
            if let DiffOp::Equal { old_index, new_index, len } = op {
                self.pair(stretch.old.start + old_index, stretch.new.start + new_index, len);
            }
        }
    }

    /// Compares a long stretch without unique lines window by window: each window begins after the last equal line of
    /// the one before it.
    fn windows(&mut self, mut left: Stretch, old: &[u32], new: &[u32]) {
        while !left.old.is_empty() && !left.new.is_empty() {
            let window = Stretch {
                old: left.old.start..left.old.end.min(left.old.start + WINDOW),
                new: left.new.start..left.new.end.min(left.new.start + WINDOW),
            };
            self.shortest(&window, old, new);
            let resume = |kept: &[bool], range: &Range<usize>| {
                kept[range.clone()]
                    .iter()
                    .rposition(|kept| *kept)
                    .map_or(range.end, |at| range.start + at + 1)
            };
            left.old.start = resume(&self.old, &window.old);
            left.new.start = resume(&self.new, &window.new);
        }
    }

    /// Returns the lines that are not kept, as ranges.
    fn changes(&self) -> Vec<LineChange> {
        let mut found = Vec::new();
        let (mut old, mut new) = (0, 0);
        while old < self.old.len() || new < self.new.len() {
            let run = |kept: &[bool], from: usize| {
                kept[from..].iter().position(|kept| *kept).map_or(kept.len(), |len| from + len)
            };
            let change = LineChange { old: old..run(&self.old, old), new: new..run(&self.new, new) };
            // The line after a range is kept on both sides.
            (old, new) = (change.old.end + 1, change.new.end + 1);
            if !(change.old.is_empty() && change.new.is_empty()) {
                found.push(change);
            }
        }
        found
    }
}

/// Returns the longest sequence of lines that occur once on each side and are in the same order on both.
fn unique_pairs(stretch: &Stretch, old: &[u32], new: &[u32]) -> Vec<(usize, usize)> {
    let once_new = occurring_once(&stretch.new, new);
    let mut pairs: Vec<(usize, usize)> = occurring_once(&stretch.old, old)
        .into_iter()
        .filter_map(|(line, at)| once_new.get(&line).map(|other| (at, *other)))
        .collect();
    pairs.sort_unstable();
    longest_increasing(&pairs)
}

fn occurring_once(range: &Range<usize>, lines: &[u32]) -> HashMap<u32, usize> {
    let mut places: HashMap<u32, Option<usize>> = HashMap::new();
    for at in range.clone() {
        places.entry(lines[at]).and_modify(|place| *place = None).or_insert(Some(at));
    }
    places.into_iter().filter_map(|(line, place)| place.map(|at| (line, at))).collect()
}

/// Returns the longest subsequence in which the second numbers also increase; `pairs` is sorted by the first numbers.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // `tails[n]` is the last pair of the sequence of n + 1 pairs whose last pair is the lowest.
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let rank = tails.partition_point(|tail| pairs[*tail].1 < pair.1);
        before.push(rank.checked_sub(1).map(|shorter| tails[shorter]));
        match tails.get_mut(rank) {
            Some(tail) => *tail = index,
            None => tails.push(index),
        }
    }
    let mut chain: Vec<_> = std::iter::successors(tails.last().copied(), |at| before[*at]).collect();
    chain.reverse();
    chain.into_iter().map(|at| pairs[at]).collect()
}

/// Returns the parts of a stretch between anchors; each anchor is the start of the part after it, and
/// [`KeptPairs::trim`] then keeps it.
fn divide(stretch: Stretch, anchors: &[(usize, usize)]) -> Vec<Stretch> {
    let starts = std::iter::once((stretch.old.start, stretch.new.start)).chain(anchors.iter().copied());
    let ends = anchors.iter().copied().chain(std::iter::once((stretch.old.end, stretch.new.end)));
    starts.zip(ends).map(|(start, end)| Stretch { old: start.0..end.0, new: start.1..end.1 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Applies the changes to the old lines.
    fn replay<'a>(old: &[&'a [u8]], new: &[&'a [u8]], changes: &[LineChange]) -> Vec<&'a [u8]> {
        let mut out = Vec::new();
        let mut at = 0;
        for change in changes {
            out.extend_from_slice(&old[at..change.old.start]);
            out.extend_from_slice(&new[change.new.clone()]);
            at = change.old.end;
        }
        out.extend_from_slice(&old[at..]);
        out
    }

    fn lines(text: &str) -> Vec<&[u8]> {
        text.split_inclusive('\n').map(str::as_bytes).collect()
    }

    #[track_caller]
    fn check(old: &str, new: &str, expected: usize) {
        let (old, new) = (lines(old), lines(new));
        let found = changes(&old, &new);
        assert_eq!(replay(&old, &new, &found), new);
        assert_eq!(found.iter().map(|change| change.old.len() + change.new.len()).sum::<usize>(), expected);
    }

    #[test]
    fn only_what_differs_is_a_change() {
        check("a\nb\nc\n", "a\nB\nc\n", 2);
        check("a\nb\n", "a\nb\n", 0);
        check("", "a\nb\n", 2);
        check("a\nb\nc\nd\n", "b\nc\nd\ne\n", 2);
    }

    #[test]
    fn distant_edits_of_a_long_text_stay_small() {
        let old: String = (0..50_000).map(|n| format!("line {n}\n")).collect();
        let new = old.replacen("line 7\n", "seven\n", 1).replacen("line 49990\n", "", 1);
        check(&old, &new, 3);
    }

    #[test]
    fn a_long_text_of_equal_lines_takes_no_longer() {
        let old = "same\n".repeat(200_000);
        let new = format!("first\n{}middle\n{}last\n", "same\n".repeat(90_000), "same\n".repeat(90_000));
        check(&old, &new, 3 + 20_000);
    }

    #[test]
    fn two_long_texts_that_share_lines_in_another_order_end() {
        let old: String = (0..30_000).map(|n| format!("{}\n", n % 1000)).collect();
        let new: String = (0..30_000).map(|n| format!("{}\n", (n * 7919) % 1000)).collect();
        let (old, new) = (lines(&old), lines(&new));
        assert_eq!(replay(&old, &new, &changes(&old, &new)), new);
    }

    proptest! {
        #[test]
        fn the_changes_turn_one_text_into_the_other(
            old in proptest::collection::vec(0u8..6, 0..80), new in proptest::collection::vec(0u8..6, 0..80),
        ) {
            let (old, new): (Vec<_>, Vec<_>) = (
                old.iter().map(std::slice::from_ref).collect(),
                new.iter().map(std::slice::from_ref).collect(),
            );
            prop_assert_eq!(replay(&old, &new, &changes(&old, &new)), new);
        }
    }
}
