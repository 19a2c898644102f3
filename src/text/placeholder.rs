//! Recognizes comments that stand for omitted code: `# ... existing code ...`, `// rest unchanged`.
//!
//! The rules are precise rather than complete. A comment that only ends in dots, continues a sentence, or is the
//! heading of a part of a file has a meaning of its own, and is not a placeholder.

mod word;

use std::collections::HashSet;

use self::word::Word;
use super::comments::CommentScanner;
use super::lexer::{LexRules, LexState};
use super::normal::trim;

/// How a placeholder is recognized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placeholder {
    /// By dots alone: it may also stand for something that is to be filled in.
    Dots,
    /// By its words.
    Words,
    /// By its words, but inside a string or a comment that may only mention it; or by dots that may be code, but are
    /// next to other code.
    Unsure,
}

/// The kinds of comments that a text may contain.
#[derive(Debug, Clone, Copy)]
pub enum CommentSigns<'r> {
    /// The comments of its language.
    Of(&'r LexRules),
    /// The usual comments, because the language is unknown.
    Usual,
    /// Prose, which may show code that omits something: only comments that are marked at both ends, or that are markup.
    Prose,
}

/// Returns the placeholders among `lines`, which begin in `state`, each with its line number from 0.
#[must_use]
pub fn placeholders(
    lines: &[&str],
    signs: CommentSigns<'_>,
    mut state: LexState,
) -> Vec<(usize, Placeholder)> {
    let proposed = lines.iter().enumerate();
    let found = proposed.filter_map(|(at, line)| {
        let bare = || match signs {
            _ if !is_bare(line, signs) => None,
            // Dots are never part of data.
            CommentSigns::Of(rules) if rules.is_data => Some(Placeholder::Dots),
            _ => is_beside_code(lines, at).then_some(Placeholder::Unsure),
        };
        Some((at, placeholder(line, signs).or_else(bare)?))
    });
    let mut found: Vec<_> = found.collect();
    // Between other comments, dots stand for omitted lines of prose, not of code.
    let is_comment =
        |at: Option<usize>| at.and_then(|at| lines.get(at)).is_some_and(|line| is_comment(line, signs));
    found.retain(|(at, placeholder)| {
        *placeholder != Placeholder::Dots || !is_comment(at.checked_sub(1)) && !is_comment(Some(at + 1))
    });
    let (CommentSigns::Of(rules), Some((last, _))) = (signs, found.last()) else { return found };
    // Inside a string or a comment a placeholder is text, unless its form is never used in text.
    let scanner = CommentScanner::new(rules);
    let read = lines[..=*last].iter().map(|line| {
        let is_code = state.is_code() || state.is_announced_text();
        let is_text = state.is_in_string() || state.is_comment();
        let scanned = scanner.scan(line, &mut state);
        let counts = scanned.has_comment || is_code && begins_alone(trim(line));
        (is_text, if is_text { stands_for_text(line) } else { counts })
    });
    let read: Vec<(bool, bool)> = read.collect();
    found.retain(|(at, _)| read[*at].1);
    for (at, placeholder) in &mut found {
        if read[*at].0 {
            *placeholder = Placeholder::Unsure;
        }
    }
    found
}

/// The minimum number of lines that must be removed for a line of a text to count as their placeholder.
const MIN_LOST_LINES: usize = 2;

/// Returns whether so many lines of `old` are missing in `new` that a placeholder inside a text stands for them.
#[must_use]
pub fn loses_lines<'l>(old: impl Iterator<Item = &'l str>, new: &[&str]) -> bool {
    let kept: HashSet<&str> = new.iter().map(|line| trim(line)).collect();
    old.filter(|line| !trim(line).is_empty() && !kept.contains(trim(line))).count() >= MIN_LOST_LINES
}

/// Returns whether any line is a placeholder, if it begins in code. This is fast, and never `false` where
/// [`placeholders`] finds one.
#[must_use]
pub fn may_be_placeholders(lines: &[&str], signs: CommentSigns<'_>) -> bool {
    lines.iter().any(|line| is_bare(line, signs) || placeholder(line, signs).is_some())
}

