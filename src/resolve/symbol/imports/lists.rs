//! Finds the name lists of an import statement, and the names in them.

use std::ops::Range;

use super::items::unified;
use super::listed_names::{ListedNames, NESTED};
use super::statement_growth::{AddedName, OffsetShifts};
use crate::lang::{ImportRules, NameLists};
use crate::text::normal::is_word_char;
use crate::text::{LexRules, Lexer, TokenKind};

/// A list of names with a common prefix and suffix.
#[derive(Debug, Clone)]
pub(in crate::resolve::symbol) struct NameList {
    /// The tokens before the list, as in the items of an import.
    pub(in crate::resolve::symbol) before: String,
    /// The tokens after the list, such as the module.
    pub(in crate::resolve::symbol) behind: String,
    /// The range of its brackets; `None` if it has none.
    pub(in crate::resolve::symbol) brackets: Option<Range<usize>>,
    /// Its names.
    pub(in crate::resolve::symbol) names: ListedNames,
}

impl NameList {
    /// Returns the part of an imported item that is a name of this list.
    pub(super) fn name_in<'i>(&self, item: &'i str, rules: &'i ImportRules) -> Option<&'i str> {
        if let Some(name) = item.strip_prefix(self.before.as_str()).and_then(|rest| rest.strip_prefix(' ')) {
            let name = name.strip_suffix(self.behind.as_str())?.trim_end();
            return Some(name).filter(|name| !name.is_empty());
        }
        let owner = self.before.strip_suffix(" ::")?;
        (item == owner).then_some(rules.self_word.as_deref()?)
    }

    /// Returns the item that a name of this list imports.
    pub(in crate::resolve::symbol) fn item(&self, name: &str) -> String {
        let gap = if self.behind.is_empty() { "" } else { " " };
        format!("{} {name}{gap}{}", self.before, self.behind)
    }

    /// Returns the indexes of the names that satisfy the test, in order.
    pub(super) fn places_of(&self, is_one: impl Fn(&str) -> bool) -> Vec<usize> {
        (0..).zip(self.names.iter()).filter(|(_, name)| is_one(name.text)).map(|(at, _)| at).collect()
    }

    /// Returns the index of a name, which is looked for at the index `near` first.
    pub(super) fn place_near(&self, name: &str, near: usize) -> Option<usize> {
        let below = self.names.from(near).position(|own| own.text == name);
        below.map(|at| near + at).or_else(|| self.names.iter().take(near).position(|own| own.text == name))
    }

    /// Moves all ranges by bytes that were added to the statement or removed from it.
    pub(in crate::resolve::symbol) fn shift(&mut self, shifts: &OffsetShifts) {
        self.names.shift(shifts);
        self.brackets = self.brackets.as_ref().map(|brackets| shifts.moved(brackets));
    }

    /// Removes names, by their indexes in the list, and returns the items that they imported.
    pub(super) fn shrink(&mut self, gone: &[usize]) -> Vec<String> {
        let names: Vec<String> = gone.iter().rev().map(|at| self.names.remove(*at)).collect();
        names.iter().map(|name| self.item(name)).collect()
    }

    /// Adds names, whose ranges are those after the edits.
    pub(in crate::resolve::symbol) fn grow(&mut self, names: Vec<AddedName>) {
        for (count, AddedName { gap, range, text }) in names.into_iter().enumerate() {
            self.names.insert(gap + count, range, text);
        }
    }

    fn is_all(&self) -> bool {
        self.names.iter().any(|name| name.text == "*")
    }
}

/// A token of a statement.
struct ListToken {
    range: Range<usize>,
    text: String,
}

/// Returns the tokens of a statement outside of comments.
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

/// Returns the parts of a statement that import in different ways: `D` and `{ a }` in `import D, { a } from "b"`.
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

/// Returns the name lists of an import statement, outer ones first.
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
            // Imported items do not contain the parentheses of a call either.
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

/// Returns the names of a statement that imports several things after its keyword, such as `import os, sys`, as a list
/// from which names can be removed; none are added to it.
pub(super) fn plain_list(text: &str, rules: &ImportRules, lexical: &LexRules) -> Option<NameList> {
    let tokens = tokens(text, lexical);
    let (first, rest) = tokens.split_first().filter(|(first, _)| rules.begins.contains(&first.text))?;
    let name = |own: &[ListToken]| {
        let text: Vec<&str> = own.iter().map(|token| token.text.as_str()).collect();
        Some((own.first()?.range.start..own.last()?.range.end, text.join(" ")))
    };
    let is_sign = |token: &ListToken| ["(", "{", ";", "*"].contains(&token.text.as_str());
    let names: ListedNames = rest.split(|token| token.text == ",").map(name).collect::<Option<_>>()?;
    let is_plain = names.len() > 1 && !rest.iter().any(is_sign);
    is_plain.then(|| NameList { before: first.text.clone(), behind: String::new(), brackets: None, names })
}

/// Returns the last name of a path as a list to which others can be added; `None` for a statement with brackets,
/// without a path, or with a wildcard or an alias.
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
    let names = std::iter::once((name.range.clone(), name.text.clone())).collect();
    Some(NameList { before: before.join(" "), behind: String::new(), brackets: None, names })
}

/// Returns the names of one list, with those that share a path combined into a nested list.
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
    /// The open lists: index in `found`, the number of tokens before it, and the start of the name in the outer list
    /// that ends with this list.
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
        self.found.push(NameList { before, behind: String::new(), brackets, names: ListedNames::default() });
        let outer = self.name.take().map(|name| name.start);
        self.open.push((self.found.len() - 1, self.prefix.len(), outer));
    }

    fn open_bare(&mut self) {
        let before = self.prefix.join(" ");
        self.found.push(NameList {
            before,
            behind: String::new(),
            brackets: None,
            names: ListedNames::default(),
        });
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
        // A nested list is a name of the outer list.
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
        self.found[list].names.push(name, text);
    }

    /// Drops the tokens of the name before a comma.
    fn cut(&mut self) {
        // A name before a list, as in `import a, { b } from "c"`, does not belong to the list.
        let kept = self.open.last().map_or(1, |(_, before, _)| *before);
        self.prefix.truncate(kept);
    }
}

/// Returns a name as it is written in code.
pub(in crate::resolve::symbol) fn written(name: &str) -> String {
    name.replace(" :: ", "::").replace(" ::", "::").replace(":: ", "::")
}
