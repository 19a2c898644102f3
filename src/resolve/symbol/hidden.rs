//! Names in text that no outline shows: inside macros, and where a syntax error leaves no definitions.

use std::ops::Range;

use crate::lang::Role;
use crate::text::Buffer;
use crate::text::normal::word_at;

use super::name::is_word_char;
use super::outline::Outline;

/// A name inside a macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenName {
    /// The byte of the name.
    pub at: usize,
    /// The name of the macro.
    pub of_macro: String,
}

/// The first place of a name in text that is not parsed as code.
pub(super) fn in_macro(outline: &Outline, buffer: &Buffer, name: &str) -> Option<HiddenName> {
    let items = outline.of_role(Role::Hidden).map(|item| item.range.clone());
    let macros = outline.macros.iter().flatten().chain(&outline.alone).cloned();
    let mut ranges: Vec<Range<usize>> = items.chain(macros).collect();
    ranges.sort_by_key(|range| range.start);
    ranges.into_iter().find_map(|range| {
        let text = buffer.slice(range.clone());
        let at = word_at(&text, name)?;
        Some(HiddenName { at: range.start + at, of_macro: macro_name(&text) })
    })
}

/// The first place of a name in text that may define something and is not understood: what a syntax error left, and
/// macros. Functions, the text of which is known, are left out.
pub(super) fn in_unclear_text(outline: &Outline, buffer: &Buffer, name: &str) -> Option<usize> {
    let broken = outline.unclear().map(|item| item.range.clone());
    let macros = outline.macros.iter().flatten().chain(&outline.alone).cloned();
    let found = broken.chain(macros).filter_map(|range| {
        let at = word_at(&buffer.slice(range.clone()), name)?;
        Some(range.start + at)
    });
    found.min()
}

/// The name of the macro that a text uses, or defines behind the word of a directive.
fn macro_name(text: &str) -> String {
    let mut words = text.split(|char: char| !is_word_char(char)).filter(|word| !word.is_empty());
    let is_directive = !text.starts_with(is_word_char);
    words.nth(usize::from(is_directive)).unwrap_or_default().to_owned()
}
