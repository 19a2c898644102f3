//! Facts about a project that do not depend on the name: its include graph, and the combined texts.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::declarations_only::heads;
use super::defines::{Defines, add_defines};
use super::includes::{Includes, SourceId};
use super::macro_bodies::is_in_macro_with;
use super::read_text::TextReader;
use super::tokens::ProjectMacros;
use super::unit::{TranslationUnit, UnitFiles};
use crate::ir::PatchPath;
use crate::lang::{ImportRules, Language, PreprocessorRules};
use crate::resolve::bindings::{ProjectFiles, RenameProblem};
use crate::text::normal::{find_words, is_word_char};
use crate::text::{Lexer, TokenKind, WordPlaces};

/// The maximum number of bytes before an argument in which the bracket around it is searched for.
const FARTHEST_BRACKET: usize = 2_000;

/// The maximum number of bytes of the units that are kept for further names.
const MOST_BYTES: usize = 8 << 20;

/// A unit with the language in which it is read.
pub(super) struct ProjectUnit {
    pub(super) unit: TranslationUnit,
    pub(super) language: &'static Language,
    /// The number of the unit among the kept ones.
    pub(super) number: Option<usize>,
}

/// The identity of the text of a unit.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct UnitKey {
    pub(super) root: SourceId,
    /// The files whose complete text it contains.
    pub(super) shown: Vec<bool>,
    /// Whether it contains the declarations of the other files.
    pub(super) is_whole: bool,
    /// Macros that are kept, because their names are searched for.
    pub(super) kept: Vec<String>,
}

/// A project whose files include the text of others.
pub(super) struct IncludeProject<'q> {
    pub(super) files: &'q ProjectFiles<'q>,
    pub(super) includes: Includes,
    imports: &'static ImportRules,
    masks: Option<&'static PreprocessorRules>,
    by_path: HashMap<&'q PatchPath, SourceId>,
    /// The places of the words of the files.
    words: Vec<WordPlaces>,
    /// The declarations of each file.
    heads: Vec<OnceCell<String>>,
    /// The macros of all files.
    defines: OnceCell<Defines>,
    /// The macros with parameters, and their effect on arguments.
    macros: OnceCell<ProjectMacros>,
    units: RefCell<HashMap<UnitKey, Rc<ProjectUnit>>>,
    kept_bytes: Cell<usize>,
}

impl<'q> IncludeProject<'q> {
    pub(super) fn of(files: &'q ProjectFiles<'q>) -> Result<Self, RenameProblem> {
        let manifest = files.language.manifest();
        let imports = manifest.imports.as_ref().ok_or(RenameProblem::NotKnown)?;
        Ok(Self {
            files,
            includes: Includes::of(&files.sources, imports, known_headers()),
            imports,
            masks: manifest.view.preprocessor.as_ref(),
            by_path: files.sources.iter().enumerate().map(|(file, source)| (&source.path, file)).collect(),
            words: files.sources.iter().map(|_| WordPlaces::default()).collect(),
            heads: files.sources.iter().map(|_| OnceCell::new()).collect(),
            defines: OnceCell::new(),
            macros: OnceCell::new(),
            units: RefCell::default(),
            kept_bytes: Cell::default(),
        })
    }

