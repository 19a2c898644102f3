//! Code that means the file that it is in, and means the same in the other one.

use super::DefinitionMove;
use super::needs::Need;
use crate::resolve::bindings::lookup::found::folder_of;
use crate::text::normal::is_word_char;

impl DefinitionMove<'_> {
    /// Whether code that moves has nothing of its file but the folder, which stays.
    pub(super) fn asks_for_folder(&self, need: &Need) -> bool {
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

    /// Whether code that moves has nothing of the list of its file but what moves with it.
    pub(super) fn asks_for_moved(&self, need: &Need) -> bool {
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
