//! Lists of names within imports: which there are in a statement, and how a name comes into one or goes.

use std::ops::{ControlFlow, Range};

use super::grown::{GrownName, Shifts};
use super::items::unified;
use crate::lang::{ImportRules, Language, NameLists};
use crate::text::normal::is_word_char;
use crate::text::{Buffer, Edit, IndentUnit, LexRules, Lexer, RowRules, TokenKind};

/// Lines of imports are at least so long before a list is broken, and at most.
const WIDTHS: (usize, usize) = (80, 120);
/// A longer new import is broken, unless the file has lines as long.
const LONG: usize = 100;

/// A list of names that share what is written around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct NameList {
    /// The words and signs before the list, as in the items of an import.
    pub(in crate::resolve::symbol) before: String,
    /// Those behind it, such as the module.
    pub(in crate::resolve::symbol) behind: String,
    /// Its brackets; `None` where it needs none.
    pub(in crate::resolve::symbol) brackets: Option<Range<usize>>,
    /// Its names.
    pub(in crate::resolve::symbol) names: Vec<ListedName>,
}

/// A name in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct ListedName {
    /// Its bytes, an alias included.
    pub(in crate::resolve::symbol) range: Range<usize>,
    /// Its words and signs, parted by blanks.
    pub(in crate::resolve::symbol) text: String,
}

impl NameList {
    /// The part of an import's item that is a name of this list.
    pub(super) fn name_in<'i>(&self, item: &'i str, rules: &'i ImportRules) -> Option<&'i str> {
        if let Some(name) = item.strip_prefix(self.before.as_str()).and_then(|rest| rest.strip_prefix(' ')) {
            let name = name.strip_suffix(self.behind.as_str())?.trim_end();
            return Some(name).filter(|name| !name.is_empty());
        }
        let owner = self.before.strip_suffix(" ::")?;
        (item == owner).then_some(rules.self_word.as_deref()?)
    }

    /// The part of an import's item that brings in just this name of this list.
    pub(in crate::resolve::symbol) fn item(&self, name: &str) -> String {
        let gap = if self.behind.is_empty() { "" } else { " " };
        format!("{} {name}{gap}{}", self.before, self.behind)
    }

    /// Moves all that stands in a statement, of which some bytes came.
    pub(in crate::resolve::symbol) fn shift(&mut self, shifts: &Shifts) {
        let from = self.names.partition_point(|name| name.range.end <= shifts.first());
        let names = self.names[from..].iter_mut().map(|name| &mut name.range);
        names.chain(self.brackets.as_mut()).for_each(|range| *range = shifts.moved(range));
    }

    /// Takes names out, by their places in the list, and returns the items that they were.
    pub(super) fn shrink(&mut self, gone: &[usize]) -> Vec<String> {
        let names: Vec<ListedName> = gone.iter().rev().map(|at| self.names.remove(*at)).collect();
        names.iter().map(|name| self.item(&name.text)).collect()
    }

    /// Takes names in, of which the places are those of now.
    pub(in crate::resolve::symbol) fn grow(&mut self, names: Vec<GrownName>) {
        for (count, GrownName { gap, range, text }) in names.into_iter().enumerate() {
            self.names.insert(gap + count, ListedName { range, text });
        }
    }

    fn is_all(&self) -> bool {
        self.names.iter().any(|name| name.text == "*")
    }
}

/// What stands for the names of a list within a name.
const NESTED: &str = "{}";

/// A word or sign of a statement.
struct ListToken {
    range: Range<usize>,
    text: String,
}

