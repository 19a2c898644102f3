//! Determines which files a file loads, and finds import cycles.

use std::collections::{HashMap, HashSet, VecDeque};

use super::narrow::outermost;
use super::required_imports::{is_run_block, is_type_only, loads};
use crate::lang::MoveRules;
use crate::resolve::bindings::file::graph::{Binding, BindingGraph, BindingKind, FileId, Sort, TOP};
use crate::resolve::bindings::lookup::modules::join;
use crate::resolve::bindings::lookup::results::{Module, folder_of};
use crate::resolve::bindings::project::Project;

/// The files that each file loads while it is loaded itself.
pub(super) struct ImportGraph<'l> {
    pub(super) project: &'l Project,
    pub(super) rules: &'l MoveRules,
    /// The loads that a move adds.
    pub(super) new: HashMap<String, Vec<String>>,
    /// The import statements that the move removes, by file and byte offset.
    pub(super) gone: HashSet<(FileId, usize)>,
    known: HashMap<String, Vec<String>>,
}

/// The files that each file loaded before the move.
pub(super) struct ImportGraphBefore<'l> {
    loads: ImportGraph<'l>,
    /// The file that the definitions leave.
    old: &'l str,
    /// The file that they move to.
    new: &'l str,
}

impl<'l> ImportGraphBefore<'l> {
    pub(super) fn new(loads: ImportGraph<'l>, old: &'l str, new: &'l str) -> Self {
        Self { loads, old, new }
    }

    /// Returns whether a file loaded another one before the move, where the old file is taken for the new one. Imports
    /// that the old file has only below its definitions do not count: the imported files may need these definitions,
    /// and the new file imports them above its own.
    fn had(&mut self, from: &str, to: &str) -> bool {
        let (old, new) = (self.old, self.new);
        if from == new && self.loads.has_late(old, to) {
            return false;
        }
        let of = |path: &str| if path == new { old.to_owned() } else { path.to_owned() };
        let (from, to) = (of(from), of(to));
        from == to || self.loads.has(&from, &to)
    }

    /// Returns the result of `had` for loads from or to the new file, and `false` for other loads.
    fn had_of_new(&mut self, from: &str, to: &str) -> bool {
        (from == self.new || to == self.new) && self.had(from, to)
    }
}

impl<'l> ImportGraph<'l> {
    pub(super) fn new(project: &'l Project, rules: &'l MoveRules) -> Self {
        Self { project, rules, new: HashMap::new(), gone: HashSet::new(), known: HashMap::new() }
    }

    /// Returns the files of the cycle that an import of `to` in `from` closes; `None` if there is no cycle, or if it
    /// already existed with the old file in place of the new one.
    pub(super) fn cycle(
        &mut self,
        from: &str,
        to: &str,
        before_it: &mut ImportGraphBefore<'_>,
    ) -> Option<Vec<String>> {
        let mut before: HashMap<String, String> = HashMap::new();
        let mut open = VecDeque::from([to.to_owned()]);
        for index in self.packages(from, to) {
            if !open.contains(&index) {
                open.push_back(index);
            }
        }
        let starts: Vec<String> = open.iter().cloned().collect();
        let is_parted =
            !(self.has_load(before_it.old, before_it.new) && self.has_load(before_it.new, before_it.old));
        let is_known = is_parted && starts.iter().all(|start| before_it.had(from, start));
        while let Some(here) = open.pop_front() {
            if here == from {
                let mut way = vec![here.clone()];
                let mut at = &here;
                while let Some(above) = before.get(at) {
                    way.push(above.clone());
                    at = above;
                }
                way.push(from.to_owned());
                way.reverse();
                return Some(way);
            }
            for next in self.edges(&here) {
                if is_known && before_it.had_of_new(&here, &next) {
                    continue;
                }
                if next != here && !starts.contains(&next) && !before.contains_key(&next) {
                    before.insert(next.clone(), here.clone());
                    open.push_back(next);
                }
            }
        }
        None
    }

