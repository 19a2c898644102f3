//! Describes what one operation added to, or removed from, a long list of names or a long group of imports, so that the
//! index of the imports can be updated without reading the whole statement again.

use std::ops::Range;

use super::file::ImportId;
use super::file::ImportsFile;
use super::group;
use super::list_edits::ListEdit;
use super::listed_names::ListedName;
use super::lists::{NameList, lists, written};
use super::properties::FileList;
use super::statement_growth::change;
use super::statement_growth::{AddedMember, AddedName, OffsetShifts, StatementChangeKind};
use crate::lang::ImportRules;
use crate::resolve::symbol::outline::items::ItemId;
use crate::text::{Edit, EditSet};

/// The minimum number of names or members: shorter statements are read again.
const LONG: usize = 32;

/// The maximum distance, in names, between the changed ones: otherwise the statement is read again.
const MAX_NAME_DISTANCE: usize = 16;

/// A change of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct StatementChange {
    pub(in crate::resolve::symbol) statement: ItemId,
    /// The statement after the edits, without the parts far from them: if this is a valid import, the whole statement
    /// is.
    pub(in crate::resolve::symbol) shown: String,
    pub(in crate::resolve::symbol) by: StatementChangeKind,
}

impl StatementChange {
    /// Describes names that are added to a list of a statement with this text; `None` if the statement must be read
    /// again.
    pub(super) fn of_names(
        text: &str,
        (list, own): (usize, &FileList),
        edits: &[ListEdit],
        rules: &ImportRules,
    ) -> Option<Self> {
        let known = &own.list.names;
        let brackets = own.list.brackets.clone()?;
        // The text with the attributes is not carried over.
        if known.len() < LONG || own.is_path || !own.attributes.is_empty() {
            return None;
        }
        let (mut shifts, mut names, mut come) = (OffsetShifts::default(), Vec::new(), 0);
        for ListEdit { edit, name } in edits {
            if !edit.range.is_empty() || name.is_none() && edit.text != "," {
                return None;
            }
            if let Some((gap, name)) = name {
                let own = plain_name(name, rules)?;
                let start = edit.range.start + come + edit.text.find(own.as_str())?;
                names.push(AddedName { gap: *gap, range: start..start + own.len(), text: name.clone() });
            }
            come += edit.text.len();
            shifts.0.push((edit.range.start, change(edit)));
        }
        let (first, last) = (names.first()?.gap, names.last()?.gap);
        if last - first > MAX_NAME_DISTANCE || !shifts.0.is_sorted_by_key(|(at, _)| *at) {
            return None;
        }
        let from = first.checked_sub(1).map_or(brackets.start + 1, |above| known.at(above).range.start);
        let to = known.get(last).map_or(brackets.end - 1, |below| below.range.end);
        let near = edited(text.get(from..to)?, from, edits.iter().map(|own| &own.edit))?;
        let shown = format!("{}{near}{}", &text[..=brackets.start], &text[brackets.end - 1..]);
        Some(Self {
            statement: own.statement,
            shown,
            by: StatementChangeKind::AddedNames { list, shifts, names },
        })
    }

    /// Describes names, by their indexes, that are removed from a list of a statement with this text; `None` if the
    /// statement must be read again.
    pub(super) fn of_removed_names(
        file: &ImportsFile<'_>,
        text: &str,
        (list, own): (usize, &FileList),
        (edits, gone): (&[Edit], Vec<usize>),
    ) -> Option<Self> {
        let known = &own.list.names;
        let edges = own.edges()?;
        let (first, last) = (*gone.first()?, *gone.last()?);
        let is_plain = |at: &usize| plain_name(known.at(*at).text, file.rules).is_some();
        if known.len() < LONG + gone.len()
            || !own.attributes.is_empty()
            || last - first > MAX_NAME_DISTANCE
            || !gone.iter().all(is_plain)
            || !edits.iter().all(|edit| edit.text.is_empty())
            || !file.outline.children(own.statement).is_empty()
        {
            return None;
        }
        let from = first.checked_sub(1).map_or(edges.start, |above| known.at(above).range.start);
        let to = known.get(last + 1).map_or(edges.end, |below| below.range.end);
        let near = edited(text.get(from..to)?, from, edits.iter())?;
        let shown = format!("{}{near}{}", &text[..edges.start], &text[edges.end..]);
        // A comment may extend to a name after the removed ones.
        let beside = (first.saturating_sub(1)..known.len().min(last + 2)).filter(|at| !gone.contains(at));
        let beside = beside.map(|at| known.at(at).text);
        let found = lists(&shown, file.rules, &file.language.manifest().lexical);
        let found = found.iter().find(|found| found.before == own.list.before)?;
        found.names.iter().map(|name| name.text).eq(beside).then(|| {
            let by = StatementChangeKind::RemovedNames { list, shifts: OffsetShifts::of(edits), gone };
            Self { statement: own.statement, shown, by }
        })
    }

