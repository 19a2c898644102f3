//! One way to read a text, asked for one definition.

use std::ops::Range;

use crate::ir::{MemberPlace, SymbolPart};
use crate::lang::{DocRule, Role};

use super::extent::comment::LeadInKind;
use super::members::member_slot::MemberSlot;
use super::members::place::declares;
use super::{Purpose, SymbolInfo, SymbolMatch, SymbolProblem, Symbols};
use crate::resolve::symbol::address::choose::{Choice, choose, is_last_name_only, is_whole};
use crate::resolve::symbol::address::format::{address_by_alias, address_of, address_of_set};
use crate::resolve::symbol::address::heading::{Heading, only_like};
use crate::resolve::symbol::address::heading_verdict::HeadingVerdict;
use crate::resolve::symbol::address::info::{describe, describe_apart, lines_of};
use crate::resolve::symbol::address::request::{Request, Side};
use crate::resolve::symbol::address::search;
use crate::resolve::symbol::arrivals::MeasuredDefinition;
use crate::resolve::symbol::extent::item_macros::SelectiveMacro;
use crate::resolve::symbol::extent::sibling_context;
use crate::resolve::symbol::extent::sibling_context::{PayloadLines, SiblingContext};
use crate::resolve::symbol::extent::span::{Span, doubt, span};
use crate::resolve::symbol::members::expanded::slots_in_expanded_body;
use crate::resolve::symbol::members::grouped;
use crate::resolve::symbol::members::one_line::{beside_member, beside_statement};
use crate::resolve::symbol::members::place::NewMember;
use crate::resolve::symbol::outline::definition::{Definition, is_same_path};
use crate::resolve::symbol::outline::hidden;
use crate::resolve::symbol::outline::items::{ItemId, Outline, OutlineScope};
use crate::resolve::symbol::outline::list;
use crate::resolve::symbol::outline::name::squeeze;
use crate::resolve::symbol::outline::outlined::Outlined;
use crate::resolve::symbol::outline::sets::{last_declaration, set_of, span_of_set};
use crate::resolve::symbol::part::parts::NewPart;
use crate::resolve::symbol::part::replacement;
use crate::resolve::symbol::part::replacement::KeywordChange;
use crate::resolve::symbol::part::view::DefinitionView;
use crate::resolve::symbol::payload::parse::{Facts, PayloadProperties};
use crate::resolve::symbol::payload::problem::PayloadProblem;

/// The definition that an operation means.
pub(super) struct Chosen {
    pub(super) id: ItemId,
    /// The definition that the address names, if the payload has the heading of another one.
    passed_over: Option<ItemId>,
}

/// How an operation can treat one of several names of a statement.
#[derive(Debug, PartialEq, Eq)]
enum ListMember {
    /// It is not possible for the name alone.
    NotPossible,
    /// The statement is not changed.
    Unchanged,
    /// These bytes are removed.
    Removed(Range<usize>),
}

impl Symbols {
    /// Finds the requested definition in one reading of the text.
    pub(super) fn locate(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        facts: Option<&Facts>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        if let Some((at, payload)) = request.purpose.member() {
            return self.member_place(file, &NewMember { request, at, payload });
        }
        let Chosen { id, passed_over: instead_of } = self.choose_one(file, request, facts)?;
        let facts = facts.map(Result::as_ref).transpose();
        let facts = facts.map_err(|problem| {
            let kind = file
                .outline
                .definition(id)
                .filter(|_| request.kind.is_none() && file.outline.scope == OutlineScope::AllNames);
            match kind {
                Some(own) => request.mismatch_of_kind(own.capture, problem.clone()),
                None => request.mismatch(problem.clone()),
            }
        })?;
        let mut found = self.matched(file, request, id, facts)?;
        // A member of a set of overloads that is replaced as a whole is not passed over.
        let is_left = |other: &ItemId| {
            let other = &file.outline.item(*other).range;
            other.start < found.range.start || other.end > found.range.end
        };
        let passed_over = instead_of.filter(is_left);
        if let Some(other) = passed_over.and_then(|other| self.selectable(file, other, request)) {
            found.warnings.push(format!(
                "the payload has the heading of `{}`, which it replaces; `symbol: {}` selects the one on line {}",
                found.address,
                other.address,
                other.lines.0 + 1
            ));
        }
        Ok(found)
    }

