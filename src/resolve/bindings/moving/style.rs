//! How a file gives names to others, and has those of others.

use crate::lang::{CallRules, MoveRules, is_of};
use crate::resolve::bindings::file::graph::Graph;
use tree_sitter::Node;

/// Whether a file has names of others by calls, or gives its own by lists, and neither by statements.
pub(super) fn is_by_calls(graph: &Graph, rules: &MoveRules) -> bool {
    let (Some(gives), Some(_)) = (&rules.gives, &rules.by_calls) else { return false };
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

/// Whether a file gives and has names by statements, and not by calls.
pub(super) fn is_by_statements(graph: &Graph, rules: &MoveRules) -> bool {
    let root = graph.tree.root_node();
    root.named_children(&mut root.walk()).any(|node| {
        is_of(node, &rules.statements)
            || rules.gives.as_ref().is_some_and(|gives| is_of(node, &gives.statements))
    })
}

/// What a statement puts on the list: behind the first sign, as it is written.
fn own_exports<'g>(graph: &'g Graph, statement: Node<'_>) -> Option<&'g str> {
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

/// Whether a statement declares variables, which may bind what a call brings in.
pub(super) fn is_declaration(graph: &Graph, statement: Node<'_>) -> bool {
    let gives = graph.rules().moves.as_ref().and_then(|rules| rules.gives.as_ref());
    gives.is_some_and(|gives| is_of(statement, &gives.calls))
}

/// Whether a statement gives one name, makes what that names, and declares nothing.
pub(super) fn gives_itself(graph: &Graph, statement: Node<'_>) -> bool {
    !is_declaration(graph, statement)
        && own_exports(graph, statement).is_some_and(|behind| behind.starts_with('.'))
}

/// Whether a statement is a definition, or gives what it makes by one name.
pub(super) fn can_move(graph: &Graph, statement: Node<'_>) -> bool {
    statement.kind() != "expression_statement" || gives_itself(graph, statement)
}

/// The list that a file makes: its statement, and the list.
pub(super) fn list_of(graph: &Graph) -> Option<(Node<'_>, Node<'_>)> {
    let statement = whole_export(graph)?;
    let mut value = statement.named_child(0)?;
    while let Some(right) = value.child_by_field_name("right").or_else(|| value.child_by_field_name("value"))
    {
        value = right;
    }
    let literals = &graph.rules().shapes.as_ref()?.literals;
    is_of(value, literals).then_some((statement, value))
}

/// The statement by which a file sets all that it gives.
fn whole_export(graph: &Graph) -> Option<Node<'_>> {
    let root = graph.tree.root_node();
    let sets = |node: &Node<'_>| own_exports(graph, *node).is_some_and(|behind| behind.starts_with('='));
    root.named_children(&mut root.walk()).filter(sets).last()
}

/// Whether a file gives one value, and not a list.
pub(super) fn gives_one_value(graph: &Graph) -> bool {
    list_of(graph).is_none() && whole_export(graph).is_some()
}

/// Where a file sets all that it gives.
pub(super) fn value_at(graph: &Graph) -> usize {
    whole_export(graph).map_or(0, |statement| statement.start_byte())
}

/// The entries of a list.
pub(super) fn entries(list: Node<'_>) -> Vec<Node<'_>> {
    list.named_children(&mut list.walk()).filter(|node| !node.is_extra()).collect()
}

/// Whether a statement binds one thing, or is none that may bind several.
pub(super) fn is_single(graph: &Graph, statement: Node<'_>) -> bool {
    !is_declaration(graph, statement)
        || statement.named_children(&mut statement.walk()).filter(|node| !node.is_extra()).count() == 1
}

/// What files say by which they give and have names, as a file writes it.
pub(super) fn styled_by(graph: &Graph, rules: &CallRules) -> CallRules {
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

/// What gives one name, as a file writes it: by the shorter one of the words for the list where another statement does.
pub(super) fn entry_in(graph: &Graph, rules: &CallRules) -> String {
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
