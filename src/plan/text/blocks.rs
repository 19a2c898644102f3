//! Replaces a block whose heading is found by its lines.

use super::elided::{Replaces, check_marker, check_payload};
use super::marker::{find_marker, with_file_indentation};
use crate::diag::{Code, FilePlace};
use crate::ir::{BlockStyle, Fragment, Marker, Operation};
use crate::plan::done::EditOutcome;
use crate::plan::editing::Editing;
use crate::plan::explain::{self, MarkerSearch};
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::block::{BlockHeading, BlockProblem, block_range};
use crate::resolve::lines::{PayloadPlace, PayloadSide};
use crate::text::{Buffer, EditSet};

use crate::plan::symbol::beside::end_of_line;

/// Replaces the whole block by the payload of `change`.
pub(in crate::plan) fn replace(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    heading: &Marker,
    style: BlockStyle,
    expect: Option<&Fragment>,
) -> Result<EditOutcome, Refusal> {
    check_marker(document, editing, heading)?;
    let (found, within) = find_marker(document, editing, heading)?;
    let (buffer, index) = document.lines();
    let (rules, state) = (index.rules(), index.state_before(buffer, found.range.start));
    let at = BlockHeading { buffer, lines: &found.range, rules, state };
    let range = block_range(at, style).map_err(|problem| {
        let (message, line) =
            explain_block(editing.operation.origin.index, found.range.start, style, problem);
        Refusal::new(Code::MarkerNotFound, message)
            .with_places(vec![place(document.buffer(), editing.operation, line)])
            .with_help(
                "write only the lines of the block's heading, or use `replace_text` with all of \
                 its lines",
            )
            .at(heading.lines.place)
    })?;
    let buffer = document.buffer();
    let old = buffer.slice(range.clone()).into_owned();
    if expect.is_some_and(|expect| comparable(&expect.lines) != comparable(&lines_of(&old))) {
        let message = format!("the block in `{}` does not match `expect`", editing.operation.path);
        return Err(Refusal::new(Code::ChangedDefinition, message)
            .with_places(vec![place(buffer, editing.operation, found.range.start)])
            .with_help("read the block again")
            .at(heading.lines.place));
    }
    let replaced = buffer.lines_of(&range);
    check_payload(document, editing, &Replaces::Lines(&replaced), &[])?;
    let at = PayloadPlace { marker: heading, found: &found, side: PayloadSide::Replace, gap: replaced };
    let lines = match editing.change.payload() {
        Some(payload) => match with_file_indentation(document, &at, payload, editing.indent) {
            Ok(lines) => lines,
            Err(problem) => {
                return Err(explain::marker(
                    document,
                    MarkerSearch { operation: editing.operation, marker: heading, within: &within },
                    problem,
                ));
            }
        },
        None => Vec::new(),
    };
    let buffer = document.buffer();
    let (first, last) = (buffer.line_of(range.start), buffer.line_of(range.end.saturating_sub(1)));
    let line_end = buffer.line_range(last).end;
    let rest = buffer.slice(range.end..line_end.max(range.end));
    let mut text = lines.join(end_of_line(buffer, first));
    // The terminator of the statement follows the block: the payload need not contain it, and it is not doubled.
    if rest.starts_with(';') && text.ends_with(';') {
        text.pop();
    }
    let edits = if lines.is_empty() && rest.trim().is_empty() {
        EditSet::one(range.start..buffer.line_start(last + 1), String::new())
    } else {
        EditSet::one(range, text)
    };
    document.apply(edits);
    Ok(EditOutcome {
        lines: Some(first..last + 1),
        matched: Some(found.rung.name.to_owned()),
        ..EditOutcome::default()
    })
}

fn lines_of(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Returns the lines that are not blank, trimmed.
fn comparable(lines: &[String]) -> Vec<&str> {
    lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect()
}

fn place(buffer: &Buffer, operation: &Operation, line: usize) -> FilePlace {
    FilePlace::related(operation.path.as_str(), line, buffer.line(line).into_owned())
}

/// Explains why the block of operation `index` has no end, and returns the line that shows it; the heading is on
/// `line`.
fn explain_block(index: usize, line: usize, style: BlockStyle, problem: BlockProblem) -> (String, usize) {
    let (heads, ends) = match style {
        BlockStyle::Indented => ("does not end in a colon with indented lines below", "ends"),
        BlockStyle::Braces => ("is not followed by braces", "has a brace that closes it"),
        BlockStyle::Tags => ("does not begin with the tag of a block", "has a tag that closes it"),
    };
    match problem {
        BlockProblem::NoHeading => (format!("the marker of operation {index} {heads}"), line),
        BlockProblem::NoEnd => (format!("the block of operation {index} nowhere {ends}"), line),
        BlockProblem::UnbalancedBranches(at) => {
            (format!("conditional text on line {} splits the block of operation {index}", at + 1), at)
        }
    }
}
