//! Handles lists in which the separator begins the line of the next member: `, b: 2`.

use std::ops::Range;

use super::span::Span;
use crate::lang::Role;
use crate::resolve::symbol::outline::items::{CurrentItem, ItemId};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::text::normal::is_blank;

/// The separators around a member of such a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadingSeparator {
    /// The separator before the member; `None` for the first member.
    pub before: Option<Range<usize>>,
    /// From the separator before the next member to that member; `None` for the last member.
    pub behind: Option<Range<usize>>,
    /// The text before a member on its line: indentation and the separator.
    pub lead: String,
}

/// Returns the separators around a member, if each of them begins a line; `None` otherwise.
pub(super) fn leading_separator(
    file: Outlined<'_>,
    place: &Span,
    (before, behind): (&[ItemId], &[ItemId]),
) -> Option<LeadingSeparator> {
    let Outlined { outline, buffer } = file;
    let separator = place.separator.as_ref()?;
    let text = separator.text.as_str();
    // A separator after a member on its line does not begin the next line.
    let end_line = buffer.line_of(place.code_end);
    if separator.end.is_some_and(|end| buffer.line_of(end) == end_line) {
        return None;
    }
    let code = |id: &ItemId| Some(outline.item(*id)).filter(|item| item.role != Role::Comment);
    let is_separator =
        |item: &CurrentItem<'_>| item.range.len() == text.len() && buffer.has_at(item.range.start, text);
    let line_start = |byte: usize| buffer.line_start(buffer.line_of(byte));
    let leads = |sign: &CurrentItem<'_>, next: usize| {
        let start = line_start(sign.range.start);
        line_start(next) == start
            && is_blank(&buffer.slice(start..sign.range.start))
            && is_blank(&buffer.slice(sign.range.end..next))
    };
    let start = place.whole().start;
    let above = before.iter().rev().find_map(code).filter(|item| is_separator(item));
    let mut below = behind.iter().filter_map(code);
    let next = below.next().filter(|item| is_separator(item));
    let own = match above {
        Some(sign) if leads(&sign, start) => Some(sign.range),
        Some(_) => return None,
        None => None,
    };
    let other = match (next, below.next()) {
        (Some(sign), Some(item)) if leads(&sign, item.range.start) => {
            Some(sign.range.start..item.range.start)
        }
        (Some(_), _) => return None,
        (None, _) => None,
    };
    let (sign, item) = match (&own, &other) {
        (Some(sign), _) => (sign.start, start),
        (None, Some(other)) => (other.start, other.end),
        (None, None) => return None,
    };
    let lead = buffer.slice(line_start(sign)..item).into_owned();
    Some(LeadingSeparator { before: own, behind: other, lead })
}

impl LeadingSeparator {
    /// Returns blanks of the same width as the text before a member on its line.
    #[must_use]
    pub fn indent(&self) -> String {
        self.lead.chars().map(|char| if char == '\t' { char } else { ' ' }).collect()
    }
}
