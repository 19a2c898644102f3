//! Which files import a file.

use std::collections::BTreeSet;

use super::file::graph::{BindingKind, FileId, Graph, space};
use super::lookup::found::{Found, Module};
use super::project::Project;
use super::{ProjectFiles, Spot, moving};
use crate::ir::PatchPath;
use crate::lang::{ModuleStyle, field};

/// For each of some files the places of others that import it; `None` where nothing is known of imports.
#[must_use]
pub fn importers(files: ProjectFiles<'_>, all: &[&PatchPath]) -> Option<Vec<Vec<Spot>>> {
    let project = Project::new(files.language.local_rules()?, files);
    let of = |path: &&PatchPath| importers_of(&project, path).unwrap_or_default();
    Some(all.iter().map(of).collect())
}

fn importers_of(project: &Project, path: &PatchPath) -> Option<Vec<Spot>> {
    let wanted = project.file(path.as_str())?;
    let name = path.file_name();
    let stem = name.split('.').next().unwrap_or(name);
    let parent = path.parent();
    // The name of a folder leads to the file that stands for it.
    let words = [Some(stem), parent.as_ref().map(|folder| folder.file_name())];
    let files: BTreeSet<FileId> =
        words.into_iter().flatten().flat_map(|word| project.files_with(word)).collect();
    let mut found = Vec::new();
    for file in files.into_iter().filter(|file| *file != wanted) {
        let Some(graph) = project.graph(file) else { continue };
        let places =
            by_names(project, (file, graph), wanted).chain(by_statements(project, (file, graph), wanted));
        let line = |at: usize| graph.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let lines: BTreeSet<usize> = places.map(line).collect();
        let spot = |at| Spot { path: project.sources[file].path.clone(), at, label: "imports it" };
        found.extend(lines.into_iter().map(spot));
    }
    Some(found)
}

/// Where names are bound that come from a file.
fn by_names<'p>(
    project: &'p Project,
    (file, graph): (FileId, &'p Graph),
    wanted: FileId,
) -> impl Iterator<Item = usize> + 'p {
    let path = project.path(wanted);
    let leads = move |id: usize| match project.style {
        ModuleStyle::Tree => project.declared_file(file, &graph.bindings[id]) == Some(wanted),
        ModuleStyle::Dotted | ModuleStyle::Files => {
            moving::loads(project, graph, file, id).iter().any(|loaded| loaded == path)
        }
        _ => matches!(project.follow(file, id, space::ALL, 0), Found::Key(_, home, _) if home == wanted),
    };
    let is_one = move |id: &usize| {
        let binding = &graph.bindings[*id];
        match project.style {
            ModuleStyle::Tree => binding.kind == BindingKind::Module && binding.opens.is_none(),
            _ => binding.import.is_some(),
        }
    };
    (0..graph.bindings.len())
        .filter(is_one)
        .filter(move |id| leads(*id))
        .map(|id| graph.bindings[id].name.start)
}

/// Where statements at the top of a file name another one.
fn by_statements<'p>(
    project: &'p Project,
    (file, graph): (FileId, &'p Graph),
    wanted: FileId,
) -> impl Iterator<Item = usize> + 'p {
    let field_of_module = graph.rules().moves.as_ref().map(|rules| rules.module_field.as_str());
    let root = graph.tree.root_node();
    let all = (0..root.named_child_count()).filter_map(move |at| root.named_child(u32::try_from(at).ok()?));
    let names_it = move |node: tree_sitter::Node<'_>| {
        let written = field(node, field_of_module?)?.byte_range();
        let module = project.module(file, graph.slice(&written).trim_matches(['"', '\'']))?;
        matches!(module, Module::File(found, _) if found == wanted).then(|| node.start_byte())
    };
    all.filter_map(names_it)
}
