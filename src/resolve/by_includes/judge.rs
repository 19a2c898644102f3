//! Decides about each name of a text whether it means the renamed definition.

use std::collections::HashSet;
use std::ops::Range;

use super::scope::is_declaration;
use super::scope::{NameAtPlace, ScopeKind, TextNames, TextScope, TextScopeId};
use crate::lang::{Language, NameRules, NameUse};
use crate::resolve::bindings::{Doubt, RenameProblem};
use crate::text::WordPlaces;
use crate::text::normal::{contains, is_word_char};

/// The findings about all names of a text.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// The names that mean the definition.
    pub(super) own: Vec<Range<usize>>,
    /// The names that cannot be decided, with the reason.
    pub(super) doubts: Vec<(usize, Doubt)>,
    /// The places where the new name conflicts.
    pub(super) conflicts: Vec<usize>,
    /// The conflicting places that are uses rather than definitions.
    pub(super) conflicting_uses: Vec<usize>,
    /// The names that mean the definition and declare it.
    pub(super) declared: Vec<usize>,
    /// The undecided names with evidence against them.
    pub(super) unlikely: Vec<usize>,
    /// The undecided names that may mean both the definition and others of its name, depending on template arguments.
    pub(super) ambiguous_with_others: Vec<usize>,
    /// The kind and depth of the scopes around the definition.
    pub(super) around_it: Option<Nesting>,
    /// Whether one of the declarations is the definition itself.
    pub(super) defines: bool,
}

/// The kind and depth of the scopes around a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Nesting {
    is_class: bool,
    /// The number of classes and modules around it.
    depth: usize,
}

impl Nesting {
    pub(super) fn of(names: &TextNames<'_>, scope: TextScopeId) -> Self {
        let sorts = || names.around(scope).map(|at| names.scopes[at].kind);
        let depth = sorts().filter(|sort| matches!(sort, ScopeKind::Class | ScopeKind::Module)).count();
        Self { is_class: sorts().next() == Some(ScopeKind::Class), depth }
    }
}

impl Findings {
    /// Adds the evidence against undecided names from findings that would hold if the text were reliable.
    pub(super) fn take_unlikely(&mut self, seen: Self) {
        let own: HashSet<usize> = seen.own.iter().map(|range| range.start).collect();
        let open: HashSet<usize> = seen.doubts.iter().map(|(at, _)| *at).collect();
        let is_other = |at: &usize| !own.contains(at) && !open.contains(at);
        self.unlikely.extend(self.doubts.iter().map(|(at, _)| *at).filter(is_other));
        self.unlikely.extend(seen.unlikely);
        self.ambiguous_with_others.extend(seen.ambiguous_with_others);
    }

    /// Adds the findings of another reading of the text.
    pub(super) fn take(&mut self, other: Self) {
        self.own.extend(other.own);
        self.doubts.extend(other.doubts);
        self.conflicts.extend(other.conflicts);
        self.conflicting_uses.extend(other.conflicting_uses);
        self.declared.extend(other.declared);
        self.unlikely.extend(other.unlikely);
        self.ambiguous_with_others.extend(other.ambiguous_with_others);
        self.around_it = self.around_it.or(other.around_it);
        self.defines |= other.defines;
    }
}

/// What else the name of a member may mean for an object of unknown type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OtherMembers {
    /// Nothing else in the text.
    None,
    /// It is unknown.
    Unknown,
    /// A member of another class.
    Present,
}

/// The state of judging a renaming in one reading.
#[derive(Clone, Copy)]
pub(super) struct Judge<'t, 'r> {
    pub(super) language: &'static Language,
    pub(super) names: &'r TextNames<'t>,
    pub(super) rules: &'r NameRules,
    pub(super) text: &'t str,
    /// The places of the words of the text.
    pub(super) words: &'r WordPlaces,
    pub(super) old: &'r str,
    pub(super) new: &'r str,
    /// The byte offset of the name of the definition.
    pub(super) at: usize,
    /// The byte offset of the start of the definition.
    pub(super) from: usize,
    /// Whether text that was not read may open modules.
    pub(super) may_hide_modules: bool,
    /// Whether the text contains everything that it includes from the project.
    pub(super) has_all_includes: bool,
    /// Whether all overloads of the name are meant.
    pub(super) all_overloads: bool,
    /// The names of the definition, outermost first.
    pub(super) path: &'r [String],
    /// The classes whose function of the name is the same virtual function as the definition.
    pub(super) family: &'r [TextScopeId],
    pub(super) other_members: OtherMembers,
    /// The scopes that are known to be around the definition.
    pub(super) around_it: Option<Nesting>,
}

