//! Determines how the uses of a moving definition must change.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use tree_sitter::Node;

use super::bytes::MovedBytes;
use super::files::Files;
use super::indirect_use::IndirectUse;
use super::narrow::{comment_behind, line_of, outermost};
use super::needs::{is_assigned, is_changed};
use super::required_imports::REBOUND;
use super::spell::Example;
use crate::resolve::bindings::Doubt;
use crate::resolve::bindings::family::composed;
use crate::resolve::bindings::file::graph::{BindingGraph, FileId, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::Module;
use crate::resolve::bindings::renamed_definition::RenamedDefinition;
use crate::resolve::bindings::used::{Use, Verdict};
use crate::text::normal::find_words;

const ASSIGNED: &str = "assigns to the name in the old file";
const BY_STRING: &str = "refers to it in the old file by a string";
const LOOKED_UP: &str = "may look it up in the old file by a string";
/// The label of another definition that has the name and stays.
pub const SECOND: &str = "another definition of the name";
const OTHER_NAME: &str = "has another name for it in the target file";
const NO_WAY: &str = "cannot be rewritten to import it from the other file";

/// Returns whether a string that consists of the name is in a file which defines a fallback function for missing names,
/// and which contains the name of the old file in a string.
fn is_looked_up(files: &Files<'_>, graph: &BindingGraph, one: &Use) -> bool {
    let is_quote = |char: Option<char>| matches!(char, Some('"' | '\''));
    let (before, behind) = (&graph.text[..one.range.start], &graph.text[one.range.end..]);
    let fallbacks = &graph.rules().fallbacks;
    if one.role != NameRole::Text
        || !is_quote(before.chars().next_back())
        || !is_quote(behind.chars().next())
        || !fallbacks.iter().any(|name| !graph.bound(TOP, name).is_empty())
    {
        return false;
    }
    let name = files.project.sources[files.from].path.file_name();
    let stem = name.split('.').next().unwrap_or_default();
    find_words(&graph.text, stem).any(|at| {
        let (before, behind) = (&graph.text[..at], &graph.text[at + stem.len()..]);
        is_quote(behind.chars().next()) && (before.ends_with('.') || is_quote(before.chars().next_back()))
    })
}

/// Returns whether the name is preceded by `.` or `:` in a string, as at the end of a module path.
fn is_path_in_text(graph: &BindingGraph, one: &Use) -> bool {
    one.role == NameRole::Text && graph.text[..one.range.start].ends_with(['.', ':'])
}

/// Returns the places that compose names dynamically with a beginning that the definition's name does not have: they
/// cannot produce that name.
fn built_of_others(known: &RenamedDefinition) -> HashSet<(FileId, Range<usize>)> {
    let dynamic = composed::dynamic_names(&known.project);
    let others = dynamic.iter().filter(|name| !name.may_be(&known.old));
    others.map(|name| (name.file, name.byte..name.byte)).collect()
}

/// The collected uses of all moving definitions.
#[derive(Debug, Default)]
pub(super) struct CollectedUses {
    /// Imports in other files, by file and byte offset of the statement: the range of the statement, and the imported
    /// names in it.
    pub(super) imports: BTreeMap<(FileId, usize), (Range<usize>, Vec<ImportedName>)>,
    /// The names that the old file still uses.
    pub(super) kept: HashSet<String>,
    /// The uses of these names in the old file.
    pub(super) own: Vec<(String, Use)>,
    /// Uses that are only valid if the old file still exports the name.
    pub(super) through: Vec<IndirectUse>,
    /// Uses that cannot be decided.
    pub(super) unproven: Vec<(FileId, usize, &'static str)>,
    /// The byte offsets of the names in export lists of the old file.
    pub(super) listed: Vec<usize>,
}

/// A name in an import statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ImportedName {
    pub(super) name: String,
    /// The name under which it is imported, if that differs.
    pub(super) alias: Option<String>,
    pub(super) at: usize,
}

impl CollectedUses {
    /// Collects the uses of a definition.
    ///
    /// If the old file still exports the name (`is_kept`), lookups of the name in it at run time still succeed.
    pub(super) fn collect(
        &mut self,
        files: &Files<'_>,
        known: &RenamedDefinition,
        moved: &MovedBytes,
        is_kept: bool,
    ) {
        let others = built_of_others(known);
        for one in known.uses.iter().filter(|one| !others.contains(&(one.file, one.range.clone()))) {
            let Some(graph) = known.project.graph(one.file) else {
                if one.verdict != Verdict::Unrelated {
                    self.unproven.push((one.file, one.range.start, "in text that is not parsed"));
                }
                continue;
            };
            let is_moved = one.file == files.from && moved.holds(one.range.start);
            match one.verdict {
                // A reference in documentation does not break the build.
                Verdict::Certain if one.role == NameRole::Comment && graph.rules().doc_links.is_none() => {}
                // A move does not change names.
                Verdict::Undecidable(Doubt::OwnName) => {}
                Verdict::Undecidable(doubt) if is_kept && doubt.is_of_request() => {}
                Verdict::Undecidable(doubt) => self.unproven.push((one.file, one.range.start, doubt.label())),
                Verdict::Certain if is_path_in_text(graph, one) => {
                    if !is_kept {
                        self.unproven.push((one.file, one.range.start, BY_STRING));
                    }
                }
                Verdict::Certain if !is_moved => self.certain(files, known, graph, one),
                Verdict::Unrelated | Verdict::Mention if !is_kept && is_looked_up(files, graph, one) => {
                    self.unproven.push((one.file, one.range.start, LOOKED_UP));
                }
                Verdict::Certain | Verdict::Unrelated | Verdict::Mention => {}
            }
        }
    }

    fn certain(&mut self, files: &Files<'_>, known: &RenamedDefinition, graph: &BindingGraph, one: &Use) {
        let name = &known.old;
        let mut doubt = |label| self.unproven.push((one.file, one.range.start, label));
        match &one.role {
            NameRole::Imported(path) => {
                let module = path.first().and_then(|written| known.project.module(one.file, written));
                match module == Some(Module::File(files.from, TOP)) {
                    true if one.file != files.from => self.import(files, graph, one, name),
                    true => {}
                    // The target file re-exported the name; now it defines the name itself.
                    false if files.export_rules().is_some() && Some(one.file) == files.to => {
                        self.import(files, graph, one, name);
                    }
                    false => self.reach(files, known, graph, one),
                }
            }
            NameRole::Bound(id) if graph.bindings[*id].import.is_some() => {}
            NameRole::Bound(_) => doubt(SECOND),
            NameRole::Reached(_) => doubt(BY_STRING),
            NameRole::Member(_) if is_assigned(files.rules, graph, one.range.start) => {
                if files.through(known, graph, one).is_some() {
                    doubt(ASSIGNED);
                }
            }
            NameRole::Member(_) => self.reach(files, known, graph, one),
            _ if one.file == files.from && files.is_listed(&files.export_form(known.id), one.range.start) => {
                self.listed.push(one.range.start);
            }
            _ if one.file == files.from => {
                let node = graph.tree.root_node().descendant_for_byte_range(one.range.start, one.range.end);
                if files.export_rules().is_some() && node.is_some_and(|node| is_changed(files.rules, node)) {
                    doubt(ASSIGNED);
                    return;
                }
                let has_value = files.export_rules().is_none() || files.calls().is_some();
                if has_value && files.is_rebound(graph.bound(TOP, name)) {
                    doubt(REBOUND);
                }
                self.kept.insert(name.clone());
                self.own.push((name.clone(), one.clone()));
            }
            _ if Some(one.file) == files.to => {}
            _ => self.reach(files, known, graph, one),
        }
    }

    fn reach(&mut self, files: &Files<'_>, known: &RenamedDefinition, graph: &BindingGraph, one: &Use) {
        let (name, file, at) = (known.old.clone(), one.file, one.range.start);
        let how = files.through(known, graph, one);
        self.through.extend(how.map(|how| IndirectUse { name, file, at, how }));
    }

    /// Collects uses of the definitions by files that import the old file as a whole or import its nameless export
    /// (`nameless`).
    pub(super) fn collect_whole_module_uses(
        &mut self,
        files: &Files<'_>,
        nameless: Option<&str>,
        is_shown: bool,
    ) {
        if files.export_rules().is_none() || nameless.is_none() && !is_shown {
            return;
        }
        for (file, ids) in files.importers() {
            let Some(graph) = files.project.graph(file) else { continue };
            let named = files.called_whole(file, graph).into_iter();
            self.unproven.extend(named.filter(|_| is_shown).map(|(at, label)| (file, at, label)));
            for id in ids {
                let binding = &graph.bindings[id];
                match (binding.import.as_ref().and_then(|path| path.get(1)), nameless) {
                    (Some(name), Some(nameless)) if name == nameless => {
                        self.import_at(files, graph, (file, binding.name.start), name);
                    }
                    (None, _) => {
                        let places = files.whole_uses(graph, id).into_iter();
                        self.unproven.extend(places.map(|at| (file, at, super::whole_module_uses::WHOLE)));
                    }
                    _ => {}
                }
            }
        }
    }

    fn import_at(
        &mut self,
        files: &Files<'_>,
        graph: &BindingGraph,
        (file, at): (FileId, usize),
        name: &str,
    ) {
        match outermost(graph, at).filter(|outer| files.is_of_others(*outer)) {
            Some(outer) => {
                let own = self.imports.entry((file, outer.start_byte()));
                let named = ImportedName { name: name.to_owned(), alias: None, at };
                own.or_insert_with(|| (outer.byte_range(), Vec::new())).1.push(named);
            }
            None => self.unproven.push((file, at, NO_WAY)),
        }
    }

    fn import(&mut self, files: &Files<'_>, graph: &BindingGraph, one: &Use, name: &str) {
        let is_there = Some(one.file) == files.to;
        if files.calls().is_some() && is_there {
            let named = [ImportedName { name: name.to_owned(), alias: None, at: one.range.start }];
            let outer = outermost(graph, one.range.start);
            let bound = outer.map(|outer| Files::bound_at(graph, outer, &named).0).unwrap_or_default();
            if bound.iter().any(|id| graph.slice(&graph.bindings[*id].name) != name) {
                self.unproven.push((one.file, one.range.start, OTHER_NAME));
                return;
            }
        }
        if files.calls().is_some() || files.export_rules().is_some() && !is_there {
            return self.import_at(files, graph, (one.file, one.range.start), name);
        }
        let Some(statement) = statement_at(files, graph, one.range.start) else {
            self.unproven.push((one.file, one.range.start, NO_WAY));
            return;
        };
        let behind = graph.text.get(one.range.end..statement.end_byte()).unwrap_or_default();
        let mut words = behind.split_whitespace();
        let alias = match (words.next(), words.next()) {
            (Some("as"), Some(alias)) => Some(alias.trim_matches([',', ')', ';', '}']).to_owned()),
            _ => None,
        };
        if Some(one.file) == files.to && alias.as_ref().is_some_and(|alias| alias != name) {
            self.unproven.push((one.file, one.range.start, OTHER_NAME));
            return;
        }
        let named = ImportedName { name: name.to_owned(), alias, at: one.range.start };
        let key = (one.file, statement.start_byte());
        self.imports.entry(key).or_insert_with(|| (statement.byte_range(), Vec::new())).1.push(named);
    }
}

/// The edits of imports in other files, the resulting changes in what those files load, and the imports that cannot be
/// rewritten.
#[derive(Debug, Default)]
pub(super) struct Rewritten {
    pub(super) edits: Vec<(FileId, Range<usize>, String)>,
    /// Files that will load the target file, with the byte offset of the statement.
    pub(super) loads: Vec<(FileId, usize)>,
    /// Statements that no longer load the old file.
    pub(super) gone: Vec<(FileId, usize)>,
    pub(super) unproven: Vec<(FileId, usize, &'static str)>,
    /// Imports to be inserted among the others at the top of a file.
    pub(super) brought: Vec<(FileId, String)>,
}

/// Rewrites imports of the old file.
pub(super) fn rewrite(files: &Files<'_>, users: &CollectedUses) -> Rewritten {
    let mut done = Rewritten::default();
    for ((file, start), (statement, names)) in &users.imports {
        let Some(graph) = files.project.graph(*file) else { continue };
        let edits = match Some(*file) == files.to {
            true if files.export_rules().is_some() => files.dropped_names(graph, statement, names),
            true => drop_names(graph, statement, names),
            false => {
                done.loads.push((*file, *start));
                let brought = match files.export_rules() {
                    Some(_) => None,
                    None => files
                        .split_off_import(graph, *file, statement, names)
                        .or_else(|| files.replaced_import(graph, *file, statement, names)),
                };
                match brought {
                    Some((text, edits, is_whole)) => {
                        done.brought.push((*file, text));
                        Some((edits, is_whole))
                    }
                    None if files.export_rules().is_some() => {
                        match files.split_import(graph, *file, statement, names) {
                            Some(parted) => {
                                done.brought.extend(parted.brought.map(|text| (*file, text)));
                                Some((parted.edits, parted.is_whole))
                            }
                            None => None,
                        }
                    }
                    None => redirect(files, graph, *file, statement, names),
                }
            }
        };
        match edits {
            Some((edits, is_whole)) => {
                done.edits.extend(edits.into_iter().map(|(range, text)| (*file, range, text)));
                done.gone.extend(is_whole.then_some((*file, *start)));
            }
            None => done.unproven.push((*file, names.first().map_or(*start, |name| name.at), NO_WAY)),
        }
    }
    done
}

/// Ranges of bytes with their replacements.
pub(super) type Replacements = Vec<(Range<usize>, String)>;
/// The edits of a statement, and whether the statement no longer imports from its module; `None` if it cannot be
/// rewritten.
pub(super) type StatementEdits = Option<(Replacements, bool)>;

/// Removes names from an import in the target file, which now defines them.
fn drop_names(graph: &BindingGraph, statement: &Range<usize>, names: &[ImportedName]) -> StatementEdits {
    if let Some(edits) = without_named(graph, statement, names) {
        return Some((edits, false));
    }
    // Only a top-level statement may be removed without a replacement.
    Some((vec![(line_of(graph, statement)?, String::new())], true))
}

impl Files<'_> {
    /// Returns an import of the target file that is inserted beside a top-level import of the old file, and the edits
    /// that remove its names from that; `None` if the statement has no other names, or is not at the top level.
    fn split_off_import(
        &self,
        graph: &BindingGraph,
        file: FileId,
        statement: &Range<usize>,
        names: &[ImportedName],
    ) -> Option<(String, Replacements, bool)> {
        let outer = outermost(graph, statement.start)?;
        if outer.byte_range() != *statement {
            return None;
        }
        let edits = without_named(graph, statement, names)?;
        let module = outer.child_by_field_name(&self.rules.module_field)?;
        let spelled = self.spell_like(file, graph.slice(&module.byte_range()))?;
        let module = (module.byte_range(), spelled.as_str());
        Some((self.import_text(graph, statement, module, names), edits, false))
    }

    /// Returns an import of the target file, and the removal of the whole import of the old file; `None` unless another
    /// import of the target file can take the names in, or the changed module path would break the order of the
    /// surrounding imports.
    fn replaced_import(
        &self,
        graph: &BindingGraph,
        file: FileId,
        statement: &Range<usize>,
        names: &[ImportedName],
    ) -> Option<(String, Replacements, bool)> {
        let outer = outermost(graph, statement.start)?;
        let field = &self.rules.module_field;
        let module = outer.child_by_field_name(field)?.byte_range();
        let spelled = self.spell_like(file, graph.slice(&module))?;
        let root = outer.parent()?;
        let takes_in = |other: &Node<'_>| {
            let module = other.child_by_field_name(field);
            other.kind() == outer.kind()
                && other.id() != outer.id()
                && module.is_some_and(|module| graph.slice(&module.byte_range()) == spelled)
        };
        if !root.named_children(&mut root.walk()).any(|other| takes_in(&other))
            && !self.leaves_order(graph, outer, &spelled)
        {
            return None;
        }
        let (edits, is_whole) = drop_names(graph, statement, names).filter(|(_, is_whole)| *is_whole)?;
        let text = self.import_text(graph, statement, (module, &spelled), names);
        Some((format!("{text}{}", comment_behind(graph, statement)), edits, is_whole))
    }

    /// Returns whether the imports on adjacent lines are sorted, and would not be with another module path in this one.
    fn leaves_order(&self, graph: &BindingGraph, statement: Node<'_>, module: &str) -> bool {
        let own = |node: Node<'_>| {
            let module = node.child_by_field_name(&self.rules.module_field)?;
            Some(graph.slice(&module.byte_range()).to_owned())
        };
        let is_next = |one: Node<'_>, other: Node<'_>| {
            one.kind() == other.kind() && one.end_position().row + 1 == other.start_position().row
        };
        let above = std::iter::successors(Some(statement), |node| {
            node.prev_sibling().filter(|before| is_next(*before, *node))
        });
        let below = std::iter::successors(Some(statement), |node| {
            node.next_sibling().filter(|next| is_next(*node, *next))
        });
        let mut run: Vec<Node<'_>> = above.collect();
        run.reverse();
        let at = run.len() - 1;
        run.extend(below.skip(1));
        let Some(mut modules) = run.into_iter().map(own).collect::<Option<Vec<String>>>() else {
            return false;
        };
        let was_sorted = modules.len() > 1 && modules.is_sorted();
        module.clone_into(&mut modules[at]);
        was_sorted && !modules.is_sorted()
    }

    /// Returns the module path of the target file for an import in another file, in the style in which the old file's
    /// path is written there.
    pub(super) fn spell_like(&self, file: FileId, written: &str) -> Option<String> {
        let bare = written.trim_matches(['"', '\'']);
        let example = Example { written: bare, leads_to: self.project.path(self.from) };
        let spelled = self.project.spell(self.project.path(file), self.to_path, Some(&example))?;
        Some(written.replacen(bare, &spelled, 1))
    }

    /// Returns an import of some names of a statement from another module, with the comments that they have in the
    /// statement.
    fn import_text(
        &self,
        graph: &BindingGraph,
        statement: &Range<usize>,
        (module, spelled): (Range<usize>, &str),
        names: &[ImportedName],
    ) -> String {
        let commented = || {
            let text = graph.slice(statement);
            let own: Vec<String> = names.iter().map(|named| self.shown(named)).collect();
            let all = crate::resolve::symbol::names_with_comments(graph.language, text, &own)?;
            let others: Vec<String> = all.into_iter().filter(|name| !own.contains(name)).collect();
            let mut text = match others.is_empty() {
                true => text.to_owned(),
                false => crate::resolve::symbol::copy_without_names(graph.language, text, &others)?,
            };
            // A comment that concerns the other names as well stays with them.
            crate::resolve::symbol::names_with_comments(graph.language, &text, &own)?;
            text.replace_range(module.start - statement.start..module.end - statement.start, spelled);
            Some(text)
        };
        commented().unwrap_or_else(|| self.text_from(spelled, &self.listed(graph, names)))
    }

    /// Returns a name as it is written in an import, with its alias.
    fn shown(&self, named: &ImportedName) -> String {
        match &named.alias {
            Some(alias) => self.rules.renamed.replace("{old}", &named.name).replace("{new}", alias),
            None => named.name.clone(),
        }
    }

    /// Returns the list of names as it is written in an import.
    fn listed(&self, graph: &BindingGraph, names: &[ImportedName]) -> String {
        self.list_of(graph, names.iter().map(|named| self.shown(named)).collect())
    }
}

