//! Handles bodies on one line: a short new member stays on the line, otherwise each member gets its own line.

use std::ops::Range;

use crate::ir::MemberPlace;
use crate::lang::Role;
use crate::text::normal::{is_blank, trailing_blanks};

use super::member_slot::{Body, MemberSlot, SlotPlace, TextAfter};
use crate::resolve::symbol::address::namesake::NewDefinition;
use crate::resolve::symbol::extent::sibling_context::is_definition;
use crate::resolve::symbol::imports::list_layout::may_be_so_long;
use crate::resolve::symbol::outline::items::{CurrentItem, FILE, ItemId};
use crate::resolve::symbol::outline::outlined::Outlined;

/// Returns the members of a body on one line, each with the separator and comment after it; as one piece if they are
/// not a plain sequence.
pub(super) fn members_on_line(body: &Body<'_>) -> Vec<String> {
    pieces_on_line(body).into_iter().map(|(_, text)| text).collect()
}

/// Like [`members_on_line`], with the byte offset of each piece.
pub(super) fn pieces_on_line(body: &Body<'_>) -> Vec<(usize, String)> {
    let buffer = body.file.buffer;
    let end = body.inside.end - 1;
    let children = body.file.outline.children(body.id).iter().map(|id| body.file.outline.item(*id));
    let children: Vec<CurrentItem<'_>> = children.collect();
    let stems = &body.file.manifest().view.label_stems;
    let is_label = |item: &CurrentItem<'_>| {
        let text = body.text(item);
        stems.iter().any(|stem| text.starts_with(stem.as_str()))
    };
    let mut starts = vec![body.inside.start + 1];
    if children.iter().all(|item| item.role != Role::Transparent) {
        let mut is_led = true;
        for item in &children {
            if is_separator(body, item) || item.role == Role::Comment {
                continue;
            }
            if !is_led {
                starts.push(item.range.start);
            }
            is_led = item.role == Role::Attribute || is_label(item);
        }
    }
    let rules = &body.file.manifest().symbols;
    let parts_lines = rules.terminator.is_none() && rules.member_separator.is_none();
    let ends = starts[1..].iter().copied().chain([end]);
    let texts =
        starts.iter().zip(ends).map(|(start, end)| (*start, buffer.slice(*start..end).trim().to_owned()));
    let texts = texts.filter(|(_, text)| !text.is_empty());
    // A semicolon that is only needed on a shared line is removed.
    let mut texts: Vec<(usize, String)> = texts
        .map(|(start, text)| {
            (start, if parts_lines { text.trim_end_matches(';').trim_end().to_owned() } else { text })
        })
        .collect();
    // The last member gets the terminator that the others have.
    let has_sign = texts.len() > 1 && texts[0].1.ends_with(';');
    if let Some((_, last)) = texts.last_mut().filter(|(_, last)| has_sign && !last.ends_with([';', '}', ',']))
    {
        last.push(';');
    }
    texts
}

/// Returns whether an item is only a separator between members.
fn is_separator(body: &Body<'_>, item: &CurrentItem<'_>) -> bool {
    body.text(item).chars().all(|char| matches!(char, ',' | ';'))
}

/// Adapts an insertion place for members without a body: they end like the other members, and a single line stays on
/// the line of a one-line body.
pub(super) fn for_bodiless(
    room: MemberSlot,
    file: Outlined<'_>,
    id: ItemId,
    (at, payload, newcomers): (&MemberPlace, &[String], &[NewDefinition]),
) -> MemberSlot {
    let Some(inside) = file.outline.item(id).inside.clone() else { return room };
    if !file.buffer.is_enclosed(&inside, "{", "}") {
        return room;
    }
    let body = Body { file, id, inside, end: 0 };
    let place = place_on_line(&body, at, payload);
    let sign = room.payload_separator.clone().or_else(|| separator_of_each(&body));
    let sign = sign.or_else(|| usual_sign(&body, &room.place, newcomers));
    match place {
        Some(place) => {
            MemberSlot { place, separator: None, payload_separator: None, parted_bracket: None, ..room }
        }
        None => MemberSlot { payload_separator: sign, ..room },
    }
}

