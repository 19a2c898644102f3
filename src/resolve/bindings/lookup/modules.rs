//! Resolution of imports to files and folders.

use std::collections::HashMap;

use super::results::{Container, Found, Module, folder_of};
use crate::lang::ModuleStyle;
use crate::resolve::bindings::file::graph::{Binding, BindingId, BindingKind, FileId, TOP};
use crate::resolve::bindings::project::Project;

/// The beginning of an attribute that states the file of a module.
const PATH_ATTRIBUTE: &str = "#[path";

/// Returns the path of a name in a folder.
pub(in crate::resolve::bindings) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Returns the normalized path to which `written` leads from a folder.
pub(in crate::resolve::bindings) fn path_from(folder: &str, written: &str) -> String {
    let mut path = folder.to_owned();
    for part in written.split('/') {
        match part {
            "." | "" => {}
            ".." => path = folder_of(&path).to_owned(),
            name => path = join(&path, name),
        }
    }
    path
}

impl Project {
    /// Returns the module that the text of an import names in a file; `None` for modules outside of the project.
    pub(in crate::resolve::bindings) fn module(&self, from: FileId, written: &str) -> Option<Module> {
        match self.style {
            ModuleStyle::Dotted => self.dotted(from, written),
            ModuleStyle::Files => match self.script_module(from, written) {
                Found::Module(module) => Some(module),
                _ => None,
            },
            ModuleStyle::Folder => self.package_folder(written),
            ModuleStyle::Package => Some(Module::Space(written.to_owned())),
            ModuleStyle::Tree => None,
        }
    }

    /// Returns the module of a name in a folder.
    fn module_in(&self, folder: &str, name: &str) -> Option<Module> {
        let base = join(folder, name);
        let package = self.rules.index_files.iter().find_map(|index| self.file(&join(&base, index)));
        let plain = || self.rules.file_ends.iter().find_map(|end| self.file(&format!("{base}{end}")));
        match package.or_else(plain) {
            Some(file) => Some(Module::File(file, TOP)),
            None => self.has_folder(&base).then_some(Module::Folder(base)),
        }
    }

    /// Returns the module whose names a file declares: if the file is a stub, the module beside it, else the file
    /// itself.
    pub(in crate::resolve::bindings) fn declared_module(&self, file: FileId) -> FileId {
        let module = self.end_of_stub(file).and_then(|end| {
            let base = self.path(file).strip_suffix(end)?;
            self.file(&format!("{base}{}", self.rules.file_ends.first()?))
        });
        module.unwrap_or(file)
    }

    /// Returns the stub that declares the names of a module again.
    pub(in crate::resolve::bindings) fn stub_of(&self, file: FileId) -> Option<FileId> {
        let (own, stubs) = self.rules.file_ends.split_first()?;
        let base =
            self.path(file).strip_suffix(own.as_str()).filter(|_| self.style == ModuleStyle::Dotted)?;
        stubs.iter().find_map(|end| self.file(&format!("{base}{end}")))
    }

