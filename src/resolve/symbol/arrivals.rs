//! What a payload brings to the place of a definition, and what is there of it already.

use std::borrow::Cow;

use super::address::info::{describe, describe_set};
use super::address::namesake::{NewDefinition, TargetScope};
use super::address::request::Request;
use super::extent::item_macros::SelectiveMacro;
use super::extent::span::Span;
use super::members::{grouped, payload_check};
use super::outline::items::{ItemId, OutlineScope};
use super::outline::outlined::Outlined;
use super::outline::sets::set_of;
use super::part::replacement::KeywordChange;
use super::payload::problem::{PayloadProblem, STATEMENT};
use super::{Newcomer, SymbolInfo, SymbolProblem, Symbols};
use crate::text::LastCode;
use crate::text::normal::find_word;

/// A definition with its extent.
pub(super) struct MeasuredDefinition {
    pub(super) id: ItemId,
    /// The set of overloads that is meant with it; only the definition itself if it has no overloads.
    pub(super) set: Vec<ItemId>,
    /// The extent of them all.
    pub(super) extent: Span,
}

/// What a payload brings.
#[derive(Default)]
pub(super) struct PayloadAnalysis {
    pub(super) newcomers: Vec<Newcomer>,
    pub(super) brings_definitions: bool,
    /// Whether the payload contains nothing but plain values, such as fields.
    pub(super) brings_values: bool,
    /// Whether it contains nothing but members without a body.
    pub(super) is_bodiless: bool,
    /// Whether it is the lead-in of the definition below it.
    pub(super) gets_lead_in: bool,
    /// Whether it is only another declaration of the function beside which it is inserted.
    pub(super) declares_again: bool,
    /// The changes to its statement keywords that its place requires.
    pub(super) keyword_changes: Vec<KeywordChange>,
    /// The statement in brackets that it stands beside, instead of in it.
    pub(super) statement: Option<ItemId>,
}

impl Symbols {
    /// Analyzes what a payload adds at the place of a definition, or beside it.
    pub(super) fn analyze_payload(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
        measured: &MeasuredDefinition,
    ) -> Result<PayloadAnalysis, SymbolProblem> {
        let MeasuredDefinition { id, set, extent: place } = measured;
        let around = file.outline.item(*id).parent;
        let container = file.outline.item(file.outline.outermost(*id)).parent;
        let arena = |own| TargetScope { container, at: place.declaration, own };
        let mut arrived = PayloadAnalysis::default();
        if let (Some(facts), Some(payload)) = (request.payload(), request.purpose.replacement())
            && (facts.may_bring_another(file.outline.definition(*id)) || facts.has_attributes())
        {
            let mut brought = payload_check::check(file, around, &self.syntax, payload).unwrap_or_default();
            // With other attributes, such as those of another platform, the payload may collide with another existing
            // definition.
            if !facts.may_bring_another(file.outline.definition(*id)) {
                brought.retain(|newcomer| newcomer.has_other_marks(file, *id));
            }
            check_macro(file, *id, brought.get(1..).unwrap_or_default())?;
            arrived.newcomers = self.newcomers(file, &brought, arena(set));
        }
        if let Some((_, payload)) = request.purpose.insertion() {
            // Beside an enum constant, in enums with functions, the payload precedes the separator between constants
            // and functions.
            let rules = &file.manifest().symbols;
            let small = file.outline.definition(*id).and_then(|own| rules.minor_kinds.get(own.capture));
            let is_listed =
                small.is_some_and(|rule| rule.separator.is_some()) && !rules.terminated.is_empty();
            let among =
                is_listed.then(|| payload_check::check_before(file, around, &self.syntax, payload).ok());
            let brought = match among.flatten() {
                Some(brought) => brought,
                None => {
                    let grouped = grouped::fit(file, *id, &self.syntax, payload);
                    let grouped = grouped.map_err(|problem| request.mismatch(problem))?;
                    arrived.keyword_changes = grouped.keyword_changes;
                    arrived.statement = grouped.statement;
                    grouped.definitions
                }
            };
            let separator = small.and_then(|rule| rule.separator.as_deref());
            let is_inside = file.outline.class_of_members(around).is_some();
            let is_statement = separator.is_some() && brought.is_empty() && ends_in_terminator(payload, file);
            let is_outside = is_inside && self.outside_method(payload).is_some();
            let mut strange = brought.iter().find_map(|one| one.foreign_kind(rules, separator, is_inside));
            let list = small.filter(|rule| rule.separator.is_some()).and_then(|rule| rule.context.as_ref());
            strange = strange.or_else(|| {
                list.and_then(|list| payload_check::foreign_kind_in_list(&self.syntax, list, payload))
            });
            if is_statement || is_outside {
                strange = strange.or(Some(if is_outside { "method" } else { STATEMENT }));
            }
            if let Some(found) = strange {
                return Err(request.mismatch(PayloadProblem::NoNeighbour { found: found.to_owned() }));
            }
            check_macro(file, *id, &brought)?;
            arrived.is_bodiless =
                !brought.is_empty() && brought.iter().all(|one| one.is_bodiless(file.manifest()));
            arrived.brings_definitions = brought.iter().any(|newcomer| !newcomer.is_value());
            arrived.brings_values = !brought.is_empty() && !arrived.brings_definitions;
            arrived.gets_lead_in = brought.is_empty() && payload_check::is_lead_in(&self.syntax, payload);
            arrived.declares_again =
                !brought.is_empty() && brought.iter().all(|one| one.declares_again(file.outline, *id));
            arrived.newcomers = self.newcomers(file, &brought, arena(&[]));
        }
        Ok(arrived)
    }

