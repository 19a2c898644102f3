//! Finds the matches of the patterns of a query.

use std::collections::HashSet;

use tree_sitter::{Node, Tree, TreeCursor};

use super::{Alternatives, ChildPattern, KindPattern, NodePattern, Pattern, Patterns, TextPredicate};

/// The captures of a match, by their indexes, in the order of the pattern from the outermost node to the innermost.
pub type Match<'tree> = Vec<(usize, Node<'tree>)>;

/// A child with its field in the parent.
#[derive(Clone, Copy)]
struct Child<'tree> {
    node: Node<'tree>,
    field: Option<u16>,
}

impl Patterns {
    /// Returns all matches in a tree, ordered by their outermost nodes, and for one node by the order of the query.
    #[must_use]
    pub fn matches<'tree>(&self, tree: &'tree Tree, text: &str) -> Vec<Match<'tree>> {
        let mut found = Vec::new();
        let mut walk = tree.walk();
        let mut finder = PatternMatcher { cursor: tree.walk() };
        loop {
            let node = walk.node();
            if let Some(patterns) = self.by_kind.get(usize::from(node.kind_id()))
                && !patterns.is_empty()
            {
                let children = finder.children(node);
                for at in patterns {
                    let pattern = &self.patterns[*at];
                    let all = finder.of_choice(&pattern.nodes, node, Some(&children));
                    found.extend(all.into_iter().filter(|one| pattern.holds(one, text)));
                }
            }
            if !walk.goto_first_child() && !goto_next(&mut walk) {
                return found;
            }
        }
    }
}

/// Moves the cursor to the next node that is not below this one; returns `false` after the last node.
fn goto_next(walk: &mut TreeCursor<'_>) -> bool {
    while !walk.goto_next_sibling() {
        if !walk.goto_parent() {
            return false;
        }
    }
    true
}

impl Pattern {
    /// Returns whether the predicates of the pattern hold for a match.
    fn holds(&self, one: &Match<'_>, text: &str) -> bool {
        self.tests.iter().all(|test| {
            let captured = one.iter().filter(|(capture, _)| *capture == test.capture);
            captured.map(|(_, node)| &text[node.byte_range()]).all(|word| match &test.condition {
                TextPredicate::OneOf(words) => words.iter().any(|own| own == word),
                TextPredicate::NoneOf(words) => words.iter().all(|own| own != word),
                TextPredicate::Matches(regex) => regex.is_match(word),
            })
        })
    }
}

impl NodePattern {
    fn fits(&self, node: Node<'_>) -> bool {
        let is_kind = match self.kind {
            KindPattern::Any => !node.is_error(),
            KindPattern::Named => node.is_named() && !node.is_error(),
            KindPattern::One(kind) => node.kind_id() == kind,
        };
        is_kind && self.without.iter().all(|field| node.child_by_field_id(*field).is_none())
    }
}

/// Finds the matches of single patterns.
struct PatternMatcher<'tree> {
    cursor: TreeCursor<'tree>,
}

impl<'tree> PatternMatcher<'tree> {
    fn children(&mut self, node: Node<'tree>) -> Vec<Child<'tree>> {
        self.cursor.reset(node);
        let mut children = Vec::new();
        let mut more = self.cursor.goto_first_child();
        while more {
            let field = self.cursor.field_id().map(u16::from);
            children.push(Child { node: self.cursor.node(), field });
            more = self.cursor.goto_next_sibling();
        }
        children
    }

    fn of_choice(
        &mut self,
        choice: &Alternatives,
        node: Node<'tree>,
        children: Option<&[Child<'tree>]>,
    ) -> Vec<Match<'tree>> {
        let mut found = Vec::new();
        for pattern in choice.iter().filter(|pattern| pattern.fits(node)) {
            let own: Match<'tree> = pattern.captures.iter().map(|capture| (*capture, node)).collect();
            if pattern.steps.is_empty() {
                found.push(own);
                continue;
            }
            let below = match children {
                Some(children) => self.of_steps(pattern, &pattern.steps, children),
                None => {
                    let children = self.children(node);
                    self.of_steps(pattern, &pattern.steps, &children)
                }
            };
            found.extend(below.into_iter().map(|below| joined(&own, below)));
        }
        found
    }

    /// Returns the ways in which `steps`, the rest of the pattern's steps, match `children`, the children after the
    /// last matched one.
    fn of_steps(
        &mut self,
        pattern: &NodePattern,
        steps: &[ChildPattern],
        children: &[Child<'tree>],
    ) -> Vec<Match<'tree>> {
        let Some((step, rest)) = steps.split_first() else {
            let is_end = !pattern.ends || children.iter().all(|child| !child.node.is_named());
            return if is_end { vec![Match::new()] } else { Vec::new() };
        };
        // Without a capture all matching children are equivalent, unless the next step must follow immediately.
        let is_any_place =
            !step.has_capture() && rest.first().is_none_or(|next| !next.follows) && !pattern.ends;
        let mut found: Vec<Match<'tree>> = Vec::new();
        for (at, child) in children.iter().enumerate() {
            let is_field = step.field.is_none_or(|field| child.field == Some(field));
            let own = if is_field { self.of_choice(&step.nodes, child.node, None) } else { Vec::new() };
            if !own.is_empty() {
                let below = self.of_steps(pattern, rest, &children[at + 1..]);
                for one in &own {
                    found.extend(below.iter().map(|below| joined(one, below.clone())));
                }
                if is_any_place && !found.is_empty() {
                    break;
                }
            }
            if step.follows && child.node.is_named() {
                break;
            }
        }
        if found.is_empty() && step.may_be_missing {
            found = self.of_steps(pattern, rest, children);
        }
        without_repeated(found)
    }
}

/// The number of matches up to which each is compared with those before it.
const FEW: usize = 8;

/// Keeps the first one of equal matches. One node can have thousands: a list of imports has a match for each name.
fn without_repeated(all: Vec<Match<'_>>) -> Vec<Match<'_>> {
    let mut known = HashSet::new();
    let is_short = all.len() <= FEW;
    let mut found = Vec::with_capacity(all.len());
    for one in all {
        let ids = || one.iter().map(|(capture, node)| (*capture, node.id())).collect::<Vec<_>>();
        let is_new = if is_short { !found.contains(&one) } else { known.insert(ids()) };
        if is_new {
            found.push(one);
        }
    }
    found
}

fn joined<'tree>(own: &Match<'tree>, below: Match<'tree>) -> Match<'tree> {
    own.iter().copied().chain(below).collect()
}
