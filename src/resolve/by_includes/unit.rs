//! The combined text of a file and its includes.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::defines::{Defines, add_defines};
use super::includes::{Includes, SourceId};
use crate::lang::{ImportRules, PreprocessorRules};
use crate::resolve::bindings::Source;
use crate::text::normal::find_words;

/// A file together with its relevant includes, each inserted once at its place.
#[derive(Debug, Default)]
pub(super) struct TranslationUnit {
    pub(super) root: SourceId,
    pub(super) text: String,
    /// The files whose text it contains.
    pub(super) shown: HashSet<SourceId>,
    /// The files that it may include, where the path is ambiguous.
    pub(super) open: Vec<SourceId>,
    /// Whether it includes a path that a macro names.
    pub(super) is_open: bool,
    /// Whether it also contains files without a name of interest.
    pub(super) is_whole: bool,
    /// The places of parts of files, in the order of the text.
    pieces: Vec<UnitPiece>,
    of_file: HashMap<SourceId, Vec<usize>>,
}

#[derive(Debug)]
struct UnitPiece {
    at: usize,
    file: SourceId,
    part: Range<usize>,
}

/// What is needed to build units.
pub(super) struct UnitFiles<'f> {
    pub(super) sources: &'f [Source],
    pub(super) includes: &'f Includes,
    pub(super) rules: &'f ImportRules,
    pub(super) masks: Option<&'f PreprocessorRules>,
    /// Macros that are kept, because their names are searched for.
    pub(super) kept: &'f [String],
    /// Returns the text of a file, as far as it is of interest.
    pub(super) shown: &'f dyn Fn(SourceId) -> Option<&'f str>,
}

/// A file that is being inserted into a unit.
struct IncludedFile {
    file: SourceId,
    /// The index of its next include.
    next: usize,
    /// The number of its bytes that are in the unit.
    done: usize,
    guards: Vec<Range<usize>>,
}

impl TranslationUnit {
    pub(super) fn of(files: &UnitFiles<'_>, root: SourceId) -> Self {
        let mut unit = Self { root, ..Self::default() };
        let mut seen = HashSet::from([root]);
        let mut defines = Defines::new();
        let mut open = vec![IncludedFile { file: root, next: 0, done: 0, guards: Vec::new() }];
        while let Some(top) = open.last_mut() {
            let file = top.file;
            let Some(include) = files.includes.of[file].get(top.next) else {
                let end = files.sources[file].text.len();
                unit.put(files, top, end);
                unit.is_open |= files.includes.is_open[file];
                unit.open.extend(&files.includes.open[file]);
                if let Some(masks) = files.masks {
                    add_defines(&files.sources[file].text, files.rules, masks, &mut defines);
                }
                open.pop();
                continue;
            };
            top.next += 1;
            if let Some(inner) = include.file.filter(|inner| seen.insert(*inner)) {
                unit.put(files, top, include.end);
                let guards = guards(&files.sources[inner].text, files.rules);
                open.push(IncludedFile { file: inner, next: 0, done: 0, guards });
            }
        }
        for (name, _) in
            defines.into_iter().filter(|(name, is_empty)| *is_empty && !files.kept.contains(name))
        {
            unit.blank(&name);
        }
        unit
    }

    /// Replaces a macro that does not affect names with spaces.
    fn blank(&mut self, name: &str) {
        let found: Vec<usize> = find_words(&self.text, name).collect();
        for at in found {
            self.text.replace_range(at..at + name.len(), &" ".repeat(name.len()));
        }
    }

    /// Appends the rest of a file up to a byte offset.
    fn put(&mut self, files: &UnitFiles<'_>, open: &mut IncludedFile, end: usize) {
        let shown = if open.file == self.root {
            Some(files.sources[open.file].text.as_ref())
        } else {
            (files.shown)(open.file)
        };
        let Some(shown) = shown else { return };
        let part = open.done..end;
        open.done = end;
        self.shown.insert(open.file);
        let text = &shown[part.clone()];
        if text.is_empty() {
            return;
        }
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        let at = self.text.len();
        let mut done = part.start;
        for guard in open.guards.iter().filter(|guard| part.start <= guard.start && guard.end <= part.end) {
            self.text.push_str(&shown[done..guard.start]);
            self.text.push_str(&" ".repeat(guard.len()));
            done = guard.end;
        }
        self.text.push_str(&shown[done..part.end]);
        self.of_file.entry(open.file).or_default().push(self.pieces.len());
        self.pieces.push(UnitPiece { at, file: open.file, part });
    }

    /// Returns the file and the byte offset in it from which a byte of the unit comes.
    pub(super) fn place(&self, byte: usize) -> Option<(SourceId, usize)> {
        let behind = self.pieces.partition_point(|piece| piece.at <= byte);
        let piece = &self.pieces[behind.checked_sub(1)?];
        let at = piece.part.start + (byte - piece.at);
        (at < piece.part.end).then_some((piece.file, at))
    }

    /// Returns the byte offset in the unit of a byte of a file.
    pub(super) fn byte(&self, file: SourceId, at: usize) -> Option<usize> {
        let pieces = self.of_file.get(&file)?;
        let piece = pieces.iter().map(|piece| &self.pieces[*piece]).find(|piece| piece.part.contains(&at))?;
        Some(piece.at + (at - piece.part.start))
    }
}

/// Returns the directives of an include guard: the conditional around the whole file, and the definition of its name.
pub(super) fn guards(text: &str, rules: &ImportRules) -> Vec<Range<usize>> {
    let Some(defines) = &rules.guard_defines else { return Vec::new() };
    let mark = defines.chars().next().unwrap_or('#');
    let mut directives = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(mark) {
            directives.push((at..at + line.trim_end().len(), line.trim()));
        }
        at += line.len();
    }
    let words = |line: &str| -> Vec<String> {
        let plain = line.replace(['(', ')'], " ");
        plain.split_whitespace().map(str::to_owned).collect()
    };
    let directives: Vec<_> = directives.into_iter().filter(|(_, line)| !line.contains("pragma")).collect();
    let [first, second, .., last] = directives.as_slice() else { return Vec::new() };
    let opens = rules.guard_opens.iter().any(|open| first.1.starts_with(open.as_str()));
    let name = words(first.1).pop();
    let is_defined = second.1.starts_with(defines.as_str()) && words(second.1).get(1) == name.as_ref();
    // The last directive must close the first one.
    let mut depth = 0_usize;
    for (range, line) in &directives {
        let word = line.trim_start_matches(mark).trim_start();
        if word.starts_with("if") {
            depth += 1;
        } else if word.starts_with("endif") {
            depth = depth.saturating_sub(1);
            if depth == 0 && *range != last.0 {
                return Vec::new();
            }
        }
    }
    if opens && is_defined && depth == 0 {
        vec![first.0.clone(), second.0.clone(), last.0.clone()]
    } else {
        Vec::new()
    }
}
