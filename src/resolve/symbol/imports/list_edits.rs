//! Computes the edits that add names to a list, and remove them.

use std::ops::Range;

use super::list_comments::{CommentedNames, ListGap, NameComments};
use super::list_layout::{LONG, ListLayout, ListShape, WIDTHS, may_be_so_long, orders};
use super::listed_names::{ListedName, NESTED};
use super::lists::{NameList, lists, written};
use crate::lang::{ImportRules, Language, Manifest};
use crate::text::{Buffer, Edit};

/// An edit of a list, with the added name if the edit adds exactly one, and the index of the name before which it is
/// inserted.
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

/// Returns the edits of a statement's text that add names to one of its lists, some of them with comments.
pub(in crate::resolve::symbol) fn insert(
    text: &str,
    (list, shape): (&NameList, ListShape),
    (new, comments): (&[String], &CommentedNames),
    layout: &ListLayout<'_>,
) -> Vec<ListEdit> {
    let rules = layout.rules;
    // A name that exists with a narrowing modifier is replaced by the one without it.
    let narrower = |name: &String| {
        let is_narrower = |own: &ListedName<'_>| {
            let word = own.text.strip_suffix(name.as_str()).map(str::trim_end);
            word.is_some_and(|word| rules.modifiers.iter().any(|own| own == word))
        };
        if shape.has_modifiers { list.names.iter().find(is_narrower) } else { None }
    };
    let (wider, new): (Vec<&String>, Vec<&String>) = new.iter().partition(|name| narrower(name).is_some());
    let mut widened: Vec<ListEdit> = wider
        .into_iter()
        .filter_map(|name| Some(Edit { range: narrower(name)?.range, text: written(name) }))
        .map(ListEdit::plain)
        .collect();
    if new.is_empty() {
        return widened;
    }
    let mut gaps: Vec<(usize, &String)> =
        new.into_iter().map(|name| (shape.insertion_index(list, name, rules), name)).collect();
    match shape.order {
        Some(order) => gaps.sort_by_key(|(gap, name)| (*gap, order(name))),
        None => gaps.sort_by_key(|(gap, _)| *gap),
    }
    let places = ListPlaces { text, list, layout, comments };
    if is_broken(text, list) {
        widened.extend(places.insert_lines(&gaps));
        return widened;
    }
    if gaps.iter().any(|(_, name)| comments.contains_key(*name)) {
        widened.extend(places.broken(&gaps).into_iter().map(ListEdit::plain));
        return widened;
    }
    let edits: Vec<Edit> = gaps.iter().flat_map(|(gap, name)| places.beside(*gap, &written(name))).collect();
    let longer: usize = edits.iter().map(|edit| edit.text.chars().count()).sum();
    let has_comment = text.contains('\n') || text.contains("//") || text.contains('#');
    if has_comment || !widened.is_empty() || layout.fits(text.chars().count() + longer) {
        widened.extend(edits.into_iter().map(ListEdit::plain));
        return widened;
    }
    places.broken(&gaps).into_iter().map(ListEdit::plain).collect()
}

/// Returns a statement of one line, with each name on its own line if it is longer than import lines should be and than
/// the lines of the file are.
pub fn wrapped(language: &'static Language, buffer: &Buffer, statement: &str) -> String {
    let manifest = language.manifest();
    let length = statement.chars().count();
    let most = |rules: &ImportRules| match rules.lists.as_ref().is_some_and(|lists| lists.names_only) {
        true => WIDTHS.0,
        false => rules.width.unwrap_or(LONG),
    };
    let is_long = |rules: &&ImportRules| length > most(rules) && !may_be_so_long(buffer, length);
    let Some(rules) = manifest.imports.as_ref().filter(is_long) else {
        return statement.to_owned();
    };
    let mut text = statement.to_owned();
    let layout = ListLayout { rules, manifest, row_rules: manifest.row_rules(), buffer, keeps_lines: false };
    if let [list] = &lists(statement, rules, &manifest.lexical)[..]
        && list.names.len() > 1
        && !statement.contains('\n')
    {
        let places =
            ListPlaces { text: statement, list, layout: &layout, comments: &CommentedNames::default() };
        for edit in places.broken(&[]) {
            text.replace_range(edit.range, &edit.text);
        }
    }
    text
}

