//! Checks moves between files that are compiled under different conditions: definitions in a file are visible only if
//! its conditions hold.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use super::MoveQuestion;
use super::needs::visible_bindings;
use super::visibility::names_in;
use crate::lang::FileConditions;
use crate::resolve::bindings::LabeledPlace;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingKind, FileId, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Found, InferredType, Place};
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::renamed_definition::RenamedDefinition;
use crate::resolve::bindings::used::{Use, Verdict};
use crate::text::normal::is_word_char;

/// Returns the places that would not see the definitions under the conditions of the target file, and the places in the
/// definitions that would not see what they use.
pub(super) fn hidden_by_conditions(
    (project, file, graph): (&Rc<Project>, FileId, &BindingGraph),
    question: &MoveQuestion<'_>,
) -> Vec<LabeledPlace> {
    let Some(rules) = &project.rules.file_conditions else { return Vec::new() };
    let there = project.file(question.to.as_str()).map_or("", |file| &project.sources[file].text);
    let before = rules.of(question.from.as_str(), &graph.text);
    let after = rules.of(question.to.as_str(), there);
    if before == after {
        return Vec::new();
    }
    let (gained, lost) = (rules.not_implied(&after, &before), rules.not_implied(&before, &after));
    let change = ConditionChange { project, file, graph, question, rules, before, after, gained, lost };
    let mut spots = change.of_users();
    if !change.lost.is_empty() {
        spots.extend(change.of_needs());
        spots.extend(change.not_called());
    }
    spots.sort();
    spots.dedup();
    spots
}

/// Returns whether both files of a move are compiled under the same conditions.
pub(super) fn has_same_conditions(
    (project, graph): (&Project, &BindingGraph),
    question: &MoveQuestion<'_>,
) -> bool {
    let there = project.file(question.to.as_str()).map_or("", |file| &project.sources[file].text);
    project.rules.file_conditions.as_ref().is_none_or(|rules| {
        rules.of(question.from.as_str(), &graph.text) == rules.of(question.to.as_str(), there)
    })
}

struct ConditionChange<'c> {
    project: &'c Rc<Project>,
    file: FileId,
    graph: &'c BindingGraph,
    question: &'c MoveQuestion<'c>,
    rules: &'static FileConditions,
    /// What must hold here.
    before: BTreeSet<String>,
    /// What must hold there.
    after: BTreeSet<String>,
    /// The conditions of the target file that the old file does not have.
    gained: BTreeSet<String>,
    /// The conditions of the old file that the target file does not have.
    lost: BTreeSet<String>,
}

