//! Detects tags that are open where lines are inserted.
//!
//! Invariant: nothing is parsed, and only lines near the place are examined.

use crate::plan::tree::document::Document;
use crate::resolve::block::document_rules;
use crate::text::normal::trim;
use crate::text::{LexState, Lexer};

/// The maximum number of lines that are searched for the start or the end of a tag.
const MAX_SEARCH_LINES: usize = 200;

/// A tag that is open at a place, which is between its attributes.
pub(super) struct OpenTag {
    /// The line below the one on which the tag ends, if that is near.
    pub(super) end: Option<usize>,
}

/// Returns the tag between whose attributes a payload would be inserted before line `at`, if its first line `first`
/// begins an element.
pub(super) fn open_tag(document: &mut Document<'_>, at: usize, first: &str) -> Option<OpenTag> {
    let inside = first.strip_prefix('<')?;
    let (is_plain, has_comments) = (document.comments().is_none(), document.lexical().is_some());
    let (buffer, index) = document.lines();
    let below = at + 1..buffer.line_count().min(at + MAX_SEARCH_LINES) + 1;
    if has_comments {
        let state = index.state_before(buffer, at);
        if state.is_in_tag() {
            let end = below.into_iter().find(|line| !index.state_before(buffer, *line).is_in_tag());
            return Some(OpenTag { end });
        }
        if !state.is_code() {
            return None;
        }
    }
    // In a file without a grammar, such as a template, the nearest line that begins with a tag decides.
    let begins_tag =
        |inside: &str| inside.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '/');
    if !is_plain || !(begins_tag(inside) || inside.starts_with("!--")) {
        return None;
    }
    let is_tag = |line: &usize| trim(&buffer.line(*line)).strip_prefix('<').is_some_and(begins_tag);
    let start = (at.saturating_sub(MAX_SEARCH_LINES)..at).rev().find(is_tag)?;
    let rules = document_rules();
    let lexer = Lexer::new(&rules);
    let mut state = LexState::document();
    let mut is_open = |line: usize| {
        lexer.marks(&buffer.line(line), &mut state, |_, _| {});
        state.is_in_tag()
    };
    let is_in_tag = (start..at).fold(false, |_, line| is_open(line));
    is_in_tag.then(|| OpenTag { end: below.into_iter().find(|line| !is_open(line - 1)) })
}
