//! The languages that are compiled in: one registration line each.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::{LocalRules, Manifest, Patterns, SymbolQuery};
use crate::text::{BlockSigns, Buffer, LexRules};

/// A registered language. Its manifest and its query are read when they are first asked for.
#[derive(Debug)]
pub struct Language {
    folder: &'static str,
    queries: &'static str,
    keys: Keys,
    grammar: fn() -> tree_sitter::Language,
    /// The manifest as the build has translated it.
    manifest_text: &'static str,
    symbols_text: &'static str,
    names_text: &'static str,
    manifest: OnceLock<Manifest>,
    /// What the manifest says of comments and strings.
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

/// By what a language is found, as the build has read it from the manifest.
#[derive(Debug)]
struct Keys {
    names: &'static [&'static str],
    extensions: &'static [&'static str],
    /// Names and extensions that are its own where no other language has them.
    lent_names: &'static [&'static str],
    lent_extensions: &'static [&'static str],
    tag: &'static str,
    /// What stands at the beginning of files that are read in another language, and its name.
    marked: Option<(&'static str, &'static str)>,
    layout: LineLayout,
}

/// So many bytes at the beginning of a file may tell its language.
const HEAD: usize = 2000;

/// What a language says of the lines of a text, without a parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineLayout {
    /// Whether a body ends where the indentation does.
    pub indented: bool,
    /// What shows where bodies begin; the heading ends in nothing where a bracket does.
    pub blocks: BlockSigns,
    /// What begins a line that stands at the margin whatever surrounds it.
    pub directive: Option<&'static str>,
    /// Words of headings whose blocks are mostly no deeper than themselves.
    pub flat: &'static [&'static str],
}

/// One registration line each: the name of the manifest, those of the folders with its queries and with what its standard
/// library has, the grammar.
macro_rules! languages {
    ($($(#[$condition:meta])* $name:literal, $queries:literal, $library:literal, $grammar:expr;)*) => {
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
                locals_text: include_str!(concat!("../../queries/", $queries, "/locals.scm")),
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
    "javascript", "javascript", "javascript", tree_sitter_javascript::LANGUAGE;
    #[cfg(feature = "lang-typescript")]
    "typescript", "typescript", "javascript", tree_sitter_typescript::LANGUAGE_TYPESCRIPT;
    #[cfg(feature = "lang-typescript")]
    "tsx", "typescript", "javascript", tree_sitter_typescript::LANGUAGE_TSX;
}

impl Language {
    /// Every registered language.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &LANGUAGES
    }

    /// The name of its manifest in `grammars/`.
    #[must_use]
    pub const fn folder(&self) -> &'static str {
        self.folder
    }

    /// The name of its folder in `queries/`; a dialect has that of its language.
    #[must_use]
    pub const fn queries(&self) -> &'static str {
        self.queries
    }

    /// The manifest.
    ///
    /// # Panics
    /// Never: a test reads every manifest.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        self.manifest.get_or_init(|| {
            serde_json::from_str(self.manifest_text).expect("a test reads every manifest that is compiled in")
        })
    }

    /// Its comments and strings, which are read without the rest of the manifest.
    ///
    /// # Panics
    /// Never: a test reads every manifest.
    #[must_use]
    pub fn lexical(&self) -> &LexRules {
        self.lexical.get_or_init(|| {
            serde_json::from_str(self.lexical_text).expect("a test reads every manifest that is compiled in")
        })
    }

    /// The layout of its lines.
    #[must_use]
    pub const fn layout(&self) -> LineLayout {
        self.keys.layout
    }

    /// What begins lines that stand at the margin whatever surrounds them.
    #[must_use]
    pub fn directives(&'static self) -> &'static [&'static str] {
        self.keys.layout.directive.as_slice()
    }

    /// The grammar.
    #[must_use]
    pub fn grammar(&self) -> tree_sitter::Language {
        (self.grammar)()
    }

    /// The query that finds definitions.
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

    /// The query that finds what else has a name: it stands before the other one.
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

    /// How names lead to definitions over files, where that is known of the language.
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

    /// The query that finds what binds names.
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

    /// Whether what the standard library has is known to have members of this name.
    #[must_use]
    pub fn knows_member(&self, name: &str) -> bool {
        self.members.get_or_init(|| self.member_words().collect()).contains(name)
    }

    /// What the standard library asks types for: the functions of each of its interfaces, as `set:` names them.
    pub fn member_sets(&self) -> impl Iterator<Item = &'static str> {
        self.member_words().filter_map(|word| word.strip_prefix("set:"))
    }

    fn member_words(&self) -> impl Iterator<Item = &'static str> + use<> {
        let lines = self.members_text.lines().filter(|line| !line.starts_with('#'));
        lines.flat_map(str::split_whitespace)
    }

    /// The capture of what a `@declaration` with parameters declares.
    #[must_use]
    pub fn declaration_capture(&'static self) -> Option<&'static str> {
        self.manifest().symbols.declaration_capture.as_deref()
    }

    /// The kind of its modules.
    #[must_use]
    pub fn module_kind(&'static self) -> Option<&'static str> {
        self.manifest().symbols.module_kind.as_deref()
    }

    /// The language that a patch calls `name`, in any case.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        let name = name.to_lowercase();
        find(&name, |keys| keys.names).or_else(|| find(&name, |keys| keys.lent_names))
    }

    /// The language of files with this extension, in any case.
    #[must_use]
    pub fn by_extension(extension: &str) -> Option<&'static Self> {
        let extension = extension.to_lowercase();
        find(&extension, |keys| keys.extensions).or_else(|| find(&extension, |keys| keys.lent_extensions))
    }

    /// The language of a file with this extension and text: another one than the extension's where the beginning of the file
    /// says so, as `@flow` does in JavaScript.
    #[must_use]
    pub fn of_file(extension: &str, text: &[u8]) -> Option<&'static Self> {
        Self::by_extension(extension).map(|language| language.marked_in(text).unwrap_or(language))
    }

    /// The same of a text in a buffer.
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

    /// Whether some of its files are read in another language.
    #[must_use]
    pub const fn has_marked_files(&self) -> bool {
        self.keys.marked.is_some()
    }

    /// The language in which files of this one are read that have such a beginning.
    fn marked_in(&self, text: &[u8]) -> Option<&'static Self> {
        let (mark, name) = self.keys.marked?;
        let head = &text[..text.len().min(HEAD)];
        memchr::memmem::find(head, mark.as_bytes()).and_then(|_| Self::by_name(name))
    }

    /// The language whose operations carry `tag`; of several that share it the first one.
    #[must_use]
    pub fn by_tag(tag: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.keys.tag == tag)
    }

    /// Whether the operations of another language are its own as well.
    #[must_use]
    pub fn shares_operations(&self, other: &Self) -> bool {
        self.keys.tag == other.keys.tag
    }
}

/// The language that has `word` in one of its lists.
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
