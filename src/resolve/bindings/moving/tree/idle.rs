//! Finds the imports that a file no longer uses, and traits that it still uses without naming them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use tree_sitter::Node;

use super::TreeMove;
use super::imports::is_trait;
use super::needs::{TreeNeeds, inner_module, leaves};
use super::place::{is_condition, parts_of};
use super::statement::without_names;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, FileId, TOP, space};
use crate::resolve::bindings::file::role::{NameRole, TokenBefore};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Found, InferredType, Module, Place};
use crate::resolve::bindings::moving::exports::names_in;
use crate::resolve::bindings::moving::narrow::{outermost, tidied};
use crate::resolve::bindings::renamed_definition::RenamedDefinition;
use crate::text::normal::find_words;

impl TreeMove<'_> {
    /// Removes the imports of the old file that only the moved code used.
    pub(super) fn drop_idle(&mut self, needs: &TreeNeeds) {
        let graph = self.graph;
        let rest = std::cell::OnceCell::new();
        // Returns whether a member has the name, instead of only a macro call; `None` if neither has.
        let left = |name: &str| {
            let rest: &BTreeMap<&str, bool> = rest.get_or_init(|| {
                let is_member = |range: &Range<usize>| {
                    let (before, after) = (&graph.text[..range.start], &graph.text[range.end..]);
                    before.ends_with(['.', ':']) && !after.starts_with("::") || after.starts_with('!')
                };
                let all = leaves(graph, |_| true).into_iter().map(|node| node.byte_range());
                let outside = all.filter(|range| !self.moved.touches(range) && is_member(range));
                let mut rest = BTreeMap::new();
                for range in outside {
                    *rest.entry(graph.slice(&range)).or_insert(false) |=
                        !graph.text[range.end..].starts_with('!');
                }
                rest
            });
            rest.get(name).copied()
        };
        let (mut gone, mut idle, mut inside) = (Vec::new(), Vec::new(), Vec::new());
        let traits = std::mem::take(&mut self.traits);
        let asks = std::cell::OnceCell::new();
        let asks_traits = || *asks.get_or_init(|| self.rest_may_ask_traits());
        let traits = traits.iter().map(|id| graph.slice(&graph.bindings[*id].name).to_owned());
        let names: BTreeSet<String> = needs.names.keys().cloned().chain(traits).collect();
        for name in &names {
            for id in graph.bound(TOP, name) {
                let binding = &graph.bindings[*id];
                let attributes = self.attributes_of(graph, binding.name.start);
                let is_private =
                    binding.import.is_some() && self.words_before(graph, binding.name.start).is_empty();
                let is_plain = is_private && attributes.is_empty();
                // Other attributes may require the import for unknown reasons.
                let may_go = is_private && attributes.lines().all(is_condition);
                let is_used = find_words(&graph.text, name).any(|at| {
                    let is_said = || {
                        let role = graph.role(&(at..at + name.len()));
                        matches!(
                            role,
                            NameRole::Text
                                | NameRole::Comment
                                | NameRole::Imported(_)
                                | NameRole::Label(_)
                                | NameRole::Member(_)
                                | NameRole::Bound(_)
                                | NameRole::Token(TokenBefore::Object)
                        )
                    };
                    !self.moved.holds(at) && !binding.name.contains(&at) && !is_said()
                });
                let is_documented = || {
                    find_words(&graph.text, name)
                        .any(|at| !self.moved.holds(at) && graph.is_looked_up(&(at..at + name.len())))
                };
                if is_plain && is_used {
                    inside.push((*id, name.clone()));
                }
                if !may_go || is_used || self.is_seen_below(name) {
                    continue;
                }
                if is_documented() {
                    idle.push(name.clone());
                    continue;
                }
                let members = self.path_of_import(*id, 0).map(|path| self.members_of_trait(*id, &path));
                match members.flatten() {
                    Some(members) if !members.iter().any(|name| left(name).is_some()) => gone.push(*id),
                    // What the macro calls may be an inherent method, without the trait.
                    Some(members) if !members.iter().any(|name| left(name) == Some(true)) => {
                        idle.push(name.clone());
                    }
                    None if !self.may_be_trait(name) || needs.names.contains_key(name) && !asks_traits() => {
                        gone.push(*id)
                    }
                    Some(_) => {}
                    None => idle.push(name.clone()),
                }
            }
        }
        self.done.idle.extend(idle);
        self.take_out(self.from, &gone);
        inside.into_iter().for_each(|(id, name): (BindingId, String)| self.let_inside(id, name.as_str()));
    }

    /// Returns whether the remaining code calls members of a trait that moves, which then must be visible there.
    pub(super) fn asks_by_trait(&self, known: &RenamedDefinition) -> bool {
        let (project, graph) = (self.project, self.graph);
        let scope = graph.bindings[known.id].body_scope.filter(|_| known.file == self.from);
        let Some(scope) = scope.filter(|_| is_trait(self.rules, graph, known.target.byte)) else {
            return false;
        };
        let of_trait = project.key_of(self.from, known.id, 0);
        let is_by_trait = |at: usize, name: &str| {
            let NameRole::Member(of) = graph.role(&(at..at + name.len())) else {
                return graph.text[..at].ends_with('.');
            };
            match project.kind_of(Place { file: self.from, byte: at }, &of, 0) {
                InferredType::Object(class) | InferredType::Class(class) => {
                    match project.member(&class, name, space::ALL, 0) {
                        Found::Definition(found, ..) => found.class() == Some(&of_trait),
                        _ => true,
                    }
                }
                _ => true,
            }
        };
        graph.scopes[scope].binds.keys().any(|name| {
            let mut left = graph.places_of(name).filter(|at| !self.moved.holds(*at));
            left.any(|at| graph.text[..at].ends_with(['.', ':']) && is_by_trait(at, name))
        })
    }

    /// Moves an import that only a single inner module still uses into that module, if it has a wildcard import of the
    /// file.
    fn let_inside(&mut self, id: BindingId, name: &str) {
        let graph = self.graph;
        let own = &graph.bindings[id].name;
        let uses = find_words(&graph.text, name).filter(|at| {
            let role = graph.role(&(*at..*at + name.len()));
            let is_said = matches!(role, NameRole::Text | NameRole::Comment | NameRole::Imported(_));
            !is_said && !self.moved.holds(*at) && !own.contains(at)
        });
        let mut scopes: Vec<usize> = uses.map(|at| inner_module(graph, at)).collect();
        scopes.dedup();
        let [scope] = scopes[..] else { return };
        let is_home = graph.scopes[scope].wildcards.iter().any(|path| path[..] == ["super"]);
        let Some(path) = self.path_of_import(id, 0).filter(|_| scope != TOP && is_home) else { return };
        if self.is_seen_below(name) || path.last().is_none_or(|last| last != name) {
            return;
        }
        self.bring_beside_all(self.from, scope, &format!("use {};", path.join("::")));
        self.take_out(self.from, &[id]);
    }

    /// Returns whether no use shows that an import is a type.
    fn may_be_trait(&self, name: &str) -> bool {
        let is_type = |at: &usize| {
            let node = self.graph.tree.root_node().descendant_for_byte_range(*at, *at + name.len());
            let is_path = node.and_then(|node| node.parent()).is_some_and(|of| of.kind() == self.rules.path);
            let role = self.graph.role(&(*at..*at + name.len()));
            role == NameRole::Plain && (!is_path || self.is_maker(*at + name.len())) && !self.is_bound(*at)
        };
        find_words(&self.graph.text, name).find(is_type).is_none()
    }

    /// Returns whether a call of a constructor, which is unlikely to belong to a trait, follows a name.
    fn is_maker(&self, end: usize) -> bool {
        let Some(behind) = self.graph.text[end..].strip_prefix("::") else { return false };
        let called =
            |maker: &String| behind.strip_prefix(maker.as_str()).is_some_and(|rest| rest.starts_with('('));
        self.rules.constructors.iter().any(called)
    }

    /// Returns whether a module below the old one may use a name from it.
    fn is_seen_below(&self, name: &str) -> bool {
        let home = Found::Module(Module::File(self.from, TOP));
        self.project.files_with(name).into_iter().filter(|file| *file != self.from).any(|file| {
            let Some(graph) = self.project.graph(file) else { return true };
            let leads = |place: usize, parts: &[String]| {
                let place = Place { file, byte: place };
                self.project.import(place, parts, Lookup::of(space::TYPE, 0)) == home
            };
            let by_all = graph
                .scopes
                .iter()
                .any(|scope| scope.wildcards.iter().any(|path| leads(scope.range.start, &parts_of(path))));
            by_all
                || graph.bindings.iter().any(|binding| {
                    let path = binding.import.as_ref().map(|path| parts_of(path)).unwrap_or_default();
                    let Some((last, before)) = path.split_last() else { return false };
                    last == name && !before.is_empty() && leads(binding.name.start, before)
                })
        })
    }

    /// Notes names to be removed from the imports at the top level of a file.
    pub(super) fn take_out(&mut self, file: FileId, gone: &[BindingId]) {
        self.gone.entry(file).or_default().extend(gone);
    }

    /// Removes the noted names.
    pub(super) fn take_all_out(&mut self) {
        for (file, gone) in std::mem::take(&mut self.gone) {
            let Some(graph) = self.project.graph(file) else { continue };
            let mut statements: Vec<Node<'_>> =
                gone.iter().filter_map(|id| outermost(graph, graph.bindings[*id].name.start)).collect();
            statements.sort_by_key(|node| node.start_byte());
            statements.dedup_by_key(|node| node.id());
            let mut all = Vec::new();
            for statement in statements {
                let is_gone = |id: BindingId| gone.contains(&id);
                let names = names_in(graph, statement).into_iter().filter(|id| is_gone(*id));
                let places: Vec<usize> = names.map(|id| place_of(graph, id)).collect();
                let edits = without_names(self.rules, graph, statement, &places);
                let is_whole = names_in(graph, statement).into_iter().all(is_gone);
                let first = self.first_attribute(statement).filter(|_| is_whole);
                for mut edit in edits.unwrap_or_default() {
                    edit.range.start = first.map_or(edit.range.start, |first| first.start_byte());
                    all.push(edit);
                }
            }
            tidied(graph, all).into_iter().for_each(|edit| self.edit(file, edit));
        }
    }
}

/// Returns the byte offset of a name in the list of an import: a module that imports itself is written as `self` there.
pub(super) fn place_of(graph: &BindingGraph, id: BindingId) -> usize {
    let name = &graph.bindings[id].name;
    let list = graph.text[name.end..].strip_prefix("::").filter(|rest| rest.starts_with('{'));
    let node = list.and_then(|_| {
        let at = name.end + "::".len();
        graph.tree.root_node().descendant_for_byte_range(at, at + 1)?.parent()
    });
    let own = node.and_then(|list| {
        let mut cursor = list.walk();
        list.named_children(&mut cursor).find(|child| graph.slice(&child.byte_range()) == "self")
    });
    own.map_or(name.start, |own| own.start_byte())
}
