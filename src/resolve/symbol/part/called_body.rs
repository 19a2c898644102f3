//! Finds the body of a function that is assigned to a name indirectly: as an argument of a call, `const run = cached(()
//! => { … })`, or as the last one of functions that return each other, `const add = one => other => { … }`.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use crate::lang::field;

/// The node fields of which anonymous functions have one.
const HEAD_FIELDS: [&str; 4] = ["parameters", "parameter", "declarator", "captures"];

/// The maximum number of statements and lists around the value of a definition.
const MAX_WRAPPERS: usize = 6;

/// Returns the byte range of the body, with brackets, in the text of a definition; `None` if the value is neither of
/// these, or several arguments are functions.
pub(super) fn called_body(tree: &Tree, text: &str) -> Option<Range<usize>> {
    let is_braced = |body: &Range<usize>| {
        text.get(body.clone()).is_some_and(|body| body.starts_with('{') && body.ends_with('}'))
    };
    let mut value = value_in(tree.root_node())?;
    if let Some(first) = body_of(value) {
        let bodies = std::iter::successors(Some(first), |body| body_of(*body));
        return bodies.last().map(|body| body.byte_range()).filter(is_braced);
    }
    while value.named_child_count() == 1 && field(value, "arguments").is_none() {
        value = value.named_child(0)?;
    }
    let arguments = field(value, "arguments")?;
    let mut cursor = arguments.walk();
    let mut bodies = arguments.named_children(&mut cursor).filter_map(body_of);
    bodies.next().filter(|_| bodies.next().is_none()).map(|body| body.byte_range()).filter(is_braced)
}

/// Returns the body of an anonymous function.
fn body_of(function: Node<'_>) -> Option<Node<'_>> {
    HEAD_FIELDS.iter().find_map(|head| field(function, head))?;
    field(function, "body")
}

/// Returns the value that the first definition of a tree assigns to its name.
fn value_in(root: Node<'_>) -> Option<Node<'_>> {
    let mut node = root;
    for _ in 0..MAX_WRAPPERS {
        if let Some(value) = field(node, "value") {
            return Some(value);
        }
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> =
            node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
        node = match field(node, "declaration").or_else(|| field(node, "declarator")) {
            Some(inner) => inner,
            None => children
                .iter()
                .copied()
                .find(|child| field(*child, "value").is_some())
                .or(children.first().copied())?,
        };
    }
    None
}
