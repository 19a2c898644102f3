//! The edits that take imports out of a file.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use super::imports_file::{ImportEdits, ImportsFile};
use crate::text::normal::{is_blank, only_closes};
use crate::text::{Edit, EditSet};

use super::import_growth::Growth;
use super::import_index::{ImportId, ImportIndex};
use super::import_items::{Modifiers, items};
use super::import_lists::{self, ListedName, lists};
use super::outline::ItemId;

/// What goes out of a statement.
enum Shrinks {
    /// All of it.
    Whole,
    /// Names, and nothing else of a list that is too long to be read again.
    Names(Option<Growth>),
    /// Imports in its brackets.
    Members(ItemId, Vec<ImportId>),
}

/// Takes imports out.
pub(super) struct Removals<'f> {
    file: &'f ImportsFile<'f>,
    index: &'f ImportIndex,
}

impl<'f> Removals<'f> {
    pub(super) const fn new(file: &'f ImportsFile<'f>, index: &'f ImportIndex) -> Self {
        Self { file, index }
    }

    /// The edits for all statements, and how a statement shrinks if nothing but that comes of them.
    pub(super) fn all(&self, statements: &[Vec<String>]) -> (ImportEdits, Option<Growth>) {
        let (file, rules) = (self.file, self.file.rules);
        let mut done = ImportEdits::default();
        let mut gone: HashSet<String> = HashSet::new();
        let mut own: BTreeMap<(usize, ItemId), BTreeSet<ImportId>> = BTreeMap::new();
        for statement in statements {
            let wanted = items(&file.squeezed(&statement.join("\n")), rules, Modifiers::Keep);
            let first = statement.first().map_or("", |line| line.trim());
            let mut there = wanted.iter().flat_map(|item| self.index.bringing(item, false)).peekable();
            if there.peek().is_none() {
                let inner = wanted.iter().find_map(|item| self.index.in_block(file, item));
                let line = inner.map(|id| file.buffer.line_of(file.outline.item(id).range.start));
                done.idle.push((first.to_owned(), line));
            }
            for import in there {
                let id = self.index.statement(*import);
                own.entry((file.outline.item(id).range.start, id)).or_default().insert(*import);
            }
            gone.extend(wanted);
        }
        let mut edits: Vec<Edit> = Vec::new();
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut growths = Vec::new();
        for ((_, id), imports) in own {
            growths.push(self.without(id, imports, &gone, (&mut edits, &mut lines)));
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
        let growth = match growths.pop().filter(|_| growths.is_empty()) {
            Some(Shrinks::Names(growth)) => growth,
            Some(Shrinks::Members(id, gone)) => {
                let count = self.index.count_of(id).saturating_sub(gone.len());
                Growth::of_lost_members(file, (id, count), gone, &done.edits)
            }
            _ => None,
        };
        (done, growth)
    }

    /// Adds what takes out of a statement what goes: edits, and the lines that go as a whole.
    ///
    /// `own` are its imports of which something goes.
    fn without(
        &self,
        id: ItemId,
        own: BTreeSet<ImportId>,
        gone: &HashSet<String>,
        (edits, lines): (&mut Vec<Edit>, &mut Vec<Range<usize>>),
    ) -> Shrinks {
        let file = self.file;
        let all = |own: &ImportId| {
            self.index.facts(*own).items[Modifiers::Keep as usize].iter().all(|item| gone.contains(item))
        };
        let goes: Vec<ImportId> = own.iter().copied().filter(all).collect();
        let (count, own_lines) = self.index.lines_of(file, id, &goes);
        if goes.len() == count {
            let first = own_lines.first().map_or(0, |lines| lines.start);
            let range = file.outline.item(id).range.clone();
            let own = file.buffer.lines_of(&range);
            lines.push(first.min(own.start)..own.end);
            return Shrinks::Whole;
        }
        if count > 1 {
            lines.extend(own_lines);
            return Shrinks::Members(id, goes);
        }
        let range = file.outline.item(id).range.clone();
        let text = file.buffer.slice(range.clone());
        let known: Vec<usize> = own.iter().flat_map(|own| self.index.lists_of(*own)).collect();
        let mut found = Vec::new();
        if known.is_empty() {
            let lexical = &file.language.manifest().lexical;
            found = lists(&text, file.rules, lexical);
            if found.is_empty() {
                found.extend(import_lists::plain_list(&text, file.rules, lexical));
            }
        }
        let known = known.into_iter().map(|at| (Some(at), &self.index.list(at).list));
        let mut growths = Vec::new();
        for (at, list) in known.chain(found.iter().map(|list| (None, list))) {
            let mut names: Vec<&str> =
                gone.iter().filter_map(|item| list.name_in(item, file.rules)).collect();
            names.sort_unstable();
            let goes = |name: &ListedName| names.binary_search(&name.text.as_str()).is_ok();
            let out = import_lists::remove(&text, list, goes, file.rules).unwrap_or_default();
            let moved = |edit: &Edit| {
                let place = range.start + edit.range.start..range.start + edit.range.end;
                Edit { range: place, text: edit.text.clone() }
            };
            edits.extend(out.iter().map(moved));
            if !out.is_empty() {
                let places = (0..).zip(&list.names).filter(|(_, name)| goes(name)).map(|(at, _)| at);
                growths.push(at.and_then(|at| {
                    let change = (&out[..], places.collect());
                    Growth::of_lost_names(file, &text, (at, self.index.list(at)), change)
                }));
            }
        }
        Shrinks::Names(growths.pop().flatten().filter(|_| growths.is_empty()))
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
