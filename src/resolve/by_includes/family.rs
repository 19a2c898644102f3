//! Families: classes whose functions of a name are one virtual function, because one overrides the other.

use std::collections::HashSet;

use super::callable::Callable;
use super::judge::{Findings, Judge, OtherMembers};
use super::path::{MOST_BASES, PathTarget};
use super::scope::is_declaration;
use super::scope::{NameAtPlace, ScopeKind, TextScopeId};
use crate::lang::NameUse;
use crate::resolve::bindings::Doubt;
use crate::text::normal::{contains, is_word_char};

/// The ancestors of a class.
#[derive(Default)]
pub(super) struct Ancestors {
    pub(super) known: HashSet<TextScopeId>,
    /// The byte offset of a base from outside the project, if there is one.
    foreign: Option<usize>,
    /// The byte offset of a base that may be any class, if there is one.
    unclear: Option<usize>,
}

impl Ancestors {
    /// Returns whether a base may be any class.
    pub(super) const fn is_unclear(&self) -> bool {
        self.unclear.is_some()
    }
}

impl<'t> Judge<'t, '_> {
    /// Returns the classes whose function is the same virtual function as that of the class `home`.
    pub(super) fn family_of(
        &self,
        home: TextScopeId,
        target: &NameAtPlace<'t>,
        findings: &mut Findings,
    ) -> Vec<TextScopeId> {
        let Some(own) = &target.declares else { return vec![home] };
        let declares = |class: TextScopeId| {
            let inside = self.old().filter(move |one| one.scope == class && is_declaration(one.name_use));
            inside.filter_map(|one| Some((one.range.start, one.declares.as_ref()?)))
        };
        let is_same = |class, callable: &Callable| {
            callable.signature.is_same_within(&own.signature, &self.modules_around(home, class))
        };
        let mut candidates: Vec<TextScopeId> = Vec::new();
        for one in self.old().filter(|one| is_declaration(one.name_use) && one.declares.is_some()) {
            if self.names.scopes[one.scope].kind == ScopeKind::Class && !candidates.contains(&one.scope) {
                candidates.push(one.scope);
            }
        }
        let ancestors: Vec<Ancestors> = candidates.iter().map(|class| self.ancestors(*class)).collect();
        let position = |class: TextScopeId| candidates.iter().position(|one| *one == class);
        let mut family = vec![home];
        let mut next = 0;
        while let Some(member) = family.get(next).copied() {
            next += 1;
            for (at, class) in candidates.iter().copied().enumerate() {
                if family.contains(&class) {
                    continue;
                }
                let is_heir = ancestors[at].known.contains(&member);
                let is_base = position(member).is_some_and(|at| ancestors[at].known.contains(&class));
                let (base, heir) = if is_heir { (member, class) } else { (class, member) };
                if !is_heir && !is_base {
                    continue;
                }
                let mut alike = None;
                for (here, callable) in declares(class) {
                    let is_same = self.all_overloads || is_same(class, callable);
                    let may_be = is_same || callable.signature.count() == own.signature.count();
                    let is_virtual = declares(base).any(|(at, _)| self.is_virtual(at))
                        || declares(heir).any(|(at, _)| self.replaces(at));
                    if is_virtual && is_same {
                        alike = None;
                        family.push(class);
                        break;
                    } else if is_virtual && may_be {
                        alike = Some(here);
                    }
                }
                findings.doubts.extend(alike.map(|at| (at, Doubt::BoundAgain)));
            }
        }
        for (at, class) in candidates.iter().copied().enumerate() {
            let is_member = family.contains(&class);
            let has_base = is_member && family.iter().any(|other| ancestors[at].known.contains(other));
            let heirs = || {
                declares(class)
                    .filter(|(_, callable)| !is_member || self.all_overloads || is_same(class, callable))
            };
            let is_virtual = || heirs().any(|(at, _)| self.is_virtual(at) || self.replaces(at));
            match (ancestors[at].unclear, ancestors[at].foreign) {
                (Some(base), _) if is_member => findings.doubts.push((base, Doubt::Inherited)),
                // A base that is a template argument may be one of these.
                (Some(_), _) if is_virtual() => {
                    findings.doubts.extend(heirs().next().map(|(at, _)| (at, Doubt::BoundAgain)));
                }
                (None, Some(base)) if is_member && !has_base => {
                    findings.doubts.push((base, Doubt::Inherited))
                }
                _ => {}
            }
        }
        family
    }

    /// Returns the modules around two classes, which either class may write in the name of a type.
    pub(super) fn modules_around(&self, one: TextScopeId, other: TextScopeId) -> Vec<&'t str> {
        let around = |class| self.names.modules_around(class).unwrap_or_default();
        if one == other { around(one) } else { [around(one), around(other)].concat() }
    }

    /// Returns whether other classes in the text have a member of the old name.
    pub(super) fn rivals_of(&self, family: &[TextScopeId]) -> OtherMembers {
        let is_rival = |one: &NameAtPlace<'t>| match one.name_use {
            NameUse::Definition | NameUse::Binding | NameUse::Declaration => {
                let here = &self.names.scopes[one.scope];
                (here.kind == ScopeKind::Class || here.is_hidden) && !family.contains(&one.scope)
            }
            NameUse::Qualified if one.declares.is_some() => {
                match self.names.resolve_path(one.owner.unwrap_or_default(), one.scope) {
                    PathTarget::To(scope) => {
                        self.names.scopes[scope].kind == ScopeKind::Class && !family.contains(&scope)
                    }
                    PathTarget::ToOneOf(several) => several.iter().any(|scope| !family.contains(scope)),
                    PathTarget::ToHidden(_) | PathTarget::Unknown | PathTarget::Alias => true,
                }
            }
            _ => false,
        };
        match () {
            () if contains(&self.rules.known_members, self.old) || self.old().any(is_rival) => {
                OtherMembers::Present
            }
            () if self.has_all_includes => OtherMembers::None,
            () => OtherMembers::Unknown,
        }
    }

    /// Returns the direct and indirect ancestors of a class.
    pub(super) fn ancestors(&self, class: TextScopeId) -> Ancestors {
        let mut found = Ancestors::default();
        let mut pending = vec![class];
        while let Some(class) = pending.pop() {
            let here = &self.names.scopes[class];
            for (at, base) in &here.bases {
                let bases = match self.names.resolve_path(base, here.parent) {
                    PathTarget::To(base) => vec![base],
                    PathTarget::ToOneOf(bases) => bases,
                    PathTarget::Unknown if self.has_all_includes => {
                        found.foreign.get_or_insert(*at);
                        continue;
                    }
                    PathTarget::ToHidden(_) | PathTarget::Unknown | PathTarget::Alias => {
                        found.unclear.get_or_insert(*at);
                        continue;
                    }
                };
                if found.known.len() > MOST_BASES {
                    found.unclear.get_or_insert(*at);
                    break;
                }
                pending.extend(bases.into_iter().filter(|base| found.known.insert(*base)));
            }
        }
        found
    }

    /// Returns whether the declaration of a function allows overrides.
    fn is_virtual(&self, name: usize) -> bool {
        let before = self.text.get(..name).unwrap_or_default();
        let from = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
        let mut words = before[from..].split(|char| !is_word_char(char));
        words.any(|word| contains(&self.rules.virtual_words, word)) || self.replaces(name)
    }

    /// Returns whether the declaration of a function says that it overrides another one.
    fn replaces(&self, name: usize) -> bool {
        let behind = self.text.get(name..).unwrap_or_default();
        let head = behind.split([';', '{']).next().unwrap_or_default();
        head.split(|char| !is_word_char(char)).any(|word| contains(&self.rules.override_words, word))
    }
}
