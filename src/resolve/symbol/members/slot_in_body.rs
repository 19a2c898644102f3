//! Finds the place for another member in a class or similar container.

use std::ops::Range;

use crate::ir::MemberPlace;
use crate::lang::Role;
use crate::text::normal::{indentation, is_blank};
use crate::text::{CommentScanner, LexState};

use super::member_slot::{Body, MemberSlot, SlotPlace, TextAfter};
use super::one_line::members_on_line;
use crate::resolve::symbol::extent::comment::is_all_comments;
use crate::resolve::symbol::extent::docstring::is_docstring;
use crate::resolve::symbol::extent::lead_in::first_line_with_lead_in;
use crate::resolve::symbol::extent::lines_together::LinesTogether;
use crate::resolve::symbol::extent::sibling_context::{
    NEIGHBOURS, gap, gap_of_several, is_definition, is_label, is_line, is_value, usual,
};
use crate::resolve::symbol::extent::span::shows_separator;
use crate::resolve::symbol::outline::items::{CurrentItem, ItemId};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::part::body_heads::is_body_head;

/// The first character of preprocessor directives.
pub(in crate::resolve::symbol) const DIRECTIVE: char = '#';

/// Returns the insertion place at the start or end of the body of `id`; `None` if it has no body that can contain
/// members.
pub(in crate::resolve::symbol) fn find_slot(
    file: Outlined<'_>,
    id: ItemId,
    at: &MemberPlace,
    end: usize,
) -> Option<MemberSlot> {
    let item = file.outline.item(id);
    let inside = item.inside.clone()?;
    let is_braced = file.buffer.is_enclosed(&inside, "{", "}");
    if !is_braced && !file.manifest().symbols.indented_bodies {
        return None;
    }
    let body = Body { file, id, inside, end };
    let place = match (is_braced, at) {
        (true, MemberPlace::Start) => body.start_of_braces(),
        (true, _) => body.end_of_braces(),
        (false, MemberPlace::Start) => body.start_of_block(),
        (false, _) => body.end_of_block(),
    };
    let is_first = matches!(at, MemberPlace::Start);
    Some(MemberSlot {
        place,
        indent: body.member_indent(is_first),
        class: item.range.start,
        separator: if is_first { None } else { body.separator_behind_last() },
        payload_separator: if is_first { body.separator_of_first() } else { body.last_separator() },
        parted_bracket: body.parted_bracket(),
    })
}

impl MemberSlot {
    /// Adapts the insertion place for plain values: beside values, they get the same blank lines as these.
    pub(super) fn for_values(mut self, file: Outlined<'_>, id: ItemId) -> Self {
        if let SlotPlace::Within { kept, above, rest: TextAfter::Nothing, .. } = &mut self.place
            && kept.is_empty()
        {
            *above = 0;
        }
        if let SlotPlace::Lines { at, above, below } = &mut self.place {
            let gap_at = |line: &usize| gap_of_values_at(file, id, *line);
            // A comment below the last value does not part the new one from it.
            let is_comment = |line: usize| {
                line > 0 && file.manifest().lexical.begins_with_line_comment(&file.buffer.line(line))
            };
            let line_above = at.checked_sub(1).map(|line| {
                (0..=line).rev().take(NEIGHBOURS).find(|line| !is_comment(*line)).unwrap_or(line)
            });
            let line_above = line_above.filter(|line| !is_label(file, *line));
            *above = line_above.as_ref().and_then(gap_at).unwrap_or(*above);
            *below = gap_at(at).unwrap_or(*below);
        }
        self
    }
}

impl MemberSlot {
    /// Adapts the insertion place for a definition of one line: members of one line that have no blank lines between
    /// them get none.
    pub(super) fn for_one_line(mut self, file: Outlined<'_>, id: ItemId) -> Self {
        if let SlotPlace::Lines { at, above, below } = &mut self.place
            && let Some(together) = LinesTogether::of(file, file.outline.children(id), *at)
        {
            *above = if at.checked_sub(1).is_some_and(|line| together.holds(line)) { 0 } else { *above };
            *below = if together.holds(*at) { 0 } else { *below };
        }
        self
    }
}

