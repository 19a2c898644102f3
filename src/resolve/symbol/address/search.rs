//! Reports addresses that match nothing, with similar names.

use std::collections::HashSet;

use super::choose::{Selector, fitting, is_of_kind};
use super::format::addresses;
use super::info::{describe, describe_called};
use crate::resolve::symbol::outline::definition::Definition;
use crate::resolve::symbol::outline::hidden::in_macro;
use crate::resolve::symbol::outline::items::{ItemId, Outline};
use crate::resolve::symbol::outline::name::{NamePart, squeeze};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::outline::signature::Signature;
use crate::resolve::symbol::problem::{NAMED, SymbolProblem};

/// Limits of the suggestions: their maximum number, the maximum number of definitions examined, and the minimum
/// similarity.
const MAX_SUGGESTIONS: usize = 3;
const LOOKED_AT: usize = 50_000;
const ALIKE: f64 = 0.6;

/// The maximum number of members that are collected; a message shows fewer.
const LISTED: usize = 100;

/// Returns the refusal of an address that matches nothing, or nothing of the required kind.
pub(in crate::resolve::symbol) fn not_found(
    file: Outlined<'_>,
    wish: &Selector<'_>,
    wanted: String,
    variants: &[ItemId],
) -> SymbolProblem {
    let parts = &wish.address.parts;
    let name = parts.last().map_or("", |part| part.name.as_str());
    let mut other = variants.to_vec();
    if other.is_empty() && wish.only_containers {
        // The address may name something other than a class.
        other = fitting(file.outline, &Selector { only_containers: false, ..wish.clone() });
    }
    if other.is_empty() {
        other = file.outline.named(name).to_vec();
    }
    if other.is_empty() {
        other = calls_with(file, parts);
    }
    likest_calls_first(file.outline, wish, &mut other);
    other.truncate(MAX_SUGGESTIONS);
    let nearest = if other.is_empty() { nearest(file.outline, wish, name) } else { Vec::new() };
    let mut members = members(file.outline, wish);
    let of_class = members.is_some();
    if let Some((_, names)) = members.as_mut().filter(|(_, names)| names.len() > NAMED) {
        // The most similar ones are shown; of equal ones the first.
        let likeness = |one: &String| strsim::normalized_damerau_levenshtein(name, one);
        names.sort_by(|first, second| likeness(second).total_cmp(&likeness(first)));
    }
    if members.is_none() && nearest.is_empty() && other.is_empty() {
        members = of_kind(file.outline, wish);
    }
    let ids: Vec<ItemId> = nearest.iter().map(|(_, id)| *id).collect();
    let likeness = nearest.iter().map(|(likeness, _)| *likeness);
    let is_elsewhere = is_in_function(file.outline, parts, &other);
    SymbolProblem::NotFound {
        wanted,
        is_elsewhere,
        article: wish.kind.map_or_else(|| "a symbol".to_owned(), |kind| kind.article.clone()),
        of_class,
        operation: operation_for(file.outline, wish, &other),
        nearest: distinct(describe(file, &ids).into_iter().zip(likeness), |(one, _)| one.address.clone()),
        members,
        hidden: if other.is_empty() { in_macro(file.outline, file.buffer, name) } else { None },
        other: describe_called(file, &other, name),
    }
}

/// Keeps the first of the entries with the same address.
fn distinct<T>(all: impl Iterator<Item = T>, address: impl Fn(&T) -> String) -> Vec<T> {
    let mut seen = HashSet::new();
    all.filter(|one| seen.insert(address(one))).collect()
}

/// Returns whether an address names something in an existing function that contains none of the found definitions:
/// unlike a class, a function cannot have it from elsewhere.
fn is_in_function(outline: &Outline, parts: &[NamePart], found: &[ItemId]) -> bool {
    let Some((_, owner)) = parts.split_last() else { return false };
    let owner: Vec<&str> = owner.iter().map(|part| part.name.as_str()).collect();
    let names = |id: ItemId| outline.path(id).into_iter().map(|part| part.name.as_str()).collect::<Vec<_>>();
    let is_function = |id: ItemId| {
        let captures = &outline.rules().function_captures;
        outline.definition(id).is_some_and(|own| captures.iter().any(|one| one == own.capture))
    };
    let named = owner.last().map_or(&[][..], |last| outline.named(last));
    named.iter().any(|id| is_function(*id) && names(*id) == owner)
        && !found.iter().any(|id| names(*id).starts_with(&owner))
}

/// Returns the refusal of an address that matches nothing, without suggestions.
pub(in crate::resolve::symbol) const fn nothing(wanted: String) -> SymbolProblem {
    SymbolProblem::NotFound {
        wanted,
        article: String::new(),
        is_elsewhere: false,
        of_class: false,
        operation: None,
        nearest: Vec::new(),
        members: None,
        hidden: None,
        other: Vec::new(),
    }
}

/// Returns the functions that macros define with these names as arguments, like C++ tests.
fn calls_with(file: Outlined<'_>, parts: &[NamePart]) -> Vec<ItemId> {
    let masks = file.manifest().view.preprocessor.as_ref();
    let is_made = |own: &Definition, signature: &Signature| {
        signature.is_call()
            || masks.is_some_and(|masks| own.parts.iter().any(|part| masks.is_macro(&part.name)))
    };
    let has = |signature: &Signature| {
        parts.iter().all(|part| signature.parameters.iter().any(|own| own.trim_matches('"') == part.name))
    };
    let definitions = file.outline.definitions().into_iter();
    definitions
        .filter(|(_, own)| {
            own.signature.as_ref().is_some_and(|signature| is_made(own, signature) && has(signature))
        })
        .map(|(id, _)| id)
        .collect()
}

