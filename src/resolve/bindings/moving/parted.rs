//! Splits import statements of which some names now come from the target file, and others still from the old one.

use std::ops::Range;

use tree_sitter::Node;

use super::exports::{below, names_in, without};
use super::files::Files;
use super::live::load_of;
use super::narrow::{comment_behind, line_of, narrowed, narrowed_copy, outermost, respelled};
use super::spell::typed;
use super::style::is_single;
use super::users::{Changes, CollectedUses, Edits, ImportedName};
use crate::resolve::bindings::file::graph::{BindingId, FileId, Graph};

/// The result of splitting a statement.
pub(super) struct Parted {
    pub(super) edits: Changes,
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
        graph: &Graph,
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
    pub(super) fn parted(
        &self,
        graph: &Graph,
        file: FileId,
        statement: &Range<usize>,
        names: &[ImportedName],
    ) -> Option<Parted> {
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
            let text = self.gives().map_or(text.clone(), |rules| typed(&text, rules));
            if self.is_import(outer) {
                return Some(Parted { edits, is_whole: false, brought: Some(text) });
            }
            let below = below(graph, outer, &text);
            edits.push((below.range, below.text));
            return Some(Parted { edits, is_whole: false, brought: None });
        }
        if self.is_import(outer) && has_other() {
            let edits = vec![(line_of(graph, statement)?, String::new())];
            let brought = Some(format!("{text}{}", comment_behind(graph, statement)));
            return Some(Parted { edits, is_whole: true, brought });
        }
        Some(Parted { edits: vec![(outer.byte_range(), text)], is_whole: true, brought: None })
    }

    /// Returns the edits that remove names from a statement in the target file, which now defines them.
    pub(super) fn dropped(&self, graph: &Graph, statement: &Range<usize>, names: &[ImportedName]) -> Edits {
        let outer = outermost(graph, statement.start)?;
        let (own, others) = Self::bound_at(graph, outer, names);
        let edits = without(graph, outer, &|id| own.contains(&id))?;
        let edits = edits.into_iter().map(|edit| (edit.range, edit.text)).collect();
        Some((edits, others.is_empty()))
    }
}