impl ConditionChange<'_> {
    fn is_moved(&self, file: FileId, at: usize) -> bool {
        file == self.file && self.question.found.iter().any(|(_, range)| range.contains(&at))
    }

    fn conditions_of(&self, file: FileId) -> BTreeSet<String> {
        self.rules.of(self.project.path(file), &self.project.sources[file].text)
    }

    fn spot(&self, file: FileId, at: usize, label: &'static str) -> LabeledPlace {
        LabeledPlace { path: self.project.sources[file].path.clone(), at, label }
    }

    /// Returns the uses that would resolve to nothing, and the other definitions that would have the same name under
    /// the new conditions.
    fn of_users(&self) -> Vec<LabeledPlace> {
        let mut spots = Vec::new();
        for (found, _) in self.question.found {
            let project = Rc::clone(self.project);
            let Ok(known) = RenamedDefinition::in_project(project, self.question.from, found, false) else {
                continue;
            };
            let may_repeat = self.project.rules.special_free.contains(&known.old);
            let others = known.uses.iter().filter(|one| !self.is_moved(one.file, one.range.start));
            spots.extend(others.filter_map(|one| self.of_user(one, may_repeat)));
        }
        spots
    }

    fn of_user(&self, one: &Use, may_repeat: bool) -> Option<LabeledPlace> {
        let label = match (one.verdict, matches!(one.role, NameRole::Bound(_))) {
            (Verdict::Certain, true) if !self.lost.is_empty() && !may_repeat => "has the same name",
            (_, true) | (Verdict::Unrelated | Verdict::Mention, _) => return None,
            _ if self.rules.not_implied(&self.gained, &self.conditions_of(one.file)).is_empty() => {
                return None;
            }
            (Verdict::Certain, _) => "uses it, and is compiled without that file",
            (Verdict::Undecidable(doubt), _) => doubt.label(),
        };
        Some(self.spot(one.file, one.range.start, label))
    }

    /// Returns the names in the moved code whose definitions exist only under a lost condition.
    fn of_needs(&self) -> Vec<LabeledPlace> {
        let names = self.question.found.iter().flat_map(|(_, range)| names_in(self.graph, range));
        let parted = names.filter_map(|range| {
            let label = match self.is_of_system(&range) {
                true => "is not available on all systems",
                false if self.is_conditional(&range) => "is not visible there",
                false => return None,
            };
            Some(self.spot(self.file, range.start, label))
        });
        parted.collect()
    }

    /// Returns whether all definitions that a name may resolve to are compiled only under a lost condition.
    fn is_conditional(&self, range: &Range<usize>) -> bool {
        let name = self.graph.slice(range);
        let mut files: Vec<(FileId, usize)> = Vec::new();
        match self.graph.role(range) {
            NameRole::Plain => {
                let (scope, own) =
                    visible_bindings(self.graph, range.start, name).unwrap_or((TOP, Vec::new()));
                if scope != TOP {
                    return false;
                }
                let is_own = |id: &usize| self.graph.bindings[*id].kind != BindingKind::Import;
                let own = own.into_iter().filter(is_own);
                files.extend(own.map(|id| (self.file, self.graph.bindings[id].name.start)));
                let home = self.project.space_of(self.file, self.graph, TOP);
                files.extend(home.into_iter().flat_map(|home| self.project.places_in_space(&home, name)));
            }
            NameRole::Member(of) => {
                let place = Place { file: self.file, byte: range.start };
                let kind = self.project.kind_of(place, &of, 0);
                let (InferredType::Object(class) | InferredType::Class(class)) = &kind else { return false };
                let wanted = self.graph.side(&kind, self.project, self.graph.wanted(range));
                let Found::Definition(_, file, id) = self.project.member(class, name, wanted, 0) else {
                    return false;
                };
                let start = self.project.graph(file).map(|graph| graph.bindings[id].name.start);
                files.extend(start.map(|start| (file, start)));
            }
            _ => return false,
        }
        !files.is_empty()
            && files.iter().all(|(file, at)| {
                let conditions = self.conditions_of(*file);
                let holds = |where_it_is| self.rules.not_implied(&conditions, where_it_is).is_empty();
                !self.is_moved(*file, *at) && holds(&self.before) && !holds(&self.after)
            })
    }

    /// Returns whether a name belongs to an import that is not available on all systems.
    fn is_of_system(&self, range: &Range<usize>) -> bool {
        if self.lost.iter().all(|one| self.rules.is_of_tests(one))
            || !matches!(self.graph.role(range), NameRole::Plain)
        {
            return false;
        }
        let bound = visible_bindings(self.graph, range.start, self.graph.slice(range))
            .map_or_else(Vec::new, |own| own.1);
        let paths = bound.iter().filter_map(|id| self.graph.bindings[*id].import.as_ref()?.first());
        let mut begins = paths.flat_map(|path| self.rules.system_imports.iter().map(move |own| (path, own)));
        begins.any(|(path, own)| path.trim_matches('"').starts_with(own.as_str()))
    }

    /// Returns the definitions that a tool, such as a test runner, calls in the old file but not in the target file.
    fn not_called(&self) -> Vec<LabeledPlace> {
        let rules = self.project.rules;
        if !rules.is_entry_file(self.question.from.as_str()) || rules.is_entry_file(self.question.to.as_str())
        {
            return Vec::new();
        }
        let is_called = |name: &str| name.chars().all(is_word_char) && rules.entry_prefix_of(name).is_some();
        let named = self.question.found.iter().filter(|(found, _)| is_called(&found.address));
        named
            .map(|(found, _)| self.spot(self.file, found.identity.byte(), "would not be called there"))
            .collect()
    }
}
