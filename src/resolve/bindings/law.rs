//! The second look: after a renaming, every name must mean what it meant before.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::graph::{BindingKind, FileId, TOP};
use super::judge::{Meaning, Target, Use, Verdict, uses};
use super::lookup::{Home, Key};
use super::problem::Spot;
use super::project::Project;
use super::role::NameRole;
use crate::lang::ModuleStyle;

/// What is checked.
pub(super) struct Renamed<'a> {
    pub(super) target: &'a Target,
    pub(super) old: &'a str,
    pub(super) new: &'a str,
    pub(super) wanted: u8,
    /// What is replaced in each file, in file order.
    pub(super) edits: &'a HashMap<FileId, Vec<(Range<usize>, String)>>,
    /// The uses of the old name.
    pub(super) uses: &'a [Use],
    /// Whether the patch wrote what stands at a byte of a file.
    pub(super) is_written: &'a dyn Fn(FileId, usize) -> bool,
}

/// Where the new name is in the way.
pub(super) fn conflicts(project: &Project, renamed: &Renamed<'_>) -> Vec<Spot> {
    let Renamed { target, new, .. } = *renamed;
    let before = uses(project, new, renamed.wanted);
    let mut found = Vec::new();
    let spot = |file: FileId, at: usize| Spot {
        path: project.sources[file].path.clone(),
        at,
        label: "has the new name",
    };
    // A member of the new name in a class above or below would hide, or be hidden.
    if target.is_member {
        let relatives = super::family::relatives(project, target, &before);
        for one in &before {
            if let (NameRole::Bound(_), Meaning::Is(Key { home: Home::Class(of), space, .. })) =
                (&one.role, &one.meaning)
                && relatives.contains(of)
                // A field of the name of a function could be taken for what the patch has renamed.
                && (!project.rules.functions_apart
                    || *space == target.own.space
                    || target.kind == BindingKind::Field)
            {
                found.push(spot(one.file, one.range.start));
            }
        }
    }
    found.extend(brought_in(project, renamed).into_iter().map(|(file, at)| spot(file, at)));
    let texts: HashMap<FileId, Arc<str>> = renamed
        .edits
        .iter()
        .map(|(file, edits)| (*file, edited(&project.sources[*file].text, edits).into()))
        .collect();
    let after_project = project.with_texts(&texts);
    let after = uses(&after_project, new, renamed.wanted);
    let moves: HashMap<FileId, Shifts> =
        renamed.edits.iter().map(|(file, edits)| (*file, shifts(edits))).collect();
    let own: HashSet<Key> = target.keys.iter().map(|key| mapped(key, renamed)).collect();
    let after: HashMap<(FileId, usize, bool), &Use> =
        after.iter().map(|one| ((one.file, one.range.start, is_label(one)), one)).collect();
    for one in &before {
        let at = shifted(moves.get(&one.file), one.range.start);
        let Some(now) = after.get(&(one.file, at, is_label(one))) else { continue };
        let is_ours = |meaning: &Meaning| matches!(meaning, Meaning::Is(key) if own.contains(key));
        let meant = match &one.meaning {
            Meaning::Is(key) => Meaning::Is(mapped(key, renamed)),
            other => other.clone(),
        };
        let is_same = meant == now.meaning && !is_ours(&meant)
            || !is_ours(&now.meaning) && !matches!(meant, Meaning::Is(_));
        // The patch may have written what is to mean it.
        let is_meant =
            !matches!(one.meaning, Meaning::Is(_)) && (renamed.is_written)(one.file, one.range.start);
        if !is_same && !is_meant {
            found.push(spot(one.file, one.range.start));
        }
    }
    for one in renamed.uses.iter().filter(|one| one.verdict == Verdict::Certain) {
        let at = shifted(moves.get(&one.file), one.range.start);
        // The member of a shorthand has a place of its own afterwards.
        let is_given = matches!(one.role, NameRole::Given(_));
        let at = match one.role {
            _ if is_given || after.contains_key(&(one.file, at, is_label(one))) => at,
            // Behind a key that was written out.
            _ => at + renamed.old.len() + 2,
        };
        let starts_at = |(start, _): &(usize, isize)| *start;
        let is_edited = moves
            .get(&one.file)
            .is_some_and(|moves| moves.binary_search_by_key(&one.range.start, starts_at).is_ok());
        let Meaning::Is(_) = one.meaning else { continue };
        if !is_edited {
            continue;
        }
        let now = after.get(&(one.file, at, is_label(one)));
        let now = now.or_else(|| after.get(&(one.file, at, false)).filter(|_| is_given));
        match now.map(|now| &now.meaning) {
            Some(Meaning::Is(key)) if own.contains(key) => {}
            _ => found.push(spot(one.file, one.range.start)),
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Where files of a package bring in another package under the new name of a definition of theirs.
fn brought_in(project: &Project, renamed: &Renamed<'_>) -> Vec<(FileId, usize)> {
    let homes: HashSet<&Home> = renamed
        .target
        .keys
        .iter()
        .map(|key| &key.home)
        .filter(|home| matches!(home, Home::Space(_)))
        .collect();
    if homes.is_empty() || project.style != ModuleStyle::Folder {
        return Vec::new();
    }
    let files = project.files_with(renamed.new).into_iter();
    let imports = files.filter_map(|file| {
        let graph = project.graph(file)?;
        let home = project.space_of(file, graph, TOP).filter(|home| homes.contains(home));
        let bound = graph.bound(TOP, renamed.new).iter().map(|id| &graph.bindings[*id]);
        let mut imports = bound.filter(|binding| binding.import.is_some());
        home.and(imports.next()).map(|binding| (file, binding.name.start))
    });
    imports.collect()
}

/// Whether a name is that of a field or an argument, which may stand for a variable at once.
const fn is_label(one: &Use) -> bool {
    matches!(one.role, NameRole::Label(_) | NameRole::Given(_))
}

/// A definition as it is called afterwards.
fn mapped(key: &Key, renamed: &Renamed<'_>) -> Key {
    let is_own = renamed.target.keys.contains(key);
    let home = match &key.home {
        Home::Class(class) => Home::Class(Rc::new(mapped(class, renamed))),
        other => other.clone(),
    };
    let name = if is_own { renamed.new.into() } else { Rc::clone(&key.name) };
    Key { home, name, space: key.space }
}

/// The starts of a file's edits, in order, each with how far all text behind it moves.
type Shifts = Vec<(usize, isize)>;

fn shifts(edits: &[(Range<usize>, String)]) -> Shifts {
    let mut by = 0;
    let shift = |(range, text): &(Range<usize>, String)| {
        by += text.len() as isize - range.len() as isize;
        (range.start, by)
    };
    edits.iter().map(shift).collect()
}

/// Where a byte is after edits.
fn shifted(shifts: Option<&Shifts>, byte: usize) -> usize {
    let before = shifts.map_or(0, |shifts| shifts.partition_point(|(start, _)| *start < byte));
    let by = shifts.zip(before.checked_sub(1)).and_then(|(shifts, at)| shifts.get(at));
    byte.saturating_add_signed(by.map_or(0, |(_, by)| *by))
}

/// A text with edits in file order.
pub(super) fn edited(text: &str, edits: &[(Range<usize>, String)]) -> String {
    let mut new = String::with_capacity(text.len());
    let mut done = 0;
    for (range, with) in edits {
        new.push_str(&text[done..range.start]);
        new.push_str(with);
        done = range.end;
    }
    new.push_str(&text[done..]);
    new
}
