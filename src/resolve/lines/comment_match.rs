//! Matches comments that a patch leaves out with those that it adds: two comments are the same only if the line below
//! them is the same.
//!
//! A comment is read as a whole, since lines such as `/**` occur in many comments and do not identify one.

use std::collections::HashSet;
use std::ops::Range;

use super::compared::ComparedLine;
use super::complete::is_alike;
use super::haystack::Haystack;
use super::step::HunkStep;
use crate::ir::{Hunk, Tag};
use crate::text::normal::{is_blank, trim};
use crate::text::{CommentScanner, LexState};

/// The maximum number of comments between two shared lines among which a match is searched for.
const MOST: usize = 64;

/// Consecutive lines of a comment, and the line to which they belong: the one directly below.
#[derive(Debug, Clone)]
pub(super) struct CommentRun {
    pub(super) lines: Range<usize>,
    pub(super) owner: Option<usize>,
}

impl CommentRun {
    /// Returns the comments among `count` lines, where `is_comment` tells which lines belong to one, and `is_owner`
    /// which lines may own one.
    pub(super) fn all(
        count: usize,
        is_comment: impl Fn(usize) -> bool,
        is_owner: impl Fn(usize) -> bool,
    ) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for at in (0..count).filter(|at| is_comment(*at)) {
            match found.last_mut().filter(|last| last.lines.end == at) {
                Some(last) => last.lines.end = at + 1,
                None => found.push(Self { lines: at..at + 1, owner: None }),
            }
        }
        for run in &mut found {
            run.owner = Some(run.lines.end).filter(|below| *below < count && is_owner(*below));
        }
        found
    }
}

/// Returns for each line whether it contains only a comment.
pub(super) fn are_comments(
    scanner: Option<&CommentScanner<'_>>,
    lines: &[&str],
    mut state: LexState,
) -> Vec<bool> {
    let is_comment = |line: &&str| {
        let scanned = scanner.map(|scanner| scanner.scan(line, &mut state));
        scanned.is_some_and(|scanned| is_blank(&scanned.code) && !is_blank(line))
    };
    lines.iter().map(is_comment).collect()
}

/// Returns whether a comment is a rewording of another one for the same line: both are documentation, or they are
/// similar.
pub(super) fn is_reworded(old: &[&str], new: &[&str]) -> bool {
    const SIGNS: [&str; 3] = ["/**", "///", "#'"];
    let sign = |lines: &[&str]| {
        let first = lines.first().map_or("", |line| trim(line));
        SIGNS.into_iter().find(|sign| first.starts_with(sign))
    };
    let all = |lines: &[&str]| lines.iter().map(|line| trim(line)).collect::<Vec<_>>().join(" ");
    sign(old).is_some() && sign(old) == sign(new) || is_alike(&all(old), &all(new))
}

/// The comments that file and payload share, by numbers from 1; 0 is the number of all other lines.
#[derive(Debug, Default)]
pub(super) struct MatchedComments {
    /// The numbers of the lines of the file; `None` for lines of a comment that the payload does not have.
    of_items: Vec<Option<usize>>,
    /// The numbers of the lines of the payload.
    of_lines: Vec<usize>,
}

impl MatchedComments {
    /// Matches the comments that the marker leaves out with those of the payload, where `is_comment` tells which lines
    /// are comments; `pairs` are the lines that are known to be the same.
    pub(super) fn of(
        items: &[ComparedLine<'_>],
        payload: &[&str],
        is_comment: impl FnOnce() -> Vec<bool>,
        pairs: &[(usize, usize)],
    ) -> Self {
        let is_left_out = |at: usize| !items[at].is_marked && !is_blank(items[at].text);
        let is_owner =
            |at: usize| items[at].is_marked && items[at].line.is_some() && !is_blank(items[at].text);
        let old = CommentRun::all(items.len(), is_left_out, is_owner);
        if old.is_empty() {
            return Self::default();
        }
        let is_comment = is_comment();
        let paired: HashSet<usize> = pairs.iter().map(|(_, line)| *line).collect();
        let is_open = |at: usize| is_comment[at] && !paired.contains(&at);
        let new = CommentRun::all(payload.len(), is_open, |at| !is_blank(payload[at]));
        let mut same = Self { of_items: vec![Some(0); items.len()], of_lines: vec![0; payload.len()] };
        let gap_of = |run: &CommentRun| pairs.partition_point(|(item, _)| *item < run.lines.start);
        let texts = ComparedTexts { items, payload };
        for old in old.chunk_by(|one, other| gap_of(one) == gap_of(other)) {
            let gap = gap_of(&old[0]);
            let start = gap.checked_sub(1).map_or(0, |above| pairs[above].1 + 1);
            let below = pairs.get(gap).copied();
            let first = new.partition_point(|own| own.lines.start < start);
            let past =
                new.partition_point(|own| own.lines.end <= below.map_or(payload.len(), |below| below.1));
            let mut open: Vec<&CommentRun> = new[first..past.max(first)].iter().take(MOST).collect();
            let is_alone = old.len() == 1 && open.len() == 1;
            for run in old {
                let found = open.iter().position(|own| texts.are_same(run, own, below, is_alone));
                // A number that no other comment has.
                let number = run.lines.start + 1;
                run.lines.clone().for_each(|at| same.of_items[at] = found.map(|_| number));
                if let Some(found) = found {
                    open.remove(found).lines.clone().for_each(|line| same.of_lines[line] = number);
                }
            }
        }
        same
    }

    /// Returns the number of the comment that contains a line of the file; `None` if the payload does not have the
    /// comment.
    pub(super) fn of_item(&self, at: usize) -> Option<usize> {
        self.of_items.get(at).copied().unwrap_or(Some(0))
    }

    /// Returns the number of the comment that contains a line of the payload.
    pub(super) fn of_line(&self, at: usize) -> usize {
        self.of_lines.get(at).copied().unwrap_or(0)
    }
}

/// The lines that are compared.
struct ComparedTexts<'a, 't> {
    items: &'a [ComparedLine<'t>],
    payload: &'a [&'a str],
}

