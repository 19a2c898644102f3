//! Recognizes imports of a file that no other file imports from it in turn.

use tree_sitter::Node;

use super::files::Files;
use super::narrow::outermost;
use super::needs::RequiredName;
use super::required_imports::is_type_only;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, FileId, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{InferredType, Module, Place};
use crate::text::normal::find_words;
use crate::text::{Lexer, TokenKind};

impl Files<'_> {
    /// Returns whether no other file can use a name that an import of the old file binds.
    pub(super) fn is_own_import(&self, need: &RequiredName) -> bool {
        self.is_only_for((self.from, self.graph), &need.name, &need.bound)
    }

    /// Returns whether no other file can use a name that an import of a file binds: the import is at the top level, the
    /// file is not an index file, and no other file contains the module's name together with a wildcard import of it or
    /// a use of the name.
    pub(super) fn is_only_for(
        &self,
        (home, graph): (FileId, &BindingGraph),
        name: &str,
        bound: &[BindingId],
    ) -> bool {
        let path = &self.project.sources[home].path;
        let is_plain = |id: &BindingId| {
            let at = graph.bindings[*id].name.start;
            let outer = match is_type_only(graph, self.rules, at) {
                true => self.import_around(graph, at),
                false => outermost(graph, at),
            };
            outer.is_some_and(|outer| self.is_import(outer) && !has_remark(graph, outer))
        };
        if self.project.rules.index_files.iter().any(|name| name == path.file_name())
            || !bound.iter().all(is_plain)
        {
            return false;
        }
        let module = path.file_name().split('.').next().unwrap_or_default();
        let has = |text: &str, word: &str| find_words(text, word).next().is_some();
        let mut others = self.project.sources.iter().enumerate().filter(|(id, _)| *id != home);
        !others.any(|(id, source)| {
            has(&source.text, module)
                && (source.text.contains("import *") && self.may_have_all(id, home)
                    || has(&source.text, name) && self.may_take(id, home, name))
        })
    }

    /// Returns whether a file may have a wildcard import of another file, outside of comments and strings.
    fn may_have_all(&self, file: FileId, home: FileId) -> bool {
        let graph = self.project.graph(file).filter(|_| self.export_rules().is_none());
        let mut all = graph.into_iter().flat_map(|graph| &graph.scopes).flat_map(|scope| &scope.wildcards);
        graph.is_none() || all.any(|path| self.is_at(file, home, path))
    }

    /// Returns whether the module of an import path is `home`, or the path is empty.
    fn is_at(&self, file: FileId, home: FileId, path: &[String]) -> bool {
        let is_it = |first: &String| self.project.module(file, first) == Some(Module::File(home, TOP));
        path.first().is_none_or(is_it)
    }

    /// Returns whether a file that contains a name may use it from another file: as a member, or by an import.
    fn may_take(&self, file: FileId, home: FileId, name: &str) -> bool {
        let Some(graph) = self.project.graph(file) else { return true };
        let is_from = |path: &[String]| self.is_at(file, home, path);
        // A module that the file does not import may be loaded by its name in a string.
        let is_loaded = || {
            let stem = self.project.sources[home].path.file_name().split('.').next().unwrap_or_default();
            graph.places_of(stem).any(|at| graph.role(&(at..at + stem.len())) == NameRole::Text)
        };
        graph.places_of(name).any(|at| match graph.role(&(at..at + name.len())) {
            NameRole::Bound(id) => {
                graph.bindings[id].import.as_ref().is_some_and(|path| path.len() > 1 && is_from(path))
            }
            NameRole::Imported(path) => is_from(&path),
            NameRole::Plain | NameRole::Quoted => {
                graph.around(graph.scope_at(at)).all(|scope| graph.bound(scope, name).is_empty())
            }
            // A string may end in the qualified name.
            NameRole::Text => graph.text[..at].ends_with('.'),
            NameRole::Comment | NameRole::ModulePath | NameRole::Label(_) => false,
            NameRole::Member(of) => match self.project.kind_of(Place { file, byte: at }, &of, 0) {
                InferredType::Module(module) => module == Module::File(home, TOP),
                InferredType::Unknown => is_loaded(),
                _ => false,
            },
            // A bound name is checked at its binding.
            NameRole::Exported => graph.bound(TOP, name).is_empty(),
            _ => true,
        })
    }
}

/// Returns whether a comment is on the lines of a node.
fn has_remark(graph: &BindingGraph, node: Node<'_>) -> bool {
    let end = graph.text[node.end_byte()..].find('\n').map_or(graph.text.len(), |at| node.end_byte() + at);
    let mut tokens = Lexer::new(graph.language.lexical()).tokens(&graph.text[node.start_byte()..end]);
    tokens.any(|token| token.kind == TokenKind::Comment)
}
