//! Imports without some of their names.

use std::ops::Range;

use tree_sitter::Node;

use crate::lang::TreeRules;
use crate::resolve::bindings::file::graph::Graph;
use crate::resolve::bindings::moving::narrow::line_of;
use crate::text::Edit;

/// The edits that take names, each given by a byte of it, out of an import with lists that may stand in one another.
pub(super) fn without_names(
    rules: &TreeRules,
    graph: &Graph,
    item: Node<'_>,
    names: &[usize],
) -> Option<Vec<Edit>> {
    let mut gone: Vec<Node<'_>> = names.iter().map(|at| element(rules, item, *at)).collect::<Option<_>>()?;
    // A list that loses all that is in it goes as well.
    while let Some(list) = gone.iter().find_map(|one| emptied(rules, *one, &gone)) {
        let above = element_around(rules, item, list);
        gone.retain(|one| !within(one, &above));
        gone.push(above);
    }
    if gone.iter().any(|one| one.id() == item.id()) {
        let line = line_of(graph, &item.byte_range()).unwrap_or_else(|| item.byte_range());
        return Some(vec![Edit { range: line, text: String::new() }]);
    }
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
        let mut at = 0;
        while at < all.len() {
            let count = all[at..].iter().take_while(|node| is_gone(node)).count();
            if count > 0 {
                let last = at + count - 1;
                let range = match (all.get(last + 1), at.checked_sub(1)) {
                    (Some(next), _) => all[at].start_byte()..next.start_byte(),
                    (None, Some(before)) => all[before].end_byte()..all[last].end_byte(),
                    (None, None) => return None,
                };
                edits.push(Edit { range, text: String::new() });
            }
            at += count.max(1);
        }
    }
    Some(edits)
}

/// The name that is left of a list, where it can stand without one.
fn only<'t>(graph: &Graph, list: Node<'t>, gone: &[Node<'t>]) -> Option<Node<'t>> {
    let all = elements(list);
    let mut left = all.into_iter().filter(|node| !gone.iter().any(|one| one.id() == node.id()));
    let only = left.next().filter(|_| left.next().is_none())?;
    let has_more = gone.iter().any(|one| within(one, &only));
    let mut cursor = list.walk();
    let has_notes = list.named_children(&mut cursor).any(|node| node.is_extra());
    (!has_more && !has_notes && graph.slice(&only.byte_range()) != "self").then_some(only)
}

/// What a byte belongs to in the innermost list around it; the statement where there is none.
fn element<'t>(rules: &TreeRules, item: Node<'t>, at: usize) -> Option<Node<'t>> {
    Some(element_around(rules, item, item.descendant_for_byte_range(at, at)?))
}

/// What a node belongs to in the innermost list around it; the statement where there is none.
fn element_around<'t>(rules: &TreeRules, item: Node<'t>, node: Node<'t>) -> Node<'t> {
    let above = std::iter::successors(Some(node), |node| node.parent());
    let mut inside = above.take_while(|node| node.id() != item.id());
    inside.find(|node| node.parent().is_some_and(|parent| parent.kind() == rules.list)).unwrap_or(item)
}

/// The list around a node, where all that is in it goes.
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