/// The words and signs of a statement outside of comments.
fn tokens(text: &str, lexical: &LexRules) -> Vec<ListToken> {
    let comments: Vec<Range<usize>> = Lexer::new(lexical)
        .tokens(text)
        .filter(|token| matches!(token.kind, TokenKind::Comment))
        .map(|token| token.range)
        .collect();
    let mut comments = comments.into_iter().peekable();
    let mut found: Vec<ListToken> = Vec::new();
    let mut joins = false;
    for (at, char) in text.char_indices() {
        while comments.next_if(|comment| comment.end <= at).is_some() {}
        let breaks = || char == '\\' && text[at + 1..].trim_start_matches('\r').starts_with('\n');
        let is_comment = comments.peek().is_some_and(|comment| comment.contains(&at));
        if is_comment || char.is_whitespace() || breaks() {
            joins = false;
            continue;
        }
        let end = at + char.len_utf8();
        let is_word = is_word_char(char) || char == '$';
        match found.last_mut().filter(|last| {
            last.range.end == at && ((joins && is_word) || (char == ':' && last.text == ":" && !joins))
        }) {
            Some(last) => {
                last.text.push(char);
                last.range.end = end;
            }
            None => found.push(ListToken { range: at..end, text: char.to_string() }),
        }
        joins = is_word;
    }
    found
}

/// The parts of a statement that bring something in, each with its own way: `D` and `{ a }` in `import D, { a } from "b"`.
pub(in crate::resolve::symbol) fn parts(
    text: &str,
    rules: &ImportRules,
    lexical: &LexRules,
) -> Vec<Range<usize>> {
    let (Some(tail), Some(lists)) = (&rules.tail, &rules.lists) else { return Vec::new() };
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut depth, mut is_new) = (0_usize, true);
    let tokens = tokens(text, lexical);
    let begin = tokens.iter().position(|token| rules.item_words.contains(&token.text));
    for token in tokens.iter().skip(begin.map_or(tokens.len(), |begin| begin + 1)) {
        match token.text.as_str() {
            word if depth == 0 && word == tail => return found,
            "," if depth == 0 => {
                is_new = true;
                continue;
            }
            sign if sign == lists.open => depth += 1,
            sign if sign == lists.close => depth = depth.saturating_sub(1),
            _ => {}
        }
        match found.last_mut().filter(|_| !is_new) {
            Some(part) => part.end = token.range.end,
            None => found.push(token.range.clone()),
        }
        is_new = false;
    }
    Vec::new()
}

/// The lists of names of one import statement, outer ones first.
pub(in crate::resolve::symbol) fn lists(
    text: &str,
    rules: &ImportRules,
    lexical: &LexRules,
) -> Vec<NameList> {
    let Some(own) = &rules.lists else { return Vec::new() };
    let tokens = tokens(text, lexical);
    let mut reader =
        ListReader { found: Vec::new(), open: Vec::new(), prefix: Vec::new(), name: None, is_behind: false };
    for (at, token) in tokens.iter().enumerate() {
        let opens = |token: &ListToken| token.text == own.open;
        if opens(token) {
            reader.open(token, own);
        } else if token.text == own.close {
            reader.close(token);
        } else if token.text == "," {
            reader.end_name();
            reader.cut();
        } else if token.text == ";" {
        } else if reader.is_behind && reader.open.is_empty() && matches!(&*token.text, "(" | ")") {
            // The items of an import do not have the brackets of a call, either.
        } else if reader.is_behind && reader.open.is_empty() {
            if let Some(list) = reader.found.first_mut() {
                let gap = if list.behind.is_empty() { "" } else { " " };
                list.behind = format!("{}{gap}{}", list.behind, unified(token.text.clone(), rules));
            }
        } else {
            reader.word(token);
            let is_bare = own.bare && at > 0 && rules.item_words.contains(&token.text);
            if is_bare && tokens.get(at + 1).is_some_and(|next| !opens(next)) {
                reader.open_bare();
            }
        }
    }
    reader.end_name();
    reader.found.retain(|list| !list.names.is_empty() && !list.is_all());
    reader.found
}

