//! Turns the facts of a refusal into diagnostics: what was looked for, where it nearly is, what to type next.

use std::ops::Range;

use serde_json::json;

use super::document::Document;
use super::edit::Warning;
use super::refusal::Refusal;
use crate::diag::{Code, Diagnostic, FilePlace, PatchPlace, PlaceRole};
use crate::ir::{Fragment, Hunk, Marker, Operation, PatchPath};
use crate::resolve::lines::{HunkProblem, LinesProblem, LinesWarning, resolve_marker};
use crate::resolve::nearby::Near;
use crate::text::Buffer;
use crate::text::normal::{is_blank, trim};

/// Up to this size a file is parsed to name the symbols that enclose the places of a refusal. Larger ones would make a
/// refusal slow.
const MAX_PARSE: usize = 256 << 10;

/// How many candidates are listed.
const MAX_CANDIDATES: usize = 20;

/// How many lines a `before:` that selects a candidate may have.
const MAX_SELECT: usize = 4;

/// Why a marker has no place.
pub(super) fn marker(
    document: &mut Document<'_>,
    operation: &Operation,
    marker: &Marker,
    within: Range<usize>,
    problem: LinesProblem,
) -> Refusal {
    let (index, path) = (operation.origin.index, &operation.path);
    let scope = if marker.scope.is_some() { " in its symbol" } else { "" };
    let refusal = match problem {
        LinesProblem::Ambiguous { candidates } => {
            let count = candidates.len();
            let selects = selects(document.buffer(), &candidates, within);
            let places = candidate_places(document, path, &candidates, &selects);
            Refusal::new(
                Code::MarkerAmbiguous,
                format!("the marker of operation {index} fits {count} places in `{path}`{scope}"),
            )
            .with_places(places)
            .with_help("add `before:` or `after:` with a neighbouring line, `symbol:`, or a longer marker")
        }
        LinesProblem::ContextMismatch { candidates } => {
            let places = candidate_places(document, path, &candidates, &[]);
            Refusal::new(
                Code::ContextMismatch,
                format!(
                    "the marker of operation {index} stands in `{path}`{scope}, but not with its `before` and `after`"
                ),
            )
            .with_places(places)
            .with_help("make `before:` and `after:` the lines directly above and below the marker, or leave them out")
        }
        LinesProblem::AlreadyApplied { at } => already_applied(document, operation, &at),
        LinesProblem::NotFound { near } => {
            marker_not_found(document, operation, marker, within, near.as_ref())
        }
        // The rest is said of hunks only.
        LinesProblem::NoPlace
        | LinesProblem::NoSuchLine { .. }
        | LinesProblem::CommentMissing { .. }
        | LinesProblem::NoUniformShift { .. }
        | LinesProblem::Overlap { .. } => marker_not_found(document, operation, marker, within, None),
    };
    refusal.at(marker.lines.place)
}

fn marker_not_found(
    document: &mut Document<'_>,
    operation: &Operation,
    marker: &Marker,
    within: Range<usize>,
    near: Option<&Near>,
) -> Refusal {
    let (index, path) = (operation.origin.index, &operation.path);
    let scope = if marker.scope.is_some() { " in its symbol" } else { "" };
    let refusal = Refusal::new(
        Code::MarkerNotFound,
        format!("the marker of operation {index} is not in `{path}`{scope}"),
    );
    if marker.lines.lines.iter().all(|line| is_blank(line)) {
        return refusal.with_help("a marker needs at least one line that is not blank");
    }
    let Some(near) = near else {
        return refusal.with_help(format!("read `{path}` again and copy the marker from it"));
    };
    let repair = repaired(document, marker, within, near);
    let help = match &repair {
        Some(lines) => format!("this marker would match:\n{}", lines.join("\n")),
        None => format!("read `{path}` from line {} on and copy the marker from it", near.range.start + 1),
    };
    let repair = repair.map(|lines| json!({ "marker": lines.join("\n") }));
    refusal.with_places(vec![near_place(document, path, near)]).with_help(help).with_repair(repair)
}

/// The file's own lines at the nearest place, if as a marker they match just there.
fn repaired(
    document: &mut Document<'_>,
    marker: &Marker,
    within: Range<usize>,
    near: &Near,
) -> Option<Vec<String>> {
    let (buffer, index) = document.lines();
    let lines: Vec<String> =
        near.range.clone().take(MAX_CANDIDATES).map(|line| buffer.line(line).into_owned()).collect();
    let place = marker.lines.place;
    let corrected = Marker { lines: Fragment { lines: lines.clone(), place }, ..marker.clone() };
    let found = resolve_marker(buffer, index, within, &corrected).ok()?;
    (found.range == near.range).then_some(lines)
}

fn already_applied(document: &mut Document<'_>, operation: &Operation, at: &Range<usize>) -> Refusal {
    let path = &operation.path;
    let mut place = place(document, path, at, PlaceRole::Related);
    place.label = "stands here already".to_owned();
    Refusal::new(
        Code::AlreadyApplied,
        format!("the change of operation {} stands in `{path}` already", operation.origin.index),
    )
    .with_places(vec![place])
    .with_help("leave the operation out")
}

