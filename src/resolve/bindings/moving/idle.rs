//! Finds imports that a change of a file leaves unused, and names that are used without their import.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::bytes::MovedBytes;
use super::narrow::bound_by;
use super::needs::needs;
use crate::lang::{Language, Macros, Syntax};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, TOP};
use crate::resolve::bindings::file::locals::read;
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::text::normal::find_words;

/// Returns the names of imports that only some ranges of the old text used, with their byte offsets in the new text.
#[must_use]
pub fn idle_imports(
    language: &'static Language,
    macros: &Macros,
    (old, gone): (&Arc<str>, &[Range<usize>]),
    new: &Arc<str>,
) -> Vec<(String, usize)> {
    let Some(rules) = language.local_rules().and_then(|rules| rules.moves.as_ref()) else {
        return Vec::new();
    };
    let mut syntax = Syntax::with_macros(language, macros.clone());
    let Some(before) = read(&mut syntax, old) else { return Vec::new() };
    let needs = needs(&before, rules, &MovedBytes::of(gone.iter().cloned()), before.is_deferred);
    let names: Vec<&String> = needs
        .names
        .values()
        .filter(|need| are_imports(&before, &need.bound))
        .map(|need| &need.name)
        .collect();
    if names.is_empty() {
        return Vec::new();
    }
    let Some(after) = read(&mut syntax, new) else { return Vec::new() };
    let idle = names.into_iter().filter_map(|name| {
        let bound = after.bound(TOP, name);
        let is_bound = |at: usize| bound.iter().any(|id| bound_by(&after, rules, *id).contains(&at));
        let is_idle = are_imports(&after, bound) && find_words(&after.text, name).all(is_bound);
        is_idle.then(|| (name.clone(), after.bindings[bound[0]].name.start))
    });
    let mut idle: Vec<(String, usize)> = idle.collect();
    idle.sort_by_key(|(_, at)| *at);
    idle
}

/// Returns the names that were bound by imports in the old text, and that the new text uses without binding them, with
/// the byte offset of the first use.
#[must_use]
pub fn missing_imports(
    language: &'static Language,
    macros: &Macros,
    old: &Arc<str>,
    new: &Arc<str>,
) -> Vec<(String, usize)> {
    let rules = language.local_rules().filter(|rules| rules.moves.is_some() || rules.tree.is_some());
    let Some(rules) = rules else { return Vec::new() };
    let mut syntax = Syntax::with_macros(language, macros.clone());
    let (Some(before), Some(after)) = (read(&mut syntax, old), read(&mut syntax, new)) else {
        return Vec::new();
    };
    // A wildcard import may bind any of the names.
    if !after.scopes[TOP].wildcards.is_empty() {
        return Vec::new();
    }
    let Some(rules) = &rules.moves else { return missing_names(&before, &after) };
    let used = needs(&after, rules, &MovedBytes::of(std::iter::once(0..new.len())), after.is_deferred).names;
    let missing = used
        .into_values()
        .filter(|need| need.bound.is_empty() && are_imports(&before, before.bound(TOP, &need.name)));
    let mut missing: Vec<(String, usize)> = missing.map(|need| (need.name, need.at)).collect();
    missing.sort_by_key(|(_, at)| *at);
    missing
}

/// Returns the missing names for languages in which `needs` is not available: uses are recognized by the role of each
/// name.
fn missing_names(before: &BindingGraph, after: &BindingGraph) -> Vec<(String, usize)> {
    let imports = before.bindings.iter().filter(|one| one.scope == TOP && one.import.is_some());
    let gone: BTreeSet<&str> =
        imports.map(|one| before.slice(&one.name)).filter(|name| after.bound(TOP, name).is_empty()).collect();
    let first_use = |name: &str| {
        let is_bare = |at: &usize| {
            let is_plain = matches!(
                after.role(&(*at..*at + name.len())),
                NameRole::Plain | NameRole::Token(TokenBefore::Nothing)
            );
            is_plain && after.around(after.scope_at(*at)).all(|scope| after.bound(scope, name).is_empty())
        };
        after.places_of(name).find(is_bare)
    };
    let mut missing: Vec<(String, usize)> =
        gone.into_iter().filter_map(|name| Some((name.to_owned(), first_use(name)?))).collect();
    missing.sort_by_key(|(_, at)| *at);
    missing
}

fn are_imports(graph: &BindingGraph, bound: &[BindingId]) -> bool {
    !bound.is_empty() && bound.iter().all(|id| graph.bindings[*id].import.is_some())
}
