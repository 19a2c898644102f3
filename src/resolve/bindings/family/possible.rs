//! Definitions that may be one with another, though nothing that is written says so: in a class whose base is only known
//! while the program runs, and in types that ask for members without being named.

use std::collections::{HashMap, HashSet};

use crate::resolve::bindings::file::graph::{Graph, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::found::{ExprKind, Found, Home, Key, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::classes::{Open, last_name};
use crate::resolve::bindings::used::{Meaning, Target, Use};

/// The classes that bind a name, in the order of their places.
fn binders(uses: &[Use]) -> Vec<&Key> {
    let mut found: Vec<&Key> = Vec::new();
    for one in uses {
        if let (NameRole::Bound(_) | NameRole::Given(_), Meaning::Is(key @ Key { home: Home::Class(_), .. })) =
            (&one.role, &one.meaning)
            && !found.contains(&key)
        {
            found.push(key);
        }
    }
    found
}

/// The definitions of a name that may be one with some, each with the reason.
pub(in crate::resolve::bindings) fn related(
    project: &Project,
    keys: &HashSet<Key>,
    uses: &[Use],
) -> HashMap<Key, Doubt> {
    let rules = project.rules;
    let mut found = HashMap::new();
    if !rules.duck_typed && rules.shapes.is_none() {
        return found;
    }
    let mut known: Vec<&Key> = keys.iter().collect();
    let binders = binders(uses);
    let together: Vec<Vec<Key>> = uses.iter().filter_map(|one| asked_together(project, one)).collect();
    let is_together = |one: &Key, other: &Key| {
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

/// The members that a use may mean whose object may be of several classes.
fn asked_together(project: &Project, one: &Use) -> Option<Vec<Key>> {
    let of = match (&one.role, &one.meaning) {
        (_, Meaning::OneOf(keys)) => return Some(keys.clone()),
        (NameRole::Member(of), Meaning::Unknown(Doubt::OtherObject)) => of,
        _ => return None,
    };
    let name = project.graph(one.file)?.slice(&one.range);
    match project.kind_of(Place { file: one.file, byte: one.range.start }, of, 0) {
        ExprKind::Either(classes) => {
            Some(project.members_of_either(&classes, name).into_iter().flatten().collect())
        }
        _ => None,
    }
}

impl Project {
    /// The member of a name that an object has of each of these classes.
    pub(in crate::resolve::bindings) fn members_of_either(
        &self,
        classes: &[Key],
        name: &str,
    ) -> Vec<Option<Key>> {
        let member = |class: &Key| match self.member(class, name, space::ALL, 0) {
            Found::Key(key, ..) => Some(key),
            _ => None,
        };
        classes.iter().map(member).collect()
    }
}

/// Why two members of one name may be one.
fn relation(project: &Project, one: &Key, other: &Key) -> Option<Doubt> {
    let (class, binder) = (one.class()?, other.class()?);
    if class == binder || one.name != other.name || one.space != other.space {
        return None;
    }
    let asks =
        |asked: &Key, given: &Key| asks_for_members(project, asked) && has_members(project, given, asked);
    let (above, own_open) = project.ancestry(class);
    let (binder_above, binder_open) = project.ancestry(binder);
    match () {
        () if asks(binder, class) || asks(class, binder) => Some(Doubt::Shape),
        // What inherits from the other already is one with it.
        () if above.contains(binder) || binder_above.contains(class) => Some(Doubt::Inherited),
        () if may_inherit(project, &binder_above, binder_open) => Some(Doubt::Inherited),
        () if may_inherit(project, &above, own_open) => Some(Doubt::Inherited),
        () => None,
    }
}

/// Whether one of some classes has a base that is calculated, and so may be any class of the project.
fn may_inherit(project: &Project, classes: &[Key], open: Open) -> bool {
    open == Open::Unknown && classes.iter().any(|class| project.bases_of(class).has_unknown)
}

/// The protocols that may ask for the definition.
fn protocols<'t>(project: &'t Project, target: &'t Target) -> impl Iterator<Item = &'t Key> {
    let all = target.keys.iter().chain(target.related.keys()).filter_map(Key::class);
    all.filter(|asked| asks_for_members(project, asked))
}

/// Whether the definition is given where a protocol asks for it, and what is outside of the project, too.
pub(in crate::resolve::bindings) fn is_asked_for(project: &Project, target: &Target) -> bool {
    let is_own = |class: &Key| target.keys.iter().filter_map(Key::class).any(|own| own == class);
    protocols(project, target).any(|asked| {
        let given = given_as(project, asked);
        let mut classes = given.iter().filter_map(|kind| match kind {
            ExprKind::Class(key) | ExprKind::Object(key) => Some(key),
            _ => None,
        });
        given.iter().any(is_outside) && (is_own(asked) || classes.any(is_own))
    })
}

/// Whether a protocol that may ask for the definition asks for what is outside of the project, too.
pub(super) fn asks_outside(project: &Project, target: &Target) -> bool {
    protocols(project, target).any(|asked| given_as(project, asked).iter().any(is_outside))
}

const fn is_outside(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::External)
}

/// What variables and fields are given that are declared to be an object of a class.
fn given_as(project: &Project, asked: &Key) -> Vec<ExprKind> {
    let mut found = Vec::new();
    for file in project.files_with(&asked.name) {
        let Some(graph) = project.graph(file) else { continue };
        for binding in &graph.bindings {
            let (Some(declared), Some(value)) = (&binding.declared, &binding.value) else { continue };
            let place = Place { file, byte: binding.name.start };
            if matches!(project.class_of(place, declared, 1), Found::Key(key, ..) if key == *asked) {
                found.push(project.kind_of(place, value, 1));
            }
        }
    }
    found
}

/// Whether a class only says what members an object must have.
fn asks_for_members(project: &Project, class: &Key) -> bool {
    project.scopes_of_class(class).iter().any(|(file, scope)| {
        let Some(graph) = project.graph(*file) else { return false };
        let mut bases = graph.scopes[*scope].bases.iter().filter_map(|base| last_name(graph, base));
        bases.any(|base| project.rules.protocols.iter().any(|protocol| protocol == base))
    })
}

/// Whether the objects of a class have all members that another one asks for, as far as is known.
fn has_members(project: &Project, class: &Key, asked: &Key) -> bool {
    let open = project.ancestry(class).1;
    let has = |graph: &Graph, name: &str| match project.member(class, name, space::ALL, 1) {
        Found::Key(..) => true,
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
