//! Finds markers: the only place where `before`, `marker` and `after` directly follow one another.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::complete::{belongs_elsewhere, complete};
use super::haystack::{Alignment, Haystack, extent};
use super::index::LineIndex;
use super::problem::LinesProblem;
use super::rung::{AS_APPLIED, AS_APPLIED_SHIFTED, Form, MARKER_LADDER, Rung};
use super::shift::{Shift, is_as_deep};
use super::unnamed::{UnnamedRemoval, unnamed};
use super::whole_comments::keep_comments_whole;
use crate::ir::{HunkLine, Marker, Tag};
use crate::resolve::nearby::nearest;
use crate::text::normal::{fold, indentation, is_blank, is_closing_line, trim, trim_start};
use crate::text::{Buffer, LineEdits};

/// The place of a marker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkerMatch {
    /// The lines of the file, from 0, from the first matched line through the last.
    pub range: Range<usize>,
    /// The rung on which the marker matched.
    pub rung: Rung,
    /// The lines between those of `before` and those of `after`: the place of the change.
    pub free: Range<usize>,
    /// The matched line of the file for each line of the marker.
    pub(super) alignment: Alignment,
}

impl MarkerMatch {
    /// Makes edits remove comments that continue below a removed line together with it, and moves added lines that
    /// would be within such a comment behind it. Returns the end of the last additionally removed lines.
    ///
    /// # Errors
    /// Code follows the end of such a comment.
    pub fn keep_comments_whole(
        &self,
        buffer: &Buffer,
        index: &mut LineIndex<'_>,
        edits: &mut LineEdits<'_>,
    ) -> Result<Option<usize>, LinesProblem> {
        if self.rung.form != Form::Code {
            return Ok(None);
        }
        let named = self.alignment.iter().flatten().copied().collect();
        let mut haystack = Haystack { buffer, index, within: self.range.clone() };
        let along = keep_comments_whole(&mut haystack, &named, edits);
        let along = along.map_err(|line| LinesProblem::UnclearLeftOut { line })?;
        Ok(along.last().map(|lines| lines.end))
    }

    /// Returns the comments in the range that `edits` remove, although neither the marker nor an added line has them.
    pub fn unnamed(
        &self,
        buffer: &Buffer,
        index: &mut LineIndex<'_>,
        marker: &Marker,
        edits: &LineEdits<'_>,
    ) -> Vec<UnnamedRemoval> {
        if self.rung.form != Form::Code || edits.removed().is_empty() {
            return Vec::new();
        }
        let lines = marker.lines.lines.iter().zip(&self.alignment);
        let written: HashMap<usize, &str> =
            lines.filter_map(|(line, at)| Some(((*at)?, line.as_str()))).collect();
        let mut gone: Vec<_> =
            edits.removed().iter().map(|line| (*line, written.get(line).copied())).collect();
        gone.sort_unstable();
        let mut haystack = Haystack { buffer, index, within: self.range.clone() };
        let mut found = unnamed(&mut haystack, gone.into_iter(), edits.texts_of_added());
        // A marker may leave out blank lines.
        found.retain(|unnamed| !unnamed.text.is_empty());
        found
    }

    /// Returns the marker's lines, each with the indentation of its matched line; `None` where the file has no line
    /// with that text, apart from a trailing comment.
    #[must_use]
    pub fn as_deep_as_found(&self, buffer: &Buffer, marker: &Marker) -> Vec<Option<String>> {
        let lines = marker.lines.lines.iter().zip(&self.alignment);
        lines
            .map(|(line, at)| {
                let own = buffer.line((*at)?);
                // Quotes and dashes may differ.
                let (stands, quoted) = (fold(trim(&own)), fold(trim(line)));
                let is_same = stands.starts_with(&*quoted) || quoted.starts_with(&*stands);
                is_same.then(|| indentation(&own).to_owned() + trim_start(line))
            })
            .collect()
    }

    /// Returns whether the first line of the marker is as deep in the patch as in the file.
    #[must_use]
    pub fn is_as_deep(&self, buffer: &Buffer, marker: &Marker) -> bool {
        let mut placed = marker.lines.lines.iter().zip(&self.alignment).filter(|(line, _)| !is_blank(line));
        let first = placed.find_map(|(line, at)| Some((line, (*at)?)));
        first.is_none_or(|(line, at)| indentation(line) == indentation(&buffer.line(at)))
    }

    /// Returns whether the file has a line of the marker with another indentation.
    #[must_use]
    pub fn is_shifted(&self, buffer: &Buffer, marker: &Marker) -> bool {
        let mut placed = marker.lines.lines.iter().zip(&self.alignment).filter(|(line, _)| !is_blank(line));
        placed.any(|(line, at)| at.is_some_and(|at| indentation(line) != indentation(&buffer.line(at))))
    }
}

