//! Markers: the one place where `before`, `marker` and `after` stand directly behind one another.

use std::ops::Range;
use std::rc::Rc;

use super::complete::complete;
use super::find::{Alignment, Haystack, extent};
use super::index::LineIndex;
use super::problem::LinesProblem;
use super::rung::{MARKER_LADDER, Rung, STANDING, STANDING_SHIFTED};
use crate::ir::{HunkLine, Marker, Tag};
use crate::resolve::nearby::nearest;
use crate::text::Buffer;
use crate::text::normal::{indentation, is_blank, trim_end};

/// The place of a marker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkerMatch {
    /// The lines of the file, from 0, from the first to behind the last matched one.
    pub range: Range<usize>,
    /// The rung that decided.
    pub rung: Rung,
    /// Where each line of the marker stands.
    pub(super) alignment: Alignment,
}

impl MarkerMatch {
    /// Comment lines in the range that the marker does not have.
    #[must_use]
    pub fn swallowed(&self, buffer: &Buffer) -> Vec<usize> {
        let own: std::collections::HashSet<usize> = self.alignment.iter().flatten().copied().collect();
        self.range.clone().filter(|line| !own.contains(line) && !is_blank(&buffer.line(*line))).collect()
    }
}

/// Finds the one place of `marker` within some lines of a text.
///
/// # Errors
/// It has none, or several.
pub fn resolve_marker(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    within: Range<usize>,
    marker: &Marker,
) -> Result<MarkerMatch, LinesProblem> {
    let mut haystack = Haystack { buffer, index, within };
    let own = marker.before.lines.len()..marker.before.lines.len() + marker.lines.lines.len();
    let whole: Vec<&str> = marker.pattern().collect();
    for rung in MARKER_LADDER {
        // "A marker that is empty after normalising never matches on that rung."
        let mut found = haystack.find(rung, &whole);
        found.retain(|alignment| alignment[own.clone()].iter().any(Option::is_some));
        match &found[..] {
            [] => {}
            [alignment] => {
                let alignment = alignment[own].to_vec();
                return Ok(matched(&mut haystack, marker, alignment, rung));
            }
            several => {
                let candidates = several.iter().map(|alignment| extent(&alignment[own.clone()])).collect();
                return Err(LinesProblem::Ambiguous { candidates });
            }
        }
    }
    Err(not_found(&mut haystack, marker))
}

fn matched(
    haystack: &mut Haystack<'_, '_>,
    marker: &Marker,
    mut alignment: Alignment,
    rung: Rung,
) -> MarkerMatch {
    let lines: Vec<HunkLine> =
        marker.lines.lines.iter().map(|line| HunkLine::new(Tag::Context, line.as_str(), 0)).collect();
    complete(haystack, &lines, &mut alignment);
    MarkerMatch { range: extent(&alignment), rung, alignment }
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
    LinesProblem::NotFound { near: nearest(haystack.buffer, haystack.within.clone(), &own) }
}

/// Where a payload stands already: exactly (but for trailing blanks, blank lines and its base indentation) in one place.
pub fn find_applied(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    within: Range<usize>,
    payload: &[String],
) -> Option<Range<usize>> {
    let mut haystack = Haystack { buffer, index, within };
    let pattern: Vec<&str> = payload.iter().map(String::as_str).collect();
    let found = haystack.find(STANDING_SHIFTED, &pattern);
    let [alignment] = &found[..] else { return None };
    let mut bases = alignment.iter().zip(payload).filter_map(|(line, text)| {
        let line = buffer.line((*line)?);
        Some(indentation(&line).strip_suffix(indentation(text)).map(str::to_owned))
    });
    let base = bases.next()??;
    bases.all(|own| own.as_deref() == Some(&base)).then(|| extent(alignment))
}

/// Whether two texts differ in more than trailing blanks and blank lines: else [`find_standing`] cannot tell them apart.
pub(super) fn tells_apart(old: &[&str], new: &[&str]) -> bool {
    let solid = |line: &&&str| !is_blank(line);
    let (old, new) = (old.iter().filter(solid), new.iter().filter(solid));
    !old.map(|line| trim_end(line)).eq(new.map(|line| trim_end(line)))
}

/// Where lines stand exactly, but for trailing blanks and blank lines.
pub(super) fn find_standing(haystack: &mut Haystack<'_, '_>, lines: &[&str]) -> Vec<Range<usize>> {
    haystack.find(STANDING, lines).iter().map(|alignment| extent(alignment)).collect()
}
