//! Computes the edits that add imports to a file.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::file::{Gap, ImportEdits, ImportGroup, ImportsFile, WantedImport};
use crate::lang::Role;
use crate::text::normal::{find_word, find_words, indentation};
use crate::text::{Edit, EditSet, FinalNewline, LineEdits, NewLine};

use super::file::ImportId;
use super::group;
use super::index::ImportIndex;
use super::items::{Modifiers, first_word, has_modifier, items, tokens};
use super::list_comments::{CommentedNames, StatementComments};
use super::list_edits;
use super::list_edits::ListEdit;
use super::list_layout::ListLayout;
use super::listed_names::ListedName;
use super::lists::{self, NameList, lists};
use super::properties::{FileList, module_of};
use super::run::{IMPORT_ORDERS, ImportRun, counts_from_file};
use super::statement_change::StatementChange;
use crate::resolve::symbol::members::slot_in_body::DIRECTIVE;
use crate::resolve::symbol::outline::items::ItemId;
use crate::resolve::symbol::outline::joins::open_line_below;

/// The names to add to lists, by list, with their comments.
pub(super) type NewNames = BTreeMap<usize, (Vec<String>, CommentedNames)>;

/// A sort key that follows the keys of all imports beginning with a word.
const BEHIND_KINDRED: &str = "\u{7f}";

/// An import that is inserted as a statement of its own.
pub(super) struct NewStatement {
    gap: Gap,
    /// Whether it belongs to the code below its place, not to that above.
    is_below: bool,
    /// The sort key of statements at one place; equal keys keep the order of the patch.
    key: String,
    lines: Vec<String>,
    /// The grouped statement whose brackets it is inserted into.
    brackets: Option<ItemId>,
}

/// Computes the edits that add imports.
pub(super) struct Additions<'f> {
    pub(super) file: &'f ImportsFile<'f>,
    pub(super) index: &'f ImportIndex,
}

impl<'f> Additions<'f> {
    pub(in crate::resolve::symbol) const fn new(file: &'f ImportsFile<'f>, index: &'f ImportIndex) -> Self {
        Self { file, index }
    }

    /// Returns the first line below the imports, or below the file header if there are none, and whether there are
    /// imports.
    pub(in crate::resolve::symbol) fn end(&self) -> (usize, bool) {
        match self.index.ends() {
            Some((_, last)) => (self.below(last).line, true),
            None => (self.head().line, false),
        }
    }

    /// Returns where imports are inserted into a file without any.
    fn head(&self) -> Gap {
        let (container, head) = self.file.container();
        let children = self.file.outline.children(container);
        self.file.below_head(children, head)
    }

