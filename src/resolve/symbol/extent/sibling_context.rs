//! Determines the surroundings of a definition, for operations that insert beside it or remove it.

use std::ops::Range;

use crate::lang::{Manifest, Role};
use crate::text::normal::{find_words, is_blank, is_closing_line, open_brackets};
use crate::text::{Buffer, CommentScanner, LexRules, LexState};

use super::comment::{is_all_comments, line_text_end};
use super::lead_in::first_line_with_lead_in;
use super::leading::{LeadingSeparator, leading_separator};
use super::span::{Span, comment_end, document_below, line_indentation};

use crate::resolve::symbol::members::member_slot::MemberSlot;
use crate::resolve::symbol::outline::definition::Definition;
use crate::resolve::symbol::outline::items::{FILE, ItemId, Outline};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::outline::sets::are_of_one_function;

/// The position of a definition among its neighbors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiblingContext {
    /// The definition with everything that belongs to it: its lead-in, and the terminator and comment after it.
    pub range: Range<usize>,
    /// The byte offset at which its code begins, including decorators and heads: that line shows its indentation.
    pub head: usize,
    /// The number of blank lines between definitions here.
    pub gap: usize,
    /// The minimum number of blank lines on the far side of inserted lines.
    pub outer_gap: usize,
    /// The number of blank lines below lines that are inserted after it, if code follows it directly.
    pub code_below_gap: usize,
    /// Whether nothing precedes it in its container.
    pub is_first: bool,
    /// Whether it is directly below the label of a section.
    pub opens_section: bool,
    /// Whether nothing follows it in its container.
    pub is_last: bool,
    /// Whether its container begins on the line of its declaration.
    pub container_on_line: bool,
    /// The statement that must replace it if it is removed.
    pub stand_in: Option<String>,
    /// The separator between members here.
    pub separator: Option<String>,
    /// The byte offset after the definition, if it has no separator.
    pub unseparated: Option<usize>,
    /// The separator before it that is left over if it is removed: it has none after it.
    pub separator_before: Option<Range<usize>>,
    /// The separators around it, if they begin the lines of its list.
    pub leading: Option<LeadingSeparator>,
    /// The terminator of the members of its kind, if it is the last of them and the terminator follows on its line.
    pub terminator: Option<Terminator>,
    /// The places for one line before and after it, if it is in a one-line body that remains one line.
    pub on_line: Option<[MemberSlot; 2]>,
    /// Whether lines inserted before it are only comments and attributes, which then belong to it.
    pub gets_lead_in: bool,
}

/// The terminator of members of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terminator {
    /// Its text.
    pub text: String,
    /// The range from the end of the last member's code to the end of the terminator.
    pub range: Range<usize>,
    /// The end of the comment after it on its line, else its own end.
    pub end: usize,
}

impl SiblingContext {
    /// Adapts the site to a payload: lines with definitions are separated from a plain value as from each other. One
    /// line beside a one-line definition gets the blank lines of the nearest one-line neighbor. Several lines are
    /// separated from one-line definitions even if these have no blank lines between them.
    pub(in crate::resolve::symbol) fn beside(
        mut self,
        file: Outlined<'_>,
        id: ItemId,
        payload: &PayloadLines<'_>,
    ) -> Self {
        if let Some(end) = comment_below(file, id, self.range.end) {
            self.range.end = end;
            let gap = self.gap.max(1);
            return Self { gap, outer_gap: gap, ..self };
        }
        if payload.brings_definitions && is_value(file.outline, id) {
            let gap = self.gap.max(usual_gap(file.outline, id));
            return Self { gap, outer_gap: gap, ..self };
        }
        if payload.brings_definitions && !is_line(file, id) && self.separator.is_none() {
            self = self.behind_statements(file, id);
        }
        let is_one_line = code_lines(payload.lines, file.manifest()) == 1
            && (payload.lines.iter().filter(|line| !is_blank(line)).count() == 1
                || first_line_with_lead_in(file, file.outline.outermost(id))
                    < file.buffer.line_of(file.outline.item(file.outline.outermost(id)).range.start));
        if !is_one_line && payload.brings_definitions && self.gap == 0 && is_line(file, id) {
            let gap = gap_of_several(file, file.outline.siblings(file.outline.outermost(id)).0).unwrap_or(0);
            return Self { gap, outer_gap: gap, ..self };
        }
        if is_one_line && !payload.brings_definitions && is_assigned_member(file, id) {
            return Self { gap: gap_of_members(file, id).min(self.gap), ..self };
        }
        let least = least_gap(file, id, &self.range);
        if self.gap == 0 && least.is_none() && is_with_comment(file, id) && payload.begins_with_comment(file)
        {
            return Self { gap: 1, outer_gap: self.outer_gap.max(1), ..self };
        }
        if !is_one_line || payload.brings_definitions == is_value(file.outline, id) || !is_line(file, id) {
            return self;
        }
        let gap = least.map_or(self.gap, |least| least.min(self.gap));
        Self { gap, ..self }
    }

