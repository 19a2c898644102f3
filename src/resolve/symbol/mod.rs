//! Finds definitions by their address.
//!
//! A [`SymbolTarget`] and a text go in; the one definition that it names comes out, or a refusal that says what there is
//! instead. [`Symbols`] keeps the outline of one document, so that a file is parsed once for all its operations.
//!
//! Invariant: two definitions that fit equally well are a refusal, never a choice.
//! Invariant: an outline that was kept across edits equals the one that a fresh parse would give.
//! Invariant: a definition at a syntax error is refused, since nobody knows where it ends.

mod address;
mod choose;
mod definition;
mod docstring;
mod dress;
mod fits;
mod import_items;
mod imports;
mod info;
mod keep;
mod members;
mod name;
mod outline;
mod parts;
mod payload;
mod problem;
mod readings;
mod replacement;
mod request;
mod room;
mod search;
mod signature;
mod site;
mod span;
#[cfg(test)]
mod tests;
mod unite;

use std::ops::Range;

use crate::ir::SymbolTarget;
use crate::lang::{Language, Syntax, TooCostly};
use crate::text::{Buffer, EditSet};

use choose::{Choice, Wish, choose};
use info::{address_of, describe};
use outline::{FILE, ItemId, Outline};
use payload::{PayloadFacts, read_payload};
use readings::{Known, read, read_plainly};
use request::{Request, hidden_too, wish};
use signature::Signature;
use span::{Span, doubt, span};

pub use imports::ImportPlace;
pub use info::SymbolInfo;
pub use parts::{Part, PartPlace};
pub use payload::PayloadProblem;
pub use problem::SymbolProblem;
pub use replacement::Kept;
pub use request::Purpose;
pub use room::{Rest, Room, RoomPlace};
pub use site::Site;

/// The definitions of one document, kept across edits.
pub struct Symbols {
    language: &'static Language,
    syntax: Syntax,
    known: Option<Known>,
    listed: Option<Vec<SymbolInfo>>,
}

impl std::fmt::Debug for Symbols {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Symbols").field("language", &self.language.manifest().name).finish_non_exhaustive()
    }
}

/// The definition that an address names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolMatch {
    /// An address that selects it and nothing else.
    pub address: String,
    /// Its kind, as an operation's name ends.
    pub kind: String,
    /// The bytes that the payload takes the place of; the whole definition where there is no payload.
    pub range: Range<usize>,
    /// The whole definition, with decorators and the comments that document it.
    pub definition: Range<usize>,
    /// The byte of the declaration itself: its line gives the base indentation.
    pub declaration: usize,
    /// Lines within `range` that the payload does not bring but that stay.
    pub kept: Option<Kept>,
    /// What stands around it, where the operation puts something beside it or takes it out.
    pub site: Option<Site>,
    /// The part that gives way, where the operation replaces one.
    pub part: Option<Part>,
    /// Where it has room for another member, where the operation brings one.
    pub room: Option<Room>,
    /// What stayed as it was meant to.
    pub notes: Vec<String>,
    /// What may not be meant.
    pub doubts: Vec<String>,
}

impl SymbolMatch {
    /// The payload with the lines of the file that stay put in where they belong, before it is indented.
    #[must_use]
    pub fn payload(&self, lines: &[String]) -> Vec<String> {
        let Some(kept) = &self.kept else { return lines.to_vec() };
        let at = kept.before.min(lines.len());
        lines[..at].iter().chain(&kept.lines).chain(&lines[at..]).cloned().collect()
    }
}

impl Symbols {
    /// The definitions of a document in `language`; nothing is parsed before it is needed.
    #[must_use]
    pub fn new(language: &'static Language) -> Self {
        Self { language, syntax: Syntax::new(language), known: None, listed: None }
    }

