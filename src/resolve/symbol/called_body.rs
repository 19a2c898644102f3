//! The body of the one function in a call that a name is given: `const run = cached(() => { … })`.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use crate::lang::field;

/// Fields that functions without a name have, one or the other.
const HEAD_FIELDS: [&str; 4] = ["parameters", "parameter", "declarator", "captures"];

/// How many statements and lists may be around the value of a definition.
const DEEPEST: usize = 6;

/// The bytes of the body, brackets included, in the text of a definition; `None` where the value is no call, or several of
/// its arguments are functions.
pub(super) fn called_body(tree: &Tree, text: &str) -> Option<Range<usize>> {
    let mut value = value_in(tree.root_node())?;
    while value.named_child_count() == 1 && field(value, "arguments").is_none() {
        value = value.named_child(0)?;
    }
    let arguments = field(value, "arguments")?;
    let mut cursor = arguments.walk();
    let mut bodies = arguments.named_children(&mut cursor).filter_map(|argument| {
        HEAD_FIELDS.iter().find_map(|head| field(argument, head))?;
        field(argument, "body")
    });
    let body = bodies.next().filter(|_| bodies.next().is_none())?.byte_range();
    let is_braced = text.get(body.clone()).is_some_and(|body| body.starts_with('{') && body.ends_with('}'));
    is_braced.then_some(body)
}

/// The value that the first definition of a tree gives its name.
fn value_in(root: Node<'_>) -> Option<Node<'_>> {
    let mut node = root;
    for _ in 0..DEEPEST {
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
