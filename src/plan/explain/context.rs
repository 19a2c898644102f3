//! Explains why a marker has no place although its own lines are in the file: `before` or `after` do not match.

use std::ops::Range;

use serde_json::{Map, Value};

use super::places::{MAX_CANDIDATES, candidate_places};
use super::repair::{selected, with_marker};
use super::search::MarkerSearch;
use super::select;
use super::{elsewhere, moved, named, quoted};
use crate::diag::Code;
use crate::ir::{Fragment, Marker, Operation};
use crate::plan::correction::Correction;
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{Haystack, resolve_marker};
use crate::resolve::nearby::likeness;
use crate::text::Buffer;
use crate::text::normal::{is_blank, trim};

/// The minimum similarity of two lines that are taken for the same line.
const ALIKE: f64 = 0.6;

/// One side of the marker: what the patch says, and what the file contains.
struct ContextSide {
    field: &'static str,
    /// The direction, as messages say it.
    direction: &'static str,
    /// The non-blank lines of the patch, the one next to the marker first.
    wanted: Vec<String>,
    /// The same number of lines of the file.
    found: Vec<String>,
}

impl ContextSide {
    /// Returns whether the file contains most of these lines, or similar ones.
    fn is_alike(&self) -> bool {
        let stands = |line: &&String| self.found.iter().any(|found| likeness(line, found) >= ALIKE);
        2 * self.wanted.iter().filter(stands).count() >= self.wanted.len()
    }

    /// Returns the first line, counted from the marker, that differs.
    fn difference(&self) -> Option<(&str, Option<&str>)> {
        let lines = self.wanted.iter().enumerate();
        let mut lines = lines.map(|(at, wanted)| (wanted.as_str(), self.found.get(at).map(String::as_str)));
        lines.find(|(wanted, found)| *found != Some(*wanted))
    }
}

/// Returns the refusal of a marker that matches with its neighbors in another definition than the named one.
fn elsewhere_whole(document: &mut Document<'_>, operation: &Operation, marker: &Marker) -> Option<Refusal> {
    let scope = marker.scope.as_ref()?;
    let path = operation.path.as_str();
    let places = elsewhere(document, path, marker)?;
    let message = format!(
        "the marker of operation {} is in `{path}` within `{}`, but its `before` or `after` lines \
         match elsewhere",
        operation.origin.index,
        named(scope)
    );
    let corrections = places.iter().filter_map(|place| moved(document, operation, marker, place));
    let corrections = corrections.collect();
    Some(
        Refusal::new(Code::ContextMismatch, message)
            .with_places(places)
            .with_corrections(corrections)
            .with_help("name the definition that contains the marker together with these lines"),
    )
}

/// Returns the refusal of a marker whose neighbors differ from those in the patch.
pub(super) fn mismatch(
    document: &mut Document<'_>,
    search: MarkerSearch<'_>,
    candidates: &[Range<usize>],
) -> Refusal {
    let (index, path) = (search.operation.origin.index, search.operation.path.as_str());
    if let Some(refusal) = elsewhere_whole(document, search.operation, search.marker) {
        return refusal;
    }
    if let Some(refusal) = exchanged(document, search) {
        return refusal;
    }
    let bare = Marker { before: Fragment::default(), after: Fragment::default(), ..search.marker.clone() };
    let selects = match candidates {
        [_] => Vec::new(),
        several => select::fields(
            document,
            MarkerSearch { operation: search.operation, marker: &bare, within: search.within },
            several,
        ),
    };
    let places = candidate_places(document, path, candidates, &selects);
    let first = candidates.first().cloned().unwrap_or_default();
    let sides = [
        above(document.buffer(), search.marker, search.within, &first),
        below(document.buffer(), search.marker, search.within, &first),
    ];
    let wrong: Vec<&ContextSide> = sides.iter().filter(|side| side.difference().is_some()).collect();
    let named = match &wrong[..] {
        [only] => format!("`{}`", only.field),
        _ => "`before` and `after`".to_owned(),
    };
    let refusal = Refusal::new(
        Code::ContextMismatch,
        format!("the marker of operation {index} is in `{path}`, but its {named} lines do not match"),
    );
    let mut refusal = refusal.with_places(places);
    for side in &wrong {
        refusal = refusal.with_help(format_difference(side, &first));
    }
    if let [only] = candidates {
        let (repair, marker) = repair(document, search, only, &wrong);
        let is_likely = wrong.iter().all(|side| side.is_alike());
        let corrected = with_marker(search.operation, marker, None).filter(|_| is_likely);
        let corrected = corrected.map(|own| Correction::Operation(Box::new(own)));
        return refusal
            .with_help("copy these lines from the file, or leave them out")
            .with_repair(Some(repair))
            .with_corrections(corrected.into_iter().collect());
    }
    refusal
        .with_corrections(selected(search.operation, &bare, &selects))
        .with_help("copy the lines directly above and below the marker at the intended place")
}

