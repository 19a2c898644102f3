//! The last check of a renaming: the tree is the one that it was, but for the name.

use std::ops::Range;

use tree_sitter::Tree;

use super::readings::{ParsedReading, readings};
use crate::lang::Syntax;
use crate::resolve::bindings::{Graphs, RenameProblem};

/// Refuses a new name that makes another tree of the text.
pub(super) fn check(
    syntax: &mut Syntax,
    before: &[ParsedReading],
    text: &str,
    own: &[Range<usize>],
    new_name: &str,
) -> Result<(), RenameProblem> {
    let mut renamed = String::with_capacity(text.len());
    let mut done = 0;
    for range in own {
        renamed.push_str(&text[done..range.start]);
        renamed.push_str(new_name);
        done = range.end;
    }
    renamed.push_str(&text[done..]);
    let after = readings(syntax, &Graphs::default(), &renamed)?;
    let mut pairs = before.iter().zip(&after);
    if before.len() == after.len() && pairs.all(|(before, after)| is_same_shape(&before.tree, &after.tree)) {
        Ok(())
    } else {
        Err(RenameProblem::BadName { name: new_name.to_owned() })
    }
}

fn is_same_shape(first: &Tree, second: &Tree) -> bool {
    let (mut first, mut second) = (first.walk(), second.walk());
    loop {
        if first.node().kind_id() != second.node().kind_id() {
            return false;
        }
        let (down, also) = (first.goto_first_child(), second.goto_first_child());
        if down != also {
            return false;
        }
        if down {
            continue;
        }
        loop {
            let (next, also) = (first.goto_next_sibling(), second.goto_next_sibling());
            if next != also {
                return false;
            }
            if next {
                break;
            }
            let (up, also) = (first.goto_parent(), second.goto_parent());
            if !up || !also {
                return up == also;
            }
        }
    }
}
