//! Finds definitions by their address.
//!
//! From a [`SymbolTarget`] and a text, returns the one definition that the target names, or a refusal that lists what
//! exists instead. [`Symbols`] keeps the outline of one document, so that a file is parsed once for all its operations.
//!
//! Invariant: two definitions that match equally well are a refusal, never a choice.
//!
//! Invariant: an outline that was kept across edits equals the one that a fresh parse would give.
//!
//! Invariant: a definition at a syntax error is refused, since its end cannot be determined.

mod address;
mod arrivals;
mod extent;
mod imports;
mod locate;
mod members;
mod moving;
mod outline;
mod part;
mod payload;
mod problem;
mod second_look;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use crate::ir::SymbolTarget;
use crate::lang::{Branches, Language, Macros, Role, Syntax, TooCostly};
use crate::text::{Buffer, EditSet};

use address::choose::Selector;
use address::format::address_of;
use address::info::{describe, with_sets};
use address::request::{Request, hidden_too, selector};
use extent::span::{doubt, span};
use outline::incremental::update_outline;
use outline::items::{FILE, ItemId, Outline, OutlineScope};
use outline::outlined::Outlined;
use outline::readings::{ParsedOutline, UnmodifiedOutline, parse_unmodified, read};
use payload::parse::{ExpectedDefinition, Facts, PayloadCache};

pub use address::calls::CallChange;
pub use address::identity::Identity;
pub use address::info::{SymbolInfo, is_hash};
pub use address::request::{Purpose, Side};
pub use address::suggestions::Suggestion;
pub use extent::banner::banner_end;
pub use extent::comment::is_about_section;
pub use extent::file_header::is_licence;
pub use extent::leading::LeadingSeparator;
pub use extent::sibling_context::{SiblingContext, Terminator, comment_lines_below};
pub use imports::changes::{
    comments_of_names_at, copy_without_names, names_with_comments, without_names, without_names_at,
};
pub use imports::file::ImportEdits;
pub use imports::file::ImportsAround;
pub use imports::list_edits::wrapped;
pub use imports::list_layout::in_order;
pub use imports::order::kept_in_order;
pub use members::member_slot::{MemberSlot, SlotPlace, TextAfter};
pub use members::sections::PayloadLabels;
pub use moving::arriving::Appended;
pub use moving::move_check::{EnclosingScope, InnerFunction, MoveConflict, MoveResult, MovedDefinition};
pub(super) use moving::namespace_layers::scope_macros;
pub use moving::namespace_layers::{NamespaceLayers, UnrepeatableReason};
pub use outline::hidden::HiddenName;
pub use outline::joins::joined_line;
pub(super) use outline::readings::macro_lines;
pub(super) use outline::signature::Signature;
pub use part::body_heads::heads_end;
pub use part::parts::{Part, PartPlace};
pub use part::replacement::{KeptLines, KeywordChange};
pub use payload::problem::PayloadProblem;
pub use problem::{OTHER_PLACE, SymbolProblem, difference, tell_field};

/// The definitions of one document, kept across edits.
pub struct Symbols {
    language: &'static Language,
    syntax: Syntax,
    known: Option<ParsedOutline>,
    /// Whether the text was changed by edits across which the outline was not kept.
    is_edited: bool,
    listed: Option<Vec<SymbolInfo>>,
    /// The conditional branches, computed on first use; `None` if the language has none, or a directive is not closed.
    branches: OnceCell<Option<Branches>>,
    /// Which items the outline contains.
    scope: OutlineScope,
    /// The payload that was parsed last, by this value or by a snapshot of it.
    payload: Rc<PayloadCache>,
    /// The symbols of the same document with [`OutlineScope::AllNames`], made on first use; `None` if that outline
    /// cannot be parsed.
    all_names: OnceCell<Option<Box<Symbols>>>,
    /// The last result for a purpose without a payload: the steps of an operation ask for the same definition.
    last: Option<LastFound>,
}

/// A definition that was found, with the target and purpose that were asked for.
struct LastFound {
    target: SymbolTarget,
    purpose: Purpose<'static>,
    found: SymbolMatch,
}

impl std::fmt::Debug for Symbols {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Symbols").field("language", &self.language.manifest().name).finish_non_exhaustive()
    }
}

/// The definitions of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing<'s> {
    /// The definitions, in file order.
    pub symbols: &'s [SymbolInfo],
    /// The lines (from 0) that cannot be parsed and may contain definitions, in file order.
    pub unread: Vec<Range<usize>>,
}

