//! Decides of each name of a text whether it means the definition that is renamed.

use std::collections::HashSet;
use std::ops::Range;

use super::scope::is_declaration;
use super::scope::{NameAtPlace, ScopeKind, TextNames, TextScope, TextScopeId};
use crate::lang::{Language, NameRules, NameUse};
use crate::resolve::bindings::{Doubt, RenameProblem};
use crate::text::WordPlaces;
use crate::text::normal::{has, is_word_char};

/// What is known when all names of a text have been looked at.
#[derive(Debug, Default)]
pub(super) struct Findings {
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
    /// Those of the doubts against which something speaks.
    pub(super) unlikely: Vec<usize>,
    /// Those of the doubts that mean the definition or what others have of its name, as templates are given.
    pub(super) shared: Vec<usize>,
    /// What the definition stands in.
    pub(super) around_it: Option<Nesting>,
    /// Whether one of the declarations is the definition itself.
    pub(super) defines: bool,
}

/// What a definition stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Nesting {
    is_class: bool,
    /// How many classes and modules lie around it.
    depth: usize,
}

impl Nesting {
    pub(super) fn of(names: &TextNames<'_>, scope: TextScopeId) -> Self {
        let sorts = || names.around(scope).map(|at| names.scopes[at].sort);
        let depth = sorts().filter(|sort| matches!(sort, ScopeKind::Class | ScopeKind::Module)).count();
        Self { is_class: sorts().next() == Some(ScopeKind::Class), depth }
    }
}

impl Findings {
    /// Takes in what would speak against the doubts if the text could be trusted.
    pub(super) fn take_unlikely(&mut self, seen: Self) {
        let own: HashSet<usize> = seen.own.iter().map(|range| range.start).collect();
        let open: HashSet<usize> = seen.doubts.iter().map(|(at, _)| *at).collect();
        let is_other = |at: &usize| !own.contains(at) && !open.contains(at);
        self.unlikely.extend(self.doubts.iter().map(|(at, _)| *at).filter(is_other));
        self.unlikely.extend(seen.unlikely);
        self.shared.extend(seen.shared);
    }

    /// Takes in what another reading of the text shows.
    pub(super) fn take(&mut self, other: Self) {
        self.own.extend(other.own);
        self.doubts.extend(other.doubts);
        self.taken.extend(other.taken);
        self.taken_uses.extend(other.taken_uses);
        self.declared.extend(other.declared);
        self.unlikely.extend(other.unlikely);
        self.shared.extend(other.shared);
        self.around_it = self.around_it.or(other.around_it);
        self.defines |= other.defines;
    }
}

/// What else may be meant by the name of a member of an object of which nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rivals {
    /// Nothing in the text.
    None,
    /// Nobody knows.
    Unknown,
    /// A member of another class.
    Seen,
}

/// A renaming that is looked at.
#[derive(Clone, Copy)]
pub(super) struct Judge<'t, 'r> {
    pub(super) language: &'static Language,
    pub(super) names: &'r TextNames<'t>,
    pub(super) rules: &'r NameRules,
    pub(super) text: &'t str,
    /// Where its words stand.
    pub(super) words: &'r WordPlaces,
    pub(super) old: &'r str,
    pub(super) new: &'r str,
    /// The byte of the name of the definition.
    pub(super) at: usize,
    /// Where the definition begins.
    pub(super) from: usize,
    /// Whether modules may be opened by what was not read.
    pub(super) may_hide_modules: bool,
    /// Whether the text has all that it brings in of the project.
    pub(super) is_whole: bool,
    /// Whether all functions of the name are meant.
    pub(super) is_set: bool,
    /// The names of the definition, outermost first.
    pub(super) path: &'r [String],
    /// The classes whose function of the name is one with the definition.
    pub(super) family: &'r [TextScopeId],
    pub(super) rivals: Rivals,
    /// What the definition is known to stand in.
    pub(super) around_it: Option<Nesting>,
}

