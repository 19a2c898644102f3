//! Types of which others are made that ask for less.

use std::collections::{BTreeSet, HashSet};

use crate::lang::ShapeRules;
use crate::resolve::bindings::file::graph::{BindingGraph, BindingKind, FileId, Sort, TOP};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::DefinitionId;
use crate::resolve::bindings::project::Project;
use crate::text::normal::{find_words, is_word_char};

/// What types ask for that are made of one.
#[derive(Debug, Default)]
pub(super) struct Loosened {
    /// The members that each asks for, where it is told which.
    pub(super) asked: Vec<HashSet<String>>,
    /// The files that say one which may ask for none.
    pub(super) said_in: BTreeSet<FileId>,
}

impl Project {
    /// What the types ask for that are made of one which asks for some members.
    pub(super) fn loosened(
        &self,
        class: &DefinitionId,
        rules: &ShapeRules,
        required: &HashSet<String>,
    ) -> Loosened {
        let mut found = Loosened::default();
        if class.name.is_empty() {
            return found;
        }
        for file in self.files_with(&class.name) {
            let text = &self.sources[file].text;
            for at in find_words(text, &class.name) {
                match required_names(rules, text, at, at + class.name.len()) {
                    RequiredNames::All => {}
                    RequiredNames::Of(names) => found.asked.push(names),
                    RequiredNames::AllBut(names) => {
                        found.asked.push(required.difference(&names).cloned().collect())
                    }
                    RequiredNames::Unknown => {
                        found.said_in.insert(file);
                    }
                }
            }
        }
        found
    }

    /// The files that may have what some files have, by a type of this name or by what those bind.
    pub(super) fn met_in(&self, files: &BTreeSet<FileId>, name: &str, rules: &ShapeRules) -> HashSet<FileId> {
        let mut met: HashSet<FileId> = files.iter().copied().collect();
        let mut names: BTreeSet<String> =
            files.iter().flat_map(|file| self.names_at_hand(*file, rules)).collect();
        names.extend((!name.is_empty()).then(|| name.to_owned()));
        for name in &names {
            let has_it = |file: &FileId| self.graph(*file).is_none_or(|graph| has_in_code(graph, name));
            let others: Vec<FileId> =
                self.files_with(name).into_iter().filter(|file| !met.contains(file)).collect();
            met.extend(others.into_iter().filter(has_it));
        }
        met
    }

    /// The names by which other files have what a file binds: those at its top, and those of its classes.
    fn names_at_hand(&self, file: FileId, rules: &ShapeRules) -> Vec<String> {
        let Some(graph) = self.graph(file) else { return Vec::new() };
        let is_seen = |id: &usize| {
            let binding = &graph.bindings[*id];
            let around = &graph.scopes[binding.scope];
            let is_class = around.sort == Sort::Class
                && !rules.literals.iter().chain(&rules.types_only).any(|other| **other == *around.kind);
            let is_own = !matches!(binding.kind, BindingKind::Import | BindingKind::Generic);
            is_own && (binding.scope == TOP || is_class)
        };
        (0..graph.bindings.len()).filter(is_seen).map(|id| graph.name_of(id).into_owned()).collect()
    }
}

/// Whether a file has a name otherwise than to bring it in, or to give it on.
fn has_in_code(graph: &BindingGraph, name: &str) -> bool {
    graph.places_of(name).any(|at| {
        let role = graph.role(&(at..at + name.len()));
        let is_said = matches!(
            role,
            NameRole::Imported(_)
                | NameRole::Exported
                | NameRole::ModulePath
                | NameRole::Comment
                | NameRole::Text
        );
        let is_import = matches!(role, NameRole::Bound(id) if graph.bindings[id].kind == BindingKind::Import);
        !is_said && !is_import
    })
}

/// What a type asks for of the one that it is made of.
enum RequiredNames {
    All,
    Of(HashSet<String>),
    AllBut(HashSet<String>),
    Unknown,
}

/// What the types around a name ask for of its type.
fn required_names(rules: &ShapeRules, text: &str, start: usize, end: usize) -> RequiredNames {
    let mut asked = RequiredNames::All;
    let mut before = &text[..start];
    while let Some(outer) = before.trim_end().strip_suffix('<') {
        let outer = outer.trim_end();
        let word = &outer[outer.trim_end_matches(is_word_char).len()..];
        let is_one = |all: &[String]| all.iter().any(|own| own == word);
        if !is_one(&rules.reducing) {
            break;
        }
        let named = || if before.len() == start { named_behind(&text[end..]) } else { None };
        before = &outer[..outer.len() - word.len()];
        asked = match asked {
            asked if is_one(&rules.complete) => asked,
            RequiredNames::All if is_one(&rules.selecting) => {
                named().map_or(RequiredNames::Unknown, RequiredNames::Of)
            }
            RequiredNames::All if is_one(&rules.omitting) => {
                named().map_or(RequiredNames::Unknown, RequiredNames::AllBut)
            }
            _ => RequiredNames::Unknown,
        };
    }
    asked
}

/// The members that an argument names behind a type: strings that are all written out.
fn named_behind(text: &str) -> Option<HashSet<String>> {
    let rest = text.trim_start().strip_prefix(',')?;
    let names = rest.split_once('>')?.0.trim().trim_start_matches('|').split('|').map(|part| {
        let part = part.trim();
        let inner = part.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
        inner.chars().all(is_word_char).then(|| inner.to_owned())
    });
    names.collect()
}
