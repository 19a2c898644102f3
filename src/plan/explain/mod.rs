//! Turns the facts of a refusal into diagnostics: what was searched for, where something similar is, and what to type
//! next.

mod absent;
mod context;
mod depth;
mod hunks;
mod import;
mod left_out;
mod merged;
mod part;
mod places;
mod reordered;
mod repair;
mod repair_hunk;
mod search;
mod select;
#[cfg(test)]
mod tests;
mod unseen;

use std::collections::HashSet;
use std::ops::Range;

use serde_json::json;

use self::places::{MAX_CANDIDATES, candidate_places, near_place, place};
use crate::diag::{Code, FilePlace, PatchPlace, PlaceRole};
use crate::ir::{Action, Change, Fragment, Marker, Operation, SymbolTarget};
use crate::plan::correction::Correction;
use crate::plan::done::Warning;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{Haystack, LinesProblem, UnnamedRemoval, resolve_marker};
use crate::resolve::nearby::{Near, likeness, nearest};
use crate::text::Buffer;
use crate::text::normal::{indentation, is_blank, trim};

pub use self::absent::missing;
pub(super) use self::absent::{below_folders, did_you_mean, earlier, no_file, similar, with_relative_path};
pub(super) use self::depth::{cut_off, flat_payload, open_edge};
pub(super) use self::hunks::{HunkOwner, hunks, lines_warning};
pub(super) use self::import::{no_import, staying_import};
pub(super) use self::merged::{own_lines, quoted_lines};
pub(super) use self::search::MarkerSearch;

/// The minimum similarity of a line to some line of the marker for it to be suggested as part of the marker.
const MIN_LINE_LIKENESS: f64 = 0.35;

/// Quotes a text of the patch for a message: its first line, in backticks.
pub(super) fn quoted(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    let (shown, is_cut) = match first.char_indices().nth(60) {
        Some((at, _)) => (&first[..at], true),
        None => (first, first.len() < text.trim_end_matches('\n').len()),
    };
    format!("`{shown}{}`", if is_cut { "…" } else { "" })
}

/// Returns where a line of a text is in the patch; except for block scalars, only the place of the first line is known.
pub(super) fn place_of(
    lines: &[String],
    (place, margin): (PatchPlace, Option<usize>),
    at: usize,
) -> PatchPlace {
    match (margin, lines.get(at)) {
        (Some(margin), Some(line)) if place.line > 0 => {
            PatchPlace::new(place.line + at, margin + indentation(line).chars().count() + 1)
        }
        _ => place,
    }
}

/// Returns one of several places that match.
pub(super) fn candidate(document: &mut Document<'_>, path: &str, lines: &Range<usize>) -> FilePlace {
    place(document, path, lines, PlaceRole::Candidate)
}

