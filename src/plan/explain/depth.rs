//! Explains why a payload is refused whose depth is unclear: it may be meant in several ways, each of which can be
//! written.

use std::ops::Range;

use super::places::place;
use super::{place_of, quoted};
use crate::diag::{Code, PlaceRole};
use crate::ir::{Action, Change, Operation, Payload};
use crate::plan::correction::Correction;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{OpenBlock, ReindentedPair, USUAL_BASE};
use crate::text::normal::{indentation, is_blank, trim};
use crate::text::{EditSet, LevelErrors, MissingPart};

/// The maximum number of readings that are shown.
const MAX_READINGS: usize = 3;

/// The maximum number of lines of a text that are shown.
const MAX_LINES: usize = 12;

/// Returns the refusal of a marker whose lines are not all indented by the same amount.
pub(super) fn mixed(document: &mut Document<'_>, operation: &Operation, at: &Range<usize>) -> Refusal {
    let (index, path) = (operation.origin.index, operation.path.as_str());
    let message = format!(
        "the lines of the marker of operation {index} are indented differently in `{path}`, and \
         not all by the same amount, so the indentation of the payload is unclear"
    );
    Refusal::new(Code::ContextMismatch, message)
        .with_places(vec![place(document, path, at, PlaceRole::Related)])
        .with_help(
            "copy the indentation of marker and payload from the file; or add `options: {indent: \
             none}` to the operation to insert the payload exactly as written",
        )
}

/// Returns the refusal of a payload without indentation that lacks the heading of a block whose lines it contains.
pub(super) fn heading_lost(document: &mut Document<'_>, operation: &Operation, at: &Range<usize>) -> Refusal {
    let (index, path) = (operation.origin.index, operation.path.as_str());
    let message = format!(
        "the marker of operation {index} is not indented, and the payload repeats lines of a \
         block without its heading, so their indentation in `{path}` is unclear"
    );
    Refusal::new(Code::ContextMismatch, message)
        .with_places(vec![place(document, path, at, PlaceRole::Related)])
        .with_help(
            "copy the indentation from the file, and indent the payload as it should be in the \
             file",
        )
}

/// Returns the refusal of a payload in which no line is deeper than the line that opens a block.
pub(super) fn body_not_deeper(
    document: &mut Document<'_>,
    operation: &Operation,
    at: &Range<usize>,
    payload_line: usize,
) -> Refusal {
    let Action::Edit { change, .. } = &operation.action else { return mixed(document, operation, at) };
    let Some(payload) = change.payload() else { return mixed(document, operation, at) };
    let places = vec![place(document, operation.path.as_str(), at, PlaceRole::Related)];
    flat_payload(operation, payload, payload_line).with_places(places)
}

/// Returns the refusal of a payload that opens a block whose lines are not deeper.
pub(in crate::plan) fn flat_payload(
    operation: &Operation,
    payload: &Payload,
    payload_line: usize,
) -> Refusal {
    let index = operation.origin.index;
    let opener = payload.lines.get(payload_line).map_or("", |line| trim(line));
    let message = format!(
        "{} opens a block in the payload of operation {index}, but no line of the payload is \
         indented further, so it is unclear which lines belong to the block",
        quoted(opener)
    );
    let help = format!("indent the lines of the block one level deeper than {}", quoted(opener));
    Refusal::new(Code::ContextMismatch, message).with_help(help).at(place_of(
        &payload.lines,
        (payload.place, payload.margin.map(|margin| margin.cut)),
        payload_line,
    ))
}

/// Returns the refusal of a payload that does not complete what one of its lines begins.
pub(in crate::plan) fn cut_off(
    operation: &Operation,
    payload: &Payload,
    (payload_line, missing): (usize, MissingPart),
) -> Refusal {
    let opener = quoted(payload.lines.get(payload_line).map_or("", |line| trim(line)));
    let (index, path) = (operation.origin.index, operation.path.as_str());
    let of = format!("in the payload of operation {index} for `{path}`");
    let (message, help) = match missing {
        MissingPart::Body => (
            format!("{opener} opens a block {of}, but no line below it is indented further"),
            "write all its lines, with the block indented one level deeper than the heading".to_owned(),
        ),
        MissingPart::Clause(words) => {
            let words = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
            (
                format!("{opener} begins a statement {of}, but no {words} follows it"),
                format!("write all its lines, including its {words}"),
            )
        }
    };
    Refusal::new(Code::PayloadMismatch, message)
        .with_help(format!("the payload may be cut off: {help}"))
        .at(place_of(&payload.lines, (payload.place, payload.margin.map(|margin| margin.cut)), payload_line))
}