    /// Returns a file and all files that are loaded with it, transitively.
    pub(super) fn all_from(&mut self, path: &str) -> Vec<String> {
        let mut all = vec![path.to_owned()];
        let mut next = 0;
        while let Some(here) = all.get(next).cloned() {
            next += 1;
            for loaded in self.edges(&here) {
                if !all.contains(&loaded) {
                    all.push(loaded);
                }
            }
        }
        all
    }

    fn has_load(&mut self, from: &str, to: &str) -> bool {
        self.edges(from).iter().any(|path| path == to)
    }

    /// Returns whether a file loads another one without the added loads.
    pub(super) fn has(&mut self, from: &str, to: &str) -> bool {
        let new = std::mem::take(&mut self.new);
        let has = self.edges(from).iter().any(|path| path == to);
        self.new = new;
        has
    }

    /// Returns whether all imports by which a file loads another one are below the first of its definitions.
    fn has_late(&self, path: &str, to: &str) -> bool {
        let Some(file) = self.project.file(path) else { return false };
        let Some(graph) = self.project.graph(file) else { return false };
        let own = graph.bindings.iter().enumerate().filter(|(_, one)| one.scope == TOP);
        let first =
            own.clone().filter(|(_, one)| one.body_scope.is_some()).map(|(_, one)| one.name.start).min();
        let is_load = |(id, one): &(usize, &Binding)| {
            one.kind == BindingKind::Import && loads(self.project, graph, file, *id).iter().any(|it| it == to)
        };
        let mut starts = own.filter(is_load).map(|(_, one)| one.name.start).peekable();
        starts.peek().is_some() && starts.all(|at| first.is_some_and(|first| first < at))
    }

    fn edges(&mut self, path: &str) -> Vec<String> {
        if !self.known.contains_key(path) {
            let own = self.read(path);
            self.known.insert(path.to_owned(), own);
        }
        let own = self.known.get(path).into_iter().flatten();
        own.chain(self.new.get(path).into_iter().flatten()).cloned().collect()
    }

    fn read(&self, path: &str) -> Vec<String> {
        let Some(file) = self.project.file(path) else { return Vec::new() };
        let Some(graph) = self.project.graph(file) else { return Vec::new() };
        let mut found: Vec<String> = Vec::new();
        for (id, binding) in graph.bindings.iter().enumerate() {
            if binding.kind == BindingKind::Import && self.runs(file, graph, binding.name.start) {
                found.extend(loads(self.project, graph, file, id));
            }
        }
        for written in graph.scopes[TOP].wildcards.iter().filter_map(|path| path.first()) {
            if let Some(Module::File(to, _)) = self.project.module(file, written) {
                found.push(self.project.path(to).to_owned());
            }
        }
        let packages: Vec<String> = found.iter().flat_map(|to| self.packages(path, to)).collect();
        found.extend(packages);
        found
    }

    /// Returns whether an import runs when its file is loaded.
    pub(super) fn runs(&self, file: FileId, graph: &BindingGraph, byte: usize) -> bool {
        let is_function = |at: usize| graph.scopes[at].sort == Sort::Function;
        if graph.around(graph.scope_at(byte)).any(is_function) {
            return false;
        }
        let Some(outer) = outermost(graph, byte) else { return false };
        let is_gone = self.gone.contains(&(file, outer.start_byte()));
        !is_gone && !is_run_block(graph, byte) && !is_type_only(graph, self.rules, byte)
    }

    /// Returns the package files of the folders that contain `to`, which are loaded before it, except those of folders
    /// that contain `from` as well: they are already loaded.
    fn packages(&self, from: &str, to: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut folder = folder_of(to);
        while !folder.is_empty() {
            let is_above = from.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
            if !is_above {
                let indexes = self.project.rules.index_files.iter().map(|index| join(folder, index));
                found.extend(indexes.filter(|index| index != to && self.project.file(index).is_some()));
            }
            folder = folder_of(folder);
        }
        found
    }
}