    /// Returns the item that has the documentation of a definition: a declaration of it, if only that is documented.
    fn documented(&self, file: Outlined<'_>, request: &Request<'_>, id: ItemId) -> ItemId {
        let is_wanted = request.purpose.part().is_some_and(|(part, ..)| part == SymbolPart::Doc);
        let is_documented =
            |id: &ItemId| span(file, *id).lead_in.iter().any(|unit| unit.kind == LeadInKind::Doc);
        let (outline, address) = (file.outline, request.selector.address);
        let Some(own) = outline.definition(id).filter(|_| is_wanted && address.ordinal.is_none()) else {
            return id;
        };
        if is_documented(&id) {
            return id;
        }
        let set = if address.signature.is_none() { set_of(outline, id) } else { Vec::new() };
        let declares = |other: &&ItemId| {
            outline.definition(**other).is_some_and(|other| {
                other.is_declaration && other.capture == own.capture && other.signature == own.signature
            }) && is_same_path(outline.path_upwards(id), outline.path_upwards(**other))
        };
        let name = address.parts.last().map_or("", |part| part.name.as_str());
        let declared = outline.named(name).iter().filter(declares).copied();
        // New doc comments are inserted above the whole set, never between its members.
        let is_above = matches!(file.manifest().symbols.documents, Some(DocRule::Comments(_)));
        let first = set.first().copied().filter(|_| is_above);
        set.into_iter().chain(declared).find(is_documented).or(first).unwrap_or(id)
    }

    /// Returns the accessor that carries the documentation of a property: the getter.
    fn documented_accessor(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        listed: &[ItemId],
    ) -> Option<ItemId> {
        let is_wanted = request.purpose.part().is_some_and(|(part, ..)| part == SymbolPart::Doc);
        let first = file.manifest().symbols.accessors.first().filter(|_| is_wanted)?;
        let accessor = |id: &ItemId| file.outline.definition(*id).and_then(|own| own.accessor.as_deref());
        let is_property = listed.iter().all(|id| accessor(id).is_some());
        let mut getters = listed.iter().copied().filter(|id| accessor(id) == Some(first.name.as_str()));
        let getter = getters.next().filter(|_| is_property);
        getter.filter(|_| getters.next().is_none())
    }

    /// Describes a definition with an address that selects it even if the payload has the heading of another one.
    fn selectable(&self, file: Outlined<'_>, id: ItemId, request: &Request<'_>) -> Option<SymbolInfo> {
        let mut symbol = describe(file, &[id]).pop()?;
        let is_plain = !symbol.address.contains(['(', '#', '@']);
        if is_plain && !request.selector.address.is_exact() {
            symbol.address.push_str("#1");
        }
        Some(symbol)
    }

    /// Checks the definition that the address names against the heading of the payload.
    fn check_heading(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        id: ItemId,
        payload: Option<&PayloadProperties>,
    ) -> Result<Chosen, SymbolProblem> {
        match payload
            .map_or(HeadingVerdict::Agrees, |payload| file.compare_heading(id, &request.selector, payload))
        {
            HeadingVerdict::Agrees => {
                self.check_only_one(file, request, id).map(|()| Chosen { id, passed_over: None })
            }
            HeadingVerdict::Other(other) => Ok(Chosen { id: other, passed_over: Some(id) }),
            HeadingVerdict::Unclear(ids) => {
                let selectable = |id: &ItemId| self.selectable(file, *id, request);
                let mut all: Vec<SymbolInfo> = ids.iter().filter_map(selectable).collect();
                // The others get addresses that are unique.
                let others = describe(file, ids.get(1..).unwrap_or_default());
                all.truncate(1);
                all.extend(others);
                Err(SymbolProblem::OtherHeading { wanted: request.wanted(), candidates: all })
            }
        }
    }

    /// Chooses the one item that is meant, or the item that carries its documentation.
    pub(super) fn choose_one(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        facts: Option<&Facts>,
    ) -> Result<Chosen, SymbolProblem> {
        let chosen = self.choose_named(file, request, facts)?;
        Ok(Chosen { id: self.documented(file, request, chosen.id), ..chosen })
    }

