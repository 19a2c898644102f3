//! Computes a new docstring.

use std::ops::Range;

use crate::lang::DocRule;
use crate::text::{IndentUnit, InsertionSite, MarginRule, level_text};

use super::grow::lines_of;
use super::parts::Part;
use super::parts::PartPlace;
use super::view::DefinitionView;
use crate::resolve::symbol::extent::doc_format;
use crate::resolve::symbol::extent::docstring::{is_docstring, string_end};

/// The number of lines around a definition that are searched for the indentation unit.
const MAX_INDENT_LINES: usize = 60;

impl DefinitionView<'_> {
    /// Returns the lines of a documentation payload, with the first line at the margin and the others indented relative
    /// to it.
    pub(super) fn level_docs(&self, rule: &DocRule, payload: &[String]) -> Vec<String> {
        let buffer = self.file.buffer;
        let (base, old) = match rule {
            DocRule::Strings(..) => self.ground_of_docstring(),
            DocRule::Comments(_) => {
                let start = self.inner_docs().map_or(self.place.declaration, |inner| inner.range.start);
                (self.indent_of(start), Vec::new())
            }
        };
        let has_tab = payload.iter().any(|line| line.starts_with('\t'));
        let unit = has_tab.then(|| {
            let line = buffer.line_of(self.place.declaration);
            let near =
                line.saturating_sub(MAX_INDENT_LINES)..(line + MAX_INDENT_LINES).min(buffer.line_count());
            let near: Vec<String> = near.map(|line| buffer.line(line).into_owned()).collect();
            IndentUnit::shown(&near, self.file.manifest().row_rules())
        });
        level_text(payload, InsertionSite { base: &base, old: &old, unit: unit.flatten() })
    }

    /// Returns the indentation of the existing or new docstring, and its current lines.
    fn ground_of_docstring(&self) -> (String, Vec<String>) {
        let buffer = self.file.buffer;
        let Some(body) = self.body() else { return (String::new(), Vec::new()) };
        let old = self.docstring_range(&body);
        let lines = old.map(|old| lines_of(&buffer.slice(old))).unwrap_or_default();
        let is_folded = buffer.line_of(body.start) == buffer.line_of(self.head_end());
        let step = if is_folded { "    " } else { "" };
        (self.indent_of(body.start) + step, lines)
    }

    /// Returns the range of the string that documents a block.
    pub(super) fn docstring_range(&self, body: &Range<usize>) -> Option<Range<usize>> {
        let lexical = &self.file.manifest().lexical;
        let text = self.file.buffer.slice(body.clone());
        let mut end = string_end(&text, lexical)?;
        // Adjacent strings form one string.
        loop {
            let rest = text[end..].trim_start_matches([' ', '\t']);
            let Some(next) = string_end(rest, lexical) else { break };
            end = text.len() - rest.len() + next;
        }
        let first = string_end(&text, lexical)?;
        let rest = text[end..].lines().next().unwrap_or_default();
        let is_alone = ["", "#", ";"].iter().any(|mark| {
            let rest = rest.trim_start();
            if mark.is_empty() { rest.is_empty() } else { rest.starts_with(mark) }
        });
        (is_alone && is_docstring(&text[..first], lexical)).then(|| body.start..body.start + end)
    }

    /// Returns whether the docstring of a block consists of several adjacent strings.
    pub(super) fn has_joined_docs(&self) -> bool {
        let doc = self.body().and_then(|body| self.docstring_range(&body));
        let lexical = &self.file.manifest().lexical;
        doc.is_some_and(|doc| {
            let text = self.file.buffer.slice(doc);
            string_end(&text, lexical).is_some_and(|end| end < text.len())
        })
    }

    /// Returns the part with a new docstring; `None` if the payload is more than a docstring.
    pub(super) fn new_docstring(
        &self,
        body: &Range<usize>,
        payload: &[String],
        quotes: &str,
        others: &str,
    ) -> Option<Part> {
        let manifest = self.file.manifest();
        let old = self.docstring_range(body);
        let text = old.as_ref().map(|old| self.file.buffer.slice(old.clone())).unwrap_or_default();
        let string = text.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
        let prefix = &text[..text.len() - string.len()];
        let was_other = string.starts_with(others);
        let (quotes, others) = if was_other { (others, quotes) } else { (quotes, others) };
        let dressed = |text: &[String]| doc_format::quoted(text, (prefix, quotes), others, &manifest.lexical);
        let mut lines = dressed(payload)?;
        if payload.is_empty() {
            return Some(self.without_docstring(old));
        }
        // If the old text begins on the line below its quotes, so does the new one, unless it has its own quotes.
        let begins_below = old.clone().is_some_and(|old| {
            let text = self.file.buffer.slice(old);
            let first = text.split_once('\n').map_or("", |(first, _)| first.trim());
            let bare = first.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
            [quotes, others].contains(&bare)
        });
        if begins_below && lines != payload {
            let below: Vec<String> = std::iter::once(String::new()).chain(payload.iter().cloned()).collect();
            lines = dressed(&below)?;
        }
        let head_line = self.file.buffer.line_of(self.head_end());
        let place = if let Some(old) = old {
            PartPlace::Text(old)
        } else if self.file.buffer.line_of(body.start) == head_line {
            PartPlace::Inline(self.head_end()..body.start)
        } else {
            let next = head_line + 1;
            // A blank line separates the docstring of a class from its members.
            let is_class = self.file.outline.item(self.id).inside.is_some();
            if is_class && !self.file.buffer.line(next).trim().is_empty() {
                lines.push(String::new());
            }
            PartPlace::Lines { lines: next..next, statement: body.start }
        };
        Some(Part { place, lines, margin: MarginRule::Prose })
    }

    /// Returns the part that removes the docstring with the blank lines below it; a body that would become empty gets a
    /// placeholder.
    fn without_docstring(&self, old: Option<Range<usize>>) -> Part {
        let Some(old) = old else {
            let place = PartPlace::Above { lines: Vec::new(), before: 0 };
            return Part { place, lines: Vec::new(), margin: MarginRule::Prose };
        };
        let (first, last) =
            (self.file.buffer.line_of(old.start), self.file.buffer.line_of(old.end.saturating_sub(1)));
        let has_line =
            |byte: usize| self.file.buffer.slice(self.file.buffer.line_start(first)..byte).trim().is_empty();
        let rest = self.file.buffer.slice(old.end..self.file.buffer.line_range(last).end.max(old.end));
        let end = self.file.buffer.line_of(self.place.end.saturating_sub(1));
        if end > last && has_line(old.start) && rest.trim().is_empty() {
            let below =
                (last + 1..=end).find(|line| !self.file.buffer.line(*line).trim().is_empty()).unwrap_or(end);
            return Part {
                place: PartPlace::Lines { lines: first..below, statement: old.start },
                lines: Vec::new(),
                margin: MarginRule::Prose,
            };
        }
        let stand_in = self.file.manifest().symbols.empty_body_statement.clone();
        let lines = vec![stand_in.unwrap_or_default()];
        Part { place: PartPlace::Text(old), lines, margin: MarginRule::Prose }
    }
}
