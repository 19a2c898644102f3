//! Finds uses of members of a member's own object or class that its target class does not have.

use std::ops::Range;

use super::bytes::MovedBytes;
use super::needs::visible_bindings;
use super::to_class::{ClassThere, class_of_all};
use super::visibility::{leaves_in, names_in};
use crate::ir::PatchPath;
use crate::resolve::bindings::ProjectFiles;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, Expr, FileId, ScopeId, Sort, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found, Place};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::classes::Open;

/// Returns the byte offsets in some members of a file, out of all ranges that move, that use members which the class
/// around a byte offset of the target file lacks.
#[must_use]
pub fn lost_members(
    files: ProjectFiles<'_>,
    (from, members, moved): (&PatchPath, &[Range<usize>], &[Range<usize>]),
    (to, byte): (&PatchPath, usize),
) -> Vec<usize> {
    let Some(rules) = files.language.local_rules() else { return Vec::new() };
    let project = Project::new(rules, files);
    let file_of = |path: &PatchPath| {
        let file = project.file(path.as_str())?;
        Some((file, project.graph(file)?))
    };
    let (Some((file, graph)), Some((there, other))) = (file_of(from), file_of(to)) else { return Vec::new() };
    let classes = other.around(other.scope_at(byte)).filter(|scope| other.scopes[*scope].sort == Sort::Class);
    let classes = classes.filter_map(|scope| class_of(&project, there, scope)).collect();
    let ids = members.iter().filter_map(|member| {
        let mut bound = graph.bound_in(member).iter();
        bound.find(|id| !member.contains(&graph.scopes[graph.bindings[**id].scope].range.start)).copied()
    });
    let named = class_of_all(&project, file, &ids.collect::<Vec<BindingId>>());
    let named = named.filter(|_| file != there && ClassThere::at(&project, (there, byte)).is_some());
    let moved = MovedBytes::of(moved.iter().cloned());
    let leaving = LeavingMembers { project: &project, file, graph, moved, classes, named };
    members.iter().flat_map(|member| leaving.lost_by(member)).collect()
}

fn class_of(project: &Project, file: FileId, scope: ScopeId) -> Option<DefinitionId> {
    match project.home_of(file, scope, 0) {
        Container::Class(key) => Some((*key).clone()),
        Container::Scope(..) | Container::Space(_) => None,
    }
}

struct LeavingMembers<'l> {
    project: &'l Project,
    file: FileId,
    graph: &'l BindingGraph,
    moved: MovedBytes,
    /// The classes around the target place, the innermost first.
    classes: Vec<DefinitionId>,
    /// The class whose name comes before what the members have of it.
    named: Option<ScopeId>,
}

