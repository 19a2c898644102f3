//! Why a payload is refused whose depth is not clear: it may be meant in several ways, each of which can be written.

use std::ops::Range;

use super::places::place;
use crate::diag::{Code, PlaceRole};
use crate::ir::Operation;
use crate::plan::document::Document;
use crate::plan::refusal::Refusal;
use crate::resolve::lines::Spelled;
use crate::text::normal::{indentation, is_blank};

/// How many readings are shown.
const MAX_READINGS: usize = 3;

/// How many lines of a text are shown.
const MAX_LINES: usize = 12;

/// The refusal, with marker and payload as they are to be sent for each reading.
pub(super) fn open(
    document: &mut Document<'_>,
    operation: &Operation,
    at: &Range<usize>,
    readings: &[Spelled],
) -> Refusal {
    let (index, path) = (operation.origin.index, operation.path.as_str());
    let message = format!(
        "the payload of operation {index} fits {} depths in `{path}`: its indentation is neither that of the marker \
         nor that of the file",
        readings.len()
    );
    let places = vec![place(document, path, at, PlaceRole::Related)];
    let mut refusal = Refusal::new(Code::ContextMismatch, message).with_places(places);
    for (number, reading) in readings.iter().take(MAX_READINGS).enumerate() {
        let lead = if number == 0 { "send marker and payload as deep as in the file:" } else { "or:" };
        // Lines at the margin would be asked about once more.
        let is_left = |line: &String| !is_blank(line) && indentation(line).is_empty();
        let as_is = if reading.payload.iter().any(is_left) { "\n    options: {indent: none}" } else { "" };
        refusal = refusal.with_help(format!(
            "{lead}\n{}\n{}{as_is}",
            block("marker", &reading.marker),
            block("payload", &reading.payload)
        ));
    }
    refusal
}

/// A text as a block scalar that shows its depth.
fn block(key: &str, lines: &[String]) -> String {
    let shown = lines.iter().take(MAX_LINES).map(|line| format!("\n      {line}").trim_end().to_owned());
    let text: String = shown.map(|line| if line.is_empty() { "\n".to_owned() } else { line }).collect();
    let more = if lines.len() > MAX_LINES { "\n      …" } else { "" };
    format!("    {key}: |2-{text}{more}")
}
