//! Handles names of the old module that the moved code uses and another module does not see: private imports, and
//! definitions that macro calls generate.

use super::TreeMove;
use super::imports::{MOST_STEPS, SEEN_BY_TEXT};
use super::needs::TreeNeeds;
use super::place::{declaration, item_at, parts_of, spelled};
use crate::resolve::bindings::file::graph::{BindingId, FileId, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::module_tree::{Visibility, name_of};
use crate::resolve::bindings::lookup::results::Module;
use crate::text::normal::{find_words, is_word_char};

const HIDDEN_IMPORT: &str = "is an import that is not visible in the other module";
/// The maximum nesting depth of modules.
const DEEPEST: usize = 64;
pub(super) const MADE: &str = "is declared by a macro call, and may not be visible in the other module";

/// An import within a path that the new module does not see.
struct HiddenStep {
    file: FileId,
    /// The number of parts of the path before the import's name, without the root.
    length: usize,
    imports: Vec<BindingId>,
}

impl TreeMove<'_> {
    /// Returns a path from the root in which every import is visible to the new module: private imports are replaced by
    /// the paths that they import. If that path cannot be determined, the import is reported and stays in the path.
    pub(super) fn without_private_imports(&mut self, path: Vec<String>) -> Vec<String> {
        let mut path = path;
        for _ in 0..MOST_STEPS {
            let Some(step) = self.hidden_step(&path) else { return path };
            let Some(mut next) = self.instead(&step, &path) else {
                let at = self
                    .project
                    .graph(step.file)
                    .map_or(0, |graph| graph.bindings[step.imports[0]].name.start);
                self.doubt(step.file, at, HIDDEN_IMPORT);
                return path;
            };
            next.extend_from_slice(&path[step.length + 2..]);
            path = next;
        }
        path
    }

    /// Imports a name into the new module in addition to a wildcard import of the name's module, if that module has the
    /// name by a private import.
    pub(super) fn show_one_of_all(&mut self, module: &[String], name: &str) {
        let path: Vec<String> = module.iter().cloned().chain([name.to_owned()]).collect();
        let whole = self.without_private_imports(path.clone());
        self.show_path(&whole);
        if whole != path {
            let last = whole.last().map_or("", String::as_str);
            let alias = if last == name { String::new() } else { format!(" as {name}") };
            self.import(format!("use {}{alias};", whole.join("::")));
        }
    }

    fn hidden_step(&self, path: &[String]) -> Option<HiddenStep> {
        let (first, rest) = path.split_first()?;
        let mut file = self.project.crate_root(self.from);
        for (length, name) in rest.iter().enumerate().take_while(|_| first == "crate") {
            let graph = self.project.graph(file)?;
            let bound = graph.bound(TOP, name);
            let is_hidden = |id: &BindingId| {
                let binding = &graph.bindings[*id];
                let item = item_at(graph, binding.name.start, &self.rules.import);
                let sight = item.map(|item| Visibility::of(self.rules, graph, item, &rest[..length]));
                binding.import.is_some() && sight.is_some_and(|sight| !sight.reaches(&self.new))
            };
            if !bound.is_empty() && bound.iter().all(is_hidden) {
                return Some(HiddenStep { file, length, imports: bound.to_vec() });
            }
            match self.project.tree_child(file, name) {
                Some(Module::File(child, _)) => file = child,
                _ => return None,
            }
        }
        None
    }

    /// Returns the path that an import imports; `None` if conditions choose among several imports.
    fn instead(&self, step: &HiddenStep, path: &[String]) -> Option<Vec<String>> {
        let graph = self.project.graph(step.file)?;
        let [id] = step.imports[..] else { return None };
        let binding = &graph.bindings[id];
        if !self.attributes_of(graph, binding.name.start).is_empty() {
            return None;
        }
        let parts = parts_of(binding.import.as_ref()?);
        self.absolute_in((graph, &path[1..=step.length]), parts, Some(id), 0)
    }

    /// Imports names that macro calls at the top level of the old file declare, if they are visible to the new module
    /// as far as can be determined; otherwise reports them.
    pub(super) fn import_macro_generated(&mut self, needs: &TreeNeeds) {
        for name in needs.unknown.iter().filter(|name| !self.rules.prelude.contains(name)) {
            let graph = self.graph;
            let Some(declared) = find_words(&graph.text, name).find(|at| self.is_made(*at, name)) else {
                continue;
            };
            let mut before = graph.text[..declared].trim_end();
            while let Some(rest) = self.before_binding_word(before) {
                before = rest;
            }
            let words = before.rsplit(['{', '}', ';']).next().unwrap_or_default();
            let is_shown = words.ends_with("pub") || words.ends_with(')') && words.contains("pub");
            let is_seen = self.new.starts_with(&self.old) || is_shown;
            if is_seen {
                let path: Vec<String> = self.old.iter().cloned().chain([name.clone()]).collect();
                self.import(format!("use {};", spelled(&path)));
            } else {
                self.doubt(self.from, declared, MADE);
            }
        }
    }

    /// Reports macros of other modules that the moved code uses and that are only visible in the text below them, if
    /// the new module is not below them.
    pub(super) fn doubt_macros(&mut self, needs: &TreeNeeds) {
        let Some(rules) = &self.graph.rules().ordered_macros else { return };
        for (name, at) in &needs.macros {
            let root = self.project.crate_root(self.from);
            let defined = self.project.files_with(name).into_iter().flat_map(|file| {
                let text = &self.project.sources[file].text;
                let is_defined = |at: &usize| text[..*at].trim_end().ends_with(rules.word.as_str());
                find_words(text, name).filter(is_defined).map(move |at| (file, at)).collect::<Vec<_>>()
            });
            let defined: Vec<(FileId, usize)> =
                defined.filter(|(file, _)| self.project.crate_root(*file) == root).collect();
            if !defined.is_empty() && !defined.iter().any(|place| self.stands_below(*place)) {
                self.doubt(self.from, *at, SEEN_BY_TEXT);
            }
        }
    }

    /// Returns whether the new module is below a place of the crate, in the order in which the compiler reads the
    /// files.
    fn stands_below(&self, place: (FileId, usize)) -> bool {
        let own = self.read_at((self.to.unwrap_or(self.parent), usize::MAX));
        let mut places = self.read_at(place).into_iter();
        let common = places.find_map(|(file, at)| {
            let (_, own) = own.iter().find(|(other, _)| *other == file)?;
            Some(*own > at)
        });
        common.unwrap_or(false)
    }

    /// Returns a place, and the places at which the files that lead to it from the crate's root are declared.
    fn read_at(&self, place: (FileId, usize)) -> Vec<(FileId, usize)> {
        let mut found = vec![place];
        let mut file = place.0;
        while let Some(parent) = self.project.tree_parent(file).filter(|_| found.len() < DEEPEST) {
            let graph = self.project.graph(parent);
            let item = graph
                .zip(name_of(self.project.path(file)))
                .and_then(|(graph, name)| declaration(self.rules, graph, name));
            found.push((parent, item.map_or(usize::MAX, |item| item.start_byte())));
            file = parent;
        }
        found
    }

    /// Returns whether a word is the name of a definition in a macro call at the top level of the file.
    fn is_made(&self, at: usize, name: &str) -> bool {
        !self.moved.holds(at)
            && self.graph.scope_at(at) == TOP
            && self.before_binding_word(self.graph.text[..at].trim_end()).is_some()
            && matches!(self.graph.role(&(at..at + name.len())), NameRole::Token(_))
    }

    /// Returns the text before the keyword at the end of a text, if that keyword declares the name that follows.
    fn before_binding_word<'t>(&self, text: &'t str) -> Option<&'t str> {
        let (before, word) = text.split_at(text.trim_end_matches(is_word_char).len());
        let is_one = self.graph.rules().binding_words.iter().any(|own| own == word);
        is_one.then(|| before.trim_end())
    }
}