/// Returns the refusal of a payload whose depth is unclear, with the marker and payload to send for each reading.
pub(super) fn open(
    document: &mut Document<'_>,
    operation: &Operation,
    at: &Range<usize>,
    (count, readings): (usize, &[ReindentedPair]),
) -> Refusal {
    let (index, path) = (operation.origin.index, operation.path.as_str());
    let message = match readings.len() {
        0 => format!(
            "the payload of operation {index} fits at no indentation in `{path}`: it would break \
             the block around it"
        ),
        _ => format!(
            "the payload of operation {index} could have {count} different indentations in \
             `{path}`: its own matches neither the marker nor the file"
        ),
    };
    let places = vec![place(document, path, at, PlaceRole::Related)];
    let mut refusal = Refusal::new(Code::ContextMismatch, message).with_places(places);
    if readings.is_empty() {
        refusal = refusal.with_help(
            "insert it after the last line of the block, or write marker and payload with the \
             indentation of the file",
        );
    }
    for (number, reading) in readings.iter().take(MAX_READINGS).enumerate() {
        let lead =
            if number == 0 { "write marker and payload with the indentation of the file:" } else { "or:" };
        let as_is = if needs_verbatim(reading) { "\n    options: {indent: none}" } else { "" };
        refusal = refusal.with_help(format!(
            "{lead}\n{}\n{}{as_is}",
            block("marker", &reading.marker),
            block("payload", &reading.payload)
        ));
    }
    refusal
}

/// Returns whether a payload, as it is written for a reading, needs `indent: none`: lines at the margin would be ambiguous
/// again.
pub(super) fn needs_verbatim(reading: &ReindentedPair) -> bool {
    reading.payload.iter().any(|line| !is_blank(line) && indentation(line).is_empty())
}

/// Returns the refusal of a payload inserted at the start or end of a file, before line `line`, that is deeper in the
/// patch than a text of its key begins, by exactly the depth of a block that is open there: it may be part of that
/// block.
pub(in crate::plan) fn open_edge(
    document: &mut Document<'_>,
    operation: &Operation,
    payload: &Payload,
    (line, block): (usize, OpenBlock),
) -> Refusal {
    let OpenBlock { columns, line: own } = block;
    let deep = " ".repeat(columns);
    let (index, path) = (operation.origin.index, operation.path.as_str());
    let message = format!(
        "the payload of operation {index} is indented {columns} columns further than its key \
         requires: it may belong at the left margin of `{path}`, or at the indentation of line {}",
        own + 1
    );
    let readings = [
        payload.lines.clone(),
        payload
            .lines
            .iter()
            .map(|line| if is_blank(line) { String::new() } else { format!("{deep}{line}") })
            .collect(),
    ];
    let named = [own, line.saturating_sub(1)].into_iter().take(if own + 1 < line { 2 } else { 1 });
    Refusal::new(Code::ContextMismatch, message)
        .with_places(named.map(|at| place(document, path, &(at..at + 1), PlaceRole::Related)).collect())
        .with_corrections(readings.iter().filter_map(|lines| with_payload(operation, lines)).collect())
        .with_help(format!(
            "for the margin, indent the text {USUAL_BASE} columns further than its key; to keep \
             its indentation, write `payload: |{USUAL_BASE}-`"
        ))
}

/// Returns the correction with another payload that is inserted as deep as it is written.
fn with_payload(operation: &Operation, lines: &[String]) -> Option<Correction> {
    let mut operation = operation.clone();
    let Action::Edit { change, .. } = &mut operation.action else { return None };
    let (Change::Replace(payload) | Change::InsertBefore(payload) | Change::InsertAfter(payload)) = change
    else {
        return None;
    };
    (payload.lines, payload.margin) = (lines.to_vec(), None);
    Some(Correction::Operation(Box::new(operation)))
}

/// Returns the readings that do not break the indentation of blocks.
pub(super) fn sound(
    document: &mut Document<'_>,
    at: &Range<usize>,
    readings: &[ReindentedPair],
) -> Vec<ReindentedPair> {
    let Some(language) = document.comments().filter(|language| language.layout().indented) else {
        return readings.to_vec();
    };
    let change = document.current_operation().and_then(|operation| match &operation.action {
        Action::Edit { change, .. } => Some(change),
        _ => None,
    });
    let place = match change {
        Some(Change::InsertBefore(_)) => at.start..at.start,
        Some(Change::InsertAfter(_)) => at.end..at.end,
        _ => at.clone(),
    };
    let buffer = document.buffer();
    let place = buffer.line_start(place.start)..buffer.line_start(place.end);
    let is_sound = |reading: &&ReindentedPair| {
        let lines: String = reading.payload.iter().map(|line| format!("{line}\n")).collect();
        let edit = EditSet::one(place.clone(), lines);
        let levels = LevelErrors::of(buffer, &edit, language.lexical(), language.layout().blocks);
        levels.new.len() <= levels.old.len()
    };
    readings.iter().filter(is_sound).cloned().collect()
}

/// Formats a text as a block scalar that shows its depth.
fn block(key: &str, lines: &[String]) -> String {
    let shown = lines.iter().take(MAX_LINES).map(|line| format!("\n      {line}").trim_end().to_owned());
    let text: String = shown.map(|line| if line.is_empty() { "\n".to_owned() } else { line }).collect();
    let more = if lines.len() > MAX_LINES { "\n      …" } else { "" };
    format!("    {key}: |2-{text}{more}")
}
