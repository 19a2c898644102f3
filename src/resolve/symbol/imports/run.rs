//! Imports without a gap between them, and how those of them that begin with one word are sorted.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::facts::ImportFacts;
use super::file::ImportGroup;
use super::file::ImportId;

/// What imports may be sorted by: their key as it is, or in small letters.
pub(super) const IMPORT_ORDERS: [fn(&str) -> String; 2] = [|key| key.to_owned(), |key| key.to_lowercase()];

/// A run of imports.
#[derive(Debug, Clone, Default)]
pub(super) struct ImportRun {
    /// The first and the last one.
    pub(in crate::resolve::symbol) ends: Option<(ImportId, ImportId)>,
    pub(in crate::resolve::symbol) count: usize,
    /// How many are of each group.
    groups: [usize; 3],
    /// How many are those of the file's own header.
    own: usize,
    /// How many have a path that counts from the file itself on.
    counted: usize,
    /// How many begin so, by hashes of the first words and signs.
    beginnings: HashMap<u64, usize>,
    keys: BTreeMap<String, usize>,
    /// Those that begin with a word, the one of the file's own header apart.
    pub(super) kindred: HashMap<String, Kindred>,
}

/// Imports of a run that begin with one word.
#[derive(Debug, Clone, Default)]
pub(super) struct Kindred {
    /// The first and the last one.
    pub(in crate::resolve::symbol) ends: Option<(ImportId, ImportId)>,
    /// In each order, how many stand directly below one that comes behind them.
    inversions: [usize; 2],
    /// In each order, those of a key.
    pub(super) sorted: [BTreeMap<String, Vec<ImportId>>; 2],
}

impl ImportRun {
    /// Notes that an import came, or went.
    pub(in crate::resolve::symbol) fn note(&mut self, facts: &ImportFacts, comes: bool) {
        let change = |count: &mut usize, by: bool| {
            let by = usize::from(by);
            *count = if comes { *count + by } else { *count - by };
        };
        change(&mut self.count, true);
        change(&mut self.groups[facts.group as usize], true);
        change(&mut self.own, facts.is_own);
        change(&mut self.counted, counts_from_file(&facts.words));
        for beginning in beginnings(&facts.words) {
            tally(&mut self.beginnings, &beginning, comes);
        }
        let count = self.keys.entry(facts.key.clone()).or_default();
        change(count, true);
        if *count == 0 {
            self.keys.remove(&facts.key);
        }
    }

    /// Whether it has imports of a group.
    pub(in crate::resolve::symbol) const fn has(&self, group: ImportGroup) -> bool {
        self.groups[group as usize] > 0
    }

    /// Whether it has imports of groups that come before one.
    pub(in crate::resolve::symbol) fn has_before(&self, group: ImportGroup) -> bool {
        self.groups[..group as usize].iter().any(|count| *count > 0)
    }

    /// The last of the groups before one that it has imports of.
    pub(super) fn last_before(&self, group: ImportGroup) -> Option<usize> {
        self.groups[..group as usize].iter().rposition(|count| *count > 0)
    }

    /// Whether it has imports whose path counts from the file itself on, or else others.
    pub(super) const fn has_counted(&self, is_counted: bool) -> bool {
        if is_counted { self.counted > 0 } else { self.counted < self.count }
    }

    /// Whether it has imports of more groups than one.
    pub(super) fn is_mixed(&self) -> bool {
        self.groups.iter().filter(|count| **count > 0).count() > 1
    }

    /// Whether it is nothing but the import of the file's own header.
    pub(super) const fn is_of_own(&self) -> bool {
        self.own == self.count
    }

    /// How many of the first words some import of it shares.
    pub(in crate::resolve::symbol) fn likeness(&self, words: &[String]) -> usize {
        beginnings(words).take_while(|beginning| self.beginnings.contains_key(beginning)).count()
    }

    /// Whether a key would be sorted into its midst.
    pub(in crate::resolve::symbol) fn is_around(&self, key: &str) -> bool {
        let is_below = self.keys.first_key_value().is_some_and(|(least, _)| least.as_str() < key);
        is_below && self.keys.last_key_value().is_some_and(|(most, _)| most.as_str() > key)
    }
}

impl Kindred {
    pub(in crate::resolve::symbol) const fn is_sorted(&self, order: usize) -> bool {
        self.inversions[order] == 0
    }

    /// Notes that one stands directly below another, or no more.
    pub(in crate::resolve::symbol) fn pair(&mut self, pair: [Option<&ImportFacts>; 2], comes: bool) {
        let [Some(above), Some(below)] = pair else { return };
        for (count, order) in self.inversions.iter_mut().zip(IMPORT_ORDERS) {
            if order(&above.key) > order(&below.key) {
                *count = if comes { *count + 1 } else { *count - 1 };
            }
        }
    }

    /// Notes that an import came, or went.
    pub(in crate::resolve::symbol) fn note(&mut self, own: ImportId, facts: &ImportFacts, comes: bool) {
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

/// Whether a path, of which these are the words, counts from the file itself on: it begins with a dot.
pub(super) fn counts_from_file(words: &[String]) -> bool {
    words.iter().take(3).any(|word| word == ".")
}

/// Hashes of the first word, of the first two, and so on.
fn beginnings(words: &[String]) -> impl Iterator<Item = u64> {
    let mut hasher = DefaultHasher::new();
    words.iter().map(move |word| {
        word.hash(&mut hasher);
        hasher.finish()
    })
}

/// Counts one more, or one less; returns how many there were and are.
pub(super) fn tally<K: Clone + Eq + Hash>(
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
