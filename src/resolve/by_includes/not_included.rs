//! Judges names in a file that does not include the definition.

use std::collections::HashSet;

use super::judge::{BindingResult, Findings, Judge};
use super::path::PathTarget;
use super::scope::{FILE, NameAtPlace, ScopeKind, TextScopeId};
use crate::lang::NameUse;
use crate::resolve::bindings::Doubt;
use crate::text::normal::{contains, is_word_char};

/// The facts about a definition that a file does not include.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NotIncluded {
    /// Whether it is a member of a class.
    pub(super) is_member: bool,
    /// Whether the includes of the file are not all known.
    pub(super) is_open: bool,
    /// Whether no file that declares it defines it, so that another file may.
    pub(super) is_only_declared: bool,
}

impl NotIncluded {
    /// Returns whether nothing in the file can mean the definition: objects cannot be created if their class is not
    /// defined.
    pub(super) const fn is_out_of_reach(self) -> bool {
        self.is_member && !self.is_open
    }
}

impl<'t> Judge<'t, '_> {
    /// Adds doubts for names that may mean the definition: names that the file itself defines do not, names that it
    /// only declares may.
    pub(super) fn judge_not_included(&self, stranger: NotIncluded, findings: &mut Findings) {
        let is_it = |one: &NameAtPlace<'t>| stranger.is_only_declared && self.may_be_declared_elsewhere(one);
        let owned: HashSet<TextScopeId> =
            self.old().filter(|one| self.is_owned(one) && !is_it(one)).map(|one| one.scope).collect();
        for one in self.old() {
            if let Some(doubt) = self.doubt_of_not_included(one, &owned, stranger) {
                findings.doubts.push((one.range.start, doubt));
            }
        }
    }

    fn doubt_of_not_included(
        &self,
        one: &NameAtPlace<'t>,
        owned: &HashSet<TextScopeId>,
        stranger: NotIncluded,
    ) -> Option<Doubt> {
        let NotIncluded { is_member, is_open, .. } = stranger;
        let is_beyond = stranger.is_out_of_reach();
        match one.name_use {
            NameUse::Label | NameUse::Local | NameUse::Parameter => None,
            NameUse::Member => (is_member && is_open).then_some(Doubt::OtherObject),
            _ if self.is_behind_own(one, owned) => None,
            NameUse::Definition | NameUse::Binding | NameUse::Declaration => {
                let is_own = owned.contains(&one.scope) || is_beyond;
                let is_of_class = self.names.scopes[one.scope].kind == ScopeKind::Class;
                (!is_own && !is_of_class).then_some(Doubt::Elsewhere)
            }
            NameUse::Reference if is_member && !self.may_see_members(one.scope) => None,
            NameUse::Reference => match self.look_around(one) {
                BindingResult::In(scope) if owned.contains(&scope) => None,
                BindingResult::In(scope)
                    if matches!(
                        self.names.scopes[scope].kind,
                        ScopeKind::Class | ScopeKind::Function | ScopeKind::TemplateClause
                    ) =>
                {
                    None
                }
                BindingResult::Unclear(doubt) => (!is_beyond).then_some(doubt),
                BindingResult::In(_) | BindingResult::Nowhere => (!is_beyond).then_some(Doubt::Elsewhere),
            },
            NameUse::Qualified | NameUse::Undetermined => (!is_beyond).then_some(Doubt::Elsewhere),
        }
    }

    /// Returns whether a name follows the path to a class of the text, or to a module in which the text defines the
    /// name.
    fn is_behind_own(&self, one: &NameAtPlace<'t>, owned: &HashSet<TextScopeId>) -> bool {
        let is_own = |scope: &TextScopeId| {
            self.names.scopes[*scope].kind == ScopeKind::Class || *scope != FILE && owned.contains(scope)
        };
        match one.owner.map(|path| self.names.resolve_path(path, one.scope)) {
            Some(PathTarget::To(scope)) => is_own(&scope),
            Some(PathTarget::ToOneOf(several)) => several.iter().all(is_own),
            Some(PathTarget::ToHidden(_) | PathTarget::Unknown | PathTarget::Alias) | None => false,
        }
    }

    /// Returns whether a definition of a file may be the one that another file declares: all files see it, and it is in
    /// the same modules.
    fn may_be_declared_elsewhere(&self, one: &NameAtPlace<'t>) -> bool {
        let around = &self.path[..self.path.len().saturating_sub(1)];
        let is_internal = self.words_before(one).any(|word| contains(&self.rules.internal, word));
        !is_internal && self.names.modules_around(one.scope).is_some_and(|modules| modules == around)
    }

    /// Returns the words before a name in its statement.
    fn words_before(&self, one: &NameAtPlace<'t>) -> impl Iterator<Item = &str> {
        let before = self.text.get(..one.range.start).unwrap_or_default();
        let from = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
        before[from..].split(|char| !is_word_char(char))
    }

    /// Returns whether a name is defined at its place, and not only declared.
    fn is_owned(&self, one: &NameAtPlace<'t>) -> bool {
        let mut words = self.words_before(one);
        match one.name_use {
            NameUse::Definition => true,
            NameUse::Binding => {
                one.declares.is_none() && !words.any(|word| contains(&self.rules.fixed_by, word))
            }
            _ => false,
        }
    }
}
