//! Directives that hold until another one, such as `#pragma pack(push, 1)`, and change what the code below them means.

use super::IncludedMove;
use crate::resolve::bindings::LabeledPlace;
use crate::text::normal::find_word;

/// The label of code that such a directive applies to at one of its places only.
const HELD: &str = "is compiled under a directive that does not hold at the other place";

impl IncludedMove<'_> {
    /// Returns the definitions to which other directives apply at the end of the target file than at their old place.
    pub(super) fn held_otherwise(&self) -> Vec<LabeledPlace> {
        let there = self.to.map_or("", |to| self.project.text(to));
        let there = self.held_at(there, there.len());
        let moved = self.found.iter().filter(|(found, _)| {
            let text = self.text().get(found.definition.clone()).unwrap_or_default();
            let mut words =
                self.language.manifest().view.preprocessor.iter().flat_map(|masks| &masks.class_words);
            words.any(|word| find_word(text, word).is_some())
        });
        let moved = moved.filter(|(found, _)| self.held_at(self.text(), found.declaration) != there);
        moved.map(|(found, _)| self.place(found.identity.byte(), HELD)).collect()
    }

    /// Returns the directives that hold at a byte of a text.
    fn held_at<'t>(&self, text: &'t str, at: usize) -> Vec<&'t str> {
        let mark = self.language.manifest().view.preprocessor.as_ref().map_or("", |masks| &masks.directive);
        // For each directive that was pushed, what held before it.
        let mut held: Vec<Vec<&str>> = vec![Vec::new()];
        for line in text[..at].lines() {
            let Some(directive) = line.trim_start().strip_prefix(mark).map(str::trim) else { continue };
            let Some(kind) =
                self.rules.holding_directives.iter().find(|kind| directive.starts_with(kind.as_str()))
            else {
                continue;
            };
            let rest = directive[kind.len()..].trim();
            let mut now: Vec<&str> = held.last().cloned().unwrap_or_default();
            if find_word(rest, "pop").is_some() {
                if held.len() > 1 {
                    held.pop();
                }
                continue;
            }
            now.retain(|other| !other.starts_with(kind.as_str()));
            let is_reset = rest.trim_matches(['(', ')', ' ']).is_empty();
            now.extend((!is_reset).then_some(directive));
            if find_word(rest, "push").is_some() {
                held.push(now);
            } else if let Some(last) = held.last_mut() {
                *last = now;
            }
        }
        held.pop().unwrap_or_default()
    }
}
