//! Puts names into the scopes that they belong to.

use super::has;
use super::role::Role;
use super::scan::Scan;
use super::scope::{FILE, ScopeId, Sort};
use crate::lang::{NameUse, Sense};

impl<'t, 'tree> Scan<'t, '_, 'tree> {
    /// The scope that a name belongs to; what it is may depend on it.
    pub(super) fn settle(
        &mut self,
        name: &'t str,
        role: &mut Role<'t, 'tree>,
        scope: ScopeId,
        function: Option<ScopeId>,
    ) -> ScopeId {
        if self.rules.sight.is_none() {
            return self.settle_plainly(role, scope, function);
        }
        let beyond = self.names.beyond_clauses(scope);
        let sort = self.names.scopes[beyond].sort;
        let class = role.names.filter(|class| self.names.scopes[*class].sort == Sort::Class);
        if let Some(class) = class {
            self.names.scopes[class].name = Some(name);
            self.names.inner.entry((beyond, name)).or_default().push(class);
        }
        match role.is {
            NameUse::Parameter => match function {
                Some(function) => return function,
                // What is caught is known from there on; in a declaration nobody knows the name.
                None if sort == Sort::Function || scope != beyond => role.is = NameUse::Local,
                None => role.is = NameUse::Label,
            },
            NameUse::Definition | NameUse::Binding | NameUse::Forward => {
                let is_maker = self.names.scopes[beyond].name == Some(name);
                if sort == Sort::Function && role.is != NameUse::Forward {
                    role.is = NameUse::Local;
                } else if is_maker && class.is_none() {
                    *role = Role::plain(NameUse::Reference);
                }
                return beyond;
            }
            _ => {}
        }
        scope
    }

    fn settle_plainly(
        &self,
        role: &mut Role<'t, 'tree>,
        scope: ScopeId,
        function: Option<ScopeId>,
    ) -> ScopeId {
        let here = &self.names.scopes[scope];
        let is_local = self.rules.known_behind && here.sort == Sort::Block;
        match (role.is, function) {
            // A type is known where it is named.
            (NameUse::Definition, _) if is_local => (role.is, role.end) = (NameUse::Local, None),
            (NameUse::Binding, _) if is_local => role.is = NameUse::Local,
            (NameUse::Parameter, Some(function)) => return function,
            (NameUse::Parameter, None) if !(self.rules.inside.is_empty() && self.rules.apart.is_empty()) => {
                role.is = NameUse::Label
            }
            (NameUse::Outward, _) => return self.names.beyond_clauses(scope),
            // What is defined in a block may be seen around it, too.
            (NameUse::Definition, _)
                if here.sort == Sort::Block && self.names.scopes[here.parent].sort != Sort::Function =>
            {
                role.is = NameUse::Local;
                return self.names.beyond_clauses(scope);
            }
            _ => {}
        }
        scope
    }

    /// What a name stands for that no place tells more of.
    pub(super) fn sense(&self, kind: &str) -> Sense {
        match &self.rules.type_words {
            words if words.is_empty() => Sense::Both,
            words if has(words, kind) => Sense::Type,
            _ => Sense::Value,
        }
    }

    /// Binds a name where it does.
    pub(super) fn bind(&mut self, name: &'t str, role: &Role<'t, 'tree>, scope: ScopeId, start: usize) {
        let own = &mut self.names.scopes[scope];
        match role.is {
            NameUse::Definition if scope == FILE && role.object.is_some() => {
                self.names.types.insert(name);
                own.binds.entry(name).or_default().push(start);
            }
            NameUse::Definition | NameUse::Binding => own.binds.entry(name).or_default().push(start),
            NameUse::Outward => {
                let outside = self.names.beyond_clauses(scope);
                self.names.scopes[outside].binds.entry(name).or_default().push(start);
                return;
            }
            NameUse::Local => {
                let from = role.end.filter(|_| self.rules.known_behind).unwrap_or(start);
                own.locals.entry(name).or_insert(from);
            }
            NameUse::Parameter => {
                own.binds.entry(name).or_default().push(start);
                own.parameters.push(name);
            }
            _ => return,
        }
        own.objects.entry(name).or_default().push(role.object);
    }
}
