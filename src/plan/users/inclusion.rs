//! The files of a project that include the text of others, as their directives say.

use std::collections::HashSet;
use std::rc::Rc;

use super::uses::ProjectTexts;
use crate::ir::PatchPath;
use crate::resolve::bindings::LabeledPlace;

/// The word of the directive that includes the text of another file.
const INCLUDE: &str = "include";

impl ProjectTexts {
    /// Returns where files include a file: by its path relative to their folder, or by the end of its path.
    pub(in crate::plan) fn including(&self, gone: &PatchPath) -> Vec<LabeledPlace> {
        let is_it = |path: &PatchPath, written: &str| {
            let folder = path.parent().map(|folder| format!("{folder}/")).unwrap_or_default();
            let ends = |end: &str| gone.as_str() == end || gone.as_str().ends_with(&format!("/{end}"));
            let beside = format!("{folder}{written}");
            let is_other = || self.paths().any(|other| other.as_str() == beside);
            match written.rsplit_once("../") {
                Some((_, below)) => ends(below),
                None => gone.as_str() == beside || ends(written) && !is_other(),
            }
        };
        let mut found = Vec::new();
        for path in self.paths() {
            let text = self.text_of(path);
            let own = self.included_files(path).filter(|(written, _)| is_it(path, written));
            found.extend(own.map(|(_, line)| {
                let at = line.as_ptr() as usize - text.as_ptr() as usize;
                LabeledPlace { path: path.clone(), at, label: "" }
            }));
        }
        found
    }

    /// Returns the files that a file includes, as it spells them, each with the line of the directive.
    fn included_files(&self, path: &PatchPath) -> impl Iterator<Item = (&str, &str)> {
        let text = self.text_of(path);
        // Long files contain few of these words, so not every line is examined.
        memchr::memmem::find_iter(text.as_bytes(), INCLUDE).filter_map(|at| {
            let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let line = text[start..].lines().next()?.trim();
            let behind = line.strip_prefix('#')?.trim_start().strip_prefix(INCLUDE)?;
            let is_first = text[start..at].trim() == "#";
            let written = behind.trim().trim_start_matches(['"', '<']);
            is_first.then_some((written.split(['"', '>']).next()?, line))
        })
    }

    /// Returns whether a file includes a file of the name of `other`.
    pub(in crate::plan) fn includes(&self, path: &PatchPath, other: &PatchPath) -> bool {
        self.included_names(path).contains(other.file_name())
    }

    /// Returns the names of the files that a file includes, without their folders.
    pub(super) fn included_names(&self, path: &PatchPath) -> Rc<HashSet<String>> {
        let name = |(written, _): (&str, &str)| written.rsplit('/').next().unwrap_or_default().to_owned();
        let mut known = self.included.borrow_mut();
        let read = || Rc::new(self.included_files(path).map(name).collect());
        Rc::clone(known.entry(path.clone()).or_insert_with(read))
    }
}
