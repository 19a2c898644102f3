//! A text that operations work on, with what is known of its lines and symbols.

use std::ops::Range;

use super::earlier::EarlierTexts;
use super::earlier::symbols_in;
use super::new_name::NewName;
use super::read_files::{ReadFile, ReadFiles};
use super::scope::NamedScope;
use crate::diag::PatchPlace;
use crate::ir::{Action, Hunk, Locator, Matching, Operation, PatchPath, SymbolTarget};
use crate::lang::{FileComments, Language, Macros};
use crate::plan::ChangedLines;
use crate::plan::landed::Landed;
use crate::resolve::lines::{Announced, Haystack, Layout, LineIndex};
use crate::resolve::symbol::{Identity, Symbols};
use crate::text::{Buffer, Bytes, Edit, EditSet, EditedText, History, LexRules, MARK, NotText};

/// A text, its line index and its symbols; all three change together.
pub(in crate::plan) struct Document<'p> {
    buffer: Buffer,
    /// The edits of the last operation. Only if there is another one after it are they made here.
    pending: EditSet,
    history: History,
    index: LineIndex<'p>,
    symbols: Vec<(&'static Language, Symbols)>,
    /// The symbols of the text before the patch.
    originals: Vec<(&'static Language, Symbols)>,
    /// Texts that the file had at other times, as far as an operation has asked.
    earlier: EarlierTexts,
    /// The operations that worked on it.
    operations: Vec<&'p Operation>,
    comments: FileComments,
    macros: Macros,
    /// Where the operations before looked, if they were told to.
    scope: Option<NamedScope>,
    /// Whether any operation changed it.
    is_changed: bool,
    /// Whether it was none that stood in the tree when it was opened.
    begins_edited: bool,
    /// Why it is no text, if it is none.
    not_text: Option<NotText>,
    /// What the operation at hand changed.
    landed: Landed,
    /// A character that it brought in UTF-8 to a file in another encoding, with its line.
    mixed: Option<(char, usize)>,
    /// Whether other operations follow the first one.
    expects_more: bool,
    /// What operations took away from an address that others may have.
    taken: Vec<TakenAway<'p>>,
    /// Names in it that operations changed, in order.
    new_names: Vec<NewName>,
}

impl<'p> Document<'p> {
    /// Decodes a file, of which `later` operations will ask for lines, in a language whose comments are looked through.
    /// One that is no text has exact lines, and nothing else.
    pub(in crate::plan) fn open(
        bytes: &Bytes,
        comments: FileComments,
        later: impl Iterator<Item = &'p Operation>,
    ) -> Self {
        let not_text = NotText::of(bytes);
        let comments = if not_text.is_none() { comments } else { FileComments::default() };
        let mut count = 0_usize;
        let announced = later.inspect(|_| count += 1).filter_map(announced).collect();
        let mut document = Self::of(Buffer::share_any(bytes), comments, announced);
        if not_text.is_some() {
            document.index.limit_to_exact();
        }
        Self { expects_more: count > 1, not_text, ..document }
    }

    /// Why it is no text, if it is none.
    pub(in crate::plan) const fn not_text(&self) -> Option<NotText> {
        self.not_text
    }

    /// The same for a text that only `hunks` will be looked for in.
    pub(in crate::plan) fn open_for_hunks(
        bytes: &Bytes,
        comments: FileComments,
        hunks: &'p [Hunk],
    ) -> Result<Self, NotText> {
        Ok(Self::of(Buffer::share(bytes)?, comments, vec![Announced::Hunks(hunks)]))
    }

    fn of(buffer: Buffer, comments: FileComments, announced: Vec<Announced<'p>>) -> Self {
        let mut index = LineIndex::new(&buffer, comments.lexical, announced);
        index.set_layout(layout_of(&comments));
        if comments.language.is_none() {
            index.limit_to_comments();
        }
        Self {
            history: History::new(buffer.clone()),
            buffer,
            pending: EditSet::default(),
            index,
            symbols: Vec::new(),
            originals: Vec::new(),
            earlier: EarlierTexts::default(),
            operations: Vec::new(),
            comments,
            macros: Macros::default(),
            scope: None,
            is_changed: false,
            begins_edited: false,
            not_text: None,
            landed: Landed::default(),
            mixed: None,
            expects_more: false,
            taken: Vec::new(),
            new_names: Vec::new(),
        }
    }

    /// The same, where these words are macros.
    pub(in crate::plan) fn with_macros(self, macros: Macros) -> Self {
        Self { macros, ..self }
    }

    /// The same, where lines may differ so far from those of a patch.
    pub(in crate::plan) fn with_matching(mut self, matching: Matching) -> Self {
        if matching == Matching::Exact {
            self.index.limit_to_exact();
        }
        self
    }

    /// The same, of whose text the definitions may be known.
    pub(in crate::plan) fn with_known(mut self, path: &PatchPath, known: &ReadFiles) -> Self {
        self.symbols = known.symbols(path, &self.buffer, &self.macros);
        self
    }

    /// What was read of the text that stood in the tree; `None` if that is nothing.
    pub(in crate::plan) fn into_read(self) -> Option<ReadFile> {
        let is_of_tree = !self.is_changed && !self.begins_edited;
        let (buffer, symbols) = match is_of_tree {
            true => (self.buffer, self.symbols),
            false => (self.history.original().clone(), self.originals),
        };
        (!symbols.is_empty()).then_some(ReadFile { buffer, macros: self.macros, symbols })
    }

    /// The words that are macros in it.
    pub(in crate::plan) const fn macros(&self) -> &Macros {
        &self.macros
    }

    pub(in crate::plan) fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// The text, and which of it was there before the patch.
    pub(in crate::plan) const fn history(&mut self) -> (&Buffer, &mut History) {
        (&self.buffer, &mut self.history)
    }

    /// The text before the patch and its symbols, read as `language`.
    pub(in crate::plan) fn original(&mut self, language: &'static Language) -> (&Buffer, &mut Symbols) {
        let symbols = symbols_in(&mut self.originals, language, &self.macros, false);
        (self.history.original(), symbols)
    }

    /// Texts that the file had at other times, as far as an operation has asked.
    pub(in crate::plan) const fn earlier(&mut self) -> &mut EarlierTexts {
        &mut self.earlier
    }

    /// Says that an operation works on the text from now on.
    pub(in crate::plan) fn begin(&mut self, operation: &'p Operation) {
        self.history.begin(operation.origin.index);
        self.operations.push(operation);
    }

    /// Where the value of a field of the operation at work begins in the patch; where it has no such field, `other`.
    pub(in crate::plan) fn field(&self, name: &str, other: PatchPlace) -> PatchPlace {
        let given = self.operations.last().map(|operation| &operation.origin);
        given.filter(|origin| origin.has_field(name)).map_or(other, |origin| origin.field(name))
    }

    /// The operation that works on the text.
    pub(in crate::plan) fn at_work(&self) -> Option<&'p Operation> {
        self.operations.last().copied()
    }

    /// Remembers what the operation at work takes away from its address.
    pub(in crate::plan) fn remember(&mut self, taken: TakenAway<'p>) {
        self.taken.push(taken);
    }

    /// What operations took away from their addresses.
    pub(in crate::plan) fn take_remembered(&mut self) -> Vec<TakenAway<'p>> {
        std::mem::take(&mut self.taken)
    }

    /// Remembers that the operation at work gives a new name to what has an old one.
    pub(in crate::plan) fn note_new_name(&mut self, old: &str, new: &str) {
        let by = self.at_work().map_or(0, |operation| operation.origin.index);
        self.new_names.push(NewName { old: old.to_owned(), new: new.to_owned(), by });
    }

    /// Names in it that operations changed, in order.
    pub(in crate::plan) fn new_names(&self) -> &[NewName] {
        &self.new_names
    }

    /// The operation of this number, as messages call it.
    pub(in crate::plan) fn operation(&self, number: usize) -> String {
        let named = self.operations.iter().find(|operation| operation.origin.index == number);
        named.map_or_else(
            || format!("operation {number}"),
            |operation| format!("operation {number} (`{}`)", operation.origin.name),
        )
    }

    /// Says that nothing was there before the operation of this number wrote the text.
    pub(super) fn was_written_by(&mut self, operation: usize) {
        self.history = History::of_new_text(self.buffer.len(), operation);
    }

    /// Says that the text is none that stood in the tree.
    pub(super) const fn begins_edited(&mut self) {
        self.begins_edited = true;
    }

    /// Whether any operation changed it.
    pub(in crate::plan) const fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// The text as all operations have left it.
    pub(in crate::plan) fn into_text(self) -> EditedText {
        EditedText::new(self.buffer, self.pending)
    }

    /// The same, of a text that is worked on further.
    pub(super) fn to_text(&self) -> EditedText {
        EditedText::new(self.buffer.clone(), self.pending.clone())
    }

    /// What the language says of the layout of its lines.
    pub(in crate::plan) fn layout(&self) -> Layout {
        layout_of(&self.comments)
    }

    /// The text and its line index.
    pub(in crate::plan) fn lines(&mut self) -> (&Buffer, &mut LineIndex<'p>) {
        (&self.buffer, &mut self.index)
    }

    /// Some lines of the text, to search in.
    pub(in crate::plan) fn haystack(&mut self, within: Range<usize>) -> Haystack<'_, 'p> {
        Haystack { buffer: &self.buffer, index: &mut self.index, within }
    }

    /// The whole text, to search in.
    pub(in crate::plan) fn whole(&mut self) -> Haystack<'_, 'p> {
        self.haystack(0..self.buffer.line_count())
    }

    /// The text and its symbols, read as `language`.
    pub(in crate::plan) fn symbols(&mut self, language: &'static Language) -> (&Buffer, &mut Symbols) {
        let is_edited = self.is_changed || self.begins_edited;
        (&self.buffer, symbols_in(&mut self.symbols, language, &self.macros, is_edited))
    }

    /// Whether the text is known to hold no new syntax error in the language of its symbol operations.
    pub(in crate::plan) fn is_known_clean(&self) -> bool {
        matches!(&self.symbols[..], [(_, only)] if only.has_no_new_error())
    }

    /// The language whose comments are looked through.
    pub(in crate::plan) fn comments(&self) -> Option<&'static Language> {
        self.comments.language
    }

    /// How its comments are written, as far as that is known.
    pub(in crate::plan) fn lexical(&self) -> Option<&'static LexRules> {
        self.comments.lexical
    }

    /// The lines that the operations before have looked in by the same target, the narrowest first.
    pub(in crate::plan) fn scope_lines(&self, target: &SymbolTarget) -> Option<[Range<usize>; 2]> {
        self.scope.as_ref().filter(|scope| scope.is_of(target)).map(|scope| scope.lines(&self.buffer))
    }

    /// Remembers the lines that a target names for the operations that follow in a row.
    pub(in crate::plan) fn keep_scope(&mut self, target: &SymbolTarget, lines: &Range<usize>) {
        self.scope = Some(NamedScope::new(target, lines, &self.buffer));
    }

    /// Forgets the lines of every other target.
    pub(in crate::plan) fn forget_scope_unless(&mut self, target: Option<&SymbolTarget>) {
        self.scope = self.scope.take().filter(|scope| target.is_some_and(|target| scope.is_of(target)));
    }

    /// Takes edits of the text as it is now; they are made when it is looked at again.
    ///
    /// Edits that leave the text as it is are none.
    pub(in crate::plan) fn apply(&mut self, edits: EditSet) {
        let changes = |edit: &Edit| self.buffer.slice(edit.range.clone()) != edit.text;
        let edits = if edits.iter().any(changes) { edits } else { EditSet::default() };
        self.landed.note(&self.buffer, &edits);
        self.mixed = self.mixed.or_else(|| self.buffer.mixed_by(&edits).filter(|_| self.not_text.is_none()));
        self.change(edits);
    }

    fn change(&mut self, edits: EditSet) {
        debug_assert!(self.pending.is_empty(), "an operation begins with `catch_up`");
        self.keep_originals(&edits);
        for (_, symbols) in &mut self.symbols {
            symbols.will_change(&self.buffer, &edits);
        }
        self.scope = self.scope.take().and_then(|scope| scope.after(&edits));
        self.is_changed |= !edits.is_empty();
        self.history.record(&edits);
        self.pending = edits;
    }

    /// What was changed since this was last asked.
    pub(in crate::plan) fn take_landed(&mut self, path: &PatchPath) -> Vec<ChangedLines> {
        self.landed.take(path)
    }

    /// The first character that the operation at hand brought in UTF-8 to a file in another encoding, with its line, from 0.
    pub(in crate::plan) const fn take_mixed(&mut self) -> Option<(char, usize)> {
        self.mixed.take()
    }

    /// Keeps what is known of the symbols before the first change, if other operations follow that may ask for it.
    fn keep_originals(&mut self, edits: &EditSet) {
        if self.is_changed
            || edits.is_empty()
            || !self.expects_more
            || self.buffer.len() != self.history.original().len()
        {
            return;
        }
        let known = self.symbols.iter().map(|(language, symbols)| (*language, symbols.snapshot()));
        self.originals = known.collect();
    }

    /// Makes the edits of the operation before, and keeps what is known true.
    pub(in crate::plan) fn catch_up(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        self.make_pending();
        // To whoever reads the file next, a byte order mark at its start is no text.
        if !self.buffer.has_mark()
            && self.buffer.piece_at(0).starts_with(MARK.encode_utf8(&mut [0; 4]).as_bytes())
        {
            self.buffer.set_mark(true);
            self.change(EditSet::one(0..MARK.len_utf8(), String::new()));
            self.make_pending();
        }
    }

    fn make_pending(&mut self) {
        let edits = std::mem::take(&mut self.pending);
        let touched = self.index.before_edit(&self.buffer, &edits);
        self.buffer.apply(&edits);
        self.index.after_edit(&self.buffer, &touched);
    }

    /// Takes the file's byte order mark away.
    pub(in crate::plan) fn drop_mark(&mut self) {
        self.is_changed = true;
        self.buffer.set_mark(false);
    }
}

