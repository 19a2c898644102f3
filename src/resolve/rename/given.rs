//! Names of functions that stand in a file, each given to a type by its receiver.

use std::collections::HashSet;

use super::judge::{Found, Judge, Verdict};
use super::problem::Doubt;
use super::scope::{FILE, Use};
use crate::lang::NameUse;
use crate::text::normal::is_word_char;

impl<'t> Judge<'t, '_> {
    /// Judges the names that may mean a function of a type.
    pub(super) fn judge_given(&self, target: &Use<'t>, verdict: &mut Verdict) {
        let Some(own) = self.given_at(target) else {
            verdict.doubts.push((self.at, Doubt::Unclear));
            return;
        };
        let olds = self.old().filter(|one| one.is == NameUse::Definition);
        let others: HashSet<&str> = olds.filter_map(|one| self.given_at(one)).collect();
        for one in self.old() {
            let start = one.range.start;
            match one.is {
                _ if start == self.at => verdict.own.push(one.range.clone()),
                NameUse::Definition => match self.given_at(one) {
                    Some(other) if other != own => {}
                    _ => verdict.doubts.push((start, Doubt::BoundAgain)),
                },
                NameUse::Unsure => verdict.doubts.push((start, Doubt::Unclear)),
                NameUse::Member | NameUse::Qualified => match self.type_of_owner(one) {
                    Some(class) if class == own => verdict.own.push(one.range.clone()),
                    // What a type has itself hides what it takes over.
                    Some(class) if others.contains(class) && self.is_own_type(class) => {}
                    _ => verdict.doubts.push((start, Doubt::OtherObject)),
                },
                _ => {}
            }
        }
        for one in self.new_ones() {
            let is_in_the_way = match one.is {
                NameUse::Definition => self.given_at(one).is_none_or(|class| class == own),
                NameUse::Member | NameUse::Qualified | NameUse::Unsure => true,
                _ => false,
            };
            if is_in_the_way {
                verdict.taken.push(one.range.start);
            }
        }
    }

    /// The type that a function is given to whose name this is.
    fn given_at(&self, one: &Use<'t>) -> Option<&'t str> {
        self.method_at(one.range.start).and_then(|method| self.names.scopes[method].given_to)
    }

    /// The type of the object that a member belongs to, or the one that stands there itself.
    fn type_of_owner(&self, one: &Use<'t>) -> Option<&'t str> {
        let owner = one.owner?;
        let byte = one.range.start;
        let is_bracketed = owner.starts_with('(') && owner.ends_with(')');
        let name = if is_bracketed { base_type(owner.get(1..owner.len() - 1)?)? } else { owner };
        let type_name = match self.look_up(name, one.scope, byte) {
            Found::In(scope) => match self.names.scopes[scope].objects.get(name).map(Vec::as_slice) {
                Some([Some(_)]) if self.is_type(name) && scope == FILE => name,
                Some([Some(object)]) if !is_bracketed => base_type(object.of)?,
                _ => return None,
            },
            Found::Nowhere | Found::Unsure(_) => return None,
        };
        match self.look_up(type_name, one.scope, byte) {
            Found::In(FILE) | Found::Nowhere => Some(type_name),
            Found::In(_) | Found::Unsure(_) => None,
        }
    }

    /// Whether the file defines a type of this name.
    fn is_type(&self, name: &str) -> bool {
        self.names.types.contains(name)
    }

    /// Whether the file defines a type of this name, and no other name for one.
    fn is_own_type(&self, name: &str) -> bool {
        let known = self.names.scopes[FILE].objects.get(name).map(Vec::as_slice);
        self.is_type(name) && matches!(known, Some([Some(_)]))
    }
}

/// The plain name of a type, of that behind a pointer, or of a generic one.
fn base_type(text: &str) -> Option<&str> {
    let text = text.strip_prefix('*').unwrap_or(text).trim();
    let name = text.split('[').next()?.trim();
    (!name.is_empty() && name.chars().all(is_word_char)).then_some(name)
}
