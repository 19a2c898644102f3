//! Renames a definition and all that is certain to mean it, in one file.
//!
//! Nothing is guessed: a use that cannot be told refuses the whole, and so does whatever has the new name already where
//! one of the two could be taken for the other.
//!
//! The text is parsed (`readings`), the name of the definition is found (`own_name`), one walk collects scopes and names
//! (`scan`, with `role` and `bind`), `judge` decides of each name, and `proof` looks at what came of it. How is decided
//! depends on what the manifest says of the language: by scopes alone (`free`, `member`), by receivers (`given`), or with
//! the members of a class in sight of its functions (`classes`; `sight`, `path` and `taken` where a definition may be
//! declared elsewhere).
//!
//! Invariant: the text afterwards has the tree that it had before, but for the name.

mod bind;
mod callable;
mod classes;
mod defines;
mod free;
mod given;
mod includes;
mod judge;
mod judged;
mod member;
mod over_files;
mod own_name;
mod path;
mod problem;
mod project;
mod proof;
mod readings;
mod role;
mod scan;
mod scope;
mod sight;
mod stranger;
mod taken;
mod unit;

use std::ops::Range;

use crate::lang::{Language, Macros, NameRules, Syntax};
use crate::text::{Buffer, Edit, EditSet};

use super::symbol::SymbolMatch;
use judge::{Judge, Verdict};
use readings::{Reading, readings, unread};
use scope::{Mention, Names};

pub use over_files::{find_uses_by_includes, rename_by_includes};
pub use problem::{Doubt, RenameProblem};

/// What renaming a definition comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renaming {
    /// The edits.
    pub edits: EditSet,
    /// The bytes at which prose speaks of the old name.
    pub mentions: Vec<usize>,
}

/// Renames the definition that was found, in a text in which `macros` are some.
///
/// # Errors
/// It cannot be shown that only it gets the name, or that all that means it does.
pub fn rename(
    language: &'static Language,
    macros: &Macros,
    buffer: &Buffer,
    found: &SymbolMatch,
    new_name: &str,
) -> Result<Renaming, RenameProblem> {
    let rules = language.manifest().names.as_ref().ok_or(RenameProblem::NotKnown)?;
    let text = buffer.slice(0..buffer.len());
    let mut syntax = Syntax::with_macros(language, macros.clone());
    let readings = readings(language, &mut syntax, &text)?;
    let name = |reading: &Reading| Names::definition_in(&reading.tree, &reading.text, rules, found);
    let (old, space) = readings.iter().find_map(name).ok_or(RenameProblem::NoName)?;
    let (at, old) = (old.start, text.get(old).unwrap_or_default());
    judge::check_names(language, rules, old, new_name)?;
    let gaps = rules.sight.as_ref().map_or(&[][..], |sight| &sight.gaps);
    if let Some(at) = readings.iter().filter_map(|reading| reading.error([old, new_name], gaps)).min() {
        return Err(RenameProblem::SyntaxError { at });
    }
    let wish = Wish { language, rules, old, space, new: new_name, at, from: found.definition.start };
    let mut all = Seen::default();
    for reading in &readings {
        look(&wish, reading, &mut all)?;
    }
    all.mentions.extend(unread(language, &text, old, &all.read));
    let unread_news = unread(language, &text, new_name, &all.read_news);
    all.verdict.taken.extend(unread_news.into_iter().filter_map(|mention| match mention {
        Mention::Unread(at) => Some(at),
        Mention::Prose(_) | Mention::Quoted(_) => None,
    }));
    let (own, mentions) = all.settle()?;
    proof::check(&mut syntax, language, &readings, &text, &own, new_name)?;
    Ok(Renaming { edits: edits(own, new_name), mentions })
}

/// What is to be renamed, and how.
struct Wish<'w> {
    language: &'static Language,
    rules: &'w NameRules,
    old: &'w str,
    /// The space of names that it belongs to.
    space: Option<&'w str>,
    new: &'w str,
    /// The byte of the name of the definition.
    at: usize,
    /// Where the definition begins.
    from: usize,
}

/// What all readings show.
#[derive(Default)]
struct Seen {
    verdict: Verdict,
    mentions: Vec<Mention>,
    /// What was parsed, and has the old name.
    read: Vec<Range<usize>>,
    /// What was parsed, and may have the new name.
    read_news: Vec<Range<usize>>,
}

/// Judges all names of one reading.
fn look(wish: &Wish<'_>, reading: &Reading, all: &mut Seen) -> Result<(), RenameProblem> {
    let Wish { rules, old, new, .. } = *wish;
    let wanted = |name: &str| {
        name == old || name == new || has(&rules.dynamic, name) || has(&rules.dynamic_members, name)
    };
    let names = Names::of(wish.language, &reading.tree, &reading.text, rules, (old, wish.space), &wanted);
    if names.is_too_deep {
        return Err(RenameProblem::TooCostly);
    }
    all.mentions.extend_from_slice(&names.mentions);
    for one in &names.uses {
        let read = if one.name == old { &mut all.read } else { &mut all.read_news };
        read.push(one.range.clone());
    }
    all.read.extend_from_slice(&names.prose);
    let judge = Judge {
        names: &names,
        rules,
        text: &reading.text,
        old,
        new,
        at: wish.at,
        from: wish.from,
        may_hide_modules: reading.may_hide_modules,
    };
    all.verdict.take(judge.decide()?);
    Ok(())
}

impl Seen {
    /// The names that mean the definition, and the places at which prose speaks of it.
    fn settle(self) -> Result<(Vec<Range<usize>>, Vec<usize>), RenameProblem> {
        let Verdict { mut own, mut doubts, mut taken, .. } = self.verdict;
        let mut mentions = Vec::new();
        for mention in self.mentions {
            match mention {
                Mention::Prose(at) => mentions.push(at),
                Mention::Quoted(at) => doubts.push((at, Doubt::Quoted)),
                Mention::Unread(at) => doubts.push((at, Doubt::Unread)),
            }
        }
        own.sort_unstable_by_key(|range| range.start);
        own.dedup();
        doubts.sort_unstable_by_key(|(at, _)| *at);
        doubts.dedup_by_key(|(at, _)| *at);
        for places in [&mut taken, &mut mentions] {
            places.sort_unstable();
            places.dedup();
        }
        if !doubts.is_empty() {
            return Err(RenameProblem::Unproven { doubts });
        }
        if !taken.is_empty() {
            return Err(RenameProblem::Taken { places: taken });
        }
        Ok((own, mentions))
    }
}

fn edits(own: Vec<Range<usize>>, new_name: &str) -> EditSet {
    let edits = own.into_iter().map(|range| Edit { range, text: new_name.to_owned() }).collect();
    EditSet::new(edits).expect("names are disjoint")
}

fn has(list: &[String], name: &str) -> bool {
    list.iter().any(|one| one == name)
}
