//! Runs that reverse an earlier run, using the record that it left.

use std::collections::HashSet;
use std::path::Path;

use super::folder::{HeldFolder, note, open_tree};
use super::{Options, fill_in_files};
use crate::diag::{Code, Diagnostic};
use crate::ir::PatchPath;
use crate::report::{Report, Reversed, RunMode};
use crate::undo::{
    Cause, Id, Name, Record, RecordStore, choose, commit_recorded, count_reversible, is_in_force,
    is_taken_back, reverse,
};
use crate::vfs::ReadTree;

/// Reverses an earlier run on the folder `root`: the run whose record is named by `id`, or otherwise the last run that
/// has not been reversed. The reversal leaves a record of its own, by which it can be reversed in turn.
///
/// Records are looked for in [`Options::undo`]; without it, none is found. If the run cannot be reversed, all files are
/// unchanged, and [`Report::errors`] contains the reasons: `no-undo-record` if there is no record, `changed-meanwhile`
/// for files that have changed since.
#[must_use]
pub fn undo_in(root: &Path, id: Option<&str>, mode: RunMode, options: &Options<'_>) -> Report {
    let mut report = Report { mode, ..Report::default() };
    match run(root, id, options, &mut report) {
        Ok(()) => report,
        Err(errors) => report.refused(errors),
    }
}

fn run(
    root: &Path,
    id: Option<&str>,
    options: &Options<'_>,
    report: &mut Report,
) -> Result<(), Vec<Diagnostic>> {
    let mut held = HeldFolder::open(root, options.commit.stop).map_err(|error| vec![error])?;
    report.warnings.extend(note(&held.recovered));
    let mut store = store(root, options).map_err(|error| vec![error])?;
    let (name, record) = find(root, id, &mut store).map_err(|error| vec![error])?;
    let plan = match reverse(&record, &held.tree) {
        Ok(plan) => plan,
        Err(mut errors) => {
            let is_left = !is_taken_back(&record, &held.tree);
            let way = is_left.then(|| way_out(name, &record, &mut store));
            let other = if id.is_none() { other_run(name, &mut store, &held.tree) } else { None };
            if let Some(last) = errors.last_mut() {
                last.help.extend(way.into_iter().chain(other));
            }
            return Err(errors);
        }
    };
    fill_in_files(&plan, options.detail, &held.tree, report);
    if report.mode == RunMode::Real {
        let cause = Cause { undoes: Some(name.id), patch: None };
        let done = commit_recorded(&plan, &mut held.tree, &options.commit, &mut store, cause);
        let done = done.map_err(|error| vec![error])?;
        report.warnings.extend(done.warnings);
        report.undo = done.id;
        let left = store.names().map_or(0, |names| count_reversible(&names));
        report.reversed = Some(Reversed { id: name.id, left });
    }
    Ok(())
}

fn store(root: &Path, options: &Options<'_>) -> Result<RecordStore, Diagnostic> {
    let state = options.undo.ok_or_else(|| {
        Diagnostic::error(Code::NoUndoRecord, "no state folder is known, so no run left a record")
            .with_help("set `HOME` or `XDG_STATE_HOME` before a patch is applied")
    })?;
    Ok(RecordStore::at(state, root))
}

/// The maximum number of earlier runs that are checked for one that can be reversed.
const MAX_TRIED: usize = 20;

/// Returns what to do so that a run can be reversed: later runs have to be reversed first, or a change that is not from
/// a run.
fn way_out(stale: Name, record: &Record, store: &mut RecordStore) -> String {
    let names = store.names().unwrap_or_default();
    let paths: HashSet<&PatchPath> = record.entries.iter().map(|entry| &entry.path).collect();
    let later = names.iter().rev().take_while(|name| name.id != stale.id);
    let in_force = later.filter(|name| name.undoes.is_none() && is_in_force(&names, name.id));
    let mut is_of_these = |name: &&Name| {
        let record = store.read(**name).ok();
        record.is_some_and(|record| record.entries.iter().any(|entry| paths.contains(&entry.path)))
    };
    let later: Vec<String> = in_force
        .take(MAX_TRIED)
        .filter(&mut is_of_these)
        .map(|name| format!("`chunk undo {}`", name.id))
        .collect();
    match later.is_empty() {
        true => format!(
            "no later run did that: take the change back (an editor, a formatter or version control made it), then \
             `chunk undo {}` works",
            stale.id
        ),
        false => {
            format!("a later run changed these files, which must be undone first: {}", later.join(", then "))
        }
    }
}

