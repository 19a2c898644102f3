//! A definition to be renamed, with all its uses and their verdicts.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::file::graph::{BindingGraph, BindingId, BindingKind, FileId, Sort, TOP};
use super::file::role::NameRole;
use super::problem::{CountNeed, Doubt, LabeledPlace, RenameProblem};
use super::project::Project;
use super::used::{Meaning, Target, Use, Verdict};
use super::{
    DefinitionQuery, NamedUse, RenameOptions, Renaming, bare_address, family, is_name_char, judge, lookup,
    types,
};
use crate::ir::PatchPath;
use crate::lang::{Language, is_of};
use crate::resolve::symbol::SymbolMatch;
use crate::text::normal::{find_words, is_word_char};
use crate::text::{Edit, EditSet};

/// The replacements in each file, in file order.
pub(super) type FileEdits = HashMap<FileId, Vec<(Range<usize>, String)>>;

/// The undecidable uses, and those of them that are kept.
pub(super) struct Undecided {
    pub(super) undecided: Vec<LabeledPlace>,
    pub(super) kept: Vec<LabeledPlace>,
}

/// The known facts about a definition and the uses of its name.
pub(in crate::resolve) struct RenamedDefinition {
    pub(super) project: Rc<Project>,
    pub(super) file: FileId,
    pub(super) id: BindingId,
    pub(super) old: String,
    pub(super) target: Target,
    pub(super) wanted: u8,
    pub(super) uses: Vec<Use>,
}

/// Returns the end of an alias in an export list that only repeats the new name before it.
fn same_alias(graph: &BindingGraph, end: usize, new_name: &str) -> Option<usize> {
    let rest = graph.text.get(end..)?;
    let alias =
        rest.trim_start().strip_prefix("as").filter(|alias| alias.starts_with(char::is_whitespace))?;
    let after = alias.trim_start().strip_prefix(new_name).filter(|after| !after.starts_with(is_word_char))?;
    let end_of_alias = end + rest.len() - after.len();
    let list = graph.tree.root_node().descendant_for_byte_range(end, end_of_alias)?;
    is_of(list, &graph.rules().export_list_nodes).then_some(end_of_alias)
}

impl RenamedDefinition {
    pub(super) fn of(question: DefinitionQuery<'_>, is_set: bool) -> Result<Self, RenameProblem> {
        let rules = question.files.language.local_rules().ok_or(RenameProblem::NotKnown)?;
        let project = Rc::new(Project::new(rules, question.files));
        Self::in_project(project, question.path, question.found, is_set)
    }

    /// The same, with the uses in examples of the documentation.
    pub(super) fn with_examples(question: DefinitionQuery<'_>, is_set: bool) -> Result<Self, RenameProblem> {
        let rules = question.files.language.local_rules().ok_or(RenameProblem::NotKnown)?;
        let project = Rc::new(Project::with_examples(rules, question.files));
        Self::in_project(project, question.path, question.found, is_set)
    }

    pub(super) fn in_project(
        project: Rc<Project>,
        path: &PatchPath,
        found: &SymbolMatch,
        is_set: bool,
    ) -> Result<Self, RenameProblem> {
        let file = project.file(path.as_str()).ok_or(RenameProblem::NotKnown)?;
        let graph = project.graph(file).ok_or(RenameProblem::TooCostly)?;
        let id = definition_in(graph, found).ok_or(RenameProblem::NoName)?;
        let binding = &graph.bindings[id];
        let is_named = match binding.kind {
            BindingKind::Import => false,
            // The name of a file is not part of the text.
            BindingKind::Module => {
                let is_block = || graph.scopes.iter().any(|scope| scope.of == Some(id));
                let is_file = || project.file_named_alone(file, graph.slice(&binding.name)).is_some();
                // It may continue in another file that refers to it without an import.
                let is_global =
                    || graph.is_script() && project.has_script_with(file, graph.slice(&binding.name));
                is_block() && !is_global() || graph.rules().tree.is_some() && is_file()
            }
            _ => true,
        };
        if !is_named {
            return Err(RenameProblem::NoName);
        }
        let old = graph.slice(&binding.name).to_owned();
        let wanted = family::overrides::wanted(&project, file, id);
        let mut uses = judge::uses(&project, &old, wanted);
        let (target, doubt) = family::overrides::target(&project, file, id, &uses);
        judge::judge(&project, &target, &old, &mut uses);
        types::overloads::keep_overload_uses(&project, &target, is_set, &mut uses);
        // Every use of a private name has its mark.
        let mark = project.mark_of(&target.own.name);
        let is_without = |one: &&mut Use| !project.sources[one.file].text[..one.range.start].ends_with(mark);
        for one in uses.iter_mut().filter(is_without) {
            if let Verdict::Undecidable(_) = one.verdict {
                one.verdict = Verdict::Unrelated;
            }
        }
        family::keyed::judge_key_strings(&project, &target, &mut uses);
        family::likely::mark_unlikely(&project, &target, &old, &mut uses);
        uses.extend(family::overrides::named_after(&project, &target));
        uses.extend(family::mangled::parts(&project, &target));
        let mut known = Self { project, file, id, old, target, wanted, uses };
        known.doubt_definition(doubt);
        Ok(known)
    }

