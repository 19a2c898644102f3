//! Replaces a block whose heading is found by its lines.

use std::borrow::Cow;
use std::ops::Range;

use super::elided::{Replaces, check_marker, check_payload};
use super::marker::{find_marker, with_file_indentation};
use crate::diag::{Code, FilePlace};
use crate::ir::{BlockStyle, Fragment, Marker, Operation};
use crate::plan::done::EditOutcome;
use crate::plan::editing::Editing;
use crate::plan::explain::{self, MarkerSearch};
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::block::{BlockExtent, BlockHeading, BlockProblem, block_extent, brackets_left_open};
use crate::resolve::lines::{PayloadPlace, PayloadSide};
use crate::text::{Buffer, CommentScanner, EditSet, LexRules, LexState};

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
    let extent = block_extent(at, style).map_err(|problem| {
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
    let payload = editing.change.payload().map(|payload| payload.lines.join("\n")).unwrap_or_default();
    let range = replaced_range(&extent, &payload, rules).ok_or_else(|| {
        let buffer = document.buffer();
        let last = buffer.line_of(extent.range.end.saturating_sub(1));
        ending_mismatch(editing.operation, (buffer, last), heading)
            .with_help("close in the payload all brackets that it opens")
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
    // What follows the block, such as the terminator of the statement, need not be in the payload, and is not doubled.
    if rest.starts_with(';') && text.ends_with(';') {
        text.pop();
    } else if let Some(own) = without_rest(&text, rest.trim(), rules) {
        text.truncate(own);
    } else if style == BlockStyle::Braces && text.ends_with(';') && has_code(&rest, rules) {
        return Err(ending_mismatch(editing.operation, (buffer, last), heading)
            .with_help(format!("end the payload without `;`: `{}` stays", rest.trim())));
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

/// Returns the bytes that a payload replaces: a block that is an argument goes with the end of the brackets around it,
/// unless the payload leaves these open. `None` if its brackets allow neither.
fn replaced_range(extent: &BlockExtent, payload: &str, rules: Option<&LexRules>) -> Option<Range<usize>> {
    let Some(end) = extent.arguments_end else { return Some(extent.range.clone()) };
    match brackets_left_open(payload, rules)? {
        0 => Some(extent.range.start..end),
        open if open == extent.brackets_around => Some(extent.range.clone()),
        _ => None,
    }
}

/// Returns the length of a payload without the text that follows the block in the file, if the payload ends with it.
fn without_rest(payload: &str, rest: &str, rules: Option<&LexRules>) -> Option<usize> {
    let own = payload.strip_suffix(rest).filter(|_| !rest.is_empty())?.trim_end();
    (brackets_left_open(own, rules) == Some(0)).then_some(own.len())
}

/// Returns whether a part of a line has code that is not only closing brackets and terminators.
fn has_code(rest: &str, rules: Option<&LexRules>) -> bool {
    let code = rules.map_or(Cow::Borrowed(rest), |rules| {
        CommentScanner::new(rules).scan(rest, &mut LexState::default()).code
    });
    !code.trim().trim_start_matches([')', ']', '}']).trim().is_empty()
}

/// Returns the refusal of a payload that does not end as the block does, whose last line is given.
fn ending_mismatch(operation: &Operation, (buffer, last): (&Buffer, usize), heading: &Marker) -> Refusal {
    let message = format!(
        "the payload of operation {} does not end like the block in `{}`",
        operation.origin.index, operation.path
    );
    Refusal::new(Code::PayloadMismatch, message)
        .with_places(vec![place(buffer, operation, last)])
        .at(heading.lines.place)
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
