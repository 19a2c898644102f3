//! One way to read a text, asked for one definition: which of its items is meant.

use std::ops::Range;

use crate::ir::SymbolPart;
use crate::lang::DocRule;

use super::address::choose::{Choice, choose};
use super::address::heading::{Heading, only_like};
use super::address::heading_verdict::HeadingVerdict;
use super::address::info::{describe, describe_apart};
use super::address::request::Request;
use super::address::search;
use super::extent::comment::LeadInKind;
use super::extent::span::span;
use super::members::arriving::NewMember;
use super::outline::definition::is_same_path;
use super::outline::hidden;
use super::outline::items::{ItemId, OutlineScope};
use super::outline::outlined::Outlined;
use super::outline::sets::set_of;
use super::{SymbolInfo, SymbolMatch, SymbolProblem, Symbols};

/// The definition that an operation means.
pub(super) struct Chosen {
    pub(super) id: ItemId,
    /// The definition that the address names, if the payload has the heading of another one.
    passed_over: Option<ItemId>,
}

impl Symbols {
    /// Finds the requested definition in one reading of the text.
    pub(super) fn locate(
        &self,
        file: Outlined<'_>,
        request: &Request<'_>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        if let Some((at, payload)) = request.purpose.member() {
            return self.member_place(file, &NewMember { request, at, payload });
        }
        let Chosen { id, passed_over: instead_of } = self.choose_one(file, request)?;
        if let Some(Err(problem)) = request.facts {
            let kind = file
                .outline
                .definition(id)
                .filter(|_| request.kind.is_none() && file.outline.scope == OutlineScope::AllNames);
            return Err(match kind {
                Some(own) => request.mismatch_of_kind(own.capture, problem.clone()),
                None => request.mismatch(problem.clone()),
            });
        }
        let mut found = self.matched(file, request, id)?;
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
    ) -> Result<Chosen, SymbolProblem> {
        let compared = request.payload().map(|payload| file.compare_heading(id, &request.selector, payload));
        match compared.unwrap_or(HeadingVerdict::Agrees) {
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
    ) -> Result<Chosen, SymbolProblem> {
        let chosen = self.choose_named(file, request)?;
        Ok(Chosen { id: self.documented(file, request, chosen.id), ..chosen })
    }

    /// Chooses the one item that is named, with the help of the payload. A name that does not exist is reported before
    /// problems of the payload.
    fn choose_named(&self, file: Outlined<'_>, request: &Request<'_>) -> Result<Chosen, SymbolProblem> {
        let manifest = self.language.manifest();
        match choose(file.outline, &request.selector) {
            Choice::One(id) => self.check_heading(file, request, id),
            Choice::None { .. } if !request.with_suggestions => Err(search::nothing(request.wanted())),
            Choice::None { other_variants } => {
                Err(search::not_found(file, &request.selector, request.wanted(), &other_variants))
            }
            Choice::Several { .. } if let Some(Err(problem)) = request.facts => {
                Err(request.mismatch(problem.clone()))
            }
            Choice::Several { listed, namesakes: alike } => {
                let heading = |id: ItemId| Heading::of(file, id);
                let payload = request.payload();
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
}
