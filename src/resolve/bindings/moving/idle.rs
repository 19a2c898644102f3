//! The imports of a file that nothing in it uses since a change.

use std::ops::Range;
use std::sync::Arc;

use super::needs::needs;
use crate::lang::{Language, Macros, Syntax};
use crate::resolve::bindings::graph::{BindingId, Graph, TOP};
use crate::resolve::bindings::locals::read;
use crate::text::normal::words_at;

/// The names of imports that only some ranges of the old text used, each with its byte in the new text.
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
    let needs = needs(&before, rules, gone, before.is_deferred);
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
        let is_bound = |at: usize| bound.iter().any(|id| after.bindings[*id].name.contains(&at));
        let is_idle = are_imports(&after, bound) && words_at(&after.text, name).all(is_bound);
        is_idle.then(|| (name.clone(), after.bindings[bound[0]].name.start))
    });
    let mut idle: Vec<(String, usize)> = idle.collect();
    idle.sort_by_key(|(_, at)| *at);
    idle
}

fn are_imports(graph: &Graph, bound: &[BindingId]) -> bool {
    !bound.is_empty() && bound.iter().all(|id| graph.bindings[*id].import.is_some())
}
