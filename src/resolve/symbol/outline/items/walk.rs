//! Navigation in an outline: to the items around an item, beside it, and at a position.

use std::ops::Range;

use crate::lang::Role;
use crate::text::normal::contains;

use super::super::name::NamePart;
use super::item::{CurrentItem, FILE, ItemId};
use super::store::Outline;

impl Outline {
    /// Returns the child of a container whose inside contains a range.
    pub(in crate::resolve::symbol::outline) fn child_over(
        &self,
        container: ItemId,
        range: &Range<usize>,
    ) -> Option<ItemId> {
        let children = self.children(container);
        let behind = children.partition_point(|child| self.item(*child).range.start <= range.start);
        let child = *children[..behind].last()?;
        let inside = self.item(child).inside?;
        (inside.start <= range.start && range.end <= inside.end).then_some(child)
    }

    /// Returns the byte offset of the first syntax error in a range; the start of the range if it contains none.
    pub(in crate::resolve::symbol) fn first_error(&self, range: &Range<usize>) -> usize {
        let from = self.errors.partition_point(|error| *error < range.start);
        self.errors.get(from).copied().filter(|error| *error <= range.end).unwrap_or(range.start)
    }

    /// Returns whether a syntax error begins in a range.
    pub(in crate::resolve::symbol::outline) fn has_error_in(&self, range: Range<usize>) -> bool {
        let from = self.errors.partition_point(|error| *error < range.start);
        self.errors.get(from).is_some_and(|error| *error < range.end)
    }

    /// Returns whether a range lies in text that the outline does not show: in the body of a function, or in an item
    /// without children.
    pub(in crate::resolve::symbol::outline) fn leaves_out(&self, range: &Range<usize>) -> bool {
        let mut at = FILE;
        loop {
            let children = self.children(at);
            let behind = children.partition_point(|child| self.item(*child).range.start <= range.start);
            let Some(child) = children[..behind].last() else { return false };
            let item = self.item(*child);
            let holds = |outer: &Range<usize>| outer.start <= range.start && range.end <= outer.end;
            if !holds(&item.range) {
                return false;
            }
            if item.inside.is_some() {
                at = *child;
                continue;
            }
            return match &item.definition {
                Some(definition) => {
                    let from = item.range.start;
                    let body = definition.frame.body.as_ref();
                    body.is_some_and(|body| holds(&(from + body.start..from + body.end)))
                }
                None => item.role != Role::Import && item.role != Role::Comment,
            };
        }
    }

    /// Returns the index of an item in a list in file order.
    pub(in crate::resolve::symbol) fn place_among(&self, ids: &[ItemId], id: ItemId) -> Option<usize> {
        let start = self.item(id).range.start;
        let at = ids.partition_point(|one| self.item(*one).range.start < start);
        ids[at..].iter().position(|one| *one == id).map(|offset| at + offset)
    }

    /// Returns the first stretch, within a range, of overlapping items of one container, from the first byte of these
    /// items to the last.
    pub(in crate::resolve::symbol) fn overlap_in(&self, range: &Range<usize>) -> Option<&Range<usize>> {
        let overlaps = self.overlaps.get_or_init(|| self.find_overlaps());
        let behind = overlaps.partition_point(|overlap| overlap.end <= range.start);
        overlaps.get(behind).filter(|overlap| overlap.start < range.end.max(range.start + 1))
    }