    pub(super) fn named_uses(&self) -> Vec<NamedUse> {
        let named = self.uses.iter().map(|one| NamedUse {
            path: self.project.sources[one.file].path.clone(),
            range: one.range.clone(),
            verdict: one.verdict,
            is_definition: matches!(one.role, NameRole::Bound(_)),
            is_import: matches!(one.role, NameRole::Imported(_)),
        });
        named.collect()
    }

    /// Makes the definition itself and its overloads undecidable if their name may be fixed.
    fn doubt_definition(&mut self, doubt: Option<Doubt>) {
        let (file, byte) = (self.target.file, self.target.byte);
        self.take_imports();
        let is_protocol = family::possible::is_asked_for(&self.project, &self.target);
        let doubt = doubt.or(is_protocol.then_some(Doubt::RequiredOutside));
        let is_behind_another = family::asked::stands_for_another(&self.project, &self.target);
        let doubt = doubt.or(is_behind_another.then_some(Doubt::RequiredOutside));
        let is_asked_for = is_protocol
            || is_behind_another
            || doubt.is_some_and(|doubt| {
                family::asked::is_asked_for(&self.project, &self.target, &self.uses, doubt)
            });
        // The label of a member whose value a pattern takes out is at the same place.
        let is_own = |one: &&mut Use| {
            one.file == file && one.range.start == byte && !matches!(one.role, NameRole::Label(_))
        };
        for one in self.uses.iter_mut().filter(is_own) {
            one.verdict = doubt.map_or(Verdict::Certain, Verdict::Undecidable);
            one.is_unlikely = is_asked_for;
        }
        let reached = types::shapes::reached_places(&self.project, &self.target, self.file);
        let read = family::overrides::name_readers(&self.project, &self.target);
        self.uses.extend(reached.into_iter().map(|(file, at)| Use::hidden(file, at, Doubt::Computed)));
        let hidden = |(file, at)| Use { is_unlikely: true, ..Use::hidden(file, at, Doubt::OwnName) };
        self.uses.extend(read.into_iter().map(hidden));
        self.doubt_dynamic();
    }

    /// Takes into account names that are built at run time, and that may be the definition's name or contain it.
    fn doubt_dynamic(&mut self) {
        let project = Rc::clone(&self.project);
        let is_made = |one: &Use| {
            let text = &project.sources[one.file].text;
            one.role == NameRole::Text
                && judge::is_made_name(&text[..one.range.start], &text[one.range.end..])
        };
        if self.uses.iter().any(is_made) {
            self.ask_by_name(true);
        }
        let dynamic = family::composed::dynamic_names(&project);
        if dynamic.is_empty() {
            return;
        }
        // Names that are built from the name of a class.
        let starts = match self.target.kind {
            BindingKind::Class => family::dispatch::starts_of_members(&project, &self.old),
            _ => HashSet::new(),
        };
        let mut more = Vec::new();
        for name in dynamic {
            let hidden = || vec![Use::hidden(name.file, name.byte, Doubt::Dynamic)];
            if name.may_be(&self.old) && family::dispatch::may_reach(&project, name, &self.target) {
                more.extend(hidden());
                self.ask_by_name(family::dispatch::is_called_by_class(&project, name, &self.old));
            } else if !name.start.is_empty() && starts.contains(&*name.start) {
                let named = family::dispatch::named_by_class(&project, &self.target, name, &self.uses);
                more.extend(named.unwrap_or_else(hidden));
            }
        }
        self.uses.extend(more);
    }

