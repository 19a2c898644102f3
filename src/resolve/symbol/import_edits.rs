//! The edits that bring imports into a file.
//!
//! Invariant: the imports of the file are read once, whatever the number of statements.

use std::collections::{HashMap, HashSet};

use super::imports_file::{Gap, Import, ImportEdits, ImportsFile, WantedImport};
use crate::lang::Role;
use crate::text::normal::indentation;
use crate::text::{Edit, EditSet, FinalNewline, IndentUnit, LineEdits, NewLine};

use super::import_group;
use super::import_items::{Modifiers, first_word, has_modifier, items, tokens};
use super::import_lists::{self, ListLayout, ListedName, NameList, lists};
use super::outline::ItemId;

/// Lines of imports are at least so long before a list is broken, and at most.
const WIDTHS: (usize, usize) = (80, 120);

/// A list of names in a statement of the file.
struct FileList {
    /// The first byte of the statement.
    start: usize,
    /// The number of the statement.
    statement: usize,
    text: String,
    list: NameList,
    /// Whether it is the end of a path, and has no brackets yet.
    is_path: bool,
    /// What comes into it.
    new: Vec<String>,
}

/// A statement of the file, or one of those that it stands for.
struct StatementRun<'i> {
    imports: &'i [Import],
    /// The beginnings of its imports, by words and signs.
    beginnings: HashSet<Vec<String>>,
    least: &'i str,
    most: &'i str,
}

/// A statement that comes to a place of its own.
struct NewStatement {
    gap: Gap,
    /// Whether it belongs to what stands below the place, rather than above.
    is_below: bool,
    /// What those at one place are sorted by; in the order of the patch where it is the same.
    key: String,
    lines: Vec<String>,
}

/// Brings imports in.
pub(super) struct Additions<'f> {
    file: &'f ImportsFile<'f>,
    own: Vec<ItemId>,
    imports: Vec<Import>,
    /// The last import of each module, where imports name modules by strings.
    modules: HashMap<String, usize>,
    /// The paths of the statements that have no list, where lists are parts of paths.
    paths: HashSet<String>,
    /// Whether the order of the imports takes small letters and capitals as one.
    folds_case: bool,
    head: Gap,
}

impl<'f> Additions<'f> {
    pub(super) fn new(file: &'f ImportsFile<'f>) -> Self {
        let (container, head) = file.container();
        let children = &file.outline.children(container);
        let behind = children.iter().position(|id| file.ends_imports(*id)).unwrap_or(children.len());
        let is_import = |id: &&ItemId| file.outline.item(**id).role == Role::Import;
        let own: Vec<ItemId> = children[..behind].iter().filter(is_import).copied().collect();
        let imports: Vec<Import> = own.iter().flat_map(|id| file.imports(*id)).collect();
        let head = if imports.is_empty() { file.below_head(children, head) } else { Gap::default() };
        let module = |(at, import): (usize, &Import)| Some((module_of(file, &import.text)?, at));
        let modules = imports.iter().enumerate().filter_map(module).collect();
        let folds_case = folds_case(file, &imports);
        let paths = plain_paths(file, &imports);
        Self { file, own, imports, modules, head, paths, folds_case }
    }

    /// The first line below the imports, or below what stands at the top without any, and whether there are some.
    pub(super) fn end(&self) -> (usize, bool) {
        match self.imports.last() {
            Some(last) => (last.lines.end, true),
            None => (self.head.line, false),
        }
    }