/// Explains why a marker has no place.
pub(super) fn marker(
    document: &mut Document<'_>,
    search: MarkerSearch<'_>,
    problem: LinesProblem,
) -> Refusal {
    let MarkerSearch { operation, marker, .. } = search;
    let (index, path) = (operation.origin.index, operation.path.as_str());
    let scope = scope_words(marker);
    let refusal = match problem {
        LinesProblem::Ambiguous { candidates } => {
            let count = candidates.len();
            let selects = select::fields(document, search, &candidates);
            let places = candidate_places(document, path, &candidates, &selects);
            let corrections = repair::selected(operation, marker, &selects);
            Refusal::new(
                Code::MarkerAmbiguous,
                format!("the marker of operation {index} matches {count} places in `{path}`{scope}"),
            )
            .with_places(places)
            .with_corrections(corrections)
            .with_help(format!(
                "add {}`before:` (the line above the marker) or `after:` (the line below it), or more \
                 lines to the marker",
                if document.comments().is_some() { "`symbol:` with the definition you mean, " } else { "" }
            ))
        }
        LinesProblem::ContextMismatch { candidates } => context::mismatch(document, search, &candidates),
        LinesProblem::AlreadyApplied { at } => {
            let old: Vec<&str> = marker.lines.lines.iter().map(String::as_str).collect();
            let made = MadeChange { path, name: &format!("operation {index}"), what: "operation", at: &at };
            made.refusal(document, &old, Correction::LeaveOut)
        }
        LinesProblem::AppliedElsewhere { at, marker } => {
            let mut other = place(document, path, &marker, PlaceRole::Related);
            other.label = "the marker, except for comments".to_owned();
            let line = other.line;
            already_applied(document, path, &format!("operation {index}"), &at)
                .and_place(other)
                .with_help(format!(
                    "leave the operation out; if you mean line {line}, copy the marker from \
                     there, including comments"
                ))
                .with_corrections(vec![Correction::LeaveOut])
        }
        LinesProblem::NotFound { near } => marker_not_found(document, search, near.as_ref()),
        LinesProblem::UnclearLeftOut { line } => {
            let (index, path) = (operation.origin.index, operation.path.as_str());
            let (what, lines) = match is_blank(&document.buffer().line(line)) {
                true => ("the blank line", "blank lines"),
                false => ("line", "comments"),
            };
            let message = format!(
                "the marker of operation {index} leaves out {what} {} of `{path}`, and the \
                 payload does not show whether or where to keep it",
                line + 1
            );
            let places = vec![place(document, path, &(line..line + 1), PlaceRole::Related)];
            let corrections = repair::left_open(document, search);
            Refusal::new(Code::MarkerAmbiguous, message)
                .with_places(places)
                .with_corrections(corrections)
                .with_help(format!("add the {lines} of the file to the marker"))
        }
        LinesProblem::NoUniformShift { at } => {
            let correction = repair::marked(document, search, &at)
                .or_else(|| repair::restored(document, operation, marker, &at));
            depth::mixed(document, operation, &at).with_corrections(correction.into_iter().collect())
        }
        LinesProblem::HeadingLost { at } => depth::heading_lost(document, operation, &at),
        LinesProblem::BodyNotDeeper { at, payload_line } => {
            let correction = repair::restored(document, operation, marker, &at);
            depth::body_not_deeper(document, operation, &at, payload_line)
                .with_corrections(correction.into_iter().collect())
        }
        LinesProblem::AmbiguousDepth { at, readings } => {
            let sound = depth::sound(document, &at, &readings);
            let corrections = sound.iter().filter_map(|own| repair::spelled_out(operation, marker, own));
            depth::open(document, operation, &at, (readings.len(), &sound))
                .with_corrections(corrections.collect())
        }
        LinesProblem::Repeated { at } => repeated_lines(document, operation, &at),
        // The other problems only occur with hunks.
        LinesProblem::NoPlace
        | LinesProblem::NoSuchLine { .. }
        | LinesProblem::NumberInDoubt { .. }
        | LinesProblem::CommentMissing { .. }
        | LinesProblem::OmittedCode { .. }
        | LinesProblem::RemovesAppliedLines { .. }
        | LinesProblem::Overlap { .. } => marker_not_found(document, search, None),
    };
    // Refusals that name a more precise place keep it.
    let is_placed = refusal.problems.iter().any(|problem| problem.patch.is_some());
    if is_placed { refusal } else { refusal.at(marker.lines.place) }
}

