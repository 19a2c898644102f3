//! Looks up members of a class: in the class, in its using-declarations, or in its ancestors.

use super::judge::{Binder, Judge};
use super::object::ClassOf;
use super::path::{MOST_BASES, PathTarget};
use super::scope::{NameAtPlace, ScopeKind, TextScopeId};
use crate::resolve::bindings::Doubt;
use crate::text::normal::{contains, is_word_char};

impl<'t> Judge<'t, '_> {
    /// Returns the scope that binds a name as a member of a class.
    pub(super) fn member(&self, class: TextScopeId, name: &str) -> Binder {
        self.member_of_bases(class, name, |_, _| true)
    }

    /// Like [`Self::member`], for an unqualified name: it is not looked up in bases that depend on template arguments.
    pub(super) fn member_by_itself(&self, class: TextScopeId, name: &str) -> Binder {
        self.member_of_bases(class, name, |base, class| !self.depends_on_arguments(base, class))
    }

    /// Returns whether a base of a class depends on a parameter of a template around.
    fn depends_on_arguments(&self, base: &str, class: TextScopeId) -> bool {
        self.names.around(class).map(|at| &self.names.scopes[at]).any(|here| {
            let mut words = base.split(|char| !is_word_char(char));
            here.sort == ScopeKind::Clause && words.any(|word| here.locals.contains_key(word))
        })
    }

    /// Returns the scope that binds a name in a class or in those of its bases that are searched.
    fn member_of_bases(
        &self,
        class: TextScopeId,
        name: &str,
        is_looked_into: impl Fn(&str, TextScopeId) -> bool,
    ) -> Binder {
        let mut seen = vec![class];
        let mut found = Binder::Nowhere;
        let mut next = 0;
        while let Some(class) = seen.get(next).copied() {
            next += 1;
            let here = &self.names.scopes[class];
            let binding = if here.name == Some(name) {
                Some(self.names.beyond_clauses(here.parent))
            } else if let Some((_, path)) = here.taken_over.get(name) {
                match self.names.path(path, class) {
                    // A using-declaration of constructors names their class.
                    PathTarget::To(scope) if self.names.scopes[scope].name == Some(name) => {
                        Some(self.names.beyond_clauses(self.names.scopes[scope].parent))
                    }
                    // Beside the using-declaration the class may have more functions of the name.
                    PathTarget::To(scope) if self.names.scopes[scope].has(name) => {
                        let is_one = self.family.contains(&scope) && self.family.contains(&class);
                        if here.has(name) && !is_one {
                            return Binder::Unsure(Doubt::Shadowed);
                        }
                        Some(scope)
                    }
                    _ => return Binder::Unsure(Doubt::Inherited),
                }
            } else {
                here.has(name).then_some(class)
            };
            match binding {
                Some(binding) if found == Binder::Nowhere => found = Binder::In(binding),
                Some(binding) if found == Binder::In(binding) => {}
                // The members of several classes of a family are one.
                Some(binding) if self.family.contains(&binding) && self.is_of_family(found) => {}
                Some(_) => return Binder::Unsure(Doubt::Shadowed),
                None => {
                    for (_, base) in here.bases.iter().filter(|(_, base)| is_looked_into(base, class)) {
                        match self.names.path(base, here.parent) {
                            PathTarget::To(base) if seen.contains(&base) => {}
                            PathTarget::To(base) if seen.len() < MOST_BASES => seen.push(base),
                            PathTarget::Elsewhere if self.is_nothing_outside(base, name) => {}
                            _ => return Binder::Unsure(Doubt::Inherited),
                        }
                    }
                }
            }
        }
        found
    }

    fn is_of_family(&self, found: Binder) -> bool {
        matches!(found, Binder::In(scope) if self.family.contains(&scope))
    }

    /// Returns whether a base that the text does not declare is from outside the project, and has no known member of
    /// the name.
    fn is_nothing_outside(&self, base: &str, name: &str) -> bool {
        let known = contains(&self.rules.known_members, name);
        self.is_whole && !known && !name.is_empty() && !base.trim().is_empty()
    }

    /// Returns the scope that binds the old name as a member of any of several classes.
    pub(super) fn member_of_each(&self, classes: &[TextScopeId]) -> Binder {
        let mut all = classes.iter().map(|class| self.member(*class, self.old));
        let first = all.next().unwrap_or(Binder::Nowhere);
        // Whichever of them is meant, none has the definition.
        let is_other = |found: Binder| {
            !self.family.is_empty() && matches!(found, Binder::In(scope) if !self.family.contains(&scope))
        };
        if all.all(|found| found == first || is_other(found) && is_other(first)) {
            first
        } else {
            Binder::Unsure(Doubt::Shadowed)
        }
    }

    /// Returns the scope that binds the old name as a member of an object.
    pub(super) fn of_object(&self, one: &NameAtPlace<'t>, home: TextScopeId) -> Binder {
        // A definition outside classes is not a member of an object.
        if self.names.scopes[home].sort != ScopeKind::Class {
            return Binder::Nowhere;
        }
        let unknown = Binder::Unsure(Doubt::OtherObject);
        let owner = one.owner.unwrap_or_default();
        match self.class_of_owner(owner, one.scope, one.is_by_pointer) {
            ClassOf::These(classes) => match self.member_of_each(&classes) {
                // A class without the name may have it from a base that is not visible.
                Binder::Nowhere if !self.is_whole => unknown,
                found => found,
            },
            ClassOf::Foreign => Binder::Nowhere,
            ClassOf::Unknown => unknown,
        }
    }
}
