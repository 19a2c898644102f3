//! Writes the imports that the target file needs.

use crate::lang::is_of;
use std::collections::BTreeMap;

use super::exports::names_in;
use super::files::Files;
use super::narrow::outermost;
use super::required_imports::ImportStatement;
use super::{DefinitionMove, ImportBlock};
use crate::resolve::bindings::file::graph::BindingId;

/// The indentation of a line below a heading in a new file.
const STEP: &str = "    ";

impl DefinitionMove<'_> {
    /// Writes the imports: one statement per module, in the order and the groups of the old file.
    pub(super) fn write_imports(&mut self) {
        let files = self.files;
        let rules = files.rules;
        let text = &files.graph.text;
        self.gather_blocks();
        let own = std::mem::take(&mut self.statements);
        let own = self.regrouped(own);
        let near = |statement: &ImportStatement| {
            let imports = self.files.graph.language.manifest().imports.as_ref();
            imports.is_some_and(|imports| imports.is_relative(&statement.text(rules), &self.done.roots))
        };
        let merged = settled(self.listed(own), &near);
        let mut last: Option<(usize, bool)> = None;
        for statement in merged {
            let line = statement.text(rules);
            // A name may be on a line of its own, far below the beginning of its statement.
            let own = outermost(files.graph, statement.at.min(text.len()));
            let start = own.map_or(statement.at, |node| node.start_byte()).min(text.len());
            let above = text.get(..start).unwrap_or_default();
            // Imports that no blank line separates in the old file are not separated in the new one.
            let group = (above.lines().filter(|line| line.trim().is_empty()).count(), near(&statement));
            let is_behind_first = self.done.imports.last() == self.files.graph.rules().deferred_by.as_ref();
            if last.is_some_and(|last| last != group || is_behind_first) {
                self.done.head.push(String::new());
            }
            last = Some(group);
            for line in files.each_alone(&statement).unwrap_or_else(|| vec![line]) {
                self.done.head.push(line.clone());
                self.done.imports.push(line);
            }
        }
        self.write_blocks();
    }

    /// Returns one statement per module, with the names in the order of the old file's lists.
    fn listed(&self, mut own: Vec<ImportStatement>) -> Vec<ImportStatement> {
        own.sort_by_key(|statement| statement.at);
        let mut merged = merged(own);
        for (_, names) in merged.iter_mut().filter_map(|statement| statement.parts.as_mut().ok()) {
            let own = names.split(", ").map(str::to_owned).collect();
            *names = self.files.list_of(self.files.graph, own);
        }
        merged
    }

    /// Combines the imports below each heading into one statement per module.
    fn gather_blocks(&mut self) {
        let below = std::mem::take(&mut self.below);
        let mut headings: Vec<String> = Vec::new();
        for (heading, _) in &below {
            if !headings.contains(heading) {
                headings.push(heading.clone());
            }
        }
        for heading in headings {
            let own = below.iter().filter(|(own, _)| *own == heading).map(|(_, line)| line.clone());
            for statement in settled(self.listed(own.collect()), &|_| true) {
                let line = statement.text(self.files.rules);
                self.done.blocks.push(ImportBlock::Below { heading: heading.clone(), line });
            }
        }
    }

    /// Writes the imports that need a block of their own.
    fn write_blocks(&mut self) {
        let mut heading_above: Option<&String> = None;
        // A blank line separates a block from the lines above it, except at the beginning of the file.
        let blank = |head: &[String]| (!head.is_empty()).then(String::new);
        for block in &self.done.blocks {
            match block {
                ImportBlock::Below { heading, line } => {
                    if heading_above != Some(heading) {
                        self.done.head.extend(blank(&self.done.head));
                        self.done.head.push(heading.clone());
                    }
                    self.done.head.push(format!("{STEP}{line}"));
                    heading_above = Some(heading);
                }
                ImportBlock::Whole(text) => {
                    self.done.head.extend(blank(&self.done.head));
                    self.done.head.extend(text.lines().map(str::to_owned));
                    heading_above = None;
                }
            }
        }
    }
}