fn marker_not_found(document: &mut Document<'_>, search: MarkerSearch<'_>, near: Option<&Near>) -> Refusal {
    let (index, path) = (search.operation.origin.index, search.operation.path.as_str());
    let scope = scope_words(search.marker);
    let refusal = Refusal::new(
        Code::MarkerNotFound,
        format!("the marker of operation {index} is not in `{path}`{scope}"),
    );
    if search.marker.lines.lines.iter().all(|line| is_blank(line)) {
        return refusal.with_help("a marker needs at least one line that is not blank");
    }
    if search.marker.scope.is_some()
        && let Some(elsewhere) = elsewhere(document, path, search.marker)
    {
        // The named definition may contain similar lines, too.
        let inside = near.filter(|near| repair::is_unambiguous(near));
        let corrected = inside.and_then(|near| repair::marked(document, search, &near.range));
        let moved =
            elsewhere.iter().filter_map(|place| moved(document, search.operation, search.marker, place));
        let corrections: Vec<Correction> = moved.collect();
        let corrections = corrected.into_iter().chain(corrections).collect();
        let inside = inside.map(|near| near_place(document, path, near));
        let places = inside.into_iter().chain(elsewhere).collect();
        return refusal.with_places(places).with_corrections(corrections).with_help(
            "name the definition that contains the marker, or leave `symbol` (or `class` and \
             `method`) out",
        );
    }
    // If all lines of the marker are in the file, the change was not made.
    let doubt = match near {
        Some(near) if near.is_reordered => None,
        near => made_before(document, search.operation, near),
    };
    let Some(near) = near else {
        return refusal
            .with_help(doubt.unwrap_or_else(|| format!("read `{path}` again and copy the marker from it")));
    };
    let correction = part::substituted(document, search, near).or_else(|| {
        if near.is_reordered {
            return reordered::in_order(document, search, &near.range);
        }
        let is_likely = repair::is_unambiguous(near);
        let found = is_likely.then(|| repair::marked(document, search, &near.range));
        let found = found.flatten().or_else(|| repair::corrected_with_context(document, search));
        found.or_else(|| if is_likely { repair::restored_near(document, search, &near.range) } else { None })
    });
    let correction = correction.filter(|_| doubt.is_none());
    let is_part = part::is_part(&search.marker.lines.lines, &document.buffer().line(near.range.start));
    let is_told = doubt.is_none() && repair::is_clear(near);
    let is_dots = |line: &&String| ["...", "\u{2026}"].contains(&trim(line));
    let dots = search.marker.lines.lines.iter().find(is_dots);
    // A marker made of the nearest lines would lack what the dots stand for.
    let repair = if is_told && dots.is_none() { repaired(document, search, near) } else { None };
    let refusal = if is_part {
        refusal.with_help(format!(
            "the marker is part of line {}, but markers match whole lines; `substitute` replaces \
             part of a line",
            near.range.start + 1
        ))
    } else {
        refusal
    };
    let unseen = near.difference.and_then(|(own, line)| {
        unseen::difference(search.marker.lines.lines.get(own)?, &document.buffer().line(line?))
    });
    let refusal = unseen.into_iter().fold(refusal, Refusal::with_help);
    let help = match &repair {
        _ if doubt.is_some() => doubt,
        // The corrected operation says more.
        _ if correction.is_some() => None,
        Some(lines) => Some(format!("this marker would match:\n{}", lines.join("\n"))),
        None => Some(match dots {
            Some(dots) => format!(
                "`{}` is a placeholder for lines of the file, but a marker must contain all of \
                 its lines: write them out, or change the whole definition with `replace_symbol` \
                 or `replace_body`",
                trim(dots)
            ),
            None => {
                format!("read `{path}` from line {} on and copy the marker from it", near.range.start + 1)
            }
        }),
    };
    let refusal = help.into_iter().fold(refusal, Refusal::with_help);
    let mut place = near_place(document, path, near);
    if is_part {
        "the marker is only part of this line".clone_into(&mut place.label);
    }
    let repair = repair.map(|lines| json!({ "marker": lines.join("\n") }));
    let differs = near.difference.map_or(0, |(line, _)| line);
    let own = &search.marker.lines;
    refusal
        .with_places(vec![place])
        .with_repair(repair)
        .with_corrections(correction.into_iter().collect())
        .at(place_of(&own.lines, (own.place, own.margin.map(|margin| margin.cut)), differs))
}

