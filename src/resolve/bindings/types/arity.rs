//! The number of parameters of functions and of arguments of calls.

use std::ops::Range;

use tree_sitter::Node;

use crate::lang::{ArityRules, field, is_of};
use crate::resolve::bindings::file::graph::BindingGraph;
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::{Meaning, Target, Use};

/// The number of ancestors of a name that are searched for its call or its definition.
const MOST_ABOVE: usize = 3;

/// The numbers of arguments that the functions of a name accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve::bindings) struct Arity {
    least: usize,
    most: usize,
    /// Whether none of them is called as a member of an object.
    is_free: bool,
}

impl Arity {
    /// Returns the combined arity of all bindings of a definition; `None` if that of one is unknown.
    pub(in crate::resolve::bindings) fn of(project: &Project, target: &Target, uses: &[Use]) -> Option<Self> {
        let rules = project.rules.arity.as_ref()?;
        let mut all: Option<Self> = None;
        for one in uses {
            let (NameRole::Bound(_), Meaning::Is(key)) = (&one.role, &one.meaning) else { continue };
            if !target.keys.contains(key) {
                continue;
            }
            let own = Self::read(project.graph(one.file)?, rules, &one.range)?;
            all = Some(all.map_or(own, |all| Self {
                least: all.least.min(own.least),
                most: all.most.max(own.most),
                is_free: all.is_free && own.is_free,
            }));
        }
        all
    }

    /// Returns the arity of the function whose name is at a range.
    pub(in crate::resolve::bindings) fn at(graph: &BindingGraph, name: &Range<usize>) -> Option<Self> {
        Self::read(graph, graph.rules().arity.as_ref()?, name)
    }

    /// Returns the arity of a definition.
    fn read(graph: &BindingGraph, rules: &ArityRules, name: &Range<usize>) -> Option<Self> {
        let (definition, parameters) = parameters_of(graph, name)?;
        // A decorator may change the parameters.
        let is_wrapped = definition.parent().is_some_and(|parent| is_of(parent, &rules.wraps));
        if is_wrapped || parameters.has_error() {
            return None;
        }
        let arity = Self::of_parameters(graph, rules, parameters);
        let first = usize::from(rules.first_is_object && arity.most > 0);
        Some(Self { least: arity.least.saturating_sub(first), most: arity.most - first, ..arity })
    }

    fn of_parameters(graph: &BindingGraph, rules: &ArityRules, parameters: Node<'_>) -> Self {
        let mut arity = Self { least: 0, most: 0, is_free: !rules.objects.is_empty() };
        let mut cursor = parameters.walk();
        for parameter in parameters.named_children(&mut cursor).filter(|part| !part.is_extra()) {
            arity.add(graph, rules, parameter);
        }
        arity
    }

    /// Returns whether a function with these parameters may be called with a number of arguments.
    pub(in crate::resolve::bindings) fn accepts(
        graph: &BindingGraph,
        parameters: Node<'_>,
        given: usize,
    ) -> bool {
        let Some(rules) = &graph.rules().arity else { return true };
        let arity = Self::of_parameters(graph, rules, parameters);
        (arity.least..=arity.most).contains(&given)
    }

    fn add(&mut self, graph: &BindingGraph, rules: &ArityRules, parameter: Node<'_>) {
        let is_open = |node: &Node<'_>| is_of(node, &rules.open);
        let mut cursor = parameter.walk();
        if is_of(parameter, &rules.objects) || is_receiver(graph, &parameter) {
            self.is_free = false;
        } else if is_open(&parameter) || parameter.named_children(&mut cursor).any(|part| is_open(&part)) {
            self.most = usize::MAX / 2;
        } else if !is_of(parameter, &rules.ignored) {
            let mut cursor = parameter.walk();
            let names = parameter.children_by_field_name("name", &mut cursor).filter(Node::is_named).count();
            let count = if rules.names { names.max(1) } else { 1 };
            let has_value = is_of(parameter, &rules.optional) || field(parameter, "value").is_some();
            self.least += if has_value { 0 } else { count };
            self.most = self.most.saturating_add(count);
        }
    }

    /// Returns whether a member may be called with the arguments at this use; true if it is not called.
    pub(in crate::resolve::bindings) fn takes(&self, graph: &BindingGraph, range: &Range<usize>) -> bool {
        let Some(given) = values_given(graph, range) else { return true };
        !self.is_free && (self.least..=self.most).contains(&given)
    }
}

/// Returns the node of the function whose name is at a range, and the node of its parameters.
pub(in crate::resolve::bindings) fn parameters_of<'g>(
    graph: &'g BindingGraph,
    name: &Range<usize>,
) -> Option<(Node<'g>, Node<'g>)> {
    let root = graph.tree.root_node();
    let node = root.descendant_for_byte_range(name.start, name.end)?;
    let above = std::iter::successors(node.parent(), Node::parent).take(MOST_ABOVE);
    let (definition, parameters) =
        above.filter_map(|above| Some((above, field(above, "parameters")?))).next()?;
    field(definition, "name").filter(|own| own.id() == node.id())?;
    Some((definition, parameters))
}

/// Returns the number of arguments with which a member is called; `None` if it is not called or the number is unknown.
pub(in crate::resolve::bindings) fn values_given(
    graph: &BindingGraph,
    range: &Range<usize>,
) -> Option<usize> {
    let rules = graph.rules().arity.as_ref()?;
    let values = values(graph, range)?;
    let mut cursor = values.walk();
    let given: Vec<Node<'_>> = values.named_children(&mut cursor).filter(|value| !value.is_extra()).collect();
    // A single call may yield several values, and a spread argument expands a list.
    let is_spread = |value: &Node<'_>| is_of(value, &rules.spread);
    let is_row =
        rules.multi_value_arguments && matches!(given.as_slice(), [one] if one.kind().contains("call"));
    let is_open = values.has_error()
        || given.iter().any(is_spread)
        || is_row
        || graph.slice(&values.byte_range()).ends_with("...)");
    (!is_open).then_some(given.len())
}

/// Returns the node with the arguments of a call of a member.
fn values<'g>(graph: &'g BindingGraph, range: &Range<usize>) -> Option<Node<'g>> {
    let root = graph.tree.root_node();
    let node = root.descendant_for_byte_range(range.start, range.end)?;
    let mut callee = node;
    for above in std::iter::successors(node.parent(), Node::parent).take(MOST_ABOVE) {
        if let Some(values) = field(above, "arguments") {
            let is_called = callee.end_byte() <= values.start_byte() && above.kind().contains("call")
                || above.kind().contains("invocation");
            return is_called.then_some(values);
        }
        // Apart from type arguments, the name must be the end of the callee.
        if field(above, "type_arguments").is_none() && above.end_byte() != range.end {
            return None;
        }
        callee = above;
    }
    None
}

/// Returns whether a parameter only declares the type of the receiver (`self`, `this`).
fn is_receiver(graph: &BindingGraph, parameter: &Node<'_>) -> bool {
    let name = field(*parameter, "pattern").map_or("", |name| graph.slice(&name.byte_range()));
    let word = name.split_whitespace().last();
    word.is_some_and(|word| graph.rules().receivers.iter().any(|receiver| receiver == word))
}