    /// Returns the definitions that are added to a scope, each with the existing one of its name and signature. A set of
    /// overloads is one.
    pub(super) fn newcomers(
        &self,
        file: Outlined<'_>,
        brought: &[NewDefinition],
        arena: TargetScope<'_>,
    ) -> Vec<Newcomer> {
        if let Some(set) = self.existing_set(file, brought, arena)
            && let (Some(first), Some(last)) = (brought.first(), brought.last())
        {
            return vec![Newcomer { lines: first.lines().start..last.lines().end, existing: Some(set) }];
        }
        let existing = |new: &NewDefinition| {
            if new.is_minor() && file.outline.scope == OutlineScope::Definitions {
                return self.minor_namesake(file, new, arena);
            }
            match new.namesake(self, file, arena) {
                Some(id) => describe(file, &[id]).pop(),
                None if self.may_be_taken(file, new) => self.minor_namesake(file, new, arena),
                None => None,
            }
        };
        brought.iter().map(|new| Newcomer { lines: new.lines(), existing: existing(new) }).collect()
    }

    /// Returns whether something that an outline of definitions does not contain may have the name of a new definition.
    /// The text is searched only while it is contiguous and no outline of all names exists: many new definitions make
    /// one.
    fn may_be_taken(&self, file: Outlined<'_>, newcomer: &NewDefinition) -> bool {
        let has_name = || match file.buffer.slice(0..file.buffer.len()) {
            Cow::Borrowed(text) => find_word(text, newcomer.name()).is_some(),
            Cow::Owned(_) => true,
        };
        file.outline.scope == OutlineScope::Definitions
            && newcomer.may_share_space(&file.manifest().symbols)
            && (self.all_names.get().is_some() || has_name())
    }

    /// Returns the existing definitions of the function whose whole set of overloads is added to a scope.
    fn existing_set(
        &self,
        file: Outlined<'_>,
        newcomers: &[NewDefinition],
        arena: TargetScope<'_>,
    ) -> Option<SymbolInfo> {
        if !file.manifest().symbols.single_definition || !NewDefinition::are_one_set(newcomers) {
            return None;
        }
        let there = newcomers.iter().find_map(|newcomer| newcomer.namesake(self, file, arena))?;
        let set = set_of(file.outline, there);
        let first = describe(file, &set[..1]).pop()?;
        if set.len() == 1 { Some(first) } else { describe_set(file, &set, &first) }
    }
}

/// Refuses new definitions beside one in a macro that may not accept them.
fn check_macro(file: Outlined<'_>, id: ItemId, brought: &[NewDefinition]) -> Result<(), SymbolProblem> {
    let around = SelectiveMacro::around(file, id);
    let around = around.filter(|around| brought.iter().any(|newcomer| around.may_refuse(newcomer.capture())));
    match around.and_then(|around| Some((around.name, describe(file, &[id]).pop()?))) {
        Some((of_macro, symbol)) => Err(SymbolProblem::SelectiveMacro { symbol, of_macro }),
        None => Ok(()),
    }
}

/// Returns whether the code of the lines ends with the statement terminator.
fn ends_in_terminator(lines: &[String], file: Outlined<'_>) -> bool {
    let manifest = file.manifest();
    let last = LastCode::of(lines.iter().map(String::as_str), manifest.row_rules());
    let code = last.and_then(|last| lines.get(last.line)?.get(..last.end));
    code.zip(manifest.symbols.terminator.as_deref()).is_some_and(|(code, end)| code.trim_end().ends_with(end))
}
