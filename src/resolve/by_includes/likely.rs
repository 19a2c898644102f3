//! Collects evidence against undecidable uses of a member of a class.
//!
//! A patch may vouch for such uses all at once. The uses that then still remain undecided are written like uses of
//! another class: after the name of one, on an object of one, or on an unknown object where others have a member of the
//! name, too.

use std::collections::HashSet;

use super::judge::{Findings, Judge, OtherMembers};
use super::path::last_of_path;
use super::scope::{NameAtPlace, ScopeKind, TextScopeId};
use crate::lang::NameUse;
use crate::text::normal::{find_words, is_word_char};

/// The maximum number of aliases that are followed.
const MOST_STEPS: usize = 6;

/// The relation of a written object or class to the definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClassRelation {
    For,
    /// Related both to the definition and to others of its name: one template, or a class and its base.
    Shared,
    Against,
    None,
}

/// The classes that have the definition, and their descendants.
struct ClassFamily<'t> {
    classes: HashSet<TextScopeId>,
    names: HashSet<&'t str>,
    /// Names that other classes have, too, which have their own member of the name.
    possible_names: HashSet<&'t str>,
    /// Whether a class has a member of the name that hides another one.
    hides: bool,
    is_contested: bool,
}

impl<'t> ClassFamily<'t> {
    fn of(judge: &Judge<'t, '_>) -> Self {
        let scopes = &judge.names.scopes;
        let is_class = |class: &TextScopeId| scopes[*class].kind == ScopeKind::Class;
        let all = || (0..scopes.len()).filter(is_class);
        let is_heir = |class: &TextScopeId| {
            !scopes[*class].bases.is_empty()
                && judge.ancestors(*class).known.iter().any(|base| judge.family.contains(base))
        };
        let heirs = all().filter(is_heir);
        let classes: HashSet<TextScopeId> = judge.family.iter().copied().chain(heirs).collect();
        let names: HashSet<&str> = classes.iter().filter_map(|class| scopes[*class].name).collect();
        let is_other = |class: &TextScopeId| !judge.family.contains(class) && scopes[*class].has(judge.old);
        let shared = all().filter(is_other).filter_map(|class| scopes[class].name);
        let mut above = judge.family.iter().flat_map(|class| judge.ancestors(*class).known);
        Self {
            possible_names: shared.filter(|name| names.contains(name)).collect(),
            hides: classes.iter().any(is_other) || above.any(|base| is_other(&base)),
            is_contested: judge.other_members == OtherMembers::Present,
            classes,
            names,
        }
    }

    fn relation_of(&self, name: &str) -> ClassRelation {
        match () {
            () if self.possible_names.contains(name) => ClassRelation::Shared,
            () if self.names.contains(name) => ClassRelation::For,
            () => ClassRelation::None,
        }
    }
}

