//! The places that a refusal shows: near misses and candidates, each with what selects it.

use std::collections::HashMap;
use std::ops::Range;

use crate::diag::{FilePlace, PlaceRole};
use crate::plan::document::Document;
use crate::resolve::nearby::Near;
use crate::text::Buffer;
use crate::text::normal::{is_blank, trim};

/// Up to this size a file is parsed to name the symbols that enclose the places of a refusal. Larger ones would make a
/// refusal slow.
const MAX_PARSE: usize = 256 << 10;

/// How many candidates are listed.
pub(super) const MAX_CANDIDATES: usize = 20;

/// How many lines a `before:` that selects a candidate may have.
const MAX_SELECT: usize = 4;

/// A place in a file, with its first line and the symbol around it.
pub(super) fn place(
    document: &mut Document<'_>,
    path: &str,
    lines: &Range<usize>,
    role: PlaceRole,
) -> FilePlace {
    let count = document.buffer().line_count();
    let line = lines.start.min(count.saturating_sub(1));
    let text = if count == 0 { String::new() } else { document.buffer().line(line).into_owned() };
    FilePlace {
        path: path.to_owned(),
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

pub(super) fn near_place(document: &mut Document<'_>, path: &str, near: &Near) -> FilePlace {
    let line = near.difference.and_then(|(_, line)| line).unwrap_or(near.range.start);
    let mut place = place(document, path, &(line..near.range.end.max(line + 1)), PlaceRole::Nearest);
    "nearest place; here it differs first".clone_into(&mut place.label);
    place.likeness = Some((near.likeness * 100.0).round() / 100.0);
    place
}

pub(super) fn candidate_places(
    document: &mut Document<'_>,
    path: &str,
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

/// Where the symbol around a candidate holds no other, its address selects it best.
pub(super) fn prefer_symbols(places: &mut [FilePlace], count: usize) {
    let symbols: Vec<Option<String>> = places.iter().map(|place| place.symbol.clone()).collect();
    let is_only = |symbol: &str| symbols.iter().flatten().filter(|own| is_within(own, symbol)).count() == 1;
    for place in places.iter_mut().filter(|_| count <= MAX_CANDIDATES) {
        if let Some(symbol) = place.symbol.as_deref().filter(|symbol| is_only(symbol)) {
            place.select = Some(format!("symbol: {symbol}"));
        }
    }
}

/// Whether an address is `outer` or lies in it.
fn is_within(address: &str, outer: &str) -> bool {
    address.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']))
}

/// For each candidate, an `@@` line that selects it: a line above it that the text holds once, with no other candidate
/// between.
pub(super) fn anchors(buffer: &Buffer, candidates: &[Range<usize>]) -> Vec<Option<String>> {
    if candidates.len() > MAX_CANDIDATES || buffer.len() > MAX_PARSE {
        return Vec::new();
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for line in 0..buffer.line_count() {
        *counts.entry(trim(&buffer.line(line)).to_owned()).or_default() += 1;
    }
    let mut above = 0;
    let mut selects = Vec::new();
    for candidate in candidates {
        let lines = (above..candidate.start).rev().map(|line| trim(&buffer.line(line)).to_owned());
        let mut lines = lines.filter(|line| line.chars().any(char::is_alphanumeric));
        selects.push(lines.find(|line| counts.get(line) == Some(&1)).map(|line| format!("@@ {line}")));
        above = candidate.start + 1;
    }
    selects
}

/// For each candidate, lines directly above it (else below it) that no other candidate has there, as a `before` or
/// `after`.
pub(super) fn selects(
    buffer: &Buffer,
    candidates: &[Range<usize>],
    within: Range<usize>,
) -> Vec<Option<String>> {
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
