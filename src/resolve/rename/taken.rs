//! Checks that the new name is free, in a language whose functions see the members of their class.

use super::judge::{Binder, Findings, Judge};
use super::path::{MOST_BASES, PathTarget};
use super::scope::{FILE, NameAtPlace, ScopeKind, TextScopeId};
use crate::lang::NameUse;
use crate::resolve::bindings::Doubt;
use crate::text::normal::find_word;

impl<'t> Judge<'t, '_> {
    /// Records conflicts of the new name: another binding must not capture its uses, and it must not capture uses of
    /// other things.
    pub(super) fn check_new_name_in_sight(
        &self,
        home: TextScopeId,
        users: &[&NameAtPlace<'t>],
        findings: &mut Findings,
    ) {
        let is_free = matches!(self.names.scopes[home].sort, ScopeKind::File | ScopeKind::Module);
        let is_found_elsewhere = |one: &NameAtPlace<'t>| {
            let mut others = self.modules_with(self.new, one).into_iter().filter(|module| *module != home);
            is_free && others.any(|module| self.may_find_by_arguments(one, module))
        };
        // A query for uses has no new name.
        let by_itself = users.iter().filter(|one| !self.new.is_empty() && one.is == NameUse::Reference);
        for one in by_itself {
            match self.binder_before(one.scope, home) {
                // An unknown base may have the new name as well as the old one; the patch can vouch for that.
                Some(Binder::Unsure(doubt @ Doubt::Inherited)) => {
                    findings.doubts.push((one.range.start, doubt));
                }
                Some(_) => findings.taken.push(one.range.start),
                None if is_found_elsewhere(one) => findings.taken.push(one.range.start),
                None => {}
            }
        }
        for one in self.new_ones().filter(|one| self.is_in_the_way(one, home)) {
            findings.taken.push(one.range.start);
            let is_use = matches!(one.is, NameUse::Reference | NameUse::Qualified | NameUse::Member);
            findings.taken_uses.extend(is_use.then_some(one.range.start));
        }
    }

    /// Returns whether a use of the new name would mean the definition, or hide it.
    fn is_in_the_way(&self, one: &NameAtPlace<'t>, home: TextScopeId) -> bool {
        match one.is {
            NameUse::Label | NameUse::Local | NameUse::Parameter | NameUse::Member => false,
            NameUse::Definition | NameUse::Binding | NameUse::Declaration => {
                let is_opened = self.names.opened(one.scope).contains(&home);
                one.scope == home || is_opened || self.may_inherit(one.scope, home)
            }
            NameUse::Reference
                if self.names.around(one.scope).any(|at| self.names.opened(at).contains(&home)) =>
            {
                true
            }
            NameUse::Reference => {
                let mut around = self.names.around(one.scope);
                let is_seen = around.any(|at| at == home || self.may_inherit(at, home));
                let binder = self.binder_before(one.scope, home);
                let is_all = matches!(binder, Some(Binder::In(at)) if !self.is_found_beside(at, self.new));
                let is_found = || {
                    !is_all
                        && self.modules_with(self.old, one).contains(&home)
                        && self.may_find_by_arguments(one, home)
                };
                is_seen && !matches!(binder, Some(Binder::In(_))) || is_found()
            }
            NameUse::Qualified => match self.names.path(one.owner.unwrap_or_default(), one.scope) {
                PathTarget::To(scope) => {
                    let is_seen = scope == home || self.names.opened(scope).contains(&home);
                    is_seen || self.may_inherit(scope, home)
                }
                PathTarget::ToHidden(_) => home == FILE,
                PathTarget::Elsewhere => false,
                PathTarget::ToOneOf(_) | PathTarget::Unsure => true,
            },
            NameUse::Undetermined => true,
        }
    }

    /// Returns what binds the new name between a scope and the scope of the definition.
    fn binder_before(&self, scope: TextScopeId, home: TextScopeId) -> Option<Binder> {
        for at in self.names.around(scope) {
            let here = &self.names.scopes[at];
            if at == home {
                return None;
            }
            // A renamed class finds its own name within itself before inherited names.
            let gets_name = here.name == Some(self.old) && self.names.beyond_clauses(here.parent) == home;
            let found = match here.sort {
                ScopeKind::Class if !gets_name => self.member(at, self.new),
                _ if here.has(self.new) || here.taken_over.contains_key(self.new) => Binder::In(at),
                _ => Binder::Nowhere,
            };
            if found != Binder::Nowhere {
                return Some(found);
            }
            if gets_name || self.may_inherit(at, home) {
                return None;
            }
        }
        None
    }

    /// Returns whether a scope is a class that inherits from another one, or may.
    fn may_inherit(&self, class: TextScopeId, from: TextScopeId) -> bool {
        let mut seen = vec![class];
        let mut next = 0;
        while let Some(class) = seen.get(next).copied() {
            next += 1;
            let here = &self.names.scopes[class];
            for (_, base) in &here.bases {
                match self.names.path(base, here.parent) {
                    PathTarget::To(base) if base == from || seen.len() >= MOST_BASES => return true,
                    PathTarget::To(base) if !seen.contains(&base) => seen.push(base),
                    PathTarget::To(_) => {}
                    // A base declared elsewhere does not use a class that is not among its arguments.
                    PathTarget::Elsewhere if !self.may_be_made_of(base, from) => {}
                    _ => return self.names.scopes[from].sort == ScopeKind::Class,
                }
            }
        }
        false
    }

    /// Returns whether a base may have a class as a template argument: `Mock<Version>`.
    fn may_be_made_of(&self, base: &str, class: TextScopeId) -> bool {
        let name = self.names.scopes[class].name;
        base.contains('<') && name.is_none_or(|name| find_word(base, name).is_some())
    }
}
