//! The registry of the languages that are compiled in, with one registration line each.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::{LocalRules, Manifest, Patterns, SymbolQuery};
use crate::text::{BlockSigns, Buffer, LexRules};

/// A registered language. Its manifest and its queries are parsed on first use.
#[derive(Debug)]
pub struct Language {
    folder: &'static str,
    queries: &'static str,
    keys: Keys,
    grammar: fn() -> tree_sitter::Language,
    /// The manifest as JSON, which the build generates.
    manifest_text: &'static str,
    symbols_text: &'static str,
    names_text: &'static str,
    manifest: OnceLock<Manifest>,
    /// The part of the manifest that describes comments and strings, as JSON.
    lexical_text: &'static str,
    lexical: OnceLock<LexRules>,
    symbols: OnceLock<SymbolQuery>,
    names: OnceLock<SymbolQuery>,
    local_rules_text: &'static str,
    local_rules: OnceLock<Option<LocalRules>>,
    locals_text: &'static str,
    members_text: &'static str,
    locals: OnceLock<Patterns>,
    members: OnceLock<HashSet<&'static str>>,
}

/// The keys by which a language is found, which the build reads from the manifest.
#[derive(Debug)]
struct Keys {
    names: &'static [&'static str],
    extensions: &'static [&'static str],
    /// Names and extensions that belong to the language if no other language has them; `replaced_extensions` are the
    /// extensions.
    replaced_names: &'static [&'static str],
    replaced_extensions: &'static [&'static str],
    tag: &'static str,
    /// The text at the beginning of files that belong to another language, and the name of that language.
    marked: Option<(&'static str, &'static str)>,
    layout: LineLayout,
}

/// The number of bytes at the beginning of a file that may determine its language.
const HEAD: usize = 2000;

/// What a language determines about the lines of a text without a parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineLayout {
    /// Whether the extent of a body is its indentation.
    pub indented: bool,
    /// The signs that show where bodies begin; `head_close` is empty in languages with braces.
    pub blocks: BlockSigns,
    /// The beginning of a line that is at the margin whatever surrounds it.
    pub directive: Option<&'static str>,
    /// Keywords of headings whose blocks usually are not indented.
    pub flat: &'static [&'static str],
}

