//! The imports of a file: their places, their order and their style.

use std::ops::Range;

use super::group;
use super::items::{first_word, squeezed};
use crate::lang::{ImportRules, Language, Role};
use crate::resolve::symbol::extent::docstring::is_docstring;
use crate::resolve::symbol::extent::lead_in::first_line_with_lead_in;
use crate::resolve::symbol::extent::sibling_context::is_definition;
use crate::resolve::symbol::outline::items::{CurrentItem, FILE, ItemId, Outline};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::text::normal::is_word_char;
use crate::text::{Buffer, EditSet};

/// The maximum length of sort keys, in bytes.
pub(super) const KEY_LENGTH: usize = 200;

/// The file whose imports are examined.
pub(in crate::resolve::symbol) struct ImportsFile<'a> {
    pub(in crate::resolve::symbol) outline: &'a Outline,
    pub(in crate::resolve::symbol) buffer: &'a Buffer,
    pub(in crate::resolve::symbol) language: &'static Language,
    pub(in crate::resolve::symbol) rules: &'static ImportRules,
    pub(in crate::resolve::symbol) around: ImportsAround<'a>,
}

impl ImportsFile<'_> {
    /// Returns the sort key of an import, truncated to [`KEY_LENGTH`].
    pub(in crate::resolve::symbol) fn key<'t>(&self, text: &'t str) -> &'t str {
        let key = self.whole_key(text);
        // `use a::b;` precedes `use a::b::c;`.
        let key = key.strip_suffix(';').unwrap_or(key);
        let end = (0..=KEY_LENGTH.min(key.len())).rev().find(|at| key.is_char_boundary(*at));
        &key[..end.unwrap_or_default()]
    }

    /// Returns the sort key of a statement without brackets, if the beginning of the statement determines it; `None` if
    /// not, or if the first part of a long statement is not sufficient.
    pub(super) fn key_of_head(&self, id: ItemId) -> Option<String> {
        let range = self.outline.item(id).range;
        let of_first = |length: usize| {
            let is_in_char =
                |byte: usize| self.buffer.piece_at(byte).first().is_some_and(|own| own >> 6 == 0b10);
            let mut end = range.end.min(range.start + length);
            while is_in_char(end) {
                end -= 1;
            }
            let part = self.buffer.slice(range.start..end);
            let whole = part.rfind(['\n', ',']).and_then(|end| part.get(..end)).unwrap_or_default();
            let text = self.squeezed(whole);
            (text.len() > 2 * KEY_LENGTH && self.whole_key("").is_empty()).then(|| self.key(&text).to_owned())
        };
        // Most statements have few comments.
        of_first(4 * KEY_LENGTH).or_else(|| of_first(16 * KEY_LENGTH))
    }

    fn whole_key<'t>(&self, text: &'t str) -> &'t str {
        let names_modules = self.rules.lists.as_ref().is_some_and(|lists| lists.names_only);
        let at = match self.rules.key_mark.as_deref() {
            Some(mark) => text.find(mark),
            None if names_modules => {
                let ends = |quote: &String| Some(text.find(quote)? + quote.len());
                self.rules.quotes.iter().filter_map(ends).min()
            }
            None => None,
        };
        at.map_or(text, |at| &text[at..])
    }

    /// Returns the place below the header of a file without imports.
    pub(super) fn below_head(&self, children: &[ItemId], head: usize) -> Gap {
        let mut line = head;
        let mut has_head = head > 0;
        let mut at = 0;
        while let Some(id) = children.get(at) {
            let item = self.outline.item(*id);
            let last = self.buffer.line_of(item.range.end.saturating_sub(1).max(item.range.start));
            if last < line {
                at += 1;
                continue;
            }
            let text = self.buffer.slice(item.range.clone());
            let is_head = self.rules.header.iter().any(|start| text.starts_with(start.as_str()));
            let is_doc = self.language.manifest().symbols.empty_body_statement.is_some()
                && item.role == Role::Other
                && is_docstring(&text, &self.language.manifest().lexical);
            let is_apart = item.role == Role::Comment
                && self.is_apart(children, at, last)
                && !self.documents_next(children, at);
            if !is_head && !is_doc && !is_apart {
                break;
            }
            has_head = true;
            line = last + 1;
            at += 1;
        }
        let is_blank = |line: usize| self.buffer.line(line).trim().is_empty();
        let more = (line..self.buffer.line_count()).find(|line| !is_blank(*line));
        let mut code = children[at..].iter().filter(|id| self.outline.item(**id).role != Role::Comment);
        let next = code.next().filter(|id| is_definition(self.outline, **id));
        let gap = if next.is_some() { self.language.manifest().symbols.blank_lines.outside } else { 1 };
        let below = if more == Some(line) { gap } else { 0 };
        Gap { line, above: usize::from(has_head), below }
    }

    /// Returns whether a comment documents the following definition, even if other lines are between them.
    fn documents_next(&self, children: &[ItemId], at: usize) -> bool {
        let mut code = children[at..].iter().filter(|id| self.outline.item(**id).role != Role::Comment);
        let next = code.next().copied().filter(|id| is_definition(self.outline, *id));
        let start = self.buffer.line_of(self.outline.item(children[at]).range.start);
        next.is_some_and(|next| {
            first_line_with_lead_in(Outlined { outline: self.outline, buffer: self.buffer }, next) <= start
        })
    }

    /// Returns whether a comment, or the run of comments that contains it, is separated from the following item.
    fn is_apart(&self, children: &[ItemId], at: usize, last: usize) -> bool {
        let mut last = last;
        for id in &children[at + 1..] {
            let item = self.outline.item(*id);
            let first = self.buffer.line_of(item.range.start);
            if first > last + 1 {
                return true;
            }
            let text = self.buffer.slice(item.range.clone());
            if self.rules.header.iter().any(|start| text.starts_with(start.as_str())) {
                return true;
            }
            if item.role != Role::Comment {
                // A shebang, or another comment about the file in its first lines, documents nothing.
                return is_docstring(&text, &self.language.manifest().lexical) && item.role == Role::Other
                    || at == 0 && last < 2 && self.is_of_file(children[at]);
            }
            last = self.buffer.line_of(item.range.end.saturating_sub(1));
        }
        true
    }

    fn is_of_file(&self, id: ItemId) -> bool {
        let text = self.buffer.slice(self.outline.item(id).range.clone());
        let marks = &self.language.manifest().symbols.file_comments;
        marks.iter().any(|mark| text.starts_with(mark.as_str()))
    }

    /// Returns whether imports after an item do not count as imports at the top.
    pub(super) fn ends_imports(&self, id: ItemId) -> bool {
        let item = self.outline.item(id);
        let is_body = item.role == Role::Module && item.inside.is_some();
        is_definition(self.outline, id) || is_body && !self.stands_above_imports(id)
    }

    /// Returns whether imports follow a module. `#include` lines after a module may belong exactly there.
    fn stands_above_imports(&self, module: ItemId) -> bool {
        if self.rules.self_word.is_none() {
            return false;
        }
        let children = self.outline.children(self.container().0);
        let behind = children.iter().skip_while(|id| **id != module);
        let mut roles = behind.map(|id| self.outline.item(*id).role);
        roles.find(|role| !matches!(role, Role::Module | Role::Comment)) == Some(Role::Import)
    }

    /// Returns the container of the imports: the file, or the include guard around everything, with its first usable
    /// line.
    pub(in crate::resolve::symbol) fn container(&self) -> (ItemId, usize) {
        let top = self.outline.children(FILE);
        let code = top.iter().filter(|id| {
            let item = self.outline.item(**id);
            let begins = |start: &String| self.buffer.has_at(item.range.start, start);
            item.role != Role::Comment && !self.rules.header.iter().any(begins)
        });
        let mut code = code.copied();
        let guard = code.next().filter(|id| self.outline.item(*id).role == Role::Transparent);
        let rest = code.next();
        guard
            .filter(|_| rest.is_none())
            .and_then(|guard| Some((guard, self.guard_end(guard)?)))
            .unwrap_or((FILE, 0))
    }

    /// Returns the line below the head of an include guard; `None` if the item is none.
    fn guard_end(&self, id: ItemId) -> Option<usize> {
        let item = self.outline.item(id);
        let first = self.buffer.line_of(item.range.start);
        self.rules.guard_defines.as_deref()?;
        if self.is_condition_with_imports(id) {
            return Some(first + 1);
        }
        self.guard_at(first)
    }

    /// Returns the line below the head of an include guard that begins on a line.
    pub(super) fn guard_at(&self, first: usize) -> Option<usize> {
        let heading = self.buffer.line(first);
        let opens = self.rules.guard_opens.iter().any(|open| heading.trim_start().starts_with(open.as_str()));
        let define = self.rules.guard_defines.as_deref()?;
        let line =
            (first + 1..self.buffer.line_count()).find(|line| !self.buffer.line(*line).trim().is_empty())?;
        let text = self.buffer.line(line);
        let name = text.trim_start().strip_prefix(define).filter(|_| opens)?.split_whitespace().next()?;
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        heading.split(|char| !is_word(char)).any(|word| word == name).then_some(line + 1)
    }

    /// Returns whether an item is a conditional with only one branch, which contains imports.
    fn is_condition_with_imports(&self, id: ItemId) -> bool {
        let children = || self.outline.children(id).iter().map(|child| self.outline.item(*child));
        let Some(masks) = &self.language.manifest().view.preprocessor else { return false };
        let is_other_branch = |item: &CurrentItem<'_>| {
            let begins =
                |word: &String| self.buffer.has_at(item.range.start, &format!("{}{word}", masks.directive));
            masks.alternatives.iter().any(begins)
        };
        let has_import = children().any(|item| item.role == Role::Import);
        has_import && !children().any(|item| is_other_branch(&item))
    }

    /// Returns the imports of a statement: several if it is grouped.
    pub(in crate::resolve::symbol) fn imports(&self, id: ItemId) -> Vec<Import> {
        let range = self.outline.item(id).range.clone();
        let first = self.buffer.line_of(range.start);
        let text = self.buffer.slice(range);
        match group::members(&text, self.rules, &self.language.manifest().lexical) {
            Some(members) => {
                let moved = |(lines, text): (Range<usize>, String)| {
                    let lines = first + lines.start..first + lines.end;
                    let statement = lines.end - 1;
                    Import { place: ImportPlace { lines, statement }, text: self.squeezed(&text) }
                };
                members.into_iter().map(moved).collect()
            }
            None => vec![self.import(id)],
        }
    }

    fn import(&self, id: ItemId) -> Import {
        let text = self.squeezed(&self.buffer.slice(self.outline.item(id).range.clone()));
        Import { place: self.place(id), text }
    }

    /// Returns the place of a statement that is not grouped.
    pub(in crate::resolve::symbol) fn place(&self, id: ItemId) -> ImportPlace {
        let item = self.outline.item(id);
        let first = first_line_with_lead_in(Outlined { outline: self.outline, buffer: self.buffer }, id);
        // A comment above the first import may be about the file.
        let is_first =
            self.outline.siblings(id).0.iter().find(|one| self.outline.item(**one).role == Role::Import);
        let first = if is_first == Some(&id) { self.attributes_above(id, first) } else { first };
        let last = self.buffer.line_of(item.range.end.saturating_sub(1).max(item.range.start));
        let statement = self.buffer.line_of(item.range.start);
        ImportPlace { lines: first..last + 1, statement }
    }

    /// Returns the first line of an import with its attributes, without the comments above.
    pub(super) fn attributes_above(&self, id: ItemId, top: usize) -> usize {
        let (siblings, at) = self.outline.siblings(id);
        let mut line = self.buffer.line_of(self.outline.item(id).range.start);
        for one in siblings[..at].iter().rev() {
            let item = self.outline.item(*one);
            if item.role != Role::Attribute || self.buffer.line_of(item.range.start) < top {
                break;
            }
            line = self.buffer.line_of(item.range.start);
        }
        line
    }

    /// Returns the line of an import that the outline does not contain because of a syntax error.
    pub(super) fn line_in_damage(&self, text: &str) -> Option<usize> {
        let lines = if self.outline.has_error { self.buffer.line_count() } else { 0 };
        let mut open = Vec::new();
        (0..lines).find(|line| {
            self.track_conditional(*line, &mut open);
            let own = self.buffer.line(*line);
            text.starts_with(first_word(&own))
                && !own.trim().is_empty()
                && self.squeezed(&own) == text
                && !open.contains(&true)
        })
    }

    /// Returns whether an import must precede all others.
    pub(in crate::resolve::symbol) fn is_first(&self, text: &str) -> bool {
        self.rules.first.iter().any(|start| text.starts_with(start.as_str()))
    }

    /// Returns whether imports are grouped by where they refer to.
    pub(super) fn has_groups(&self) -> bool {
        self.rules.group.is_some() || !self.rules.relative.is_empty()
    }

    /// Returns the group of an import.
    pub(in crate::resolve::symbol) fn group(&self, text: &str) -> ImportGroup {
        if self.rules.group.is_some() {
            let path = self.key(text).trim_start_matches('"');
            let names_host = path.split(['/', '"']).next().is_some_and(|host| host.contains('.'));
            return if names_host { ImportGroup::Last } else { ImportGroup::First };
        }
        let is_standard = || {
            let words = text.split(|char: char| !is_word_char(char)).filter(|word| !word.is_empty());
            let mut module = words.skip_while(|word| self.rules.begins.iter().any(|begin| begin == word));
            module.next().is_some_and(|name| self.language.knows_member(&format!("module:{name}")))
        };
        match () {
            () if self.rules.is_relative(text, self.around.roots) => ImportGroup::Last,
            () if self.rules.separate_standard && !is_standard() => ImportGroup::Middle,
            () => ImportGroup::First,
        }
    }

    /// Returns whether an import includes the file's own header.
    pub(in crate::resolve::symbol) fn is_own(&self, text: &str) -> bool {
        let stem = self.around.stem;
        let is_path =
            self.rules.guard_defines.is_some() && !stem.is_empty() && self.group(text) == ImportGroup::Last;
        let name = text.trim_end_matches('"').rsplit(['/', '"']).next().unwrap_or_default();
        is_path && name.split('.').next() == stem.split('.').next()
    }

    /// Returns whether there is an attribute above an import, such as a condition.
    pub(super) fn has_attribute(&self, id: ItemId) -> bool {
        let (siblings, at) = self.outline.siblings(id);
        let above = at.checked_sub(1).and_then(|above| siblings.get(above));
        above.is_some_and(|above| self.outline.item(*above).role == Role::Attribute)
    }

    /// Returns the attributes above a statement on one line.
    pub(in crate::resolve::symbol) fn attributes_of(&self, id: ItemId) -> String {
        let from = self.buffer.line_start(self.attributes_above(id, 0));
        self.squeezed(&self.buffer.slice(from..self.outline.item(id).range.start))
    }

    /// Returns a statement on one line, with the attributes above it.
    pub(in crate::resolve::symbol) fn with_attributes(&self, id: ItemId) -> String {
        let from = self.buffer.line_start(self.attributes_above(id, 0));
        self.squeezed(&self.buffer.slice(from..self.outline.item(id).range.end))
    }

    /// Returns those of some items, which may no longer exist, that are imports of a container, in file order.
    pub(super) fn own_imports(&self, container: ItemId, ids: &[ItemId]) -> Vec<ItemId> {
        let mut own: Vec<ItemId> =
            ids.iter().copied().filter(|id| self.outline.is_child(*id, container, Role::Import)).collect();
        own.sort_by_key(|id| (self.outline.item(*id).range.start, *id));
        own.dedup();
        own
    }

    pub(in crate::resolve::symbol) fn squeezed(&self, text: &str) -> String {
        squeezed(text, &self.language.manifest().lexical)
    }
}

