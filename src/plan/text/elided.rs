//! Refuses comments that stand for code which the writer of a patch left out: the program cannot restore that code.
//!
//! A placeholder that the replaced text also contains is treated like any other line.

use std::collections::HashSet;
use std::ops::Range;

use crate::diag::{Code, PatchPlace};
use crate::ir::{Change, Hunk, Marker, Operation, Payload, Tag};
use crate::lang::{CommentSyntax, Language};
use crate::plan::done::Warning;
use crate::plan::editing::Editing;
use crate::plan::explain::{self, HunkOwner};
use crate::plan::refusal::Refusal;
use crate::plan::tree::document::Document;
use crate::text::normal::{is_blank, trim};
use crate::text::{CommentSigns, LexState, Placeholder, loses_lines, may_be_placeholders, placeholders};

/// Extensions of files that may quote code with omissions.
const PROSE: [&str; 9] = ["md", "markdown", "mdx", "rst", "txt", "adoc", "tex", "org", "ipynb"];

/// What a payload does to the text at its place.
pub(in crate::plan) enum Replaces<'l> {
    /// Nothing is removed. Dots alone are then something to be filled in.
    Nothing,
    /// These lines are removed.
    Lines(&'l Range<usize>),
}

impl<'l> Replaces<'l> {
    /// Returns what a change does to the lines of its place.
    pub(in crate::plan) const fn of(change: &Change, lines: &'l Range<usize>) -> Self {
        match change {
            Change::Replace(_) => Self::Lines(lines),
            Change::InsertBefore(_) | Change::InsertAfter(_) | Change::Delete => Self::Nothing,
        }
    }
}

