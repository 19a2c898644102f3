//! Imports whose names the project cannot know: of all names of a package (`import . "strings"`), or of a package that
//! calls itself otherwise than its path ends.

use super::carried_imports::{CarriedImports, ImportCollector};
use super::narrow::outermost;
use super::needs::visible_bindings;
use crate::resolve::bindings::LabeledPlace;
use crate::resolve::bindings::file::graph::{BindingGraph, TOP};

/// The label of a name that may come from several imports.
const UNCLEAR: &str = "may come from more than one import";

/// An import whose names are unknown.
struct NamelessImport {
    /// The statement.
    statement: String,
    /// Whether it imports all names, and not a package by which others are qualified.
    has_all: bool,
}

impl ImportCollector<'_> {
    /// Brings the import along from which unknown names of the moved code must come, or reports the names if it may be
    /// one of several.
    pub(super) fn carry_nameless(&self, done: &mut CarriedImports) {
        let there = self.project.file(self.question.to.as_str()).and_then(|file| self.project.graph(file));
        let known = there.map(|graph| self.nameless(graph)).unwrap_or_default();
        let imports = self.nameless(self.graph);
        let mut names = self.names();
        names.retain(|(name, _)| done.unknown.contains(name));
        done.unknown.clear();
        for has_all in [true, false] {
            let own: Vec<&NamelessImport> = imports.iter().filter(|one| one.has_all == has_all).collect();
            let is_its =
                |(name, at): &(String, usize)| self.graph.text[at + name.len()..].starts_with('.') != has_all;
            let asked: Vec<&(String, usize)> = names.iter().filter(|name| is_its(name)).collect();
            let is_known =
                |one: &&&NamelessImport| known.iter().any(|other| other.statement == one.statement);
            if own.is_empty() {
                done.unknown.extend(asked.iter().map(|(name, _)| name.clone()));
            }
            if asked.is_empty() || own.iter().all(|one| is_known(&one)) {
                continue;
            }
            let [import] = own[..] else {
                let spot = |at| LabeledPlace { path: self.question.from.clone(), at, label: UNCLEAR };
                done.left.extend(asked.iter().map(|(_, at)| spot(*at)));
                continue;
            };
            done.needed.push(import.statement.clone());
            if !self.rest_may_use(has_all) {
                done.idle.push(import.statement.clone());
            }
        }
    }

    /// Returns the imports of a file whose names are unknown.
    fn nameless(&self, graph: &BindingGraph) -> Vec<NamelessImport> {
        let Some(rules) = &self.graph.language.manifest().imports else { return Vec::new() };
        let Some(word) = rules.begins.first() else { return Vec::new() };
        let all = graph.scopes[TOP].wildcards.iter().filter_map(|path| {
            let written = format!("\"{}\"", path.join("/"));
            let at = graph.text.find(&written)?;
            let start = graph.text[..at].rfind(['\n', '(', ';']).map_or(0, |end| end + 1);
            let spec = graph.text[start..at + written.len()].trim();
            let spec = spec.strip_prefix(word.as_str()).unwrap_or(spec).trim_start();
            Some(NamelessImport { statement: format!("{word} {spec}"), has_all: true })
        });
        let mut found: Vec<NamelessImport> = all.collect();
        if std::ptr::eq(graph, self.graph) {
            let unused = graph
                .packages
                .iter()
                .filter(|id| self.names_of(**id).iter().all(|name| self.uses(**id, name).is_empty()));
            let of = |id| self.statement(&[id], self.question.to.as_str());
            found
                .extend(unused.filter_map(|id| Some(NamelessImport { statement: of(*id)?, has_all: false })));
        }
        found
    }

    /// Returns whether the code that stays may use a name of such an import.
    fn rest_may_use(&self, has_all: bool) -> bool {
        let graph = self.graph;
        let rules = graph.rules();
        let built_in = [&rules.built_in, &rules.root_classes, &rules.special];
        let is_unknown = |(name, at): &(String, usize)| {
            graph.text[at + name.len()..].starts_with('.') != has_all
                && visible_bindings(graph, *at, name).is_none()
                && !built_in.iter().any(|list| list.contains(name))
                && self.beside(name).is_empty()
        };
        let is_import = |at: usize| {
            outermost(graph, at).is_some_and(|node| {
                let begins =
                    graph.language.manifest().imports.as_ref().map_or(&[][..], |rules| &rules.begins);
                begins.iter().any(|word| graph.slice(&node.byte_range()).starts_with(word.as_str()))
            })
        };
        self.names_outside().iter().any(|name| is_unknown(name) && !is_import(name.1))
    }
}
