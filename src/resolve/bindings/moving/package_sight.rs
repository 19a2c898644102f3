//! Members of classes of a package that code asks for which leaves it, and that no other package sees.

use std::ops::Range;

use tree_sitter::Node;

use super::bytes::MovedBytes;
use crate::lang::{PackageSight, field, is_of};
use crate::resolve::bindings::file::expr::path_root;
use crate::resolve::bindings::file::graph::{BindingId, Expr, FileId, Graph, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::found::{ExprKind, Found, Home, Place};
use crate::resolve::bindings::project::Project;
use crate::text::normal::is_word_char;

/// The places in some ranges of a file that ask for such members, as far as that is known.
pub(super) fn hidden_members(
    (project, file, graph): (&Project, FileId, &Graph),
    ranges: &[Range<usize>],
) -> Vec<usize> {
    let Some(rules) = &graph.rules().package_sight else { return Vec::new() };
    let moved = MovedBytes::of(ranges.iter().cloned());
    let asking = AskingCode { project, file, graph, rules, moved };
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

struct AskingCode<'a> {
    project: &'a Project,
    file: FileId,
    graph: &'a Graph,
    rules: &'static PackageSight,
    moved: MovedBytes,
}

impl AskingCode<'_> {
    /// Whether a name asks for what no other package sees.
    fn is_hidden(&self, name: Node<'_>) -> bool {
        let (project, graph, range) = (self.project, self.graph, name.byte_range());
        if !graph.slice(&range).starts_with(|char: char| is_word_char(char) && !char.is_numeric()) {
            return false;
        }
        let place = Place { file: self.file, byte: range.start };
        let (found, is_own_object) = match graph.role(&range) {
            NameRole::Member(of) => {
                let kind = project.kind_of(place, &of, 0);
                if !matches!(kind, ExprKind::Object(_) | ExprKind::Class(_) | ExprKind::Super(_)) {
                    return false;
                }
                let root = path_root(&of).map_or("", |root| graph.slice(root));
                let is_receiver = graph.rules().receivers.iter().any(|own| own == root);
                let is_own = matches!(of, Expr::Name(_)) && is_receiver || matches!(kind, ExprKind::Super(_));
                (self.member(&kind, name), is_own)
            }
            NameRole::Plain => {
                let word = Expr::Name(range.clone());
                (project.resolve(place, &word, graph.wanted(&range), 0), true)
            }
            _ => return false,
        };
        let Found::Key(key, file, id) = found else { return false };
        if file == self.file && self.moved.holds(graph.bindings[id].name.start) || !self.is_of_package(file) {
            return false;
        }
        match &key.home {
            Home::Class(_) => !project.is_seen_outside((file, id), is_own_object),
            _ => self.is_made_unseen(name, file, id),
        }
    }

    fn member(&self, kind: &ExprKind, name: Node<'_>) -> Found {
        let (ExprKind::Object(class) | ExprKind::Class(class) | ExprKind::Super(class)) = kind else {
            return Found::Unknown;
        };
        let text = self.graph.slice(&name.byte_range());
        let wanted = self.graph.side(kind, self.project, self.graph.wanted(&name.byte_range()));
        self.project.member(class, text, wanted, 0)
    }

    fn is_of_package(&self, file: FileId) -> bool {
        let space = |file: FileId, graph: &Graph| self.project.space_of(file, graph, TOP);
        let other = self.project.graph(file).and_then(|graph| space(file, graph));
        other.is_some() && other == space(self.file, self.graph)
    }

    /// Whether an object of a class is made there by what other packages may not see.
    fn is_made_unseen(&self, name: Node<'_>, file: FileId, id: BindingId) -> bool {
        let stands_in = |kinds: &[String]| name.parent().is_some_and(|above| is_of(above, kinds));
        let is_inherited = stands_in(&self.rules.inherited_in);
        if !is_inherited && !stands_in(&self.rules.made_in) {
            return false;
        }
        let Some(graph) = self.project.graph(file) else { return false };
        let class = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(class.start, class.end);
        let body = node.and_then(|node| field(node.parent()?, "body"));
        body.is_some_and(|body| {
            let mut cursor = body.walk();
            let is_maker = |node: &Node<'_>| is_of(node, &self.rules.makers);
            let mut makers = body.named_children(&mut cursor).filter(is_maker);
            makers.any(|maker| {
                let end = field(maker, "name").map_or(maker.end_byte(), |name| name.start_byte());
                let head = graph.slice(&(maker.start_byte()..end));
                let has = |word: &str| head.split(|char| !is_word_char(char)).any(|own| own == word);
                !(has(&self.rules.all) || has(&self.rules.own) || is_inherited && has(&self.rules.heirs))
            })
        })
    }
}
