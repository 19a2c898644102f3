//! The layout of name lists, and the order of their names.

use std::ops::ControlFlow;

use super::listed_names::ListedName;
use super::lists::{NameList, lists};
use crate::lang::{ImportRules, Language, Manifest};
use crate::text::{Buffer, IndentUnit, RowRules};

/// The line length up to which imports always stay on one line, and the length up to which they do so if the file has
/// lines as long.
pub(super) const WIDTHS: (usize, usize) = (80, 120);

/// The default length of a new import above which it is broken, unless the file has lines as long.
pub(super) const LONG: usize = 100;

/// The sort key of names.
pub(in crate::resolve::symbol) type Order = fn(&str) -> (u8, String);

/// The possible orders of names.
const ORDERS: [Order; 4] = [
    |name| (0, name.to_owned()),
    |name| (0, name.to_lowercase()),
    |name| (2 - case_of(name), name.to_lowercase()),
    |name| (case_of(name), name.to_owned()),
];

/// Sorts names in the order that most lists of some imports have; unchanged if no list has one.
pub fn in_order(language: &'static Language, imports: &[&str], names: Vec<String>) -> Vec<String> {
    let manifest = language.manifest();
    let Some(rules) = manifest.imports.as_ref() else { return names };
    let all: Vec<NameList> = imports.iter().flat_map(|text| lists(text, rules, &manifest.lexical)).collect();
    let all: Vec<&NameList> = all.iter().filter(|list| list.names.len() > 1).collect();
    let fitting = |order: Order| {
        all.iter().filter(|list| list.names.iter().is_sorted_by_key(|name| order(name.text))).count()
    };
    let best = orders(rules).into_iter().rev().max_by_key(|order| fitting(*order));
    let Some(order) = best.filter(|order| all.is_empty() || fitting(*order) > 0) else { return names };
    let mut names = names;
    names.sort_by_key(|name| order(name));
    names
}

/// Returns the possible orders of names in a language, the likeliest first.
pub(super) fn orders(rules: &ImportRules) -> [Order; 4] {
    let own = match (rules.self_word.is_some(), rules.constants_first) {
        (true, _) => [3, 0, 1, 2],
        (_, true) => [2, 0, 1, 3],
        _ => [0, 1, 2, 3],
    };
    own.map(|at| ORDERS[at])
}

/// Returns 0 for a name in lower case, 1 for a capitalized one, 2 for one in upper case.
fn case_of(name: &str) -> u8 {
    let own = name.split(' ').next().unwrap_or_default();
    if own.starts_with(|char: char| char.is_lowercase() || char == '_') {
        0
    } else if own.len() > 1 && !own.contains(|char: char| char.is_lowercase()) {
        2
    } else {
        1
    }
}

/// The layout of import lists: the maximum line length, and the indentation of broken lists.
#[derive(Debug, Clone, Copy)]
pub(in crate::resolve::symbol) struct ListLayout<'a> {
    pub(in crate::resolve::symbol) rules: &'static ImportRules,
    pub(in crate::resolve::symbol) manifest: &'static Manifest,
    pub(in crate::resolve::symbol) row_rules: RowRules<'static>,
    pub(in crate::resolve::symbol) buffer: &'a Buffer,
    /// Whether lines are never broken, however long they are.
    pub(super) keeps_lines: bool,
}

/// Returns whether a line of this many characters is acceptable in a file: it is short, or the file has one as long.
pub(in crate::resolve::symbol) fn may_be_so_long(buffer: &Buffer, length: usize) -> bool {
    let (short, long) = WIDTHS;
    let mut has_longer = false;
    if length > short && length <= long {
        buffer.each_line(0, |_, line| {
            has_longer = line.len() >= length && line.chars().count() >= length;
            if has_longer { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    length <= short || has_longer
}

impl ListLayout<'_> {
    /// Returns whether a line of this many characters is acceptable in the file.
    pub(super) fn fits(&self, length: usize) -> bool {
        self.keeps_lines || may_be_so_long(self.buffer, length)
    }

    /// Returns one indent level.
    pub(super) fn step(&self) -> String {
        let lines: Vec<String> =
            (0..self.buffer.line_count()).map(|line| self.buffer.line(line).into_owned()).collect();
        let unit = IndentUnit::shown(&lines, self.row_rules);
        unit.map_or_else(|| " ".repeat(self.rules.step), IndentUnit::text)
    }

    /// Returns the line ending of the file.
    pub(super) fn end(&self) -> &'static str {
        self.buffer.line_end(0).as_str()
    }
}

/// Properties of the names of a list that remain valid when names are added at the places that [`Self::insertion_index`]
/// returns.
#[derive(Debug, Clone, Copy)]
pub(in crate::resolve::symbol) struct ListShape {
    /// The order of the names.
    pub(super) order: Option<Order>,
    /// Whether some names begin with a narrowing modifier.
    pub(super) has_modifiers: bool,
    /// Whether the shape also remains valid when names are removed.
    pub(super) survives_removal: bool,
}

impl ListShape {
    pub(in crate::resolve::symbol) fn of(list: &NameList, rules: &ImportRules) -> Self {
        let is_sorted = |order: &Order| {
            let key =
                |name: ListedName<'_>| (Some(name.text) != rules.self_word.as_deref(), order(name.text));
            list.names.iter().is_sorted_by_key(key)
        };
        let is_narrow =
            |name: ListedName<'_>| rules.modifiers.iter().any(|word| name.text.starts_with(word.as_str()));
        let orders = orders(rules);
        let order = orders.iter().position(is_sorted);
        let has_modifiers = list.names.iter().any(is_narrow);
        Self {
            order: order.map(|at| orders[at]),
            has_modifiers,
            survives_removal: order == Some(0) && !has_modifiers,
        }
    }

    /// Returns the order of the names.
    pub(in crate::resolve::symbol) const fn order(&self) -> Option<Order> {
        self.order
    }

    /// Returns the index of the name before which a new one is inserted.
    pub(super) fn insertion_index(&self, list: &NameList, name: &String, rules: &ImportRules) -> usize {
        match self.order {
            _ if Some(name) == rules.self_word.as_ref() => 0,
            Some(order) => {
                let key = order(name);
                list.names.partition_point(|own| {
                    Some(own.text) == rules.self_word.as_deref() || order(own.text) <= key
                })
            }
            None => list.names.len(),
        }
    }
}
