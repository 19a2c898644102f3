//! The branches of conditional text, and the selection of branches for each reading.

use std::ops::Range;

use super::super::Manifest;
use super::surface::{BranchBoundary, ConditionalDirective, blank_comments_and_directives};
use crate::text::{Buffer, EditSet};

/// The maximum number of readings of a text.
const MAX_READINGS: usize = 6;

/// A branch of conditional text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchInfo {
    /// The byte range of the directive that begins the branch.
    pub directive: Range<usize>,
    /// The directive that begins the first branch of the group; equal to `directive` for the first branch.
    pub opening: Range<usize>,
    /// The byte range of its contents.
    pub range: Range<usize>,
    /// Whether the group has no other branch.
    pub is_only: bool,
    /// The directive that ends the group.
    pub close: Range<usize>,
}

/// The branches of all conditional text, with their nesting.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Branches {
    groups: Vec<Group>,
    branches: Vec<Branch>,
    /// The byte offsets at which the innermost branch changes, with that branch, or `None` outside all branches; in
    /// file order.
    boundaries: Vec<(usize, Option<usize>)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    branches: Vec<usize>,
    /// The byte range of the directive that ends the group.
    close: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Branch {
    /// The byte range of the directive that begins the branch.
    directive: Range<usize>,
    group: usize,
    range: Range<usize>,
    parent: Option<usize>,
    inner: Vec<usize>,
    is_dead: bool,
}

impl Branches {
    /// Returns the branches of a text; `None` if the language has no conditional text, or a group is not closed.
    #[must_use]
    pub fn of(manifest: &Manifest, text: &str) -> Option<Self> {
        let rules = manifest.view.preprocessor.as_ref()?;
        Self::new(&blank_comments_and_directives(text, &manifest.lexical, rules).directives)
    }

    /// Moves the branches to where they are after `edits`; `None` if an edit touches a line with a directive, or
    /// inserts one. The edits must not change how the lines outside them are read.
    #[must_use]
    pub fn moved_by_edits(mut self, manifest: &Manifest, buffer: &Buffer, edits: &EditSet) -> Option<Self> {
        let mark = manifest.view.preprocessor.as_ref()?.directive.as_str();
        let mut moves = Vec::new();
        let mut by = 0;
        for edit in edits {
            let lines = buffer.lines_of(&edit.range);
            let first = lines.start.saturating_sub(1);
            let goes_on = first < lines.start && buffer.line(first).ends_with('\\');
            let old = buffer.line_start(lines.start)..buffer.line_range(buffer.line_of(edit.range.end)).end;
            let touched = buffer.slice(old.start..old.end.max(edit.range.end));
            if goes_on || touched.contains(mark) || edit.text.contains(mark) {
                return None;
            }
            by += edit.text.len() as isize - edit.range.len() as isize;
            moves.push((edit.range.end, by));
        }
        self.each_byte(|byte| {
            let behind = moves.partition_point(|(end, _)| *end <= *byte);
            if let Some((_, by)) = behind.checked_sub(1).map(|last| moves[last]) {
                *byte = byte.saturating_add_signed(by);
            }
        });
        Some(self)
    }

    fn each_byte(&mut self, mut change: impl FnMut(&mut usize)) {
        let closes = self.groups.iter_mut().map(|group| &mut group.close);
        let ranges = self
            .branches
            .iter_mut()
            .flat_map(|branch| [&mut branch.directive, &mut branch.range])
            .chain(closes);
        ranges.flat_map(|range| [&mut range.start, &mut range.end]).for_each(&mut change);
        self.boundaries.iter_mut().for_each(|(start, _)| change(start));
    }

    /// Builds the branches from the directives of a text; `None` if the directives do not pair.
    pub(super) fn new(directives: &[ConditionalDirective]) -> Option<Self> {
        let mut found = Self::default();
        let mut open: Vec<usize> = Vec::new();
        for directive in directives {
            let group = match directive.boundary {
                BranchBoundary::Open => {
                    let group = found.groups.len();
                    found.groups.push(Group { branches: Vec::new(), close: 0..0 });
                    if let Some(outer) = found.innermost(&open) {
                        found.branches[outer].inner.push(group);
                    }
                    open.push(group);
                    group
                }
                BranchBoundary::Next | BranchBoundary::Close => *open.last()?,
            };
            if directive.boundary != BranchBoundary::Open {
                let last = *found.groups[group].branches.last()?;
                found.branches[last].range.end = directive.range.start;
            }
            if directive.boundary == BranchBoundary::Close {
                found.groups[group].close = directive.range.clone();
                open.pop();
            } else {
                let parent = open.iter().rev().nth(1).and_then(|outer| found.groups[*outer].branches.last());
                let parent = parent.copied();
                let branch = Branch {
                    directive: directive.range.clone(),
                    group,
                    range: directive.range.end..directive.range.end,
                    parent,
                    inner: Vec::new(),
                    is_dead: directive.is_dead || parent.is_some_and(|outer| found.branches[outer].is_dead),
                };
                found.groups[group].branches.push(found.branches.len());
                found.branches.push(branch);
            }
            found.boundaries.push((directive.range.start, found.innermost(&open)));
        }
        open.is_empty().then_some(found)
    }

