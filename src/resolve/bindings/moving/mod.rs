//! Determines which edits moving definitions to another file requires: the imports that the moved code needs, and the
//! changes of its uses.
//!
//! `needs` collects the names of its file that the moved code uses, `required_imports` finds the imports that make them
//! available in the target file, `users` determines how uses of the moved code change, and `cycle` finds import cycles
//! that would result. `attempt` then tries again with imports inside functions (`inner_imports`).
//!
//! For languages with explicit exports, `exports` reads and writes exports, `add_exports` adds those that other files
//! need, `supply` makes names available, `split_import` splits import statements, `whole_module_uses` finds uses of a
//! module as a whole, and `live_imports` decides whether a cycle matters. `listing` replaces `add_exports` for files
//! that import by calls.
//!
//! Invariant: a name that cannot be shown to mean the same after the move is reported, never ignored.

mod add_exports;
mod add_imports;
mod attempt;
mod built_in;
mod bytes;
mod carried_imports;
mod changed;
mod come_along;
mod compiled_with;
mod conditional;
mod cycle;
mod directives;
mod effects;
mod exports;
mod file_class;
pub(super) mod files;
mod idle;
mod import_path_style;
mod indirect_use;
mod inner_imports;
mod listing;
mod live_imports;
mod load_order;
mod lost_members;
mod nameless_imports;
mod narrow;
mod needs;
mod order;
mod own_file;
mod own_import;
mod package_visibility;
mod relocation;
mod required_imports;
mod running;
mod spell;
mod split_import;
pub(super) mod style;
mod supply;
mod to_class;
mod to_package;
mod tree;
mod unnest;
mod unqualified_uses;
mod users;
mod visibility;
mod whole_module_uses;
mod write;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::renamed_definition::RenamedDefinition;
use super::{LabeledPlace, RenameProblem};
use crate::ir::PatchPath;
use crate::lang::{MoveRules, is_of};
use crate::resolve::bindings::file::graph::{BindingGraph, BindingId, FileId, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::folder_of;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::Verdict;
use crate::resolve::symbol::SymbolMatch;
use crate::text::normal::is_word_char;
use crate::text::{Edit, EditSet};

use attempt::{AskedMoves, InnerImportPlan};
use bytes::MovedBytes;
pub use carried_imports::{CarriedImports, FirstUse};
pub use come_along::{carry, carry_each};
use cycle::{ImportGraph, ImportGraphBefore};
use exports::ExportForm;
use files::Files;
pub use idle::{idle_imports, missing_imports};
pub(super) use import_path_style::is_import_path;
use inner_imports::InnerImports;
pub use load_order::{LoadOrder, Passage};
pub use lost_members::lost_members;
use needs::{CodeRequirements, RequiredName, needs};
pub use order::early_names;
pub use relocation::{ImportBlock, MoveProblem, MoveQuestion, Relocation};
pub(super) use required_imports::loads;
use required_imports::{ImportStatement, NameSupply, OWN_MODULE, SupplyError};
use running::InnerImport;
pub use to_package::{Following, package_of_folder};
pub use unnest::SEEN_IN_CLASS;
pub use users::SECOND;
use users::{CollectedUses, rewrite};
pub use visibility::{ScopeChange, local_names, mangled_names, out_of_sight, unmoved_names};

/// The label of a definition in a branch of a condition.
pub const UNDER_CONDITION: &str = "is defined under a condition";

/// Determines the edits that moving definitions requires.
///
/// # Errors
/// A name would refer to something else, or the files would import each other in a cycle.
pub fn relocate(question: &MoveQuestion<'_>) -> Result<Option<Relocation>, MoveProblem> {
    let Some((project, rules)) = project_of(question) else { return tree::relocate(question) };
    let asked = question.found.iter().map(|(found, _)| found);
    let all: Result<Vec<RenamedDefinition>, RenameProblem> =
        asked.map(|found| definition_of(&project, question, found)).collect();
    let all = all.map_err(MoveProblem::Rename)?;
    let Some((graph, from)) = graph_of(&project, question) else { return Ok(None) };
    let styled = exports::in_style_of(graph, rules);
    let files = Files::of(&project, (graph, from), &styled, question.to);
    relocate_known(&files, question, (question.found, &all))
}

/// Determines, for definitions that are moved one after the other, the edits that each of the first ones requires, as
/// long as these are only imports. Returns nothing if moving these definitions together requires more than imports.
#[must_use]
pub fn relocate_each(question: &MoveQuestion<'_>) -> Vec<Relocation> {
    let Some((project, rules)) = project_of(question) else { return Vec::new() };
    let Some((graph, from)) = graph_of(&project, question) else { return Vec::new() };
    let styled = exports::in_style_of(graph, rules);
    let files = Files::of(&project, (graph, from), &styled, question.to);
    let plain = |found: &[(SymbolMatch, Range<usize>)], all: &[RenamedDefinition]| {
        let relocation = relocate_known(&files, question, (found, all)).ok().flatten();
        relocation.filter(Relocation::is_imports_only)
    };
    let (mut all, mut done) = (Vec::new(), Vec::new());
    for one in question.found {
        let Ok(known) = definition_of(&project, question, &one.0) else { break };
        let known = [known];
        let Some(own) = plain(std::slice::from_ref(one), &known) else { break };
        all.extend(known);
        done.push(own);
    }
    // An import that becomes unused is reported with the last definition that used it.
    let is_plain = plain(&question.found[..all.len()], &all).is_some();
    if is_plain { done } else { Vec::new() }
}

/// Returns a definition with its uses, without those that are only part of a longer word: these need no import.
fn definition_of(
    project: &Rc<Project>,
    question: &MoveQuestion<'_>,
    found: &SymbolMatch,
) -> Result<RenamedDefinition, RenameProblem> {
    let mut known = RenamedDefinition::in_project(Rc::clone(project), question.from, found, false)?;
    let sources = &project.sources;
    known.uses.retain(|one| !sources[one.file].text[..one.range.start].ends_with(is_word_char));
    Ok(known)
}

/// Returns whether a binding has a top-level statement for itself, and is used only by that statement and the moved
/// code.
fn is_lone(graph: &BindingGraph, moved: &MovedBytes, id: BindingId) -> bool {
    let name = &graph.bindings[id].name;
    let Some(outer) = narrow::outermost(graph, name.start) else { return false };
    let word = graph.slice(name);
    let is_left = |at: &usize| {
        let is_said = matches!(graph.role(&(*at..*at + word.len())), NameRole::Comment);
        !moved.holds(*at) && !outer.byte_range().contains(at) && !is_said
    };
    style::is_single(graph, outer) && graph.places_of(word).find(is_left).is_none()
}

/// Returns whether the remaining code of a file contains tags that are compiled to uses of an imported name.
fn makes_tags(graph: &BindingGraph, moved: &MovedBytes) -> bool {
    let mut cursor = graph.tree.root_node().walk();
    loop {
        let node = cursor.node();
        if !moved.holds(node.start_byte()) && needs::jsx_factory_import(graph, node).is_some() {
            return true;
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return false;
            }
        }
    }
}

