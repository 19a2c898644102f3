//! Resolves names in a language whose functions see the members of their class, and whose definitions may be declared
//! elsewhere.

use std::collections::HashMap;

use super::callable::Callable;
use super::judge::{BindingResult, Findings, Judge, Nesting, OtherMembers};
use super::object::ClassOf;
use super::path::{PathTarget, last_of_path};
use super::reach::VariableReach;
use super::scope::is_declaration;
use super::scope::{FILE, NameAtPlace, ScopeKind, TextScopeId};
use crate::lang::NameUse;
use crate::resolve::bindings::{Doubt, RenameProblem};
use crate::text::normal::contains;

/// The meaning of a name that resolves to the scope of the definition.
enum NameMeaning {
    It,
    Other,
    Unclear(Doubt),
}

impl<'t> Judge<'t, '_> {
    /// Judges the names that may mean the definition `target`.
    ///
    /// # Errors
    /// The definition has its name from its class.
    pub(super) fn judge_visible_names(
        &self,
        target: &NameAtPlace<'t>,
        findings: &mut Findings,
    ) -> Result<(), RenameProblem> {
        if target.name_use == NameUse::Reference && self.rules.tokens.is_some() {
            // A macro before it hides the declaration.
            self.doubt_all(Doubt::Unclear, findings);
            return Ok(());
        }
        if target.name_use == NameUse::Reference || self.makes_object(target) {
            return Err(RenameProblem::NoName);
        }
        let home = match self.meaning(target, FILE) {
            BindingResult::In(home) if !self.is_in_function(home) => home,
            BindingResult::Unclear(doubt) => {
                self.doubt_all(doubt, findings);
                return Ok(());
            }
            BindingResult::In(_) | BindingResult::Nowhere => {
                self.doubt_all(Doubt::Unclear, findings);
                return Ok(());
            }
        };
        if self.rules.one_function_per_name
            && target.declares.is_some()
            && !self.old.contains(char::is_lowercase)
        {
            // A function named like a macro may make names of the text after it.
            findings.doubts.push((self.at, Doubt::Unclear));
        }
        let is_member = self.names.scopes[home].kind == ScopeKind::Class;
        if self.around_it.is_some_and(|around| around != Nesting::of(self.names, home)) {
            // The text around it is misread.
            self.doubt_all(Doubt::Unread, findings);
            return Ok(());
        }
        findings.around_it = Some(Nesting::of(self.names, home));
        let family = if is_member { self.family_of(home, target, findings) } else { vec![home] };
        let rivals = if is_member { self.rivals_of(&family) } else { OtherMembers::Unknown };
        Judge { family: &family, other_members: rivals, ..*self }.judge_family(target, home, findings);
        Ok(())
    }

    /// Judges the names that may mean the definition, which is one in all classes of its family.
    fn judge_family(&self, target: &NameAtPlace<'t>, home: TextScopeId, findings: &mut Findings) {
        let is_member = self.names.scopes[home].kind == ScopeKind::Class;
        let is_own =
            |found: BindingResult| matches!(found, BindingResult::In(scope) if self.family.contains(&scope));
        if !is_member && target.declares.is_some() {
            // A function that is brought in may be called instead, if its parameters fit better.
            let wildcard = self.names.scopes[home].wildcard;
            findings.doubts.extend(wildcard.map(|at| (at, Doubt::Wildcard)));
            let opened = self.names.modules_of_directives(home);
            if opened.iter().any(|module| self.names.scopes[*module].has(self.old)) {
                findings.doubts.push((self.at, Doubt::Wildcard));
            }
        }
        let olds = self.old().filter(|one| !one.is_scope || target.declares.is_none());
        let own: Vec<(&NameAtPlace<'t>, BindingResult)> =
            olds.map(|one| (one, self.meaning(one, home))).collect();
        // The functions of each class of the family are separate from those of others.
        let mut known: HashMap<TextScopeId, VisibleDeclarations<'_>> = HashMap::new();
        for scope in self.family {
            let in_scope =
                own.iter().filter(|(_, found)| *found == BindingResult::In(*scope)).map(|(one, _)| *one);
            let modules = self.modules_around(home, *scope);
            let is_one = |here: &Callable| {
                let own = target.declares.as_ref();
                own.is_none_or(|own| here.signature.is_same_within(&own.signature, &modules))
            };
            known.insert(
                *scope,
                VisibleDeclarations::of(
                    in_scope,
                    target,
                    (self.all_overloads || self.rules.one_function_per_name, &is_one),
                ),
            );
        }
        let unclear = known.values().flat_map(|known| known.unclear.iter());
        findings.doubts.extend(unclear.map(|at| (*at, Doubt::BoundAgain)));
        let mut users = Vec::new();
        for (one, found) in own {
            let start = one.range.start;
            match found {
                BindingResult::Unclear(doubt) => findings.doubts.push((start, doubt)),
                BindingResult::In(scope) if is_own(found) => {
                    let Some(known) = known.get(&scope) else { continue };
                    match self.means(one, target, known) {
                        NameMeaning::Unclear(doubt) => findings.doubts.push((start, doubt)),
                        NameMeaning::Other => {}
                        NameMeaning::It
                            if !is_member
                                && !self.rules.one_function_per_name
                                && known.first.is_some_and(|first| start < first) =>
                        {
                            findings.doubts.push((start, Doubt::Unresolved));
                        }
                        NameMeaning::It => {
                            findings.own.push(one.range.clone());
                            findings.declared.extend(is_declaration(one.name_use).then_some(start));
                            let is_promised = one.is_linked || one.declares.is_some();
                            findings.defines |= one.name_use == NameUse::Definition
                                || is_declaration(one.name_use) && !is_promised;
                            users.push(one);
                        }
                    }
                }
                BindingResult::In(_) | BindingResult::Nowhere => {}
            }
        }
        for home in self.family {
            self.check_new_name(*home, &users, findings);
        }
        if is_member {
            self.mark_unlikely(findings);
        }
    }

    /// Marks all uses as undecided, since nothing is known of the definition.
    fn doubt_all(&self, doubt: Doubt, findings: &mut Findings) {
        findings.doubts.push((self.at, doubt));
        let others = self.old().filter(|one| one.name_use != NameUse::Label);
        findings.doubts.extend(others.map(|one| (one.range.start, doubt)));
    }

    fn is_in_function(&self, scope: TextScopeId) -> bool {
        self.names.around(scope).any(|at| self.names.scopes[at].kind == ScopeKind::Function)
    }

    /// Returns whether a name is that of a parameter or of a variable of a function.
    pub(super) fn is_of_function(&self, one: &NameAtPlace<'t>) -> bool {
        match one.name_use {
            NameUse::Parameter | NameUse::Local => true,
            NameUse::Binding => self.is_in_function(one.scope),
            NameUse::Reference => {
                matches!(self.look_around(one), BindingResult::In(scope) if self.is_in_function(scope))
            }
            _ => false,
        }
    }

    /// Returns whether a function around a name has a variable or a parameter of the name, declared before it.
    fn is_variable_of_function(&self, one: &NameAtPlace<'t>) -> bool {
        let is_bound = |at: TextScopeId| {
            let here = &self.names.scopes[at];
            let bound = here.bindings.get(self.old).into_iter().flatten().chain(here.locals.get(self.old));
            here.kind == ScopeKind::Function && bound.into_iter().any(|at| *at < one.range.start)
        };
        self.names.around(one.scope).any(is_bound)
    }

    /// Returns whether a function is a constructor or destructor, which has its name from its class.
    fn makes_object(&self, target: &NameAtPlace<'t>) -> bool {
        let owner = target.owner.unwrap_or_default().trim_end().trim_end_matches("::");
        let last = owner.rsplit("::").next().and_then(|last| last.split('<').next()).unwrap_or_default();
        target.name_use == NameUse::Qualified && last.trim() == self.old
    }

    /// Returns whether a name means the definition or another one of its name in the same scope.
    fn means(
        &self,
        one: &NameAtPlace<'t>,
        target: &NameAtPlace<'t>,
        known: &VisibleDeclarations<'_>,
    ) -> NameMeaning {
        let is_other = match (&one.declares, &target.declares) {
            (Some(_), Some(_)) if self.rules.one_function_per_name || self.all_overloads => false,
            (Some(here), Some(own)) if here.signature == own.signature || known.is_own(here) => false,
            (Some(_), Some(_)) => return NameMeaning::Other,
            (Some(_), None) | (None, Some(_)) => is_declaration(one.name_use),
            (None, None) => {
                let is_again = one.name_use == NameUse::Binding
                    && !one.is_type_alias_of_tag
                    && one.range != target.range;
                // Of two variables of a module one may be said to be the other, and a path before a name leads to what
                // declares it.
                let is_linked = one.is_linked || target.is_linked || target.name_use == NameUse::Qualified;
                is_again && !is_linked && !self.names.opens_module(one)
            }
        };
        let is_second = one.name_use == NameUse::Definition
            && Some(one.range.start) != known.defined
            && !self.all_overloads;
        if is_other || is_second {
            return NameMeaning::Unclear(Doubt::BoundAgain);
        }
        if target.declares.is_none() || self.rules.one_function_per_name || one.declares.is_some() {
            return NameMeaning::It;
        }
        match one.argument_count().map(|count| known.may_be_called(count)) {
            None if known.others.is_empty() => NameMeaning::It,
            None | Some((true, true)) => NameMeaning::Unclear(Doubt::BoundAgain),
            Some((true, false)) => NameMeaning::It,
            Some((false, true)) => NameMeaning::Other,
            Some((false, false)) => NameMeaning::Unclear(Doubt::Unresolved),
        }
    }

    /// Returns the scope that binds the meaning of a name.
    pub(super) fn meaning(&self, one: &NameAtPlace<'t>, home: TextScopeId) -> BindingResult {
        let is_member = self.names.scopes[home].kind == ScopeKind::Class;
        match one.name_use {
            NameUse::Definition | NameUse::Binding => BindingResult::In(one.scope),
            NameUse::Declaration if one.scope == home || one.range.start == self.at => {
                BindingResult::In(one.scope)
            }
            NameUse::Local if self.rules.one_function_per_name && one.declares.is_some() => {
                BindingResult::Unclear(Doubt::Unresolved)
            }
            // In the declaration of something else the name has the meaning that is visible there.
            NameUse::Declaration if !one.is_sole_declarator => match self.look_around(one) {
                BindingResult::Nowhere => BindingResult::Unclear(Doubt::Unclear),
                found => found,
            },
            // A separate forward declaration declares a name of the scope around, unless a macro opens another one.
            NameUse::Declaration if one.is_sole_declarator && !self.may_hide_modules => {
                BindingResult::In(one.scope)
            }
            // Whatever a macro makes of a variable, it is not a member.
            NameUse::Undetermined if self.is_variable_of_function(one) => BindingResult::Nowhere,
            NameUse::Declaration | NameUse::Undetermined => BindingResult::Unclear(Doubt::Unclear),
            NameUse::Member => match self.of_object(one, home) {
                BindingResult::Unclear(Doubt::OtherObject) if self.other_members == OtherMembers::None => {
                    BindingResult::In(home)
                }
                found => found,
            },
            NameUse::Qualified => self.of_path(one, home),
            // Members are not visible outside a class without qualification.
            NameUse::Reference if is_member && !self.may_see_members(one.scope) => BindingResult::Nowhere,
            NameUse::Reference if is_member && self.is_made_by_macro(one.scope) => {
                match self.look_for_member(one) {
                    // The macro may make the function a member of a class.
                    BindingResult::Nowhere => BindingResult::Unclear(Doubt::Macro),
                    found => found,
                }
            }
            NameUse::Reference if is_member => self.look_for_member(one),
            NameUse::Reference => match self.found_by_arguments(one, self.look_around(one), home) {
                // The name may be declared in a file that is not visible here.
                BindingResult::Nowhere => BindingResult::Unclear(Doubt::Unresolved),
                found => found,
            },
            NameUse::Local | NameUse::Parameter | NameUse::Label => BindingResult::Nowhere,
        }
    }

    /// Returns whether a scope is in a class, or may be.
    pub(super) fn may_see_members(&self, scope: TextScopeId) -> bool {
        let mut around = self.names.around(scope).map(|at| &self.names.scopes[at]);
        around.any(|here| here.kind == ScopeKind::Class || here.is_hidden || here.is_of_macro)
    }

    /// Returns whether a scope is in a function that a macro generates.
    fn is_made_by_macro(&self, scope: TextScopeId) -> bool {
        self.names.around(scope).any(|at| self.names.scopes[at].is_of_macro)
    }

    /// Returns the scope that binds the old name where it is unqualified.
    pub(super) fn look_around(&self, one: &NameAtPlace<'t>) -> BindingResult {
        let mut brings_in = false;
        match self.look_up_unqualified(one, &mut brings_in) {
            BindingResult::In(_) | BindingResult::Nowhere if brings_in => {
                BindingResult::Unclear(Doubt::Wildcard)
            }
            found => found,
        }
    }

    /// Returns the scope that binds the old name where it may mean a member: names that a scope brings in without
    /// listing them are not members.
    fn look_for_member(&self, one: &NameAtPlace<'t>) -> BindingResult {
        let mut brings_in = false;
        match self.look_up_unqualified(one, &mut brings_in) {
            BindingResult::In(scope) if brings_in && self.names.scopes[scope].kind == ScopeKind::Class => {
                BindingResult::Unclear(Doubt::Wildcard)
            }
            found => found,
        }
    }

    /// Returns the scope that binds the old name, and sets `brings_in` if a scope before it brings in names without
    /// listing them.
    fn look_up_unqualified(&self, one: &NameAtPlace<'t>, brings_in: &mut bool) -> BindingResult {
        let mut is_beyond_module = false;
        let mut is_given = false;
        for at in self.names.around(one.scope) {
            let here = &self.names.scopes[at];
            match here.kind {
                ScopeKind::Class => match self.member_by_itself(at, self.old) {
                    BindingResult::Nowhere => is_given |= self.member(at, self.old) != BindingResult::Nowhere,
                    found => return found,
                },
                // A block may hide the name of the scope around, or declare it again.
                ScopeKind::TemplateClause | ScopeKind::Function
                    if here.has(self.old)
                        && here.linked.get(self.old).is_some_and(|at| *at < one.range.start) =>
                {
                    return BindingResult::Unclear(Doubt::Unresolved);
                }
                // A parameter of the same name does not hide the member that an initializer names.
                ScopeKind::TemplateClause | ScopeKind::Function if one.is_initialised => {}
                ScopeKind::TemplateClause | ScopeKind::Function
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
                            return BindingResult::Nowhere;
                        }
                        Some(_) => return BindingResult::In(at),
                        // None of them is visible here.
                        None if all
                            .clone()
                            .all(|at| self.reach(at, one.range.start) == VariableReach::NotThere) => {}
                        None => return BindingResult::Unclear(Doubt::Unresolved),
                    }
                }
                // A using-declaration in a function hides the names around it.
                ScopeKind::TemplateClause | ScopeKind::Function
                    if let Some((from, path)) = here.using_declarations.get(self.old)
                        && *from < one.range.start
                        && self.reach(*from, one.range.start) == VariableReach::There =>
                {
                    return self.in_path_of_using(path, at);
                }
                // A parameter is not visible before its name: `int f(conn *conn)`.
                ScopeKind::TemplateClause | ScopeKind::Function
                    if here
                        .bindings
                        .get(self.old)
                        .is_none_or(|all| all.iter().all(|at| *at > one.range.start)) =>
                {
                    match self.by_using_directive(at) {
                        BindingResult::Nowhere => {}
                        // A binding of the scopes around may be nearer.
                        found if self.is_bound_around(at, found) => {
                            return BindingResult::Unclear(Doubt::Wildcard);
                        }
                        found => return found,
                    }
                }
                _ if here.using_declarations.contains_key(self.old) && !here.has(self.old) => {
                    return self.in_path_of_using(here.using_declarations[self.old].1, at);
                }
                // A file that is not visible may add to a module.
                _ if here.has(self.old) && is_beyond_module && !self.has_all_includes => {
                    return BindingResult::Unclear(Doubt::Unresolved);
                }
                _ if here.has(self.old) => return BindingResult::In(at),
                _ => {
                    let found = self.by_using_directive(at);
                    if found != BindingResult::Nowhere {
                        return found;
                    }
                }
            }
            if here.is_hidden {
                return BindingResult::Unclear(Doubt::Elsewhere);
            }
            if !here.or_in.is_empty()
                && self.member_of_each(&here.or_in) != self.member(here.parent, self.old)
            {
                return BindingResult::Unclear(Doubt::Unresolved);
            }
            *brings_in |= here.wildcard.is_some() && here.kind != ScopeKind::File;
            is_beyond_module |= here.kind == ScopeKind::Module;
        }
        if is_given { BindingResult::Unclear(Doubt::Inherited) } else { BindingResult::Nowhere }
    }

    /// Returns the scope that binds the old name at the end of the path of a using-declaration.
    fn in_path_of_using(&self, path: &str, from: TextScopeId) -> BindingResult {
        match self.names.resolve_path(path, from) {
            PathTarget::To(scope) if self.names.scopes[scope].has(self.old) => BindingResult::In(scope),
            PathTarget::To(scope) if scope != from => {
                match self.names.scopes[scope].using_declarations.get(self.old) {
                    // The scope itself has it by a using-declaration; if that names the same scope, it binds nothing.
                    Some((_, path)) => match self.names.resolve_path(path, scope) {
                        PathTarget::To(scope) if self.names.scopes[scope].has(self.old) => {
                            BindingResult::In(scope)
                        }
                        _ => BindingResult::Unclear(Doubt::Elsewhere),
                    },
                    None => BindingResult::Unclear(Doubt::Elsewhere),
                }
            }
            _ => BindingResult::Unclear(Doubt::Elsewhere),
        }
    }

    /// Returns the module that binds the old name among those whose names a scope brings in.
    fn by_using_directive(&self, scope: TextScopeId) -> BindingResult {
        let mut opened = self.names.modules_of_directives(scope);
        opened.retain(|module| self.names.scopes[*module].has(self.old));
        match opened[..] {
            [] => BindingResult::Nowhere,
            [module] => BindingResult::In(module),
            _ => BindingResult::Unclear(Doubt::Wildcard),
        }
    }

    /// Returns whether a scope around also binds the old name, or may.
    fn is_bound_around(&self, scope: TextScopeId, found: BindingResult) -> bool {
        let is_enum = matches!(found, BindingResult::In(own) if self.names.scopes[own].is_enum);
        !is_enum
            && self.names.around(scope).skip(1).any(|at| {
                let here = &self.names.scopes[at];
                let is_other = || match here.kind {
                    ScopeKind::Class => self.member(at, self.old) != BindingResult::Nowhere,
                    _ => here.has(self.old),
                };
                here.is_hidden || BindingResult::In(at) != found && is_other()
            })
    }

    /// Returns the innermost module around the definition that macros open and close.
    fn hidden_module(&self) -> Option<&'t str> {
        let around = self.names.hidden_modules.iter().filter(|module| module.range.contains(&self.at));
        around.max_by_key(|module| module.range.start).map(|module| module.name.as_str())
    }

    /// Returns the scope that binds the old name after a path.
    fn of_path(&self, one: &NameAtPlace<'t>, home: TextScopeId) -> BindingResult {
        let path = one.owner.unwrap_or_default();
        let is_member = self.names.scopes[home].kind == ScopeKind::Class;
        match self.names.resolve_path(path, one.scope) {
            PathTarget::ToHidden(module) if !is_member && self.hidden_module() == Some(module) => {
                BindingResult::In(home)
            }
            PathTarget::To(scope) if self.names.scopes[scope].kind == ScopeKind::Class => {
                self.member(scope, self.old)
            }
            PathTarget::ToOneOf(classes) => self.member_of_each(&classes),
            PathTarget::To(scope) if self.names.scopes[scope].has(self.old) => BindingResult::In(scope),
            PathTarget::To(scope)
                if let Some((_, path)) = self.names.scopes[scope].using_declarations.get(self.old) =>
            {
                self.in_path_of_using(path, scope)
            }
            PathTarget::To(scope) => match self.by_using_directive(scope) {
                BindingResult::Nowhere if self.names.scopes[scope].wildcard.is_some() => {
                    BindingResult::Unclear(Doubt::Wildcard)
                }
                // A module of that name, which lacks the old name, hides the one that macros open.
                BindingResult::Nowhere
                    if !is_member && self.hidden_module() == Some(last_of_path(path).trim()) =>
                {
                    match path.trim_start_matches("::").trim_end_matches("::").contains("::") {
                        true => BindingResult::Unclear(Doubt::OtherObject),
                        false => BindingResult::In(home),
                    }
                }
                found => found,
            },
            PathTarget::Alias => match self.class_of_path(path, one.scope) {
                ClassOf::These(classes) => match classes.as_slice() {
                    [class] => self.member(*class, self.old),
                    classes => self.member_of_each(classes),
                },
                ClassOf::Foreign | ClassOf::Unknown => BindingResult::Unclear(Doubt::OtherObject),
            },
            PathTarget::Unknown if one.range.start == self.at => BindingResult::Unclear(Doubt::Elsewhere),
            PathTarget::Unknown | PathTarget::ToHidden(_) => {
                let first = path.trim_start_matches(':').split("::").next().unwrap_or_default();
                if (is_member || self.may_hide_modules) && !contains(&self.rules.foreign, first.trim()) {
                    BindingResult::Unclear(Doubt::OtherObject)
                } else {
                    BindingResult::Nowhere
                }
            }
        }
    }
}

/// The declarations of one name in a scope.
#[derive(Default)]
struct VisibleDeclarations<'u> {
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

impl<'u> VisibleDeclarations<'u> {
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
            if is_own && (is_declaration(one.name_use) || one.declares.is_some()) {
                known.first.get_or_insert(start);
            }
            if is_own && one.name_use == NameUse::Definition {
                known.defined.get_or_insert(start);
                has_body |= one.declares.is_some();
            }
            let Some(callable) = &one.declares else { continue };
            if is_own { &mut known.own } else { &mut known.others }.push(callable);
            match one.name_use {
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