/// What a statement brings in that names several things behind its word, as a list from which names may go: nothing else
/// comes to it. `import os, sys` is one.
pub(super) fn plain_list(text: &str, rules: &ImportRules, lexical: &LexRules) -> Option<NameList> {
    let tokens = tokens(text, lexical);
    let (first, rest) = tokens.split_first().filter(|(first, _)| rules.begins.contains(&first.text))?;
    let name = |own: &[ListToken]| {
        let text: Vec<&str> = own.iter().map(|token| token.text.as_str()).collect();
        Some(ListedName { range: own.first()?.range.start..own.last()?.range.end, text: text.join(" ") })
    };
    let is_sign = |token: &ListToken| ["(", "{", ";", "*"].contains(&token.text.as_str());
    let names: Vec<ListedName> = rest.split(|token| token.text == ",").map(name).collect::<Option<_>>()?;
    let is_plain = names.len() > 1 && !rest.iter().any(is_sign);
    is_plain.then(|| NameList { before: first.text.clone(), behind: String::new(), brackets: None, names })
}

/// The name that a path ends in, as a list to which others may come; `None` for a statement with brackets, without a path,
/// or with a name that is everything or has an alias.
pub(super) fn path_end(text: &str, rules: &ImportRules, lexical: &LexRules) -> Option<NameList> {
    rules.self_word.as_ref()?;
    let tokens = tokens(text, lexical);
    let end = tokens.iter().position(|token| token.text == ";").unwrap_or(tokens.len());
    let [path @ .., sign, name] = &tokens[..end] else { return None };
    let is_name = |token: &ListToken| token.text.chars().all(is_word_char);
    let is_plain = tokens.iter().all(|token| is_name(token) || ["::", ";"].contains(&&*token.text));
    if sign.text != "::" || !is_plain || path.iter().any(|token| token.text == "as") {
        return None;
    }
    let before: Vec<&str> = path.iter().chain([sign]).map(|token| token.text.as_str()).collect();
    let names = vec![ListedName { range: name.range.clone(), text: name.text.clone() }];
    Some(NameList { before: before.join(" "), behind: String::new(), brackets: None, names })
}

/// The edit that puts brackets around the name that a path ends in, and others.
pub(in crate::resolve::symbol) fn bracket(
    list: &NameList,
    new: &[String],
    layout: &ListLayout<'_>,
) -> Option<Edit> {
    let own = layout.rules.lists.as_ref()?;
    let first = list.names.first()?;
    let mut names: Vec<&String> = [&first.text].into_iter().chain(new).collect();
    let [order, ..] = orders(layout.rules);
    names.sort_by_key(|name| (Some(*name) != layout.rules.self_word.as_ref(), order(name)));
    let names: Vec<String> = names.into_iter().map(|name| written(name)).collect();
    let text = format!("{}{}{}", own.open, names.join(", "), own.close);
    Some(Edit { range: first.range.clone(), text })
}

/// Names of one list, those below a path of their own as a list in it.
pub(in crate::resolve::symbol) fn nested(names: &[String], rules: &ImportRules) -> Vec<String> {
    let path = |name: &String| {
        rules.self_word.as_ref().and(name.rsplit_once(" :: ")).map(|(path, _)| path.to_owned())
    };
    let mut groups: Vec<(Option<String>, Vec<&String>)> = Vec::new();
    for name in names {
        let own = path(name);
        match groups.iter_mut().find(|(path, _)| own.is_some() && *path == own) {
            Some((_, group)) => group.push(name),
            None => groups.push((own, vec![name])),
        }
    }
    let joined = |(path, group): (Option<String>, Vec<&String>)| match (path, &group[..]) {
        (Some(path), [_, _, ..]) => {
            let ends: Vec<&str> =
                group.iter().filter_map(|name| name.rsplit_once(" :: ")).map(|(_, name)| name).collect();
            format!("{path} :: {{{}}}", ends.join(", "))
        }
        _ => group[0].clone(),
    };
    groups.into_iter().map(joined).collect()
}

/// Reads the lists of a statement.
struct ListReader {
    found: Vec<NameList>,
    /// The lists that are open, with the number of words and signs before each, and where the name begins in the
    /// list around it that ends in it.
    open: Vec<(usize, usize, Option<usize>)>,
    prefix: Vec<String>,
    name: Option<Range<usize>>,
    is_behind: bool,
}

