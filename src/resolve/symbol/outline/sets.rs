//! Overload sets: the adjacent declarations of one function and, if it has one, its body. A set is treated as one
//! definition.

use std::collections::HashSet;

use super::definition::is_same_path;
use crate::lang::Role;

use super::items::{CurrentItem, ItemId, Outline};
use super::outlined::Outlined;
use crate::resolve::symbol::extent::span::{Span, span};

/// Returns the members of the set that a definition belongs to, in file order; only itself if it has no overloads.
pub(in crate::resolve::symbol) fn set_of(outline: &Outline, id: ItemId) -> Vec<ItemId> {
    let rules = outline.rules();
    if !rules.single_definition || outline.definition(id).is_none() {
        return vec![id];
    }
    let (siblings, at) = outline.siblings(outline.outermost(id));
    let is_body = |one: ItemId| outline.definition(one).is_some_and(|own| !own.is_declaration);
    let belongs = |one: &ItemId| is_of_one_function(outline, id, *one);
    let before = siblings[..at].iter().rev().filter(|one| counts(outline, **one));
    let before = before.map_while(|one| definition_in(outline, *one)).take_while(belongs);
    let before = before.take_while(|one| !is_body(*one));
    let mut set: Vec<ItemId> = before.collect();
    set.reverse();
    set.push(id);
    let behind = siblings.get(at + 1..).unwrap_or_default().iter().filter(|one| counts(outline, **one));
    for one in behind.map_while(|one| definition_in(outline, *one)).take_while(belongs) {
        if set.last().is_some_and(|last| is_body(*last)) {
            break;
        }
        set.push(one);
    }
    set
}

/// Returns whether all definitions are members of one set.
pub(in crate::resolve::symbol) fn is_one_set(outline: &Outline, ids: &[ItemId]) -> bool {
    let Some(first) = ids.first() else { return false };
    let set: HashSet<ItemId> = set_of(outline, *first).into_iter().collect();
    ids.iter().all(|id| set.contains(id))
}

/// Returns whether definitions, in file order, are adjacent accessors of one property.
pub(in crate::resolve::symbol) fn are_one_property(outline: &Outline, ids: &[ItemId]) -> bool {
    let Some((first, others)) = ids.split_first() else { return false };
    let has_accessor = |id: &ItemId| outline.definition(*id).is_some_and(|own| own.accessor.is_some());
    let is_same = |id: &ItemId| is_same_path(outline.path_upwards(*first), outline.path_upwards(*id));
    let (siblings, at) = outline.siblings(outline.outermost(*first));
    let beside = siblings[at..].iter().filter(|one| counts(outline, **one));
    let beside: Vec<Option<ItemId>> =
        beside.take(ids.len()).map(|one| definition_in(outline, *one)).collect();
    !others.is_empty()
        && others.iter().all(|id| has_accessor(id) && is_same(id))
        && beside.iter().copied().eq(ids.iter().copied().map(Some))
}

/// Returns the member that has the body; the first one if none has.
pub(in crate::resolve::symbol) fn main_member(outline: &Outline, set: &[ItemId]) -> Option<ItemId> {
    let has_body = |id: &&ItemId| outline.definition(**id).is_some_and(|own| !own.is_declaration);
    set.iter().find(has_body).or(set.first()).copied()
}

/// Returns the declaration directly above the body of a set; `None` if the set consists of the body.
pub(in crate::resolve::symbol) fn last_declaration(outline: &Outline, body: ItemId) -> Option<ItemId> {
    set_of(outline, body).iter().rev().skip_while(|one| **one != body).nth(1).copied()
}

/// Returns the extent of a set: its members and everything between them.
pub(in crate::resolve::symbol) fn span_of_set(file: Outlined<'_>, set: &[ItemId]) -> Option<Span> {
    let first = span(file, *set.first()?);
    if set.len() == 1 {
        return Some(first);
    }
    let last = span(file, *set.last()?);
    Some(Span { lead_in: first.lead_in, declaration: first.declaration, ..last })
}

/// Returns whether two siblings are declarations of one function, or a declaration and the body.
pub(in crate::resolve::symbol) fn are_of_one_function(
    outline: &Outline,
    first: ItemId,
    second: ItemId,
) -> bool {
    let pair = definition_in(outline, first).zip(definition_in(outline, second));
    outline.rules().single_definition
        && pair.is_some_and(|(first, second)| is_of_one_function(outline, first, second))
}

fn is_of_one_function(outline: &Outline, first: ItemId, second: ItemId) -> bool {
    let (Some(own), Some(other)) = (outline.definition(first), outline.definition(second)) else {
        return false;
    };
    own.capture == other.capture
        && own.is_static == other.is_static
        && own.accessor.is_none()
        && other.accessor.is_none()
        && (own.is_declaration || other.is_declaration)
        && is_same_path(outline.path_upwards(first), outline.path_upwards(second))
}

/// Returns whether an item separates two members: comments, attributes and the terminator of a declaration do not.
fn counts(outline: &Outline, id: ItemId) -> bool {
    let item = outline.item(id);
    let is_sign = item.role == Role::Other && item.children.is_empty() && item.range.len() <= 1;
    !is_sign && !matches!(item.role, Role::Comment | Role::Attribute)
}

/// Returns whether an item only wraps a definition: a statement, or decorators with the decorated definition.
fn is_around(item: &CurrentItem<'_>) -> bool {
    matches!(item.role, Role::Head | Role::Wrapper)
}

/// Returns the only definition that an item is or wraps.
fn definition_in(outline: &Outline, id: ItemId) -> Option<ItemId> {
    let mut at = id;
    loop {
        let item = outline.item(at);
        if item.definition.is_some() {
            return Some(at);
        }
        if !is_around(&item) {
            return None;
        }
        let defines = |child: &ItemId| {
            let child = outline.item(*child);
            child.definition.is_some() || is_around(&child)
        };
        let mut inner = item.children.iter().copied().filter(defines);
        at = inner.next().filter(|_| inner.next().is_none())?;
    }
}
