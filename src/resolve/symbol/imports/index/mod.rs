//! What a file imports, in a form that edits change: where an import comes, and which ones go, is told without another
//! look at all of them.
//!
//! Invariant: an index that was carried over edits answers as a new one would. Where that is not certain, it is dropped.

use super::file::ImportId;
use super::run::tally;

mod renew;

mod runs;

use std::cmp::Reverse;

use std::collections::{BTreeMap, HashMap};

use std::ops::{Bound, Range};

use super::facts::{FileList, ImportFacts};

use super::file::{Import, ImportPlace, ImportsFile};

use super::growth::Growth;

use super::items::{Modifiers, items};

use super::run::{IMPORT_ORDERS, ImportRun, Kindred};

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
    /// All that ever were; those that are no more are linked to nothing.
    all: Vec<IndexedImport>,
    /// The imports of each statement above the first definition.
    statements: HashMap<ItemId, StatementImports>,
    /// The first and the last import above the first definition.
    ends: Option<(ImportId, ImportId)>,
    /// The last of those at the top that stand before all others.
    last_first: Option<ImportId>,
    /// The imports without a gap between them, those apart that stand before all others; one may have none left.
    runs: Vec<ImportRun>,
    /// The imports that bring a thing in: with the words of visibility, and without.
    there: [HashMap<String, Vec<ImportId>>; 2],
    /// The imports of each module, where imports name modules by strings.
    modules: HashMap<String, Vec<ImportId>>,
    /// Those with attributes above them, by all of their text.
    dressed: HashMap<String, Vec<ImportId>>,
    /// How many statements without a list begin with a path.
    paths: HashMap<String, usize>,
    lists: Lists,
    /// How many there are above the first definition.
    count: usize,
    /// How many have the first of two quotes, the second one, and the sign that may end them.
    signs: [usize; 3],
    /// How many pairs, one below the other, show that small letters and capitals are one in the order, and that they are
    /// two.
    cases: [usize; 2],
    /// Whether there are others below a definition.
    has_outer: bool,
    /// Whether statements stand among them that hold others, such as an `if`.
    has_blocks: bool,
    /// The edits after which it is to be carried over, and how a statement grows by them.
    expected: (EditSet, Option<Growth>),
    /// How a statement grew that is not in it yet.
    grown: Option<Growth>,
    /// The byte at which the imports end, or one behind it.
    end: usize,
}

#[derive(Debug, Clone)]
struct IndexedImport {
    statement: ItemId,
    /// Its number in the statement.
    nth: usize,
    /// How many lines above its own belong to it, where it stands in brackets.
    above_own: usize,
    facts: ImportFacts,
    lists: Vec<usize>,
    run: Option<usize>,
    /// Those above and below it, in the file and among those of its run that begin with its word.
    above: Option<ImportId>,
    below: Option<ImportId>,
    kin_above: Option<ImportId>,
    kin_below: Option<ImportId>,
    /// What it and the one above it show of small letters and capitals: a place in `cases`.
    case: Option<usize>,
}

/// The imports of a statement.
#[derive(Debug, Clone, Default)]
struct StatementImports {
    /// By their numbers.
    members: BTreeMap<usize, ImportId>,
    /// By their numbers, where their lines begin, counted from the start of the statement; absent without brackets.
    starts: Option<Starts>,
}

/// The lists of names in the imports.
#[derive(Debug, Clone, Default)]
struct Lists {
    all: Vec<FileList>,
    /// Those with the same around them.
    by_surroundings: HashMap<(String, String), Vec<usize>>,
    /// How many lists of one name have the same around them.
    singles: HashMap<(String, String), usize>,
    /// How many of these are more than one.
    shared: usize,
    /// How many lists have several names.
    longer: usize,
}

