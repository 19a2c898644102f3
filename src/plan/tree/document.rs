//! A text that operations work on, with its line index and its symbols.

use std::ops::Range;

use super::earlier::EarlierTexts;
use super::earlier::symbols_in;
use super::new_name::NewName;
use super::read_files::{ReadFile, ReadFiles};
use super::scope::NamedScope;
use crate::diag::PatchPlace;
use crate::ir::{Action, Hunk, Locator, Matching, Operation, PatchPath, SymbolTarget};
use crate::lang::{CommentSyntax, Language, Macros};
use crate::plan::ChangedLines;
use crate::plan::change_log::ChangeLog;
use crate::resolve::lines::{Announced, Haystack, Layout, LineIndex};
use crate::resolve::symbol::{Identity, Symbols};
use crate::text::{BOM_CHAR, Buffer, Bytes, Edit, EditSet, EditedText, History, LexRules, NotText};

/// A text, its line index and its symbols, which change together.
pub(in crate::plan) struct Document<'p> {
    buffer: Buffer,
    /// The edits of the last operation. They are only applied to the buffer if another operation follows.
    pending: EditSet,
    history: History,
    index: LineIndex<'p>,
    symbols: Vec<(&'static Language, Symbols)>,
    /// The symbols of the text before the patch.
    originals: Vec<(&'static Language, Symbols)>,
    /// Earlier versions of the file, as far as operations have requested them.
    earlier: EarlierTexts,
    /// The operations that have worked on the text.
    operations: Vec<&'p Operation>,
    comments: CommentSyntax,
    macros: Macros,
    /// The lines to which the previous operations were limited, if they were.
    scope: Option<NamedScope>,
    /// Whether any operation has changed the text.
    is_changed: bool,
    /// Whether the text differed from the file in the tree when the document was opened.
    begins_edited: bool,
    /// Why the file is not text, if it is not.
    not_text: Option<NotText>,
    /// The lines that the current operation has changed.
    change_log: ChangeLog,
    /// A character that it brought in UTF-8 to a file in another encoding, with its line.
    mixed: Option<(char, usize)>,
    /// Whether other operations follow the first one.
    expects_more: bool,
    /// Definitions that operations have removed from their addresses, which may name others now.
    removed: Vec<RemovedDefinition<'p>>,
    /// The renamings within the text, in order.
    new_names: Vec<NewName>,
}

impl<'p> Document<'p> {
    /// Decodes a file whose lines the `later` operations will search, in a language whose comments they may ignore. A
    /// file that is not text only supports exact lines.
    pub(in crate::plan) fn open(
        bytes: &Bytes,
        comments: CommentSyntax,
        later: impl Iterator<Item = &'p Operation>,
    ) -> Self {
        let not_text = NotText::reason(bytes);
        let comments = if not_text.is_none() { comments } else { CommentSyntax::default() };
        let mut count = 0_usize;
        let announced = later.inspect(|_| count += 1).filter_map(search_target).collect();
        let mut document = Self::of(Buffer::share_any(bytes), comments, announced);
        if not_text.is_some() {
            document.index.limit_to_exact();
        }
        Self { expects_more: count > 1, not_text, ..document }
    }

    /// Returns why the file is not text, if it is not.
    pub(in crate::plan) const fn not_text(&self) -> Option<NotText> {
        self.not_text
    }

    /// Like [`Self::open`], for a text in which only `hunks` will be searched for.
    pub(in crate::plan) fn open_for_hunks(
        bytes: &Bytes,
        comments: CommentSyntax,
        hunks: &'p [Hunk],
    ) -> Result<Self, NotText> {
        Ok(Self::of(Buffer::share(bytes)?, comments, vec![Announced::Hunks(hunks)]))
    }

    fn of(buffer: Buffer, comments: CommentSyntax, announced: Vec<Announced<'p>>) -> Self {
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
            change_log: ChangeLog::default(),
            mixed: None,
            expects_more: false,
            removed: Vec::new(),
            new_names: Vec::new(),
        }
    }

    /// Sets the words that are macros.
    pub(in crate::plan) fn with_macros(self, macros: Macros) -> Self {
        Self { macros, ..self }
    }

    /// Sets how far lines may differ from those of a patch.
    pub(in crate::plan) fn with_matching(mut self, matching: Matching) -> Self {
        if matching == Matching::Exact {
            self.index.limit_to_exact();
        }
        self
    }

    /// Takes over symbols that are known from an earlier reading of the text.
    pub(in crate::plan) fn with_known(mut self, path: &PatchPath, known: &ReadFiles) -> Self {
        self.symbols = known.symbols(path, &self.buffer, &self.macros);
        self
    }

    /// Returns what was parsed of the text in the tree; `None` if nothing was.
    pub(in crate::plan) fn into_read(self) -> Option<ReadFile> {
        let is_of_tree = !self.is_changed && !self.begins_edited;
        let (buffer, symbols) = match is_of_tree {
            true => (self.buffer, self.symbols),
            false => (self.history.original().clone(), self.originals),
        };
        (!symbols.is_empty()).then_some(ReadFile { buffer, macros: self.macros, symbols })
    }

    /// Returns the words that are macros in the text.
    pub(in crate::plan) const fn macros(&self) -> &Macros {
        &self.macros
    }

    pub(in crate::plan) fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Returns the text, and the history of what was there before the patch.
    pub(in crate::plan) const fn history(&mut self) -> (&Buffer, &mut History) {
        (&self.buffer, &mut self.history)
    }

    /// Returns the text before the patch and its symbols, parsed as `language`.
    pub(in crate::plan) fn original(&mut self, language: &'static Language) -> (&Buffer, &mut Symbols) {
        let symbols = symbols_in(&mut self.originals, language, &self.macros, false);
        (self.history.original(), symbols)
    }

    /// Returns earlier versions of the file, as far as operations have requested them.
    pub(in crate::plan) const fn earlier(&mut self) -> &mut EarlierTexts {
        &mut self.earlier
    }

    /// Records that an operation begins to work on the text.
    pub(in crate::plan) fn begin(&mut self, operation: &'p Operation) {
        self.history.begin(operation.origin.index);
        self.operations.push(operation);
    }

    /// Returns where the value of a field of the current operation begins in the patch; `other` if the operation has no
    /// such field.
    pub(in crate::plan) fn field(&self, name: &str, other: PatchPlace) -> PatchPlace {
        let given = self.operations.last().map(|operation| &operation.origin);
        given.filter(|origin| origin.has_field(name)).map_or(other, |origin| origin.field(name))
    }

    /// Returns the operation that works on the text.
    pub(in crate::plan) fn current_operation(&self) -> Option<&'p Operation> {
        self.operations.last().copied()
    }

    /// Remembers a definition that the current operation removes from its address.
    pub(in crate::plan) fn remember_removed(&mut self, taken: RemovedDefinition<'p>) {
        self.removed.push(taken);
    }

    /// Removes and returns the remembered definitions.
    pub(in crate::plan) fn take_removed(&mut self) -> Vec<RemovedDefinition<'p>> {
        std::mem::take(&mut self.removed)
    }

    /// Records that the current operation renames `old` to `new`.
    pub(in crate::plan) fn note_new_name(&mut self, old: &str, new: &str) {
        let by = self.current_operation().map_or(0, |operation| operation.origin.index);
        self.new_names.push(NewName { old: old.to_owned(), new: new.to_owned(), by });
    }

    /// Returns the renamings within the text, in order.
    pub(in crate::plan) fn new_names(&self) -> &[NewName] {
        &self.new_names
    }

    /// Returns the operation of this number, as messages call it.
    pub(in crate::plan) fn operation(&self, number: usize) -> String {
        let named = self.operations.iter().find(|operation| operation.origin.index == number);
        named.map_or_else(
            || format!("operation {number}"),
            |operation| format!("operation {number} (`{}`)", operation.origin.name),
        )
    }

    /// Records that the file did not exist before the operation of this number wrote the text.
    pub(super) fn was_written_by(&mut self, operation: usize) {
        self.history = History::of_new_text(self.buffer.len(), operation);
    }

    /// Records that the text differs from the file in the tree.
    pub(super) const fn begins_edited(&mut self) {
        self.begins_edited = true;
    }

    /// Returns whether any operation has changed the text.
    pub(in crate::plan) const fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Returns the text after all operations.
    pub(in crate::plan) fn into_text(self) -> EditedText {
        EditedText::new(self.buffer, self.pending)
    }

    /// Like [`Self::into_text`], for a document that is used further.
    pub(super) fn to_text(&self) -> EditedText {
        EditedText::new(self.buffer.clone(), self.pending.clone())
    }

    /// Returns what the language says about the layout of lines.
    pub(in crate::plan) fn layout(&self) -> Layout {
        layout_of(&self.comments)
    }

    /// Returns the text and its line index.
    pub(in crate::plan) fn lines(&mut self) -> (&Buffer, &mut LineIndex<'p>) {
        (&self.buffer, &mut self.index)
    }

    /// Returns a range of lines to search in.
    pub(in crate::plan) fn haystack(&mut self, within: Range<usize>) -> Haystack<'_, 'p> {
        Haystack { buffer: &self.buffer, index: &mut self.index, within }
    }

    /// Returns the whole text to search in.
    pub(in crate::plan) fn whole(&mut self) -> Haystack<'_, 'p> {
        self.haystack(0..self.buffer.line_count())
    }

    /// Returns the text and its symbols, parsed as `language`.
    pub(in crate::plan) fn symbols(&mut self, language: &'static Language) -> (&Buffer, &mut Symbols) {
        let is_edited = self.is_changed || self.begins_edited;
        (&self.buffer, symbols_in(&mut self.symbols, language, &self.macros, is_edited))
    }

    /// Returns whether the text is known to have no new syntax errors in the language of its symbol operations.
    pub(in crate::plan) fn is_known_clean(&self) -> bool {
        matches!(&self.symbols[..], [(_, only)] if only.has_no_new_error())
    }

    /// Returns the language whose comments may be ignored.
    pub(in crate::plan) fn comments(&self) -> Option<&'static Language> {
        self.comments.language
    }

    /// Returns the lexical rules of the file, if they are known.
    pub(in crate::plan) fn lexical(&self) -> Option<&'static LexRules> {
        self.comments.lexical
    }

    /// Returns the lines to which the previous operations were limited by the same target, the narrowest first.
    pub(in crate::plan) fn scope_lines(&self, target: &SymbolTarget) -> Option<[Range<usize>; 2]> {
        self.scope.as_ref().filter(|scope| scope.is_of(target)).map(|scope| scope.lines(&self.buffer))
    }

    /// Remembers the lines that a target names, for the operations that directly follow.
    pub(in crate::plan) fn keep_scope(&mut self, target: &SymbolTarget, lines: &Range<usize>) {
        self.scope = Some(NamedScope::new(target, lines, &self.buffer));
    }

    /// Forgets the remembered lines unless they are those of `target`.
    pub(in crate::plan) fn forget_scope_unless(&mut self, target: Option<&SymbolTarget>) {
        self.scope = self.scope.take().filter(|scope| target.is_some_and(|target| scope.is_of(target)));
    }

    /// Accepts edits of the current text; they are applied when the next operation begins.
    ///
    /// Edits that do not change the text are dropped.
    pub(in crate::plan) fn apply(&mut self, edits: EditSet) {
        let changes = |edit: &Edit| self.buffer.slice(edit.range.clone()) != edit.text;
        let edits = if edits.iter().any(changes) { edits } else { EditSet::default() };
        self.change_log.note(&self.buffer, &edits);
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

    /// Returns what was changed since the last call.
    pub(in crate::plan) fn take_change_log(&mut self, path: &PatchPath) -> Vec<ChangedLines> {
        self.change_log.take(path)
    }

    /// The first character that the operation at hand brought in UTF-8 to a file in another encoding, with its line, from 0.
    pub(in crate::plan) const fn take_mixed(&mut self) -> Option<(char, usize)> {
        self.mixed.take()
    }

    /// Keeps the symbols of the text before the first change, if later operations may need them.
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

    /// Applies the edits of the previous operation, and updates the line index.
    pub(in crate::plan) fn catch_up(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        self.make_pending();
        // For the next reader of the file, a byte order mark at its start is not text.
        if !self.buffer.has_bom()
            && self.buffer.piece_at(0).starts_with(BOM_CHAR.encode_utf8(&mut [0; 4]).as_bytes())
        {
            self.buffer.set_bom(true);
            self.change(EditSet::one(0..BOM_CHAR.len_utf8(), String::new()));
            self.make_pending();
        }
    }

    fn make_pending(&mut self) {
        let edits = std::mem::take(&mut self.pending);
        let touched = self.index.before_edit(&self.buffer, &edits);
        self.buffer.apply(&edits);
        self.index.after_edit(&self.buffer, &touched);
    }

    /// Removes the file's byte order mark.
    pub(in crate::plan) fn drop_mark(&mut self) {
        self.is_changed = true;
        self.buffer.set_bom(false);
    }
}

/// Returns what an operation will search for.
fn search_target(operation: &Operation) -> Option<Announced<'_>> {
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

/// A definition that an operation has removed from its address.
pub(in crate::plan) struct RemovedDefinition<'p> {
    pub(in crate::plan) operation: &'p Operation,
    /// The address by which the operation named it.
    pub(in crate::plan) target: SymbolTarget,
    pub(in crate::plan) identity: Identity,
    /// The byte offset of its name in the text before the patch.
    pub(in crate::plan) origin: Option<usize>,
    pub(in crate::plan) hash: String,
    pub(in crate::plan) kind: &'static str,
    /// Whether other definitions have its last name. If not, something that is not a definition may have it.
    pub(in crate::plan) has_namesakes: bool,
}

/// Returns what the language of a file says about the layout of lines.
fn layout_of(comments: &CommentSyntax) -> Layout {
    let directives = comments.directives;
    let layout = comments.language.map(Language::layout);
    layout.map_or(Layout { directives, ..Layout::default() }, |of| Layout {
        indented: of.indented,
        directives,
        flat_headings: of.flat,
    })
}