/// The group of an import, separated from other groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::resolve::symbol) enum ImportGroup {
    /// The standard library; everything that is not `Last` in languages that do not separate it.
    First,
    /// Installed packages, in languages that separate the standard library.
    Middle,
    /// Imports that name a host, belong to the project, or are relative.
    Last,
}

/// The lines of an import.
pub(in crate::resolve::symbol) struct ImportPlace {
    /// Its lines, including those above that belong to it.
    pub(in crate::resolve::symbol) lines: Range<usize>,
    /// The line on which the statement begins.
    pub(in crate::resolve::symbol) statement: usize,
}

/// An import of the file.
pub(in crate::resolve::symbol) struct Import {
    pub(in crate::resolve::symbol) place: ImportPlace,
    /// Its text on one line, without comments.
    pub(in crate::resolve::symbol) text: String,
}

/// A place before a line (from 0), with the number of blank lines to insert above and below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Gap {
    pub(in crate::resolve::symbol) line: usize,
    pub(in crate::resolve::symbol) above: usize,
    pub(in crate::resolve::symbol) below: usize,
}

/// An import statement of a payload.
pub(super) struct WantedImport {
    /// The attribute lines above it, such as a condition.
    pub(in crate::resolve::symbol) attributes: Vec<String>,
    pub(in crate::resolve::symbol) lines: Vec<String>,
}

impl WantedImport {
    pub(in crate::resolve::symbol) const fn plain(lines: Vec<String>) -> Self {
        Self { attributes: Vec::new(), lines }
    }
}

/// The edits that add imports to a file, or remove them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportEdits {
    /// The edits.
    pub edits: EditSet,
    /// The statements that need no edit, on one line each, with the line (from 0) that already has it, if there is one.
    pub idle: Vec<(String, Option<usize>)>,
    /// The conditional attributes that are removed to make an import unconditional, each with the import.
    pub freed: Vec<(String, String)>,
    /// The first changed line, from 0.
    pub line: Option<usize>,
}

/// Facts about the project of a file.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportsAround<'a> {
    /// The first names of imports that refer to files of the project.
    pub roots: &'a [String],
    /// The name of the file without its extension: a header of that name is its own header.
    pub stem: &'a str,
}

/// An import of the index, by its index in it.
pub(super) type ImportId = usize;
