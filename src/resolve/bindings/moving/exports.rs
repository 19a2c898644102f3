//! Reads and writes the exports of files, in languages with explicit exports.

use tree_sitter::Node;

use super::files::Files;
use super::narrow::{line_of, narrowed, outermost, respelled};
use super::spell::typed;
use super::style::{gives_itself, is_by_calls, is_single, styled_by};
use crate::lang::{ExportRules, MoveRules, is_of};
use crate::resolve::bindings::Source;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, FileId, TOP};
use crate::resolve::bindings::lookup::results::Module;
use crate::resolve::bindings::renamed_definition::RenamedDefinition;
use crate::text::Edit;
use crate::text::normal::is_word_char;

/// How a file exports a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExportForm {
    /// By the export keyword before the definition.
    Word,
    /// As the nameless (default) export.
    Nameless,
    /// In an export list that contains it at this byte offset.
    Listed(usize),
    /// Under another name.
    Renamed(String),
    /// Not exported.
    Hidden,
}

impl Files<'_> {
    pub(super) const fn export_rules(&self) -> Option<&ExportRules> {
        self.rules.exports.as_ref()
    }

    /// Returns how the old file exports a binding.
    pub(super) fn export_form(&self, id: BindingId) -> ExportForm {
        let (Some(rules), graph) = (self.export_rules(), self.graph) else { return ExportForm::Word };
        let binding = &graph.bindings[id];
        let outer = outermost(graph, binding.name.start);
        if self.calls().is_some() && outer.is_some_and(|outer| gives_itself(graph, outer)) {
            return ExportForm::Word;
        }
        if let Some(outer) = outer
            && is_of(outer, &rules.statements)
        {
            let mut cursor = outer.walk();
            let is_nameless = outer.children(&mut cursor).any(|child| child.kind() == rules.nameless);
            return if is_nameless { ExportForm::Nameless } else { ExportForm::Word };
        }
        let name = graph.slice(&binding.name);
        let mut given: Vec<(&String, usize)> = Vec::new();
        for (shown, ids) in &graph.exports {
            let own = ids.iter().map(|id| &graph.bindings[*id]).find(|given| {
                given.import.as_ref().is_some_and(|path| path[..] == [String::new(), name.to_owned()])
            });
            given.extend(own.map(|own| (shown, own.name.start)));
        }
        given.sort();
        match given.iter().find(|(shown, _)| *shown == name).or(given.first()) {
            Some((shown, at)) if *shown == name => ExportForm::Listed(*at),
            Some((shown, _)) => ExportForm::Renamed((*shown).clone()),
            None => ExportForm::Hidden,
        }
    }

    /// Returns the edits that export bindings of the old file by the keyword; `None` if the keyword cannot precede one
    /// of the statements.
    pub(super) fn word_edits(&self, ids: &[BindingId]) -> Option<Vec<Edit>> {
        let (rules, graph) = (self.export_rules()?, self.graph);
        let attributes = &graph.language.manifest().symbols.leading_attributes;
        let mut places: Vec<usize> = Vec::new();
        for id in ids {
            let outer = outermost(graph, graph.bindings[*id].name.start)?;
            let kind = outer.kind();
            if rules.statements.iter().any(|own| own == kind) {
                continue;
            }
            if kind.ends_with("_statement") && kind != "expression_statement" {
                return None;
            }
            let mut cursor = outer.walk();
            let mut parts = outer.children(&mut cursor);
            let first = parts.find(|child| !attributes.iter().any(|own| own == child.kind()))?;
            places.push(first.start_byte());
        }
        places.sort_unstable();
        places.dedup();
        let word = |at| Edit { range: at..at, text: format!("{} ", rules.word) };
        Some(places.into_iter().map(word).collect())
    }

    /// Returns the edits that remove names, given by their byte offsets, from the export lists of the old file.
    pub(super) fn unlisted(&self, places: &[usize]) -> Option<Vec<Edit>> {
        let is_gone = |id: BindingId| places.contains(&self.graph.bindings[id].name.start);
        edits_without(self.graph, places, &is_gone)
    }

    /// Returns the edits that remove imports from a file.
    pub(super) fn import_removal_edits(&self, graph: &BindingGraph, ids: &[BindingId]) -> Vec<Edit> {
        let places: Vec<usize> = ids.iter().map(|id| graph.bindings[*id].name.start).collect();
        edits_without(graph, &places, &|id| ids.contains(&id)).unwrap_or_default()
    }

    /// Returns the import that contains a byte offset.
    pub(super) fn import_around<'g>(&self, graph: &'g BindingGraph, byte: usize) -> Option<Node<'g>> {
        let node = graph.tree.root_node().descendant_for_byte_range(byte, byte);
        std::iter::successors(node, Node::parent).find(|node| self.is_import(*node))
    }

    /// Returns the edits that remove names from the block of type-only imports; `None` if the block would become empty.
    pub(super) fn type_import_removal_edits(
        &self,
        graph: &BindingGraph,
        ids: &[BindingId],
    ) -> Option<Vec<Edit>> {
        let around = |id: &BindingId| self.import_around(graph, graph.bindings[*id].name.start);
        let mut statements: Vec<Node<'_>> = ids.iter().map(around).collect::<Option<_>>()?;
        statements.sort_by_key(|node| node.start_byte());
        statements.dedup_by_key(|node| node.id());
        let goes = |node: &Node<'_>| names_in(graph, *node).iter().all(|id| ids.contains(id));
        let stays = |node: &Node<'_>| {
            !(node.is_extra() || statements.iter().any(|own| own.id() == node.id()) && goes(node))
        };
        let block = statements.first()?.parent()?;
        block.named_children(&mut block.walk()).find(stays)?;
        let edit = |node: &Node<'_>| {
            let (gone, kept): (Vec<BindingId>, Vec<BindingId>) =
                names_in(graph, *node).into_iter().partition(|id| ids.contains(id));
            if !kept.is_empty() {
                let text = narrowed(graph, *node, &kept, &gone)?;
                return Some(Edit { range: node.byte_range(), text });
            }
            let start = graph.text[..node.start_byte()].rfind('\n').map_or(0, |at| at + 1);
            let end = node.end_byte() + graph.text[node.end_byte()..].find('\n')? + 1;
            let is_alone = graph.text[start..node.start_byte()].trim().is_empty()
                && graph.text[node.end_byte()..end].trim().is_empty();
            is_alone.then(|| Edit { range: start..end, text: String::new() })
        };
        statements.iter().map(edit).collect()
    }

    /// Returns whether a definition is only a type.
    pub(super) fn is_type(&self, known: &RenamedDefinition) -> bool {
        self.is_type_at(known.target.byte)
    }

    /// Returns whether the definition at a byte offset of the old file is only a type.
    pub(super) fn is_type_at(&self, byte: usize) -> bool {
        let Some(rules) = self.export_rules() else { return false };
        let node = self.graph.tree.root_node().descendant_for_byte_range(byte, byte + 1);
        let mut above = std::iter::successors(node, |node| node.parent()).take(2);
        above.any(|node| is_of(node, &rules.types))
    }

    /// Returns whether imports of types in a file are marked by a keyword such as `type`.
    pub(super) fn says_types(&self, graph: &BindingGraph) -> bool {
        let Some(rules) = self.export_rules() else { return false };
        // Settings that are inherited from a package cannot be read; current ones require the keyword.
        let is_of_package = |text: &str| {
            let behind = text.split_once("\"extends\"").map(|(_, behind)| behind);
            let value = behind.map(|behind| behind.trim_start().trim_start_matches(':').trim_start());
            value.is_some_and(|value| value.starts_with('"') && !value.starts_with("\"."))
        };
        let is_set = |text: &str| {
            rules.type_settings.iter().any(|setting| {
                let behind = text.split_once(&format!("\"{setting}\"")).map(|(_, behind)| behind);
                behind.is_some_and(|behind| {
                    behind.trim_start().trim_start_matches(':').trim_start().starts_with("true")
                })
            })
        };
        if rules.types.is_empty() {
            return false;
        }
        let root = graph.tree.root_node();
        let mut cursor = root.walk();
        let says = root.children(&mut cursor).any(|node| {
            let is_one = self.is_import(node) || is_of(node, &rules.statements);
            let mut cursor = node.walk();
            let has_module = node.child_by_field_name(&self.rules.module_field).is_some();
            is_one && has_module && node.children(&mut cursor).any(|child| child.kind() == rules.type_word)
        });
        says || self.settings().any(|one| is_set(&one.text) || is_of_package(&one.text))
    }

    /// Returns whether re-exports of types are marked by the keyword: compilers that translate each file separately
    /// require it, which may be so if no settings are known.
    pub(super) fn says_given_types(&self, graph: &BindingGraph) -> bool {
        let has_types = self.export_rules().is_some_and(|rules| !rules.types.is_empty());
        has_types && (self.says_types(graph) || self.settings().next().is_none())
    }

    /// Returns the files that contain the compiler settings of the project.
    fn settings(&self) -> impl Iterator<Item = &Source> {
        self.project.manifests.iter().filter(|one| one.path.file_name() != "package.json")
    }

    /// Returns the other files that import or re-export names of the old file, with the bindings.
    pub(super) fn importers(&self) -> Vec<(FileId, Vec<BindingId>)> {
        let leads =
            |file: FileId, path: &str| self.project.module(file, path) == Some(Module::File(self.from, TOP));
        let of = |file: FileId| {
            let graph = self.project.graph(file)?;
            let is_own = |id: &BindingId| {
                let path = graph.bindings[*id].import.as_ref();
                path.and_then(|path| path.first()).is_some_and(|first| leads(file, first))
            };
            let own: Vec<BindingId> = (0..graph.bindings.len()).filter(is_own).collect();
            Some((file, own))
        };
        self.mentioning().into_iter().filter(|file| *file != self.from).filter_map(of).collect()
    }

    /// Returns the files whose text may contain the module path of the old file.
    fn mentioning(&self) -> Vec<FileId> {
        let path = self.project.path(self.from);
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.split('.').next().unwrap_or(name);
        let mut found = self.project.files_with(stem);
        if self.project.rules.index_files.iter().any(|index| index == name) {
            let last = folder.rsplit('/').next().filter(|last| !last.is_empty());
            found.extend(last.into_iter().flat_map(|last| self.project.files_with(last)));
            let ends = ["'.'", "\".\"", "./'", "./\"", "..'", "..\""];
            let has_dots = |file: &FileId| {
                let text = &self.project.sources[*file].text;
                self.project.path(*file).starts_with(folder) && ends.iter().any(|end| text.contains(end))
            };
            found.extend((0..self.project.sources.len()).filter(has_dots));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the edits by which files with a wildcard re-export of the old file continue to export the moved names;
    /// the wildcard is kept if the old file still has exports (`is_left`).
    pub(super) fn wildcard_reexport_edits(
        &self,
        names: &[(String, bool)],
        is_left: bool,
    ) -> Vec<(FileId, usize, Edit)> {
        let Some(rules) = self.export_rules() else { return Vec::new() };
        let mut found = Vec::new();
        for (file, _) in self.importers() {
            let Some(graph) = self.project.graph(file) else { continue };
            let stars = wildcard_reexports(graph, rules, &self.rules.module_field);
            let leads = |written: &str| match self.project.module(file, written) {
                Some(Module::File(file, TOP)) => Some(file),
                _ => None,
            };
            let Some((star, written)) = stars.iter().find(|(_, written)| leads(written) == Some(self.from))
            else {
                continue;
            };
            let gives_all = Some(file) == self.to
                || stars.iter().any(|(_, written)| self.to.is_some() && leads(written) == self.to);
            let says = self.says_given_types(graph);
            let is_new = |name: &&(String, bool)| !gives_all && !graph.exports.contains_key(&name.0);
            let own: Vec<&(String, bool)> = names.iter().filter(is_new).collect();
            if own.is_empty() {
                let line = line_of(graph, &star.byte_range()).filter(|_| !is_left);
                found
                    .extend(line.map(|range| (file, star.start_byte(), Edit { range, text: String::new() })));
                continue;
            }
            let Some(spelled) = self.spell_like(file, written) else { continue };
            let text = graph.slice(&star.byte_range());
            let is_typed = text.contains(&format!("{} *", rules.type_word));
            let listed: Vec<String> = own
                .iter()
                .map(|(name, is_type)| match *is_type && says && !is_typed {
                    true => format!("{} {name}", rules.type_word),
                    false => name.clone(),
                })
                .collect();
            let list = self.list_of(graph, listed);
            let text = respelled(&text.replacen('*', &format!("{{ {list} }}"), 1), written, &spelled);
            let text = typed(&text, rules);
            let edit = match is_left {
                true => insert_below_edit(graph, *star, &text),
                false => Edit { range: star.byte_range(), text },
            };
            found.push((file, star.start_byte(), edit));
        }
        found
    }

    /// Returns the edit that inserts a re-export below the imports of the old file.
    pub(super) fn reexport_edit(&self, text: &str, moved: usize, others: &[Edit]) -> Edit {
        let graph = self.graph;
        let root = graph.tree.root_node();
        let mut cursor = root.walk();
        let nodes: Vec<Node<'_>> = root.children(&mut cursor).collect();
        let newline = newline(graph);
        let is_own = |node: &&Node<'_>| {
            let has_module = node.child_by_field_name(&self.rules.module_field).is_some();
            let is_gone = others.iter().any(|edit| {
                edit.text.is_empty()
                    && edit.range.start < node.end_byte()
                    && node.end_byte() <= edit.range.end
            });
            has_module && !is_gone && node.end_byte() <= moved
        };
        match nodes.iter().rfind(is_own) {
            Some(last) => insert_below_edit(graph, *last, text),
            None => {
                let first = nodes.iter().find(|node| {
                    let is_gone = others.iter().any(|edit| edit.range.contains(&node.start_byte()));
                    !node.is_extra() && node.kind() != "hash_bang_line" && !is_gone
                });
                let at = first.map_or(graph.text.len(), |node| node.start_byte()).min(moved);
                let mut at = graph.text[..at].rfind('\n').map_or(0, |line| line + 1);
                // A comment directly above the statement belongs to it.
                for comment in nodes.iter().rev().filter(|node| node.is_extra()) {
                    let between = graph.text.get(comment.end_byte()..at).unwrap_or("\n\n");
                    if between.trim().is_empty() && between.matches('\n').count() < 2 {
                        at = graph.text[..comment.start_byte()].rfind('\n').map_or(0, |line| line + 1);
                    }
                }
                Edit { range: at..at, text: format!("{text}{newline}{newline}") }
            }
        }
    }
}

