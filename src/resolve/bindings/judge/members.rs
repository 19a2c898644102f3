//! The meaning of members of objects, classes and modules.

use super::used_name::{UsedName, of_found};
use crate::lang::ExpressionKind;
use crate::resolve::bindings::file::expr::path_last;
use crate::resolve::bindings::file::graph::{BindingGraph, Expr, space};
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{DefinitionId, Found, InferredType, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::classes::Open;
use crate::resolve::bindings::used::Meaning;

/// Returns the meaning of a member of an object or a module.
pub(super) fn of_member(used: UsedName<'_>, of: &Expr) -> Meaning {
    let UsedName { project, graph, place, range } = used;
    let name = graph.slice(range);
    let is_path = graph.code_before(range.start).ends_with("::");
    if is_path && !is_of_object(project, graph, place, of) {
        if let Some(found) = project.trait_member_in_block(place, of, name, graph.wanted(range)) {
            return of_found(project, found, graph);
        }
        let owner = project.resolve(place, of, space::TYPE, 0);
        return match project.member_of(&owner, name, graph.wanted(range), 0) {
            // An external type may have the member through a trait of the project.
            Found::External
                if graph.rules().explicit_overrides
                    && !is_module_name(graph, of)
                    && project.is_blanket_member(name) =>
            {
                Meaning::Unknown(Doubt::OtherObject)
            }
            // A name after a type can only be a member of the type.
            Found::Nowhere | Found::Unknown if matches!(owner, Found::Definition(..)) => {
                Meaning::Unknown(Doubt::OtherObject)
            }
            Found::Nowhere | Found::Unknown => Meaning::Unknown(Doubt::Unresolved),
            found => of_found(project, found, graph),
        };
    }
    if graph.rules().separate_function_namespace && graph.role(range) != NameRole::Plain {
        let expr = Expr::Member(Box::new(of.clone()), range.clone());
        let wanted = graph.wanted(range);
        // A name after the name of a package.
        if project.is_package_path(place, &expr) {
            match project.resolve(place, &expr, wanted, 0) {
                Found::Definition(key, ..) => return Meaning::Is(key),
                Found::Module(_) => return Meaning::Not,
                _ => {}
            }
        }
    }
    match project.kind_of(place, of, 0) {
        ref kind @ (InferredType::Object(ref key) | InferredType::Class(ref key)) => {
            match project.member(key, name, graph.side(kind, project, graph.wanted(range)), 0) {
                Found::Definition(found, ..) => Meaning::Is(found),
                // The class has a member of the name, but not one that is accessible this way.
                _ if graph.rules().shapes.is_some() && project.own_member(key, name, u8::MAX).is_some() => {
                    Meaning::PossiblyExternal(Doubt::OtherObject)
                }
                Found::External => Meaning::Not,
                _ if let Some(found) = project.spread_member(key, name) => of_found(project, found, graph),
                _ if project.has_own_members_only(key) && !project.is_blanket_member(name) => Meaning::Not,
                _ if let Some(meaning) = of_delegate(used, key) => meaning,
                // A class that inherits from both may have the member.
                _ => match project.members_of_subclasses(key, name) {
                    Some(keys) => Meaning::OneOf(keys),
                    None if graph.rules().duck_typed && project.lacks_member(key, name) => {
                        Meaning::Unknown(Doubt::OtherClass)
                    }
                    None => Meaning::Unknown(Doubt::Inherited),
                },
            }
        }
        InferredType::Either(ref keys) => of_either(project, keys, name, Doubt::OtherObject),
        ref kind @ (InferredType::Super(ref key) | InferredType::SuperClass(ref key)) => {
            match project.inherited(key, name, graph.side(kind, project, graph.wanted(range))) {
                Found::Definition(key, ..) => Meaning::Is(key),
                _ if graph.rules().typed_objects
                    && matches!(project.ancestry(key).1, Open::Standard | Open::Foreign) =>
                {
                    Meaning::Not
                }
                _ => Meaning::PossiblyExternal(Doubt::Inherited),
            }
        }
        InferredType::Module(module) => match project.in_module(&module, name, space::ALL, 0) {
            Found::Nowhere | Found::Unknown if project.may_have_elsewhere(&module, name) => {
                Meaning::PossiblyExternal(Doubt::Unresolved)
            }
            found => of_found(project, found, graph),
        },
        // The variable is declared with an external type, but assigned an object of the project.
        _ if graph.rules().duck_typed && is_given_member(project, place, of, name) => {
            Meaning::Unknown(Doubt::OtherObject)
        }
        InferredType::Function(file, id) if project.is_set_on((file, id), name) => {
            project.member_by_cast((file, id), name).map_or(Meaning::Not, Meaning::Is)
        }
        InferredType::Function(file, id) if graph.rules().duck_typed && project.is_itself(file, id) => {
            Meaning::Not
        }
        InferredType::External if graph.rules().closed_externals => Meaning::Not,
        ref kind @ (InferredType::External | InferredType::ExternalResult)
            if graph.rules().explicit_overrides
                && (*kind == InferredType::ExternalResult || project.is_value_outside(place, of)) =>
        {
            match project.is_blanket_member(name) {
                true => Meaning::PossiblyExternal(Doubt::OtherObject),
                false => Meaning::Unknown(Doubt::OtherClass),
            }
        }
        InferredType::ExternalResult => Meaning::Unknown(Doubt::OtherClass),
        InferredType::ContainerOf(_)
        | InferredType::MapOf(..)
        | InferredType::Tuple(_)
        | InferredType::FunctionReturning(_)
            if graph.rules().typed_objects =>
        {
            Meaning::Not
        }
        InferredType::Unknown if graph.rules().typed_objects => match of {
            // The members of an unresolved package are unknown.
            Expr::Name(_) if project.resolve(place, of, space::ALL, 0) == Found::Unknown => {
                Meaning::PossiblyExternal(Doubt::Unresolved)
            }
            _ => Meaning::Unknown(Doubt::OtherObject),
        },
        // Code that accesses a member which the class lacks expects an object of a subclass.
        InferredType::LibraryObject(ref class) if !project.has_known_member(class, name) => {
            Meaning::Unknown(Doubt::OtherClass)
        }
        InferredType::Plain
        | InferredType::LibraryObject(_)
        | InferredType::OpaqueGeneric
        | InferredType::Cell(..)
        | InferredType::ContainerOf(_)
        | InferredType::ResultOf(..)
        | InferredType::MapOf(..)
        | InferredType::Tuple(_)
            if !project.is_blanket_member(name) =>
        {
            Meaning::Not
        }
        _ => Meaning::Unknown(Doubt::OtherObject),
    }
}

/// Returns the meaning of a member that a class lacks, and whose objects stand for another one; `None` if it is unknown.
fn of_delegate(used: UsedName<'_>, class: &DefinitionId) -> Option<Meaning> {
    let UsedName { project, graph, range, .. } = used;
    let name = graph.slice(range);
    match project.delegate_of(class, 0)? {
        InferredType::Object(inner) => match project.member(&inner, name, graph.wanted(range), 0) {
            Found::Definition(key, ..) => Some(Meaning::Is(key)),
            _ if project.has_own_members_only(&inner) && !project.is_blanket_member(name) => {
                Some(Meaning::Not)
            }
            _ => None,
        },
        InferredType::Plain
        | InferredType::ContainerOf(_)
        | InferredType::MapOf(..)
        | InferredType::Tuple(_)
        | InferredType::OpaqueGeneric
            if !project.is_blanket_member(name) =>
        {
            Some(Meaning::Not)
        }
        _ => None,
    }
}

/// Returns whether the last name of a path is that of a module, judged by its first letter: `std::mem`.
fn is_module_name(graph: &BindingGraph, path: &Expr) -> bool {
    let last = path_last(path).map_or("", |name| graph.slice(name));
    let tree = graph.rules().tree.as_ref();
    let is_one = |words: &[String]| words.iter().any(|word| word == last);
    let is_type = tree.is_none_or(|tree| is_one(&tree.prelude) && !is_one(&tree.standard));
    last.starts_with(char::is_lowercase) && !is_type
}

/// Returns whether the part before a function reference (`::`) is an object, and not a type.
fn is_of_object(project: &Project, graph: &BindingGraph, place: Place, of: &Expr) -> bool {
    let has_references = graph.rules().expressions.iter().any(|rule| rule.is == ExpressionKind::Reference);
    has_references
        && !matches!(project.resolve(place, of, space::TYPE, 0), Found::Definition(..))
        && matches!(
            project.kind_of(place, of, 0),
            InferredType::Object(_) | InferredType::Either(_) | InferredType::Super(_)
        )
}

/// Returns the meaning of a member of an object that belongs to one of several classes; `doubt` applies if some of them
/// have no member of the name.
pub(super) fn of_either(project: &Project, classes: &[DefinitionId], name: &str, doubt: Doubt) -> Meaning {
    let members: Option<Vec<DefinitionId>> = project.members_of_either(classes, name).into_iter().collect();
    match members.as_deref() {
        Some([first, rest @ ..]) if rest.iter().all(|key| key == first) => Meaning::Is(first.clone()),
        Some(members) => Meaning::OneOf(members.to_vec()),
        None => Meaning::Unknown(doubt),
    }
}

/// Returns whether a variable is assigned an object of a class that has a member of a name, whatever its declared type.
fn is_given_member(project: &Project, place: Place, of: &Expr, name: &str) -> bool {
    let Found::Definition(_, file, id) = project.resolve(place, of, space::VALUE, 0) else { return false };
    let value = project.graph(file).and_then(|graph| {
        let binding = &graph.bindings[id];
        let value = binding.value.as_ref().filter(|_| binding.declared.is_some())?;
        Some(project.kind_of(Place { file, byte: binding.name.start }, value, 0))
    });
    matches!(value, Some(InferredType::Object(class)) if project.own_member(&class, name, u8::MAX).is_some())
}