    /// Chooses the one item that is named, with the help of the payload. A name that does not exist is reported before
    /// problems of the payload.
    fn choose_named(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        facts: Option<&Facts>,
    ) -> Result<Chosen, SymbolProblem> {
        let manifest = self.language.manifest();
        match choose(file.outline, &request.selector) {
            Choice::One(id) => {
                let payload = facts.and_then(|facts| facts.as_ref().ok());
                self.check_heading(file, request, id, payload)
            }
            Choice::None { .. } if !request.with_suggestions => Err(search::nothing(request.wanted())),
            Choice::None { other_variants } => {
                Err(search::not_found(file, &request.selector, request.wanted(), &other_variants))
            }
            Choice::Several { .. } if let Some(Err(problem)) = facts => {
                Err(request.mismatch(problem.clone()))
            }
            Choice::Several { listed, namesakes: alike } => {
                let heading = |id: ItemId| Heading::of(file, id);
                let payload = facts.and_then(|facts| facts.as_ref().ok());
                // Definitions that are not overloads are distinguished only by their place, or by what an address can
                // contain.
                let overload = payload.filter(|_| manifest.symbols.overloads);
                let one = overload.and_then(|payload| only_like(&alike, &payload.heading, &heading));
                let one = one.or_else(|| file.only_one(&listed, payload?));
                let one = one.or_else(|| self.documented_accessor(file, request, &listed));
                one.map(|id| Chosen { id, passed_over: None }).ok_or_else(|| SymbolProblem::Ambiguous {
                    wanted: request.wanted(),
                    candidates: describe_apart(file, &listed, request.selector.address),
                })
            }
        }
    }

    /// Refuses a payload with other parameters than the only definition of the name, if text that could not be parsed
    /// may contain the definition that has them.
    fn check_only_one(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        id: ItemId,
    ) -> Result<(), SymbolProblem> {
        let wish = &request.selector;
        let own = file.outline.definition(id).and_then(|found| found.signature.as_ref());
        let (Some(own), Some(payload)) = (own, &wish.payload_signature) else { return Ok(()) };
        if own == payload || wish.address.signature.is_some() || wish.address.ordinal.is_some() {
            return Ok(());
        }
        let name = wish.address.parts.last().map_or("", |part| part.name.as_str());
        let unread = hidden::in_unclear_text(file.outline, file.buffer, name);
        let symbol = describe(file, &[id]).pop();
        match unread.zip(symbol) {
            Some((unread, mut symbol)) => {
                symbol.address = format!("{}{own}", symbol.address);
                Err(SymbolProblem::MayHaveAnother { symbol, unread })
            }
            None => Ok(()),
        }
    }

    /// Returns whether an operation keeps the beginning of a definition, and changes its body or what follows it,
    /// within one conditional branch.
    fn keeps_beginning(&self, file: Outlined<'_>, request: &Request<'_>, id: ItemId) -> bool {
        let is_body = request.purpose.part().is_some_and(|(part, ..)| part == SymbolPart::Body);
        let is_behind = matches!(request.purpose, Purpose::Insert(Side::After, _) | Purpose::Rename);
        (is_body || is_behind) && self.has_whole_body(file, id)
    }

    /// Returns whether the body of a definition lies in one conditional branch.
    pub(super) fn has_whole_body(&self, file: Outlined<'_>, id: ItemId) -> bool {
        let start = file.outline.item(id).range.start;
        let body = file.outline.definition(id).and_then(|own| own.frame.body.clone());
        let is_whole = |body: Range<usize>| {
            let branches = self.branches(file.buffer);
            branches.is_none_or(|branches| branches.in_same_branch(start + body.start, start + body.end - 1))
        };
        body.is_some_and(is_whole)
    }

