//! Whether lines that are read alone would be other statements beside their neighbours.
//!
//! Where a semicolon may be left out, a line can go on with the one above.

use std::ops::Range;

use crate::lang::Role;
use crate::text::Buffer;

use super::items::{ItemId, Outline};
use super::name::is_word_char;

/// Whether new children of a container, by their outline and its text, and what stands before and behind them stay apart:
/// each statement begins with a word that begins nothing but statements.
pub(super) fn joins_nothing(
    outline: &Outline,
    buffer: &Buffer,
    container: ItemId,
    old: &Range<usize>,
    (found, text, new): (&Outline, &str, &[ItemId]),
) -> bool {
    let rules = outline.rules();
    let siblings = outline.children(container);
    let is_code = |id: &&ItemId| outline.item(**id).role != Role::Comment;
    let before = siblings[..old.start].iter().rev().find(is_code);
    let after = siblings[old.end..].iter().find(is_code);
    let code = || new.iter().filter(|id| found.item(**id).role != Role::Comment);
    let is_in = |list: &[String], word: &str| list.iter().any(|one| one == word);
    let ends_alone = |text: &str| {
        let word = text.rsplit(|char| !is_word_char(char)).next().unwrap_or_default();
        !is_in(&rules.goes_on_behind, word)
    };
    let begins_alone = |text: &str| {
        let word = text.split(|char| !is_word_char(char)).next().unwrap_or_default();
        text.starts_with('@') || (text.starts_with(is_word_char) && !is_in(&rules.goes_on_with, word))
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
