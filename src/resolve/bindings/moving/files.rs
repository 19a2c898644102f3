//! The two files of a move, and what is known of them.

use std::cell::OnceCell;

use serde_json::Value;

use crate::ir::PatchPath;
use crate::lang::{ModuleStyle, MoveRules};
use crate::resolve::bindings::file::graph::{FileId, Graph, TOP};
use crate::resolve::bindings::lookup::found::{Module, folder_of};
use crate::resolve::bindings::project::Project;

/// What is known of the two files.
pub(super) struct Files<'f> {
    pub(super) project: &'f Project,
    pub(super) graph: &'f Graph,
    pub(super) rules: &'f MoveRules,
    pub(super) from: FileId,
    /// The file that the code goes to, should it be there.
    pub(super) to: Option<FileId>,
    pub(super) to_path: &'f str,
    /// An import that shows how modules are named: as it is written, and where it leads.
    pub(super) example: Option<(String, String)>,
    /// The statements at the top of the old file that give members to something: where they begin, to what, and where.
    pub(super) changes: OnceCell<Vec<(usize, String, usize)>>,
}

impl<'f> Files<'f> {
    pub(super) fn of(
        project: &'f Project,
        (graph, from): (&'f Graph, FileId),
        rules: &'f MoveRules,
        to: &'f PatchPath,
    ) -> Self {
        let to_path = to.as_str();
        let (to, example) = (project.file(to_path), shown(project, graph, from));
        Self { project, graph, rules, from, to, to_path, example, changes: OnceCell::new() }
    }
}

/// How modules are named: by an import of the file, or else by one of another file that leads to it.
pub(super) fn shown(project: &Project, graph: &Graph, file: FileId) -> Option<(String, String)> {
    if let Some(own) = example(project, graph, file) {
        return Some(own);
    }
    let path = project.path(file);
    // By dots a file names what is in its package, whether that is there or not.
    let paths = graph.bindings.iter().filter_map(|binding| binding.import.as_ref()?.first());
    let by_dots =
        paths.filter(|_| project.style == ModuleStyle::Dotted).find(|written| written.starts_with('.'));
    if let Some(written) = by_dots {
        return Some((written.clone(), path.to_owned()));
    }
    // In a package names count from the file on, unless its other files write them otherwise.
    if project.style == ModuleStyle::Dotted && project.is_package(folder_of(path)) {
        return super::habit::absolute_import(project, file);
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
    by_others.or_else(|| super::habit::relative_import(project, file))
}

impl Files<'_> {
    /// Whether the old file is what others load who load its package: one that `package.json` names, or else its index.
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

/// An import of a file that leads to another one of the project.
pub(super) fn example(project: &Project, graph: &Graph, file: FileId) -> Option<(String, String)> {
    // Where files are named by paths, the path of a whole module shows that, too.
    let least = if project.style == ModuleStyle::Files { 1 } else { 2 };
    graph.bindings.iter().find_map(|binding| {
        let written = binding.import.as_ref().filter(|path| path.len() >= least)?.first()?;
        match project.module(file, written)? {
            Module::File(to, TOP) if to != file => Some((written.clone(), project.path(to).to_owned())),
            _ => None,
        }
    })
}
