//! Imports that apply to some builds only: below a conditional attribute or in a preprocessor conditional.

use super::file::ImportsFile;
use crate::lang::Role;
use crate::resolve::symbol::outline::items::ItemId;
use crate::text::Edit;

impl ImportsFile<'_> {
    /// Returns the conditional attributes directly above a statement, each with the start of the item below it.
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

    /// Returns whether a conditional attribute excludes a statement from some builds.
    pub(super) fn is_conditional(&self, statement: ItemId) -> bool {
        !self.language.manifest().symbols.conditional_attributes.is_empty()
            && self.conditions_above(statement).next().is_some()
    }

    /// Returns the edits that remove the conditional attributes of a statement.
    pub(super) fn unconditional_edits(&self, statement: ItemId) -> Vec<Edit> {
        let own = self.conditions_above(statement);
        own.map(|(id, next)| Edit { range: self.outline.item(id).range.start..next, text: String::new() })
            .collect()
    }

    /// Updates the open conditionals for a line that may open or close one; must be called for all lines in order.
    /// `open` contains, for each open conditional, whether it is not the include guard of the file.
    pub(super) fn track_conditional(&self, line: usize, open: &mut Vec<bool>) {
        let Some(masks) = &self.language.manifest().view.preprocessor else { return };
        let text = self.buffer.line(line);
        let Some(rest) = text.trim_start().strip_prefix(masks.directive.as_str()) else { return };
        let word = rest.trim_start().split(|char: char| !char.is_ascii_alphanumeric()).next();
        if masks.opens.iter().any(|own| Some(own.as_str()) == word) {
            open.push(self.guard_at(line).is_none());
        } else if Some(masks.close.as_str()) == word {
            open.pop();
        }
    }
}
