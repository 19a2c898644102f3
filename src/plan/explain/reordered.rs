//! Handles markers whose lines are in another order in the file.

use std::ops::Range;

use super::repair::{selecting, with_marker};
use super::search::MarkerSearch;
use crate::ir::{Action, Change, Fragment, Indent, Marker, Payload};
use crate::plan::correction::Correction;
use crate::plan::tree::document::Document;
use crate::text::normal::{is_blank, trim};
use crate::text::{in_line_with, moved_along, partners};

/// Returns the operation in the order of the file: the replacement of a line is placed where the file has that line.
///
/// Returns `None` if the lines of the payload are in another order than those of the marker: the patch then asks for an
/// order, and it is unclear which one.
pub(super) fn in_order(
    document: &mut Document<'_>,
    search: MarkerSearch<'_>,
    at: &Range<usize>,
) -> Option<Correction> {
    let Action::Edit { change, indent: Indent::FromPlace, .. } = &search.operation.action else {
        return None;
    };
    let buffer = document.buffer();
    let own: Vec<String> = at.clone().map(|line| buffer.line(line).into_owned()).collect();
    let quoted: Vec<String> =
        search.marker.lines.lines.iter().filter(|line| !is_blank(line)).cloned().collect();
    let marker = Marker {
        lines: Fragment { lines: own.clone(), place: search.marker.lines.place, margin: None },
        before: Fragment::default(),
        after: Fragment::default(),
        ..search.marker.clone()
    };
    let payload = match change {
        Change::Delete => None,
        // It is unclear beside which of the lines the payload is to be inserted.
        Change::InsertBefore(_) | Change::InsertAfter(_) => return None,
        Change::Replace(payload) => {
            let lines = rearranged(&quoted, &in_line_with(&quoted, &payload.lines)?, &own)?;
            Some(Payload { lines, margin: None, ..payload.clone() })
        }
    };
    let marker = selecting(document, MarkerSearch { marker: &marker, ..search }, at)?;
    Some(Correction::Operation(Box::new(with_marker(search.operation, marker, payload)?)))
}

/// Returns the lines of a payload in the order in which the file has the corresponding lines, and with their
/// indentation.
fn rearranged(quoted: &[String], brought: &[String], own: &[String]) -> Option<Vec<String>> {
    let partners = partners(quoted, brought);
    let is_equal = |line: &String| quoted.iter().any(|own| trim(own) == trim(line));
    // For each line of the marker, its replacement with the lines that follow it and have no counterpart.
    let mut parts: Vec<&[String]> = vec![&[]; quoted.len()];
    let known: Vec<(usize, usize)> =
        partners.iter().enumerate().filter_map(|(at, line)| Some((at, (*line)?))).collect();
    if known.first().map_or(brought.len(), |(_, line)| *line) > 0 {
        return None;
    }
    for (number, (at, line)) in known.iter().enumerate() {
        let end = known.get(number + 1).map_or(brought.len(), |(_, next)| *next);
        parts[*at] = &brought[*line..end];
        // A line of the marker without a counterpart is in another order there.
        if brought[line + 1..end].iter().any(|line| !is_blank(line) && is_equal(line)) {
            return None;
        }
    }
    let mut left: Vec<Option<&String>> = quoted.iter().map(Some).collect();
    let mut lines = Vec::new();
    for line in own {
        if is_blank(line) {
            lines.push(line.clone());
            continue;
        }
        let at = left.iter().position(|other| other.is_some_and(|other| trim(other) == trim(line)))?;
        let from = left[at].take()?;
        for part in parts[at] {
            lines.push(moved_along(part, from, line)?);
        }
    }
    (lines != own).then_some(lines)
}