/// Returns a hint on the last run, before the one that cannot be reversed, that can be reversed, with the files that it
/// changed. The user may have meant another run.
fn other_run(stale: Name, store: &mut RecordStore, tree: &dyn ReadTree) -> Option<String> {
    let names = store.names().ok()?;
    let earlier = names.iter().rev().skip_while(|name| name.id != stale.id).skip(1);
    let in_force = earlier.filter(|name| name.undoes.is_none() && is_in_force(&names, name.id));
    for name in in_force.take(MAX_TRIED) {
        let Some(record) = store.read(*name).ok().filter(|record| reverse(record, tree).is_ok()) else {
            continue;
        };
        let first = record.entries.first().map_or_else(String::new, |entry| format!("`{}`", entry.path));
        let more = match record.entries.len() {
            0 | 1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        return Some(format!(
            "an earlier run, which changed {first}{more}, can be undone without it: `chunk undo {}`",
            name.id
        ));
    }
    None
}

/// Returns the requested record.
fn find(root: &Path, id: Option<&str>, store: &mut RecordStore) -> Result<(Name, Record), Diagnostic> {
    let names = store.names()?;
    let wanted = id.map(|id| Id::parse(id).ok_or_else(|| no_such(root, id))).transpose()?;
    let name = choose(&names, wanted).ok_or_else(|| match id {
        Some(id) => no_such(root, id),
        None => nothing(root, names.is_empty()),
    })?;
    Ok((name, store.read(name)?))
}

fn no_such(root: &Path, id: &str) -> Diagnostic {
    let message = format!("`{id}` is not a record of a run on `{}`", root.display());
    Diagnostic::error(Code::NoUndoRecord, message)
        .with_help("`chunk undo --list` shows the records of the root")
}

fn nothing(root: &Path, is_empty: bool) -> Diagnostic {
    let root = root.display();
    if is_empty {
        Diagnostic::error(Code::NoUndoRecord, format!("no run on `{root}` left a record"))
            .with_help("use `--root DIR` with exactly the folder that the run was given")
    } else {
        Diagnostic::error(
            Code::NoUndoRecord,
            format!("every run on `{root}` that left a record has been undone"),
        )
        .with_help("`chunk undo --list` shows them; `chunk undo ID` with the ID of an undo redoes the run")
    }
}

/// Information on a run, from its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordInfo {
    /// The name of the record, its size, and the record of the run that it reversed.
    pub name: Name,
    /// Whether no later run has reversed it.
    pub is_in_force: bool,
    /// The status letter and path of everything that it changed; `None` if the record cannot be read.
    pub files: Option<Vec<(char, String)>>,
}

/// Returns the records of runs on the folder `root`, the newest first.
///
/// # Errors
/// Fails if no state folder is given, if it belongs to another user, or if it cannot be read.
pub fn records_in(root: &Path, options: &Options<'_>) -> Result<Vec<RecordInfo>, Diagnostic> {
    // A root that does not exist has no records, and nothing to undo.
    drop(open_tree(root)?);
    let mut store = store(root, options)?;
    let names = store.names()?;
    let mut info = |name: &Name| {
        let record = store.read(*name).ok();
        let files = record.map(|record| {
            record.entries.iter().map(|entry| (entry.letter(), entry.path.to_string())).collect()
        });
        RecordInfo { name: *name, is_in_force: is_in_force(&names, name.id), files }
    };
    Ok(names.iter().rev().map(&mut info).collect())
}
