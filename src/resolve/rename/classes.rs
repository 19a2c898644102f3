//! Names in a language whose functions see the members of their class, and where calls are no variables.

use std::collections::HashSet;

use super::has;
use super::judge::{Found, Judge, Verdict};
use super::problem::Doubt;
use super::scope::{FILE, Scope, ScopeId, Sort, Use};
use crate::lang::NameUse;
use crate::text::normal::is_word_char;

/// How many classes of one name are looked at.
const MOST_OF_A_NAME: usize = 100;

impl<'t> Judge<'t, '_> {
    /// Judges the names that may mean a class, or a function of one.
    pub(super) fn judge_in_classes(&self, target: &Use<'t>, verdict: &mut Verdict) {
        let is_inner = |at: ScopeId| {
            let here = &self.names.scopes[at];
            here.is_hidden || matches!(here.sort, Sort::Function | Sort::Clause | Sort::Block)
        };
        if self.names.around(target.scope).any(is_inner) {
            verdict.doubts.push((self.at, Doubt::Unclear));
            return;
        }
        self.check_bindings(target, verdict);
        match self.method_at(self.at) {
            Some(method) => self.judge_function(target.scope, method, verdict),
            None => self.judge_class(target.scope, verdict),
        }
        let news = self.new_ones().filter(|one| one.is != NameUse::Label);
        verdict.taken.extend(news.map(|one| one.range.start));
    }

    /// Judges the names that may mean a function of the class `home`.
    fn judge_function(&self, home: ScopeId, method: ScopeId, verdict: &mut Verdict) {
        let own = &self.names.scopes[home];
        if own.is_tied {
            verdict.doubts.push((self.at, Doubt::Fixed));
        }
        if self.is_open(home) {
            let at = own.bases.first().map_or(self.at, |(at, _)| *at);
            verdict.doubts.push((at, Doubt::Inherited));
        }
        if !self.names.scopes[method].is_private {
            let heirs =
                self.names.scopes.iter().filter(|scope| {
                    scope.sort == Sort::Class && (scope.is_hidden || !scope.bases.is_empty())
                });
            let binds = heirs.filter_map(|scope| scope.binds.get(self.old)).flatten();
            verdict.doubts.extend(binds.map(|at| (*at, Doubt::BoundAgain)));
        }
        for one in self.old() {
            let start = one.range.start;
            match one.is {
                _ if start == self.at => verdict.own.push(one.range.clone()),
                NameUse::Unsure => verdict.doubts.push((start, Doubt::Unclear)),
                NameUse::Member => match self.class_of_call(one) {
                    Found::In(class) if class == home => verdict.own.push(one.range.clone()),
                    Found::In(_) | Found::Nowhere => {}
                    Found::Unsure(doubt) => verdict.doubts.push((start, doubt)),
                },
                _ => {}
            }
        }
    }

    /// Judges the names that may mean a class that stands in `home`.
    fn judge_class(&self, home: ScopeId, verdict: &mut Verdict) {
        let head = self.text.get(self.from..self.at).unwrap_or_default();
        let mut words = head.split(|char| !is_word_char(char));
        if home == FILE && words.any(|word| has(&self.rules.fixed_in_file, word)) {
            verdict.doubts.push((self.at, Doubt::Fixed));
        }
        let own = self.names.all_classes.get(self.old).into_iter().flatten().copied().collect();
        for one in self.old() {
            let start = one.range.start;
            match one.is {
                _ if start == self.at => verdict.own.push(one.range.clone()),
                NameUse::Reference => match self.meant_class(one, home, &own) {
                    Found::In(_) => verdict.own.push(one.range.clone()),
                    Found::Nowhere => {}
                    Found::Unsure(doubt) => verdict.doubts.push((start, doubt)),
                },
                NameUse::Member | NameUse::Label => {}
                NameUse::Qualified => verdict.doubts.push((start, Doubt::OtherObject)),
                NameUse::Unsure => verdict.doubts.push((start, Doubt::Unclear)),
                _ => verdict.doubts.push((start, Doubt::BoundAgain)),
            }
        }
    }

    /// The scope that the class stands in which a name means.
    fn meant_class(&self, one: &Use<'t>, home: ScopeId, own: &HashSet<ScopeId>) -> Found {
        let mut is_between = false;
        for at in self.names.around(one.scope) {
            if at == home {
                return if is_between { Found::Unsure(Doubt::Inherited) } else { Found::In(home) };
            }
            let is_class = self.names.scopes[at].sort == Sort::Class;
            is_between |= is_class && !own.contains(&at) && self.is_open(at);
        }
        if is_between { Found::Unsure(Doubt::Inherited) } else { Found::Nowhere }
    }

    /// The class whose function is called.
    fn class_of_call(&self, one: &Use<'t>) -> Found {
        let unknown = Found::Unsure(Doubt::OtherObject);
        let mut classes =
            self.names.around(one.scope).filter(|at| self.names.scopes[*at].sort == Sort::Class);
        let Some(owner) = one.owner else {
            for at in classes {
                if self.names.scopes[at].binds.contains_key(self.old) {
                    return Found::In(at);
                }
                if self.is_open(at) {
                    return Found::Unsure(Doubt::Inherited);
                }
            }
            return Found::Nowhere;
        };
        let class = if has(&self.rules.receivers, owner) {
            classes.next()
        } else {
            self.type_of_object(owner, one).and_then(|name| self.class_meant(name, one.scope))
        };
        let has_it = |class: &ScopeId| self.names.scopes[*class].binds.contains_key(self.old);
        class.filter(has_it).map_or(unknown, Found::In)
    }

    /// The type of a variable, or the type itself.
    fn type_of_object<'n>(&self, name: &'n str, one: &Use<'t>) -> Option<&'n str>
    where
        't: 'n,
    {
        for at in self.names.around(one.scope) {
            let here = &self.names.scopes[at];
            let is_local = here.locals.get(name).is_some_and(|from| *from <= one.range.start);
            if is_local || here.binds.contains_key(name) && here.objects.contains_key(name) {
                return match here.objects.get(name).map(Vec::as_slice) {
                    Some([Some(object)]) => Some(object.of),
                    Some([None]) if self.is_class_in(name, at) => Some(name),
                    _ => None,
                };
            }
            if here.sort == Sort::Class && self.is_open(at) {
                return None;
            }
        }
        None
    }

    /// Whether a scope has a class of this name.
    fn is_class_in(&self, name: &str, scope: ScopeId) -> bool {
        let classes = self.names.all_classes.get(name).into_iter().flatten();
        classes.take(MOST_OF_A_NAME).any(|class| self.names.scopes[*class].parent == scope)
    }

    /// The class that a type spells, where the file has but one of the name and nothing else may be meant.
    fn class_meant(&self, name: &str, scope: ScopeId) -> Option<ScopeId> {
        let [class] = self.names.all_classes.get(name)?.as_slice() else { return None };
        let home = self.names.scopes[*class].parent;
        let is_seen = self.names.around(scope).any(|at| at == home);
        let mut between = self.names.around(scope).take_while(|at| *at != home);
        let is_hidden =
            between.any(|at| at != *class && self.names.scopes[at].sort == Sort::Class && self.is_open(at));
        (is_seen && !is_hidden).then_some(*class)
    }

    /// Whether a class may have the name from what it inherits.
    fn is_open(&self, class: ScopeId) -> bool {
        let here = &self.names.scopes[class];
        let brings = |scope: &Scope<'_>| {
            scope.is_hidden
                || scope.binds.contains_key(self.old)
                || scope.binds.contains_key(self.new)
                || scope.bases.iter().any(|(_, base)| !has(&self.rules.root_classes, base))
        };
        here.is_hidden
            || here.is_tied
            || here.bases.iter().any(|(_, base)| {
                let known = self.names.all_classes.get(base).map(Vec::as_slice);
                let known = known.and_then(|known| <[ScopeId; 1]>::try_from(known).ok());
                !has(&self.rules.root_classes, base)
                    && known.is_none_or(|[base]| brings(&self.names.scopes[base]))
            })
    }
}
