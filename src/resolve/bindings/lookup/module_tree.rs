//! Determines the modules of files in the module tree, and where in it items are visible.

use tree_sitter::Node;

use crate::lang::TreeRules;
use crate::resolve::bindings::file::graph::{BindingGraph, FileId, TOP};
use crate::resolve::bindings::lookup::results::Module;
use crate::resolve::bindings::project::Project;

/// The names that lead from the root of a crate to a module.
pub(in crate::resolve::bindings) type ModulePath = Vec<String>;

/// Returns the parent of a module; the root for the root itself.
pub(in crate::resolve::bindings) fn around(path: &[String]) -> &[String] {
    path.split_last().map_or(path, |(_, rest)| rest)
}

/// Returns the name of the module whose file has the given path.
pub(in crate::resolve::bindings) fn name_of(path: &str) -> Option<&str> {
    let own = path.strip_suffix("/mod.rs").map_or(path, |folder| folder);
    let last = own.rsplit('/').next()?;
    Some(last.strip_suffix(".rs").unwrap_or(last))
}

/// Returns the module of a file; `None` if its crate does not reach it by declarations with matching file names.
pub(in crate::resolve::bindings) fn module_path(project: &Project, file: FileId) -> Option<ModulePath> {
    if project.crate_root(file) == file {
        return Some(Vec::new());
    }
    let parent = project.tree_parent(file)?;
    let name = name_of(project.path(file))?;
    if !project.declares(parent, name) {
        return None;
    }
    let mut path = module_path(project, parent)?;
    path.push(name.to_owned());
    Some(path)
}

impl Project {
    /// Returns whether the visibility of a module reaches another file.
    pub(in crate::resolve::bindings) fn is_module_seen(&self, module: &Module, from: FileId) -> bool {
        let (Module::File(file, TOP), Some(rules)) = (module, &self.rules.tree) else { return true };
        let Some((parent, id)) = self.declaration_of_file(*file) else { return true };
        let Some(graph) = self.graph(parent) else { return true };
        let name = &graph.bindings[id].name;
        let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end);
        let item = std::iter::successors(node, Node::parent).find(|node| node.kind() == rules.module);
        let paths = module_path(self, parent).zip(module_path(self, from));
        let (Some(item), Some((own, other))) = (item, paths) else { return true };
        let visibility = Visibility::of(rules, graph, item, &own);
        let is_same_crate = self.crate_root(parent) == self.crate_root(from);
        visibility == Visibility::Everywhere || is_same_crate && visibility.reaches(&other)
    }
}

/// The visibility of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::bindings) enum Visibility {
    Everywhere,
    /// In a module and the modules below it.
    Below(ModulePath),
}

impl Visibility {
    /// Returns the visibility that the keywords before an item of a module declare.
    pub(in crate::resolve::bindings) fn of(
        rules: &TreeRules,
        graph: &BindingGraph,
        item: Node<'_>,
        module: &[String],
    ) -> Self {
        let Some(words) = visibility_node(rules, item) else { return Self::Below(module.to_vec()) };
        let text: String = graph.slice(&words.byte_range()).split_whitespace().collect();
        match text.strip_prefix("pub") {
            Some("") => Self::Everywhere,
            Some("(super)" | "(insuper)") => Self::Below(around(module).to_vec()),
            Some("(self)" | "(inself)") => Self::Below(module.to_vec()),
            Some(inner) => {
                let path = inner.trim_start_matches("(in").trim_end_matches(')').strip_prefix("crate::");
                let parts = path.into_iter().flat_map(|path| path.split("::")).map(str::to_owned);
                Self::Below(parts.collect())
            }
            None => Self::Below(Vec::new()),
        }
    }

    pub(in crate::resolve::bindings) fn reaches(&self, module: &[String]) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Below(own) => module.starts_with(own),
        }
    }
}

/// Returns the node of an item's visibility keywords.
pub(in crate::resolve::bindings) fn visibility_node<'t>(
    rules: &TreeRules,
    item: Node<'t>,
) -> Option<Node<'t>> {
    let mut cursor = item.walk();
    item.children(&mut cursor).find(|child| child.kind() == rules.visibility)
}