    /// Measures the chosen definition, and refuses what cannot be replaced safely.
    pub(super) fn matched(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        id: ItemId,
        facts: Option<&PayloadProperties>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let own = span(file, id);
        let info = || describe_apart(file, &[id], request.selector.address).pop();
        let set = self.set_meant(file.outline, request, id, facts);
        let is_alone = set == [id];
        let several = if is_alone { None } else { span_of_set(file, &set) };
        let place = several.unwrap_or_else(|| own.clone());
        let measured = MeasuredDefinition { id, set, extent: place };
        let MeasuredDefinition { set, extent: place, .. } = &measured;
        let doubtful = |id: &ItemId| match is_alone {
            true => doubt(file, *id, &own),
            false => doubt(file, *id, &span(file, *id)),
        };
        let is_parted = |id: &ItemId| file.outline.item(*id).is_doubtful_by_branches;
        if let Some(error) = set.iter().find_map(doubtful)
            && !(set.iter().all(is_parted) && self.keeps_beginning(file, request, id))
            && let Some(symbol) = info()
        {
            return Err(match set.iter().all(is_parted) {
                true => SymbolProblem::Parted { symbol },
                false => SymbolProblem::Uncertain { symbol, error },
            });
        }
        let in_list = self.in_list(file, request, id);
        if file.outline.definition(id).is_some_and(|found| found.is_shared)
            && in_list == ListMember::NotPossible
            && request.purpose.member().is_none()
            // A renaming does not depend on where the definition ends, and insertions are placed beside the whole
            // statement.
            && !matches!(request.purpose, Purpose::Rename | Purpose::Insert(..))
            && !facts.is_some_and(|facts| facts.is_last && keeps_tail(file, id, request))
            && let Some(symbol) = info()
        {
            return Err(SymbolProblem::Shared { symbol });
        }
        let by_last_name = is_last_name_only(file.outline, id, request.selector.address);
        let is_whole = is_whole(file.outline, id, request.selector.address);
        self.check_expectation(file, request, id, [place, &own])?;
        if let Some(facts) = facts {
            replacement::check(file, id, facts, &request.selector).map_err(|problem| match info() {
                // If the operation names no kind, the kind of the definition is expected.
                Some(symbol) if request.kind.is_none() => request.mismatch_of_kind(&symbol.kind, problem),
                _ => request.mismatch(problem),
            })?;
            let view = DefinitionView { symbols: self, file, id, place };
            let owner = request.selector.address.owner();
            let payload = request.purpose.replacement().unwrap_or_default();
            view.check_membership(facts, payload, owner).map_err(|problem| request.mismatch(problem))?;
        }
        let arrived = self.analyze_payload(file, request, &measured, facts)?;
        let measured = if arrived.declares_again && matches!(request.purpose, Purpose::Insert(Side::After, _))
        {
            let above = last_declaration(file.outline, id);
            let above = above.ok_or_else(|| request.mismatch(PayloadProblem::BehindBody))?;
            MeasuredDefinition { id: above, set: vec![above], extent: span(file, above) }
        } else {
            measured
        };
        let MeasuredDefinition { id, set, extent: place } = &measured;
        let id = *id;
        let mut found = SymbolMatch {
            address: address_of_set(file.outline, set)
                .or_else(|| address_by_alias(file.outline, id, request.selector.address))
                .unwrap_or_else(|| address_of(file.outline, id)),
            identity: self.identity(file, id),
            kind: file.outline.definition(id).map_or("", |found| found.capture),
            range: place.whole(),
            definition: place.whole(),
            decorated: place.decorated(),
            declaration: place.declaration,
            kept: Vec::new(),
            keyword_changes: arrived.keyword_changes,
            required_end: None,
            site: None,
            member_slot: None,
            section_labels: None,
            inner_members: None,
            part: None,
            present_doc_lines: None,
            keeps_parameters: false,
            calls: None,
            holds_members: false,
            brings_values: arrived.brings_values,
            existing_namesakes: arrived.existing_namesakes,
            by_last_name,
            is_whole,
            new_name: facts.and_then(|facts| facts.other_name(file.outline.definition(id))),
            notes: Vec::new(),
            warnings: Vec::new(),
            value_changes: None,
        };
        if let (Some(facts), Some(payload)) = (facts, request.purpose.replacement()) {
            let view = DefinitionView { symbols: self, file, id, place: &own };
            found.keeps_parameters = set.len() > 1 || view.keeps_calls(facts, payload);
            found.calls = view.call_change(payload.get(facts.declaration_line..).unwrap_or_default());
        }
        if let Some((part, at, payload)) = request.purpose.part() {
            let view = DefinitionView { symbols: self, file, id, place: &own };
            view.find_part(&mut found, request, &NewPart { part, at, payload })?;
        }
        if request.purpose.needs_site() {
            found.site = Some(sibling_context::sibling_context(file, id, place));
        }
        if let Some((side, lines)) = request.purpose.insertion() {
            let arrivals = PayloadLines { lines, brings_definitions: arrived.brings_definitions };
            let gets_lead_in = arrived.gets_lead_in;
            let beside = arrived.statement.unwrap_or(id);
            if arrived.statement.is_none() && !found.existing_namesakes.is_empty() {
                let told = list::values_beside(file, id, (side, lines));
                if let Some(symbol) = told.affected_member.and_then(|taker| describe(file, &[taker]).pop()) {
                    return Err(SymbolProblem::TakesValue { symbol });
                }
                found.value_changes = told.value_changes;
            }
            if let Some(statement) = arrived.statement {
                found.notes.push(grouped::note(file, statement, &found.address));
                found.site = Some(sibling_context::sibling_context(file, statement, &span(file, statement)));
            }
            found.site = found.site.map(|site| {
                let site = site.beside(file, beside, &arrivals).among_lines(file, beside, &arrivals);
                SiblingContext { gets_lead_in, ..site }
            });
            if measured.set.len() == 1 && side == Side::Before {
                found.site = found.site.map(|site| site.within_set(file, id));
            }
            self.put_in_section(file, id, (side, lines), &mut found)
                .map_err(|problem| request.mismatch(problem))?;
            if let Some(site) = found.site.as_mut().filter(|_| arrived.statement.is_none()) {
                let own = file.outline.outermost(id);
                let opened = || beside_statement(file, own).or_else(|| slots_in_expanded_body(file, own));
                site.on_line = match arrived.is_bodiless {
                    true => on_line(file, id, lines).or_else(opened),
                    false => opened(),
                };
            }
        }
        if request.purpose == Purpose::Delete {
            prepare_deletion(file, &measured, in_list, &mut found)?;
        }
        if let Some(facts) = facts {
            let view = DefinitionView { symbols: self, file, id, place };
            let payload = request.purpose.replacement().unwrap_or_default();
            view.check_typedef_names(payload, &mut found).map_err(|problem| request.mismatch(problem))?;
            replacement::determine_range(&mut found, place, facts, request.target, file);
            found.keyword_changes.extend(KeywordChange::of(file.outline, id, file.buffer, facts));
            found.warnings.extend(replacement::name_note(file.outline, id, facts));
            found.warnings.extend(
                request.purpose.replacement().and_then(|payload| list::values_replaced(file, id, payload)),
            );
            found.warnings.extend(facts.error.map(replacement::error_note));
        }
        Ok(found)
    }

