//! Determines which names moved code would no longer see from another place of its file.

use std::ops::Range;
use std::rc::Rc;

use super::needs::visible_bindings;
use super::tree;
use crate::lang::{Language, Macros};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, ScopeId, Sort, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::project::{Graphs, Source};
use crate::text::normal::is_word_char;

/// Returns the byte offsets in a range of a file at which names refer to bindings of a scope that another place of the
/// file does not see.
#[must_use]
pub fn out_of_sight(
    language: &'static Language,
    macros: &Macros,
    (source, graphs): (&Source, &Graphs),
    (moved, place): (Range<usize>, usize),
) -> Vec<usize> {
    let Some(rules) = language.local_rules() else { return Vec::new() };
    let Some(graph) = graphs.of(macros, source) else { return Vec::new() };
    let is_tree = rules.tree.is_some();
    let is_seen_there = |scope: ScopeId| match graph.scopes[scope].sort {
        // A module does not see the names of the module around it.
        Sort::File | Sort::Module if is_tree => {
            let module = tree::inner_module(&graph, place);
            module == scope || !graph.scopes[module].wildcards.is_empty()
        }
        _ => scope == TOP || graph.around(graph.scope_at(place)).any(|at| at == scope),
    };
    let is_lost = |range: &Range<usize>| {
        let name = graph.slice(range);
        if !matches!(graph.role(range), NameRole::Plain | NameRole::Token(_)) {
            return false;
        }
        let found = match is_tree {
            true => tree::binding_scope(&graph, range.start, name),
            false => visible_bindings(&graph, range.start, name),
        };
        found.is_some_and(|(scope, ids)| {
            let comes_along = |id: &usize| moved.contains(&graph.bindings[*id].name.start);
            !ids.iter().any(comes_along) && !is_seen_there(scope)
        })
    };
    names_in(&graph, &moved).filter(is_lost).map(|range| range.start).collect()
}

/// Returns the byte offsets of names in definitions that move to another file, and that this file does not bind by the
/// same import: names that their old file binds, and paths that are relative to its modules.
#[must_use]
pub fn unmoved_names(
    language: &'static Language,
    macros: &Macros,
    ([source, target], graphs): ([&Source; 2], &Graphs),
    moved: &[Range<usize>],
) -> Vec<usize> {
    let Some(rules) = language.local_rules() else { return Vec::new() };
    let Some(graph) = graphs.of(macros, source) else { return Vec::new() };
    let there = graphs.of(macros, target);
    let is_there = |name: &str, id: BindingId| {
        let own = graph.bindings[id].import.as_ref();
        let same = |other: &BindingId, there: &BindingGraph| there.bindings[*other].import.as_ref() == own;
        own.is_some()
            && there.as_ref().is_some_and(|there| there.bound(TOP, name).iter().any(|id| same(id, there)))
    };
    let is_unmoved = |range: &Range<usize>| {
        let name = graph.slice(range);
        let is_relative = rules.tree.is_some() && matches!(name, "self" | "super");
        if is_relative && graph.text[range.end..].starts_with("::") {
            return true;
        }
        if !matches!(graph.role(range), NameRole::Plain | NameRole::Token(_)) {
            return false;
        }
        let found = match rules.tree.is_some() {
            true => tree::binding_scope(&graph, range.start, name),
            false => visible_bindings(&graph, range.start, name),
        };
        found.is_some_and(|(_, ids)| {
            let is_moved =
                |id: &BindingId| moved.iter().any(|own| own.contains(&graph.bindings[*id].name.start));
            !ids.iter().any(|id| is_moved(id) || is_there(name, *id))
        })
    };
    moved.iter().flat_map(|own| names_in(&graph, own)).filter(is_unmoved).map(|range| range.start).collect()
}