impl MemberSlot {
    /// Adapts the insertion place for definitions of several lines: blank lines separate them from one-line
    /// definitions, even if these have none between them.
    pub(super) fn for_several_lines(mut self, file: Outlined<'_>, id: ItemId) -> Self {
        let SlotPlace::Lines { at, above, below } = &mut self.place else { return self };
        let children = file.outline.children(id);
        // Documentation is no reason for a blank line beside documented members that have none between them.
        let is_line_at = |line: usize| {
            let end = (line + 1).min(file.buffer.line_count());
            let bytes = file.buffer.line_start(line.min(end))..file.buffer.line_start(end);
            let from = |byte: usize| children.partition_point(|id| file.outline.item(*id).range.start < byte);
            children[from(bytes.start)..from(bytes.end)].iter().any(|id| {
                is_definition(file.outline, *id) && is_line(file, *id) && !is_value(file.outline, *id)
            })
        };
        let gap = || gap_of_several(file, children).unwrap_or(0);
        if *above == 0 && at.checked_sub(1).is_some_and(is_line_at) {
            *above = gap();
        }
        if *below == 0 && is_line_at(*at) {
            *below = gap();
        }
        self
    }
}

/// Returns the number of blank lines between the value on a line of a body and the one before it, or after it if there
/// is none before; 0 if it is alone. `None` if the line contains something else.
fn gap_of_values_at(file: Outlined<'_>, id: ItemId, line: usize) -> Option<usize> {
    let item = |id: &ItemId| file.outline.item(*id);
    let lines = |id: &ItemId| file.buffer.lines_of(&item(id).range);
    let code: Vec<ItemId> =
        file.outline.children(id).iter().filter(|id| item(id).role != Role::Comment).copied().collect();
    let is_document =
        |id: &ItemId| is_docstring(&file.buffer.slice(item(id).range.clone()), &file.manifest().lexical);
    let is_value = |id: &ItemId| match is_definition(file.outline, *id) {
        true => is_value(file.outline, *id),
        false => !is_document(id),
    };
    let at = code.iter().position(|id| lines(id).contains(&line) && is_value(id))?;
    let gap = |one: &ItemId, next: &ItemId| {
        let between = lines(one).end..first_line_with_lead_in(file, *next);
        let is_free = between.clone().all(|line| file.buffer.line(line).trim().is_empty());
        (is_value(one) && is_value(next) && is_free).then_some(between.len())
    };
    let above = at.checked_sub(1).and_then(|above| gap(&code[above], &code[at]));
    Some(above.or_else(|| gap(&code[at], code.get(at + 1)?)).unwrap_or(0))
}

/// Returns the insertion place in a module. If no member shows the indentation, it is that of the heading in languages
/// where this is customary.
pub(in crate::resolve::symbol) fn slot_of_module(
    file: Outlined<'_>,
    id: ItemId,
    at: &MemberPlace,
) -> Option<MemberSlot> {
    let range = file.outline.item(id).range;
    let found = find_slot(file, id, at, range.end)?;
    let heading = || indentation(&file.buffer.line(file.buffer.line_of(range.start))).to_owned();
    let indent = found.indent.or_else(|| file.manifest().symbols.flat_modules.then(heading));
    Some(MemberSlot { indent, ..found })
}

/// Returns the comment beside the placeholder of an empty body that members at the place replace.
pub(super) fn comment_of_placeholder(file: Outlined<'_>, slot: &MemberSlot) -> Option<String> {
    let SlotPlace::Within { range, trail, kept, rest: TextAfter::Nothing, .. } = &slot.place else {
        return None;
    };
    let text = file.buffer.slice(range.clone());
    let code = CommentScanner::new(&file.manifest().lexical).scan(&text, &mut LexState::default()).code;
    let comment = text.strip_prefix(code.trim_end()).map_or("", str::trim);
    (trail.is_empty() && kept.is_empty() && !comment.is_empty()).then(|| comment.to_owned())
}