/// Makes an import of the old file import some of its names from the target file instead.
fn redirect(
    files: &Files<'_>,
    graph: &BindingGraph,
    file: FileId,
    statement: &Range<usize>,
    names: &[ImportedName],
) -> StatementEdits {
    let node = statement_at(files, graph, statement.start)?;
    let module = node.child_by_field_name(&files.rules.module_field)?;
    let quoted = files.spell_like(file, graph.slice(&module.byte_range()))?;
    match without_named(graph, statement, names) {
        None => Some((vec![(module.byte_range(), quoted)], true)),
        Some(mut edits) => {
            let line = graph.text[..statement.start].rfind('\n').map_or(0, |at| at + 1);
            let indent = graph.text.get(line..statement.start)?;
            let end =
                graph.text[statement.end..].find('\n').map_or(graph.text.len(), |at| statement.end + at);
            let rest = graph.text.get(statement.end..end)?.trim_start_matches(';').trim();
            let is_alone = indent.trim().is_empty() && (rest.is_empty() || rest.starts_with(['#', '/']));
            let text = files.import_text(graph, statement, (module.byte_range(), &quoted), names);
            let newline = if graph.text.contains("\r\n") { "\r\n" } else { "\n" };
            let end = if graph.text[..end].ends_with('\r') { end - 1 } else { end };
            edits.push((end..end, format!("{newline}{indent}{text}")));
            is_alone.then_some((edits, false))
        }
    }
}

/// Returns the edits that remove names from an import; `None` if no name would remain.
fn without_named(
    graph: &BindingGraph,
    statement: &Range<usize>,
    names: &[ImportedName],
) -> Option<Vec<(Range<usize>, String)>> {
    let text = graph.slice(statement);
    let gone: Vec<String> = names
        .iter()
        .map(|named| match &named.alias {
            Some(alias) => format!("{} as {alias}", named.name),
            None => named.name.clone(),
        })
        .collect();
    let edits = crate::resolve::symbol::without_names(graph.language, text, &gone)?;
    let moved = |edit: crate::text::Edit| {
        (statement.start + edit.range.start..statement.start + edit.range.end, edit.text)
    };
    Some(edits.into_iter().map(moved).collect())
}

/// Returns the import statement that contains a byte offset.
fn statement_at<'g>(files: &Files<'_>, graph: &'g BindingGraph, byte: usize) -> Option<Node<'g>> {
    let node = graph.tree.root_node().descendant_for_byte_range(byte, byte)?;
    std::iter::successors(Some(node), |node| node.parent()).find(|node| files.is_import(*node))
}