/// Returns the operation with another marker.
pub(super) fn with_whole(operation: &Operation, marker: Marker) -> Option<Correction> {
    repair::with_marker(operation, marker, None).map(|own| Correction::Operation(Box::new(own)))
}

/// Adds to the refusal of a marker with placeholders its place and a corrected operation: with the lines that the
/// placeholders stand for, or without the context that contains them.
pub(super) fn left_out_of_marker(
    document: &mut Document<'_>,
    operation: &Operation,
    marker: &Marker,
    placeholders: &HashSet<&str>,
    refusal: Refusal,
) -> Refusal {
    let is_one = |line: &String| placeholders.contains(trim(line));
    let within = 0..document.buffer().line_count();
    let path = operation.path.as_str();
    let solid: Vec<&str> =
        marker.pattern().filter(|line| !is_blank(line) && !placeholders.contains(trim(line))).collect();
    let near = nearest(document.buffer(), None, within.clone(), &solid);
    let mut cut = marker.clone();
    if let Some(last) = cut.before.lines.iter().rposition(is_one) {
        cut.before.lines.drain(..=last);
    }
    if let Some(first) = cut.after.lines.iter().position(is_one) {
        cut.after.lines.truncate(first);
    }
    let is_replaced = matches!(&operation.action, Action::Edit { change: Change::Replace(_), .. });
    let correction = if marker.lines.lines.iter().any(is_one) {
        let near = near.as_ref().filter(|near| is_replaced && near.likeness >= 0.3);
        near.and_then(|near| {
            repair::marked(document, MarkerSearch { operation, marker: &cut, within: &within }, &near.range)
        })
    } else {
        let (buffer, index) = document.lines();
        let found = resolve_marker(&mut Haystack { buffer, index, within }, &cut).is_ok();
        found
            .then(|| repair::with_marker(operation, cut, None))
            .flatten()
            .map(|own| Correction::Operation(Box::new(own)))
    };
    let places = near.iter().map(|near| near_place(document, path, near)).collect();
    refusal.with_places(places).with_corrections(correction.into_iter().collect())
}

/// Returns the operation limited to the definition at `place`, or to no definition where none is known.
pub(super) fn moved(
    document: &mut Document<'_>,
    operation: &Operation,
    marker: &Marker,
    place: &FilePlace,
) -> Option<Correction> {
    let range = place.line - 1..place.last_line;
    let bare = Marker { scope: None, ..marker.clone() };
    let all = 0..document.buffer().line_count();
    let marker =
        repair::selecting(document, MarkerSearch { operation, marker: &bare, within: &all }, &range)?;
    Some(Correction::Operation(Box::new(repair::with_marker(operation, marker, None)?)))
}

/// The start of a help for a marker that is missing where the payload is present.
pub(super) const PAYLOAD_STANDS: &str = "the payload is already there";

/// Returns the help for a change that may have been made before, so that a marker that matches the file would change it
/// again: the lines to be removed are missing, or the nearest place contains all of the payload.
fn made_before(document: &mut Document<'_>, operation: &Operation, near: Option<&Near>) -> Option<String> {
    let Action::Edit { change, .. } = &operation.action else { return None };
    let payload = match change {
        Change::Replace(payload) => &payload.lines[..],
        Change::Delete => &[],
        Change::InsertBefore(_) | Change::InsertAfter(_) => return None,
    };
    let solid: Vec<&str> = payload.iter().map(|line| trim(line)).filter(|line| !line.is_empty()).collect();
    if solid.is_empty() {
        return Some(
            "if the patch was applied before, the lines are already gone: leave the operation \
             out; otherwise copy the marker from the file"
                .to_owned(),
        );
    }
    let (near, buffer) = (near?, document.buffer());
    let slack = solid.len();
    let around = near.range.start.saturating_sub(slack)..(near.range.end + slack).min(buffer.line_count());
    let own: Vec<String> = around.map(|line| trim(&buffer.line(line)).to_owned()).collect();
    let own: Vec<&String> = own.iter().filter(|line| !line.is_empty()).collect();
    let holds = own.windows(solid.len()).any(|lines| lines.iter().zip(&solid).all(|(own, line)| own == line));
    holds.then(|| {
        format!(
            "{PAYLOAD_STANDS}: if the patch was applied before, leave the operation out; \
             otherwise copy the marker from the file"
        )
    })
}

