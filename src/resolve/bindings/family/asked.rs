//! Definitions that code outside of the project is known to use by their names.

use crate::resolve::bindings::file::graph::FileId;
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, Found};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::used::{Meaning, Target, Use};
use crate::text::normal::find_word;

/// Returns whether a class is that of an object literal, which has only the members of its type.
fn is_written_out(project: &Project, class: &DefinitionId) -> bool {
    let shapes = project.rules.shapes.as_ref();
    let is_literal = |(file, scope): &(FileId, usize)| {
        let kind = project.graph(*file).map_or("", |graph| &graph.scopes[*scope].kind);
        shapes.is_some_and(|shapes| shapes.literals.iter().any(|literal| literal == kind))
    };
    project.scopes_of_class(class).iter().any(is_literal)
}

/// Returns whether a use is a binding of the definition that is marked as an override, while no class of the project
/// above it has such a function.
fn replaces_foreign(project: &Project, target: &Target, one: &Use) -> bool {
    let (NameRole::Bound(id), Meaning::Is(key)) = (&one.role, &one.meaning) else { return false };
    let Container::Class(of) = &key.container else { return false };
    let is_above =
        |class: &DefinitionId| class != &**of && project.own_member(class, &key.name, key.space).is_some();
    let words = &project.rules.overrides;
    target.keys.contains(key)
        && words.iter().any(|word| project.has_word_before(one.file, *id, word))
        && !project.ancestry(of).0.iter().any(is_above)
}

/// Returns whether code outside of the project certainly uses a definition by its name.
pub(in crate::resolve::bindings) fn is_asked_for(
    project: &Project,
    target: &Target,
    uses: &[Use],
    doubt: Doubt,
) -> bool {
    let Some(graph) = project.graph(target.file) else { return false };
    let name = &*target.own.name;
    let is_known =
        || graph.language.knows_member(name) || graph.language.knows_member(&format!("global:{name}"));
    let mut classes = target.keys.iter().filter_map(DefinitionId::class);
    match doubt {
        Doubt::Inherited => {
            let mut is_standard = || {
                classes.any(|class| {
                    let bases = project.bases_of(class);
                    let has_other = bases.has_foreign || bases.has_unknown;
                    // In languages with override markers, a function without one overrides nothing.
                    let is_silent = project.rules.overrides.is_empty();
                    bases.has_standard && is_silent
                        || (bases.has_standard || has_other) && is_written_out(project, class)
                })
            };
            uses.iter().any(|one| replaces_foreign(project, target, one)) || is_known() && is_standard()
        }
        Doubt::RequiredOutside => classes
            .any(|class| crate::resolve::bindings::types::structural::is_of_a_set(project, class, name)),
        Doubt::Fixed => {
            let id = graph.by_byte.get(&target.byte);
            let of_trait = id.and_then(|id| project.trait_of(target.file, *id));
            matches!(of_trait, Some(Found::External)) || graph.is_fixed(target.byte)
        }
        _ => false,
    }
}

/// Returns whether a member has a name of the standard library in a class that delegates missing members to another
/// object: without the member, that object would be asked for it.
pub(in crate::resolve::bindings) fn stands_for_another(project: &Project, target: &Target) -> bool {
    let Some(graph) = project.graph(target.file) else { return false };
    let rules = project.rules;
    let asks_another = |class: &DefinitionId| {
        rules.fallbacks.iter().filter_map(|name| project.own_member(class, name, u8::MAX)).any(
            |(file, id)| {
                let graph = project.graph(file);
                let code = graph.and_then(|graph| {
                    let scope = graph.bindings[id].body_scope?;
                    Some(graph.slice(&graph.scopes[scope].range))
                });
                let code = code.unwrap_or_default();
                rules.dynamic.iter().any(|word| find_word(code, word).is_some())
            },
        )
    };
    target.is_member
        && !rules.fallbacks.is_empty()
        && graph.language.knows_member(&target.own.name)
        && target.keys.iter().filter_map(DefinitionId::class).any(asks_another)
}