    /// The edits for all statements.
    pub(super) fn all(&self, statements: &[WantedImport]) -> ImportEdits {
        let mut done = ImportEdits::default();
        let mut there = self.there();
        let mut lists = self.lists();
        let quotes = self.quote();
        let ends = self.ends();
        let mut newcomers: Vec<NewStatement> = Vec::new();
        let runs = self.runs();
        let mut dressed = self.dressed();
        for WantedImport { attributes, lines: statement } in statements {
            let whole = statement.join("\n");
            let text = self.file.squeezed(&whole);
            if !attributes.is_empty() {
                // What stands under a condition is in no list, and is another thing than the same without.
                let own = self.file.squeezed(&format!("{}\n{whole}", attributes.join("\n")));
                if let Some(line) = dressed.get(&own) {
                    done.idle.push((text, *line));
                    continue;
                }
                dressed.insert(own, None);
                let lines = attributes.iter().chain(statement).cloned().collect();
                newcomers.push(self.place(&runs, &text, lines));
                continue;
            }
            let wanted = items(&text, self.file.rules, Modifiers::Keep);
            let known = &there[usize::from(!has_modifier(&text, self.file.rules))];
            let is_known = |item: &&String| {
                known.contains_key(*item)
                    || self.without_modifier(item).is_some_and(|bare| known.contains_key(&bare))
            };
            let missing: Vec<String> = wanted.iter().filter(|item| !is_known(item)).cloned().collect();
            let damaged = self.file.line_in_damage(&text);
            if missing.is_empty() || damaged.is_some() {
                let line = wanted.last().and_then(|item| known.get(item)).copied().flatten();
                let first = statement.first().map_or("", |line| line.trim());
                done.idle.push((first.to_owned(), line.or(damaged)));
                continue;
            }
            let mut rest = missing.clone();
            rest.retain(|item| !self.enter(&mut lists, item));
            for known in &mut there {
                known.extend(missing.iter().map(|item| (item.clone(), None)));
            }
            if rest.is_empty() {
                continue;
            }
            let lines = if rest.len() == wanted.len() { statement.clone() } else { self.only(&whole, &rest) };
            let lines = self.in_style(lines, quotes, ends);
            newcomers.push(self.place(&runs, &text, lines));
        }
        let mut edits = self.list_edits(&lists);
        edits.extend(self.newcomer_edits(newcomers));
        let first = edits.iter().map(|edit| edit.range.start).min();
        done.line = first.map(|byte| self.file.buffer.line_of(byte));
        done.edits = EditSet::new(edits).unwrap_or_default();
        done
    }

    /// What the file brings in, with the line: with the words of visibility, and without.
    fn there(&self) -> [HashMap<String, Option<usize>>; 2] {
        let outline = self.file.outline;
        let all = outline.children(self.file.container().0).iter();
        let all = all.filter(|id| outline.item(**id).role == Role::Import);
        let imports: Vec<Import> = all.flat_map(|id| self.file.imports(*id)).collect();
        [Modifiers::Keep, Modifiers::Drop].map(|modifiers| {
            let of = |import: &Import| {
                let line = Some(import.statement);
                items(&import.text, self.file.rules, modifiers).into_iter().map(move |item| (item, line))
            };
            imports.iter().flat_map(of).collect()
        })
    }

    /// The imports of the file that have attributes above them, with these, and their lines.
    fn dressed(&self) -> HashMap<String, Option<usize>> {
        let buffer = self.file.buffer;
        let own = self.own.iter().filter(|id| self.has_attribute(**id)).map(|id| {
            let range = self.file.outline.item(*id).range;
            let from = buffer.line_start(self.file.attributes_above(*id, 0));
            (self.file.squeezed(&buffer.slice(from..range.end)), Some(buffer.line_of(range.start)))
        });
        own.collect()
    }

    /// An item without the word before its name that narrows what it brings in, such as `type`.
    fn without_modifier(&self, item: &str) -> Option<String> {
        let lists = self.file.rules.lists.as_ref().filter(|lists| lists.names_only)?;
        let find = |word: &String| {
            let (mark, bare) = (format!("{} {word} ", lists.open), format!("{} ", lists.open));
            item.contains(&mark).then(|| item.replacen(&mark, &bare, 1))
        };
        self.file.rules.modifiers.iter().find_map(find)
    }

