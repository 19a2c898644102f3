//! Determines whether the target file already has a name that moved code needs, in all builds that compile the code.

use super::TreeMove;
use super::place::{conditions, is_condition, item_at, parts_of};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, FileId, TOP, space};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Found, Place};
use crate::resolve::bindings::moving::MoveProblem;

/// In which builds the target file has a name with the same meaning.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// In all that compile the moved code.
    Always,
    /// In those that fulfill the conditions of one of these imports.
    Under(Vec<Vec<String>>),
    /// In none, or in some in which a change of the import gives it to all.
    Never,
}

impl Presence {
    /// Returns the condition that is fulfilled where the file does not have the name.
    pub(super) fn complement(&self) -> Option<String> {
        let Self::Under(imports) = self else { return None };
        let one =
            |conditions: &Vec<String>| listed("all", conditions.iter().map(|one| predicate(one)).collect());
        Some(format!("#[cfg(not({}))]", listed("any", imports.iter().map(one).collect())))
    }
}

/// Returns predicates as one: the only one, or a list of them.
fn listed(word: &str, all: Vec<String>) -> String {
    match &all[..] {
        [one] => one.clone(),
        all => format!("{word}({})", all.join(", ")),
    }
}

/// Returns the predicate of a condition, such as `unix` of `#[cfg(unix)]`.
fn predicate(condition: &str) -> String {
    let bare = condition.trim().trim_start_matches("#[cfg(").trim_end_matches(']').trim_end();
    bare.strip_suffix(')').unwrap_or(bare).trim().trim_end_matches(',').to_owned()
}

/// Returns whether two conditions are the same, but for blanks.
fn is_same(one: &str, other: &str) -> bool {
    let signs = |text: &str| text.chars().filter(|char| !char.is_whitespace()).collect::<String>();
    signs(&predicate(one)) == signs(&predicate(other))
}

/// Returns whether no build fulfills both of two conditions, because one is the negation of the other.
fn contradicts(one: &str, other: &str) -> bool {
    let is_negation = |one: &str, other: &str| {
        let whole = predicate(one);
        let inner = whole
            .strip_prefix("not")
            .map(str::trim)
            .and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
        inner.is_some_and(|inner| is_same(inner, other))
    };
    is_negation(one, other) || is_negation(other, one)
}

impl TreeMove<'_> {
    /// Returns in which builds the target file has a name with the same meaning, for code that is compiled under
    /// `wanted`.
    ///
    /// # Errors
    /// The name means something else there, in a build that compiles the code.
    pub(super) fn presence(
        &self,
        (name, path): (&str, &[String]),
        wanted: &[String],
    ) -> Result<Presence, MoveProblem> {
        let Some((to, graph)) = self.to.and_then(|to| Some((to, self.project.graph(to)?))) else {
            return Ok(Presence::Never);
        };
        let wanted: Vec<String> = wanted.iter().chain(&self.conditions_of_moved()).cloned().collect();
        let (mut some, mut is_lone, mut other) = (Vec::new(), true, None);
        for id in graph.bound(TOP, name) {
            let at = graph.bindings[*id].name.start;
            let item = item_at(graph, at, &self.rules.import);
            let own = item.map_or_else(Vec::new, |item| conditions(self.rules, graph, item));
            if own.iter().any(|own| wanted.iter().any(|one| contradicts(own, one))) {
                continue;
            }
            if !self.means(path, (to, graph, *id)) {
                other.get_or_insert(at);
                continue;
            }
            if own.iter().all(|own| wanted.iter().any(|one| is_same(own, one))) {
                return Ok(Presence::Always);
            }
            let is_path = graph.bindings[*id].import.as_ref().is_some_and(|own| parts_of(own) == path);
            is_lone &= is_path && item.is_some_and(|item| !graph.slice(&item.byte_range()).contains('{'));
            some.push(own);
        }
        if let Some(at) = other {
            let place = self.spot(to, at, "means something else here");
            return Err(MoveProblem::Taken { name: name.to_owned(), place });
        }
        // An import for all builds takes the place of one for some.
        let is_freed = wanted.iter().all(|one| !is_condition(one)) && is_lone && some.len() == 1;
        let is_complete = some.iter().enumerate().any(|(at, one)| {
            some[at + 1..].iter().any(|other| match (&one[..], &other[..]) {
                ([one], [other]) => contradicts(one, other),
                _ => false,
            })
        });
        Ok(match some.is_empty() || is_freed {
            _ if is_complete => Presence::Always,
            true => Presence::Never,
            false => Presence::Under(some),
        })
    }

    /// Returns whether a name of the target file means what a path means in the old one.
    fn means(&self, path: &[String], (to, graph, id): (FileId, &BindingGraph, BindingId)) -> bool {
        let found = |file: FileId, written: &[String]| {
            let place = Place { file, byte: 0 };
            self.project.import(place, written, Lookup::of(space::ALL, 0).except(Some((to, id))))
        };
        let own = graph.bindings[id].import.as_ref().map(|own| parts_of(own));
        let is_same = own.is_some_and(|own| {
            let theirs = found(to, &own);
            own == path
                || matches!(theirs, Found::Definition(..) | Found::Module(_))
                    && theirs == found(self.from, path)
        });
        is_same
            || matches!(found(self.from, path), Found::Definition(_, file, own) if (file, own) == (to, id))
    }
}
