//! Finds the insertion place in a class whose members of two kinds are separated by a terminator, such as the constants
//! of an enum and its functions.

use crate::ir::MemberPlace;
use crate::lang::Role;
use crate::text::normal::indentation;

use super::member_slot::{Body, MemberSlot, SlotPlace, TextAfter};
use super::payload_check;
use super::slot_in_body::find_slot;
use crate::resolve::symbol::address::choose::{Selector, containers};
use crate::resolve::symbol::address::namesake::NewDefinition;
use crate::resolve::symbol::outline::items::{CurrentItem, ItemId};
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::payload::problem::PayloadProblem;
use crate::resolve::symbol::{SymbolMatch, SymbolProblem, Symbols};
use crate::text::LastCode;

/// The side of the terminator that a member belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TerminatorSide {
    /// Before it, like constants.
    Before,
    /// After it, like functions.
    Behind,
}

/// Returns the insertion place for a member that belongs after `terminator`, such as a function after the constants of
/// an enum.
pub(super) fn slot_after_terminator(
    file: Outlined<'_>,
    id: ItemId,
    at: &MemberPlace,
    terminator: &str,
) -> Option<MemberSlot> {
    let item = file.outline.item(id);
    let body = Body { file, id, inside: item.inside.clone()?, end: item.range.end };
    if let Some((_, declarations)) = body.code().find(|(_, item)| item.role == Role::Transparent) {
        if !matches!(at, MemberPlace::Start) {
            return find_slot(file, id, at, item.range.end);
        }
        let place = match after_terminator(&body, declarations.range.start + terminator.len()) {
            SlotPlace::Lines { at, .. } => {
                let is_apart = file.buffer.line(at).trim().is_empty();
                let gap = file.manifest().symbols.blank_lines.inside;
                SlotPlace::Lines { at, above: gap, below: if is_apart { 0 } else { gap } }
            }
            within => within,
        };
        return Some(MemberSlot {
            place,
            indent: body.member_indent(true),
            class: item.range.start,
            separator: None,
            payload_separator: None,
            parted_bracket: None,
        });
    }
    if body.code().next().is_none() {
        return Some(slot_without_terminator(&body, terminator));
    }
    let separator = file.manifest().symbols.member_separator.as_deref();
    let last = body.code().next_back().map(|(_, last)| last);
    // A separator after the last constant is replaced by the terminator.
    let is_separator = |last: &CurrentItem<'_>| separator == Some(body.text(last).as_str());
    let end = last
        .map(|last| if is_separator(&last) { last.range.clone() } else { last.range.end..last.range.end });
    let mut place = body.end_of_braces();
    match &mut place {
        SlotPlace::Lines { above, .. } | SlotPlace::Within { above, .. } => {
            *above = file.manifest().symbols.blank_lines.inside;
        }
        SlotPlace::OnLine { .. } => {}
    }
    if let SlotPlace::Within { kept, .. } = &mut place
        && let (Some(kept), Some(separator)) = (kept.last_mut(), separator)
    {
        *kept = kept.trim_end_matches(separator).trim_end().to_owned();
    }
    Some(MemberSlot {
        place,
        indent: body.member_indent(false),
        class: item.range.start,
        separator: end.map(|end| (end, terminator.to_owned())),
        payload_separator: None,
        parted_bracket: None,
    })
}