impl DefinitionMove<'_> {
    /// Combines the names of each statement of the old file into one statement.
    fn regrouped(&self, own: Vec<ImportStatement>) -> Vec<ImportStatement> {
        let files = self.files;
        let (mut done, parted): (Vec<_>, Vec<_>) = own.into_iter().partition(|one| one.id.is_none());
        let mut by_statement: BTreeMap<usize, Vec<BindingId>> = BTreeMap::new();
        for id in parted.iter().filter_map(|one| one.id) {
            let outer = outermost(files.graph, files.graph.bindings[id].name.start);
            by_statement.entry(outer.map_or(0, |outer| outer.start_byte())).or_default().push(id);
        }
        let there = files.target().unwrap_or(files.graph);
        let says = files.says_types(there) && !self.has_attributes();
        for (at, mut ids) in by_statement {
            ids.sort_unstable();
            ids.dedup();
            let Some(whole) = files.statement_of(&ids) else { continue };
            let is_typed = says && ids.iter().all(|id| self.typed.contains(id));
            let whole = if is_typed { files.for_types(whole) } else { whole };
            done.push(ImportStatement { at, parts: Err(whole), id: None });
        }
        done
    }

    /// Returns whether the moved code contains decorators, for which types may be needed as values at run time.
    fn has_attributes(&self) -> bool {
        let (graph, moved) = (self.files.graph, self.moved());
        let kinds = &graph.language.manifest().symbols.leading_attributes;
        let is_one = |at: usize| {
            let node = graph.tree.root_node().descendant_for_byte_range(at, at + 1);
            let mut own = node.into_iter().flat_map(|node| [Some(node), node.parent()]).flatten();
            own.any(|node| is_of(node, kinds))
        };
        graph.text.match_indices('@').any(|(at, _)| moved.holds(at) && is_one(at))
    }
}

impl Files<'_> {
    /// Returns a statement with several names as one statement per name, if the old file imports every name by itself,
    /// and several names of one module.
    pub(super) fn each_alone(&self, statement: &ImportStatement) -> Option<Vec<String>> {
        let (module, names) = statement.parts.as_ref().ok().filter(|_| self.export_rules().is_none())?;
        let root = self.graph.tree.root_node();
        let mut modules: Vec<&str> = Vec::new();
        for node in root.named_children(&mut root.walk()).filter(|node| self.is_import(*node)) {
            let Some(module) = node.child_by_field_name(&self.rules.module_field) else { continue };
            if names_in(self.graph, node).len() > 1 {
                return None;
            }
            modules.push(self.graph.slice(&module.byte_range()));
        }
        let count = modules.len();
        modules.sort_unstable();
        modules.dedup();
        let of = |name: &str| self.text_from(module, name);
        (modules.len() < count).then(|| names.split(", ").map(of).collect())
    }

    /// Returns an import that is marked as type-only as a whole, if a single statement can express that.
    fn for_types(&self, statement: String) -> String {
        let mark = self.export_rules().map(|rules| format!("{} ", rules.type_word));
        let word = self.rules.from.split_whitespace().next().unwrap_or_default();
        let behind = statement.strip_prefix(word).map(str::trim_start);
        let (Some(mark), Some(behind)) = (mark, behind) else { return statement };
        let (before, list) = behind.split_at(behind.find('{').unwrap_or(behind.len()));
        let brings_both = !list.is_empty() && !before.is_empty() || before.contains(',');
        if brings_both || before.starts_with(&mark) {
            return statement;
        }
        let bare = |part: &str| {
            let name = part.trim_start_matches(|char: char| char.is_whitespace() || char == '{');
            let start = &part[..part.len() - name.len()];
            format!("{start}{}", name.strip_prefix(&mark).unwrap_or(name))
        };
        let list: Vec<String> = list.split(',').map(bare).collect();
        format!("{word} {mark}{before}{}", list.join(","))
    }
}

/// Inserts the imports that the old file does not have among its imports of the same kind.
fn settled(own: Vec<ImportStatement>, near: &dyn Fn(&ImportStatement) -> bool) -> Vec<ImportStatement> {
    let (mut done, new): (Vec<ImportStatement>, Vec<ImportStatement>) =
        own.into_iter().partition(|statement| statement.at != usize::MAX);
    for mut statement in new {
        let module = |one: &ImportStatement| one.parts.as_ref().ok().map(|(module, _)| module.clone());
        let is_alike = |one: &ImportStatement| one.at != 0 && near(&statement) && near(one);
        let next = done.iter().position(|one| is_alike(one) && module(one) > module(&statement));
        let last = done.iter().rposition(is_alike);
        let at = next.or(last.map(|last| last + 1)).unwrap_or(done.len());
        if let Some(beside) = next.or(last) {
            statement.at = done[beside].at;
        }
        done.insert(at, statement);
    }
    done
}

/// Combines the imports of each module into one statement.
pub(super) fn merged(own: Vec<ImportStatement>) -> Vec<ImportStatement> {
    let mut merged: Vec<ImportStatement> = Vec::new();
    for statement in own {
        let same = merged.iter_mut().find(|known| match (&known.parts, &statement.parts) {
            (Ok((one, _)), Ok((other, _))) => one == other,
            (one, other) => one == other,
        });
        match (same.map(|same| &mut same.parts), &statement.parts) {
            (Some(Ok((_, names))), Ok((_, more))) => {
                if !names.split(", ").any(|name| name == more) {
                    names.push_str(", ");
                    names.push_str(more);
                }
            }
            (Some(_), _) => {}
            (None, _) => merged.push(statement),
        }
    }
    merged
}