    /// Returns the edits for all statements, and the growth of a statement if the edits do nothing else.
    pub(in crate::resolve::symbol) fn all(
        &self,
        statements: &[WantedImport],
    ) -> (ImportEdits, Option<StatementChange>) {
        if let [WantedImport { attributes, lines }] = statements
            && attributes.is_empty()
            && let Some(edits) = self.without_modifier(&self.file.squeezed(&lines.join("\n")))
        {
            let line = edits.first().map(|edit| self.file.buffer.line_of(edit.range.start));
            let edits = EditSet::new(edits).unwrap_or_default();
            return (ImportEdits { edits, line, ..ImportEdits::default() }, None);
        }
        let mut done = ImportEdits::default();
        let mut brought: HashSet<String> = HashSet::new();
        let mut names = NewNames::new();
        let mut dressed: HashSet<String> = HashSet::new();
        // Statements below conditional attributes that lose names.
        let mut parted: HashSet<ItemId> = HashSet::new();
        let mut newcomers: Vec<NewStatement> = Vec::new();
        let mut freed: Vec<Edit> = Vec::new();
        for own in statements {
            let WantedImport { attributes, lines: statement } = own;
            let whole = statement.join("\n");
            let text = self.file.squeezed(&whole);
            if !attributes.is_empty() {
                newcomers.extend(self.add_dressed(own, &mut names, &mut dressed, &mut done));
                continue;
            }
            let wanted = items(&text, self.file.rules, Modifiers::Keep);
            let drops_modifiers = !has_modifier(&text, self.file.rules);
            let new = wanted.iter().filter(|item| !brought.contains(*item));
            let come: Vec<Edit> =
                new.flat_map(|item| self.make_unconditional(item, drops_modifiers)).collect();
            let has_freed = !come.is_empty();
            let gone = come.iter().filter(|edit| edit.text.is_empty());
            let gone = gone.map(|edit| self.file.buffer.slice(edit.range.clone()).trim().to_owned());
            done.freed.extend(gone.map(|attribute| (attribute, text.clone())));
            freed.extend(come);
            let there = |item: &str| self.index.imports_of(item, drops_modifiers);
            let has = |item: &str| brought.contains(item) || !there(item).is_empty();
            let is_known =
                |item: &&String| has(item) || self.wider_items(item).iter().any(|other| has(other));
            let mut missing: Vec<String> = wanted.iter().filter(|item| !is_known(item)).cloned().collect();
            let changed = names.keys().map(|list| self.index.list(*list).statement);
            let changed: HashSet<ItemId> = changed.chain(parted.iter().copied()).collect();
            for item in wanted.iter().filter(|item| !missing.contains(*item)).collect::<Vec<_>>() {
                if let Some((statement, edit)) = self.take_out(item, &changed).filter(|_| missing.is_empty())
                {
                    parted.insert(statement);
                    freed.push(edit);
                    missing.push(item.clone());
                }
            }
            let tried = missing.first().and_then(|item| self.line_in_try(item));
            missing.retain(|item| tried.is_none() || self.line_in_try(item).is_none());
            let damaged = self.file.line_in_damage(&text).or(tried);
            if has_freed {
                brought.extend(wanted.iter().filter(|item| !missing.contains(item)).cloned());
                if missing.is_empty() {
                    continue;
                }
            }
            if missing.is_empty() || damaged.is_some() {
                let last_of = |item: &str| self.index.last_of(self.file, there(item));
                let as_well = |item: &String| self.wider_items(item).iter().find_map(|item| last_of(item));
                let there = wanted.last().and_then(|item| last_of(item).or_else(|| as_well(item)));
                let first = statement.first().map_or("", |line| line.trim());
                done.idle.push((first.to_owned(), there.map(|there| self.line(there)).or(damaged)));
                continue;
            }
            let mut rest = missing.clone();
            let names_before = names.clone();
            let said = StatementComments::of(&whole, self.file.rules, self.file.language.manifest());
            rest.retain(|item| !self.add_to_list(&mut names, ("", item), &said));
            brought.extend(missing);
            if rest.is_empty() {
                continue;
            }
            let lines = match rest.len() == wanted.len() {
                true => None,
                false => self.only(&whole, &rest),
            };
            if lines.is_none() {
                // The whole statement is inserted, or it cannot be split: then its names are put into no list.
                names = names_before;
            }
            let lines = lines.unwrap_or_else(|| statement.clone());
            newcomers.push(self.place(&text, self.with_file_style(lines)));
        }
        let into_lists = newcomers.is_empty();
        let brackets = self.brackets_of(&newcomers);
        let (mut edits, mut growth) = self.list_edits(&names);
        edits.extend(self.newcomer_edits(newcomers));
        let has_edits_of_others = !freed.is_empty();
        growth = growth.filter(|_| !has_edits_of_others);
        edits.append(&mut freed);
        let first = edits.iter().map(|edit| edit.range.start).min();
        done.line = first.map(|byte| self.file.buffer.line_of(byte));
        done.edits = EditSet::new(edits).unwrap_or_default();
        if !into_lists {
            let brackets = brackets.filter(|_| names.is_empty() && !has_edits_of_others);
            growth = brackets.and_then(|statement| {
                StatementChange::of_members(self.file, statement, self.index.count_of(statement), &done.edits)
            });
        }
        (done, growth)
    }

    /// Returns the edits that make a conditional import of an item, in a statement of its own, unconditional; none if
    /// an unconditional one exists.
    fn make_unconditional(&self, item: &str, drops_modifiers: bool) -> Vec<Edit> {
        let facts = |own: &&ImportId| self.index.properties(**own);
        let there = self.index.imports_of(item, drops_modifiers);
        if !there.iter().all(|own| facts(&own).is_conditional) {
            return Vec::new();
        }
        let lone = there.iter().find(|own| facts(own).items[0].len() == 1);
        lone.map(|own| self.file.unconditional_edits(self.index.statement(*own))).unwrap_or_default()
    }