/// Registers languages, one per line: the name of the manifest, the folder of the queries, the folder with the members
/// of the standard library, the grammar, and the file with the queries for names that the language shares with another.
macro_rules! languages {
    ($($(#[$condition:meta])* $name:literal, $queries:literal, $library:literal, $grammar:expr $(, $shared:literal)?;)*) => {
        static LANGUAGES: [Language; [$($(#[$condition])* (),)*].len()] = [$(
            $(#[$condition])*
            Language {
                folder: $name,
                queries: $queries,
                keys: include!(concat!(env!("OUT_DIR"), "/", $name, ".rs")),
                grammar: || $grammar.into(),
                manifest_text: include_str!(concat!(env!("OUT_DIR"), "/", $name, ".json")),
                symbols_text: include_str!(concat!("../../queries/", $queries, "/symbols.scm")),
                names_text: include_str!(concat!("../../queries/", $queries, "/names.scm")),
                local_rules_text: include_str!(concat!(env!("OUT_DIR"), "/", $name, ".locals.json")),
                local_rules: OnceLock::new(),
                manifest: OnceLock::new(),
                lexical_text: include_str!(concat!(env!("OUT_DIR"), "/", $name, ".lexical.json")),
                lexical: OnceLock::new(),
                symbols: OnceLock::new(),
                names: OnceLock::new(),
                locals_text: concat!(
                    include_str!(concat!("../../queries/", $queries, "/locals.scm")),
                    $(include_str!(concat!("../../queries/", $shared)))?
                ),
                members_text: include_str!(concat!("../../queries/", $library, "/members.txt")),
                locals: OnceLock::new(),
                members: OnceLock::new(),
            },
        )*];
    };
}

languages! {
    "python", "python", "python", tree_sitter_python::LANGUAGE;
    "cpp", "cpp", "cpp", tree_sitter_cpp::LANGUAGE;
    "rust", "rust", "rust", tree_sitter_rust::LANGUAGE;
    #[cfg(feature = "lang-c")]
    "c", "c", "c", tree_sitter_c::LANGUAGE;
    #[cfg(feature = "lang-go")]
    "go", "go", "go", tree_sitter_go::LANGUAGE;
    #[cfg(feature = "lang-java")]
    "java", "java", "java", tree_sitter_java::LANGUAGE;
    #[cfg(feature = "lang-javascript")]
    "javascript", "javascript", "javascript", tree_sitter_javascript::LANGUAGE, "javascript/shared_locals.scm";
    #[cfg(feature = "lang-typescript")]
    "typescript", "typescript", "javascript", tree_sitter_typescript::LANGUAGE_TYPESCRIPT, "javascript/shared_locals.scm";
    #[cfg(feature = "lang-typescript")]
    "tsx", "typescript", "javascript", tree_sitter_typescript::LANGUAGE_TSX, "javascript/shared_locals.scm";
}

impl Language {
    /// Returns all registered languages.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &LANGUAGES
    }

    /// Returns the name of the manifest in `grammars/`.
    #[must_use]
    pub const fn folder(&self) -> &'static str {
        self.folder
    }

    /// Returns the name of the folder in `queries/`; a dialect shares the folder of its language.
    #[must_use]
    pub const fn queries(&self) -> &'static str {
        self.queries
    }

    /// Returns the manifest.
    ///
    /// # Panics
    /// Never: a test reads every manifest.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        self.manifest.get_or_init(|| {
            serde_json::from_str(self.manifest_text).expect("a test reads every manifest that is compiled in")
        })
    }

    /// Returns the syntax of comments and strings, which is read without the rest of the manifest.
    ///
    /// # Panics
    /// Never: a test reads every manifest.
    #[must_use]
    pub fn lexical(&self) -> &LexRules {
        self.lexical.get_or_init(|| {
            serde_json::from_str(self.lexical_text).expect("a test reads every manifest that is compiled in")
        })
    }

    /// Returns the layout of lines in the language.
    #[must_use]
    pub const fn layout(&self) -> LineLayout {
        self.keys.layout
    }

    /// Returns the beginnings of lines that are at the margin whatever surrounds them.
    #[must_use]
    pub fn directives(&'static self) -> &'static [&'static str] {
        self.keys.layout.directive.as_slice()
    }

    /// Returns the grammar.
    #[must_use]
    pub fn grammar(&self) -> tree_sitter::Language {
        (self.grammar)()
    }

    /// Returns the query that finds definitions.
    ///
    /// # Panics
    /// Never: a test reads every query.
    #[must_use]
    pub fn symbol_query(&'static self) -> &'static SymbolQuery {
        self.symbols.get_or_init(|| {
            SymbolQuery::new(&self.grammar(), self.symbols_text, self.manifest())
                .expect("a test reads every query that is compiled in")
        })
    }

    /// Returns the query that finds small definitions; it takes precedence over [`Self::symbol_query`].
    ///
    /// # Panics
    /// Never: a test reads every query.
    #[must_use]
    pub fn name_query(&'static self) -> &'static SymbolQuery {
        self.names.get_or_init(|| {
            SymbolQuery::new(&self.grammar(), self.names_text, self.manifest())
                .expect("a test reads every query that is compiled in")
        })
    }

    /// Returns the rules by which names resolve to definitions across files; `None` if the language has none.
    ///
    /// # Panics
    /// Never: a test reads all rules.
    #[must_use]
    pub fn local_rules(&'static self) -> Option<&'static LocalRules> {
        let read = || {
            serde_json::from_str(self.local_rules_text).expect("a test reads all rules that are compiled in")
        };
        self.local_rules.get_or_init(read).as_ref()
    }

    /// Returns the text of the query that finds the bindings of names.
    #[must_use]
    pub const fn locals_text(&self) -> &'static str {
        self.locals_text
    }

    /// Returns the query that finds the bindings of names.
    ///
    /// # Panics
    /// Never: a test reads every query.
    #[must_use]
    pub fn local_patterns(&'static self) -> &'static Patterns {
        self.locals.get_or_init(|| {
            Patterns::read(&self.grammar(), self.locals_text)
                .expect("a test reads every query that is compiled in")
        })
    }

    /// Returns whether types of the standard library are known to have members with this name.
    #[must_use]
    pub fn knows_member(&self, name: &str) -> bool {
        self.members.get_or_init(|| self.member_words().collect()).contains(name)
    }

    /// Returns the functions that each interface of the standard library requires, from the `set:` entries of the
    /// members.
    pub fn member_sets(&self) -> impl Iterator<Item = &'static str> {
        self.member_words().filter_map(|word| word.strip_prefix("set:"))
    }

    fn member_words(&self) -> impl Iterator<Item = &'static str> + use<> {
        let lines = self.members_text.lines().filter(|line| !line.starts_with('#'));
        lines.flat_map(str::split_whitespace)
    }

    /// Returns the capture of the definition that a `@declaration` with parameters declares.
    #[must_use]
    pub fn declaration_capture(&'static self) -> Option<&'static str> {
        self.manifest().symbols.declaration_capture.as_deref()
    }

    /// Returns the kind of modules in the language.
    #[must_use]
    pub fn module_kind(&'static self) -> Option<&'static str> {
        self.manifest().symbols.module_kind.as_deref()
    }

    /// Returns the language with the name `name`, in any case.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        let name = name.to_lowercase();
        find(&name, |keys| keys.names).or_else(|| find(&name, |keys| keys.replaced_names))
    }

    /// Returns the language of files with this extension, in any case.
    #[must_use]
    pub fn by_extension(extension: &str) -> Option<&'static Self> {
        let extension = extension.to_lowercase();
        find(&extension, |keys| keys.extensions).or_else(|| find(&extension, |keys| keys.replaced_extensions))
    }

    /// Returns the language of a file with this extension and text. It differs from the language of the extension if
    /// the beginning of the file says so, as `@flow` does in JavaScript.
    #[must_use]
    pub fn of_file(extension: &str, text: &[u8]) -> Option<&'static Self> {
        Self::by_extension(extension).map(|language| language.marked_in(text).unwrap_or(language))
    }

    /// Returns the language of a file with this extension and the text in a buffer, as [`Self::of_file`] does.
    #[must_use]
    pub fn of_buffer(extension: &str, text: &Buffer) -> Option<&'static Self> {
        let language = Self::by_extension(extension)?;
        if language.keys.marked.is_none() {
            return Some(language);
        }
        let last = text.line_of(text.len().min(HEAD));
        let head = text.slice(0..text.line_start((last + 1).min(text.line_count())));
        Some(language.marked_in(head.as_bytes()).unwrap_or(language))
    }

    /// Returns whether some files with extensions of this language belong to another one.
    #[must_use]
    pub const fn has_marked_files(&self) -> bool {
        self.keys.marked.is_some()
    }

    /// Returns the language that the beginning of a file of this language selects instead.
    fn marked_in(&self, text: &[u8]) -> Option<&'static Self> {
        let (mark, name) = self.keys.marked?;
        let head = &text[..text.len().min(HEAD)];
        memchr::memmem::find(head, mark.as_bytes()).and_then(|_| Self::by_name(name))
    }

    /// Returns the language whose operations have this tag; of several with the same tag the first one.
    #[must_use]
    pub fn by_tag(tag: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.keys.tag == tag)
    }

    /// Returns whether both languages have the same operations.
    #[must_use]
    pub fn shares_operations(&self, other: &Self) -> bool {
        self.keys.tag == other.keys.tag
    }
}

