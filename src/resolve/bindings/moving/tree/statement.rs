//! Removes names from import statements, with the comments that belong to them.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::Node;

use crate::lang::TreeRules;
use crate::resolve::bindings::file::graph::BindingGraph;
use crate::resolve::bindings::moving::narrow::line_of;
use crate::resolve::symbol::{comments_of_names_at, without_names_at};
use crate::text::Edit;

/// Returns the edits that remove names, given by byte offsets, from an import with possibly nested lists.
pub(super) fn without_names(
    rules: &TreeRules,
    graph: &BindingGraph,
    item: Node<'_>,
    names: &[usize],
) -> Option<Vec<Edit>> {
    let mut gone: Vec<Node<'_>> = names.iter().map(|at| element(rules, item, *at)).collect::<Option<_>>()?;
    // A list that loses all its entries is removed as well.
    while let Some(list) = gone.iter().find_map(|one| emptied(rules, *one, &gone)) {
        let above = element_around(rules, item, list);
        gone.retain(|one| !within(one, &above));
        gone.push(above);
    }
    if gone.iter().any(|one| one.id() == item.id()) {
        let line = line_of(graph, &item.byte_range()).unwrap_or_else(|| item.byte_range());
        return Some(vec![Edit { range: line, text: String::new() }]);
    }
    let text = graph.slice(&item.byte_range());
    let mut edits = Vec::new();
    let mut lists: Vec<Node<'_>> = gone.iter().filter_map(|one| one.parent()).collect();
    lists.sort_by_key(|list| list.start_byte());
    lists.dedup_by_key(|list| list.id());
    for list in lists {
        let all = elements(list);
        let is_gone = |node: &Node<'_>| gone.iter().any(|one| one.id() == node.id());
        if let Some(only) = only(graph, list, &gone) {
            edits.push(Edit { range: list.byte_range(), text: graph.slice(&only.byte_range()).to_owned() });
            continue;
        }
        let (brackets, places) = in_statement(item, list, &all, is_gone);
        let out = without_names_at(graph.language, text, (&brackets, &places))?;
        let start = item.start_byte();
        edits.extend(
            out.into_iter().map(|edit| Edit {
                range: start + edit.range.start..start + edit.range.end,
                text: edit.text,
            }),
        );
    }
    Some(edits)
}

/// Returns the brackets of a list, and the start of the removed names in it, relative to the statement.
fn in_statement<'t>(
    item: Node<'t>,
    list: Node<'t>,
    all: &[Node<'t>],
    is_gone: impl Fn(&Node<'t>) -> bool,
) -> (Range<usize>, Vec<usize>) {
    let start = item.start_byte();
    let places = all.iter().filter(|node| is_gone(node)).map(|node| node.start_byte() - start);
    (list.start_byte() - start..list.end_byte() - start, places.collect())
}

/// Returns the comments that belong to names, given by byte offsets, when these leave an import: the lines above each
/// name, and the trailing comment.
pub(super) fn comments_of(
    rules: &TreeRules,
    graph: &BindingGraph,
    item: Node<'_>,
    names: &[usize],
) -> BTreeMap<usize, (Vec<String>, String)> {
    let start = item.start_byte();
    let text = graph.slice(&item.byte_range());
    let mut gone: Vec<(usize, Node<'_>)> =
        names.iter().filter_map(|at| Some((*at, element(rules, item, *at)?))).collect();
    let mut all = gone.clone();
    // Comments of a list that loses all its entries belong to the last of its names.
    loop {
        let nodes: Vec<Node<'_>> = gone.iter().map(|(_, node)| *node).collect();
        let Some(list) = nodes.iter().find_map(|one| emptied(rules, *one, &nodes)) else { break };
        let above = element_around(rules, item, list);
        let last = gone.iter().filter(|(_, one)| within(one, &above)).map(|(at, _)| *at).max();
        gone.retain(|(_, one)| !within(one, &above));
        let last = last.map(|last| (last, above));
        gone.extend(last);
        all.extend(last);
    }
    let mut lists: Vec<Node<'_>> = all.iter().filter_map(|(_, one)| one.parent()).collect();
    lists.retain(|list| list.kind() == rules.list);
    lists.sort_by_key(|list| std::cmp::Reverse(list.start_byte()));
    lists.dedup_by_key(|list| list.id());
    let mut found: BTreeMap<usize, (Vec<String>, String)> = BTreeMap::new();
    for list in lists {
        let own = all.iter().filter(|(_, one)| one.parent().is_some_and(|other| other.id() == list.id()));
        let own: BTreeMap<usize, usize> = own.map(|(at, one)| (one.start_byte() - start, *at)).collect();
        let places: Vec<usize> = own.keys().copied().collect();
        let brackets = list.start_byte() - start..list.end_byte() - start;
        for (at, above, behind) in comments_of_names_at(graph.language, text, (&brackets, &places)) {
            let Some(name) = own.get(&at) else { continue };
            let known = found.entry(*name).or_default();
            known.0.extend(above);
            known.1.push_str(&behind);
        }
    }
    found
}

/// Returns the only remaining name of a list, if it is valid without the list.
fn only<'t>(graph: &BindingGraph, list: Node<'t>, gone: &[Node<'t>]) -> Option<Node<'t>> {
    let all = elements(list);
    let mut left = all.into_iter().filter(|node| !gone.iter().any(|one| one.id() == node.id()));
    let only = left.next().filter(|_| left.next().is_none())?;
    let has_more = gone.iter().any(|one| within(one, &only));
    let mut cursor = list.walk();
    let has_notes = list.named_children(&mut cursor).any(|node| node.is_extra());
    (!has_more && !has_notes && graph.slice(&only.byte_range()) != "self").then_some(only)
}

/// Returns the entry of the innermost list that contains a byte offset, or the statement if there is no list.
fn element<'t>(rules: &TreeRules, item: Node<'t>, at: usize) -> Option<Node<'t>> {
    Some(element_around(rules, item, item.descendant_for_byte_range(at, at)?))
}

/// Returns the entry of the innermost list that contains a node, or the statement if there is no list.
fn element_around<'t>(rules: &TreeRules, item: Node<'t>, node: Node<'t>) -> Node<'t> {
    let above = std::iter::successors(Some(node), |node| node.parent());
    let mut inside = above.take_while(|node| node.id() != item.id());
    inside.find(|node| node.parent().is_some_and(|parent| parent.kind() == rules.list)).unwrap_or(item)
}

/// Returns the list that contains a node, if all its entries are removed.
fn emptied<'t>(rules: &TreeRules, node: Node<'t>, gone: &[Node<'t>]) -> Option<Node<'t>> {
    let list = node.parent().filter(|list| list.kind() == rules.list)?;
    let is_gone = |node: &Node<'_>| gone.iter().any(|one| one.id() == node.id());
    elements(list).iter().all(is_gone).then_some(list)
}

fn elements(list: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = list.walk();
    list.named_children(&mut cursor).filter(|node| !node.is_extra()).collect()
}

fn within(node: &Node<'_>, outer: &Node<'_>) -> bool {
    let (own, outer): (Range<usize>, Range<usize>) = (node.byte_range(), outer.byte_range());
    outer.start <= own.start && own.end <= outer.end
}
