//! Keeps comments and blank lines between removed lines if the lines to which they belong are added again, as in a block
//! that moves deeper.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::haystack::Haystack;
use super::step::HunkStep;
use super::unnamed::comment_of;
use crate::ir::{Hunk, Tag};
use crate::text::LexState;
use crate::text::normal::{is_blank, trim};

/// The lines of the file between two removed lines, which the hunk leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LeftOutLines {
    pub(super) lines: Range<usize>,
}

/// Comment lines and blank lines that move along with a line that is added again, by that line's number in the file.
#[derive(Debug, Clone, Default)]
pub(super) struct KeptLeftOut {
    above: HashMap<usize, Vec<usize>>,
    below: HashMap<usize, Vec<usize>>,
}

impl KeptLeftOut {
    /// Collects the lines: each comment belongs to the line below it, or else to the line above. A blank line stays between
    /// the two lines beside it.
    pub(super) fn of(
        haystack: &mut Haystack<'_, '_>,
        hunk: &Hunk,
        steps: &[HunkStep],
        gaps: &[LeftOutLines],
    ) -> Self {
        let mut comments = Self::default();
        let kept: HashSet<usize> = steps.iter().filter_map(|step| step.repeats_line).collect();
        if gaps.is_empty() || kept.is_empty() {
            return comments;
        }
        let added =
            steps.iter().filter(|step| step.tag == Tag::Added).map(|step| &*hunk.lines[step.line].text);
        let brought: HashSet<String> = match haystack.index.scanner() {
            Some(scanner) => {
                added.filter_map(|line| comment_of(scanner, line, &LexState::default())).collect()
            }
            None => HashSet::new(),
        };
        let added: Vec<Option<usize>> =
            steps.iter().filter(|step| step.tag == Tag::Added).map(|step| step.repeats_line).collect();
        let pairs: HashSet<(usize, usize)> =
            added.windows(2).filter_map(|pair| Some((pair[0]?, pair[1]?))).collect();
        for gap in gaps {
            let stays_between = gap.lines.start > 0 && pairs.contains(&(gap.lines.start - 1, gap.lines.end));
            let above = gap.lines.start.checked_sub(1).filter(|line| kept.contains(line));
            let below = Some(gap.lines.end).filter(|line| kept.contains(line));
            let is_kept = |line: &usize| {
                stays_between && is_blank(&haystack.buffer.line(*line))
                    || is_movable(haystack, *line, &brought)
            };
            for line in gap.lines.clone().filter(is_kept) {
                match (above, below) {
                    (_, Some(below)) => comments.above.entry(below).or_default().push(line),
                    (Some(above), None) => comments.below.entry(above).or_default().push(line),
                    (None, None) => {}
                }
            }
        }
        comments
    }

    /// Returns the lines of the file that are placed above and below the line of a step.
    pub(super) fn beside(&self, step: &HunkStep) -> [impl Iterator<Item = usize> + '_; 2] {
        [&self.above, &self.below].map(|lines| {
            let own = step.repeats_line.and_then(|line| lines.get(&line));
            own.map_or(&[][..], Vec::as_slice).iter().copied()
        })
    }

    /// Returns all kept lines.
    pub(super) fn lines(&self) -> impl Iterator<Item = usize> + '_ {
        self.above.values().chain(self.below.values()).flatten().copied()
    }
}

/// Returns whether a line is a separate comment that the hunk does not add.
fn is_movable(haystack: &mut Haystack<'_, '_>, line: usize, brought: &HashSet<String>) -> bool {
    if !haystack.index.is_comment_line(haystack.buffer, line) {
        return false;
    }
    let mut is_code = |line| haystack.index.state_before(haystack.buffer, line).is_code();
    let text = haystack.buffer.line(line);
    is_code(line) && is_code(line + 1) && !brought.contains(trim(&text))
}