/// Returns the wildcard re-exports of a file, with their module paths.
fn wildcard_reexports<'g>(
    graph: &'g BindingGraph,
    rules: &ExportRules,
    field: &str,
) -> Vec<(Node<'g>, &'g str)> {
    let root = graph.tree.root_node();
    let mut cursor = root.walk();
    let is_star = |node: &Node<'_>| {
        let mut cursor = node.walk();
        is_of(node, &rules.statements) && node.children(&mut cursor).any(|child| child.kind() == "*")
    };
    let nodes = root.children(&mut cursor).filter(is_star);
    nodes
        .filter_map(|node| {
            let module = node.child_by_field_name(field)?;
            Some((node, graph.slice(&module.byte_range()).trim_matches(['"', '\''])))
        })
        .collect()
}

/// Returns the edit that inserts a statement on the line below another one; behind it, if code follows on its line,
/// such as the end of the block around it.
pub(super) fn insert_below_edit(graph: &BindingGraph, node: Node<'_>, text: &str) -> Edit {
    let end = node.end_byte();
    let behind = graph.text[end..].lines().next().unwrap_or_default().trim_start();
    if !behind.is_empty() && !behind.starts_with(['/', '#', ';', ',']) {
        return Edit { range: end..end, text: format!(" {text}") };
    }
    let end = graph.text[end..].find(['\r', '\n']).map_or(graph.text.len(), |at| end + at);
    let line = graph.text[..node.start_byte()].rfind('\n').map_or(0, |at| at + 1);
    let indent = graph.text.get(line..node.start_byte()).filter(|own| own.trim().is_empty());
    Edit { range: end..end, text: format!("{}{}{text}", newline(graph), indent.unwrap_or_default()) }
}