/// Returns whether the names of a list are on lines of their own.
fn is_broken(text: &str, list: &NameList) -> bool {
    let Some(brackets) = &list.brackets else { return false };
    let Some(first) = list.names.first() else { return false };
    text[brackets.start..first.range.start].contains('\n')
}

/// Computes the places in a list where names are added.
struct ListPlaces<'p> {
    text: &'p str,
    list: &'p NameList,
    layout: &'p ListLayout<'p>,
    /// The comments of the added names.
    comments: &'p CommentedNames,
}

impl ListPlaces<'_> {
    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |end| end + 1)
    }

    /// Returns the indentation of the line that contains a byte offset.
    fn indent(&self, at: usize) -> &str {
        let line = &self.text[self.line_start(at)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// Returns the gap before the name with index `at`.
    fn gap(&self, at: usize) -> ListGap {
        self.list.gap(self.text, at, self.layout.manifest)
    }

    /// Returns the edits that add a name next to the one above or below its place, both of which keep their comments.
    fn beside(&self, gap: usize, name: &str) -> Vec<Edit> {
        let put = |at: usize, text: String| Edit { range: at..at, text };
        let own = self.gap(gap);
        let above = gap.checked_sub(1).and_then(|at| self.list.names.get(at));
        let Some(above) = above else { return vec![put(own.below, format!("{name}, "))] };
        let rest = &self.text[own.above..];
        let is_apart =
            own.above > above.range.end && rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
        if !is_apart {
            return vec![put(own.name_end, format!(", {name}"))];
        }
        if let Some(below) = self.list.names.get(gap) {
            let is_led = own.below < below.range.start && self.line_start(below.range.start) > own.below;
            let end =
                if is_led { format!("{}{}", self.layout.end(), self.indent(own.below)) } else { " ".into() };
            return vec![put(own.below, format!("{name},{end}"))];
        }
        let indent = match self.line_start(above.range.start) {
            0 => format!("{}{}", self.indent(0), self.layout.step()),
            _ => self.indent(above.range.start).to_owned(),
        };
        let comma = (!own.has_comma).then(|| put(above.range.end, ",".to_owned()));
        let sign = if own.has_comma { "," } else { "" };
        let line = put(own.above, format!("{}{indent}{name}{sign}", self.layout.end()));
        comma.into_iter().chain([line]).collect()
    }

    /// Returns the lines of a name with its comments.
    fn lines(&self, name: &str, indent: &str, comma: &str) -> String {
        let none = NameComments::default();
        let NameComments { above, behind } = self.comments.get(name).unwrap_or(&none);
        let end = self.layout.end();
        let above: String = above.iter().map(|line| format!("{indent}{line}{end}")).collect();
        format!("{above}{indent}{}{comma}{behind}", written(name))
    }

    /// Returns the edits that add names on lines of their own, or on the line of others if these share one.
    fn insert_lines(&self, gaps: &[(usize, &String)]) -> Vec<ListEdit> {
        let Self { text, list, .. } = *self;
        let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end);
        // Names are in file order: only direct neighbors of a name can share its line.
        let is_alone = |at: usize| {
            let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            let line = |name: ListedName<'_>| self.line_start(name.range.start);
            let own = list.names.get(at).map(line);
            beside.filter_map(|beside| list.names.get(beside)).all(|beside| Some(line(beside)) != own)
        };
        let closing = list.brackets.as_ref().map_or(text.len(), |brackets| brackets.end - 1);
        let end = self.layout.end();
        let has_comments = gaps.iter().any(|(_, name)| self.comments.contains_key(*name));
        let mut edits: Vec<ListEdit> = Vec::new();
        let mut is_ended = false;
        for (gap, name) in gaps {
            let above = gap.checked_sub(1).and_then(|at| list.names.get(at));
            let Some(near) = above.clone().or(list.names.first()) else { continue };
            let own = Some((*gap, (*name).clone())).filter(|_| !self.comments.contains_key(*name));
            let between = self.gap(*gap);
            let mut add = |at: usize, text: String| {
                edits.push(ListEdit { edit: Edit { range: at..at, text }, name: own.clone() });
            };
            if !has_comments && !is_alone(gap.saturating_sub(1)) {
                match self.beside(*gap, &written(name)).as_slice() {
                    [only] => add(only.range.start, only.text.clone()),
                    several => edits.extend(several.iter().cloned().map(ListEdit::plain)),
                }
                continue;
            }
            let indent = self.indent(near.range.start);
            let Some(above) = above else {
                add(self.line_start(between.below), format!("{}{end}", self.lines(name, indent, ",")));
                continue;
            };
            // The closing bracket may be on the line of the last name.
            let at = match line_end(between.above) {
                at if at > closing => between.above + text[between.above..closing].trim_end().len(),
                at => at - usize::from(text[..at].ends_with('\r')),
            };
            let is_last = *gap == list.names.len();
            let has_comma = between.has_comma;
            if is_last && !has_comma && !is_ended {
                is_ended = true;
                let comma = Edit { range: above.range.end..above.range.end, text: ",".to_owned() };
                edits.push(ListEdit::plain(comma));
            }
            let comma = if is_last && !has_comma && !has_comments { "" } else { "," };
            // If several are added after the last name, all but the last of them need a comma.
            if let Some(last) = edits.last_mut().filter(|last| {
                comma.is_empty()
                    && last.name.is_some()
                    && last.edit.range == (at..at)
                    && !last.edit.text.ends_with(',')
            }) {
                last.edit.text.push(',');
            }
            let text = format!("{end}{}", self.lines(name, indent, comma));
            edits.push(ListEdit { edit: Edit { range: at..at, text }, name: own });
        }
        edits
    }

    /// Returns the edit that changes a list on one line to one name per line.
    fn broken(&self, gaps: &[(usize, &String)]) -> Vec<Edit> {
        let Self { text, list, layout, .. } = *self;
        let Some(own) = &layout.rules.lists else { return Vec::new() };
        let indent = &text[..text.len() - text.trim_start().len()];
        let (end, step) = (layout.end(), format!("{indent}{}", layout.step()));
        let mut lines: Vec<String> = Vec::new();
        for at in 0..=list.names.len() {
            let new = gaps.iter().filter(|(gap, _)| *gap == at);
            lines.extend(new.map(|(_, name)| self.lines(name, &step, ",")));
            let there = list.names.get(at).map(|name| &text[name.range]);
            lines.extend(there.map(|name| format!("{step}{name},")));
        }
        let lines: String = lines.iter().map(|line| format!("{line}{end}")).collect();
        let whole = match (&list.brackets, list.names.first(), list.names.last()) {
            (Some(brackets), ..) => brackets.clone(),
            (None, Some(first), Some(last)) => first.range.start..last.range.end,
            _ => return Vec::new(),
        };
        let text = format!("{}{end}{lines}{indent}{}", own.open, own.close);
        vec![Edit { range: whole, text }]
    }
}

