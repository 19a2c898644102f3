//! Finds statements of the old file that change objects which the moved code uses, after their creation.

use crate::lang::is_of;
use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Node;

use super::bytes::MovedBytes;
use super::files::Files;
use super::needs::{CodeRequirements, needs};
use super::order::runs_at_load;

/// A statement that sets a member of an object.
pub(super) struct GivenMember {
    /// The byte offset of the assignment.
    pub(super) at: usize,
    /// Whether the object is a moved definition.
    pub(super) is_of_moved: bool,
}

impl Files<'_> {
    /// Returns the top-level statements of the old file below the moved code that set members of objects which the
    /// moved code uses while it is loaded: after the move, they would run before that code.
    pub(super) fn changes(
        &self,
        moved: &[&str],
        own: &CodeRequirements,
        bytes: &MovedBytes,
    ) -> Vec<GivenMember> {
        let behind = bytes.iter().next().map_or(0, |range| range.end);
        let changes = self.changes.get_or_init(|| {
            let root = self.graph.tree.root_node();
            let mut cursor = root.walk();
            let change = |node: Node<'_>| self.change(node).map(|(name, at)| (node.start_byte(), name, at));
            root.children(&mut cursor).filter_map(change).collect()
        });
        let below = &changes[changes.partition_point(|(start, ..)| *start < behind)..];
        if below.is_empty() {
            return Vec::new();
        }
        let parts = self.parts(moved, own);
        let of_parts = below.iter().filter(|(_, name, _)| parts.contains(name));
        of_parts
            .map(|(_, name, at)| GivenMember { at: *at, is_of_moved: moved.contains(&name.as_str()) })
            .collect()
    }

    /// Returns the object of which a statement sets a member, and the byte offset of the assignment.
    fn change(&self, statement: Node<'_>) -> Option<(String, usize)> {
        let mut node = statement;
        while !is_of(node, &self.rules.assignments) {
            node = node.named_child(0).filter(|_| node.named_child_count() == 1)?;
        }
        let left = node.child_by_field_name("left").or_else(|| node.named_child(0))?;
        let (name, _) = self.graph.slice(&left.byte_range()).split_once('.')?;
        Some((name.trim().to_owned(), node.start_byte()))
    }

    /// Returns the names that moved code uses while it is loaded, and the names that their definitions use,
    /// transitively.
    fn parts(&self, moved: &[&str], own: &CodeRequirements) -> HashSet<String> {
        let mut known: HashSet<String> = moved.iter().map(|name| (*name).to_owned()).collect();
        let mut open: Vec<Range<usize>> = Vec::new();
        let mut take = |needs: &CodeRequirements, open: &mut Vec<Range<usize>>| {
            for need in needs.names.values() {
                let runs = need.runs.iter().any(|at| runs_at_load(self.graph, self.rules, *at));
                if runs && !need.bound.is_empty() && known.insert(need.name.clone()) {
                    open.extend(
                        need.bound.iter().filter_map(|id| self.outer(*id)).map(|node| node.byte_range()),
                    );
                }
            }
        };
        take(own, &mut open);
        while let Some(range) = open.pop() {
            let bytes = MovedBytes::of([range]);
            take(&needs(self.graph, self.rules, &bytes, self.graph.is_deferred), &mut open);
        }
        known
    }
}