/// Returns the byte offsets of names in definitions that are bound by a function or block around them and do not move.
#[must_use]
pub fn local_names(
    language: &'static Language,
    macros: &Macros,
    (source, graphs): (&Source, &Graphs),
    moved: &[Range<usize>],
) -> Vec<usize> {
    let graph = language.local_rules().and_then(|_| graphs.of(macros, source));
    let Some(graph) = graph else { return Vec::new() };
    let is_local = |range: &Range<usize>| {
        let is_plain = matches!(graph.role(range), NameRole::Plain | NameRole::Token(_));
        let found = is_plain.then(|| visible_bindings(&graph, range.start, graph.slice(range))).flatten();
        found.is_some_and(|(scope, ids)| {
            let comes_along =
                |id: &usize| moved.iter().any(|own| own.contains(&graph.bindings[*id].name.start));
            graph.is_inner(scope) && !ids.iter().any(comes_along)
        })
    };
    let nested = moved.iter().filter(|own| scope_around(&graph, own) != TOP);
    nested.flat_map(|own| names_in(&graph, own)).filter(is_local).map(|range| range.start).collect()
}

/// The scopes that a definition leaves and enters within its file, at least one of which is a function or block.
pub struct ScopeChange {
    graph: Rc<BindingGraph>,
    from: ScopeId,
    to: ScopeId,
    /// A byte offset beside the target place, after the bindings above it.
    byte: usize,
}

impl ScopeChange {
    /// Returns the scopes for a definition that moves to a place, which is empty or the range of the definition beside
    /// it; `None` if it stays in its scope, or neither scope belongs to a function or block.
    #[must_use]
    pub fn of(
        language: &'static Language,
        macros: &Macros,
        (source, graphs): (&Source, &Graphs),
        (moved, place): (&Range<usize>, &Range<usize>),
    ) -> Option<Self> {
        language.local_rules()?;
        let graph = graphs.of(macros, source)?;
        let (from, to) = (scope_around(&graph, moved), scope_around(&graph, place));
        // Nothing precedes the place at the beginning of the file.
        let byte = place.start.checked_sub(1).unwrap_or(place.end);
        (from != to && (graph.is_inner(from) || graph.is_inner(to))).then_some(Self { graph, from, to, byte })
    }

    /// Returns whether a use of the definition at a byte offset sees it at its new place.
    #[must_use]
    pub fn is_seen_from(&self, byte: usize, name: &str) -> bool {
        let Self { graph, from, to, .. } = self;
        let rules = graph.rules();
        let mut is_inside = false;
        for (at, is_heading) in graph.visible_scopes(byte) {
            // What a class binds has no name of its own in the functions of it.
            let is_apart = is_inside || rules.shapes.is_some();
            let is_hidden = graph.scopes[at].sort == Sort::Class && is_apart && !rules.unqualified_members;
            is_inside |= !is_heading && graph.hides_members(at);
            let is_other = || at != *from && !graph.bound(at, name).is_empty();
            if !is_hidden && (at == *to || is_other()) {
                return at == *to;
            }
        }
        false
    }

    /// Returns whether the definition leaves a function or block for the file, or for a module in it.
    #[must_use]
    pub fn leaves_function(&self) -> bool {
        let to = self.graph.scopes[self.to].sort;
        self.graph.is_inner(self.from) && matches!(to, Sort::File | Sort::Module)
    }

    /// Returns the other occurrences of a definition's name if it leaves a function: bindings of that function,
    /// bindings of the new scope, and names that nothing in the file binds, each with a description.
    #[must_use]
    pub fn others_named(&self, name: &str, moved: &Range<usize>) -> Vec<(usize, &'static str)> {
        let Self { graph, from, to, .. } = self;
        let bound = [(*from, "has the name in the old function"), (*to, "already has the name")];
        let bound = bound.into_iter().flat_map(|(scope, label)| {
            graph.bound(scope, name).iter().map(move |id| (graph.bindings[*id].name.start, label))
        });
        let is_tree = graph.rules().tree.is_some();
        let is_unbound = |at: &usize| {
            let is_plain = matches!(graph.role(&(*at..*at + name.len())), NameRole::Plain);
            let found = || match is_tree {
                true => tree::binding_scope(graph, *at, name),
                false => visible_bindings(graph, *at, name),
            };
            is_plain && found().is_none() && graph.around(graph.scope_at(*at)).any(|scope| scope == *to)
        };
        let unbound = graph.places_of(name).filter(is_unbound).map(|at| (at, "would then refer to it"));
        bound.chain(unbound).filter(|(at, _)| !moved.contains(at)).collect()
    }