    /// Makes a definition undecidable that is certainly called, or only called, by a name built at run time.
    fn ask_by_name(&mut self, is_certain: bool) {
        let is_used = |one: &Use| {
            let may_be = matches!(one.verdict, Verdict::Certain | Verdict::Undecidable(_));
            may_be && matches!(one.role, NameRole::Member(_) | NameRole::Plain)
        };
        if !is_certain && self.uses.iter().any(is_used) {
            return;
        }
        let (file, byte) = (self.target.file, self.target.byte);
        for one in self.uses.iter_mut().filter(|one| one.file == file && one.range.start == byte) {
            one.verdict = Verdict::Undecidable(Doubt::Dynamic);
            one.is_unlikely = true;
        }
    }

    /// Refuses a new name that other packages do not see, if they use the definition.
    pub(super) fn check_seen(&self, new: &str) -> Result<(), RenameProblem> {
        let is_hidden = |name: &str| !super::used::is_exported(name);
        if !self.project.rules.capital_exports || is_hidden(&self.old) || !is_hidden(new) {
            return Ok(());
        }
        let package = |file: FileId| {
            self.project
                .graph(file)
                .and_then(|graph| self.project.space_of(file, graph, super::file::graph::TOP))
        };
        let own = package(self.file);
        let others =
            self.uses.iter().filter(|one| one.verdict == Verdict::Certain && package(one.file) != own);
        let places: Vec<LabeledPlace> = others
            .map(|one| LabeledPlace {
                path: self.project.sources[one.file].path.clone(),
                at: one.range.start,
                label: "is in another package",
            })
            .collect();
        if places.is_empty() { Ok(()) } else { Err(RenameProblem::Hidden { places }) }
    }

    /// Renames imports that bind the same variable as the definition, such as a fallback.
    fn take_imports(&mut self) {
        let Some(graph) = self.project.graph(self.file) else { return };
        if graph.rules().import_alias.is_none() {
            return;
        }
        let home = graph.bindings[self.id].scope;
        let is_twin = |id: BindingId| {
            graph.rules().tree.is_none()
                || family::overrides::are_for_other_conditions(&self.project, self.file, [self.id, id])
        };
        for one in self.uses.iter_mut().filter(|one| one.file == self.file) {
            let id = graph.by_byte.get(&one.range.start).filter(|_| one.verdict != Verdict::Certain);
            let binding = id.map(|id| (*id, &graph.bindings[*id]));
            if binding
                .is_some_and(|(id, binding)| binding.import.is_some() && binding.scope == home && is_twin(id))
            {
                one.verdict = Verdict::Certain;
                one.meaning = Meaning::Not;
            }
        }
    }

    /// Adds to a refusal the undecidable uses for which there is evidence against it.
    pub(super) fn with_unlikely(&self, problem: RenameProblem, wish: &RenameOptions<'_>) -> RenameProblem {
        let RenameProblem::Unproven { places, .. } = problem else { return problem };
        let is_meant = |one: &&Use| {
            let path = &self.project.sources[one.file].path;
            one.is_unlikely && matches!(one.verdict, Verdict::Undecidable(_)) && (wish.is_wanted)(path)
        };
        let unlikely: HashSet<(FileId, usize)> = self
            .uses
            .iter()
            .filter(is_meant)
            .map(|one| (self.project.home_file(one.file), one.range.start))
            .collect();
        let is_itself = unlikely.contains(&(self.target.file, self.target.byte));
        let is_one = |spot: &&LabeledPlace| {
            self.project.file(spot.path.as_str()).is_some_and(|file| unlikely.contains(&(file, spot.at)))
        };
        let unlikely = places.iter().filter(is_one).cloned().collect();
        match places.len() {
            1 if is_itself => RenameProblem::AskedFor { places, count: 1 },
            _ if is_itself => {
                RenameProblem::Unproven { places, unlikely, needs_count: CountNeed::ForDefinition }
            }
            _ => RenameProblem::Unproven { places, unlikely, needs_count: CountNeed::None },
        }
    }

