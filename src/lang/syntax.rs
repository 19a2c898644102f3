//! Parsing, within a budget.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::{ControlFlow, Range};

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use super::changed::{ByteChange, mark};
use super::{Language, Macros, sparse};

/// A parser of one language, kept for many texts.
pub struct Syntax {
    parser: Parser,
    language: &'static Language,
    macros: Macros,
    /// The hashes of texts that were too costly: no operation after the first waits for that to be found out.
    costly: HashSet<u64>,
}

/// A text that would take out of all proportion to parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the text cannot be parsed in reasonable time")]
pub struct TooCostly;

/// How often the parser may report progress: so many times whatever the text, and once more for so many bytes of it.
///
/// Counted in steps, not in time: the outcome may depend on nothing but the text. A source needs a report for some 40
/// bytes, a dense one for 15; one that keeps several readings alive needs several times that.
const STEPS: usize = 5_000;
const BYTES_FOR_A_STEP: usize = 8;

/// How many steps it may take to parse a text.
const fn steps_for(text: &str) -> usize {
    STEPS + text.len() / BYTES_FOR_A_STEP
}

impl Syntax {
    /// A parser of `language`.
    ///
    /// # Panics
    /// Never: a test loads every grammar that is registered.
    #[must_use]
    pub fn new(language: &'static Language) -> Self {
        Self::with_macros(language, Macros::default())
    }

    /// The same, for texts in which these words are macros.
    ///
    /// # Panics
    /// Never: a test loads every grammar that is registered.
    #[must_use]
    pub fn with_macros(language: &'static Language, macros: Macros) -> Self {
        let mut parser = Parser::new();
        parser.set_language(&language.grammar()).expect("a test loads every grammar");
        Self { parser, language, macros, costly: HashSet::new() }
    }

    /// Its language.
    #[must_use]
    pub const fn language(&self) -> &'static Language {
        self.language
    }

    /// Another one of the same kind.
    #[must_use]
    pub fn fresh(&self) -> Self {
        Self::with_macros(self.language, self.macros.clone())
    }

    /// The words that are macros in its texts.
    #[must_use]
    pub const fn macros(&self) -> &Macros {
        &self.macros
    }

    /// Parses a text.
    ///
    /// # Errors
    /// The text needs more steps than a text of its length may.
    pub fn parse(&mut self, text: &str) -> Result<Tree, TooCostly> {
        self.parse_within(text, None, steps_for(text))
    }

    /// Parses a text that is another one, of which the tree is known, but for some changes.
    ///
    /// # Errors
    /// As above.
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

    /// Parses a text of which much may be blank, as [`Self::parse`] does. Where the grammar finds an error, it goes on where it
    /// loses least, and blanks are no loss.
    ///
    /// # Errors
    /// As above.
    pub fn parse_sparse(&mut self, text: &str) -> Result<Tree, TooCostly> {
        let gaps = sparse::gaps(text);
        if gaps.is_empty() {
            return self.parse(text);
        }
        let dense = sparse::dense(text, &gaps);
        let mut tree = self.parse_within(&dense, None, steps_for(text))?;
        sparse::put_back(&mut tree, text, &gaps);
        Ok(tree)
    }

    /// Parses a text in so many steps; `known` is the tree that it had before its changes.
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
        let bytes = text.as_bytes();
        let tree = self.parser.parse_with_options(
            &mut |byte, _| bytes.get(byte..).unwrap_or_default(),
            known,
            Some(options),
        );
        self.parser.reset();
        if tree.is_none() {
            self.costly.insert(hash(text));
        }
        tree.ok_or(TooCostly)
    }

    /// The ranges of the nodes that syntax errors left, in file order.
    #[must_use]
    pub fn errors(tree: &Tree) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut cursor = tree.walk();
        loop {
            let node = cursor.node();
            if node.is_error() || node.is_missing() {
                found.push(node.byte_range());
            }
            // Whole subtrees without an error are passed over.
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

/// The hash of a text: the same in every run, as outcomes are.
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