    /// Returns the byte offsets of names in the definition that are unbound, or mean something else, at its new place.
    #[must_use]
    pub fn other_names(&self, moved: &Range<usize>) -> Vec<usize> {
        let Self { graph, byte, .. } = self;
        let is_other = |range: &Range<usize>| {
            if !matches!(graph.role(range), NameRole::Plain | NameRole::Token(_)) {
                return false;
            }
            let name = graph.slice(range);
            let now = visible_bindings(graph, range.start, name);
            // The receiver of the function around it is not accessible under another name.
            if now.is_none()
                && self.leaves_function()
                && graph.rules().receivers.iter().any(|own| own == name)
            {
                return true;
            }
            let comes_along = |id: &usize| moved.contains(&graph.bindings[*id].name.start);
            if now.as_ref().is_some_and(|(_, ids)| ids.iter().any(comes_along)) {
                return false;
            }
            now.map(|(scope, _)| scope) != visible_bindings(graph, *byte, name).map(|(scope, _)| scope)
        };
        names_in(graph, moved).filter(is_other).map(|range| range.start).collect()
    }
}

/// Returns the innermost scope around a definition or place.
fn scope_around(graph: &BindingGraph, range: &Range<usize>) -> ScopeId {
    let is_own = |scope: &ScopeId| {
        let own = &graph.scopes[*scope].range;
        !range.is_empty() && range.start <= own.start && own.end <= range.end
    };
    graph.around(graph.scope_at(range.start)).find(|scope| *scope == TOP || !is_own(scope)).unwrap_or(TOP)
}

/// Returns the byte offsets in a range of a file of names that are mangled with the name of the class around them:
/// members, and names from outside of the class.
#[must_use]
pub fn mangled_names(
    language: &'static Language,
    macros: &Macros,
    (source, graphs): (&Source, &Graphs),
    moved: Range<usize>,
) -> Vec<usize> {
    let rules = language.local_rules();
    let Some(edge) = rules.and_then(|rules| rules.special_edge.as_deref()) else { return Vec::new() };
    let is_mangled = |name: &str| name.starts_with(edge) && !name.ends_with(edge);
    if !source.text.get(moved.clone()).is_some_and(|text| text.contains(edge)) {
        return Vec::new();
    }
    let Some(graph) = graphs.of(macros, source) else { return Vec::new() };
    let is_other = |range: &Range<usize>| {
        let name = graph.slice(range);
        is_mangled(name)
            && match graph.role(range) {
                NameRole::Member(_) => true,
                NameRole::Plain => {
                    visible_bindings(&graph, range.start, name).is_none_or(|(scope, _)| scope == TOP)
                }
                _ => false,
            }
    };
    names_in(&graph, &moved).filter(is_other).map(|range| range.start).collect()
}

/// Returns the ranges of the words of code in a range.
pub(super) fn names_in<'g>(
    graph: &'g BindingGraph,
    within: &Range<usize>,
) -> impl Iterator<Item = Range<usize>> + 'g {
    leaves_in(graph, within).filter(|range| graph.slice(range).chars().all(is_word_char))
}

/// What stands in a range as one word, with the marks that belong to it.
pub(super) fn leaves_in<'g>(
    graph: &'g BindingGraph,
    within: &Range<usize>,
) -> impl Iterator<Item = Range<usize>> + 'g {
    let root = graph.tree.root_node();
    let mut cursor = root.walk();
    let within = within.clone();
    let mut is_done = false;
    std::iter::from_fn(move || {
        while !is_done {
            let node = cursor.node();
            let range = node.byte_range();
            let is_in = range.start < within.end && range.end > within.start;
            let is_leaf = node.child_count() == 0;
            if !(is_in && cursor.goto_first_child()) {
                while !cursor.goto_next_sibling() {
                    if !cursor.goto_parent() {
                        is_done = true;
                        break;
                    }
                }
            }
            if is_in && is_leaf && range.start >= within.start && node.is_named() {
                return Some(range);
            }
        }
        None
    })
}
