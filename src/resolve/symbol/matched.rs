//! What an operation finds at the definition that was chosen for it.

use std::ops::Range;

use crate::ir::{MemberPlace, SymbolPart};
use crate::lang::Role;

use super::address::choose::{is_last_name_only, is_whole};
use super::address::format::{address_by_alias, address_of, address_of_set};
use super::address::info::{describe, describe_apart, lines_of};
use super::address::request::{Request, Side};
use super::arrivals::{MeasuredDefinition, PayloadAnalysis};
use super::extent::item_macros::SelectiveMacro;
use super::extent::sibling_context;
use super::extent::sibling_context::{PayloadLines, SiblingContext};
use super::extent::span::{Span, doubt, span};
use super::members::arriving::declares;
use super::members::expanded::slots_in_expanded_body;
use super::members::grouped;
use super::members::member_slot::MemberSlot;
use super::members::one_line::{beside_member, beside_statement};
use super::outline::definition::Definition;
use super::outline::items::{ItemId, Outline};
use super::outline::list;
use super::outline::name::squeeze;
use super::outline::outlined::Outlined;
use super::outline::sets::{last_declaration, set_of, span_of_set};
use super::part::parts::NewPart;
use super::part::replacement;
use super::part::replacement::KeywordChange;
use super::part::view::DefinitionView;
use super::payload::parse::PayloadProperties;
use super::payload::problem::PayloadProblem;
use super::{Purpose, SymbolInfo, SymbolMatch, SymbolProblem, Symbols};

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

/// The definition that was chosen for an operation, with its extent.
struct ChosenDefinition<'a> {
    symbols: &'a Symbols,
    file: Outlined<'a>,
    request: &'a Request<'a>,
    /// The extent of the definition alone.
    own: Span,
    /// The definition with the overloads that are meant, too.
    measured: MeasuredDefinition,
}

impl Symbols {
    /// Measures the chosen definition, and refuses what cannot be replaced safely.
    pub(super) fn matched(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        id: ItemId,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let mut candidate = ChosenDefinition::measure(self, file, request, id);
        candidate.check_certain()?;
        let in_list = candidate.in_list();
        candidate.check_shared(&in_list)?;
        let by_last_name = is_last_name_only(file.outline, id, request.selector.address);
        let is_whole = is_whole(file.outline, id, request.selector.address);
        candidate.check_expectation()?;
        if let Some(payload) = request.payload() {
            candidate.check_payload(payload)?;
        }
        let mut arrived = self.analyze_payload(file, request, &candidate.measured)?;
        if arrived.declares_again && matches!(request.purpose, Purpose::Insert(Side::After, _)) {
            let above = last_declaration(file.outline, id);
            let above = above.ok_or_else(|| request.mismatch(PayloadProblem::BehindBody))?;
            candidate.measured =
                MeasuredDefinition { id: above, set: vec![above], extent: span(file, above) };
        }
        let mut found = SymbolMatch {
            by_last_name,
            is_whole,
            keyword_changes: std::mem::take(&mut arrived.keyword_changes),
            brings_values: arrived.brings_values,
            newcomers: std::mem::take(&mut arrived.newcomers),
            ..candidate.described()
        };
        if let Some((part, at, payload)) = request.purpose.part() {
            candidate.view_alone().find_part(&mut found, request, &NewPart { part, at, payload })?;
        }
        if request.purpose.needs_site() {
            let measured = &candidate.measured;
            found.site = Some(sibling_context::sibling_context(file, measured.id, &measured.extent));
        }
        if let Some(inserted) = request.purpose.insertion() {
            candidate.prepare_insertion(&mut found, &arrived, inserted)?;
        }
        if request.purpose == Purpose::Delete {
            candidate.prepare_deletion(&mut found, in_list)?;
        }
        if let Some(payload) = request.payload() {
            candidate.prepare_replacement(&mut found, payload)?;
        }
        Ok(found)
    }
}

impl<'a> ChosenDefinition<'a> {
    fn measure(symbols: &'a Symbols, file: Outlined<'a>, request: &'a Request<'a>, id: ItemId) -> Self {
        let own = span(file, id);
        let set = set_meant(file.outline, request, id);
        let several = if set == [id] { None } else { span_of_set(file, &set) };
        let extent = several.unwrap_or_else(|| own.clone());
        Self { symbols, file, request, own, measured: MeasuredDefinition { id, set, extent } }
    }

    /// Describes the definition for a refusal.
    fn info(&self) -> Option<SymbolInfo> {
        describe_apart(self.file, &[self.measured.id], self.request.selector.address).pop()
    }

