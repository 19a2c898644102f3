//! Turns the facts of a refusal into diagnostics: what was looked for, where it nearly is, what to type next.

mod absent;
mod context;
mod depth;
mod hunks;
mod places;
mod select;
#[cfg(test)]
mod tests;

use std::ops::Range;

use serde_json::json;

use self::places::{MAX_CANDIDATES, candidate_places, near_place, place};
use super::document::Document;
use super::done::Warning;
use super::refusal::Refusal;
use crate::diag::{Code, FilePlace, PlaceRole};
use crate::ir::{Action, Change, Fragment, Marker, Operation};
use crate::resolve::lines::{LinesProblem, Unnamed, resolve_marker};
use crate::resolve::nearby::Near;
use crate::text::normal::{is_blank, trim};

pub(super) use self::absent::{earlier, similar};
pub(super) use self::hunks::{Section, hunks, lines_warning};

/// A text of the patch in a message: its first line, in backticks.
pub(super) fn quoted(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    let (shown, is_cut) = match first.char_indices().nth(60) {
        Some((at, _)) => (&first[..at], true),
        None => (first, first.len() < text.trim_end_matches('\n').len()),
    };
    format!("`{shown}{}`", if is_cut { "…" } else { "" })
}

/// A place that fits, among others.
pub(super) fn candidate(document: &mut Document<'_>, path: &str, lines: &Range<usize>) -> FilePlace {
    place(document, path, lines, PlaceRole::Candidate)
}

