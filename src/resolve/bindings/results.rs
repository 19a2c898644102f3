//! What functions give back that do not say so.

use std::collections::HashSet;

use tree_sitter::Node;

use super::expr::expr;
use super::found::{ExprKind, Place};
use super::graph::{BindingId, FileId, Graph, Sort};
use super::project::Project;
use crate::lang::{ShapeRules, field};

/// How many places in which a function gives something back are looked at.
const MOST_RETURNS: usize = 8;
/// How far below its name the value is that a name is given.
const MOST_ABOVE: usize = 3;

impl Project {
    /// What a function gives back: all that it gives back must be the same.
    pub(super) fn inferred_result(&self, file: FileId, id: BindingId, steps: usize) -> ExprKind {
        let Some(graph) = self.graph(file) else { return ExprKind::Unknown };
        let Some(shapes) = graph.rules().shapes.as_ref().filter(|shapes| !shapes.returns.is_empty()) else {
            return ExprKind::Unknown;
        };
        if let Some(known) = self.results.borrow().get(&(file, id)) {
            return known.clone();
        }
        // A function that gives back what it gives back itself tells nothing.
        self.results.borrow_mut().insert((file, id), ExprKind::Unknown);
        let mut kinds = returned(graph, id, shapes).unwrap_or_default().into_iter().map(|node| {
            let place = Place { file, byte: node.start_byte() };
            self.kind_of(place, &expr(graph.rules(), &graph.text, node, 0), steps + 2)
        });
        let first = kinds.next().unwrap_or(ExprKind::Unknown);
        let kind = if kinds.all(|kind| kind == first) { first } else { ExprKind::Unknown };
        // What is only taken for granted is not kept.
        let is_sure = self.assumed.borrow().is_empty();
        match is_sure {
            true => self.results.borrow_mut().insert((file, id), kind.clone()),
            false => self.results.borrow_mut().remove(&(file, id)),
        };
        kind
    }
}

/// The expressions that a function gives back; `None` where they are not all that there is.
fn returned<'g>(graph: &'g Graph, id: BindingId, shapes: &ShapeRules) -> Option<Vec<Node<'g>>> {
    let name = &graph.bindings[id].name;
    let root = graph.tree.root_node();
    let word = root.descendant_for_byte_range(name.start, name.end)?;
    let mut above = std::iter::successors(word.parent(), Node::parent).take(MOST_ABOVE);
    let function = above.find_map(|node| {
        let value = || field(node, "value").filter(|value| field(*value, "body").is_some());
        if field(node, "body").is_some() { Some(node) } else { value() }
    })?;
    let body = field(function, "body")?;
    let head = graph.text.get(function.start_byte()..body.start_byte())?;
    let is_later = head.split_whitespace().any(|word| shapes.later.iter().any(|later| later == word));
    if is_later || head.contains('*') {
        return None;
    }
    if !shapes.bodies.iter().any(|kind| kind == body.kind()) {
        return Some(vec![body]);
    }
    let functions: HashSet<&str> =
        graph.scopes.iter().filter(|scope| scope.sort == Sort::Function).map(|scope| &*scope.kind).collect();
    let mut found = Vec::new();
    let mut open = vec![body];
    while let Some(node) = open.pop() {
        if shapes.returns.iter().any(|kind| kind == node.kind()) {
            found.extend(node.named_child(0));
            continue;
        }
        if functions.contains(node.kind()) {
            continue;
        }
        let mut cursor = node.walk();
        open.extend(node.named_children(&mut cursor));
    }
    (found.len() <= MOST_RETURNS).then_some(found)
}