/// Finds the only place of `marker` within some lines of a text.
///
/// # Errors
/// The marker has no place, or several.
pub fn resolve_marker(haystack: &mut Haystack<'_, '_>, marker: &Marker) -> Result<MarkerMatch, LinesProblem> {
    let own = marker.before.lines.len()..marker.before.lines.len() + marker.lines.lines.len();
    let whole: Vec<&str> = marker.pattern().collect();
    // In exact mode only the strictest rung is tried.
    let rungs = if haystack.index.is_exact_only() { &MARKER_LADDER[..1] } else { &MARKER_LADDER[..] };
    for rung in rungs.iter().copied() {
        // "A marker that is empty after normalising never matches on that rung."
        let mut found = haystack.find(rung, &whole);
        found.retain(|alignment| alignment[own.clone()].iter().any(Option::is_some));
        match &found[..] {
            [] => {}
            [alignment] => {
                if rung.form == Form::Code && is_for_another_place(haystack, &whole, alignment) {
                    break;
                }
                let mut free = lines_between_context(haystack, &whole, (&own, alignment));
                let alignment = alignment[own].to_vec();
                let (range, alignment) = completed(haystack, marker, alignment);
                free = free.start.min(range.start)..free.end.max(range.end);
                return Ok(MarkerMatch { range, rung, free, alignment });
            }
            several => {
                let candidates = several.iter().map(|alignment| extent(&alignment[own.clone()])).collect();
                return Err(LinesProblem::Ambiguous { candidates });
            }
        }
    }
    Err(not_found(haystack, marker))
}

/// Returns whether comments in the marker and its context show that another place is meant.
fn is_for_another_place(haystack: &mut Haystack<'_, '_>, whole: &[&str], alignment: &Alignment) -> bool {
    let (lines, alignment) = completed_whole(haystack, whole, alignment);
    belongs_elsewhere(haystack, &lines, &alignment)
}

/// Returns the lines of a marker with its context, and their alignment with comments.
fn completed_whole(
    haystack: &mut Haystack<'_, '_>,
    whole: &[&str],
    alignment: &Alignment,
) -> (Vec<HunkLine>, Alignment) {
    let lines: Vec<HunkLine> = whole.iter().map(|line| HunkLine::new(Tag::Context, *line, 0)).collect();
    let mut alignment = alignment.clone();
    complete(haystack, &lines, &mut alignment);
    (lines, alignment)
}

/// Returns the lines between those of `before` and those of `after`, which stand around the lines `own` of the whole
/// pattern.
fn lines_between_context(
    haystack: &mut Haystack<'_, '_>,
    whole: &[&str],
    (own, alignment): (&Range<usize>, &Alignment),
) -> Range<usize> {
    if own.len() == whole.len() {
        return 0..usize::MAX;
    }
    let (_, alignment) = completed_whole(haystack, whole, alignment);
    let start = alignment[..own.start].iter().flatten().max().map_or(0, |last| last + 1);
    let end = alignment[own.end..].iter().flatten().min().copied().unwrap_or(usize::MAX);
    start..end
}

fn completed(
    haystack: &mut Haystack<'_, '_>,
    marker: &Marker,
    mut alignment: Alignment,
) -> (Range<usize>, Alignment) {
    let lines: Vec<HunkLine> =
        marker.lines.lines.iter().map(|line| HunkLine::new(Tag::Context, line.as_str(), 0)).collect();
    complete(haystack, &lines, &mut alignment);
    (extent(&alignment), alignment)
}

fn not_found(haystack: &mut Haystack<'_, '_>, marker: &Marker) -> LinesProblem {
    let own: Vec<&str> = marker.lines.lines.iter().map(String::as_str).collect();
    let has_context = !(marker.before.lines.is_empty() && marker.after.lines.is_empty());
    for rung in MARKER_LADDER.into_iter().filter(|_| has_context) {
        let candidates: Rc<[_]> =
            haystack.find(rung, &own).iter().map(|alignment| extent(alignment)).collect();
        if !candidates.is_empty() {
            return LinesProblem::ContextMismatch { candidates };
        }
    }
    LinesProblem::NotFound {
        near: nearest(haystack.buffer, haystack.index.scanner(), haystack.within.clone(), &own),
    }
}

/// Returns the place where the payload for a marker is already around the marker's place: the payload contains the
/// marker's lines and others, and a second run would insert the others again.
pub fn find_around(
    haystack: &mut Haystack<'_, '_>,
    marker: &Marker,
    place: &MarkerMatch,
    (payload, written): (&[String], &[String]),
) -> Option<Range<usize>> {
    let solid = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| trim(line).to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let (old, new) = (solid(&marker.lines.lines), solid(payload));
    let own: HashSet<&String> = old.iter().collect();
    let brings = new.iter().any(|line| !own.contains(line) && !is_closing_line(line));
    if !brings || !holds_run(&new, &old) {
        return None;
    }
    let is_shifted = place.is_shifted(haystack.buffer, marker);
    let pattern: Vec<&str> = payload.iter().map(String::as_str).collect();
    let rungs = match (place.rung.form, is_shifted) {
        (Form::Code, _) => vec![place.rung],
        (_, true) => vec![AS_APPLIED_SHIFTED],
        // The whole patch may be one level too deep.
        (_, false) => vec![AS_APPLIED, AS_APPLIED_SHIFTED],
    };
    let mut found = rungs.into_iter().map(|rung| haystack.find(rung, &pattern));
    let found = found.find(|found| !found.is_empty())?;
    let written: Vec<&str> = written.iter().map(String::as_str).collect();
    let mut is_there = |alignment: &Alignment| {
        is_uniform_code(haystack, alignment, &pattern)
            || is_shifted
                && written.len() == pattern.len()
                && is_as_deep(haystack.buffer, alignment, &written)
    };
    let ranges = found.into_iter().filter(|alignment| is_there(alignment));
    let mut ranges = ranges.map(|alignment| extent(&alignment));
    ranges.find(|at| at.start <= place.range.start && place.range.end <= at.end)
}

