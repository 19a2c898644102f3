//! An index of the places of lines in a text: built by one pass per form, and updated through edits.
//!
//! The index does not contain every line of the text, only all places of the lines that will be looked up. These are
//! announced beforehand; a line that was not announced is found by a separate pass. Hashes propose candidates, and
//! texts decide.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use super::announced::{Announced, Share};
use super::code_lines::{CodeLines, each_code_line};
use super::depth::Layout;
use super::few_lines::FewLines;
use super::occurrences::Occurrences;
use super::postings::Postings;
use super::rung::Form;
use super::states::States;
use super::table::LineTable;
use crate::text::normal::{is_blank, is_word_char, trim_start};
use crate::text::{Buffer, CommentScanner, EditSet, IndentStyle, LexRules, LexState};

/// An index of one text.
#[derive(Debug)]
pub struct LineIndex<'p> {
    scanner: Option<CommentScanner<'p>>,
    announced: Vec<Announced<'p>>,
    table: LineTable,
    postings: [Option<Postings>; Form::ALL.len()],
    /// Whether all announced lines are indexed, and not only those that are likely to be looked up.
    is_complete: [bool; Form::ALL.len()],
    /// Whether trimmed and folded lines are equal in this text; computed on demand.
    is_unfolded: Option<bool>,
    states: Option<States>,
    occurrences: Option<Occurrences>,
    /// The lines by which markers identify their places; computed on demand.
    named: Option<HashSet<&'p str>>,
    style: Option<IndentStyle>,
    is_exact_only: bool,
    /// Whether only the comments of the language are known.
    has_comments_only: bool,
    /// The layout rules of the language.
    layout: Layout,
}

/// The lines that an edit replaces, and the bytes of their replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EditedLines {
    old: Range<usize>,
    new_bytes: Range<usize>,
}

/// The lines that a set of edits touches, recorded before the edits are applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedLines(Vec<EditedLines>);

/// The number of touched places (or one in [`FEW_LINES`] lines) above which a new index is cheaper than an update.
const MANY_SPANS: usize = 64;

/// The number of texts up to which each text is searched for separately.
const FEW_TEXTS: usize = 8;

/// See [`MANY_SPANS`].
const FEW_LINES: usize = 128;

impl<'p> LineIndex<'p> {
    /// Creates an index of `buffer` in a language whose comments `rules` describe, for patterns that will be looked up.
    #[must_use]
    pub fn new(buffer: &Buffer, rules: Option<&'p LexRules>, announced: Vec<Announced<'p>>) -> Self {
        Self {
            scanner: rules.map(CommentScanner::new),
            announced,
            table: LineTable::new(buffer.line_count()),
            postings: Default::default(),
            is_complete: Default::default(),
            is_unfolded: None,
            states: None,
            occurrences: None,
            named: None,
            style: None,
            is_exact_only: false,
            has_comments_only: false,
            layout: Layout::default(),
        }
    }

    /// Declares that the rules describe only comments, and not the layout of the language.
    pub fn limit_to_comments(&mut self) {
        self.has_comments_only = true;
    }

    /// Sets the layout rules of the language.
    pub fn set_layout(&mut self, layout: Layout) {
        self.layout = layout;
    }

    /// Returns the layout rules of the language.
    pub(super) const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns whether a line moves with the code around it: it is neither text of a string nor a directive at the
    /// margin.
    pub(super) fn moves_with_code(&mut self, buffer: &Buffer, line: usize) -> bool {
        let state = self.state_before(buffer, line);
        let text = buffer.line(line);
        !state.is_in_string()
            && !state.is_in_heredoc()
            && !self.layout.directives.iter().any(|sign| text.starts_with(sign))
    }

    /// Declares that lines are equal only if all their bytes are, because the file is not text, or by request of the
    /// caller.
    pub fn limit_to_exact(&mut self) {
        self.is_exact_only = true;
    }

    /// Returns whether lines are equal only if all their bytes are.
    pub(super) const fn is_exact_only(&self) -> bool {
        self.is_exact_only
    }