/// Returns the project of a move, and the language's rules for moves; `None` if it has none.
fn project_of(question: &MoveQuestion<'_>) -> Option<(Rc<Project>, &'static MoveRules)> {
    let rules = question.files.language.local_rules()?;
    let moves = rules.moves.as_ref()?;
    Some((Rc::new(Project::new(rules, question.files.clone())), moves))
}

/// Returns the graph and the ID of the old file.
fn graph_of<'p>(project: &'p Project, question: &MoveQuestion<'_>) -> Option<(&'p BindingGraph, FileId)> {
    let file = project.file(question.from.as_str())?;
    Some((project.graph(file)?, file))
}

fn relocate_known(
    files: &Files<'_>,
    question: &MoveQuestion<'_>,
    (found, all): AskedMoves<'_>,
) -> Result<Option<Relocation>, MoveProblem> {
    let Files { project, graph, rules, .. } = files;
    if let Some(known) = all.iter().find(|known| graph.is_foreign_declaration(known.target.byte)) {
        let label = "is declared for other modules";
        let place = LabeledPlace { path: question.from.clone(), at: known.target.byte, label };
        return Err(MoveProblem::Elsewhere { place });
    }
    if all.is_empty() || all.iter().any(|known| known.target.is_member) {
        return Ok(None);
    }
    if rules.exports.is_some() && !live_imports::is_module(project, graph, rules, all) {
        return Ok(None);
    }
    if files.calls().is_some() && !files.is_by_calls_there() {
        return Ok(None);
    }
    if let Some(known) = all.iter().find(|known| required_imports::is_run_block(graph, known.target.byte)) {
        let label = "runs only when the file is run as a program";
        let place = LabeledPlace { path: question.from.clone(), at: known.target.byte, label };
        return Err(MoveProblem::RunBlock { place });
    }
    built_in::check(project, question)?;
    attempt::relocate(files, question, (found, all)).map(Some)
}

