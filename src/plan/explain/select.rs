//! Finds what to type to select one of several matching places: an address, a neighboring line, or an `@@` line.
//!
//! Invariant: what is suggested for a marker has been tried, and selects that place and no other.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use super::places::{MAX_CANDIDATES, MAX_PARSE, enclosing};
use super::search::MarkerSearch;
use crate::ir::{Fragment, Hunk, Marker, SymbolTarget};
use crate::plan::hunks::anchors;
use crate::plan::symbol::lookup::scope_lines;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{Haystack, resolve_marker};
use crate::text::Buffer;
use crate::text::normal::{is_blank, trim};

/// The maximum number of lines of a suggested `before:` or `after:`.
const MAX_LINES: usize = 4;

/// The maximum size, in bytes, of a text in which suggestions for a marker are tried; larger texts would make a refusal
/// slow.
const MAX_TRIED: usize = 4 << 20;

/// A field that selects one of several places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Select {
    /// `symbol`: the definition around it.
    Symbol(String),
    /// `before`: the lines above it.
    Before(Vec<String>),
    /// `after`: the lines below it.
    After(Vec<String>),
    /// `before` and `after`: neither alone selects it.
    Between(Vec<String>, Vec<String>),
}

impl fmt::Display for Select {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol(address) => write!(f, "symbol: {}", yaml_value(address)),
            Self::Before(lines) => write!(f, "before: {}", yaml_value(&lines.join("\n"))),
            Self::After(lines) => write!(f, "after: {}", yaml_value(&lines.join("\n"))),
            Self::Between(above, below) => {
                let [above, below] = [above, below].map(|lines| yaml_value(&lines.join("\n")));
                write!(f, "before: {above}, after: {below}")
            }
        }
    }
}

impl Select {
    /// Returns the marker with the field added.
    pub(super) fn added_to(&self, marker: &Marker) -> Marker {
        let mut marker = marker.clone();
        let fragment = |lines: &[String]| Fragment { lines: lines.to_vec(), ..Fragment::default() };
        match self {
            Self::Symbol(address) => {
                let symbol = Some(address.clone());
                marker.scope = Some(SymbolTarget { symbol, ..SymbolTarget::default() });
            }
            Self::Before(lines) => marker.before = fragment(lines),
            Self::After(lines) => marker.after = fragment(lines),
            Self::Between(above, below) => {
                marker.before = fragment(above);
                marker.after = fragment(below);
            }
        }
        marker
    }
}

/// Returns, for each candidate of a marker, a field that selects it, or `None`.
pub(super) fn fields(
    document: &mut Document<'_>,
    search: MarkerSearch<'_>,
    candidates: &[Range<usize>],
) -> Vec<Option<Select>> {
    if candidates.len() > MAX_CANDIDATES || document.buffer().len() > MAX_TRIED {
        return Vec::new();
    }
    candidates.iter().map(|own| field(document, search, own)).collect()
}

/// Returns a field that selects one place of a marker.
pub(super) fn field(
    document: &mut Document<'_>,
    search: MarkerSearch<'_>,
    own: &Range<usize>,
) -> Option<Select> {
    let symbol = enclosing(document, own.start);
    by_symbol(document, search, own, symbol.as_deref())
        .or_else(|| by_neighbours(document, search.marker, search.within, own))
}

/// Returns `symbol: address`, if the marker occurs once in the definition around the candidate.
fn by_symbol(
    document: &mut Document<'_>,
    search: MarkerSearch<'_>,
    own: &Range<usize>,
    address: Option<&str>,
) -> Option<Select> {
    let select = Select::Symbol(address?.to_owned());
    let selected = select.added_to(search.marker);
    let scope = scope_lines(document, search.operation, selected.scope.as_ref()?).ok()?;
    let (buffer, index) = document.lines();
    let found = resolve_marker(&mut Haystack { buffer, index, within: scope }, search.marker).ok()?;
    (found.range == *own).then_some(select)
}

