//! The properties of one import of a file, read from its text.

use std::collections::HashMap;
use std::ops::Range;

use super::file::{Import, ImportGroup, ImportsFile};
use super::items::{Modifiers, first_word, items, tokens};
use super::list_layout::ListShape;
use super::lists::{self, NameList, lists};
use crate::lang::ImportRules;
use crate::resolve::symbol::outline::items::ItemId;

/// A list of names in a statement of the file.
#[derive(Debug, Clone)]
pub(super) struct FileList {
    pub(in crate::resolve::symbol) statement: ItemId,
    pub(in crate::resolve::symbol) list: NameList,
    /// `None` after names were removed that it may have depended on.
    pub(super) shape: Option<ListShape>,
    /// Whether it is the last name of a path, still without brackets.
    pub(super) is_path: bool,
    /// The index of the first name that was removed last.
    pub(super) near: usize,
    /// The attributes above its statement.
    pub(super) attributes: String,
}

impl FileList {
    pub(super) fn shape(&self, rules: &ImportRules) -> ListShape {
        self.shape.unwrap_or_else(|| ListShape::of(&self.list, rules))
    }

    /// Returns the range of its names: between the brackets, or from the first name to the last one.
    pub(in crate::resolve::symbol) fn edges(&self) -> Option<Range<usize>> {
        match (&self.list.brackets, self.list.names.first(), self.list.names.last()) {
            (Some(brackets), ..) => Some(brackets.start + 1..brackets.end - 1),
            (None, Some(first), Some(last)) => Some(first.range.start..last.range.end),
            _ => None,
        }
    }

    /// Returns the text before and after the names, with the attributes above.
    pub(in crate::resolve::symbol) fn around(&self) -> (String, String) {
        (format!("{}{}", self.attributes, self.list.before), self.list.behind.clone())
    }
}

/// The items that an import imports, as a multiset: single names of a long list can be removed cheaply.
#[derive(Debug, Clone, Default)]
pub(super) struct ItemCounts {
    /// The number of occurrences of each item.
    counts: HashMap<String, usize>,
    /// The sum of the counts.
    total: usize,
}

impl ItemCounts {
    fn of(items: Vec<String>) -> Self {
        let mut own = Self::default();
        items.into_iter().for_each(|item| own.add(item));
        own
    }

    pub(super) fn add(&mut self, item: String) {
        *self.counts.entry(item).or_default() += 1;
        self.total += 1;
    }

    /// Removes all occurrences of an item.
    pub(super) fn remove(&mut self, item: &str) {
        self.total -= self.counts.remove(item).unwrap_or_default();
    }

    /// Returns how often an item occurs.
    pub(super) fn count(&self, item: &str) -> usize {
        self.counts.get(item).copied().unwrap_or_default()
    }

    pub(super) const fn len(&self) -> usize {
        self.total
    }

    /// Returns each item as often as it occurs, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &String> {
        self.counts.iter().flat_map(|(item, count)| std::iter::repeat_n(item, *count))
    }
}

/// The properties of an import.
#[derive(Debug, Clone)]
pub(super) struct ImportProperties {
    /// Its first word.
    pub(in crate::resolve::symbol) word: String,
    /// Its sort key.
    pub(in crate::resolve::symbol) key: String,
    /// The tokens of the key.
    pub(in crate::resolve::symbol) words: Vec<String>,
    /// The imported items: with visibility modifiers, and without.
    pub(in crate::resolve::symbol) items: [ItemCounts; 2],
    /// Whether it must precede all other imports.
    pub(in crate::resolve::symbol) is_first: bool,
    /// Its group.
    pub(in crate::resolve::symbol) group: ImportGroup,
    /// Whether it includes the file's own header.
    pub(in crate::resolve::symbol) is_own: bool,
    /// Its module, in languages where imports name modules by strings.
    pub(in crate::resolve::symbol) module: Option<String>,
    /// The prefixes of its path, if it has no list, in languages where lists are parts of paths.
    pub(super) paths: Vec<String>,
    /// Its whole text, if there are attributes above it.
    pub(in crate::resolve::symbol) with_attributes: Option<String>,
    /// The attributes above it.
    pub(in crate::resolve::symbol) attributes: Option<String>,
    /// Whether an attribute above it excludes it from some builds.
    pub(in crate::resolve::symbol) is_conditional: bool,
    /// Whether it contains the first quote character, the second one, and the optional terminator.
    pub(in crate::resolve::symbol) signs: [bool; 3],
}

