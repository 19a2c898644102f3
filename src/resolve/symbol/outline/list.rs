//! One of several names that a statement gives: `const a = 1, b = 2;`.

use std::ops::Range;

use crate::lang::Role;
use crate::text::Buffer;
use crate::text::normal::{word_at, words_at};

use super::items::{ItemId, Outline};
use super::outlined::Outlined;

/// What stands between the members of a list.
const COMMA: &str = ",";
/// What ends one.
const END: &str = ";";

/// The bytes that go with one member of a list, so that the rest stays valid; `None` for what is no member of one, or
/// where a comment stands in the way.
pub(in crate::resolve::symbol) fn member(
    outline: &Outline,
    id: ItemId,
    buffer: &Buffer,
) -> Option<Range<usize>> {
    let definition = outline.definition(id)?;
    let (siblings, at) = outline.siblings(id);
    if !definition.aliases.is_empty() || siblings.get(at) != Some(&id) {
        return None;
    }
    let own = &outline.item(id).range;
    let is_comma = |id: &ItemId| *buffer.slice(outline.item(*id).range.clone()) == *COMMA;
    // Its value may be parts of the list, too.
    let rest = &siblings[at + 1..];
    if let Some(comma) = rest.iter().find(|id| is_comma(id)) {
        return Some(own.start..outline.item(*comma).range.end);
    }
    let before = siblings[..at].last().filter(|id| is_comma(id))?;
    let is_value = |id: &&ItemId| {
        let item = outline.item(**id);
        item.role != Role::Comment && *buffer.slice(item.range.clone()) != *END
    };
    let end = rest.iter().take_while(is_value).last().map_or(own.end, |id| outline.item(*id).range.end);
    Some(outline.item(*before).range.start..end)
}

/// The bytes that go with one of the names that share all that stands behind them: `X, Y int`. `None` where they have values,
/// one for each.
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
    let own = words_at(&text, name).next()?;
    let (before, behind) = (text[..own].trim_end(), &text[own + name.len()..]);
    let range = match (before.strip_suffix(COMMA), behind.trim_start().strip_prefix(COMMA)) {
        (_, Some(rest)) => own..text.len() - rest.trim_start().len(),
        (Some(before), None) => before.len()..own + name.len(),
        (None, None) => return None,
    };
    Some(item.range.start + range.start..item.range.start + range.end)
}

/// What the values of a group say of a member that is to go.
#[derive(Debug, Default)]
pub(in crate::resolve::symbol) struct Values {
    /// Whether the next member takes its value, and has none without it.
    pub(in crate::resolve::symbol) next_takes_value: bool,
    /// Whether no other member stands below it.
    pub(in crate::resolve::symbol) is_last: bool,
    /// What changes in those below, should they move up or down.
    pub(in crate::resolve::symbol) counted: Option<String>,
}

/// Whether the value of a member of a group is told by where it stands.
pub(in crate::resolve::symbol) fn counts(file: Outlined<'_>, id: ItemId) -> bool {
    let rule = file.outline.definition(id).and_then(|found| file.manifest().symbols.small.get(found.capture));
    let text = file.buffer.slice(file.outline.item(id).range.clone());
    let is_counted = |word: &String| word_at(&text, word).is_some();
    rule.is_some_and(|rule| {
        rule.value_repeats && !text.contains('=') || rule.counter.as_ref().is_some_and(is_counted)
    })
}

/// The same of the constants of an enumeration, of which one without a value is one more than the one above it.
fn counted_up(file: Outlined<'_>, id: ItemId) -> Values {
    let text = |id: ItemId| file.buffer.slice(file.outline.item(id).range.clone()).into_owned();
    let (siblings, at) = file.outline.siblings(id);
    let mut behind = siblings.iter().skip(at + 1).filter(|one| file.outline.definition(**one).is_some());
    let next = behind.next();
    let counts = next.is_some_and(|next| !text(*next).contains('='));
    let told = counts
        .then(|| "the constants below it without a value count on from it: their values change".to_owned());
    Values { is_last: next.is_none(), counted: told, ..Values::default() }
}

/// Looks at the values in the group of a member.
pub(in crate::resolve::symbol) fn of_values(file: Outlined<'_>, id: ItemId) -> Values {
    let rule = file.outline.definition(id).and_then(|found| file.manifest().symbols.small.get(found.capture));
    if rule.is_some_and(|rule| rule.counts_up) {
        return counted_up(file, id);
    }
    let Some(rule) = rule.filter(|_| file.outline.item(file.outline.item(id).parent).role == Role::Group)
    else {
        return Values::default();
    };
    let text = |id: ItemId| file.buffer.slice(file.outline.item(id).range.clone()).into_owned();
    let (siblings, at) = file.outline.siblings(id);
    let is_member = |one: &&ItemId| file.outline.definition(**one).is_some();
    let behind: Vec<ItemId> = siblings.iter().skip(at + 1).filter(is_member).copied().collect();
    let has_value = |id: ItemId| text(id).contains('=');
    let next_takes_value =
        rule.value_repeats && has_value(id) && behind.first().is_some_and(|next| !has_value(*next));
    let counts = |word: &String| siblings.iter().any(|one| word_at(&text(*one), word).is_some());
    let counter = rule.counter.as_ref().filter(|word| counts(word));
    let told = counter
        .map(|word| format!("the constants below it in the group count by `{word}`: their values change"));
    Values { next_takes_value, is_last: behind.is_empty(), counted: told }
}