impl ListReader {
    fn open(&mut self, token: &ListToken, rules: &NameLists) {
        let mut before = self.prefix.join(" ");
        if rules.names_only {
            before = format!("{before} {}", token.text);
        }
        let brackets = Some(token.range.start..token.range.end);
        self.found.push(NameList { before, behind: String::new(), brackets, names: Vec::new() });
        let outer = self.name.take().map(|name| name.start);
        self.open.push((self.found.len() - 1, self.prefix.len(), outer));
    }

    fn open_bare(&mut self) {
        let before = self.prefix.join(" ");
        self.found.push(NameList { before, behind: String::new(), brackets: None, names: Vec::new() });
        self.open.push((self.found.len() - 1, self.prefix.len(), None));
        self.name = None;
    }

    fn close(&mut self, token: &ListToken) {
        self.end_name();
        let Some((list, before, outer)) = self.open.pop() else { return };
        if let Some(brackets) = self.found[list].brackets.as_mut() {
            brackets.end = token.range.end;
        }
        self.prefix.truncate(before);
        self.is_behind = true;
        // A list within another one is a name of that.
        if let Some(start) = outer.filter(|_| !self.open.is_empty()) {
            self.prefix.push(NESTED.to_owned());
            self.name = Some(start..token.range.end);
        }
    }

    fn word(&mut self, token: &ListToken) {
        self.prefix.push(token.text.clone());
        if !self.open.is_empty() {
            let start = self.name.as_ref().map_or(token.range.start, |name| name.start);
            self.name = Some(start..token.range.end);
        }
    }

    fn end_name(&mut self) {
        let (Some(name), Some((list, before, _))) = (self.name.take(), self.open.last().copied()) else {
            return;
        };
        let text = self.prefix.get(before..).unwrap_or_default().join(" ");
        self.found[list].names.push(ListedName { range: name, text });
    }

    /// Forgets what belongs to the name before a comma.
    fn cut(&mut self) {
        // A name before a list, as in `import a, { b } from "c"`, is none of it.
        let kept = self.open.last().map_or(1, |(_, before, _)| *before);
        self.prefix.truncate(kept);
    }
}

impl ListedName {
    /// Whether it is a list of its own.
    pub(in crate::resolve::symbol) fn is_list(&self) -> bool {
        self.text.ends_with(NESTED)
    }
}

/// A name as it is written.
pub(in crate::resolve::symbol) fn written(name: &str) -> String {
    name.replace(" :: ", "::").replace(" ::", "::").replace(":: ", "::")
}

/// What names are sorted by.
pub(in crate::resolve::symbol) type Order = fn(&str) -> (u8, String);

/// The orders in which names may stand, the likeliest first.
const ORDERS: [Order; 4] = [
    |name| (0, name.to_owned()),
    |name| (0, name.to_lowercase()),
    |name| (2 - case_of(name), name.to_lowercase()),
    |name| (case_of(name), name.to_owned()),
];

/// Names in the order that most lists of some imports have; as they are where none has one.
pub fn in_order(language: &'static Language, imports: &[&str], names: Vec<String>) -> Vec<String> {
    let manifest = language.manifest();
    let Some(rules) = manifest.imports.as_ref() else { return names };
    let all: Vec<NameList> = imports.iter().flat_map(|text| lists(text, rules, &manifest.lexical)).collect();
    let all: Vec<&NameList> = all.iter().filter(|list| list.names.len() > 1).collect();
    let fitting = |order: Order| {
        all.iter().filter(|list| list.names.is_sorted_by_key(|name| order(&name.text))).count()
    };
    let best = orders(rules).into_iter().rev().max_by_key(|order| fitting(*order));
    let Some(order) = best.filter(|order| all.is_empty() || fitting(*order) > 0) else { return names };
    let mut names = names;
    names.sort_by_key(|name| order(name));
    names
}