    /// Extends the site by directly following statements about the definition, such as `g = f`. Other code directly
    /// below is separated from the inserted lines.
    fn behind_statements(mut self, file: Outlined<'_>, id: ItemId) -> Self {
        let (siblings, _) = file.outline.siblings(file.outline.outermost(id));
        let Some(name) = file.outline.definition(id).and_then(|own| own.parts.last()).map(|part| &part.name)
        else {
            return self;
        };
        let depth = line_indentation(&file.buffer.line(file.buffer.line_of(self.head)));
        let behind = |end: usize| siblings.partition_point(|one| file.outline.item(*one).range.start < end);
        loop {
            let line = file.buffer.line_of(self.range.end.saturating_sub(1)) + 1;
            let text = if line < file.buffer.line_count() { file.buffer.line(line) } else { "".into() };
            let next = siblings.get(behind(self.range.end)).map(|next| file.outline.item(*next));
            let next = next.filter(|next| file.buffer.line_of(next.range.start) == line);
            let is_code = |role: Role| !matches!(role, Role::Comment | Role::Attribute | Role::Hidden);
            let is_long = next.as_ref().is_some_and(|next| file.buffer.lines_of(&next.range).len() > 1);
            if is_blank(&text) || line_indentation(&text) != depth || is_label(file, line) {
                break;
            }
            if is_long || next.as_ref().is_some_and(|next| !is_code(next.role)) || !is_about(&text, name) {
                let starts_word = text.trim_start().starts_with(char::is_alphanumeric);
                let glues = starts_word && next.as_ref().is_none_or(|next| is_code(next.role));
                self.code_below_gap = if glues { self.gap } else { 0 };
                break;
            }
            self.range.end = line_text_end(file.buffer, line);
        }
        let at = behind(self.range.end);
        self.is_last = at == siblings.len();
        self
    }

    /// Adapts the site to an overload that is inserted before another one in its set: with the blank lines between the
    /// two existing ones.
    pub(in crate::resolve::symbol) fn within_set(self, file: Outlined<'_>, id: ItemId) -> Self {
        let own = file.outline.outermost(id);
        let (siblings, at) = file.outline.siblings(own);
        let above = siblings[..at].iter().rev().find(|one| is_definition(file.outline, **one));
        let above = above.filter(|above| are_of_one_function(file.outline, **above, own));
        let gap = above.and_then(|above| gap_between(file, *above, own)).unwrap_or(self.gap);
        Self { gap, ..self }
    }
}

/// Returns whether a one-line statement refers to a definition without calling it, such as one that registers or
/// completes it.
fn is_about(line: &str, name: &str) -> bool {
    if open_brackets(line) != 0 || line.trim_end().ends_with(['{', ':', ',']) {
        return false;
    }
    let mut uses = find_words(line, name).peekable();
    uses.peek().is_some() && uses.all(|at| !line[at + name.len()..].trim_start().starts_with('('))
}

/// Returns whether a definition is a one-line member that is assigned a value, possibly one with a body.
fn is_assigned_member(file: Outlined<'_>, id: ItemId) -> bool {
    let outermost = file.outline.outermost(id);
    let parent = file.outline.item(outermost).parent;
    let text = file.buffer.slice(file.outline.item(outermost).range.clone());
    let head = text.split(['(', '{']).next().unwrap_or_default();
    parent != FILE
        && file.outline.item(parent).role != Role::Module
        && file.outline.class_of_members(parent).is_some()
        && is_line(file, id)
        && !is_value(file.outline, id)
        && head.contains('=')
}

