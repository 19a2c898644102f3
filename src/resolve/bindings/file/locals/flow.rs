//! Visibility of names that a test binds (such as `instanceof` with a pattern): only where the test holds.

use std::ops::Range;

use tree_sitter::Node;

use crate::lang::{FlowRules, FlowStep, Outcome, is_of};

/// The visibility of a name that a test binds.
#[derive(Debug, Default)]
pub(super) struct Flow<'tree> {
    pub(super) seen: Vec<Range<usize>>,
    /// Whether the name is visible in the rest of its scope.
    pub(super) is_rest: bool,
    /// The statement after which the name is visible as well.
    pub(super) above: Option<Node<'tree>>,
}

/// Returns where a name is visible; `None` if no test binds it.
pub(super) fn flow<'tree>(rules: &FlowRules, name: Node<'tree>) -> Option<Flow<'tree>> {
    let is_test = |node: &Node<'_>| is_of(*node, &rules.tests);
    let test = std::iter::successors(name.parent(), Node::parent).find(is_test)?;
    let asked = test.child_by_field_name(&rules.tested_field);
    if asked.is_some_and(|asked| asked.byte_range().contains(&name.start_byte())) {
        return None;
    }
    let (mut at, mut outcome) = (test, true);
    let mut flow = Flow::default();
    while let Some(parent) = at.parent() {
        let Some(step) = rules.steps.iter().find(|step| counts(step, parent, at, outcome)) else { break };
        let fields = |name: &String| {
            let mut cursor = parent.walk();
            parent.children_by_field_name(name, &mut cursor).map(|node| node.byte_range()).collect::<Vec<_>>()
        };
        let seen: Vec<_> = step.scope_fields.iter().flat_map(fields).collect();
        let field = |name: &Option<String>| parent.child_by_field_name(name.as_ref()?);
        let is_below = seen.is_empty() && field(&step.must_diverge).is_some_and(|node| jumps(rules, node))
            || field(&step.must_not_break).is_some_and(|node| !leaves(rules, node, false));
        flow.seen.extend(seen);
        flow.is_rest |= step.rest_of_scope;
        if is_below {
            let is_named = |node: &Node<'_>| is_of(*node, &rules.labeled_statements);
            let above = std::iter::successors(Some(parent), |node| node.parent().filter(is_named)).last();
            let around = above.and_then(|node| Some((node, node.parent()?)));
            if let Some((above, block)) = around.filter(|(_, block)| is_of(*block, &rules.blocks)) {
                flow.seen.push(above.end_byte()..block.end_byte());
                flow.above = Some(above);
            }
        }
        match step.parent_outcome {
            Some(Outcome::Same) => {}
            Some(Outcome::Other) => outcome = !outcome,
            None => break,
        }
        at = parent;
    }
    Some(flow)
}

/// Returns whether a step leads from a test with a given outcome to its parent.
fn counts(step: &FlowStep, parent: Node<'_>, test: Node<'_>, outcome: bool) -> bool {
    let mut cursor = parent.walk();
    let is_sign = |sign: &String| parent.children(&mut cursor).any(|node| node.kind() == sign);
    let is_of = |name: &String| parent.child_by_field_name(name) == Some(test);
    step.kind == parent.kind()
        && step.when.is_none_or(|when| when == outcome)
        && step.of.as_ref().is_none_or(is_of)
        && step.operator.as_ref().is_none_or(is_sign)
}

/// Returns whether control never continues after a statement.
fn jumps(rules: &FlowRules, node: Node<'_>) -> bool {
    if is_of(node, &rules.jumps) {
        return true;
    }
    let mut cursor = node.walk();
    let parts: Vec<Node<'_>> = node.named_children(&mut cursor).filter(|part| !part.is_extra()).collect();
    if is_of(node, &rules.blocks) {
        return parts.last().is_some_and(|last| jumps(rules, *last));
    }
    if is_of(node, &rules.branching) {
        let mut all = parts.iter().filter(|part| {
            [&rules.blocks, &rules.branching, &rules.jumps].iter().any(|kinds| is_of(**part, kinds))
        });
        return all.clone().next().is_some() && all.all(|part| jumps(rules, *part));
    }
    let choice = rules.steps.iter().find(|step| step.kind == node.kind() && step.must_diverge.is_some());
    choice.is_some_and(|step| {
        let mut branches = step.must_diverge.iter().chain(&step.scope_fields);
        branches.all(|name| node.child_by_field_name(name).is_some_and(|node| jumps(rules, node)))
    })
}

/// Returns whether a part of a loop leaves the loop; inside another statement that can be left, only with a label.
fn leaves(rules: &FlowRules, node: Node<'_>, is_within: bool) -> bool {
    if node.kind() == rules.break_statement {
        return !is_within || node.named_child_count() > 0;
    }
    let is_within = is_within || is_of(node, &rules.breakable_statements);
    let mut cursor = node.walk();
    node.named_children(&mut cursor).any(|part| leaves(rules, part, is_within))
}