/// Why hunks have no place, one diagnostic each.
pub(super) fn hunks(
    document: &mut Document<'_>,
    operation: &Operation,
    hunks: &[Hunk],
    problems: Vec<HunkProblem>,
) -> Refusal {
    let explained = problems.into_iter().flat_map(|(at, problem)| {
        let refusal = hunk(document, operation, hunks, at, problem);
        let place = hunks.get(at).map_or_else(PatchPlace::default, |hunk| hunk.place);
        refusal.at(place).0
    });
    Refusal(explained.collect::<Vec<Diagnostic>>())
}

fn hunk(
    document: &mut Document<'_>,
    operation: &Operation,
    hunks: &[Hunk],
    at: usize,
    problem: LinesProblem,
) -> Refusal {
    let path = &operation.path;
    let number = at + 1;
    let related = |document: &mut Document<'_>, range: &Range<usize>| {
        vec![place(document, path, range, PlaceRole::Related)]
    };
    match problem {
        LinesProblem::NotFound { near } => {
            hunk_not_found(document, operation, &hunks[at], number, near.as_ref())
        }
        LinesProblem::Ambiguous { candidates } | LinesProblem::ContextMismatch { candidates } => {
            let count = candidates.len();
            let whole = 0..document.buffer().line_count();
            let selects = selects(document.buffer(), &candidates, whole);
            let places = candidate_places(document, path, &candidates, &selects);
            Refusal::new(Code::HunkAmbiguous, format!("hunk {number} fits {count} places in `{path}`"))
                .with_places(places)
                .with_help(
                    "add context lines, or an `@@` line that equals a line above just one of the places",
                )
        }
        LinesProblem::AlreadyApplied { at } => already_applied(document, operation, &at),
        LinesProblem::NoPlace => Refusal::new(
            Code::HunkAmbiguous,
            format!("hunk {number} only adds lines, and nothing says where in `{path}`"),
        )
        .with_help(
            "add a context line, an `@@` line that equals a line of the file, or `*** End of File` to append",
        ),
        LinesProblem::NoSuchLine { line } => Refusal::new(
            Code::HunkNotFound,
            format!(
                "hunk {number} only adds lines at line {line}, which does not fit `{path}` with its {} lines",
                document.buffer().line_count()
            ),
        )
        .with_help("add a context line"),
        LinesProblem::CommentMissing { at: range, hunk_line } => {
            let comment = hunks[at].lines.get(hunk_line).map_or("", |line| trim(&line.text));
            let places = related(document, &range);
            Refusal::new(
                Code::HunkNotFound,
                format!(
                    "hunk {number} removes the comment `{comment}`, which is not at its place in `{path}`"
                ),
            )
            .with_places(places)
            .with_help("copy the comment from the file, or leave its line out")
        }
        LinesProblem::NoUniformShift { at: range } => {
            let places = related(document, &range);
            Refusal::new(
                Code::ContextMismatch,
                format!(
                    "the lines of hunk {number} are indented otherwise in `{path}`, and not all by the same"
                ),
            )
            .with_places(places)
            .with_help("copy the indentation from the file")
        }
        LinesProblem::Overlap { other, line } => {
            let places = related(document, &(line..line + 1));
            Refusal::new(
                Code::Overlap,
                format!("hunks {} and {number} both change line {} of `{path}`", other + 1, line + 1),
            )
            .with_places(places)
            .with_help("make one hunk of the two")
        }
    }
}

fn hunk_not_found(
    document: &mut Document<'_>,
    operation: &Operation,
    hunk: &Hunk,
    number: usize,
    near: Option<&Near>,
) -> Refusal {
    let path = &operation.path;
    let Some(near) = near else {
        return Refusal::new(
            Code::HunkNotFound,
            format!("the old lines of hunk {number} are not in `{path}`"),
        )
        .with_help(format!("read `{path}` again and copy the lines from it"));
    };
    let message = format!(
        "hunk {number} is not in `{path}`: {} of {} lines match at line {}",
        near.equal,
        near.of,
        near.range.start + 1
    );
    let refusal =
        Refusal::new(Code::HunkNotFound, message).with_places(vec![near_place(document, path, near)]);
    let difference = near.difference.and_then(|(at, line)| Some((hunk.old().nth(at)?, line?)));
    let Some((wanted, line)) = difference else {
        return refusal.with_help(format!("read `{path}` again and copy the lines from it"));
    };
    let own = document.buffer().line(line).into_owned();
    refusal
        .with_help(format!(
            "line {} differs: the patch has `{}`, the file has `{}`",
            line + 1,
            trim(&wanted.text),
            trim(&own)
        ))
        .with_repair(Some(json!({ "line": line + 1, "old": wanted.text.as_str(), "new": own })))
}