/// Returns the minimum number of blank lines between an assigned member and those beside it; 0 if there are none.
fn gap_of_members(file: Outlined<'_>, id: ItemId) -> usize {
    let own = file.outline.outermost(id);
    let (siblings, at) = file.outline.siblings(own);
    let defines = |one: &&ItemId| is_definition(file.outline, **one);
    let is_like = |one: &&ItemId| {
        definition_in(file.outline, **one)
            .is_some_and(|id| is_value(file.outline, id) || is_assigned_member(file, id))
    };
    let previous = siblings[..at].iter().rev().find(defines).filter(is_like);
    let next = siblings[at + 1..].iter().find(defines).filter(is_like);
    let above = previous.and_then(|previous| gap_between(file, *previous, own));
    let below = next.and_then(|next| gap_between(file, own, *next));
    above.into_iter().chain(below).min().unwrap_or(0)
}

/// Returns the end of a comment directly below a plain value or a macro without a comment above it: it is about the
/// item above. So are lines without any word, below any definition.
fn comment_below(file: Outlined<'_>, id: ItemId, end: usize) -> Option<usize> {
    let outermost = file.outline.outermost(id);
    let own = file.buffer.line_of(file.outline.item(outermost).range.start);
    let is_lone_value = is_value(file.outline, id) && first_line_with_lead_in(file, outermost) >= own;
    let line = file.buffer.line_of(end.saturating_sub(1));
    let below = comment_lines_below(file.buffer, &file.manifest().lexical, line + 1)?;
    let is_rule = |line: usize| !file.buffer.line(line).contains(char::is_alphanumeric);
    let is_about = is_lone_value || below.clone().all(is_rule);
    is_about.then(|| line_text_end(file.buffer, below.end - 1))
}

/// The maximum length of a comment below a definition, in lines, that is examined.
const MAX_COMMENT_LINES: usize = 30;

/// Returns the comment lines from `from` on, if there are any, and a blank line, a closing bracket or the end of the
/// text follows them.
#[must_use]
pub fn comment_lines_below(buffer: &Buffer, lexical: &LexRules, from: usize) -> Option<Range<usize>> {
    let scanner = CommentScanner::new(lexical);
    let mut state = LexState::default();
    let count = buffer.line_count();
    let mut end = from;
    while end < count && end - from <= MAX_COMMENT_LINES {
        let line = buffer.line(end);
        let scanned = scanner.scan(&line, &mut state);
        if !scanned.has_comment || !is_blank(&scanned.code) {
            break;
        }
        end += 1;
    }
    let is_apart = || end >= count || is_blank(&buffer.line(end)) || is_closing_line(&buffer.line(end));
    (end > from && is_apart()).then_some(from..end)
}

/// Lines that are inserted beside a definition.
pub(in crate::resolve::symbol) struct PayloadLines<'a> {
    pub(in crate::resolve::symbol) lines: &'a [String],
    /// Whether they contain more than plain values.
    pub(in crate::resolve::symbol) brings_definitions: bool,
}

/// The maximum number of neighbors on each side that are examined for the number of blank lines.
pub(in crate::resolve::symbol) const NEIGHBOURS: usize = 50;

/// Determines the site of a definition.
pub(in crate::resolve::symbol) fn sibling_context(
    file: Outlined<'_>,
    id: ItemId,
    place: &Span,
) -> SiblingContext {
    let outermost = file.outline.outermost(id);
    let range = place.whole().start..with_stray_terminator(file, place);
    let siblings = file.outline.siblings(outermost).0;
    let before = siblings.partition_point(|one| file.outline.item(*one).range.start < range.start);
    let behind = siblings.partition_point(|one| file.outline.item(*one).range.start < range.end);
    // A set of overloads has several items.
    let mut own = siblings[before..behind].iter().copied().filter(|one| is_definition(file.outline, *one));
    let first = own.next().unwrap_or(outermost);
    let last = own.next_back().unwrap_or(first);
    let is_code = |one: &ItemId| file.outline.item(*one).role != Role::Comment;
    let is_alone = !siblings[..before].iter().chain(&siblings[behind..]).any(is_code);
    let container = file.outline.item(outermost).parent;
    let line = file.buffer.line_start(file.buffer.line_of(place.declaration));
    let inside = file.outline.item(container).inside;
    let is_block = inside.as_ref().is_some_and(|inside| !file.buffer.has_at(inside.start, "{"));
    SiblingContext {
        gap: if is_value(file.outline, id) {
            gap_of_values(file, (first, last), id)
        } else {
            gap(file, first, last)
                .or_else(|| gap_of_statements(file, (first, last)))
                .unwrap_or_else(|| usual_gap(file.outline, id))
        },
        outer_gap: 0,
        code_below_gap: 0,
        is_first: before == 0,
        opens_section: file
            .buffer
            .line_of(range.start)
            .checked_sub(1)
            .is_some_and(|line| is_label(file, line)),
        is_last: behind == siblings.len(),
        head: file.outline.item(outermost).range.start,
        container_on_line: container != FILE && inside.is_some_and(|inside| inside.start > line) && !is_block,
        separator: place.separator.as_ref().map(|separator| separator.text.clone()),
        unseparated: place.separator.as_ref().filter(|found| found.end.is_none()).map(|_| place.code_end),
        separator_before: separator_before(file, place, &siblings[..before]),
        leading: leading_separator(
            file,
            place,
            (&siblings[..before], siblings.get(behind..).unwrap_or_default()),
        ),
        stand_in: file
            .manifest()
            .symbols
            .empty_body_statement
            .clone()
            .filter(|_| is_alone && is_block && container != FILE),
        terminator: terminator_behind(file, container, place, siblings.get(behind..).unwrap_or_default()),
        range,
        on_line: None,
        gets_lead_in: false,
    }
}

