//! Resolves names in a language whose functions see the members of their class, and whose definitions may be declared
//! elsewhere.

use std::collections::HashMap;

use super::callable::Callable;
use super::judge::{Binder, Findings, Judge, Nesting, Rivals};
use super::path::PathTarget;
use super::reach::VariableReach;
use super::scope::is_declaration;
use super::scope::{FILE, NameAtPlace, ScopeKind, TextScopeId};
use crate::lang::{NameRules, NameUse};
use crate::resolve::bindings::{Doubt, RenameProblem};
use crate::text::normal::contains;

/// The meaning of a name that resolves to the scope of the definition.
enum Means {
    It,
    Other,
    Unclear(Doubt),
}

impl<'t> Judge<'t, '_> {
    /// Judges the names that may mean the definition `target`.
    ///
    /// # Errors
    /// The definition has its name from its class.
    pub(super) fn judge_in_sight(
        &self,
        target: &NameAtPlace<'t>,
        sight: &NameRules,
        findings: &mut Findings,
    ) -> Result<(), RenameProblem> {
        if target.is == NameUse::Reference && sight.tokens.is_some() {
            // A macro before it hides the declaration.
            self.doubt_all(Doubt::Unclear, findings);
            return Ok(());
        }
        if target.is == NameUse::Reference || self.makes_object(target) {
            return Err(RenameProblem::NoName);
        }
        let home = match self.meaning(target, FILE, sight) {
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
        if sight.one_function_per_name && target.declares.is_some() && !self.old.contains(char::is_lowercase)
        {
            // A function named like a macro may make names of the text after it.
            findings.doubts.push((self.at, Doubt::Unclear));
        }
        let is_member = self.names.scopes[home].sort == ScopeKind::Class;
        if self.around_it.is_some_and(|around| around != Nesting::of(self.names, home)) {
            // The text around it is misread.
            self.doubt_all(Doubt::Unread, findings);
            return Ok(());
        }
        findings.around_it = Some(Nesting::of(self.names, home));
        let family = if is_member { self.family_of(home, target, sight, findings) } else { vec![home] };
        let rivals = if is_member { self.rivals_of(&family, sight) } else { Rivals::Unknown };
        Judge { family: &family, rivals, ..*self }.judge_family(target, home, sight, findings);
        Ok(())
    }

    /// Judges the names that may mean the definition, which is one in all classes of its family.
    fn judge_family(
        &self,
        target: &NameAtPlace<'t>,
        home: TextScopeId,
        sight: &NameRules,
        findings: &mut Findings,
    ) {
        let is_member = self.names.scopes[home].sort == ScopeKind::Class;
        let is_own = |found: Binder| matches!(found, Binder::In(scope) if self.family.contains(&scope));
        if !is_member && target.declares.is_some() {
            // A function that is brought in may be called instead, if its parameters fit better.
            let wildcard = self.names.scopes[home].wildcard;
            findings.doubts.extend(wildcard.map(|at| (at, Doubt::Wildcard)));
            let opened = self.names.opened(home);
            if opened.iter().any(|module| self.names.scopes[*module].has(self.old)) {
                findings.doubts.push((self.at, Doubt::Wildcard));
            }
        }
        let olds = self.old().filter(|one| !one.is_scope || target.declares.is_none());
        let own: Vec<(&NameAtPlace<'t>, Binder)> =
            olds.map(|one| (one, self.meaning(one, home, sight))).collect();
        // The functions of each class of the family are separate from those of others.
        let mut known: HashMap<TextScopeId, SeenDeclarations<'_>> = HashMap::new();
        for scope in self.family {
            let in_scope = own.iter().filter(|(_, found)| *found == Binder::In(*scope)).map(|(one, _)| *one);
            let modules = self.modules_around(home, *scope);
            let is_one = |here: &Callable| {
                let own = target.declares.as_ref();
                own.is_none_or(|own| here.signature.is_same_within(&own.signature, &modules))
            };
            known.insert(
                *scope,
                SeenDeclarations::of(in_scope, target, (self.is_set || sight.one_function_per_name, &is_one)),
            );
        }
        let unclear = known.values().flat_map(|known| known.unclear.iter());
        findings.doubts.extend(unclear.map(|at| (*at, Doubt::BoundAgain)));
        let mut users = Vec::new();
        for (one, found) in own {
            let start = one.range.start;
            match found {
                Binder::Unsure(doubt) => findings.doubts.push((start, doubt)),
                Binder::In(scope) if is_own(found) => {
                    let Some(known) = known.get(&scope) else { continue };
                    match self.means(one, target, known, sight) {
                        Means::Unclear(doubt) => findings.doubts.push((start, doubt)),
                        Means::Other => {}
                        Means::It
                            if !is_member
                                && !sight.one_function_per_name
                                && known.first.is_some_and(|first| start < first) =>
                        {
                            findings.doubts.push((start, Doubt::Shadowed));
                        }
                        Means::It => {
                            findings.own.push(one.range.clone());
                            findings.declared.extend(is_declaration(one.is).then_some(start));
                            let is_promised = one.is_linked || one.declares.is_some();
                            findings.defines |=
                                one.is == NameUse::Definition || is_declaration(one.is) && !is_promised;
                            users.push(one);
                        }
                    }
                }
                Binder::In(_) | Binder::Nowhere => {}
            }
        }
        for home in self.family {
            self.check_new_name_in_sight(*home, &users, findings);
        }
        if is_member {
            self.weigh(findings);
        }
    }

    /// Marks all uses as undecided, since nothing is known of the definition.
    fn doubt_all(&self, doubt: Doubt, findings: &mut Findings) {
        findings.doubts.push((self.at, doubt));
        let others = self.old().filter(|one| one.is != NameUse::Label);
        findings.doubts.extend(others.map(|one| (one.range.start, doubt)));
    }

    fn is_in_function(&self, scope: TextScopeId) -> bool {
        self.names.around(scope).any(|at| self.names.scopes[at].sort == ScopeKind::Function)
    }

    /// Returns whether a name is that of a parameter or of a variable of a function.
    pub(super) fn is_of_function(&self, one: &NameAtPlace<'t>) -> bool {
        match one.is {
            NameUse::Parameter | NameUse::Local => true,
            NameUse::Binding => self.is_in_function(one.scope),
            NameUse::Reference => {
                matches!(self.look_around(one), Binder::In(scope) if self.is_in_function(scope))
            }
            _ => false,
        }
    }

    /// Returns whether a function around a name has a variable or a parameter of the name, declared before it.
    fn is_variable_of_function(&self, one: &NameAtPlace<'t>) -> bool {
        let is_bound = |at: TextScopeId| {
            let here = &self.names.scopes[at];
            let bound = here.binds.get(self.old).into_iter().flatten().chain(here.locals.get(self.old));
            here.sort == ScopeKind::Function && bound.into_iter().any(|at| *at < one.range.start)
        };
        self.names.around(one.scope).any(is_bound)
    }

    /// Returns whether a function is a constructor or destructor, which has its name from its class.
    fn makes_object(&self, target: &NameAtPlace<'t>) -> bool {
        let owner = target.owner.unwrap_or_default().trim_end().trim_end_matches("::");
        let last = owner.rsplit("::").next().and_then(|last| last.split('<').next()).unwrap_or_default();
        target.is == NameUse::Qualified && last.trim() == self.old
    }

    /// Returns whether a name means the definition or another one of its name in the same scope.
    fn means(
        &self,
        one: &NameAtPlace<'t>,
        target: &NameAtPlace<'t>,
        known: &SeenDeclarations<'_>,
        sight: &NameRules,
    ) -> Means {
        let is_other = match (&one.declares, &target.declares) {
            (Some(_), Some(_)) if sight.one_function_per_name || self.is_set => false,
            (Some(here), Some(own)) if here.signature == own.signature || known.is_own(here) => false,
            (Some(_), Some(_)) => return Means::Other,
            (Some(_), None) | (None, Some(_)) => is_declaration(one.is),
            (None, None) => {
                let is_again = one.is == NameUse::Binding && !one.is_repeated && one.range != target.range;
                // Of two variables of a module one may be said to be the other, and a path before a name leads to what
                // declares it.
                let is_linked = one.is_linked || target.is_linked || target.is == NameUse::Qualified;
                is_again && !is_linked && !self.names.opens_module(one)
            }
        };
        let is_second =
            one.is == NameUse::Definition && Some(one.range.start) != known.defined && !self.is_set;
        if is_other || is_second {
            return Means::Unclear(Doubt::BoundAgain);
        }
        if target.declares.is_none() || sight.one_function_per_name || one.declares.is_some() {
            return Means::It;
        }
        match one.argument_count().map(|count| known.may_be_called(count)) {
            None if known.others.is_empty() => Means::It,
            None | Some((true, true)) => Means::Unclear(Doubt::BoundAgain),
            Some((true, false)) => Means::It,
            Some((false, true)) => Means::Other,
            Some((false, false)) => Means::Unclear(Doubt::Shadowed),
        }
    }

    /// Returns the scope that binds the meaning of a name.
    pub(super) fn meaning(&self, one: &NameAtPlace<'t>, home: TextScopeId, sight: &NameRules) -> Binder {
        let is_member = self.names.scopes[home].sort == ScopeKind::Class;
        match one.is {
            NameUse::Definition | NameUse::Binding => Binder::In(one.scope),
            NameUse::Declaration if one.scope == home || one.range.start == self.at => Binder::In(one.scope),
            NameUse::Local if sight.one_function_per_name && one.declares.is_some() => {
                Binder::Unsure(Doubt::Shadowed)
            }
            // In the declaration of something else the name has the meaning that is visible there.
            NameUse::Declaration if !one.is_lone => match self.look_around(one) {
                Binder::Nowhere => Binder::Unsure(Doubt::Unclear),
                found => found,
            },
            // A separate forward declaration declares a name of the scope around, unless a macro opens another one.
            NameUse::Declaration if one.is_lone && !self.may_hide_modules => Binder::In(one.scope),
            // Whatever a macro makes of a variable, it is not a member.
            NameUse::Undetermined if self.is_variable_of_function(one) => Binder::Nowhere,
            NameUse::Declaration | NameUse::Undetermined => Binder::Unsure(Doubt::Unclear),
            NameUse::Member => match self.of_object(one, home) {
                Binder::Unsure(Doubt::OtherObject) if self.rivals == Rivals::None => Binder::In(home),
                found => found,
            },
            NameUse::Qualified => self.of_path(one, home, sight),
            // Members are not visible outside a class without qualification.
            NameUse::Reference if is_member && !self.may_see_members(one.scope) => Binder::Nowhere,
            NameUse::Reference if is_member && self.is_made_by_macro(one.scope) => {
                match self.look_for_member(one) {
                    // The macro may make the function a member of a class.
                    Binder::Nowhere => Binder::Unsure(Doubt::Macro),
                    found => found,
                }
            }
            NameUse::Reference if is_member => self.look_for_member(one),
            NameUse::Reference => match self.found_by_arguments(one, self.look_around(one), home) {
                // The name may be declared in a file that is not visible here.
                Binder::Nowhere => Binder::Unsure(Doubt::Shadowed),
                found => found,
            },
            NameUse::Local | NameUse::Parameter | NameUse::Label => Binder::Nowhere,
        }
    }

    /// Returns whether a scope is in a class, or may be.
    pub(super) fn may_see_members(&self, scope: TextScopeId) -> bool {
        let mut around = self.names.around(scope).map(|at| &self.names.scopes[at]);
        around.any(|here| here.sort == ScopeKind::Class || here.is_hidden || here.is_of_macro)
    }

    /// Returns whether a scope is in a function that a macro generates.
    fn is_made_by_macro(&self, scope: TextScopeId) -> bool {
        self.names.around(scope).any(|at| self.names.scopes[at].is_of_macro)
    }

    /// Returns the scope that binds the old name where it is unqualified.
    pub(super) fn look_around(&self, one: &NameAtPlace<'t>) -> Binder {
        let mut brings_in = false;
        match self.look_behind_wildcards(one, &mut brings_in) {
            Binder::In(_) | Binder::Nowhere if brings_in => Binder::Unsure(Doubt::Wildcard),
            found => found,
        }
    }

    /// Returns the scope that binds the old name where it may mean a member: names that a scope brings in without
    /// listing them are not members.
    fn look_for_member(&self, one: &NameAtPlace<'t>) -> Binder {
        let mut brings_in = false;
        match self.look_behind_wildcards(one, &mut brings_in) {
            Binder::In(scope) if brings_in && self.names.scopes[scope].sort == ScopeKind::Class => {
                Binder::Unsure(Doubt::Wildcard)
            }
            found => found,
        }
    }

    /// Returns the scope that binds the old name, and sets `brings_in` if a scope before it brings in names without
    /// listing them.
    fn look_behind_wildcards(&self, one: &NameAtPlace<'t>, brings_in: &mut bool) -> Binder {
        let mut is_beyond_module = false;
        let mut is_given = false;
        for at in self.names.around(one.scope) {
            let here = &self.names.scopes[at];
            match here.sort {
                ScopeKind::Class => match self.member_by_itself(at, self.old) {
                    Binder::Nowhere => is_given |= self.member(at, self.old) != Binder::Nowhere,
                    found => return found,
                },
                // A block may hide the name of the scope around, or declare it again.
                ScopeKind::Clause | ScopeKind::Function
                    if here.has(self.old)
                        && here.linked.get(self.old).is_some_and(|at| *at < one.range.start) =>
                {
                    return Binder::Unsure(Doubt::Shadowed);
                }
                // A parameter of the same name does not hide the member that an initializer names.
                ScopeKind::Clause | ScopeKind::Function if one.is_initialised => {}
                ScopeKind::Clause | ScopeKind::Function
                    if here.locals.get(self.old).is_some_and(|at| *at < one.range.start) =>
                {
                    let all = here.objects.get(self.old).into_iter().flatten().map(|own| own.at);
                    let all =
                        all.chain(here.locals.get(self.old).copied()).filter(|at| *at < one.range.start);
                    let reached = |reach: VariableReach| {
                        all.clone().find(|at| self.reach(*at, one.range.start) == reach)
                    };
                    match reached(VariableReach::There) {
                        // A function that is only declared there is defined elsewhere.
                        Some(from)
                            if self.old().any(|own| own.range.start == from && own.declares.is_some()) =>
                        {
                            return Binder::Nowhere;
                        }
                        Some(_) => return Binder::In(at),
                        // None of them is visible here.
                        None if all
                            .clone()
                            .all(|at| self.reach(at, one.range.start) == VariableReach::NotThere) => {}
                        None => return Binder::Unsure(Doubt::Shadowed),
                    }
                }
                // A using-declaration in a function hides the names around it.
                ScopeKind::Clause | ScopeKind::Function
                    if let Some((from, path)) = here.taken_over.get(self.old)
                        && *from < one.range.start
                        && self.reach(*from, one.range.start) == VariableReach::There =>
                {
                    return self.in_path_taken_over(path, at);
                }
                // A parameter is not visible before its name: `int f(conn *conn)`.
                ScopeKind::Clause | ScopeKind::Function
                    if here
                        .binds
                        .get(self.old)
                        .is_none_or(|all| all.iter().all(|at| *at > one.range.start)) =>
                {
                    match self.brought_in(at) {
                        Binder::Nowhere => {}
                        // A binding of the scopes around may be nearer.
                        found if self.is_bound_around(at, found) => return Binder::Unsure(Doubt::Wildcard),
                        found => return found,
                    }
                }
                _ if here.taken_over.contains_key(self.old) && !here.has(self.old) => {
                    return self.in_path_taken_over(here.taken_over[self.old].1, at);
                }
                // A file that is not visible may add to a module.
                _ if here.has(self.old) && is_beyond_module && !self.is_whole => {
                    return Binder::Unsure(Doubt::Shadowed);
                }
                _ if here.has(self.old) => return Binder::In(at),
                _ => {
                    let found = self.brought_in(at);
                    if found != Binder::Nowhere {
                        return found;
                    }
                }
            }
            if here.is_hidden {
                return Binder::Unsure(Doubt::Elsewhere);
            }
            if !here.or_in.is_empty()
                && self.member_of_each(&here.or_in) != self.member(here.parent, self.old)
            {
                return Binder::Unsure(Doubt::Shadowed);
            }
            *brings_in |= here.wildcard.is_some() && here.sort != ScopeKind::File;
            is_beyond_module |= here.sort == ScopeKind::Module;
        }
        if is_given { Binder::Unsure(Doubt::Inherited) } else { Binder::Nowhere }
    }

    /// Returns the scope that binds the old name at the end of the path of a using-declaration.
    fn in_path_taken_over(&self, path: &str, from: TextScopeId) -> Binder {
        match self.names.path(path, from) {
            PathTarget::To(scope) if self.names.scopes[scope].has(self.old) => Binder::In(scope),
            PathTarget::To(scope) if scope != from => match self.names.scopes[scope].taken_over.get(self.old)
            {
                // The scope itself has it by a using-declaration; if that names the same scope, it binds nothing.
                Some((_, path)) => match self.names.path(path, scope) {
                    PathTarget::To(scope) if self.names.scopes[scope].has(self.old) => Binder::In(scope),
                    _ => Binder::Unsure(Doubt::Elsewhere),
                },
                None => Binder::Unsure(Doubt::Elsewhere),
            },
            _ => Binder::Unsure(Doubt::Elsewhere),
        }
    }

    /// Returns the module that binds the old name among those whose names a scope brings in.
    fn brought_in(&self, scope: TextScopeId) -> Binder {
        let mut opened = self.names.opened(scope);
        opened.retain(|module| self.names.scopes[*module].has(self.old));
        match opened[..] {
            [] => Binder::Nowhere,
            [module] => Binder::In(module),
            _ => Binder::Unsure(Doubt::Wildcard),
        }
    }

    /// Returns whether a scope around also binds the old name, or may.
    fn is_bound_around(&self, scope: TextScopeId, found: Binder) -> bool {
        let is_enum = matches!(found, Binder::In(own) if self.names.scopes[own].is_enum);
        !is_enum
            && self.names.around(scope).skip(1).any(|at| {
                let here = &self.names.scopes[at];
                let is_other = || match here.sort {
                    ScopeKind::Class => self.member(at, self.old) != Binder::Nowhere,
                    _ => here.has(self.old),
                };
                here.is_hidden || Binder::In(at) != found && is_other()
            })
    }

    /// Returns the innermost module around the definition that macros open and close.
    fn hidden_module(&self) -> Option<&'t str> {
        let around = self.names.hidden_modules.iter().filter(|module| module.range.contains(&self.at));
        around.max_by_key(|module| module.range.start).map(|module| module.name.as_str())
    }

    /// Returns the scope that binds the old name after a path.
    fn of_path(&self, one: &NameAtPlace<'t>, home: TextScopeId, sight: &NameRules) -> Binder {
        let path = one.owner.unwrap_or_default();
        let is_member = self.names.scopes[home].sort == ScopeKind::Class;
        match self.names.path(path, one.scope) {
            PathTarget::ToHidden(module) if !is_member && self.hidden_module() == Some(module) => {
                Binder::In(home)
            }
            PathTarget::To(scope) if self.names.scopes[scope].sort == ScopeKind::Class => {
                self.member(scope, self.old)
            }
            PathTarget::ToOneOf(classes) => self.member_of_each(&classes),
            PathTarget::To(scope) if self.names.scopes[scope].has(self.old) => Binder::In(scope),
            PathTarget::To(scope)
                if let Some((_, path)) = self.names.scopes[scope].taken_over.get(self.old) =>
            {
                self.in_path_taken_over(path, scope)
            }
            PathTarget::To(scope) => match self.brought_in(scope) {
                Binder::Nowhere if self.names.scopes[scope].wildcard.is_some() => {
                    Binder::Unsure(Doubt::Wildcard)
                }
                found => found,
            },
            PathTarget::Unsure => Binder::Unsure(Doubt::OtherObject),
            PathTarget::Elsewhere if one.range.start == self.at => Binder::Unsure(Doubt::Elsewhere),
            PathTarget::Elsewhere | PathTarget::ToHidden(_) => {
                let first = path.trim_start_matches(':').split("::").next().unwrap_or_default();
                if (is_member || self.may_hide_modules) && !contains(&sight.foreign, first.trim()) {
                    Binder::Unsure(Doubt::OtherObject)
                } else {
                    Binder::Nowhere
                }
            }
        }
    }
}

