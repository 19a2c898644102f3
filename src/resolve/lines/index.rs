//! Where lines of interest stand in a text: built by one pass a form, kept through edits.
//!
//! The index does not know every line of the text but every place of the lines that somebody will ask for. They are
//! announced beforehand; a line that was not is looked up by a pass of its own. Hashes propose, texts decide.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::{ControlFlow, Range};

use super::rung::Form;
use super::states::States;
use super::table::{LineId, LineTable};
use crate::text::{Buffer, CommentScanner, EditSet, IndentStyle, LexRules, LexState};

/// The lines of one pattern.
pub type PatternLines<'p> = Vec<Cow<'p, str>>;

/// An index of one text.
#[derive(Debug)]
pub struct LineIndex<'p> {
    scanner: Option<CommentScanner<'p>>,
    announced: Vec<PatternLines<'p>>,
    table: LineTable,
    postings: [Option<Postings>; Form::ALL.len()],
    states: Option<States>,
    style: Option<IndentStyle>,
}

/// For the hash of each watched line, where it stands.
type Postings = HashMap<u64, Vec<LineId>, BuildHasherDefault<AlreadyHashed>>;

/// Lines that an edit replaces, before and after it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Span {
    old: Range<usize>,
    new_bytes: Range<usize>,
}

/// Lines that a set of edits touches, noted before it is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedLines(Vec<Span>);

/// Above so many touched places it is cheaper to begin anew.
const MANY_SPANS: usize = 64;

impl<'p> LineIndex<'p> {
    /// An index of `buffer` in a language whose comments `rules` describe, for patterns that will be looked up.
    #[must_use]
    pub fn new(buffer: &Buffer, rules: Option<&'p LexRules>, announced: Vec<PatternLines<'p>>) -> Self {
        Self {
            scanner: rules.map(CommentScanner::new),
            announced,
            table: LineTable::new(buffer.line_count()),
            postings: Default::default(),
            states: None,
            style: None,
        }
    }

