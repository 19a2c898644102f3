//! Code that follows the end of a comment or a here-document, where the marker consists only of lines of that text. The
//! columns of the text are its own, so the code is as deep as the line on which the text begins.

use super::facts::{PayloadPlace, PayloadSide};
use super::line::code_of;
use crate::ir::{Marker, Payload};
use crate::resolve::lines::index::LineIndex;
use crate::resolve::lines::marker::MarkerMatch;
use crate::resolve::lines::problem::LinesProblem;
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{Buffer, Lexer};

/// The maximum number of lines above a line that are searched for the beginning of its text.
pub(super) const FAR: usize = 2000;

/// A payload that follows the end of a text.
pub(super) struct BehindText {
    /// The line on which the text begins, as the patch would indent it.
    pub(super) marker: Marker,
    pub(super) found: MarkerMatch,
    /// The lines of the text that the payload repeats, as the file has them.
    pub(super) repeated: Vec<String>,
    /// The lines of the payload after them.
    pub(super) code: Payload,
    /// The line of the file before which the code is inserted.
    pub(super) line: usize,
}

impl BehindText {
    /// Returns the parts of a payload that follows the end of a text; `None` for other payloads.
    pub(super) fn of(
        buffer: &Buffer,
        index: &mut LineIndex<'_>,
        at: &PayloadPlace<'_>,
        payload: &Payload,
    ) -> Option<Self> {
        let lines = &at.marker.lines.lines;
        let solid: Vec<(&String, usize)> = lines
            .iter()
            .zip(&at.found.alignment)
            .filter(|(text, _)| !is_blank(text))
            .map(|(text, line)| Some((text, (*line)?)))
            .collect::<Option<_>>()?;
        let (text, line) = solid.first()?;
        let repeats = at.side == PayloadSide::Replace;
        let count = if repeats { repeated(&solid, payload)? } else { 0 };
        let is_beside = repeats || at.side == PayloadSide::After;
        let starts: Vec<usize> = solid.iter().map(|(_, line)| *line).collect();
        if !is_beside || payload.lines[count..].iter().all(|line| is_blank(line)) {
            return None;
        }
        let opening = opening_line(buffer, index, &starts)?;
        let (patch, own) = (indentation(text), buffer.line(*line).into_owned());
        let head = buffer.line(opening).into_owned();
        // Code at the margin lost its indentation separately.
        let is_deep = payload.lines[count..].iter().find(|line| !is_blank(line))?.starts_with([' ', '\t']);
        let is_as_in_file = is_deep && patch == indentation(&own);
        let as_written = if is_as_in_file { head } else { trim(&head).to_owned() };
        let mut marker = at.marker.clone();
        (marker.lines.lines, marker.lines.margin) = (vec![as_written], None);
        let found =
            MarkerMatch { range: opening..opening + 1, alignment: vec![Some(opening)], ..at.found.clone() };
        let mut places = starts.iter();
        let repeated = payload.lines[..count].iter().map(|line| match is_blank(line) {
            true => line.clone(),
            false => {
                let own = places.next().map_or_else(String::new, |place| buffer.line(*place).into_owned());
                format!("{}{}", indentation(&own), trim(line))
            }
        });
        let repeated = repeated.collect();
        let code = Payload { lines: payload.lines[count..].to_vec(), margin: None, ..payload.clone() };
        let line = if repeats { at.found.range.end } else { at.gap.start };
        Some(Self { marker, found, repeated, code, line })
    }
}

/// Converts a problem about the opening line into one about the given marker, for which the readings would not be
/// valid.
pub(super) fn at_marker(problem: LinesProblem, found: &MarkerMatch) -> LinesProblem {
    match problem {
        LinesProblem::AmbiguousDepth { .. } => LinesProblem::NoUniformShift { at: found.range.clone() },
        other => other,
    }
}

/// Returns the number of lines at the start of a payload that repeat all lines of the marker.
fn repeated(marked: &[(&String, usize)], payload: &Payload) -> Option<usize> {
    let solid = payload.lines.iter().enumerate().filter(|(_, line)| !is_blank(line));
    let mut last = 0;
    let mut count = 0;
    for ((text, _), (at, line)) in marked.iter().zip(solid) {
        if trim(text) != trim(line) {
            return None;
        }
        (last, count) = (at + 1, count + 1);
    }
    (count == marked.len()).then_some(last)
}

/// Returns the line on which the comment or here-document that contains these lines begins, if the last of them ends it
/// and no code follows on that line.
pub(in crate::resolve::lines) fn opening_line(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    lines: &[usize],
) -> Option<usize> {
    let (first, last) = (*lines.first()?, *lines.last()?);
    let lexer = index.scanner().map(|scanner| Lexer::new(scanner.rules()))?;
    let mut is_inner = |line: usize| {
        let state = index.state_before(buffer, line);
        state.is_comment() || state.is_in_heredoc()
    };
    if !lines.iter().all(|line| is_inner(*line)) {
        return None;
    }
    let opening = (first.saturating_sub(FAR)..first).rev().find(|line| !is_inner(*line))?;
    let mut state = index.state_before(buffer, last);
    let is_comment = state.is_comment();
    let code = code_of(Some(&lexer), &buffer.line(last), &mut state);
    ((code.is_empty() || !is_comment) && index.state_before(buffer, last + 1).is_code()).then_some(opening)
}