/// Returns whether a line in a known language consists of dots.
fn is_bare(line: &str, signs: CommentSigns<'_>) -> bool {
    matches!(signs, CommentSigns::Of(_)) && DOTS.contains(&trim(line))
}

/// Returns whether dots are next to other code with the same indentation. Alone in a block, below its documentation, or
/// after a comma, dots are code in some languages.
fn is_beside_code(lines: &[&str], at: usize) -> bool {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let is_said = |line: &&&str| !trim(line).is_empty();
    let is_code = |line: &&&str| {
        depth(line) >= depth(lines[at]) && !trim(line).ends_with(['"', '\'', ',', '(', '[', '{', ':'])
    };
    let above = lines[..at].iter().rev().find(is_said).filter(is_code);
    let below = lines[at + 1..].iter().find(is_said).filter(is_code);
    above.is_some() || below.is_some_and(|line| depth(line) == depth(lines[at]))
}

/// Returns whether a line inside a string or a comment is a placeholder rather than text: it is marked by dots at both
/// ends, or by brackets and dots.
fn stands_for_text(line: &str) -> bool {
    let inner = COMMENTS.iter().find_map(|comment| inside(trim(line), *comment));
    inner.and_then(read).is_some_and(|(found, frame)| {
        found == Placeholder::Words && (frame.is_closed() || frame.is_bracketed && frame.begins_with_dots)
    })
}

/// Returns whether a line begins with a comment of any language, or with dots.
fn begins_alone(line: &str) -> bool {
    COMMENTS.iter().map(|(open, _)| *open).chain(DOTS).any(|open| line.starts_with(open))
}

/// Returns whether a line begins with a comment.
fn is_comment(line: &str, signs: CommentSigns<'_>) -> bool {
    let line = trim(line);
    let CommentSigns::Of(rules) = signs else {
        return COMMENTS.iter().any(|(open, _)| line.starts_with(open));
    };
    let blocks = rules.block_comments.iter().map(|block| &block.open);
    rules.line_comments.iter().chain(blocks).any(|open| line.starts_with(open.as_str()))
}

/// Returns the kind of placeholder of a line that is a whole comment, if it is a placeholder.
fn placeholder(line: &str, signs: CommentSigns<'_>) -> Option<Placeholder> {
    let line = trim(line);
    if line.len() > MAX_LENGTH {
        return None;
    }
    // Dots before a comment are code in some languages; the comment shows what they stand for.
    let behind_dots = DOTS.iter().find_map(|dots| line.strip_prefix(dots)).map(str::trim_start);
    if let Some(comment) = behind_dots.filter(|rest| COMMENTS.iter().any(|(open, _)| rest.starts_with(open)))
    {
        return placeholder(comment, signs).filter(|found| *found == Placeholder::Words);
    }
    // A fast path: most lines are not comments.
    if !begins_alone(line) {
        let is_known = matches!(signs, CommentSigns::Of(_));
        return if is_known { behind_code(line) } else { None };
    }
    if let CommentSigns::Of(rules) = signs {
        let blocks = rules.block_comments.iter().map(|block| (&*block.open, &*block.close));
        let mut own = rules.line_comments.iter().map(|open| (&**open, "")).chain(blocks);
        if let Some(text) = own.find_map(|comment| inside(line, comment)) {
            return read(text).map(|(found, _)| found);
        }
    }
    let Some((comment, text)) = COMMENTS.iter().find_map(|comment| Some((comment, inside(line, *comment)?)))
    else {
        // Without the mark of a comment, the line is not code either.
        let is_known = matches!(signs, CommentSigns::Of(_));
        let said =
            read(line).filter(|(found, frame)| is_known && *found == Placeholder::Words && frame.is_closed());
        return said.map(|(found, _)| found);
    };
    let (found, frame) = read(text)?;
    let is_markup = comment.0 == MARKUP;
    let counts = match signs {
        // A comment of another language counts only if no other meaning is possible.
        CommentSigns::Of(_) => found == Placeholder::Words && frame.is_marked(),
        // A word after `#` may be a heading, or a comment in another language.
        CommentSigns::Usual => comment.0.len() > 1 || frame.is_marked(),
        CommentSigns::Prose => is_markup || found == Placeholder::Words && frame.is_closed(),
    };
    counts.then_some(found)
}