/// What an operation will look for.
fn announced(operation: &Operation) -> Option<Announced<'_>> {
    match &operation.action {
        Action::Edit {
            at: Locator::Lines(marker) | Locator::Block { heading: marker, .. }, change, ..
        } => Some(Announced::Marker(marker, change.payload().map_or(&[], |payload| &payload.lines))),
        Action::Update { hunks, .. } | Action::Delete { hunks, .. } => Some(Announced::Hunks(hunks)),
        Action::Exchange(wanted) => Some(Announced::Hunks(&wanted.lines)),
        Action::Substitute(wanted) => Some(Announced::Text(&wanted.find, &wanted.replace)),
        Action::Create { .. } | Action::Edit { .. } | Action::RenameSymbol(_) | Action::MoveSymbol { .. } => {
            None
        }
    }
}

/// A definition that an operation took away from its address.
pub(in crate::plan) struct TakenAway<'p> {
    pub(in crate::plan) operation: &'p Operation,
    pub(in crate::plan) identity: Identity,
    /// The byte of its name in the text before the patch.
    pub(in crate::plan) origin: Option<usize>,
    pub(in crate::plan) hash: String,
    pub(in crate::plan) kind: &'static str,
    /// Whether other definitions have its last name; if not, what is no definition may have it.
    pub(in crate::plan) has_namesakes: bool,
}

/// What the language of a file says of the layout of its lines.
fn layout_of(comments: &FileComments) -> Layout {
    let directives = comments.directives;
    let layout = comments.language.map(Language::layout);
    layout.map_or(Layout { directives, ..Layout::default() }, |of| Layout {
        indented: of.indented,
        directives,
        flat: of.flat,
    })
}
