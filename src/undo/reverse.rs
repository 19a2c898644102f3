//! Turns a record into the plan that reverses it, provided that every file is as the run left it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::record::{After, Before, Entry, Record};
use crate::commit::Digest;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Format, PatchPath};
use crate::plan::{Content, FileChange, NewFile, Node, Plan, PlannedFolders, Summary};
use crate::vfs::{Kind, ReadTree, TreeError};

/// The maximum number of files that a message names as still reversible.
const MAX_NAMED_FILES: usize = 4;

/// Returns the plan that reverses a recorded run.
///
/// # Errors
/// Returns a problem for every path that is not as the run left it (`changed-meanwhile`), or that cannot be read (`io`,
/// `path-refused`).
pub fn reverse(record: &Record, tree: &dyn ReadTree) -> Result<Plan, Vec<Diagnostic>> {
    let moves = Moves::of(record);
    let made: HashSet<&PatchPath> = record.made.iter().collect();
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    for entry in &record.entries {
        match moves.change(entry, &made, tree) {
            Ok(change) => files.push(change),
            // If the run created the file, the message that it is gone is sufficient.
            Err(problem) => problems.push(match &entry.before {
                Before::File { .. } | Before::Link(_) if is_as_before(entry, tree) => as_before(&entry.path),
                _ => problem,
            }),
        }
    }
    if let Some(last) = problems.last_mut() {
        last.help = next_step(record, &files, tree).into_iter().collect();
        return Err(problems);
    }
    Ok(moves.plan(record, files))
}

/// Like [`reverse`], but gives up at the first path that is not as the run left it, without looking at the others.
pub(crate) fn reverse_untouched(record: &Record, tree: &dyn ReadTree) -> Option<Plan> {
    let moves = Moves::of(record);
    let made: HashSet<&PatchPath> = record.made.iter().collect();
    let files: Result<Vec<FileChange>, Diagnostic> =
        record.entries.iter().map(|entry| moves.change(entry, &made, tree)).collect();
    Some(moves.plan(record, files.ok()?))
}

/// Returns summary lines for folders that no other line implies: those that were empty.
fn folders(record: &Record) -> Vec<Summary> {
    let paths = record.entries.iter().map(|entry| &entry.path);
    let folders = record.emptied.iter().map(|(folder, _)| folder).chain(&record.made);
    let mut told: HashSet<PatchPath> = HashSet::new();
    for path in paths.chain(folders) {
        let mut above = path.parent();
        while let Some(folder) = above.filter(|folder| !told.contains(folder)) {
            above = folder.parent();
            told.insert(folder);
        }
    }
    let is_untold = |folder: &&PatchPath| !told.contains(*folder);
    let back = record.emptied.iter().map(|(folder, _)| folder).filter(is_untold);
    let gone = record.made.iter().filter(is_untold);
    back.cloned().map(Summary::Added).chain(gone.cloned().map(Summary::Deleted)).collect()
}

/// The files that a run moved.
struct Moves<'r> {
    /// For each old path, the present path of the file, so that the file is moved back with all its attributes.
    from: HashMap<&'r PatchPath, &'r PatchPath>,
    /// The present paths of files that are moved back.
    back: HashSet<&'r PatchPath>,
}

impl<'r> Moves<'r> {
    fn of(record: &'r Record) -> Self {
        let gone: HashSet<&PatchPath> = record
            .entries
            .iter()
            .filter(|entry| matches!((&entry.before, &entry.after), (Before::File { .. }, After::Nothing)))
            .map(|entry| &entry.path)
            .collect();
        let mut moves = Self { from: HashMap::new(), back: HashSet::new() };
        for entry in record.entries.iter().filter(|entry| entry.before == Before::Nothing) {
            if let Some(source) = entry.source.as_ref().filter(|source| gone.contains(source))
                && !moves.from.contains_key(source)
            {
                moves.from.insert(source, &entry.path);
                moves.back.insert(&entry.path);
            }
        }
        moves
    }

    /// Returns the change that restores a path, if it is as the run left it.
    fn change(
        &self,
        entry: &Entry,
        made: &HashSet<&PatchPath>,
        tree: &dyn ReadTree,
    ) -> Result<FileChange, Diagnostic> {
        let before = now(entry, made, tree)?;
        let source = self.from.get(&entry.path).copied().cloned();
        Ok(FileChange { path: entry.path.clone(), before, after: old_file(entry), source })
    }

    /// Returns the plan of the changes that restore all paths of a record.
    fn plan(&self, record: &Record, files: Vec<FileChange>) -> Plan {
        let own = record.entries.iter().filter_map(|entry| self.line(entry));
        Plan {
            // No patch was parsed; any format will do, and this one makes the least assumptions about lines.
            format: Format::Chunk,
            files,
            summary: own.chain(folders(record)).collect(),
            operations: Arc::default(),
            warnings: Vec::new(),
            folders: PlannedFolders::Known { made: record.emptied.clone(), removed: record.made.clone() },
        }
    }

