//! Texts that are parsed once for all names that are searched for in them.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::asked_words::AskedWords;
use super::includes::SourceId;
use super::readings::{ParsedReading, dead_parts, readings};
use super::scope::TextNames;
use crate::lang::{Language, Macros, NameRules, Syntax};
use crate::resolve::bindings::{Graphs, RenameProblem};
use crate::text::lexer::{Lexer, Token, TokenKind};
use crate::text::normal::find_words;
use crate::text::{Edit, WordPlaces};

/// The maximum number of texts that are kept for further definitions.
const MOST_TEXTS: usize = 64;

/// The maximum number of bytes of the kept texts.
const MOST_BYTES: usize = 8 << 20;

/// What is needed to read texts.
#[derive(Clone, Copy)]
pub(super) struct TextReader<'q> {
    pub(super) macros: &'q Macros,
    /// The graphs of files that were parsed before.
    pub(super) graphs: &'q Graphs,
}

/// A text with all its readings.
pub(super) struct ParsedFile {
    pub(super) language: &'static Language,
    pub(super) text: String,
    pub(super) readings: Vec<ParsedReading>,
    words: WordPlaces,
    /// The ranges of its comments and strings.
    prose: OnceCell<Vec<Range<usize>>>,
    dead: OnceCell<Vec<Range<usize>>>,
    /// The edits that rename its names.
    pub(super) renamed: RefCell<Vec<Edit>>,
}

impl ParsedFile {
    /// Reads a text.
    ///
    /// # Errors
    /// The text cannot be parsed.
    pub(super) fn of(
        reader: TextReader<'_>,
        language: &'static Language,
        text: &str,
    ) -> Result<Self, RenameProblem> {
        let mut syntax = Syntax::with_macros(language, reader.macros.clone());
        Ok(Self {
            language,
            text: text.to_owned(),
            readings: readings(&mut syntax, reader.graphs, text)?,
            words: WordPlaces::default(),
            prose: OnceCell::new(),
            dead: OnceCell::new(),
            renamed: RefCell::default(),
        })
    }

    /// Returns the places of a word, in code or not.
    pub(super) fn places<'a>(&'a self, word: &'a str) -> impl Iterator<Item = usize> + 'a {
        self.words.of(&self.text, word)
    }

    /// Returns whether a byte offset is in a comment or a string.
    pub(super) fn is_prose(&self, at: usize) -> bool {
        let lexer = || Lexer::new(&self.language.manifest().lexical);
        let read = || lexer().tokens(&self.text).filter(is_prose).map(|token| token.range).collect();
        is_in(self.prose.get_or_init(read), at)
    }

    /// Returns whether a byte offset is in text that no compiler reads.
    pub(super) fn is_dead(&self, at: usize) -> bool {
        is_in(self.dead.get_or_init(|| dead_parts(self.language, &self.text)), at)
    }

    /// Records names that are renamed.
    pub(super) fn rename(&self, own: &[Range<usize>], new: &str) {
        let edits = own.iter().map(|range| Edit { range: range.clone(), text: new.to_owned() });
        self.renamed.borrow_mut().extend(edits);
    }
}

fn is_prose(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Comment | TokenKind::String | TokenKind::StringPart)
}

/// Returns whether a byte offset is in one of some ranges, which are in order.
fn is_in(ranges: &[Range<usize>], at: usize) -> bool {
    ranges.get(ranges.partition_point(|range| range.end <= at)).is_some_and(|range| range.start <= at)
}

/// The names of a reading, by name space.
type NamesBySpace<'t> = RefCell<HashMap<Option<&'static str>, Rc<TextNames<'t>>>>;

/// A text with the requested names in it.
pub(super) struct ScannedText<'t> {
    pub(super) read: &'t ParsedFile,
    words: &'t AskedWords,
    names: Vec<NamesBySpace<'t>>,
}

impl<'t> ScannedText<'t> {
    pub(super) fn of(read: &'t ParsedFile, words: &'t AskedWords) -> Self {
        let names = read.readings.iter().map(|_| NamesBySpace::default()).collect();
        Self { read, words, names }
    }