impl ComparedTexts<'_, '_> {
    /// Returns whether a comment of the file and one of the payload are the same, where `below` is the next shared
    /// line, and `is_alone` tells whether there are no other comments.
    fn are_same(
        &self,
        old: &CommentRun,
        new: &CommentRun,
        below: Option<(usize, usize)>,
        is_alone: bool,
    ) -> bool {
        let Self { items, payload } = self;
        let lines: Vec<&str> = items[old.lines.clone()].iter().map(|item| item.text).collect();
        let brought: Vec<&str> = payload[new.lines.clone()].iter().map(|line| trim(line)).collect();
        let is_told = |owner: usize| below.is_some_and(|(item, _)| item == owner);
        match (old.owner, new.owner) {
            (Some(owner), Some(line)) if is_told(owner) => {
                Some((owner, line)) == below && (lines == brought || is_reworded(&lines, &brought))
            }
            (_, Some(line)) if below.is_some_and(|(_, own)| own == line) => lines == brought,
            (Some(owner), Some(line)) => {
                let is_owner = items[owner].text == trim(payload[line]);
                (is_owner || is_alone) && (lines == brought || is_reworded(&lines, &brought))
            }
            (None, _) => lines == brought || new.owner.is_none() && is_reworded(&lines, &brought),
            (Some(_), None) => lines == brought,
        }
    }
}

/// Comments that a hunk adds for a line above which the file has comments that the hunk leaves out.
#[derive(Debug, Default)]
pub(super) struct ExistingComments {
    /// The lines of the hunk that the file already has there.
    pub(super) lines: HashSet<usize>,
    /// Lines of the file that are the comment in other words.
    pub(super) replaced: Vec<Range<usize>>,
}

impl ExistingComments {
    /// Examines the lines above each old line for which the hunk adds a comment.
    pub(super) fn of(haystack: &mut Haystack<'_, '_>, hunk: &Hunk, steps: &[HunkStep]) -> Self {
        let mut found = Self::default();
        let texts: Vec<&str> = hunk.lines.iter().map(|line| line.text.as_str()).collect();
        let added: Vec<usize> = (0..steps.len()).filter(|at| steps[*at].tag == Tag::Added).collect();
        let mut is_comment = HashSet::new();
        for run in added.chunk_by(|one, below| one + 1 == *below) {
            let lines: Vec<&str> = run.iter().map(|at| texts[steps[*at].line]).collect();
            let comments = are_comments(haystack.index.scanner(), &lines, LexState::default());
            is_comment.extend(run.iter().zip(comments).filter(|(_, own)| *own).map(|(at, _)| *at));
        }
        let placed: HashSet<usize> = steps.iter().filter_map(|step| step.place).collect();
        for run in CommentRun::all(steps.len(), |at| is_comment.contains(&at), |_| true) {
            let Some(owner) = owner_of_brought(steps, &run) else { continue };
            let mut first = owner;
            while let Some(above) = first.checked_sub(1).filter(|above| {
                !placed.contains(above) && haystack.index.is_comment_line(haystack.buffer, *above)
            }) {
                first = above;
            }
            let old: Vec<String> =
                (first..owner).map(|line| trim(&haystack.buffer.line(line)).to_owned()).collect();
            let old: Vec<&str> = old.iter().map(String::as_str).collect();
            let own = run.lines.clone().map(|at| steps[at].line);
            let new: Vec<&str> = own.clone().map(|line| trim(texts[line])).collect();
            if old.is_empty() {
                continue;
            }
            if old == new {
                found.lines.extend(own);
            } else if is_reworded(&old, &new) {
                found.replaced.push(first..owner);
            }
        }
        found
    }
}

/// Returns the line of the file to which an added comment belongs: the old line below it or, for a comment of added
/// lines, the first of the removed lines directly above it.
fn owner_of_brought(steps: &[HunkStep], run: &CommentRun) -> Option<usize> {
    let removed = steps[..run.lines.start].iter().rev().take_while(|step| step.tag == Tag::Removed);
    let first = removed.filter_map(|step| step.place).last();
    let below = steps.get(run.lines.end)?;
    match first {
        Some(first) if below.tag == Tag::Added => Some(first),
        _ => below.place,
    }
}
