//! Computes the edits that remove imports from a file.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use super::file::{ImportEdits, ImportsFile};
use crate::lang::{ImportRules, Role};
use crate::text::normal::{find_words, is_blank, is_closing_line};
use crate::text::{CommentScanner, Edit, EditSet, LexState};

use super::file::ImportId;
use super::index::ImportIndex;
use super::items::{Modifiers, items};
use super::list_edits;
use super::lists::{self, NameList, lists};
use super::shared_line;
use super::statement_change::{ListWindow, StatementChange};
use crate::resolve::symbol::extent::sibling_context::is_definition;
use crate::resolve::symbol::outline::items::{FILE, ItemId};

/// What is removed from a statement.
enum RemovalKind {
    /// The whole statement.
    Whole,
    /// Names; with the description of the change if it affects one list that is too long to be read again.
    Names(Option<StatementChange>),
    /// Members of a group.
    Members(ItemId, Vec<ImportId>),
}

/// Computes the edits that remove imports.
pub(super) struct Removals<'f> {
    file: &'f ImportsFile<'f>,
    index: &'f ImportIndex,
}

impl<'f> Removals<'f> {
    pub(in crate::resolve::symbol) const fn new(file: &'f ImportsFile<'f>, index: &'f ImportIndex) -> Self {
        Self { file, index }
    }