    fn innermost(&self, open: &[usize]) -> Option<usize> {
        open.last().and_then(|group| self.groups[*group].branches.last()).copied()
    }

    /// Returns the index of the innermost branch that contains a byte.
    pub(super) fn at(&self, byte: usize) -> Option<usize> {
        let behind = self.boundaries.partition_point(|(start, _)| *start <= byte);
        behind.checked_sub(1).and_then(|index| self.boundaries[index].1)
    }

    /// Returns whether both bytes are in the same branch.
    #[must_use]
    pub fn in_same_branch(&self, first: usize, second: usize) -> bool {
        self.at(first) == self.at(second)
    }

    /// Returns the branches that contain a byte, outermost first.
    #[must_use]
    pub fn around(&self, byte: usize) -> Vec<BranchInfo> {
        let innermost = self.at(byte);
        let upwards = std::iter::successors(innermost, |branch| self.branches[*branch].parent);
        let mut found: Vec<BranchInfo> = upwards.map(|branch| self.branch_info(branch)).collect();
        found.reverse();
        found
    }

    /// Returns the branches that are not inside another branch.
    pub fn outer(&self) -> impl Iterator<Item = BranchInfo> {
        let outer = self.branches.iter().enumerate().filter(|(_, branch)| branch.parent.is_none());
        outer.map(|(index, _)| self.branch_info(index))
    }

    fn branch_info(&self, branch: usize) -> BranchInfo {
        let Branch { directive, group, range, .. } = &self.branches[branch];
        let group = &self.groups[*group];
        let first = group.branches.first().map_or(directive, |first| &self.branches[*first].directive);
        BranchInfo {
            opening: first.clone(),
            directive: directive.clone(),
            range: range.clone(),
            is_only: group.branches.len() == 1,
            close: group.close.clone(),
        }
    }

    /// Returns the ranges that each reading leaves out, and the ranges that no reading contains although they could be
    /// read. Every branch that is not dead is in some reading, unless the maximum number of readings is reached.
    pub(super) fn readings(&self) -> (Vec<Vec<Range<usize>>>, Vec<Range<usize>>) {
        // Outer branches precede inner ones: in reverse order, the branches inside a branch are known before it.
        let mut is_done: Vec<bool> = self.branches.iter().map(|branch| branch.is_dead).collect();
        let mut is_read = vec![false; self.branches.len()];
        let mut readings = Vec::new();
        while readings.len() < MAX_READINGS {
            let taken = self.select_branches(&is_done);
            for (index, is_taken) in taken.iter().enumerate() {
                is_read[index] |= is_taken;
            }
            readings.push(self.outermost(&taken));
            for (index, branch) in self.branches.iter().enumerate().rev() {
                let is_inner_done =
                    |group: &usize| self.groups[*group].branches.iter().all(|one| is_done[*one]);
                is_done[index] |= is_read[index] && branch.inner.iter().all(is_inner_done);
            }
            if is_done.iter().all(|done| *done) {
                break;
            }
        }
        for (index, branch) in self.branches.iter().enumerate() {
            is_read[index] |= branch.is_dead;
        }
        (readings, self.outermost(&is_read))
    }

    /// Selects one branch of each group: the first one that is not done, otherwise the first one that is not dead.
    fn select_branches(&self, is_done: &[bool]) -> Vec<bool> {
        let mut taken = vec![false; self.branches.len()];
        for group in &self.groups {
            let alive = || group.branches.iter().copied().filter(|index| !self.branches[*index].is_dead);
            let Some(one) = alive().find(|index| !is_done[*index]).or_else(|| alive().next()) else {
                continue;
            };
            taken[one] = self.branches[one].parent.is_none_or(|parent| taken[parent]);
        }
        taken
    }

    /// Returns the ranges of the branches that are not in `taken`, without branches that are inside such a range.
    fn outermost(&self, taken: &[bool]) -> Vec<Range<usize>> {
        let is_out = |(index, branch): &(usize, &Branch)| {
            !taken[*index] && branch.parent.is_none_or(|parent| taken[parent])
        };
        self.branches.iter().enumerate().filter(is_out).map(|(_, branch)| branch.range.clone()).collect()
    }
}