/// The declarations of one name in a scope.
#[derive(Default)]
struct SeenDeclarations<'u> {
    /// The byte offset of the first declaration.
    first: Option<usize>,
    /// The byte offset of the first definition.
    defined: Option<usize>,
    /// The functions of the name that are the definition.
    own: Vec<&'u Callable>,
    /// The functions of the name that are other ones.
    others: Vec<&'u Callable>,
    /// The byte offsets of declarations that may be either.
    unclear: Vec<usize>,
}

impl<'u> SeenDeclarations<'u> {
    /// Collects the declarations among all uses of the name, in file order.
    fn of<'t: 'u>(
        uses: impl Iterator<Item = &'u NameAtPlace<'t>>,
        target: &'u NameAtPlace<'t>,
        (are_one, is_one): (bool, &dyn Fn(&Callable) -> bool),
    ) -> Self {
        let mut known = Self::default();
        // Functions that a declaration introduces, and those that only have a definition elsewhere.
        let (mut declared, mut bare): (Vec<&Callable>, Vec<(usize, &Callable)>) = Default::default();
        let mut has_body = false;
        for one in uses {
            let start = one.range.start;
            let is_own = match (&one.declares, &target.declares) {
                (Some(here), Some(_)) => are_one || is_one(here),
                _ => true,
            };
            if is_own && (is_declaration(one.is) || one.declares.is_some()) {
                known.first.get_or_insert(start);
            }
            if is_own && one.is == NameUse::Definition {
                known.defined.get_or_insert(start);
                has_body |= one.declares.is_some();
            }
            let Some(callable) = &one.declares else { continue };
            if is_own { &mut known.own } else { &mut known.others }.push(callable);
            match one.is {
                NameUse::Binding | NameUse::Declaration => declared.push(callable),
                NameUse::Qualified | NameUse::Definition => bare.push((start, callable)),
                _ => {}
            }
        }
        // A definition elsewhere with other parameters may be the same function with a different spelling.
        let own = target.declares.as_ref().filter(|_| !are_one);
        let Some(own) = own else { return known };
        let is_declared =
            |callable: &Callable| declared.iter().any(|other| other.signature == callable.signature);
        let is_bare_body = has_body && !is_declared(own);
        let is_known = |callable: &Callable| is_one(callable) || is_declared(callable);
        let of_count = |callable: &Callable| callable.signature.count() == own.signature.count();
        let unclear = bare.into_iter().filter(|(_, one)| !is_bare_body && of_count(one) && !is_known(one));
        known.unclear.extend(unclear.map(|(start, _)| start));
        known
    }

    /// Returns whether a function is the definition, possibly with the modules of its parameter types spelled
    /// differently.
    fn is_own(&self, here: &Callable) -> bool {
        self.own.iter().any(|own| own.signature == here.signature)
    }

    /// Returns whether a call with `count` arguments may mean the definition, and whether it may mean another function.
    fn may_be_called(&self, count: usize) -> (bool, bool) {
        let least = |of: &[&Callable]| of.iter().map(|callable| callable.least()).min().unwrap_or(usize::MAX);
        let takes = |of: &[&Callable], least: usize| of.iter().any(|callable| callable.takes(count, least));
        // Any of the declarations may have the defaults.
        (takes(&self.own, least(&self.own)), takes(&self.others, least(&self.others)))
    }
}