/// Returns the edits of a statement's text that remove names, by their indexes in order, with their comments from one
/// of its lists; `None` if no name would remain. If one name remains, its brackets are removed in languages where a
/// path may end with a single name.
pub(in crate::resolve::symbol) fn remove(
    text: &str,
    list: &NameList,
    gone: &[usize],
    (rules, manifest): (&ImportRules, &Manifest),
) -> Option<Vec<Edit>> {
    let count = list.names.len();
    let goes = |at: usize| gone.binary_search(&at).is_ok();
    let last_left = (0..count).rev().find(|at| !goes(*at))?;
    if let (Some(own), Some(brackets), true) = (&rules.self_word, &list.brackets, count > 1)
        && let (true, only) = (gone.len() + 1 == count, list.names.at(last_left))
        && only.text != own
        && !["//", "/*", "*", NESTED].iter().any(|sign| text[brackets.clone()].contains(sign))
    {
        let name = text[only.range].to_owned();
        return Some(vec![Edit { range: brackets.clone(), text: name }]);
    }
    remove_listed(text, list, gone, manifest)
}

/// Like [`remove`], but a single remaining name keeps its brackets.
pub(super) fn remove_listed(
    text: &str,
    list: &NameList,
    gone: &[usize],
    manifest: &Manifest,
) -> Option<Vec<Edit>> {
    let count = list.names.len();
    let goes = |at: usize| gone.binary_search(&at).is_ok();
    let last_left = (0..count).rev().find(|at| !goes(*at))?;
    let mut edits = Vec::new();
    for at in gone.iter().copied() {
        let (before, behind) = (list.gap(text, at, manifest), list.gap(text, at + 1, manifest));
        // A comment about several names is removed with the last of them.
        let is_led = before.below < list.names.at(at).range.start;
        let is_heading = is_led && !list.names_below(text, at, manifest).all(goes);
        let start = if is_heading { list.names.at(at).range.start } else { before.below };
        let is_shared = behind.own_comment_end < behind.above && !list.names_of_line(text, at).all(goes);
        let own = start..if is_shared { behind.own_comment_end } else { behind.above };
        let own_end = with_comma(text, own.end);
        let start = text[..own.start].rfind('\n').map_or(0, |end| end + 1);
        let end = text[own_end..].find('\n').map_or(text.len(), |end| own_end + end + 1);
        let is_own_line = text[start..own.start].trim().is_empty()
            && end > own_end
            && text[..end].ends_with('\n')
            && text[own_end..end].trim().is_empty();
        let is_last = at > last_left;
        let range = if is_own_line {
            start..end
        } else if !is_last && !behind.unassigned.is_empty() {
            own.start..own_end
        } else if !is_last {
            ending_its_line(text, &own, behind.below).unwrap_or(own.start..behind.below)
        } else {
            let above = (0..at).rev().find(|at| !goes(*at))?;
            let between = list.gap(text, above + 1, manifest);
            let has_comment = between.above > list.names.at(above).range.end
                && text[between.above..own.start].contains('\n');
            match has_comment || !before.unassigned.is_empty() {
                // The comment stays with the name before it.
                true => own.start..own_end,
                false => between.above..own.end,
            }
        };
        // Text that was already removed with the name before is removed once.
        let mut range = range;
        while let Some(last) = edits.pop_if(|last: &mut Edit| last.range.end > range.start) {
            range = last.range.start.min(range.start)..last.range.end.max(range.end);
        }
        edits.push(Edit { range, text: String::new() });
    }
    let edits = united(edits).into_iter();
    let mut edits: Vec<Edit> =
        edits.map(|edit| Edit { range: with_bare_line(text, edit.range), ..edit }).collect();
    if let Some(brackets) = &list.brackets {
        edits = without_blanks(text, brackets, united(edits));
    }
    // A list without a trailing comma stays so.
    let above = list.names.at(last_left);
    let ends_bare = list.names.last().filter(|_| last_left + 1 < count).is_some_and(|last| {
        let end = list.brackets.as_ref().map_or(last.range.end, |brackets| brackets.end);
        !text[last.range.end..end.max(last.range.end)].contains(',')
    });
    if ends_bare
        && text[above.range.end..].starts_with(',')
        && edits.iter().all(|edit| !edit.range.contains(&above.range.end))
    {
        edits.insert(0, Edit { range: above.range.end..above.range.end + 1, text: String::new() });
        edits.sort_by_key(|edit| edit.range.start);
    }
    Some(edits)
}

