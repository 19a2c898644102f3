//! Definitions that may belong together without any declaration of it: in classes with bases that are known only at run
//! time, and in types that are implemented structurally.

use std::collections::{HashMap, HashSet};

use crate::resolve::bindings::file::graph::{BindingGraph, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::classes::{Open, last_name};
use crate::resolve::bindings::used::{Meaning, Target, Use};

/// Returns the classes that bind a name, in the order of the bindings.
fn binders(uses: &[Use]) -> Vec<&DefinitionId> {
    let mut found: Vec<&DefinitionId> = Vec::new();
    for one in uses {
        if let (
            NameRole::Bound(_) | NameRole::Given(_),
            Meaning::Is(key @ DefinitionId { container: Container::Class(_), .. }),
        ) = (&one.role, &one.meaning)
            && !found.contains(&key)
        {
            found.push(key);
        }
    }
    found
}

/// Returns the definitions of a name that may belong together with the given ones, each with the reason.
pub(in crate::resolve::bindings) fn related(
    project: &Project,
    keys: &HashSet<DefinitionId>,
    uses: &[Use],
) -> HashMap<DefinitionId, Doubt> {
    let rules = project.rules;
    let mut found = HashMap::new();
    if !rules.duck_typed && rules.shapes.is_none() {
        return found;
    }
    let mut known: Vec<&DefinitionId> = keys.iter().collect();
    let binders = binders(uses);
    let together: Vec<Vec<DefinitionId>> =
        uses.iter().filter_map(|one| asked_together(project, one)).collect();
    let is_together = |one: &DefinitionId, other: &DefinitionId| {
        let mut groups = together.iter();
        groups.any(|keys| keys.contains(one) && keys.contains(other)).then_some(Doubt::Either)
    };
    loop {
        let before = known.len();
        for binder in &binders {
            if !known.contains(binder)
                && let Some(doubt) = known
                    .iter()
                    .find_map(|one| relation(project, one, binder).or_else(|| is_together(one, binder)))
            {
                found.insert((*binder).clone(), doubt);
                known.push(binder);
            }
        }
        if known.len() == before {
            return found;
        }
    }
}

/// Returns the members to which a use may refer if its object may have several classes.
fn asked_together(project: &Project, one: &Use) -> Option<Vec<DefinitionId>> {
    let of = match (&one.role, &one.meaning) {
        (_, Meaning::OneOf(keys)) => return Some(keys.clone()),
        (NameRole::Member(of), Meaning::Unknown(Doubt::OtherObject)) => of,
        _ => return None,
    };
    let name = project.graph(one.file)?.slice(&one.range);
    match project.kind_of(Place { file: one.file, byte: one.range.start }, of, 0) {
        InferredType::Either(classes) => {
            Some(project.members_of_either(&classes, name).into_iter().flatten().collect())
        }
        _ => None,
    }
}

impl Project {
    /// Returns the member of a name in each of several classes.
    pub(in crate::resolve::bindings) fn members_of_either(
        &self,
        classes: &[DefinitionId],
        name: &str,
    ) -> Vec<Option<DefinitionId>> {
        let member = |class: &DefinitionId| match self.member(class, name, space::ALL, 0) {
            Found::Definition(key, ..) => Some(key),
            _ => None,
        };
        classes.iter().map(member).collect()
    }
}

/// Returns the reason why two members of one name may belong together.
fn relation(project: &Project, one: &DefinitionId, other: &DefinitionId) -> Option<Doubt> {
    let (class, binder) = (one.class()?, other.class()?);
    if class == binder || one.name != other.name || one.space != other.space {
        return None;
    }
    let asks = |asked: &DefinitionId, given: &DefinitionId| {
        asks_for_members(project, asked) && has_members(project, given, asked)
    };
    let (above, own_open) = project.ancestry(class);
    let (binder_above, binder_open) = project.ancestry(binder);
    match () {
        () if asks(binder, class) || asks(class, binder) => Some(Doubt::Shape),
        // Subclasses already share the definition.
        () if above.contains(binder) || binder_above.contains(class) => Some(Doubt::Inherited),
        () if may_inherit(project, &binder_above, binder_open) => Some(Doubt::Inherited),
        () if may_inherit(project, &above, own_open) => Some(Doubt::Inherited),
        () => None,
    }
}

/// Returns whether one of several classes has a computed base, which may be any class of the project.
fn may_inherit(project: &Project, classes: &[DefinitionId], open: Open) -> bool {
    open == Open::Unknown && classes.iter().any(|class| project.bases_of(class).has_unknown)
}

/// Returns the protocols that may require the definition.
fn protocols<'t>(project: &'t Project, target: &'t Target) -> impl Iterator<Item = &'t DefinitionId> {
    let all = target.keys.iter().chain(target.related.keys()).filter_map(DefinitionId::class);
    all.filter(|asked| asks_for_members(project, asked))
}

/// Returns whether objects with the definition are used as implementations of a protocol that also has implementations
/// from outside of the project.
pub(in crate::resolve::bindings) fn is_asked_for(project: &Project, target: &Target) -> bool {
    let is_own =
        |class: &DefinitionId| target.keys.iter().filter_map(DefinitionId::class).any(|own| own == class);
    protocols(project, target).any(|asked| {
        let given = given_as(project, asked);
        let mut classes = given.iter().filter_map(|kind| match kind {
            InferredType::Class(key) | InferredType::Object(key) => Some(key),
            _ => None,
        });
        given.iter().any(is_outside) && (is_own(asked) || classes.any(is_own))
    })
}

/// Returns whether a protocol that may require the definition also has implementations from outside of the project.
pub(super) fn asks_outside(project: &Project, target: &Target) -> bool {
    protocols(project, target).any(|asked| given_as(project, asked).iter().any(is_outside))
}

const fn is_outside(kind: &InferredType) -> bool {
    matches!(kind, InferredType::External)
}

/// Returns the types of the values of variables and fields that are declared as objects of a class.
fn given_as(project: &Project, asked: &DefinitionId) -> Vec<InferredType> {
    let mut found = Vec::new();
    for file in project.files_with(&asked.name) {
        let Some(graph) = project.graph(file) else { continue };
        for binding in &graph.bindings {
            let (Some(declared), Some(value)) = (&binding.declared, &binding.value) else { continue };
            let place = Place { file, byte: binding.name.start };
            if matches!(project.class_of(place, declared, 1), Found::Definition(key, ..) if key == *asked) {
                found.push(project.kind_of(place, value, 1));
            }
        }
    }
    found
}

/// Returns whether a class is a protocol, which only states the required members of objects.
fn asks_for_members(project: &Project, class: &DefinitionId) -> bool {
    project.scopes_of_class(class).iter().any(|(file, scope)| {
        let Some(graph) = project.graph(*file) else { return false };
        let mut bases = graph.scopes[*scope].bases.iter().filter_map(|base| last_name(graph, base));
        bases.any(|base| project.rules.protocols.iter().any(|protocol| protocol == base))
    })
}

/// Returns whether the objects of a class have all members that another one requires, as far as is known.
fn has_members(project: &Project, class: &DefinitionId, asked: &DefinitionId) -> bool {
    let open = project.ancestry(class).1;
    let has = |graph: &BindingGraph, name: &str| match project.member(class, name, space::ALL, 1) {
        Found::Definition(..) => true,
        Found::Unknown => open >= Open::Foreign || graph.language.knows_member(name),
        Found::External | Found::Nowhere | Found::Module(_) => false,
    };
    let (above, _) = project.ancestry(asked);
    above.iter().flat_map(|class| project.scopes_of_class(class).to_vec()).all(|(file, scope)| {
        let Some(graph) = project.graph(file) else { return true };
        let edge = project.rules.special_edge.as_deref();
        let is_plain = |name: &&String| edge.is_none_or(|edge| !name.starts_with(edge));
        graph.scopes[scope].binds.keys().filter(is_plain).all(|name| has(graph, name))
    })
}