    /// The definition alone.
    const fn view_alone(&self) -> DefinitionView<'_> {
        DefinitionView { symbols: self.symbols, file: self.file, id: self.measured.id, place: &self.own }
    }

    /// The definition with its overloads.
    const fn view(&self) -> DefinitionView<'_> {
        DefinitionView { place: &self.measured.extent, ..self.view_alone() }
    }

    /// Returns the lines of the payload that replaces the definition.
    fn replacement(&self) -> &'a [String] {
        self.request.purpose.replacement().unwrap_or_default()
    }

    /// Refuses a definition whose end is not certain.
    fn check_certain(&self) -> Result<(), SymbolProblem> {
        let (file, set) = (self.file, &self.measured.set);
        let doubtful = |id: &ItemId| match *set == [self.measured.id] {
            true => doubt(file, *id, &self.own),
            false => doubt(file, *id, &span(file, *id)),
        };
        let is_parted = |id: &ItemId| file.outline.item(*id).is_doubtful_by_branches;
        if let Some(error) = set.iter().find_map(doubtful)
            && !(set.iter().all(is_parted) && self.keeps_beginning())
            && let Some(symbol) = self.info()
        {
            return Err(match set.iter().all(is_parted) {
                true => SymbolProblem::Parted { symbol },
                false => SymbolProblem::Uncertain { symbol, error },
            });
        }
        Ok(())
    }

    /// Returns whether the operation keeps the beginning of the definition, and changes its body or what follows it,
    /// within one conditional branch.
    fn keeps_beginning(&self) -> bool {
        let purpose = self.request.purpose;
        let is_body = purpose.part().is_some_and(|(part, ..)| part == SymbolPart::Body);
        let is_behind = matches!(purpose, Purpose::Insert(Side::After, _) | Purpose::Rename);
        (is_body || is_behind) && self.symbols.has_whole_body(self.file, self.measured.id)
    }

    /// Refuses a definition that shares its statement with others that the operation would change, too.
    fn check_shared(&self, in_list: &ListMember) -> Result<(), SymbolProblem> {
        let (file, request, id) = (self.file, self.request, self.measured.id);
        if file.outline.definition(id).is_some_and(|found| found.is_shared)
            && *in_list == ListMember::NotPossible
            && request.purpose.member().is_none()
            // A renaming does not depend on where the definition ends, and insertions are placed beside the whole
            // statement.
            && !matches!(request.purpose, Purpose::Rename | Purpose::Insert(..))
            && !request.payload().is_some_and(|payload| payload.is_last && keeps_tail(file, id, request))
            && let Some(symbol) = self.info()
        {
            return Err(SymbolProblem::Shared { symbol });
        }
        Ok(())
    }

    /// Refuses a payload that cannot replace the definition.
    fn check_payload(&self, payload: &PayloadProperties) -> Result<(), SymbolProblem> {
        let request = self.request;
        replacement::check(self.file, self.measured.id, payload, &request.selector).map_err(|problem| {
            match self.info() {
                // If the operation names no kind, the kind of the definition is expected.
                Some(symbol) if request.kind.is_none() => request.mismatch_of_kind(&symbol.kind, problem),
                _ => request.mismatch(problem),
            }
        })?;
        let owner = request.selector.address.owner();
        let membership = self.view().check_membership(payload, self.replacement(), owner);
        membership.map_err(|problem| request.mismatch(problem))
    }

    /// Describes the definition, and what a payload that replaces it changes for its users.
    fn described(&self) -> SymbolMatch {
        let MeasuredDefinition { id, set, extent: place } = &self.measured;
        let outline = self.file.outline;
        let payload = self.request.payload();
        let mut found = SymbolMatch {
            address: address_of_set(outline, set)
                .or_else(|| address_by_alias(outline, *id, self.request.selector.address))
                .unwrap_or_else(|| address_of(outline, *id)),
            identity: self.symbols.identity(self.file, *id),
            kind: outline.definition(*id).map_or("", |found| found.capture),
            decorated: place.decorated(),
            new_name: payload.and_then(|payload| payload.other_name(outline.definition(*id))),
            ..SymbolMatch::empty(place.whole(), place.declaration)
        };
        if let (Some(payload), Some(lines)) = (payload, self.request.purpose.replacement()) {
            let view = self.view_alone();
            found.keeps_parameters = set.len() > 1 || view.keeps_calls(payload, lines);
            found.calls = view.call_change(lines.get(payload.declaration_line..).unwrap_or_default());
        }
        found
    }

    /// Determines where a payload is inserted beside the definition.
    fn prepare_insertion(
        &self,
        found: &mut SymbolMatch,
        arrived: &PayloadAnalysis,
        (side, lines): (Side, &[String]),
    ) -> Result<(), SymbolProblem> {
        let (file, id) = (self.file, self.measured.id);
        let arrivals = PayloadLines { lines, brings_definitions: arrived.brings_definitions };
        let beside = arrived.statement.unwrap_or(id);
        if arrived.statement.is_none() && !found.newcomers.is_empty() {
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
        found.site = found.site.take().map(|site| {
            let site = site.beside(file, beside, &arrivals).among_lines(file, beside, &arrivals);
            SiblingContext { gets_lead_in: arrived.gets_lead_in, ..site }
        });
        if self.measured.set.len() == 1 && side == Side::Before {
            found.site = found.site.take().map(|site| site.within_set(file, id));
        }
        let in_section = self.symbols.put_in_section(file, id, (side, lines), found);
        in_section.map_err(|problem| self.request.mismatch(problem))?;
        if let Some(site) = found.site.as_mut().filter(|_| arrived.statement.is_none()) {
            let own = file.outline.outermost(id);
            let opened = || beside_statement(file, own).or_else(|| slots_in_expanded_body(file, own));
            site.on_line = match arrived.is_bodiless {
                true => on_line(file, id, lines).or_else(opened),
                false => opened(),
            };
        }
        Ok(())
    }

    /// Determines which bytes a payload replaces, and what of them is kept.
    fn prepare_replacement(
        &self,
        found: &mut SymbolMatch,
        payload: &PayloadProperties,
    ) -> Result<(), SymbolProblem> {
        let (file, id) = (self.file, self.measured.id);
        let lines = self.replacement();
        let checked = self.view().check_typedef_names(lines, found);
        checked.map_err(|problem| self.request.mismatch(problem))?;
        replacement::determine_range(found, &self.measured.extent, payload, self.request.target, file);
        found.keyword_changes.extend(KeywordChange::of(file.outline, id, file.buffer, payload));
        found.warnings.extend(replacement::name_note(file.outline, id, payload));
        found.warnings.extend(list::values_replaced(file, id, lines));
        found.warnings.extend(payload.error.map(replacement::error_note));
        Ok(())
    }

    /// Returns how the operation can treat one of several names of a statement.
    fn in_list(&self) -> ListMember {
        let (file, request, id) = (self.file, self.request, self.measured.id);
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

    /// Refuses a definition that differs from what `expect` gives. The rule: "If the definition is another by now:
    /// refuse."
    fn check_expectation(&self) -> Result<(), SymbolProblem> {
        let file = self.file;
        let Some(expect) = &self.request.target.expect else { return Ok(()) };
        let is_replaced = matches!(self.request.purpose, Purpose::Replace(_));
        let is_expected = |place: &&Span| replacement::is_expected(&expect.lines, place, file, is_replaced);
        if [&self.measured.extent, &self.own].iter().any(is_expected) {
            return Ok(());
        }
        let symbol = describe(file, &[self.measured.id]).pop();
        symbol.map_or(Ok(()), |symbol| {
            Err(SymbolProblem::ChangedDefinition {
                current: lines_of(file.buffer, symbol.range.clone()),
                symbol,
                expected: expect.lines.clone(),
            })
        })
    }

    /// Determines what is removed together with the definition, and refuses to remove what other definitions depend on.
    fn prepare_deletion(&self, found: &mut SymbolMatch, in_list: ListMember) -> Result<(), SymbolProblem> {
        let (file, id, place) = (self.file, self.measured.id, &self.measured.extent);
        let info = || describe(file, &[id]).pop();
        if let (ListMember::Removed(range), Some(site)) = (in_list, &mut found.site) {
            site.range = range;
            // Its range has the comma that goes.
            site.is_last = false;
        } else if let Some(group) = group_of_one(file, id, place) {
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
        if let Some(unit) = place.macro_above()
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
}

/// Returns the definitions that an operation applies to: a whole set of overloads, unless the address or the payload
/// names one member of it.
fn set_meant(outline: &Outline, request: &Request<'_>, id: ItemId) -> Vec<ItemId> {
    let is_named = request.selector.address.is_exact();
    // A payload that is no overload itself is not inserted between two members of a set.
    let is_beside = request.purpose.insertion().is_some_and(|(_, payload)| {
        request.selector.address.parts.last().is_none_or(|part| !declares(payload, &part.name))
    });
    let is_meant = match request.payload() {
        Some(payload) => payload.is_set && !is_named,
        None => request.purpose.takes_sets() && (is_beside || !is_named),
    };
    if is_meant { set_of(outline, id) } else { vec![id] }
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
