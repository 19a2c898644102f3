//! Parses texts within a budget.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::{ControlFlow, Range};

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use super::changed::{ByteChange, mark};
use super::{Language, Macros, item_signs, sparse};

/// A reusable parser of one language.
pub struct Syntax {
    parser: Parser,
    language: &'static Language,
    macros: Macros,
    /// The hashes of texts whose parse exceeded the budget, so that only the first operation spends time on it.
    costly: HashSet<u64>,
}

/// The error for a text whose parse exceeds the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text cannot be parsed in reasonable time")]
pub struct TooCostly;

/// The budget of a parse, in progress reports of the parser: a constant number, plus one for each `BYTES_FOR_A_STEP`
/// bytes of text.
///
/// The budget counts steps, not time, because the outcome must depend on nothing but the text. A parse reports progress
/// about once per 40 bytes of source, and once per 15 bytes of dense source; a parse that keeps several readings alive
/// reports several times as often.
const STEPS: usize = 5_000;
const BYTES_FOR_A_STEP: usize = 8;

/// Returns the maximum number of steps for a text.
const fn steps_for(text: &str) -> usize {
    STEPS + text.len() / BYTES_FOR_A_STEP
}

impl Syntax {
    /// Creates a parser for `language`.
    ///
    /// # Panics
    /// Never: a test loads every grammar that is registered.
    #[must_use]
    pub fn new(language: &'static Language) -> Self {
        Self::with_macros(language, Macros::default())
    }

    /// Creates a parser for texts in which `macros` are macros.
    ///
    /// # Panics
    /// Never: a test loads every grammar that is registered.
    #[must_use]
    pub fn with_macros(language: &'static Language, macros: Macros) -> Self {
        let mut parser = Parser::new();
        parser.set_language(&language.grammar()).expect("a test loads every grammar");
        Self { parser, language, macros, costly: HashSet::new() }
    }

    /// Returns the language of the parser.
    #[must_use]
    pub const fn language(&self) -> &'static Language {
        self.language
    }

    /// Creates a parser with the same language and macros.
    #[must_use]
    pub fn fresh(&self) -> Self {
        Self::with_macros(self.language, self.macros.clone())
    }

    /// Returns the words that are macros in the parsed texts.
    #[must_use]
    pub const fn macros(&self) -> &Macros {
        &self.macros
    }

    /// Parses a text.
    ///
    /// # Errors
    /// The text needs more steps than its length permits.
    pub fn parse(&mut self, text: &str) -> Result<Tree, TooCostly> {
        self.parse_within(text, None, steps_for(text))
    }

    /// Parses a text that results from `changes` to the text `before`, whose tree is known.
    ///
    /// # Errors
    /// As for [`Self::parse`].
    pub fn parse_changed(
        &mut self,
        (before, tree): (&str, &Tree),
        changes: &[ByteChange],
        text: &str,
    ) -> Result<Tree, TooCostly> {
        let mut tree = tree.clone();
        mark(&mut tree, before, changes);
        self.parse_within(text, Some(&tree), steps_for(text))
    }

    /// Parses a text that may be mostly blank, faster than [`Self::parse`]. The trees of a text with syntax errors may
    /// differ: the parser resumes where it skips the least text, and removed blank lines do not count as skipped.
    ///
    /// # Errors
    /// As for [`Self::parse`].
    pub fn parse_sparse(&mut self, text: &str) -> Result<Tree, TooCostly> {
        let gaps = sparse::gaps(text);
        if gaps.is_empty() {
            return self.parse(text);
        }
        let dense = sparse::without_gaps(text, &gaps);
        let mut tree = self.parse_within(&dense, None, steps_for(text))?;
        sparse::insert_gaps(&mut tree, text, &gaps);
        Ok(tree)
    }

    /// Parses a text in at most `steps` steps; `known` is the marked tree of a previous version of the text.
    fn parse_within(
        &mut self,
        text: &str,
        known: Option<&Tree>,
        mut steps: usize,
    ) -> Result<Tree, TooCostly> {
        if !self.costly.is_empty() && self.costly.contains(&hash(text)) {
            return Err(TooCostly);
        }
        let mut count = |_: &ParseState| {
            steps = steps.saturating_sub(1);
            if steps == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut count);
        let rules = self.language.manifest().view.item_blocks.as_ref();
        let signs = rules.map_or_else(Vec::new, |rules| item_signs::signs(rules, text));
        let worded =
            rules.filter(|_| !signs.is_empty()).map(|rules| item_signs::with_words(rules, text, &signs));
        let bytes = worded.as_deref().unwrap_or(text).as_bytes();
        let mut tree = self.parser.parse_with_options(
            &mut |byte, _| bytes.get(byte..).unwrap_or_default(),
            known.filter(|_| worded.is_none()),
            Some(options),
        );
        if let (Some(rules), Some(tree)) = (rules, &mut tree) {
            item_signs::shorten_words(rules, tree, text, &signs);
        }
        self.parser.reset();
        if tree.is_none() {
            self.costly.insert(hash(text));
        }
        tree.ok_or(TooCostly)
    }

    /// Returns the ranges of nodes that are syntax errors or missing tokens, in file order.
    #[must_use]
    pub fn errors(tree: &Tree) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut cursor = tree.walk();
        loop {
            let node = cursor.node();
            if node.is_error() || node.is_missing() {
                found.push(node.byte_range());
            }
            // Subtrees without an error are skipped.
            if node.has_error() && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return found;
                }
            }
        }
    }
}

/// Returns the hash of a text, which is the same in every run.
fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_errors(language: &str, text: &str, expected: usize) {
        let language = Language::by_name(language).expect("registered");
        let tree = Syntax::new(language).parse(text).expect("cheap");
        assert_eq!(Syntax::errors(&tree).len(), expected, "{text}");
    }

    #[test]
    fn errors_are_counted_wherever_they_stand() {
        check_errors("python", "def f():\n    return 1\n", 0);
        check_errors("python", "def f(:\n    return 1\n", 1);
        check_errors("rust", "fn f() { a( }\nfn g() {}\n", 1);
        check_errors("c++", "", 0);
    }

    #[test]
    fn deep_nesting_is_only_slow() {
        for (language, open) in [("python", "("), ("c++", "{"), ("rust", "["), ("c++", "namespace a {")] {
            let language = Language::by_name(language).expect("registered");
            let _ = Syntax::new(language).parse(&open.repeat(20_000)).map(|tree| Syntax::errors(&tree));
        }
    }

    #[test]
    fn a_text_that_was_too_costly_is_remembered() {
        let mut syntax = Syntax::new(Language::by_name("c++").expect("registered"));
        let text = "int a;\n".repeat(1_000);
        assert!(syntax.parse_within(&text, None, 1).is_err());
        assert!(syntax.parse(&text).is_err());
        assert!(syntax.parse("int a;").is_ok());
    }
}