/// What to say of lines that went although the patch does not have them.
pub(super) fn swallowed(lines: &[usize]) -> Option<Warning> {
    let (first, last) = (lines.first()?, lines.last()?);
    let what = if first == last {
        format!("line {}", first + 1)
    } else {
        format!("lines {} to {}", first + 1, last + 1)
    };
    Some(Warning::Swallowed(format!(
        "{what} (comments that the patch does not have) went with the lines around them"
    )))
}

/// The same for hunks.
pub(super) fn lines_warning(warning: &LinesWarning) -> Option<Warning> {
    match warning {
        LinesWarning::Swallowed { lines } => swallowed(lines),
    }
}

/// A place in a file, with its first line and the symbol around it.
fn place(document: &mut Document<'_>, path: &PatchPath, lines: &Range<usize>, role: PlaceRole) -> FilePlace {
    let count = document.buffer().line_count();
    let line = lines.start.min(count.saturating_sub(1));
    let text = if count == 0 { String::new() } else { document.buffer().line(line).into_owned() };
    FilePlace {
        path: path.to_string(),
        line: line + 1,
        last_line: lines.end.max(line + 1),
        text,
        symbol: enclosing(document, line),
        label: String::new(),
        likeness: None,
        select: None,
        role,
    }
}

/// The address of the symbol around a line, for files that are not too large to be parsed for a message.
fn enclosing(document: &mut Document<'_>, line: usize) -> Option<String> {
    let language = document.comments()?;
    if document.buffer().len() > MAX_PARSE {
        return None;
    }
    let (buffer, symbols) = document.symbols(language);
    symbols.enclosing(buffer, line)
}

fn near_place(document: &mut Document<'_>, path: &PatchPath, near: &Near) -> FilePlace {
    let line = near.difference.and_then(|(_, line)| line).unwrap_or(near.range.start);
    let mut place = place(document, path, &(line..near.range.end.max(line + 1)), PlaceRole::Nearest);
    place.label = format!("nearest place; here it differs first");
    place.likeness = Some((near.likeness * 100.0).round() / 100.0);
    place
}

fn candidate_places(
    document: &mut Document<'_>,
    path: &PatchPath,
    candidates: &[Range<usize>],
    selects: &[Option<String>],
) -> Vec<FilePlace> {
    let mut places: Vec<FilePlace> = candidates
        .iter()
        .take(MAX_CANDIDATES)
        .map(|candidate| place(document, path, candidate, PlaceRole::Candidate))
        .collect();
    for (at, place) in places.iter_mut().enumerate() {
        place.select = selects.get(at).cloned().flatten();
    }
    let symbols: Vec<Option<String>> = places.iter().map(|place| place.symbol.clone()).collect();
    for place in &mut places {
        let is_only =
            place.symbol.is_some() && symbols.iter().filter(|own| **own == place.symbol).count() == 1;
        if is_only && candidates.len() <= MAX_CANDIDATES {
            place.select = place.symbol.as_ref().map(|symbol| format!("symbol: {symbol}"));
        }
    }
    places
}

/// For each candidate, lines directly above it (else below it) that no other candidate has there, as a `before` or
/// `after`.
fn selects(buffer: &Buffer, candidates: &[Range<usize>], within: Range<usize>) -> Vec<Option<String>> {
    if candidates.len() > MAX_CANDIDATES {
        return Vec::new();
    }
    let above = |candidate: &Range<usize>, count: usize| -> Vec<String> {
        let lines = (within.start..candidate.start).rev().map(|line| buffer.line(line));
        let mut lines: Vec<String> =
            lines.filter(|line| !is_blank(line)).take(count).map(|line| trim(&line).to_owned()).collect();
        lines.reverse();
        lines
    };
    let below = |candidate: &Range<usize>, count: usize| -> Vec<String> {
        let lines = (candidate.end..within.end).map(|line| buffer.line(line));
        lines.filter(|line| !is_blank(line)).take(count).map(|line| trim(&line).to_owned()).collect()
    };
    let select = |own: &Range<usize>| {
        let is_only = |lines: &[String], of: &dyn Fn(&Range<usize>, usize) -> Vec<String>| {
            let same = |other: &&Range<usize>| of(other, lines.len()) == lines;
            !lines.is_empty() && candidates.iter().filter(same).count() == 1
        };
        (1..=MAX_SELECT).find_map(|count| {
            let (before, after) = (above(own, count), below(own, count));
            if is_only(&before, &above) {
                Some(format!("before: {}", yaml_lines(&before)))
            } else if is_only(&after, &below) {
                Some(format!("after: {}", yaml_lines(&after)))
            } else {
                None
            }
        })
    };
    candidates.iter().map(select).collect()
}

/// Lines as the value of a YAML field.
fn yaml_lines(lines: &[String]) -> String {
    match lines {
        [only] => only.clone(),
        several => several.iter().fold("|-".to_owned(), |text, line| text + "\n  " + line),
    }
}