    /// Returns the path suffix of a stub, if the file is one.
    pub(in crate::resolve::bindings) fn end_of_stub(&self, file: FileId) -> Option<&'static str> {
        let stubs = self.rules.file_ends.get(1..).filter(|_| self.style == ModuleStyle::Dotted)?;
        stubs.iter().map(String::as_str).find(|end| self.path(file).ends_with(end))
    }

    /// Returns a submodule of a module.
    pub(in crate::resolve::bindings) fn submodule(&self, module: &Module, name: &str) -> Option<Module> {
        match (self.style, module) {
            (ModuleStyle::Dotted, Module::Folder(folder)) => self.module_in(folder, name),
            (ModuleStyle::Dotted, Module::File(file, _)) => {
                let path = self.path(*file);
                let is_package = self.rules.index_files.iter().any(|index| path.ends_with(index.as_str()));
                if is_package { self.module_in(folder_of(path), name) } else { None }
            }
            (ModuleStyle::Tree, Module::File(file, TOP)) => self.tree_child(*file, name),
            _ => None,
        }
    }

    fn dotted(&self, from: FileId, written: &str) -> Option<Module> {
        let written: String = written.split_whitespace().collect();
        let rest = written.trim_start_matches('.');
        let ups = written.len() - rest.len();
        let names: Vec<&str> = rest.split('.').filter(|name| !name.is_empty()).collect();
        let below = |folder: &str| {
            let mut at = Module::Folder(folder.to_owned());
            for name in &names {
                at = match &at {
                    Module::Folder(folder) => self.module_in(folder, name)?,
                    other => self.submodule(other, name)?,
                };
            }
            Some(at)
        };
        let mut folder = folder_of(self.path(from)).to_owned();
        if ups > 0 {
            for _ in 1..ups {
                folder = folder_of(&folder).to_owned();
            }
            if names.is_empty() {
                let index = self.rules.index_files.iter().find_map(|index| self.file(&join(&folder, index)));
                return Some(index.map_or(Module::Folder(folder), |file| Module::File(file, TOP)));
            }
            return below(&folder);
        }
        let first = names.first()?;
        loop {
            let is_package =
                self.rules.index_files.iter().any(|index| self.file(&join(&folder, index)).is_some());
            if !is_package {
                for inner in ["", "src", "lib"] {
                    let start = if inner.is_empty() { folder.clone() } else { join(&folder, inner) };
                    let has_code = |found: &Module| match found {
                        Module::Folder(found) => self.has_folder(found),
                        _ => true,
                    };
                    if let Some(found) = self.module_in(&start, first).filter(has_code)
                        && (matches!(found, Module::File(..)) || below(&start).is_some())
                    {
                        return below(&start);
                    }
                }
            }
            if folder.is_empty() {
                return None;
            }
            folder = folder_of(&folder).to_owned();
        }
    }

    fn package_folder(&self, written: &str) -> Option<Module> {
        let roots = self.manifests.iter().filter(|one| one.path.file_name() == "go.mod");
        let names = roots.filter_map(|manifest| {
            let name = manifest.text.lines().find_map(|line| line.trim().strip_prefix("module "))?.trim();
            let rest = written.strip_prefix(name.trim_matches('"'))?;
            let folder = folder_of(manifest.path.as_str());
            match rest.strip_prefix('/') {
                Some(rest) => Some((name.len(), join(folder, rest))),
                None => rest.is_empty().then(|| (name.len(), folder.to_owned())),
            }
        });
        // A module may be in the folder of another one.
        let (_, folder) = names.max_by_key(|(length, _)| *length)?;
        self.package_in(&folder).map(Module::Space)
    }

    /// The package that a file says it belongs to.
    pub(in crate::resolve::bindings) fn package_of(&self, file: FileId) -> Option<Container> {
        let graph = self.graph(file).filter(|graph| graph.package.is_some())?;
        self.space_of(file, graph, TOP)
    }

    /// The package that others import from a folder, as a space of names.
    pub(in crate::resolve::bindings) fn package_in(&self, folder: &str) -> Option<String> {
        if let Some(known) = self.packages.borrow().get(folder) {
            return known.clone();
        }
        let files = (0..self.sources.len()).filter(|file| {
            folder_of(self.path(*file)) == folder && !self.rules.is_entry_file(self.path(*file))
        });
        let mut own = None;
        for package in files.filter_map(|file| self.graph(file)?.package.clone()) {
            let is_program = self.rules.special_free.contains(&package);
            own = own.filter(|_| is_program).or(Some(package));
            if !is_program {
                break;
            }
        }
        let own = own.map(|package| format!("{folder}:{package}"));
        self.packages.borrow_mut().insert(folder.to_owned(), own.clone());
        own
    }

    /// Returns whether files of the project declare that they belong to a package.
    pub(super) fn has_package(&self, name: &str) -> bool {
        if let Some(known) = self.packages.borrow().get(name) {
            return known.is_some();
        }
        let finder = memchr::memmem::Finder::new(name.as_bytes());
        let mut files =
            (0..self.sources.len()).filter(|file| finder.find(self.sources[*file].text.as_bytes()).is_some());
        let has = files.any(|file| {
            self.graph(file).and_then(|graph| graph.package.as_deref()).is_some_and(|package| package == name)
        });
        self.packages.borrow_mut().insert(name.to_owned(), has.then(|| name.to_owned()));
        has
    }

    /// Returns whether an import may name a folder of the project, in a project without a `go.mod`.
    pub(super) fn may_be_folder(&self, written: &str) -> bool {
        let is_end = |folder: &String| {
            !folder.is_empty()
                && written.strip_suffix(folder.as_str()).is_some_and(|rest| rest.ends_with('/'))
        };
        !self.manifests.iter().any(|one| one.path.file_name() == "go.mod") && self.folders().any(is_end)
    }

    /// Returns whether a file imports something that belongs neither to the project nor to the standard library.
    pub(in crate::resolve::bindings) fn brings_in_foreign(&self, file: FileId) -> bool {
        let Some(graph) = self.graph(file) else { return true };
        let imports = graph.bindings.iter().filter_map(|binding| binding.import.as_ref()?.first());
        let all = graph.scopes[TOP].wildcards.iter().filter_map(|path| path.first());
        if self.style == ModuleStyle::Files {
            return imports.chain(all).any(|path| self.is_other_package(file, path));
        }
        self.rules.foreign_mark.is_some() && imports.chain(all).any(|path| self.is_foreign(file, path))
    }

    /// Returns whether a path refers to something that belongs neither to the project nor to the standard library.
    pub(in crate::resolve::bindings) fn is_foreign(&self, file: FileId, path: &str) -> bool {
        let first = path.split('/').next().unwrap_or_default();
        let has_mark = self.rules.foreign_mark.as_ref().is_some_and(|mark| first.contains(mark.as_str()));
        has_mark && self.module(file, path).is_none()
    }

    /// Returns the root file of the crate to which a file belongs.
    pub(in crate::resolve::bindings) fn crate_root(&self, file: FileId) -> FileId {
        match self.declared_by_path(file) {
            Some(parent) => self.crate_root_by_folder(parent),
            None => self.crate_root_by_folder(file),
        }
    }

    /// Returns the file that declares another one as its module by a path attribute, if none declares it by name.
    fn declared_by_path(&self, file: FileId) -> Option<FileId> {
        if self.style != ModuleStyle::Tree {
            return None;
        }
        let by_path = self.by_written_path.get_or_init(|| self.read_written_paths());
        let parent = by_path.get(&file)?;
        let path = self.path(file);
        let stem = path.rsplit('/').next().and_then(|last| last.strip_suffix(".rs"))?;
        let of_folder = self.parent_by_folder(file);
        let is_named = of_folder.is_some_and(|parent| self.declares(parent, stem));
        (!is_named).then_some(*parent)
    }

    /// Returns whether a file declares a module of a name that has a file of its own.
    pub(in crate::resolve::bindings) fn declares(&self, file: FileId, name: &str) -> bool {
        self.graph(file).is_some_and(|graph| {
            let mut bound = graph.bound(TOP, name).iter().map(|id| &graph.bindings[*id]);
            bound.any(|binding| binding.kind == BindingKind::Module && binding.body_scope.is_none())
        })
    }

    /// Returns the modules whose files are stated by attributes, each with the first file that declares it.
    fn read_written_paths(&self) -> HashMap<FileId, FileId> {
        let finder = memchr::memmem::Finder::new(PATH_ATTRIBUTE.as_bytes());
        let mut found = HashMap::new();
        for from in 0..self.sources.len() {
            let text = &self.sources[from].text;
            for at in finder.find_iter(text.as_bytes()) {
                let written = quoted_value(&text[at..], PATH_ATTRIBUTE);
                let file = written.and_then(|written| self.written_path(from, written));
                if let Some(file) = file.filter(|file| *file != from) {
                    found.entry(file).or_insert(from);
                }
            }
        }
        found
    }

    /// Returns the file to which the path in a module's attribute leads.
    fn written_path(&self, from: FileId, written: &str) -> Option<FileId> {
        self.file(&path_from(folder_of(self.path(from)), written))
    }

    /// Returns the file of a module that a binding declares.
    pub(in crate::resolve::bindings) fn declared_file(
        &self,
        file: FileId,
        binding: &Binding,
    ) -> Option<FileId> {
        let graph = self.graph(file)?;
        let before = graph.text[..binding.name.start].rsplit([';', '}', '{']).next()?;
        match quoted_value(before, PATH_ATTRIBUTE) {
            Some(written) => self.written_path(file, written),
            None => self.child_by_folder(file, graph.slice(&binding.name)),
        }
    }

    fn crate_root_by_folder(&self, file: FileId) -> FileId {
        let path = self.path(file);
        let mut folder = folder_of(path).to_owned();
        let package = self.cargo_package(path);
        let in_package = path.strip_prefix(package).unwrap_or(path).trim_start_matches('/');
        let is_root_folder =
            ["tests", "benches", "examples", "src/bin", "bin"].contains(&folder_of(in_package));
        if is_root_folder || in_package == "build.rs" {
            return file;
        }
        loop {
            if let Some(own) = ["lib.rs", "main.rs"].iter().find_map(|name| self.file(&join(&folder, name))) {
                let is_root = ["lib.rs", "main.rs"].iter().any(|name| path == join(&folder, name));
                return if is_root { file } else { own };
            }
            if folder.is_empty() {
                return file;
            }
            folder = folder_of(&folder).to_owned();
        }
    }

    /// Returns the path that the examples of a file have as a program of their own, beside the other tests of its package.
    pub(in crate::resolve::bindings) fn path_of_example(&self, file: FileId) -> String {
        let folder = join(self.cargo_package(self.path(file)), "tests");
        join(&folder, &format!("examples_of_{file}.rs"))
    }

    /// Returns the folder of the package to which a file belongs, by the manifests.
    fn cargo_package(&self, path: &str) -> &str {
        let manifests = self.manifests.iter().filter(|one| one.path.file_name() == "Cargo.toml");
        let folders = manifests.map(|manifest| folder_of(manifest.path.as_str()));
        let holds = |folder: &&str| {
            path.strip_prefix(*folder).is_some_and(|rest| folder.is_empty() || rest.starts_with('/'))
        };
        folders.filter(holds).max_by_key(|folder| folder.len()).unwrap_or_default()
    }

    /// Returns the file of a module that another file declares, or may declare.
    pub(in crate::resolve::bindings) fn tree_child(&self, file: FileId, name: &str) -> Option<Module> {
        let graph = self.graph(file)?;
        let bound = graph.bound(TOP, name).iter().map(|id| &graph.bindings[*id]);
        let declared = bound
            .filter(|one| one.kind == BindingKind::Module && one.body_scope.is_none())
            .find_map(|one| self.declared_file(file, one));
        declared.or_else(|| self.child_by_folder(file, name)).map(|file| Module::File(file, TOP))
    }

    /// Returns the file that a module of a name has by the folder of its parent.
    pub(in crate::resolve::bindings) fn child_by_folder(&self, file: FileId, name: &str) -> Option<FileId> {
        let path = self.path(file);
        let folder = folder_of(path);
        let stem = path.rsplit('/').next().and_then(|last| last.strip_suffix(".rs"))?;
        let is_head = ["lib", "main", "mod"].contains(&stem) || self.crate_root(file) == file;
        let base = if is_head { folder.to_owned() } else { join(folder, stem) };
        let name = name.strip_prefix("r#").unwrap_or(name);
        let found = [format!("{}.rs", join(&base, name)), join(&join(&base, name), "mod.rs")];
        found.iter().find_map(|path| self.file(path))
    }

    /// Returns the declaration of the module of a file, in the file of its parent module.
    pub(in crate::resolve::bindings) fn declaration_of_file(
        &self,
        file: FileId,
    ) -> Option<(FileId, BindingId)> {
        let parent = self.tree_parent(file)?;
        self.modules_in(parent).find(|id| self.declares_file(parent, *id, file)).map(|id| (parent, id))
    }

    /// Returns the bindings of a file that declare modules with files of their own.
    fn modules_in(&self, file: FileId) -> impl Iterator<Item = BindingId> {
        let bindings = self.graph(file).map_or(&[][..], |graph| &graph.bindings);
        let is_module = |one: &Binding| one.kind == BindingKind::Module && one.body_scope.is_none();
        bindings.iter().enumerate().filter(move |(_, one)| is_module(one)).map(|(id, _)| id)
    }

    fn declares_file(&self, file: FileId, id: BindingId, module: FileId) -> bool {
        let binding = self.graph(file).map(|graph| &graph.bindings[id]);
        binding.is_some_and(|binding| self.declared_file(file, binding) == Some(module))
    }

    /// Returns the file of a module if it is named after the module, no folder has the same name, no attribute states
    /// its path, and it has no other declaration.
    pub(in crate::resolve::bindings) fn file_named_alone(&self, file: FileId, name: &str) -> Option<FileId> {
        let module = self.child_by_folder(file, name)?;
        let path = &self.sources[module].path;
        let folder = path.as_str().strip_suffix(path.file_name().strip_prefix(name)?)?;
        let is_it = |(of, id): &(FileId, BindingId)| self.declares_file(*of, *id, module);
        let files = self.files_with(name).into_iter();
        let mut declared = files.flat_map(|of| self.modules_in(of).map(move |id| (of, id))).filter(is_it);
        let is_own = declared.next().is_some_and(|(of, _)| of == file) && declared.next().is_none();
        (is_own && !self.has_folder(folder)).then_some(module)
    }

    /// Returns the file that declares the module of a file.
    pub(in crate::resolve::bindings) fn tree_parent(&self, file: FileId) -> Option<FileId> {
        if self.crate_root(file) == file {
            return None;
        }
        self.declared_by_path(file).or_else(|| self.parent_by_folder(file))
    }

    fn parent_by_folder(&self, file: FileId) -> Option<FileId> {
        self.parent_of_path(self.path(file)).filter(|found| *found != file)
    }

    /// Returns the file that has to declare the module whose file is, or would be, at a path.
    pub(in crate::resolve::bindings) fn parent_of_path(&self, path: &str) -> Option<FileId> {
        let mut folder = folder_of(path);
        if path.ends_with("/mod.rs") {
            folder = folder_of(folder);
        }
        let heads = ["mod.rs", "lib.rs", "main.rs"].map(|name| join(folder, name));
        let own = format!("{folder}.rs");
        heads.iter().chain([&own]).find_map(|path| self.file(path))
    }

    /// Returns the root of another crate of the project.
    pub(in crate::resolve::bindings) fn other_crate(&self, name: &str) -> Option<Module> {
        self.manifests.iter().filter(|one| one.path.file_name() == "Cargo.toml").find_map(|manifest| {
            let written = quoted_value(&manifest.text, "\nname")?;
            let folder = folder_of(manifest.path.as_str());
            let is_it = written.replace('-', "_") == name;
            let root = || ["src/lib.rs", "lib.rs"].iter().find_map(|root| self.file(&join(folder, root)));
            is_it.then(root).flatten().map(|file| Module::File(file, TOP))
        })
    }
}

/// Returns the first string after a key.
pub(in crate::resolve::bindings) fn quoted_value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let behind = &text[text.find(key)? + key.len()..];
    let mut parts = behind.splitn(3, '"');
    let between = parts.next()?;
    let is_plain = between.trim().chars().all(|char| matches!(char, '=' | ':'));
    parts.next().filter(|_| is_plain)
}