/// The definition that an address names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolMatch {
    /// An address that selects this definition and nothing else.
    pub address: String,
    /// Identifies the definition in another state of the text.
    pub identity: Identity,
    /// Its kind, which an address can give to distinguish it from namesakes.
    pub kind: &'static str,
    /// The bytes that the payload replaces; the whole definition if there is no payload.
    pub range: Range<usize>,
    /// The whole definition, with decorators and its doc comments.
    pub definition: Range<usize>,
    /// The definition with decorators, without doc comments: the bytes that its hash covers.
    pub decorated: Range<usize>,
    /// The byte offset of the declaration itself: the indentation of its line is the base indentation.
    pub declaration: usize,
    /// Lines within `range` that are kept although the payload does not contain them, in file order.
    pub kept: Vec<KeptLines>,
    /// Statement keywords that have to be added to the payload or removed from it to match its place.
    pub keyword_changes: Vec<KeywordChange>,
    /// What the code of the payload must end with at its place.
    pub required_end: Option<String>,
    /// The surroundings of the definition, if the operation inserts beside it or removes it.
    pub site: Option<SiblingContext>,
    /// The part that is replaced, if the operation replaces one.
    pub part: Option<Part>,
    /// The lines of the documentation, if the operation adds lines to it that it already ends with.
    pub present_doc_lines: Option<std::ops::Range<usize>>,
    /// Whether the new heading has the name and parameters of the old one.
    pub keeps_parameters: bool,
    /// The parameters before and after, if they determine which calls remain valid.
    pub calls: Option<CallChange>,
    /// Whether it contains members, such as a class, and lines are inserted at the start or end of its body.
    pub holds_members: bool,
    /// Where another member is inserted into it, if the operation adds one.
    pub member_slot: Option<MemberSlot>,
    /// The members in a payload that repeats the heading of their class.
    pub inner_members: Option<Vec<String>>,
    /// The labels of sections (such as `public:`) that a payload adds to it.
    pub section_labels: Option<PayloadLabels>,
    /// For each definition in the payload, the existing definition with the same name and signature.
    pub existing_namesakes: Vec<Option<SymbolInfo>>,
    /// Whether everything that is inserted beside a member is a plain value, such as a field.
    pub brings_values: bool,
    /// Whether the address is only the last name of a nested definition.
    pub by_last_name: bool,
    /// Whether the address contains the full name.
    pub is_whole: bool,
    /// The name in the payload, if it differs from the current one.
    pub new_name: Option<String>,
    /// Notes for the user, such as on lines that were kept.
    pub notes: Vec<String>,
    /// Warnings about what may be unintended.
    pub warnings: Vec<String>,
    /// What changes in the members below if a member is inserted or removed here, such as implicit values.
    pub value_changes: Option<String>,
}

impl SymbolMatch {
    /// Returns a match for a range of which nothing else is known.
    fn empty(definition: Range<usize>, declaration: usize) -> Self {
        Self {
            identity: Identity::default(),
            address: String::new(),
            kind: "",
            range: definition.clone(),
            decorated: definition.clone(),
            definition,
            declaration,
            kept: Vec::new(),
            keyword_changes: Vec::new(),
            required_end: None,
            site: None,
            part: None,
            present_doc_lines: None,
            keeps_parameters: false,
            calls: None,
            holds_members: false,
            existing_namesakes: Vec::new(),
            brings_values: false,
            by_last_name: false,
            is_whole: false,
            new_name: None,
            member_slot: None,
            section_labels: None,
            inner_members: None,
            notes: Vec::new(),
            warnings: Vec::new(),
            value_changes: None,
        }
    }

    /// Returns the payload with the changes of `keyword_changes` made.
    #[must_use]
    pub fn with_keyword_changes(&self, lines: &[String]) -> Vec<String> {
        let mut lines = lines.to_vec();
        self.keyword_changes.iter().for_each(|opening| opening.change(&mut lines));
        lines
    }

    /// Returns the payload, already indented, with the kept lines of the file inserted into it.
    #[must_use]
    pub fn with_kept(&self, mut lines: Vec<String>) -> Vec<String> {
        let mut kept: Vec<&KeptLines> = self.kept.iter().collect();
        kept.sort_by_key(|kept| kept.before);
        for kept in kept.into_iter().rev() {
            let at = kept.before.min(lines.len());
            lines.splice(at..at, kept.lines.iter().cloned());
        }
        lines
    }

    /// Returns the replaced lines of the file without the ones that are kept.
    #[must_use]
    pub fn lines_without_kept(&self, lines: Vec<String>) -> Vec<String> {
        let mut stay = self.kept.iter().flat_map(|kept| &kept.lines).peekable();
        lines.into_iter().filter(|line| stay.next_if(|kept| *kept == line).is_none()).collect()
    }
}

