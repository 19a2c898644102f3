//! Completes an outline after its reading is known: marks doubtful items, extends items, merges the outlines of several
//! readings.

use std::collections::HashMap;
use std::ops::Range;

use crate::lang::Role;

use super::items::{CurrentItem, FILE, ItemId, Outline};
use super::signature::Signature;

/// Whether the extent of a definition is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExtentDoubt {
    /// The extent is certain.
    None,
    /// The definition begins in a conditional branch and ends outside of it.
    SpansBranches,
    /// The extent is uncertain.
    Unclear,
}

impl Outline {
    /// Marks the doubtful definitions.
    pub(super) fn determine_doubts(&mut self, doubt: &dyn Fn(&Self, ItemId) -> ExtentDoubt) {
        let ids: Vec<ItemId> = self.definitions().into_iter().map(|(id, _)| id).collect();
        for id in ids {
            let doubt = doubt(self, id);
            if let Some(item) = self.item_mut(id) {
                item.has_uncertain_extent = doubt != ExtentDoubt::None;
                item.is_doubtful_by_branches = doubt == ExtentDoubt::SpansBranches;
            }
        }
    }

    /// Marks the definitions that begin and end in different branches.
    pub(super) fn mark_spanning_branches(&mut self, is_parted: &dyn Fn(&Range<usize>) -> bool) {
        let ids: Vec<ItemId> = self.definitions().into_iter().map(|(id, _)| id).collect();
        for id in ids {
            let is_parted = is_parted(&self.item(self.outermost(id)).range);
            if let Some(item) = self.item_mut(id) {
                item.spans_branches = is_parted;
            }
        }
    }

    /// Returns whether the code before or after an item is an error node.
    pub(super) fn has_broken_neighbour(&self, id: ItemId) -> bool {
        let (siblings, at) = self.siblings(id);
        let is_code = |id: &&ItemId| self.item(**id).role != Role::Comment;
        let before = siblings[..at].iter().rev().find(is_code);
        let after = siblings[at + 1..].iter().find(is_code);
        before.into_iter().chain(after).any(|id| self.item(*id).role == Role::Broken)
    }

    /// Corrects the extent of headings and initializers, where the reading left parts of them out.
    pub(super) fn correct_headings(&mut self, text: &str, left_out: &[Range<usize>]) {
        for id in self.ids() {
            let start = self.item(id).range.start;
            let Some(found) = self.item_mut(id).and_then(|item| item.definition.as_mut()) else { continue };
            let (from, to) = (start + found.frame.head_end, start + found.heading);
            let first = left_out.partition_point(|range| range.start < from);
            let inside = left_out[first..].iter().take_while(|range| range.end <= to);
            for range in inside {
                let within = range.start - start..range.end - start;
                // After the parameters of a function, a colon begins initializers, and `= 0` replaces a body.
                if found.signature.is_some() && text[range.clone()].starts_with([':', '=']) {
                    found.frame.initialisers = Some(within);
                } else {
                    found.frame.head_end = within.end;
                }
            }
        }
    }

    /// Sets the signatures of functions that macros define to the macro's arguments as written.
    pub(in crate::resolve::symbol) fn set_macro_signatures(&mut self, text: &str, calls: &[Range<usize>]) {
        for id in self.ids() {
            if calls.is_empty() {
                return;
            }
            let start = self.item(id).range.start;
            let Some(found) = self.item_mut(id).and_then(|item| item.definition.as_mut()) else { continue };
            let next = calls.partition_point(|call| call.start < start);
            let heading = start..start + found.heading;
            if let Some(call) = calls.get(next).filter(|call| call.end <= heading.end)
                && found.signature.is_some()
            {
                found.signature = Some(Signature::of_call(&text[call.clone()]));
            }
        }
    }

