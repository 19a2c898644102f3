//! Determines whether import cycles matter, in languages where imports are live bindings.
//!
//! A cycle is harmless if a file uses the names of another one only when its functions run; if it uses them while it is
//! loaded, the other file may not be loaded yet.

use std::collections::{HashMap, HashSet, VecDeque};

use super::cycle::ImportGraph;
use super::files::Files;
use super::narrow::outermost;
use super::needs::visible_bindings;
use super::order::{is_type_use, runs_at_load};
use super::style::can_move;
use super::{DefinitionMove, Load, MoveProblem};
use crate::lang::{MoveRules, is_of};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, FileId, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::Module;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::RenamedDefinition;

/// Returns whether a file is a module that could export all of the definitions. A file without import and export
/// statements counts if it has no exports or imports by calls either, and other files of the project have such
/// statements.
pub(super) fn is_module(
    project: &Project,
    graph: &BindingGraph,
    rules: &MoveRules,
    all: &[RenamedDefinition],
) -> bool {
    let Some(gives) = &rules.exports else { return false };
    let is_top = |known: &RenamedDefinition| graph.bindings[known.id].scope == TOP;
    if rules.by_calls.is_some() {
        let is_named = |known: &RenamedDefinition| {
            let outer = outermost(graph, known.target.byte);
            is_top(known) && outer.is_some_and(|outer| can_move(graph, outer))
        };
        return all.iter().all(is_named);
    }
    let root = graph.tree.root_node();
    let kinds = || rules.statements.iter().chain(&gives.statements);
    let says = root.children(&mut root.walk()).any(|node| kinds().any(|kind| kind == node.kind()));
    let is_other = || {
        let mut words = graph.rules().own_exports.iter().chain(&graph.rules().module_calls);
        words.any(|word| graph.text.contains(word.as_str()))
    };
    let begins = || {
        let imports = graph.language.manifest().imports.as_ref();
        imports.into_iter().flat_map(|rules| &rules.begins).chain([&gives.word])
    };
    let has_modules = || {
        let says = |text: &str| {
            let is_one = |line: &str| {
                begins().any(|word| {
                    line.strip_prefix(word.as_str()).is_some_and(|rest| rest.starts_with([' ', '{']))
                })
            };
            text.lines().any(is_one)
        };
        project.sources.iter().any(|source| says(&source.text))
    };
    all.iter().all(is_top) && (says || !is_other() && has_modules())
}

/// Returns whether a file uses an imported name while it is loaded; `None` if nothing or only types use it.
pub(super) fn load_of(graph: &BindingGraph, rules: &MoveRules, id: BindingId) -> Option<bool> {
    let (gives, binding) = (rules.exports.as_ref()?, &graph.bindings[id]);
    let outer = outermost(graph, binding.name.start)?;
    if is_typed(graph, rules, id) {
        return None;
    }
    // A call returns what is exported at that time.
    if rules.by_calls.is_some() && is_of(outer, &gives.calls) {
        return Some(runs_at_load(graph, rules, binding.name.start));
    }
    if is_of(outer, &gives.statements) {
        return Some(false);
    }
    let name = graph.slice(&binding.name);
    let is_use = |at: &usize| {
        *at != binding.name.start
            && matches!(graph.role(&(*at..*at + name.len())), NameRole::Plain | NameRole::Given(_))
            && visible_bindings(graph, *at, name).is_some_and(|(_, bound)| bound.contains(&id))
            && !is_type_use(graph, rules, *at)
    };
    let uses: Vec<usize> = graph.places_of(name).filter(is_use).collect();
    if uses.is_empty() && !gives.types.is_empty() {
        return None;
    }
    Some(uses.into_iter().any(|at| runs_at_load(graph, rules, at)))
}

/// Returns whether an import is marked as type-only.
pub(super) fn is_typed(graph: &BindingGraph, rules: &MoveRules, id: BindingId) -> bool {
    let Some(gives) = &rules.exports else { return false };
    let name = &graph.bindings[id].name;
    let node = graph.tree.root_node().descendant_for_byte_range(name.start, name.end);
    let around = [outermost(graph, name.start), node.and_then(|node| node.parent())];
    let says = |node: tree_sitter::Node<'_>| {
        node.children(&mut node.walk()).any(|child| child.kind() == gives.type_word)
    };
    graph.bindings[id].import.is_some() && around.into_iter().flatten().any(says)
}

/// The files that each file loads, and whether it uses them while it is loaded.
struct LiveImportGraph<'l> {
    files: &'l Files<'l>,
    new: HashMap<String, Vec<(String, bool)>>,
    gone: HashSet<(FileId, usize)>,
    known: HashMap<String, Vec<(String, bool)>>,
}

impl<'l> LiveImportGraph<'l> {
    fn new(files: &'l Files<'l>, gone: HashSet<(FileId, usize)>) -> Self {
        Self { files, new: HashMap::new(), gone, known: HashMap::new() }
    }

