//! Renames a definition in all files that include it.

use std::collections::BTreeMap;

use super::found_uses::FoundUses;
use super::project::find_each;
use super::requested::RequestedDefinition;
use crate::ir::{PatchPath, Unproven};
use crate::resolve::bindings::{
    CountNeed, DefinitionQuery, LabeledPlace, NamedUse, ProjectFiles, RenameOptions, RenameProblem,
    RenameQuestion, Renaming, Verdict,
};
use crate::resolve::symbol::SymbolMatch;
use crate::text::{Edit, EditSet};

/// Finds all uses of the name of a definition.
///
/// # Errors
/// The definition has no name that can be searched for.
pub fn find_uses_by_includes(question: &DefinitionQuery<'_>) -> Result<Vec<NamedUse>, RenameProblem> {
    let mut uses = find_places_by_includes(question)?;
    uses.retain(|one| !one.range.is_empty());
    Ok(uses)
}

/// Finds all uses of the names of several definitions of a file, each as if it were the only one; none of one that has no
/// name that can be searched for. No two may have the same name.
#[must_use]
pub fn find_uses_each_by_includes(
    files: &ProjectFiles<'_>,
    path: &PatchPath,
    all: &[&SymbolMatch],
) -> Vec<Vec<NamedUse>> {
    let definition = |found| RequestedDefinition { path, found, new: "", all_overloads: false };
    let asked: Vec<_> = all.iter().map(|found| definition(found)).collect();
    let found = find_each(files, &asked).unwrap_or_default().into_iter().map(|found| {
        let mut uses = found.map(|found| found.uses).unwrap_or_default();
        uses.retain(|one| !one.range.is_empty());
        uses
    });
    found.chain(std::iter::repeat_with(Vec::new)).take(all.len()).collect()
}

/// Finds all uses of the name of a definition, and the places without the name that prevent a rename, such as an
/// unknown base class: their range is empty.
///
/// # Errors
/// The definition has no name that can be searched for.
pub fn find_places_by_includes(question: &DefinitionQuery<'_>) -> Result<Vec<NamedUse>, RenameProblem> {
    Ok(find(question, "", false)?.uses)
}

/// Renames a definition and all of its uses.
///
/// # Errors
/// The new name is not possible, or there are undecidable uses.
pub fn rename_by_includes(
    question: &DefinitionQuery<'_>,
    wish: &RenameOptions<'_>,
) -> Result<Renaming, RenameProblem> {
    let renaming = renaming(find(question, wish.new_name, wish.is_set)?, &of_one(question.found, wish));
    let is_one_of_several = !wish.is_set && is_overload(question.found);
    renaming.map_err(|problem| if is_one_of_several { problem.with_count_needed() } else { problem })
}

/// Returns the wish for a definition. If undecidable uses may mean another overload of the name, they cannot be vouched
/// for without a count.
fn of_one<'w>(found: &SymbolMatch, wish: &RenameOptions<'w>) -> RenameOptions<'w> {
    match (wish.unproven, wish.count) {
        (Unproven::Rename, None) if !wish.is_set && is_overload(found) => {
            RenameOptions { unproven: Unproven::Refuse, ..*wish }
        }
        _ => *wish,
    }
}

/// Returns whether a definition is one of several overloads, so that its address contains the parameters.
#[must_use]
pub fn is_overload(found: &SymbolMatch) -> bool {
    found.address.contains('(')
}