/// The result of looking up a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BindingResult {
    /// The scope that binds the name.
    In(TextScopeId),
    /// Nothing here binds the name.
    Nowhere,
    /// Several scopes may bind the name.
    Unclear(Doubt),
}

/// Returns an error for names with a special meaning in the language.
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
    let is_special = |name: &str| contains(&rules.special, name) || contains(&rules.receivers, name);
    let is_of_language =
        !contains(&rules.contextual, new) && language.grammar().id_for_node_kind(new, false) != 0;
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
            // In this reading the name means the definition of another branch, if anything.
            let fields = self.fields_of_others();
            let is_open =
                |one: &&NameAtPlace<'t>| one.name_use != NameUse::Label && !self.is_of(one, &fields);
            let others = self.old().filter(is_open);
            findings.doubts.extend(others.map(|one| (one.range.start, Doubt::Unclear)));
            // If that is brought in by a using-declaration, it keeps its name, and so do its uses.
            let is_taken_over = |scope: &TextScope<'_>| scope.using_declarations.contains_key(self.old);
            if self.names.scopes.iter().any(is_taken_over) {
                findings.ambiguous_with_others.extend(findings.doubts.iter().map(|(at, _)| *at));
            }
            return Ok(findings);
        };
        // If a type and its tag are one, either may be the name in question.
        let repeated =
            self.old().find(|one| one.is_type_alias_of_tag).filter(|_| target.name_use == NameUse::Reference);
        let target = repeated.unwrap_or(target);
        self.check_head(&mut findings);
        self.judge_visible_names(target, &mut findings)?;
        Ok(findings)
    }

    /// Returns the definition that this reading has instead of one in another branch, if all overloads of the name are
    /// meant.
    fn alternative(&self) -> Option<usize> {
        let (_, around) = self.path.split_last().filter(|_| self.all_overloads)?;
        let is_there =
            |scope: TextScopeId| self.names.modules_around(scope).is_some_and(|own| own.iter().eq(around));
        let is_free = |scope: TextScopeId| {
            self.names.around(scope).all(|at| self.names.scopes[at].kind != ScopeKind::Function)
        };
        let is_it = |one: &&NameAtPlace<'t>| {
            is_declaration(one.name_use) && one.owner.is_none() && is_free(one.scope) && is_there(one.scope)
        };
        self.old().find(is_it).map(|one| one.range.start)
    }

    /// The classes that have a field of the old name, and are called otherwise than that of the definition.
    fn fields_of_others(&self) -> Vec<TextScopeId> {
        let [.., class, _] = self.path else { return Vec::new() };
        let is_other = |scope: &TextScope<'_>| {
            scope.kind == ScopeKind::Class
                && scope.name.is_some_and(|name| name != class)
                && scope.has(self.old)
                && !scope.functions.contains_key(self.old)
        };
        (0..self.names.scopes.len()).filter(|at| is_other(&self.names.scopes[*at])).collect()
    }

    /// Whether a name means the field that one of these classes has: that hides what another branch may show.
    fn is_of(&self, one: &NameAtPlace<'t>, fields: &[TextScopeId]) -> bool {
        let home = fields.first();
        let meaning = home.map(|home| self.meaning(one, *home));
        matches!(meaning, Some(BindingResult::In(scope)) if fields.contains(&scope))
    }

    /// Returns the uses of the old name.
    pub(super) fn old(&self) -> impl Iterator<Item = &NameAtPlace<'t>> {
        self.names.uses_of(self.old)
    }

    /// Returns the uses of the new name.
    pub(super) fn new_ones(&self) -> impl Iterator<Item = &NameAtPlace<'t>> {
        self.names.uses_of(self.new)
    }

    /// Adds a doubt if words before the definition fix its name.
    fn check_head(&self, findings: &mut Findings) {
        let head = self.text.get(self.from..self.at).unwrap_or_default();
        if head.split(|char| !is_word_char(char)).any(|word| contains(&self.rules.fixed_by, word)) {
            findings.doubts.push((self.at, Doubt::Fixed));
        }
    }
}