/// Returns the comment syntax of a file.
fn signs_of(language: Option<&'static Language>, path: &str) -> CommentSigns<'static> {
    let has_prose = || extension_of(path).is_some_and(|extension| PROSE.contains(&extension));
    let plain = || CommentSyntax::of(path).lexical.filter(|rules| rules.is_data || !has_prose());
    match language.map(Language::lexical).or_else(plain) {
        Some(rules) => CommentSigns::Of(rules),
        None if is_prose(path) => CommentSigns::Prose,
        None => CommentSigns::Usual,
    }
}

/// Returns whether the name of a file indicates prose, or has no extension.
pub(in crate::plan) fn is_prose(path: &str) -> bool {
    extension_of(path).is_none_or(|extension| PROSE.contains(&extension))
}

/// Returns what follows the last dot of a file's name.
fn extension_of(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next()?;
    name.rsplit_once('.').map(|(_, extension)| extension)
}

/// Refuses a marker that leaves out code: the lines on both sides of the placeholder are not adjacent in the file.
pub(in crate::plan) fn check_marker(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    marker: &Marker,
) -> Result<(), Refusal> {
    let signs = signs_of(document.comments(), editing.operation.path.as_str());
    let pattern: Vec<&str> = marker.pattern().collect();
    let mut found = placeholders(&pattern, signs, LexState::default());
    found.retain(|(_, placeholder)| *placeholder != Placeholder::Unsure);
    // Placeholders at the outer ends of the context only say that the file continues there.
    let is_said = |at: &usize| !is_blank(pattern[*at]) && !found.iter().any(|(own, _)| own == at);
    let own = marker.before.lines.len()..marker.before.lines.len() + marker.lines.lines.len();
    let first = (0..pattern.len()).find(is_said).unwrap_or(0).min(own.start);
    let last = (0..pattern.len()).rev().find(is_said).unwrap_or(0).max(own.end.saturating_sub(1));
    found.retain(|(at, _)| (first..=last).contains(at));
    if found.is_empty() {
        return Ok(());
    }
    let wanted: HashSet<String> = found.iter().map(|(at, _)| trim(pattern[*at]).to_owned()).collect();
    let held = present_lines(document, &(0..document.buffer().line_count()), &wanted);
    found.retain(|(at, _)| !held.contains(trim(pattern[*at])));
    let absent: HashSet<&str> = found.iter().map(|(at, _)| trim(pattern[*at])).collect();
    let Some((at, _)) = found.first().filter(|_| !is_repeated(marker, editing.change, &absent)) else {
        return Ok(());
    };
    let message = format!(
        "`{}` in the marker of operation {} is a placeholder for lines of `{}`",
        trim(pattern[*at]),
        editing.operation.origin.index,
        editing.operation.path
    );
    let is_dots = trim(pattern[*at]).chars().all(|char| matches!(char, '.' | '…'));
    let refusal = explain::left_out_of_marker(
        document,
        editing.operation,
        marker,
        &absent,
        Refusal::new(Code::MarkerNotFound, message),
    );
    let refusal = if is_dots {
        refusal.with_help("a line of dots is text like any other, not a wildcard")
    } else {
        refusal
    };
    Err(refusal
        .with_help("copy all of these lines from the file, or use fewer, consecutive lines")
        .at(place_in_marker(marker, *at)))
}

/// Returns whether a payload has the placeholders of its marker between the same lines, or each of its lines replaces
/// one line of the marker: what the placeholders stand for then stays in its place.
fn is_repeated(marker: &Marker, change: &Change, absent: &HashSet<&str>) -> bool {
    let Change::Replace(payload) = change else { return false };
    let is_absent = |line: &String| absent.contains(trim(line));
    let solid = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| trim(line).to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let own: Vec<_> = marker.lines.lines.split(is_absent).map(solid).collect();
    let new: Vec<_> = payload.lines.split(is_absent).map(solid).collect();
    let is_last = |at: usize| at + 1 == own.len();
    let are_alike = own.iter().zip(&new).enumerate().all(|(at, (own, new))| {
        let begins_alike = at == 0 || own.first() == new.first();
        own.len() == new.len() || begins_alike && (is_last(at) || own.last() == new.last())
    });
    // If the lines on both sides of a placeholder changed, what is between them would be replaced, too.
    let is_kept = |at: usize| own[at].last() == new[at].last() || own[at + 1].first() == new[at + 1].first();
    own.len() > 1 && own.len() == new.len() && are_alike && (0..own.len() - 1).all(is_kept)
}

/// Refuses a payload that leaves out code. `named` are lines of the marker, which may leave out code as well.
pub(in crate::plan) fn check_payload(
    document: &mut Document<'_>,
    editing: Editing<'_>,
    replaces: &Replaces<'_>,
    named: &[String],
) -> Result<(), Refusal> {
    let Some(payload) = editing.change.payload() else { return Ok(()) };
    let signs = signs_of(document.comments(), editing.operation.path.as_str());
    let lines: Vec<&str> = payload.lines.iter().map(String::as_str).collect();
    if !may_be_placeholders(&lines, signs) {
        return Ok(());
    }
    let begins = match replaces {
        Replaces::Lines(lines) => state_before(document, lines.start),
        Replaces::Nothing => LexState::default(),
    };
    let mut found = placeholders(&lines, signs, begins);
    let held = match replaces {
        Replaces::Nothing => {
            found.retain(|(_, placeholder)| *placeholder == Placeholder::Words);
            HashSet::new()
        }
        Replaces::Lines(range) => {
            let old: Vec<String> =
                (*range).clone().map(|line| document.buffer().line(line).into_owned()).collect();
            let is_lost = loses_lines(old.iter().map(String::as_str), &lines);
            found.retain(|(_, placeholder)| *placeholder != Placeholder::Unsure || is_lost);
            let wanted = found.iter().map(|(at, _)| trim(lines[*at]).to_owned()).collect();
            present_lines(document, range, &wanted)
        }
    };
    let is_named = |line: &str| named.iter().any(|own| trim(own) == trim(line));
    match found.iter().find(|(at, _)| !held.contains(trim(lines[*at])) && !is_named(lines[*at])) {
        None => Ok(()),
        Some((at, _)) => {
            Err(refusal(lines[*at], &format!("the payload of operation {}", editing.operation.origin.index))
                .at(place_in(payload, *at)))
        }
    }
}

/// Returns where a line of the pattern of a marker is in the patch; for a line of its context, where the marker is.
fn place_in_marker(marker: &Marker, at: usize) -> PatchPlace {
    let own = &marker.lines;
    let at = at.checked_sub(marker.before.lines.len()).filter(|at| *at < own.lines.len());
    at.map_or(own.place, |at| explain::place_of(&own.lines, (own.place, own.margin.map(|own| own.cut)), at))
}

/// Returns where a line of a payload is in the patch.
fn place_in(payload: &Payload, at: usize) -> PatchPlace {
    explain::place_of(&payload.lines, (payload.place, payload.margin.map(|own| own.cut)), at)
}

/// Refuses the text of a whole file that leaves out code of the file that it overwrites. Where no file exists, it only
/// warns, and only of a placeholder in words: a new file may contain anything, but the path may be a slip.
pub(in crate::plan) fn check_file(
    operation: &Operation,
    payload: &Payload,
    language: Option<&'static Language>,
    old: impl FnOnce() -> Option<String>,
) -> Result<Option<Warning>, Refusal> {
    let lines: Vec<&str> = payload.lines.iter().map(String::as_str).collect();
    let mut found = placeholders(&lines, signs_of(language, operation.path.as_str()), LexState::default());
    if found.is_empty() {
        return Ok(None);
    }
    let Some(old) = old() else {
        let told = |(at, _): &(usize, Placeholder)| {
            let (line, path) = (trim(lines[*at]), &operation.path);
            format!(
                "`{line}` (line {}) in the new file `{path}` looks like a placeholder for code \
                 that is left out",
                at + 1
            )
        };
        let in_words = found.iter().find(|(_, placeholder)| *placeholder == Placeholder::Words);
        return Ok(in_words.map(told).map(Warning::Symbol));
    };
    let is_lost = loses_lines(old.lines(), &lines);
    found.retain(|(_, placeholder)| *placeholder != Placeholder::Unsure || is_lost);
    let held: HashSet<&str> = old.lines().map(trim).collect();
    match found.iter().find(|(at, _)| !held.contains(trim(lines[*at]))) {
        None => Ok(None),
        Some((at, _)) => {
            let what = format!("the new text of `{}`", operation.path);
            Err(refusal(lines[*at], &what).at(place_in(payload, *at)))
        }
    }
}

/// Refuses hunks whose added lines leave out code. `places` are the lines that they matched.
pub(in crate::plan) fn check_hunks(
    document: &mut Document<'_>,
    section: HunkOwner<'_>,
    hunks: &[Hunk],
    places: &[Range<usize>],
) -> Result<(), Refusal> {
    let path = section.path;
    let signs = signs_of(document.comments(), path);
    let mut problems = Vec::new();
    for ((at, hunk), place) in hunks.iter().enumerate().zip(places) {
        if let Some((line, text)) = left_out(document, signs, hunk, place) {
            let refusal = refusal(text, &format!("hunk {} of `{path}`", at + 1));
            problems.push(refusal.at(PatchPlace::new(line, 1)));
        }
    }
    problems.into_iter().reduce(Refusal::and).map_or(Ok(()), Err)
}

/// Returns the first added line of a hunk that stands for omitted code, with its line in the patch.
fn left_out<'h>(
    document: &mut Document<'_>,
    signs: CommentSigns<'_>,
    hunk: &'h Hunk,
    place: &Range<usize>,
) -> Option<(usize, &'h str)> {
    let added: Vec<&str> =
        hunk.lines.iter().filter(|line| line.tag == Tag::Added).map(|line| &*line.text).collect();
    if !may_be_placeholders(&added, signs) {
        return None;
    }
    let new: Vec<_> = hunk.new_side().collect();
    let texts: Vec<&str> = new.iter().map(|line| line.text.as_str()).collect();
    let begins = state_before(document, place.start);
    let takes = hunk.lines.iter().any(|line| line.tag == Tag::Removed && !is_blank(&line.text));
    let old: HashSet<&str> = hunk.old().map(|line| trim(&line.text)).collect();
    let removed = hunk.lines.iter().filter(|line| line.tag == Tag::Removed).map(|line| &*line.text);
    let is_lost = loses_lines(removed, &added);
    let is_new = |at: usize, placeholder: Placeholder| {
        let counts = match placeholder {
            Placeholder::Words => true,
            Placeholder::Dots => takes,
            Placeholder::Unsure => is_lost,
        };
        new[at].tag == Tag::Added && !old.contains(trim(texts[at])) && counts
    };
    let mut found = placeholders(&texts, signs, begins).into_iter();
    let (at, _) = found.find(|(at, placeholder)| is_new(*at, *placeholder))?;
    let line = new.get(at)?;
    Some((line.patch_line, line.text.as_str()))
}

fn refusal(line: &str, what: &str) -> Refusal {
    let message = format!("`{}` in {what} is a placeholder for code that is left out", trim(line));
    Refusal::new(Code::PayloadMismatch, message)
        .with_help("write the code out, or use an operation on the changed lines only")
}

fn state_before(document: &mut Document<'_>, line: usize) -> LexState {
    let (buffer, index) = document.lines();
    index.state_before(buffer, line)
}

/// Returns which of the wanted texts are lines of a document, trimmed.
fn present_lines(document: &Document<'_>, range: &Range<usize>, wanted: &HashSet<String>) -> HashSet<String> {
    let lines = range.clone().map(|line| trim(&document.buffer().line(line)).to_owned());
    if wanted.is_empty() { HashSet::new() } else { lines.filter(|line| wanted.contains(line)).collect() }
}
