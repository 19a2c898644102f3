//! Finds where nodes end, without trailing comments: the lines determine to which item those belong.

use std::collections::HashMap;
use std::ops::Range;

use tree_sitter::{Node, TreeCursor};

/// The number of nested last children up to which ends are not memoized.
const SHORT: usize = 32;

/// The ends of the code in the nodes of one tree.
#[derive(Default)]
pub(super) struct CodeEnds {
    /// The memoized end of each node deeper than [`SHORT`], by node id: if thousands of nodes end together, they are
    /// descended once.
    known: HashMap<usize, usize>,
}

impl CodeEnds {
    /// Returns the byte range of a node without the comments at its end.
    pub(in crate::resolve::symbol) fn range(&mut self, node: Node<'_>, text: &str) -> Range<usize> {
        let start = node.start_byte();
        if node.is_extra() {
            return start..start + text[node.byte_range()].trim_end().len();
        }
        start..before_next_line(text, start..self.end(node))
    }

    fn end(&mut self, node: Node<'_>) -> usize {
        let mut at = node;
        let mut length = 0;
        let mut passed = Vec::new();
        let end = loop {
            length += 1;
            if length > SHORT {
                if let Some(end) = self.known.get(&at.id()) {
                    break *end;
                }
                passed.push(at.id());
            }
            match last_code_child(at) {
                Some(last) => at = last,
                None => break at.end_byte(),
            }
        };
        self.known.extend(passed.into_iter().map(|id| (id, end)));
        end
    }
}

/// Returns the end of a statement. A semicolon that begins the line of the next statement, as in `;[1].map(f)`, is
/// excluded.
fn before_next_line(text: &str, statement: Range<usize>) -> usize {
    let end = statement.end;
    let Some(before) = text.get(statement).and_then(|own| own.strip_suffix(';')) else { return end };
    let code = before.trim_end();
    let begins_line = before[code.len()..].contains('\n');
    let opens = || text[end..].starts_with(|next: char| !next.is_whitespace());
    if begins_line && opens() { end - 1 - (before.len() - code.len()) } else { end }
}

/// Returns the last child that is not a comment.
pub(super) fn last_code_child(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    if !cursor.goto_last_child() {
        return None;
    }
    if !cursor.node().is_extra() {
        return Some(cursor.node());
    }
    cursor.goto_parent();
    last_code_child_by_scan(&mut cursor)
}

/// Returns the last child that is not a comment by a walk from the first: each step backwards costs as much as that
/// whole walk.
fn last_code_child_by_scan<'tree>(cursor: &mut TreeCursor<'tree>) -> Option<Node<'tree>> {
    let mut last = None;
    let mut more = cursor.goto_first_child();
    while more {
        last = if cursor.node().is_extra() { last } else { Some(cursor.node()) };
        more = cursor.goto_next_sibling();
    }
    last
}
