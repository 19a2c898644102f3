//! Makes names available in the target file, in languages with explicit exports.

use tree_sitter::Node;

use super::exports::{ExportForm, names_in};
use super::files::Files;
use super::live_imports::is_typed;
use super::narrow::{joined, narrowed_copy, outermost, respelled};
use super::needs::RequiredName;
use super::required_imports::{ImportStatement, NOT_NAMED, NameSupply, NewImport, SupplyError};
use super::style::is_single;
use crate::lang::ExportRules;
use crate::resolve::bindings::file::graph::{BindingId, FileId, TOP, space};
use crate::resolve::bindings::lookup::names::Lookup;
use crate::resolve::bindings::lookup::results::{Found, Place};

impl Files<'_> {
    /// Returns a statement of the old file with only some of its names, as the target file must write it.
    pub(super) fn statement_of(&self, ids: &[BindingId]) -> Option<String> {
        let binding = &self.graph.bindings[*ids.first()?];
        let outer = outermost(self.graph, binding.name.start).filter(|outer| self.is_of_others(*outer))?;
        if !is_single(self.graph, outer) {
            return self.parts_of_statement(outer, ids);
        }
        let others: Vec<BindingId> =
            names_in(self.graph, outer).into_iter().filter(|id| !ids.contains(id)).collect();
        let text = narrowed_copy(self.graph, outer, ids, &others)?;
        let text = if others.is_empty() || ids.len() > 1 { text } else { joined(self.graph, text) };
        let written = binding.import.as_ref()?.first()?;
        let spelled = self.project.respell(self.from, self.to_path, written)?;
        Some(respelled(&text, written, &spelled))
    }

    /// Returns one statement for each declarator of a declaration that binds some of the names; `None` if such a
    /// declarator binds other names as well.
    fn parts_of_statement(&self, outer: Node<'_>, ids: &[BindingId]) -> Option<String> {
        let graph = self.graph;
        let word = graph.slice(&outer.byte_range()).split_whitespace().next()?;
        let end = if graph.slice(&outer.byte_range()).ends_with(';') { ";" } else { "" };
        let all = names_in(graph, outer);
        let mut texts = Vec::new();
        for part in outer.named_children(&mut outer.walk()) {
            let is_in = |id: &&BindingId| part.byte_range().contains(&graph.bindings[**id].name.start);
            let own: Vec<&BindingId> = all.iter().filter(is_in).collect();
            let Some(first) = own.iter().find(|id| ids.contains(id)) else { continue };
            if !own.iter().all(|id| ids.contains(id)) {
                return None;
            }
            let written = graph.bindings[**first].import.as_ref()?.first()?;
            let spelled = self.project.respell(self.from, self.to_path, written)?;
            let text = format!("{word} {}{end}", graph.slice(&part.byte_range()));
            texts.push(respelled(&text, written, &spelled));
        }
        Some(texts.join("\n"))
    }

    /// Returns the import of a name that the old file imports from the target file, which re-exports all names of the
    /// file with the definition.
    pub(super) fn import_behind(&self, need: &RequiredName, to: FileId) -> Option<NameSupply> {
        let [id] = need.bound[..] else { return None };
        let imported = self.graph.bindings[id].import.as_ref()?.get(1)?;
        let place = Place { file: self.from, byte: self.graph.text.len() };
        let Found::Definition(key, file, _) =
            self.project.look_up(place, &need.name, Lookup::of(space::ALL, 0))
        else {
            return None;
        };
        let is_passed_on = !self.project.graph(to)?.scopes[TOP].wildcards.is_empty();
        if file == to || !is_passed_on || *key.name != *need.name || *imported != need.name {
            return None;
        }
        let path = self.project.path(file).to_owned();
        let module = self.project.spell(self.to_path, &path, None)?;
        let word = match need.is_type_only && self.says_types(self.graph) {
            true => format!("{} ", self.export_rules()?.type_word),
            false => String::new(),
        };
        Some(self.new_import(need, (module, format!("{word}{}", need.name)), path))
    }

    /// Returns an import of a name from the old file, which will export the name if it does not yet.
    pub(super) fn import_of_new_export(
        &self,
        need: &RequiredName,
        module: String,
        rules: &ExportRules,
    ) -> Result<NameSupply, SupplyError> {
        let first = need.bound.first().copied().ok_or(SupplyError::Unproven(NOT_NAMED))?;
        let name = &need.name;
        let says =
            || self.says_types(self.graph) || self.target().is_some_and(|graph| self.says_types(graph));
        let word = match need.is_type_only && says() {
            true => format!("{} ", rules.type_word),
            false => String::new(),
        };
        let form = self.export_form(first);
        let parts = match &form {
            ExportForm::Word | ExportForm::Listed(_) | ExportForm::Hidden => {
                Ok((module, format!("{word}{name}")))
            }
            ExportForm::Renamed(shown) => {
                let renamed = self.rules.renamed.replace("{old}", shown).replace("{new}", name);
                Ok((module, format!("{word}{renamed}")))
            }
            ExportForm::Nameless => {
                Err(rules.import_nameless.replace("{name}", name).replace("{module}", &module))
            }
        };
        let mut shown = Vec::new();
        if form == ExportForm::Hidden {
            if self.calls().is_none() {
                self.word_edits(&need.bound).ok_or(SupplyError::Unproven(NOT_NAMED))?;
            }
            shown.extend(&need.bound);
        }
        let statement = ImportStatement { at: usize::MAX, parts, id: None };
        Ok(NameSupply {
            name: name.clone(),
            imports: vec![NewImport::Statement(statement)],
            loads: vec![self.project.path(self.from).to_owned()],
            is_type_only: need.is_type_only,
            shown,
            widened: Vec::new(),
        })
    }

    /// Returns the type-only imports of the target file whose names the code needs as values.
    pub(super) fn typed_in_target(&self, need: &RequiredName) -> Vec<BindingId> {
        let Some(graph) = self.target().filter(|_| self.export_rules().is_some() && !need.is_type_only)
        else {
            return Vec::new();
        };
        let typed = |id: &&BindingId| is_typed(graph, self.rules, **id);
        graph.bound(TOP, &need.name).iter().filter(typed).copied().collect()
    }
}
