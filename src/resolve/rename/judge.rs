//! Decides of each name of a text whether it means the definition that is renamed.

use std::ops::Range;

use super::has;
use super::problem::{Doubt, RenameProblem};
use super::scope::{FILE, Names, ScopeId, Sort, Use};
use crate::lang::{Language, NameRules, NameUse, Sense};
use crate::text::normal::is_word_char;

/// What is known when all names have been looked at.
#[derive(Debug, Default)]
pub(super) struct Verdict {
    /// The names that mean the definition.
    pub(super) own: Vec<Range<usize>>,
    /// Those of which that cannot be told.
    pub(super) doubts: Vec<(usize, Doubt)>,
    /// Where the new name is in the way.
    pub(super) taken: Vec<usize>,
    /// Those of which that are no definitions.
    pub(super) taken_uses: Vec<usize>,
    /// The names that mean the definition and declare it.
    pub(super) declared: Vec<usize>,
}

impl Verdict {
    /// Takes in what another reading of the text shows.
    pub(super) fn take(&mut self, other: Self) {
        self.own.extend(other.own);
        self.doubts.extend(other.doubts);
        self.taken.extend(other.taken);
        self.taken_uses.extend(other.taken_uses);
        self.declared.extend(other.declared);
    }
}

/// A renaming that is looked at.
pub(super) struct Judge<'t, 'r> {
    pub(super) names: &'r Names<'t>,
    pub(super) rules: &'r NameRules,
    pub(super) text: &'t str,
    pub(super) old: &'t str,
    pub(super) new: &'r str,
    /// The byte of the name of the definition.
    pub(super) at: usize,
    /// Where the definition begins.
    pub(super) from: usize,
    /// Whether modules may be opened by what was not read.
    pub(super) may_hide_modules: bool,
}

/// What a name that is looked up leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// The scope that binds it.
    In(ScopeId),
    /// Nothing that binds it here.
    Nowhere,
    /// Several scopes may.
    Unsure(Doubt),
}

/// Refuses names that mean something to the language.
pub(super) fn check_names(
    language: &Language,
    rules: &NameRules,
    old: &str,
    new: &str,
) -> Result<(), RenameProblem> {
    let is_word = |name: &str| {
        !name.starts_with(|char: char| char.is_numeric())
            && !name.is_empty()
            && name.chars().all(is_word_char)
    };
    let edge = rules.special_edge.as_deref();
    let is_special = |name: &str| {
        has(&rules.special, name)
            || has(&rules.receivers, name)
            || has(&rules.own_class, name)
            || has(&rules.dynamic, name)
            || has(&rules.dynamic_members, name)
            || edge.is_some_and(|edge| name.starts_with(edge) && name.ends_with(edge))
    };
    // Some words are words of the language in some places only; a definition may have such a name, but gets none.
    let is_of_language = language.grammar().id_for_node_kind(new, false) != 0;
    let bad = [old, new].into_iter().find(|name| !is_word(name) || is_special(name));
    let bad = bad.or(is_of_language.then_some(new));
    match bad {
        Some(name) => Err(RenameProblem::BadName { name: name.to_owned() }),
        None if old == new => Err(RenameProblem::BadName { name: new.to_owned() }),
        None => Ok(()),
    }
}

/// Whether a name is bound where it stands.
pub(super) const fn binds(is: NameUse) -> bool {
    matches!(
        is,
        NameUse::Definition | NameUse::Binding | NameUse::Outward | NameUse::Local | NameUse::Parameter
    )
}