    /// Returns the names of one of its readings.
    pub(super) fn names(
        &self,
        reading: usize,
        rules: &NameRules,
        space: Option<&'static str>,
    ) -> Rc<TextNames<'t>> {
        let mut known = self.names[reading].borrow_mut();
        let scan = || {
            let reading = &self.read.readings[reading];
            let mut names = TextNames::of(self.read.language, reading, rules, space, self.words);
            names.forget_aliases(|name| {
                let given =
                    |text: &str| find_words(text, name).filter(|at| is_given(text, at + name.len())).count();
                given(&self.read.text) != given(&reading.text)
            });
            Rc::new(names)
        };
        Rc::clone(known.entry(space).or_insert_with(scan))
    }
}

/// Returns whether the name that ends at a byte offset is assigned.
fn is_given(text: &str, end: usize) -> bool {
    let behind = text[end..].trim_start();
    behind.starts_with('=') && !behind.starts_with("==")
}

/// The identity of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum TextKey {
    /// A single file.
    File(SourceId),
    /// The unit of this number.
    Unit(usize),
}

/// The texts that are kept.
pub(super) struct TextCache {
    pub(super) texts: Vec<OnceCell<ParsedFile>>,
    by_key: RefCell<HashMap<TextKey, usize>>,
    bytes: Cell<usize>,
}

impl TextCache {
    /// Creates room for the texts of `count` definitions; for a single one only its own file is kept.
    pub(super) fn for_definitions(count: usize) -> Self {
        let room = if count == 1 { 1 } else { MOST_TEXTS };
        Self {
            texts: std::iter::repeat_with(OnceCell::new).take(room).collect(),
            by_key: RefCell::default(),
            bytes: Cell::default(),
        }
    }

    /// Returns the index of a kept text, which is read if necessary; `None` if there is no room.
    pub(super) fn get(
        &self,
        key: TextKey,
        text: &str,
        read: impl FnOnce() -> Result<ParsedFile, RenameProblem>,
    ) -> Result<Option<usize>, RenameProblem> {
        if let Some(known) = self.by_key.borrow().get(&key) {
            return Ok(Some(*known));
        }
        let at = self.by_key.borrow().len();
        if at == self.texts.len() || self.bytes.get() + text.len() > MOST_BYTES {
            return Ok(None);
        }
        let read = read()?;
        self.texts[at].get_or_init(|| read);
        self.bytes.set(self.bytes.get() + text.len());
        self.by_key.borrow_mut().insert(key, at);
        Ok(Some(at))
    }

    pub(super) fn at(&self, number: usize) -> Option<&ParsedFile> {
        self.texts.get(number).and_then(OnceCell::get)
    }
}

/// The texts that are kept, with their names.
pub(super) struct NameCache<'t> {
    texts: &'t TextCache,
    words: &'t AskedWords,
    scanned: Vec<OnceCell<ScannedText<'t>>>,
}

impl<'t> NameCache<'t> {
    pub(super) fn of(texts: &'t TextCache, words: &'t AskedWords) -> Self {
        let scanned = texts.texts.iter().map(|_| OnceCell::new()).collect();
        Self { texts, words, scanned }
    }

    /// Calls `ask` with a text and its names. A text that is not kept is read for this call only, and new names that
    /// change its tree are refused.
    pub(super) fn with<R>(
        &self,
        key: Option<TextKey>,
        (language, text): (&'static Language, &str),
        reader: TextReader<'_>,
        ask: impl FnOnce(&ScannedText<'_>) -> Result<R, RenameProblem>,
    ) -> Result<R, RenameProblem> {
        let read = || ParsedFile::of(reader, language, text);
        let number = key.map(|key| self.texts.get(key, text, read)).transpose()?.flatten();
        let kept = number.and_then(|number| Some((self.scanned.get(number)?, self.texts.at(number)?)));
        if let Some((scanned, read)) = kept {
            return ask(scanned.get_or_init(|| ScannedText::of(read, self.words)));
        }
        let read = read()?;
        let answer = ask(&ScannedText::of(&read, self.words))?;
        read.prove(reader)?;
        Ok(answer)
    }
}
