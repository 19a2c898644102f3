//! Parameters that a change removed while code still refers to them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::file::graph::{BindingGraph, BindingKind, TOP};
use super::file::locals::read;
use super::file::role::{NameRole, TokenBefore};
use crate::lang::{Language, Macros, Syntax};

/// Returns the names of parameters of the old text that the new text uses although nothing binds them there, each with
/// the byte offset of its first such use. Names that the old text already used without a binding are excluded, as they
/// are defined elsewhere.
#[must_use]
pub fn lost_parameters(
    language: &'static Language,
    macros: &Macros,
    old: &Arc<str>,
    new: &Arc<str>,
) -> Vec<(String, usize)> {
    let mut syntax = Syntax::with_macros(language, macros.clone());
    let (Some(before), Some(after)) = (read(&mut syntax, old), read(&mut syntax, new)) else {
        return Vec::new();
    };
    // A wildcard import may bind any of them.
    if !after.scopes[TOP].wildcards.is_empty() {
        return Vec::new();
    }
    let parameters = before.bindings.iter().filter(|one| one.kind == BindingKind::Parameter);
    let names: BTreeSet<&str> = parameters.map(|one| before.slice(&one.name)).collect();
    let is_known = |name: &str| first_unbound(&before, name).is_some();
    let lost = names.into_iter().filter(|name| !is_known(name));
    let mut lost: Vec<(String, usize)> =
        lost.filter_map(|name| Some((name.to_owned(), first_unbound(&after, name)?))).collect();
    lost.sort_by_key(|(_, at)| *at);
    lost
}

/// Returns the byte offset of the first unqualified use of a name that no scope binds.
pub(super) fn first_unbound(graph: &BindingGraph, name: &str) -> Option<usize> {
    graph.places_of(name).find(|at| {
        let is_plain = matches!(
            graph.role(&(*at..*at + name.len())),
            NameRole::Plain | NameRole::Token(TokenBefore::Nothing) | NameRole::Formatted(true)
        );
        is_plain && graph.around(graph.scope_at(*at)).all(|scope| graph.bound(scope, name).is_empty())
    })
}