/// Returns the kind of placeholder of a comment after code, as in `{ /* ... existing code ... */ }`: it must begin with
/// dots.
fn behind_code(line: &str) -> Option<Placeholder> {
    if !DOTS.iter().any(|dots| line.contains(dots)) {
        return None;
    }
    let line = line.trim_end_matches(['}', ')', ']', ';', ',', ' ']);
    COMMENTS.iter().find_map(|(open, close)| {
        let text = line[line.rfind(open)?..].strip_prefix(open)?.strip_suffix(close)?;
        let (found, frame) = read(text)?;
        (found == Placeholder::Words && frame.begins_with_dots).then_some(found)
    })
}

/// Marks of an omission.
const DOTS: [&str; 4] = ["...", "…", "⋮", "⋯"];

/// The maximum length in bytes of a placeholder; a longer comment has a meaning of its own.
const MAX_LENGTH: usize = 160;

/// The opening of a comment in markup.
const MARKUP: &str = "<!--";

/// The usual openings and ends of comments.
const COMMENTS: [(&str, &str); 10] = [
    ("//", ""),
    ("#", ""),
    ("{/*", "*/}"),
    ("/*", "*/"),
    (MARKUP, "-->"),
    ("--", ""),
    ("(*", "*)"),
    (";", ""),
    ("%", ""),
    ("{#", "#}"),
];

/// Returns the text of a comment that is the whole line; `None` for doc comments and directives, which have another
/// mark after the opening.
fn inside<'l>(line: &'l str, (open, close): (&str, &str)) -> Option<&'l str> {
    let line = line
        .strip_prefix('{')
        .filter(|_| open == "/*")
        .and_then(|line| line.strip_suffix('}'))
        .unwrap_or(line);
    let text = line.strip_prefix(open)?.strip_suffix(close)?;
    (!text.starts_with(['/', '!', '#', '*', '-', '|', ':'])).then_some(text)
}

/// Returns the kind of placeholder that the text of a comment is, with its frame; `None` if it is not a placeholder.
fn read(text: &str) -> Option<(Placeholder, CommentFrame<'_>)> {
    let frame = CommentFrame::of(text);
    if frame.inner.is_empty() {
        return DOTS.iter().any(|dots| text.contains(dots)).then_some((Placeholder::Dots, frame));
    }
    let words: Vec<Word> = normalized_words(frame.inner).split_ascii_whitespace().map(Word::of).collect();
    is_placeholder(&frame, &words).then_some((Placeholder::Words, frame))
}

/// Returns the words of a text, separated by spaces; phrases with a common meaning are replaced by one word.
fn normalized_words(text: &str) -> String {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(is_between_words).filter(|word| !word.is_empty()).collect();
    let mut spoken = format!(" {} ", words.join(" "));
    for (meaning, phrases) in PHRASES {
        for phrase in phrases {
            spoken = spoken.replace(&format!(" {phrase} "), &format!(" {meaning} "));
        }
    }
    spoken
}

/// Phrases, with the word that has the same meaning.
const PHRASES: [(&str, &[&str]); 3] = [
    (
        "unchanged",
        &[
            "the same as before",
            "same as before",
            "remains the same",
            "remain the same",
            "remains same",
            "stays the same",
            "stay the same",
            "stays same",
            "is the same",
            "are the same",
            "as is",
            "as before",
            "no changes",
            "no change",
            "not changed",
            "for brevity",
        ],
    ),
    ("rest", &["everything else", "the others"]),
    ("unchanged code", &["code continues"]),
];

fn is_between_words(char: char) -> bool {
    !(char.is_alphanumeric() || matches!(char, '_' | '\''))
}

/// The dots and brackets around the words of a comment.
#[derive(Debug, Default)]
struct CommentFrame<'t> {
    inner: &'t str,
    begins_with_dots: bool,
    ends_with_dots: bool,
    /// Whether brackets enclose all of it.
    is_bracketed: bool,
    /// Whether a word directly follows the dots, as in `...args`.
    is_attached: bool,
}

