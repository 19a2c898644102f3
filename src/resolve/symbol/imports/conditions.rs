//! Imports that are there in some builds only: below an attribute or a directive that says so.

use super::file::ImportsFile;
use crate::lang::Role;
use crate::resolve::symbol::outline::items::ItemId;
use crate::text::Edit;

impl ImportsFile<'_> {
    /// The attributes directly above a statement that leave it out in some builds.
    fn conditions_above(&self, statement: ItemId) -> impl Iterator<Item = (ItemId, usize)> {
        let marks = &self.language.manifest().symbols.conditional_attributes;
        let (siblings, at) = self.outline.siblings(statement);
        let start = |at: usize| siblings.get(at).map_or(0, |id| self.outline.item(*id).range.start);
        let above = (0..at).rev().map(move |own| (siblings[own], start(own + 1)));
        let above = above
            .take_while(|(id, _)| matches!(self.outline.item(*id).role, Role::Attribute | Role::Comment));
        above.filter(|(id, _)| {
            let item = self.outline.item(*id);
            item.role == Role::Attribute
                && marks.iter().any(|mark| self.buffer.has_at(item.range.start, mark.as_str()))
        })
    }

    /// Whether a statement is left out in some builds.
    pub(super) fn is_conditional(&self, statement: ItemId) -> bool {
        !self.language.manifest().symbols.conditional_attributes.is_empty()
            && self.conditions_above(statement).next().is_some()
    }

    /// The edits by which a statement is there in all builds.
    pub(super) fn freed(&self, statement: ItemId) -> Vec<Edit> {
        let own = self.conditions_above(statement);
        own.map(|(id, next)| Edit { range: self.outline.item(id).range.start..next, text: String::new() })
            .collect()
    }

    /// Whether a line stands between directives by which it is left out in some builds, the guard of the file not counted.
    pub(super) fn is_in_branch(&self, line: usize) -> bool {
        let Some(masks) = &self.language.manifest().view.masks else { return false };
        let mut closed = 0_usize;
        for above in (0..line).rev() {
            let text = self.buffer.line(above);
            let Some(rest) = text.trim_start().strip_prefix(masks.directive.as_str()) else { continue };
            let word = rest.trim_start().split(|char: char| !char.is_ascii_alphanumeric()).next();
            let is = |words: &[String]| words.iter().any(|own| Some(own.as_str()) == word);
            if Some(masks.close.as_str()) == word {
                closed += 1;
            } else if is(&masks.opens) && closed > 0 {
                closed -= 1;
            } else if is(&masks.opens) && self.guard_at(above).is_none() {
                return true;
            }
        }
        false
    }
}