    pub(super) const fn reader(&self) -> TextReader<'q> {
        TextReader { macros: self.files.macros, graphs: &self.files.graphs }
    }

    /// Returns the file at a path.
    pub(super) fn file(&self, path: &PatchPath) -> Option<SourceId> {
        self.by_path.get(path).copied()
    }

    pub(super) fn text(&self, file: SourceId) -> &'q str {
        &self.files.sources[file].text
    }

    /// Returns for each file whether it contains a word.
    pub(super) fn files_with(&self, word: &str) -> Vec<bool> {
        (0..self.words.len()).map(|file| self.has_word(file, word)).collect()
    }

    /// Returns whether a file contains a word.
    pub(super) fn has_word(&self, file: SourceId, word: &str) -> bool {
        !word.is_empty() && self.words[file].has(self.text(file), word)
    }

    /// Returns whether some file passes a word at the end of an argument to a macro that may paste something to it;
    /// with `is_first`, at the beginning of an argument.
    pub(super) fn has_as_argument(&self, macros: &ProjectMacros, word: &str, is_first: bool) -> bool {
        let lexer = Lexer::new(&self.files.language.manifest().lexical);
        let has = |text: &str| {
            let is_at_edge = |at: usize| match is_first {
                true => text[..at].trim_end().ends_with(['(', ',']),
                false => text[at + word.len()..].trim_start().starts_with([')', ',']),
            };
            let mut tokens = lexer.tokens(text).filter(|token| token.kind == TokenKind::Code);
            // The macro that is called may itself be an argument.
            let is_given = |at: usize| {
                let called = called_around(text, at);
                called.is_some_and(|called| macros.has(called) || is_in_macro_with(text, at, called))
            };
            tokens.any(|token| {
                let places = find_words(&text[token.range.clone()], word);
                let mut places = places.map(|at| token.range.start + at);
                places.any(|at| is_at_edge(at) && is_given(at))
            })
        };
        let files = self.files_with(word).into_iter().zip(&self.files.sources);
        files.filter(|(has_word, _)| *has_word).any(|(_, source)| has(&source.text))
    }

    /// Returns the names that are macros.
    pub(super) fn macros_among(&self, names: [&str; 2]) -> Vec<String> {
        let Some(masks) = self.masks else { return Vec::new() };
        let defines = self.defines.get_or_init(|| {
            let mut found = Defines::new();
            let texts = self.files.sources.iter();
            texts.for_each(|source| add_defines(&source.text, self.imports, masks, &mut found));
            found
        });
        names.into_iter().filter(|name| defines.contains_key(*name)).map(str::to_owned).collect()
    }

    /// Returns the macros with parameters, in a language that decides names by tokens.
    pub(super) fn macros(&self, language: &'static Language) -> Option<&ProjectMacros> {
        language.manifest().names.as_ref()?.tokens.as_ref()?;
        Some(self.all_macros(language))
    }

    /// Returns the macros with parameters.
    pub(super) fn all_macros(&self, language: &'static Language) -> &ProjectMacros {
        self.macros.get_or_init(|| ProjectMacros::of(language, &self.files.sources))
    }

    /// Returns whether a file includes something from outside the project whose declarations are unknown.
    pub(super) fn is_open(&self, root: SourceId) -> bool {
        let includes = &self.includes;
        includes.reach(&[root], |file| includes.is_foreign[file] || !includes.open[file].is_empty())
    }

    /// Returns a unit, which is created if necessary.
    pub(super) fn unit(&self, key: UnitKey) -> Rc<ProjectUnit> {
        if let Some(known) = self.units.borrow().get(&key) {
            return Rc::clone(known);
        }
        let unit = self.make(&key);
        let bytes = self.kept_bytes.get() + unit.text.len();
        let is_kept = bytes <= MOST_BYTES;
        let number = is_kept.then(|| self.units.borrow().len());
        let made = Rc::new(ProjectUnit { language: self.language_of(key.root), unit, number });
        if is_kept {
            self.kept_bytes.set(bytes);
            self.units.borrow_mut().insert(key, Rc::clone(&made));
        }
        made
    }

    fn make(&self, key: &UnitKey) -> TranslationUnit {
        let heads_of = |file: SourceId| {
            let masks = self.masks.filter(|_| key.is_whole)?;
            let heads = self.heads[file]
                .get_or_init(|| heads(self.files.language, masks, &self.files.sources[file].text));
            Some(heads.as_str())
        };
        let shown = |file: SourceId| if key.shown[file] { Some(self.text(file)) } else { heads_of(file) };
        let files = UnitFiles {
            sources: &self.files.sources,
            includes: &self.includes,
            rules: self.imports,
            masks: self.masks,
            kept: &key.kept,
            shown: &shown,
        };
        let mut unit = TranslationUnit::of(&files, key.root);
        unit.is_whole = key.is_whole;
        unit
    }

    /// Returns the language in which a file is read with its includes.
    pub(super) fn language_of(&self, root: SourceId) -> &'static Language {
        let source = &self.files.sources[root];
        let extension = source.path.extension();
        let language = extension.and_then(|own| Language::of_file(own, source.text.as_bytes()));
        let language = language.filter(|language| language.manifest().names.is_some());
        language.unwrap_or(self.files.language)
    }
}

/// Returns the known headers of languages that decide names by tokens.
fn known_headers() -> &'static [String] {
    let rules = |language: &'static Language| language.manifest().names.as_ref()?.tokens.as_ref();
    Language::all().iter().find_map(rules).map_or(&[], |rules| &rules.headers)
}

/// Returns the word before the bracket around a byte offset, within the same statement and a limited distance.
fn called_around(text: &str, at: usize) -> Option<&str> {
    let mut depth = 0_usize;
    for (before, byte) in text.as_bytes()[..at].iter().enumerate().rev().take(FARTHEST_BRACKET) {
        match byte {
            b')' => depth += 1,
            b'(' if depth == 0 => {
                let head = text[..before].trim_end();
                let start = head.trim_end_matches(is_word_char).len();
                return Some(&head[start..]).filter(|word| !word.is_empty());
            }
            b'(' => depth -= 1,
            b';' | b'{' | b'}' => return None,
            _ => {}
        }
    }
    None
}
