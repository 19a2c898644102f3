//! Checks that the new name is free, in a language whose functions see the members of their class.

use super::judge::{BindingResult, Findings, Judge};
use super::path::{MOST_BASES, PathTarget};
use super::scope::{FILE, NameAtPlace, ScopeKind, TextScopeId};
use crate::lang::NameUse;
use crate::resolve::bindings::Doubt;
use crate::text::normal::find_word;

impl<'t> Judge<'t, '_> {
    /// Records conflicts of the new name: another binding must not capture its uses, and it must not capture uses of
    /// other things.
    pub(super) fn check_new_name(
        &self,
        home: TextScopeId,
        users: &[&NameAtPlace<'t>],
        findings: &mut Findings,
    ) {
        let is_free = matches!(self.names.scopes[home].kind, ScopeKind::File | ScopeKind::Module);
        let is_found_elsewhere = |one: &NameAtPlace<'t>| {
            let mut others = self.modules_with(self.new, one).into_iter().filter(|module| *module != home);
            is_free && others.any(|module| self.may_find_by_arguments(one, module))
        };
        // A query for uses has no new name.
        let by_itself = users.iter().filter(|one| !self.new.is_empty() && one.name_use == NameUse::Reference);
        for one in by_itself {
            match self.binder_before(one.scope, home) {
                // An unknown base may have the new name as well as the old one; the patch can vouch for that.
                Some(BindingResult::Unclear(doubt @ Doubt::Inherited)) => {
                    findings.doubts.push((one.range.start, doubt));
                }
                Some(_) => findings.conflicts.push(one.range.start),
                None if is_found_elsewhere(one) => findings.conflicts.push(one.range.start),
                None => {}
            }
        }
        for one in self.new_ones().filter(|one| self.conflicts(one, home)) {
            findings.conflicts.push(one.range.start);
            let is_use = matches!(one.name_use, NameUse::Reference | NameUse::Qualified | NameUse::Member);
            findings.conflicting_uses.extend(is_use.then_some(one.range.start));
        }
    }

    /// Returns whether a use of the new name would mean the definition, or hide it.
    fn conflicts(&self, one: &NameAtPlace<'t>, home: TextScopeId) -> bool {
        match one.name_use {
            NameUse::Label | NameUse::Local | NameUse::Parameter | NameUse::Member => false,
            NameUse::Definition | NameUse::Binding | NameUse::Declaration => {
                let is_opened = self.names.modules_of_directives(one.scope).contains(&home);
                one.scope == home || is_opened || self.may_inherit(one.scope, home)
            }
            NameUse::Reference
                if self
                    .names
                    .around(one.scope)
                    .any(|at| self.names.modules_of_directives(at).contains(&home)) =>
            {
                true
            }
            NameUse::Reference => {
                let mut around = self.names.around(one.scope);
                let is_seen = around.any(|at| at == home || self.may_inherit(at, home));
                let binder = self.binder_before(one.scope, home);
                let is_all =
                    matches!(binder, Some(BindingResult::In(at)) if !self.is_found_beside(at, self.new));
                let is_found = || {
                    !is_all
                        && self.modules_with(self.old, one).contains(&home)
                        && self.may_find_by_arguments(one, home)
                };
                is_seen && !matches!(binder, Some(BindingResult::In(_))) || is_found()
            }
            NameUse::Qualified => match self.names.resolve_path(one.owner.unwrap_or_default(), one.scope) {
                PathTarget::To(scope) => {
                    let is_seen = scope == home || self.names.modules_of_directives(scope).contains(&home);
                    is_seen || self.may_inherit(scope, home)
                }
                PathTarget::ToHidden(_) => home == FILE,
                PathTarget::Unknown => false,
                PathTarget::ToOneOf(_) | PathTarget::Alias => true,
            },
            NameUse::Undetermined => true,
        }
    }

    /// Returns what binds the new name between a scope and the scope of the definition.
    fn binder_before(&self, scope: TextScopeId, home: TextScopeId) -> Option<BindingResult> {
        for at in self.names.around(scope) {
            let here = &self.names.scopes[at];
            if at == home {
                return None;
            }
            // A renamed class finds its own name within itself before inherited names.
            let gets_name =
                here.name == Some(self.old) && self.names.beyond_template_clauses(here.parent) == home;
            let found = match here.kind {
                ScopeKind::Class if !gets_name => self.member(at, self.new),
                _ if here.has(self.new) || here.using_declarations.contains_key(self.new) => {
                    BindingResult::In(at)
                }
                _ => BindingResult::Nowhere,
            };
            if found != BindingResult::Nowhere {
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
                match self.names.resolve_path(base, here.parent) {
                    PathTarget::To(base) if base == from || seen.len() >= MOST_BASES => return true,
                    PathTarget::To(base) if !seen.contains(&base) => seen.push(base),
                    PathTarget::To(_) => {}
                    // A base declared elsewhere does not use a class that is not among its arguments.
                    PathTarget::Unknown if !self.may_be_made_of(base, from) => {}
                    _ => return self.names.scopes[from].kind == ScopeKind::Class,
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
