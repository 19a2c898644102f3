//! Places a hunk: what goes, what comes, what is held, when it is known where the hunk stands.

use super::complete::{belongs_elsewhere, complete};
use super::find::{Alignment, Haystack};
use super::hunk::{Candidate, Candidates};
use super::problem::LinesProblem;
use super::rung::Form;
use super::shift::{IndentPair, Shift};
use crate::ir::{Hunk, HunkLine, Tag};
use crate::text::normal::{fold, indentation, is_blank};
use crate::text::{LineEdits, LineEnd, NewLine};

/// What one hunk does to the lines of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PlacedHunk<'h> {
    pub(super) edits: LineEdits<'h>,
    /// Lines that the hunk needs as they are.
    pub(super) held: Vec<usize>,
    /// Comment and blank lines that the hunk leaves out and that go with the removed lines around them.
    pub(super) swallowed: Vec<usize>,
}

/// Works out what `hunk` does at the place `candidate`.
///
/// # Errors
/// It removes a comment that is not there, or no one shift explains how its lines are indented in the file.
pub(super) fn place<'h>(
    haystack: &mut Haystack<'_, '_>,
    hunk: &'h Hunk,
    candidates: &Candidates,
    candidate: &Candidate,
) -> Result<PlacedHunk<'h>, LinesProblem> {
    let mut alignment = candidate.alignment.clone();
    complete(haystack, &hunk.lines, &mut alignment);
    let lost = (0..hunk.lines.len()).find(|at| {
        let line = &hunk.lines[*at];
        line.tag == Tag::Removed && alignment[*at].is_none() && !is_blank(&line.text)
    });
    if let Some(hunk_line) = lost {
        return Err(LinesProblem::CommentMissing { at: candidate.extent.clone(), hunk_line });
    }
    if candidates.rung.form == Form::Code && belongs_elsewhere(haystack, &hunk.lines, &alignment) {
        return Err(LinesProblem::NotFound { near: None });
    }
    let shift = shift(haystack, hunk, candidates, &alignment)
        .ok_or_else(|| LinesProblem::NoUniformShift { at: candidate.extent.clone() })?;
    let mut placed = PlacedHunk::default();
    remove_and_hold(hunk, &alignment, &mut placed);
    add(hunk, &alignment, &shift, &mut placed.edits)
        .ok_or_else(|| LinesProblem::NoUniformShift { at: candidate.extent.clone() })?;
    Ok(placed)
}

/// How the added lines are to be re-indented.
///
/// A shift that explains all old lines is the best evidence (a tab conversion shows only on lines that are indented);
/// else the removed lines decide, or the context where there are none.
fn shift(
    haystack: &Haystack<'_, '_>,
    hunk: &Hunk,
    candidates: &Candidates,
    alignment: &Alignment,
) -> Option<Shift> {
    let adds = || hunk.lines.iter().any(|line| line.tag == Tag::Added && !is_blank(&line.text));
    if candidates.rung.keeps_indentation() || !adds() {
        return Some(Shift::None);
    }
    let mut pairs: Vec<(Tag, String, String)> = Vec::new();
    for (line, place) in hunk.lines.iter().zip(alignment) {
        let Some(place) = *place else { continue };
        // A no-break space in front of a line stands for a blank there, too.
        let (patch, file) = (fold(candidates.reading.text(line)), haystack.buffer.line(place));
        let file = fold(&file);
        if !is_blank(&patch) && !is_blank(&file) {
            pairs.push((line.tag, indentation(&patch).to_owned(), indentation(&file).to_owned()));
        }
    }
    let of = |tag: Option<Tag>| -> Vec<IndentPair<'_>> {
        let wanted = pairs.iter().filter(|(own, _, _)| tag.is_none_or(|tag| tag == *own));
        wanted.map(|(_, patch, file)| (patch.as_str(), file.as_str())).collect()
    };
    let removed = of(Some(Tag::Removed));
    // What explains the removed lines alone holds for lines as deep as these.
    let added = hunk.lines.iter().filter(|line| line.tag == Tag::Added && !is_blank(&line.text));
    let is_as_deep = |line: &HunkLine| removed.iter().any(|(patch, _)| *patch == indentation(&line.text));
    Shift::explaining(&of(None))
        .or_else(|| if added.clone().all(is_as_deep) { Shift::explaining(&removed) } else { None })
}

/// Enters what goes and what is held, and the fate of lines that the hunk leaves out: next to a context line they stay,
/// between two removed lines they go.
fn remove_and_hold(hunk: &Hunk, alignment: &Alignment, placed: &mut PlacedHunk<'_>) {
    let mut previous: Option<(Tag, usize)> = None;
    for (line, place) in hunk.lines.iter().zip(alignment) {
        let Some(place) = *place else { continue };
        if line.tag == Tag::Removed {
            placed.edits.remove(place);
        } else {
            placed.held.push(place);
        }
        if let (Some((Tag::Removed, above)), Tag::Removed) = (previous, line.tag) {
            placed.swallowed.extend(above + 1..place);
        }
        previous = Some((line.tag, place));
    }
    placed.swallowed.iter().for_each(|line| placed.edits.remove(*line));
}

/// Enters what comes: behind the old line before it, or before the first one; `None` if a line cannot be shifted.
fn add<'h>(hunk: &'h Hunk, alignment: &Alignment, shift: &Shift, edits: &mut LineEdits<'h>) -> Option<()> {
    let patch_tells_ends = hunk.old().any(|line| line.crlf);
    let first = alignment.iter().flatten().next().copied().unwrap_or(0);
    let mut last: Option<usize> = None;
    for (line, place) in hunk.lines.iter().zip(alignment) {
        if line.tag != Tag::Added {
            last = place.or(last);
            continue;
        }
        let end = match (line.crlf, patch_tells_ends) {
            (true, _) => Some(LineEnd::CrLf),
            (false, true) => Some(LineEnd::Lf),
            (false, false) => None,
        };
        let text = shift.apply(&line.text)?;
        edits.add(last.map_or(first, |last| last + 1), [NewLine { text, end }]);
    }
    Some(())
}