impl Body<'_> {
    fn children(&self) -> &[ItemId] {
        self.file.outline.children(self.id)
    }

    /// Returns the children; if functions follow the constants of an enum after a terminator, those functions.
    fn members(&self) -> &[ItemId] {
        let children = self.children();
        let is_parted = |id: &&ItemId| {
            let item = self.file.outline.item(**id);
            let starts = || self.file.buffer.slice(item.range.start..item.range.start + 1);
            item.role == Role::Transparent
                && self.file.manifest().symbols.terminator.as_deref() == Some(&*starts())
        };
        let parted = children.last().filter(is_parted).map(|id| self.file.outline.children(*id));
        parted.filter(|members| !members.is_empty()).unwrap_or(children)
    }

    /// Returns the children that are not comments.
    pub(in crate::resolve::symbol) fn code(
        &self,
    ) -> impl DoubleEndedIterator<Item = (ItemId, CurrentItem<'_>)> {
        let items = self.children().iter().map(|id| (*id, self.file.outline.item(*id)));
        items.filter(|(_, item)| item.role != Role::Comment)
    }

    pub(in crate::resolve::symbol) fn text(&self, item: &CurrentItem<'_>) -> String {
        self.file.buffer.slice(item.range.clone()).into_owned()
    }

    /// Returns the place after the opening bracket.
    pub(super) fn start_of_braces(&self) -> SlotPlace {
        let open = self.inside.start + 1;
        let line = self.file.buffer.line_of(open);
        let close_line = self.file.buffer.line_of(self.inside.end - 1);
        let rest_end = self.file.buffer.line_range(line).end.max(open);
        if close_line == line {
            return self.open_up(&MemberPlace::Start);
        }
        if let Some(end) = self.heads_end() {
            let last = self.file.buffer.line_of(end - 1);
            let at = self.first_filled_line(last + 1);
            let above = self.file.manifest().symbols.blank_lines.inside;
            return match at < close_line {
                true => self.before_line(at, close_line),
                false if last < close_line => SlotPlace::Lines { at: last + 1, above, below: 0 },
                false => self.end_of_braces(),
            };
        }
        let is_free = self.code().next().is_none_or(|(_, first)| first.range.start >= rest_end);
        if !is_free {
            let rest = self.file.buffer.slice(open..rest_end);
            let blanks = rest.len() - rest.trim_start().len();
            return SlotPlace::Within {
                range: open..open + blanks,
                trail: String::new(),
                kept: Vec::new(),
                above: 0,
                rest: TextAfter::Member,
            };
        }
        let first = self.first_filled_line(line + 1);
        // Members above the first label of a class would be private, so they are inserted below it.
        let at = if is_label(self.file, first) { self.first_filled_line(first + 1) } else { first };
        self.before_line(at.min(close_line), close_line)
    }

    /// Returns whether an item is about the enclosing item, such as an inner attribute.
    fn is_head(&self, item: &CurrentItem<'_>) -> bool {
        let rules = &self.file.manifest().symbols;
        !rules.body_heads.is_empty() && is_body_head(&self.text(item), rules)
    }

    /// Returns the end of the items that must be first in the body, and of the imports at the start of a module.
    fn heads_end(&self) -> Option<usize> {
        let is_module = self.file.outline.item(self.id).role == Role::Module;
        let mut end = None;
        for id in self.children() {
            let item = self.file.outline.item(*id);
            if self.is_head(&item) || (is_module && item.role == Role::Import) {
                end = Some(item.range.start + self.text(&item).trim_end().len());
            } else if item.role != Role::Comment {
                break;
            }
        }
        end
    }

    /// Returns the place before the closing bracket.
    pub(super) fn end_of_braces(&self) -> SlotPlace {
        let close = self.inside.end - 1;
        let line = self.file.buffer.line_of(close);
        if self.file.buffer.line_of(self.inside.start) == line {
            return self.open_up(&MemberPlace::End);
        }
        let before = self.file.buffer.slice(self.file.buffer.line_start(line)..close).into_owned();
        if !before.trim().is_empty() {
            let blanks = before.len() - before.trim_end().len();
            return SlotPlace::Within {
                range: close - blanks..close,
                trail: String::new(),
                kept: Vec::new(),
                above: 0,
                rest: TextAfter::Closes,
            };
        }
        let opening = self.file.buffer.line_of(self.inside.start);
        self.behind_line(self.last_filled_line(line).max(opening), opening)
    }

    /// Returns the place after the docstring of the class, before its first statement.
    fn start_of_block(&self) -> SlotPlace {
        if let Some(place) = self.in_placeholder() {
            return place;
        }
        let mut code = self.code();
        let first = code.next().map(|(_, item)| item);
        let documents =
            first.clone().filter(|item| is_docstring(&self.text(item), &self.file.manifest().lexical));
        let Some(doc) = documents else {
            let line = first.map_or(self.inside.start, |item| item.range.start);
            let header = self.file.outline.item(self.id).range.start;
            if self.is_on_header_line() {
                let start = self.header_end();
                return SlotPlace::Within {
                    range: start..self.inside.start,
                    trail: String::new(),
                    kept: Vec::new(),
                    above: 0,
                    rest: TextAfter::Member,
                };
            }
            let first_line = self
                .children()
                .first()
                .map_or(self.file.buffer.line_of(line), |child| first_line_with_lead_in(self.file, *child));
            return self.before_line(first_line.max(self.file.buffer.line_of(header) + 1), usize::MAX);
        };
        let doc_line = self.file.buffer.line_of(doc.range.end.saturating_sub(1));
        if code.next().is_none() || self.is_on_header_line() {
            return self.end_of_block();
        }
        let last = self.file.buffer.line_of(self.end.saturating_sub(1));
        self.before_line(self.first_filled_line(doc_line + 1), last + 1)
    }

    /// Returns the place after the last statement and the comments with its indentation.
    fn end_of_block(&self) -> SlotPlace {
        if let Some(place) = self.in_placeholder() {
            return place;
        }
        let last = self.file.buffer.line_of(self.end.saturating_sub(1));
        if self.is_on_header_line() && self.file.buffer.line_of(self.inside.start) == last {
            let kept = self.file.buffer.slice(self.inside.start..self.file.buffer.line_range(last).end);
            return SlotPlace::Within {
                range: self.header_end()..self.file.buffer.line_range(last).end,
                trail: String::new(),
                kept: vec![kept.trim_end().to_owned()],
                above: self.gap_at(last),
                rest: TextAfter::Nothing,
            };
        }
        self.behind_line(last, usize::MAX)
    }

    /// Returns the place of a statement that only fills the body, with or without documentation above it.
    fn in_placeholder(&self) -> Option<SlotPlace> {
        let mut code = self.code().peekable();
        let is_doc = |item: &CurrentItem<'_>| is_docstring(&self.text(item), &self.file.manifest().lexical);
        let document = code.next_if(|(_, item)| is_doc(item)).map(|(_, item)| item);
        let (_, only) = code.next().filter(|(_, item)| {
            self.file.manifest().symbols.placeholders.contains(&self.text(item).trim().to_owned())
        })?;
        if code.next().is_some() {
            return None;
        }
        let line = self.file.buffer.line_of(only.range.start);
        let end = self.file.buffer.line_range(line).end;
        if self.is_on_header_line() {
            // A comment after it stays on the line of the heading.
            let trail = self.file.buffer.slice(only.range.end..end).trim_end().to_owned();
            return Some(SlotPlace::Within {
                range: self.header_end()..end,
                trail,
                kept: Vec::new(),
                above: 0,
                rest: TextAfter::Nothing,
            });
        }
        let before = self.file.buffer.line_start(line);
        // The line ending before is included, since expanding the place restores it.
        let start = before - self.file.buffer.end_before(before).as_str().len();
        let is_close = document.is_some_and(|doc| self.file.buffer.line_of(doc.range.end) + 1 == line);
        let above = if is_close { self.file.manifest().symbols.blank_lines.inside } else { 0 };
        // A comment beside it says nothing of what replaces it.
        let rest = self.file.buffer.slice(only.range.end..end.max(only.range.end));
        let is_shared = !is_blank(&rest) && !is_all_comments(rest.trim(), self.file.manifest());
        Some(SlotPlace::Within {
            range: start..if is_shared { only.range.end } else { end },
            trail: String::new(),
            kept: Vec::new(),
            above,
            rest: TextAfter::Nothing,
        })
    }

    pub(super) fn is_on_header_line(&self) -> bool {
        let before = self.file.buffer.slice(
            self.file.buffer.line_start(self.file.buffer.line_of(self.inside.start))..self.inside.start,
        );
        !before.trim().is_empty()
    }

    /// Returns the end of the heading of a body on the same line.
    fn header_end(&self) -> usize {
        let start = self.file.outline.item(self.id).range.start;
        start + self.file.buffer.slice(start..self.inside.start).trim_end().len()
    }

    /// Returns the place in a one-line body that is expanded, with each member on its own line.
    fn open_up(&self, at: &MemberPlace) -> SlotPlace {
        let range = self.inside.start + 1..self.inside.end - 1;
        let mut members = members_on_line(self);
        let rules = &self.file.manifest().symbols;
        let heads = members.iter().take_while(|text| is_body_head(text, rules)).count();
        let (kept, rest) = match at {
            MemberPlace::Start if members.len() > heads => {
                let others = members.split_off(heads);
                (members, TextAfter::Members(others))
            }
            _ => (members, TextAfter::Closes),
        };
        SlotPlace::Within { range, trail: String::new(), kept, above: 0, rest }
    }

    /// Returns the opening bracket of a one-line body that needs a blank before it once the body has several lines.
    fn parted_bracket(&self) -> Option<usize> {
        let at = self.inside.start;
        let is_on_line = self.file.buffer.line_of(at) == self.file.buffer.line_of(self.inside.end - 1);
        let is_close = at > 0 && !self.file.buffer.slice(at - 1..at).trim().is_empty();
        (is_on_line && is_close && self.file.manifest().symbols.space_before_multiline_brace).then_some(at)
    }

    fn first_filled_line(&self, from: usize) -> usize {
        let mut lines = from..self.file.buffer.line_count();
        lines.find(|line| !self.file.buffer.line(*line).trim().is_empty()).unwrap_or(from)
    }

    fn last_filled_line(&self, before: usize) -> usize {
        (0..before).rev().find(|line| !self.file.buffer.line(*line).trim().is_empty()).unwrap_or(0)
    }

    /// Returns the place before a line of the body, or before the line that closes it.
    fn before_line(&self, line: usize, close: usize) -> SlotPlace {
        let below = if line >= close { 0 } else { self.gap_at(line) };
        SlotPlace::Lines { at: line, above: 0, below }
    }

    /// Returns the place after a line of the body, or after the line that opens it.
    fn behind_line(&self, line: usize, opening: usize) -> SlotPlace {
        let above = if line == opening || is_label(self.file, line) { 0 } else { self.gap_at(line) };
        SlotPlace::Lines { at: line + 1, above, below: 0 }
    }

    /// Returns the number of blank lines between the member on a line and another one.
    fn gap_at(&self, line: usize) -> usize {
        if is_label(self.file, line) {
            return 0;
        }
        let stands_there = |id: &&ItemId| {
            let range = &self.file.outline.item(**id).range;
            let last = self.file.buffer.line_of(range.end.saturating_sub(1).max(range.start));
            let first = first_line_with_lead_in(self.file, **id);
            (first..=last).contains(&line) && is_definition(self.file.outline, **id)
        };
        // Comments of a block may be below its last member.
        let last = self.members().iter().rev().find(|id| is_definition(self.file.outline, **id));
        let member = self.near(line).find(stands_there).or(last);
        let shown = member.and_then(|id| gap(self.file, *id, *id));
        shown.or_else(|| usual(self.file, self.members())).unwrap_or_else(|| {
            // Fields, variants and declarations have no blank lines between them.
            let members = self.members().iter().map(|id| (*id, self.file.outline.item(*id)));
            let is_list = members.filter(|(_, item)| item.role != Role::Comment).all(|(id, item)| {
                let declares = self
                    .file
                    .outline
                    .definition(id)
                    .is_some_and(|found| found.is_bodiless(self.file.manifest()));
                declares || (item.role != Role::Hidden && !is_definition(self.file.outline, id))
            });
            if is_list && !self.file.manifest().symbols.indented_bodies {
                0
            } else {
                self.file.manifest().symbols.blank_lines.inside
            }
        })
    }

    /// Returns the children on a line, up to the first definition below it.
    fn near(&self, line: usize) -> impl Iterator<Item = &ItemId> {
        let children = self.members();
        let ends = |id: &ItemId| {
            let range = self.file.outline.item(*id).range;
            self.file.buffer.line_of(range.end.saturating_sub(1).max(range.start))
        };
        let end = self.file.buffer.line_range(line.min(self.file.buffer.line_count().saturating_sub(1))).end;
        let behind = children.partition_point(|id| self.file.outline.item(*id).range.start <= end);
        let on_line = children[..behind].iter().rev().take_while(|id| ends(id) >= line).count();
        let below = children[behind..].iter().position(|id| is_definition(self.file.outline, *id));
        children[behind - on_line..below.map_or(children.len(), |below| behind + below + 1)].iter()
    }

    /// Returns the indentation of the nearest member to the start or end that begins a line.
    pub(super) fn member_indent(&self, from_start: bool) -> Option<String> {
        let indent = |(_, item): (ItemId, CurrentItem<'_>)| {
            let line = self.file.buffer.line_of(item.range.start);
            let before =
                self.file.buffer.slice(self.file.buffer.line_start(line)..item.range.start).into_owned();
            let counts = item.role != Role::Transparent && item.role != Role::Hidden
                || self.file.manifest().symbols.indented_bodies;
            let is_sign = self.text(&item).chars().all(|char| !char.is_alphanumeric());
            let is_deep =
                item.range.start > self.inside.start || self.file.manifest().symbols.indented_bodies;
            (before.trim().is_empty() && counts && !is_sign && is_deep && !is_label(self.file, line))
                .then_some(before)
        };
        if from_start { self.code().find_map(indent) } else { self.code().rev().find_map(indent) }
    }

    /// Returns whether a separator is needed between a member and the next one.
    pub(in crate::resolve::symbol) fn is_separated(&self, item: &CurrentItem<'_>) -> bool {
        let rules = &self.file.manifest().symbols;
        let containers = &rules.separated;
        if self.file.outline.item(self.id).role == Role::Module || self.is_head(item) {
            return false;
        }
        let small = item.definition.as_ref().and_then(|own| rules.minor_kinds.get(own.capture));
        if small.is_some_and(|rule| rule.separator.is_some() && rule.separator == rules.member_separator) {
            return true;
        }
        if containers.is_empty() {
            return item.role == Role::Other;
        }
        let capture = self.file.outline.definition(self.id).map(|found| found.capture);
        item.role != Role::Transparent
            && (containers.iter().any(|one| Some(one.as_str()) == capture)
                || shows_separator(self.file, self.id, &item.range))
    }

    /// Returns the separator that the last member needs before another one can follow, with the range where it is
    /// inserted.
    fn separator_behind_last(&self) -> Option<(Range<usize>, String)> {
        let separator = self.file.manifest().symbols.member_separator.clone()?;
        let last = self.last_member()?;
        let text = self.text(&last);
        // Members that are not separated by it are something else, such as macros.
        let is_member = |item: &CurrentItem<'_>| !matches!(item.role, Role::Attribute | Role::Transparent);
        let before = self.code().rev().filter(|(_, item)| item.range.end <= last.range.start);
        let mut before = before.filter(|(_, item)| is_member(item));
        let is_parted = before.next().is_none_or(|(_, item)| self.text(&item) == separator);
        let lacks = self.is_separated(&last) && text != separator && !text.ends_with(';') && is_parted;
        lacks.then_some((last.range.end..last.range.end, separator))
    }

    /// Returns the separator if the last member has one after it too.
    fn last_separator(&self) -> Option<String> {
        let separator = self.file.manifest().symbols.member_separator.clone()?;
        let last = self.last_member()?;
        (self.is_separated(&last) && self.text(&last) == separator).then_some(separator)
    }

    /// Returns the last member, or the separator after it; in a conditional, the last one of its branch.
    fn last_member(&self) -> Option<CurrentItem<'_>> {
        let (mut id, mut last) = self.code().next_back()?;
        while last.role == Role::Transparent {
            let outline = self.file.outline;
            let children = outline.children(id).iter().map(|id| (*id, outline.item(*id)));
            let is_directive = |item: &CurrentItem<'_>| self.text(item).starts_with(DIRECTIVE);
            let is_member = |item: &CurrentItem<'_>| {
                item.role == Role::Transparent || item.role != Role::Comment && !is_directive(item)
            };
            let mut code = children.filter(|(_, item)| is_member(item));
            let Some(inner) = code.next_back() else { break };
            (id, last) = inner;
        }
        Some(last)
    }

    /// Returns the separator between a new first member and the next one.
    fn separator_of_first(&self) -> Option<String> {
        let separator = self.file.manifest().symbols.member_separator.clone()?;
        let (_, first) = self.code().find(|(_, item)| !self.is_head(item))?;
        (self.is_separated(&first) && !self.text(&first).ends_with(';')).then_some(separator)
    }
}