impl Symbols {
    /// Creates the symbols of a document in `language`; nothing is parsed before it is needed.
    #[must_use]
    pub fn new(language: &'static Language) -> Self {
        Self::with_macros(language, Macros::default())
    }

    /// Creates the symbols of a document in which the given words are macros.
    #[must_use]
    pub fn with_macros(language: &'static Language, macros: Macros) -> Self {
        Self {
            language,
            syntax: Syntax::with_macros(language, macros),
            known: None,
            is_edited: false,
            listed: None,
            branches: OnceCell::new(),
            scope: OutlineScope::Definitions,
            payload: Rc::default(),
            all_names: OnceCell::new(),
            last: None,
        }
    }

    /// Returns the language of the document.
    #[must_use]
    pub const fn language(&self) -> &'static Language {
        self.language
    }

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
    fn resolve_any(
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
    fn with_suggestions(
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
        outline::hidden::in_unread(self.known.as_ref()?, buffer, &address.parts.last()?.name)
    }

    /// Parses address and payload of an operation, makes the outline, and calls `answer` with the request.
    fn with_request<T>(
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

    /// Updates the outline for a set of edits; must be called before the buffer is changed.
    ///
    /// The outline is carried over if that is certain to give what a fresh parse would; otherwise it is dropped.
    pub fn will_change(&mut self, buffer: &Buffer, edits: &EditSet) {
        if edits.is_empty() {
            return;
        }
        self.listed = None;
        self.last = None;
        if let Some(Some(names)) = self.all_names.get_mut() {
            names.will_change(buffer, edits);
        }
        if self.all_names.get().is_some_and(|names| names.as_ref().is_none_or(|names| names.known.is_none()))
        {
            self.all_names = OnceCell::new();
        }
        let known = self.known.take();
        self.known = known.and_then(|known| update_outline(known, &mut self.syntax, buffer, edits));
        // If the outline is kept, the conditional text around the edits is unchanged too.
        let branches = self.branches.take().flatten().filter(|_| self.known.is_some());
        let carried =
            branches.and_then(|branches| branches.moved_by_edits(self.language.manifest(), buffer, edits));
        self.branches = carried.map_or_else(OnceCell::new, |branches| OnceCell::from(Some(branches)));
        self.is_edited |= self.known.is_none();
    }

    /// Notes that the text is an edited one, not that of a file in the tree.
    pub const fn is_of_edited_text(&mut self) {
        self.is_edited = true;
    }

    /// Returns whether the text is known, without another parse, to contain no syntax error that it did not contain
    /// before the patch: it had none when it was parsed, and every edit since was found to add none.
    #[must_use]
    pub fn has_no_new_error(&self) -> bool {
        self.known.as_ref().is_some_and(|known| {
            known.is_unmodified && !known.outline.has_error && !(known.is_bodiless && self.is_edited)
        })
    }

    /// Whether a file has nothing but imports and comments, and what it has in common with those beside it.
    pub fn has_imports_only(&mut self, buffer: &Buffer) -> bool {
        let headers =
            self.language().manifest().imports.as_ref().map_or(&[][..], |rules| &rules.common_header);
        let is_idle = |outline: &Outline, id: &ItemId| {
            let item = outline.item(*id);
            let begins = || buffer.slice(item.range.clone());
            let is_header = || headers.iter().any(|start| begins().starts_with(start.as_str()));
            item.definition.is_none() && (matches!(item.role, Role::Import | Role::Comment) || is_header())
        };
        self.ensure_outline(buffer).is_ok() && {
            let outline = self.outline();
            outline.children(FILE).iter().all(|id| is_idle(outline, id))
        }
    }

    /// Returns every definition that an address can name, in file order; none if the file cannot be parsed.
    pub fn all(&mut self, buffer: &Buffer) -> &[SymbolInfo] {
        if self.listed.is_none() {
            let listed = match self.ensure_outline(buffer) {
                Ok(()) => {
                    let ids: Vec<ItemId> =
                        self.outline().definitions().into_iter().map(|(id, _)| id).collect();
                    let listed = describe(self.outlined(self.outline(), buffer), &ids);
                    with_sets(self.outlined(self.outline(), buffer), &ids, listed)
                }
                Err(TooCostly) => Vec::new(),
            };
            self.listed = Some(listed);
        }
        self.listed.as_deref().unwrap_or_default()
    }

    /// Returns every definition that an address can name, and the lines (from 0) that cannot be parsed and may contain
    /// more.
    ///
    /// # Errors
    /// The file is too costly to parse, or none of its definitions can be read although it seems to have some or most
    /// of it cannot be parsed.
    pub fn listing(&mut self, buffer: &Buffer) -> Result<Listing<'_>, SymbolProblem> {
        self.ensure_outline(buffer).map_err(|TooCostly| SymbolProblem::TooCostly)?;
        let unread = self.unread_lines(buffer);
        let mostly =
            self.known.as_ref().and_then(|known| outline::hidden::mostly_unread(known, buffer.len()));
        let mostly = mostly.map(|range| buffer.lines_of(&range));
        let symbols = self.all(buffer);
        let broken = match (unread.first(), unread.last()) {
            (Some(first), Some(last)) => Some(first.start..last.end),
            _ => mostly,
        };
        match broken.filter(|_| symbols.is_empty()) {
            Some(lines) => {
                Err(SymbolProblem::Unreadable { lines: (lines.start, lines.end.saturating_sub(1)) })
            }
            None => Ok(Listing { symbols, unread }),
        }
    }

    /// Returns the lines that could not be parsed and may contain definitions.
    fn unread_lines(&self, buffer: &Buffer) -> Vec<Range<usize>> {
        let Some(known) = &self.known else { return Vec::new() };
        outline::hidden::unread(known)
            .into_iter()
            .filter(|range| {
                outline::hidden::may_define(&buffer.slice(range.clone()), self.language.manifest())
            })
            .map(|range| buffer.lines_of(&range))
            .fold(Vec::new(), |mut lines: Vec<Range<usize>>, next| {
                match lines.last_mut().filter(|last| last.end >= next.start) {
                    Some(last) => last.end = last.end.max(next.end),
                    None => lines.push(next),
                }
                lines
            })
    }

    /// Returns the address of the innermost definition that contains a line (from 0).
    pub fn enclosing(&mut self, buffer: &Buffer, line: usize) -> Option<String> {
        self.ensure_outline(buffer).ok()?;
        let outline = self.outline();
        let lines = buffer.line_range(line);
        let mut at = FILE;
        let mut found = None;
        loop {
            let children = outline.children(at);
            let behind = children.partition_point(|child| outline.item(*child).range.start <= lines.end);
            let inner =
                children[..behind].last().filter(|child| outline.item(**child).range.end > lines.start);
            let Some(inner) = inner else { break };
            at = *inner;
            found = if outline.definition(at).is_some() { Some(at) } else { found };
        }
        found.map(|id| address_of(outline, id))
    }

    /// Returns a copy of what is known of the current text, for comparison after it was changed.
    #[must_use]
    pub fn snapshot(&self) -> Self {
        let syntax = self.syntax.fresh();
        let names = OnceCell::new();
        if let Some(own) = self.all_names.get() {
            let _ = names.set(own.as_ref().map(|own| Box::new(own.snapshot())));
        }
        Self {
            language: self.language,
            syntax,
            known: self.known.clone(),
            is_edited: self.is_edited,
            listed: None,
            branches: self.branches.clone(),
            scope: self.scope,
            payload: Rc::clone(&self.payload),
            all_names: names,
            last: None,
        }
    }

    /// Returns the conditional branches; `None` if the language has none, or a directive is not closed.
    fn branches(&self, buffer: &Buffer) -> Option<&Branches> {
        // Most languages have no conditional text: the file is not read for them.
        let manifest = self.language.manifest();
        manifest.view.preprocessor.as_ref()?;
        let read = || Branches::of(manifest, &buffer.slice(0..buffer.len()));
        self.branches.get_or_init(read).as_ref()
    }

    fn outline(&self) -> &Outline {
        &self.known.as_ref().expect("every path here made the outline first").outline
    }

    /// Combines an outline with the buffer that it belongs to.
    const fn outlined<'a>(&self, outline: &'a Outline, buffer: &'a Buffer) -> Outlined<'a> {
        Outlined { outline, buffer }
    }

    fn ensure_outline(&mut self, buffer: &Buffer) -> Result<(), TooCostly> {
        if self.known.is_none() {
            let text = buffer.slice(0..buffer.len());
            self.known = Some(read(&mut self.syntax, &text, self.scope)?);
        }
        Ok(())
    }

    /// Makes the outline of the unmodified text, in addition to the one of its readings.
    fn ensure_unmodified(&mut self, buffer: &Buffer) -> Result<(), TooCostly> {
        if let Some(known) = self.known.as_mut().filter(|known| known.current_plain().is_none()) {
            let text = buffer.slice(0..buffer.len());
            let plain = parse_unmodified(&mut self.syntax, &text, self.scope)?;
            known.unmodified = Some(UnmodifiedOutline::new(plain.outline));
        }
        Ok(())
    }
}