impl ImportIndex {
    /// The imports of a file.
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
                let facts = ImportFacts::of_items(file, *id, &import.text);
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
            there: Default::default(),
            modules: HashMap::new(),
            dressed: HashMap::new(),
            paths: HashMap::new(),
            lists: Lists::default(),
            count: 0,
            signs: [0; 3],
            cases: [0; 2],
            has_outer: false,
            has_blocks: false,
            expected: Default::default(),
            grown: None,
            end: 0,
        }
    }

    /// What was known of the project around the file.
    pub(super) fn around(&self) -> (Vec<String>, String) {
        (self.roots.clone(), self.stem.clone())
    }

    /// Notes an import, which is linked to nothing yet.
    fn add(
        &mut self,
        file: &ImportsFile<'_>,
        (statement, nth): (ItemId, usize),
        import: &Import,
    ) -> ImportId {
        let (facts, lists) = ImportFacts::new(file, (statement, nth), import);
        let own = self.push(facts, (statement, nth));
        self.all[own].above_own = import.place.statement - import.place.lines.start;
        let of_statement = self.statements.entry(statement).or_default();
        of_statement.members.insert(nth, own);
        let start = file.outline.item(statement).range.start;
        let line = file.buffer.line_start(import.place.statement);
        // Whatever stands in brackets begins below their first line.
        if let Some(offset) = line.checked_sub(start).filter(|offset| *offset > 0) {
            of_statement.starts.get_or_insert_with(|| Starts::new(Vec::new())).add(nth, offset);
        }
        self.count += 1;
        self.all[own].lists = lists.into_iter().map(|list| self.lists.add(list)).collect();
        own
    }

    fn push(&mut self, facts: ImportFacts, (statement, nth): (ItemId, usize)) -> ImportId {
        let own = self.all.len();
        self.all.push(IndexedImport {
            statement,
            nth,
            above_own: 0,
            facts,
            lists: Vec::new(),
            run: None,
            above: None,
            below: None,
            kin_above: None,
            kin_below: None,
            case: None,
        });
        self.note(own, true);
        own
    }

    /// Notes what an import brings in, or that it went.
    fn note(&mut self, own: ImportId, comes: bool) {
        let facts = &self.all[own].facts;
        let note = |map: &mut HashMap<String, Vec<ImportId>>, key: &String| {
            if comes {
                map.entry(key.clone()).or_default().push(own);
            } else {
                forget(map, key, own);
            }
        };
        for (there, items) in self.there.iter_mut().zip(&facts.items) {
            items.iter().for_each(|item| note(there, item));
        }
        facts.module.iter().for_each(|module| note(&mut self.modules, module));
        facts.dressed.iter().for_each(|text| note(&mut self.dressed, text));
        for path in &facts.paths {
            tally(&mut self.paths, path, comes);
        }
        for (count, _) in self.signs.iter_mut().zip(facts.signs).filter(|(_, has)| *has) {
            *count = if comes { *count + 1 } else { *count - 1 };
        }
    }

    /// Where an import is now.
    pub(super) fn place(&self, file: &ImportsFile<'_>, own: ImportId) -> ImportPlace {
        let IndexedImport { statement, nth, above_own, .. } = self.all[own];
        let starts = self.statements.get(&statement).and_then(|all| all.starts.as_ref());
        let Some(starts) = starts else { return file.place(statement) };
        let line = file.buffer.line_of(file.outline.item(statement).range.start + starts.of(nth));
        ImportPlace { lines: line - above_own..line + 1, statement: line }
    }

    /// The first import in the brackets of a statement; `None` if it has none.
    pub(super) fn first_in_brackets(&self, statement: ItemId) -> Option<ImportId> {
        let all = self.statements.get(&statement)?;
        all.members.get(&all.starts.as_ref()?.ids().next()?).copied()
    }

    /// How many imports a statement stands for.
    pub(super) fn count_of(&self, statement: ItemId) -> usize {
        self.statements.get(&statement).map_or(0, |all| all.members.len())
    }

    /// How many imports a statement stands for, wherever it is, and the lines of some of them in file order.
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

    /// The lists of names of an import above the first definition, by their numbers; not those that are ends of paths.
    pub(super) fn lists_of(&self, own: ImportId) -> impl Iterator<Item = usize> {
        self.all[own].lists.iter().copied().filter(|list| !self.lists.all[*list].is_path)
    }

    /// The statement of an import.
    pub(super) fn statement(&self, own: ImportId) -> ItemId {
        self.all[own].statement
    }

    pub(super) fn facts(&self, own: ImportId) -> &ImportFacts {
        &self.all[own].facts
    }

    /// The first and the last import above the first definition.
    pub(super) const fn ends(&self) -> Option<(ImportId, ImportId)> {
        self.ends
    }

    /// The last of those at the top that stand before all others.
    pub(super) const fn last_first(&self) -> Option<ImportId> {
        self.last_first
    }

    /// The only import, if there is one, of the only statement.
    pub(super) fn only(&self) -> Option<ImportId> {
        self.ends.filter(|(first, last)| first == last && self.statements.len() == 1).map(|(first, _)| first)
    }

    /// The imports without a gap between them, those apart that stand before all others.
    pub(super) fn runs(&self) -> impl DoubleEndedIterator<Item = &ImportRun> + Clone {
        self.runs.iter().filter(|run| run.count > 0)
    }

    /// The imports of the same run that begin with the same word, from the first one on.
    pub(super) fn kin_from(&self, first: Option<ImportId>) -> impl Iterator<Item = ImportId> {
        std::iter::successors(first, |one| self.all[*one].kin_below)
    }

    /// The first of some imports that are sorted which comes behind a key.
    pub(super) fn next_in_order(&self, kindred: &Kindred, order: usize, key: &str) -> Option<ImportId> {
        let behind = (Bound::Excluded(key), Bound::Unbounded);
        let (own, all) = kindred.sorted[order].range::<str, _>(behind).next()?;
        let above = |one: &ImportId| self.all[*one].kin_above;
        let alike = |one: &ImportId| IMPORT_ORDERS[order](&self.all[*one].facts.key) == *own;
        std::iter::successors(all.first().copied(), above).take_while(alike).last()
    }

    /// Those that bring a thing in.
    pub(super) fn bringing(&self, item: &str, drops_modifiers: bool) -> &[ImportId] {
        self.there[usize::from(drops_modifiers)].get(item).map_or(&[], Vec::as_slice)
    }

    /// The import that brings something in and stands in a statement of the container, such as an `if`.
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

    /// The last import, in the file, of a module.
    pub(super) fn of_module(&self, file: &ImportsFile<'_>, module: &str) -> Option<ImportId> {
        self.modules.get(module).and_then(|all| self.last_of(file, all))
    }

    /// One that is written so, with the attributes above it.
    pub(super) fn dressed(&self, file: &ImportsFile<'_>, text: &str) -> Option<ImportId> {
        self.dressed.get(text).and_then(|all| self.last_of(file, all))
    }

    /// Whether a statement without a list begins with a path.
    pub(super) fn has_path(&self, path: &str) -> bool {
        self.paths.contains_key(path)
    }

    /// The last of some imports, in the file.
    pub(super) fn last_of(&self, file: &ImportsFile<'_>, all: &[ImportId]) -> Option<ImportId> {
        let place = |own: &&ImportId| {
            let IndexedImport { statement, nth, .. } = self.all[**own];
            let starts = self.statements.get(&statement).and_then(|all| all.starts.as_ref());
            let within = starts.map_or(nth, |starts| starts.of(nth));
            (file.outline.item(statement).range.start, within)
        };
        all.iter().max_by_key(place).copied()
    }

    /// How many have the first of two quotes, the second one, and the sign that may end them; and how many there are.
    pub(super) fn signs(&self) -> ([usize; 3], usize) {
        (self.signs, self.count)
    }

    /// Whether two imports, one below the other, show that small letters and capitals are one in the order of the imports,
    /// and none show the reverse.
    pub(super) const fn folds_case(&self) -> bool {
        self.cases[0] > 0 && self.cases[1] == 0
    }

    /// The open lists that an item may be a name of, the longest beginning first; of equals in the order of the file.
    pub(super) fn lists_for(&self, file: &ImportsFile<'_>, item: &str) -> Vec<usize> {
        let cuts: Vec<usize> = item.match_indices(' ').map(|(at, _)| at).collect();
        let mut keys = vec![(format!("{item} ::"), String::new())];
        for (count, before) in cuts.iter().enumerate().rev() {
            let behind = cuts[count + 1..].iter().map(|behind| item[behind + 1..].to_owned());
            let each = std::iter::once(String::new()).chain(behind);
            keys.extend(each.map(|behind| (item[..*before].to_owned(), behind)));
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
    /// The last one in the file.
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
        let (before, now) = tally(&mut self.singles, around, comes);
        self.shared = self.shared + usize::from(now > 1) - usize::from(before > 1);
    }

    /// Whether more names come into a list. Where a file gives each name a statement of its own, so will the next one be.
    fn is_open(&self, own: usize) -> bool {
        let list = &self.all[own];
        let has_list = self.longer > 0;
        let is_each = !has_list && self.shared > 0;
        let is_shared = || self.singles.get(&list.around()).is_some_and(|count| *count > 1);
        list.list.names.len() > 1 || !is_each && !is_shared() && (has_list || !list.is_path)
    }
}

/// Takes an import out of those of a key.
fn forget(map: &mut HashMap<String, Vec<ImportId>>, key: &str, own: ImportId) {
    let Some(all) = map.get_mut(key) else { return };
    all.retain(|one| *one != own);
    if all.is_empty() {
        map.remove(key);
    }
}
