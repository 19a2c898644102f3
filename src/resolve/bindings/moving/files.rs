//! The two files of a move, and what is known about them.

use std::cell::OnceCell;

use serde_json::Value;

use crate::ir::PatchPath;
use crate::lang::{ModuleStyle, MoveRules};
use crate::resolve::bindings::file::graph::{BindingGraph, FileId, TOP};
use crate::resolve::bindings::lookup::results::{Module, folder_of};
use crate::resolve::bindings::project::Project;

/// The source and target file of a move, and what is known about them.
pub(super) struct Files<'f> {
    pub(super) project: &'f Project,
    pub(super) graph: &'f BindingGraph,
    pub(super) rules: &'f MoveRules,
    pub(super) from: FileId,
    /// The target file, if it exists.
    pub(super) to: Option<FileId>,
    pub(super) to_path: &'f str,
    /// An import that shows how module paths are written: the path as written, and the file that it resolves to.
    pub(super) example: Option<(String, String)>,
    /// The statements at the top level of the old file that set members of an object: the byte offset of the statement,
    /// the name of the object, and the byte offset of the assignment.
    pub(super) changes: OnceCell<Vec<(usize, String, usize)>>,
}

impl<'f> Files<'f> {
    pub(super) fn of(
        project: &'f Project,
        (graph, from): (&'f BindingGraph, FileId),
        rules: &'f MoveRules,
        to: &'f PatchPath,
    ) -> Self {
        let to_path = to.as_str();
        let (to, example) = (project.file(to_path), import_example(project, graph, from));
        Self { project, graph, rules, from, to, to_path, example, changes: OnceCell::new() }
    }
}

/// Returns an example of how module paths are written: from an import of the file, or else from an import of it in
/// another file.
pub(super) fn import_example(
    project: &Project,
    graph: &BindingGraph,
    file: FileId,
) -> Option<(String, String)> {
    if let Some(own) = example(project, graph, file) {
        return Some(own);
    }
    let path = project.path(file);
    // A path with leading dots names a module of the file's own package, whether or not that module exists.
    let paths = graph.bindings.iter().filter_map(|binding| binding.import.as_ref()?.first());
    let by_dots =
        paths.filter(|_| project.style == ModuleStyle::Dotted).find(|written| written.starts_with('.'));
    if let Some(written) = by_dots {
        return Some((written.clone(), path.to_owned()));
    }
    // Within a package, relative paths are the default, unless the package's other files use absolute ones.
    if project.style == ModuleStyle::Dotted && project.is_package(folder_of(path)) {
        return super::import_path_style::absolute_import(project, file);
    }
    let stem = path.rsplit('/').next()?.split('.').next()?;
    let by_others = project.files_with(stem).into_iter().filter(|other| *other != file).find_map(|other| {
        let graph = project.graph(other)?;
        graph.bindings.iter().find_map(|binding| {
            let written = binding.import.as_ref()?.first().filter(|written| !written.starts_with('.'))?;
            let leads = project.module(other, written)? == Module::File(file, TOP);
            leads.then(|| (written.clone(), path.to_owned()))
        })
    });
    by_others.or_else(|| super::import_path_style::relative_import(project, file))
}

impl Files<'_> {
    /// Returns whether the old file is an entry point of its package: a file that `package.json` names, or else the
    /// index file.
    pub(super) fn is_entry(&self) -> bool {
        let path = self.project.path(self.from);
        let manifests = self.project.manifests.iter().filter(|one| one.path.file_name() == "package.json");
        let own = manifests.filter(|one| path.starts_with(folder_of(one.path.as_str())));
        let Some(manifest) = own.max_by_key(|one| one.path.as_str().len()) else { return false };
        let Ok(Value::Object(fields)) = serde_json::from_str(&manifest.text) else { return false };
        let folder = folder_of(manifest.path.as_str());
        let below = path.strip_prefix(folder).unwrap_or(path).trim_start_matches('/');
        let is_it = |named: &str| {
            let named = named.trim_start_matches("./").trim_end_matches('/');
            let is_index = |index: &String| below == format!("{named}/{index}").trim_start_matches('/');
            named == below
                || self.project.rules.file_ends.iter().any(|end| below == format!("{named}{end}"))
                || self.project.rules.index_files.iter().any(is_index)
        };
        let mut named: Vec<&Value> =
            ["main", "module", "exports"].iter().filter_map(|key| fields.get(*key)).collect();
        if named.is_empty() {
            return is_it("");
        }
        while let Some(value) = named.pop() {
            match value {
                Value::String(text) if is_it(text) => return true,
                Value::Object(more) => named.extend(more.values()),
                Value::Array(more) => named.extend(more),
                _ => {}
            }
        }
        false
    }
}

/// Returns an import in the file that resolves to another file of the project, as written, with that file's path.
pub(super) fn example(project: &Project, graph: &BindingGraph, file: FileId) -> Option<(String, String)> {
    // In languages that name files by paths, an import of a whole module is an example as well.
    let least = if project.style == ModuleStyle::Files { 1 } else { 2 };
    graph.bindings.iter().find_map(|binding| {
        let written = binding.import.as_ref().filter(|path| path.len() >= least)?.first()?;
        match project.module(file, written)? {
            Module::File(to, TOP) if to != file => Some((written.clone(), project.path(to).to_owned())),
            _ => None,
        }
    })
}
