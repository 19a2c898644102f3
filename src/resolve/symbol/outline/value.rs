//! Finds the value that is assigned to a name, and the body of a definition, which may be in that value.

use std::ops::Range;

use tree_sitter::Node;

use super::code_end::last_code_child;
use crate::lang::{SymbolRules, field, is_of, kind_of};
use crate::text::normal::contains;

/// Returns the value that a definition assigns to its name, if that has parameters or a body: the function of `const
/// run = () => {}`.
pub(in crate::resolve::symbol) fn value<'tree>(
    node: Node<'tree>,
    rules: &SymbolRules,
) -> Option<Node<'tree>> {
    let found = given(node, rules);
    let found = found.and_then(|found| one_part(found, rules).or(Some(found)));
    found.filter(|value| rules.values.contains_key(kind_of(*value)))
}

/// Returns the value that a definition assigns to its name, without wrapping nodes.
pub(super) fn given<'tree>(node: Node<'tree>, rules: &SymbolRules) -> Option<Node<'tree>> {
    let given = |node: Node<'tree>| rules.value_fields.iter().find_map(|name| field(node, name));
    let first = |node: Node<'tree>| node.named_children(&mut node.walk()).find(|child| !child.is_extra());
    let mut found = given(node);
    while let Some(around) = found.filter(|node| is_of(*node, &rules.value_holders)) {
        found = given(around).or_else(|| first(around));
    }
    found
}

/// Returns the only operand with members in a value composed of several, such as an intersection type.
fn one_part<'tree>(sum: Node<'tree>, rules: &SymbolRules) -> Option<Node<'tree>> {
    let is_sum = |node: Node<'_>| is_of(node, &rules.value_sums);
    let (mut found, mut open) = (None, vec![sum]);
    while let Some(node) = open.pop() {
        if is_sum(node) {
            open.extend(node.named_children(&mut node.walk()));
        } else if rules.values.contains_key(kind_of(node)) && found.replace(node).is_some() {
            return None;
        }
    }
    found
}

/// A body, or another node that contains definitions.
#[derive(Debug, Clone)]
pub(super) struct DefinitionBody<'tree> {
    /// The node whose children the definitions are.
    pub(in crate::resolve::symbol) node: Node<'tree>,
    /// The byte range from bracket to bracket, if it has brackets.
    pub(in crate::resolve::symbol) range: Range<usize>,
}

impl<'tree> DefinitionBody<'tree> {
    /// Creates a body that is the whole node.
    pub(in crate::resolve::symbol) fn whole(node: Node<'tree>) -> Self {
        Self { node, range: node.byte_range() }
    }

    /// Returns the byte range up to the closing bracket: a comment after it may belong to the node.
    pub(super) fn bracketed(self) -> Range<usize> {
        let close = last_code_child(self.node).filter(|last| kind_of(*last) == "}");
        self.range.start..close.map_or(self.range.end, |close| close.end_byte())
    }

    /// Returns the body of a definition.
    pub(in crate::resolve::symbol) fn of(node: Node<'tree>, rules: &SymbolRules) -> Option<Self> {
        if let Some(body) = field(node, "body").or_else(|| tried_child(node, rules)) {
            // `int run() try { ... } catch (...) { ... }`: the handlers follow the body.
            let own = if is_tried(body, rules) { field(body, "body") } else { None };
            return Some(Self::whole(own.unwrap_or(body)));
        }
        let value = value(node, rules)?;
        if let Some(body) = field(value, "body") {
            return Some(Self::whole(body));
        }
        Self::from_bracket(value, "{").or_else(|| {
            let last = last_child(value)?;
            Self::from_bracket(last, "{").filter(|body| body.range.start == last.start_byte())
        })
    }

    /// Returns the range between the parentheses of a node.
    pub(super) fn in_round_brackets(node: Node<'tree>) -> Option<Self> {
        let body = Self::from_bracket(node, "(")?;
        let end = last_child(node)
            .filter(|last| kind_of(*last) == ")")
            .map_or(body.range.end, |last| last.start_byte());
        Some(Self { node, range: body.range.start + 1..end })
    }

    /// Returns a node from its first child of this kind on.
    fn from_bracket(node: Node<'tree>, bracket: &str) -> Option<Self> {
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more {
            if kind_of(cursor.node()) == bracket {
                return Some(Self { node, range: cursor.node().start_byte()..node.end_byte() });
            }
            more = cursor.goto_next_sibling();
        }
        None
    }
}

/// Returns whether a body is a `try` statement with handlers.
pub(super) fn is_tried(body: Node<'_>, rules: &SymbolRules) -> bool {
    contains(&rules.tries, kind_of(body))
}

/// Returns a `try` statement in the place of a body.
fn tried_child<'tree>(node: Node<'tree>, rules: &SymbolRules) -> Option<Node<'tree>> {
    let last = if rules.tries.is_empty() { None } else { last_child(node) };
    last.filter(|last| is_tried(*last, rules))
}

fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    cursor.goto_last_child().then(|| cursor.node())
}
