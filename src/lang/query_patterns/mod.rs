//! Parses and matches tree-sitter queries without tree-sitter's query compiler.
//!
//! When it compiles a query, tree-sitter analyzes the whole grammar for each pattern: 113 ms for the names of
//! TypeScript, 26 ms for Python, at every start of a program that needs 2 ms for its other work on a small file
//! (measured in a release build). The analysis only detects patterns that can never match. So the files remain queries,
//! and tests compile each of them and compare all matches.
//!
//! Supported are nodes of one kind, tokens in quotes, `_` and `(_)`, alternatives in square brackets, fields, negated
//! fields, anchors, `?`, captures, and the predicates `#eq?`, `#not-eq?`, `#any-of?` and `#match?` of a capture.

mod matching;
mod read;

use regex::Regex;

pub use matching::Match;

/// The patterns of a query.
#[derive(Debug)]
pub struct Patterns {
    /// The names of the captures, without duplicates.
    captures: Vec<String>,
    patterns: Vec<Pattern>,
    /// For each node kind, by its number, the indexes of the patterns whose outermost node may have it, in the order of
    /// the query.
    by_kind: Vec<Vec<usize>>,
}

/// A pattern with the predicates for its captures.
#[derive(Debug)]
struct Pattern {
    nodes: Alternatives,
    tests: Vec<Test>,
}

/// Alternative patterns, one of which must match.
type Alternatives = Vec<NodePattern>;

#[derive(Debug)]
struct NodePattern {
    kind: KindPattern,
    /// Fields that the node must not have.
    without: Vec<u16>,
    /// The patterns of children that must match, in order.
    steps: Vec<ChildPattern>,
    /// Whether no named child may follow the child that matches the last step.
    ends: bool,
    captures: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
enum KindPattern {
    /// Any node, including tokens.
    Any,
    /// Any named node.
    Named,
    One(u16),
}

#[derive(Debug)]
struct ChildPattern {
    field: Option<u16>,
    nodes: Alternatives,
    /// Whether no named child may be between this child and that of the previous step.
    follows: bool,
    may_be_missing: bool,
}

/// A predicate for the text of a capture.
#[derive(Debug)]
struct Test {
    capture: usize,
    condition: TextPredicate,
}

#[derive(Debug)]
enum TextPredicate {
    OneOf(Vec<String>),
    NoneOf(Vec<String>),
    Matches(Regex),
}

impl Patterns {
    /// Returns the names of the captures, in the order of their indexes.
    pub fn capture_names(&self) -> impl Iterator<Item = &str> {
        self.captures.iter().map(String::as_str)
    }

    /// Returns for each node kind, by its number, the capture of the first pattern for it; `None` if a pattern requires
    /// more than the kind of one node.
    #[must_use]
    pub fn capture_of_kinds(&self) -> Option<Vec<Option<usize>>> {
        let mut by_kind = vec![None; self.by_kind.len()];
        for node in self.patterns.iter().rev().flat_map(|pattern| &pattern.nodes) {
            let KindPattern::One(kind) = node.kind else { return None };
            if !node.without.is_empty() || !node.steps.is_empty() {
                return None;
            }
            by_kind[usize::from(kind)] = node.captures.first().copied();
        }
        self.patterns.iter().all(|pattern| pattern.tests.is_empty()).then_some(by_kind)
    }
}

impl NodePattern {
    /// Returns whether the pattern captures a node, at any depth.
    fn has_capture(&self) -> bool {
        !self.captures.is_empty() || self.steps.iter().any(ChildPattern::has_capture)
    }
}

impl ChildPattern {
    fn has_capture(&self) -> bool {
        self.nodes.iter().any(NodePattern::has_capture)
    }
}
