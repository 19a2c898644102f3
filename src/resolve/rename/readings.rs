//! The texts that are parsed, and what none of them shows.

use std::ops::Range;

use tree_sitter::Tree;

use super::problem::RenameProblem;
use super::scope::Mention;
use crate::lang::{Detail, Language, Survey, Syntax, view};
use crate::text::normal::words_at;

/// A text as it is parsed, with its tree.
pub(super) struct Reading {
    pub(super) text: String,
    pub(super) tree: Tree,
}

/// Every way to read a text: one branch of conditional text at a time, without macros.
pub(super) fn readings(
    language: &'static Language,
    syntax: &mut Syntax,
    text: &str,
) -> Result<Vec<Reading>, RenameProblem> {
    let manifest = language.manifest();
    let survey = Survey::new(manifest, syntax.macros(), text);
    let texts: Vec<String> = match &survey {
        Some(survey) => survey.readings(Detail::Full).map(|reading| reading.text).collect(),
        None => vec![text.to_owned()],
    };
    let mut read = Vec::with_capacity(texts.len());
    for text in texts {
        let text = view(&manifest.view, &text).into_owned();
        let tree = syntax.parse(&text).map_err(|_| RenameProblem::TooCostly)?;
        read.push(Reading { text, tree });
    }
    Ok(read)
}

/// The places of a word that are in none of the ranges that were read, and what they are.
pub(super) fn unread(language: &Language, text: &str, word: &str, read: &[Range<usize>]) -> Vec<Mention> {
    let mut read: Vec<&Range<usize>> = read.iter().collect();
    read.sort_unstable_by_key(|range| range.start);
    let mut shown = 0;
    let mut at_range = 0;
    let mut found = Vec::new();
    for at in words_at(text, word) {
        while let Some(range) = read.get(at_range).filter(|range| range.start <= at) {
            shown = shown.max(range.end);
            at_range += 1;
        }
        if shown < at + word.len() {
            let is_prose = is_prose(language, text, at);
            found.push(if is_prose { Mention::Prose(at) } else { Mention::Unread(at) });
        }
    }
    found
}

/// Whether a word on a line of directives names a file, or stands in a comment.
fn is_prose(language: &Language, text: &str, at: usize) -> bool {
    let manifest = language.manifest();
    let before = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
    let directive = manifest.view.masks.as_ref().map_or("", |masks| masks.directive.as_str());
    let lexical = &manifest.lexical;
    let blocks = lexical.block_comments.iter().map(|block| &block.open);
    let is_comment = lexical.line_comments.iter().chain(blocks).any(|mark| before.contains(mark.as_str()));
    let before = before.trim_start();
    !directive.is_empty()
        && before.starts_with(directive)
        && (is_comment
            || manifest
                .imports
                .iter()
                .flat_map(|imports| &imports.begins)
                .any(|word| before.starts_with(word.as_str())))
}