/// Returns the separator that follows new members if no other member on a line of its own shows one.
fn usual_sign(body: &Body<'_>, place: &SlotPlace, newcomers: &[NewDefinition]) -> Option<String> {
    let rules = &body.file.manifest().symbols;
    let is_empty = body.code().next().is_none();
    let is_opened = matches!(place, SlotPlace::Within { rest: TextAfter::Closes, .. });
    let small = rules.minor_kinds.get(newcomers.first()?.capture()).filter(|_| is_empty || is_opened);
    if let Some(rule) = small.filter(|rule| rule.separates_last) {
        return rule.separator.clone();
    }
    let capture = body.file.outline.definition(body.id).map(|own| own.capture)?;
    let is_free = rules.maybe_separated.iter().any(|one| one == capture);
    rules.member_end.clone().filter(|_| is_empty && is_free)
}

/// Returns the separator after each of the members, such as the semicolons of an interface.
fn separator_of_each(body: &Body<'_>) -> Option<String> {
    let (_, last) = body.code().next_back()?;
    let text = body.text(&last);
    (is_separator(body, &last) && text.len() == 1 && !body.is_separated(&last)).then_some(text)
}

/// Returns the insertion place for a member without a body beside one in a one-line body, which stays on one line.
pub(in crate::resolve::symbol) fn beside_member(
    file: Outlined<'_>,
    id: ItemId,
    (at, member): (&MemberPlace, ItemId),
    payload: &[String],
) -> Option<MemberSlot> {
    let inside = file.outline.item(id).inside.filter(|inside| file.buffer.is_enclosed(inside, "{", "}"))?;
    let body = Body { file, id, inside, end: 0 };
    let sign = separator_on_line(&body, payload)?;
    let member = file.outline.item(member);
    // If the separator belongs to the member itself, the payload has it too.
    let own = if body.text(&member).ends_with(sign.as_str()) { String::new() } else { sign };
    let mut behind = body.code().map(|(_, item)| item).filter(|item| item.range.start >= member.range.end);
    let behind = behind.next().filter(|item| is_separator(&body, item));
    let without = Some(own.clone());
    let place = match at {
        MemberPlace::Before(_) => SlotPlace::OnLine {
            at: member.range.start,
            before: String::new(),
            behind: format!("{own} "),
            without,
        },
        _ => match behind {
            Some(sign) => {
                SlotPlace::OnLine { at: sign.range.end, before: " ".to_owned(), behind: own, without }
            }
            None => SlotPlace::OnLine {
                at: member.range.end,
                before: format!("{own} "),
                behind: String::new(),
                without,
            },
        },
    };
    Some(MemberSlot {
        place,
        indent: None,
        class: file.outline.item(id).range.start,
        separator: None,
        payload_separator: None,
        parted_bracket: None,
    })
}

/// Returns the insertion places before and after a statement of an indented body that is on the line of its heading:
/// the existing statements are moved to lines below it.
pub(in crate::resolve::symbol) fn beside_statement(
    file: Outlined<'_>,
    own: ItemId,
) -> Option<[MemberSlot; 2]> {
    let (buffer, item) = (file.buffer, file.outline.item(own));
    let id = item.parent;
    let inside = file.outline.item(id).inside.filter(|_| id != FILE)?;
    let line = buffer.line_of(inside.start);
    let is_on_line = line == buffer.line_of(inside.end.saturating_sub(1));
    if !file.manifest().symbols.indented_bodies || buffer.has_at(inside.start, "{") || !is_on_line {
        return None;
    }
    let body = Body { file, id, inside, end: 0 };
    if !body.is_on_header_line() {
        return None;
    }
    let (start, end) = (body.inside.start, buffer.line_range(line).end);
    let kept = |to: usize| {
        let text = buffer.slice(start..to).trim_end().trim_end_matches(';').trim_end().to_owned();
        if text.is_empty() { Vec::new() } else { vec![text] }
    };
    let rest = buffer.slice(item.range.end..end);
    let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
    let sign = blanks(&rest);
    let sign = if rest[sign..].starts_with(';') { sign + 1 } else { sign };
    let behind = item.range.end + sign + blanks(&rest[sign..]);
    let is_last = body.code().all(|(_, item)| item.range.start < behind);
    let room = |range: Range<usize>, kept: Vec<String>, rest: TextAfter| MemberSlot {
        place: SlotPlace::Within { range, trail: String::new(), kept, above: 0, rest },
        indent: None,
        class: file.outline.item(id).range.start,
        separator: None,
        payload_separator: None,
        parted_bracket: None,
    };
    let heading = buffer.slice(buffer.line_start(line)..start);
    let header = start - trailing_blanks(&heading).len();
    Some([
        room(header..item.range.start, kept(item.range.start), TextAfter::Member),
        match is_last {
            true => room(header..end, kept(end), TextAfter::Nothing),
            false => room(header..behind, kept(item.range.end), TextAfter::Member),
        },
    ])
}

