//! Determines the style in which a file imports and exports names.

use crate::lang::{CallRules, MoveRules, is_of};
use crate::resolve::bindings::file::graph::BindingGraph;
use tree_sitter::Node;

/// Returns whether a file imports by calls or exports by assignments, and has no import or export statements.
pub(super) fn is_by_calls(graph: &BindingGraph, rules: &MoveRules) -> bool {
    let (Some(gives), Some(_)) = (&rules.exports, &rules.by_calls) else { return false };
    let root = graph.tree.root_node();
    let nodes: Vec<Node<'_>> = root.named_children(&mut root.walk()).collect();
    let is = |kinds: &[String], node: &Node<'_>| is_of(node, kinds);
    let loads = |node: &Node<'_>| {
        let calls = |word: &String| graph.slice(&node.byte_range()).contains(&format!("= {word}("));
        is(&gives.calls, node) && graph.rules().module_calls.iter().any(calls)
    };
    !is_by_statements(graph, rules)
        && nodes.iter().any(|node| loads(node) || own_exports(graph, *node).is_some())
}

/// Returns whether a file has import or export statements.
pub(super) fn is_by_statements(graph: &BindingGraph, rules: &MoveRules) -> bool {
    let root = graph.tree.root_node();
    root.named_children(&mut root.walk()).any(|node| {
        is_of(node, &rules.statements)
            || rules.exports.as_ref().is_some_and(|gives| is_of(node, &gives.statements))
    })
}

/// Returns the text that follows the export object in a statement that sets exports, from the first sign on.
fn own_exports<'g>(graph: &'g BindingGraph, statement: Node<'_>) -> Option<&'g str> {
    let mut text = graph.slice(&statement.byte_range());
    if is_declaration(graph, statement) {
        // Such as `const own = module.exports = {}`.
        text = text.split_once('=')?.1.trim_start();
    }
    graph.rules().own_exports.iter().find_map(|word| {
        let behind = text.strip_prefix(word.as_str())?;
        behind.trim_start().starts_with(['.', '=', '[']).then(|| behind.trim_start())
    })
}

/// Returns whether a statement declares variables, which may bind the result of an import call.
pub(super) fn is_declaration(graph: &BindingGraph, statement: Node<'_>) -> bool {
    let gives = graph.rules().moves.as_ref().and_then(|rules| rules.exports.as_ref());
    gives.is_some_and(|gives| is_of(statement, &gives.calls))
}

/// Returns whether a statement exports a single name together with its definition, and declares nothing.
pub(super) fn gives_itself(graph: &BindingGraph, statement: Node<'_>) -> bool {
    !is_declaration(graph, statement)
        && own_exports(graph, statement).is_some_and(|behind| behind.starts_with('.'))
}

/// Returns whether a statement is a definition, or exports its value under a single name.
pub(super) fn can_move(graph: &BindingGraph, statement: Node<'_>) -> bool {
    statement.kind() != "expression_statement" || gives_itself(graph, statement)
}

/// Returns the export list of a file, preceded by its statement.
pub(super) fn list_of(graph: &BindingGraph) -> Option<(Node<'_>, Node<'_>)> {
    let statement = whole_export(graph)?;
    let mut value = statement.named_child(0)?;
    while let Some(right) = value.child_by_field_name("right").or_else(|| value.child_by_field_name("value"))
    {
        value = right;
    }
    let literals = &graph.rules().shapes.as_ref()?.literals;
    is_of(value, literals).then_some((statement, value))
}

/// Returns the last statement by which a file sets all its exports.
fn whole_export(graph: &BindingGraph) -> Option<Node<'_>> {
    let root = graph.tree.root_node();
    let sets = |node: &Node<'_>| own_exports(graph, *node).is_some_and(|behind| behind.starts_with('='));
    root.named_children(&mut root.walk()).filter(sets).last()
}

/// Returns whether a file exports a single value instead of a list.
pub(super) fn gives_one_value(graph: &BindingGraph) -> bool {
    list_of(graph).is_none() && whole_export(graph).is_some()
}

/// Returns the byte offset of the statement by which a file sets all its exports, or 0.
pub(super) fn value_at(graph: &BindingGraph) -> usize {
    whole_export(graph).map_or(0, |statement| statement.start_byte())
}

/// Returns the entries of a list.
pub(super) fn entries(list: Node<'_>) -> Vec<Node<'_>> {
    list.named_children(&mut list.walk()).filter(|node| !node.is_extra()).collect()
}

/// Returns whether a statement has a single declarator, or is not a declaration.
pub(super) fn is_single(graph: &BindingGraph, statement: Node<'_>) -> bool {
    !is_declaration(graph, statement)
        || statement.named_children(&mut statement.walk()).filter(|node| !node.is_extra()).count() == 1
}

/// Returns the rules for imports and exports, in the style of a file.
pub(super) fn styled_by(graph: &BindingGraph, rules: &CallRules) -> CallRules {
    let mut own = rules.clone();
    let root = graph.tree.root_node();
    let kept = ["const", "let", "var"].map(|word| {
        let begins = |node: &Node<'_>| graph.slice(&node.byte_range()).starts_with(&format!("{word} "));
        root.named_children(&mut root.walk()).filter(begins).count()
    });
    if kept[0] == 0 && kept[1] == 0 && kept[2] > 0 {
        own.from = own.from.replacen("const ", "var ", 1);
    }
    if list_of(graph).is_none() && root.named_children(&mut root.walk()).any(|node| gives_itself(graph, node))
    {
        own.list = String::new();
    }
    own
}

/// Returns the template for the export of a single name, in the style of a file: with the export object, such as
/// `exports` instead of `module.exports`, that another statement uses.
pub(super) fn entry_in(graph: &BindingGraph, rules: &CallRules) -> String {
    let root = graph.tree.root_node();
    let words = &graph.rules().own_exports;
    let word_of = |node: Node<'_>| {
        let text = graph.slice(&node.byte_range());
        words
            .iter()
            .find(|word| text.strip_prefix(word.as_str()).is_some_and(|behind| behind.starts_with('.')))
    };
    let known = words.iter().find(|word| rules.entry.starts_with(word.as_str()));
    match (known, root.named_children(&mut root.walk()).find_map(word_of)) {
        (Some(known), Some(word)) => rules.entry.replacen(known.as_str(), word, 1),
        _ => rules.entry.clone(),
    }
}
