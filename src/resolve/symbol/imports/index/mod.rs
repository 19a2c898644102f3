//! An index of a file's imports that is updated by edits: it answers where an import is inserted, and which ones to
//! remove, without reading all of them again.
//!
//! Invariant: an index that was carried over edits answers as a new one would. If that is not certain, it is dropped.

use super::file::ImportId;
use super::run::adjust_count;

mod update;

mod runs;

use std::cmp::Reverse;

use std::collections::{BTreeMap, HashMap};

use std::ops::{Bound, Range};

use super::properties::{FileList, ImportProperties};

use super::file::{Import, ImportPlace, ImportsFile};

use super::statement_change::StatementChange;

use super::items::{Modifiers, items};

use super::run::{IMPORT_ORDERS, ImportRun, SameWordImports};

use crate::lang::Role;

use crate::resolve::symbol::outline::items::ItemId;

use crate::resolve::symbol::outline::starts::Starts;

use crate::text::EditSet;

/// The imports of a file.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct ImportIndex {
    container: ItemId,
    roots: Vec<String>,
    stem: String,
    /// All imports, including removed ones, which are not linked to others.
    all: Vec<IndexedImport>,
    /// The imports of each statement above the first definition, by statement.
    statements: HashMap<ItemId, StatementImports>,
    /// The first and the last import above the first definition.
    ends: Option<(ImportId, ImportId)>,
    /// The last import at the top of those that must precede all others.
    last_first: Option<ImportId>,
    /// The runs of adjacent imports, without those that must precede all others; a run may be empty.
    runs: Vec<ImportRun>,
    /// The imports of each item: with visibility modifiers, and without.
    by_item: [HashMap<String, Vec<ImportId>>; 2],
    /// The imports of each module, in languages where imports name modules by strings.
    modules: HashMap<String, Vec<ImportId>>,
    /// The imports with attributes above them, by their whole text.
    with_attributes: HashMap<String, Vec<ImportId>>,
    /// The number of statements without a list whose path has each prefix.
    paths: HashMap<String, usize>,
    lists: Lists,
    /// The number of imports above the first definition.
    count: usize,
    /// The number of imports with the first quote character, the second one, and the optional terminator.
    signs: [usize; 3],
    /// The number of pairs of adjacent imports that are sorted only if case is ignored, and of those that are sorted
    /// only if it is not.
    cases: [usize; 2],
    /// Whether there are imports below a definition.
    has_outer: bool,
    /// Whether blocks, such as an `if`, are among the imports.
    has_blocks: bool,
    /// The edits that are expected next, and the change of a statement by them.
    expected: (EditSet, Option<StatementChange>),
    /// A change of a statement that is not yet applied to the index.
    changed: Option<StatementChange>,
    /// A byte offset at or after the end of the imports.
    end: usize,
}

#[derive(Debug, Clone)]
struct IndexedImport {
    statement: ItemId,
    /// Its index in the statement.
    nth: usize,
    /// The number of lines above it that belong to it, in a group.
    above_own: usize,
    properties: ImportProperties,
    lists: Vec<usize>,
    run: Option<usize>,
    /// The neighbors in the file, and the neighbors in its run with the same first word.
    above: Option<ImportId>,
    below: Option<ImportId>,
    same_word_above: Option<ImportId>,
    same_word_below: Option<ImportId>,
    /// What it and the import above show about case: an index in `cases`.
    case: Option<usize>,
}

/// The imports of a statement.
#[derive(Debug, Clone, Default)]
struct StatementImports {
    /// The imports by their indexes in the statement.
    members: BTreeMap<usize, ImportId>,
    /// The starts of their lines, as byte offsets from the start of the statement, by index; `None` if it is not
    /// grouped.
    starts: Option<Starts>,
}

/// The name lists of the imports.
#[derive(Debug, Clone, Default)]
struct Lists {
    all: Vec<FileList>,
    /// The lists by the text before and after them.
    by_surroundings: HashMap<(String, String), Vec<usize>>,
    /// The number of lists with a single name, by the text before and after them.
    singles: HashMap<(String, String), usize>,
    /// The number of entries of `singles` with more than one list.
    shared: usize,
    /// The number of lists with several names.
    longer: usize,
}