    /// The lists of names into which more may come.
    fn lists(&self) -> Vec<FileList> {
        let lexical = &self.file.language.manifest().lexical;
        let mut found: Vec<FileList> = Vec::new();
        for (statement, id) in self.own.iter().enumerate() {
            let range = self.file.outline.item(*id).range.clone();
            if self.has_attribute(*id) {
                continue;
            }
            let text = self.file.buffer.slice(range.clone()).into_owned();
            for list in lists(&text, self.file.rules, lexical) {
                let (start, text) = (range.start, text.clone());
                found.push(FileList { start, statement, text, list, is_path: false, new: Vec::new() });
            }
            if let Some(list) = import_lists::path_end(&text, self.file.rules, lexical) {
                found.push(FileList {
                    start: range.start,
                    statement,
                    text,
                    list,
                    is_path: true,
                    new: Vec::new(),
                });
            }
        }
        // Where a file gives each name a statement of its own, so will the next one be.
        let mut count: HashMap<(String, String), usize> = HashMap::new();
        let has_list = found.iter().any(|own| own.list.names.len() > 1);
        for own in found.iter().filter(|own| own.list.names.len() == 1) {
            *count.entry((own.list.before.clone(), own.list.behind.clone())).or_default() += 1;
        }
        let is_each = !has_list && count.values().any(|count| *count > 1);
        found.retain(|own| {
            let shared = || count.get(&(own.list.before.clone(), own.list.behind.clone()));
            own.list.names.len() > 1
                || !is_each && shared().is_none_or(|count| *count < 2) && (has_list || !own.is_path)
        });
        found
    }

    /// Whether an attribute orders something of an import, such as a condition.
    fn has_attribute(&self, id: ItemId) -> bool {
        let outline = self.file.outline;
        let (siblings, at) = outline.siblings(id);
        let above = at.checked_sub(1).and_then(|above| siblings.get(above));
        above.is_some_and(|above| outline.item(*above).role == Role::Attribute)
    }

    /// Notes an item as a new name of the list that it fits best; false if there is none.
    fn enter(&self, lists: &mut [FileList], item: &str) -> bool {
        let rules = self.file.rules;
        let fits = |own: &FileList| {
            let name = own.list.name_in(item, rules)?;
            // Paths come into a list that has some, and beside the end of a path only another end.
            let is_end = !name.contains(" :: ");
            let is_beside = match own.is_path {
                true => is_end && own.list.before.matches(" ::").count() > 1,
                false => is_end || own.list.names.iter().any(|own| own.text.contains("::")),
            };
            let is_all = name == "*" || name.ends_with(" *");
            (is_beside && !is_all).then(|| (own.list.before.len(), name.to_owned()))
        };
        let best = lists.iter().enumerate().filter_map(|(at, own)| Some((fits(own)?, at)));
        // The longest path, and of equals the first.
        let best = best.max_by_key(|((length, _), at)| (*length, std::cmp::Reverse(*at)));
        let Some(((length, name), at)) = best else { return false };
        if self.is_nearer(item, length) {
            return false;
        }
        lists[at].new.push(name);
        true
    }

    /// Whether a statement without a list shares more of an item's path than so many bytes.
    fn is_nearer(&self, item: &str, length: usize) -> bool {
        let ends = item.match_indices(" :: ").map(|(at, sign)| at + sign.len() - 1);
        ends.filter(|end| *end > length).any(|end| self.paths.contains(&item[..end]))
    }

    /// A statement without the names that are there already.
    fn only(&self, whole: &str, rest: &[String]) -> Vec<String> {
        let rules = self.file.rules;
        let lists = lists(whole, rules, &self.file.language.manifest().lexical);
        let mut text = whole.to_owned();
        // From the last list on, so that the places of those before it hold.
        for list in lists.iter().rev().filter(|list| !list.names.iter().any(ListedName::is_list)) {
            let is_rest = |name: &String| rest.iter().any(|item| list.name_in(item, rules) == Some(name));
            let gone: Vec<String> =
                list.names.iter().map(|name| name.text.clone()).filter(|name| !is_rest(name)).collect();
            let Some(edits) = import_lists::remove(&text, list, &gone, rules) else { continue };
            for edit in edits.iter().rev() {
                text.replace_range(edit.range.clone(), &edit.text);
            }
        }
        text.lines().map(str::to_owned).collect()
    }

