//! Names in a language whose functions see the members of their class, and in which what is defined may be declared
//! elsewhere.

use super::callable::Callable;
use super::judge::{Binder, Findings, Judge};
use super::path::Way;
use super::scope::{FILE, NameAtPlace, ScopeKind, TextScopeId};
use crate::lang::NameUse;
use crate::resolve::bindings::{Doubt, RenameProblem};
use crate::text::normal::{has, is_word_char};

/// How many classes one may inherit from, over others too.
pub(super) const MOST_BASES: usize = 100;

impl<'t> Judge<'t, '_> {
    /// Judges the names that may mean the definition `target`.
    ///
    /// # Errors
    /// It has its name from its class.
    pub(super) fn judge_in_sight(
        &self,
        target: &NameAtPlace<'t>,
        findings: &mut Findings,
    ) -> Result<(), RenameProblem> {
        if target.is == NameUse::Reference || self.makes_object(target) {
            return Err(RenameProblem::NoName);
        }
        let home = match self.meaning(target, FILE) {
            Binder::In(home) if !self.is_in_function(home) => home,
            Binder::Unsure(doubt) => {
                self.doubt_all(doubt, findings);
                return Ok(());
            }
            Binder::In(_) | Binder::Nowhere => {
                self.doubt_all(Doubt::Unclear, findings);
                return Ok(());
            }
        };
        if self.rules.single && target.declares.is_some() && !self.old.contains(char::is_lowercase) {
            // What looks like a macro may make names of what stands behind it.
            findings.doubts.push((self.at, Doubt::Unclear));
        }
        let is_member = self.names.scopes[home].sort == ScopeKind::Class;
        if is_member {
            self.check_heirs(home, target, findings);
        } else if target.declares.is_some() {
            // What is brought in may be called instead, where its parameters fit better.
            let wildcard = self.names.scopes[home].wildcard;
            findings.doubts.extend(wildcard.map(|at| (at, Doubt::Wildcard)));
        }
        let olds = self.old().filter(|one| !one.is_scope || target.declares.is_none());
        let own: Vec<(&NameAtPlace<'t>, Binder)> = olds.map(|one| (one, self.meaning(one, home))).collect();
        let declared =
            Declared::of(own.iter().filter(|(_, found)| *found == Binder::In(home)).map(|(one, _)| *one));
        let mut users = Vec::new();
        for (one, found) in own {
            let start = one.range.start;
            match found {
                Binder::Unsure(doubt) => findings.doubts.push((start, doubt)),
                Binder::In(scope) if scope == home => {
                    let doubt = self.doubt_of(one, target, &declared).or_else(|| {
                        (!is_member
                            && !self.rules.single
                            && declared.first.is_some_and(|first| start < first))
                        .then_some(Doubt::Shadowed)
                    });
                    match doubt {
                        Some(doubt) => findings.doubts.push((start, doubt)),
                        None => {
                            findings.own.push(one.range.clone());
                            findings.declared.extend(is_declaration(one.is).then_some(start));
                            users.push(one);
                        }
                    }
                }
                Binder::In(_) | Binder::Nowhere => {}
            }
        }
        self.check_new_name_in_sight(home, &users, findings);
        Ok(())
    }

    /// Where nothing is known of the definition, nothing is of what has its name.
    fn doubt_all(&self, doubt: Doubt, findings: &mut Findings) {
        findings.doubts.push((self.at, doubt));
        let others = self.old().filter(|one| one.is != NameUse::Label);
        findings.doubts.extend(others.map(|one| (one.range.start, doubt)));
    }

    fn is_in_function(&self, scope: TextScopeId) -> bool {
        self.names.around(scope).any(|at| self.names.scopes[at].sort == ScopeKind::Function)
    }

    /// Whether a function has its name from the class whose objects it makes.
    fn makes_object(&self, target: &NameAtPlace<'t>) -> bool {
        let owner = target.owner.unwrap_or_default().trim_end().trim_end_matches("::");
        let last = owner.rsplit("::").next().and_then(|last| last.split('<').next()).unwrap_or_default();
        target.is == NameUse::Qualified && last.trim() == self.old
    }

    /// Why what leads to the definition may mean another one of its name all the same.
    fn doubt_of(
        &self,
        one: &NameAtPlace<'t>,
        target: &NameAtPlace<'t>,
        declared: &Declared,
    ) -> Option<Doubt> {
        let is_other = match (&one.declares, &target.declares) {
            (Some(_), Some(_)) if self.rules.single => false,
            (Some(here), Some(there)) => here.signature != there.signature,
            (Some(_), None) | (None, Some(_)) => is_declaration(one.is),
            (None, None) => one.is == NameUse::Binding && one.range != target.range,
        };
        let is_second = one.is == NameUse::Definition && Some(one.range.start) != declared.defined;
        if is_other || is_second {
            return Some(Doubt::BoundAgain);
        }
        let called = target.declares.as_ref().zip(one.arguments).filter(|_| !self.rules.single);
        called.filter(|(callable, count)| !callable.takes(*count, declared.least)).map(|_| Doubt::Shadowed)
    }

    /// The scope that binds what a name means.
    fn meaning(&self, one: &NameAtPlace<'t>, home: TextScopeId) -> Binder {
        let is_member = self.names.scopes[home].sort == ScopeKind::Class;
        match one.is {
            NameUse::Definition | NameUse::Binding => Binder::In(one.scope),
            NameUse::Forward if one.scope == home => Binder::In(home),
            NameUse::Local if self.rules.single && one.declares.is_some() => Binder::Unsure(Doubt::Shadowed),
            NameUse::Forward | NameUse::Unsure => Binder::Unsure(Doubt::Unclear),
            NameUse::Member => self.of_object(one, home),
            NameUse::Qualified => self.of_path(one, home),
            // No member is seen from outside of a class.
            NameUse::Reference if is_member && !self.may_see_members(one.scope) => Binder::Nowhere,
            NameUse::Reference => match self.look_around(one) {
                // What stands elsewhere may lead to anything else.
                Binder::Nowhere if !is_member => Binder::Unsure(Doubt::Shadowed),
                found => found,
            },
            NameUse::Local | NameUse::Parameter | NameUse::Label => Binder::Nowhere,
        }
    }

    /// Whether a scope lies in a class, or may.
    pub(super) fn may_see_members(&self, scope: TextScopeId) -> bool {
        let mut around = self.names.around(scope).map(|at| &self.names.scopes[at]);
        around.any(|here| here.sort == ScopeKind::Class || here.is_hidden)
    }

    /// The scope that binds the old name where it stands by itself.
    pub(super) fn look_around(&self, one: &NameAtPlace<'t>) -> Binder {
        let mut is_beyond_module = false;
        for at in self.names.around(one.scope) {
            let here = &self.names.scopes[at];
            match here.sort {
                ScopeKind::Class => match self.member(at, self.old) {
                    Binder::Nowhere => {}
                    found => return found,
                },
                // Whether the block has ended in which a variable is known, nobody looked.
                ScopeKind::Clause | ScopeKind::Function
                    if here.locals.get(self.old).is_some_and(|at| *at < one.range.start) =>
                {
                    return Binder::Unsure(Doubt::Shadowed);
                }
                ScopeKind::Clause | ScopeKind::Function if !here.binds.contains_key(self.old) => {}
                // Another file may add to a module.
                _ if here.has(self.old) && is_beyond_module => return Binder::Unsure(Doubt::Shadowed),
                _ if here.has(self.old) => return Binder::In(at),
                _ => {}
            }
            if here.is_hidden {
                return Binder::Unsure(Doubt::Elsewhere);
            }
            if !here.or_in.is_empty()
                && self.member_of_each(&here.or_in) != self.member(here.parent, self.old)
            {
                return Binder::Unsure(Doubt::Shadowed);
            }
            if here.wildcard.is_some() && here.sort != ScopeKind::File {
                return Binder::Unsure(Doubt::Wildcard);
            }
            is_beyond_module |= here.sort == ScopeKind::Module;
        }
        Binder::Nowhere
    }

    /// The scope that binds a name where it is a member of a class.
    pub(super) fn member(&self, class: TextScopeId, name: &str) -> Binder {
        let mut seen = vec![class];
        let mut found = Binder::Nowhere;
        let mut next = 0;
        while let Some(class) = seen.get(next).copied() {
            next += 1;
            let here = &self.names.scopes[class];
            let binding = if here.name == Some(name) {
                Some(self.names.beyond_clauses(here.parent))
            } else {
                here.has(name).then_some(class)
            };
            match binding {
                Some(binding) if found == Binder::Nowhere => found = Binder::In(binding),
                Some(binding) if found != Binder::In(binding) => return Binder::Unsure(Doubt::Shadowed),
                Some(_) => {}
                None => {
                    for (_, base) in &here.bases {
                        match self.names.path(base, here.parent) {
                            Way::To(base) if seen.contains(&base) => {}
                            Way::To(base) if seen.len() < MOST_BASES => seen.push(base),
                            _ => return Binder::Unsure(Doubt::Inherited),
                        }
                    }
                }
            }
        }
        found
    }

    /// The scope that binds the old name where it is a member of any of several classes.
    fn member_of_each(&self, classes: &[TextScopeId]) -> Binder {
        let mut all = classes.iter().map(|class| self.member(*class, self.old));
        let first = all.next().unwrap_or(Binder::Nowhere);
        if all.all(|found| found == first) { first } else { Binder::Unsure(Doubt::Shadowed) }
    }

    /// The scope that binds the old name where it is a member of an object.
    fn of_object(&self, one: &NameAtPlace<'t>, home: TextScopeId) -> Binder {
        // What is no member of a class is a member of no object.
        if self.names.scopes[home].sort != ScopeKind::Class {
            return Binder::Nowhere;
        }
        let unknown = Binder::Unsure(Doubt::OtherObject);
        let owner = one.owner.unwrap_or_default();
        if has(&self.rules.receivers, owner) {
            let mut around = self.names.around(one.scope);
            let own = around.find(|at| {
                let here = &self.names.scopes[*at];
                here.sort == ScopeKind::Class || here.is_hidden
            });
            return match own.filter(|at| !self.names.scopes[*at].is_hidden) {
                Some(class) => self.member(class, self.old),
                None => unknown,
            };
        }
        for at in self.names.around(one.scope) {
            let here = &self.names.scopes[at];
            let object = match here.objects.get(owner).map(Vec::as_slice) {
                Some([object]) => object.filter(|object| object.is_pointer == one.is_by_pointer),
                Some(_) => None,
                None if here.is_hidden || !here.bases.is_empty() => None,
                None => continue,
            };
            let way = object.map(|object| self.names.path(object.of, at));
            return match way {
                Some(Way::To(class)) if self.names.scopes[class].sort == ScopeKind::Class => {
                    self.member(class, self.old)
                }
                _ => unknown,
            };
        }
        unknown
    }

    /// The scope that binds the old name where it stands behind a path.
    fn of_path(&self, one: &NameAtPlace<'t>, home: TextScopeId) -> Binder {
        let path = one.owner.unwrap_or_default();
        let is_member = self.names.scopes[home].sort == ScopeKind::Class;
        match self.names.path(path, one.scope) {
            Way::To(scope) if self.names.scopes[scope].sort == ScopeKind::Class => {
                self.member(scope, self.old)
            }
            Way::ToOneOf(classes) => self.member_of_each(&classes),
            Way::To(scope) if self.names.scopes[scope].has(self.old) => Binder::In(scope),
            Way::To(scope) if self.names.scopes[scope].wildcard.is_some() => Binder::Unsure(Doubt::Wildcard),
            Way::To(_) => Binder::Nowhere,
            Way::Unsure => Binder::Unsure(Doubt::OtherObject),
            Way::Elsewhere if one.range.start == self.at => Binder::Unsure(Doubt::Elsewhere),
            Way::Elsewhere => {
                let first = path.trim_start_matches(':').split("::").next().unwrap_or_default();
                if (is_member || self.may_hide_modules) && !has(&self.rules.foreign, first.trim()) {
                    Binder::Unsure(Doubt::OtherObject)
                } else {
                    Binder::Nowhere
                }
            }
        }
    }

    /// What a function replaces, and what replaces it, would need the name as well.
    fn check_heirs(&self, home: TextScopeId, target: &NameAtPlace<'t>, findings: &mut Findings) {
        if target.declares.is_none() {
            return;
        }
        let own = &self.names.scopes[home];
        match self.inherited(home) {
            Binder::Nowhere => {}
            Binder::In(_) => findings.doubts.push((self.at, Doubt::BoundAgain)),
            Binder::Unsure(doubt) => {
                let at = own.bases.first().map_or(self.at, |(at, _)| *at);
                findings.doubts.push((at, doubt));
            }
        }
        let declared = own.binds.get(self.old).into_iter().flatten();
        if !declared.clone().any(|at| self.is_virtual(*at)) {
            return;
        }
        for (id, scope) in self.names.scopes.iter().enumerate() {
            let may_inherit = scope.sort == ScopeKind::Class && id != home && !scope.bases.is_empty();
            if let Some(at) = scope.binds.get(self.old).and_then(|at| at.first())
                && may_inherit
                && matches!(self.inherited(id), Binder::In(_) | Binder::Unsure(_))
            {
                findings.doubts.push((*at, Doubt::BoundAgain));
            }
        }
    }

    /// The scope that binds the old name for what a class inherits from.
    fn inherited(&self, class: TextScopeId) -> Binder {
        let here = &self.names.scopes[class];
        let mut found = Binder::Nowhere;
        for (_, base) in &here.bases {
            let Way::To(base) = self.names.path(base, here.parent) else {
                return Binder::Unsure(Doubt::Inherited);
            };
            match self.member(base, self.old) {
                Binder::Nowhere => {}
                other => found = other,
            }
        }
        found
    }

    /// Whether the declaration of a function says that others may replace it.
    fn is_virtual(&self, name: usize) -> bool {
        let before = self.text.get(..name).unwrap_or_default();
        let from = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
        let mut words = before[from..].split(|char| !is_word_char(char));
        words.any(|word| has(&self.rules.virtual_words, word))
    }
}

/// What the declarations of one name say together.
#[derive(Default)]
struct Declared {
    /// Where it is declared first.
    first: Option<usize>,
    /// Where it is defined first.
    defined: Option<usize>,
    /// The least number of arguments.
    least: usize,
}

impl Declared {
    /// Looks at all uses of the name, in file order.
    fn of<'u, 't: 'u>(uses: impl Iterator<Item = &'u NameAtPlace<'t>>) -> Self {
        let mut declared = Self { least: usize::MAX, ..Self::default() };
        for one in uses {
            let start = one.range.start;
            if is_declaration(one.is) || one.declares.is_some() {
                declared.first.get_or_insert(start);
            }
            if one.is == NameUse::Definition {
                declared.defined.get_or_insert(start);
            }
            let least = one.declares.as_ref().map_or(usize::MAX, Callable::least);
            declared.least = declared.least.min(least);
        }
        declared
    }
}

pub(super) const fn is_declaration(is: NameUse) -> bool {
    matches!(is, NameUse::Definition | NameUse::Binding | NameUse::Forward)
}
