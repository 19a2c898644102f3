//! The include directives of a file, and how another file writes them.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::IncludedMove;
use crate::ir::PatchPath;
use crate::resolve::by_includes::includes::{SourceId, lines, normal};
use crate::resolve::by_includes::macro_uses::reach;
use crate::resolve::by_includes::unit::guards;

/// A line that includes a file.
#[derive(Debug, Clone)]
pub(super) struct IncludeLine<'t> {
    /// The path as it is written.
    pub(super) written: &'t str,
    pub(super) is_quoted: bool,
    /// The included file; `None` for a file outside the project.
    pub(super) file: Option<SourceId>,
    /// The byte offset of the end of the line.
    pub(super) end: usize,
    /// Whether only some builds include it.
    pub(super) is_conditional: bool,
}

impl<'q> IncludedMove<'q> {
    /// Returns the lines of a file that include others, in file order.
    pub(super) fn include_lines(&self, file: SourceId) -> Rc<Vec<IncludeLine<'q>>> {
        if let Some(known) = self.lines.borrow().get(&file) {
            return Rc::clone(known);
        }
        let read = Rc::new(self.read_lines(file));
        self.lines.borrow_mut().insert(file, Rc::clone(&read));
        read
    }

    /// Returns the lines of the old file that include others above the end of the moved code; what is included below
    /// gives it nothing.
    pub(super) fn lines_above_code(&self) -> Vec<IncludeLine<'q>> {
        let end = self.ranges.iter().map(|range| range.end).max().unwrap_or_default();
        self.include_lines(self.from).iter().filter(|line| line.end <= end).cloned().collect()
    }

    fn read_lines(&self, file: SourceId) -> Vec<IncludeLine<'q>> {
        let text = self.project.text(file);
        let Some(rules) = self.language.manifest().imports.as_ref() else { return Vec::new() };
        let found = lines(text, rules);
        let conditions = if found.is_empty() { BTreeSet::new() } else { self.conditional_lines(file) };
        let read = |((end, written, is_quoted), include): ((usize, &'q str, bool), Option<SourceId>)| {
            let is_conditional = conditions.contains(&end);
            IncludeLine { written, is_quoted, file: include, end, is_conditional }
        };
        let files = self.project.includes.of[file].iter().map(|include| include.file);
        found.into_iter().zip(files).map(read).collect()
    }

    /// Returns the ends of the lines that are within a condition other than an include guard.
    fn conditional_lines(&self, file: SourceId) -> BTreeSet<usize> {
        let text = self.project.text(file);
        let manifest = self.language.manifest();
        let (Some(rules), Some(masks)) = (&manifest.imports, &manifest.view.preprocessor) else {
            return BTreeSet::new();
        };
        let guards = guards(text, rules);
        let (mut at, mut depth) = (0, 0_usize);
        let mut found = BTreeSet::new();
        for line in text.split_inclusive('\n') {
            let start = at + (line.len() - line.trim_start().len());
            at += line.len();
            let Some(rest) = line.trim_start().strip_prefix(masks.directive.as_str()) else { continue };
            let word = rest.split_whitespace().next().unwrap_or_default();
            let is_guard = guards.iter().any(|guard| guard.start == start);
            if masks.opens.iter().any(|opens| opens == word) && !is_guard {
                depth += 1;
            } else if word == masks.close && !is_guard {
                depth = depth.saturating_sub(1);
            } else if depth > 0 {
                found.insert(at);
            }
        }
        found
    }

    /// Returns the files that a line includes, directly or through others.
    pub(super) fn reached_by(&self, line: &IncludeLine<'_>) -> BTreeSet<SourceId> {
        line.file.map(|file| reach(&self.project.includes, file)).unwrap_or_default()
    }

    /// Returns the directive with which the target file includes what a line of the old file includes.
    pub(super) fn respelled(&self, line: &IncludeLine<'_>) -> String {
        let (from, to) = (self.question.from, self.question.to);
        let path = |folder: &str| normal(folder, line.written);
        let target = line.file.map(|file| &self.question.files.sources[file].path);
        let is_beside = |other: &PatchPath| {
            line.is_quoted
                && target.is_some_and(|target| path(folder_of(other)).as_deref() == Some(target.as_str()))
        };
        match target {
            Some(target) if is_beside(from) && !is_beside(to) => self.directive(&relative(to, target), true),
            _ => self.directive(line.written, line.is_quoted),
        }
    }

    /// Returns the directive with which the target file includes the old one: as other files spell it from a common
    /// root, else by its path from the folder of the target file.
    pub(super) fn include_of_old_file(&self) -> String {
        let sources = &self.question.files.sources;
        let spelled = self.project.includes.by[self.from].iter().find_map(|file| {
            let lines = self.include_lines(*file);
            let own = lines.iter().find(|line| line.file == Some(self.from))?;
            let beside = normal(folder_of(&sources[*file].path), own.written);
            let is_beside = beside.as_deref() == Some(self.question.from.as_str());
            (!is_beside).then(|| self.directive(own.written, own.is_quoted))
        });
        spelled.unwrap_or_else(|| self.directive(&relative(self.question.to, self.question.from), true))
    }

    pub(super) fn directive(&self, written: &str, is_quoted: bool) -> String {
        let rules = self.language.manifest().imports.as_ref();
        let begins = rules.and_then(|rules| rules.begins.first()).map_or("", String::as_str);
        if is_quoted { format!("{begins} \"{written}\"") } else { format!("{begins} <{written}>") }
    }
}

pub(super) fn folder_of(path: &PatchPath) -> &str {
    path.as_str().rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the path of a file from the folder of another one.
pub(super) fn relative(from: &PatchPath, to: &PatchPath) -> String {
    let own: Vec<&str> = folder_of(from).split('/').filter(|part| !part.is_empty()).collect();
    let other: Vec<&str> = to.components().collect();
    let folders = &other[..other.len().saturating_sub(1)];
    let common = own.iter().zip(folders).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..", own.len() - common);
    up.chain(other[common..].iter().copied()).collect::<Vec<_>>().join("/")
}