    /// Returns how an operation can treat one of several names of a statement.
    fn in_list(&self, file: Outlined<'_>, request: &Request<'_>, id: ItemId) -> ListMember {
        let is_listed = |found: &Definition| found.is_minor && found.is_shared;
        if matches!(request.purpose, Purpose::ChangePart(SymbolPart::Body, ..)) {
            return ListMember::Unchanged;
        }
        if !file.outline.definition(id).is_some_and(is_listed) {
            return ListMember::NotPossible;
        }
        match request.purpose {
            Purpose::Read | Purpose::Rename | Purpose::Insert(..) => ListMember::Unchanged,
            Purpose::Delete => {
                let name = request.selector.address.parts.last().map_or("", |part| part.name.as_str());
                let goes = list::member(file, id);
                goes.or_else(|| list::name_of_several(file, id, name))
                    .map_or(ListMember::NotPossible, ListMember::Removed)
            }
            _ => ListMember::NotPossible,
        }
    }

    /// Returns the definitions that an operation applies to: a whole set of overloads, unless the address or the
    /// payload names one member of it.
    fn set_meant(
        &self,
        outline: &Outline,
        request: &Request<'_>,
        id: ItemId,
        facts: Option<&PayloadProperties>,
    ) -> Vec<ItemId> {
        let is_named = request.selector.address.is_exact();
        // A payload that is no overload itself is not inserted between two members of a set.
        let is_beside = request.purpose.insertion().is_some_and(|(_, payload)| {
            request.selector.address.parts.last().is_none_or(|part| !declares(payload, &part.name))
        });
        let is_meant = match facts {
            Some(facts) => facts.is_set && !is_named,
            None => request.purpose.takes_sets() && (is_beside || !is_named),
        };
        if is_meant { set_of(outline, id) } else { vec![id] }
    }