    /// Treats undecidable uses as certain, and returns those that are kept because there is evidence against them. A
    /// patch that states the number of uses accepts each of them.
    pub(super) fn accept_undecided(
        &mut self,
        wish: &RenameOptions<'_>,
    ) -> Result<Vec<LabeledPlace>, RenameProblem> {
        let mut left = Vec::new();
        let count = self.undecided(wish).len();
        for one in &mut self.uses {
            let Verdict::Undecidable(doubt) = one.verdict else { continue };
            let path = self.project.sources[one.file].path.clone();
            let spot = LabeledPlace { path, at: one.range.start, label: doubt.label() };
            if wish.count.is_none() && one.is_unlikely {
                // No text at that place could be renamed.
                let is_hidden = doubt == Doubt::OwnName;
                if is_hidden || one.file == self.target.file && one.range.start == self.target.byte {
                    return Err(RenameProblem::AskedFor { places: vec![spot], count });
                }
                left.extend((wish.is_wanted)(&spot.path).then_some(spot));
                continue;
            }
            one.verdict = Verdict::Certain;
            // From then on, a definition that is bound there belongs together with the target.
            if let (NameRole::Bound(_) | NameRole::Given(_), Meaning::Is(key)) = (&one.role, &one.meaning) {
                self.target.keys.insert(key.clone());
            }
        }
        left.sort();
        left.dedup();
        Ok(left)
    }

    /// Treats the definition as renamed, whatever happens to the undecidable uses.
    pub(super) fn accept_definition(&mut self, wish: &RenameOptions<'_>) -> Result<(), RenameProblem> {
        let (file, byte) = (self.target.file, self.target.byte);
        let count = self.undecided(wish).len();
        for one in self.uses.iter_mut().filter(|one| one.file == file && one.range.start == byte) {
            let Verdict::Undecidable(doubt) = one.verdict else { continue };
            if wish.count.is_none() && one.is_unlikely {
                let path = self.project.sources[file].path.clone();
                return Err(RenameProblem::AskedFor {
                    places: vec![LabeledPlace { path, at: byte, label: doubt.label() }],
                    count,
                });
            }
            one.verdict = Verdict::Certain;
        }
        Ok(())
    }

    /// Returns the undecidable uses in files that may be changed.
    pub(super) fn undecided(&self, wish: &RenameOptions<'_>) -> Vec<LabeledPlace> {
        let of = |one: &Use| match one.verdict {
            Verdict::Undecidable(doubt) => {
                let path = self.project.sources[one.file].path.clone();
                (wish.is_wanted)(&path).then_some(LabeledPlace {
                    path,
                    at: one.range.start,
                    label: doubt.label(),
                })
            }
            _ => None,
        };
        let mut spots: Vec<LabeledPlace> = self.uses.iter().filter_map(of).collect();
        spots.sort();
        spots.dedup();
        spots
    }

    /// Returns the tags of a component that would be no component with a new name in lower case.
    pub(super) fn small_tags(&self, new_name: &str) -> Vec<LabeledPlace> {
        if !new_name.starts_with(char::is_lowercase) || self.old.starts_with(char::is_lowercase) {
            return Vec::new();
        }
        let is_tag = |one: &&Use| {
            let graph = self.project.graph(one.file);
            one.verdict == Verdict::Certain && graph.is_some_and(|graph| graph.is_tag(&one.range))
        };
        let tags = self.uses.iter().filter(is_tag).map(|one| LabeledPlace {
            path: self.project.sources[one.file].path.clone(),
            at: one.range.start,
            label: "would no longer be a component",
        });
        tags.collect()
    }