pub(super) fn newline(graph: &BindingGraph) -> &'static str {
    if graph.text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Returns the bindings of the names that a statement imports or re-exports, in order.
pub(super) fn names_in(graph: &BindingGraph, statement: Node<'_>) -> Vec<BindingId> {
    let range = statement.byte_range();
    let is_in = |id: &BindingId| {
        let binding = &graph.bindings[*id];
        binding.import.is_some() && range.contains(&binding.name.start)
    };
    let mut ids: Vec<BindingId> = (0..graph.bindings.len()).filter(is_in).collect();
    ids.sort_by_key(|id| graph.bindings[*id].name.start);
    ids.dedup_by_key(|id| graph.bindings[*id].name.start);
    ids
}

/// Returns the edits that remove names from a statement, or the whole statement if none is left.
pub(super) fn removal_edits(
    graph: &BindingGraph,
    statement: Node<'_>,
    is_gone: &dyn Fn(BindingId) -> bool,
) -> Option<Vec<Edit>> {
    let (gone, kept): (Vec<BindingId>, Vec<BindingId>) =
        names_in(graph, statement).into_iter().partition(|id| is_gone(*id));
    if gone.is_empty() {
        return Some(Vec::new());
    }
    if !is_single(graph, statement) {
        return None;
    }
    if kept.is_empty() {
        return Some(vec![Edit { range: line_of(graph, &statement.byte_range())?, text: String::new() }]);
    }
    let text = narrowed(graph, statement, &kept, &gone)?;
    Some(vec![Edit { range: statement.byte_range(), text }])
}