/// The orders in which a language's names may stand, the likeliest first.
fn orders(rules: &ImportRules) -> [Order; 4] {
    let own = match (rules.self_word.is_some(), rules.constants_first) {
        (true, _) => [3, 0, 1, 2],
        (_, true) => [2, 0, 1, 3],
        _ => [0, 1, 2, 3],
    };
    own.map(|at| ORDERS[at])
}

/// 0 for a name in small letters, 1 for one that begins with a capital, 2 for one in capitals.
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

/// How lists of imports are written: how long their lines may be, and how deep they stand when they are broken.
#[derive(Debug, Clone, Copy)]
pub(in crate::resolve::symbol) struct ListLayout<'a> {
    pub(in crate::resolve::symbol) rules: &'static ImportRules,
    pub(in crate::resolve::symbol) row_rules: RowRules<'static>,
    pub(in crate::resolve::symbol) buffer: &'a Buffer,
    /// Whether a line stays one, however long it is.
    pub(super) keeps_lines: bool,
}

/// Whether a line of so many characters may stand in a file: it is short, or the file has one as long.
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
    /// Whether a line of so many characters may stand in the file.
    fn fits(&self, length: usize) -> bool {
        self.keeps_lines || may_be_so_long(self.buffer, length)
    }

    /// One step of indentation.
    fn step(&self) -> String {
        let lines: Vec<String> =
            (0..self.buffer.line_count()).map(|line| self.buffer.line(line).into_owned()).collect();
        let unit = IndentUnit::shown(&lines, self.row_rules);
        unit.map_or_else(|| " ".repeat(self.rules.step), IndentUnit::text)
    }

    /// How the file's lines end.
    fn end(&self) -> &'static str {
        self.buffer.line_end(0).as_str()
    }
}

/// What is known of the names of a list, and stays so when names come where it says.
#[derive(Debug, Clone, Copy)]
pub(in crate::resolve::symbol) struct ListShape {
    /// The order in which they stand.
    order: Option<Order>,
    /// Whether some begin with a word that makes them narrower.
    has_modifiers: bool,
    /// Whether it stays so when names go, too.
    pub(super) is_firm: bool,
}

impl ListShape {
    pub(in crate::resolve::symbol) fn of(list: &NameList, rules: &ImportRules) -> Self {
        let is_sorted = |order: &Order| {
            list.names
                .is_sorted_by_key(|name| (Some(&name.text) != rules.self_word.as_ref(), order(&name.text)))
        };
        let is_narrow =
            |name: &ListedName| rules.modifiers.iter().any(|word| name.text.starts_with(word.as_str()));
        let orders = orders(rules);
        let order = orders.iter().position(is_sorted);
        let has_modifiers = list.names.iter().any(is_narrow);
        Self { order: order.map(|at| orders[at]), has_modifiers, is_firm: order == Some(0) && !has_modifiers }
    }

    /// The order in which the names stand.
    pub(in crate::resolve::symbol) const fn order(&self) -> Option<Order> {
        self.order
    }

    /// Before which name of its list a new one comes.
    fn gap_of(&self, list: &NameList, name: &String, rules: &ImportRules) -> usize {
        match self.order {
            _ if Some(name) == rules.self_word.as_ref() => 0,
            Some(order) => {
                let key = order(name);
                list.names.partition_point(|own| {
                    Some(&own.text) == rules.self_word.as_ref() || order(&own.text) <= key
                })
            }
            None => list.names.len(),
        }
    }
}

/// An edit of a list, with the name that it brings into one of several lines, and before which it comes there.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct ListEdit {
    pub(in crate::resolve::symbol) edit: Edit,
    pub(in crate::resolve::symbol) name: Option<(usize, String)>,
}

impl ListEdit {
    pub(in crate::resolve::symbol) const fn plain(edit: Edit) -> Self {
        Self { edit, name: None }
    }
}