impl<'t> Judge<'t, '_> {
    pub(super) fn decide(&self) -> Result<Verdict, RenameProblem> {
        let mut verdict = Verdict::default();
        let Some(target) = self.names.uses.iter().find(|one| one.range.start == self.at) else {
            // In this reading the name means what another branch says, if anything.
            let others = self.old().filter(|one| one.is != NameUse::Label);
            verdict.doubts.extend(others.map(|one| (one.range.start, Doubt::Unclear)));
            return Ok(verdict);
        };
        self.check_head(&mut verdict);
        if let Some(sight) = &self.rules.sight {
            self.judge_in_sight(target, sight, &mut verdict)?;
            return Ok(verdict);
        }
        if !binds(target.is) {
            return Err(RenameProblem::NoName);
        }
        let home = target.scope;
        for scope in self.names.around(home) {
            let sort = self.names.scopes[scope].sort;
            if matches!(sort, Sort::Function | Sort::Clause | Sort::Block) {
                verdict.doubts.push((self.at, Doubt::Unclear));
                return Ok(verdict);
            }
        }
        if self.rules.seen_members {
            self.judge_in_classes(target, &mut verdict);
            return Ok(verdict);
        }
        if self.method_at(self.at).is_some_and(|method| self.names.scopes[method].parent == FILE) {
            self.judge_given(target, &mut verdict);
            return Ok(verdict);
        }
        self.check_bindings(target, &mut verdict);
        let private = self.rules.private_edge.as_deref();
        if private.is_some_and(|edge| self.old.starts_with(edge) || self.new.starts_with(edge)) {
            verdict.doubts.push((self.at, Doubt::Fixed));
        }
        for one in self
            .named(&self.rules.dynamic)
            .filter(|one| one.is == NameUse::Reference && one.sense != Sense::Type)
        {
            verdict.doubts.push((one.range.start, Doubt::Dynamic));
        }
        match self.names.scopes[home].sort {
            Sort::Class => self.judge_member(home, &mut verdict),
            _ => self.judge_free(target, &mut verdict),
        }
        Ok(verdict)
    }

    /// The uses of the old name.
    pub(super) fn old(&self) -> impl Iterator<Item = &Use<'t>> {
        self.names.uses.iter().filter(|one| one.name == self.old)
    }

    /// The uses of the new name.
    pub(super) fn new_ones(&self) -> impl Iterator<Item = &Use<'t>> {
        self.names.uses.iter().filter(|one| one.name == self.new)
    }

    /// The uses of any of these names.
    pub(super) fn named<'a>(&'a self, list: &'a [String]) -> impl Iterator<Item = &'a Use<'t>> {
        self.names.uses.iter().filter(|one| has(list, one.name))
    }

    /// The scope of the definition may bind the old name once, and the new one never.
    pub(super) fn check_bindings(&self, target: &Use<'t>, verdict: &mut Verdict) {
        let scope = &self.names.scopes[target.scope];
        let same: Vec<usize> =
            self.old().filter(|one| one.is_one_with(target)).map(|one| one.range.start).collect();
        let bound = scope.binds.get(self.old).into_iter().flatten();
        let others = bound.filter(|at| same.binary_search(at).is_err());
        verdict.doubts.extend(others.map(|at| (*at, Doubt::BoundAgain)));
        verdict.doubts.extend(scope.locals.get(self.old).map(|at| (*at, Doubt::BoundAgain)));
        verdict.taken.extend(scope.binds.get(self.new).into_iter().flatten());
        verdict.taken.extend(scope.locals.get(self.new));
    }

    /// Words above the definition may fix its name.
    fn check_head(&self, verdict: &mut Verdict) {
        let head = self.text.get(self.from..self.at).unwrap_or_default();
        if head.split(|char| !is_word_char(char)).any(|word| has(&self.rules.fixed_by, word)) {
            verdict.doubts.push((self.at, Doubt::Fixed));
        }
    }

    /// The scope that binds a name which is used in `scope`, at a byte of it.
    pub(super) fn look_up(&self, name: &str, scope: ScopeId, byte: usize) -> Found {
        let mut is_in_clause = true;
        for at in self.names.around(scope) {
            let here = &self.names.scopes[at];
            match here.sort {
                Sort::Block if here.locals.get(name).is_some_and(|from| byte < *from) => continue,
                // What a clause iterates over may be read in the scope around it.
                Sort::Class if at != scope && is_in_clause && here.has(name) => {
                    return Found::Unsure(Doubt::Shadowed);
                }
                // What a class binds is seen in its body alone.
                Sort::Class if at != scope || self.rules.members_apart => continue,
                Sort::Function if here.locals.contains_key(name) && !here.binds.contains_key(name) => {
                    return Found::Unsure(Doubt::Shadowed);
                }
                Sort::Clause if here.has(name) => return Found::Unsure(Doubt::Shadowed),
                // Before it binds the name, a class sees the one outside.
                Sort::Class if here.has(name) && !self.is_bound_there_only(name, at) => {
                    return Found::Unsure(Doubt::Shadowed);
                }
                _ => {}
            }
            is_in_clause &= here.sort == Sort::Clause;
            if here.has(name) {
                return Found::In(at);
            }
            if here.wildcard.is_some() && here.sort != Sort::File {
                return Found::Unsure(Doubt::Wildcard);
            }
            if here.sort == Sort::Module && !here.sees_parent {
                return Found::Nowhere;
            }
        }
        Found::Nowhere
    }

    /// Whether no scope around a class binds a name, too.
    fn is_bound_there_only(&self, name: &str, class: ScopeId) -> bool {
        self.names.around(class).skip(1).all(|at| !self.names.scopes[at].has(name))
    }

    /// The class of this name that the file binds once, at its top.
    pub(super) fn class_named(&self, name: &str, scope: ScopeId) -> Option<ScopeId> {
        let Found::In(FILE) = self.look_up(name, scope, usize::MAX) else { return None };
        let is_bound_once = self.names.scopes[FILE].binds.get(name)?.len() == 1;
        self.names.classes.get(name).copied().filter(|_| is_bound_once)
    }
}
