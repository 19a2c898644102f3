//! Handles one of several names in a statement, such as `const a = 1, b = 2;`, and the values of grouped members.

use std::ops::Range;

use crate::lang::{MinorKind, Role};
use crate::resolve::symbol::address::request::Side;
use crate::resolve::symbol::extent::comment::is_all_comments;
use crate::resolve::symbol::imports::squeezed;
use crate::text::normal::{find_word, find_words, is_blank, is_word_char};

use super::items::ItemId;
use super::outlined::Outlined;

/// The separator of list members.
const COMMA: &str = ",";
/// The terminator of a list.
const END: &str = ";";
/// The message if the constants of an enumeration get other values.
const COUNTED_UP: &str = "the constants below it that have no value continue counting from it: \
                          their values change";
/// The message if constants repeat the value above them.
const TAKEN_FROM_ABOVE: &str = "the constants below it that have no value repeat its value, and \
                                change with it";
/// The token before the value of a member.
const SIGN: char = '=';

/// Returns the bytes to remove with one member of a list, so that the rest stays valid; `None` if the item is no member
/// of a list, or a comment is in the way.
pub(in crate::resolve::symbol) fn member(file: Outlined<'_>, id: ItemId) -> Option<Range<usize>> {
    let (outline, buffer) = (file.outline, file.buffer);
    let definition = outline.definition(id)?;
    let (siblings, at) = outline.siblings(id);
    if !definition.aliases.is_empty() || siblings.get(at) != Some(&id) {
        return None;
    }
    let own = &outline.item(id).range;
    let is_comma = |id: &ItemId| *buffer.slice(outline.item(*id).range.clone()) == *COMMA;
    // The value may be split into several items of the list, too.
    let rest = &siblings[at + 1..];
    if let Some(comma) = rest.iter().position(is_comma) {
        let end = outline.item(rest[comma]).range.end;
        let mut others = rest[comma + 1..].iter().map(|id| outline.item(*id));
        let Some(next) = others.find(|item| item.role != Role::Comment) else { return Some(own.start..end) };
        // The comment on the last line of a member goes with it.
        let end_of_line = buffer.end_of_line(end);
        let is_last_of_line = next.range.start >= end_of_line;
        let heads_line = is_blank(&buffer.slice(buffer.begin_of_line(own.start)..own.start));
        let behind = buffer.slice(end..end_of_line);
        let has_comment = is_all_comments(behind.trim(), file.manifest());
        let end = match (is_last_of_line && has_comment, heads_line) {
            (true, true) => end + behind.trim_end().len(),
            (true, false) if is_blank(&buffer.slice(end_of_line..next.range.start)) => next.range.start,
            _ => end,
        };
        return Some(own.start..end);
    }
    let before = siblings[..at].last().filter(|id| is_comma(id))?;
    let is_value = |id: &&ItemId| {
        let item = outline.item(**id);
        item.role != Role::Comment && *buffer.slice(item.range.clone()) != *END
    };
    let end = rest.iter().take_while(is_value).last().map_or(own.end, |id| outline.item(*id).range.end);
    Some(outline.item(*before).range.start..end)
}

/// Returns the bytes to remove with one of several names that share the rest of their statement: `X, Y int`. `None` if
/// they have values, one for each.
pub(in crate::resolve::symbol) fn name_of_several(
    file: Outlined<'_>,
    id: ItemId,
    name: &str,
) -> Option<Range<usize>> {
    let definition = file.outline.definition(id)?;
    let item = file.outline.item(id);
    let text = file.buffer.slice(item.range.clone());
    if definition.aliases.is_empty() || text.contains('=') {
        return None;
    }
    let own = find_words(&text, name).next()?;
    let (before, behind) = (text[..own].trim_end(), &text[own + name.len()..]);
    let range = match (before.strip_suffix(COMMA), behind.trim_start().strip_prefix(COMMA)) {
        (_, Some(rest)) => own..text.len() - rest.trim_start().len(),
        (Some(before), None) => before.len()..own + name.len(),
        (None, None) => return None,
    };
    Some(item.range.start + range.start..item.range.start + range.end)
}

/// The effect on the values in a group if a member is removed.
#[derive(Debug, Default)]
pub(in crate::resolve::symbol) struct RemovalEffect {
    /// Whether the next member takes its value from the removed one, and has none without it.
    pub(in crate::resolve::symbol) next_takes_value: bool,
    /// The message about the values that change as the members below move up.
    pub(in crate::resolve::symbol) value_changes: Option<String>,
}

/// The effect on the values in a group if lines are inserted beside a member.
#[derive(Debug, Default)]
pub(in crate::resolve::symbol) struct InsertionEffect {
    /// The member below that would take another value.
    pub(in crate::resolve::symbol) affected_member: Option<ItemId>,
    /// The message about the values that change as the members below move down.
    pub(in crate::resolve::symbol) value_changes: Option<String>,
}

/// Returns whether the value of a member of a group depends on its position.
pub(in crate::resolve::symbol) fn counts(file: Outlined<'_>, id: ItemId) -> bool {
    let text = text_of(file, id);
    let is_counted = |word: &String| find_word(&text, word).is_some();
    rule_of(file, id).is_some_and(|rule| {
        rule.value_repeats && !text.contains(SIGN) || rule.counter.as_ref().is_some_and(is_counted)
    })
}

