//! Finds what a payload omits from the definition that it replaces, and that is lost.

use std::collections::HashSet;
use std::ops::Range;

use super::address::last_word;
use crate::lang::Language;
use crate::plan::done::Warning;
use crate::plan::explain;
use crate::plan::tree::document::Document;
use crate::resolve::lines::{gone_comments, left_out_comments};
use crate::resolve::symbol::{KeptLines, SymbolMatch};
use crate::text::normal::{find_word, find_words, is_blank, trim};
use crate::text::{Buffer, CommentScanner, LexState};

/// Modifiers that say who may use a definition.
const VISIBILITY: [&str; 5] = ["export", "pub", "public", "protected", "private"];

/// Other modifiers of a definition.
pub(in crate::plan) const MODIFIERS: [&str; 14] = [
    "default",
    "async",
    "static",
    "unsafe",
    "extern",
    "final",
    "abstract",
    "virtual",
    "inline",
    "constexpr",
    "consteval",
    "explicit",
    "synchronized",
    "friend",
];

/// Returns warnings about what a payload omits from the definition that it replaces, unless it is kept: comments beside
/// remaining code, the docstring, and visibility modifiers.
pub(in crate::plan) fn left_out(
    document: &mut Document<'_>,
    found: &SymbolMatch,
    payload: &[String],
    language: &'static Language,
) -> Vec<Warning> {
    let range = document.buffer().lines_of(&found.range);
    let mut comments = left_out_comments(&mut document.haystack(range.clone()), range, payload);
    let told: HashSet<usize> = comments.iter().map(|own| own.line).collect();
    let heading = between_decorators(document, found, language);
    let gone = gone_comments(&mut document.haystack(heading.clone()), heading, payload);
    comments.extend(gone.into_iter().filter(|own| !told.contains(&own.line)));
    comments.sort_by_key(|own| own.line);
    // Lines that are kept within the payload are not lost.
    let kept: HashSet<&str> = found.kept.iter().flat_map(|kept| &kept.lines).map(|line| trim(line)).collect();
    comments.retain(|own| !kept.contains(own.text.as_str()));
    let last = document.buffer().line_of(found.range.end.saturating_sub(1));
    let mut told: Vec<Warning> = explain::left_out_comments(&comments).into_iter().collect();
    let buffer = document.buffer();
    told.extend(
        comment_at_end(buffer, found, payload, language)
            .filter(|_| comments.iter().all(|own| own.line != last)),
    );
    told.extend(lost_words(buffer, found, (payload, language), &[]));
    told
}

/// Returns the lines of a definition from its first decorator to the end of its heading, as far as they are replaced.
/// Comments on these lines are about the definition, and a payload is seldom meant to drop them.
fn between_decorators(
    document: &Document<'_>,
    found: &SymbolMatch,
    language: &'static Language,
) -> Range<usize> {
    let buffer = document.buffer();
    let lexical = &language.manifest().lexical;
    let (first, last) = (buffer.line_of(found.range.start), buffer.line_of(found.range.end));
    let head = buffer.line_of(found.declaration);
    let is_code = |line: &usize| {
        let text = buffer.line(*line);
        let is_inner = trim(&text).starts_with('*');
        let opens =
            lexical.block_comments.as_ref().is_some_and(|own| trim(&text).starts_with(own.open.as_str()));
        !is_blank(&text) && !lexical.begins_with_line_comment(&text) && !is_inner && !opens
    };
    let start = (first..head).find(is_code).unwrap_or(head);
    let mut depth = 0;
    let scanner = CommentScanner::new(lexical);
    let mut state = LexState::default();
    let ends = |line: &usize| {
        let text = buffer.line(*line);
        let code = scanner.scan(&text, &mut state).code;
        depth += code.matches('(').count() as isize - code.matches(')').count() as isize;
        depth <= 0
    };
    let end = (head..last + 1).find(ends).map_or(last + 1, |line| line + 1);
    // A heading of one line is excluded: a comment at its end is about the body.
    start..if end == head + 1 { head } else { end }
}