/// Returns the separator that is the last item before a definition, if the definition has none after it.
fn separator_before(file: Outlined<'_>, place: &Span, before: &[ItemId]) -> Option<Range<usize>> {
    let separator = place.separator.as_ref().filter(|separator| separator.end.is_none())?;
    let mut code = before.iter().rev().map(|id| file.outline.item(*id));
    let last = code.find(|item| item.role != Role::Comment)?;
    let is_separator =
        last.range.len() == separator.text.len() && file.buffer.has_at(last.range.start, &separator.text);
    is_separator.then(|| last.range.clone())
}

/// Returns the terminator of members of one kind (such as the semicolon after the constants of an enum) if it directly
/// follows the member and its separator.
fn terminator_behind(
    file: Outlined<'_>,
    container: ItemId,
    place: &Span,
    behind: &[ItemId],
) -> Option<Terminator> {
    let rules = &file.manifest().symbols;
    let sign = rules.terminator.as_ref()?;
    let capture = file.outline.definition(container)?.capture;
    rules.terminated.iter().find(|one| *one == capture)?;
    let separator = place.separator.as_ref()?;
    let end = separator.end.unwrap_or(place.code_end);
    let is_next = |id: &&ItemId| {
        let item = file.outline.item(**id);
        item.role != Role::Comment && item.range.start >= end
    };
    let next = file.outline.item(*behind.iter().find(is_next)?);
    let is_sign = next.role == Role::Transparent && file.buffer.has_at(next.range.start, sign);
    let is_near = || file.buffer.slice(end..next.range.start).chars().all(|char| matches!(char, ' ' | '\t'));
    if !is_sign || !is_near() {
        return None;
    }
    let end = next.range.start + sign.len();
    let line = file.buffer.line_range(file.buffer.line_of(end));
    let rest = file.buffer.slice(end..line.end.max(end));
    let comment = if is_all_comments(rest.trim(), file.manifest()) { rest.trim_end().len() } else { 0 };
    Some(Terminator { text: sign.clone(), range: place.code_end..end, end: end + comment })
}

/// The separator of statements on a line, in languages that need no terminator.
const LINE_SIGN: &str = ";";

/// Returns the end of a definition with the separator before the next one, or with an unnecessary terminator such as
/// the semicolon after a function's body.
fn with_stray_terminator(file: Outlined<'_>, place: &Span) -> usize {
    let Outlined { buffer, .. } = file;
    let manifest = file.manifest();
    let separator = place.separator.as_ref().map(|separator| &separator.text);
    let terminator = separator.or(manifest.symbols.terminator.as_ref()).map_or(LINE_SIGN, String::as_str);
    if place.end != place.code_end {
        return place.end;
    }
    let line = buffer.line_range(buffer.line_of(place.code_end));
    let rest = buffer.slice(place.code_end..line.end.max(place.code_end));
    let Some(behind) = rest.trim_start().strip_prefix(terminator) else { return place.end };
    let end = place.code_end + rest.len() - behind.len();
    comment_end(file, end).unwrap_or(end)
}

