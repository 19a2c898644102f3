//! Carries an index over edits.

use std::collections::HashMap;

use super::{ImportIndex, StatementImports, forget};
use crate::resolve::symbol::imports::file::ImportId;
use crate::resolve::symbol::imports::file::{Import, ImportPlace, ImportsFile};
use crate::resolve::symbol::imports::items::{Modifiers, plain_item, tokens};
use crate::resolve::symbol::imports::statement_change::StatementChange;
use crate::resolve::symbol::imports::statement_growth::{
    AddedMember, AddedName, OffsetShifts, StatementChangeKind,
};
use crate::resolve::symbol::outline::items::{ItemId, Outline};
use crate::text::EditSet;

impl ImportIndex {
    /// Returns the index, prepared for the edits that are expected next.
    pub(in crate::resolve::symbol) fn expect_edits(
        self,
        outline: &Outline,
        (edits, growth): (&EditSet, Option<StatementChange>),
    ) -> Self {
        let end = self.ends.map(|(_, last)| outline.item(self.all[last].statement).range.end);
        Self { expected: (edits.clone(), growth), end: end.unwrap_or_default(), ..self }
    }

    /// Returns the change of a statement, if the edits are the expected ones and do nothing else.
    pub(in crate::resolve::symbol) fn growth_by(&self, edits: &EditSet) -> Option<&StatementChange> {
        self.expected.1.as_ref().filter(|_| self.expected.0 == *edits)
    }

    /// Returns the index, to be renewed after the edits, if these are the expected ones or below all imports; `None`
    /// otherwise.
    pub(in crate::resolve::symbol) fn carry_over(mut self, edits: &EditSet) -> Option<Self> {
        let (expected, growth) = std::mem::take(&mut self.expected);
        if *edits != expected {
            let is_below = !self.has_outer && edits.iter().all(|edit| edit.range.start > self.end);
            return is_below.then_some(self);
        }
        self.changed = growth;
        let mut by = 0;
        for edit in edits {
            by += edit.text.len() as isize - edit.range.len() as isize;
            self.end = self.end.max(edit.range.end);
        }
        self.end = self.end.saturating_add_signed(by);
        Some(self)
    }

    /// Updates the index after edits. `touched` are the statements that were removed or added; `None` if a new index
    /// must be made.
    pub(in crate::resolve::symbol) fn update(
        mut self,
        file: &ImportsFile<'_>,
        touched: &[ItemId],
    ) -> Option<Self> {
        if self.has_outer
            || file.outline.has_error
            || file.container().0 != self.container
            || self.roots != file.around.roots
            || self.stem != file.around.stem
        {
            return None;
        }
        let mut changed_links = Vec::new();
        let grown = self.changed.take().filter(|growth| !touched.contains(&growth.statement));
        let gone = touched.iter().filter_map(|id| self.statements.remove(id));
        let gone: Vec<ImportId> = gone.flat_map(|all| all.members.into_values()).collect();
        // One statement may contain all of them.
        if gone.len() == self.count {
            return None;
        }
        for own in gone {
            self.all[own].run?;
            changed_links.push(self.all[own].above);
            self.take_out(own);
        }
        changed_links.retain(|above| {
            above.is_none_or(|above| self.statements.contains_key(&self.all[above].statement))
        });
        let (mut new, mut lines) = (Vec::new(), HashMap::new());
        for id in file.own_imports(self.container, touched) {
            let mut above = self.above_statement(file, id)?;
            for (nth, import) in file.imports(id).into_iter().enumerate() {
                let own = self.add(file, (id, nth), &import);
                self.link(own, above);
                above = Some(own);
                new.push(own);
                lines.insert(own, import.place.lines);
            }
        }
        if let Some(growth) = grown {
            match growth.by {
                StatementChangeKind::AddedNames { list, shifts, names } => {
                    changed_links.extend(self.grow_list(file, list, &shifts, names)?);
                }
                StatementChangeKind::RemovedNames { list, shifts, gone } => {
                    changed_links.extend(self.shrink_list(file, list, &shifts, &gone)?);
                }
                StatementChangeKind::RemovedMembers { gone, shifts } => {
                    changed_links.extend(self.shrink_brackets(growth.statement, &gone, &shifts)?);
                }
                StatementChangeKind::AddedMembers(members) => {
                    for member in members {
                        new.push(self.grow_brackets(file, growth.statement, member)?);
                    }
                }
            }
        }
        changed_links.extend(new.iter().flat_map(|own| [self.all[*own].above, Some(*own)]));
        for own in changed_links.iter().flat_map(|above| <[_; 2]>::from(self.pair_below(*above))).flatten() {
            lines.entry(own).or_insert_with(|| self.place(file, own).lines);
        }
        self.join(&new, &changed_links, &lines)
    }

    /// Returns the import above a new statement; `None` if a definition is between them.
    #[expect(clippy::option_option, reason = "the first import has none above it")]
    pub(super) fn above_statement(&self, file: &ImportsFile<'_>, id: ItemId) -> Option<Option<ImportId>> {
        let (siblings, at) = file.outline.siblings(id);
        for sibling in siblings[..at].iter().rev() {
            if file.ends_imports(*sibling) {
                return None;
            }
            if let Some(own) = self.statements.get(sibling).and_then(StatementImports::last) {
                return Some(Some(own));
            }
        }
        Some(None)
    }