/// Why a marker has no place.
pub(super) fn marker(
    document: &mut Document<'_>,
    operation: &Operation,
    marker: &Marker,
    within: Range<usize>,
    problem: LinesProblem,
) -> Refusal {
    let (index, path) = (operation.origin.index, operation.path.as_str());
    let scope = scope_words(marker);
    let refusal = match problem {
        LinesProblem::Ambiguous { candidates } => {
            let count = candidates.len();
            let selects = select::fields(document, operation, marker, &within, &candidates);
            let places = candidate_places(document, path, &candidates, &selects);
            Refusal::new(
                Code::MarkerAmbiguous,
                format!("the marker of operation {index} fits {count} places in `{path}`{scope}"),
            )
            .with_places(places)
            .with_help("add `before:` or `after:` with a neighbouring line, `symbol:`, or a longer marker")
        }
        LinesProblem::ContextMismatch { candidates } => {
            context::mismatch(document, operation, marker, &within, &candidates)
        }
        LinesProblem::AlreadyApplied { at } => {
            already_applied(document, path, &format!("operation {index}"), &at)
                .with_help("leave the operation out")
        }
        LinesProblem::NotFound { near } => {
            marker_not_found(document, operation, marker, within, near.as_ref())
        }
        LinesProblem::LeftOpen { line } => {
            let (index, path) = (operation.origin.index, operation.path.as_str());
            let (what, lines) = match is_blank(&document.buffer().line(line)) {
                true => ("the blank line", "blank lines"),
                false => ("line", "comments"),
            };
            let message = format!(
                "the marker of operation {index} leaves out {what} {} of `{path}`, and the payload does not tell \
                 whether it stays, or where",
                line + 1
            );
            let places = vec![place(document, path, &(line..line + 1), PlaceRole::Related)];
            Refusal::new(Code::MarkerAmbiguous, message)
                .with_places(places)
                .with_help(format!("write the {lines} of the file into the marker, too"))
        }
        LinesProblem::NoUniformShift { at } => {
            let (index, path) = (operation.origin.index, operation.path.as_str());
            let message = format!(
                "the lines of the marker of operation {index} are indented otherwise in `{path}`, and not all by the \
                 same, so that it is not told how deep the payload stands"
            );
            Refusal::new(Code::ContextMismatch, message)
                .with_places(vec![place(document, path, &at, PlaceRole::Related)])
                .with_help("copy the indentation from the file, in marker and payload, or say `indent: none`")
        }
        LinesProblem::DepthOpen { at, readings } => depth::open(document, operation, &at, &readings),
        LinesProblem::Repeated { at } => repeated_lines(document, operation, &at),
        // The rest is said of hunks only.
        LinesProblem::NoPlace
        | LinesProblem::NoSuchLine { .. }
        | LinesProblem::NumberInDoubt { .. }
        | LinesProblem::CommentMissing { .. }
        | LinesProblem::Elided { .. }
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
    let (index, path) = (operation.origin.index, operation.path.as_str());
    let scope = scope_words(marker);
    let refusal = Refusal::new(
        Code::MarkerNotFound,
        format!("the marker of operation {index} is not in `{path}`{scope}"),
    );
    if marker.lines.lines.iter().all(|line| is_blank(line)) {
        return refusal.with_help("a marker needs at least one line that is not blank");
    }
    if marker.scope.is_some()
        && let Some(elsewhere) = elsewhere(document, path, marker)
    {
        return refusal.with_places(elsewhere).with_help(
            "name the definition that holds the marker, or leave `symbol` (or `class` and `method`) out",
        );
    }
    let doubt = made_before(document, operation, near);
    let Some(near) = near else {
        return refusal
            .with_help(doubt.unwrap_or_else(|| format!("read `{path}` again and copy the marker from it")));
    };
    let repair = if doubt.is_some() { None } else { repaired(document, marker, within, near) };
    let help = match (&repair, doubt) {
        (_, Some(doubt)) => doubt,
        (Some(lines), None) => format!("this marker would match:\n{}", lines.join("\n")),
        (None, None) => {
            format!("read `{path}` from line {} on and copy the marker from it", near.range.start + 1)
        }
    };
    let mut place = near_place(document, path, near);
    if is_part(&marker.lines.lines, &place.text) {
        "the marker is only a part of this line".clone_into(&mut place.label);
    }
    let repair = repair.map(|lines| json!({ "marker": lines.join("\n") }));
    refusal.with_places(vec![place]).with_help(help).with_repair(repair)
}

/// What to say where the change may have been made before, so that a marker that fits the file would change it once more:
/// lines that were to go are not there, or the nearest place has all that was to come.
fn made_before(document: &mut Document<'_>, operation: &Operation, near: Option<&Near>) -> Option<String> {
    let Action::Edit { change, .. } = &operation.action else { return None };
    let payload = match change {
        Change::Replace(payload) => &payload.lines[..],
        Change::Delete => &[],
        Change::InsertBefore(_) | Change::InsertAfter(_) => return None,
    };
    let solid: Vec<&str> = payload.iter().map(|line| trim(line)).filter(|line| !line.is_empty()).collect();
    if solid.is_empty() {
        return Some("if the patch was applied before, the lines are gone already: leave the operation out; else copy the \
                     marker from the file".to_owned());
    }
    let (near, buffer) = (near?, document.buffer());
    let slack = solid.len();
    let around = near.range.start.saturating_sub(slack)..(near.range.end + slack).min(buffer.line_count());
    let own: Vec<String> = around.map(|line| trim(&buffer.line(line)).to_owned()).collect();
    let own: Vec<&String> = own.iter().filter(|line| !line.is_empty()).collect();
    let holds = own.windows(solid.len()).any(|lines| lines.iter().zip(&solid).all(|(own, line)| own == line));
    holds.then(|| {
        "the payload stands there: if the patch was applied before, leave the operation out; else copy the marker from the \
         file".to_owned()
    })
}

/// The definition in which the marker was looked for, as messages say it.
fn scope_words(marker: &Marker) -> String {
    let Some(scope) = &marker.scope else { return String::new() };
    let parts = match &scope.symbol {
        Some(symbol) => symbol.clone(),
        None => scope.class.iter().chain(&scope.method).cloned().collect::<Vec<_>>().join("."),
    };
    format!(" within `{parts}`")
}

/// Whether a marker of one line is less than the line of the file.
fn is_part(marker: &[String], line: &str) -> bool {
    let mut solid = marker.iter().filter(|line| !is_blank(line));
    matches!((solid.next(), solid.next()), (Some(only), None) if line.contains(trim(only)))
}

/// Where a marker stands that is not in its definition.
fn elsewhere(document: &mut Document<'_>, path: &str, marker: &Marker) -> Option<Vec<FilePlace>> {
    let (buffer, index) = document.lines();
    let found = match resolve_marker(buffer, index, 0..buffer.line_count(), marker) {
        Ok(found) => vec![found.range],
        Err(LinesProblem::Ambiguous { candidates }) => candidates.to_vec(),
        Err(_) => return None,
    };
    let mut places = candidate_places(document, path, &found, &[]);
    for place in &mut places {
        place.role = PlaceRole::Nearest;
        "stands here".clone_into(&mut place.label);
        place.select = place.symbol.as_ref().map(|symbol| format!("symbol: {symbol}"));
    }
    Some(places)
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
    let corrected =
        Marker { lines: Fragment { lines: lines.clone(), place, margin: None }, ..marker.clone() };
    let found = resolve_marker(buffer, index, within, &corrected).ok()?;
    (found.range == near.range).then_some(lines)
}

fn already_applied(document: &mut Document<'_>, path: &str, what: &str, at: &Range<usize>) -> Refusal {
    let mut place = place(document, path, at, PlaceRole::Related);
    place.label = "stands here already".to_owned();
    Refusal::new(Code::AlreadyApplied, format!("the change of {what} stands in `{path}` already"))
        .with_places(vec![place])
}

/// What to say where the payload is to stay as it is, though the marker is at another depth in the file.
pub(super) fn other_depth() -> Warning {
    Warning::Depth(
        "the marker has another depth in the file than in the patch; with `indent: none` the payload does not follow it"
            .to_owned(),
    )
}

/// The refusal of lines that are at their place already.
pub(super) fn repeated_lines(
    document: &mut Document<'_>,
    operation: &Operation,
    at: &Range<usize>,
) -> Refusal {
    let what = format!("operation {}", operation.origin.index);
    repeated(document, operation.path.as_str(), &what, at).with_help(
        "leave the operation out; `options: {repeat: true}` (in formats without options `--repeat`) inserts the lines once more",
    )
}

/// The refusal to take out imports of which the file has none.
pub(super) fn no_import(operation: &Operation, missing: &[String]) -> Refusal {
    let missing: Vec<String> = missing.iter().map(|text| format!("`{text}`")).collect();
    let message = format!("`{}` does not have {}", operation.path, missing.join(", "));
    Refusal::new(Code::AlreadyApplied, message)
        .with_help("leave the operation out; there is nothing to remove")
}

fn repeated(document: &mut Document<'_>, path: &str, what: &str, at: &Range<usize>) -> Refusal {
    let mut place = place(document, path, at, PlaceRole::Related);
    place.label = "already here".to_owned();
    Refusal::new(
        Code::AlreadyApplied,
        format!("the lines that {what} inserts are at their place in `{path}` already"),
    )
    .with_places(vec![place])
}

/// How many comments a warning quotes.
const MAX_QUOTED: usize = 3;

/// What to say of comments and blank lines that went although the patch does not have them.
pub(super) fn unnamed(lines: &[Unnamed]) -> Option<Warning> {
    let first = lines.first()?;
    let (comments, blanks): (Vec<&Unnamed>, Vec<&Unnamed>) =
        lines.iter().partition(|line| !line.text.is_empty());
    let quoted =
        comments.iter().take(MAX_QUOTED).map(|own| format!("`{}` (line {})", own.text, own.line + 1));
    let quoted: Vec<String> = quoted.collect();
    let what = match (comments.len(), blanks.len()) {
        (0, 1) => format!("line {}, a blank one", first.line + 1),
        (0, count) => format!("{count} blank lines from line {} on", first.line + 1),
        (1, _) => format!("the comment {}", quoted.join(", ")),
        (count, _) if count <= MAX_QUOTED => format!("the comments {}", quoted.join(", ")),
        (count, _) => format!("the comments {} and {} more", quoted.join(", "), count - MAX_QUOTED),
    };
    Some(Warning::Swallowed(format!("{what}, which the patch does not have, went with the code beside it")))
}