/// Returns the number of blank lines between definitions as shown by the neighbors: after, before, else the most
/// frequent number.
pub(in crate::resolve::symbol) fn gap(file: Outlined<'_>, first: ItemId, last: ItemId) -> Option<usize> {
    let (siblings, at) = file.outline.siblings(first);
    let (_, end) = file.outline.siblings(last);
    let defines = |id: &ItemId| is_definition(file.outline, *id);
    let between = |first: ItemId, second: ItemId| gap_between(file, first, second);
    let next = siblings.get(end + 1..).unwrap_or_default().iter().copied().find(defines);
    // A body without a blank line below its declarations says nothing about the code after it.
    let declares = || {
        let last = definition_in(file.outline, last).and_then(|id| file.outline.definition(id));
        last.is_some_and(|last| last.is_declaration)
    };
    let above = |previous: ItemId| match between(previous, first) {
        Some(0) if are_of_one_function(file.outline, previous, first) && !declares() => None,
        gap => gap,
    };
    let previous = siblings[..at].iter().rev().copied().find(defines);
    // The last member of a group without blank lines belongs to the group; the gap after it does not count.
    let is_long = |id: ItemId| !is_line(file, id);
    let is_close = |previous: &ItemId| is_long(first) && is_long(*previous) && above(*previous) == Some(0);
    if previous.filter(is_close).is_some() {
        return Some(0);
    }
    // The gap between a value and a function varies, whereas code that the file executes is separated like functions.
    let below = || {
        let is_other = |previous: ItemId| is_value(file.outline, previous) && !is_value(file.outline, first);
        previous.filter(|previous| next.is_none() && is_other(*previous))?;
        let is_code = |id: &ItemId| !matches!(file.outline.item(*id).role, Role::Comment | Role::Transparent);
        let below = siblings.get(end + 1..).unwrap_or_default().iter().copied().find(is_code)?;
        between(last, below).filter(|gap| *gap > 0)
    };
    next.and_then(|next| between(last, next)).or_else(below).or_else(|| previous.and_then(above)).or_else(
        || {
            let near = &siblings[at.saturating_sub(NEIGHBOURS)..(at + NEIGHBOURS).min(siblings.len())];
            // Declarations without blank lines between them say nothing about functions.
            let several = if is_long(first) { gap_of_several(file, near) } else { None };
            several.or_else(|| usual(file, near))
        },
    )
}

/// Returns 0 if a definition is directly between two statements without blank lines.
fn gap_of_statements(file: Outlined<'_>, (first, last): (ItemId, ItemId)) -> Option<usize> {
    let (siblings, at) = file.outline.siblings(first);
    let (_, end) = file.outline.siblings(last);
    let lines = |id: ItemId| file.buffer.lines_of(&file.outline.item(id).range);
    let is_code = |id: ItemId| {
        let item = file.outline.item(id);
        let is_statement =
            !matches!(item.role, Role::Comment | Role::Attribute | Role::Transparent | Role::Hidden);
        is_statement && item.parent == FILE
    };
    let above = siblings.get(at.checked_sub(1)?).copied().filter(|id| is_code(*id))?;
    let below = siblings.get(end + 1).copied().filter(|id| is_code(*id))?;
    let is_close = lines(above).end == lines(first).start && lines(last).end == lines(below).start;
    (is_close && !file.manifest().symbols.indented_bodies).then_some(0)
}

/// Returns whether a value at file or namespace level has a comment above it.
fn is_with_comment(file: Outlined<'_>, id: ItemId) -> bool {
    let outer = file.outline.outermost(id);
    let item = file.outline.item(outer);
    let is_outside = item.parent == FILE || file.outline.item(item.parent).role == Role::Module;
    is_outside
        && is_value(file.outline, id)
        && first_line_with_lead_in(file, outer) < file.buffer.line_of(item.range.start)
}

impl PayloadLines<'_> {
    fn begins_with_comment(&self, file: Outlined<'_>) -> bool {
        let first = self.lines.iter().position(|line| !is_blank(line));
        first.is_some_and(|at| code_lines(&self.lines[at..=at], file.manifest()) == 0)
    }
}

/// Returns whether a definition is a plain value, such as a field: these usually have no blank lines between them.
pub(in crate::resolve::symbol) fn is_value(outline: &Outline, id: ItemId) -> bool {
    outline.definition(id).is_some_and(Definition::is_value)
}

/// The maximum number of blank lines beside a multi-line value, however far apart functions are.
const MAX_VALUE_GAP: usize = 1;

