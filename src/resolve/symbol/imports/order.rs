//! Keeps imports, and lists of exported names, sorted when names in them change.

use std::ops::Range;

use super::items::first_word;
use super::list_layout::ListShape;
use super::listed_names::{ListedName, ListedNames};
use super::lists::{NameList, lists};
use crate::lang::{ImportRules, Language};
use crate::text::normal::{find_words, is_word_char};
use crate::text::{Buffer, Edit, EditSet};

/// The maximum number of lines above a name in which the start of its import is searched, and of imports above and
/// below that are compared.
const MAX_SEARCHED_IMPORTS: usize = 200;

/// The characters at the end of a line after which a list continues.
const LISTS: [char; 3] = [',', '(', '{'];

/// The starts of comments, which may belong to a single name.
const COMMENTS: [&str; 3] = ["//", "/*", "#"];

/// Returns edits that change names, extended so that imports and lists of exported names stay sorted if they were;
/// `None` if nothing has to be sorted.
pub fn kept_in_order(language: &'static Language, buffer: &Buffer, edits: &EditSet) -> Option<EditSet> {
    let rules = language.manifest().imports.as_ref()?;
    let may_be_import = |edit: &Edit| {
        let line = buffer.line_of(edit.range.start);
        let is_listed = |above: usize| buffer.line(above).trim_end().ends_with(LISTS);
        begins_import(rules, &buffer.line(line)) || line.checked_sub(1).is_some_and(is_listed)
    };
    let exports = language.local_rules().and_then(|rules| rules.exports.as_deref());
    if exports.is_none() && !edits.iter().any(may_be_import) {
        return None;
    }
    let text = buffer.slice(0..buffer.len());
    let text = ImportText { language, rules, text: &text };
    let mut is_changed = false;
    let mut all: Vec<Edit> = edits.iter().cloned().collect();
    let given = exports.map_or_else(Vec::new, |list| given_names(text.text, list));
    for list in given.into_iter().filter(|list| edits.iter().any(|edit| is_in(edit, list))) {
        if let Some(listed) = text.given(&list, &within(&all, &list)) {
            all.retain(|edit| !is_in(edit, &list));
            all.extend(listed);
            is_changed = true;
        }
    }
    let mut statements: Vec<Range<usize>> =
        all.iter().filter_map(|edit| text.statement_around(edit.range.start)).collect();
    statements.dedup();
    for statement in &statements {
        if let Some(listed) = text.listed(statement, &within(&all, statement)) {
            all.retain(|edit| !is_in(edit, statement));
            all.extend(listed);
            is_changed = true;
        }
    }
    let is_named_first = rules.lists.as_ref().is_some_and(|lists| lists.names_only);
    for statement in statements.iter().filter(|_| !is_named_first) {
        let lines = text.run_around(statement);
        if let Some(sorted) = text.sorted(&lines, &all) {
            all.retain(|edit| !lines.iter().any(|line| is_in(edit, line)));
            all.extend(sorted);
            is_changed = true;
        }
    }
    EditSet::new(all).ok().filter(|_| is_changed)
}

fn is_in(edit: &Edit, range: &Range<usize>) -> bool {
    range.start <= edit.range.start && edit.range.end <= range.end
}

fn within(edits: &[Edit], range: &Range<usize>) -> Vec<Edit> {
    edits.iter().filter(|edit| is_in(edit, range)).cloned().collect()
}

/// Returns whether an import begins on a line, possibly after a visibility modifier.
fn begins_import(rules: &ImportRules, line: &str) -> bool {
    let own = line.trim_start();
    let bare = rules.modifiers.iter().find_map(|word| own.strip_prefix(word.as_str()));
    let bare = bare.map_or(own, |rest| match rest.strip_prefix('(') {
        Some(inner) => inner.split_once(')').map_or(rest, |(_, rest)| rest).trim_start(),
        None => rest.trim_start(),
    });
    [own, bare].iter().any(|text| rules.begins.iter().any(|word| first_word(text) == word))
}

struct ImportText<'t> {
    language: &'static Language,
    rules: &'static ImportRules,
    text: &'t str,
}