/// Returns `before: …` or `after: …`, or both, with the fewest lines that select the candidate.
fn by_neighbours(
    document: &mut Document<'_>,
    marker: &Marker,
    within: &Range<usize>,
    own: &Range<usize>,
) -> Option<Select> {
    let buffer = document.buffer();
    let solid = |line: usize| Some(trim(&buffer.line(line)).to_owned()).filter(|line| !line.is_empty());
    let mut above: Vec<String> = (within.start..own.start).rev().filter_map(solid).take(MAX_LINES).collect();
    above.reverse();
    let below: Vec<String> = (own.end..within.end).filter_map(solid).take(MAX_LINES).collect();
    let before = |count| Some(Select::Before(above[above.len().checked_sub(count)?..].to_vec()));
    let after = |count| Some(Select::After(below.get(..count)?.to_vec()));
    let between = |count: usize| {
        let first = above.len().checked_sub(count)?;
        Some(Select::Between(above[first..].to_vec(), below.get(..count)?.to_vec()))
    };
    let mut tried = |select: Option<Select>| {
        let (buffer, index) = document.lines();
        let found = resolve_marker(
            &mut Haystack { buffer, index, within: within.clone() },
            &select.as_ref()?.added_to(marker),
        )
        .ok()?;
        select.filter(|_| solid_lines(document.buffer(), &found.range) == solid_lines(document.buffer(), own))
    };
    let by_one = (1..=MAX_LINES).find_map(|count| tried(before(count)).or_else(|| tried(after(count))));
    by_one.or_else(|| (1..=MAX_LINES).find_map(|count| tried(between(count))))
}

/// Returns a range of lines without blank ones at its ends.
fn solid_lines(buffer: &Buffer, lines: &Range<usize>) -> Range<usize> {
    let is_solid = |line: &usize| !is_blank(&buffer.line(*line));
    let first = lines.clone().find(is_solid).unwrap_or(lines.start);
    let last = lines.clone().rev().find(is_solid).map_or(lines.end, |line| line + 1);
    first..last
}

/// Formats a text as the value of a YAML field on one line: plain where that is safe, otherwise in double quotes.
fn yaml_value(text: &str) -> String {
    let is_plain = text
        .starts_with(|first: char| first.is_ascii_alphanumeric() || matches!(first, '_' | '<'))
        && !text.chars().any(char::is_control)
        && !matches!(text, "null" | "Null" | "NULL");
    if is_plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}

/// Returns, for each candidate of a hunk, an `@@` line that selects it: a line above it that occurs once in the text,
/// with no other candidate in between; otherwise the definition around it, if that contains no other candidate;
/// otherwise its line number, if the old lines match exactly there.
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

/// Returns a line above each candidate that occurs once in the text, with no other candidate in between.
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

/// Returns the definition around a candidate, if it contains no other candidate.
fn by_definition(document: &mut Document<'_>, candidates: &[Range<usize>], at: usize) -> Option<String> {
    let address = enclosing(document, candidates[at].start)?;
    let scope = anchors::scope(document, std::slice::from_ref(&address))?;
    let is_only = candidates.iter().filter(|own| scope.contains(&own.start)).count() == 1;
    is_only.then(|| format!("@@ {address}"))
}

/// Returns whether a line after `@@` would be parsed as text, and not as line numbers or their end.
fn is_telling(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric) && !line.contains("@@")
}

/// Returns the line number of a candidate as an `@@` line: numbers only choose among exact matches.
fn by_number(buffer: &Buffer, hunk: &Hunk, candidate: &Range<usize>) -> Option<String> {
    let old: Vec<&str> = hunk.old().map(|line| line.text.as_str()).collect();
    let is_exact = old.len() == candidate.len()
        && candidate.clone().zip(&old).all(|(line, text)| buffer.line(line) == *text)
        && !old.iter().all(|line| is_blank(line));
    let (line, new) = (candidate.start + 1, hunk.new_side().count());
    is_exact.then(|| format!("@@ -{line},{} +{line},{new} @@", old.len()))
}