impl ImportIndex {
    /// Makes the index of a file.
    pub(super) fn new(file: &ImportsFile<'_>) -> Self {
        let (container, _) = file.container();
        let mut index = Self::empty(file, container);
        let children = file.outline.children(container);
        index.has_blocks = children.iter().any(|id| file.outline.item(*id).role == Role::Transparent);
        let behind = children.iter().position(|id| file.ends_imports(*id)).unwrap_or(children.len());
        let mut lines = HashMap::new();
        let is_import = |id: &&ItemId| file.outline.item(**id).role == Role::Import;
        for id in children[..behind].iter().filter(is_import) {
            for (nth, import) in file.imports(*id).into_iter().enumerate() {
                let own = index.add(file, (*id, nth), &import);
                index.link(own, index.ends.map(|(_, last)| last));
                lines.insert(own, import.place.lines);
            }
        }
        index.divide(&lines);
        for id in children[behind..].iter().filter(is_import) {
            index.has_outer = true;
            for (nth, import) in file.imports(*id).into_iter().enumerate() {
                let facts = ImportProperties::of_items(file, *id, &import.text);
                index.push(facts, (*id, nth));
            }
        }
        index
    }

    fn empty(file: &ImportsFile<'_>, container: ItemId) -> Self {
        Self {
            container,
            roots: file.around.roots.to_vec(),
            stem: file.around.stem.to_owned(),
            all: Vec::new(),
            statements: HashMap::new(),
            ends: None,
            last_first: None,
            runs: Vec::new(),
            by_item: Default::default(),
            modules: HashMap::new(),
            with_attributes: HashMap::new(),
            paths: HashMap::new(),
            lists: Lists::default(),
            count: 0,
            signs: [0; 3],
            cases: [0; 2],
            has_outer: false,
            has_blocks: false,
            expected: Default::default(),
            changed: None,
            end: 0,
        }
    }

    /// Returns what is known of the project of the file.
    pub(super) fn around(&self) -> (Vec<String>, String) {
        (self.roots.clone(), self.stem.clone())
    }

    /// Adds an import, without linking it to others.
    fn add(
        &mut self,
        file: &ImportsFile<'_>,
        (statement, nth): (ItemId, usize),
        import: &Import,
    ) -> ImportId {
        let (facts, lists) = ImportProperties::new(file, (statement, nth), import);
        let own = self.push(facts, (statement, nth));
        self.all[own].above_own = import.place.statement - import.place.lines.start;
        let of_statement = self.statements.entry(statement).or_default();
        of_statement.members.insert(nth, own);
        let start = file.outline.item(statement).range.start;
        let line = file.buffer.line_start(import.place.statement);
        // The members of a group begin below its first line.
        if let Some(offset) = line.checked_sub(start).filter(|offset| *offset > 0) {
            of_statement.starts.get_or_insert_with(|| Starts::new(Vec::new())).add(nth, offset);
        }
        self.count += 1;
        self.all[own].lists = lists.into_iter().map(|list| self.lists.add(list)).collect();
        own
    }

    fn push(&mut self, facts: ImportProperties, (statement, nth): (ItemId, usize)) -> ImportId {
        let own = self.all.len();
        self.all.push(IndexedImport {
            statement,
            nth,
            above_own: 0,
            properties: facts,
            lists: Vec::new(),
            run: None,
            above: None,
            below: None,
            same_word_above: None,
            same_word_below: None,
            case: None,
        });
        self.note(own, true);
        own
    }

    /// Updates the maps for an import that is added or removed.
    fn note(&mut self, own: ImportId, comes: bool) {
        let facts = &self.all[own].properties;
        let note = |map: &mut HashMap<String, Vec<ImportId>>, key: &String| {
            if comes {
                map.entry(key.clone()).or_default().push(own);
            } else {
                forget(map, key, own);
            }
        };
        for (there, items) in self.by_item.iter_mut().zip(&facts.items) {
            items.iter().for_each(|item| note(there, item));
        }
        facts.module.iter().for_each(|module| note(&mut self.modules, module));
        facts.with_attributes.iter().for_each(|text| note(&mut self.with_attributes, text));
        for path in &facts.paths {
            adjust_count(&mut self.paths, path, comes);
        }
        for (count, _) in self.signs.iter_mut().zip(facts.signs).filter(|(_, has)| *has) {
            *count = if comes { *count + 1 } else { *count - 1 };
        }
    }

    /// Returns the current place of an import.
    pub(super) fn place(&self, file: &ImportsFile<'_>, own: ImportId) -> ImportPlace {
        let IndexedImport { statement, nth, above_own, .. } = self.all[own];
        let starts = self.statements.get(&statement).and_then(|all| all.starts.as_ref());
        let Some(starts) = starts else { return file.place(statement) };
        let line = file.buffer.line_of(file.outline.item(statement).range.start + starts.of(nth));
        ImportPlace { lines: line - above_own..line + 1, statement: line }
    }

    /// Returns the first import of a grouped statement; `None` if it is not grouped.
    pub(super) fn first_in_brackets(&self, statement: ItemId) -> Option<ImportId> {
        let all = self.statements.get(&statement)?;
        all.members.get(&all.starts.as_ref()?.ids().next()?).copied()
    }