    /// The quotes that the file's imports are written in, with the other ones.
    fn quote(&self) -> Option<(&'f str, &'f str)> {
        let [one, other] = self.file.rules.quotes.as_slice() else { return None };
        let count = |quote: &str| self.imports.iter().filter(|import| import.text.contains(quote)).count();
        match (count(one), count(other)) {
            (own, 0) if own > 0 => Some((one, other)),
            (0, own) if own > 0 => Some((other, one)),
            _ => None,
        }
    }

    /// Whether the file's imports end in the sign that may end them; `None` where they differ.
    fn ends(&self) -> Option<(&'f str, bool)> {
        let end = self.file.rules.end.as_deref()?;
        let has_end = |import: &Import| import.text.ends_with(end);
        let all = !self.imports.is_empty() && self.imports.iter().all(has_end);
        let none = !self.imports.is_empty() && !self.imports.iter().any(has_end);
        (all || none).then_some((end, all))
    }

    /// A statement with the quotes and the end that the file's own have.
    fn in_style(
        &self,
        mut lines: Vec<String>,
        quotes: Option<(&str, &str)>,
        ends: Option<(&str, bool)>,
    ) -> Vec<String> {
        if let Some((own, other)) = quotes {
            for line in lines.iter_mut().filter(|line| !line.contains(own)) {
                *line = line.replace(other, own);
            }
        }
        if let (Some((end, has_end)), Some(last)) = (ends, lines.last_mut())
            && !last.contains("//")
            && !last.contains("/*")
        {
            match (last.trim_end().strip_suffix(end).map(str::to_owned), has_end) {
                (Some(bare), false) => *last = bare,
                (None, true) => last.push_str(end),
                _ => {}
            }
        }
        lines
    }

    fn is_first(&self, text: &str) -> bool {
        self.file.rules.first.iter().any(|start| text.starts_with(start.as_str()))
    }

