//! Adds the bindings of imports to a graph.

use std::ops::Range;

use tree_sitter::Node;

use super::super::graph::{Binding, BindingKind, ScopeId, TOP};
use super::{LocalsReader, QueryMatch, binding};
use crate::lang::ModuleStyle;

impl LocalsReader<'_> {
    /// Adds a name that is imported from another module.
    pub(in crate::resolve::bindings) fn import(
        &mut self,
        one: &QueryMatch<'_>,
        prefixes: &[(Range<usize>, Node<'_>)],
    ) {
        let alias = Self::part(one, "alias");
        let bound = |node: Node<'_>, import: Vec<String>, scope: ScopeId| Binding {
            import: Some(import),
            ..binding(node.byte_range(), BindingKind::Import, scope)
        };
        if let Some(node) = Self::part(one, "package_path") {
            self.import_package(*node);
        }
        if let Some(node) = Self::part(one, "module") {
            // A whole module is bound by its alias, or by the first segment of its name.
            let scope = self.graph.scope_at(node.start_byte());
            let whole = vec![self.name(*node)];
            match alias {
                Some(alias) => drop(self.bind(bound(*alias, whole, scope))),
                None => {
                    let first = node.named_child(0).unwrap_or(*node);
                    let import = vec![self.name(first)];
                    self.bind(bound(first, import, scope));
                }
            }
        }
        self.import_whole(one, prefixes, &bound);
        let Some(node) = Self::part(one, "import") else { return };
        let mut before = self.path_of(*node, prefixes);
        before.extend(Self::part(one, "source").map(|source| self.spelled(*source)));
        self.graph.imported.insert(node.start_byte(), before.clone());
        let mut path = before;
        path.push(self.name(*node));
        let is_elsewhere = one.parts.contains_key("reexport");
        let scope = self.graph.scope_at(node.start_byte());
        let named = alias.copied().unwrap_or(*node);
        if node.kind() == "self" && alias.is_none() {
            // The module itself (`self`): its name is the last segment of the path before.
            if let Some(range) = self.end_of_prefix(*node, prefixes) {
                path.pop();
                let byte = range.start;
                let binding = Binding { name: range, ..bound(*node, path, scope) };
                if !self.graph.by_byte.contains_key(&byte) {
                    self.bind(binding);
                    self.graph.by_byte.remove(&byte);
                }
            }
            return;
        }
        if self.rules.modules == ModuleStyle::Files {
            let binding = bound(named, path, scope);
            if is_elsewhere {
                self.export(binding)
            } else {
                self.import_name(binding)
            }
            return;
        }
        let is_bound = self.graph.by_byte.contains_key(&named.start_byte());
        if !(is_bound || is_elsewhere && alias.is_none()) {
            self.bind(bound(named, path, scope));
        } else if is_elsewhere {
            // The name is reexported without being visible here; for other files, this file has it.
            self.bind(bound(named, path, TOP));
        }
    }

    /// Adds a name for the default export of a module or for the whole module, and names that this file exports.
    fn import_whole(
        &mut self,
        one: &QueryMatch<'_>,
        prefixes: &[(Range<usize>, Node<'_>)],
        bound: &dyn Fn(Node<'_>, Vec<String>, ScopeId) -> Binding,
    ) {
        for (part, last) in [("default", Some("default")), ("namespace", None)] {
            let Some(node) = Self::part(one, part) else { continue };
            let mut path = self.path_of(*node, prefixes);
            path.extend(Self::part(one, "source").map(|source| self.spelled(*source)));
            path.extend(last.map(str::to_owned));
            let scope = self.graph.scope_at(node.start_byte());
            if path.is_empty() {
                continue;
            }
            let binding = bound(*node, path, scope);
            if one.parts.contains_key("reexport") { self.export(binding) } else { self.import_name(binding) }
        }
        if let (Some(name), Some(of)) = (Self::part(one, "export"), Self::part(one, "exported"))
            && !self.graph.imported.contains_key(&of.start_byte())
        {
            let path = vec![String::new(), self.name(*of)];
            self.export(bound(*name, path, TOP));
            // An unaliased name in a list of exports is read like any other use.
            if name.id() == of.id() && name.kind() == "identifier" {
                self.graph.by_byte.remove(&name.start_byte());
            }
        }
    }

    /// Adds an imported package by the name at the end of its path; the real name may differ.
    pub(in crate::resolve::bindings) fn import_package(&mut self, node: Node<'_>) {
        let path = self.spelled(node);
        let is_version = |part: &str| {
            part.strip_prefix('v')
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let whole = self.name(node);
        let mut parts = path.rsplit('/');
        let mut last = parts.next().unwrap_or_default();
        if is_version(last) {
            last = parts.next().unwrap_or(last);
        }
        let name = last.rsplit_once('.').filter(|(_, end)| is_version(end)).map_or(last, |(name, _)| name);
        let Some(at) = whole.rfind(last) else { return };
        let start = node.start_byte() + at;
        let range = start..start + name.len();
        let import = Binding { import: Some(vec![path.clone()]), ..binding(range, BindingKind::Import, TOP) };
        let id = self.bind(import);
        self.graph.packages.push(id);
    }

    /// Returns the path segments that precede a node of an import.
    pub(in crate::resolve::bindings) fn path_of(
        &self,
        node: Node<'_>,
        prefixes: &[(Range<usize>, Node<'_>)],
    ) -> Vec<String> {
        let (start, end) = (node.start_byte(), node.end_byte());
        let behind = prefixes.partition_point(|(range, _)| range.start <= start);
        let around = prefixes[..behind].iter().filter(|(range, prefix)| {
            range.end >= end
                && !(prefix.start_byte() <= start && end <= prefix.end_byte() && prefix.id() != node.id())
        });
        around
            .map(|(_, prefix)| self.name(*prefix).trim_matches(['"', '\'', '`', '<', '>']).to_owned())
            .collect()
    }

    /// Returns the last name of the innermost path before a node of an import.
    fn end_of_prefix(&self, node: Node<'_>, prefixes: &[(Range<usize>, Node<'_>)]) -> Option<Range<usize>> {
        let inside = |(range, _): &&(Range<usize>, Node<'_>)| {
            range.start <= node.start_byte() && node.end_byte() <= range.end
        };
        let (_, prefix) = prefixes.iter().rfind(inside)?;
        let text = self.text.get(prefix.byte_range())?;
        let last = text.rsplit("::").next()?.len();
        Some(prefix.end_byte() - last..prefix.end_byte())
    }
}