    /// Returns the number of imports of a statement above the first definition.
    pub(super) fn count_of(&self, statement: ItemId) -> usize {
        self.statements.get(&statement).map_or(0, |all| all.members.len())
    }

    /// Returns the number of imports of a statement anywhere in the file, and the lines of some of them in file order.
    pub(super) fn lines_of(
        &self,
        file: &ImportsFile<'_>,
        statement: ItemId,
        own: &[ImportId],
    ) -> (usize, Vec<Range<usize>>) {
        let outer = if self.count_of(statement) == 0 { file.imports(statement) } else { Vec::new() };
        let lines = |own: &ImportId| match outer.get(self.all[*own].nth) {
            Some(import) => import.place.lines.clone(),
            None => self.place(file, *own).lines,
        };
        let mut lines: Vec<Range<usize>> = own.iter().map(lines).collect();
        lines.sort_by_key(|lines| lines.start);
        (self.count_of(statement).max(outer.len()), lines)
    }

    /// Returns the name lists of an import above the first definition, by index, without last names of paths.
    pub(super) fn lists_of(&self, own: ImportId) -> impl Iterator<Item = usize> {
        self.all[own].lists.iter().copied().filter(|list| !self.lists.all[*list].is_path)
    }

    /// Returns the statement of an import.
    pub(super) fn statement(&self, own: ImportId) -> ItemId {
        self.all[own].statement
    }

    pub(super) fn properties(&self, own: ImportId) -> &ImportProperties {
        &self.all[own].properties
    }

    /// Returns the first and the last import above the first definition.
    pub(super) const fn ends(&self) -> Option<(ImportId, ImportId)> {
        self.ends
    }

    /// Returns the last import at the top of those that must precede all others.
    pub(super) const fn last_first(&self) -> Option<ImportId> {
        self.last_first
    }

    /// Returns the only import of the only statement, if there is just one.
    pub(super) fn only(&self) -> Option<ImportId> {
        self.ends.filter(|(first, last)| first == last && self.statements.len() == 1).map(|(first, _)| first)
    }

    /// Returns the non-empty runs of adjacent imports, without those that must precede all others.
    pub(super) fn runs(&self) -> impl DoubleEndedIterator<Item = &ImportRun> + Clone {
        self.runs.iter().filter(|run| run.count > 0)
    }

    /// Returns the imports of the same run with the same first word, from `first` on.
    pub(super) fn same_word_from(&self, first: Option<ImportId>) -> impl Iterator<Item = ImportId> {
        std::iter::successors(first, |one| self.all[*one].same_word_below)
    }

    /// Returns the first of some sorted imports that follows a key.
    pub(super) fn next_in_order(
        &self,
        kindred: &SameWordImports,
        order: usize,
        key: &str,
    ) -> Option<ImportId> {
        let behind = (Bound::Excluded(key), Bound::Unbounded);
        let (own, all) = kindred.sorted[order].range::<str, _>(behind).next()?;
        let above = |one: &ImportId| self.all[*one].same_word_above;
        let alike = |one: &ImportId| IMPORT_ORDERS[order](&self.all[*one].properties.key) == *own;
        std::iter::successors(all.first().copied(), above).take_while(alike).last()
    }

    /// Returns the imports of an item.
    pub(super) fn imports_of(&self, item: &str, drops_modifiers: bool) -> &[ImportId] {
        self.by_item[usize::from(drops_modifiers)].get(item).map_or(&[], Vec::as_slice)
    }