/// Returns the number of blank lines between a plain value and its neighbors of the same kind; 0 if it has no such
/// neighbor.
fn gap_of_values(file: Outlined<'_>, (first, last): (ItemId, ItemId), id: ItemId) -> usize {
    let capture = |id: ItemId| file.outline.definition(id).map(|found| found.capture);
    let is_like = |one: &ItemId| has_capture(file.outline, *one, capture(id));
    let (siblings, at) = file.outline.siblings(first);
    let (_, end) = file.outline.siblings(last);
    let code = |one: &&ItemId| is_definition(file.outline, **one);
    let next = siblings.get(end + 1..).unwrap_or_default().iter().find(code).filter(|one| is_like(one));
    let previous = siblings[..at].iter().rev().find(code).filter(|one| is_like(one));
    let below = next.and_then(|next| gap_between(file, last, *next));
    let above = previous.and_then(|previous| gap_between(file, *previous, first));
    // At the edge of a group, the payload belongs to the group; the gap after it does not count.
    let own = below.into_iter().chain(above).min();
    let of_long = || gap(file, first, last).map(|gap| gap.min(MAX_VALUE_GAP));
    own.or_else(|| if is_line(file, id) { None } else { of_long() }).unwrap_or(0)
}

/// Returns whether an item, or one in a statement that contains several, has a capture.
fn has_capture(outline: &Outline, item: ItemId, kind: Option<&str>) -> bool {
    let wraps = |id: ItemId| matches!(outline.item(id).role, Role::Wrapper | Role::Declaration);
    let mut pending = vec![item];
    while let Some(id) = pending.pop() {
        match outline.definition(id) {
            Some(found) if Some(found.capture) == kind => return true,
            None if id == item || wraps(id) => pending.extend(outline.children(id)),
            _ => {}
        }
    }
    false
}

/// Returns the minimum number of blank lines between a one-line definition and those of its kind on either side of its
/// range.
fn least_gap(file: Outlined<'_>, id: ItemId, range: &Range<usize>) -> Option<usize> {
    let own = file.outline.outermost(id);
    let siblings = file.outline.siblings(own).0;
    let start = |id: &ItemId| file.outline.item(*id).range.start;
    let before = siblings.partition_point(|one| start(one) < range.start);
    let behind = siblings.partition_point(|one| start(one) < range.end);
    let defines = |one: &&ItemId| is_definition(file.outline, **one);
    let is_like =
        |one: &&ItemId| is_line(file, **one) && is_value(file.outline, **one) == is_value(file.outline, id);
    let next = siblings[behind..].iter().find(defines).filter(is_like);
    let previous = siblings[..before].iter().rev().find(defines).filter(is_like);
    let below = next.and_then(|next| gap_between(file, own, *next));
    let above = previous.and_then(|previous| gap_between(file, *previous, own));
    below.into_iter().chain(above).min()
}

/// Returns the number of lines that contain more than comments.
pub(in crate::resolve::symbol) fn code_lines(lines: &[String], manifest: &Manifest) -> usize {
    let scanner = CommentScanner::new(&manifest.lexical);
    let mut state = LexState::default();
    lines.iter().filter(|line| !is_blank(&scanner.scan(line, &mut state).code)).count()
}

/// Returns the most frequent number of blank lines beside those of some siblings that have several lines.
pub(in crate::resolve::symbol) fn gap_of_several(file: Outlined<'_>, siblings: &[ItemId]) -> Option<usize> {
    most_frequent(file, siblings, |pair| pair.iter().any(|id| !is_line(file, *id)))
}

/// Returns whether a definition is on one line.
pub(in crate::resolve::symbol) fn is_line(file: Outlined<'_>, id: ItemId) -> bool {
    file.buffer.lines_of(&file.outline.item(file.outline.outermost(id)).range).len() == 1
}

/// Returns the most frequent number of blank lines between the definitions among some siblings; of equally frequent
/// ones the smallest.
pub(in crate::resolve::symbol) fn usual(file: Outlined<'_>, siblings: &[ItemId]) -> Option<usize> {
    most_frequent(file, siblings, |_| true)
}