    /// The imports without a gap between them, those apart that stand before all others.
    fn runs(&self) -> Vec<StatementRun<'_>> {
        let firsts = self.imports.iter().take_while(|import| self.is_first(&import.text)).count();
        let run = |imports: &'_ [Import]| -> (HashSet<Vec<String>>, usize, usize) {
            let mut beginnings = HashSet::new();
            for import in imports {
                let words = tokens(self.file.key(&import.text));
                for length in 1..=words.len() {
                    beginnings.insert(words[..length].to_vec());
                }
            }
            let keys: Vec<&str> = imports.iter().map(|import| self.file.key(&import.text)).collect();
            let least = (0..keys.len()).min_by_key(|at| keys[*at]).unwrap_or(0);
            let most = (0..keys.len()).max_by_key(|at| keys[*at]).unwrap_or(0);
            (beginnings, least, most)
        };
        let runs = self.imports[firsts..].chunk_by(|one, next| one.lines.end >= next.lines.start);
        runs.map(|imports| {
            let (beginnings, least, most) = run(imports);
            let key = |at: usize| self.file.key(&imports[at].text);
            StatementRun { imports, beginnings, least: key(least), most: key(most) }
        })
        .collect()
    }

    /// Whether an import belongs to the later one of two groups: it names a host, as those do that are not of the
    /// standard library, or counts from the file itself on.
    fn is_late(&self, text: &str) -> bool {
        if self.file.rules.group.is_none() {
            return self.file.rules.is_near(text, self.file.around.roots);
        }
        let path = self.file.key(text).trim_start_matches('"');
        path.split(['/', '"']).next().is_some_and(|host| host.contains('.'))
    }

    /// The run that is most like a new import: of equals the one into whose midst it would be sorted, else the longest,
    /// else the last.
    fn run_of<'r, 'i>(&self, runs: &'r [StatementRun<'i>], text: &str) -> Option<&'r StatementRun<'i>> {
        let key = self.file.key(text);
        let words = tokens(key);
        let likeness = |run: &StatementRun<'_>| {
            (1..=words.len()).rev().find(|length| run.beginnings.contains(&words[..*length])).unwrap_or(0)
        };
        let is_grouped = self.has_groups();
        let rank = |run: &&StatementRun<'_>| {
            let is_of_kind = !is_grouped
                || run.imports.iter().any(|import| self.is_late(&import.text) == self.is_late(text));
            (is_of_kind, likeness(run), run.least < key && run.most > key, run.imports.len())
        };
        let is_of_own = |run: &&StatementRun<'_>| run.imports.iter().all(|import| self.is_own(&import.text));
        let others = runs.iter().filter(|run| !is_of_own(run)).max_by_key(rank);
        others.or_else(|| runs.last())
    }

    /// Whether an import is that of the file's own header.
    fn is_own(&self, text: &str) -> bool {
        let stem = self.file.around.stem;
        let is_path = self.file.rules.guard_defines.is_some() && !stem.is_empty() && self.is_late(text);
        let name = text.trim_end_matches('"').rsplit(['/', '"']).next().unwrap_or_default();
        is_path && name.split('.').next() == stem.split('.').next()
    }

    /// The place of a new statement.
    fn place(&self, runs: &[StatementRun<'_>], text: &str, lines: Vec<String>) -> NewStatement {
        let key = self.file.key(text).to_owned();
        let at = |line: usize, is_below: bool, key: String| {
            let gap = Gap { line, ..Gap::default() };
            (gap, is_below, key)
        };
        let (gap, is_below, key) = if self.is_first(text) {
            let last = self.imports.iter().take_while(|import| self.is_first(&import.text)).last();
            match (last, self.imports.first()) {
                (Some(last), _) => at(last.lines.end, false, String::new()),
                (None, Some(first)) => (Gap { below: 1, ..self.above(first) }, false, String::new()),
                (None, None) => (self.head, false, String::new()),
            }
        } else if let Some(first) = self.imports.first().filter(|_| self.is_own(text)) {
            let below = usize::from(!self.is_late(&first.text));
            (Gap { below, ..self.above(first) }, false, key)
        } else if let Some(beside) = self.beside(text) {
            at(beside.lines.end, false, String::new())
        } else if let Some(run) = self.run_of(runs, text) {
            self.within(run, text, key)
        } else if let Some(last) = self.imports.last() {
            (Gap { line: last.lines.end, above: 1, below: 0 }, true, String::new())
        } else {
            let word = self.file.rules.begins.iter().position(|word| *word == first_word(text));
            let group = usize::from(self.has_groups() && self.is_late(text));
            (self.head, true, format!("{group}{}\0{key}", word.unwrap_or_default()))
        };
        let lines = self.as_member(gap.line, &lines).unwrap_or(lines);
        NewStatement { gap, is_below, key, lines }
    }

    /// Whether imports are told apart by where they lead.
    fn has_groups(&self) -> bool {
        self.file.rules.group.is_some() || !self.file.rules.near.is_empty()
    }

    fn above(&self, import: &Import) -> Gap {
        Gap { line: import.lines.start, above: 0, below: 0 }
    }

    /// The import of the same module.
    fn beside(&self, text: &str) -> Option<&Import> {
        self.imports.get(*self.modules.get(&module_of(self.file, text)?)?)
    }

    /// The place among the imports of a run.
    fn within(&self, run: &StatementRun<'_>, text: &str, key: String) -> (Gap, bool, String) {
        let end = |import: &Import| Gap { line: import.lines.end, ..Gap::default() };
        let is_apart = self.has_groups()
            && !run.imports.iter().any(|import| self.is_late(&import.text) == self.is_late(text));
        if let (true, Some(first), Some(last)) = (is_apart, run.imports.first(), run.imports.last()) {
            // What a header of the project defines, such as `config.h`, may have to stand above those of the system.
            let begins_with_own = self.imports.first().is_some_and(|first| self.is_own(&first.text));
            let is_order_told = self.file.rules.guard_defines.is_some() && !begins_with_own;
            return if self.is_late(text) || self.is_own(&first.text) || is_order_told {
                (Gap { above: 1, ..end(last) }, false, key)
            } else {
                (Gap { below: 1, ..self.above(first) }, false, key)
            };
        }
        let word = first_word(text);
        let is_alike = |import: &&Import| first_word(&import.text) == word && !self.is_own(&import.text);
        let alike: Vec<&Import> = run.imports.iter().filter(is_alike).collect();
        let Some(last) = alike.last() else {
            return (run.imports.last().map_or_else(Gap::default, end), false, String::new());
        };
        let as_is = |text: &str| self.file.key(text).to_owned();
        let folded = |text: &str| self.file.key(text).to_lowercase();
        let orders: [&dyn Fn(&str) -> String; 2] =
            if self.folds_case { [&folded, &as_is] } else { [&as_is, &folded] };
        let kin = self.kin(&alike, text);
        for among in [&alike, &kin] {
            for order in orders {
                if !among.is_sorted_by_key(|import| order(&import.text)) {
                    continue;
                }
                let next = among.iter().find(|import| order(&import.text) > order(text));
                let key = order(text);
                return match (next, among.last()) {
                    (Some(next), _) => (self.above(next), true, key),
                    (None, last) => (end(last.unwrap_or(&alike[alike.len() - 1])), false, key),
                };
            }
        }
        (end(kin.last().unwrap_or(last)), false, String::new())
    }

    /// Those of some imports whose path begins most like that of a statement: the next of kin where all of them together
    /// are in no order.
    fn kin<'i>(&self, imports: &[&'i Import], text: &str) -> Vec<&'i Import> {
        let words = tokens(self.file.key(text));
        // A path that counts from the file itself on begins with a dot.
        let counts = |words: &[String]| words.iter().take(3).any(|word| word == ".");
        let likeness = |import: &&Import| {
            let own = tokens(self.file.key(&import.text));
            let shared = own.iter().zip(&words).take_while(|(own, word)| own == word).count();
            (counts(&own) == counts(&words), shared)
        };
        let Some(most) = imports.iter().map(likeness).max() else { return Vec::new() };
        imports.iter().filter(|import| likeness(import) == most).copied().collect()
    }

    /// A statement as it stands in brackets, should a line stand in those of an import.
    fn as_member(&self, line: usize, statement: &[String]) -> Option<Vec<String>> {
        self.file.rules.group.as_ref()?;
        let (file, lexical) = (self.file, &self.file.language.manifest().lexical);
        let shown = self.own.iter().find_map(|id| {
            let range = file.outline.item(*id).range.clone();
            let first = file.buffer.line_of(range.start);
            let is_around = first < line && line <= file.buffer.line_of(range.end.saturating_sub(1));
            let members = is_around
                .then(|| import_group::members(&file.buffer.slice(range), file.rules, lexical))??;
            Some(first + members.first()?.0.start)
        })?;
        let near = file.buffer.line(shown);
        let member = import_group::member_of(&statement.join("\n"), file.rules)?;
        Some(vec![format!("{}{member}", indentation(&near))])
    }

    /// The edits of the lists into which names come.
    fn list_edits(&self, lists: &[FileList]) -> Vec<Edit> {
        if lists.iter().all(|own| own.new.is_empty()) {
            return Vec::new();
        }
        let layout = self.layout();
        let count = |statement: usize| {
            lists.iter().filter(|own| own.statement == statement && !own.new.is_empty()).count()
        };
        let grown = lists.iter().filter(|own| !own.new.is_empty());
        let edits = grown.flat_map(|own| {
            // Lists within one another keep their lines, so that their edits stay apart.
            let width = if count(own.statement) > 1 { usize::MAX } else { layout.width };
            let layout = ListLayout { width, ..layout.clone() };
            let new = import_lists::nested(&own.new, self.file.rules);
            let edits = match own.is_path {
                true => import_lists::bracket(&own.list, &new, &layout).into_iter().collect(),
                false => import_lists::insert(&own.text, &own.list, &new, &layout),
            };
            let moved = |edit: Edit| Edit {
                range: own.start + edit.range.start..own.start + edit.range.end,
                text: edit.text,
            };
            edits.into_iter().map(moved).collect::<Vec<_>>()
        });
        edits.collect()
    }

    fn layout(&self) -> ListLayout {
        let buffer = self.file.buffer;
        let lines: Vec<String> =
            (0..buffer.line_count()).map(|line| buffer.line(line).into_owned()).collect();
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let unit = IndentUnit::shown(&lines, self.file.language.manifest().row_rules());
        let step = unit.map_or_else(|| " ".repeat(self.file.rules.step), IndentUnit::text);
        let rules = self.file.rules;
        ListLayout { rules, width: longest.clamp(WIDTHS.0, WIDTHS.1), step, end: buffer.line_end(0).as_str() }
    }

    /// Whether a blank line parts a new statement from the one above it: what must stand first, and another group.
    fn is_apart(&self, above: &NewStatement, own: &NewStatement) -> bool {
        let (first, next) = (above.lines.join(" "), own.lines.join(" "));
        let is_other = || !self.file.rules.near.is_empty() && self.is_late(&first) != self.is_late(&next);
        self.is_first(&first) && own.is_below || above.gap.below > 0 && own.gap.below == 0 || is_other()
    }

    /// Several statements in one pair of brackets, as they are usual where the file has no import that says otherwise.
    fn bracketed(&self, group: &[NewStatement]) -> Option<Vec<String>> {
        if !self.imports.is_empty() || group.len() < 2 {
            return None;
        }
        let only = |own: &NewStatement| match &own.lines[..] {
            [only] => Some(only.clone()),
            _ => None,
        };
        self.in_brackets(&group.iter().map(only).collect::<Option<Vec<String>>>()?)
    }

    /// Statements of one line each, in one pair of brackets.
    fn in_brackets(&self, statements: &[String]) -> Option<Vec<String>> {
        let rules = self.file.rules;
        let (brackets, word) = (rules.group.as_ref()?, rules.begins.first()?);
        let mut lines = vec![format!("{word} {}", brackets.open)];
        for (at, own) in statements.iter().enumerate() {
            let above = at.checked_sub(1).and_then(|above| statements.get(above));
            if above.is_some_and(|above| self.is_late(above) != self.is_late(own)) {
                lines.push(String::new());
            }
            lines.push(format!("{}{}", brackets.indent, import_group::member_of(own, rules)?));
        }
        lines.push(brackets.close.clone());
        Some(lines)
    }

    /// The line of a file's only import, which has no brackets, and the lines of a pair of brackets around it and what is
    /// new.
    fn joined(&self, newcomers: &[NewStatement]) -> Option<(usize, Vec<String>)> {
        let brackets = self.file.rules.group.as_ref()?;
        let ([only], [_]) = (&self.imports[..], &self.own[..]) else { return None };
        let line = self.file.buffer.line(only.statement);
        let is_outside = |text: &String| brackets.outside.iter().any(|own| text.contains(own.as_str()));
        if newcomers.is_empty()
            || only.lines.len() != 1
            || line.trim() != only.text
            || only.text.ends_with(brackets.open.as_str())
            || only.text.contains(&format!(" {}", brackets.open))
        {
            return None;
        }
        let mut statements = vec![only.text.clone()];
        for own in newcomers {
            let [text] = &own.lines[..] else { return None };
            statements.push(text.trim().to_owned());
        }
        if statements.iter().any(is_outside) {
            return None;
        }
        statements.sort_by_key(|text| (self.is_late(text), self.file.key(text).to_owned()));
        Some((only.statement, self.in_brackets(&statements)?))
    }

    /// The edits that put statements at places of their own.
    fn newcomer_edits(&self, mut newcomers: Vec<NewStatement>) -> Vec<Edit> {
        let buffer = self.file.buffer;
        let mut edits = LineEdits::default();
        if let Some((line, lines)) = self.joined(&newcomers) {
            edits.remove(line);
            edits.add(line, lines.into_iter().map(NewLine::plain));
            return edits.into_edits(buffer, FinalNewline::Keep).iter().cloned().collect();
        }
        newcomers.sort_by(|one, other| {
            let of = |own: &NewStatement| (own.gap.line, own.is_below, own.gap.above);
            of(one).cmp(&of(other)).then_with(|| one.key.cmp(&other.key))
        });
        let groups = newcomers.chunk_by(|one, other| one.gap.line == other.gap.line);
        for group in groups {
            let line = group.first().map_or(0, |own| own.gap.line);
            let mut lines: Vec<String> = Vec::new();
            lines.extend(std::iter::repeat_n(String::new(), group.first().map_or(0, |own| own.gap.above)));
            let bracketed = self.bracketed(group);
            let alone = if bracketed.is_some() { &[][..] } else { group };
            lines.extend(bracketed.into_iter().flatten());
            for (at, own) in alone.iter().enumerate() {
                // What must stand first stands apart from the rest.
                let above = at.checked_sub(1).and_then(|above| group.get(above));
                if above.is_some_and(|above| self.is_apart(above, own)) {
                    lines.push(String::new());
                }
                lines.extend(own.lines.iter().cloned());
            }
            lines.extend(std::iter::repeat_n(String::new(), group.last().map_or(0, |own| own.gap.below)));
            edits.add(line, lines.into_iter().map(NewLine::plain));
        }
        edits.into_edits(buffer, FinalNewline::Keep).iter().cloned().collect()
    }
}

