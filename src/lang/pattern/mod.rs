//! Queries of tree-sitter, read and matched without its compiler.
//!
//! To compile a query, tree-sitter analyses the whole grammar for each pattern: 113 ms for what TypeScript says of names,
//! 26 ms for Python, at every start of a program whose other work on a small file takes 2 ms (measured in a release
//! build). The analysis only tells of patterns that can never match. So the files stay queries, and tests compile each of
//! them and compare all that it finds.
//!
//! What is understood: nodes of one kind, tokens in quotes, `_` and `(_)`, lists in square brackets, fields, fields that
//! must be missing, anchors, `?`, captures, and the tests `#eq?`, `#not-eq?`, `#any-of?` and `#match?` of a capture.

mod matching;
mod read;

use regex::Regex;

pub use matching::Match;

/// The patterns of a query.
#[derive(Debug)]
pub struct Patterns {
    /// The names of the captures, each once.
    captures: Vec<String>,
    patterns: Vec<Pattern>,
    /// For each kind of node, by its number: the patterns that may begin with it, in the order of the query.
    by_kind: Vec<Vec<usize>>,
}

/// A pattern with what must be true of the texts that it captures.
#[derive(Debug)]
struct Pattern {
    nodes: Alternatives,
    tests: Vec<Test>,
}

/// Patterns of which one must match.
type Alternatives = Vec<NodePattern>;

#[derive(Debug)]
struct NodePattern {
    kind: KindPattern,
    /// Fields that the node must not have.
    without: Vec<u16>,
    /// What children must be there, in order.
    steps: Vec<ChildPattern>,
    /// Whether no named child stands behind the last step.
    ends: bool,
    captures: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
enum KindPattern {
    /// Any node, tokens too.
    Any,
    /// Any node that has a name in the grammar.
    Named,
    One(u16),
}

#[derive(Debug)]
struct ChildPattern {
    field: Option<u16>,
    nodes: Alternatives,
    /// Whether no named child stands between this one and that of the step before.
    follows: bool,
    may_be_missing: bool,
}

/// What must be true of the text of a capture.
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
    /// The names of the captures, by their numbers.
    pub fn capture_names(&self) -> impl Iterator<Item = &str> {
        self.captures.iter().map(String::as_str)
    }

    /// For each kind of node, by its number, the capture of the first pattern for it; `None` if a pattern asks for more
    /// than the kind of one node.
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
    /// Whether it captures anything, at any depth.
    fn has_capture(&self) -> bool {
        !self.captures.is_empty() || self.steps.iter().any(ChildPattern::has_capture)
    }
}

impl ChildPattern {
    fn has_capture(&self) -> bool {
        self.nodes.iter().any(NodePattern::has_capture)
    }
}