/// Keeps comments between decorators above the decorator that they precede, if the payload contains that decorator.
pub(in crate::plan) fn keep_between_decorators(
    document: &mut Document<'_>,
    found: &mut SymbolMatch,
    payload: &[String],
    language: &'static Language,
) {
    if found.kept.is_empty() {
        return;
    }
    let head = document.buffer().line_of(found.declaration);
    let start = between_decorators(document, found, language).start;
    let (buffer, index) = document.lines();
    let mut line = start + 1;
    while line < head {
        let mut is_comment = |line: usize| line < head && index.is_comment_line(buffer, line);
        let end = (line..=head).find(|at| !is_comment(*at)).unwrap_or(head);
        if end == line || end == head {
            line = end + 1;
            continue;
        }
        let comments: Vec<String> = (line..end).map(|at| buffer.line(at).into_owned()).collect();
        let below = buffer.line(end);
        line = end + 1;
        let mut places = (0..payload.len()).filter(|at| trim(&payload[*at]) == trim(&below));
        let (Some(at), None) = (places.next(), places.next()) else { continue };
        let are_brought = payload.iter().any(|own| comments.iter().any(|comment| trim(own) == trim(comment)));
        let stay = |own: &KeptLines| comments.iter().all(|comment| own.lines.contains(comment));
        if are_brought || !found.kept.iter().any(stay) {
            continue;
        }
        found.kept.iter_mut().for_each(|kept| kept.lines.retain(|own| !comments.contains(own)));
        found.kept.push(KeptLines { before: at, lines: comments });
    }
    found.kept.retain(|kept| !kept.lines.is_empty());
}

/// Returns a warning about comments in a heading that is replaced by another one.
pub(in crate::plan) fn comments_of_heading(
    document: &mut Document<'_>,
    found: &SymbolMatch,
    payload: &[String],
) -> Option<Warning> {
    let range = &found.range;
    let lines = document.buffer().lines_of(range);
    let end = document.buffer().line_of(range.end);
    let mut gone = gone_comments(&mut document.haystack(lines.clone()), lines, payload);
    let rest = document.buffer().slice(range.end..document.buffer().line_range(end).end.max(range.end));
    // What follows the heading on its last line is kept.
    let stays = |text: &str| rest.contains(text) || !is_blank(&rest) && text.ends_with(trim(&rest));
    gone.retain(|own| own.line != end || !stays(&own.text));
    gone.retain(|own| !found.warnings.iter().any(|doubt| doubt.contains(own.text.as_str())));
    explain::left_out_comments(&gone)
}

/// Returns warnings about modifiers of a definition that a payload omits: those of visibility, and those of `others`.
pub(in crate::plan) fn lost_words(
    buffer: &Buffer,
    found: &SymbolMatch,
    (payload, language): (&[String], &'static Language),
    others: &[&'static str],
) -> Vec<Warning> {
    let name = last_word(&found.address);
    // Code that precedes the definition on a shared line does not belong to it.
    let line_end = buffer.line_range(buffer.line_of(found.declaration)).end;
    let heading = buffer.slice(found.declaration..line_end.max(found.declaration)).into_owned();
    let before = |heading: &str| find_words(heading, name).next().map(|at| heading[..at].to_owned());
    let scanner = CommentScanner::new(&language.manifest().lexical);
    let mut state = LexState::default();
    let mut code = payload.iter().map(|line| scanner.scan(line, &mut state).code.into_owned());
    let brought = code.find_map(|line| before(&line)).filter(|_| found.new_name.is_none());
    let (Some(had), Some(brought)) = (before(&heading), brought) else { return Vec::new() };
    let has = |text: &str, word: &str| find_word(text, word).is_some();
    let shown = VISIBILITY.into_iter().find(|word| has(&had, word));
    let shown = shown.filter(|_| !VISIBILITY.into_iter().any(|word| has(&brought, word)));
    let others = others.iter().copied().filter(|word| has(&had, word) && !has(&brought, word));
    let told =
        |word| Warning::Symbol(format!("the payload omits `{word}` of the heading, which is now removed"));
    shown.into_iter().chain(others).map(told).collect()
}

/// Returns a warning if a payload omits the comment at the end of a definition's last line.
fn comment_at_end(
    buffer: &Buffer,
    found: &SymbolMatch,
    payload: &[String],
    language: &'static Language,
) -> Option<Warning> {
    let lexical = &language.manifest().lexical;
    let start = buffer.line_start(buffer.line_of(found.range.end.saturating_sub(1))).max(found.range.start);
    let text = buffer.slice(start..found.range.end.max(start));
    let scanned = CommentScanner::new(lexical).scan(&text, &mut LexState::default());
    let code = scanned.code.trim_end();
    let comment = text.get(code.len()..).unwrap_or_default().trim();
    let is_comment = lexical.begins_with_line_comment(comment)
        || lexical.block_comments.as_ref().is_some_and(|block| comment.starts_with(block.open.as_str()));
    let is_gone = is_comment && text.starts_with(code) && !is_blank(code);
    // A comment at the end of the payload replaces it.
    let last = payload.iter().rev().find(|line| !is_blank(line)).map_or("", String::as_str);
    if CommentScanner::new(lexical).scan(last, &mut LexState::default()).has_comment {
        return None;
    }
    (is_gone && !payload.iter().any(|line| line.contains(comment)))
        .then(|| Warning::Symbol(format!("the payload omits `{comment}`, which is now removed")))
}