impl ImportProperties {
    /// Returns the properties of an import, given by its statement and its index therein, and the lists to which names
    /// can be added.
    pub(in crate::resolve::symbol) fn new(
        file: &ImportsFile<'_>,
        (statement, nth): (ItemId, usize),
        import: &Import,
    ) -> (Self, Vec<FileList>) {
        let text = &import.text;
        let rules = file.rules;
        let is_dressed = nth == 0 && file.has_attribute(statement);
        let attributes = is_dressed.then(|| file.attributes_of(statement));
        let quote = |at: usize| rules.quotes.get(at).is_some_and(|quote| text.contains(quote.as_str()));
        let key = file.key(text);
        let facts = Self {
            key: key.to_owned(),
            words: tokens(key),
            is_first: file.is_first(text),
            group: file.group(text),
            is_own: file.is_own(text),
            module: module_of(file, text),
            paths: plain_paths(file, text),
            with_attributes: is_dressed.then(|| file.with_attributes(statement)),
            attributes: attributes.clone(),
            signs: [quote(0), quote(1), rules.end.as_ref().is_some_and(|end| text.ends_with(end.as_str()))],
            ..Self::of_items(file, statement, text)
        };
        let mut lists = if rules.lists.is_none() { Vec::new() } else { lists_of(file, statement) };
        lists.iter_mut().for_each(|list| list.attributes = attributes.clone().unwrap_or_default());
        (facts, lists)
    }

    /// Returns only the imported items of an import; the other properties are left empty.
    pub(super) fn of_items(file: &ImportsFile<'_>, statement: ItemId, text: &str) -> Self {
        Self {
            word: first_word(text).to_owned(),
            items: [Modifiers::Keep, Modifiers::Drop]
                .map(|modifiers| ItemCounts::of(items(text, file.rules, modifiers))),
            key: String::new(),
            words: Vec::new(),
            is_first: false,
            group: ImportGroup::First,
            is_own: false,
            module: None,
            paths: Vec::new(),
            with_attributes: None,
            attributes: None,
            is_conditional: file.is_conditional(statement),
            signs: [false; 3],
        }
    }
}

/// Returns the name lists of a statement.
fn lists_of(file: &ImportsFile<'_>, statement: ItemId) -> Vec<FileList> {
    let lexical = &file.language.manifest().lexical;
    let text = file.buffer.slice(file.outline.item(statement).range.clone());
    let of = |list: NameList, is_path: bool| {
        let shape = Some(ListShape::of(&list, file.rules));
        FileList { statement, list, shape, is_path, near: 0, attributes: String::new() }
    };
    let whole = lists(&text, file.rules, lexical).into_iter().map(|list| of(list, false));
    let end = lists::path_end(&text, file.rules, lexical).map(|list| of(list, true));
    whole.chain(end).collect()
}

/// Returns the path prefixes, each with the separator at its end, of an import of one thing without a list.
fn plain_paths(file: &ImportsFile<'_>, text: &str) -> Vec<String> {
    let has_lists = file.rules.self_word.as_ref().and(file.rules.lists.as_ref());
    if has_lists.is_none_or(|lists| text.contains(&lists.open)) {
        return Vec::new();
    }
    let ends = |item: String| -> Vec<String> {
        item.match_indices(" :: ").map(|(at, sign)| item[..at + sign.len() - 1].to_owned()).collect()
    };
    items(text, file.rules, Modifiers::Keep).into_iter().flat_map(ends).collect()
}

/// Returns the module of an import, in languages where imports name modules by strings and lists contain names only.
pub(super) fn module_of(file: &ImportsFile<'_>, text: &str) -> Option<String> {
    file.rules.lists.as_ref().filter(|lists| lists.names_only)?;
    let first = items(text, file.rules, Modifiers::Keep).into_iter().next()?;
    first.rsplit_once(" from ").map(|(_, module)| module.to_owned())
}
