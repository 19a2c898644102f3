//! What to say of lines that come at a depth which nothing around them explains.

use crate::plan::done::Warning;
use crate::plan::explain;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{OddLine, odd_lines};
use crate::text::LineEdits;

/// What to say of the lines that edits bring at another depth than both lines around them, which agree.
pub(in crate::plan) fn odd_depths(document: &mut Document<'_>, edits: &LineEdits<'_>) -> Vec<Warning> {
    let layout = document.layout();
    let (buffer, index) = document.lines();
    odd_lines(buffer, index, layout, edits).iter().map(told).collect()
}

fn told(odd: &OddLine) -> Warning {
    let (own, around) = (odd.column + 1, odd.expected + 1);
    Warning::Odd(format!(
        "{} is at column {own} now, where lines are at column {around}: it was placed relative to the lines that the patch \
         shares with the file",
        explain::quoted(&odd.text)
    ))
}
