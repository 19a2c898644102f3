//! Expands one-line bodies to insert beside one of their members.

use super::member_slot::{Body, MemberSlot, SlotPlace, TextAfter};
use super::one_line::pieces_on_line;
use super::slot_in_body::find_slot;
use crate::ir::MemberPlace;
use crate::resolve::symbol::extent::span::span;
use crate::resolve::symbol::outline::items::ItemId;
use crate::resolve::symbol::outline::outlined::Outlined;

/// Returns the insertion places before and after a member of a one-line body that is expanded, with each member on its
/// own line.
pub(in crate::resolve::symbol) fn slots_in_expanded_body(
    file: Outlined<'_>,
    member: ItemId,
) -> Option<[MemberSlot; 2]> {
    let (buffer, item) = (file.buffer, file.outline.item(member));
    let id = item.parent;
    file.outline.definition(id)?;
    let inside = file.outline.item(id).inside.filter(|inside| buffer.is_enclosed(inside, "{", "}"))?;
    if buffer.line_of(inside.start) != buffer.line_of(inside.end - 1) {
        return None;
    }
    let end = span(file, id).end;
    let body = Body { file, id, inside, end };
    let pieces = pieces_on_line(&body);
    let at = pieces.iter().rposition(|(start, _)| *start <= item.range.start)?;
    let (first, last) =
        (find_slot(file, id, &MemberPlace::Start, end)?, find_slot(file, id, &MemberPlace::End, end)?);
    // A piece may contain several members, and the last one of a list may end with another separator.
    let is_alone = pieces.get(at + 1).is_none_or(|(start, _)| item.range.end <= *start)
        && buffer.slice(pieces[at].0..item.range.start.max(pieces[at].0)).trim().is_empty();
    let sign = |text: &str| text.chars().next_back().filter(|sign| matches!(sign, ',' | ';'));
    let mut signs = pieces.iter().rev().skip(1).filter_map(|(_, text)| sign(text));
    let one = signs.next();
    let is_alike = signs.all(|own| Some(own) == one);
    let opened = |end: usize| {
        let mut kept: Vec<String> = pieces.iter().map(|(_, text)| text.clone()).collect();
        let others = kept.split_off(end);
        let range = body.inside.start + 1..body.inside.end - 1;
        let place = SlotPlace::Within {
            range,
            trail: String::new(),
            kept,
            above: 0,
            rest: TextAfter::Members(others),
        };
        MemberSlot { place, ..first.clone() }
    };
    (is_alone && is_alike && !pieces.is_empty()).then(|| {
        let before = if at == 0 { first.clone() } else { opened(at) };
        let behind = if at + 1 == pieces.len() { last } else { opened(at + 1) };
        [before, behind]
    })
}