/// The edits of a statement's text that bring names into one of its lists.
pub(in crate::resolve::symbol) fn insert(
    text: &str,
    (list, shape): (&NameList, ListShape),
    new: &[String],
    layout: &ListLayout<'_>,
) -> Vec<ListEdit> {
    let rules = layout.rules;
    // A name that is there in a narrower sense comes in the wider one.
    let narrower = |name: &String| {
        let is_narrower = |own: &&ListedName| {
            let word = own.text.strip_suffix(name.as_str()).map(str::trim_end);
            word.is_some_and(|word| rules.modifiers.iter().any(|own| own == word))
        };
        if shape.has_modifiers { list.names.iter().find(is_narrower) } else { None }
    };
    let (wider, new): (Vec<&String>, Vec<&String>) = new.iter().partition(|name| narrower(name).is_some());
    let mut widened: Vec<ListEdit> = wider
        .into_iter()
        .filter_map(|name| Some(Edit { range: narrower(name)?.range.clone(), text: written(name) }))
        .map(ListEdit::plain)
        .collect();
    if new.is_empty() {
        return widened;
    }
    let mut gaps: Vec<(usize, &String)> =
        new.into_iter().map(|name| (shape.gap_of(list, name, rules), name)).collect();
    match shape.order {
        Some(order) => gaps.sort_by_key(|(gap, name)| (*gap, order(name))),
        None => gaps.sort_by_key(|(gap, _)| *gap),
    }
    if is_broken(text, list) {
        widened.extend(insert_lines(text, list, &gaps, layout));
        return widened;
    }
    let edits: Vec<Edit> = gaps
        .iter()
        .map(|(gap, name)| match list.names.get(gap.wrapping_sub(1)).filter(|_| *gap > 0) {
            Some(above) => {
                Edit { range: above.range.end..above.range.end, text: format!(", {}", written(name)) }
            }
            None => {
                let at = list.names.first().map_or(0, |first| first.range.start);
                Edit { range: at..at, text: format!("{}, ", written(name)) }
            }
        })
        .collect();
    let longer: usize = edits.iter().map(|edit| edit.text.chars().count()).sum();
    let has_comment = text.contains('\n') || text.contains("//") || text.contains('#');
    if has_comment || !widened.is_empty() || layout.fits(text.chars().count() + longer) {
        widened.extend(edits.into_iter().map(ListEdit::plain));
        return widened;
    }
    broken(text, list, &gaps, layout).into_iter().map(ListEdit::plain).collect()
}

/// A statement of one line, with a line for each name where it is longer than lines of imports get, and than those of the file.
pub fn wrapped(language: &'static Language, buffer: &Buffer, statement: &str) -> String {
    let manifest = language.manifest();
    let length = statement.chars().count();
    let most = |rules: &ImportRules| match rules.lists.as_ref().is_some_and(|lists| lists.names_only) {
        true => WIDTHS.0,
        false => LONG,
    };
    let is_long = |rules: &&ImportRules| length > most(rules) && !may_be_so_long(buffer, length);
    let Some(rules) = manifest.imports.as_ref().filter(is_long) else {
        return statement.to_owned();
    };
    let mut text = statement.to_owned();
    let layout = ListLayout { rules, row_rules: manifest.row_rules(), buffer, keeps_lines: false };
    if let [list] = &lists(statement, rules, &manifest.lexical)[..]
        && list.names.len() > 1
        && !statement.contains('\n')
    {
        for edit in broken(statement, list, &[], &layout) {
            text.replace_range(edit.range, &edit.text);
        }
    }
    text
}

/// Whether a list has its names on lines of their own.
fn is_broken(text: &str, list: &NameList) -> bool {
    let Some(brackets) = &list.brackets else { return false };
    let Some(first) = list.names.first() else { return false };
    text[brackets.start..first.range.start].contains('\n')
}

