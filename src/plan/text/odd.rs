//! What to say of lines that come at a depth which nothing around them explains.

use crate::plan::done::Warning;
use crate::plan::explain;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{OddLine, OddPlaceColumn, level_lines, odd_lines};
use crate::text::LineEdits;

/// Puts lines that come one blank beside a level of the file to that, and says what there is to say of those that edits bring at
/// another depth than both lines around them, which agree.
pub(in crate::plan) fn level_odd_depths(
    document: &mut Document<'_>,
    edits: &mut LineEdits<'_>,
) -> Vec<Warning> {
    let layout = document.layout();
    let (buffer, index) = document.lines();
    level_lines(buffer, index, layout, edits);
    odd_lines(buffer, index, layout, edits).iter().map(told).collect()
}

fn told(odd: &OddLine) -> Warning {
    let around = match odd.around {
        OddPlaceColumn::Beside(column) => format!("where lines are at column {}", column + 1),
        OddPlaceColumn::Opening(column) => {
            format!("and the line that begins what it ends at column {}", column + 1)
        }
        OddPlaceColumn::Heading(column) => {
            format!("in a block whose heading is at column {}", column + 1)
        }
    };
    Warning::Odd(format!(
        "{} is at column {} now, {around}: it was placed relative to the lines that the patch shares with the file",
        explain::quoted(&odd.text),
        odd.column + 1
    ))
}
