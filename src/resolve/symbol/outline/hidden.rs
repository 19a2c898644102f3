//! Finds names in text that no outline contains: in macros, and where a syntax error prevents the parsing of
//! definitions.

use std::ops::Range;

use crate::lang::{Manifest, Role};
use crate::text::normal::find_word;
use crate::text::{Buffer, Lexer, TokenKind};

use super::items::{FILE, Outline};
use super::name::is_word_char;
use super::readings::ParsedOutline;

/// A name in a macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenName {
    /// The byte offset of the name.
    pub at: usize,
    /// The name of the macro.
    pub of_macro: String,
}

/// Returns the first occurrence of a name in text that is not parsed as code.
pub(in crate::resolve::symbol) fn in_macro(
    outline: &Outline,
    buffer: &Buffer,
    name: &str,
) -> Option<HiddenName> {
    let items = outline.of_role(Role::Hidden).map(|item| item.range.clone());
    let macros = outline.macros.iter().flatten().chain(&outline.standalone_macros).cloned();
    let mut ranges: Vec<Range<usize>> = items.chain(macros).collect();
    ranges.sort_by_key(|range| range.start);
    ranges.into_iter().find_map(|range| {
        let text = buffer.slice(range.clone());
        let at = find_word(&text, name)?;
        Some(HiddenName { at: range.start + at, of_macro: macro_name(&text) })
    })
}

/// Returns the ranges that could not be parsed, in file order.
pub(in crate::resolve::symbol) fn unread(known: &ParsedOutline) -> Vec<Range<usize>> {
    let outline = &known.outline;
    let broken = outline.unclear().filter(|item| item.role != Role::Hidden).map(|item| item.range.clone());
    let broken = broken.chain(outline.is_broken.then(|| between_definitions(outline)).into_iter().flatten());
    let all = broken.chain(outline.unparsed.iter().cloned()).chain(known.unparsed.iter().cloned());
    let mut ranges: Vec<Range<usize>> = all.filter(|range| !range.is_empty()).collect();
    ranges.sort_by_key(|range| (range.start, range.end));
    ranges
}

/// Returns the range from the first to the last unparsed byte, if at least half of a text of the given length could not
/// be parsed.
pub(in crate::resolve::symbol) fn mostly_unread(
    known: &ParsedOutline,
    length: usize,
) -> Option<Range<usize>> {
    let ranges = unread(known);
    let (mut end, mut sum) = (0, 0);
    for range in &ranges {
        sum += range.end.saturating_sub(range.start.max(end));
        end = end.max(range.end);
    }
    let start = ranges.first()?.start;
    (sum * 2 >= length).then_some(start..end)
}

/// Returns the gaps between the outermost definitions.
fn between_definitions(outline: &Outline) -> Vec<Range<usize>> {
    let file = outline.item(FILE);
    let mut from = file.range.start;
    let mut gaps = Vec::new();
    for (id, _) in outline.definitions() {
        let range = &outline.item(outline.outermost(id)).range;
        if range.end > from {
            gaps.push(from..range.start.max(from));
            from = range.end;
        }
    }
    gaps.push(from..file.range.end.max(from));
    gaps
}

/// Returns the byte offset of the first occurrence of a name in text that could not be parsed.
pub(in crate::resolve::symbol) fn in_unread(
    known: &ParsedOutline,
    buffer: &Buffer,
    name: &str,
) -> Option<usize> {
    unread(known).into_iter().find_map(|range| {
        let at = find_word(&buffer.slice(range.clone()), name)?;
        Some(range.start + at)
    })
}

/// Returns the byte offset of the first occurrence of a name in the code of a text whose brackets do not pair: there,
/// the grammar may take a definition for something else.
pub(in crate::resolve::symbol) fn in_unpaired(
    outline: &Outline,
    buffer: &Buffer,
    name: &str,
) -> Option<usize> {
    // A text with conditional branches is read in ways in which the brackets pair.
    if !outline.has_error || outline.macros.is_some() {
        return None;
    }
    let text = buffer.slice(0..buffer.len());
    let (mut open, mut found, mut is_paired) = (Vec::new(), None, true);
    for token in Lexer::new(&outline.manifest().lexical).tokens(&text) {
        match token.kind {
            TokenKind::Open(bracket) => open.push(bracket),
            TokenKind::Close(bracket) => {
                let mate = open.pop();
                is_paired &=
                    matches!((mate, bracket), (Some(b'('), b')') | (Some(b'['), b']') | (Some(b'{'), b'}'));
            }
            TokenKind::Code if found.is_none() => {
                found = find_word(&text[token.range.clone()], name).map(|at| token.range.start + at);
            }
            _ => {}
        }
    }
    found.filter(|_| !is_paired || !open.is_empty())
}

/// Returns whether a text may define something: it contains a block, or a keyword that begins a definition.
pub(in crate::resolve::symbol) fn may_define(text: &str, manifest: &Manifest) -> bool {
    let words =
        manifest.view.recovery.iter().flat_map(|rules| rules.body_words.iter().chain(&rules.container_words));
    text.contains('{') || words.into_iter().any(|word| find_word(text, word).is_some())
}

/// Returns the byte offset of the first occurrence of a name in text that may define something and is not understood:
/// macros, and remains of syntax errors. Functions, whose extent is known, are excluded.
pub(in crate::resolve::symbol) fn in_unclear_text(
    outline: &Outline,
    buffer: &Buffer,
    name: &str,
) -> Option<usize> {
    let broken = outline.unclear().map(|item| item.range.clone());
    let macros = outline.macros.iter().flatten().chain(&outline.standalone_macros).cloned();
    let found = broken.chain(macros).filter_map(|range| {
        let at = find_word(&buffer.slice(range.clone()), name)?;
        Some(range.start + at)
    });
    found.min()
}

/// Returns the name of the macro that the text uses, or that its directive defines.
fn macro_name(text: &str) -> String {
    let mut words = text.split(|char: char| !is_word_char(char)).filter(|word| !word.is_empty());
    let is_directive = !text.starts_with(is_word_char);
    words.nth(usize::from(is_directive)).unwrap_or_default().to_owned()
}