/// Returns the part of a message about the definition in which the marker was searched for.
fn scope_words(marker: &Marker) -> String {
    marker.scope.as_ref().map_or(String::new(), |scope| format!(" within `{}`", named(scope)))
}

/// Returns the name of a definition as the operation spells it.
pub(super) fn named(target: &SymbolTarget) -> String {
    match &target.symbol {
        Some(symbol) => symbol.clone(),
        None => target.class.iter().chain(&target.method).cloned().collect::<Vec<_>>().join("."),
    }
}

/// Returns the places of a marker that is not in its definition.
pub(super) fn elsewhere(document: &mut Document<'_>, path: &str, marker: &Marker) -> Option<Vec<FilePlace>> {
    let (buffer, index) = document.lines();
    let found = match resolve_marker(&mut Haystack { buffer, index, within: 0..buffer.line_count() }, marker)
    {
        Ok(found) => vec![found.range],
        Err(LinesProblem::Ambiguous { candidates }) => candidates.to_vec(),
        Err(_) => return None,
    };
    let mut places = candidate_places(document, path, &found, &[None::<String>; 0]);
    for place in &mut places {
        place.role = PlaceRole::Nearest;
        "found here".clone_into(&mut place.label);
        place.select = place.symbol.as_ref().map(|symbol| format!("symbol: {symbol}"));
    }
    Some(places)
}

/// Returns the lines of the file at the nearest place, if they match exactly there as a marker.
fn repaired(document: &mut Document<'_>, search: MarkerSearch<'_>, near: &Near) -> Option<Vec<String>> {
    let MarkerSearch { operation, marker, within } = search;
    let (buffer, index) = document.lines();
    let lines: Vec<String> =
        near.range.clone().take(MAX_CANDIDATES).map(|line| buffer.line(line).into_owned()).collect();
    // A first or last line that resembles nothing in the marker would be replaced by mistake if it became part of the
    // marker.
    let is_meant = |line: &String| {
        let own = marker.lines.lines.iter().filter(|own| !is_blank(own));
        own.into_iter().any(|own| likeness(trim(own), trim(line)) >= MIN_LINE_LIKENESS)
    };
    if !lines.first().is_none_or(is_meant) || !lines.last().is_none_or(is_meant) {
        return None;
    }
    let place = marker.lines.place;
    let corrected =
        Marker { lines: Fragment { lines: lines.clone(), place, margin: None }, ..marker.clone() };
    if let Action::Edit { change, .. } = &operation.action
        && repair::goes_into_list(change, &marker.lines.lines, &lines)
    {
        return None;
    }
    let found = resolve_marker(&mut Haystack { buffer, index, within: within.clone() }, &corrected).ok()?;
    (found.range == near.range).then_some(lines)
}

/// The minimum likeness to the old lines of lines that may be meant by them, where the new ones are elsewhere already.
const MEANT: f64 = 0.7;

/// A change of which the new lines are in the file, and the old ones are not.
struct MadeChange<'m> {
    path: &'m str,
    /// What the change is of, such as `hunk 2`, and the word for that.
    name: &'m str,
    what: &'m str,
    /// The lines of the file that are the new ones.
    at: &'m Range<usize>,
}