    /// Refuses a definition that differs from what `expect` gives. The rule: "If the definition is another by now:
    /// refuse."
    fn check_expectation(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        id: ItemId,
        places: [&Span; 2],
    ) -> Result<(), SymbolProblem> {
        let Some(expect) = &request.target.expect else { return Ok(()) };
        let is_replaced = matches!(request.purpose, Purpose::Replace(_));
        let is_expected = |place: &&Span| replacement::is_expected(&expect.lines, place, file, is_replaced);
        if places.iter().any(is_expected) {
            return Ok(());
        }
        let symbol = describe(file, &[id]).pop();
        symbol.map_or(Ok(()), |symbol| {
            Err(SymbolProblem::ChangedDefinition {
                current: lines_of(file.buffer, symbol.range.clone()),
                symbol,
                expected: expect.lines.clone(),
            })
        })
    }
}

/// Returns whether the payload has the same text after the body as the statement of the definition, so that it declares
/// the same names.
fn keeps_tail(file: Outlined<'_>, id: ItemId, request: &Request<'_>) -> bool {
    let has_body = file.outline.definition(id).is_some_and(|own| own.frame.body.is_some());
    let tail = |text: &str| Some(squeeze(text.rsplit_once('}')?.1));
    let own = tail(&file.buffer.slice(file.outline.item(file.outline.outermost(id)).range.clone()));
    let new = request.purpose.replacement().and_then(|payload| tail(payload.join("\n").trim_end()));
    has_body && own.is_some() && own == new
}

/// Determines what is removed together with a definition, and refuses to remove what other definitions depend on.
fn prepare_deletion(
    file: Outlined<'_>,
    measured: &MeasuredDefinition,
    in_list: ListMember,
    found: &mut SymbolMatch,
) -> Result<(), SymbolProblem> {
    let id = measured.id;
    let info = || describe(file, &[id]).pop();
    if let (ListMember::Removed(range), Some(site)) = (in_list, &mut found.site) {
        site.range = range;
        // Its range has the comma that goes.
        site.is_last = false;
    } else if let Some(group) = group_of_one(file, id, &measured.extent) {
        found.site = Some(sibling_context::sibling_context(file, group, &span(file, group)));
    }
    let told = list::of_values(file, id);
    if told.next_takes_value
        && let Some(symbol) = info()
    {
        return Err(SymbolProblem::GivesValue { symbol });
    }
    found.warnings.extend(told.value_changes.clone());
    found.value_changes = told.value_changes;
    if let Some(unit) = measured.extent.macro_above()
        && let Some(symbol) = info()
    {
        return Err(SymbolProblem::MacroAbove { symbol, range: unit.range.clone() });
    }
    if let Some(around) = SelectiveMacro::around(file, id).filter(SelectiveMacro::needs_item)
        && let Some(symbol) = info()
    {
        return Err(SymbolProblem::OnlyItem { symbol, of_macro: around.name });
    }
    Ok(())
}

/// Returns the grouped statement around a definition that is its only member.
fn group_of_one(file: Outlined<'_>, id: ItemId, place: &Span) -> Option<ItemId> {
    let group = file.outline.item(file.outline.outermost(id)).parent;
    if file.outline.item(group).role != Role::Group {
        return None;
    }
    let whole = place.whole();
    let is_own = |child: &ItemId| {
        let item = file.outline.item(*child);
        let is_told = item.role == Role::Comment || sibling_context::is_definition(file.outline, *child);
        !is_told || (whole.start <= item.range.start && item.range.start < whole.end)
    };
    file.outline.children(group).iter().all(is_own).then_some(group)
}

/// Returns the insertion points before and after a member of a body on one line that remains one line.
fn on_line(file: Outlined<'_>, id: ItemId, lines: &[String]) -> Option<[MemberSlot; 2]> {
    let own = file.outline.outermost(id);
    let class = file.outline.item(own).parent;
    file.outline.definition(class)?;
    let room = |at: MemberPlace| beside_member(file, class, (&at, own), lines);
    Some([room(MemberPlace::Before(String::new()))?, room(MemberPlace::After(String::new()))?])
}