/// Sorts functions that one macro defines by the similarity of their arguments; if some are similar, only those are
/// kept.
fn likest_calls_first(outline: &Outline, wish: &Selector<'_>, found: &mut Vec<ItemId>) {
    let Some(wanted) = wish.address.signature.as_deref().map(squeeze) else { return };
    let signature = |id: &ItemId| outline.definition(*id).and_then(|own| own.signature.as_ref());
    if !found.iter().all(|id| signature(id).is_some_and(Signature::is_call)) {
        return;
    }
    let likeness = |id: &ItemId| {
        let own = signature(id).map_or_else(String::new, |own| squeeze(&own.to_string()));
        let begin: String = own.chars().take(wanted.chars().count()).collect();
        strsim::normalized_damerau_levenshtein(&wanted, &begin)
    };
    let mut rated: Vec<(f64, ItemId)> = found.iter().take(LISTED).map(|id| (likeness(id), *id)).collect();
    rated.sort_by(|first, second| second.0.total_cmp(&first.0));
    if rated.first().is_some_and(|(best, _)| *best >= ALIKE) {
        rated.retain(|(likeness, _)| *likeness >= ALIKE);
    }
    *found = rated.into_iter().map(|(_, id)| id).collect();
}

/// Returns the operation that accepts the first of the definitions with a name, if none of them has the required kind.
fn operation_for(outline: &Outline, wish: &Selector<'_>, other: &[ItemId]) -> Option<String> {
    let manifest = outline.manifest();
    let asked = wish.kind?;
    let first = *other.first()?;
    if other.iter().any(|id| is_of_kind(outline, *id, asked)) {
        return None;
    }
    let kind = manifest.kinds.iter().find(|(_, rule)| is_of_kind(outline, first, rule));
    let own = kind.map(|(name, _)| format!(" or `replace_{}_{name}`", manifest.op_tag));
    Some(format!("`replace_symbol`{}", own.unwrap_or_default()))
}

/// Returns the definitions of the required kind with the most similar names, most similar first.
fn nearest(outline: &Outline, wish: &Selector<'_>, name: &str) -> Vec<(f64, ItemId)> {
    let owner = wish.address.parts.iter().rev().nth(1).map(|part| part.name.as_str());
    let is_of_owner = |id: ItemId| {
        let path = outline.path(id);
        owner.is_some() && path.iter().rev().nth(1).map(|part| part.name.as_str()) == owner
    };
    let mut found: Vec<(f64, ItemId)> = Vec::new();
    for (id, definition) in outline.definitions().into_iter().take(LOOKED_AT) {
        let Some(part) = definition.parts.last() else { continue };
        if wish.kind.is_some_and(|kind| !is_of_kind(outline, id, kind)) {
            continue;
        }
        // Long names are not compared, since the cost is quadratic in their length.
        if part.name.len() > 200 || name.len() > 200 {
            continue;
        }
        let same_owner = is_of_owner(id);
        let likeness = strsim::normalized_damerau_levenshtein(name, &part.name);
        if likeness >= ALIKE || (same_owner && likeness >= ALIKE / 1.5) {
            found.push((if same_owner { likeness } else { likeness * 0.9 }, id));
        }
    }
    found.sort_by(|first, second| second.0.total_cmp(&first.0));
    // If a member of the exact owner is similar enough, only members of this owner are suggested.
    if let Some((likeness, id)) = found.first().copied()
        && likeness >= ALIKE
        && is_of_owner(id)
    {
        found.retain(|(_, id)| is_of_owner(*id));
    }
    found.truncate(MAX_SUGGESTIONS);
    found
}

/// Returns the members of the class that the address names.
fn members(outline: &Outline, wish: &Selector<'_>) -> Option<(String, Vec<String>)> {
    let manifest = outline.manifest();
    if let Some(class) = wish.within {
        return members_of(outline, class);
    }
    let owner = wish.address.parts.iter().rev().nth(1)?;
    let definitions = outline.definitions();
    let mut names: Vec<String> = Vec::new();
    for (id, definition) in &definitions {
        let path = outline.path(*id);
        let Some([above, own]) = path.last_chunk::<2>() else { continue };
        if above.is_named_by(owner, &manifest.symbols)
            && !definition.is_block
            && !names.contains(&own.name)
            && names.len() < LISTED
        {
            names.push(own.name.clone());
        }
    }
    let class = outline.named(&owner.name).iter().copied().find(|id| outline.item(*id).inside.is_some());
    let class = class.and_then(|id| addresses(outline, &[id]).pop()).unwrap_or_else(|| owner.name.clone());
    (!names.is_empty()).then(|| (format!("`{class}`"), names))
}

/// Returns the members of a known class.
fn members_of(outline: &Outline, class: ItemId) -> Option<(String, Vec<String>)> {
    let own =
        outline.definitions().into_iter().filter(|(id, _)| outline.enclosing_definition(*id) == Some(class));
    let mut names: Vec<String> = Vec::new();
    for name in own.filter_map(|(_, definition)| definition.parts.last()).map(|part| &part.name) {
        if names.len() < LISTED && !names.contains(name) {
            names.push(name.clone());
        }
    }
    let address = addresses(outline, &[class]).pop()?;
    (!names.is_empty()).then(|| (format!("`{address}`"), names))
}

/// Returns the first definitions of the required kind in the file.
fn of_kind(outline: &Outline, wish: &Selector<'_>) -> Option<(String, Vec<String>)> {
    let is_meant = |id: &ItemId| wish.kind.is_none_or(|kind| is_of_kind(outline, *id, kind));
    let ids: Vec<ItemId> =
        outline.definitions().into_iter().map(|(id, _)| id).filter(is_meant).take(LISTED).collect();
    let names = addresses(outline, &ids);
    (!names.is_empty()).then(|| ("the file".to_owned(), names))
}