    /// Returns the description for the whole list, of which a window begins after so many bytes and names.
    pub(super) fn moved(mut self, bytes: usize, names: usize) -> Self {
        if let StatementChangeKind::RemovedNames { shifts, gone, .. } = &mut self.by {
            shifts.0.iter_mut().for_each(|(at, _)| *at += bytes);
            gone.iter_mut().for_each(|at| *at += names);
        }
        self
    }

    /// Describes imports that are added, on lines of their own, to a group with `count` imports; `None` if the
    /// statement must be read again.
    pub(super) fn of_members(
        file: &ImportsFile<'_>,
        statement: ItemId,
        count: usize,
        edits: &EditSet,
    ) -> Option<Self> {
        let place = file.outline.item(statement).range;
        let rules = file.rules.group.as_ref().filter(|_| count >= LONG && file.rules.lists.is_none())?;
        let first = file.buffer.line(file.buffer.line_of(place.start));
        let head = first.trim_start();
        let mut come = 0;
        let mut found = Vec::new();
        let mut shown = format!("{head}\n");
        for edit in edits {
            let at = edit.range.start;
            let begins_line = file.buffer.line_start(file.buffer.line_of(at)) == at;
            if !edit.range.is_empty() || !place.contains(&at) || !begins_line || !edit.text.ends_with('\n') {
                return None;
            }
            for line in edit.text.split_inclusive('\n') {
                let alone = format!("{head}\n{line}{}", rules.close);
                let members = group::members(&alone, file.rules, &file.language.manifest().lexical)?;
                let [(lines, text)] = &members[..] else { return None };
                let start = at - place.start + come;
                let text = file.squeezed(text);
                found.extend((*lines == (1..2)).then_some(AddedMember { start, length: line.len(), text }));
                come += line.len();
                shown.push_str(line);
            }
        }
        shown.push_str(&rules.close);
        Some(Self { statement, shown, by: StatementChangeKind::AddedMembers(found) })
    }

    /// Describes imports that are removed, on lines of their own, from a group that keeps `count` imports; `None` if
    /// the statement must be read again.
    pub(super) fn of_removed_members(
        file: &ImportsFile<'_>,
        (statement, count): (ItemId, usize),
        gone: Vec<ImportId>,
        edits: &EditSet,
    ) -> Option<Self> {
        let (place, buffer) = (file.outline.item(statement).range, file.buffer);
        let rules = file.rules.group.as_ref().filter(|_| count >= LONG && file.rules.lists.is_none())?;
        let comments = file.language.manifest().lexical.block_comments.as_ref();
        let text = buffer.slice(place.clone());
        if comments.is_some_and(|block| text.contains(block.open.as_str()))
            || !file.outline.children(statement).is_empty()
        {
            return None;
        }
        let [head, close] = [place.start, place.end - 1].map(|at| buffer.line_of(at));
        let begins_line = |at: usize| buffer.line_start(buffer.line_of(at)) == at;
        let mut shown = format!("{}\n", buffer.line(head).trim_start());
        let mut shifts = OffsetShifts::default();
        for edit in edits {
            let (above, below) =
                (buffer.line_of(edit.range.start).checked_sub(1)?, buffer.line_of(edit.range.end));
            if above < head || below > close || !begins_line(edit.range.start) || !begins_line(edit.range.end)
            {
                return None;
            }
            let beside = [Some(above).filter(|line| *line > head), Some(below).filter(|line| *line < close)];
            for line in beside.into_iter().flatten() {
                shown.push_str(&buffer.line(line));
                shown.push('\n');
            }
            shifts.0.push((edit.range.end - place.start, change(edit)));
        }
        shown.push_str(&rules.close);
        Some(Self { statement, shown, by: StatementChangeKind::RemovedMembers { gone, shifts } })
    }
}

