//! Handles directive comments, which the compiler obeys only in files that contain a certain import.

use super::narrow::outermost;
use crate::lang::{Directive, is_of};
use crate::resolve::bindings::file::graph::BindingGraph;

/// A kind of directive that the moved code contains.
pub(super) struct DirectiveUse {
    pub(super) rule: &'static Directive,
    /// The byte offsets of the directives that move.
    pub(super) moves: Vec<usize>,
    /// Whether other directives of the kind stay in the file.
    pub(super) stays: bool,
    /// The required import statement.
    pub(super) statement: String,
}

/// Returns the kinds of directives in a file of which at least one moves.
pub(super) fn directive_uses(graph: &BindingGraph, is_moved: impl Fn(usize) -> bool) -> Vec<DirectiveUse> {
    let Some(word) = begins(graph) else { return Vec::new() };
    let of_rule = |rule: &'static Directive| {
        let found = graph.text.match_indices(&rule.begins).map(|(at, _)| at);
        let (moves, stays): (Vec<usize>, Vec<usize>) =
            found.filter(|at| is_comment(graph, *at)).partition(|at| is_moved(*at));
        let statement = format!("{word} {}", rule.import);
        (!moves.is_empty()).then_some(DirectiveUse { rule, moves, stays: !stays.is_empty(), statement })
    };
    graph.rules().directives.iter().filter_map(of_rule).collect()
}

impl DirectiveUse {
    /// Returns the imported path.
    fn key(&self) -> &str {
        let import = &self.rule.import;
        import.split_whitespace().next_back().unwrap_or(import)
    }

    /// Returns whether a file has the import, under any name.
    pub(super) fn has_import(&self, graph: &BindingGraph) -> bool {
        imported(graph, self.key())
    }

    /// Returns whether a file has the import only for such directives, without a usable name.
    pub(super) fn has_blank_import(&self, graph: &BindingGraph) -> bool {
        self.key() != self.rule.import && imported(graph, &self.rule.import)
    }

    /// Returns whether one of the statements is the import, under any name.
    pub(super) fn is_imported_by(&self, statements: &[String]) -> bool {
        statements.iter().any(|statement| statement.ends_with(self.key()))
    }
}

/// Returns whether a file has an import with this text.
fn imported(graph: &BindingGraph, written: &str) -> bool {
    let Some(word) = begins(graph) else { return false };
    let is_import = |at: usize| {
        let outer = outermost(graph, at).map(|node| graph.slice(&node.byte_range()));
        outer.is_some_and(|outer| outer.starts_with(word)) && !is_comment(graph, at)
    };
    graph.text.match_indices(written).any(|(at, _)| is_import(at))
}

/// Returns the keyword with which imports begin.
fn begins(graph: &BindingGraph) -> Option<&'static str> {
    graph.language.manifest().imports.as_ref()?.begins.first().map(String::as_str)
}

/// Returns whether a byte offset is in a comment.
fn is_comment(graph: &BindingGraph, at: usize) -> bool {
    let node = graph.tree.root_node().descendant_for_byte_range(at, at + 1);
    node.is_some_and(|node| is_of(node, &graph.rules().comments))
}