    /// Returns the edits for all statements, and the change of a statement if the edits do nothing else.
    pub(in crate::resolve::symbol) fn all(
        &self,
        statements: &[Vec<String>],
    ) -> (ImportEdits, Option<StatementChange>) {
        let (file, rules) = (self.file, self.file.rules);
        let mut done = ImportEdits::default();
        let mut gone: HashSet<String> = HashSet::new();
        let mut own: BTreeMap<(usize, ItemId), (BTreeSet<ImportId>, String)> = BTreeMap::new();
        for statement in statements {
            let wanted = items(&file.squeezed(&statement.join("\n")), rules, Modifiers::Keep);
            let wanted: Vec<String> = wanted.into_iter().map(|item| self.as_there(item)).collect();
            let first = statement.first().map_or("", |line| line.trim());
            let mut there = wanted.iter().flat_map(|item| self.index.imports_of(item, false)).peekable();
            if there.peek().is_none() {
                let inner = wanted.iter().find_map(|item| self.index.in_block(file, item));
                let line = inner.map(|id| file.buffer.line_of(file.outline.item(id).range.start));
                done.idle.push((first.to_owned(), line));
            }
            for import in there {
                let id = self.index.statement(*import);
                let key = (file.outline.item(id).range.start, id);
                own.entry(key).or_insert_with(|| (BTreeSet::new(), first.to_owned())).0.insert(*import);
            }
            gone.extend(wanted);
        }
        let mut edits: Vec<Edit> = Vec::new();
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut shared: Vec<Range<usize>> = Vec::new();
        let mut growths = Vec::new();
        for ((start, id), (imports, text)) in own {
            let before = (edits.len(), lines.len(), shared.len());
            growths.push(self.without(id, imports, &gone, (&mut edits, &mut lines, &mut shared)));
            if before == (edits.len(), lines.len(), shared.len()) {
                // The import exists but cannot be removed from its statement.
                done.idle.push((text, Some(file.buffer.line_of(start))));
            }
        }
        for range in shared_line::united(shared) {
            match shared_line::is_all(file, &range) {
                true => lines.push(file.buffer.lines_of(&range)),
                false => edits.push(Edit { range, text: String::new() }),
            }
        }
        lines.sort_by_key(|own| own.start);
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
            Some(RemovalKind::Names(growth)) => growth,
            Some(RemovalKind::Members(id, gone)) => {
                let count = self.index.count_of(id).saturating_sub(gone.len());
                StatementChange::of_removed_members(file, (id, count), gone, &done.edits)
            }
            _ => None,
        };
        (done, growth)
    }

    /// Returns an item as the file has it: it may have a narrowing modifier there, such as `type`.
    fn as_there(&self, item: String) -> String {
        let rules = self.file.rules;
        let Some(lists) = rules.lists.as_ref().filter(|lists| lists.names_only) else { return item };
        let has = |item: &String| !self.index.imports_of(item, false).is_empty();
        let open = format!("{} ", lists.open);
        let narrowed = |word: &String| {
            [format!("{open}{word} "), format!("{word} {open}")].map(|form| item.replacen(&open, &form, 1))
        };
        if has(&item) || !item.contains(&open) {
            return item;
        }
        rules.modifiers.iter().flat_map(narrowed).find(has).unwrap_or(item)
    }

    /// Returns the edits that remove those parts of a statement, which begins at byte `start`, that are removed
    /// completely while others remain.
    fn parts_out(&self, text: &str, start: usize, gone: &HashSet<String>) -> Vec<Edit> {
        let file = self.file;
        let parts = lists::parts(text, file.rules, &file.language.manifest().lexical);
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return Vec::new() };
        let goes = |part: &Range<usize>| {
            let alone = format!("{}{}{}", &text[..first.start], &text[part.clone()], &text[last.end..]);
            let own = items(&file.squeezed(&alone), file.rules, Modifiers::Keep);
            !own.is_empty() && own.iter().all(|item| gone.contains(item))
        };
        let gone: Vec<bool> = parts.iter().map(goes).collect();
        let out = |at: usize| {
            let range = match gone[at + 1..].iter().all(|goes| *goes) {
                true => parts[at.checked_sub(1)?].end..parts[at].end,
                false => parts[at].start..parts.get(at + 1)?.start,
            };
            Some(Edit { range: start + range.start..start + range.end, text: String::new() })
        };
        (0..parts.len()).filter(|at| gone[*at]).filter_map(out).collect()
    }

    /// Adds what has to be removed from a statement to the lists of edits, of whole lines, and of parts of shared
    /// lines.
    ///
    /// `own` are the imports of the statement that are affected.
    fn without(
        &self,
        id: ItemId,
        own: BTreeSet<ImportId>,
        gone: &HashSet<String>,
        (edits, lines, shared): (&mut Vec<Edit>, &mut Vec<Range<usize>>, &mut Vec<Range<usize>>),
    ) -> RemovalKind {
        let file = self.file;
        let all = |own: &ImportId| {
            self.index.properties(*own).items[Modifiers::Keep as usize].iter().all(|item| gone.contains(item))
        };
        let goes: Vec<ImportId> = own.iter().copied().filter(all).collect();
        let (count, own_lines) = self.index.lines_of(file, id, &goes);
        if goes.len() == count {
            let first = own_lines.first().map_or(0, |lines| lines.start);
            let range = file.outline.item(id).range.clone();
            let own = file.buffer.lines_of(&range);
            match shared_line::part_of_line(file, &range) {
                None => lines.extend(self.with_comment_below(first.min(own.start)..own.end, range.end)),
                // The attributes above would then apply to another statement.
                Some(part) => shared.extend(Some(part).filter(|_| !file.has_attribute(id))),
            }
            return RemovalKind::Whole;
        }
        if count > 1 {
            lines.extend(self.without_headings(own_lines));
            return RemovalKind::Members(id, goes);
        }
        self.names_out(id, &own, gone, edits)
    }

    /// Adds the edits that remove names from a statement, some of whose imports remain.
    fn names_out(
        &self,
        id: ItemId,
        own: &BTreeSet<ImportId>,
        gone: &HashSet<String>,
        edits: &mut Vec<Edit>,
    ) -> RemovalKind {
        let (file, lexical) = (self.file, &self.file.language.manifest().lexical);
        let range = file.outline.item(id).range.clone();
        let known: Vec<usize> = own.iter().flat_map(|own| self.index.lists_of(*own)).collect();
        if let ([at], None) = (&known[..], &file.rules.tail) {
            let gone = self.places_of(*at, own, gone);
            if let Some((near, growth)) = self.names_out_of_long(*at, range.start, &gone) {
                debug_assert!(
                    self.is_as_of_all(*at, &gone, (&near, &growth)),
                    "names far away have influence"
                );
                edits.extend(near);
                return RemovalKind::Names(Some(growth));
            }
        }
        let text = file.buffer.slice(range.clone());
        let mut found = Vec::new();
        if known.is_empty() {
            found = lists(&text, file.rules, lexical);
            if found.is_empty() {
                found.extend(lists::plain_list(&text, file.rules, lexical));
            }
        }
        let known = known.into_iter().map(|at| (Some(at), &self.index.list(at).list));
        let mut growths = Vec::new();
        let parts = self.parts_out(&text, range.start, gone);
        if !parts.is_empty() {
            growths.push(None);
            edits.extend(parts);
        }
        for (at, list) in known.chain(found.iter().map(|list| (None, list))) {
            let gone = match at {
                Some(at) => self.places_of(at, own, gone),
                None => places_of(list, &self.names_in(list, gone)),
            };
            let out = list_edits::remove(&text, list, &gone, (file.rules, file.language.manifest()))
                .unwrap_or_default();
            edits.extend(out.iter().map(|edit| moved(edit, range.start)));
            if !out.is_empty() {
                growths.push(at.and_then(|at| {
                    let change = (&out[..], gone);
                    StatementChange::of_removed_names(file, &text, (at, self.index.list(at)), change)
                }));
            }
        }
        RemovalKind::Names(growths.pop().flatten().filter(|_| growths.is_empty()))
    }

    /// Returns the indexes of the removed names in a list of the statement whose imports are `own`.
    fn places_of(&self, at: usize, own: &BTreeSet<ImportId>, gone: &HashSet<String>) -> Vec<usize> {
        let list = self.index.list(at);
        let names = self.names_in(&list.list, gone);
        let counts = |import: &ImportId| &self.index.properties(*import).items[Modifiers::Keep as usize];
        let is_once = |item: &String| own.iter().map(|import| counts(import).count(item)).sum::<usize>() <= 1;
        match &names[..] {
            // Of several names, the next one to be removed is often where the last one was.
            [only] if gone.iter().all(is_once) => list.list.place_near(only, list.near).into_iter().collect(),
            _ => places_of(&list.list, &names),
        }
    }

    /// Returns the names of a list that removed items import, sorted.
    fn names_in<'g>(&self, list: &NameList, gone: &'g HashSet<String>) -> Vec<&'g str>
    where
        'f: 'g,
    {
        let rules: &'g ImportRules = self.file.rules;
        let mut names: Vec<&str> = gone.iter().filter_map(|item| list.name_in(item, rules)).collect();
        names.sort_unstable();
        names
    }

    /// Returns the edits that remove names, by their indexes, from a long list in a statement that begins at byte
    /// `start`, and the change of the statement, without reading all of it; `None` if that is not certain to give the
    /// same.
    fn names_out_of_long(
        &self,
        at: usize,
        start: usize,
        gone: &[usize],
    ) -> Option<(Vec<Edit>, StatementChange)> {
        let file = self.file;
        let near = ListWindow::of(file, self.index.list(at), gone)?;
        let gone: Vec<usize> = gone.iter().map(|name| name - near.names).collect();
        let rules = (file.rules, file.language.manifest());
        let out = list_edits::remove(&near.text, &near.own.list, &gone, rules)?;
        let growth = StatementChange::of_removed_names(file, &near.text, (at, &near.own), (&out, gone))?;
        let out = out.iter().map(|edit| moved(edit, start + near.bytes)).collect();
        Some((out, growth.moved(near.bytes, near.names)))
    }

    /// Returns whether reading a whole list gives the same edits and the same change of the statement.
    fn is_as_of_all(&self, at: usize, gone: &[usize], (edits, growth): (&[Edit], &StatementChange)) -> bool {
        let (file, own) = (self.file, self.index.list(at));
        let range = file.outline.item(own.statement).range.clone();
        let text = file.buffer.slice(range.clone());
        let out = list_edits::remove(&text, &own.list, gone, (file.rules, file.language.manifest()));
        let out = out.unwrap_or_default();
        let whole = StatementChange::of_removed_names(file, &text, (at, own), (&out, gone.to_vec()));
        whole.is_some_and(|whole| whole == *growth)
            && out.iter().map(|edit| moved(edit, range.start)).eq(edits.iter().cloned())
    }

    /// Returns the lines of removed group members, in file order, without comments that are also about remaining
    /// imports directly below; a comment that mentions the removed import is about that alone.
    fn without_headings(&self, mut own: Vec<Range<usize>>) -> Vec<Range<usize>> {
        let buffer = self.file.buffer;
        let lexical = &self.file.language.manifest().lexical;
        let is_comment = |text: &str| {
            let block = lexical.block_comments.as_ref();
            lexical.begins_with_line_comment(text)
                || block.is_some_and(|block| text.starts_with(block.open.as_str()))
        };
        let is_import = |line: usize| {
            let text = buffer.line(line);
            !is_blank(&text) && !is_closing_line(&text) && !is_comment(text.trim())
        };
        for at in (0..own.len()).rev() {
            let Range { start, end } = own[at].clone();
            if start + 1 >= end {
                continue;
            }
            let rows = own[at + 1..].iter().scan(end, |end, below| {
                let is_next = below.start == *end && is_import(below.start);
                *end = below.end;
                is_next.then_some(below.end)
            });
            let below = rows.last().unwrap_or(end);
            let code = buffer.line(end - 1);
            let word = code.split('"').nth(1).and_then(|path| path.rsplit('/').next()).unwrap_or_default();
            let says =
                |line: usize| !word.is_empty() && find_words(&buffer.line(line), word).next().is_some();
            if below < buffer.line_count() && is_import(below) && !(start..end - 1).any(says) {
                own[at].start = end - 1;
            }
        }
        own
    }

    /// Extends removed lines by those of a block comment that begins after the statement; `None` if code follows the
    /// comment's end.
    fn with_comment_below(&self, lines: Range<usize>, end: usize) -> Option<Range<usize>> {
        let buffer = self.file.buffer;
        let scanner = CommentScanner::new(&self.file.language.manifest().lexical);
        let mut state = LexState::default();
        let rest = buffer.slice(end..buffer.line_range(lines.end - 1).end.max(end));
        scanner.scan(&rest, &mut state);
        let mut below = lines.end;
        let mut is_shared = false;
        while state.is_comment() && below < buffer.line_count() {
            is_shared = !is_blank(&scanner.scan(&buffer.line(below), &mut state).code);
            below += 1;
        }
        (!is_shared).then_some(lines.start..below)
    }

    /// Returns whether the blank lines below removed lines part imports, or what precedes them, from a definition, or
    /// imports from other code.
    fn has_gap_of_code(&self, lines: &Range<usize>) -> bool {
        let (outline, buffer) = (self.file.outline, self.file.buffer);
        let children = outline.children(FILE);
        let is_told = |id: &&ItemId| outline.item(**id).role == Role::Comment;
        let at = |line: usize| {
            let byte = buffer.line_start(line);
            children.partition_point(|id| outline.item(*id).range.start < byte)
        };
        let above = children[..at(lines.start)].iter().rev().find(|id| !is_told(id));
        let below = children[at(lines.end)..].iter().find(|id| !is_told(id));
        above.is_some_and(|id| outline.item(*id).role == Role::Import)
            || below.is_some_and(|id| is_definition(outline, *id))
    }

    /// Returns the edit that removes lines. Of the blank lines above and below, those above are kept, or those below if
    /// they are more and part imports from other code; none before a closing bracket or at the end of the file.
    fn lines(&self, lines: Range<usize>) -> Edit {
        let buffer = self.file.buffer;
        let count = buffer.line_count();
        let blank = |line: usize| line < count && is_blank(&buffer.line(line));
        let opens = |line: usize| buffer.line(line).trim_end().ends_with(['(', '{']);
        let above = (0..lines.start).rev().take_while(|line| blank(*line)).count();
        let below = (lines.end..count).take_while(|line| blank(*line)).count();
        let is_last = lines.end + below >= count;
        let is_apart = above > 0 || lines.start == 0 || opens(lines.start - 1);
        let (mut start, mut end) = (lines.start, lines.end);
        if is_last {
            start -= above;
            end += below;
        } else if is_apart && above > 0 && above < below && self.has_gap_of_code(&lines) {
            start -= above;
        } else if is_apart {
            end += below;
        }
        // No blank line is left before the closing bracket.
        while end < count && is_closing_line(&buffer.line(end)) && start > 0 && blank(start - 1) {
            start -= 1;
        }
        // Imports of different groups stay separated.
        let is_code = |line: usize| line < count && !blank(line) && !is_closing_line(&buffer.line(line));
        let stood_apart = !is_apart && is_code(end) && lines.clone().any(blank);
        let text = if stood_apart { buffer.line_end(lines.start).as_str().to_owned() } else { String::new() };
        let mut range = buffer.line_start(start)..buffer.line_start(end.min(count));
        if is_last && !buffer.has_final_newline() {
            // The file still has no line ending at its end.
            range.start -= buffer.end_before(range.start).as_str().len();
        }
        Edit { range, text }
    }
}

/// Returns the indexes of the names of a list that are among `names`, which are sorted.
fn places_of(list: &NameList, names: &[&str]) -> Vec<usize> {
    list.places_of(|name| names.binary_search(&name).is_ok())
}

/// Returns an edit of a text that begins at byte `start`.
fn moved(edit: &Edit, start: usize) -> Edit {
    Edit { range: start + edit.range.start..start + edit.range.end, text: edit.text.clone() }
}