    /// Returns the grouped statement into whose brackets all new statements are inserted.
    fn brackets_of(&self, newcomers: &[NewStatement]) -> Option<ItemId> {
        let statement = newcomers.first()?.brackets?;
        newcomers.iter().all(|own| own.brackets == Some(statement)).then_some(statement)
    }

    /// Returns the line on which an import begins.
    pub(super) fn line(&self, own: ImportId) -> usize {
        self.index.place(self.file, own).statement
    }

    /// Returns the line of an import of the item in a `try` block with a fallback: the file has the import.
    fn line_in_try(&self, item: &str) -> Option<usize> {
        let outline = self.file.outline;
        let id = self.index.in_block(self.file, item)?;
        let around = |id: ItemId| outline.item(outline.item(id).parent);
        let block = outline.item(id).parent;
        let is_tried = around(id).role == Role::Transparent
            && around(block).role == Role::Transparent
            && self.file.buffer.slice(around(block).range.clone()).starts_with("try");
        is_tried.then(|| self.file.buffer.line_of(outline.item(id).range.start))
    }

    /// Returns the items that include an item with a narrowing modifier such as `type`: the same item with the modifier
    /// before its list or before its name, and without it.
    fn wider_items(&self, item: &str) -> Vec<String> {
        let Some(lists) = self.file.rules.lists.as_ref().filter(|lists| lists.names_only) else {
            return Vec::new();
        };
        let forms = |word: &String| {
            let open = &lists.open;
            let forms = [format!("{open} {word} "), format!("{word} {open} "), format!("{open} ")];
            let own = forms[..2].iter().find(|own| item.contains(own.as_str()))?;
            Some(forms.iter().map(|form| item.replacen(own.as_str(), form, 1)).collect())
        };
        self.file.rules.modifiers.iter().find_map(forms).unwrap_or_default()
    }