    /// The rules of the text's comments, if any are known.
    #[must_use]
    pub fn rules(&self) -> Option<&'p LexRules> {
        self.scanner.as_ref().map(CommentScanner::rules)
    }

    /// The scanner of the text's comments, if any are known.
    pub(super) fn scanner(&self) -> Option<&CommentScanner<'p>> {
        self.scanner.as_ref()
    }

    /// The numbers of the lines that may equal `line` in `form`, in order; `line` is in that form already.
    ///
    /// `None` if the line was not announced.
    pub(super) fn find(&mut self, buffer: &Buffer, form: Form, line: &str) -> Option<Vec<usize>> {
        self.prepare(buffer, form);
        let ids = self.postings[form as usize].as_ref()?.get(&hash(line))?;
        let mut lines: Vec<usize> = ids.iter().filter_map(|id| self.table.line_of(*id)).collect();
        lines.sort_unstable();
        lines.dedup();
        Some(lines)
    }

    /// How often a line that was announced was seen, counting lines that are gone.
    pub(super) fn frequency(&mut self, buffer: &Buffer, form: Form, line: &str) -> Option<usize> {
        self.prepare(buffer, form);
        self.postings[form as usize].as_ref()?.get(&hash(line)).map(Vec::len)
    }

    /// The numbers of the lines that equal `line` in `form`, by a pass over the text.
    pub(super) fn scan_for(&mut self, buffer: &Buffer, form: Form, line: &str) -> Vec<usize> {
        let mut found = Vec::new();
        self.each_line_in(buffer, form, |number, text| {
            if text == line {
                found.push(number);
            }
        });
        found
    }

    /// The lines of the text in `form`, in order.
    fn each_line_in(&mut self, buffer: &Buffer, form: Form, mut visit: impl FnMut(usize, &str)) {
        let scanner = self.scanner.as_ref().filter(|_| form == Form::Code);
        let mut state = LexState::Code;
        buffer.each_line(0, |number, line| {
            match scanner {
                Some(scanner) => visit(number, &form.of(&scanner.scan(line, &mut state).code)),
                None => visit(number, &form.of(line)),
            }
            ControlFlow::Continue(())
        });
    }

    /// Sees to it that the places of announced lines are known in `form`.
    fn prepare(&mut self, buffer: &Buffer, form: Form) {
        if self.postings[form as usize].is_some() {
            return;
        }
        let postings = match form {
            Form::Code if self.scanner.is_some() => self.read_code(buffer),
            Form::Folded if self.is_unfolded(buffer) => self.postings[Form::Trimmed as usize].clone(),
            _ => None,
        };
        let postings = postings.unwrap_or_else(|| self.find_watched(buffer, form));
        self.postings[form as usize] = Some(postings);
    }

    /// Whether trimmed lines are folded ones too: neither the text nor what is looked for has anything to fold.
    fn is_unfolded(&self, buffer: &Buffer) -> bool {
        self.announced.iter().flatten().all(|line| line.is_ascii()) && buffer.pieces().all(str::is_ascii)
    }

    /// The places of announced lines without comments, and in the same pass the states of all lines.
    fn read_code(&mut self, buffer: &Buffer) -> Option<Postings> {
        let scanner = self.scanner.as_ref()?;
        let mut postings = self.watched(Form::Code);
        let mut states = States::unknown(&self.table);
        let mut state = LexState::Code;
        buffer.each_line(0, |number, line| {
            let id = self.table.id_at(number);
            note(&mut postings, &Form::Code.of(&scanner.scan(line, &mut state).code), id);
            states.set(id, &state);
            ControlFlow::Continue(())
        });
        self.states = Some(states);
        Some(postings)
    }

    /// The places of announced lines in `form`, by a pass over the text.
    fn find_watched(&mut self, buffer: &Buffer, form: Form) -> Postings {
        let mut postings = self.watched(form);
        let table = std::mem::take(&mut self.table);
        self.each_line_in(buffer, form, |number, line| note(&mut postings, line, table.id_at(number)));
        self.table = table;
        postings
    }

    /// Empty postings for every announced line.
    fn watched(&self, form: Form) -> Postings {
        let scanner = self.scanner.as_ref().filter(|_| form == Form::Code);
        let mut postings = Postings::default();
        for pattern in &self.announced {
            let mut state = LexState::Code;
            for line in pattern {
                // Comments are stripped where the pattern is read as code, and are text where it is read as a string.
                let stripped = scanner.map(|scanner| scanner.scan(line, &mut state).code);
                for text in [Some(Cow::Borrowed(&**line)), stripped].into_iter().flatten() {
                    postings.entry(hash(&form.of(&text))).or_default();
                }
            }
        }
        postings
    }

    /// A line of the text in `form`.
    pub(super) fn line_in<'b>(&mut self, buffer: &'b Buffer, form: Form, line: usize) -> Cow<'b, str> {
        let text = buffer.line(line);
        let mut state = if form == Form::Code { self.state_before(buffer, line) } else { LexState::Code };
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

    /// The lexical state that a line begins in; for the line behind the last one, the state that the text ends in.
    pub fn state_before(&mut self, buffer: &Buffer, line: usize) -> LexState {
        self.states(buffer);
        let states = self.states.as_ref().expect("they were just made");
        line.checked_sub(1).map_or_else(LexState::default, |above| states.after(self.table.id_at(above)))
    }

    /// The different states that lines of the text begin in, in order of first appearance.
    pub(super) fn distinct_states(&mut self, buffer: &Buffer) -> Vec<LexState> {
        // Whoever asks goes on to look for code, which tells the states as well.
        self.prepare(buffer, Form::Code);
        self.states(buffer).distinct()
    }

    fn states(&mut self, buffer: &Buffer) -> &States {
        let (scanner, table) = (self.scanner.as_ref(), &self.table);
        self.states.get_or_insert_with(|| States::of(buffer, scanner, table))
    }

    /// Whether a line is nothing but comment.
    pub(super) fn is_comment_line(&mut self, buffer: &Buffer, line: usize) -> bool {
        self.scanner.is_some()
            && !crate::text::normal::is_blank(&buffer.line(line))
            && self.line_in(buffer, Form::Code, line).is_empty()
    }

    /// With what the text indents.
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

    /// Notes which lines `edits` will touch; to be called before `buffer` is changed.
    pub fn before_edit(&mut self, buffer: &Buffer, edits: &EditSet) -> TouchedLines {
        let count = buffer.line_count();
        let mut spans: Vec<Span> = Vec::new();
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
                None => spans.push(Span { old, new_bytes }),
            }
        }
        if let Some(style) = &mut self.style {
            for line in spans.iter().flat_map(|span| span.old.clone()) {
                style.uncount(&buffer.line(line));
            }
        }
        TouchedLines(spans)
    }

    /// Brings the index up to date; to be called when `buffer` has been changed.
    pub fn after_edit(&mut self, buffer: &Buffer, touched: &TouchedLines) {
        let count = buffer.line_count();
        let new_lines = |span: &Span| {
            buffer.line_of(span.new_bytes.start).min(count)
                ..(buffer.line_of(span.new_bytes.end) + 1).min(count)
        };
        if let Some(style) = &mut self.style {
            for line in touched.0.iter().flat_map(new_lines) {
                style.count(&buffer.line(line));
            }
        }
        if touched.0.len() > MANY_SPANS || self.is_unused() {
            self.postings = Default::default();
            self.states = None;
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
        self.states.is_none() && self.postings.iter().all(Option::is_none)
    }

    /// Enters new lines into what is known.
    fn refresh(&mut self, buffer: &Buffer, replaced: &[Range<usize>]) {
        for form in Form::ALL {
            if form == Form::Code && self.scanner.is_some() {
                self.refresh_code(buffer, replaced);
            } else if let Some(postings) = &mut self.postings[form as usize] {
                for line in replaced.iter().flat_map(Clone::clone) {
                    note(postings, &form.of(&buffer.line(line)), self.table.id_at(line));
                }
            }
        }
    }

    /// The same without comments: a new line may change how the lines below it are read.
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
                    note(postings, &Form::Code.of(&scanned.code), id);
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

/// Notes that `text` stands at `id`, if anybody will ask for it.
fn note(postings: &mut Postings, text: &str, id: LineId) {
    if let Some(ids) = postings.get_mut(&hash(text)) {
        ids.push(id);
    }
}

/// A fast hash of a line, the same in every run.
fn hash(line: &str) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    let (words, tail) = line.as_bytes().as_chunks::<8>();
    let hash = words.iter().fold(line.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let last = tail.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let hash = mix(hash, last);
    hash ^ (hash >> 29)
}

/// Passes a hash through as it is.
#[derive(Debug, Default)]
struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0 << 8 | u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