/// Returns the refusal of a marker that has a place if `before` and `after` are exchanged.
fn exchanged(document: &mut Document<'_>, search: MarkerSearch<'_>) -> Option<Refusal> {
    let (index, path) = (search.operation.origin.index, search.operation.path.as_str());
    let other = Marker {
        before: search.marker.after.clone(),
        after: search.marker.before.clone(),
        ..search.marker.clone()
    };
    let (buffer, lines) = document.lines();
    let found =
        resolve_marker(&mut Haystack { buffer, index: lines, within: search.within.clone() }, &other).ok()?;
    let first = |part: &Fragment| {
        quoted(part.lines.iter().find(|line| !is_blank(line)).map_or("", |line| trim(line)))
    };
    let (named, place, help) = match (is_empty(&search.marker.before), is_empty(&search.marker.after)) {
        (true, _) => {
            let help = "`after:` names the line directly below the marker, but {} is directly above it: write `before:`";
            ("`after`", search.marker.after.place, help.replace("{}", &first(&search.marker.after)))
        }
        (false, true) => {
            let help = "`before:` names the line directly above the marker, but {} is directly below it: write `after:`";
            ("`before`", search.marker.before.place, help.replace("{}", &first(&search.marker.before)))
        }
        (false, false) => {
            let help = "`before:` names the line directly above the marker and `after:` the one \
                        directly below it: swap them";
            ("`before` and `after`", search.marker.before.place, help.to_owned())
        }
    };
    let message =
        format!("the marker of operation {index} is in `{path}`, but its {named} lines do not match");
    let value = |part: &Fragment| match is_empty(part) {
        true => Value::Null,
        false => part.lines.join("\n").into(),
    };
    let fields = serde_json::json!({ "before": value(&other.before), "after": value(&other.after) });
    let places = candidate_places(document, path, &[found.range], &[None::<String>; 0]);
    let corrected =
        with_marker(search.operation, other, None).map(|own| Correction::Operation(Box::new(own)));
    let refusal = Refusal::new(Code::ContextMismatch, message)
        .with_places(places)
        .with_help(help)
        .with_repair(Some(fields))
        .with_corrections(corrected.into_iter().collect());
    Some(refusal.at(place))
}

fn is_empty(part: &Fragment) -> bool {
    part.lines.iter().all(|line| is_blank(line))
}

fn format_difference(side: &ContextSide, place: &Range<usize>) -> String {
    let line = if side.field == "before" { place.start + 1 } else { place.end.max(1) };
    match side.difference() {
        Some((wanted, Some(found))) => {
            format!("{} line {line} is `{found}`, but `{}` has `{wanted}`", side.direction, side.field)
        }
        Some((wanted, None)) => {
            format!("{} line {line} there is nothing, but `{}` has `{wanted}`", side.direction, side.field)
        }
        None => String::new(),
    }
}

fn above(buffer: &Buffer, marker: &Marker, within: &Range<usize>, place: &Range<usize>) -> ContextSide {
    let wanted = solid(marker.before.lines.iter().rev());
    let lines = (within.start..place.start).rev();
    ContextSide { field: "before", direction: "above", found: texts(buffer, lines, wanted.len()), wanted }
}

fn below(buffer: &Buffer, marker: &Marker, within: &Range<usize>, place: &Range<usize>) -> ContextSide {
    let wanted = solid(marker.after.lines.iter());
    let lines = place.end..within.end;
    ContextSide { field: "after", direction: "below", found: texts(buffer, lines, wanted.len()), wanted }
}

fn solid<'a>(lines: impl Iterator<Item = &'a String>) -> Vec<String> {
    lines.filter(|line| !is_blank(line)).take(MAX_CANDIDATES).map(|line| trim(line).to_owned()).collect()
}

fn texts(buffer: &Buffer, lines: impl Iterator<Item = usize>, count: usize) -> Vec<String> {
    let lines = lines.map(|line| trim(&buffer.line(line)).to_owned());
    lines.filter(|line| !line.is_empty()).take(count).collect()
}

/// Returns the fields with the lines of the file, if the marker has its place with them; otherwise removes the fields.
fn repair(
    document: &mut Document<'_>,
    search: MarkerSearch<'_>,
    place: &Range<usize>,
    wrong: &[&ContextSide],
) -> (Value, Marker) {
    let mut corrected = search.marker.clone();
    let mut fields = Map::new();
    for side in wrong {
        let mut lines = side.found.clone();
        let part = if side.field == "before" {
            lines.reverse();
            &mut corrected.before
        } else {
            &mut corrected.after
        };
        let value = if lines.is_empty() { Value::Null } else { lines.join("\n").into() };
        fields.insert(side.field.to_owned(), value);
        *part = Fragment { lines, place: part.place, margin: None };
    }
    let (buffer, index) = document.lines();
    let found = resolve_marker(&mut Haystack { buffer, index, within: search.within.clone() }, &corrected);
    if found.is_ok_and(|found| found.range == *place) {
        return (fields.into(), corrected);
    }
    let bare = Marker { before: Fragment::default(), after: Fragment::default(), ..search.marker.clone() };
    (serde_json::json!({ "before": null, "after": null }), bare)
}