/// The paths, each with the sign at its end, of the imports that name one thing without a list.
fn plain_paths(file: &ImportsFile<'_>, imports: &[Import]) -> HashSet<String> {
    let has_lists = file.rules.self_word.as_ref().and(file.rules.lists.as_ref());
    let Some(lists) = has_lists else { return HashSet::new() };
    let plain = imports.iter().filter(|import| !import.text.contains(&lists.open));
    let items = plain.flat_map(|import| items(&import.text, file.rules, Modifiers::Keep));
    let paths = |item: String| -> Vec<String> {
        item.match_indices(" :: ").map(|(at, sign)| item[..at + sign.len() - 1].to_owned()).collect()
    };
    items.flat_map(paths).collect()
}

/// Whether two imports, one below the other, show that small letters and capitals are one in the order of the imports, and
/// none show the reverse.
fn folds_case(file: &ImportsFile<'_>, imports: &[Import]) -> bool {
    let mut folded = false;
    for pair in imports.windows(2) {
        let [one, next] = [&pair[0], &pair[1]].map(|import| file.key(&import.text));
        if pair[0].lines.end != pair[1].lines.start || first_word(&pair[0].text) != first_word(&pair[1].text)
        {
            continue;
        }
        let as_is = one <= next;
        if as_is != (one.to_lowercase() <= next.to_lowercase()) {
            if as_is {
                return false;
            }
            folded = true;
        }
    }
    folded
}

/// The module of an import, where imports name modules by strings and lists by names.
fn module_of(file: &ImportsFile<'_>, text: &str) -> Option<String> {
    file.rules.lists.as_ref().filter(|lists| lists.names_only)?;
    let first = items(text, file.rules, Modifiers::Keep).into_iter().next()?;
    first.rsplit_once(" from ").map(|(_, module)| module.to_owned())
}