    /// Returns the edits that extend a statement of the file to a wanted one that differs only in lacking a modifier
    /// before the list, such as `type`: the modifier is moved to the other names.
    fn without_modifier(&self, text: &str) -> Option<Vec<Edit>> {
        let rules = self.file.rules;
        let lists = rules.lists.as_ref().filter(|lists| lists.names_only)?;
        let there = |item: &str| self.index.imports_of(item, false);
        let wanted = items(text, rules, Modifiers::Keep);
        let [item] = &wanted[..] else { return None };
        let open = format!("{} ", lists.open);
        let (before, behind) = item.split_once(&open).filter(|_| there(item).is_empty())?;
        rules.modifiers.iter().find_map(|word| {
            let own = *there(&format!("{before}{word} {open}{behind}")).first()?;
            let range = self.file.outline.item(self.index.statement(own)).range.clone();
            let statement = self.file.buffer.slice(range.clone());
            let at = find_words(&statement, word).next()?;
            let rest = statement[at + word.len()..].trim_start();
            let end = statement.len() - rest.len();
            let place = range.start + at..range.start + end;
            let found = lists::lists(&statement, rules, &self.file.language.manifest().lexical);
            let list = found.first().filter(|_| rest.starts_with(&lists.open))?;
            let others = list.names.iter().filter(|name| Some(name.text) != behind.split(' ').next());
            let narrow = |name: ListedName<'_>| {
                let at = range.start + name.range.start;
                Edit { range: at..at, text: format!("{word} ") }
            };
            Some([Edit { range: place, text: String::new() }].into_iter().chain(others.map(narrow)).collect())
        })
    }

    /// Adds an item as a new name of the list that it fits best; returns false if there is none.
    /// Only lists below the same attributes count.
    pub(super) fn add_to_list(
        &self,
        names: &mut NewNames,
        (attributes, item): (&str, &str),
        said: &StatementComments,
    ) -> bool {
        let rules = self.file.rules;
        if said.has_common_comment {
            return false;
        }
        let fits = |own: &FileList| {
            let name = own.list.name_in(item, rules)?;
            // Paths are added to lists that contain some; to the last name of a path only another last name is added.
            let is_end = !name.contains(" :: ");
            let is_beside = match own.is_path {
                true => is_end && own.list.before.matches(" ::").count() > 1,
                false => is_end || own.list.names.iter().any(|own| own.text.contains("::")),
            };
            let is_all = name == "*" || name.ends_with(" *");
            (is_beside && !is_all).then(|| name.to_owned())
        };
        // The list with the longest common path; the first one of equals.
        let lists = self.index.lists_for(self.file, (attributes, item));
        let best = lists.into_iter().find_map(|own| Some((own, fits(self.index.list(own))?)));
        let Some((own, name)) = best else { return false };
        if attributes.is_empty() && self.is_nearer(item, self.index.list(own).list.before.len()) {
            return false;
        }
        let comments = said.names.get(&name);
        if comments.is_some() && !self.may_take_comments(self.index.list(own)) {
            return false;
        }
        let (names, commented) = names.entry(own).or_default();
        commented.extend(comments.map(|comments| (name.clone(), comments.clone())));
        names.push(name);
        true
    }

    /// Returns whether names can be added to a list together with their comments.
    fn may_take_comments(&self, own: &FileList) -> bool {
        let text = self.file.buffer.slice(self.file.outline.item(own.statement).range.clone());
        !own.is_path && own.list.may_take_comments(&text, self.file.language.manifest())
    }

    /// Returns whether a statement without a list shares more than `length` bytes of an item's path.
    fn is_nearer(&self, item: &str, length: usize) -> bool {
        let ends = item.match_indices(" :: ").map(|(at, sign)| at + sign.len() - 1);
        ends.filter(|end| *end > length).any(|end| self.index.has_path(&item[..end]))
    }

    /// Returns a statement that imports only some of its items; `None` if it cannot be split.
    pub(super) fn only(&self, whole: &str, rest: &[String]) -> Option<Vec<String>> {
        let rules = self.file.rules;
        let lists = self.lists_of(whole);
        let mut text = whole.to_owned();
        // From the last list to the first, so that the positions in earlier lists stay valid.
        for list in lists.iter().rev().filter(|list| !list.names.iter().any(|name| name.is_list())) {
            let gone = list.places_of(|name| rest.iter().all(|item| list.name_in(item, rules) != Some(name)));
            let Some(edits) = list_edits::remove(&text, list, &gone, (rules, self.file.language.manifest()))
            else {
                continue;
            };
            for edit in edits.iter().rev() {
                text.replace_range(edit.range.clone(), &edit.text);
            }
        }
        let brings_rest = |text: &String| {
            let items = items(&self.file.squeezed(text), rules, Modifiers::Keep);
            items.len() == rest.len() && items.iter().all(|item| rest.contains(item))
        };
        // Beside a list or a wildcard there may be another name: either of them may exist already.
        let parted = || {
            let word = rules.item_words.iter().find(|word| text.starts_with(word.as_str()))?;
            let list = self.lists_of(&text).into_iter().find_map(|list| list.brackets);
            let comma =
                text.find(',').filter(|comma| list.as_ref().is_none_or(|list| *comma < list.start))?;
            let (head, rest) = text.split_at(comma);
            let behind = list.map_or(head.len(), |list| list.end);
            let tail = &text[find_word(&text[behind..], rules.tail.as_deref()?)? + behind..];
            [format!("{word} {}", rest[1..].trim_start()), format!("{head} {tail}")]
                .into_iter()
                .find(&brings_rest)
        };
        let text = match brings_rest(&text) {
            true => Some(text),
            false => parted().or_else(|| (text != whole).then_some(text)),
        };
        Some(text?.lines().map(str::to_owned).collect())
    }

    fn lists_of(&self, text: &str) -> Vec<NameList> {
        lists(text, self.file.rules, &self.file.language.manifest().lexical)
    }

    /// Returns the quote character that the file's imports use, and the other one.
    fn quote(&self) -> Option<(&'f str, &'f str)> {
        let [one, other] = self.file.rules.quotes.as_slice() else { return None };
        match self.index.signs() {
            ([own, 0, _], _) if own > 0 => Some((one, other)),
            ([0, own, _], _) if own > 0 => Some((other, one)),
            _ => None,
        }
    }

    /// Returns the optional terminator, and whether the file's imports have it; `None` if they differ.
    fn ends(&self) -> Option<(&'f str, bool)> {
        let end = self.file.rules.end.as_deref()?;
        let ([_, _, have], count) = self.index.signs();
        (count > 0 && (have == count || have == 0)).then_some((end, have > 0))
    }

    /// Returns a statement with the quotes and terminator that the file uses.
    fn with_file_style(&self, mut lines: Vec<String>) -> Vec<String> {
        let (quotes, ends) = (self.quote(), self.ends());
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

    /// Returns the run that is most similar to a new import: of equal ones the one within which it would be sorted,
    /// else the longest, else the last.
    fn run_of(&self, text: &str) -> Option<&'f ImportRun> {
        let (key, group) = (self.file.key(text), self.file.group(text));
        let words = tokens(key);
        let is_grouped = self.file.has_groups();
        let names_modules = self.file.rules.lists.as_ref().is_some_and(|lists| lists.names_only);
        let is_counted = counts_from_file(&words);
        let rank = |run: &&ImportRun| {
            let is_of_group = match is_grouped {
                true => run.has(group),
                false => !names_modules || run.has_counted(is_counted),
            };
            // If no run has the group, the import is inserted after the preceding group.
            let before = if is_grouped && !is_of_group { run.last_before(group) } else { None };
            (is_of_group, before, run.likeness(&words), run.is_around(key), run.count)
        };
        let runs = self.index.runs();
        let is_like = |run: &ImportRun| is_counted || is_grouped || !names_modules || run.has_counted(false);
        if !runs.clone().any(is_like) {
            // Packages precede relative imports, in whatever run these are.
            return runs.clone().find(|run| !run.is_of_own()).or_else(|| runs.last());
        }
        runs.clone().filter(|run| !run.is_of_own()).max_by_key(rank).or_else(|| runs.last())
    }

    /// Returns a new statement with the place where it is inserted.
    pub(super) fn place(&self, text: &str, lines: Vec<String>) -> NewStatement {
        let key = self.file.key(text).to_owned();
        let ends = self.index.ends();
        let first = ends.map(|(first, _)| first);
        let (gap, is_below, key) = if self.file.is_first(text) {
            match (self.index.last_first(), first) {
                (Some(last), _) => (self.below(last), false, String::new()),
                (None, Some(first)) => (Gap { below: 1, ..self.above(first) }, false, String::new()),
                (None, None) => (self.head(), false, String::new()),
            }
        } else if let Some(first) = first.filter(|_| self.file.is_own(text)) {
            let below = usize::from(self.index.properties(first).group != ImportGroup::Last);
            (Gap { below, ..self.above(first) }, false, key)
        } else if let Some(beside) = self.beside(text) {
            (self.below(beside), false, String::new())
        } else if let Some((_, last)) = ends.filter(|_| self.is_first_of_its_word(text)) {
            (Gap { above: 1, ..self.below(last) }, true, key)
        } else if let Some(run) = self.run_of(text) {
            self.within(run, text, key)
        } else if let Some((_, last)) = ends {
            (Gap { above: 1, ..self.below(last) }, true, String::new())
        } else {
            (self.head(), true, self.key_apart(text, &key))
        };
        let member = self.as_member(gap.line, &lines);
        let brackets = member.as_ref().map(|(statement, _)| *statement);
        let lines = member.map_or(lines, |(_, line)| vec![line]);
        NewStatement { gap, is_below, key, lines, brackets }
    }

    /// Returns whether an import has a keyword that separates such imports from others, and no run of the file begins
    /// or ends with an import that has it.
    fn is_first_of_its_word(&self, text: &str) -> bool {
        let second = |text: &str| text.split_whitespace().nth(1).map(str::to_owned);
        let is_apart = |word: &String| self.file.rules.separate_keywords.contains(word);
        let Some(word) = second(text).filter(is_apart) else { return false };
        let has =
            |own: ImportId| second(&self.file.buffer.line(self.index.place(self.file, own).lines.start));
        self.index
            .runs()
            .filter_map(|run| run.ends)
            .all(|(first, last)| [first, last].iter().all(|own| has(*own).as_deref() != Some(word.as_str())))
    }

    /// Returns whether an import names only its module, as `import "style.css"` does.
    fn is_for_its_effect(&self, text: &str) -> bool {
        let names_modules = self.file.rules.lists.as_ref().is_some_and(|lists| lists.names_only);
        let first = text.split_whitespace().nth(1).unwrap_or_default();
        names_modules && first.starts_with(['"', '\''])
    }

    /// Returns the sort key of new imports that are added to no existing run: the group, the first word, their key.
    fn key_apart(&self, text: &str, key: &str) -> String {
        let word = self.file.rules.begins.iter().position(|word| *word == first_word(text));
        let group = if self.file.has_groups() { self.file.group(text) as usize } else { 0 };
        format!("{group}{}\0{key}", word.unwrap_or_default())
    }

    fn above(&self, own: ImportId) -> Gap {
        Gap { line: self.index.place(self.file, own).lines.start, ..Gap::default() }
    }

    fn below(&self, own: ImportId) -> Gap {
        Gap { line: self.index.place(self.file, own).lines.end, ..Gap::default() }
    }

    /// Moves a place below directly following conditionals that contain nothing but imports of earlier groups.
    fn behind_conditions(&self, gap: Gap, group: ImportGroup) -> Gap {
        let file = self.file;
        let lines = |id: ItemId| file.buffer.lines_of(&file.outline.item(id).range);
        let children = file.outline.children(file.container().0);
        let from = children.partition_point(|id| lines(*id).start < gap.line);
        let mut line = gap.line;
        for id in &children[from..] {
            if lines(*id).start != line || !self.holds_imports_before(*id, group) {
                break;
            }
            line = lines(*id).end;
        }
        Gap { line, ..gap }
    }

    /// Returns whether a conditional contains imports, all of groups before the given one, and no other code.
    fn holds_imports_before(&self, id: ItemId, group: ImportGroup) -> bool {
        let file = self.file;
        let is_directive =
            |byte: usize| file.buffer.line(file.buffer.line_of(byte)).trim_start().starts_with(DIRECTIVE);
        let mut pending = vec![id];
        let mut has_import = false;
        while let Some(id) = pending.pop() {
            let item = file.outline.item(id);
            match item.role {
                Role::Import => {
                    let text = file.squeezed(&file.buffer.slice(item.range.clone()));
                    has_import = true;
                    if file.group(&text) >= group {
                        return false;
                    }
                }
                Role::Transparent => pending.extend(file.outline.children(id)),
                Role::Comment => {}
                Role::Other if is_directive(item.range.start) => {}
                _ => return false,
            }
        }
        has_import
    }

    /// Returns the import of the same module.
    fn beside(&self, text: &str) -> Option<ImportId> {
        self.index.of_module(self.file, &module_of(self.file, text)?)
    }

    /// Returns the place among the imports of a run, whether it belongs to the code below, and the sort key.
    fn within(&self, run: &ImportRun, text: &str, key: String) -> (Gap, bool, String) {
        let Some((first, last)) = run.ends else { return (self.head(), false, String::new()) };
        let group = self.file.group(text);
        if self.file.has_groups() && !run.has(group) {
            // Macros that a project header such as `config.h` defines may have to precede system headers.
            let begins_with_own =
                self.index.ends().is_some_and(|(first, _)| self.index.properties(first).is_own);
            let is_order_told = self.file.rules.guard_defines.is_some() && !begins_with_own;
            let key = self.key_apart(text, &key);
            // If the run has mixed groups, no blank line separates a further one.
            let blank = usize::from(!run.is_mixed());
            return if run.has_before(group) || self.index.properties(first).is_own || is_order_told {
                (Gap { above: blank, ..self.behind_conditions(self.below(last), group) }, false, key)
            } else {
                (Gap { below: blank, ..self.above(first) }, false, key)
            };
        }
        if self.is_for_its_effect(text) {
            // The order of effects matters, and only the file shows it.
            return (self.below(last), false, String::new());
        }
        let kindred = run.same_word.get(first_word(text));
        let Some((kindred, (first, last))) = kindred.and_then(|kindred| Some((kindred, kindred.ends?)))
        else {
            // After new imports that are inserted among others with the same first word.
            return (self.below(last), false, BEHIND_KINDRED.to_owned());
        };
        // Relative imports follow packages, unless the file shows another order.
        let is_counted = self.file.key(text).starts_with('.');
        if self.file.rules.lists.as_ref().is_some_and(|lists| lists.names_only)
            && !run.has_counted(is_counted)
        {
            return match is_counted {
                true => (self.below(last), false, String::new()),
                false => (self.above(first), false, String::new()),
            };
        }
        let orders = if self.index.folds_case() { [1, 0] } else { [0, 1] };
        if let Some(order) = orders.into_iter().find(|order| kindred.is_sorted(*order)) {
            let key = IMPORT_ORDERS[order](self.file.key(text));
            return match self.index.next_in_order(kindred, order, &key) {
                Some(next) => (self.above(next), true, key),
                None => (self.below(last), false, key),
            };
        }
        let kin = self.closest_imports(first, text);
        let own_key = |own: &ImportId| self.index.properties(*own).key.as_str();
        for order in orders.map(|order| IMPORT_ORDERS[order]) {
            if kin.is_sorted_by_key(|own| order(own_key(own))) {
                let key = order(self.file.key(text));
                return match kin.iter().find(|own| order(own_key(own)) > key) {
                    Some(next) => (self.above(*next), true, key),
                    None => (self.below(kin.last().copied().unwrap_or(last)), false, key),
                };
            }
        }
        (self.below(kin.last().copied().unwrap_or(last)), false, String::new())
    }

    /// Returns the imports, from the first one on, whose path has the longest common beginning with that of a
    /// statement: its closest relatives if all of them together are in no order.
    fn closest_imports(&self, first: ImportId, text: &str) -> Vec<ImportId> {
        let words = tokens(self.file.key(text));
        let is_counted = counts_from_file(&words);
        let tells_endings = !self.file.rules.relative.is_empty();
        let has_ending = words.iter().any(|word| word == ".");
        let likeness = |own: ImportId| {
            let own = &self.index.properties(own).words;
            let shared = own.iter().zip(&words).take_while(|(own, word)| own == word).count();
            // C and C++ headers are in one group, each with their own order.
            let is_alike = !tells_endings || own.iter().any(|word| word == ".") == has_ending;
            (counts_from_file(own) == is_counted, is_alike, shared)
        };
        let all: Vec<_> = self.index.same_word_from(Some(first)).map(|own| (likeness(own), own)).collect();
        let most = all.iter().map(|(likeness, _)| *likeness).max();
        all.into_iter().filter(|(likeness, _)| Some(*likeness) == most).map(|(_, own)| own).collect()
    }

    /// If the line is inside the brackets of an import, returns that import and the statement as a member of it.
    fn as_member(&self, line: usize, statement: &[String]) -> Option<(ItemId, String)> {
        self.file.rules.group.as_ref()?;
        let file = self.file;
        let children = file.outline.children(file.container().0);
        let behind =
            children.partition_point(|id| file.buffer.line_of(file.outline.item(*id).range.start) < line);
        let shown = children[..behind].last().filter(|id| file.outline.item(**id).role == Role::Import)?;
        let range = file.outline.item(*shown).range;
        if line > file.buffer.line_of(range.end.saturating_sub(1)) {
            return None;
        }
        let near = self.index.place(file, self.index.first_in_brackets(*shown)?).lines.start;
        let near = file.buffer.line(near);
        let member = group::member_of(&statement.join("\n"), file.rules)?;
        Some((*shown, format!("{}{member}", indentation(&near))))
    }

    /// Returns the edits of the lists to which names are added, and the growth of the statement if it is only one list.
    fn list_edits(&self, names: &NewNames) -> (Vec<Edit>, Option<StatementChange>) {
        let rules = self.file.rules;
        let layout = ListLayout {
            rules,
            manifest: self.file.language.manifest(),
            row_rules: self.file.language.manifest().row_rules(),
            buffer: self.file.buffer,
            keeps_lines: false,
        };
        let mut grown: HashMap<usize, usize> = HashMap::new();
        for own in names.keys() {
            *grown.entry(self.index.list(*own).statement).or_default() += 1;
        }
        let (mut all, mut growth) = (Vec::new(), None);
        for (list, (new, comments)) in names {
            let own = self.index.list(*list);
            // Nested lists keep their lines, so that their edits do not overlap.
            let layout = ListLayout { keeps_lines: grown[&own.statement] > 1, ..layout };
            let new = lists::nested(new, rules);
            let place = self.file.outline.item(own.statement).range;
            let text = self.file.buffer.slice(place.clone());
            let edits = match own.is_path {
                true => {
                    let edit = list_edits::bracket(&own.list, &new, &layout);
                    edit.into_iter().map(ListEdit::plain).collect()
                }
                false => list_edits::insert(&text, (&own.list, own.shape(rules)), (&new, comments), &layout),
            };
            if names.len() == 1 {
                growth = StatementChange::of_names(&text, (*list, own), &edits, rules);
            }
            all.extend(edits.into_iter().map(|ListEdit { edit, .. }| Edit {
                range: place.start + edit.range.start..place.start + edit.range.end,
                text: edit.text,
            }));
        }
        (all, growth)
    }

    /// Returns whether a blank line separates a new statement from the one above it: after imports that must be first,
    /// and between groups.
    fn is_apart(&self, above: &NewStatement, own: &NewStatement) -> bool {
        let (first, next) = (above.lines.join(" "), own.lines.join(" "));
        let is_other =
            || !self.file.rules.relative.is_empty() && self.file.group(&first) != self.file.group(&next);
        self.file.is_first(&first) && own.is_below || above.gap.below > 0 && own.gap.below == 0 || is_other()
    }

    /// Returns several statements as one grouped statement, as is usual, if the file has no import with another style.
    fn bracketed(&self, group: &[NewStatement]) -> Option<Vec<String>> {
        if self.index.ends().is_some() || group.len() < 2 {
            return None;
        }
        let only = |own: &NewStatement| match &own.lines[..] {
            [only] => Some(only.clone()),
            _ => None,
        };
        self.in_brackets(&group.iter().map(only).collect::<Option<Vec<String>>>()?)
    }

    /// Returns statements of one line each as one grouped statement.
    fn in_brackets(&self, statements: &[String]) -> Option<Vec<String>> {
        let rules = self.file.rules;
        let (brackets, word) = (rules.group.as_ref()?, rules.begins.first()?);
        let mut lines = vec![format!("{word} {}", brackets.open)];
        for (at, own) in statements.iter().enumerate() {
            let above = at.checked_sub(1).and_then(|above| statements.get(above));
            if above.is_some_and(|above| self.file.group(above) != self.file.group(own)) {
                lines.push(String::new());
            }
            lines.push(format!("{}{}", brackets.indent, group::member_of(own, rules)?));
        }
        lines.push(brackets.close.clone());
        Some(lines)
    }

    /// Returns the line of a file's only import, if it has no brackets, and the lines of a grouped statement of it and
    /// the new ones.
    fn as_group_with_only(&self, newcomers: &[NewStatement]) -> Option<(usize, Vec<String>)> {
        let brackets = self.file.rules.group.as_ref()?;
        let only = self.file.imports(self.index.statement(self.index.only()?)).pop()?;
        let line = self.file.buffer.line(only.place.statement);
        let is_outside = |text: &String| brackets.outside.iter().any(|own| text.contains(own.as_str()));
        if newcomers.is_empty()
            || only.place.lines.len() != 1
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
        statements.sort_by_key(|text| (self.file.group(text), self.file.key(text).to_owned()));
        Some((only.place.statement, self.in_brackets(&statements)?))
    }

    /// Appends the optional terminator to the last of the inserted lines, if the code at `line` would otherwise
    /// continue it.
    fn end_before_joined(&self, line: usize, lines: &mut [String]) {
        let language = self.file.language;
        let Some(end) = self.file.rules.end.as_deref().filter(|_| language.manifest().symbols.lines_join)
        else {
            return;
        };
        let start = self.file.buffer.line_start(line);
        if open_line_below(language, self.file.buffer, start).is_some()
            && let Some(last) = lines.last_mut()
            && !last.trim_end().ends_with(end)
        {
            last.push_str(end);
        }
    }

    /// Returns the edits that insert new statements.
    fn newcomer_edits(&self, mut newcomers: Vec<NewStatement>) -> Vec<Edit> {
        let buffer = self.file.buffer;
        let mut edits = LineEdits::default();
        if let Some((line, lines)) = self.as_group_with_only(&newcomers) {
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
                // Imports that must be first are separated from the rest.
                let above = at.checked_sub(1).and_then(|above| group.get(above));
                if above.is_some_and(|above| self.is_apart(above, own)) {
                    lines.push(String::new());
                }
                lines.extend(own.lines.iter().cloned());
            }
            self.end_before_joined(line, &mut lines);
            lines.extend(std::iter::repeat_n(String::new(), group.last().map_or(0, |own| own.gap.below)));
            edits.add(line, lines.into_iter().map(NewLine::plain));
        }
        edits.into_edits(buffer, FinalNewline::Keep).iter().cloned().collect()
    }
}