/// What a name that is looked up leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binder {
    /// The scope that binds it.
    In(TextScopeId),
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
    let is_special = |name: &str| has(&rules.special, name) || has(&rules.receivers, name);
    let is_of_language = !has(&rules.contextual, new) && language.grammar().id_for_node_kind(new, false) != 0;
    RenameProblem::check_names(old, new, is_of_language, |name| !is_word(name) || is_special(name))
}

impl<'t> Judge<'t, '_> {
    pub(super) fn decide(&self) -> Result<Findings, RenameProblem> {
        let mut findings = Findings::default();
        let Some(target) = self.old().find(|one| one.range.start == self.at) else {
            if let Some(at) = self.alternative() {
                let before = self.text.get(..at).unwrap_or_default();
                let from = before.rfind([';', '{', '}']).map_or(0, |end| end + 1);
                return Judge { at, from, ..*self }.decide();
            }
            // In this reading the name means what another branch says, if anything.
            let fields = self.fields_of_others();
            let is_open = |one: &&NameAtPlace<'t>| one.is != NameUse::Label && !self.is_of(one, &fields);
            let others = self.old().filter(is_open);
            findings.doubts.extend(others.map(|one| (one.range.start, Doubt::Unclear)));
            // Where that is taken over from elsewhere, it keeps its name, and so do its uses.
            let is_taken_over = |scope: &TextScope<'_>| scope.taken_over.contains_key(self.old);
            if self.names.scopes.iter().any(is_taken_over) {
                findings.shared.extend(findings.doubts.iter().map(|(at, _)| *at));
            }
            return Ok(findings);
        };
        // Where a type and its tag are one, either may lead to the text.
        let repeated = self.old().find(|one| one.is_repeated).filter(|_| target.is == NameUse::Reference);
        let target = repeated.unwrap_or(target);
        self.check_head(&mut findings);
        self.judge_in_sight(target, self.rules, &mut findings)?;
        Ok(findings)
    }

    /// The definition that this reading has in the place of one that stands in another branch, where all of the name are meant.
    fn alternative(&self) -> Option<usize> {
        let (_, around) = self.path.split_last().filter(|_| self.is_set)?;
        let is_there =
            |scope: TextScopeId| self.names.modules_around(scope).is_some_and(|own| own.iter().eq(around));
        let is_free = |scope: TextScopeId| {
            self.names.around(scope).all(|at| self.names.scopes[at].sort != ScopeKind::Function)
        };
        let is_it = |one: &&NameAtPlace<'t>| {
            is_declaration(one.is) && one.owner.is_none() && is_free(one.scope) && is_there(one.scope)
        };
        self.old().find(is_it).map(|one| one.range.start)
    }

    /// The classes that have a field of the old name, and are called otherwise than that of the definition.
    fn fields_of_others(&self) -> Vec<TextScopeId> {
        let [.., class, _] = self.path else { return Vec::new() };
        let is_other = |scope: &TextScope<'_>| {
            scope.sort == ScopeKind::Class
                && scope.name.is_some_and(|name| name != class)
                && scope.has(self.old)
                && !scope.functions.contains_key(self.old)
        };
        (0..self.names.scopes.len()).filter(|at| is_other(&self.names.scopes[*at])).collect()
    }

    /// Whether a name means the field that one of these classes has: that hides what another branch may show.
    fn is_of(&self, one: &NameAtPlace<'t>, fields: &[TextScopeId]) -> bool {
        let home = fields.first();
        let meaning = home.map(|home| self.meaning(one, *home, self.rules));
        matches!(meaning, Some(Binder::In(scope)) if fields.contains(&scope))
    }

    /// The uses of the old name.
    pub(super) fn old(&self) -> impl Iterator<Item = &NameAtPlace<'t>> {
        self.names.uses_of(self.old)
    }

    /// The uses of the new name.
    pub(super) fn new_ones(&self) -> impl Iterator<Item = &NameAtPlace<'t>> {
        self.names.uses_of(self.new)
    }

    /// Words above the definition may fix its name.
    fn check_head(&self, findings: &mut Findings) {
        let head = self.text.get(self.from..self.at).unwrap_or_default();
        if head.split(|char| !is_word_char(char)).any(|word| has(&self.rules.fixed_by, word)) {
            findings.doubts.push((self.at, Doubt::Fixed));
        }
    }
}
