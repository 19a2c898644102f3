//! Looks up members of a class: in the class, in its using-declarations, or in its ancestors.

use super::judge::{BindingResult, Judge};
use super::object::ClassOf;
use super::path::{MOST_BASES, PathTarget};
use super::scope::{NameAtPlace, ScopeKind, TextScopeId};
use crate::resolve::bindings::Doubt;
use crate::text::normal::{contains, is_word_char};

impl<'t> Judge<'t, '_> {
    /// Returns the scope that binds a name as a member of a class.
    pub(super) fn member(&self, class: TextScopeId, name: &str) -> BindingResult {
        self.member_of_bases(class, name, |_, _| true)
    }

    /// Like [`Self::member`], for an unqualified name: it is not looked up in bases that depend on template arguments.
    pub(super) fn member_by_itself(&self, class: TextScopeId, name: &str) -> BindingResult {
        self.member_of_bases(class, name, |base, class| !self.depends_on_arguments(base, class))
    }

    /// Returns whether a base of a class depends on a parameter of a template around.
    fn depends_on_arguments(&self, base: &str, class: TextScopeId) -> bool {
        self.names.around(class).map(|at| &self.names.scopes[at]).any(|here| {
            let mut words = base.split(|char| !is_word_char(char));
            here.kind == ScopeKind::TemplateClause && words.any(|word| here.locals.contains_key(word))
        })
    }

    /// Returns the scope that binds a name in a class or in those of its bases that are searched.
    fn member_of_bases(
        &self,
        class: TextScopeId,
        name: &str,
        is_looked_into: impl Fn(&str, TextScopeId) -> bool,
    ) -> BindingResult {
        let mut seen = vec![class];
        let mut found = BindingResult::Nowhere;
        let mut next = 0;
        while let Some(class) = seen.get(next).copied() {
            next += 1;
            let here = &self.names.scopes[class];
            let binding = if here.name == Some(name) {
                Some(self.names.beyond_template_clauses(here.parent))
            } else if let Some((_, path)) = here.using_declarations.get(name) {
                match self.names.resolve_path(path, class) {
                    // A using-declaration of constructors names their class.
                    PathTarget::To(scope) if self.names.scopes[scope].name == Some(name) => {
                        Some(self.names.beyond_template_clauses(self.names.scopes[scope].parent))
                    }
                    // Beside the using-declaration the class may have more functions of the name.
                    PathTarget::To(scope) if self.names.scopes[scope].has(name) => {
                        let is_one = self.family.contains(&scope) && self.family.contains(&class);
                        if here.has(name) && !is_one {
                            return BindingResult::Unclear(Doubt::Unresolved);
                        }
                        Some(scope)
                    }
                    _ => return BindingResult::Unclear(Doubt::Inherited),
                }
            } else {
                here.has(name).then_some(class)
            };
            match binding {
                Some(binding) if found == BindingResult::Nowhere => found = BindingResult::In(binding),
                Some(binding) if found == BindingResult::In(binding) => {}
                // The members of several classes of a family are one.
                Some(binding) if self.family.contains(&binding) && self.is_of_family(found) => {}
                Some(_) => return BindingResult::Unclear(Doubt::Unresolved),
                None => {
                    for (_, base) in here.bases.iter().filter(|(_, base)| is_looked_into(base, class)) {
                        match self.names.resolve_path(base, here.parent) {
                            PathTarget::To(base) if seen.contains(&base) => {}
                            PathTarget::To(base) if seen.len() < MOST_BASES => seen.push(base),
                            PathTarget::Unknown if self.is_nothing_outside(base, name) => {}
                            _ => return BindingResult::Unclear(Doubt::Inherited),
                        }
                    }
                }
            }
        }
        found
    }

    fn is_of_family(&self, found: BindingResult) -> bool {
        matches!(found, BindingResult::In(scope) if self.family.contains(&scope))
    }

    /// Returns whether a base that the text does not declare is from outside the project, and has no known member of
    /// the name.
    fn is_nothing_outside(&self, base: &str, name: &str) -> bool {
        let known = contains(&self.rules.known_members, name);
        self.has_all_includes && !known && !name.is_empty() && !base.trim().is_empty()
    }

    /// Returns the scope that binds the old name as a member of any of several classes.
    pub(super) fn member_of_each(&self, classes: &[TextScopeId]) -> BindingResult {
        let mut all = classes.iter().map(|class| self.member(*class, self.old));
        let first = all.next().unwrap_or(BindingResult::Nowhere);
        // Whichever of them is meant, none has the definition.
        let is_other = |found: BindingResult| {
            !self.family.is_empty()
                && matches!(found, BindingResult::In(scope) if !self.family.contains(&scope))
        };
        if all.all(|found| found == first || is_other(found) && is_other(first)) {
            first
        } else {
            BindingResult::Unclear(Doubt::Unresolved)
        }
    }

    /// Returns the scope that binds the old name as a member of an object.
    pub(super) fn of_object(&self, one: &NameAtPlace<'t>, home: TextScopeId) -> BindingResult {
        // A definition outside classes is not a member of an object.
        if self.names.scopes[home].kind != ScopeKind::Class {
            return BindingResult::Nowhere;
        }
        let unknown = BindingResult::Unclear(Doubt::OtherObject);
        let owner = one.owner.unwrap_or_default();
        match self.class_of_owner(owner, one.scope, one.is_by_pointer) {
            ClassOf::These(classes) => match self.member_of_each(&classes) {
                // A class without the name may have it from a base that is not visible.
                BindingResult::Nowhere if !self.has_all_includes => unknown,
                found => found,
            },
            ClassOf::Foreign => BindingResult::Nowhere,
            ClassOf::Unknown => unknown,
        }
    }
}