    fn edges(&mut self, path: &str) -> Vec<(String, bool)> {
        if !self.known.contains_key(path) {
            let own = self.read(path);
            self.known.insert(path.to_owned(), own);
        }
        let own = self.known.get(path).into_iter().flatten();
        own.chain(self.new.get(path).into_iter().flatten()).cloned().collect()
    }

    fn read(&self, path: &str) -> Vec<(String, bool)> {
        let Files { project, rules, .. } = *self.files;
        let Some(file) = project.file(path) else { return Vec::new() };
        let Some(graph) = project.graph(file) else { return Vec::new() };
        let mut found: Vec<(String, bool)> = Vec::new();
        for (id, binding) in graph.bindings.iter().enumerate() {
            let Some(written) = binding.import.as_ref().and_then(|path| path.first()) else { continue };
            let Some(Module::File(to, TOP)) = project.module(file, written).filter(|_| !written.is_empty())
            else {
                continue;
            };
            let outer = outermost(graph, binding.name.start);
            if outer.is_some_and(|outer| self.gone.contains(&(file, outer.start_byte()))) {
                continue;
            }
            found.extend(load_of(graph, rules, id).map(|is_early| (project.path(to).to_owned(), is_early)));
        }
        for written in graph.scopes[TOP].wildcards.iter().filter_map(|path| path.first()) {
            if let Some(Module::File(to, _)) = project.module(file, written) {
                found.push((project.path(to).to_owned(), false));
            }
        }
        found
    }

    /// Returns the files on a path of imports from one file to another.
    fn import_path(&mut self, from: &str, to: &str) -> Option<Vec<String>> {
        let mut before: HashMap<String, String> = HashMap::new();
        let mut open = VecDeque::from([from.to_owned()]);
        while let Some(here) = open.pop_front() {
            if here == to {
                let mut way = vec![here.clone()];
                let mut at = &here;
                while let Some(above) = before.get(at).filter(|_| at != from) {
                    way.push(above.clone());
                    at = above;
                }
                way.reverse();
                return Some(way);
            }
            for (next, _) in self.edges(&here) {
                if next != from && !before.contains_key(&next) {
                    before.insert(next.clone(), here.clone());
                    open.push_back(next);
                }
            }
        }
        None
    }

    fn has(&mut self, from: &str, to: &str, is_early: bool) -> bool {
        self.edges(from).iter().any(|(path, early)| path == to && (*early || !is_early))
    }

    /// Returns whether, on some path of imports between two files, a file uses the next one while it is loaded.
    fn has_early_step(&mut self, from: &str, to: &str) -> bool {
        let mut seen: HashSet<String> = HashSet::from([from.to_owned()]);
        let mut open = vec![from.to_owned()];
        while let Some(here) = open.pop() {
            for (next, is_early) in self.edges(&here) {
                if is_early && self.import_path(&next, to).is_some() {
                    return true;
                }
                if here != to && seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        false
    }
}

impl DefinitionMove<'_> {
    /// Refuses import cycles that the move closes, if a file in the cycle would use a name of another one before it
    /// exists.
    pub(super) fn check_live_cycles(&mut self, loads: ImportGraph<'_>) -> Result<(), MoveProblem> {
        let new: Vec<Load> = std::mem::take(&mut self.loads);
        let files = self.files;
        let own = [files.project.path(files.from), files.to_path];
        let mut before = LiveImportGraph::new(files, HashSet::new());
        let mut after = LiveImportGraph::new(files, loads.gone);
        for load in &new {
            after.new.entry(load.from.clone()).or_default().push((load.to.clone(), load.is_early));
        }
        for load in new.into_iter().filter(|load| load.from != load.to) {
            // For all other files, a new file takes the place of the old one.
            let is_pair = own.contains(&load.from.as_str()) && own.contains(&load.to.as_str());
            if files.to.is_none() && !is_pair {
                continue;
            }
            let Some(way) = after.import_path(&load.to, &load.from) else { continue };
            let was_there = before.has(&load.from, &load.to, load.is_early)
                && before.import_path(&load.to, &load.from).is_some();
            let is_harmless = was_there
                || !load.is_early
                    && (files.to.is_none()
                        || before.import_path(&load.to, &load.from).is_some()
                            && before.import_path(&load.from, &load.to).is_some()
                        || !after.has_early_step(&load.to, &load.from));
            if !is_harmless {
                let because = load.because.map(|(file, at)| self.spot(file, at, "needs the import"));
                let files = std::iter::once(load.from).chain(way).collect();
                let (places, needs) = (because.into_iter().collect(), std::mem::take(&mut self.needs));
                return Err(MoveProblem::Cycle { files, places, needs });
            }
        }
        Ok(())
    }
}
