//! Resolves an address, perhaps with the help of a payload, to one definition or a refusal.

use std::rc::Rc;

use super::address::choose::Selector;
use super::address::info::SymbolInfo;
use super::address::request::{Inquiry, Purpose, Request, hidden_too};
use super::extent::span::{doubt, span};
use super::outline::definition::Definition;
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
        let asked = Inquiry { buffer, target, purpose, suggests: true };
        let Some(purpose) = purpose.without_payload() else { return self.resolve_any(asked) };
        if let Some(last) = &self.last
            && last.purpose == purpose
            && last.target == *target
        {
            return Ok(last.found.clone());
        }
        let found = self.resolve_any(asked)?;
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
        self.resolve_any(Inquiry { buffer, target, purpose, suggests: false }).ok()
    }

    /// Finds the one definition that is meant, among those of the outline, and then among minor names such as fields.
    pub(super) fn resolve_any(&mut self, asked: Inquiry<'_>) -> Result<SymbolMatch, SymbolProblem> {
        let found = self.find_in_outline(asked.without_suggestions());
        // Fields may be meant to be inserted beside a field that has the same name as a method.
        if self.scope == OutlineScope::Definitions
            && found.as_ref().is_ok_and(|found| found.brings_values)
            && let Some(beside) = self.field_named(asked, &found)
        {
            return Ok(beside);
        }
        if !self.is_settled(asked, found.as_ref().err()) {
            return self.preferred(asked, found);
        }
        self.with_suggestions(asked, found)
    }

    /// Returns the field that has the same address as a method, if fields are inserted beside it.
    fn field_named(
        &mut self,
        asked: Inquiry<'_>,
        found: &Result<SymbolMatch, SymbolProblem>,
    ) -> Option<SymbolMatch> {
        let asked = asked.without_suggestions();
        if asked.purpose.insertion().is_none() {
            return self.all_names_mut(asked.buffer)?.resolve_any(asked).ok();
        }
        // Only a member can share its name with a field.
        let is_member = found.as_ref().is_ok_and(|found| found.identity.names.len() > 1);
        let symbol =
            asked.target.symbol.as_ref().filter(|symbol| is_member && !symbol.contains(['@', '#', '(']))?;
        let kinds = &self.language.manifest().symbols.minor_kinds;
        let names = self.all_names_mut(asked.buffer)?;
        let mut fields = kinds.keys().filter_map(|kind| {
            let target = SymbolTarget { symbol: Some(format!("{symbol}@{kind}")), ..asked.target.clone() };
            names.resolve_any(Inquiry { target: &target, ..asked }).ok()
        });
        let only = fields.next();
        only.filter(|_| fields.next().is_none())
    }

    /// Finds the definition in the outline.
    fn find_in_outline(&mut self, asked: Inquiry<'_>) -> Result<SymbolMatch, SymbolProblem> {
        self.with_request(asked, |symbols, request| symbols.find(asked.buffer, &request))
    }

    /// Returns the result; if nothing was found, searches again for similar names to list, if they are asked for.
    pub(super) fn with_suggestions(
        &mut self,
        asked: Inquiry<'_>,
        found: Result<SymbolMatch, SymbolProblem>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let Err(SymbolProblem::NotFound { .. }) = found else { return found };
        if !asked.suggests {
            return found;
        }
        self.find_in_outline(asked).map_err(|problem| match problem {
            SymbolProblem::NotFound { wanted, hidden: None, other, .. }
                if other.is_empty()
                    && let Some(at) = self.unread_name(asked.buffer, asked.target) =>
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
        asked: Inquiry<'_>,
        answer: impl FnOnce(&mut Self, Request<'_>) -> Result<T, SymbolProblem>,
    ) -> Result<T, SymbolProblem> {
        let Inquiry { buffer, target, purpose, suggests } = asked;
        let manifest = self.language.manifest();
        let address = address::parse::read_target(target, &manifest.symbols)
            .map_err(|two| SymbolProblem::Disagree { first: two.first, second: two.second })?;
        let kind = target.kind.as_deref().and_then(|kind| manifest.kinds.get(kind));
        if self.scope == OutlineScope::AllNames {
            self.ensure_outline(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        }
        let signature = address.signature.as_deref().and_then(|list| Signature::read(list, &mut self.syntax));
        let facts = purpose.replacement().map(|lines| {
            let expected = ExpectedDefinition {
                capture: kind.map(|kind| kind.capture.as_str()),
                owner: address.owner(),
                reach: self.scope,
                name: None,
            };
            self.read_payload(asked, lines, signature.as_ref(), expected)
        });
        self.ensure_outline(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        let facts = facts.as_deref();
        let brought = facts.and_then(|facts| facts.as_ref().ok());
        let wish = Selector::of_target(target, &address, &manifest.symbols);
        let wish = Selector {
            kind,
            signature,
            only_containers: wish.only_containers || purpose.member().is_some(),
            needs_trait: wish.names_block && purpose == Purpose::Delete,
            only_minor: self.scope == OutlineScope::AllNames && purpose.member().is_none(),
            ..brought.map_or(wish.clone(), |brought| wish.with_payload(brought))
        };
        answer(self, Request { target, kind, selector: wish, purpose, facts, with_suggestions: suggests })
    }

    /// Parses a payload that replaces a definition, and again as another kind where that is what it may become.
    fn read_payload(
        &mut self,
        asked: Inquiry<'_>,
        lines: &[String],
        signature: Option<&Signature>,
        of_kind: ExpectedDefinition<'_>,
    ) -> Rc<Facts> {
        let names_kind = of_kind.capture.is_some();
        // A payload for a minor name (field, constant, …) is parsed as that kind.
        let is_minor = self.scope == OutlineScope::AllNames && !names_kind;
        let small = if is_minor { self.minor_capture(asked.target) } else { None };
        let expected = ExpectedDefinition { capture: of_kind.capture.or(small), ..of_kind };
        let of_any_kind = ExpectedDefinition { capture: None, ..of_kind };
        let facts = self.payload.read(&mut self.syntax, lines, expected);
        let macro_kind = self.language.manifest().symbols.macro_kind.as_deref();
        match facts.as_ref() {
            // A macro name may become another kind of definition, and the other way round.
            Err(PayloadProblem::OtherKind { found })
                if !names_kind && macro_kind.is_some_and(|kind| small == Some(kind) || found == kind) =>
            {
                self.payload.read(&mut self.syntax, lines, of_any_kind)
            }
            // A name that is assigned a value may be assigned a function from now on.
            Err(PayloadProblem::OtherKind { .. }) if small.is_some() => {
                let any = self.payload.read(&mut self.syntax, lines, of_any_kind);
                let is_given = any.as_ref().as_ref().is_ok_and(|any| any.definition.is_assigned_function)
                    || self
                        .own_definition(asked.target, signature)
                        .is_some_and(|own| own.is_assigned_function);
                if is_given { any } else { facts }
            }
            Ok(_) | Err(PayloadProblem::NoDefinition) if expected.capture.is_none() => {
                if self.ensure_outline(asked.buffer).is_err() {
                    return facts;
                }
                let own = self.own_definition(asked.target, signature);
                match own.and_then(|own| as_own(&facts, own, expected)) {
                    Some(as_own) => {
                        let other = self.payload.read(&mut self.syntax, lines, as_own);
                        if other.is_ok() { other } else { facts }
                    }
                    None => facts,
                }
            }
            _ => facts,
        }
    }

    /// Finds the requested definition in the readings of the text and, if these are not sufficient, in the outline of
    /// the text itself.
    fn find(&mut self, buffer: &Buffer, request: &Request<'_>) -> Result<SymbolMatch, SymbolProblem> {
        let first = self.locate(self.outlined(self.outline(), buffer), request);
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
                let second = self.locate(self.outlined(plain, buffer), request)?;
                if second.definition == found.definition {
                    Ok(found)
                } else {
                    Err(self.uncertain(found, buffer))
                }
            }
            Ok(found) => self.check_against(self.outlined(plain, buffer), request, found),
            Err(problem) => {
                let second = self.locate(self.outlined(plain, buffer), request);
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

/// Returns how to parse a payload again that was read as another kind than the addressed definition, or as no definition:
/// as that kind, or as anything that can be assigned to such a name. `None` if the first reading counts.
fn as_own<'a>(
    facts: &Facts,
    own: &Definition,
    expected: ExpectedDefinition<'a>,
) -> Option<ExpectedDefinition<'a>> {
    match facts {
        Ok(brought) if brought.definition.capture != own.capture => {
            Some(ExpectedDefinition { capture: Some(own.capture), ..expected })
        }
        Err(_) if own.is_assigned_function => {
            Some(ExpectedDefinition { reach: OutlineScope::AllNames, ..expected })
        }
        _ => None,
    }
}