impl MadeChange<'_> {
    /// Explains that the change was made before. If other lines are more like the old ones than those are, the old ones
    /// may be misspelt instead, and the change stays in the corrected patch.
    fn refusal(&self, document: &mut Document<'_>, old: &[&str], correction: Correction) -> Refusal {
        let Self { path, name, what, at } = *self;
        let buffer = document.buffer();
        let kept = nearest(buffer, None, at.clone(), old).map_or(0.0, |near| near.likeness);
        let near = nearest(buffer, None, 0..buffer.line_count(), old)
            .filter(|near| (MEANT..1.0).contains(&near.likeness) && near.likeness > kept)
            .filter(|near| near.range.end <= at.start || at.end <= near.range.start);
        let Some(near) = near else {
            return already_applied(document, path, name, at)
                .with_help(format!("leave the {what} out"))
                .with_corrections(vec![correction]);
        };
        let mut made = place(document, path, at, PlaceRole::Related);
        made.label = "the new lines are here".to_owned();
        let other =
            FilePlace { label: "more like the old lines".to_owned(), ..near_place(document, path, &near) };
        let (new, line) = (at.start + 1, near.range.start + 1);
        let message =
            format!("the change of {name} may be in `{path}` already, or its old lines are misspelt");
        Refusal::new(Code::AlreadyApplied, message).with_places(vec![made, other]).with_help(format!(
            "if line {new} is what it makes, leave the {what} out; if line {line} is meant, copy the old lines from there"
        ))
    }
}

fn already_applied(document: &mut Document<'_>, path: &str, what: &str, at: &Range<usize>) -> Refusal {
    let mut place = place(document, path, at, PlaceRole::Related);
    place.label = "already here".to_owned();
    Refusal::new(Code::AlreadyApplied, format!("the change of {what} is already in `{path}`"))
        .with_places(vec![place])
}

/// Returns the warning about a payload that keeps its depth although the marker has another depth in the file.
pub(super) fn other_depth() -> Warning {
    Warning::Depth(
        "the marker is indented differently in the file than in the patch; with `indent: none` \
         the payload is not adjusted"
            .to_owned(),
    )
}

/// Returns the warning about a definition at the end of a file that has `missing` blank lines less above it than other
/// definitions.
pub(super) fn close_by(missing: usize) -> Option<Warning> {
    let (lines, them) = match missing {
        0 => return None,
        1 => ("1 blank line is".to_owned(), "it"),
        count => (format!("{count} blank lines are"), "them"),
    };
    Some(Warning::ChosenPlace(format!(
        "{lines} missing above the payload, compared with other definitions in the file; begin \
         the payload with {them}"
    )))
}

/// Returns the note about documentation above a marker that the payload replaced.
pub(super) fn replaced_docs(lines: &Range<usize>) -> Warning {
    Warning::ChosenPlace(format!(
        "the comment above the marker ({}) was replaced with that of the payload",
        numbered(lines)
    ))
}

/// Returns the note about lines above a deleted definition that were removed with it.
pub(super) fn orphans(buffer: &Buffer, lines: &Range<usize>) -> Warning {
    let text = |line: usize| trim(&buffer.line(line)).to_owned();
    let telling = lines.clone().map(text).find(|line| line.contains(char::is_alphanumeric));
    Warning::ChosenPlace(format!(
        "{} ({}) was removed with the lines it belongs to",
        quoted(&telling.unwrap_or_else(|| text(lines.start))),
        numbered(lines)
    ))
}

/// Returns the note about a comment above a deleted definition that stays because the hunk omits it.
pub(super) fn left_above(lines: &Range<usize>) -> Warning {
    Warning::ChosenPlace(format!(
        "the comment on {} stays, although the code below it is removed; to remove it as well, \
         add it to the hunk as `-` lines",
        numbered(lines)
    ))
}

/// Formats lines, counted from 0, for messages.
fn numbered(lines: &Range<usize>) -> String {
    match lines.len() {
        1 => format!("line {}", lines.end),
        _ => format!("lines {} to {}", lines.start + 1, lines.end),
    }
}