/// Returns the most frequent number of blank lines in the pairs of adjacent definitions that satisfy the test; of
/// equally frequent ones the smallest.
fn most_frequent(
    file: Outlined<'_>,
    siblings: &[ItemId],
    counts_pair: impl Fn(&[ItemId]) -> bool,
) -> Option<usize> {
    let definitions: Vec<ItemId> =
        siblings.iter().copied().filter(|id| is_definition(file.outline, *id)).collect();
    let mut counts = [0_usize; 8];
    for pair in definitions.windows(2).filter(|pair| counts_pair(pair)) {
        let gap = gap_between(file, pair[0], pair[1]);
        if gap == Some(0) && are_of_one_function(file.outline, pair[0], pair[1]) {
            continue;
        }
        if let Some(count) = gap.and_then(|gap| counts.get_mut(gap)) {
            *count += 1;
        }
    }
    let most = counts.iter().copied().max().filter(|most| *most > 0)?;
    counts.iter().position(|count| *count == most)
}

/// Returns the default number of blank lines, if no neighbor shows it.
pub(super) fn usual_gap(outline: &Outline, id: ItemId) -> usize {
    let manifest = outline.manifest();
    if outline.definition(id).is_some_and(|found| found.is_declaration) {
        return 0;
    }
    let lines = manifest.symbols.blank_lines;
    let container = outline.item(outline.outermost(id)).parent;
    let is_outside = container == FILE || outline.item(container).role == Role::Module;
    if is_outside { lines.outside } else { lines.inside }
}

/// Returns whether an item is a definition, or wraps one.
pub(in crate::resolve::symbol) fn is_definition(outline: &Outline, id: ItemId) -> bool {
    let item = outline.item(id);
    let wraps = matches!(item.role, Role::Head | Role::Wrapper | Role::Typedef | Role::Declaration);
    item.definition.is_some()
        || (wraps && item.children.iter().any(|child| is_definition_itself(outline, *child)))
}

/// Like [`is_definition`], for an item in a wrapper, which may be another wrapper.
fn is_definition_itself(outline: &Outline, id: ItemId) -> bool {
    let item = outline.item(id);
    let wraps = matches!(item.role, Role::Head | Role::Wrapper | Role::Typedef);
    item.definition.is_some()
        || (wraps && item.children.iter().any(|child| outline.item(*child).definition.is_some()))
}

/// The character that begins a new page, in GNU sources.
const FORM_FEED: char = '\u{c}';

/// Returns the number of blank lines between two definitions, 0 if they share a line; `None` if there is something else
/// between them.
pub(in crate::resolve::symbol) fn gap_between(
    file: Outlined<'_>,
    first: ItemId,
    second: ItemId,
) -> Option<usize> {
    let top = first_line_with_lead_in(file, second);
    let own_end = file.outline.item(first).range.end;
    let end = document_below(file, first, own_end).unwrap_or(own_end);
    let first = &file.outline.item(first).range;
    let last_line = file.buffer.line_of(end.saturating_sub(1).max(first.start));
    if top <= last_line {
        return Some(0);
    }
    let is_blank = |line: &usize| file.buffer.line(*line).trim().is_empty();
    let above = (last_line..top).rev().find(|line| !is_blank(line))?;
    let is_last = above == last_line || {
        // The comment belongs to the block of the first definition.
        let text = file.buffer.line(above);
        let is_comment = file.manifest().lexical.begins_with_line_comment(&text);
        let depth = line_indentation(&file.buffer.line(file.buffer.line_of(first.start)));
        file.manifest().symbols.indented_bodies && is_comment && line_indentation(&text) > depth
    };
    let begins_page = |line: usize| file.buffer.line(line).contains(FORM_FEED);
    (is_last && !(above + 1..top).any(begins_page)).then_some(top - above - 1)
}

/// Returns whether a line is only the label of a section.
pub(in crate::resolve::symbol) fn is_label(file: Outlined<'_>, line: usize) -> bool {
    is_label_text(&file.buffer.line(line), file.manifest())
}

/// Returns whether the text of a line is only the label of a section.
pub(in crate::resolve::symbol) fn is_label_text(line: &str, manifest: &Manifest) -> bool {
    let text = line.trim();
    manifest.view.label_stems.iter().any(|stem| text.starts_with(stem.as_str())) && text.ends_with(':')
}

/// Returns the definition that an item is or wraps.
pub(in crate::resolve::symbol) fn definition_in(outline: &Outline, id: ItemId) -> Option<ItemId> {
    let mut at = id;
    while outline.definition(at).is_none() {
        at = *outline.children(at).iter().find(|child| is_definition(outline, **child))?;
    }
    Some(at)
}
