//! Splits import statements of which some names now come from the target file, and others still from the old one.

use std::ops::Range;

use tree_sitter::Node;

use super::exports::{insert_below_edit, names_in, removal_edits};
use super::files::Files;
use super::live_imports::load_of;
use super::narrow::{comment_behind, line_of, narrowed, narrowed_copy, outermost, respelled};
use super::spell::typed;
use super::style::is_single;
use super::users::{CollectedUses, ImportedName, Replacements, StatementEdits};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, FileId};

/// The result of splitting a statement.
pub(super) struct SplitImport {
    pub(super) edits: Replacements,
    pub(super) is_whole: bool,
    /// An import to be inserted among the others of the file.
    pub(super) brought: Option<String>,
}

impl Files<'_> {
    /// Returns whether a file uses the names that a statement imports from the target file while it is loaded; `None`
    /// if only types use them.
    pub(super) fn load_by(&self, file: FileId, start: usize, users: &CollectedUses) -> Option<bool> {
        let graph = self.project.graph(file)?;
        let (_, names) = users.imports.get(&(file, start))?;
        let (own, _) = Self::bound_at(graph, outermost(graph, start)?, names);
        own.into_iter().filter_map(|id| load_of(graph, self.rules, id)).max()
    }

    /// Returns the bindings of a statement: those of the given names, and the others.
    pub(super) fn bound_at(
        graph: &BindingGraph,
        statement: Node<'_>,
        names: &[ImportedName],
    ) -> (Vec<BindingId>, Vec<BindingId>) {
        let all = names_in(graph, statement);
        // The alias, which is bound, follows the name, except in imports by calls.
        let start = |id: &BindingId| graph.bindings[*id].name.start;
        let own = |at: usize| {
            let behind = all.iter().copied().find(|id| start(id) >= at);
            behind.or_else(|| all.last().copied())
        };
        let gone: Vec<BindingId> = names.iter().filter_map(|name| own(name.at)).collect();
        all.iter().copied().partition(|id| gone.contains(id))
    }

    /// Splits a statement of which some names now come from the target file.
    pub(super) fn split_import(
        &self,
        graph: &BindingGraph,
        file: FileId,
        statement: &Range<usize>,
        names: &[ImportedName],
    ) -> Option<SplitImport> {
        let outer = outermost(graph, statement.start)?;
        let (own, others) = Self::bound_at(graph, outer, names);
        if !others.is_empty() && !is_single(graph, outer) {
            return None;
        }
        let written = graph.bindings[*own.first()?].import.as_ref()?.first()?;
        let spelled = self.spell_like(file, written)?;
        let text = respelled(&narrowed_copy(graph, outer, &own, &others)?, written, &spelled);
        let is_beside = |other: Node<'_>| {
            let module = other.child_by_field_name(&self.rules.module_field);
            let module = module.map(|module| graph.slice(&module.byte_range()).trim_matches(['"', '\'']));
            self.is_import(other) && module == Some(spelled.as_str())
        };
        let root = outer.parent()?;
        let has_other = || root.named_children(&mut root.walk()).any(is_beside);
        if !others.is_empty() {
            let rest = narrowed(graph, outer, &others, &own)?;
            let mut edits = vec![(outer.byte_range(), rest)];
            let text = self.export_rules().map_or(text.clone(), |rules| typed(&text, rules));
            if self.is_import(outer) {
                return Some(SplitImport { edits, is_whole: false, brought: Some(text) });
            }
            let below = insert_below_edit(graph, outer, &text);
            edits.push((below.range, below.text));
            return Some(SplitImport { edits, is_whole: false, brought: None });
        }
        if self.is_import(outer) && has_other() {
            let edits = vec![(line_of(graph, statement)?, String::new())];
            let brought = Some(format!("{text}{}", comment_behind(graph, statement)));
            return Some(SplitImport { edits, is_whole: true, brought });
        }
        Some(SplitImport { edits: vec![(outer.byte_range(), text)], is_whole: true, brought: None })
    }

    /// Returns the edits that remove names from a statement in the target file, which now defines them.
    pub(super) fn dropped_names(
        &self,
        graph: &BindingGraph,
        statement: &Range<usize>,
        names: &[ImportedName],
    ) -> StatementEdits {
        let outer = outermost(graph, statement.start)?;
        let (own, others) = Self::bound_at(graph, outer, names);
        let edits = removal_edits(graph, outer, &|id| own.contains(&id))?;
        let edits = edits.into_iter().map(|edit| (edit.range, edit.text)).collect();
        Some((edits, others.is_empty()))
    }
}