/// The edits that bring names on lines of their own, or beside those on the same line.
fn insert_lines(
    text: &str,
    list: &NameList,
    gaps: &[(usize, &String)],
    layout: &ListLayout<'_>,
) -> Vec<ListEdit> {
    let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end);
    // Names stand in the order of the file: only those beside one may share its line.
    let is_alone = |at: usize| {
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let line = |name: &ListedName| line_start(name.range.start);
        let own = list.names.get(at).map(line);
        beside.filter_map(|beside| list.names.get(beside)).all(|beside| Some(line(beside)) != own)
    };
    let closing = list.brackets.as_ref().map_or(text.len(), |brackets| brackets.end - 1);
    let end = layout.end();
    let mut edits: Vec<ListEdit> = Vec::new();
    let mut is_ended = false;
    for (gap, name) in gaps {
        let above = gap.checked_sub(1).and_then(|at| list.names.get(at));
        let Some(near) = above.or(list.names.first()) else { continue };
        let (own, name) = (Some((*gap, (*name).clone())), written(name));
        let mut add = |at: usize, text: String| {
            edits.push(ListEdit { edit: Edit { range: at..at, text }, name: own.clone() });
        };
        if !is_alone(gap.saturating_sub(1)) {
            match above {
                Some(above) => add(above.range.end, format!(", {name}")),
                None => add(near.range.start, format!("{name}, ")),
            }
            continue;
        }
        let indent = &text[line_start(near.range.start)..near.range.start];
        let Some(above) = above else {
            add(line_start(near.range.start), format!("{indent}{name},{end}"));
            continue;
        };
        // The bracket may close on the line of the last name.
        let at = match line_end(above.range.end) {
            at if at > closing => above.range.end + text[above.range.end..closing].trim_end().len(),
            at => at - usize::from(text[..at].ends_with('\r')),
        };
        let is_last = *gap == list.names.len();
        let has_comma = text[above.range.end..].trim_start().starts_with(',');
        if is_last && !has_comma && !is_ended {
            is_ended = true;
            let comma = Edit { range: above.range.end..above.range.end, text: ",".to_owned() };
            edits.push(ListEdit::plain(comma));
        }
        let comma = if is_last && !has_comma { "" } else { "," };
        // Several behind the last one: each but the last of them needs its comma.
        if let Some(last) = edits.last_mut().filter(|last| {
            comma.is_empty()
                && last.name.is_some()
                && last.edit.range == (at..at)
                && !last.edit.text.ends_with(',')
        }) {
            last.edit.text.push(',');
        }
        let text = format!("{end}{indent}{name}{comma}");
        edits.push(ListEdit { edit: Edit { range: at..at, text }, name: own });
    }
    edits
}

/// The edit that breaks a list of one line into one line a name.
fn broken(text: &str, list: &NameList, gaps: &[(usize, &String)], layout: &ListLayout<'_>) -> Vec<Edit> {
    let Some(own) = &layout.rules.lists else { return Vec::new() };
    let indent = &text[..text.len() - text.trim_start().len()];
    let mut names: Vec<String> = Vec::new();
    for at in 0..=list.names.len() {
        names.extend(gaps.iter().filter(|(gap, _)| *gap == at).map(|(_, name)| written(name)));
        names.extend(list.names.get(at).map(|name| text[name.range.clone()].to_owned()));
    }
    let (end, step) = (layout.end(), layout.step());
    let lines: String = names.iter().map(|name| format!("{indent}{step}{name},{end}")).collect();
    let whole = match (&list.brackets, list.names.first(), list.names.last()) {
        (Some(brackets), ..) => brackets.clone(),
        (None, Some(first), Some(last)) => first.range.start..last.range.end,
        _ => return Vec::new(),
    };
    let text = format!("{}{end}{lines}{indent}{}", own.open, own.close);
    vec![Edit { range: whole, text }]
}

