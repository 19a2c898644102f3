//! Assigns comments to the names of a list: those after a name on its line, and those on the lines directly above it.
//!
//! A comment at the end of a line is about all names of the line. A comment on its own lines is about all names below
//! it, up to the next one with comments above it or a blank line. Such a comment is only removed with the last of its
//! names, and is never duplicated.

use std::collections::HashMap;
use std::ops::Range;

use super::listed_names::ListedName;
use super::lists::{NameList, lists, path_end};
use crate::lang::{ImportRules, Manifest};
use crate::resolve::symbol::extent::banner::banner_end;
use crate::resolve::symbol::extent::comment::{LeadInKind, comment_sort};
use crate::text::normal::{find_words, is_word_char};
use crate::text::{LexRules, Lexer, TokenKind};

/// The text between two names of a list, or between a name and a bracket, as byte offsets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ListGap {
    /// The end of the name above, including comments before its comma.
    pub(super) name_end: usize,
    /// The end of the comments about that name alone: a comment at the end of a line is about all names of the line.
    pub(super) own_comment_end: usize,
    /// The end of all comments that belong to the name above.
    pub(super) above: usize,
    /// The start of the comments that belong to the name below; the start of that name if it has none.
    pub(super) below: usize,
    /// Whether it contains a comma.
    pub(super) has_comma: bool,
    /// The comments that belong to neither name.
    pub(super) unassigned: Vec<Range<usize>>,
}

/// The comments of a name, as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::resolve::symbol) struct NameComments {
    /// The comment lines above the name.
    pub(super) above: Vec<String>,
    /// The comment after its comma, with the preceding blanks.
    pub(super) behind: String,
}

/// The comments of each name.
pub(in crate::resolve::symbol) type CommentedNames = HashMap<String, NameComments>;

/// The comments of a statement about the names that it imports.
#[derive(Debug, Default)]
pub(super) struct StatementComments {
    pub(super) names: CommentedNames,
    /// Whether a comment is about all of the names.
    pub(super) has_common_comment: bool,
}

impl StatementComments {
    /// Reads the comments of a statement, including those after it on its last line.
    pub(super) fn of(text: &str, rules: &ImportRules, manifest: &Manifest) -> Self {
        let mut found = Self::default();
        let Some(last) = comments(text, 0..text.len(), &manifest.lexical).pop() else { return found };
        let mut all = lists(text, rules, &manifest.lexical);
        if all.is_empty() {
            all.extend(path_end(text, rules, &manifest.lexical));
        }
        for list in all {
            let end = list.brackets.as_ref().map(|brackets| brackets.end);
            let end = end.or(list.names.last().map(|name| name.range.end)).unwrap_or_default();
            let is_behind = last.start >= end && !text[end..last.start].contains('\n');
            let all = (0..list.names.len()).filter_map(|at| {
                let comments = list.comments_of(text, at, manifest)?;
                Some((list.names.at(at).text.to_owned(), comments))
            });
            found.names.extend(all);
            found.has_common_comment |= !list.loose_comments(text, manifest).is_empty();
            match list.names.only() {
                Some(only) if is_behind => {
                    let blanks = text[..last.start].len() - text[..last.start].trim_end().len();
                    let own = found.names.entry(only.text.to_owned()).or_default();
                    own.behind.push_str(&text[last.start - blanks..last.end]);
                }
                _ => found.has_common_comment |= is_behind,
            }
        }
        found
    }
}

