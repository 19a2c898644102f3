//! Empty lines among the added lines of a hunk whose `+` is missing: as written they are context.
//!
//! An empty line between two added ones is context if the file has it between the lines around; otherwise it is added
//! with the others, and the blank lines of the file stay where they are.

use std::ops::Range;

use super::choose::claimed_line;
use super::equal::AllLines;
use super::hash::HashedMap;
use super::haystack::{Haystack, extent};
use super::rung::{BlankLines, HUNK_LADDER, Rung};
use crate::ir::{Hunk, HunkLine, Tag};
use crate::text::normal::is_blank;

/// Returns the hunks with such empty lines turned into added ones; `None` if there are none.
#[must_use]
pub fn with_unprefixed_blanks(haystack: &mut Haystack<'_, '_>, hunks: &[Hunk]) -> Option<Vec<Hunk>> {
    if haystack.index.is_exact_only() {
        return None;
    }
    let mut known: HashedMap<(AllLines<'_>, bool), Vec<usize>> = HashedMap::default();
    let mut found: Option<Vec<Hunk>> = None;
    for (at, hunk) in hunks.iter().enumerate() {
        let blanks = UnprefixedBlanks::of(hunk);
        if blanks.inner.is_empty() {
            continue;
        }
        let come =
            known.entry((AllLines(hunk), hunk.counts_match)).or_insert_with(|| blanks.coming(haystack, hunk));
        if !come.is_empty() {
            found.get_or_insert_with(|| hunks.to_vec())[at] = with_added(hunk, come);
        }
    }
    found
}

/// The blank context lines of a hunk that may be added ones, by their indexes.
struct UnprefixedBlanks {
    /// The lines between two added lines, in a hunk that has other old lines.
    inner: Vec<usize>,
    /// The inner lines above which the hunk has no nonblank old line, and those below which it has none.
    open: [Vec<usize>; 2],
    /// The lines directly after added lines; `before` are those directly before added lines.
    behind: Vec<usize>,
    before: Vec<usize>,
}

impl UnprefixedBlanks {
    fn of(hunk: &Hunk) -> Self {
        let lines = &hunk.lines;
        let is_old = |line: &HunkLine| line.tag != Tag::Added && !is_blank(&line.text);
        let (first, last) = (lines.iter().position(is_old), lines.iter().rposition(is_old));
        let mut found =
            Self { inner: Vec::new(), open: Default::default(), behind: Vec::new(), before: Vec::new() };
        let (Some(first), Some(last)) = (first, last) else { return found };
        let mut end = 0;
        for run in lines.chunk_by(|one, below| is_bare(one) == is_bare(below)) {
            let own = end..end + run.len();
            end = own.end;
            if !is_bare(&run[0]) {
                continue;
            }
            let is_added = |line: Option<&HunkLine>| line.is_some_and(|line| line.tag == Tag::Added);
            let above = is_added(own.start.checked_sub(1).and_then(|above| lines.get(above)));
            let below = is_added(lines.get(own.end));
            let is_open = [first >= own.start, last < own.end];
            match (above, below) {
                (true, true) => {
                    found.inner.extend(own.clone());
                    for (open, _) in found.open.iter_mut().zip(is_open).filter(|(_, is_open)| *is_open) {
                        open.extend(own.clone());
                    }
                }
                (true, false) => found.behind.extend(own),
                (false, true) => found.before.extend(own),
                (false, false) => {}
            }
        }
        found
    }

    /// Returns the lines that are to be added.
    fn coming(&self, haystack: &mut Haystack<'_, '_>, hunk: &Hunk) -> Vec<usize> {
        if let Some(places) = stands(haystack, hunk) {
            // Counts that match were written by a program, which does not forget prefixes. Other hunks omit context
            // only at the beginning or end of the text, and their line numbers must be right.
            let [above, below] = &self.open;
            let count = haystack.buffer.line_count();
            let is_meant = |own: &Range<usize>| {
                let is_at_edge =
                    (above.is_empty() || own.start == 0) && (below.is_empty() || own.end == count);
                is_at_edge && (hunk.line_hint.is_none() || claimed_line(hunk) == Some(own.start))
            };
            let is_open = !above.is_empty() || !below.is_empty();
            return if is_open && !hunk.counts_match && !places.iter().any(is_meant) {
                [&above[..], below].concat()
            } else {
                Vec::new()
            };
        }
        let Self { inner, behind, before, .. } = self;
        let ways = [
            inner.clone(),
            [&inner[..], behind].concat(),
            [&inner[..], before].concat(),
            [&inner[..], behind, before].concat(),
        ];
        let mut fits = |come: &&Vec<usize>| stands(haystack, &with_added(hunk, come)).is_some();
        match ways.iter().find(&mut fits) {
            Some(come) => come.clone(),
            None => self.not_in_file(haystack, hunk),
        }
    }

    /// Returns the inner lines that the file lacks between the old lines around, if it has all old lines except blank
    /// ones.
    fn not_in_file(&self, haystack: &mut Haystack<'_, '_>, hunk: &Hunk) -> Vec<usize> {
        let old: Vec<usize> = (0..hunk.lines.len()).filter(|at| hunk.lines[*at].tag != Tag::Added).collect();
        let texts: Vec<&str> = old.iter().map(|at| hunk.lines[*at].text.as_str()).collect();
        let mut rungs = HUNK_LADDER.into_iter().filter(|rung| rung.blank_lines == BlankLines::Ignore);
        let found =
            rungs.find_map(|rung| Some(haystack.find(rung, &texts)).filter(|found| !found.is_empty()));
        let Some([only]) = found.as_deref() else { return self.inner.clone() };
        let placed: Vec<(usize, usize)> =
            old.iter().zip(only).filter_map(|(at, line)| Some((*at, (*line)?))).collect();
        let is_in_file = |at: &usize| {
            let below = placed.partition_point(|(own, _)| own < at);
            let (Some((above, top)), Some((below, bottom))) =
                (below.checked_sub(1).and_then(|above| placed.get(above)), placed.get(below))
            else {
                return false;
            };
            let wanted = hunk.lines[above + 1..*below].iter().filter(|line| is_bare(line)).count();
            let there = (top + 1..*bottom).filter(|line| is_blank(&haystack.buffer.line(*line))).count();
            there >= wanted
        };
        self.inner.iter().copied().filter(|at| !is_in_file(at)).collect()
    }
}

/// Returns whether a line is blank context.
fn is_bare(line: &HunkLine) -> bool {
    line.tag == Tag::Context && is_blank(&line.text)
}

/// Returns the places of the old lines of a hunk with all their blank lines.
fn stands(haystack: &mut Haystack<'_, '_>, hunk: &Hunk) -> Option<Vec<Range<usize>>> {
    let (old, _) = hunk.sides();
    let counts = |rung: &Rung| rung.blank_lines == BlankLines::Count;
    let mut rungs = HUNK_LADDER.into_iter().filter(counts);
    let found = rungs.find_map(|rung| Some(haystack.find(rung, &old)).filter(|found| !found.is_empty()))?;
    Some(found.iter().map(|own| extent(own)).collect())
}

/// Returns a hunk in which some lines are turned into added ones.
fn with_added(hunk: &Hunk, come: &[usize]) -> Hunk {
    let mut hunk = hunk.clone();
    for at in come {
        let line = &mut hunk.lines[*at];
        *line =
            HunkLine { crlf: line.crlf, ..HunkLine::new(Tag::Added, line.text.as_str(), line.patch_line) };
    }
    hunk
}