    /// Records names that were added to a list; returns the imports below which something changed.
    pub(super) fn grow_list(
        &mut self,
        file: &ImportsFile<'_>,
        list: usize,
        shifts: &OffsetShifts,
        names: Vec<AddedName>,
    ) -> Option<Vec<Option<ImportId>>> {
        let own = self.only_of(self.lists.all[list].statement)?;
        for one in &self.all[own].lists {
            self.lists.all[*one].list.shift(shifts);
        }
        let known = &mut self.lists.all[list].list;
        let items: Vec<String> = names.iter().map(|name| known.item(&name.text)).collect();
        known.grow(names);
        let shape = self.lists.all[list].shape(file.rules);
        self.lists.all[list].shape = Some(shape);
        for (modifiers, there) in [Modifiers::Keep, Modifiers::Drop].into_iter().zip(&mut self.by_item) {
            for item in items.iter().map(|item| plain_item(item, file.rules, modifiers)) {
                there.entry(item.clone()).or_default().push(own);
                self.all[own].properties.items[modifiers as usize].add(item);
            }
        }
        self.renew_key(file, own)
    }

    /// Records names, by their indexes, that were removed from a list; returns the imports below which something
    /// changed.
    pub(super) fn shrink_list(
        &mut self,
        file: &ImportsFile<'_>,
        list: usize,
        shifts: &OffsetShifts,
        gone: &[usize],
    ) -> Option<Vec<Option<ImportId>>> {
        let own = self.only_of(self.lists.all[list].statement)?;
        let known = &mut self.lists.all[list];
        known.shape = known.shape.filter(|shape| shape.survives_removal);
        known.near = gone.first().copied().unwrap_or_default();
        let items = known.list.shrink(gone);
        for one in &self.all[own].lists {
            self.lists.all[*one].list.shift(shifts);
        }
        for (modifiers, there) in [Modifiers::Keep, Modifiers::Drop].into_iter().zip(&mut self.by_item) {
            for item in items.iter().map(|item| plain_item(item, file.rules, modifiers)) {
                forget(there, &item, own);
                self.all[own].properties.items[modifiers as usize].remove(&item);
            }
        }
        self.renew_key(file, own)
    }

    /// Returns the only import of a statement.
    pub(super) fn only_of(&self, statement: ItemId) -> Option<ImportId> {
        let members = &self.statements.get(&statement)?.members;
        members.first_key_value().filter(|_| members.len() == 1).map(|(_, own)| *own)
    }

    /// Updates the key of an import whose statement changed; returns the imports below which something changed.
    pub(super) fn renew_key(
        &mut self,
        file: &ImportsFile<'_>,
        own: ImportId,
    ) -> Option<Vec<Option<ImportId>>> {
        let names_modules = file.rules.lists.as_ref().is_some_and(|lists| lists.names_only);
        let key = if names_modules {
            self.all[own].properties.key.clone()
        } else {
            file.key_of_head(self.all[own].statement)?
        };
        if key == self.all[own].properties.key {
            return Some(Vec::new());
        }
        let run = self.all[own].run;
        self.leave_run(own);
        let facts = &mut self.all[own].properties;
        (facts.words, facts.key) = (tokens(&key), key);
        if let Some(run) = run {
            self.enter_run(own, run);
        }
        Some(vec![self.all[own].above, Some(own)])
    }

    /// Records an import that was added to a group.
    pub(super) fn grow_brackets(
        &mut self,
        file: &ImportsFile<'_>,
        statement: ItemId,
        member: AddedMember,
    ) -> Option<ImportId> {
        let AddedMember { start, length, text } = member;
        let all = self.statements.get_mut(&statement)?;
        let starts = all.starts.as_mut()?;
        let above = starts.before(start).and_then(|nth| all.members.get(&nth).copied());
        starts.shift(start, length as isize);
        let nth = all.members.last_key_value().map_or(0, |(last, _)| last + 1);
        let first = all.members.get(&starts.ids().next()?).copied()?;
        let above = above.map_or(self.all[first].above, Some);
        let line = file.buffer.line_of(file.outline.item(statement).range.start + start);
        let place = ImportPlace { lines: line..line + 1, statement: line };
        let own = self.add(file, (statement, nth), &Import { place, text });
        self.link(own, above);
        Some(own)
    }

    /// Records imports that were removed from a group; returns the imports below which something changed.
    pub(super) fn shrink_brackets(
        &mut self,
        statement: ItemId,
        gone: &[ImportId],
        shifts: &OffsetShifts,
    ) -> Option<Vec<Option<ImportId>>> {
        let mut changed_links = Vec::new();
        for own in gone.iter().rev().copied() {
            self.all[own].run.filter(|_| self.all[own].properties.with_attributes.is_none())?;
            changed_links.push(self.all[own].above);
            let all = self.statements.get_mut(&statement)?;
            all.members.remove(&self.all[own].nth);
            all.starts.as_mut()?.remove(self.all[own].nth);
            self.take_out(own);
        }
        let starts = self.statements.get_mut(&statement)?.starts.as_mut()?;
        shifts.backwards().for_each(|(from, by)| starts.shift(from, by));
        changed_links.retain(|above| above.is_none_or(|above| !gone.contains(&above)));
        Some(changed_links)
    }
}
