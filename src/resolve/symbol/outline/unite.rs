//! What is done to an outline after its reading is known: settled, widened, united with those of other readings.

use std::collections::HashMap;
use std::ops::Range;

use crate::lang::Role;

use super::items::{FILE, ItemId, Outline, Placed};
use super::signature::Signature;

/// Whether it is certain where a definition begins and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExtentDoubt {
    /// It is.
    None,
    /// A branch of a condition has its beginning, and not its end.
    Parted,
    /// It is not.
    Unclear,
}

impl Outline {
    /// Notes which definitions are doubtful.
    pub(super) fn settle(&mut self, doubt: &dyn Fn(&Self, ItemId) -> ExtentDoubt) {
        let ids: Vec<ItemId> = self.definitions().into_iter().map(|(id, _)| id).collect();
        for id in ids {
            let doubt = doubt(self, id);
            if let Some(item) = self.item_mut(id) {
                item.is_doubtful = doubt != ExtentDoubt::None;
                item.is_only_parted = doubt == ExtentDoubt::Parted;
            }
        }
    }

    /// Notes which definitions begin and end in different branches.
    pub(super) fn note_parted(&mut self, is_parted: &dyn Fn(&Range<usize>) -> bool) {
        let ids: Vec<ItemId> = self.definitions().into_iter().map(|(id, _)| id).collect();
        for id in ids {
            let is_parted = is_parted(&self.item(self.outermost(id)).range);
            if let Some(item) = self.item_mut(id) {
                item.is_parted = is_parted;
            }
        }
    }

    /// Whether the code before or behind an item is what a syntax error left.
    pub(super) fn has_broken_neighbour(&self, id: ItemId) -> bool {
        let (siblings, at) = self.siblings(id);
        let is_code = |id: &&ItemId| self.item(**id).role != Role::Comment;
        let before = siblings[..at].iter().rev().find(is_code);
        let after = siblings[at + 1..].iter().find(is_code);
        before.into_iter().chain(after).any(|id| self.item(*id).role == Role::Broken)
    }

    /// Gives headings and initialisers the extent that they have in the text, where the reading left parts of them out.
    pub(super) fn reframe(&mut self, text: &str, left_out: &[Range<usize>]) {
        for id in self.ids() {
            let start = self.item(id).range.start;
            let Some(found) = self.item_mut(id).and_then(|item| item.definition.as_mut()) else { continue };
            let (from, to) = (start + found.frame.head_end, start + found.heading);
            let first = left_out.partition_point(|range| range.start < from);
            let inside = left_out[first..].iter().take_while(|range| range.end <= to);
            for range in inside {
                let within = range.start - start..range.end - start;
                // Behind the parameters of a function a colon begins initialisers, and `= 0` stands for a body.
                if found.signature.is_some() && text[range.clone()].starts_with([':', '=']) {
                    found.frame.initialisers = Some(within);
                } else {
                    found.frame.head_end = within.end;
                }
            }
        }
    }

    /// Gives functions that macros make the arguments of these as they are written, in the place of what a reading shows.
    pub(in crate::resolve::symbol) fn tell_calls(&mut self, text: &str, calls: &[Range<usize>]) {
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

    /// Moves the starts of declarations to where `start` says; it is told whether a head stands before them.
    pub(super) fn widen(&mut self, start: &dyn Fn(usize, bool) -> usize) {
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

    /// Takes in what another reading of the same text holds beyond this one.
    pub(super) fn merge(&mut self, other: &Self) {
        self.has_error |= other.has_error;
        self.is_cut_off |= other.is_cut_off;
        let bodies = self.bodies();
        let mut pending = vec![(FILE, FILE)];
        while let Some((own, others)) = pending.pop() {
            let mut new = Vec::new();
            for child in other.children(others) {
                let item = other.item(*child);
                if let Some(same) = self.same_child(own, &item) {
                    // What one reading is certain of is certain.
                    if let Some(known) = self.item_mut(same) {
                        known.is_only_parted |= item.is_only_parted;
                        known.is_doubtful &= item.is_doubtful;
                        known.has_error &= item.has_error;
                    }
                    pending.push((same, *child));
                } else if item.role != Role::Broken {
                    let copy = self.copy_alone(&item, own);
                    new.push(copy);
                    // Two heads of a class in branches have one body: its members are there once.
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
        self.alone.extend(other.alone.iter().cloned());
        self.alone.sort_by_key(|range| (range.start, range.end));
        self.alone.dedup();
    }

    /// The classes by their names and bodies.
    fn bodies(&self) -> HashMap<(String, Range<usize>), ItemId> {
        self.definitions().into_iter().filter_map(|(id, _)| Some((body(&self.item(id))?, id))).collect()
    }

    /// The child of a container that is what an item of another outline is.
    fn same_child(&self, container: ItemId, item: &Placed<'_>) -> Option<ItemId> {
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

    /// Adds items to a container, each at its place.
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

/// The name and the body of a class.
fn body(item: &Placed<'_>) -> Option<(String, Range<usize>)> {
    let name = &item.definition.as_ref()?.parts.last()?.name;
    Some((name.clone(), item.inside.clone()?))
}