/// Returns the edits that remove names from the statements that contain the given byte offsets.
fn edits_without(
    graph: &BindingGraph,
    places: &[usize],
    is_gone: &dyn Fn(BindingId) -> bool,
) -> Option<Vec<Edit>> {
    let mut statements: Vec<Node<'_>> =
        places.iter().map(|at| outermost(graph, *at)).collect::<Option<_>>()?;
    statements.sort_by_key(|node| node.start_byte());
    statements.dedup_by_key(|node| node.id());
    let edits = statements.into_iter().map(|node| removal_edits(graph, node, is_gone));
    Some(edits.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Returns the rules, adapted to the quotes, semicolons and braces in the imports of a file.
pub(super) fn in_style_of(graph: &BindingGraph, rules: &MoveRules) -> MoveRules {
    let mut own = rules.clone();
    own.by_calls =
        rules.by_calls.as_ref().filter(|_| is_by_calls(graph, rules)).map(|calls| styled_by(graph, calls));
    if let Some(calls) = &own.by_calls {
        own.from.clone_from(&calls.from);
        own.renamed.clone_from(&calls.renamed);
    }
    let Some(gives) = own.exports.as_mut() else { return own };
    let root = graph.tree.root_node();
    let mut cursor = root.walk();
    let nodes: Vec<Node<'_>> = root.named_children(&mut cursor).filter(|node| !node.is_extra()).collect();
    let has_module = |node: &&Node<'_>| node.child_by_field_name(&rules.module_field).is_some();
    let imports: Vec<&str> =
        nodes.iter().filter(has_module).map(|node| graph.slice(&node.byte_range())).collect();
    let all: Vec<&str> = nodes.iter().map(|node| graph.slice(&node.byte_range())).collect();
    let shown = if imports.is_empty() { &all } else { &imports };
    let count = |sign: char| shown.iter().map(|text| text.matches(sign).count()).sum::<usize>();
    let is_single = count('\'') > count('"');
    let ended = shown.iter().filter(|text| text.ends_with(';')).count();
    // Statements that end in a brace have no semicolon; then the lines within them are decisive.
    let lines = || {
        graph
            .text
            .lines()
            .map(str::trim_end)
            .filter(|line| line.ends_with(|char| is_word_char(char) || ")]\"'`".contains(char)))
    };
    let is_open = match imports.is_empty() {
        true if all.iter().all(|text| text.ends_with('}')) => {
            !graph.text.contains(";\n") && lines().next().is_some()
        }
        true => ended == 0,
        false => ended * 2 < imports.len(),
    };
    let is_tight = |text: &&&str| text.contains('{') && !text.contains("{ ") && !text.contains("{\n");
    let tight = imports.iter().filter(is_tight).count();
    let loose = imports.iter().filter(|text| text.contains("{ ")).count();
    let (mut none, mut other) = (String::new(), String::new());
    let [list, entry] = match &mut own.by_calls {
        Some(calls) => [&mut calls.list, &mut calls.entry],
        None => [&mut none, &mut other],
    };
    for text in [&mut own.from, &mut gives.import_nameless, &mut gives.from, list, entry] {
        if is_single {
            *text = text.replace('"', "'");
        }
        if is_open {
            *text = text.trim_end_matches(';').to_owned();
        }
        if tight > loose {
            *text = text.replace("{ {names} }", "{{names}}");
        }
    }
    own
}
