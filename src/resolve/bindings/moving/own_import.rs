//! Imports of a file that no other file has from there.

use tree_sitter::Node;

use super::bring::is_type_only;
use super::files::Files;
use super::narrow::outermost;
use super::needs::Need;
use crate::resolve::bindings::file::graph::{BindingId, FileId, Graph, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::found::{ExprKind, Module, Place};
use crate::text::normal::words_at;
use crate::text::{Lexer, TokenKind};

impl Files<'_> {
    /// Whether nothing but the old file can have what one of its imports brings in.
    pub(super) fn is_own_import(&self, need: &Need) -> bool {
        self.is_only_for((self.from, self.graph), &need.name, &need.bound)
    }

    /// Whether nothing but a file can have what one of its imports brings in: it stands at the top, is no part of a
    /// package's own file, and no other file has both its name, or an import of all names, and that of the module.
    pub(super) fn is_only_for(
        &self,
        (home, graph): (FileId, &Graph),
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
        let has = |text: &str, word: &str| words_at(text, word).next().is_some();
        let mut others = self.project.sources.iter().enumerate().filter(|(id, _)| *id != home);
        !others.any(|(id, source)| {
            has(&source.text, module)
                && (source.text.contains("import *") && self.may_have_all(id, home)
                    || has(&source.text, name) && self.may_take(id, home, name))
        })
    }

    /// Whether a file may have all names of another one at once, and does not only say so in a comment or a string.
    fn may_have_all(&self, file: FileId, home: FileId) -> bool {
        let graph = self.project.graph(file).filter(|_| self.gives().is_none());
        let mut all = graph.into_iter().flat_map(|graph| &graph.scopes).flat_map(|scope| &scope.wildcards);
        graph.is_none() || all.any(|path| self.is_at(file, home, path))
    }

    /// Whether the path of an import of a file begins with another one.
    fn is_at(&self, file: FileId, home: FileId, path: &[String]) -> bool {
        let is_it = |first: &String| self.project.module(file, first) == Some(Module::File(home, TOP));
        path.first().is_none_or(is_it)
    }

    /// Whether a file that has a name may have it from another one: as a member of something, or by an import of it.
    fn may_take(&self, file: FileId, home: FileId, name: &str) -> bool {
        let Some(graph) = self.project.graph(file) else { return true };
        let is_from = |path: &[String]| self.is_at(file, home, path);
        // A module that is none of the file's imports is loaded by its name in a string.
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
            // A string may be the path to it.
            NameRole::Text => graph.text[..at].ends_with('.'),
            NameRole::Comment | NameRole::ModulePath | NameRole::Label(_) => false,
            NameRole::Member(of) => match self.project.kind_of(Place { file, byte: at }, &of, 0) {
                ExprKind::Module(module) => module == Module::File(home, TOP),
                ExprKind::Unknown => is_loaded(),
                _ => false,
            },
            // What the file has of that is bound in it.
            NameRole::Exported => graph.bound(TOP, name).is_empty(),
            _ => true,
        })
    }
}

/// Whether a comment stands on the lines of a node.
fn has_remark(graph: &Graph, node: Node<'_>) -> bool {
    let end = graph.text[node.end_byte()..].find('\n').map_or(graph.text.len(), |at| node.end_byte() + at);
    let mut tokens = Lexer::new(graph.language.lexical()).tokens(&graph.text[node.start_byte()..end]);
    tokens.any(|token| token.kind == TokenKind::Comment)
}