    /// Returns the import of an item inside a block of the container, such as an `if`.
    pub(super) fn in_block(&self, file: &ImportsFile<'_>, item: &str) -> Option<ItemId> {
        let blocks = file.outline.children(self.container).iter().filter(|_| self.has_blocks);
        let is_block = |id: &ItemId| file.outline.item(*id).role == Role::Transparent;
        let mut work: Vec<ItemId> = blocks.copied().filter(is_block).collect();
        work.reverse();
        while let Some(block) = work.pop() {
            for id in file.outline.children(block) {
                match file.outline.item(*id).role {
                    Role::Transparent => work.push(*id),
                    Role::Import => {
                        let text = &file.imports(*id)[0].text;
                        if items(text, file.rules, Modifiers::Keep).iter().any(|own| own == item) {
                            return Some(*id);
                        }
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// Returns the last import of a module in the file.
    pub(super) fn of_module(&self, file: &ImportsFile<'_>, module: &str) -> Option<ImportId> {
        self.modules.get(module).and_then(|all| self.last_of(file, all))
    }

    /// Returns the last import with this text, including the attributes above it.
    pub(super) fn dressed(&self, file: &ImportsFile<'_>, text: &str) -> Option<ImportId> {
        self.with_attributes.get(text).and_then(|all| self.last_of(file, all))
    }

    /// Returns whether a statement without a list begins with a path.
    pub(super) fn has_path(&self, path: &str) -> bool {
        self.paths.contains_key(path)
    }

    /// Returns the last of some imports in the file.
    pub(super) fn last_of(&self, file: &ImportsFile<'_>, all: &[ImportId]) -> Option<ImportId> {
        let place = |own: &&ImportId| {
            let IndexedImport { statement, nth, .. } = self.all[**own];
            let starts = self.statements.get(&statement).and_then(|all| all.starts.as_ref());
            let within = starts.map_or(nth, |starts| starts.of(nth));
            (file.outline.item(statement).range.start, within)
        };
        all.iter().max_by_key(place).copied()
    }

    /// Returns the number of imports with the first quote character, the second one, and the optional terminator; and
    /// the number of all imports.
    pub(super) fn signs(&self) -> ([usize; 3], usize) {
        (self.signs, self.count)
    }

    /// Returns whether adjacent imports show that the order ignores case, and none show the opposite.
    pub(super) const fn folds_case(&self) -> bool {
        self.cases[0] > 0 && self.cases[1] == 0
    }

    /// Returns the lists below the attributes to which an item can be added as a name, those with the longest prefix
    /// first; equal ones in file order.
    pub(super) fn lists_for(&self, file: &ImportsFile<'_>, (attributes, item): (&str, &str)) -> Vec<usize> {
        let cuts: Vec<usize> = item.match_indices(' ').map(|(at, _)| at).collect();
        let mut keys = vec![(format!("{attributes}{item} ::"), String::new())];
        for (count, before) in cuts.iter().enumerate().rev() {
            let behind = cuts[count + 1..].iter().map(|behind| item[behind + 1..].to_owned());
            let each = std::iter::once(String::new()).chain(behind);
            keys.extend(each.map(|behind| (format!("{attributes}{}", &item[..*before]), behind)));
        }
        let mut found: Vec<usize> =
            keys.iter().filter_map(|key| self.lists.by_surroundings.get(key)).flatten().copied().collect();
        found.retain(|own| self.lists.is_open(*own));
        found.sort_by_key(|own| {
            let FileList { statement, list, .. } = &self.lists.all[*own];
            (Reverse(list.before.len()), file.outline.item(*statement).range.start, *own)
        });
        found
    }

    pub(super) fn list(&self, own: usize) -> &FileList {
        &self.lists.all[own]
    }
}

impl StatementImports {
    /// Returns the last import of the statement in the file.
    fn last(&self) -> Option<ImportId> {
        match &self.starts {
            Some(starts) => self.members.get(&starts.before(usize::MAX)?).copied(),
            None => self.members.last_key_value().map(|(_, own)| *own),
        }
    }
}

impl Lists {
    fn add(&mut self, list: FileList) -> usize {
        let own = self.all.len();
        let around = list.around();
        self.count(&around, list.list.names.len(), true);
        self.by_surroundings.entry(around).or_default().push(own);
        self.all.push(list);
        own
    }

    fn remove(&mut self, own: usize) {
        let names = std::mem::take(&mut self.all[own].list.names);
        let around = self.all[own].around();
        self.count(&around, names.len(), false);
        if let Some(all) = self.by_surroundings.get_mut(&around) {
            all.retain(|one| *one != own);
        }
    }

    fn count(&mut self, around: &(String, String), names: usize, comes: bool) {
        if names > 1 {
            self.longer = if comes { self.longer + 1 } else { self.longer - 1 };
            return;
        }
        let (before, now) = adjust_count(&mut self.singles, around, comes);
        self.shared = self.shared + usize::from(now > 1) - usize::from(before > 1);
    }

    /// Returns whether names are added to a list. If a file has one statement per name, the next name gets one too.
    fn is_open(&self, own: usize) -> bool {
        let list = &self.all[own];
        let has_list = self.longer > 0;
        let is_each = !has_list && self.shared > 0;
        let is_shared = || self.singles.get(&list.around()).is_some_and(|count| *count > 1);
        list.list.names.len() > 1 || !is_each && !is_shared() && (has_list || !list.is_path)
    }
}

/// Removes an import from the entry of a key.
fn forget(map: &mut HashMap<String, Vec<ImportId>>, key: &str, own: ImportId) {
    let Some(all) = map.get_mut(key) else { return };
    all.retain(|one| *one != own);
    if all.is_empty() {
        map.remove(key);
    }
}