/// Merges edits that remove bytes, if they touch.
fn united(edits: Vec<Edit>) -> Vec<Edit> {
    let mut done: Vec<Edit> = Vec::new();
    for edit in edits {
        match done.last_mut().filter(|last| last.range.end >= edit.range.start) {
            Some(last) => last.range.end = edit.range.end.max(last.range.end),
            None => done.push(edit),
        }
    }
    done
}

/// Extends edits that remove lines from a list by blank lines that would otherwise be next to other blank lines, or
/// next to a bracket.
fn without_blanks(text: &str, brackets: &Range<usize>, mut done: Vec<Edit>) -> Vec<Edit> {
    let (open, close) = (brackets.start + 1, brackets.end - 1);
    let is_blank = |range: Range<usize>| text[range].trim().is_empty();
    let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut least = open;
    for Edit { range, .. } in &mut done {
        let is_lines = text[..range.start].ends_with('\n') && text[..range.end].ends_with('\n');
        if is_lines && range.start > open && range.end <= close {
            let above = line_start(range.start - 1);
            if above < open && is_blank(open..range.start) || above >= least && is_blank(above..range.start) {
                while let Some(end) = text[range.end..close].find('\n').map(|end| range.end + end + 1)
                    && is_blank(range.end..end)
                {
                    range.end = end;
                }
            }
            let mut above = line_start(range.start - 1);
            while is_blank(range.end..close) && above >= least && is_blank(above..range.start) {
                range.start = above;
                above = line_start(range.start - 1);
            }
        }
        least = range.end;
    }
    done
}