/// An import that a move adds: the importing file, the imported file, and the place that requires it.
struct Load {
    from: String,
    to: String,
    because: Option<(FileId, usize)>,
    /// Whether the imported names are used while the importing file is being loaded.
    is_early: bool,
}

struct DefinitionMove<'m> {
    files: &'m Files<'m>,
    question: &'m MoveQuestion<'m>,
    found: &'m [(SymbolMatch, Range<usize>)],
    all: &'m [RenamedDefinition],
    moved: Rc<MovedBytes>,
    done: Relocation,
    loads: Vec<Load>,
    statements: Vec<ImportStatement>,
    /// The imports that are placed inside functions.
    plan: &'m InnerImportPlan,
    late: InnerImports,
    /// The files that these imports load.
    late_loads: Vec<InnerImport>,
    /// The edits of the old file.
    own_edits: Vec<Edit>,
    /// The names that the target file imports from the old file at its top level.
    needs: Vec<String>,
    /// The bindings of the old file that must be exported.
    shown: BTreeSet<BindingId>,
    /// The type-only imports of the target file that must become full imports.
    widened: Vec<BindingId>,
    /// The imports that are only used by types, each with the heading that it belongs below.
    below: Vec<(String, ImportStatement)>,
    /// The byte offset of the export list in the target file.
    list_at: Option<usize>,
    /// The imports of the old file that the moved code only uses in types.
    typed: Vec<BindingId>,
}

