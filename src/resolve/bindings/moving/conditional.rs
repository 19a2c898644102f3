//! Finds files that others import only conditionally: they may not be loadable everywhere.

use crate::lang::is_of;
use tree_sitter::Node;

use super::DefinitionMove;
use super::required_imports::{is_type_only, loads};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingKind, FileId, TOP};
use crate::resolve::bindings::lookup::results::Module;

impl DefinitionMove<'_> {
    /// Reports the imports of the target file if all of them are conditional, and the move adds one that is not.
    pub(super) fn doubt_condition(&mut self) {
        let files = self.files;
        let is_new = self.loads.iter().any(|load| load.to == files.to_path && load.from != load.to);
        let Some(to) = files.to.filter(|_| is_new && files.export_rules().is_none()) else { return };
        let last = files.to_path.rsplit('/').next().unwrap_or_default();
        let module = last.split('.').next().unwrap_or_default();
        let mut places = Vec::new();
        for file in files.project.files_with(module).into_iter().filter(|file| *file != to) {
            let Some(graph) = files.project.graph(file) else { continue };
            let mut by_all = graph.scopes[TOP].wildcards.iter().filter_map(|path| path.first());
            if by_all.any(|path| files.project.module(file, path) == Some(Module::File(to, TOP))) {
                return;
            }
            for at in self.imports_of(file, graph) {
                if !is_conditional(graph, files.rules.fillers.as_slice(), at) {
                    return;
                }
                places.push((file, at));
            }
        }
        let label = "imports the other file only under a condition";
        let spots: Vec<_> = places.into_iter().map(|(file, at)| self.spot(file, at, label)).collect();
        self.done.unproven.extend(spots);
    }

    /// Returns the byte offsets of a file's imports of the target file, without those that are only used by types.
    pub(super) fn imports_of(&self, file: FileId, graph: &BindingGraph) -> Vec<usize> {
        let files = self.files;
        let imports = graph.bindings.iter().enumerate().filter(|(_, one)| one.kind == BindingKind::Import);
        let own = imports.filter(|(id, _)| {
            loads(files.project, graph, file, *id).iter().any(|path| path == files.to_path)
        });
        let places = own.map(|(_, one)| one.name.start);
        places.filter(|at| !is_type_only(graph, files.rules, *at)).collect()
    }
}

/// Returns whether a byte offset is in a statement whose parts may not run.
fn is_conditional(graph: &BindingGraph, fillers: &[String], at: usize) -> bool {
    let node = graph.tree.root_node().descendant_for_byte_range(at, at);
    let mut above = std::iter::successors(node, Node::parent);
    above.any(|node| node.kind().ends_with("_statement") && is_of(node, fillers))
}