/// Returns the bytes to remove for a name at the end of a line that begins with other names: the lines around it do not
/// change.
fn ending_its_line(text: &str, own: &Range<usize>, next: usize) -> Option<Range<usize>> {
    let before = text[..own.start].trim_end_matches([' ', '\t']);
    let ends_line = text[own.end..next].contains('\n');
    (ends_line && before.ends_with(',')).then(|| before.len()..with_comma(text, own.end))
}

/// Returns the end of a name including the blanks and the comma after it.
fn with_comma(text: &str, end: usize) -> usize {
    let rest = text[end..].trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix(',').unwrap_or(rest);
    text.len() - rest.len()
}

/// Extends a removed range to its whole line if nothing else is left on it.
fn with_bare_line(text: &str, range: Range<usize>) -> Range<usize> {
    let Some(start) = text[..range.start].rfind('\n').map(|end| end + 1) else { return range };
    let Some(end) = text[range.end..].find('\n').map(|end| range.end + end + 1) else { return range };
    let is_bare = text[start..range.start].trim().is_empty() && text[range.end..end].trim().is_empty();
    let is_lines = text[..range.end].ends_with('\n');
    if is_bare && !is_lines && !text[range.clone()].trim().is_empty() { start..end } else { range }
}

/// Returns the edit that replaces the last name of a path by a list in brackets of this name and others.
pub(in crate::resolve::symbol) fn bracket(
    list: &NameList,
    new: &[String],
    layout: &ListLayout<'_>,
) -> Option<Edit> {
    let own = layout.rules.lists.as_ref()?;
    let first = list.names.first()?;
    let mut names: Vec<&str> = [first.text].into_iter().chain(new.iter().map(String::as_str)).collect();
    let [order, ..] = orders(layout.rules);
    names.sort_by_key(|name| (Some(*name) != layout.rules.self_word.as_deref(), order(name)));
    let names: Vec<String> = names.into_iter().map(written).collect();
    let text = format!("{}{}{}", own.open, names.join(", "), own.close);
    Some(Edit { range: first.range, text })
}