impl ImportText<'_> {
    /// Returns the range of the line that contains a byte offset.
    fn line_at(&self, byte: usize) -> Range<usize> {
        let start = self.text[..byte].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[byte..].find('\n').map_or(self.text.len(), |at| byte + at);
        start..end
    }

    fn line_above(&self, line: &Range<usize>) -> Option<Range<usize>> {
        (line.start > 0).then(|| self.line_at(line.start - 1))
    }

    fn line_below(&self, line: &Range<usize>) -> Option<Range<usize>> {
        (line.end < self.text.len()).then(|| self.line_at(line.end + 1))
    }

    fn begins_on(&self, line: &Range<usize>) -> bool {
        begins_import(self.rules, &self.text[line.clone()])
    }

    /// Returns the import that contains a byte offset.
    fn statement_around(&self, byte: usize) -> Option<Range<usize>> {
        let mut line = self.line_at(byte);
        let mut end = line.end;
        for _ in 0..MAX_SEARCHED_IMPORTS {
            if self.begins_on(&line) {
                let signs = self.rules.lists.as_ref().map(|lists| (&*lists.open, &*lists.close));
                let (open, close) = signs.unwrap_or(("{", "}"));
                let is_open = |text: &str| text.matches(open).count() > text.matches(close).count();
                let mut last = self.line_at(end);
                while is_open(&self.text[line.start..end]) {
                    last = self.line_below(&last)?;
                    end = last.end;
                }
                return Some(line.start..end);
            }
            let above = self.line_above(&line)?;
            if !self.text[above.clone()].trim_end().ends_with(LISTS) {
                return None;
            }
            line = above;
            end = end.max(line.end);
        }
        None
    }

    /// Returns the given edits of a statement, extended so that each of its lists that was sorted is sorted after them.
    fn listed(&self, statement: &Range<usize>, edits: &[Edit]) -> Option<Vec<Edit>> {
        let text = &self.text[statement.clone()];
        if COMMENTS.iter().any(|sign| text.contains(sign)) {
            return None;
        }
        let lexical = &self.language.manifest().lexical;
        let changed = applied(text, statement.start, edits);
        let (old, new) = (lists(text, self.rules, lexical), lists(&changed, self.rules, lexical));
        self.ordered(statement.start, edits, &changed, (&old, &new))
    }

    /// Like [`Self::listed`], for the strings in the brackets of a list of exported names.
    fn given(&self, inside: &Range<usize>, edits: &[Edit]) -> Option<Vec<Edit>> {
        let changed = applied(&self.text[inside.clone()], inside.start, edits);
        let (old, new) = (strings(&self.text[inside.clone()])?, strings(&changed)?);
        self.ordered(inside.start, edits, &changed, (&[old], &[new]))
    }

    /// Returns the edits of a part of the text, which becomes `changed`, with the names of its lists sorted.
    fn ordered(
        &self,
        start: usize,
        edits: &[Edit],
        changed: &str,
        (old, new): (&[NameList], &[NameList]),
    ) -> Option<Vec<Edit>> {
        if old.len() != new.len() {
            return None;
        }
        let mut done = edits.to_vec();
        let mut is_changed = false;
        for (list, after) in old.iter().zip(new) {
            let Some(names) = self.in_order(list, after) else { continue };
            let own: Vec<Range<usize>> =
                list.names.iter().map(|name| start + name.range.start..start + name.range.end).collect();
            done.retain(|edit| !own.iter().any(|range| is_in(edit, range)));
            for (range, name) in own.into_iter().zip(names) {
                let text = changed[name.range.clone()].to_owned();
                if self.text[range.clone()] != text {
                    done.push(Edit { range, text });
                }
            }
            is_changed = true;
        }
        is_changed.then_some(done)
    }

    /// Returns the names of a changed list in the order that the list had before, if they are not in it.
    fn in_order<'l>(&self, list: &NameList, after: &'l NameList) -> Option<Vec<ListedName<'l>>> {
        let shape = ListShape::of(list, self.rules);
        // Two names can match an order by chance.
        let order = shape.order().filter(|_| list.names.len() > 2 || shape.survives_removal)?;
        let key =
            |name: &ListedName<'_>| (Some(name.text) != self.rules.self_word.as_deref(), order(name.text));
        let mut names: Vec<ListedName<'_>> = after.names.iter().collect();
        let is_plain = |list: &NameList| list.names.iter().all(|name| !name.is_list());
        let is_other = list.names.len() < 2 || list.names.len() != names.len();
        if is_other || !is_plain(list) || !is_plain(after) || names.is_sorted_by_key(key) {
            return None;
        }
        names.sort_by_key(key);
        Some(names)
    }

    /// Returns the one-line imports above and below a one-line statement, and itself, each with the lines above that
    /// belong to it.
    fn run_around(&self, statement: &Range<usize>) -> Vec<Range<usize>> {
        if self.text[statement.clone()].contains('\n') {
            return vec![statement.clone()];
        }
        let own = self.led(statement);
        let above = |line: &Range<usize>| Some(self.led(&self.whole(self.line_above(line)?)?));
        let below = |line: &Range<usize>| {
            let next = std::iter::successors(self.line_below(line), |line| self.line_below(line));
            let line = self.whole(next.take(MAX_SEARCHED_IMPORTS).find(|line| !self.is_leading(line))?)?;
            Some(self.led(&line))
        };
        let mut lines = vec![own.clone()];
        lines.extend(std::iter::successors(above(&own), above).take(MAX_SEARCHED_IMPORTS));
        lines.reverse();
        lines.extend(std::iter::successors(below(&own), below).take(MAX_SEARCHED_IMPORTS));
        lines.retain(|line| !self.is_below_rest(line));
        lines
    }

    /// Returns a line if an import occupies it completely.
    fn whole(&self, line: Range<usize>) -> Option<Range<usize>> {
        let is_whole = self.begins_on(&line) && self.statement_around(line.start).as_ref() == Some(&line);
        is_whole.then_some(line)
    }

    /// Returns whether a line belongs to the import below it.
    fn is_leading(&self, line: &Range<usize>) -> bool {
        let text = self.text[line.clone()].trim_start();
        self.rules.leading.iter().any(|start| text.starts_with(start.as_str()))
    }

    /// Extends a line by the lines above that belong to it.
    fn led(&self, line: &Range<usize>) -> Range<usize> {
        let above = std::iter::successors(self.line_above(line), |line| self.line_above(line));
        let first = above.take(MAX_SEARCHED_IMPORTS).take_while(|line| self.is_leading(line)).last();
        first.map_or(line.start, |first| first.start)..line.end
    }

    /// Returns whether an import is below the last line of a multi-line attribute that belongs to it.
    fn is_below_rest(&self, line: &Range<usize>) -> bool {
        let above = self.line_above(line).map(|above| self.text[above].trim_end());
        !self.rules.leading.is_empty() && above.is_some_and(|above| above.ends_with([']', ')']))
    }

    /// Returns the edits that sort lines that were sorted before and would not be after the given edits.
    fn sorted(&self, lines: &[Range<usize>], edits: &[Edit]) -> Option<Vec<Edit>> {
        let key = |text: &str| {
            let import = text.rsplit('\n').next().unwrap_or(text);
            import.trim().trim_end_matches(';').to_owned()
        };
        let old = || lines.iter().map(|line| &self.text[line.clone()]);
        let mut new: Vec<String> = lines
            .iter()
            .map(|line| applied(&self.text[line.clone()], line.start, &within(edits, line)))
            .collect();
        let is_kept = !old().map(key).is_sorted() || new.iter().map(|text| key(text)).is_sorted();
        if lines.len() < 2 || is_kept {
            return None;
        }
        new.sort_by_key(|text| key(text));
        let changed = lines.iter().zip(new).filter(|(line, text)| self.text[(*line).clone()] != **text);
        Some(changed.map(|(line, text)| Edit { range: line.clone(), text }).collect())
    }
}

