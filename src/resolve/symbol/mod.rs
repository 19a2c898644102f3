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
mod listing;
mod locate;
mod matched;
mod members;
mod moving;
mod outline;
mod part;
mod payload;
mod problem;
mod resolving;
mod second_look;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use crate::ir::SymbolTarget;
use crate::lang::{Branches, Language, Macros, Syntax, TooCostly};
use crate::text::{Buffer, EditSet};

use address::info::describe;
use outline::incremental::update_outline;
use outline::items::{Outline, OutlineScope};
use outline::outlined::Outlined;
use outline::readings::{ParsedOutline, UnmodifiedOutline, parse_unmodified, read};
use payload::parse::PayloadCache;

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
pub use listing::Listing;
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
    /// The definitions in the payload.
    pub newcomers: Vec<Newcomer>,
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

/// A definition in a payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Newcomer {
    /// Its lines in the payload, from 0.
    pub lines: std::ops::Range<usize>,
    /// The existing definition of the same name and signature.
    pub existing: Option<SymbolInfo>,
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
            newcomers: Vec::new(),
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
