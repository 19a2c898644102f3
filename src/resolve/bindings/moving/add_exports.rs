//! Determines the exports that files need after a move, and those that the old file loses.

use super::exports::ExportForm;
use super::order::is_type_use;
use super::order::runs_at_load;
use super::spell::typed;
use super::users::CollectedUses;
use super::{DefinitionMove, Load, MoveProblem, is_lone};
use crate::lang::{ExportRules, is_of};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, FileId};
use crate::text::Edit;

const NO_WORD: &str = "cannot be exported as it is written";

/// Returns the byte offset of a file's nameless (default) export.
fn default_export(graph: &BindingGraph, rules: &ExportRules, nameless: &str) -> Option<usize> {
    let root = graph.tree.root_node();
    let mut cursor = root.walk();
    let is_it = |node: &tree_sitter::Node<'_>| {
        is_of(node, &rules.statements)
            && node.children(&mut node.walk()).any(|child| child.kind() == nameless)
    };
    let own = root.children(&mut cursor).find(is_it).map(|node| node.start_byte());
    own.or_else(|| Some(graph.bindings[*graph.exports.get(nameless)?.first()?].name.start))
}

impl DefinitionMove<'_> {
    /// Adds the exports that other files need, and returns the edits of other files for that.
    pub(super) fn export_needed(
        &mut self,
        users: &mut CollectedUses,
    ) -> Result<Vec<(FileId, Edit)>, MoveProblem> {
        let files = self.files;
        let Some(rules) = files.export_rules() else { return Ok(Vec::new()) };
        let forms: Vec<ExportForm> = self.all.iter().map(|known| files.export_form(known.id)).collect();
        let nameless = forms.contains(&ExportForm::Nameless).then_some(rules.nameless.as_str());
        let is_named = |form: &&ExportForm| matches!(form, ExportForm::Word | ExportForm::Listed(_));
        if let Some(name) = nameless
            && let Some((graph, to)) = files.target().zip(files.to)
            && let Some(at) = default_export(graph, rules, name)
        {
            let place = self.spot(to, at, "is the default export of the file");
            return Err(MoveProblem::Taken { name: name.to_owned(), place });
        }
        if !self.question.is_kept {
            users.collect_whole_module_uses(files, nameless, forms.iter().any(|form| is_named(&form)));
        }
        let mut ids: Vec<BindingId> = self.shown.iter().copied().collect();
        for (known, form) in self.all.iter().zip(&forms) {
            let is_needed = match form {
                ExportForm::Word | ExportForm::Nameless => false,
                ExportForm::Listed(_) => true,
                ExportForm::Renamed(_) | ExportForm::Hidden => users.kept.contains(&known.old),
            };
            if is_needed {
                ids.push(known.id);
                let others = files.graph.bound(crate::resolve::bindings::file::graph::TOP, &known.old);
                ids.extend(others.iter().filter(|id| {
                    let at = files.graph.bindings[**id].name.start;
                    self.moved().holds(at)
                }));
            }
        }
        match files.word_edits(&ids) {
            Some(edits) => self.own_edits.extend(edits),
            None => {
                let spot = self.spot(files.from, self.all[0].target.byte, NO_WORD);
                self.done.unproven.push(spot);
            }
        }
        let name = |id: &BindingId| files.graph.slice(&files.graph.bindings[*id].name).to_owned();
        self.done.shown = self.shown.iter().map(name).collect();
        let moved = self.moved();
        let lone = self.shown.iter().filter(|id| is_lone(files.graph, &moved, **id));
        self.done.lone.extend(lone.map(name));
        self.done.lone.sort();
        self.done.lone.dedup();
        self.done.shown.sort();
        self.done.shown.dedup();
        match files.unlisted(&users.listed) {
            Some(edits) => self.own_edits.extend(edits),
            None => {
                let at = users.listed.first().copied().unwrap_or_default();
                let spot = self.spot(files.from, at, NO_WORD);
                self.done.unproven.push(spot);
            }
        }
        let named: Vec<(String, bool)> = self
            .all
            .iter()
            .zip(&forms)
            .filter(|(_, form)| is_named(form))
            .map(|(known, _)| (known.old.clone(), files.is_type(known)))
            .collect();
        if self.question.is_kept {
            self.reexport_moved(named, nameless);
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        let is_left = self.still_has_exports(users);
        for (file, at, edit) in files.wildcard_reexport_edits(&named, is_left) {
            if named.iter().any(|(_, is_type)| !is_type) {
                let (from, to) = (files.project.path(file).to_owned(), files.to_path.to_owned());
                self.loads.push(Load { from, to, because: Some((file, at)), is_early: false });
            }
            found.push((file, edit));
        }
        Ok(found)
    }

    /// Returns whether the old file still has imports or exports.
    fn still_has_exports(&self, users: &CollectedUses) -> bool {
        let files = self.files;
        let moved = self.moved();
        let root = files.graph.tree.root_node();
        let mut cursor = root.walk();
        let is_own = |node: &tree_sitter::Node<'_>| {
            let gives = files.export_rules().is_some_and(|rules| is_of(node, &rules.statements));
            let start = node.start_byte();
            let is_moved = moved.holds(start);
            let is_gone =
                || self.own_edits.iter().any(|edit| edit.text.is_empty() && edit.range.contains(&start));
            (gives || files.is_import(*node)) && !is_moved && !is_gone()
        };
        !users.kept.is_empty()
            || !self.shown.is_empty()
            || root.children(&mut cursor).any(|node| is_own(&node))
    }

    /// Makes the old file re-export the moved definitions.
    fn reexport_moved(&mut self, named: Vec<(String, bool)>, nameless: Option<&str>) {
        let files = self.files;
        let Some(rules) = files.export_rules() else { return };
        let says = files.says_given_types(files.graph);
        let shown = |(name, is_type): (String, bool)| match is_type && says {
            true => format!("{} {name}", rules.type_word),
            false => name,
        };
        let is_loaded = named.iter().any(|(_, is_type)| !is_type) || nameless.is_some();
        let names = named.into_iter().map(shown).chain(nameless.map(str::to_owned));
        let names = files.list_of(files.graph, names.collect());
        if names.is_empty() {
            return;
        }
        let Some(module) = self.spell_new() else { return };
        let text = rules.from.replace("{module}", &module).replace("{names}", &names);
        let moved = self.found.iter().map(|(_, range)| range.start).min().unwrap_or_default();
        let edit = files.reexport_edit(&typed(&text, rules), moved, &self.own_edits);
        self.own_edits.push(edit);
        if is_loaded {
            let (from, to) = (files.project.path(files.from).to_owned(), files.to_path.to_owned());
            self.loads.push(Load { from, to, because: None, is_early: false });
        }
    }

    /// Adds the import of the moved definitions that the old file still uses.
    pub(super) fn export_kept(&mut self, users: &CollectedUses, module: &str) {
        let files = self.files;
        let Some(rules) = files.export_rules() else { return };
        let says = files.says_types(files.graph);
        let mut names = Vec::new();
        for known in self.all.iter().filter(|known| users.kept.contains(&known.old)) {
            let own = users.own.iter().filter(|(name, _)| *name == known.old).map(|(_, one)| one.range.start);
            let runs: Vec<usize> = own.filter(|at| !is_type_use(files.graph, files.rules, *at)).collect();
            if files.export_form(known.id) == ExportForm::Nameless {
                let text = rules.import_nameless.replace("{name}", &known.old);
                self.done.kept.push(text.replace("{module}", module));
            } else if says && (files.is_type(known) || runs.is_empty()) {
                names.push(format!("{} {}", rules.type_word, known.old));
            } else {
                names.push(known.old.clone());
            }
            // A call loads the file, whether or not the name is used.
            let is_called = files.calls().is_some();
            if is_called || !runs.is_empty() {
                let is_early = is_called || runs.iter().any(|at| runs_at_load(files.graph, files.rules, *at));
                let because = runs.first().map(|at| (files.from, *at));
                let (from, to) = (files.project.path(files.from).to_owned(), files.to_path.to_owned());
                self.loads.push(Load { from, to, because, is_early });
            }
        }
        if !names.is_empty() {
            let text = files.text_from(module, &files.list_of(files.graph, names));
            self.done.kept.push(typed(&text, rules));
        }
    }
}
