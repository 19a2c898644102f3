//! Lowers the operations on definitions and blocks.

use super::document::YamlValue;
use super::fields::Field;
use super::hints;
use super::operation_fields::{FieldLine, FieldReader};
use super::ops::{At, Op};
use super::problems::malformed;
use super::renaming::LEFT_UNPROVEN;
use super::values::{GivenOptions, checked_path, marker, needed_address, one_of, options, payload, switch};
use crate::diag::PatchPlace;
use crate::ir::{
    Action, BlockStyle, Change, Indent, Locator, MemberPlace, OldName, PartEdge, Payload, SymbolPart,
    SymbolPlace, SymbolTarget,
};

/// Lowers an operation on a definition, with the language and kind from the operation's name, if it contains them.
pub(super) fn symbol(
    given: &mut FieldReader<'_>,
    op: &Op,
    of: Option<(&str, &str)>,
    at: At,
) -> Option<Action> {
    let target = needed_address(given, op, of);
    let payload = if op.takes(Field::Payload) { payload(given) } else { Some(Payload::default()) };
    let expect = given.text(Field::Expect);
    let GivenOptions { indent, decorators } = options(given, op);
    let target = SymbolTarget { expect, decorators, ..target? };
    Some(Action::Edit { at: Locator::Symbol(target), change: at.change(payload?), indent })
}

/// Lowers an operation on a block.
pub(super) fn block(given: &mut FieldReader<'_>, op: &Op, style: BlockStyle) -> Option<Action> {
    let heading = marker(given);
    let payload = payload(given);
    let expect = given.text(Field::Expect);
    let indent = options(given, op).indent;
    let at = Locator::Block { heading: heading?, style, expect };
    Some(Action::Edit { at, change: Change::Replace(payload?), indent })
}

/// Lowers an operation on a part of a definition.
pub(super) fn replace_part(given: &mut FieldReader<'_>, op: &Op, part: SymbolPart) -> Option<Action> {
    let of = needed_address(given, op, None);
    let payload = payload(given);
    let expect = given.text(Field::Expect);
    let decorators = options(given, op).decorators;
    let of = SymbolTarget { expect, decorators, ..of? };
    let at = Locator::Part { of, part };
    Some(Action::Edit { at, change: Change::Replace(payload?), indent: Indent::FromPlace })
}

/// Lowers an operation that adds lines to a body or to documentation.
pub(super) fn add_to_part(given: &mut FieldReader<'_>, op: &Op, part: SymbolPart) -> Option<Action> {
    let of = needed_address(given, op, None);
    let position = if op.takes(Field::Position) { edge(given) } else { Some(PartEdge::End) };
    let payload = payload(given);
    let expect = given.text(Field::Expect);
    options(given, op);
    let of = SymbolTarget { expect, ..of? };
    let change = match position? {
        PartEdge::Start => Change::InsertBefore(payload?),
        PartEdge::Whole | PartEdge::End => Change::InsertAfter(payload?),
    };
    Some(Action::Edit { at: Locator::Part { of, part }, change, indent: Indent::FromPlace })
}

/// Returns the edge of a body at which lines are added: the end, if the patch does not specify it.
fn edge(given: &mut FieldReader<'_>) -> Option<PartEdge> {
    let Some((word, place)) = given.line(Field::Position) else { return Some(PartEdge::End) };
    match word.as_str() {
        "start" => Some(PartEdge::Start),
        "end" => Some(PartEdge::End),
        _ => {
            refuse_position(given, place, &word);
            None
        }
    }
}

fn refuse_position(given: &mut FieldReader<'_>, place: PatchPlace, word: &str) {
    let message = format!("the `position` of {} cannot be `{}`", given.title(), hints::excerpt(word));
    given.add(malformed(place, message).with_help("it is `start` or `end`"));
}

/// Lowers an operation that adds a member.
pub(super) fn add_member(given: &mut FieldReader<'_>, op: &Op) -> Option<Action> {
    let of = needed_address(given, op, None);
    let at = member_place(given);
    let payload = payload(given);
    let expect = given.text(Field::Expect);
    let indent = options(given, op).indent;
    let of = SymbolTarget { expect, ..of? };
    let at = Locator::Members { of, at: at? };
    Some(Action::Edit { at, change: Change::InsertAfter(payload?), indent })
}

/// Returns the place of a new member: at most one field specifies it, and the default is the end.
fn member_place(given: &mut FieldReader<'_>) -> Option<MemberPlace> {
    let fields = [Field::Position, Field::BeforeMember, Field::AfterMember];
    let lines = fields.map(|field| given.line(field));
    let mut places = lines.iter().flatten().map(|(_, place)| *place);
    if let (Some(_), Some(second)) = (places.next(), places.next()) {
        let message = format!("{} gives two places for the member", given.title());
        let help = "write only one of `position`, `before_member` and `after_member`";
        given.add(malformed(second, message).with_help(help));
        return None;
    }
    let [position, before, after] = lines;
    match (position, before, after) {
        (_, Some((member, _)), _) => Some(MemberPlace::Before(member)),
        (_, _, Some((member, _))) => Some(MemberPlace::After(member)),
        (None, None, None) => Some(MemberPlace::End),
        (Some((word, place)), None, None) => match word.as_str() {
            "start" => Some(MemberPlace::Start),
            "end" => Some(MemberPlace::End),
            _ => {
                refuse_position(given, place, &word);
                None
            }
        },
    }
}

