//! Decides for each use of a name whether it refers to a definition.

mod expected;
mod labels;
mod macro_items;
mod meaning;
mod members;
mod namesakes;
mod strings;
mod used_name;

use std::collections::HashMap;

use crate::lang::field;
use crate::resolve::bindings::file::graph::{FileId, TOP, space};
use crate::resolve::bindings::file::links;
use crate::resolve::bindings::file::role::NameRole;
use crate::resolve::bindings::file::tokens;
use crate::resolve::bindings::lookup::results::{Container, DefinitionId, InferredType, Module, Place};
use crate::resolve::bindings::problem::Doubt;
use crate::resolve::bindings::project::Project;
use crate::resolve::bindings::types::classes::Open;
use crate::resolve::bindings::used::{Meaning, Target, Use, Verdict};
use macro_items::member_in_macro;
use meaning::{meaning, token_field};
use namesakes::NamesakeStatistics;
pub(super) use strings::is_made_name;
use used_name::UsedName;

/// Returns all uses of a word in the files that contain it, each with its meaning.
pub(super) fn uses(project: &Project, name: &str, wanted: u8) -> Vec<Use> {
    let mut found = Vec::new();
    for file in project.files_with(name) {
        let Some(graph) = project.graph(file) else {
            found.extend(project.places_of(file, name).map(|at| Use {
                file,
                range: at..at + name.len(),
                role: NameRole::Unread,
                meaning: Meaning::Unknown(Doubt::Unread),
                verdict: Verdict::Undecidable(Doubt::Unread),
                wanted: space::ALL,
                is_unlikely: false,
            }));
            continue;
        };
        let unsure = tokens::unsure(graph, name);
        let verdict = Verdict::Unrelated;
        let is_unlikely = false;
        // Words in excluded conditional branches are in the text, but not in the tree.
        for at in project.places_of(file, name) {
            let range = at..at + name.len();
            if project.is_in_example(file, &range) {
                continue;
            }
            let role = match graph.slice(&range) == name {
                true => graph.role(&range),
                false => NameRole::Unread,
            };
            let used = UsedName { project, graph, place: Place { file, byte: at }, range: &range };
            if let Some(callee) = graph.shorthands.get(&at) {
                let role = NameRole::Label(callee.clone());
                let meaning = meaning(used, &role, wanted);
                let range = range.clone();
                let wanted =
                    if graph.rules().shared_type_value_definitions { space::ALL } else { space::FIELD };
                found.push(Use { file, range, role, meaning, verdict, wanted, is_unlikely });
            }
            if let Some(id) = graph.field_variables.get(&at) {
                let (range, role) = (range.clone(), NameRole::Given(*id));
                let meaning = Meaning::Is(project.key_of(file, *id, 0));
                let wanted = space::ALL;
                found.push(Use { file, range, role, meaning, verdict, wanted, is_unlikely });
            }
            if let Some(meaning) = token_field(used, &role) {
                let wanted = space::FIELD;
                found.push(Use { file, range, role, meaning, verdict, wanted, is_unlikely });
                continue;
            }
            let mut meaning = meaning(used, &role, wanted);
            if unsure.contains(&at) {
                meaning = match meaning {
                    _ if let Some(member) = member_in_macro(used, &role) => member,
                    Meaning::Is(key) => Meaning::Possible(key, Doubt::Macro),
                    Meaning::Unknown(doubt) => Meaning::PossiblyExternal(doubt),
                    other => other,
                };
            }
            let wanted = graph.wanted(&range);
            found.push(Use { file, range, role, meaning, verdict, wanted, is_unlikely });
        }
    }
    found
}

/// Returns whether a use is unqualified or a binding, in a declaration of another file for the module of the
/// definition.
fn is_declared_for(project: &Project, target: &Target, one: &Use) -> bool {
    if target.is_member || !matches!(one.role, NameRole::Bound(_) | NameRole::Plain) {
        return false;
    }
    let declared = project.graph(one.file).and_then(|graph| {
        let block = graph.foreign_declarations.iter().find(|block| block.contains(&one.range.start))?;
        let node = graph.tree.root_node().descendant_for_byte_range(block.start, block.end)?;
        let name = graph.slice(&field(node, "name")?.byte_range());
        project.module(one.file, name.trim_matches(['"', '\'']))
    });
    matches!(declared, Some(Module::File(file, TOP)) if file == target.file)
}