    /// The language of the document.
    #[must_use]
    pub const fn language(&self) -> &'static Language {
        self.language
    }

    /// The one definition that `target` names. A payload that replaces it helps to choose among overloads and accessors,
    /// and decides what of the lead-in it takes the place of.
    ///
    /// # Errors
    /// There is none, there are several, or what is to be done with it cannot be done.
    pub fn resolve(
        &mut self,
        buffer: &Buffer,
        target: &SymbolTarget,
        purpose: Purpose<'_>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let manifest = self.language.manifest();
        let address = address::read_target(target, &manifest.symbols)
            .map_err(|two| SymbolProblem::Disagree { first: two.first, second: two.second })?;
        let kind = target.kind.as_deref().and_then(|kind| manifest.kinds.get(kind));
        let facts = purpose.replacement().map(|lines| {
            let capture = kind.map(|kind| kind.capture.as_str());
            read_payload(self.language, &mut self.syntax, lines, capture)
        });
        let signature = address
            .signature
            .as_deref()
            .and_then(|list| Signature::read(list, self.language, &mut self.syntax));
        self.ensure_outline(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        let brings = facts.as_ref().and_then(|facts| facts.as_ref().ok());
        let wish = wish(target, &address, kind, signature, brings, &manifest.symbols);
        let wish = Wish { only_containers: wish.only_containers || purpose.member().is_some(), ..wish };
        let request = Request { target, kind, wish, purpose };
        let first = self.locate(self.outline(), buffer, &request, facts.as_ref());
        let is_hidden = self.is_in_unread_text(buffer, &request);
        if !is_hidden && !self.is_second_look_due(&first) {
            return first;
        }
        self.ensure_plain(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        let Some(plain) = self.known.as_ref().and_then(|known| known.plain.as_ref()) else { return first };
        match first {
            // A branch that is in no reading may define the same.
            Ok(_) if is_hidden => self.locate(plain, buffer, &request, facts.as_ref()),
            Ok(found) => self.check_against(plain, buffer, &request, found),
            Err(problem) => {
                let second = self.locate(plain, buffer, &request, facts.as_ref());
                second.map_err(|second| hidden_too(problem, second))
            }
        }
    }

    /// The place of what is meant, by one way to read the text.
    fn locate(
        &self,
        outline: &Outline,
        buffer: &Buffer,
        request: &Request<'_>,
        facts: Option<&Result<PayloadFacts, PayloadProblem>>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        if let Some((at, payload)) = request.purpose.member() {
            return self.member_place(outline, buffer, request, at, payload);
        }
        let id = self.choose_one(outline, buffer, request, facts)?;
        let facts = facts.map(Result::as_ref).transpose();
        let facts = facts.map_err(|problem| request.mismatch(problem.clone()))?;
        self.matched(outline, buffer, request, id, facts)
    }

    /// Whether the name stands in text that no reading shows.
    fn is_in_unread_text(&self, buffer: &Buffer, request: &Request<'_>) -> bool {
        let unread = self.known.as_ref().map_or(&[][..], |known| &known.unread);
        let name = request.wish.address.parts.last().map_or("", |part| part.name.as_str());
        unread.iter().any(|range| {
            memchr::memmem::find(buffer.slice(range.clone()).as_bytes(), name.as_bytes()).is_some()
        })
    }

    /// Whether the text itself may know better than what was read with macros and branches taken out.
    fn is_second_look_due(&self, first: &Result<SymbolMatch, SymbolProblem>) -> bool {
        let Some(macros) = self.known.as_ref().and_then(|known| known.outline.macros.as_ref()) else {
            return false;
        };
        match first {
            Ok(found) => {
                let from = macros.partition_point(|one| one.end <= found.definition.start);
                macros.get(from).is_some_and(|one| one.start < found.definition.end)
            }
            Err(SymbolProblem::NotFound { .. } | SymbolProblem::Uncertain { .. }) => true,
            Err(_) => false,
        }
    }

    /// "Where they disagree, the one whose tree is clean around the symbol decides, and where both are, refuse."
    fn check_against(
        &self,
        plain: &Outline,
        buffer: &Buffer,
        request: &Request<'_>,
        found: SymbolMatch,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let manifest = self.language.manifest();
        let name = request.wish.address.parts.last().map_or("", |part| part.name.as_str());
        let line = buffer.line_of(found.declaration);
        let other = plain.named(name).into_iter().find(|id| {
            let place = span(plain, *id, buffer, manifest);
            let is_of_kind = request.kind.is_none_or(|kind| {
                plain.definition(*id).is_some_and(|definition| definition.capture == kind.capture)
            });
            is_of_kind
                && buffer.line_of(place.declaration) == line
                && place.end != found.definition.end
                && doubt(plain, *id, &place, buffer, manifest).is_none()
        });
        match other.and_then(|id| describe(plain, &[id], buffer, manifest).pop()) {
            Some(symbol) => Err(SymbolProblem::Uncertain { error: symbol.range.start, symbol }),
            None => Ok(found),
        }
    }

    /// The one item that is meant. What the payload is comes into it, but a name that does not exist is told first.
    fn choose_one(
        &self,
        outline: &Outline,
        buffer: &Buffer,
        request: &Request<'_>,
        facts: Option<&Result<PayloadFacts, PayloadProblem>>,
    ) -> Result<ItemId, SymbolProblem> {
        let manifest = self.language.manifest();
        match choose(outline, &manifest.symbols, &request.wish) {
            Choice::One(id) => Ok(id),
            Choice::None { other_variants } => Err(search::not_found(
                outline,
                buffer,
                manifest,
                &request.wish,
                request.wanted(),
                &other_variants,
            )),
            Choice::Several(_) if let Some(Err(problem)) = facts => Err(request.mismatch(problem.clone())),
            Choice::Several(ids) => Err(SymbolProblem::Ambiguous {
                wanted: request.wanted(),
                candidates: describe(outline, &ids, buffer, manifest),
            }),
        }
    }

    /// Measures the chosen definition, and refuses what cannot be replaced safely.
    fn matched(
        &self,
        outline: &Outline,
        buffer: &Buffer,
        request: &Request<'_>,
        id: ItemId,
        facts: Option<&PayloadFacts>,
    ) -> Result<SymbolMatch, SymbolProblem> {
        let manifest = self.language.manifest();
        let place = span(outline, id, buffer, manifest);
        let info = || describe(outline, &[id], buffer, manifest).pop();
        if let Some(error) = doubt(outline, id, &place, buffer, manifest)
            && let Some(symbol) = info()
        {
            return Err(SymbolProblem::Uncertain { symbol, error });
        }
        if outline.definition(id).is_some_and(|found| found.is_shared)
            && let Some(symbol) = info()
        {
            return Err(SymbolProblem::Shared { symbol });
        }
        self.check_expectation(outline, buffer, request.target, id, &place)?;
        if let Some(facts) = facts {
            replacement::check(outline, id, facts, &request.wish, manifest).map_err(
                |problem| match info() {
                    // Where the operation names no kind, the definition's own is wanted.
                    Some(symbol) if request.kind.is_none() => request.mismatch_of_kind(&symbol.kind, problem),
                    _ => request.mismatch(problem),
                },
            )?;
        }
        if let Some(payload) = request.purpose.insertion() {
            fits::check(outline, outline.item(id).parent, buffer, self.language, payload)
                .map_err(|problem| request.mismatch(problem))?;
        }
        let mut found = SymbolMatch {
            address: address_of(outline, id, manifest),
            kind: request.target.kind.clone().unwrap_or_default(),
            range: place.whole(),
            definition: place.whole(),
            declaration: place.declaration,
            kept: None,
            site: None,
            room: None,
            part: None,
            notes: Vec::new(),
            doubts: Vec::new(),
        };
        if let Some((part, payload)) = request.purpose.part() {
            self.find_part(&mut found, outline, buffer, request, id, &place, part, payload)?;
        }
        if request.purpose.needs_site() {
            found.site = Some(site::site(outline, id, &place, buffer, manifest));
        }
        if let (Purpose::Delete, Some(unit)) = (request.purpose, place.macro_above())
            && let Some(symbol) = info()
        {
            return Err(SymbolProblem::MacroAbove { symbol, range: unit.range.clone() });
        }
        if let Some(facts) = facts {
            replacement::fit(&mut found, &place, facts, request.target.decorators, buffer);
            found.doubts.extend(replacement::name_note(outline, id, facts, manifest));
        }
        Ok(found)
    }

    /// "If the definition is another by now: refuse."
    fn check_expectation(
        &self,
        outline: &Outline,
        buffer: &Buffer,
        target: &SymbolTarget,
        id: ItemId,
        place: &Span,
    ) -> Result<(), SymbolProblem> {
        let Some(expect) = &target.expect else { return Ok(()) };
        if replacement::is_expected(&expect.lines, place, buffer) {
            return Ok(());
        }
        let symbol = describe(outline, &[id], buffer, self.language.manifest()).pop();
        symbol.map_or(Ok(()), |symbol| {
            Err(SymbolProblem::ChangedDefinition {
                current: info::lines_of(buffer, symbol.range.clone()),
                symbol,
                expected: expect.lines.clone(),
            })
        })
    }

    /// Must be told of each set of edits before the buffer is changed.
    ///
    /// The outline is carried over where that is certain to give what a fresh parse would; else it is dropped.
    pub fn will_change(&mut self, buffer: &Buffer, edits: &EditSet) {
        if edits.is_empty() {
            return;
        }
        self.listed = None;
        self.known = self
            .known
            .take()
            .filter(|known| known.is_plain && !known.outline.has_error && !known.outline.is_cut_off)
            .and_then(|mut known| {
                keep::keep(&mut known.outline, self.language, &mut self.syntax, buffer, edits)
                    .then_some(known)
            });
    }

    /// Whether the text is known, without another parse, to hold no syntax error: it had none when it was parsed, and
    /// every edit since was seen to bring none.
    #[must_use]
    pub fn is_known_clean(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.is_plain && !known.outline.has_error)
    }

    /// Every definition that an address can name, in file order; none if the file cannot be parsed.
    pub fn all(&mut self, buffer: &Buffer) -> &[SymbolInfo] {
        if self.listed.is_none() {
            let listed = match self.ensure_outline(buffer) {
                Ok(()) => {
                    let ids: Vec<ItemId> =
                        self.outline().definitions().into_iter().map(|(id, _)| id).collect();
                    describe(self.outline(), &ids, buffer, self.language.manifest())
                }
                Err(TooCostly) => Vec::new(),
            };
            self.listed = Some(listed);
        }
        self.listed.as_deref().unwrap_or_default()
    }

    /// The address of the innermost definition that holds a line (from 0).
    pub fn enclosing(&mut self, buffer: &Buffer, line: usize) -> Option<String> {
        self.ensure_outline(buffer).ok()?;
        let outline = self.outline();
        let lines = buffer.line_range(line);
        let mut at = FILE;
        let mut found = None;
        loop {
            let children = &outline.item(at).children;
            let behind = children.partition_point(|child| outline.item(*child).range.start <= lines.end);
            let inner =
                children[..behind].last().filter(|child| outline.item(**child).range.end > lines.start);
            let Some(inner) = inner else { break };
            at = *inner;
            found = if outline.definition(at).is_some() { Some(at) } else { found };
        }
        found.map(|id| address_of(outline, id, self.language.manifest()))
    }

    fn outline(&self) -> &Outline {
        &self.known.as_ref().expect("every path here made the outline first").outline
    }

    fn ensure_outline(&mut self, buffer: &Buffer) -> Result<(), TooCostly> {
        if self.known.is_none() {
            let text = buffer.slice(0..buffer.len());
            self.known = Some(read(self.language, &mut self.syntax, &text)?);
        }
        Ok(())
    }

    /// Makes the outline of the text itself, beside the one of its readings.
    fn ensure_plain(&mut self, buffer: &Buffer) -> Result<(), TooCostly> {
        if let Some(known) = self.known.as_mut().filter(|known| known.plain.is_none()) {
            let text = buffer.slice(0..buffer.len());
            known.plain = Some(read_plainly(self.language, &mut self.syntax, &text)?.outline);
        }
        Ok(())
    }
}