impl DefinitionMove<'_> {
    fn moved(&self) -> Rc<MovedBytes> {
        Rc::clone(&self.moved)
    }

    fn spot(&self, file: FileId, at: usize, label: &'static str) -> LabeledPlace {
        LabeledPlace { path: self.files.project.sources[file].path.clone(), at, label }
    }

    fn target_graph(&self) -> Option<&BindingGraph> {
        self.files.project.graph(self.files.to?)
    }

    /// Determines the imports that the moved code needs.
    fn add_required_imports(&mut self) -> Result<(), MoveProblem> {
        let files = self.files;
        let moved = self.moved();
        let own = files.graph.is_deferred || files.export_rules().is_some();
        let other = self.target_graph().is_some_and(|graph| graph.is_deferred);
        let needs = needs(files.graph, files.rules, &moved, own || other);
        let is_late = match files.to {
            Some(_) => needs.has_unresolved_annotations,
            None => needs.has_annotations,
        };
        if own && !other && is_late {
            let first = files.graph.rules().deferred_by.clone();
            self.statements.extend(first.map(|whole| ImportStatement { at: 0, parts: Err(whole), id: None }));
        }
        let is_moved = |at: &&usize| {
            let behind = &files.graph.text[**at..];
            let end = behind.find(|char| !is_word_char(char)).unwrap_or(behind.len());
            self.all.iter().any(|known| known.old == behind[..end])
        };
        let others: Vec<usize> = needs.assigned.iter().filter(|at| !is_moved(at)).copied().collect();
        for at in &others {
            let spot = self.spot(files.from, *at, "assigns to a name of its file");
            self.done.unproven.push(spot);
            // If nothing else uses the variable, it can move as well.
            let behind = &files.graph.text[*at..];
            let name = &behind[..behind.find(|char| !is_word_char(char)).unwrap_or(behind.len())];
            let bound = files.graph.bound(TOP, name).iter();
            let left: Vec<&BindingId> =
                bound.filter(|id| !moved.holds(files.graph.bindings[**id].name.start)).collect();
            let is_elsewhere = || files.project.files_with(name).iter().any(|file| *file != files.from);
            if let [id] = left[..]
                && !is_elsewhere()
                && is_lone(files.graph, &moved, *id)
                && !self.done.lone.iter().any(|own| own == name)
            {
                self.done.lone.push(name.to_owned());
            }
        }
        for known in self.all {
            let outer = narrow::outermost(files.graph, known.target.byte);
            let is_conditional = |kind: &str| files.rules.fillers.iter().any(|filler| filler == kind);
            if outer.is_some_and(|outer| is_conditional(outer.kind())) {
                let spot = self.spot(files.from, known.target.byte, UNDER_CONDITION);
                self.done.unproven.push(spot);
            }
        }
        let names: Vec<&str> = self.all.iter().map(|known| known.old.as_str()).collect();
        for change in files.changes(&names, &needs, &moved) {
            let label = match change.is_of_moved {
                true => {
                    "sets a member of it and stays: code that loads only the new file does not \
                     get it"
                }
                false => "changes what it is made from, but would run before it",
            };
            let spot = self.spot(files.from, change.at, label);
            self.done.unproven.push(spot);
        }
        self.respell_inner(&needs);
        let supplies = self.supplies(&needs)?;
        self.take_supplies(supplies);
        self.write_imports();
        self.idle(&needs, &moved);
        Ok(())
    }

    /// Rewrites relative module paths within the moved code.
    fn respell_inner(&mut self, needs: &CodeRequirements) {
        for (range, written) in &needs.imports {
            match self.files.project.respell(self.files.from, self.files.to_path, written) {
                Some(spelled) if spelled != *written => {
                    let text = spelled.trim_end_matches('/').to_owned();
                    self.own_edits.push(Edit { range: range.clone(), text });
                }
                Some(_) => {}
                None => {
                    let spot =
                        self.spot(self.files.from, range.start, "is relative to the folder of its file");
                    self.done.unproven.push(spot);
                }
            }
        }
        let (from, to) = (self.files.project.path(self.files.from), self.files.to_path);
        if folder_of(from) != folder_of(to) {
            let label = "may be relative to the folder of its file";
            let spots = needs.unresolved_paths.iter().map(|at| self.spot(self.files.from, *at, label));
            let spots: Vec<LabeledPlace> = spots.collect();
            self.done.unproven.extend(spots);
        }
    }

    fn supplies<'n>(
        &mut self,
        needs: &'n CodeRequirements,
    ) -> Result<Vec<(NameSupply, &'n RequiredName)>, MoveProblem> {
        let mut known = HashSet::new();
        let mut found = Vec::new();
        for need in needs.names.values() {
            match self.files.supply(need, &mut known) {
                Ok(supply) => found.extend(supply.map(|supply| (supply, need))),
                Err(SupplyError::Unproven(OWN_MODULE))
                    if self.asks_for_moved(need) || self.asks_for_folder(need) => {}
                Err(SupplyError::Unproven(label)) => {
                    let spot = self.spot(self.files.from, need.at, label);
                    self.done.unproven.push(spot);
                }
                Err(SupplyError::Taken(at)) => {
                    let file = self.files.to.unwrap_or(self.files.from);
                    let place = self.spot(file, at, "means something else here");
                    return Err(MoveProblem::Taken { name: need.name.clone(), place });
                }
            }
        }
        Ok(found)
    }

    /// Removes the imports of the old file that only the moved code uses, or notes their names.
    fn idle(&mut self, needs: &CodeRequirements, moved: &MovedBytes) {
        let graph = self.files.graph;
        let mut gone: Vec<BindingId> = Vec::new();
        for need in needs.names.values() {
            let imports = need.bound.iter().all(|id| graph.bindings[*id].import.is_some());
            let is_looked_up = |at: usize| graph.is_looked_up(&(at..at + need.name.len()));
            let is_code = |at: &usize| {
                match graph.role(&(*at..*at + need.name.len())) {
                    // A string may be an annotation, unless it is a statement by itself.
                    NameRole::Text => {
                        self.files.export_rules().is_none() && !is_prose(graph, *at) || is_looked_up(*at)
                    }
                    NameRole::Comment => is_looked_up(*at),
                    // An exported or imported name of another file is not a use of this name.
                    NameRole::Imported(_) | NameRole::ModulePath => false,
                    // The last part of a module path.
                    NameRole::Label(None) => self.files.export_rules().is_some(),
                    NameRole::Bound(id) => graph.bindings[id].import.is_none() || need.bound.contains(&id),
                    _ => true,
                }
            };
            let mut words = graph.places_of(&need.name).filter(is_code);
            // A statement may contain the name in its module path as well as among the imported names.
            let rules = self.files.rules;
            let is_bound =
                |at: usize| need.bound.iter().any(|id| narrow::bound_by(graph, rules, *id).contains(&at));
            if graph.rules().jsx_factories.contains(&need.name) && makes_tags(graph, moved) {
                continue;
            }
            if imports && !need.bound.is_empty() && words.all(|at| moved.holds(at) || is_bound(at)) {
                match self.files.export_rules().is_some() || self.files.is_own_import(need) {
                    true => gone.extend(&need.bound),
                    false => self.done.idle.push(need.name.clone()),
                }
            }
        }
        let is_typed = |id: &BindingId| {
            required_imports::is_type_only(graph, self.files.rules, graph.bindings[*id].name.start)
        };
        let (typed, mut gone): (Vec<BindingId>, Vec<BindingId>) = gone.into_iter().partition(is_typed);
        match self.files.type_import_removal_edits(graph, &typed) {
            Some(edits) => self.own_edits.extend(edits),
            None => self.done.idle.extend(typed.iter().map(|id| graph.name_of(*id).into_owned())),
        }
        let statement = |id: &BindingId| {
            let outer = narrow::outermost(graph, graph.bindings[*id].name.start);
            outer.map_or(0, |outer| outer.start_byte())
        };
        gone.sort_by_key(statement);
        for gone in gone.chunk_by(|one, other| statement(one) == statement(other)) {
            let dropped = self.files.import_removal_edits(graph, gone);
            if dropped.is_empty() {
                self.done.idle.extend(gone.iter().map(|id| graph.name_of(*id).into_owned()));
            }
            self.own_edits.extend(dropped);
        }
    }

    /// Determines how the uses change.
    fn follow(&mut self) -> Result<(), MoveProblem> {
        let files = self.files;
        let moved = self.moved();
        let mut users = CollectedUses::default();
        for known in self.all {
            users.collect(files, known, &moved, self.question.is_kept);
        }
        self.keep_for_documentation(&mut users, &moved);
        if self.question.become_members {
            self.refuse_all_uses();
            let edits = EditSet::new(std::mem::take(&mut self.own_edits)).unwrap_or_default();
            self.done.edits.push((self.question.from.clone(), edits));
            return Ok(());
        }
        if self.question.is_kept && files.export_rules().is_some() {
            let to = files.to;
            users.imports.retain(|(file, _), _| Some(*file) == to);
            users.through.clear();
        } else if self.question.is_kept {
            users.kept = self.all.iter().map(|known| known.old.clone()).collect();
            let to = files.to;
            users.imports.retain(|(file, _), _| Some(*file) == to);
        }
        let given = match files.calls() {
            Some(_) => self.give_by_list(&mut users)?,
            None => self.export_needed(&mut users)?,
        };
        self.note_lost_exports();
        self.import_back(&mut users);
        users.through.retain(|one| files.export_rules().is_some() || !users.kept.contains(&one.name));
        let through = self.follow_through(&users.through);
        let rewritten = rewrite(files, &users);
        for (file, at, label) in users.unproven.iter().chain(&rewritten.unproven) {
            let spot = self.spot(*file, *at, label);
            self.done.unproven.push(spot);
        }
        let mut by_file: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
        let widened = files.target().zip(files.to).into_iter().flat_map(|(graph, to)| {
            let edits = files.import_removal_edits(graph, &self.widened);
            edits.into_iter().map(move |edit| (to, edit))
        });
        for (file, edit) in through.into_iter().chain(given).chain(widened) {
            by_file.entry(file).or_default().push(edit);
        }
        for (file, range, text) in rewritten.edits {
            by_file.entry(file).or_default().push(Edit { range, text });
        }
        by_file.entry(files.from).or_default().append(&mut self.own_edits);
        for (file, edits) in by_file.into_iter().filter(|(_, edits)| !edits.is_empty()) {
            let path = files.project.sources[file].path.clone();
            let at = edits[0].range.start;
            let edits = match files.project.graph(file) {
                Some(graph) => narrow::tidied(graph, edits),
                None => edits,
            };
            match EditSet::new(edits) {
                Ok(edits) => self.done.edits.push((path, edits)),
                Err(_) => {
                    let spot = self.spot(file, at, "cannot be rewritten to import it from the other file");
                    self.done.unproven.push(spot);
                }
            }
        }
        for (file, statement) in &rewritten.brought {
            let path = files.project.sources[*file].path.clone();
            self.done.brought.entry(path).or_default().push(statement.clone());
        }
        let mut loads = ImportGraph::new(files.project, files.rules);
        for (file, at) in &rewritten.loads {
            let runs = files.project.graph(*file).is_some_and(|graph| loads.runs(*file, graph, *at));
            if runs {
                let (from, to) = (files.project.path(*file).to_owned(), files.to_path.to_owned());
                let is_early = match files.export_rules() {
                    Some(_) => files.load_by(*file, *at, &users),
                    None => Some(true),
                };
                let because = Some((*file, *at));
                let load = is_early.map(|is_early| Load { from, to, because, is_early });
                self.loads.extend(load);
            }
        }
        loads.gone = rewritten.gone.iter().copied().collect();
        self.doubt_condition();
        self.doubt_unloaded();
        self.done.unproven.sort();
        self.done.unproven.dedup();
        self.done.first_use = self.first_use();
        self.count(&users);
        self.check_cycles(loads)
    }

    /// Notes the names that the old file no longer exports although it is an entry point of its package.
    fn note_lost_exports(&mut self) {
        let files = self.files;
        if self.question.is_kept || files.export_rules().is_none() || !files.is_entry() {
            return;
        }
        let given =
            self.all.iter().filter(|known| !matches!(files.export_form(known.id), ExportForm::Hidden));
        self.done.lost = given.map(|known| known.old.clone()).collect();
    }

    /// Reports every use of definitions that become members.
    fn refuse_all_uses(&mut self) {
        let moved = self.moved();
        for known in self.all {
            for one in known.uses.iter().filter(|one| one.verdict == Verdict::Certain) {
                let is_moved = one.file == self.files.from && moved.holds(one.range.start);
                if !is_moved {
                    let spot = self.spot(one.file, one.range.start, "would have to name a member");
                    self.done.unproven.push(spot);
                }
            }
        }
    }

    /// Returns the byte offset of the first use in the target file that is evaluated while that file is loaded.
    fn first_use(&self) -> Option<usize> {
        let (to, graph) = (self.files.to?, self.target_graph()?);
        let uses = self.all.iter().flat_map(|known| &known.uses);
        let own = uses.filter(|one| one.file == to && one.verdict == Verdict::Certain);
        let runs = own.filter(|one| !matches!(one.role, NameRole::Imported(_) | NameRole::Bound(_)));
        let starts =
            runs.map(|one| one.range.start).filter(|at| order::runs_at_load(graph, self.files.rules, *at));
        starts.chain(self.list_at).min()
    }

    /// Counts the uses that must resolve to the definitions after the move.
    fn count(&mut self, users: &CollectedUses) {
        let moved = self.moved();
        for known in self.all {
            let mut counts: BTreeMap<PatchPath, usize> = BTreeMap::new();
            // A nameless export cannot be found by name.
            if self.files.export_form(known.id) == ExportForm::Nameless {
                self.done.uses.push((known.old.clone(), counts));
                continue;
            }
            let is_kept = users.kept.contains(&known.old);
            if is_kept {
                counts.insert(self.question.from.clone(), 1);
            }
            for one in known.uses.iter().filter(|one| one.verdict == Verdict::Certain) {
                let is_moved = one.file == self.files.from && moved.holds(one.range.start);
                let is_listed = one.file == self.files.from && users.listed.contains(&one.range.start);
                if !is_moved && !is_listed && Some(one.file) != self.files.to {
                    *counts.entry(known.project.sources[one.file].path.clone()).or_default() += 1;
                }
            }
            self.done.uses.push((known.old.clone(), counts));
        }
    }

    fn check_cycles(&mut self, mut loads: ImportGraph<'_>) -> Result<(), MoveProblem> {
        if self.files.export_rules().is_some() {
            return self.check_live_cycles(loads);
        }
        let new: Vec<Load> = std::mem::take(&mut self.loads);
        for load in &new {
            loads.new.entry(load.from.clone()).or_default().push(load.to.clone());
        }
        let files = self.files;
        let unchanged = ImportGraph::new(files.project, files.rules);
        let mut before = ImportGraphBefore::new(unchanged, files.project.path(files.from), files.to_path);
        let reasons: Vec<_> = new.iter().map(|load| (&load.from, &load.to, load.because)).collect();
        for load in &new {
            if load.from == load.to || loads.has(&load.from, &load.to) {
                continue;
            }
            if let Some(files) = loads.cycle(&load.from, &load.to, &mut before) {
                let steps = files.windows(2).filter_map(|step| {
                    let mut of_step =
                        reasons.iter().filter(|(from, to, _)| [*from, *to] == [&step[0], &step[1]]);
                    of_step.find_map(|(.., because)| *because)
                });
                let mut because: Vec<(FileId, usize)> = steps.collect();
                because.dedup();
                let places = because.into_iter().map(|(file, at)| self.spot(file, at, "needs the import"));
                let (places, needs) = (places.collect(), std::mem::take(&mut self.needs));
                return Err(MoveProblem::Cycle { files, places, needs });
            }
        }
        if self.runs_too_early(&mut loads) {
            return Err(MoveProblem::Cycle { files: Vec::new(), places: Vec::new(), needs: Vec::new() });
        }
        Ok(())
    }
}

/// Returns whether a byte offset is in a string that is a statement.
fn is_prose(graph: &BindingGraph, at: usize) -> bool {
    let node = graph.tree.root_node().descendant_for_byte_range(at, at + 1);
    let mut above = std::iter::successors(node, tree_sitter::Node::parent);
    let string = above.find(|node| is_of(node, &graph.rules().strings));
    let statement = string.and_then(|string| string.parent());
    statement.is_some_and(|statement| statement.kind() == "expression_statement")
}