/// Determines the effect of removing a member on the values in its group.
pub(in crate::resolve::symbol) fn of_values(file: Outlined<'_>, id: ItemId) -> RemovalEffect {
    let next = members_behind(file, id).next();
    let values = below(file, next);
    let gives = rule_of(file, id).is_some_and(|rule| rule.value_repeats) && text_of(file, id).contains(SIGN);
    RemovalEffect {
        next_takes_value: gives && values.affected_member.is_some(),
        value_changes: values.value_changes,
    }
}

/// Determines the effect of inserting lines beside a member on the values in its group.
pub(in crate::resolve::symbol) fn values_beside(
    file: Outlined<'_>,
    id: ItemId,
    (side, payload): (Side, &[String]),
) -> InsertionEffect {
    let own = match side {
        Side::Before => Some(id),
        Side::After => members_behind(file, id).next(),
    };
    let found = below(file, own);
    let lexical = &file.manifest().lexical;
    let mut code = payload.iter().rev().map(|line| squeezed(line, lexical));
    let Some(last) = code.find(|line| line.contains(SIGN)) else {
        return InsertionEffect { affected_member: None, ..found };
    };
    // The value that the members below have now, with the type before it.
    let (siblings, at) = file.outline.siblings(id);
    let above = match side {
        Side::Before => &siblings[..at],
        Side::After => siblings.get(..=at).unwrap_or(siblings),
    };
    let above = above.iter().rev().filter(|one| file.outline.definition(**one).is_some());
    let given = above.map(|one| text_of(file, *one)).find(|text| text.contains(SIGN));
    let value = |text: &str| {
        let behind = text.trim_start_matches(is_word_char).trim_start();
        squeezed(behind.trim_end_matches([',', ';']), lexical)
    };
    let is_same = given.is_some_and(|given| value(&given) == value(&last));
    InsertionEffect { affected_member: found.affected_member.filter(|_| !is_same), ..found }
}

/// Returns the message about values of an enumeration that change if lines are inserted before its first member. An
/// outline of definitions does not identify the members as such.
pub(in crate::resolve::symbol) fn values_at_start(file: Outlined<'_>, container: ItemId) -> Option<String> {
    let mut members = file.outline.children(container).iter().copied();
    let is_member = |id: &ItemId| !matches!(file.outline.item(*id).role, Role::Comment | Role::Attribute);
    let first = members.find(is_member)?;
    (!text_of(file, first).contains(SIGN)).then(|| COUNTED_UP.to_owned())
}

/// Returns the message about values that change in the members below one that a payload replaces.
pub(in crate::resolve::symbol) fn values_replaced(
    file: Outlined<'_>,
    id: ItemId,
    payload: &[String],
) -> Option<String> {
    let rule = rule_of(file, id).filter(|rule| rule.counts_up || rule.value_repeats)?;
    let lexical = &file.manifest().lexical;
    let new = squeezed(&payload.join("\n"), lexical);
    let value = |text: &str| {
        let value = text.split_once(SIGN).map(|(_, value)| squeezed(value, lexical));
        value.map(|value| value.trim_end_matches(',').trim_end().to_owned())
    };
    let next = members_behind(file, id).next();
    let told = match below(file, next) {
        InsertionEffect { affected_member: Some(_), .. } if rule.value_repeats => {
            Some(TAKEN_FROM_ABOVE.to_owned())
        }
        InsertionEffect { value_changes: counted, .. } => counted.filter(|_| rule.counts_up),
    };
    told.filter(|_| value(&new) != value(&text_of(file, id)))
}

/// Returns the effect on a member and those below it if a member is inserted above it or the one above it is removed.
fn below(file: Outlined<'_>, id: Option<ItemId>) -> InsertionEffect {
    let Some((id, rule)) = id.and_then(|id| Some((id, rule_of(file, id)?))) else {
        return InsertionEffect::default();
    };
    let has_value = text_of(file, id).contains(SIGN);
    if rule.counts_up {
        let counted = (!has_value).then(|| COUNTED_UP.to_owned());
        return InsertionEffect { affected_member: None, value_changes: counted };
    }
    if file.outline.item(file.outline.item(id).parent).role != Role::Group {
        return InsertionEffect::default();
    }
    let siblings = file.outline.siblings(id).0;
    let counts = |word: &String| siblings.iter().any(|one| find_word(&text_of(file, *one), word).is_some());
    let counter = rule.counter.as_ref().filter(|word| counts(word));
    let told =
        |word: &String| format!("the constants below it in the group count by `{word}`: their values change");
    let taker = (rule.value_repeats && !has_value).then_some(id);
    InsertionEffect { affected_member: taker, value_changes: counter.map(told) }
}

/// Returns the members below a member.
fn members_behind(file: Outlined<'_>, id: ItemId) -> impl Iterator<Item = ItemId> {
    let (siblings, at) = file.outline.siblings(id);
    siblings.iter().skip(at + 1).copied().filter(move |one| file.outline.definition(*one).is_some())
}

fn rule_of(file: Outlined<'_>, id: ItemId) -> Option<&'static MinorKind> {
    file.outline.definition(id).and_then(|found| file.manifest().symbols.minor_kinds.get(found.capture))
}

fn text_of(file: Outlined<'_>, id: ItemId) -> String {
    file.buffer.slice(file.outline.item(id).range.clone()).into_owned()
}
