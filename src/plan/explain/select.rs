//! What to type to select just one of several places that fit: an address, a neighbouring line, an `@@` line.
//!
//! Invariant: what is offered for a marker has been tried, and selects that place and no other.

use std::collections::HashMap;
use std::ops::Range;

use super::places::{MAX_CANDIDATES, MAX_PARSE, enclosing};
use crate::ir::{Fragment, Hunk, Marker, Operation, SymbolTarget};
use crate::plan::anchors;
use crate::plan::document::Document;
use crate::plan::edit::scope_lines;
use crate::resolve::lines::resolve_marker;
use crate::text::Buffer;
use crate::text::normal::{is_blank, trim};

/// How many lines a `before:` that selects a candidate may have.
const MAX_LINES: usize = 4;

/// Up to this size of a text the offers of a marker are tried; in a larger one that would make a refusal slow.
const MAX_TRIED: usize = 4 << 20;

/// For each candidate of a marker, a field that selects it; nothing where none was found.
pub(super) fn fields(
    document: &mut Document<'_>,
    operation: &Operation,
    marker: &Marker,
    within: &Range<usize>,
    candidates: &[Range<usize>],
) -> Vec<Option<String>> {
    if candidates.len() > MAX_CANDIDATES || document.buffer().len() > MAX_TRIED {
        return Vec::new();
    }
    let symbols: Vec<Option<String>> =
        candidates.iter().map(|candidate| enclosing(document, candidate.start)).collect();
    let mut field = |at: usize| {
        let own = &candidates[at];
        by_symbol(document, operation, marker, own, symbols[at].as_deref())
            .or_else(|| by_neighbours(document, marker, within, own))
    };
    (0..candidates.len()).map(&mut field).collect()
}

/// `symbol: address`, if the marker stands once in the definition around the candidate.
fn by_symbol(
    document: &mut Document<'_>,
    operation: &Operation,
    marker: &Marker,
    own: &Range<usize>,
    address: Option<&str>,
) -> Option<String> {
    let address = address?;
    let target = SymbolTarget { symbol: Some(address.to_owned()), ..SymbolTarget::default() };
    let scope = scope_lines(document, operation, &target).ok()?;
    let (buffer, index) = document.lines();
    let found = resolve_marker(buffer, index, scope, marker).ok()?;
    (found.range == *own).then(|| format!("symbol: {}", yaml_value(address)))
}

/// `before: …` or `after: …` with the fewest lines that select the candidate.
fn by_neighbours(
    document: &mut Document<'_>,
    marker: &Marker,
    within: &Range<usize>,
    own: &Range<usize>,
) -> Option<String> {
    let buffer = document.buffer();
    let solid = |line: usize| Some(trim(&buffer.line(line)).to_owned()).filter(|line| !line.is_empty());
    let mut above: Vec<String> = (within.start..own.start).rev().filter_map(solid).take(MAX_LINES).collect();
    above.reverse();
    let below: Vec<String> = (own.end..within.end).filter_map(solid).take(MAX_LINES).collect();
    (1..=MAX_LINES).find_map(|count| {
        let before = above.len().checked_sub(count).map(|from| above[from..].to_vec());
        let after = below.get(..count).map(<[String]>::to_vec);
        before
            .and_then(|lines| tried("before", lines, document, marker, within, own))
            .or_else(|| after.and_then(|lines| tried("after", lines, document, marker, within, own)))
    })
}

/// The field with these lines, if it selects the place.
fn tried(
    field: &str,
    lines: Vec<String>,
    document: &mut Document<'_>,
    marker: &Marker,
    within: &Range<usize>,
    own: &Range<usize>,
) -> Option<String> {
    let value = yaml_value(&lines.join("\n"));
    let mut marker = marker.clone();
    let part = if field == "before" { &mut marker.before } else { &mut marker.after };
    *part = Fragment { lines, ..Fragment::default() };
    let (buffer, index) = document.lines();
    let found = resolve_marker(buffer, index, within.clone(), &marker).ok()?;
    (found.range == *own).then(|| format!("{field}: {value}"))
}

/// A text as the value of a YAML field, on one line: as it stands where that is safe, else in double quotes.
fn yaml_value(text: &str) -> String {
    let is_plain = text
        .starts_with(|first: char| first.is_ascii_alphanumeric() || matches!(first, '_' | '<'))
        && !text.chars().any(char::is_control)
        && !matches!(text, "null" | "Null" | "NULL");
    if is_plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}

/// For each candidate of a hunk, an `@@` line that selects it: a line above it that the text holds once, with no other
/// candidate between; else the definition around it, should it hold no other; else, where the old lines stand there
/// exactly, its number.
pub(super) fn headers(
    document: &mut Document<'_>,
    hunk: &Hunk,
    candidates: &[Range<usize>],
) -> Vec<Option<String>> {
    if candidates.len() > MAX_CANDIDATES || document.buffer().len() > MAX_PARSE {
        return Vec::new();
    }
    let mut headers = by_line(document.buffer(), candidates);
    for (at, header) in headers.iter_mut().enumerate().filter(|(_, header)| header.is_none()) {
        *header = by_definition(document, candidates, at)
            .or_else(|| by_number(document.buffer(), hunk, &candidates[at]));
    }
    headers
}

/// A line above each candidate that the text holds once, with no other candidate between.
fn by_line(buffer: &Buffer, candidates: &[Range<usize>]) -> Vec<Option<String>> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for line in 0..buffer.line_count() {
        *counts.entry(trim(&buffer.line(line)).to_owned()).or_default() += 1;
    }
    let mut above = 0;
    let mut headers = Vec::new();
    for candidate in candidates {
        let lines = (above..candidate.start).rev().map(|line| trim(&buffer.line(line)).to_owned());
        let mut lines = lines.filter(|line| is_telling(line));
        headers.push(lines.find(|line| counts.get(line) == Some(&1)).map(|line| format!("@@ {line}")));
        above = candidate.start + 1;
    }
    headers
}

/// The definition around a candidate, if it holds no other.
fn by_definition(document: &mut Document<'_>, candidates: &[Range<usize>], at: usize) -> Option<String> {
    let address = enclosing(document, candidates[at].start)?;
    let scope = anchors::scope(document, std::slice::from_ref(&address))?;
    let is_only = candidates.iter().filter(|own| scope.contains(&own.start)).count() == 1;
    is_only.then(|| format!("@@ {address}"))
}

/// Whether a line behind `@@` would be taken for text: not for line numbers, nor for the end of such.
fn is_telling(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric) && !line.contains("@@")
}

/// The number of a candidate as an `@@` line: numbers choose among exact matches only.
fn by_number(buffer: &Buffer, hunk: &Hunk, candidate: &Range<usize>) -> Option<String> {
    let old: Vec<&str> = hunk.old().map(|line| line.text.as_str()).collect();
    let is_exact = old.len() == candidate.len()
        && candidate.clone().zip(&old).all(|(line, text)| buffer.line(line) == *text)
        && !old.iter().all(|line| is_blank(line));
    let (line, new) = (candidate.start + 1, hunk.new_side().count());
    is_exact.then(|| format!("@@ -{line},{} +{line},{new} @@", old.len()))
}
