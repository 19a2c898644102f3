//! Payloads whose lines all lost their indentation, although brackets open blocks in them.
//!
//! In a language whose brackets alone show its blocks, `text::nested` computes the depth of each line from the brackets
//! and from the style of the file.

use super::facts::{PayloadPlace, PayloadSide};
use crate::ir::Payload;
use crate::resolve::lines::index::LineIndex;
use crate::text::normal::{indentation, is_blank};
use crate::text::{Buffer, Nested, NestingRules, begins_at_margin, nested};

/// The number of lines before and after a place that show the style of the file.
const NEAR: usize = 2000;

/// Returns what brackets say of the depth of a payload near a line.
pub fn nested_payload(buffer: &Buffer, index: &LineIndex<'_>, payload: &[String], near: usize) -> Nested {
    let layout = index.layout();
    let syntax = index.scanner().and_then(|scanner| Some((scanner.rules(), scanner.rules().nesting?)));
    let Some((lexical, syntax)) = syntax.filter(|_| payload.len() > 2) else { return Nested::NotFlat };
    let rules = NestingRules {
        lexical,
        syntax,
        directive: layout.directives.first().copied(),
        flat_words: layout.flat_headings,
        is_file: false,
    };
    nested(payload, || lines_near(buffer, near), rules)
}

/// Returns the lines near a line, from one on that begins in code.
fn lines_near(buffer: &Buffer, near: usize) -> Vec<String> {
    let from = near.saturating_sub(NEAR);
    let first = (0..=from).rev().find(|line| *line == 0 || begins_at_margin(&buffer.line(*line)));
    let end = near.saturating_add(NEAR).min(buffer.line_count());
    (first.unwrap_or(0)..end).map(|line| buffer.line(line).into_owned()).collect()
}

/// Returns the payload of an operation on text with the depth that brackets demand, if that follows; otherwise `None`.
/// Where the marker lost its indentation, too, the lines of the file are better evidence.
pub(super) fn with_bracket_depth(
    buffer: &Buffer,
    index: &mut LineIndex<'_>,
    at: &PayloadPlace<'_>,
    payload: &Payload,
) -> Option<Payload> {
    let begins_in_code = index.state_before(buffer, at.gap.start).is_code();
    if !begins_in_code || at.side == PayloadSide::Replace && is_marker_lost(buffer, at) {
        return None;
    }
    bracket_depth(buffer, index, at, payload)
}

/// Like [`with_bracket_depth`], whatever the marker shows.
pub(super) fn bracket_depth(
    buffer: &Buffer,
    index: &LineIndex<'_>,
    at: &PayloadPlace<'_>,
    payload: &Payload,
) -> Option<Payload> {
    match nested_payload(buffer, index, &payload.lines, at.found.range.start) {
        Nested::Lines(lines) => Some(Payload { lines, ..payload.clone() }),
        Nested::NotFlat | Nested::Unclear(_) => None,
    }
}

/// Returns whether all lines of the marker are equally deep, but not those of the file.
fn is_marker_lost(buffer: &Buffer, at: &PayloadPlace<'_>) -> bool {
    let solid = at.marker.lines.lines.iter().zip(&at.found.alignment).filter(|(line, _)| !is_blank(line));
    let is_even = |depths: &[String]| depths.windows(2).all(|pair| pair[0] == pair[1]);
    let (own, file): (Vec<String>, Vec<Option<String>>) = solid
        .map(|(line, place)| {
            let file = place.map(|place| indentation(&buffer.line(place)).to_owned());
            (indentation(line).to_owned(), file)
        })
        .unzip();
    let file: Vec<String> = file.into_iter().flatten().collect();
    is_even(&own) && !is_even(&file)
}