    /// Returns the mark that precedes every use of a private name.
    pub(super) fn mark(&self) -> &'static str {
        self.project.mark_of(&self.target.own.name)
    }

    /// Returns the wish with the new name without the mark, which stays in the text.
    pub(super) fn unmarked<'w>(&self, wish: &RenameOptions<'w>) -> Result<RenameOptions<'w>, RenameProblem> {
        let rules = self.project.rules.shapes.as_ref();
        let known = rules.and_then(|rules| rules.private_mark.as_deref()).unwrap_or_default();
        let is_marked = !known.is_empty() && wish.new_name.starts_with(known);
        match (self.mark(), wish.new_name.strip_prefix(self.mark())) {
            ("", _) if is_marked => Err(RenameProblem::OtherMark { mark: known, has: false }),
            (_, Some(new_name)) => Ok(RenameOptions { new_name, ..*wish }),
            (mark, None) => Err(RenameProblem::OtherMark { mark, has: true }),
        }
    }

    /// Returns whether a use in prose has the name with its mark.
    fn is_mention(&self, one: &Use) -> bool {
        let text = &self.project.sources[one.file].text;
        one.verdict == Verdict::Mention && text[..one.range.start].ends_with(self.mark())
    }

    /// Returns whether nothing outside its file can refer to the definition: a variable of a function, a private member
    /// with a mark, or something that a module does not export.
    fn is_confined(&self) -> bool {
        let Some(graph) = self.project.graph(self.target.file) else { return false };
        let Some(id) = graph.by_byte.get(&self.target.byte) else { return false };
        if self.target.is_member {
            return !self.mark().is_empty();
        }
        let scope = graph.bindings[*id].scope;
        let is_module = self.project.rules.shapes.is_some()
            && graph.exported_object.is_none()
            && !(graph.exports.is_empty() && graph.imported.is_empty());
        let is_kept = || !graph.exports.values().flatten().any(|given| given == id);
        graph.around(scope).any(|scope| graph.scopes[scope].sort == Sort::Function)
            || scope == TOP && is_module && is_kept()
    }

    /// Returns the places of the uses that meet a condition.
    fn spots(&self, is_asked: impl Fn(&Use) -> bool) -> impl Iterator<Item = LabeledPlace> {
        let path = |one: &Use| self.project.sources[one.file].path.clone();
        let asked = self.uses.iter().filter(move |one| is_asked(one));
        asked.map(move |one| LabeledPlace { path: path(one), at: one.range.start, label: "" })
    }

    pub(super) fn mentions(&self, wish: &RenameOptions<'_>) -> Vec<LabeledPlace> {
        let spots = self.spots(|one| self.is_mention(one));
        spots.filter(|spot| (wish.is_wanted)(&spot.path)).collect()
    }

    /// Returns the certain uses in files that the patch excludes.
    fn outside(&self, wish: &RenameOptions<'_>) -> Vec<LabeledPlace> {
        let spots = self.spots(|one| one.verdict == Verdict::Certain && !one.range.is_empty());
        // The alias still defines the old name.
        spots.filter(|spot| !wish.keeps_alias && !(wish.is_wanted)(&spot.path)).collect()
    }

    /// Returns the replacements in each file.
    pub(super) fn edits(&self, wish: &RenameOptions<'_>) -> FileEdits {
        let mut edits = FileEdits::new();
        for one in &self.uses {
            let path = &self.project.sources[one.file].path;
            if one.verdict != Verdict::Certain || one.range.is_empty() || !(wish.is_wanted)(path) {
                continue;
            }
            let graph = self.project.graph(one.file);
            let is_shorthand = graph.is_some_and(|graph| {
                let byte = &one.range.start;
                graph.shorthands.contains_key(byte) || graph.field_variables.contains_key(byte)
            });
            let is_stand_in = one.meaning == Meaning::Not
                && graph.is_some_and(|graph| graph.imported.contains_key(&one.range.start));
            let alias = graph.and_then(|graph| graph.rules().import_alias.as_ref());
            let is_kept = graph.is_some_and(|graph| {
                let id = graph.imported.get(&one.range.start).and(graph.by_byte.get(&one.range.start));
                id.is_some_and(|id| self.project.is_own_name(one.file, *id, 0))
            });
            let start = one.range.start;
            // Keywords before a name that a pattern binds by reference are moved along with it.
            let words = graph.filter(|_| is_shorthand).map_or("", |graph| words_before(graph, start));
            let text = match alias {
                // Other definitions of the name in the file keep it, and so do their uses.
                Some(alias) if is_kept && !is_stand_in => {
                    alias.replace("{old}", wish.new_name).replace("{new}", &self.old)
                }
                Some(alias) if is_stand_in => {
                    alias.replace("{old}", &self.old).replace("{new}", wish.new_name)
                }
                _ if is_shorthand && matches!(one.role, NameRole::Label(_) | NameRole::Given(_)) => {
                    format!("{}: {words}{}", wish.new_name, self.old)
                }
                _ if is_shorthand => format!("{}: {words}{}", self.old, wish.new_name),
                _ => self.part_of(graph, start, wish.new_name).to_owned(),
            };
            edits.entry(one.file).or_default().push((start - words.len()..one.range.end, text));
        }
        for edits in edits.values_mut() {
            edits.sort_by_key(|(range, _)| range.start);
            edits.dedup_by_key(|(range, _)| range.start);
        }
        edits
    }

    /// Returns the new name as part of a mangled name, which contains the name of a class without its private prefix.
    fn part_of<'n>(&self, graph: Option<&BindingGraph>, start: usize, new_name: &'n str) -> &'n str {
        let is_part = graph.is_some_and(|graph| graph.text[..start].ends_with(is_word_char));
        let edge = self.project.rules.private_edge.as_deref();
        let edge = edge.filter(|_| is_part && self.target.kind == BindingKind::Class);
        edge.map_or(new_name, |edge| new_name.trim_start_matches(edge))
    }

    pub(super) fn finish(
        self,
        mut edits: FileEdits,
        unproved: Undecided,
        mentions: Vec<LabeledPlace>,
        wish: &RenameOptions<'_>,
    ) -> Result<Renaming, RenameProblem> {
        if wish.keeps_alias {
            let alias = self.alias(wish.new_name).ok_or(RenameProblem::NoAlias)?;
            self.add_old_names(&mut edits, wish.new_name);
            edits.entry(self.file).or_default().push(alias);
            if let Some((file, alias)) = self.alias_beside(wish.new_name)
                && let Some(own) = edits.get_mut(&file)
            {
                own.push(alias);
            }
        }
        let mut files: Vec<FileId> = edits.keys().copied().collect();
        files.sort_by_key(|file| &self.project.sources[*file].path);
        let mut by_path: Vec<(PatchPath, Vec<Edit>)> = Vec::new();
        for file in files {
            let edits = edits.remove(&file).unwrap_or_default();
            let graph = self.project.graph(file);
            let with_alias = |(range, text): (Range<usize>, String)| {
                let alias = graph.and_then(|graph| same_alias(graph, range.end, &text));
                Edit { range: range.start..alias.unwrap_or(range.end), text }
            };
            let edits = edits.into_iter().map(with_alias);
            let path = &self.project.sources[file].path;
            // The examples in the documentation of a file are in its text.
            match by_path.last_mut().filter(|(last, _)| last == path) {
                Some((_, known)) => known.extend(edits),
                None => by_path.push((path.clone(), edits.collect())),
            }
        }
        let edit_set = |edits| EditSet::new(edits).expect("names are disjoint");
        let edits = by_path.into_iter().map(|(path, edits)| (path, edit_set(edits))).collect();
        let outside = self.outside(wish);
        let moved = self.moved_file(wish.new_name);
        let Undecided { undecided, kept: left } = unproved;
        let old = format!("{}{}", self.mark(), self.old);
        let is_confined = self.is_confined();
        let awaited = Vec::new();
        let kept = self.kept(wish);
        Ok(Renaming {
            edits,
            moved,
            mentions,
            is_confined,
            undecided,
            left,
            outside,
            kept,
            newly_resolved: awaited,
            old,
        })
    }

    /// Returns whether the definition is a module with a file of its own.
    pub(super) fn is_module(&self) -> bool {
        let binding = self.project.graph(self.file).map(|graph| &graph.bindings[self.id]);
        binding.is_some_and(|binding| binding.kind == BindingKind::Module && binding.body_scope.is_none())
    }

    /// Returns the file of a definition that must be named after it, with the new file name.
    pub(super) fn moved_file(&self, new_name: &str) -> Option<(PatchPath, String)> {
        if self.is_module() {
            let module = self.project.file_named_alone(self.file, &self.old)?;
            let path = &self.project.sources[module].path;
            let end = path.file_name().strip_prefix(&self.old)?;
            return Some((path.clone(), format!("{new_name}{end}")));
        }
        let word = self.project.rules.file_classes.as_ref()?;
        let path = &self.project.sources[self.file].path;
        let is_free = matches!(self.target.own.container, lookup::results::Container::Space(_));
        let is_named = path.file_name().split('.').next() == Some(&self.old);
        let is_said = self.project.has_word_before(self.file, self.id, word);
        let end = path.file_name().strip_prefix(&self.old)?;
        (is_free && is_named && is_said && self.target.kind == BindingKind::Class)
            .then(|| (path.clone(), format!("{new_name}{end}")))
    }
}