    /// Returns the rules of the text's language, if more is known of it than its comments.
    #[must_use]
    pub fn rules(&self) -> Option<&'p LexRules> {
        self.scanner.as_ref().filter(|_| !self.has_comments_only).map(CommentScanner::rules)
    }

    /// Returns the scanner of the text's comments, if they are known.
    pub(super) fn scanner(&self) -> Option<&CommentScanner<'p>> {
        self.scanner.as_ref()
    }

    /// Returns the numbers of the lines that may equal `line` in `form`, in order; `line` must already be in that form.
    ///
    /// Returns `None` if the line was not announced.
    pub(super) fn find(&mut self, buffer: &Buffer, form: Form, line: &str) -> Option<Vec<usize>> {
        // The call ensures that the line is indexed, if it was announced.
        self.frequency(buffer, form, line)?;
        self.postings[form as usize].as_mut()?.lines(line, &self.table)
    }

    /// Returns whether an announced marker identifies its place by this line, which must be trimmed.
    pub fn is_named(&mut self, line: &str) -> bool {
        let announced = &self.announced;
        let named =
            self.named.get_or_insert_with(|| announced.iter().flat_map(|own| own.named_lines()).collect());
        named.contains(line)
    }

    /// Returns the numbers of the lines on which an announced text may begin; `None` if that is unknown.
    pub fn lines_with(&mut self, buffer: &Buffer, text: &str) -> Option<Vec<usize>> {
        if self.occurrences.is_none() {
            let texts = || self.announced.iter().flat_map(|one| one.texts());
            // Searching for a few texts separately is cheaper.
            texts().nth(FEW_TEXTS)?;
            let mut occurrences = Occurrences::new(texts())?;
            buffer.each_line(0, |number, line| {
                occurrences.note(line, self.table.id_at(number));
                ControlFlow::Continue(())
            });
            self.occurrences = Some(occurrences);
        }
        self.occurrences.as_mut()?.lines(text, &self.table)
    }

    /// Returns how often an announced line was seen, including removed lines.
    pub(super) fn frequency(&mut self, buffer: &Buffer, form: Form, line: &str) -> Option<usize> {
        let found = self.likely_frequency(buffer, form, line);
        if found.is_some() || self.is_complete[form as usize] {
            return found;
        }
        self.prepare(buffer, form, Share::All);
        self.postings[form as usize].as_ref()?.frequency(line)
    }

    /// Like [`Self::frequency`], but without a pass over the text for lines that are unlikely to be needed.
    pub(super) fn likely_frequency(&mut self, buffer: &Buffer, form: Form, line: &str) -> Option<usize> {
        self.prepare(buffer, form, Share::Likely);
        self.postings[form as usize].as_ref()?.frequency(line)
    }

    /// Returns the numbers of the lines that equal `line` in `form`, by a pass over the text.
    pub(super) fn scan_for(&mut self, buffer: &Buffer, form: Form, line: &str) -> Vec<usize> {
        let mut found = Vec::new();
        let places = self.places_of_few(buffer, form, &FewLines::of(line));
        self.each_line_in(buffer, (form, places.as_deref()), |number, text| {
            if text == line {
                found.push(number);
            }
        });
        found
    }

    /// Returns the numbers of the lines that may equal one of a few lines in `form`, as far as they have no comments;
    /// `None` if a pass over the text is cheaper, or if more lines may be equal than those with the same bytes.
    fn places_of_few(&mut self, buffer: &Buffer, form: Form, few: &FewLines) -> Option<Vec<usize>> {
        match form {
            Form::Exact | Form::TrimmedEnd | Form::Trimmed => few.find(buffer),
            Form::Folded | Form::Code => self.is_unfolded(buffer).then(|| few.find(buffer)).flatten(),
        }
    }

    /// Calls `visit` with the lines of the text in `form`, in order; if `places` names some lines, only with these, and with
    /// those that have comments.
    fn each_line_in(
        &self,
        buffer: &Buffer,
        (form, places): (Form, Option<&[usize]>),
        mut visit: impl FnMut(usize, &str),
    ) {
        let Some(scanner) = self.scanner.as_ref().filter(|_| form == Form::Code) else {
            return each_plain_line(buffer, 0..buffer.line_count(), places, |line, text| {
                visit(line, &form.of(text));
            });
        };
        each_code_line(buffer, scanner, |lines, _| match lines {
            CodeLines::Plain(lines) => {
                each_plain_line(buffer, lines, places, |line, text| visit(line, &form.of(text)));
            }
            CodeLines::Scanned(line, code) => visit(line, &form.of(code)),
        });
    }

    /// Ensures that the places of announced lines are known in `form`.
    fn prepare(&mut self, buffer: &Buffer, form: Form, share: Share) {
        let at = form as usize;
        if self.postings[at].is_some() && (share == Share::Likely || self.is_complete[at]) {
            return;
        }
        let by_code = if form == Form::Code { self.read_code(buffer, share) } else { None };
        self.postings[at] = Some(by_code.unwrap_or_else(|| self.find_watched(buffer, form, share)));
        self.is_complete[at] = share == Share::All;
    }

    /// Returns the form by which lines of `form` are looked up: lines that are equal in `form` are equal in it, too.
    pub(super) fn key(&mut self, buffer: &Buffer, form: Form) -> Form {
        match form {
            // The index of trimmed lines is needed anyway if no line is equal except for trailing whitespace.
            Form::TrimmedEnd => Form::Trimmed,
            Form::Folded if self.is_unfolded(buffer) => Form::Trimmed,
            Form::Exact | Form::Trimmed | Form::Folded | Form::Code => form,
        }
    }

    /// Returns whether trimmed and folded lines are equal: neither the text nor the announced lines contain characters
    /// to fold.
    fn is_unfolded(&mut self, buffer: &Buffer) -> bool {
        let announced = &self.announced;
        *self.is_unfolded.get_or_insert_with(|| {
            let mut is_ascii = buffer.pieces().all(str::is_ascii);
            for announced in announced {
                announced.each_line(Form::Folded, Share::All, &mut |line, _| is_ascii &= line.is_ascii());
            }
            is_ascii
        })
    }

    /// Finds the places of announced lines without comments and, in the same pass, the lexical states of all lines.
    fn read_code(&mut self, buffer: &Buffer, share: Share) -> Option<Postings> {
        self.scanner.as_ref()?;
        let mut postings = self.watched(Form::Code, share);
        let places = self.places_of_few(buffer, Form::Code, postings.few());
        let (scanner, table) = (self.scanner.as_ref()?, &self.table);
        let mut states = States::unknown(table);
        let mut note = |line: usize, text: &str| postings.note(&Form::Code.of(text), table.id_at(line));
        each_code_line(buffer, scanner, |lines, state| match lines {
            CodeLines::Plain(lines) => {
                states.set_all(lines.clone(), table, state);
                each_plain_line(buffer, lines, places.as_deref(), &mut note);
            }
            CodeLines::Scanned(line, code) => {
                states.set(table.id_at(line), state);
                note(line, code);
            }
        });
        self.states = Some(states);
        Some(postings)
    }

    /// Finds the places of announced lines in `form` by a pass over the text.
    fn find_watched(&mut self, buffer: &Buffer, form: Form, share: Share) -> Postings {
        let mut postings = self.watched(form, share);
        let places = self.places_of_few(buffer, form, postings.few());
        self.each_line_in(buffer, (form, places.as_deref()), |number, line| {
            postings.note(line, self.table.id_at(number));
        });
        postings
    }

    /// Returns empty postings for every announced line.
    fn watched(&self, form: Form, share: Share) -> Postings {
        let scanner = self.scanner.as_ref().filter(|_| form == Form::Code);
        let mut count = 0;
        self.announced.iter().for_each(|own| own.each_line(form, share, &mut |_, _| count += 1));
        let mut postings = Postings::with_capacity(count);
        let mut state = LexState::default();
        for announced in &self.announced {
            announced.each_line(form, share, &mut |line, is_first| {
                // A line that contains comment signs is watched with and without comments, since it may be read as code
                // or as a string.
                postings.watch(&form.of(line));
                if let Some(scanner) = scanner {
                    if is_first {
                        state = LexState::default();
                    }
                    postings.watch(&form.of(&scanner.scan(line, &mut state).code));
                }
            });
        }
        postings
    }

    /// Returns a line of the text in `form`.
    pub(super) fn line_in<'b>(&mut self, buffer: &'b Buffer, form: Form, line: usize) -> Cow<'b, str> {
        let text = buffer.line(line);
        let mut state =
            if form == Form::Code { self.state_before(buffer, line) } else { LexState::default() };
        let text = match (self.scanner.as_ref().filter(|_| form == Form::Code), text) {
            (None, text) => text,
            (Some(scanner), Cow::Borrowed(text)) => scanner.scan(text, &mut state).code,
            (Some(scanner), Cow::Owned(text)) => {
                Cow::Owned(scanner.scan(&text, &mut state).code.into_owned())
            }
        };
        match text {
            Cow::Borrowed(text) => form.of(text),
            Cow::Owned(text) => Cow::Owned(form.of(&text).into_owned()),
        }
    }

    /// Returns the lexical state at the beginning of a line; for the line after the last one, the state at the end of
    /// the text.
    pub fn state_before(&mut self, buffer: &Buffer, line: usize) -> LexState {
        self.states(buffer);
        let states = self.states.as_ref().expect("they were just made");
        line.checked_sub(1).map_or_else(LexState::default, |above| states.after(self.table.id_at(above)))
    }

    /// Returns the distinct states at the beginnings of lines, in order of first appearance.
    pub(super) fn distinct_states(&mut self, buffer: &Buffer) -> Vec<LexState> {
        // The caller searches for code next, and the same pass yields the states.
        self.prepare(buffer, Form::Code, Share::Likely);
        self.states(buffer).distinct()
    }

    fn states(&mut self, buffer: &Buffer) -> &States {
        let (scanner, table) = (self.scanner.as_ref(), &self.table);
        self.states.get_or_insert_with(|| States::of(buffer, scanner, table))
    }

    /// Returns whether a line contains only a comment.
    pub fn is_comment_line(&mut self, buffer: &Buffer, line: usize) -> bool {
        let Some(scanner) = &self.scanner else { return false };
        let text = buffer.line(line);
        let begins_with_word = trim_start(&text).starts_with(is_word_char);
        let may_be_one = !begins_with_word || scanner.rules().has_comment_words();
        !is_blank(&text)
            && (may_be_one || !self.state_before(buffer, line).is_code())
            && self.line_in(buffer, Form::Code, line).is_empty()
    }

    /// Returns the indentation style of the text.
    pub fn indent_style(&mut self, buffer: &Buffer) -> IndentStyle {
        *self.style.get_or_insert_with(|| {
            let mut style = IndentStyle::default();
            buffer.each_line(0, |_, line| {
                style.count(line);
                ControlFlow::Continue(())
            });
            style
        })
    }

    /// Records the lines that `edits` will touch; to be called before `buffer` is changed.
    pub fn before_edit(&mut self, buffer: &Buffer, edits: &EditSet) -> TouchedLines {
        let count = buffer.line_count();
        let mut spans: Vec<EditedLines> = Vec::new();
        let mut shift = 0_isize;
        for edit in edits {
            let old =
                buffer.line_of(edit.range.start).min(count)..(buffer.line_of(edit.range.end) + 1).min(count);
            let new_start = edit.range.start.wrapping_add_signed(shift);
            let new_bytes = new_start..new_start + edit.text.len();
            shift += edit.text.len() as isize - edit.range.len() as isize;
            match spans.last_mut().filter(|last| old.start < last.old.end) {
                Some(last) => {
                    last.old.end = old.end;
                    last.new_bytes.end = new_bytes.end;
                }
                None => spans.push(EditedLines { old, new_bytes }),
            }
        }
        if let Some(style) = &mut self.style {
            for line in spans.iter().flat_map(|span| span.old.clone()) {
                style.uncount(&buffer.line(line));
            }
        }
        TouchedLines(spans)
    }

    /// Updates the index; to be called after `buffer` has been changed.
    pub fn after_edit(&mut self, buffer: &Buffer, touched: &TouchedLines) {
        let count = buffer.line_count();
        let new_lines = |span: &EditedLines| {
            buffer.line_of(span.new_bytes.start).min(count)
                ..(buffer.line_of(span.new_bytes.end) + 1).min(count)
        };
        if let Some(style) = &mut self.style {
            for line in touched.0.iter().flat_map(new_lines) {
                style.count(&buffer.line(line));
            }
        }
        if touched.0.len() > MANY_SPANS.max(count / FEW_LINES) || self.is_unused() {
            self.postings = Default::default();
            self.is_unfolded = None;
            self.states = None;
            self.occurrences = None;
            self.table = LineTable::new(count);
            return;
        }
        let mut shift = 0_isize;
        let mut replaced = Vec::new();
        for span in &touched.0 {
            let new = new_lines(span);
            let start = span.old.start.wrapping_add_signed(shift);
            self.table.splice(start..start + span.old.len(), new.len());
            shift += new.len() as isize - span.old.len() as isize;
            replaced.push(new);
        }
        self.refresh(buffer, &replaced);
    }

    fn is_unused(&self) -> bool {
        self.states.is_none() && self.occurrences.is_none() && self.postings.iter().all(Option::is_none)
    }

    /// Enters new lines into the index.
    fn refresh(&mut self, buffer: &Buffer, replaced: &[Range<usize>]) {
        let is_ascii = |line: usize| buffer.line(line).is_ascii();
        if self.is_unfolded == Some(true) && !replaced.iter().flat_map(Clone::clone).all(is_ascii) {
            self.is_unfolded = None;
        }
        if let Some(occurrences) = &mut self.occurrences {
            for line in replaced.iter().flat_map(Clone::clone) {
                occurrences.note(&buffer.line(line), self.table.id_at(line));
            }
        }
        for form in Form::ALL {
            if form == Form::Code && self.scanner.is_some() {
                self.refresh_code(buffer, replaced);
            } else if let Some(postings) = &mut self.postings[form as usize] {
                for line in replaced.iter().flat_map(Clone::clone) {
                    postings.note(&form.of(&buffer.line(line)), self.table.id_at(line));
                }
            }
        }
    }

    /// Enters new lines without comments: a new line may change how the lines below it are read.
    fn refresh_code(&mut self, buffer: &Buffer, replaced: &[Range<usize>]) {
        let (Some(scanner), Some(states)) = (&self.scanner, &mut self.states) else {
            self.postings[Form::Code as usize] = None;
            return;
        };
        let mut done = 0;
        for lines in replaced {
            let mut line = lines.start.max(done);
            let mut state = match line.checked_sub(1) {
                Some(above) => states.after(self.table.id_at(above)),
                None => LexState::default(),
            };
            while line < self.table.count() {
                let id = self.table.id_at(line);
                let text = buffer.line(line);
                let scanned = scanner.scan(&text, &mut state);
                if let Some(postings) = &mut self.postings[Form::Code as usize] {
                    postings.note(&Form::Code.of(&scanned.code), id);
                }
                let is_same = states.set(id, &state);
                line += 1;
                if is_same && line >= lines.end {
                    break;
                }
            }
            done = line;
        }
    }
}

/// Calls `visit` with some lines of a text, in order; if `places` names some lines, only with these.
fn each_plain_line(
    buffer: &Buffer,
    lines: Range<usize>,
    places: Option<&[usize]>,
    mut visit: impl FnMut(usize, &str),
) {
    if let Some(places) = places {
        let from = places.partition_point(|place| *place < lines.start);
        let own = places[from..].iter().take_while(|place| lines.contains(place));
        return own.for_each(|place| visit(*place, &buffer.line(*place)));
    }
    buffer.each_line(lines.start, |line, text| {
        if line >= lines.end {
            return ControlFlow::Break(());
        }
        visit(line, text);
        ControlFlow::Continue(())
    });
}
