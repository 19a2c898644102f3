//! Lines that are inserted at a depth which nothing around them explains: those that lost their indentation are moved,
//! others are warned of.

use crate::plan::done::Warning;
use crate::plan::explain;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{
    ExpectedColumn, MovedText, OddLine, are_as_written, level_lines, moved_text, odd_lines,
    put_blanks_for_tabs, raise_flush_lines,
};
use crate::text::LineEdits;
use crate::text::normal::trim;

/// Moves lines that lost their indentation between two lines of one depth to that depth, and puts blanks for tabs where the
/// file has only blanks. What is compared with the file must be compared after this.
pub(in crate::plan) fn raise_lost_lines(document: &mut Document<'_>, edits: &mut LineEdits<'_>) {
    let layout = document.layout();
    let (buffer, index) = document.lines();
    put_blanks_for_tabs(buffer, index, edits);
    raise_flush_lines(buffer, index, layout, edits);
}

/// Puts the added lines of a hunk at the depth at which they are `written`, if only the old lines of the hunk lost their
/// indentation.
pub(in crate::plan) fn keep_written_depth(
    document: &mut Document<'_>,
    edits: &mut LineEdits<'_>,
    written: &[&str],
) {
    let mut next = written.iter();
    let mut own = edits.clone();
    for (number, line) in edits.texts_of_added().enumerate() {
        let Some(text) = next.find(|text| trim(text) == trim(line)) else { return };
        own.rewrite(number, (*text).to_owned());
    }
    let layout = document.layout();
    let (buffer, index) = document.lines();
    if own != *edits && are_as_written(buffer, index, layout, (edits, &own)) {
        for (number, line) in own.texts_of_added().enumerate() {
            edits.rewrite(number, line.to_owned());
        }
    }
}

/// Moves lines that are one blank off a level of the file to that level. Returns warnings about added lines whose depth
/// differs from that of both surrounding lines, where these agree, and about text whose blanks move with the code
/// around it.
pub(in crate::plan) fn level_odd_depths(
    document: &mut Document<'_>,
    edits: &mut LineEdits<'_>,
) -> Vec<Warning> {
    let layout = document.layout();
    let (buffer, index) = document.lines();
    level_lines(buffer, index, layout, edits);
    let odd = odd_lines(buffer, index, layout, edits);
    let moved = moved_text(buffer, index, edits);
    odd.iter().map(odd_depth_warning).chain(moved.as_ref().map(told_text)).collect()
}

fn told_text(moved: &MovedText) -> Warning {
    let (from, to) = (moved.columns.0 + 1, moved.columns.1 + 1);
    Warning::OddDepth(format!(
        "{} is part of the text that begins at {} and moves with it from column {from} to column \
         {to}: this changes the text, unless its white space does not matter",
        explain::quoted(&moved.text),
        explain::quoted(&moved.opening)
    ))
}

fn odd_depth_warning(odd: &OddLine) -> Warning {
    let place = |column: usize| told_place(column, odd.tab);
    let around = match odd.around {
        ExpectedColumn::Beside(column) => format!("where the lines around it are {}", place(column)),
        ExpectedColumn::Opening(column) => {
            format!("while the line that opens its block is {}", place(column))
        }
        ExpectedColumn::Heading(column) => format!("in a block whose heading is {}", place(column)),
    };
    Warning::OddDepth(format!(
        "{} is now {}, {around}: it was indented relative to the lines that the patch shares with \
         the file",
        explain::quoted(&odd.text),
        place(odd.column)
    ))
}

/// Returns where a line begins: its column, or the number of tabs before it if a tab has `tab` columns. `column` counts
/// from 0.
fn told_place(column: usize, tab: Option<usize>) -> String {
    let Some(tab) = tab else { return format!("at column {}", column + 1) };
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let tabs = counted(column / tab, "tab");
    match column % tab {
        _ if column == 0 => "at column 1".to_owned(),
        0 => format!("after {tabs}"),
        blanks => format!("after {tabs} and {}", counted(blanks, "space")),
    }
}
