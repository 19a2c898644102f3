//! Names that stand in a class.

use std::collections::{HashMap, HashSet};

use super::has;
use super::judge::{Found, Judge, Verdict};
use super::problem::Doubt;
use super::scope::{Scope, ScopeId, Sort, Use};
use crate::lang::NameUse;
use crate::text::normal::is_word_char;

impl<'t> Judge<'t, '_> {
    /// Judges the names that may mean a member of the class `home`.
    pub(super) fn judge_member(&self, home: ScopeId, verdict: &mut Verdict) {
        if self.rules.given_to.is_some() {
            self.check_blocks(home, verdict);
        } else {
            self.check_family(home, verdict);
        }
        let computed = self.names.computed.iter().filter(|_| !self.rules.methods.is_empty());
        verdict.doubts.extend(computed.map(|at| (*at, Doubt::Dynamic)));
        if !self.rules.methods.is_empty() && self.method_at(self.at).is_none() {
            verdict.doubts.push((self.at, Doubt::Unclear));
        }
        for one in self.named(&self.rules.dynamic_members) {
            verdict.doubts.push((one.range.start, Doubt::Dynamic));
        }
        for one in self.old() {
            let start = one.range.start;
            match one.is {
                NameUse::Definition if start == self.at => verdict.own.push(one.range.clone()),
                NameUse::Unsure => verdict.doubts.push((start, Doubt::Unclear)),
                _ if one.is_shorthand => verdict.doubts.push((start, Doubt::OtherObject)),
                NameUse::Member | NameUse::Qualified if self.is_of(one, home) => {
                    verdict.own.push(one.range.clone());
                }
                NameUse::Member | NameUse::Qualified => verdict.doubts.push((start, Doubt::OtherObject)),
                NameUse::Reference => match self.look_up(self.old, one.scope, start) {
                    // Before it is bound, the name means what it means outside.
                    Found::In(scope) if scope == home && start < self.at => {
                        verdict.doubts.push((start, Doubt::Shadowed));
                    }
                    Found::In(scope) if scope == home => verdict.own.push(one.range.clone()),
                    Found::Unsure(doubt) if self.names.around(one.scope).any(|scope| scope == home) => {
                        verdict.doubts.push((start, doubt));
                    }
                    Found::Unsure(_) | Found::In(_) | Found::Nowhere => {}
                },
                NameUse::Definition
                | NameUse::Forward
                | NameUse::Binding
                | NameUse::Outward
                | NameUse::Local
                | NameUse::Parameter
                | NameUse::Label => {}
            }
        }
        for one in self.new_ones() {
            let is_in_class = self
                .names
                .around(one.scope)
                .take_while(|at| *at != home)
                .all(|at| self.names.scopes[at].sort == Sort::Clause)
                && self.names.around(one.scope).any(|at| at == home);
            let is_in_the_way = match one.is {
                _ if one.is_shorthand => true,
                NameUse::Qualified if self.rules.members_apart => self.is_of(one, home),
                NameUse::Member | NameUse::Qualified | NameUse::Unsure => true,
                NameUse::Label | NameUse::Parameter => false,
                _ => is_in_class,
            };
            if is_in_the_way {
                verdict.taken.push(one.range.start);
            }
        }
        verdict.taken.sort_unstable();
        verdict.taken.dedup();
    }

    /// Whether a member is one of the class for certain: of the object in its own functions, or of the class itself.
    fn is_of(&self, one: &Use<'t>, home: ScopeId) -> bool {
        let Some(owner) = one.owner else { return false };
        if !self.rules.methods.is_empty() {
            return self.is_of_method(owner, one.scope, home);
        }
        if let Some(class) = self.type_of(home) {
            return self.is_of_type(class, owner, one.scope, home);
        }
        if self.class_named(owner, one.scope) == Some(home) {
            return true;
        }
        let Found::In(function) = self.look_up(owner, one.scope, one.range.start) else { return false };
        let scope = &self.names.scopes[function];
        scope.sort == Sort::Function
            && scope.parent == home
            && scope.parameters.first() == Some(&owner)
            && has(&self.rules.receivers, owner)
            && scope.binds.get(owner).is_some_and(|binds| binds.len() == 1)
            && !self.is_static(function)
    }

    /// Whether an object is that of the class `home` where the definition has one, and the class itself where not.
    fn is_of_method(&self, owner: &str, scope: ScopeId, home: ScopeId) -> bool {
        let Some(method) = self.method_at(self.at) else { return false };
        let is_static = self.names.scopes[method].is_static;
        if !has(&self.rules.receivers, owner) {
            return is_static && self.class_named(owner, scope) == Some(home);
        }
        let mut around = self.names.around(scope).map(|at| &self.names.scopes[at]);
        let passes =
            |scope: &&&Scope<'_>| !scope.is_arrow && !matches!(scope.sort, Sort::Clause | Sort::Block);
        let function = around.find(|scope| passes(&scope));
        function.is_some_and(|function| {
            function.is_method && function.parent == home && function.is_static == is_static
        })
    }

    /// The function of a class whose name stands at a byte.
    pub(super) fn method_at(&self, at: usize) -> Option<ScopeId> {
        let scopes = &self.names.scopes;
        scopes.iter().position(|scope| scope.is_method && scope.range.start <= at && at < scope.body)
    }

    /// The plain name of the type that a block is given to.
    fn type_of(&self, block: ScopeId) -> Option<&'t str> {
        let text = self.names.scopes[block].given_to?;
        let name = text.split('<').next().unwrap_or_default().trim();
        (!name.is_empty() && name.chars().all(is_word_char)).then_some(name)
    }

    /// Whether an object is of the type of the block `home`, or the type itself.
    fn is_of_type(&self, class: &str, owner: &str, scope: ScopeId, home: ScopeId) -> bool {
        if owner == class {
            return self.look_up(class, scope, usize::MAX) == Found::In(self.names.scopes[home].parent);
        }
        let stands_for_it = has(&self.rules.receivers, owner) || has(&self.rules.own_class, owner);
        let mut around = self.names.around(scope);
        let block = around.find(|at| matches!(self.names.scopes[*at].sort, Sort::Class | Sort::Module));
        let is_in_home = |block: ScopeId| {
            self.type_of(block) == Some(class)
                && self.names.scopes[block].parent == self.names.scopes[home].parent
        };
        stands_for_it && block.is_some_and(is_in_home)
    }

    /// The other blocks of the type may have neither name, and traits not the old one; the functions of a trait are not
    /// the block's own.
    fn check_blocks(&self, home: ScopeId, verdict: &mut Verdict) {
        let own = self.type_of(home);
        if own.is_none() || self.names.scopes[home].is_of_trait {
            verdict.doubts.push((self.at, Doubt::Fixed));
            return;
        }
        let others = self.names.scopes.iter().enumerate();
        for (id, scope) in others.filter(|(id, scope)| *id != home && scope.sort == Sort::Class) {
            let is_trait = scope.is_of_trait || scope.given_to.is_none();
            let is_other_type = self.type_of(id).is_some_and(|name| Some(name) != own);
            if is_trait || !is_other_type {
                let binds = [self.old, self.new].into_iter().filter_map(|name| scope.binds.get(name));
                verdict.doubts.extend(binds.flatten().map(|at| (*at, Doubt::BoundAgain)));
            }
        }
    }

    fn is_static(&self, function: ScopeId) -> bool {
        let scope = &self.names.scopes[function];
        let head = self.text.get(scope.range.start..scope.body).unwrap_or_default();
        head.split(|char| !is_word_char(char)).any(|word| has(&self.rules.static_words, word))
    }

    /// What the class inherits must be known not to have either name, and so must what inherits from it.
    fn check_family(&self, home: ScopeId, verdict: &mut Verdict) {
        let scopes = self.names.scopes.iter().enumerate();
        let classes: Vec<ScopeId> =
            scopes.filter(|(_, scope)| scope.sort == Sort::Class).map(|(id, _)| id).collect();
        let mut above: HashMap<ScopeId, Vec<ScopeId>> = HashMap::new();
        let mut below: HashMap<ScopeId, Vec<ScopeId>> = HashMap::new();
        let mut unknown: HashMap<ScopeId, usize> = HashMap::new();
        for class in &classes {
            for (at, base) in self.names.scopes[*class].bases.iter().copied() {
                match self.class_named(base, self.names.scopes[*class].parent) {
                    Some(base) => {
                        above.entry(*class).or_default().push(base);
                        below.entry(base).or_default().push(*class);
                    }
                    None if has(&self.rules.root_classes, base) => {}
                    None => {
                        unknown.entry(*class).or_insert(at);
                    }
                }
            }
        }
        let ancestors = reached(home, &above);
        let inherited = ancestors.iter().filter_map(|class| unknown.get(class));
        verdict.doubts.extend(inherited.map(|at| (*at, Doubt::Inherited)));
        let mut family = reached(home, &below);
        family.extend(ancestors);
        for class in classes.into_iter().filter(|class| *class != home) {
            let scope = &self.names.scopes[class];
            if family.contains(&class) || unknown.contains_key(&class) {
                let binds = [self.old, self.new].into_iter().filter_map(|name| scope.binds.get(name));
                verdict.doubts.extend(binds.flatten().map(|at| (*at, Doubt::BoundAgain)));
            }
        }
    }
}

/// All that can be reached from a class, itself included.
fn reached(from: ScopeId, edges: &HashMap<ScopeId, Vec<ScopeId>>) -> HashSet<ScopeId> {
    let mut seen = HashSet::from([from]);
    let mut pending = vec![from];
    while let Some(class) = pending.pop() {
        let next = edges.get(&class).into_iter().flatten().copied();
        pending.extend(next.filter(|class| seen.insert(*class)));
    }
    seen
}
