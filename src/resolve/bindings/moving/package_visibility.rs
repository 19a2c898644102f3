//! Finds uses of members that are visible only in their own package, when code leaves that package.

use std::collections::BTreeSet;
use std::ops::Range;

use tree_sitter::Node;

use super::bytes::MovedBytes;
use crate::lang::{PackageVisibility, field, is_of};
use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, BindingKind, Expr, FileId, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Container, Found, InferredType, Place};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::is_member;
use crate::text::normal::is_word_char;

/// Returns the byte offsets in some ranges of a file that use such members, as far as that is known.
pub(super) fn hidden_members(
    (project, file, graph): (&Project, FileId, &BindingGraph),
    ranges: &[Range<usize>],
) -> Vec<usize> {
    let Some(rules) = &graph.rules().package_visibility else { return Vec::new() };
    let moved = MovedBytes::of(ranges.iter().cloned());
    let asking = MemberAccess { project, file, graph, rules, moved: &moved, asked: None };
    let mut found = Vec::new();
    let mut cursor = graph.tree.root_node().walk();
    loop {
        let node = cursor.node();
        let is_in = asking.moved.touches(&node.byte_range());
        if is_in && node.child_count() == 0 && node.is_named() && asking.is_hidden(node) {
            found.push(node.start_byte());
        }
        if is_in && !node.is_extra() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

/// Returns the places in files of the old package that use members of the moved code which are not visible outside of
/// its package, as far as that is known. Places within the moved code are excluded.
pub(super) fn hidden_from_old_package(
    (project, from, own): (&Project, FileId, &BindingGraph),
    moved: &MovedBytes,
) -> Vec<(FileId, usize)> {
    let Some(rules) = &own.rules().package_visibility else { return Vec::new() };
    let is_asked_for = |id: &BindingId| {
        let kind = own.bindings[*id].kind;
        let is_member = is_member(own, *id) && !project.is_visible_outside_package((from, *id), false);
        kind == BindingKind::Class || is_member && !project.has_word_before(from, *id, &rules.own)
    };
    let ids = moved.iter().flat_map(|range| own.bound_in(range)).filter(|id| is_asked_for(id));
    let names: BTreeSet<&str> = ids.map(|id| own.slice(&own.bindings[*id].name)).collect();
    let mut found = Vec::new();
    for name in names {
        for file in project.files_with(name) {
            let Some(graph) = project.graph(file) else { continue };
            let asking = MemberAccess { project, file, graph, rules, moved, asked: Some(from) };
            let is_left = |at: &usize| file != from || !moved.holds(*at);
            let places = graph.places_of(name).filter(is_left).filter(|at| {
                let node = graph.tree.root_node().descendant_for_byte_range(*at, at + name.len());
                node.is_some_and(|node| node.child_count() == 0 && node.is_named() && asking.is_hidden(node))
            });
            found.extend(places.map(|at| (file, at)));
        }
    }
    found
}

/// Returns what a name resolves to, in languages whose members have package visibility.
pub(super) fn found_at(
    (project, file, graph): (&Project, FileId, &BindingGraph),
    name: Node<'_>,
) -> Option<Found> {
    let rules = graph.rules().package_visibility.as_ref()?;
    let asking = MemberAccess { project, file, graph, rules, moved: &MovedBytes::default(), asked: None };
    asking.found(name).map(|(found, _)| found)
}

struct MemberAccess<'a> {
    project: &'a Project,
    file: FileId,
    graph: &'a BindingGraph,
    rules: &'static PackageVisibility,
    moved: &'a MovedBytes,
    /// The file whose moved members are searched for; `None` for members of the package that stay.
    asked: Option<FileId>,
}

impl MemberAccess<'_> {
    /// Returns what a name resolves to, and whether it is accessed on the current object.
    fn found(&self, name: Node<'_>) -> Option<(Found, bool)> {
        let (project, graph, range) = (self.project, self.graph, name.byte_range());
        if !graph.slice(&range).starts_with(|char: char| is_word_char(char) && !char.is_numeric()) {
            return None;
        }
        let place = Place { file: self.file, byte: range.start };
        match graph.role(&range) {
            NameRole::Member(of) => {
                let kind = project.kind_of(place, &of, 0);
                if !matches!(kind, InferredType::Object(_) | InferredType::Class(_) | InferredType::Super(_))
                {
                    return None;
                }
                let root = path_root(&of).map_or("", |root| graph.slice(root));
                let is_receiver = graph.rules().receivers.iter().any(|own| own == root);
                let is_own =
                    matches!(of, Expr::Name(_)) && is_receiver || matches!(kind, InferredType::Super(_));
                Some((self.member(&kind, name), is_own))
            }
            NameRole::Plain => {
                let word = Expr::Name(range.clone());
                Some((project.resolve(place, &word, graph.wanted(&range), 0), true))
            }
            _ => None,
        }
    }

    /// Returns whether a name resolves to a definition that is not visible in other packages.
    fn is_hidden(&self, name: Node<'_>) -> bool {
        let project = self.project;
        let Some((Found::Definition(key, file, id), is_own_object)) = self.found(name) else { return false };
        let is_moved = |from: FileId| {
            let binding = self.project.graph(file).map(|graph| graph.bindings[id].name.start);
            file == from && binding.is_some_and(|at| self.moved.holds(at))
        };
        let is_asked = match self.asked {
            Some(from) => is_moved(from),
            None => !is_moved(self.file),
        };
        if !is_asked || !self.is_of_package(file) {
            return false;
        }
        match &key.container {
            Container::Class(_) => !project.is_visible_outside_package((file, id), is_own_object),
            _ => self.has_hidden_constructor(name, file, id),
        }
    }

    fn member(&self, kind: &InferredType, name: Node<'_>) -> Found {
        let (InferredType::Object(class) | InferredType::Class(class) | InferredType::Super(class)) = kind
        else {
            return Found::Unknown;
        };
        let text = self.graph.slice(&name.byte_range());
        let wanted = self.graph.side(kind, self.project, self.graph.wanted(&name.byte_range()));
        self.project.member(class, text, wanted, 0)
    }

    fn is_of_package(&self, file: FileId) -> bool {
        let space = |file: FileId, graph: &BindingGraph| self.project.space_of(file, graph, TOP);
        let other = self.project.graph(file).and_then(|graph| space(file, graph));
        other.is_some() && other == space(self.file, self.graph)
    }

    /// Returns whether the name is part of a creation or an extension of a class whose constructor is not visible in
    /// other packages.
    fn has_hidden_constructor(&self, name: Node<'_>, file: FileId, id: BindingId) -> bool {
        let stands_in = |kinds: &[String]| name.parent().is_some_and(|above| is_of(above, kinds));
        let is_inherited = stands_in(&self.rules.inherited_in);
        if !is_inherited && !stands_in(&self.rules.constructor_calls) {
            return false;
        }
        let Some(graph) = self.project.graph(file) else { return false };
        let class = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(class.start, class.end);
        let body = node.and_then(|node| field(node.parent()?, "body"));
        body.is_some_and(|body| {
            let mut cursor = body.walk();
            let is_maker = |node: &Node<'_>| is_of(node, &self.rules.constructors);
            let mut makers = body.named_children(&mut cursor).filter(is_maker);
            makers.any(|maker| {
                let end = field(maker, "name").map_or(maker.end_byte(), |name| name.start_byte());
                let head = graph.slice(&(maker.start_byte()..end));
                let has = |word: &str| head.split(|char| !is_word_char(char)).any(|own| own == word);
                !(has(&self.rules.all) || has(&self.rules.own) || is_inherited && has(&self.rules.subclasses))
            })
        })
    }
}