/// The edits of a statement's text that take names out of one of its lists; `None` if no name would stay. A single name
/// that stays loses its brackets, where a path may end in a name without.
pub(in crate::resolve::symbol) fn remove(
    text: &str,
    list: &NameList,
    goes: impl Fn(&ListedName) -> bool,
    rules: &ImportRules,
) -> Option<Vec<Edit>> {
    let mut stay = list.names.iter().filter(|name| !goes(name)).peekable();
    stay.peek()?;
    if let (Some(own), Some(brackets), [_, _, ..]) = (&rules.self_word, &list.brackets, &list.names[..])
        && let (Some(only), None) = (stay.next(), stay.next())
        && only.text != *own
        && !["//", "/*", "*", NESTED].iter().any(|sign| text[brackets.clone()].contains(sign))
    {
        let name = text[only.range.clone()].to_owned();
        return Some(vec![Edit { range: brackets.clone(), text: name }]);
    }
    let mut edits = Vec::new();
    for (at, name) in list.names.iter().enumerate().filter(|(_, name)| goes(name)) {
        let start = text[..name.range.start].rfind('\n').map_or(0, |end| end + 1);
        let end = text[name.range.end..].find('\n').map_or(text.len(), |end| name.range.end + end + 1);
        let rest = text[name.range.end..end].trim_start();
        let rest = rest.strip_prefix(',').unwrap_or(rest).trim();
        let is_own_line = text[start..name.range.start].trim().is_empty()
            && end > name.range.end
            && text[..end].ends_with('\n')
            && (rest.is_empty() || rest.starts_with('#') || rest.starts_with("//"));
        let is_last = list.names[at..].iter().all(&goes);
        let range = if is_own_line {
            start..end
        } else if let Some(next) = list.names.get(at + 1).filter(|_| !is_last) {
            ending_its_line(text, name, next).unwrap_or(name.range.start..next.range.start)
        } else {
            let above = list.names[..at].iter().rev().find(|name| !goes(name))?;
            let between = &text[list.names[at - 1].range.end..name.range.start];
            match ["#", "//", "/*"].iter().any(|sign| between.contains(sign)) {
                // The comment stays with the name before it.
                true => name.range.start..with_comma(text, name.range.end),
                false => above.range.end..name.range.end,
            }
        };
        // What goes with the name behind it goes once.
        let mut range = range;
        while let Some(last) = edits.pop_if(|last: &mut Edit| last.range.end > range.start) {
            range = last.range.start.min(range.start)..last.range.end.max(range.end);
        }
        edits.push(Edit { range, text: String::new() });
    }
    edits.iter_mut().for_each(|edit| edit.range = with_bare_line(text, edit.range.clone()));
    // A list without a sign at its end stays one.
    let ends_bare = list.names.last().filter(|last| goes(last)).is_some_and(|last| {
        let end = list.brackets.as_ref().map_or(last.range.end, |brackets| brackets.end);
        !text[last.range.end..end.max(last.range.end)].contains(',')
    });
    if let Some(above) = list.names.iter().rev().find(|name| !goes(name)).filter(|_| ends_bare)
        && text[above.range.end..].starts_with(',')
        && edits.iter().all(|edit| !edit.range.contains(&above.range.end))
    {
        edits.insert(0, Edit { range: above.range.end..above.range.end + 1, text: String::new() });
        edits.sort_by_key(|edit| edit.range.start);
    }
    Some(edits)
}

/// The bytes of a name that ends a line on which others stand before it: the lines around stay as they are.
fn ending_its_line(text: &str, name: &ListedName, next: &ListedName) -> Option<Range<usize>> {
    let before = text[..name.range.start].trim_end_matches([' ', '\t']);
    let ends_line = text[name.range.end..next.range.start].contains('\n');
    (ends_line && before.ends_with(',')).then(|| before.len()..with_comma(text, name.range.end))
}

/// The end of a name with the comma behind it, or with the blanks there.
fn with_comma(text: &str, end: usize) -> usize {
    let rest = text[end..].trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix(',').unwrap_or(rest);
    text.len() - rest.len()
}

/// Bytes that go, with the line of which nothing else would be left.
fn with_bare_line(text: &str, range: Range<usize>) -> Range<usize> {
    let Some(start) = text[..range.start].rfind('\n').map(|end| end + 1) else { return range };
    let Some(end) = text[range.end..].find('\n').map(|end| range.end + end + 1) else { return range };
    let is_bare = text[start..range.start].trim().is_empty() && text[range.end..end].trim().is_empty();
    if is_bare && range.start > start && text[range.clone()].ends_with(',') { start..end } else { range }
}