/// The number of names above and below removed ones that a [`ListWindow`] contains.
const BESIDE: usize = LONG;

/// A statement with a long list of names, shortened to those near the names that are removed.
pub(super) struct ListWindow {
    pub(super) text: String,
    pub(super) own: FileList,
    /// The number of names, and of bytes, before those that are left.
    pub(super) names: usize,
    pub(super) bytes: usize,
}

impl ListWindow {
    /// Shortens the statement of a list; `gone` are the indexes of the removed names. `None` if the list is short, or if
    /// it is not certain that the names left out have no influence: only a comment can be about names far away.
    pub(super) fn of(file: &ImportsFile<'_>, own: &FileList, gone: &[usize]) -> Option<Self> {
        let (all, brackets) = (&own.list.names, own.list.brackets.clone()?);
        let from = gone.first()?.saturating_sub(BESIDE);
        let to = all.len().min(gone.last()? + 1 + BESIDE);
        if all.len() < 4 * BESIDE || to - from > all.len() / 2 {
            return None;
        }
        let statement = file.outline.item(own.statement).range.clone();
        let slice = |range: Range<usize>| {
            file.buffer.slice(statement.start + range.start..statement.start + range.end)
        };
        // The lines from the first name that is left to the last one.
        let (open, close) = (brackets.start + 1, brackets.end - 1);
        let line_end = |above: usize, below: usize| {
            let gap = slice(above..below);
            Some(above + gap.find('\n').filter(|_| is_bare(&gap))? + 1)
        };
        let start = match from {
            0 => open,
            _ => line_end(all.at(from - 1).range.end, all.at(from).range.start)?,
        };
        let end = match all.get(to) {
            Some(below) => line_end(all.at(to - 1).range.end, below.range.start)?,
            None => close,
        };
        let near = slice(start..end);
        let left = || all.from(from).take(to - from);
        let mut done = 0;
        for ListedName { range, text } in left() {
            let own = near.get(range.start - start..range.end - start)?;
            let is_plain = own == text || own == written(text);
            if !is_plain || !is_bare(&near[done..range.start - start]) {
                return None;
            }
            done = range.end - start;
        }
        if !is_bare(&near[done..]) {
            return None;
        }
        let line = if from == 0 { "" } else { "\n" };
        let (head, tail) = (slice(0..open), slice(close..statement.len()));
        let text = format!("{head}{line}{near}{tail}");
        let bytes = start - open - line.len();
        let names = left().map(|name| {
            let range = name.range.start - bytes..name.range.end - bytes;
            (range, name.text.to_owned())
        });
        let list = NameList {
            before: own.list.before.clone(),
            behind: own.list.behind.clone(),
            brackets: Some(brackets.start..open + line.len() + near.len() + 1),
            names: names.collect(),
        };
        Some(Self {
            text,
            own: FileList { list, attributes: own.attributes.clone(), ..*own },
            names: from,
            bytes,
        })
    }
}

/// Returns whether nothing but commas and white space is between two names.
fn is_bare(gap: &str) -> bool {
    gap.chars().all(|char| char.is_whitespace() || char == ',')
}

/// Returns a name as written in a list; `None` if it is more than a plain name.
fn plain_name(name: &str, rules: &ImportRules) -> Option<String> {
    let is_more = name.contains(['{', '(', '"', '\'', '`', '*', '/', '#']);
    (!is_more && rules.self_word.as_deref() != Some(name)).then(|| written(name))
}

/// Applies edits to a text that begins at byte `from` of the statement; `None` if one of them is outside of it.
fn edited<'e>(text: &str, from: usize, edits: impl Iterator<Item = &'e Edit>) -> Option<String> {
    let mut new = String::with_capacity(text.len() * 2);
    let mut done = 0;
    for edit in edits {
        let at = edit.range.start.checked_sub(from)?;
        new.push_str(text.get(done..at)?);
        new.push_str(&edit.text);
        done = edit.range.end.checked_sub(from)?;
    }
    new.push_str(text.get(done..)?);
    Some(new)
}