impl<'t> Judge<'t, '_> {
    /// Records the evidence against the undecided names.
    pub(super) fn mark_unlikely(&self, findings: &mut Findings) {
        let open: HashSet<usize> = findings.doubts.iter().map(|(at, _)| *at).collect();
        if open.is_empty() {
            return;
        }
        let kin = ClassFamily::of(self);
        for one in self.old().filter(|one| open.contains(&one.range.start)) {
            match self.relation(one, &kin) {
                ClassRelation::Shared => findings.ambiguous_with_others.push(one.range.start),
                ClassRelation::None if kin.hides && one.name_use == NameUse::Member => {
                    findings.ambiguous_with_others.push(one.range.start)
                }
                ClassRelation::None if kin.is_contested => findings.unlikely.push(one.range.start),
                ClassRelation::Against => findings.unlikely.push(one.range.start),
                ClassRelation::None | ClassRelation::For => {}
            }
        }
    }

    fn relation(&self, one: &NameAtPlace<'t>, kin: &ClassFamily<'t>) -> ClassRelation {
        let owner = one.owner.unwrap_or_default();
        match one.name_use {
            // The target of a list of initial values is not written.
            NameUse::Member if owner.is_empty() => ClassRelation::For,
            NameUse::Member => self.relation_of_object(owner, one.scope, kin, 0),
            NameUse::Qualified => self.relation_of_type(owner.trim_end_matches("::"), one.scope, kin, 0),
            NameUse::Reference | NameUse::Undetermined => self.relation_by_scope(one.scope, kin),
            _ => ClassRelation::For,
        }
    }

    /// Returns the relation of the classes around a scope to the definition.
    fn relation_by_scope(&self, scope: TextScopeId, kin: &ClassFamily<'t>) -> ClassRelation {
        let around = self.names.around(scope).filter(|at| self.names.scopes[*at].kind == ScopeKind::Class);
        let tie = |class: TextScopeId| {
            let here = &self.names.scopes[class];
            let mut bases =
                here.bases.iter().map(|(_, base)| self.relation_of_type(base, here.parent, kin, 0));
            match kin.classes.contains(&class) {
                true => ClassRelation::For,
                false => bases
                    .find(|tie| matches!(tie, ClassRelation::For | ClassRelation::Shared))
                    .unwrap_or(ClassRelation::None),
            }
        };
        around.map(tie).find(|tie| *tie != ClassRelation::None).unwrap_or(ClassRelation::None)
    }

    /// Returns the relation of an expression to the definition.
    fn relation_of_object(
        &self,
        text: &'t str,
        scope: TextScopeId,
        kin: &ClassFamily<'t>,
        steps: usize,
    ) -> ClassRelation {
        let text = text.trim().trim_start_matches(['*', '&', '(']).trim_end_matches(')');
        if steps > MOST_STEPS || text.is_empty() {
            return ClassRelation::None;
        }
        if self.rules.receivers.iter().any(|own| own == text) {
            return self.relation_by_scope(scope, kin);
        }
        let is_word = text.chars().all(is_word_char);
        let Some((object, at)) = Some(text).filter(|_| is_word).and_then(|text| self.binding(text, scope))
        else {
            // The class of a constructed object, or of a template argument.
            let is_type =
                |at: &usize| text[*at..].trim_start_matches(is_word_char).starts_with(['(', '{', '<', ':']);
            let is_named = |name: &&&str| find_words(text, name).any(|at| is_type(&at));
            let ties: Vec<ClassRelation> =
                kin.names.iter().filter(is_named).map(|name| kin.relation_of(name)).collect();
            let is_shared = ties.contains(&ClassRelation::Shared).then_some(ClassRelation::Shared);
            return is_shared.or(ties.first().copied()).unwrap_or(ClassRelation::None);
        };
        let is_deduced = self.rules.deduced.as_deref() == Some(object.of);
        match object.value.filter(|_| is_deduced) {
            Some(value) => self.relation_of_object(value, at, kin, steps + 1),
            None if is_deduced => ClassRelation::None,
            None => self.relation_of_type(object.of, at, kin, steps + 1),
        }
    }

    /// Returns the relation of a type to the definition.
    fn relation_of_type(
        &self,
        text: &'t str,
        scope: TextScopeId,
        kin: &ClassFamily<'t>,
        steps: usize,
    ) -> ClassRelation {
        let name = last_of_path(text);
        match kin.relation_of(name) {
            ClassRelation::None if steps > MOST_STEPS || name.is_empty() => ClassRelation::None,
            ClassRelation::None if self.is_given(name, scope) => ClassRelation::None,
            ClassRelation::None => match self.binding(name, scope) {
                Some((object, at)) if object.of != text && !object.is_call => {
                    self.relation_of_type(object.of, at, kin, steps + 1)
                }
                _ => ClassRelation::Against,
            },
            tie => tie,
        }
    }

    /// Returns whether a name is that of a parameter of a template around a scope.
    fn is_given(&self, name: &str, scope: TextScopeId) -> bool {
        let mut around = self.names.around(scope).map(|at| &self.names.scopes[at]);
        around.any(|here| here.kind == ScopeKind::TemplateClause && here.has(name))
    }
}
