//! Determines where in its container a new member goes.

use crate::ir::MemberPlace;

use super::member_slot::{MemberSlot, SlotPlace};
use super::one_line::{beside_member, for_bodiless};
use super::sections;
use super::sections::PayloadLabels;
use super::slot_in_body::{comment_of_placeholder, find_slot};
use super::terminator::{TerminatorSide, slot_after_terminator, slot_before_terminator};
use crate::lang::Role;
use crate::resolve::symbol::address::info::describe;
use crate::resolve::symbol::address::namesake::{NewDefinition, TargetScope};
use crate::resolve::symbol::address::parse;
use crate::resolve::symbol::address::request::{Request, Side};
use crate::resolve::symbol::extent::sibling_context::{PayloadLines, code_lines, sibling_context};
use crate::resolve::symbol::extent::span::{doubt, span};
use crate::resolve::symbol::outline::items::ItemId;
use crate::resolve::symbol::outline::list;
use crate::resolve::symbol::outline::name::is_word_char;
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::outline::sets::{last_declaration, set_of, span_of_set};
use crate::resolve::symbol::part::grow::lost_with_placeholder;
use crate::resolve::symbol::payload::problem::{PayloadProblem, STATEMENT};
use crate::resolve::symbol::{SymbolMatch, SymbolProblem, Symbols};
use crate::text::normal::trim;

/// A new member, and where to insert it.
#[derive(Clone, Copy)]
pub(in crate::resolve::symbol) struct NewMember<'a> {
    pub(in crate::resolve::symbol) request: &'a Request<'a>,
    pub(in crate::resolve::symbol) at: &'a MemberPlace,
    pub(in crate::resolve::symbol) payload: &'a [String],
}

/// New members with the container that was chosen for them.
pub(super) struct ArrivingMembers<'a> {
    pub(super) symbols: &'a Symbols,
    pub(super) file: Outlined<'a>,
    pub(super) new: NewMember<'a>,
    pub(super) class: ItemId,
    /// The definitions in the payload.
    pub(super) newcomers: Vec<NewDefinition>,
}