    /// Returns the stretches of overlapping items of one container, from the first byte of these items to the last, in
    /// file order.
    fn find_overlaps(&self) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for id in self.ids() {
            let mut last: Option<Range<usize>> = None;
            for child in self.children(id) {
                let range = self.item(*child).range.clone();
                match &mut last {
                    Some(last) if range.start < last.end => {
                        last.end = last.end.max(range.end);
                        found.push(last.clone());
                    }
                    _ => last = Some(range),
                }
            }
        }
        found.sort_by_key(|range| range.start);
        found.dedup_by(|next, last| {
            let shares = next.start < last.end;
            if shares {
                last.end = last.end.max(next.end);
            }
            shares
        });
        found
    }

    /// Returns the items with a syntax error that contain no known definitions and are no whole functions.
    pub(in crate::resolve::symbol) fn unclear(&self) -> impl Iterator<Item = CurrentItem<'_>> {
        self.all(|item| {
            let is_function = item.definition.is_some() && !item.has_uncertain_extent;
            item.role == Role::Broken || (item.has_error && item.children.is_empty() && !is_function)
        })
    }

    /// Returns the names of a scope, which qualify the items in it.
    pub(in crate::resolve::symbol) fn scope_parts(&self, id: ItemId) -> &[NamePart] {
        self.stored(id).scope.as_deref().map_or(&[], |scope| &scope.parts)
    }

    /// Returns the full name of a definition: the enclosing scopes, and its own parts.
    pub(in crate::resolve::symbol) fn path(&self, id: ItemId) -> Vec<&NamePart> {
        let mut parts: Vec<&NamePart> = self.path_upwards(id).collect();
        parts.reverse();
        parts
    }

    /// Returns the full name innermost part first, so that a comparison can stop early: a name can have thousands of
    /// definitions.
    pub(in crate::resolve::symbol) fn path_upwards(&self, id: ItemId) -> impl Iterator<Item = &NamePart> {
        let item = |id: ItemId| (id != FILE).then(|| self.stored(id));
        std::iter::successors(item(id), move |below| item(below.parent)).flat_map(|item| {
            let own = item.definition.as_ref().map(|definition| &definition.parts);
            let parts = own.or_else(|| item.scope.as_ref().map(|scope| &scope.parts));
            parts.into_iter().flatten().rev()
        })
    }

    /// Returns the definition around an item; modules and scopes without definition are skipped.
    pub(in crate::resolve::symbol) fn enclosing_definition(&self, id: ItemId) -> Option<ItemId> {
        let mut at = id;
        while at != FILE {
            at = self.stored(at).parent;
            let item = self.stored(at);
            if item.definition.is_some() && item.role != Role::Module {
                return Some(at);
            }
        }
        None
    }

    /// Returns whether an item is in a call, or in a block with its own scope.
    pub(in crate::resolve::symbol) fn is_in_call(&self, id: ItemId) -> bool {
        self.items_around(id).any(|at| self.is_call(at))
    }

    /// Returns whether an item is in a call whose result is assigned to a name, with which its address begins.
    pub(in crate::resolve::symbol) fn is_in_named_call(&self, id: ItemId) -> bool {
        self.items_around(id).any(|at| self.is_call(at) && !self.scope_parts(at).is_empty())
    }

    /// Returns the items around an item, innermost first.
    pub(in crate::resolve::symbol) fn items_around(&self, id: ItemId) -> impl Iterator<Item = ItemId> {
        let parent = |at: &ItemId| (*at != FILE).then(|| self.stored(*at).parent);
        std::iter::successors(parent(&id), parent)
    }

    /// Returns whether an item is a call, or a block with its own scope.
    pub(in crate::resolve::symbol) fn is_call(&self, id: ItemId) -> bool {
        matches!(self.stored(id).role, Role::Call | Role::Block)
    }

    /// Returns whether an item is in the body of a function whose contents are in the outline.
    pub(in crate::resolve::symbol::outline) fn is_in_function(&self, id: ItemId) -> bool {
        let parent = |at: &ItemId| (*at != FILE).then(|| self.stored(*at).parent);
        let mut around = std::iter::successors(parent(&id), parent);
        around.any(|at| self.definition(at).is_some_and(|own| own.is_function_around))
    }

    /// Returns whether an item contains members, and is not a function whose body is in the outline.
    pub(in crate::resolve::symbol) fn is_container(&self, id: ItemId) -> bool {
        self.definition(id).is_some_and(|found| !found.is_function_around)
    }

    /// Returns the class (or similar) whose members a container contains.
    pub(in crate::resolve::symbol) fn class_of_members(&self, container: ItemId) -> Option<ItemId> {
        let own = self.definition(container).map(|_| container);
        let class = own.or_else(|| self.enclosing_definition(container))?;
        let capture = self.definition(class)?.capture;
        contains(&self.rules().containers, capture).then_some(class)
    }

    /// Returns the outermost node that belongs to a definition alone: with its decorators, its head and its statement.
    pub(in crate::resolve::symbol) fn outermost(&self, id: ItemId) -> ItemId {
        let mut at = id;
        loop {
            let parent = self.stored(at).parent;
            match self.stored(parent).role {
                Role::Head | Role::Wrapper | Role::Typedef if parent != FILE => at = parent,
                _ => return at,
            }
        }
    }

    /// Returns the siblings of an item, and its index among them.
    pub(in crate::resolve::symbol) fn siblings(&self, id: ItemId) -> (&[ItemId], usize) {
        let siblings = &self.stored(self.stored(id).parent).children;
        let start = self.item(id).range.start;
        let at = siblings.partition_point(|sibling| self.item(*sibling).range.start < start);
        // Several items can begin at one byte, since a missing token has no width.
        let at = siblings[at..].iter().position(|sibling| *sibling == id).map_or(at, |offset| at + offset);
        (siblings, at)
    }
}