impl NameList {
    /// Returns the gap before the name with index `at`, or after the last name.
    pub(super) fn gap(&self, text: &str, at: usize, manifest: &Manifest) -> ListGap {
        let name_above = at.checked_sub(1).and_then(|above| self.names.get(above));
        let first = self.names.first().map_or(0, |first| first.range.start);
        let start = match (&name_above, &self.brackets) {
            (Some(name), _) => name.range.end,
            (None, Some(brackets)) => brackets.start + 1,
            (None, None) => first,
        };
        let name_below = self.names.get(at);
        let end = name_below.as_ref().map_or_else(
            || self.brackets.as_ref().map_or(start, |brackets| brackets.end - 1),
            |name| name.range.start,
        );
        let end = end.max(start);
        let comments = comments(text, start..end, &manifest.lexical);
        let breaks = |range: Range<usize>| text[range].contains('\n');
        let mut gap = ListGap {
            name_end: start,
            own_comment_end: start,
            above: start,
            below: end,
            ..ListGap::default()
        };
        let ends_its_line = |comment: &Range<usize>| {
            text[comment.end..end].trim_start_matches([' ', '\t', '\r', ',']).starts_with('\n')
        };
        let (mut done, mut count) = (start, 0);
        for comment in &comments {
            let has_comma = gap.has_comma || text[done..comment.start].contains(',');
            let ends_line = name_below.is_none() || breaks(comment.end..end);
            if name_above.is_none() || breaks(done..comment.start) || has_comma && !ends_line {
                break;
            }
            gap.has_comma = has_comma;
            if gap.own_comment_end == gap.above && !ends_its_line(comment) {
                gap.own_comment_end = comment.end;
            }
            gap.above = comment.end;
            if !has_comma {
                gap.name_end = comment.end;
            }
            (done, count) = (comment.end, count + 1);
        }
        let rest = &comments[count..];
        let code = rest.iter().map(|comment| comment.start).chain([end]);
        let ends = [done].into_iter().chain(rest.iter().map(|comment| comment.end));
        gap.has_comma |= ends.zip(code).any(|(from, to)| text[from..to].contains(','));
        // A comment directly after the opening bracket is about the whole list.
        let is_of_bracket = |comment: &Range<usize>| {
            name_above.is_none() && !breaks(start..comment.start) && breaks(comment.end..end)
        };
        let mut own = rest.len();
        while let Some(comment) = own.checked_sub(1).map(|last| &rest[last]) {
            let is_close = text[comment.end..gap.below].matches('\n').count() < 2;
            if name_below.is_none() || !is_close || is_of_bracket(comment) {
                break;
            }
            gap.below = comment.start;
            own -= 1;
        }
        let texts: Vec<&str> = rest[own..].iter().map(|comment| &text[comment.clone()]).collect();
        let name = name_below.map_or("", |name| name.text);
        own += if texts.is_empty() { 0 } else { banner_end(&texts, name, manifest) };
        gap.below = rest.get(own).map_or(end, |comment| comment.start);
        gap.unassigned = rest[..own].to_vec();
        gap
    }

    /// Returns the names that share the line on which a name ends.
    pub(super) fn names_of_line(&self, text: &str, at: usize) -> Range<usize> {
        let breaks = |below: usize| {
            text[self.names.at(below - 1).range.end..self.names.at(below).range.start].contains('\n')
        };
        let start = (1..=at).rev().find(|below| breaks(*below)).unwrap_or(0);
        let end = (at + 1..self.names.len()).find(|below| breaks(*below)).unwrap_or(self.names.len());
        start..end
    }

