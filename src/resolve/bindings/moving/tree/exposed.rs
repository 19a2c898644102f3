//! Determines the moved types that must become visible together with definitions that use them in a heading or field.

use crate::lang::is_of;
use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::TreeMove;
use super::needs::binding_scope;
use crate::resolve::bindings::file::graph::{BindingId, Sort, TOP, space};
use crate::resolve::bindings::lookup::module_tree::{ModulePath, Visibility, visibility_node};
use crate::resolve::bindings::moving::narrow::outermost;

/// The modules that use each moved definition.
pub(super) type Viewers = BTreeMap<BindingId, BTreeSet<ModulePath>>;

impl TreeMove<'_> {
    /// Adds the types that appear in moved definitions which modules use, and in members that become visible.
    pub(super) fn spread_visibility(&self, viewers: &mut Viewers) {
        let below: BTreeSet<ModulePath> = self.modules_below().into_iter().collect();
        let mut open: Vec<(BindingId, BTreeSet<ModulePath>)> =
            viewers.iter().map(|(id, users)| (*id, users.clone())).collect();
        for member in &self.seen_members {
            open.extend(self.types_shown(*member, &below).into_iter().map(|id| (id, below.clone())));
        }
        let mut done: BTreeSet<(BindingId, usize)> = BTreeSet::new();
        while let Some((id, users)) = open.pop() {
            let known = viewers.entry(id).or_default();
            known.extend(users);
            let users = known.clone();
            if users.is_empty() || !done.insert((id, users.len())) {
                continue;
            }
            let shown =
                self.parts_of_definition(id).into_iter().flat_map(|part| self.types_shown(part, &users));
            open.extend(shown.map(|shown| (shown, users.clone())));
        }
    }

    /// Returns the statement of a moved definition, and the blocks with its members.
    fn parts_of_definition(&self, id: BindingId) -> Vec<Node<'_>> {
        let graph = self.graph;
        let name = &graph.bindings[id].name;
        let root = graph.tree.root_node();
        let mut cursor = root.walk();
        let is_own = |node: &Node<'_>| {
            let of = node.child_by_field_name("type").filter(|_| node.kind() == self.rules.block);
            let own = of.map_or("", |of| graph.slice(&of.byte_range()).split('<').next().unwrap_or_default());
            own.trim() == graph.slice(name) && self.moved.holds(node.start_byte())
        };
        let blocks: Vec<Node<'_>> = root.named_children(&mut cursor).filter(is_own).collect();
        outermost(graph, name.start).into_iter().chain(blocks).collect()
    }

    /// Returns the moved types that appear in a part of a definition that modules see.
    fn types_shown(&self, part: Node<'_>, users: &BTreeSet<ModulePath>) -> Vec<BindingId> {
        let graph = self.graph;
        let mut found = Vec::new();
        let mut cursor = part.walk();
        loop {
            let node = cursor.node();
            let is_hidden = node.id() != part.id() && self.is_hidden_part(node, users);
            if !is_hidden && node.child_count() == 0 {
                found.extend(self.moved_type_at(node));
            }
            if !is_hidden && cursor.goto_first_child() {
                continue;
            }
            loop {
                if cursor.node().id() == part.id() {
                    found.retain(|id| outermost(graph, graph.bindings[*id].name.start) != Some(part));
                    return found;
                }
                if cursor.goto_next_sibling() {
                    break;
                }
                cursor.goto_parent();
            }
        }
    }

    /// Returns whether modules do not see a part of a definition: the body of a function, or a private member.
    fn is_hidden_part(&self, node: Node<'_>, users: &BTreeSet<ModulePath>) -> bool {
        let graph = self.graph;
        let scope = &graph.scopes[graph.scope_at(node.start_byte())];
        if scope.sort == Sort::Block && scope.range == node.byte_range() {
            return true;
        }
        let above = node.parent();
        let around = above.and_then(|above| above.parent());
        let is_row = above.is_some_and(|above| above.kind() == self.rules.unnamed_fields);
        let has_words = match () {
            () if is_row && around.is_some_and(|around| is_of(around, &self.rules.types)) => {
                let before = node.prev_sibling();
                return node.kind() != self.rules.visibility
                    && before.is_none_or(|before| before.kind() != self.rules.visibility);
            }
            () if node.kind() == self.rules.field => {
                around.is_some_and(|around| is_of(around, &self.rules.types))
            }
            () => {
                is_of(node, &self.rules.members)
                    && around.is_some_and(|around| {
                        around.kind() == self.rules.block && around.child_by_field_name("trait").is_none()
                    })
            }
        };
        let sight = Visibility::of(self.rules, graph, node, &self.new);
        has_words
            && (visibility_node(self.rules, node).is_none() || !users.iter().all(|user| sight.reaches(user)))
    }

    /// Returns the moved type that a node names.
    fn moved_type_at(&self, node: Node<'_>) -> Option<BindingId> {
        let graph = self.graph;
        let (scope, bound) = binding_scope(graph, node.start_byte(), graph.slice(&node.byte_range()))?;
        let is_moved = |id: &BindingId| {
            let binding = &graph.bindings[*id];
            let is_type = graph.space_of(*id) & space::TYPE != 0;
            is_type && binding.import.is_none() && self.moved.holds(binding.name.start)
        };
        bound.into_iter().find(is_moved).filter(|_| scope == TOP)
    }
}
