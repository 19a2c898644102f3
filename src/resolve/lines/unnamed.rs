//! Comments of a file that a patch does not contain: which of them stay, and which are removed with their line.
//!
//! Invariant: every removal of such a comment is reported.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::haystack::Haystack;
use crate::text::normal::{is_blank, trim, trim_end};
use crate::text::{CommentScanner, LexState};

/// A line, or the comment on it, that is removed although the patch does not contain it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnnamedRemoval {
    /// The line of the file, from 0.
    pub line: usize,
    /// The comment; empty for a blank line.
    pub text: String,
}

/// Returns the comment of a line that begins in `state`, if it contains a letter or digit.
pub(super) fn comment_of(scanner: &CommentScanner<'_>, line: &str, state: &LexState) -> Option<String> {
    let scanned = scanner.scan(line, &mut state.clone());
    if !scanned.has_comment {
        return None;
    }
    let comment = line.strip_prefix(trim_end(&scanned.code)).map_or(line, trim);
    let says_something = comment.chars().any(char::is_alphanumeric);
    says_something.then(|| comment.to_owned())
}

/// Returns the comments among removed lines, each given with the patch's line for it, that neither this line nor any
/// added one contains.
pub(super) fn unnamed<'l>(
    haystack: &mut Haystack<'_, '_>,
    gone: impl Iterator<Item = (usize, Option<&'l str>)>,
    added: impl Iterator<Item = &'l str>,
) -> Vec<UnnamedRemoval> {
    let mut found = Vec::new();
    for (line, written) in gone {
        let own = haystack.buffer.line(line);
        if written.is_some_and(|written| trim(written) == trim(&own)) {
            continue;
        }
        let state = haystack.index.state_before(haystack.buffer, line);
        let Some(scanner) = haystack.index.scanner() else { break };
        match comment_of(scanner, &own, &state) {
            Some(text) if written.is_none_or(|written| !written.contains(&text)) => {
                found.push(UnnamedRemoval { line, text })
            }
            None if written.is_none() && is_blank(&own) => {
                found.push(UnnamedRemoval { line, text: String::new() })
            }
            _ => {}
        }
    }
    if found.iter().any(|unnamed| !unnamed.text.is_empty())
        && let Some(scanner) = haystack.index.scanner()
    {
        let mut comments = HashSet::new();
        for line in added {
            comments.extend(comment_of(scanner, line, &LexState::default()));
            // The line may be within a comment of several lines.
            comments.insert(trim(line).to_owned());
        }
        found.retain(|unnamed| !comments.contains(&unnamed.text));
    }
    found
}

/// Returns the comments of some lines, and a docstring, that the replacement lacks, although it contains the code
/// beside them.
pub fn left_out_comments(
    haystack: &mut Haystack<'_, '_>,
    old: Range<usize>,
    new: &[String],
) -> Vec<UnnamedRemoval> {
    let state = haystack.index.state_before(haystack.buffer, old.start);
    let Some(scanner) = haystack.index.scanner() else { return Vec::new() };
    let lines: Vec<String> = old.clone().map(|line| haystack.buffer.line(line).into_owned()).collect();
    let (before, after) = (read(scanner, &lines, state), read(scanner, new, LexState::default()));
    let codes: HashSet<&str> = after.iter().map(|line| line.code.as_str()).collect();
    let comments: HashSet<&str> = after.iter().filter_map(|line| line.comment.as_deref()).collect();
    let has_docstring = after.iter().any(|line| line.is_docstring);
    let mut found = Vec::new();
    for (at, line) in before.iter().enumerate() {
        let own = before[at..].iter().chain(before[..at].iter().rev()).find(|line| !line.code.is_empty());
        let stays = own.is_some_and(|own| codes.contains(own.code.as_str()));
        let comment = line.comment.as_deref().filter(|text| stays && !comments.contains(text));
        // Quotes on a separate line are not distinctive.
        let text =
            || lines[at..].iter().map(|line| trim(line)).find(|own| own.contains(char::is_alphanumeric));
        let docstring = Some(()).filter(|()| line.is_docstring && !has_docstring).and_then(|()| text());
        found.extend(
            comment.or(docstring).map(|text| UnnamedRemoval { line: old.start + at, text: text.to_owned() }),
        );
    }
    found
}

/// Returns the comments of some lines that the replacement lacks, whatever happens to the code beside them.
pub fn gone_comments(
    haystack: &mut Haystack<'_, '_>,
    old: Range<usize>,
    new: &[String],
) -> Vec<UnnamedRemoval> {
    let state = haystack.index.state_before(haystack.buffer, old.start);
    let Some(scanner) = haystack.index.scanner() else { return Vec::new() };
    let lines: Vec<String> = old.clone().map(|line| haystack.buffer.line(line).into_owned()).collect();
    let brought = read(scanner, new, LexState::default());
    let brought: HashSet<String> = brought.into_iter().filter_map(|line| line.comment).collect();
    let comments = read(scanner, &lines, state).into_iter().enumerate();
    let comments = comments.filter_map(|(at, line)| Some((at, line.comment?)));
    let gone = comments.filter(|(_, text)| !brought.contains(text));
    gone.map(|(at, text)| UnnamedRemoval { line: old.start + at, text }).collect()
}

/// The code and the comment of a line.
struct ReadLine {
    code: String,
    comment: Option<String>,
    /// Whether a string that is the first statement of a block begins on the line.
    is_docstring: bool,
}

fn read(scanner: &CommentScanner<'_>, lines: &[String], mut state: LexState) -> Vec<ReadLine> {
    let mut read: Vec<ReadLine> = Vec::with_capacity(lines.len());
    for line in lines {
        let begins = state.clone();
        let code = trim(&scanner.scan(line, &mut state).code).to_owned();
        let above = read.iter().rev().find(|line| !line.code.is_empty());
        let is_first = above.is_some_and(|above| above.code.ends_with(':'));
        let is_docstring = begins.is_code() && is_first && code.starts_with(['"', '\'']);
        read.push(ReadLine { comment: comment_of(scanner, line, &begins), code, is_docstring });
    }
    read
}

/// Pairs added lines with the removed lines that they repeat: lines of equal text, in order, if both sides have equally
/// many.
pub(super) fn repeated(gone: &[(usize, String)], come: &[(usize, String)]) -> Vec<(usize, usize)> {
    let mut by_text: HashMap<&str, [Vec<usize>; 2]> = HashMap::new();
    for (side, lines) in [gone, come].into_iter().enumerate() {
        for (at, text) in lines {
            by_text.entry(text).or_default()[side].push(*at);
        }
    }
    let pairs = by_text.into_values().filter(|[gone, come]| gone.len() == come.len());
    let mut pairs: Vec<_> = pairs.flat_map(|[gone, come]| gone.into_iter().zip(come)).collect();
    pairs.sort_unstable();
    pairs
}
