//! Determines whether lines that were parsed alone would form other statements next to their neighbors.
//!
//! If semicolons are optional, a line can continue the one above.

use tree_sitter::Tree;

use crate::lang::{Language, Role, Syntax};
use crate::text::normal::{is_blank, trim};
use crate::text::{Buffer, EditSet};

use super::edited_region::EditedRegion;
use super::items::{ItemId, Outline};
use super::name::is_word_char;
use super::outlined::Outlined;

/// Returns whether the new children of a region, given by their outline and its text, cannot merge with the
/// statements before and after them: each statement begins with a word that only begins statements.
pub(super) fn joins_nothing(
    Outlined { outline, buffer }: Outlined<'_>,
    region: &EditedRegion<'_>,
    (found, text, new): (&Outline, &str, &[ItemId]),
) -> bool {
    let rules = outline.rules();
    let siblings = outline.children(region.container);
    let is_code = |id: &&ItemId| outline.item(**id).role != Role::Comment;
    let before = siblings[..region.children.start].iter().rev().find(is_code);
    let after = siblings[region.children.end..].iter().find(is_code);
    let code = || new.iter().filter(|id| found.item(**id).role != Role::Comment);
    let is_in = |list: &[String], word: &str| list.iter().any(|one| one == word);
    let ends_alone = |text: &str| {
        let word = text.rsplit(|char| !is_word_char(char)).next().unwrap_or_default();
        !is_in(&rules.continuation_ends, word)
    };
    let begins_alone = |text: &str| {
        let word = text.split(|char| !is_word_char(char)).next().unwrap_or_default();
        text.starts_with('@') || (text.starts_with(is_word_char) && !is_in(&rules.continuation_starts, word))
    };
    let start_in_file = |id: &ItemId| {
        let start = outline.item(*id).range.start;
        buffer.slice(start..buffer.line_range(buffer.line_of(start)).end.max(start)).into_owned()
    };
    let end_in_file = |id: &ItemId| {
        let end = outline.item(*id).range.end;
        let line = buffer.line_of(end.saturating_sub(1));
        buffer.slice(buffer.line_start(line)..end).into_owned()
    };
    let first = code().next().map(|id| &text[found.item(*id).range.start..]);
    let last = code().next_back().map(|id| &text[..found.item(*id).range.end]);
    before.is_none_or(|id| ends_alone(&end_in_file(id)))
        && last.is_none_or(ends_alone)
        && first.is_none_or(begins_alone)
        && after.is_none_or(|id| begins_alone(&start_in_file(id)))
}

/// The characters at the start of a line that may continue the line above.
const GOES_ON: [char; 7] = ['(', '[', '`', '*', '+', '-', '/'];

/// Returns the line (from 0) below an edit that is a statement or a member of its own before the edits and continues
/// the code above it afterwards.
#[must_use]
pub fn joined_line(language: &'static Language, buffer: &Buffer, edits: &EditSet) -> Option<usize> {
    if !language.manifest().symbols.lines_join {
        return None;
    }
    let below: Vec<usize> =
        edits.iter().filter_map(|edit| open_line_below(language, buffer, edit.range.end)).collect();
    if below.is_empty() {
        return None;
    }
    let old = buffer.slice(0..buffer.len()).into_owned();
    let mut changed = buffer.clone();
    changed.apply(edits);
    let new = changed.slice(0..changed.len()).into_owned();
    let mut syntax = Syntax::new(language);
    let (before, after) = (syntax.parse(&old).ok()?, syntax.parse(&new).ok()?);
    below.into_iter().find(|line| {
        let at = first_code(buffer, *line);
        let moved = edits.iter().filter(|edit| edit.range.end <= at);
        let grown: usize = moved.clone().map(|edit| edit.text.len()).sum();
        let gone: usize = moved.map(|edit| edit.range.len()).sum();
        let own = outermost_at(&before, at);
        own.is_some() && outermost_at(&after, at + grown - gone) != own
    })
}

/// Returns the next line with code at or after a byte offset, if it begins like a line that may continue the one above.
pub(in crate::resolve::symbol) fn open_line_below(
    language: &'static Language,
    buffer: &Buffer,
    byte: usize,
) -> Option<usize> {
    let lexical = &language.manifest().lexical;
    let line = buffer.line_of(byte);
    let first = if buffer.line_start(line) < byte { line + 1 } else { line };
    let is_code = |line: &usize| {
        let text = buffer.line(*line);
        !is_blank(&text) && !lexical.begins_with_line_comment(&text)
    };
    let below = (first..buffer.line_count()).find(is_code)?;
    trim(&buffer.line(below)).starts_with(GOES_ON).then_some(below)
}

fn first_code(buffer: &Buffer, line: usize) -> usize {
    let text = buffer.line(line);
    buffer.line_start(line) + text.len() - text.trim_start().len()
}

/// Returns the kind id of the outermost node that begins at a byte offset.
fn outermost_at(tree: &Tree, byte: usize) -> Option<u16> {
    let mut node = tree.root_node().descendant_for_byte_range(byte, byte + 1)?;
    if node.start_byte() != byte {
        return None;
    }
    while let Some(parent) = node.parent().filter(|parent| parent.start_byte() == byte) {
        node = parent;
    }
    Some(node.kind_id())
}