/// Returns the language with `word` in the given list.
fn find(word: &str, list: fn(&Keys) -> &'static [&'static str]) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| list(&language.keys).contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_manifest_can_be_read() {
        for language in Language::all() {
            let manifest = language.manifest();
            assert_eq!(language.keys.extensions, manifest.extensions);
            assert_eq!(language.keys.names[1..], manifest.aliases);
            assert_eq!((language.keys.names[0], language.keys.tag), (&*manifest.name, &*manifest.op_tag));
            assert_eq!(*language.lexical(), manifest.lexical);
            let (layout, symbols) = (language.layout(), &manifest.symbols);
            assert_eq!(layout.indented, symbols.indented_bodies);
            assert_eq!(layout.blocks.head_close, symbols.head_close);
            assert_eq!(layout.blocks.clauses.len(), symbols.clauses.len());
            assert_eq!(layout.blocks.unfinished.len(), symbols.unfinished.len());
            assert_eq!(layout.directive, manifest.row_rules().directive);
            assert_eq!(layout.flat, symbols.flat_blocks);
            let marked = manifest.marked.as_ref().map(|own| (own.text.as_str(), own.language.as_str()));
            assert_eq!(language.keys.marked, marked);
        }
        assert_eq!(Language::by_name("CPP").map(|found| found.manifest().name.as_str()), Some("c++"));
    }

    #[test]
    fn every_query_can_be_read() {
        for language in Language::all() {
            assert!(language.symbol_query().capture_names().next().is_some(), "{}", language.folder());
            assert!(language.name_query().capture_names().next().is_some(), "{}", language.folder());
            let is_followed = language.local_patterns().capture_names().next().is_some();
            assert!(is_followed || language.local_rules().is_none(), "{}", language.folder());
        }
    }
}