/// Renames definitions of one project together, each as if it were the only one, up to the first that cannot be
/// renamed; `None` if the project cannot be read. No name may be the old or new name of two of them.
pub fn rename_each_by_includes(
    files: &ProjectFiles<'_>,
    asked: &[RenameQuestion<'_>],
) -> Option<Vec<Renaming>> {
    let definitions = asked.iter().map(|one| RequestedDefinition {
        path: one.path,
        found: one.found,
        new: one.options.new_name,
        all_overloads: one.options.is_set,
    });
    let found = find_each(files, &definitions.collect::<Vec<_>>()).ok()?;
    let each = found.into_iter().zip(asked);
    Some(
        each.map_while(|(found, one)| renaming(found.ok()?, &of_one(one.found, &one.options)).ok()).collect(),
    )
}

fn find(question: &DefinitionQuery<'_>, new: &str, is_set: bool) -> Result<FoundUses, RenameProblem> {
    let definition =
        RequestedDefinition { path: question.path, found: question.found, new, all_overloads: is_set };
    let found = find_each(&question.files, &[definition])?;
    found.into_iter().next().ok_or(RenameProblem::NotKnown)?
}

fn renaming(found: FoundUses, wish: &RenameOptions<'_>) -> Result<Renaming, RenameProblem> {
    let is_wanted = |path: &PatchPath| (wish.is_wanted)(path);
    let undecided: Vec<LabeledPlace> = found
        .uses
        .iter()
        .filter_map(|one| match one.verdict {
            Verdict::Undecidable(doubt) if is_wanted(&one.path) => {
                Some(LabeledPlace { path: one.path.clone(), at: one.range.start, label: doubt.label() })
            }
            _ => None,
        })
        .collect();
    let is_unlikely = |path: &PatchPath, at: usize| found.unlikely.contains(&(path.clone(), at));
    let unproven = |places: Vec<LabeledPlace>| RenameProblem::Unproven {
        unlikely: places.iter().filter(|spot| is_unlikely(&spot.path, spot.at)).cloned().collect(),
        needs_count: if found.is_shared { CountNeed::ForAll } else { CountNeed::None },
        places,
    };
    wish.check_vouched(&undecided).map_err(|problem| match problem {
        RenameProblem::Unproven { places, .. } => unproven(places),
        other => other,
    })?;
    let is_vouched_at_once = wish.unproven == Unproven::Rename && wish.count.is_none();
    // Some uses may mean others of the name, depending on template arguments.
    if is_vouched_at_once && found.is_shared {
        return Err(unproven(undecided));
    }
    // The patch itself may have written uses that are to mean the definition.
    let is_meant =
        |spot: &LabeledPlace| found.conflicting_uses.contains(spot) && (wish.is_written)(&spot.path, spot.at);
    let places: Vec<LabeledPlace> = found.conflicts.iter().filter(|spot| !is_meant(spot)).cloned().collect();
    if !places.is_empty() {
        return Err(RenameProblem::Taken { places, unless_kind_stated: false });
    }
    if wish.keeps_alias {
        return Err(RenameProblem::NoAlias);
    }
    let is_outside =
        |one: &&NamedUse| one.verdict == Verdict::Certain && !one.range.is_empty() && !is_wanted(&one.path);
    let outside = found.uses.iter().filter(is_outside);
    let outside = outside.map(|one| LabeledPlace { path: one.path.clone(), at: one.range.start, label: "" });
    let mut edits: BTreeMap<&PatchPath, Vec<Edit>> = BTreeMap::new();
    let (mut mentions, mut left) = (Vec::new(), Vec::new());
    for one in found.uses.iter().filter(|one| is_wanted(&one.path) && !one.range.is_empty()) {
        let follows = match one.verdict {
            Verdict::Certain => true,
            Verdict::Undecidable(doubt) if is_vouched_at_once && is_unlikely(&one.path, one.range.start) => {
                left.push(LabeledPlace { path: one.path.clone(), at: one.range.start, label: doubt.label() });
                false
            }
            Verdict::Undecidable(_) => wish.unproven == Unproven::Rename,
            Verdict::Mention => {
                mentions.push(LabeledPlace { path: one.path.clone(), at: one.range.start, label: "" });
                false
            }
            Verdict::Unrelated => false,
        };
        if follows {
            let edit = Edit { range: one.range.clone(), text: wish.new_name.to_owned() };
            edits.entry(&one.path).or_default().push(edit);
        }
    }
    let edits = edits
        .into_iter()
        .map(|(path, edits)| (path.clone(), EditSet::new(edits).expect("names are disjoint")));
    Ok(Renaming {
        newly_resolved: Vec::new(),
        kept: Vec::new(),
        edits: edits.collect(),
        moved: None,
        mentions,
        is_confined: false,
        undecided,
        left,
        outside: outside.collect(),
        old: found.old,
    })
}
