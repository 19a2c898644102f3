//! Resolves an address, perhaps with the help of a payload, to one definition or a refusal.

use std::rc::Rc;

use super::address::choose::Selector;
use super::address::info::SymbolInfo;
use super::address::request::{Purpose, Request, hidden_too, selector};
use super::extent::span::{doubt, span};
use super::outline::items::OutlineScope;
use super::outline::readings::ParsedOutline;
use super::outline::signature::Signature;
use super::payload::parse::{ExpectedDefinition, Facts};
use super::payload::problem::PayloadProblem;
use super::{LastFound, SymbolMatch, SymbolProblem, Symbols, address, outline};
use crate::ir::SymbolTarget;
use crate::lang::TooCostly;
use crate::text::Buffer;

impl Symbols {
    /// Finds the one definition that `target` names. A replacing payload helps to choose among overloads and accessors,
    /// and determines which part of the lead-in it replaces.
    ///
    /// # Errors
    /// No definition matches, several match, or the operation is impossible on the definition.
    pub fn resolve(
        &mut self,
        buffer: &Buffer,
        target: &SymbolTarget,
        purpose: Purpose<'_>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let Some(purpose) = purpose.without_payload() else {
            return self.resolve_any(buffer, target, purpose, true);
        };
        if let Some(last) = &self.last
            && last.purpose == purpose
            && last.target == *target
        {
            return Ok(last.found.clone());
        }
        let found = self.resolve_any(buffer, target, purpose, true)?;
        self.last = Some(LastFound { target: target.clone(), purpose, found: found.clone() });
        Ok(found)
    }

    /// Returns the definition that [`Self::resolve`] would find, without the search for similar names if there is none.
    pub fn look_up(
        &mut self,
        buffer: &Buffer,
        target: &SymbolTarget,
        purpose: Purpose<'_>,
    ) -> Option<SymbolMatch> {
        self.resolve_any(buffer, target, purpose, false).ok()
    }

    /// Finds the one definition that is meant, among those of the outline, and then among minor names such as fields.
    /// With `suggests`, a refusal lists similar names.
    pub(super) fn resolve_any(
        &mut self,
        buffer: &Buffer,
        target: &SymbolTarget,
        purpose: Purpose<'_>,
        suggests: bool,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let found = self.find_in_outline(buffer, target, purpose, false);
        // Fields may be meant to be inserted beside a field that has the same name as a method.
        if self.scope == OutlineScope::Definitions
            && found.as_ref().is_ok_and(|found| found.brings_values)
            && let Some(beside) = self.field_named(buffer, target, purpose, &found)
        {
            return Ok(beside);
        }
        if !self.is_settled(target, purpose, &found.as_ref().map(|_| ())) {
            return self.preferred(buffer, target, purpose, found, suggests);
        }
        if suggests { self.with_suggestions(buffer, target, purpose, found) } else { found }
    }

    /// Returns the field that has the same address as a method, if fields are inserted beside it.
    fn field_named(
        &mut self,
        buffer: &Buffer,
        target: &SymbolTarget,
        purpose: Purpose<'_>,
        found: &Result<SymbolMatch, SymbolProblem>,
    ) -> Option<SymbolMatch> {
        if purpose.insertion().is_none() {
            return self.all_names_mut(buffer)?.resolve_any(buffer, target, purpose, false).ok();
        }
        // Only a member can share its name with a field.
        let is_member = found.as_ref().is_ok_and(|found| found.identity.names.len() > 1);
        let symbol =
            target.symbol.as_ref().filter(|symbol| is_member && !symbol.contains(['@', '#', '(']))?;
        let kinds = &self.language.manifest().symbols.minor_kinds;
        let names = self.all_names_mut(buffer)?;
        let mut fields = kinds.keys().filter_map(|kind| {
            let target = SymbolTarget { symbol: Some(format!("{symbol}@{kind}")), ..target.clone() };
            names.resolve_any(buffer, &target, purpose, false).ok()
        });
        let only = fields.next();
        only.filter(|_| fields.next().is_none())
    }

    /// Finds the definition in the outline; with `suggests`, a refusal lists similar names.
    fn find_in_outline(
        &mut self,
        buffer: &Buffer,
        target: &SymbolTarget,
        purpose: Purpose<'_>,
        suggests: bool,
    ) -> Result<SymbolMatch, SymbolProblem> {
        self.with_request(buffer, target, purpose, |symbols, request, facts| {
            symbols.find(buffer, &Request { with_suggestions: suggests, ..request }, facts)
        })
    }

    /// Returns the result; if nothing was found, searches again for similar names to list.
    pub(super) fn with_suggestions(
        &mut self,
        buffer: &Buffer,
        target: &SymbolTarget,
        purpose: Purpose<'_>,
        found: Result<SymbolMatch, SymbolProblem>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let Err(SymbolProblem::NotFound { .. }) = found else { return found };
        self.find_in_outline(buffer, target, purpose, true).map_err(|problem| match problem {
            SymbolProblem::NotFound { wanted, hidden: None, other, .. }
                if other.is_empty()
                    && let Some(at) = self.unread_name(buffer, target) =>
            {
                SymbolProblem::Unread { wanted, at }
            }
            problem => problem,
        })
    }

    /// Returns the byte offset of the wanted name in text that cannot be parsed.
    fn unread_name(&self, buffer: &Buffer, target: &SymbolTarget) -> Option<usize> {
        let address = address::parse::read_target(target, &self.language.manifest().symbols).ok()?;
        let (known, name) = (self.known.as_ref()?, &address.parts.last()?.name);
        outline::hidden::in_unread(known, buffer, name)
            .or_else(|| outline::hidden::in_unpaired(&known.outline, buffer, name))
    }

    /// Parses address and payload of an operation, makes the outline, and calls `answer` with the request.
    pub(super) fn with_request<T>(
        &mut self,
        buffer: &Buffer,
        target: &SymbolTarget,
        purpose: Purpose<'_>,
        answer: impl FnOnce(&mut Self, Request<'_>, Option<&Facts>) -> Result<T, SymbolProblem>,
    ) -> Result<T, SymbolProblem> {
        let manifest = self.language.manifest();
        let address = address::parse::read_target(target, &manifest.symbols)
            .map_err(|two| SymbolProblem::Disagree { first: two.first, second: two.second })?;
        let kind = target.kind.as_deref().and_then(|kind| manifest.kinds.get(kind));
        // A payload for a minor name (field, constant, …) is parsed as that kind.
        let mut small = None;
        if self.scope == OutlineScope::AllNames {
            self.ensure_outline(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
            small = self.minor_capture(target);
        }
        let signature = address.signature.as_deref().and_then(|list| Signature::read(list, &mut self.syntax));
        let facts = purpose.replacement().map(|lines| {
            let capture = kind.map(|kind| kind.capture.as_str());
            let small = if capture.is_none() { small } else { None };
            let asked = ExpectedDefinition {
                capture: capture.or(small),
                owner: address.owner(),
                reach: self.scope,
                name: None,
            };
            let facts = self.payload.read(&mut self.syntax, lines, asked);
            let macro_kind = manifest.symbols.macro_kind.as_deref();
            match facts.as_ref() {
                // A macro name may become another kind of definition, and the other way round.
                Err(PayloadProblem::OtherKind { found })
                    if capture.is_none()
                        && macro_kind.is_some_and(|kind| small == Some(kind) || found == kind) =>
                {
                    self.payload.read(&mut self.syntax, lines, ExpectedDefinition { capture: None, ..asked })
                }
                // A name that is assigned a value may be assigned a function from now on.
                Err(PayloadProblem::OtherKind { .. }) if capture.is_none() && small.is_some() => {
                    let any = self.payload.read(
                        &mut self.syntax,
                        lines,
                        ExpectedDefinition { capture: None, ..asked },
                    );
                    let is_given = any.as_ref().as_ref().is_ok_and(|any| any.definition.is_assigned_function)
                        || self
                            .own_definition(target, signature.as_ref())
                            .is_some_and(|own| own.is_assigned_function);
                    if is_given { any } else { facts }
                }
                Ok(_) | Err(PayloadProblem::NoDefinition) if asked.capture.is_none() => {
                    self.read_as_own(buffer, (target, signature.as_ref()), lines, (asked, facts))
                }
                _ => facts,
            }
        });
        self.ensure_outline(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        let brings = facts.as_deref().and_then(|facts| facts.as_ref().ok());
        let wish = selector(target, &address, kind, signature, brings, &manifest.symbols);
        let wish = Selector {
            only_containers: wish.only_containers || purpose.member().is_some(),
            only_minor: self.scope == OutlineScope::AllNames && purpose.member().is_none(),
            ..wish
        };
        answer(
            self,
            Request { target, kind, selector: wish, purpose, with_suggestions: false },
            facts.as_deref(),
        )
    }

    /// Parses a payload again that was read as another kind than the addressed definition, or as no definition: as that
    /// kind, or as anything that can be assigned to such a name. Returns the first reading if the second one fails too.
    fn read_as_own(
        &mut self,
        buffer: &Buffer,
        (target, signature): (&SymbolTarget, Option<&Signature>),
        lines: &[String],
        (asked, facts): (ExpectedDefinition<'_>, Rc<Facts>),
    ) -> Rc<Facts> {
        if self.ensure_outline(buffer).is_err() {
            return facts;
        }
        let Some(own) = self.own_definition(target, signature) else { return facts };
        let (capture, is_given) = (own.capture, own.is_assigned_function);
        let other = match facts.as_ref() {
            Ok(brought) if brought.definition.capture != capture => {
                ExpectedDefinition { capture: Some(capture), ..asked }
            }
            Err(_) if is_given => ExpectedDefinition { reach: OutlineScope::AllNames, ..asked },
            _ => return facts,
        };
        let other = self.payload.read(&mut self.syntax, lines, other);
        if other.is_ok() { other } else { facts }
    }

    /// Finds the requested definition in the readings of the text and, if these are not sufficient, in the outline of
    /// the text itself.
    fn find(
        &mut self,
        buffer: &Buffer,
        request: &Request<'_>,
        facts: Option<&Facts>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let first = self.locate(self.outlined(self.outline(), buffer), request, facts);
        let is_hidden = self.is_in_unread_text(buffer, request, &first);
        if !is_hidden && !self.is_second_look_due(&first) {
            return first;
        }
        if !is_hidden
            && let Ok(found) = &first
            && self.was_agreed(request, found)
        {
            return first;
        }
        self.ensure_unmodified(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        let Some(plain) = self.known.as_ref().and_then(ParsedOutline::current_plain) else { return first };
        match first {
            // A branch that no reading contains may define the same name.
            Ok(found) if is_hidden => {
                let second = self.locate(self.outlined(plain, buffer), request, facts)?;
                if second.definition == found.definition {
                    Ok(found)
                } else {
                    Err(self.uncertain(found, buffer))
                }
            }
            Ok(found) => self.check_against(self.outlined(plain, buffer), request, found),
            Err(problem) => {
                let second = self.locate(self.outlined(plain, buffer), request, facts);
                match (&problem, second) {
                    // A definition of the same name elsewhere, or a part of the definition, is not what the first
                    // reading found.
                    (SymbolProblem::Uncertain { symbol, .. }, Ok(found))
                        if !symbol.range.contains(&found.declaration)
                            || found.definition.start > symbol.range.start =>
                    {
                        Err(problem)
                    }
                    // The outline of the unmodified text shows where the definition ends; the first reading has its
                    // address.
                    (SymbolProblem::Uncertain { symbol, .. }, Ok(found)) => {
                        Ok(SymbolMatch { address: symbol.address.clone(), ..found })
                    }
                    // A definition that is uncertain only in the outline of the unmodified text is reported by the
                    // reading without macros, which contains more.
                    (SymbolProblem::NotFound { .. }, Err(SymbolProblem::Uncertain { symbol, .. }))
                        if self.is_certain(buffer, symbol.declaration) =>
                    {
                        Err(problem)
                    }
                    (_, second) => second.map_err(|second| hidden_too(problem, second)),
                }
            }
        }
    }

    /// Returns whether the readings contain a definition declared at this byte offset whose end is certain.
    fn is_certain(&self, buffer: &Buffer, declaration: usize) -> bool {
        let file = self.outlined(self.outline(), buffer);
        file.outline.definitions().into_iter().any(|(id, _)| {
            let place = span(file, id);
            place.declaration == declaration && doubt(file, id, &place).is_none()
        })
    }

    /// Returns the refusal to remove a definition that is addressed only by its last name.
    pub fn last_name_only(
        &mut self,
        buffer: &Buffer,
        wanted: String,
        found: &SymbolMatch,
    ) -> Option<SymbolProblem> {
        let is_it = |symbol: &&SymbolInfo| symbol.declaration == found.declaration;
        let symbol = if found.identity.is_minor {
            self.minor_names(buffer).iter().find(is_it)?.clone()
        } else {
            self.all(buffer).iter().find(is_it)?.clone()
        };
        Some(SymbolProblem::LastNameOnly { wanted, symbol })
    }
}
