//! Names that stand in a file or a module.

use std::collections::HashMap;

use super::judge::{Found, Judge, Verdict, binds};
use super::problem::Doubt;
use super::role::is_small;
use super::scope::{ScopeId, Sort, Use};
use crate::lang::{NameUse, Sense};

/// The scopes that bind a name, each with the bytes at which it does, and what it stands for.
type Binders = HashMap<ScopeId, Vec<(usize, Sense)>>;

/// How many bindings of a name in one scope are looked at.
const MOST_SENSES: usize = 100;

impl<'t> Judge<'t, '_> {
    /// Judges the names that may mean a definition that stands in no class.
    pub(super) fn judge_free(&self, target: &Use<'t>, verdict: &mut Verdict) {
        let home = target.scope;
        let wildcard = self.names.scopes[home].wildcard.filter(|_| self.rules.in_order);
        verdict.doubts.extend(wildcard.map(|at| (at, Doubt::Wildcard)));
        let binders = self.binders();
        let mut users = Vec::new();
        for one in self.old() {
            let start = one.range.start;
            match one.is {
                _ if one.is_one_with(target) => verdict.own.push(one.range.clone()),
                NameUse::Unsure => verdict.doubts.push((start, Doubt::Unclear)),
                NameUse::Local if self.names.scopes[one.scope].sort != Sort::Block => {
                    verdict.doubts.push((start, Doubt::Shadowed))
                }
                NameUse::Qualified => verdict.doubts.push((start, Doubt::OtherObject)),
                NameUse::Reference => match self.look_up(self.old, one.scope, start) {
                    // Before it is bound, the name may mean what the language brings along.
                    Found::In(scope)
                        if scope == home && start < self.at && self.runs_at_once(one.scope, home) =>
                    {
                        verdict.doubts.push((start, Doubt::Shadowed));
                    }
                    Found::In(scope) if scope == home && self.is_bound_to_differ(one, target) => {
                        verdict.doubts.push((start, Doubt::Unclear));
                    }
                    Found::In(scope) if scope == home => {
                        verdict.own.push(one.range.clone());
                        users.push(one.scope);
                    }
                    Found::Unsure(doubt) => verdict.doubts.push((start, doubt)),
                    Found::In(scope) if !self.is_caught(one, scope, &binders) => {
                        verdict.doubts.push((start, Doubt::Shadowed));
                    }
                    Found::In(_) | Found::Nowhere => {}
                },
                // Bound elsewhere, or no variable.
                NameUse::Definition
                | NameUse::Forward
                | NameUse::Binding
                | NameUse::Outward
                | NameUse::Local
                | NameUse::Parameter
                | NameUse::Member
                | NameUse::Label => {}
            }
        }
        self.check_new_name(home, &users, verdict);
    }

    /// Whether a use would need more than the new name.
    fn is_bound_to_differ(&self, one: &Use<'t>, target: &Use<'t>) -> bool {
        one.is_shorthand || !one.sense.fits(target.sense) || (one.is_never_small && is_small(self.new))
    }

    /// Whether a scope binds the name for a use in it, and not only for others.
    fn is_caught(&self, one: &Use<'t>, scope: ScopeId, binders: &Binders) -> bool {
        let here = &self.names.scopes[scope];
        let is_head = here.sort == Sort::Function && one.range.start < here.body;
        let Some(own) = binders.get(&scope) else { return false };
        let is_of_body = is_head && own.last().is_some_and(|(at, _)| *at >= here.body);
        let fits = own.iter().take(MOST_SENSES).any(|(_, sense)| sense.fits(one.sense));
        fits && (!is_of_body || self.rules.inside.is_empty())
    }

    /// Where the old name is bound, and what it stands for there.
    fn binders(&self) -> Binders {
        let mut binders = Binders::new();
        for one in self.old().filter(|one| binds(one.is)) {
            binders.entry(one.scope).or_default().push((one.range.start, one.sense));
        }
        binders
    }

    /// Whether what stands in a scope runs when the text of `home` does.
    fn runs_at_once(&self, scope: ScopeId, home: ScopeId) -> bool {
        let mut between = self.names.around(scope).take_while(|at| *at != home);
        self.rules.in_order && between.all(|at| self.names.scopes[at].sort != Sort::Function)
    }

    /// The new name must not be caught on its way from where it is used, nor catch what means another thing.
    fn check_new_name(&self, home: ScopeId, users: &[ScopeId], verdict: &mut Verdict) {
        let catches = |scope: &ScopeId| *scope != home && self.names.scopes[*scope].has(self.new);
        let mut scopes: Vec<ScopeId> = users.iter().flat_map(|user| self.names.around(*user)).collect();
        scopes.sort_unstable();
        scopes.dedup();
        for scope in scopes.into_iter().filter(catches) {
            let scope = &self.names.scopes[scope];
            verdict.taken.extend(scope.binds.get(self.new).into_iter().flatten());
            verdict.taken.extend(scope.locals.get(self.new));
        }
        for one in self.new_ones() {
            let is_elsewhere = match one.is {
                NameUse::Member | NameUse::Label => true,
                NameUse::Reference => match self.look_up(self.new, one.scope, one.range.start) {
                    Found::In(scope) => scope != home && self.names.scopes[scope].sort == Sort::Function,
                    Found::Nowhere | Found::Unsure(_) => false,
                },
                NameUse::Definition
                | NameUse::Forward
                | NameUse::Binding
                | NameUse::Outward
                | NameUse::Local => one.scope != home,
                NameUse::Parameter => true,
                NameUse::Qualified | NameUse::Unsure => false,
            };
            if !is_elsewhere {
                verdict.taken.push(one.range.start);
            }
        }
        verdict.taken.sort_unstable();
        verdict.taken.dedup();
    }
}