    /// Returns the names that the comments directly above a name are about.
    pub(super) fn names_below(&self, text: &str, at: usize, manifest: &Manifest) -> Range<usize> {
        let name = self.names.at(at);
        let above = self.gap(text, at, manifest).below..name.range.start;
        let own = &text[above.clone()];
        if !own.contains('\n') {
            return at..at + 1;
        }
        let last = comments(text, above, &manifest.lexical).pop();
        let sort = last.map(|last| comment_sort(&text[last], &manifest.symbols));
        if sort == Some(LeadInKind::Directive) {
            return at..self.names_of_line(text, at).end;
        }
        let is_apart = |below: &usize| {
            let gap = self.gap(text, *below, manifest);
            let name = self.names.at(*below);
            text[gap.below..name.range.start].contains('\n')
                || !gap.unassigned.is_empty()
                || text[gap.above..gap.below].matches('\n').count() > 1
        };
        let end = (at + 1..self.names.len()).find(is_apart).unwrap_or(self.names.len());
        let says = |name: &ListedName<'_>| {
            let word = name.text.rsplit(|char: char| !is_word_char(char)).next().unwrap_or_default();
            !word.is_empty() && find_words(own, word).next().is_some()
        };
        // A comment that mentions only this name is about it alone.
        match says(&name) && !self.names.from(at + 1).take(end - at - 1).any(|name| says(&name)) {
            true => at..at + 1,
            false => at..end,
        }
    }

    /// Returns the comments that remain when some names are removed from the list: those about several names of which
    /// only some are removed, and those about the whole list.
    pub(super) fn comments_that_stay(
        &self,
        text: &str,
        goes: &dyn Fn(usize) -> bool,
        manifest: &Manifest,
    ) -> Vec<Range<usize>> {
        let mut found = self.loose_comments(text, manifest);
        let is_parted = |names: Range<usize>| names.clone().any(goes) && !names.clone().all(goes);
        for (at, name) in self.names.iter().enumerate() {
            let (before, behind) = (self.gap(text, at, manifest), self.gap(text, at + 1, manifest));
            if behind.own_comment_end < behind.above && is_parted(self.names_of_line(text, at)) {
                found.extend(comments(text, behind.own_comment_end..behind.above, &manifest.lexical));
            }
            let start = name.range.start;
            if before.below < start && is_parted(self.names_below(text, at, manifest)) {
                found.extend(comments(text, before.below..start, &manifest.lexical));
            }
        }
        found.sort_by_key(|comment| comment.start);
        found
    }

    /// Returns the comments of a name of this list.
    pub(super) fn comments_of(&self, text: &str, at: usize, manifest: &Manifest) -> Option<NameComments> {
        let name = self.names.get(at)?;
        let (before, behind) = (self.gap(text, at, manifest), self.gap(text, at + 1, manifest));
        let above = text[before.below..name.range.start].lines().map(|line| line.trim().to_owned());
        let rest = &text[name.range.end..behind.above];
        let comment = rest.trim_start_matches([' ', '\t', ',']);
        let blanks = rest.len() - comment.len();
        let blanks = rest[..blanks].trim_start_matches([' ', '\t']).trim_start_matches(',');
        let blanks = if blanks.is_empty() { " " } else { blanks };
        let found = NameComments {
            above: above.filter(|line| !line.is_empty()).collect(),
            behind: if comment.is_empty() { String::new() } else { format!("{blanks}{comment}") },
        };
        (found != NameComments::default()).then_some(found)
    }

    /// Returns the comments of this list that belong to no single name, except directives to tools after the opening
    /// bracket.
    pub(super) fn loose_comments(&self, text: &str, manifest: &Manifest) -> Vec<Range<usize>> {
        let gaps = (0..=self.names.len()).map(|at| (at, self.gap(text, at, manifest)));
        let all = gaps.flat_map(|(at, gap)| gap.unassigned.into_iter().map(move |comment| (at, comment)));
        let goes = |(at, comment): &(usize, Range<usize>)| {
            let sort = comment_sort(&text[comment.clone()], &manifest.symbols);
            *at > 0 || sort != LeadInKind::Directive
        };
        all.filter(goes).map(|(_, comment)| comment).collect()
    }

    /// Returns whether names with comments can be added to the list: each of its names has its own line, or the
    /// statement is one line without comments.
    pub(super) fn may_take_comments(&self, text: &str, manifest: &Manifest) -> bool {
        let open = self.brackets.as_ref().map(|brackets| brackets.start);
        let starts = open.into_iter().chain(self.names.iter().map(|name| name.range.end));
        let mut lines =
            starts.zip(self.names.iter()).map(|(start, name)| text[start..name.range.start].contains('\n'));
        let is_broken = open.is_some() && lines.all(|breaks| breaks);
        is_broken || !text.contains('\n') && comments(text, 0..text.len(), &manifest.lexical).is_empty()
    }
}

/// Returns the comments in a byte range, a block comment of several lines as one.
pub(super) fn comments(text: &str, range: Range<usize>, lexical: &LexRules) -> Vec<Range<usize>> {
    let part = &text[range.clone()];
    if part.chars().all(|char| char.is_whitespace() || char == ',') {
        return Vec::new();
    }
    let block = lexical.block_comments.as_ref();
    let is_open = |comment: &Range<usize>| {
        let inner = block.and_then(|block| text[comment.clone()].strip_prefix(block.open.as_str()));
        inner.zip(block).is_some_and(|(inner, block)| !inner.ends_with(block.close.as_str()))
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    for token in Lexer::new(lexical).tokens(part).filter(|token| token.kind == TokenKind::Comment) {
        let comment = range.start + token.range.start..range.start + token.range.end;
        match found.last_mut().filter(|last| is_open(last)) {
            Some(last) => last.end = comment.end,
            None => found.push(comment),
        }
    }
    found
}
