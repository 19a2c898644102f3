//! The languages that are compiled in: one registration line each.

use std::sync::OnceLock;

use super::{Manifest, SymbolQuery};

/// A registered language. Its manifest is read, and its query compiled, when it is first asked for.
#[derive(Debug)]
pub struct Language {
    folder: &'static str,
    grammar: fn() -> tree_sitter::Language,
    /// The manifest as the build has translated it.
    manifest_text: &'static str,
    symbols_text: &'static str,
    manifest: OnceLock<Manifest>,
    symbols: OnceLock<SymbolQuery>,
}

/// One registration line: the name of its manifest and of its folder of queries, and its grammar.
macro_rules! language {
    ($name:literal, $grammar:expr) => {
        Language {
            folder: $name,
            grammar: || $grammar.into(),
            manifest_text: include_str!(concat!(env!("OUT_DIR"), "/", $name, ".json")),
            symbols_text: include_str!(concat!("../../queries/", $name, "/symbols.scm")),
            manifest: OnceLock::new(),
            symbols: OnceLock::new(),
        }
    };
}

static LANGUAGES: [Language; 3] = [
    language!("python", tree_sitter_python::LANGUAGE),
    language!("cpp", tree_sitter_cpp::LANGUAGE),
    language!("rust", tree_sitter_rust::LANGUAGE),
];

impl Language {
    /// Every registered language.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &LANGUAGES
    }

    /// The name of its manifest in `grammars/` and of its folder in `queries/`.
    #[must_use]
    pub const fn folder(&self) -> &'static str {
        self.folder
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

    /// The grammar.
    #[must_use]
    pub fn grammar(&self) -> tree_sitter::Language {
        (self.grammar)()
    }

    /// The query that finds definitions.
    ///
    /// # Panics
    /// Never: a test compiles every query.
    #[must_use]
    pub fn symbol_query(&'static self) -> &'static SymbolQuery {
        self.symbols.get_or_init(|| {
            SymbolQuery::new(&self.grammar(), self.symbols_text, self.manifest())
                .expect("a test compiles every query that is compiled in")
        })
    }

    /// The capture of what a `@declaration` with parameters declares.
    #[must_use]
    pub fn declaration_capture(&'static self) -> Option<&'static str> {
        self.manifest().symbols.declaration_capture.as_deref()
    }

    /// The language that a patch calls `name`, in any case.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        let name = name.to_lowercase();
        LANGUAGES.iter().find(|language| {
            let manifest = language.manifest();
            manifest.name == name || manifest.aliases.contains(&name)
        })
    }

    /// The language of files with this extension, in any case.
    #[must_use]
    pub fn by_extension(extension: &str) -> Option<&'static Self> {
        let extension = extension.to_lowercase();
        LANGUAGES.iter().find(|language| language.manifest().extensions.contains(&extension))
    }

    /// The language whose operations carry `tag`.
    #[must_use]
    pub fn by_tag(tag: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.manifest().op_tag == tag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_manifest_can_be_read() {
        for language in Language::all() {
            assert!(!language.manifest().extensions.is_empty());
        }
        assert_eq!(Language::by_name("CPP").map(|found| found.manifest().name.as_str()), Some("c++"));
    }

    #[test]
    fn every_query_compiles() {
        for language in Language::all() {
            assert!(language.symbol_query().capture_names().next().is_some());
        }
    }
}
