//! Determines whether lines end with a statement, or with a value that nothing can follow.

use std::ops::Range;

use tree_sitter::Node;

use super::last_statement::{always_leaves, last_child};
use super::view::DefinitionView;
use crate::lang::field;
use crate::text::normal::contains;

/// The maximum nesting of blocks.
const MAX_BLOCK_DEPTH: usize = 30;

impl DefinitionView<'_> {
    /// Returns whether lines in a body would end with a statement, so that a value can follow them.
    pub(super) fn end_in_statement(&self, lines: &[String], body: &Range<usize>) -> bool {
        let head = self.head(body.start);
        let text = format!("{head} {{\n{}\n}}{}", lines.join("\n"), self.behind(body));
        let Ok(tree) = self.symbols.syntax.fresh().parse(&text) else { return false };
        let inner = head.len() + 1..text.len() - self.behind(body).len();
        let block = tree.root_node().descendant_for_byte_range(inner.start, inner.end);
        let last = block.filter(|block| !block.has_error()).and_then(last_child);
        last.is_some_and(|last| self.gives_nothing(last, &text, 0))
    }

    /// Returns whether a statement has no value: it has a terminator, defines something, is optional, or consists of
    /// blocks of which one that is executed to its end has no value.
    fn gives_nothing(&self, node: Node<'_>, text: &str, depth: usize) -> bool {
        let rules = &self.file.manifest().symbols;
        let ends = |sign: &String| text[node.byte_range()].ends_with(sign.as_str());
        let inner = |inner: Node<'_>| depth < MAX_BLOCK_DEPTH && self.gives_nothing(inner, text, depth + 1);
        let kind = node.kind();
        match (field(node, "consequence"), field(node, "alternative")) {
            _ if rules.statement_terminator.as_ref().is_some_and(ends) || self.is_item(node) => true,
            _ if contains(&rules.statements_without_value, kind) => true,
            (Some(_), None) => true,
            (Some(first), Some(other)) => inner(first) || inner(other),
            _ if contains(&rules.choices, kind) => {
                let cases = field(node, "body").unwrap_or(node);
                let mut cursor = cases.walk();
                cases.named_children(&mut cursor).filter_map(|case| field(case, "value")).any(inner)
            }
            // A block that ends with a jump yields nothing, and can have any type.
            _ if kind.ends_with("block") => {
                !always_leaves(node, (text, rules), 0) && last_child(node).is_none_or(inner)
            }
            _ if node.named_child_count() == 1 && kind.ends_with("_statement") || kind == "else_clause" => {
                last_child(node).is_some_and(inner)
            }
            _ => false,
        }
    }
}