/// Returns the note about lines of the file (from 0) that a patch repeats beside its change; `way` is how to insert
/// them anyway.
pub(super) fn left_out_there(lines: &Range<usize>, way: &str) -> Warning {
    let (them, stay) = (
        numbered(lines),
        if lines.len() == 1 { "it is not inserted again" } else { "they are not inserted again" },
    );
    Warning::AlreadyPresent(format!(
        "the patch repeats {them} of the file next to its change; {stay} (to insert again, use \
         {way})"
    ))
}

/// Returns the refusal of lines that are at their place already.
pub(super) fn repeated_lines(
    document: &mut Document<'_>,
    operation: &Operation,
    at: &Range<usize>,
) -> Refusal {
    let what = format!("operation {}", operation.origin.index);
    repeated(document, operation.path.as_str(), &what, at)
        .with_help(
            "leave the operation out; to insert the lines again, add `options: {repeat: true}` \
             (in formats without options, `--repeat`)",
        )
        .with_corrections(vec![Correction::LeaveOut])
}

/// Returns the refusal of an operation that changes lines which a later operation inserts and which are in the file
/// already.
pub(super) fn disturbs(operation: &Operation, later: &Operation, lines: &str, is_all: bool) -> Refusal {
    let (index, later) = (operation.origin.index, later.origin.index);
    let message = format!(
        "operation {index} changes {lines} of `{}`, which operation {later} inserts: the patch \
         was applied before",
        operation.path
    );
    let refusal = Refusal::new(Code::AlreadyApplied, message);
    match is_all {
        true => refusal.with_help("leave the operation out").with_corrections(vec![Correction::LeaveOut]),
        false => refusal.with_help(format!(
            "leave the operation out, or select a place other than {lines}, with `symbol:` or \
             more marker lines"
        )),
    }
}

fn repeated(document: &mut Document<'_>, path: &str, what: &str, at: &Range<usize>) -> Refusal {
    let mut place = place(document, path, at, PlaceRole::Related);
    place.label = "already here".to_owned();
    Refusal::new(Code::AlreadyApplied, format!("the lines that {what} inserts are already in `{path}`"))
        .with_places(vec![place])
}

/// The maximum number of comments that a warning quotes.
const MAX_QUOTED: usize = 3;

/// Returns the warning about comments and blank lines that were removed although the patch does not contain them.
pub(super) fn unnamed(lines: &[UnnamedRemoval]) -> Option<Warning> {
    let what = quoted_comments(lines, MAX_QUOTED)?;
    Some(Warning::Swallowed(format!(
        "removed {what}, which the patch does not have, with the code next to it"
    )))
}

/// The maximum number of quoted comments that the new text of a definition omits: more than in other warnings, so that
/// nobody has to look for them.
const MAX_LEFT_OUT: usize = 20;

/// Returns the warning about comments that were removed although the code beside them stays.
pub(super) fn left_out_comments(lines: &[UnnamedRemoval]) -> Option<Warning> {
    let what = quoted_comments(lines, MAX_LEFT_OUT)?;
    let is = if lines.len() == 1 { "is" } else { "are" };
    Some(Warning::Swallowed(format!("{what}, missing from the payload, {is} removed")))
}

fn quoted_comments(lines: &[UnnamedRemoval], most: usize) -> Option<String> {
    let first = lines.first()?;
    let (comments, blanks): (Vec<&UnnamedRemoval>, Vec<&UnnamedRemoval>) =
        lines.iter().partition(|line| !line.text.is_empty());
    let quoted = comments.iter().take(most).map(|own| format!("`{}` (line {})", own.text, own.line + 1));
    let quoted: Vec<String> = quoted.collect();
    let what = match (comments.len(), blanks.len()) {
        (0, 1) => format!("blank line {}", first.line + 1),
        (0, count) => format!("{count} blank lines from line {} on", first.line + 1),
        (1, _) => format!("the comment {}", quoted.join(", ")),
        (count, _) if count <= most => format!("the comments {}", quoted.join(", ")),
        (count, _) => format!("the comments {} and {} more", quoted.join(", "), count - most),
    };
    Some(what)
}
