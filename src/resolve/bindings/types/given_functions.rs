//! The parameters of anonymous functions that functions of the project get: `fn each(run: impl Fn(&Item))`.

use tree_sitter::Node;

use super::arity::parameters_of;
use crate::lang::{field, is_of};
use crate::resolve::bindings::file::expr::expr;
use crate::resolve::bindings::file::graph::{BindingGraph, Expr, space};
use crate::resolve::bindings::lookup::results::{InferredType, Place};
use crate::resolve::bindings::project::Project;

/// The maximum number of nodes of a signature that are searched.
const MOST_NODES: usize = 200;

impl Project {
    /// Returns the type of a parameter of an anonymous function that a function of the project gets as an argument;
    /// `None` if the called function does not belong to the project or does not say what it passes on.
    pub(super) fn given_by_own(
        &self,
        place: Place,
        called: &Expr,
        (argument, parameter): (usize, usize),
        steps: usize,
    ) -> Option<InferredType> {
        let name = |range| self.graph(place.file).map(|graph| graph.slice(range));
        let kind = match called {
            Expr::Member(owner, range) => {
                let owner = self.kind_of(place, owner, steps + 1);
                self.kind_of_member(owner, name(range)?, space::VALUE, steps + 1)
            }
            _ => self.kind_of(place, called, steps + 1),
        };
        let InferredType::Function(file, id) = kind else { return None };
        let graph = self.graph(file)?;
        let patterns = graph.rules().patterns.as_ref()?;
        let arity = graph.rules().arity.as_ref()?;
        let (definition, list) = parameters_of(graph, &graph.bindings[id].name)?;
        let mut cursor = list.walk();
        let is_object = |node: &Node<'_>| is_of(*node, &arity.objects) && matches!(called, Expr::Member(..));
        let is_taken =
            |node: &Node<'_>| !node.is_extra() && !is_of(*node, &arity.ignored) && !is_object(node);
        let taker = list.named_children(&mut cursor).filter(is_taken).nth(argument)?;
        let declared = field(taker, "type")?;
        let function = first_of(declared, &patterns.function_types).or_else(|| {
            bounds_of(graph, definition, graph.slice(&declared.byte_range()))
                .find_map(|bounds| first_of(bounds, &patterns.function_types))
        })?;
        let taken = field(function, "parameters")?;
        let mut cursor = taken.walk();
        let node = taken.named_children(&mut cursor).filter(|node| !node.is_extra()).nth(parameter)?;
        let place = Place { file, byte: node.start_byte() };
        Some(self.object_of(place, &expr(graph.rules(), &graph.text, node, 0), steps + 1))
    }
}

/// Returns the bounds of a type parameter, in the list of parameters and in conditions before the body of a function.
fn bounds_of<'g>(
    graph: &'g BindingGraph,
    function: Node<'g>,
    name: &'g str,
) -> impl Iterator<Item = Node<'g>> {
    let body = field(function, "body");
    let mut cursor = function.walk();
    let heads: Vec<Node<'g>> =
        function.named_children(&mut cursor).filter(|part| Some(*part) != body).collect();
    heads.into_iter().flat_map(nodes_in).filter_map(move |node| {
        let named = field(node, "left").or_else(|| field(node, "name"))?;
        field(node, "bounds").filter(|_| graph.slice(&named.byte_range()) == name)
    })
}

/// Returns the first node of one of some kinds in a node.
fn first_of<'g>(node: Node<'g>, kinds: &[String]) -> Option<Node<'g>> {
    nodes_in(node).into_iter().find(|node| is_of(*node, kinds))
}

/// Returns the named nodes in a node, the outer ones first.
fn nodes_in(node: Node<'_>) -> Vec<Node<'_>> {
    let mut all = vec![node];
    let mut next = 0;
    while let Some(node) = all.get(next).copied().filter(|_| all.len() < MOST_NODES) {
        next += 1;
        let mut cursor = node.walk();
        all.extend(node.named_children(&mut cursor));
    }
    all
}
