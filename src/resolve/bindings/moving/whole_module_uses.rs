//! Finds uses of the old file's module as a whole, which do not show the names that they access.

use std::ops::Range;

use tree_sitter::Node;

use super::files::Files;
use super::needs::visible_bindings;
use crate::lang::{ExpressionKind, is_of};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, FileId, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::Module;

pub(super) const WHOLE: &str = "uses all names of the old file at once";
const NAMED: &str = "names the old file in a call";

impl Files<'_> {
    /// Returns the places that pass the path of the old file to a call, and do not access a single name of the result.
    pub(super) fn called_whole(&self, file: FileId, graph: &BindingGraph) -> Vec<(usize, &'static str)> {
        let rules = graph.rules();
        let mut found = Vec::new();
        for path in self.paths_in(file, graph) {
            let Some(call) = path.parent().and_then(|list| list.parent()) else { continue };
            let Some(called) = call.child_by_field_name("function") else { continue };
            let called = graph.slice(&called.byte_range());
            if !rules.module_calls.iter().any(|own| own == called) {
                found.push((path.start_byte(), NAMED));
                continue;
            }
            let is_around = |node: &Node<'_>| {
                let expression = rules.expressions.iter().find(|rule| rule.kind == node.kind());
                expression
                    .is_some_and(|rule| matches!(rule.is, ExpressionKind::Content | ExpressionKind::Operand))
            };
            let around = std::iter::successors(call.parent(), |node| node.parent());
            let Some(user) = around.into_iter().find(|node| !is_around(node)) else { continue };
            let is_member = rules
                .expressions
                .iter()
                .any(|rule| rule.kind == user.kind() && rule.is == ExpressionKind::Member);
            let is_then = || {
                let name = user.child_by_field_name("property");
                let name = name.map(|name| graph.slice(&name.byte_range()));
                name.is_some_and(|name| ["then", "catch", "finally"].contains(&name))
            };
            let is_statement = user.kind() == "expression_statement";
            if is_member && !is_then() || is_statement {
                continue;
            }
            let name = match is_member {
                true => handed_on_to(user),
                false => user.child_by_field_name("name").filter(|_| user.kind() == "variable_declarator"),
            };
            match name.map(|name| (name.kind(), graph.by_byte.get(&name.start_byte()))) {
                Some(("identifier", Some(id))) if graph.bindings[*id].import.is_none() => {
                    found.extend(self.whole_uses(graph, *id).into_iter().map(|at| (at, WHOLE)));
                }
                Some(_) => {}
                None => found.push((path.start_byte(), WHOLE)),
            }
        }
        found
    }

    /// Returns the strings among the arguments of calls that resolve to the old file.
    fn paths_in<'g>(&self, file: FileId, graph: &'g BindingGraph) -> Vec<Node<'g>> {
        let strings = &graph.rules().strings;
        let mut found = Vec::new();
        let mut cursor = graph.tree.root_node().walk();
        loop {
            let node = cursor.node();
            let is_string = is_of(node, strings);
            if is_string && node.parent().is_some_and(|list| list.kind() == "arguments") {
                let written = graph.slice(&node.byte_range()).trim_matches(['"', '\'', '`']);
                let leads = !written.is_empty()
                    && self.project.module(file, written) == Some(Module::File(self.from, TOP));
                if leads {
                    found.push(node);
                }
            }
            if !is_string && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return found;
                }
            }
        }
    }

    /// Returns the byte offsets at which the module is used as a whole, by the name that an import binds.
    pub(super) fn whole_uses(&self, graph: &BindingGraph, id: BindingId) -> Vec<usize> {
        let binding = &graph.bindings[id];
        if self.project.is_only_exported(graph, id) {
            return vec![binding.name.start];
        }
        let name = graph.slice(&binding.name);
        let is_whole = |at: &usize| {
            let range = *at..*at + name.len();
            let is_code = matches!(graph.role(&range), NameRole::Plain | NameRole::Given(_));
            let is_it = visible_bindings(graph, *at, name).is_some_and(|(_, bound)| bound.contains(&id));
            is_code && is_it && !is_object(graph, &range) && !is_taken_apart(graph, &range)
        };
        graph.places_of(name).filter(is_whole).collect()
    }
}

/// Returns the parameter that holds the module in the callback of a promise method such as `then`.
fn handed_on_to(then: Node<'_>) -> Option<Node<'_>> {
    let call = then.parent()?;
    let values = call.child_by_field_name("arguments").filter(|values| values.named_child_count() == 1)?;
    let function = values.named_child(0)?;
    let parameter = function.child_by_field_name("parameter").or_else(|| {
        let all = function.child_by_field_name("parameters")?;
        all.named_child(0).filter(|_| all.named_child_count() == 1)
    })?;
    Some(parameter.child_by_field_name("pattern").unwrap_or(parameter))
}

/// Returns whether a name is the object of a member access.
fn is_object(graph: &BindingGraph, range: &Range<usize>) -> bool {
    let node = graph.tree.root_node().descendant_for_byte_range(range.start, range.end);
    let Some((node, above)) = node.and_then(|node| Some((node, node.parent()?))) else { return false };
    graph.rules().expressions.iter().any(|rule| {
        let of = rule.operand.as_ref().and_then(|of| above.child_by_field_name(of));
        rule.kind == above.kind()
            && rule.is == ExpressionKind::Member
            && of.is_some_and(|of| of.id() == node.id())
    })
}

/// Returns whether a name is the value that a pattern destructures into single names: `const { dump } = store`.
fn is_taken_apart(graph: &BindingGraph, range: &Range<usize>) -> bool {
    let node = graph.tree.root_node().descendant_for_byte_range(range.start, range.end);
    let Some((node, declared)) = node.and_then(|node| Some((node, node.parent()?))) else { return false };
    let is_value = declared.child_by_field_name("value").is_some_and(|value| value.id() == node.id());
    let pattern = declared.child_by_field_name("name").filter(|_| is_value);
    let pattern = pattern.map_or("", |pattern| graph.slice(&pattern.byte_range()));
    pattern.starts_with('{') && !pattern.contains("...")
}