/// The kind of an attribute without a definition of its own, which is addressed through its class.
pub const ATTRIBUTE: &str = "attribute";

/// Returns the binding of a definition that was found.
pub(super) fn definition_in(graph: &BindingGraph, found: &SymbolMatch) -> Option<BindingId> {
    let is_inside = |id: &&BindingId| {
        let binding = &graph.bindings[**id];
        binding.name.end <= found.definition.end
            && !matches!(binding.kind, BindingKind::Parameter | BindingKind::Import)
            && (found.kind != ATTRIBUTE
                || matches!(binding.kind, BindingKind::Field | BindingKind::Component))
    };
    let last = last_name(&found.address);
    let mut inside = graph.bound_in(&found.definition).iter().filter(is_inside);
    let id = inside.find(|id| graph.slice(&graph.bindings[**id].name) == last).copied()?;
    // `a.run = function run() {}` has two names, and other code calls it by the first.
    let before = graph.slice(&(found.declaration..graph.bindings[id].name.start.max(found.declaration)));
    let is_property =
        |at: usize| before[..at].ends_with('.') && before[at + last.len()..].trim_start().starts_with('=');
    (!find_words(before, last).any(is_property)).then_some(id)
}

/// Returns the last name of an address.
fn last_name(address: &str) -> &str {
    let bare = bare_address(address);
    let plain = bare.trim_end_matches('>');
    let plain = if plain.len() < bare.len() && !plain.contains(" as ") {
        plain.split('<').next().unwrap_or(plain)
    } else {
        plain
    };
    plain.rsplit(|char| !is_name_char(char)).next().unwrap_or_default()
}

