//! Members of one line without blank lines between them.

use std::ops::Range;

use crate::lang::Role;
use crate::text::normal::is_blank;

use super::sibling_context::{NEIGHBOURS, PayloadLines, SiblingContext, is_definition, is_label, is_value};
use crate::resolve::symbol::outline::items::ItemId;
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::outline::sets::are_of_one_function;

/// The one-line members near a place, of which no two adjacent ones have blank lines between them.
pub(in crate::resolve::symbol) struct LinesTogether {
    lines: Vec<usize>,
}

impl LinesTogether {
    /// Returns the one-line members near line `at`; `None` if there are blank lines between two of them, or no function
    /// is beside another member.
    pub(in crate::resolve::symbol) fn of(file: Outlined<'_>, members: &[ItemId], at: usize) -> Option<Self> {
        let lines = |id: &ItemId| file.buffer.lines_of(&file.outline.item(*id).range);
        let middle = members.partition_point(|id| lines(id).start < at);
        let near = &members[middle.saturating_sub(NEIGHBOURS)..(middle + NEIGHBOURS).min(members.len())];
        let is_code = |id: &&ItemId| {
            let item = file.outline.item(**id);
            let has_word = || file.buffer.slice(item.range.clone()).contains(char::is_alphanumeric);
            item.role != Role::Comment && has_word() && !is_label(file, lines(id).start)
        };
        let code: Vec<(ItemId, Range<usize>)> =
            near.iter().filter(is_code).map(|id| (*id, lines(id))).collect();
        let is_line = |(id, own): &(ItemId, Range<usize>)| {
            own.len() == 1 && file.outline.item(*id).role != Role::Attribute
        };
        let pairs = || {
            let are_lines = |pair: &&[(ItemId, Range<usize>)]| {
                pair.iter().all(is_line)
                    && pair[0].1 != pair[1].1
                    && !are_of_one_function(file.outline, pair[0].0, pair[1].0)
            };
            code.windows(2).filter(are_lines)
        };
        let is_function = |(id, _): &(ItemId, Range<usize>)| {
            is_definition(file.outline, *id) && !is_value(file.outline, *id)
        };
        let is_shown = pairs().any(|pair| pair.iter().any(is_function));
        let is_close = pairs().all(|pair| pair[0].1.end == pair[1].1.start);
        (is_shown && is_close)
            .then(|| Self { lines: code.iter().filter(|own| is_line(own)).map(|own| own.1.start).collect() })
    }

    /// Returns whether one of the members is on a line.
    pub(in crate::resolve::symbol) fn holds(&self, line: usize) -> bool {
        self.lines.binary_search(&line).is_ok()
    }
}

impl SiblingContext {
    /// Adapts the site to a definition of one line beside one of the one-line members of a class that have no blank
    /// lines between them.
    pub(in crate::resolve::symbol) fn among_lines(
        self,
        file: Outlined<'_>,
        id: ItemId,
        payload: &PayloadLines<'_>,
    ) -> Self {
        let own = file.outline.outermost(id);
        let parent = file.outline.item(own).parent;
        let line = file.buffer.line_of(file.outline.item(own).range.start);
        let is_among = payload.brings_definitions
            && payload.lines.iter().filter(|line| !is_blank(line)).count() == 1
            && file.outline.definition(parent).is_some()
            && file.outline.item(parent).role != Role::Module
            && LinesTogether::of(file, file.outline.siblings(own).0, line)
                .is_some_and(|lines| lines.holds(line));
        if is_among { Self { gap: 0, outer_gap: 0, ..self } } else { self }
    }
}
