//! Places imports inside functions, where an import at the top of the file would create a cycle.

use crate::lang::is_of;
use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::Node;

use super::files::Files;
use super::narrow::outermost;
use super::required_imports::{ImportStatement, is_run_block};
use super::write::merged;
use crate::resolve::bindings::file::graph::{BindingGraph, Sort, TOP};
use crate::text::Edit;

/// A place for an import in a block that does not run while its file is loaded.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ImportSlot {
    /// The byte offset at which the line begins.
    pub(super) at: usize,
    /// The indentation of the line.
    indent: String,
    /// Whether another import follows.
    leads_on: bool,
}

/// The imports to insert at each place.
pub(super) type InnerImports = BTreeMap<ImportSlot, Vec<ImportStatement>>;

impl Files<'_> {
    /// Returns the places at which the blocks around some byte offsets can import a name; `None` if code at one of them
    /// runs while the file is loaded, or has no suitable block.
    pub(super) fn slots(
        &self,
        graph: &BindingGraph,
        places: &[usize],
        name: &str,
    ) -> Option<Vec<ImportSlot>> {
        let mut slots: Vec<ImportSlot> =
            places.iter().map(|byte| self.slot(graph, *byte, name)).collect::<Option<_>>()?;
        slots.sort();
        slots.dedup();
        (!slots.is_empty()).then_some(slots)
    }

    /// Returns the place at the beginning of the outermost function around a byte offset, or of the block that runs if
    /// the file is the main program.
    fn slot(&self, graph: &BindingGraph, byte: usize, name: &str) -> Option<ImportSlot> {
        let scopes: Vec<usize> = graph.around(graph.scope_at(byte)).filter(|at| *at != TOP).collect();
        if scopes.iter().any(|at| graph.scopes[*at].globals.iter().any(|own| own == name)) {
            return None;
        }
        let outer = scopes.iter().rev().find(|at| graph.scopes[**at].sort == Sort::Function);
        let node = match outer {
            Some(at) => {
                let range = &graph.scopes[*at].range;
                graph.tree.root_node().descendant_for_byte_range(range.start, range.end)?
            }
            None if is_run_block(graph, byte) => outermost(graph, byte)?,
            None => return None,
        };
        let block = block_around(node, byte)?;
        self.beginning(graph, block)
    }

    /// Returns the place below the heading and the docstring of a block.
    fn beginning(&self, graph: &BindingGraph, block: Node<'_>) -> Option<ImportSlot> {
        let mut cursor = block.walk();
        let statements: Vec<Node<'_>> =
            block.named_children(&mut cursor).filter(|node| !node.is_extra()).collect();
        let first = statements.first()?;
        let is_text = |node: &Node<'_>| {
            node.named_child_count() == 1 && node.named_child(0).is_some_and(|only| only.kind() == "string")
        };
        let behind = if is_text(first) { statements.get(1)? } else { first };
        let line_start = |byte: usize| graph.text[..byte].rfind('\n').map_or(0, |at| at + 1);
        let mut at = line_start(behind.start_byte());
        let indent = graph.text.get(at..behind.start_byte())?;
        if !indent.trim().is_empty() {
            return None;
        }
        // Comments above a statement belong to it.
        while let Some(above) = at.checked_sub(1).map(line_start) {
            let line = &graph.text[above..at];
            let begin = above + line.len() - line.trim_start().len();
            let node = graph.tree.root_node().descendant_for_byte_range(begin, begin + 1);
            if line.trim().is_empty()
                || !node.is_some_and(|node| node.is_extra() && node.start_byte() == begin)
            {
                break;
            }
            at = above;
        }
        Some(ImportSlot { at, indent: indent.to_owned(), leads_on: self.is_import(*behind) })
    }

    /// Returns the edits that insert the imports.
    pub(super) fn late_edits(&self, graph: &BindingGraph, late: InnerImports) -> Vec<Edit> {
        // Most moves have none, and the search for line endings would read the whole text.
        if late.is_empty() {
            return Vec::new();
        }
        let newline = if graph.text.contains("\r\n") { "\r\n" } else { "\n" };
        let edit = |(slot, statements): (ImportSlot, Vec<ImportStatement>)| {
            let lines = merged(statements);
            let lines = lines.iter().map(|one| format!("{}{}{newline}", slot.indent, one.text(self.rules)));
            let mut text: String = lines.collect();
            if !slot.leads_on {
                text.push_str(newline);
            }
            Edit { range: slot.at..slot.at, text }
        };
        late.into_iter().map(edit).collect()
    }
}

/// Returns the block of a statement that contains a byte offset.
fn block_around(node: Node<'_>, byte: usize) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    let mut blocks = node.children(&mut cursor).filter(|child| child.kind().ends_with("block"));
    blocks.find(|block| block.byte_range().contains(&byte))
}

/// Returns whether a range is in a type that is evaluated later or never.
pub(super) fn is_in_type(files: &Files<'_>, graph: &BindingGraph, range: &Range<usize>) -> bool {
    let Some(node) = graph.tree.root_node().descendant_for_byte_range(range.start, range.end) else {
        return false;
    };
    let mut above = std::iter::successors(Some(node), |node| node.parent());
    graph.is_deferred && above.any(|node| is_of(node, &files.rules.annotations))
}
