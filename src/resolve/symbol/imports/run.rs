//! Runs of adjacent imports, and the order of those in a run that have the same first word.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::file::ImportGroup;
use super::file::ImportId;
use super::properties::ImportProperties;

/// The possible sort keys of imports: the key itself, or in lower case.
pub(super) const IMPORT_ORDERS: [fn(&str) -> String; 2] = [|key| key.to_owned(), |key| key.to_lowercase()];

/// A run of adjacent imports.
#[derive(Debug, Clone, Default)]
pub(super) struct ImportRun {
    /// The first and the last import.
    pub(in crate::resolve::symbol) ends: Option<(ImportId, ImportId)>,
    pub(in crate::resolve::symbol) count: usize,
    /// The number of imports of each group.
    groups: [usize; 3],
    /// The number of imports of the file's own header.
    own: usize,
    /// The number of imports with a relative path.
    counted: usize,
    /// The number of imports with each beginning, by the hash of their first tokens.
    beginnings: HashMap<u64, usize>,
    keys: BTreeMap<String, usize>,
    /// The imports by their first word, except that of the file's own header.
    pub(super) same_word: HashMap<String, SameWordImports>,
}

/// The imports of a run with the same first word.
#[derive(Debug, Clone, Default)]
pub(super) struct SameWordImports {
    /// The first and the last import.
    pub(in crate::resolve::symbol) ends: Option<(ImportId, ImportId)>,
    /// For each order, the number of imports directly below one that should follow them.
    inversions: [usize; 2],
    /// For each order, the imports by key.
    pub(super) sorted: [BTreeMap<String, Vec<ImportId>>; 2],
}

impl ImportRun {
    /// Updates the counts for an import that is added or removed.
    pub(in crate::resolve::symbol) fn note(&mut self, facts: &ImportProperties, comes: bool) {
        let change = |count: &mut usize, by: bool| {
            let by = usize::from(by);
            *count = if comes { *count + by } else { *count - by };
        };
        change(&mut self.count, true);
        change(&mut self.groups[facts.group as usize], true);
        change(&mut self.own, facts.is_own);
        change(&mut self.counted, counts_from_file(&facts.words));
        for beginning in beginnings(&facts.words) {
            adjust_count(&mut self.beginnings, &beginning, comes);
        }
        let count = self.keys.entry(facts.key.clone()).or_default();
        change(count, true);
        if *count == 0 {
            self.keys.remove(&facts.key);
        }
    }

    /// Returns whether it contains imports of a group.
    pub(in crate::resolve::symbol) const fn has(&self, group: ImportGroup) -> bool {
        self.groups[group as usize] > 0
    }

    /// Returns whether it contains imports of earlier groups.
    pub(in crate::resolve::symbol) fn has_before(&self, group: ImportGroup) -> bool {
        self.groups[..group as usize].iter().any(|count| *count > 0)
    }

    /// Returns the last of the earlier groups of which it contains imports.
    pub(super) fn last_before(&self, group: ImportGroup) -> Option<usize> {
        self.groups[..group as usize].iter().rposition(|count| *count > 0)
    }

    /// Returns whether it contains imports with a relative path, or else with another one.
    pub(super) const fn has_counted(&self, is_counted: bool) -> bool {
        if is_counted { self.counted > 0 } else { self.counted < self.count }
    }

    /// Returns whether it contains imports of several groups.
    pub(super) fn is_mixed(&self) -> bool {
        self.groups.iter().filter(|count| **count > 0).count() > 1
    }

    /// Returns whether it consists of the import of the file's own header.
    pub(super) const fn is_of_own(&self) -> bool {
        self.own == self.count
    }

    /// Returns how many first tokens an import in it shares with `words`.
    pub(in crate::resolve::symbol) fn likeness(&self, words: &[String]) -> usize {
        beginnings(words).take_while(|beginning| self.beginnings.contains_key(beginning)).count()
    }

    /// Returns whether a key would be sorted between others of the run.
    pub(in crate::resolve::symbol) fn is_around(&self, key: &str) -> bool {
        let is_below = self.keys.first_key_value().is_some_and(|(least, _)| least.as_str() < key);
        is_below && self.keys.last_key_value().is_some_and(|(most, _)| most.as_str() > key)
    }
}

impl SameWordImports {
    pub(in crate::resolve::symbol) const fn is_sorted(&self, order: usize) -> bool {
        self.inversions[order] == 0
    }

    /// Updates the inversions for a pair of adjacent imports that is formed or separated.
    pub(in crate::resolve::symbol) fn pair(&mut self, pair: [Option<&ImportProperties>; 2], comes: bool) {
        let [Some(above), Some(below)] = pair else { return };
        for (count, order) in self.inversions.iter_mut().zip(IMPORT_ORDERS) {
            if order(&above.key) > order(&below.key) {
                *count = if comes { *count + 1 } else { *count - 1 };
            }
        }
    }

    /// Updates the keys for an import that is added or removed.
    pub(in crate::resolve::symbol) fn note(&mut self, own: ImportId, facts: &ImportProperties, comes: bool) {
        for (sorted, order) in self.sorted.iter_mut().zip(IMPORT_ORDERS) {
            let key = order(&facts.key);
            if comes {
                sorted.entry(key).or_default().push(own);
            } else if let Some(all) = sorted.get_mut(&key) {
                all.retain(|one| *one != own);
                if all.is_empty() {
                    sorted.remove(&key);
                }
            }
        }
    }
}

/// Returns whether a path with these tokens is relative: it begins with a dot.
pub(super) fn counts_from_file(words: &[String]) -> bool {
    words.iter().take(3).any(|word| word == ".")
}

/// Returns the hashes of the first token, of the first two, and so on.
fn beginnings(words: &[String]) -> impl Iterator<Item = u64> {
    let mut hasher = DefaultHasher::new();
    words.iter().map(move |word| {
        word.hash(&mut hasher);
        hasher.finish()
    })
}

/// Increments or decrements a count; returns the old and the new one.
pub(super) fn adjust_count<K: Clone + Eq + Hash>(
    counts: &mut HashMap<K, usize>,
    key: &K,
    comes: bool,
) -> (usize, usize) {
    let before = counts.get(key).copied().unwrap_or_default();
    let now = if comes { before + 1 } else { before.saturating_sub(1) };
    if now == 0 {
        counts.remove(key);
    } else {
        counts.insert(key.clone(), now);
    }
    (before, now)
}
