//! Recognizes code that refers to its own file, but means the same in the target file.

use super::DefinitionMove;
use super::files::Files;
use super::needs::RequiredName;
use crate::resolve::bindings::file::graph::TOP;
use crate::resolve::bindings::lookup::results::folder_of;
use crate::resolve::bindings::types::arity::values_given;
use crate::text::normal::is_word_char;

impl DefinitionMove<'_> {
    /// Returns whether all uses of a name only determine the file's folder, which is the same for both files.
    pub(super) fn asks_for_folder(&self, need: &RequiredName) -> bool {
        let files = self.files;
        let text = &files.graph.text;
        let is_folder = |at: &usize| {
            files.rules.own_folder.iter().any(|code| {
                let before = code.find(&need.name).and_then(|before| at.checked_sub(before));
                before.and_then(|start| text.get(start..)).is_some_and(|text| text.starts_with(code.as_str()))
            })
        };
        folder_of(files.project.path(files.from)) == folder_of(files.to_path)
            && need.runs.iter().all(is_folder)
    }

    /// Returns whether all uses of the file's export object access definitions that move as well.
    pub(super) fn asks_for_moved(&self, need: &RequiredName) -> bool {
        let text = &self.files.graph.text;
        let words = &self.files.graph.rules().own_exports;
        let is_moved = |at: &usize| {
            let behind =
                words.iter().find_map(|word| text[*at..].strip_prefix(word.as_str())?.strip_prefix('.'));
            behind.is_some_and(|behind| {
                let end = behind.find(|char| !is_word_char(char)).unwrap_or(behind.len());
                self.all.iter().any(|known| known.old == behind[..end])
            })
        };
        self.files.calls().is_some() && need.runs.contains(&need.at) && need.runs.iter().all(is_moved)
    }
}

impl Files<'_> {
    /// Returns whether a name refers to the file at some place of the moved code, instead of depending on its arguments
    /// or on an inner scope.
    pub(super) fn means_own_file(&self, need: &RequiredName) -> bool {
        let (rules, graph) = (self.rules, self.graph);
        let is_given_all = |at: usize| {
            let enough = rules.own_unless_given.get(&need.name);
            enough.is_some_and(|count| values_given(graph, &(at..at + need.name.len())) >= Some(*count))
        };
        let is_inner = |at: usize| rules.own_at_top.contains(&need.name) && graph.scope_at(at) != TOP;
        rules.own_module.contains(&need.name)
            && !need.runs.iter().all(|at| is_given_all(*at) || is_inner(*at))
    }
}