impl LeavingMembers<'_> {
    fn lost_by(&self, member: &Range<usize>) -> Vec<usize> {
        let around = self.graph.scope_at(member.start);
        let is_class = |scope: &ScopeId| {
            let here = &self.graph.scopes[*scope];
            here.sort == Sort::Class && !(member.start <= here.range.start && here.range.end <= member.end)
        };
        let scope = self.graph.around(around).find(is_class);
        let own = scope.and_then(|scope| class_of(self.project, self.file, scope));
        let (Some(scope), Some(own), Some(there)) = (scope, own, self.classes.first()) else {
            return Vec::new();
        };
        if own == *there {
            return Vec::new();
        }
        let is_lost = |range: &Range<usize>| {
            let name = self.graph.slice(range);
            match self.graph.role(range) {
                NameRole::Member(Expr::Name(root)) => {
                    let is_own = self.is_object(&root) && self.graph.class_around(range.start) == Some(scope);
                    is_own && self.is_lost(&own, std::slice::from_ref(there), name)
                }
                NameRole::Plain => self.is_lost_by_itself(range, name),
                _ => false,
            }
        };
        let mut lost: Vec<usize> =
            names_in(self.graph, member).filter(is_lost).map(|range| range.start).collect();
        let is_private_lost = |range: &Range<usize>| self.is_private_lost(range, there);
        lost.extend(leaves_in(self.graph, member).filter(is_private_lost).map(|range| range.start));
        lost
    }

    /// Whether a name in a member is one that only its class sees, and the other class has none of it for the same object.
    fn is_private_lost(&self, range: &Range<usize>, there: &DefinitionId) -> bool {
        let marked = self.graph.slice(range);
        let mark = self.project.mark_of(marked);
        let Some(name) = marked.strip_prefix(mark).filter(|name| marked.len() > name.len()) else {
            return false;
        };
        if self.graph.by_byte.contains_key(&(range.start + mark.len())) {
            return false;
        }
        let private =
            |class: &DefinitionId| self.project.own_member(class, marked, space::ALL | space::STATIC);
        let classes = self.graph.around(self.graph.scope_at(range.start));
        let classes = classes.filter(|scope| self.graph.scopes[*scope].sort == Sort::Class);
        let keys = classes.filter_map(|scope| class_of(self.project, self.file, scope));
        let Some((file, id)) = keys.into_iter().find_map(|class| private(&class)) else { return false };
        let stays = self
            .project
            .graph(file)
            .is_none_or(|graph| !(file == self.file && self.moved.holds(graph.bindings[id].name.start)));
        let unmarked = range.end - name.len()..range.end;
        let is_own = match self.graph.role(&unmarked) {
            NameRole::Member(Expr::Name(root)) => self.is_object(&root),
            _ => false,
        };
        stays && !(is_own && private(there).is_some())
    }

    /// Returns whether a word refers to the object itself, or to its class.
    fn is_object(&self, root: &Range<usize>) -> bool {
        let rules = self.graph.rules();
        let word = self.graph.slice(root);
        rules.receivers.iter().chain(&rules.own_class).any(|own| own == word)
    }

    /// Returns whether a member that one class has under a name is missing, or may be missing, in the others.
    fn is_lost(&self, own: &DefinitionId, there: &[DefinitionId], name: &str) -> bool {
        let edge = self.project.rules.special_edge.as_deref();
        if edge.is_some_and(|edge| name.starts_with(edge) && name.ends_with(edge))
            || there.iter().any(|class| self.has(class, name))
        {
            return false;
        }
        let (above, openness) = self.project.ancestry(own);
        let is_open = |class: &DefinitionId| self.project.ancestry(class).1 != Open::No;
        match above.iter().find_map(|class| self.member_of(class, name)) {
            Some((file, at)) => !(file == self.file && self.moved.holds(at)),
            // The other class may inherit the same member from an unknown base class.
            None if self.has(own, name) => true,
            None => {
                let is_inherited = openness != Open::No && !there.iter().any(is_open);
                is_inherited && !self.project.language().knows_member(name)
            }
        }
    }

    /// Returns the place at which a class itself binds a member.
    fn member_of(&self, class: &DefinitionId, name: &str) -> Option<(FileId, usize)> {
        let shapes = self.project.rules.shapes.as_ref();
        let mark = shapes.and_then(|shapes| shapes.private_mark.as_deref()).unwrap_or_default();
        let marked = format!("{mark}{name}");
        let names = [name, marked.as_str()];
        let member = |name: &&str| self.project.own_member(class, name, space::ALL | space::STATIC);
        let (file, id) = names.iter().find_map(member)?;
        Some((file, self.project.graph(file)?.bindings[id].name.start))
    }

    /// Returns whether a class or one of its known ancestors has a member with the name.
    fn has(&self, class: &DefinitionId, name: &str) -> bool {
        let (all, _) = self.project.ancestry(class);
        all.iter().any(|above| {
            let is_known = |(file, at)| above == class || !self.is_private(file, at);
            self.member_of(above, name).map_or_else(|| self.says(above, name), is_known)
        })
    }

    /// Returns whether the binding at a byte offset of a file is visible only in its own class.
    fn is_private(&self, file: FileId, at: usize) -> bool {
        let rules = self.project.rules;
        let words = match &rules.package_visibility {
            Some(sight) => std::slice::from_ref(&sight.own),
            None => &rules.never_overridden,
        };
        let id = self.project.graph(file).and_then(|graph| graph.by_byte.get(&at).copied());
        id.is_some_and(|id| words.iter().any(|word| self.project.has_word_before(file, id, word)))
    }

    /// Returns whether the text of a class binds a name, or accesses it on its object, outside of the moved code.
    fn says(&self, class: &DefinitionId, name: &str) -> bool {
        self.project.scopes_of_class(class).iter().any(|(file, scope)| {
            let Some(graph) = self.project.graph(*file) else { return false };
            let range = &graph.scopes[*scope].range;
            let asks = |at: usize| {
                let is_asked = matches!(
                    graph.role(&(at..at + name.len())),
                    NameRole::Member(Expr::Name(root)) if self.is_receiver(graph, &root)
                );
                is_asked && !(*file == self.file && self.moved.holds(at))
            };
            let mut places = graph.places_of(name).filter(|at| range.contains(at));
            !graph.bound(*scope, name).is_empty() || places.any(asks)
        })
    }

    fn is_receiver(&self, graph: &BindingGraph, root: &Range<usize>) -> bool {
        graph.rules().receivers.iter().any(|own| own == graph.slice(root))
    }

    /// Returns whether an unqualified name refers to a member of a surrounding class that the other classes do not
    /// have.
    fn is_lost_by_itself(&self, range: &Range<usize>, name: &str) -> bool {
        let graph = self.graph;
        let own = match visible_bindings(graph, range.start, name) {
            Some((scope, bound)) => {
                let stays = !bound.iter().any(|id| self.moved.holds(graph.bindings[*id].name.start));
                let is_named = self.named == Some(scope);
                let is_class = graph.scopes[scope].sort == Sort::Class && stays && !is_named;
                is_class.then(|| class_of(self.project, self.file, scope)).flatten()
            }
            None if graph.rules().unqualified_members => {
                let place = Place { file: self.file, byte: range.start };
                let word = Expr::Name(range.clone());
                match self.project.resolve(place, &word, graph.wanted(range), 0) {
                    Found::Definition(DefinitionId { container: Container::Class(class), .. }, ..) => {
                        Some((*class).clone())
                    }
                    _ => None,
                }
            }
            None => None,
        };
        own.is_some_and(|_| !self.classes.iter().any(|class| self.has(class, name)))
    }
}