/// Returns the insertion place in a body without members: the terminator is inserted with the first member that must
/// follow it.
fn slot_without_terminator(body: &Body<'_>, terminator: &str) -> MemberSlot {
    let (outline, buffer) = (body.file.outline, body.file.buffer);
    let above = body.file.manifest().symbols.blank_lines.inside;
    let whole = MemberSlot {
        place: body.end_of_braces(),
        indent: None,
        class: outline.item(body.id).range.start,
        separator: None,
        payload_separator: None,
        parted_bracket: None,
    };
    let Some(comment) = outline.children(body.id).last().map(|id| outline.item(*id)) else {
        let range = body.inside.start + 1..body.inside.end - 1;
        let (trail, kept) = (String::new(), vec![terminator.to_owned()]);
        let place = SlotPlace::Within { range, trail, kept, above, rest: TextAfter::Closes };
        return MemberSlot { place, ..whole };
    };
    let line = buffer.line_of(comment.range.start);
    let own = indentation(&buffer.line(line)).to_owned();
    let begins_line = buffer.line_start(line) + own.len() == comment.range.start;
    let indent = begins_line.then_some(own);
    // After the comments, on its own line unless that is the line of the heading.
    let sign = match (&indent, buffer.line_of(body.inside.end - 1) == line) {
        (Some(indent), _) => {
            format!("{}{indent}{terminator}", buffer.end_before(buffer.line_start(line)).as_str())
        }
        (None, true) => format!(" {terminator}"),
        (None, false) => {
            let class = indentation(&buffer.line(buffer.line_of(whole.class))).to_owned();
            format!("{}{class}    {terminator}", buffer.end_before(buffer.line_start(line + 1)).as_str())
        }
    };
    let end = comment.range.start + buffer.slice(comment.range.clone()).trim_end().len();
    let place = match whole.place {
        SlotPlace::Lines { at, below, .. } => SlotPlace::Lines { at, above, below },
        within => within,
    };
    MemberSlot { place, separator: Some((end..end, sign)), indent, ..whole }
}

/// Returns the insertion place before the terminator if members follow it: the terminator is moved after the inserted
/// member.
pub(super) fn slot_before_terminator(
    file: Outlined<'_>,
    id: ItemId,
    at: &MemberPlace,
    terminator: &str,
) -> Option<MemberSlot> {
    let item = file.outline.item(id);
    let body = Body { file, id, inside: item.inside.clone()?, end: item.range.end };
    let mut members: Vec<CurrentItem<'_>> = body.code().map(|(_, item)| item).collect();
    let behind = members.iter().position(|item| item.role == Role::Transparent)?;
    let sign = members[behind].range.start;
    let sign = sign..sign + terminator.len();
    members.truncate(behind);
    let separator = file.manifest().symbols.member_separator.clone()?;
    let Some(last) = members.last() else {
        // A line that contained only the terminator is removed.
        let open = body.inside.start + 1;
        let is_alone = file.buffer.slice(open..sign.start).trim().is_empty();
        let gone = if is_alone { open } else { sign.start };
        return Some(slot_in_place_of_terminator(
            &body,
            (gone..sign.end, String::new()),
            sign.end,
            terminator,
        ));
    };
    if matches!(at, MemberPlace::Start)
        && file.buffer.line_of(body.inside.start) == file.buffer.line_of(members[0].range.start)
    {
        let open = body.inside.start + 1;
        let rest = file.buffer.slice(open..members[0].range.start);
        let range = open..open + (rest.len() - rest.trim_start().len());
        let place = SlotPlace::Within {
            range,
            trail: String::new(),
            kept: Vec::new(),
            above: 0,
            rest: TextAfter::Member,
        };
        let indent = body.member_indent(true);
        let payload_separator = Some(separator);
        return Some(MemberSlot {
            place,
            indent,
            class: item.range.start,
            separator: None,
            payload_separator,
            parted_bracket: None,
        });
    }
    if matches!(at, MemberPlace::Start) {
        return find_slot(file, id, at, item.range.end)
            .map(|room| MemberSlot { payload_separator: Some(separator), ..room });
    }
    let last_end = if body.text(last) == separator { last.range.start } else { last.range.end };
    let sign_line = file.buffer.line_of(sign.start);
    let lead = file.buffer.slice(file.buffer.line_start(sign_line)..sign.start).into_owned();
    let between = file.buffer.slice(last.range.end..sign.start).into_owned();
    if lead.trim().is_empty() {
        // The terminator stays on its own line.
        let place = SlotPlace::Lines { at: sign_line, above: 0, below: 0 };
        let separator = Some((last_end..last.range.end, separator));
        let indent = body.member_indent(true);
        return Some(MemberSlot {
            place,
            indent,
            class: item.range.start,
            separator,
            payload_separator: None,
            parted_bracket: None,
        });
    }
    let instead = format!("{separator}{}", between.trim_end());
    Some(slot_in_place_of_terminator(&body, (last_end..sign.end, instead), sign.end, terminator))
}

