//! Updates an outline after an edit: inserts the new items and shifts the following ones.

use std::ops::Range;

use crate::lang::Role;
use crate::text::EditSet;

use super::super::starts::Starts;
use super::item::{CurrentItem, FILE, Item, ItemId};
use super::store::Outline;

/// A part of a text that was read again, with the outline of its new text.
pub(in crate::resolve::symbol::outline) struct ReadAgain<'a> {
    /// The replaced range.
    pub(in crate::resolve::symbol::outline) bytes: &'a Range<usize>,
    /// The length of the new text.
    pub(in crate::resolve::symbol::outline) length: usize,
    /// The outline in which the new text was read.
    pub(in crate::resolve::symbol::outline) outline: &'a Outline,
    /// Where the new text begins in the text of that outline.
    pub(in crate::resolve::symbol::outline) from: usize,
}

impl ReadAgain<'_> {
    const fn growth(&self) -> isize {
        self.length as isize - (self.bytes.end - self.bytes.start) as isize
    }

    /// Returns where a range behind the replaced one is now.
    const fn behind(&self, range: &Range<usize>) -> Range<usize> {
        range.start.saturating_add_signed(self.growth())..range.end.saturating_add_signed(self.growth())
    }

    /// Returns where a range of the other outline's text is in this one.
    const fn here(&self, range: &Range<usize>) -> Range<usize> {
        let offset = self.bytes.start as isize - self.from as isize;
        range.start.saturating_add_signed(offset)..range.end.saturating_add_signed(offset)
    }
}

impl Outline {
    /// Replaces some children of a container by `new`, children of a container of the other outline. Everything after
    /// the replaced range is shifted.
    pub(in crate::resolve::symbol::outline) fn replace_children(
        &mut self,
        container: ItemId,
        places: Range<usize>,
        read: &ReadAgain<'_>,
        new: &[ItemId],
    ) {
        let old: Vec<ItemId> = self.children(container)[places.clone()].to_vec();
        self.remove(old);
        self.shift(container, read.bytes.end, read.growth());
        let mut copied = Vec::with_capacity(new.len());
        for id in new {
            copied.push(self.copy(read, *id, container));
        }
        if let Some(Some(item)) = self.items.get_mut(container) {
            item.children.splice(places, copied);
        }
    }

    /// Extends an item by edits in it that add nothing which the outline contains.
    pub(in crate::resolve::symbol) fn grow(&mut self, id: ItemId, edits: &EditSet) {
        // Backwards, so that the ranges of the remaining edits stay valid.
        for edit in edits.iter().rev() {
            self.shift(id, edit.range.end, edit.text.len() as isize - edit.range.len() as isize);
        }
    }

    /// Moves everything that begins at or after `from`, and extends the container and the items around it.
    fn shift(&mut self, container: ItemId, from: usize, by: isize) {
        let items = &self.items;
        let begun = || {
            let all = items.iter().enumerate().skip(1);
            Starts::new(all.filter_map(|(id, item)| Some((item.as_ref()?.range.start, id))).collect())
        };
        let starts = self.starts.get_or_insert_with(begun);
        starts.shift(from, by);
        let mut at = Some(container);
        while let Some(id) = at {
            if let Some(Some(item)) = self.items.get_mut(id) {
                let inside = item.inside.as_mut().map(|inside| &mut inside.end);
                for end in std::iter::once(&mut item.range.end).chain(inside) {
                    *end = end.saturating_add_signed(by);
                }
                at = (id != FILE).then_some(item.parent);
            }
        }
    }

    /// Returns whether any macro was removed from the text.
    pub(in crate::resolve::symbol::outline) fn has_macros(&self) -> bool {
        !self.standalone_macros.is_empty() || self.macros.as_ref().is_some_and(|macros| !macros.is_empty())
    }

    /// Returns whether a removed macro overlaps a range.
    pub(in crate::resolve::symbol::outline) fn has_macro_at(&self, range: Range<usize>) -> bool {
        [self.macros.as_deref().unwrap_or_default(), &self.standalone_macros].into_iter().any(|all| {
            let behind = all.partition_point(|one| one.start < range.end);
            // Macros are not nested.
            all[..behind].last().is_some_and(|last| last.end > range.start)
        })
    }