/// Lowers an operation that moves a definition.
pub(super) fn move_symbol(given: &mut FieldReader<'_>, op: &Op) -> Option<Action> {
    let symbols = several(given)?;
    let symbol =
        if symbols.is_some() { Some(SymbolTarget::default()) } else { needed_address(given, op, None) };
    let written = given.line(Field::To);
    let has_file = written.is_some();
    let to = written.map(|written| checked_path(given, written));
    let place = symbol_place(given, has_file);
    let expect = given.text(Field::Expect);
    options(given, op);
    let unproven = one_of(given, Field::Unproven, LEFT_UNPROVEN);
    let reexports = switch(given, Field::Reexport);
    let mut symbols = symbols.unwrap_or_default().into_iter();
    let symbol = match symbols.next() {
        Some(first) => first,
        None => SymbolTarget { expect, ..symbol? },
    };
    // A refused path is an error; it does not mean the definition's own file.
    let to = match to {
        Some(path) => Some(path?),
        None => None,
    };
    Some(Action::MoveSymbol {
        symbol,
        more: symbols.collect(),
        to,
        place: place?,
        old_place: if reexports? { OldName::KeptAsAlias } else { OldName::Removed },
        unproven: unproven?,
    })
}

/// Returns the definitions in the list `symbols` or `symbol`, if there is one; `None` if the list is invalid.
fn several(given: &mut FieldReader<'_>) -> Option<Option<Vec<SymbolTarget>>> {
    let is_list = matches!(given.peek(Field::Symbol), Some(YamlValue::List(_)));
    let list = if is_list { Field::Symbol } else { Field::Symbols };
    let alone = [Field::Symbol, Field::Symbols, Field::Class, Field::Method, Field::Expect];
    let beside = alone.into_iter().find(|field| *field != list && given.peek(*field).is_some());
    let Some(place) = given.key_place(list) else { return Some(None) };
    let Some(node) = given.take(list) else { return Some(None) };
    if let Some(field) = beside {
        let message = format!("{} has both `{}` and `{}`", given.title(), list.name(), field.name());
        given.add(malformed(place, message).with_help("write only one of them"));
        return None;
    }
    let items = match node.value {
        YamlValue::List(items) => items.into_iter().map(|item| (item.value, item.place)).collect(),
        value => vec![(value, node.place)],
    };
    let mut found = Vec::new();
    for (value, place) in items {
        match value {
            YamlValue::Text(text) if matches!(&text.lines[..], [one] if !one.trim().is_empty()) => {
                let symbol = text.lines.first().map(|line| line.trim().to_owned());
                found.push(SymbolTarget { symbol, place, ..SymbolTarget::default() });
            }
            _ => {
                let message = format!("an item of the `symbols` of {} is not an address", given.title());
                given.add(malformed(place, message).with_help("write `symbols: [load, Depot, LIMIT]`"));
                return None;
            }
        }
    }
    if found.is_empty() {
        let message = format!("the `symbols` of {} are empty", given.title());
        given.add(malformed(place, message).with_help("write `symbols: [load, Depot, LIMIT]`"));
        return None;
    }
    Some(Some(found))
}

/// Returns the place to which a definition moves: at most one field specifies it, and it is only optional if the target
/// is another file.
fn symbol_place(given: &mut FieldReader<'_>, has_file: bool) -> Option<SymbolPlace> {
    let lines = [Field::BeforeSymbol, Field::AfterSymbol, Field::IntoClass].map(|field| given.line(field));
    let mut places = lines.iter().flatten().map(|(_, place)| *place);
    if let (Some(_), Some(second)) = (places.next(), places.next()) {
        let message = format!("{} gives two places for the definition", given.title());
        let help = "write only one of `before_symbol`, `after_symbol` and `into_class`";
        given.add(malformed(second, message).with_help(help));
        return None;
    }
    let [before, after, into] = lines;
    if into.is_none()
        && let Some((_, place)) = given.line(Field::Position)
    {
        let message = format!("{} has a `position` without `into_class`", given.title());
        given.add(malformed(place, message).with_help("add `into_class:`, or leave `position` out"));
        return None;
    }
    let at =
        |(symbol, place): FieldLine| SymbolTarget { symbol: Some(symbol), place, ..SymbolTarget::default() };
    match (before, after, into) {
        (Some(before), ..) => Some(SymbolPlace::Before(at(before))),
        (_, Some(after), _) => Some(SymbolPlace::After(at(after))),
        (.., Some((class, place))) => {
            let class = SymbolTarget { class: Some(class), place, ..SymbolTarget::default() };
            Some(SymbolPlace::Into(class, member_place(given)?))
        }
        (None, None, None) if has_file => Some(SymbolPlace::End),
        (None, None, None) => {
            let message = format!("{} does not say where the definition goes", given.title());
            let help = "add `before_symbol:`, `after_symbol:` or `into_class:` with an address, \
                        or `to:` with a file";
            given.missing(given.place(), message, help);
            None
        }
    }
}
