//! The edits that take imports out of a file.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use super::imports_file::{Import, ImportEdits, ImportsFile};
use crate::text::normal::{is_blank, only_closes};
use crate::text::{Edit, EditSet};

use super::import_index::ImportIndex;
use super::import_items::{Modifiers, items};
use super::import_lists::{self, lists};
use super::outline::ItemId;

/// Takes imports out.
pub(super) struct Removals<'f> {
    file: &'f ImportsFile<'f>,
    index: &'f ImportIndex,
}

impl<'f> Removals<'f> {
    pub(super) const fn new(file: &'f ImportsFile<'f>, index: &'f ImportIndex) -> Self {
        Self { file, index }
    }

    /// The edits for all statements.
    pub(super) fn all(&self, statements: &[Vec<String>]) -> ImportEdits {
        let (file, rules) = (self.file, self.file.rules);
        let mut done = ImportEdits::default();
        let mut gone: HashSet<String> = HashSet::new();
        let mut own: BTreeSet<(usize, ItemId)> = BTreeSet::new();
        for statement in statements {
            let wanted = items(&file.squeezed(&statement.join("\n")), rules, Modifiers::Keep);
            let first = statement.first().map_or("", |line| line.trim());
            let there = wanted.iter().flat_map(|item| self.index.bringing(item, false));
            let mut there = there.map(|import| self.index.statement(*import)).peekable();
            if there.peek().is_none() {
                done.idle.push((first.to_owned(), None));
            }
            own.extend(there.map(|id| (file.outline.item(id).range.start, id)));
            gone.extend(wanted);
        }
        let mut edits: Vec<Edit> = Vec::new();
        let mut lines: Vec<Range<usize>> = Vec::new();
        for (_, id) in own {
            edits.extend(self.without(id, &gone, &mut lines));
        }
        let blank = |range: Range<usize>| range.into_iter().all(|line| is_blank(&file.buffer.line(line)));
        let mut whole: Vec<Range<usize>> = Vec::new();
        for own in lines {
            match whole.last_mut().filter(|last| blank(last.end..own.start.max(last.end))) {
                Some(last) => last.end = own.end.max(last.end),
                None => whole.push(own),
            }
        }
        edits.extend(whole.into_iter().map(|own| self.lines(own)));
        let first = edits.iter().map(|edit| edit.range.start).min();
        done.line = first.map(|byte| file.buffer.line_of(byte));
        done.edits = EditSet::new(edits).unwrap_or_default();
        done
    }

    /// The edits that take out of a statement what goes.
    ///
    /// What goes with its whole lines is added to these.
    fn without(&self, id: ItemId, gone: &HashSet<String>, lines: &mut Vec<Range<usize>>) -> Vec<Edit> {
        let (file, rules) = (self.file, self.file.rules);
        let imports = file.imports(id);
        let all = |import: &Import| {
            items(&import.text, rules, Modifiers::Keep).iter().all(|item| gone.contains(item))
        };
        if imports.iter().all(all) {
            let first = imports.iter().map(|import| import.place.lines.start).min().unwrap_or(0);
            let range = file.outline.item(id).range.clone();
            let own = file.buffer.lines_of(&range);
            lines.push(first.min(own.start)..own.end);
            return Vec::new();
        }
        if imports.len() > 1 {
            let goes = imports.iter().filter(|import| all(import));
            lines.extend(goes.map(|import| import.place.lines.clone()));
            return Vec::new();
        }
        let range = file.outline.item(id).range.clone();
        let text = file.buffer.slice(range.clone()).into_owned();
        let mut edits = Vec::new();
        for list in lists(&text, rules, &file.language.manifest().lexical) {
            let goes = |name: &String| {
                let fits = |item: &&String| list.name_in(item, rules) == Some(name.as_str());
                gone.iter().any(|item| fits(&item))
            };
            let names: Vec<String> = list.names.iter().map(|name| name.text.clone()).filter(goes).collect();
            edits.extend(import_lists::remove(&text, &list, &names, rules).unwrap_or_default());
        }
        let moved =
            |edit: Edit| Edit { range: range.start + edit.range.start..range.start + edit.range.end, ..edit };
        edits.into_iter().map(moved).collect()
    }

    /// The edit that takes lines out; blank lines above and below them become those above.
    fn lines(&self, lines: Range<usize>) -> Edit {
        let buffer = self.file.buffer;
        let count = buffer.line_count();
        let blank = |line: usize| line < count && is_blank(&buffer.line(line));
        let opens = |line: usize| buffer.line(line).trim_end().ends_with(['(', '{']);
        let is_apart = lines.start == 0 || blank(lines.start - 1) || opens(lines.start - 1);
        let mut end = lines.end;
        while is_apart && blank(end) {
            end += 1;
        }
        // What stood in different groups stays apart.
        let is_code = |line: usize| line < count && !blank(line) && !only_closes(&buffer.line(line));
        let stood_apart = !is_apart && is_code(end) && lines.clone().any(blank);
        let text = if stood_apart { buffer.line_end(lines.start).as_str().to_owned() } else { String::new() };
        Edit { range: buffer.line_start(lines.start)..buffer.line_start(end.min(count)), text }
    }
}