    /// Returns the summary line of a path; a file that is moved back has only one.
    fn line(&self, entry: &Entry) -> Option<Summary> {
        let path = entry.path.clone();
        match (&entry.before, &entry.after) {
            (Before::Nothing, After::Nothing) => None,
            (Before::Nothing, _) if self.back.contains(&path) => None,
            (Before::Nothing, _) => Some(Summary::Deleted(path)),
            (_, After::Nothing) => Some(match self.from.get(&path) {
                Some(origin) => Summary::Renamed((*origin).clone(), path),
                None => Summary::Added(path),
            }),
            _ => Some(Summary::Modified(path)),
        }
    }
}

/// Returns the present state of a path, if it is as the run left it.
fn now(entry: &Entry, made: &HashSet<&PatchPath>, tree: &dyn ReadTree) -> Result<Option<Node>, Diagnostic> {
    let path = &entry.path;
    let moved_on = |what: &str| Err(moved_on(path, what));
    let kind = match tree.kind(path) {
        Ok(kind) => kind,
        // A component of the path is not a folder: the path counts as free, and the commit will report the problem.
        Err(TreeError::Refused(_)) => None,
        Err(error) => return Err(unread(path, &error)),
    };
    match (&entry.after, kind) {
        (After::Nothing, None) => Ok(None),
        // The run itself replaced a file by a folder.
        (After::Nothing, Some(Kind::Folder)) if made.contains(path) => Ok(None),
        (After::Nothing, Some(_)) => moved_on("a file exists there again"),
        (_, None) => moved_on("it is gone"),
        (After::File { mode, digest }, Some(Kind::File)) => {
            let file = tree.read(path).map_err(|error| unread(path, &error))?;
            if file.mode != *mode {
                return moved_on("its mode has changed");
            }
            if Digest::of(&file.bytes) != *digest {
                return moved_on("its content has changed");
            }
            Ok(Some(Node::File(file)))
        }
        (After::Link(target), Some(Kind::Link)) => match tree.link_target(path) {
            Ok(found) if found == *target => Ok(Some(Node::Link)),
            Ok(_) => moved_on("it points elsewhere"),
            Err(error) => Err(unread(path, &error)),
        },
        (After::File { .. } | After::Link(_), Some(_)) => moved_on("another file is there"),
    }
}

fn moved_on(path: &PatchPath, what: &str) -> Diagnostic {
    Diagnostic::error(
        Code::ChangedMeanwhile,
        format!("`{path}` is not as the run left it: {what}; nothing was changed"),
    )
}

/// Returns the problem for a file that something else, such as `git checkout`, has already restored.
fn as_before(path: &PatchPath) -> Diagnostic {
    moved_on(path, "it is as it was before the run")
}

/// Returns whether a path is as it was before the run.
fn is_as_before(entry: &Entry, tree: &dyn ReadTree) -> bool {
    match &entry.before {
        Before::Nothing => matches!(tree.kind(&entry.path), Ok(None)),
        Before::File { bytes, mode, .. } => {
            tree.read(&entry.path).is_ok_and(|file| file.mode == *mode && file.bytes == *bytes)
        }
        Before::Link(target) => tree.link_target(&entry.path).is_ok_and(|found| found == *target),
    }
}

/// Returns whether every path is as it was before the run.
pub(crate) fn is_taken_back(record: &Record, tree: &dyn ReadTree) -> bool {
    record.entries.iter().all(|entry| is_as_before(entry, tree))
}

/// Returns advice on a run that cannot be reversed; `left` contains the paths that are still as the run left them.
fn next_step(record: &Record, left: &[FileChange], tree: &dyn ReadTree) -> Option<String> {
    if is_taken_back(record, tree) {
        let told =
            "nothing is left to undo; `chunk undo --list` shows earlier runs, `chunk undo ID` undoes one";
        return Some(told.to_owned());
    }
    let shown: Vec<String> =
        left.iter().take(MAX_NAMED_FILES).map(|file| format!("`{}`", file.path)).collect();
    let more = if left.len() > MAX_NAMED_FILES { ", …" } else { "" };
    (!shown.is_empty()).then(|| {
        format!(
            "a run is undone as a whole or not at all; {}{more} can still be restored, by hand or from version \
             control",
            shown.join(", ")
        )
    })
}

fn unread(path: &PatchPath, error: &TreeError) -> Diagnostic {
    let code = if matches!(error, TreeError::Refused(_)) { Code::PathRefused } else { Code::Io };
    Diagnostic::error(code, format!("`{path}`: {error}"))
}

/// Returns the earlier state of a path, to be written again.
fn old_file(entry: &Entry) -> Option<NewFile> {
    match &entry.before {
        Before::Nothing => None,
        Before::File { bytes, mode, kept } => Some(NewFile {
            mode: Some(*mode),
            kept: kept.clone(),
            ..NewFile::of(Content::Bytes(bytes.clone()))
        }),
        Before::Link(target) => Some(NewFile::of(Content::Link(target.clone().into()))),
    }
}
