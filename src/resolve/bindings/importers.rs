//! Finds the files that import a file: their imports break if it is moved or removed.
//!
//! Invariant: only files whose text contains the name of its module are read.

use std::collections::BTreeSet;

use super::file::graph::{BindingGraph, BindingId, FileId, TOP, space};
use super::lookup::names::Lookup;
use super::lookup::results::{Found, Module, Place, folder_of};
use super::moving::{is_import_path, loads};
use super::problem::LabeledPlace;
use super::project::Project;
use super::{PatchPath, ProjectFiles};
use crate::lang::ModuleStyle;

/// Returns the places where other files of the project import each of the given files.
#[must_use]
pub fn importers(files: ProjectFiles<'_>, paths: &[&PatchPath]) -> Vec<Vec<LabeledPlace>> {
    let Some(rules) = files.language.local_rules() else { return Vec::new() };
    let project = Project::new(rules, files);
    paths.iter().map(|path| project.importers(path)).collect()
}

impl Project {
    fn importers(&self, path: &PatchPath) -> Vec<LabeledPlace> {
        let Some(target) = self.file(path.as_str()) else { return Vec::new() };
        let Some(stem) = self.module_word(path) else { return Vec::new() };
        let mut places: BTreeSet<(FileId, usize)> = BTreeSet::new();
        if self.rules.tree.is_some()
            && let Some((file, id)) = self.declaration_of_file(target)
            && let Some(graph) = self.graph(file)
        {
            places.insert((file, graph.bindings[id].name.start));
        }
        for file in self.files_with(&stem) {
            let Some(graph) = self.graph(file).filter(|_| file != target) else { continue };
            let own = (0..graph.bindings.len()).filter(|id| self.imports(graph, (file, *id), target, &stem));
            places.extend(own.map(|id| (file, graph.bindings[id].name.start)));
            if self.style == ModuleStyle::Files {
                let strings = self.places_of(file, &stem);
                places.extend(strings.filter(|at| self.loads_at(file, *at, target)).map(|at| (file, at)));
            }
        }
        let spot = |(file, at): (FileId, usize)| LabeledPlace {
            path: self.sources[file].path.clone(),
            at,
            label: "",
        };
        places.into_iter().map(spot).collect()
    }

    /// Returns the word by which other files name the module of a file: its own name, or that of its folder.
    fn module_word(&self, path: &PatchPath) -> Option<String> {
        let name = path.file_name();
        let is_index = self.rules.index_files.iter().any(|index| index == name);
        let word = match is_index {
            true => folder_of(path.as_str()).rsplit('/').next()?,
            false => name.split('.').next()?,
        };
        (!word.is_empty()).then(|| word.to_owned())
    }

    /// Returns whether the import that created a binding refers to the module of the target file.
    fn imports(
        &self,
        graph: &BindingGraph,
        (file, id): (FileId, BindingId),
        target: FileId,
        stem: &str,
    ) -> bool {
        let binding = &graph.bindings[id];
        let Some(path) = &binding.import else { return false };
        match self.style {
            ModuleStyle::Dotted | ModuleStyle::Files | ModuleStyle::Folder => {
                loads(self, graph, file, id).iter().any(|one| one == self.path(target))
            }
            ModuleStyle::Tree | ModuleStyle::Package => {
                let mut parts = path.iter().flat_map(|part| part.split([':', '.'])).map(str::trim);
                let names = parts.any(|part| part == stem);
                let place = Place { file, byte: binding.name.start };
                let lookup = Lookup::of(space::ALL, 0).except(Some((file, id)));
                names
                    && match self.import(place, path, lookup) {
                        Found::Definition(_, home, _) => home == target,
                        Found::Module(module) => module == Module::File(target, TOP),
                        Found::External | Found::Nowhere | Found::Unknown => false,
                    }
            }
        }
    }

    /// Returns whether a word is in a string that is an import path and resolves to the target file.
    fn loads_at(&self, file: FileId, at: usize, target: FileId) -> bool {
        let text = &self.sources[file].text;
        let Some(start) = text[..at].rfind(['"', '\'', '\n']) else { return false };
        let Some(end) = text[at..].find(['"', '\'', '\n']) else { return false };
        let written = &text[start + 1..at + end];
        is_import_path(&text[..start])
            && self.module(file, written).is_some_and(|module| module == Module::File(target, TOP))
    }
}
