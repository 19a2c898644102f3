//! Changes of an outline after an edit: what is new is put in, what stands behind moves.

use std::ops::Range;

use crate::lang::Role;
use crate::text::EditSet;

use super::super::starts::Starts;
use super::item::{FILE, Item, ItemId, Placed};
use super::store::Outline;

impl Outline {
    /// Puts `new`, children of a container of another outline, in the place of some children of a container here.
    ///
    /// `bytes` are the text that gave way to one of `length` bytes, which begins at `from` in the other outline's text.
    /// All that stands behind moves.
    #[expect(clippy::too_many_arguments, reason = "two outlines, a place in each")]
    pub(in crate::resolve::symbol::outline) fn replace_children(
        &mut self,
        container: ItemId,
        places: Range<usize>,
        bytes: &Range<usize>,
        length: usize,
        other: &Self,
        new: &[ItemId],
        from: usize,
    ) {
        let old: Vec<ItemId> = self.children(container)[places.clone()].to_vec();
        self.remove(old);
        self.shift(container, bytes.end, length as isize - bytes.len() as isize);
        let offset = bytes.start as isize - from as isize;
        let mut copied = Vec::with_capacity(new.len());
        for id in new {
            copied.push(self.copy(other, *id, container, offset));
        }
        if let Some(Some(item)) = self.items.get_mut(container) {
            item.children.splice(places, copied);
        }
    }

    /// Lets an item grow by what edits bring into it, of which it shows nothing.
    pub(in crate::resolve::symbol) fn grow(&mut self, id: ItemId, edits: &EditSet) {
        // Backwards, so that the places of those still to come stay true.
        for edit in edits.iter().rev() {
            self.shift(id, edit.range.end, edit.text.len() as isize - edit.range.len() as isize);
        }
    }

    /// Makes room in a container: all that begins at `from` or behind it moves, and what stands around it grows.
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

    /// Whether any macro was taken out.
    pub(in crate::resolve::symbol::outline) fn has_macros(&self) -> bool {
        !self.alone.is_empty() || self.macros.as_ref().is_some_and(|macros| !macros.is_empty())
    }

    /// Whether a macro that was taken out touches a range, or has its end in it.
    pub(in crate::resolve::symbol::outline) fn has_macro_at(&self, range: Range<usize>) -> bool {
        [self.macros.as_deref().unwrap_or_default(), &self.alone].into_iter().any(|all| {
            let behind = all.partition_point(|one| one.start < range.end);
            // They do not lie in each other.
            all[..behind].last().is_some_and(|last| last.end > range.start)
        })
    }

    /// Puts the macros of another outline, as far as they begin in its text from `from` on, in the place of those in a
    /// text that gave way to one of `length` bytes.
    pub(in crate::resolve::symbol::outline) fn replace_macros(
        &mut self,
        bytes: &Range<usize>,
        length: usize,
        other: &Self,
        from: usize,
    ) {
        let now = |byte: usize| byte - bytes.len() + length;
        let here = |byte: usize| byte - from + bytes.start;
        let replace = |all: &mut Vec<Range<usize>>, new: &[Range<usize>]| {
            let first = all.partition_point(|one| one.start < bytes.start);
            let behind = all.partition_point(|one| one.start < bytes.end).max(first);
            all[behind..].iter_mut().for_each(|one| *one = now(one.start)..now(one.end));
            let new = new.iter().filter(|one| one.start >= from).map(|one| here(one.start)..here(one.end));
            all.splice(first..behind, new);
        };
        if let (Some(macros), Some(new)) = (&mut self.macros, &other.macros) {
            replace(macros, new);
            replace(&mut self.alone, &other.alone);
            let lines = &mut self.macro_lines;
            let first = lines.partition_point(|(start, _)| *start < bytes.start);
            let behind = lines.partition_point(|(start, _)| *start < bytes.end).max(first);
            lines[behind..].iter_mut().for_each(|(start, _)| *start = now(*start));
            let new = other.macro_lines.iter().filter(|(start, _)| *start >= from);
            lines.splice(first..behind, new.map(|(start, line)| (here(*start), line.clone())));
        }
    }

    /// Copies an item of another outline with all that stands in it.
    pub(in crate::resolve::symbol::outline) fn copy(
        &mut self,
        other: &Self,
        top: ItemId,
        parent: ItemId,
        offset: isize,
    ) -> ItemId {
        let moved = |range: &Range<usize>| {
            range.start.saturating_add_signed(offset)..range.end.saturating_add_signed(offset)
        };
        let mut root = None;
        let mut pending = vec![(top, parent)];
        while let Some((id, parent)) = pending.pop() {
            let found = other.item(id);
            let (range, inside) = (moved(&found.range), found.inside.as_ref().map(moved));
            let mut item = Item { parent, range, inside, ..found.item.clone() };
            let children = std::mem::take(&mut item.children);
            let new = self.store(item);
            // The children come off the stack in file order.
            pending.extend(children.into_iter().rev().map(|child| (child, new)));
            if root.is_none() {
                root = Some(new);
            } else if let Some(Some(parent)) = self.items.get_mut(parent) {
                parent.children.push(new);
            }
        }
        root.unwrap_or(parent)
    }

    /// Copies an item of another outline without what stands in it; no other item points at it yet.
    pub(in crate::resolve::symbol::outline) fn copy_alone(
        &mut self,
        item: &Placed<'_>,
        parent: ItemId,
    ) -> ItemId {
        let (range, inside) = (item.range.clone(), item.inside.clone());
        self.store(Item { parent, range, inside, children: Vec::new(), ..item.item.clone() })
    }

    /// Gives a container whose end is that of its last child, and all around it, the ends that they have now.
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

    /// Notes the errors of the text itself, where it was read in another way.
    pub(in crate::resolve::symbol::outline) fn note_errors(&mut self, errors: &[Range<usize>]) {
        self.has_error = !errors.is_empty();
        self.errors = errors.iter().map(|error| error.start).collect();
    }

    /// Moves the errors and overlaps that begin at `from` or behind it.
    pub(in crate::resolve::symbol::outline) fn move_marks(&mut self, from: usize, by: isize) {
        let behind = self.errors.partition_point(|error| *error < from);
        for error in &mut self.errors[behind..] {
            *error = error.saturating_add_signed(by);
        }
        for overlap in self.overlaps.get_mut().into_iter().flatten().filter(|overlap| overlap.start >= from) {
            *overlap = overlap.start.saturating_add_signed(by)..overlap.end.saturating_add_signed(by);
        }
    }
}