impl<'t> CommentFrame<'t> {
    fn of(text: &'t str) -> Self {
        let mut frame = Self { inner: text, ..Self::default() };
        loop {
            let before = frame.inner;
            frame.inner = frame.inner.trim().trim_matches(['-', '=', '~', '*', '—', '–']).trim();
            frame.take_dots();
            frame.take_brackets();
            if frame.inner == before {
                return frame;
            }
        }
    }

    fn take_dots(&mut self) {
        let is_dot = |char: char| matches!(char, '.' | '…' | '⋮' | '⋯');
        let are_dots = |text: &str| text.len() > 1;
        let rest = self.inner.trim_start_matches(is_dot);
        if are_dots(&self.inner[..self.inner.len() - rest.len()]) {
            self.begins_with_dots = true;
            self.is_attached |= rest.starts_with(|char: char| !is_between_words(char));
            self.inner = rest;
        }
        let rest = self.inner.trim_end_matches(|char: char| is_dot(char) || char == ' ');
        self.ends_with_dots |= are_dots(self.inner[rest.len()..].trim());
        self.inner = rest;
    }

    fn take_brackets(&mut self) {
        for (open, close) in [('(', ')'), ('[', ']'), ('<', '>'), ('{', '}')] {
            let inner = self.inner.strip_prefix(open).and_then(|inner| inner.strip_suffix(close));
            if let Some(inner) = inner.filter(|inner| !inner.contains([open, close])) {
                self.inner = inner;
                self.is_bracketed = true;
            }
        }
    }

    /// Returns whether dots or brackets mark an omission.
    fn is_marked(&self) -> bool {
        self.is_bracketed || self.begins_with_dots || self.ends_with_dots
    }

    /// Returns whether dots mark an omission at both ends.
    fn is_closed(&self) -> bool {
        self.begins_with_dots && self.ends_with_dots
    }
}

/// Returns whether the words of a comment, in their frame, stand for omitted code.
fn is_placeholder(frame: &CommentFrame<'_>, words: &[Word]) -> bool {
    let has = |wanted: &[Word]| words.iter().any(|word| wanted.contains(word));
    let only = |wanted: &[Word]| words.iter().all(|word| wanted.contains(word));
    let is_known = !has(&[Word::Own]);
    let of_before = has(&[Word::Rest, Word::Before, Word::Kept]);
    let of_code = has(&[Word::Code, Word::Whole, Word::Part]);
    let says_kept = has(&[Word::Kept]);
    let begins_with = leading(words);
    let begins_so = matches!(begins_with, Some(Word::Rest | Word::Before));
    if frame.is_closed() {
        let ends_so = words.last() == Some(&Word::Kept);
        return is_known && (of_before || of_code || has(&[Word::Other])) || begins_so || ends_so;
    }
    if frame.is_bracketed && is_known && (says_kept || of_before && of_code) {
        return true;
    }
    if frame.begins_with_dots && is_known && (!frame.is_attached || words.len() > 1) {
        return of_before || has(&[Word::Other]) && of_code;
    }
    if frame.is_marked() && is_known && (begins_so && of_code || says_kept) {
        return true;
    }
    // Without dots or brackets, only words count that can hardly have any other meaning.
    let general = [Word::Rest, Word::Before, Word::Kept, Word::Other, Word::Code, Word::Whole, Word::Filler];
    let of_code = match begins_with {
        Some(Word::Rest) => has(&[Word::Code, Word::Whole]),
        _ => has(&[Word::Code]),
    };
    let of_methods = of_code || has(&[Word::Whole]) && words.first() == Some(&Word::Other);
    words.len() > 1
        && (is_known && begins_so && says_kept
            || only(&[Word::Kept])
            || only(&general) && (begins_so && of_code || says_kept && of_methods))
}

/// Returns the first word that is not a filler.
fn leading(words: &[Word]) -> Option<Word> {
    words.iter().copied().find(|word| !matches!(word, Word::Filler | Word::Other))
}

#[cfg(test)]
mod tests;