/// Returns the insertion place after byte `end`, where the terminator ended: it is replaced by `separator` and inserted
/// again after the payload.
fn slot_in_place_of_terminator(
    body: &Body<'_>,
    separator: (std::ops::Range<usize>, String),
    end: usize,
    terminator: &str,
) -> MemberSlot {
    MemberSlot {
        place: after_terminator(body, end),
        indent: body.member_indent(true),
        class: body.file.outline.item(body.id).range.start,
        separator: Some(separator),
        payload_separator: Some(terminator.to_owned()),
        parted_bracket: None,
    }
}

/// Returns the place after the byte at which the terminator ends.
fn after_terminator(body: &Body<'_>, end: usize) -> SlotPlace {
    let buffer = body.file.buffer;
    let line = buffer.line_of(end);
    let rest = buffer.slice(end..buffer.line_range(line).end.max(end));
    let is_member = |id: &&ItemId| {
        let item = body.file.outline.item(**id);
        item.role != Role::Comment && item.range.start >= end && buffer.line_of(item.range.start) == line
    };
    let members = body.file.outline.children(body.id).iter().flat_map(|id| {
        let own = body.file.outline.item(*id);
        if own.role == Role::Transparent { body.file.outline.children(*id) } else { std::slice::from_ref(id) }
    });
    if members.clone().any(|id| is_member(&id)) || rest.trim_start().starts_with('}') {
        let range = end..end + (rest.len() - rest.trim_start().len());
        let closes = if rest.trim_start().starts_with('}') { TextAfter::Closes } else { TextAfter::Member };
        SlotPlace::Within { range, trail: String::new(), kept: Vec::new(), above: 0, rest: closes }
    } else {
        SlotPlace::Lines { at: line + 1, above: 0, below: 0 }
    }
}

impl Symbols {
    /// Returns a payload with the token that ends members without a body, if it lacks nothing else.
    pub(super) fn with_end(
        &self,
        file: Outlined<'_>,
        (wish, payload): (&Selector<'_>, &[String]),
        found: &Result<SymbolMatch, SymbolProblem>,
    ) -> Option<Vec<String>> {
        let Err(SymbolProblem::PayloadMismatch { problem: PayloadProblem::SyntaxError { .. }, .. }) = found
        else {
            return None;
        };
        let manifest = self.language().manifest();
        let sign = manifest.symbols.member_end.as_ref()?;
        let last = LastCode::of(payload.iter().map(String::as_str), manifest.row_rules())?;
        let mut lines = payload.to_vec();
        let line = lines.get_mut(last.line)?;
        if line[..last.end].ends_with([';', ',', ':', '{', '}']) {
            return None;
        }
        line.insert_str(last.end, sign);
        let fits = |id: &ItemId| {
            let capture = file.outline.definition(*id).map(|own| own.capture);
            // In a container with two kinds of members the sign would decide which one it is.
            let is_parted = manifest.symbols.terminated.iter().any(|one| Some(one.as_str()) == capture);
            let declares = manifest.symbols.declaring.iter().any(|one| Some(one.as_str()) == capture);
            let is_free = |one: &NewDefinition| one.is_value() || declares && one.is_bodiless(manifest);
            let brought = payload_check::check(file, *id, &self.syntax, &lines).unwrap_or_default();
            !is_parted && !brought.is_empty() && brought.iter().all(is_free)
        };
        containers(file.outline, wish).iter().any(fits).then_some(lines)
    }
}