/// Applies edits to a part of the text that begins at byte `start`.
fn applied(part: &str, start: usize, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    let mut text = part.to_owned();
    for edit in edits {
        text.replace_range(edit.range.start - start..edit.range.end - start, &edit.text);
    }
    text
}

/// Returns the ranges between the brackets of each list that is assigned to `name` at the start of a line.
fn given_names(text: &str, name: &str) -> Vec<Range<usize>> {
    let of = |at: usize| {
        let is_first = text[..at].is_empty() || text[..at].ends_with('\n');
        let line = text[at..].lines().next().filter(|_| is_first)?;
        let start = at + line.find('=')? + 1;
        let open = start + text[start..].find(|char: char| !char.is_whitespace())?;
        let close = match text[open..].chars().next()? {
            '[' => ']',
            '(' => ')',
            _ => return None,
        };
        let end = open + text[open..].find(close)?;
        Some(open + 1..end)
    };
    find_words(text, name).filter_map(of).collect()
}

/// Parses a list of strings that are names; `None` if it contains anything else.
fn strings(inside: &str) -> Option<NameList> {
    let mut names = ListedNames::default();
    let mut at = 0;
    for part in inside.split(',') {
        let own = part.trim();
        let start = at + part.len() - part.trim_start().len();
        at += part.len() + 1;
        if own.is_empty() {
            continue;
        }
        let text = own.trim_matches(['"', '\'']).to_owned();
        if own.len() != text.len() + 2 || !text.chars().all(is_word_char) {
            return None;
        }
        names.push(start..start + own.len(), text);
    }
    Some(NameList { before: String::new(), behind: String::new(), brackets: None, names })
}
