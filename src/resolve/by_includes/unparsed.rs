//! Names in text that no reading shows, and lines of directives.

use std::ops::Range;

use super::read_text::ParsedFile;
use super::scope::Mention;
use crate::lang::Language;
use crate::text::normal::is_word_char;

/// Returns the occurrences of a word outside the ranges that were read. In strings and comments they are prose, even
/// where the text around is not parsed.
pub(super) fn unparsed_words(text: &ParsedFile, word: &str, read: &[Range<usize>]) -> Vec<Mention> {
    let mut read: Vec<&Range<usize>> = read.iter().collect();
    read.sort_unstable_by_key(|range| range.start);
    let mut read = read.into_iter().peekable();
    let mut shown = 0;
    let mut line = DirectiveLine::of(text.language, &text.text, 0);
    let mut found = Vec::new();
    for at in text.places(word) {
        while let Some(range) = read.next_if(|range| range.start <= at) {
            shown = shown.max(range.end);
        }
        if shown >= at + word.len() {
            continue;
        }
        if !line.range.contains(&at) {
            line = DirectiveLine::of(text.language, &text.text, at);
        }
        if line.is_directive && line.is_import || is_character(&text.text, at..at + word.len()) {
            continue;
        }
        let is_prose = text.is_dead(at) || line.is_prose(at) || text.is_prose(at);
        found.push(if is_prose { Mention::Prose(at) } else { Mention::Unparsed(at) });
    }
    found
}

/// Returns whether bytes are the whole content of a character literal, `'e'`.
fn is_character(text: &str, bytes: Range<usize>) -> bool {
    text[..bytes.start].ends_with('\'') && text[bytes.end..].starts_with('\'')
}

/// Returns whether the line around a byte offset includes a file.
pub(super) fn is_import(language: &Language, text: &str, at: usize) -> bool {
    let line = DirectiveLine::of(language, text, at);
    line.is_directive && line.is_import
}

/// Returns whether the line around a byte offset is a directive that does not name anything in the code: `#pragma
/// warning(disable: 4100)`.
pub(super) fn is_plain_directive(language: &Language, text: &str, at: usize) -> bool {
    let manifest = language.manifest();
    let line = DirectiveLine::of(language, text, at);
    let (Some(rules), Some(masks)) = (&manifest.names, &manifest.view.preprocessor) else { return false };
    let Some(rest) = text[line.range].trim_start().strip_prefix(masks.directive.as_str()) else {
        return false;
    };
    let words: Vec<&str> = rest.split(|char| !is_word_char(char)).filter(|word| !word.is_empty()).collect();
    rules
        .unrelated_directives
        .iter()
        .any(|plain| words.iter().copied().take(plain.split(' ').count()).eq(plain.split(' ')))
}

/// A line that may be a directive.
struct DirectiveLine {
    range: Range<usize>,
    is_directive: bool,
    /// Whether it includes a file.
    is_import: bool,
    /// The byte offset of its first comment.
    comment: Option<usize>,
}

impl DirectiveLine {
    /// Returns the line around a byte offset.
    fn of(language: &Language, text: &str, at: usize) -> Self {
        let manifest = language.manifest();
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        let line = &text[start..end];
        let directive = manifest.view.preprocessor.as_ref().map_or("", |masks| masks.directive.as_str());
        let words = manifest.imports.iter().flat_map(|imports| &imports.begins);
        let lexical = &manifest.lexical;
        let marks =
            lexical.line_comments.iter().chain(lexical.block_comments.iter().map(|block| &block.open));
        let code = line.trim_start();
        Self {
            range: start..end,
            is_directive: !directive.is_empty() && code.starts_with(directive),
            is_import: words.into_iter().any(|word| code.starts_with(word.as_str())),
            comment: marks.filter_map(|mark| line.find(mark.as_str())).min().map(|at| start + at),
        }
    }

    /// Returns whether a word in the directive is in a comment.
    fn is_prose(&self, at: usize) -> bool {
        self.is_directive && self.comment.is_some_and(|comment| comment < at)
    }
}