    /// Replaces the macros in a range by those of the other outline that begin in the new text or after it.
    pub(in crate::resolve::symbol::outline) fn replace_macros(&mut self, read: &ReadAgain<'_>) {
        let bytes = read.bytes;
        let replace = |all: &mut Vec<Range<usize>>, new: &[Range<usize>]| {
            let first = all.partition_point(|one| one.start < bytes.start);
            let behind = all.partition_point(|one| one.start < bytes.end).max(first);
            all[behind..].iter_mut().for_each(|one| *one = read.behind(one));
            let new = new.iter().filter(|one| one.start >= read.from).map(|one| read.here(one));
            all.splice(first..behind, new);
        };
        if let (Some(macros), Some(new)) = (&mut self.macros, &read.outline.macros) {
            replace(macros, new);
            replace(&mut self.standalone_macros, &read.outline.standalone_macros);
            let lines = &mut self.macro_lines;
            let first = lines.partition_point(|(start, _)| *start < bytes.start);
            let behind = lines.partition_point(|(start, _)| *start < bytes.end).max(first);
            lines[behind..].iter_mut().for_each(|(start, _)| *start = read.behind(&(*start..*start)).start);
            let new = read.outline.macro_lines.iter().filter(|(start, _)| *start >= read.from);
            lines.splice(
                first..behind,
                new.map(|(start, line)| (read.here(&(*start..*start)).start, line.clone())),
            );
        }
    }

    /// Copies an item of the other outline with everything in it.
    fn copy(&mut self, read: &ReadAgain<'_>, top: ItemId, parent: ItemId) -> ItemId {
        let mut root = None;
        let mut pending = vec![(top, parent)];
        while let Some((id, parent)) = pending.pop() {
            let found = read.outline.item(id);
            let (range, inside) =
                (read.here(&found.range), found.inside.as_ref().map(|inside| read.here(inside)));
            let mut item = Item { parent, range, inside, ..found.item.clone() };
            let children = std::mem::take(&mut item.children);
            let new = self.store(item);
            // The children are popped from the stack in file order.
            pending.extend(children.into_iter().rev().map(|child| (child, new)));
            if root.is_none() {
                root = Some(new);
            } else if let Some(Some(parent)) = self.items.get_mut(parent) {
                parent.children.push(new);
            }
        }
        root.unwrap_or(parent)
    }

    /// Copies an item of another outline without its children; its parent does not list it yet.
    pub(in crate::resolve::symbol::outline) fn copy_alone(
        &mut self,
        item: &CurrentItem<'_>,
        parent: ItemId,
    ) -> ItemId {
        let (range, inside) = (item.range.clone(), item.inside.clone());
        self.store(Item { parent, range, inside, children: Vec::new(), ..item.item.clone() })
    }

    /// Updates the ends of a container that ends with its last child, and of all containers around it.
    pub(in crate::resolve::symbol::outline) fn settle_ends(&mut self, container: ItemId) {
        let mut at = container;
        while at != FILE {
            let own = self.item(at);
            let last =
                own.children.iter().rev().map(|id| self.item(*id)).find(|child| child.role != Role::Comment);
            let Some(end) = last.map(|child| child.range.end) else { return };
            let by = end as isize - own.range.end as isize;
            let Some(Some(item)) = self.items.get_mut(at) else { return };
            item.range.end = item.range.end.saturating_add_signed(by);
            if let Some(inside) = &mut item.inside {
                inside.end = item.range.end;
            }
            at = item.parent;
        }
    }

    /// Records the errors of the unmodified text, if another reading was parsed.
    pub(in crate::resolve::symbol::outline) fn note_errors(&mut self, errors: &[Range<usize>]) {
        self.has_error = !errors.is_empty();
        self.errors = errors.iter().map(|error| error.start).collect();
    }

    /// Moves the errors and overlaps that begin after the replaced range.
    pub(in crate::resolve::symbol::outline) fn move_marks(&mut self, read: &ReadAgain<'_>) {
        let (from, by) = (read.bytes.end, read.growth());
        let behind = self.errors.partition_point(|error| *error < from);
        for error in &mut self.errors[behind..] {
            *error = error.saturating_add_signed(by);
        }
        for overlap in self.overlaps.get_mut().into_iter().flatten().filter(|overlap| overlap.start >= from) {
            *overlap = overlap.start.saturating_add_signed(by)..overlap.end.saturating_add_signed(by);
        }
    }
}