/// Returns whether a single shift explains the indentation of the matched lines of code. Text of a string and
/// directives are ignored, since they do not move.
pub(super) fn is_uniform_code(
    haystack: &mut Haystack<'_, '_>,
    alignment: &Alignment,
    lines: &[&str],
) -> bool {
    let Haystack { buffer, index, .. } = haystack;
    let mut moves = |line: &usize| index.moves_with_code(buffer, *line);
    let moving: Alignment = alignment.iter().map(|at| at.filter(&mut moves)).collect();
    is_uniform(buffer, &moving, lines)
}

/// Returns whether a single shift explains the indentation of the matched lines.
fn is_uniform(buffer: &Buffer, alignment: &Alignment, lines: &[&str]) -> bool {
    let pairs: Vec<(&str, String)> = lines
        .iter()
        .zip(alignment)
        .filter_map(|(line, at)| Some((indentation(line), indentation(&buffer.line((*at)?)).to_owned())))
        .collect();
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(patch, file)| (*patch, file.as_str())).collect();
    Shift::explaining(&pairs).is_some()
}

/// Returns all lines, trimmed at both ends.
pub(super) fn trimmed(lines: &[String]) -> Vec<&str> {
    lines.iter().map(|line| trim(line)).collect()
}

/// Returns whether the text `new` in a file is evidence that it replaced `old`: it contains a new line, or joins lines
/// that `old` separates. Trailing whitespace and blank lines do not count, and a text that only lacks the first or last
/// lines of `old` occurs wherever `old` does.
pub(super) fn shows_change(old: &[&str], new: &[&str]) -> bool {
    let solid = |lines: &[&'_ str]| -> Vec<String> {
        // A no-break space at the end counts as a space.
        lines.iter().map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let (old, new) = (solid(old), solid(new));
    let own: std::collections::HashSet<&String> = old.iter().collect();
    let brings = new.iter().any(|line| !own.contains(line));
    let keeps_ends = old.first() == new.first() && old.last() == new.last();
    brings || old != new && keeps_ends && !holds_run(&old, &new)
}

/// Returns whether `run` occurs as consecutive lines within `lines`.
pub(super) fn holds_run(lines: &[String], run: &[String]) -> bool {
    // Each line becomes a single character, so that a linear string search applies.
    fn spelled<'l>(lines: &'l [String], numbers: &mut HashMap<&'l str, u32>) -> Option<String> {
        let char_of = |line: &'l String| {
            let next = u32::try_from(numbers.len()).ok()?;
            char::from_u32(0x1_0000 + numbers.entry(line).or_insert(next).to_owned())
        };
        lines.iter().map(char_of).collect()
    }
    let mut numbers = HashMap::new();
    let (lines, run) = (spelled(lines, &mut numbers), spelled(run, &mut numbers));
    lines.zip(run).is_some_and(|(lines, run)| lines.contains(&run))
}

/// Returns the places of lines that are equal except for trailing whitespace and blank lines.
pub(super) fn find_applied(haystack: &mut Haystack<'_, '_>, lines: &[&str]) -> Vec<Range<usize>> {
    haystack.find(AS_APPLIED, lines).iter().map(|alignment| extent(alignment)).collect()
}

/// Returns the places of lines at another depth, shifted uniformly.
pub(super) fn find_applied_shifted(haystack: &mut Haystack<'_, '_>, lines: &[&str]) -> Vec<Range<usize>> {
    let mut found = haystack.find(AS_APPLIED_SHIFTED, lines);
    found.retain(|alignment| is_uniform_code(haystack, alignment, lines));
    found.iter().map(|alignment| extent(alignment)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: bool) {
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        assert_eq!(shows_change(&old, &new), expected);
    }

    #[test]
    fn a_new_line_or_a_closed_gap_shows_a_change() {
        check("a\nb", "a\nc", true);
        check("a\nb\nc", "a\nc", true);
        check("a", "a\na", true);
    }

    #[test]
    fn lines_left_out_at_an_end_and_blanks_show_nothing() {
        check("a\nb", "a", false);
        check("a\nb", "b", false);
        check("a\nb\na\nc\na", "a\nb\na", false);
        check("a\nb\nc\na", "a\nc\na", true);
        check("a \nb", "a\n\nb", false);
    }
}