    /// Moves the start of each declaration to the one that `start` returns; its second argument is whether a head
    /// precedes the declaration.
    pub(super) fn extend_over_macros(&mut self, start: &dyn Fn(usize, bool) -> usize) {
        for id in self.ids() {
            let item = self.item(id);
            let is_declaration = matches!(
                item.role,
                Role::Definition(_)
                    | Role::Named(_)
                    | Role::Declaration
                    | Role::Head
                    | Role::Wrapper
                    | Role::Typedef
            );
            if id == FILE || !is_declaration {
                continue;
            }
            let is_in_head = self.item(item.parent).role == Role::Head;
            let old = item.range.start;
            let new = start(old, is_in_head);
            if let Some(item) = self.item_mut(id).filter(|_| new < old) {
                item.begin_at(new);
                if let Some(found) = item.definition.as_mut() {
                    found.heading += old - new;
                    found.frame.shift(old - new);
                    found.attributes += if found.attributes > 0 { old - new } else { 0 };
                }
            }
        }
    }

    /// Adds the items of another reading of the same text that this one does not contain.
    pub(super) fn merge(&mut self, other: &Self) {
        self.has_error |= other.has_error;
        self.is_truncated |= other.is_truncated;
        let bodies = self.bodies();
        let mut pending = vec![(FILE, FILE)];
        while let Some((own, others)) = pending.pop() {
            let mut new = Vec::new();
            for child in other.children(others) {
                let item = other.item(*child);
                if let Some(same) = self.same_child(own, &item) {
                    // A definition is certain if one reading is certain of it.
                    if let Some(known) = self.item_mut(same) {
                        known.is_doubtful_by_branches |= item.is_doubtful_by_branches;
                        known.has_uncertain_extent &= item.has_uncertain_extent;
                        known.has_error &= item.has_error;
                    }
                    pending.push((same, *child));
                } else if item.role != Role::Broken {
                    let copy = self.copy_alone(&item, own);
                    new.push(copy);
                    // Two headings of a class in branches share one body, whose members are added once.
                    let body = body(&item).and_then(|body| bodies.get(&body)).copied();
                    pending.push((body.unwrap_or(copy), *child));
                }
            }
            self.add_children(own, new);
        }
        let macros = self.macros.get_or_insert_default();
        macros.extend(other.macros.iter().flatten().cloned());
        macros.sort_by_key(|range| (range.start, range.end));
        macros.dedup();
        self.macro_lines.extend(other.macro_lines.iter().cloned());
        self.macro_lines.sort();
        self.macro_lines.dedup();
        self.standalone_macros.extend(other.standalone_macros.iter().cloned());
        self.standalone_macros.sort_by_key(|range| (range.start, range.end));
        self.standalone_macros.dedup();
    }

    /// Returns the classes by name and body.
    fn bodies(&self) -> HashMap<(String, Range<usize>), ItemId> {
        self.definitions().into_iter().filter_map(|(id, _)| Some((body(&self.item(id))?, id))).collect()
    }

    /// Returns the child of a container that equals an item of another outline.
    fn same_child(&self, container: ItemId, item: &CurrentItem<'_>) -> Option<ItemId> {
        let children = self.children(container);
        let from = children.partition_point(|child| self.item(*child).range.start < item.range.start);
        let at_start =
            children[from..].iter().take_while(|child| self.item(**child).range.start == item.range.start);
        at_start.copied().find(|child| {
            let own = self.item(*child);
            own.range == item.range
                && own.role == item.role
                && own.definition == item.definition
                && own.scope == item.scope
        })
    }

    /// Adds items to a container, in file order.
    fn add_children(&mut self, container: ItemId, new: Vec<ItemId>) {
        if new.is_empty() {
            return;
        }
        let mut children = self.children(container).to_vec();
        children.extend(new);
        children.sort_by_key(|child| self.item(*child).range.start);
        if let Some(item) = self.item_mut(container) {
            item.children = children;
        }
    }
}

/// Returns the name and the body range of a class.
fn body(item: &CurrentItem<'_>) -> Option<(String, Range<usize>)> {
    let name = &item.definition.as_ref()?.parts.last()?.name;
    Some((name.clone(), item.inside.clone()?))
}
