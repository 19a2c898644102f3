//! Names in documentation that tools resolve at their place, or that are in lines which tools run.

use std::ops::Range;

use tree_sitter::Node;

use super::graph::BindingGraph;
use super::links::is_link;
use crate::lang::{DocTypes, DocUses, is_of};
use crate::text::normal::is_word_char;

/// The number of bytes before a name that are searched for the brackets around its type.
const LONGEST_TYPE: usize = 400;

impl BindingGraph {
    /// Returns whether a name is in a line of documentation that is run.
    pub(in crate::resolve::bindings) fn is_run_in_documentation(&self, range: &Range<usize>) -> bool {
        let line = self.text[..range.start].rfind('\n').map_or(0, |end| end + 1);
        let uses = self.rules().doc_uses.as_ref();
        uses.is_some_and(|uses| is_run(uses, &self.text[line..range.start])) && self.is_looked_up(range)
    }

    /// Returns the ranges of the module paths in the types of a documentation comment: `{import("./shape").Shape}`.
    pub(in crate::resolve::bindings) fn paths_looked_up_in(&self, whole: Node<'_>) -> Vec<Range<usize>> {
        let rules = self.rules();
        let uses = rules.doc_uses.as_ref().filter(|uses| self.is_documentation(uses, whole));
        let Some(types) = uses.and_then(|uses| uses.types.as_ref()) else { return Vec::new() };
        let text = self.slice(&whole.byte_range());
        let calls = rules
            .module_calls
            .iter()
            .flat_map(|call| text.match_indices(call.as_str()).map(|(at, call)| at + call.len()));
        let path = |end: usize| {
            let inner = text[end..].strip_prefix('(')?;
            let quote = inner.chars().next().filter(|char| ['"', '\''].contains(char))?;
            let start = end + 2;
            let length = text[start..].find(quote)?;
            let at = whole.start_byte() + start;
            is_in_type(types, &text[..end]).then_some(at..at + length)
        };
        calls.filter_map(path).collect()
    }

    /// Returns the names in a documentation comment or string that tools resolve.
    pub(in crate::resolve::bindings) fn looked_up_in(&self, whole: Node<'_>) -> Vec<Range<usize>> {
        let is_known = self.rules().doc_uses.as_ref().is_some_and(|uses| self.is_documentation(uses, whole));
        if !is_known {
            return Vec::new();
        }
        let start = whole.start_byte();
        let words = self.slice(&whole.byte_range()).split(|char| !is_word_char(char));
        let mut at = start;
        let mut found = Vec::new();
        for word in words {
            let range = at..at + word.len();
            let behind = self.text[range.end..].chars().next();
            at = range.end + behind.map_or(0, char::len_utf8);
            if !word.is_empty() && !word.starts_with(char::is_numeric) && self.is_looked_up(&range) {
                found.push(range);
            }
        }
        found
    }

    /// Returns whether tools resolve a name in documentation, or run the line that contains it.
    pub(in crate::resolve::bindings) fn is_looked_up(&self, range: &Range<usize>) -> bool {
        let rules = self.rules();
        let Some(uses) = &rules.doc_uses else { return is_link(self, range) };
        let Some(whole) = self.prose_around(uses, range) else { return false };
        let before = &self.text[whole.start_byte()..range.start];
        self.is_documentation(uses, whole)
            && !before.ends_with('.')
            && (is_run(uses, before)
                || is_behind(uses, before)
                || uses.types.as_ref().is_some_and(|types| is_in_type(types, before)))
    }

    /// Returns the comment or string around a range that may contain documentation.
    fn prose_around(&self, uses: &DocUses, range: &Range<usize>) -> Option<Node<'_>> {
        let rules = self.rules();
        let node = self.tree.root_node().descendant_for_byte_range(range.start, range.end);
        let kinds = if uses.openings.is_empty() { &rules.strings } else { &rules.comments };
        let is_whole = |node: &Node<'_>| is_of(node, kinds);
        std::iter::successors(node, Node::parent).take(3).filter(is_whole).last()
    }

    /// Returns the documentation comment around a range, in languages whose documentation marks references.
    pub(super) fn documentation(&self, range: &Range<usize>) -> Option<Node<'_>> {
        let uses = self.rules().doc_uses.as_ref().filter(|uses| !uses.openings.is_empty())?;
        self.prose_around(uses, range).filter(|whole| self.is_documentation(uses, *whole))
    }

    /// Returns whether a text in documentation ends with a mark that makes the following name a reference.
    pub(super) fn refers_behind(&self, before: &str) -> bool {
        self.rules().doc_uses.as_ref().is_some_and(|uses| is_behind(uses, before))
    }

    /// Returns whether a whole comment or string is documentation.
    fn is_documentation(&self, uses: &DocUses, whole: Node<'_>) -> bool {
        let statement = || {
            let kind = whole.parent().map(|above| above.kind());
            kind.is_some() && kind == self.language.manifest().symbols.string_statement.as_deref()
        };
        let text = self.slice(&whole.byte_range());
        uses.openings.iter().any(|own| text.starts_with(own.as_str()))
            || uses.openings.is_empty() && statement()
    }
}

/// Returns whether the last line of a text is run.
fn is_run(uses: &DocUses, before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before);
    uses.lines.iter().any(|own| line.trim_start().starts_with(own.as_str()))
}

/// Returns whether a mark before a name makes it a reference.
fn is_behind(uses: &DocUses, before: &str) -> bool {
    let near = before.trim_end_matches([' ', '\t']);
    let is_apart = |mark: &str| near.len() < before.len() || !mark.ends_with(is_word_char);
    uses.before.iter().any(|mark| near.ends_with(mark.as_str()) && is_apart(mark))
}

/// Returns whether a name is part of a type.
fn is_in_type(types: &DocTypes, before: &str) -> bool {
    let mut from = before.len().saturating_sub(LONGEST_TYPE);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    let near = &before[from..];
    let mut closed = 0_usize;
    for (at, char) in near.char_indices().rev() {
        let text = &near[at..];
        if text.starts_with(types.close.as_str()) {
            closed += 1;
        } else if text.starts_with(types.open.as_str()) {
            let tag = near[..at].trim_end().rsplit(|char: char| char.is_whitespace()).next();
            let is_tag = tag.is_some_and(|tag| tag.starts_with(types.tag.as_str()));
            if closed == 0 && is_tag {
                return true;
            }
            closed = closed.saturating_sub(1);
        } else if char == '@' && closed == 0 {
            return false;
        }
    }
    false
}
