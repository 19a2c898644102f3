//! Finds and classifies the comments above a definition, and at line ends.

use std::ops::Range;

use crate::lang::{Manifest, SymbolRules};
use crate::resolve::symbol::outline::items::{ItemId, Outline};
use crate::text::normal::is_blank;
use crate::text::{Buffer, CommentScanner, LexState};

/// The kind of a lead-in unit of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve::symbol) enum LeadInKind {
    /// A doc comment of the definition.
    Doc,
    /// Another comment.
    Comment,
    /// A comment that is a directive to a tool.
    Directive,
    /// Decorators, attributes or template heads above the declaration.
    Decorator,
    /// Attributes that begin the declaration itself.
    Attribute,
    /// Macros on lines of their own above the declaration, which may or may not belong to it.
    Macro,
}

/// A unit before a declaration that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct LeadIn {
    pub(in crate::resolve::symbol) kind: LeadInKind,
    pub(in crate::resolve::symbol) range: Range<usize>,
}

/// Returns the name of a definition, or of the first one that an item wraps.
pub(in crate::resolve::symbol) fn name_of(outline: &Outline, item: ItemId) -> Option<&str> {
    match outline.definition(item) {
        Some(found) => found.parts.last().map(|part| part.name.as_str()),
        None => outline.children(item).iter().find_map(|child| name_of(outline, *child)),
    }
}

pub(super) fn line_text_end(buffer: &Buffer, line: usize) -> usize {
    trimmed(buffer, buffer.line_range(line)).end
}

/// Returns the comment that ends on a line and shares its lines with nothing else, without reaching above the line
/// `top`.
pub(super) fn comment_ending_at(
    buffer: &Buffer,
    line: usize,
    top: usize,
    manifest: &Manifest,
) -> Option<LeadIn> {
    let text = buffer.line(line);
    let trimmed_text = text.trim();
    // A comment about the whole file in its first lines documents no definition.
    let begins = |marks: &[String]| marks.iter().any(|mark| trimmed_text.starts_with(mark.as_str()));
    let symbols = &manifest.symbols;
    if line < 2 && begins(&symbols.file_comments) || is_about_section(buffer, line, symbols) {
        return None;
    }
    let lexical = &manifest.lexical;
    let start_of = |line: usize, text: &str| buffer.line_start(line) + (text.len() - text.trim_start().len());
    if lexical.begins_with_line_comment(trimmed_text) {
        let range = start_of(line, &text)..line_text_end(buffer, line);
        return Some(LeadIn { kind: comment_sort(trimmed_text, &manifest.symbols), range });
    }
    let block = lexical.block_comments.as_ref()?;
    if !trimmed_text.ends_with(block.close.as_str()) {
        return None;
    }
    let mut first = line;
    loop {
        let text = buffer.line(first);
        if let Some(at) = text.rfind(block.open.as_str()) {
            let is_alone = text[..at].trim().is_empty();
            let range = start_of(first, &text)..line_text_end(buffer, line);
            return is_alone
                .then(|| LeadIn { kind: comment_sort(text.trim_start(), &manifest.symbols), range });
        }
        first = first.checked_sub(1).filter(|first| *first >= top)?;
    }
}

/// Returns whether the comment that begins on a line is about the section of the file that follows, or about the enclosing
/// item, and belongs to no definition.
#[must_use]
pub fn is_about_section(buffer: &Buffer, line: usize, rules: &SymbolRules) -> bool {
    let text = buffer.line(line);
    let text = text.trim();
    let begins = |marks: &[String]| marks.iter().any(|mark| text.starts_with(mark.as_str()));
    begins(&rules.section_comments) || begins(&rules.body_heads) || opens_region(buffer, line, text, rules)
}

/// Returns whether a comment opens a region of a file that another comment further down closes.
fn opens_region(buffer: &Buffer, line: usize, text: &str, rules: &SymbolRules) -> bool {
    let is_closed = |close: &String| {
        let mut below = (line + 1..buffer.line_count()).map(|line| buffer.line(line));
        below.any(|line| line.trim_start().starts_with(close.as_str()))
    };
    rules.region_comments.iter().any(|(open, close)| {
        let rest = text.strip_prefix(open.as_str());
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)) && is_closed(close)
    })
}

/// Returns the kind of a comment: whether it documents the following definition.
pub(in crate::resolve::symbol) fn comment_sort(text: &str, rules: &SymbolRules) -> LeadInKind {
    let begins = |marks: &[String]| marks.iter().any(|mark| text.starts_with(mark.as_str()));
    if begins(&rules.directives) {
        LeadInKind::Directive
    } else if (rules.doc_comments.is_empty() && !is_reminder(text))
        || (begins(&rules.doc_comments) && !begins(&rules.non_doc_comments))
    {
        LeadInKind::Doc
    } else {
        LeadInKind::Comment
    }
}

/// Returns whether a comment is a reminder such as `TODO`.
fn is_reminder(comment: &str) -> bool {
    let text = comment.trim_start_matches(|char: char| char.is_ascii_punctuation() || char.is_whitespace());
    let word = text.split(|char: char| !char.is_alphanumeric()).next().unwrap_or_default();
    REMINDERS.contains(&word)
}

pub(super) fn trimmed(buffer: &Buffer, range: Range<usize>) -> Range<usize> {
    let text = buffer.slice(range.clone());
    range.start..range.start + text.trim_end().len()
}

/// Returns whether a text is one comment that ends at its end, and nothing else.
pub(in crate::resolve::symbol) fn is_one_comment(text: &str, manifest: &Manifest) -> bool {
    let lexical = &manifest.lexical;
    if lexical.line_comments.iter().any(|mark| text.starts_with(mark.as_str())) {
        return true;
    }
    lexical.block_comments.as_ref().is_some_and(|block| {
        text.strip_prefix(block.open.as_str())
            .and_then(|rest| {
                rest.find(block.close.as_str()).map(|at| rest[at + block.close.len()..].is_empty())
            })
            .unwrap_or(false)
    })
}

/// Returns whether a text on one line consists of comments that all end on it.
pub(in crate::resolve::symbol) fn is_all_comments(text: &str, manifest: &Manifest) -> bool {
    let mut state = LexState::default();
    let scanned = CommentScanner::new(&manifest.lexical).scan(text, &mut state);
    is_one_comment(text, manifest) || scanned.has_comment && is_blank(&scanned.code) && !state.is_comment()
}

/// The first words of reminder comments, which document nothing and are not replaced by new documentation.
pub(super) const REMINDERS: &[&str] = &["TODO", "FIXME", "XXX", "HACK"];
