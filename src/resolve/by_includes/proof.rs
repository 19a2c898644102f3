//! The final check of a renaming: the syntax tree must be the same as before, except for the name.

use std::cell::OnceCell;

use tree_sitter::Tree;

use super::proof;
use super::read_text::ParsedFile;
use super::read_text::{TextCache, TextReader};
use super::readings::{edited, readings_after};
use crate::lang::Syntax;
use crate::resolve::bindings::RenameProblem;
use crate::text::Edit;

/// Returns an error if the new names change the tree of a text. The edits are in order.
pub(super) fn check(syntax: &mut Syntax, before: &ParsedFile, edits: &[Edit]) -> Result<(), RenameProblem> {
    if edits.is_empty() {
        return Ok(());
    }
    let renamed = edited(&before.text, edits);
    let before = &before.readings;
    let after = readings_after(syntax, before, edits, &renamed)?;
    let mut pairs = before.iter().zip(&after);
    if before.len() == after.len() && pairs.all(|(before, after)| is_same_shape(&before.tree, &after.tree)) {
        Ok(())
    } else {
        Err(RenameProblem::BadName)
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

impl ParsedFile {
    /// Returns an error if the new names change the tree of the text.
    pub(super) fn prove(&self, reader: TextReader<'_>) -> Result<(), RenameProblem> {
        let mut edits = self.renamed.take();
        edits.sort_by_key(|edit| edit.range.start);
        edits.dedup();
        let mut syntax = Syntax::with_macros(self.language, reader.macros.clone());
        proof::check(&mut syntax, self, &edits)
    }
}

impl TextCache {
    /// Returns an error if the new names change the tree of any of the texts.
    pub(super) fn prove(&self, reader: TextReader<'_>) -> Result<(), RenameProblem> {
        self.texts.iter().filter_map(OnceCell::get).try_for_each(|text| text.prove(reader))
    }
}