/// Sets the verdicts of all uses.
pub(super) fn judge(project: &Project, target: &Target, name: &str, uses: &mut [Use]) {
    let rivals = NamesakeStatistics::of(project, target, name, uses);
    let mut holding: HashMap<FileId, bool> = HashMap::new();
    let is_given = std::cell::LazyCell::new(|| project.is_given_as_object(target, name));
    let mut may_hold = |file, doubt| {
        let mut of_file =
            || *holding.entry(file).or_insert_with(|| project.may_hold_module(file, target, name));
        match doubt {
            Doubt::OtherObject | Doubt::OtherClass | Doubt::Quoted | Doubt::Destructured => {
                of_file() || *is_given
            }
            _ => doubt == Doubt::Inherited && *is_given,
        }
    };
    let has_mark = !project.mark_of(&target.own.name).is_empty();
    for one in uses.iter_mut() {
        one.verdict = match &one.meaning {
            Meaning::Prose => {
                let linked = links::linked(project, one.file, &one.range);
                match linked.or_else(|| links::introduced(project, one.file, &one.range)) {
                    Some(key) if target.keys.contains(&key) => Verdict::Certain,
                    _ => Verdict::Mention,
                }
            }
            // A private name is never used without its mark.
            _ if has_mark && one.role != NameRole::Text && !is_marked(project, one) => Verdict::Unrelated,
            _ if is_declared_for(project, target, one) => Verdict::Undecidable(Doubt::BoundAgain),
            Meaning::Not | Meaning::Unknown(_) if rivals.may_be_made(one) => {
                Verdict::Undecidable(Doubt::OtherObject)
            }
            Meaning::Not => Verdict::Unrelated,
            Meaning::Is(key) if target.keys.contains(key) => {
                match is_bound_again(project, target, one, key) {
                    true => Verdict::Undecidable(Doubt::BoundAgain),
                    false => Verdict::Certain,
                }
            }
            Meaning::OneOf(keys) => {
                let is_own = |key: &&DefinitionId| target.keys.contains(*key);
                match keys.iter().filter(is_own).count() {
                    0 if !keys.iter().any(|key| target.related.contains_key(key)) => Verdict::Unrelated,
                    count if count == keys.len() => Verdict::Certain,
                    _ if matches!(one.role, NameRole::Token(_)) => Verdict::Undecidable(Doubt::Macro),
                    _ => Verdict::Undecidable(Doubt::OtherObject),
                }
            }
            Meaning::Possible(key, doubt) if target.keys.contains(key) => Verdict::Undecidable(*doubt),
            Meaning::Possible(_, doubt @ Doubt::Macro)
                if target.space == space::FIELD && tokens::is_given_to_own_macro(project, one) =>
            {
                Verdict::Undecidable(*doubt)
            }
            Meaning::Is(key) | Meaning::Possible(key, _) => {
                target.related.get(key).map_or(Verdict::Unrelated, |doubt| Verdict::Undecidable(*doubt))
            }
            Meaning::Unknown(doubt @ Doubt::Unread) => Verdict::Undecidable(*doubt),
            Meaning::Unknown(_) if one.role == NameRole::Text && !target.is_member => Verdict::Mention,
            Meaning::Unknown(doubt @ Doubt::Macro)
                if target.space == space::FIELD && tokens::is_given_to_own_macro(project, one) =>
            {
                Verdict::Undecidable(*doubt)
            }
            Meaning::PossiblyExternal(_) | Meaning::Unknown(_) if one.wanted & target.space == 0 => {
                Verdict::Unrelated
            }
            // A variable that is bound in the same tokens is no member of an object.
            Meaning::PossiblyExternal(Doubt::Macro)
                if target.is_member && tokens::stands_alone(project, one) =>
            {
                Verdict::Unrelated
            }
            // Only members are inherited.
            Meaning::PossiblyExternal(Doubt::Inherited) if !target.is_member => Verdict::Unrelated,
            Meaning::PossiblyExternal(_) if target.is_member && rivals.is_blind(one.file) => {
                Verdict::Unrelated
            }
            Meaning::PossiblyExternal(doubt) => Verdict::Undecidable(*doubt),
            Meaning::Unknown(_) if !rivals.may_see(project, one.file) => Verdict::Unrelated,
            Meaning::Unknown(doubt)
                if !target.is_member && is_taken_from_object(one, *doubt) && may_hold(one.file, *doubt) =>
            {
                Verdict::Undecidable(*doubt)
            }
            Meaning::Unknown(Doubt::OtherClass) if is_below_other_classes(project, target, one) => {
                Verdict::Unrelated
            }
            // What an example gets from elsewhere is hardly an object of the project.
            Meaning::Unknown(Doubt::OtherClass) if project.home_file(one.file) != one.file => {
                Verdict::Mention
            }
            Meaning::Unknown(doubt) => {
                let is_stranger = *doubt == Doubt::OtherClass;
                let is_alone = !is_stranger && !rivals.is_known && !rivals.may_be_foreign(project, one.file);
                rivals.verdict_by_rivals(target, one, *doubt, is_alone)
            }
        };
    }
    crate::resolve::bindings::types::alike::doubt_alike(project, target, uses);
    crate::resolve::bindings::types::converted::doubt_converted(project, target, uses);
}

/// Returns whether the object of a use belongs to a class of the standard library, and no class with the definition
/// inherits from that library.
fn is_below_other_classes(project: &Project, target: &Target, one: &Use) -> bool {
    let (NameRole::Member(of) | NameRole::Reached(Some(of))) = &one.role else { return false };
    let place = Place { file: one.file, byte: one.range.start };
    if !matches!(project.kind_of(place, of, 0), InferredType::LibraryObject(_)) {
        return false;
    }
    let own: Vec<DefinitionId> = target.keys.iter().filter_map(DefinitionId::class).cloned().collect();
    let may_inherit = |class: &DefinitionId| project.ancestry(class).1 != Open::No;
    !own.iter().chain(&project.all_subclasses_of(&own)).any(may_inherit)
}

/// Returns whether a use is a member of an object, or what a pattern takes out of one.
fn is_taken_from_object(one: &Use, doubt: Doubt) -> bool {
    match one.role {
        NameRole::Member(_) | NameRole::Reached(Some(_)) => true,
        NameRole::Label(_) => doubt == Doubt::Destructured,
        _ => false,
    }
}

/// Returns whether a use has the mark of private names.
fn is_marked(project: &Project, one: &Use) -> bool {
    project.graph(one.file).is_none_or(|graph| graph.marked(&one.range) != one.range)
}

/// Returns whether a file binds the definition a second time, in languages where that is an error.
fn is_bound_again(project: &Project, target: &Target, one: &Use, key: &DefinitionId) -> bool {
    let is_other = one.file == target.file && one.range.start != target.byte && target.own == *key;
    let is_shared = !matches!(key.container, Container::Scope(..));
    matches!(one.role, NameRole::Bound(_)) && is_other && is_shared && project.rules.typed_objects
}