/// Refuses names that have a special meaning in the language.
pub(super) fn check_names(
    language: &'static Language,
    known: &RenamedDefinition,
    new: &str,
) -> Result<(), RenameProblem> {
    let old = known.old.as_str();
    let rules = language.local_rules().ok_or(RenameProblem::NotKnown)?;
    let is_word = |name: &str| {
        !name.starts_with(|char: char| char.is_numeric())
            && !name.is_empty()
            && name.chars().all(|char| is_word_char(char) || rules.name_signs.contains(&char))
    };
    let edge = rules.special_edge.as_deref();
    let lists = [&rules.special, &rules.receivers, &rules.own_class];
    // A member that only the project uses, and whose name the language does not know, may have such a name.
    let is_asked_for = || {
        known
            .uses
            .iter()
            .any(|one| one.verdict == Verdict::Certain && matches!(one.role, NameRole::Member(_)))
    };
    let is_own = |name: &str| {
        known.target.is_member && !rules.special_members.iter().any(|one| one == name) && is_asked_for()
    };
    let has_edges = |name: &str| edge.is_some_and(|edge| name.starts_with(edge) && name.ends_with(edge));
    let is_type = known.target.kind.space() & super::file::graph::space::TYPE != 0;
    let is_special = |name: &str| {
        lists.iter().any(|list| list.iter().any(|one| one == name))
            || !known.target.is_member && rules.special_free.iter().any(|one| one == name)
            || is_type && rules.special_types.iter().any(|one| one == name)
            || has_edges(name) && !is_own(name)
    };
    let is_free = known.target.is_member && rules.any_member_name;
    let is_contextual = rules.contextual.iter().any(|one| one == new);
    let is_of_language = !is_free && !is_contextual && language.grammar().id_for_node_kind(new, false) != 0;
    let mangled = |name: &str| edge.is_some_and(|edge| name.starts_with(edge)) && !has_edges(name);
    let is_bad = is_of_language || mangled(old) != mangled(new);
    RenameProblem::check_names(old, new, is_bad, |name| !is_word(name) || is_special(name))
}

/// Returns the keywords before a byte offset by which a pattern binds a name, with the whitespace after them: `ref mut
/// `.
fn words_before(graph: &BindingGraph, end: usize) -> &str {
    let mut start = end;
    while let Some(before) = graph.rules().binding_modifiers.iter().find_map(|word| {
        let before = graph.text[..start].trim_end().strip_suffix(word.as_str())?;
        before.ends_with(|char: char| !is_word_char(char)).then_some(before)
    }) {
        start = before.len();
    }
    &graph.text[start..end]
}
