//! Renames a definition and all that is certain to mean it, in one file.
//!
//! Nothing is guessed: a use that cannot be told refuses the whole, and so does whatever has the new name already where
//! one of the two could be taken for the other.
//!
//! Invariant: the text afterwards has the tree that it had before, but for the name.

mod free;
mod judge;
mod member;
mod problem;
mod proof;
mod scan;

use std::ops::Range;

use crate::lang::{Language, Syntax, view};
use crate::text::{Buffer, Edit, EditSet};

use super::symbol::SymbolMatch;
use judge::{Judge, Verdict};
use scan::{Mention, Names};

pub use problem::{Doubt, RenameProblem};

/// What renaming a definition comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renaming {
    /// The edits.
    pub edits: EditSet,
    /// The bytes at which prose speaks of the old name.
    pub mentions: Vec<usize>,
}

/// Renames the definition that was found.
///
/// # Errors
/// It cannot be shown that only it gets the name, or that all that means it does.
pub fn rename(
    language: &'static Language,
    buffer: &Buffer,
    found: &SymbolMatch,
    new_name: &str,
) -> Result<Renaming, RenameProblem> {
    let manifest = language.manifest();
    let rules = manifest.names.as_ref().ok_or(RenameProblem::NotKnown)?;
    let text = buffer.slice(0..buffer.len());
    let mut syntax = Syntax::new(language);
    let seen = view(&manifest.view, &text);
    let tree = syntax.parse(&seen).map_err(|_| RenameProblem::TooCostly)?;
    if let Some(error) = Syntax::errors(&tree).first() {
        return Err(RenameProblem::SyntaxError { at: error.start });
    }
    let old = Names::definition_in(&tree, rules, &found.definition, found.declaration)
        .ok_or(RenameProblem::NoName)?;
    let (at, old) = (old.start, text.get(old.clone()).unwrap_or_default());
    judge::check_names(language, rules, old, new_name)?;
    let wanted = |name: &str| {
        name == old || name == new_name || has(&rules.dynamic, name) || has(&rules.dynamic_members, name)
    };
    let names = Names::of(&tree, &text, rules, old, &wanted);
    if names.is_too_deep {
        return Err(RenameProblem::TooCostly);
    }
    let judge =
        Judge { names: &names, rules, text: &text, old, new: new_name, at, from: found.definition.start };
    let Verdict { own, mut doubts, taken } = judge.decide();
    doubts.extend(names.mentions.iter().filter_map(|mention| match mention {
        Mention::Prose(_) => None,
        Mention::Quoted(at) => Some((*at, Doubt::Quoted)),
        Mention::Unread(at) => Some((*at, Doubt::Unread)),
    }));
    if !doubts.is_empty() {
        doubts.sort_unstable_by_key(|(at, _)| *at);
        return Err(RenameProblem::Unproven { doubts });
    }
    if !taken.is_empty() {
        return Err(RenameProblem::Taken { places: taken });
    }
    proof::check(&mut syntax, language, &tree, &text, &own, new_name)?;
    let prose = |mention: &Mention| if let Mention::Prose(at) = mention { Some(*at) } else { None };
    Ok(Renaming { edits: edits(own, new_name), mentions: names.mentions.iter().filter_map(prose).collect() })
}

fn edits(own: Vec<Range<usize>>, new_name: &str) -> EditSet {
    let edits = own.into_iter().map(|range| Edit { range, text: new_name.to_owned() }).collect();
    EditSet::new(edits).expect("names are disjoint")
}

fn has(list: &[String], name: &str) -> bool {
    list.iter().any(|one| one == name)
}