/// Returns the separator between the members of a one-line body, if a one-line payload can be added on the line: all
/// members are as short.
fn separator_on_line(body: &Body<'_>, payload: &[String]) -> Option<String> {
    let (file, buffer) = (body.file, body.file.buffer);
    let mut lines = payload.iter().map(|line| line.trim()).filter(|line| !is_blank(line));
    let line = lines.next().filter(|_| lines.next().is_none())?;
    let whole = buffer.line_of(body.inside.start);
    if whole != buffer.line_of(body.inside.end - 1) || has_comment(file, line) {
        return None;
    }
    let children = file.outline.children(body.id);
    let is_short = |id: &ItemId| {
        let item = file.outline.item(*id);
        let has_body = is_definition(file.outline, *id) && body.text(&item).ends_with('}');
        !matches!(item.role, Role::Comment | Role::Transparent) && !has_body
    };
    let (_, last) = body.code().rev().find(|(_, item)| !is_separator(body, item))?;
    let sign = separator_between(body, &last)?;
    let fits = may_be_so_long(buffer, buffer.line(whole).chars().count() + line.len() + 2);
    (children.iter().all(is_short) && fits).then_some(sign)
}

/// Returns the place for one line at the start or end of a one-line body.
fn place_on_line(body: &Body<'_>, at: &MemberPlace, payload: &[String]) -> Option<SlotPlace> {
    let sign = separator_on_line(body, payload)?;
    let members: Vec<CurrentItem<'_>> =
        body.code().map(|(_, item)| item).filter(|item| !is_separator(body, item)).collect();
    let (first, last) = (members.first()?, members.last()?);
    let behind_last =
        body.code().next_back().filter(|(_, item)| is_separator(body, item)).map(|(_, item)| item);
    // If the separator belongs to the member itself, the payload has it too.
    let is_own = body.text(last).ends_with(sign.as_str());
    let own = if is_own { String::new() } else { sign.clone() };
    Some(match at {
        MemberPlace::Start => SlotPlace::OnLine {
            at: first.range.start,
            before: String::new(),
            behind: format!("{own} "),
            without: Some(own),
        },
        _ => SlotPlace::OnLine {
            at: behind_last.as_ref().map_or(last.range.end, |item| item.range.end),
            before: if behind_last.is_some() { " ".to_owned() } else { format!("{own} ") },
            behind: behind_last.map(|_| own.clone()).unwrap_or_default(),
            without: Some(own),
        },
    })
}

/// Returns the separator between members on one line; `None` if the language has none.
fn separator_between(body: &Body<'_>, last: &CurrentItem<'_>) -> Option<String> {
    let rules = &body.file.manifest().symbols;
    let shown = body.code().map(|(_, item)| item).find(|item| is_separator(body, item));
    let shown = shown.map(|item| body.text(&item)).filter(|text| text.len() == 1);
    let own = || body.text(last).chars().next_back().filter(|char| *char == ';').map(String::from);
    let usual = if body.is_separated(last) { &rules.member_separator } else { &rules.terminator };
    shown.or_else(own).or_else(|| usual.clone())
}

/// Returns whether a payload line contains a comment, or may do so.
fn has_comment(file: Outlined<'_>, line: &str) -> bool {
    let rules = &file.manifest().lexical;
    rules.line_comments.iter().any(|sign| line.contains(sign.as_str()))
        || rules.block_comments.as_ref().is_some_and(|signs| line.contains(signs.open.as_str()))
}
