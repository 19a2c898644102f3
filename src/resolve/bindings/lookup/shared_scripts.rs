//! Scripts: files without imports and exports, which share the names at their top.

use std::collections::HashSet;

use super::names::Lookup;
use super::results::{DefinitionId, Found, MOST_STEPS};
use super::scripts::{DECLARES, is_script};
use crate::resolve::bindings::file::graph::{BindingId, BindingKind, FileId, TOP};
use crate::resolve::bindings::project::Project;
use crate::text::normal::{find_words, is_word_char};

impl Project {
    /// Returns what a name that no scope around a place binds is at the top of a script: scripts share these names. A
    /// module may see the names of a script, too, but only those that are merely declared are certainly there. A name of
    /// the platform may be that of the platform.
    pub(super) fn in_scripts(&self, user: FileId, name: &str, lookup: Lookup) -> Found {
        if self.rules.shapes.is_none() || self.is_of_platform(name) {
            return Found::Nowhere;
        }
        let is_shared = self.scripts().contains(&user);
        let definitions = self.defined_in_scripts(user, name, lookup);
        let mut seen = definitions
            .into_iter()
            .filter(|(file, ..)| is_shared || self.sources[*file].path.as_str().ends_with(DECLARES));
        let Some((file, id, key)) = seen.next() else { return Found::Nowhere };
        match seen.all(|(.., other)| other == key) {
            true => Found::Definition(key, file, id),
            false => Found::Unknown,
        }
    }

    /// Returns the definitions of a name at the top of other scripts.
    pub(super) fn defined_in_scripts(
        &self,
        user: FileId,
        name: &str,
        lookup: Lookup,
    ) -> Vec<(FileId, BindingId, DefinitionId)> {
        if self.rules.shapes.is_none() || self.scripts().is_empty() || lookup.steps > MOST_STEPS {
            return Vec::new();
        }
        let seems_defined = if self.is_of_platform(name) { begins_line } else { seems_defined };
        let mut found = Vec::new();
        for file in self.files_with(name).into_iter().filter(|file| *file != user) {
            if !self.scripts().contains(&file) || !seems_defined(&self.sources[file].text, name) {
                continue;
            }
            let Some(graph) = self.graph(file) else { continue };
            let is_it = |id: &&BindingId| {
                let binding = &graph.bindings[**id];
                graph.space_of(**id) & lookup.wanted != 0
                    && binding.import.is_none()
                    && binding.kind != BindingKind::Module
            };
            let own = graph.bound(TOP, name).iter().filter(is_it);
            found.extend(own.map(|id| (file, *id, self.key_of(file, *id, lookup.steps + 1))));
        }
        found
    }

    fn is_of_platform(&self, name: &str) -> bool {
        let lists = [&self.rules.globals, &self.rules.built_in, &self.rules.root_classes];
        lists.iter().any(|list| list.iter().any(|known| known == name))
    }

    /// Returns the files that are neither modules nor declare the names of one.
    fn scripts(&self) -> &HashSet<FileId> {
        self.scripts.get_or_init(|| {
            let is_one = |file: &FileId| {
                let text = &self.sources[*file].text;
                let is_loaded = |word: &String| text.contains(&format!("{word}("));
                let is_export = |word: &String| find_words(text, word).next().is_some();
                self.home_file(*file) == *file
                    && is_script(text)
                    && !self.rules.module_calls.iter().any(is_loaded)
                    && !self.rules.own_exports.iter().any(is_export)
                    && self.declared_module(*file) == *file
            };
            (0..self.sources.len()).filter(is_one).collect()
        })
    }
}

/// Returns whether a word stands where a definition may have its name: behind another word, or in a list.
fn seems_defined(text: &str, name: &str) -> bool {
    find_words(text, name).any(|at| {
        let before = text[..at].trim_end();
        before.len() < at && before.ends_with(|char| is_word_char(char) || matches!(char, ',' | '*' | '{'))
    })
}

/// Returns whether nothing but words is before a word on a line without indentation.
fn begins_line(text: &str, name: &str) -> bool {
    find_words(text, name).any(|at| {
        let before = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
        before.starts_with(is_word_char) && before.chars().all(|char| is_word_char(char) || char == ' ')
    })
}