impl ArrivingMembers<'_> {
    /// Returns the container with the place in it.
    pub(super) fn place(&self) -> Result<SymbolMatch, SymbolProblem> {
        let (symbols, file, class) = (self.symbols, self.file, self.class);
        let mut found = symbols.matched(file, self.new.request, class)?;
        let inside =
            file.outline.item(class).inside.as_ref().map_or(found.declaration, |inside| inside.start);
        let scope = TargetScope { container: class, at: inside, own: &[] };
        found.newcomers = symbols.newcomers(file, &self.newcomers, scope);
        match self.new.at {
            _ if let Some(body) = self.body_declared() => {
                self.place_above_body(&mut found, body)?;
            }
            MemberPlace::Start | MemberPlace::End => self.place_at_edge(&mut found)?,
            MemberPlace::Before(_) | MemberPlace::After(_) => self.place_beside_member(&mut found)?,
        }
        Ok(found)
    }

    /// Returns whether all new members are without a body.
    fn are_bodiless(&self) -> bool {
        let manifest = self.file.manifest();
        !self.newcomers.is_empty() && self.newcomers.iter().all(|newcomer| newcomer.is_bodiless(manifest))
    }

    /// Declarations of a function that has a body are placed above it, beside its other declarations.
    fn place_above_body(&self, found: &mut SymbolMatch, body: ItemId) -> Result<(), SymbolProblem> {
        let (file, NewMember { at, payload, .. }) = (self.file, self.new);
        let above = last_declaration(file.outline, body);
        let above = above.ok_or_else(|| self.new.request.mismatch(PayloadProblem::BehindBody))?;
        let arrivals = PayloadLines { lines: payload, brings_definitions: true };
        let place = span(file, above);
        found.site = Some(sibling_context(file, above, &place).beside(file, above, &arrivals));
        if matches!(at, MemberPlace::After(_)) {
            found.declaration = place.declaration;
            found.identity = self.symbols.identity(file, above);
        }
        Ok(())
    }

    /// Places the members at the start or end of the container.
    fn place_at_edge(&self, found: &mut SymbolMatch) -> Result<(), SymbolProblem> {
        let (file, class, newcomers) = (self.file, self.class, &self.newcomers);
        let NewMember { at, payload, .. } = self.new;
        let manifest = file.manifest();
        let side = self.symbols.side_of_terminator(file, class, payload).map(|(side, _)| side);
        let end = span(file, class).end;
        found.member_slot = match (side, manifest.symbols.terminator.as_deref()) {
            (Some(TerminatorSide::Behind), Some(sign)) => slot_after_terminator(file, class, at, sign),
            (Some(TerminatorSide::Before), Some(sign)) => slot_before_terminator(file, class, at, sign),
            _ => find_slot(file, class, at, end),
        };
        let gone = found.member_slot.as_ref().and_then(|slot| comment_of_placeholder(file, slot));
        found.warnings.extend(gone.map(|comment| lost_with_placeholder(&comment)));
        let labels = PayloadLabels::of(payload, manifest);
        if *at == MemberPlace::Start && newcomers.iter().any(|newcomer| newcomer.counts_up(&manifest.symbols))
        {
            found.value_changes = list::values_at_start(file, class);
        }
        if newcomers.iter().all(NewDefinition::is_value) {
            found.member_slot = found.member_slot.take().map(|room| room.for_values(file, class));
        } else if let Some(MemberSlot { place: SlotPlace::Lines { at, .. }, .. }) = found.member_slot {
            found.notes.extend(sections::note(file, class, at, payload));
            found.member_slot = match code_lines(payload, manifest) {
                0 | 1 => found.member_slot.take().map(|room| room.for_one_line(file, class)),
                _ => found.member_slot.take().map(|room| room.for_several_lines(file, class)),
            };
        }
        if let (Some(labels), Some(room)) = (labels, &mut found.member_slot) {
            let is_start = *at == MemberPlace::Start;
            let labels = sections::with_labels((file, class), &mut room.place, (labels, payload), is_start);
            found.section_labels = Some(labels);
        }
        if let Some(MemberSlot { place: SlotPlace::Lines { at, .. }, .. }) = found.member_slot {
            sections::check(file, class, at, payload)
                .map_err(|problem| self.new.request.mismatch(problem))?;
        }
        if side.is_none() && self.are_bodiless() {
            found.member_slot = found
                .member_slot
                .take()
                .map(|room| for_bodiless(room, file, class, (at, payload, newcomers)));
        }
        Ok(())
    }

    /// Places the members beside another member.
    fn place_beside_member(&self, found: &mut SymbolMatch) -> Result<(), SymbolProblem> {
        let (file, class, newcomers) = (self.file, self.class, &self.newcomers);
        let NewMember { at, payload, .. } = self.new;
        found.brings_values = !newcomers.is_empty() && newcomers.iter().all(NewDefinition::is_value);
        let beside = if found.brings_values { self.value_beside() } else { None };
        let id = match beside {
            Some(id) => id,
            None => self.symbols.choose_neighbour(file, class, at)?,
        };
        if let Some(room) = self.slot_beyond_terminator(id)? {
            found.member_slot = Some(room);
            return Ok(());
        }
        let is_one = self.is_one_overload();
        let set = if is_one { vec![id] } else { set_of(file.outline, id) };
        let own = span(file, id);
        let place = span_of_set(file, &set).unwrap_or(own);
        if let Some(error) = doubt(file, id, &place)
            && let Some(symbol) = describe(file, &[id]).pop()
        {
            return Err(SymbolProblem::Uncertain { symbol, error });
        }
        if self.are_bodiless() {
            let beside = (at, file.outline.outermost(id));
            found.member_slot = beside_member(file, class, beside, payload);
        }
        if found.member_slot.is_some() {
            return Ok(());
        }
        let brings_definitions = newcomers.iter().any(|newcomer| !newcomer.is_value());
        let arrivals = PayloadLines { lines: payload, brings_definitions };
        let site =
            sibling_context(file, id, &place).beside(file, id, &arrivals).among_lines(file, id, &arrivals);
        let side = if matches!(at, MemberPlace::Before(_)) { Side::Before } else { Side::After };
        let is_within = is_one && side == Side::Before;
        found.site = Some(if is_within { site.within_set(file, id) } else { site });
        found.value_changes = list::values_beside(file, id, (side, payload)).value_changes;
        self.symbols
            .put_in_section(file, id, (side, payload), found)
            .map_err(|problem| self.new.request.mismatch(problem))?;
        found.declaration = place.declaration;
        found.identity = self.symbols.identity(file, id);
        Ok(())
    }

    /// Returns the field (or similar) beside which plain values are inserted: if a method has the same name, the
    /// payload shows that the field is meant.
    fn value_beside(&self) -> Option<ItemId> {
        let (MemberPlace::Before(member) | MemberPlace::After(member)) = self.new.at else { return None };
        match self.symbols.members_of(self.file, Some(self.class), member, true).ok()?[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Returns the body of the member of which the payload is only another declaration, unless the payload is inserted
    /// above it anyway.
    fn body_declared(&self) -> Option<ItemId> {
        let (outline, newcomers, at) = (self.file.outline, &self.newcomers, self.new.at);
        let named = newcomers.first()?.named_in(outline, self.class);
        let declares = |id: &ItemId| newcomers.iter().all(|one| one.declares_again(outline, *id));
        let body = named.into_iter().find(declares)?;
        let is_behind = match at {
            MemberPlace::Start | MemberPlace::End => true,
            MemberPlace::Before(_) => false,
            MemberPlace::After(member) => {
                let beside = self.symbols.choose_neighbour(self.file, self.class, at).ok()?;
                let is_exact = parse::read(member, &self.file.manifest().symbols).is_exact();
                beside == body || !is_exact && set_of(outline, body).contains(&beside)
            }
        };
        is_behind.then_some(body)
    }

    /// Returns whether the payload is an overload that is inserted beside one specific overload of the same name.
    fn is_one_overload(&self) -> bool {
        let (MemberPlace::Before(member) | MemberPlace::After(member)) = self.new.at else { return false };
        let address = parse::read(member, &self.file.manifest().symbols);
        address.is_exact() && address.parts.last().is_some_and(|part| declares(self.new.payload, &part.name))
    }

    /// Returns the insertion place after the terminator (between the constants of an enum and its functions) for a
    /// function that is to be inserted after a constant: the first place where it is valid.
    ///
    /// # Errors
    /// The payload would be before a member of the other kind, or a constant after a function.
    fn slot_beyond_terminator(&self, neighbour: ItemId) -> Result<Option<MemberSlot>, SymbolProblem> {
        let (file, class, new) = (self.file, self.class, &self.new);
        let side = self.symbols.side_of_terminator(file, class, new.payload);
        let Some((side, newcomers)) = side else { return Ok(None) };
        let sign = file.outline.children(class).iter().map(|id| file.outline.item(*id));
        let sign = sign.filter(|item| item.role == Role::Transparent).map(|item| item.range.start).next();
        let start = file.outline.item(file.outline.outermost(neighbour)).range.start;
        let is_before = sign.is_none_or(|sign| start < sign);
        let terminator = file.manifest().symbols.terminator.as_deref();
        match (side, is_before, new.at) {
            (TerminatorSide::Before, true, _) | (TerminatorSide::Behind, false, _) => Ok(None),
            (TerminatorSide::Behind, true, MemberPlace::After(_)) => {
                Ok(terminator.and_then(|sign| slot_after_terminator(file, class, &MemberPlace::Start, sign)))
            }
            _ => {
                let found = newcomers.first().map_or(STATEMENT, NewDefinition::capture).to_owned();
                Err(new.request.mismatch(PayloadProblem::NoNeighbour { found }))
            }
        }
    }
}

/// Returns whether the first code line begins a definition of `name`: the name is the last word before the parameters.
pub(in crate::resolve::symbol) fn declares(lines: &[String], name: &str) -> bool {
    let solid = lines.iter().map(|line| trim(line));
    let heading = solid.filter(|line| !line.is_empty()).find(|line| !line.starts_with(['@', '#', '/', '*']));
    heading.is_some_and(|line| {
        let head = line.split(['(', '<']).next().unwrap_or_default();
        head.rsplit(|sign| !is_word_char(sign)).next() == Some(name)
    })
}
