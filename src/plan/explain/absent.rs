//! Explains that a file is missing: what the patch did to it before, or which files have similar names.

use std::collections::{BTreeSet, VecDeque};

use crate::diag::{Code, Diagnostic};
use crate::ir::{Action, Destination, Operation, PatchPath};
use crate::plan::refusal::Refusal;
use crate::vfs::{Kind, ReadTree};

/// The maximum number of names that are examined. Only folders are listed; no file is read.
const MAX_NAMES: usize = 5_000;

/// The maximum number of names that are reported.
const MAX_TOLD: usize = 3;

/// The maximum length of paths that are compared, because the cost is quadratic.
const MAX_LENGTH: usize = 200;

/// The maximum length of absolute paths that are searched for below the root.
const MAX_WRITTEN: usize = 4_096;

/// The minimum similarity of two paths.
const ALIKE: f64 = 0.75;

/// The minimum length of a name in which one slip is considered: in shorter names, one slip turns any name into
/// another.
const MIN_NAME_LEN: usize = 3;

/// Returns a help about what an earlier operation did to the file at `path`, and the path where it is now.
pub(in crate::plan) fn earlier(
    operations: &[Operation],
    path: &PatchPath,
) -> Option<(String, Option<PatchPath>)> {
    operations.iter().rev().filter(|operation| operation.path == *path).find_map(|operation| {
        let index = operation.origin.index;
        match &operation.action {
            Action::Delete { .. } => Some((format!("operation {index} deletes it first"), None)),
            Action::Update { to: Destination::Move(to), .. } => {
                let help = format!("operation {index} moves it to `{to}` first: use that path");
                Some((help, Some(to.clone())))
            }
            Action::Update { .. }
            | Action::Create { .. }
            | Action::Edit { .. }
            | Action::Substitute(_)
            | Action::Exchange(_)
            | Action::RenameSymbol(_)
            | Action::MoveSymbol { .. } => None,
        }
    })
}

/// Formats files as help.
pub(in crate::plan) fn did_you_mean(paths: &[PatchPath]) -> Option<String> {
    let told: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
    (!told.is_empty()).then(|| format!("did you mean {}?", told.join(" or ")))
}

/// Returns the file that a path names without its first folders, and the number of these folders.
pub(in crate::plan) fn below_folders(tree: &dyn ReadTree, path: &PatchPath) -> Option<(usize, PatchPath)> {
    let ends = path.as_str().match_indices('/').map(|(at, _)| PatchPath::parse(&path.as_str()[at + 1..]));
    let is_file = |path: &PatchPath| tree.kind(path).is_ok_and(|kind| kind == Some(Kind::File));
    (1..).zip(ends).find_map(|(count, end)| Some((count, end.ok().filter(is_file)?)))
}

/// Returns the files of the tree whose paths are similar to `path`, most similar first.
pub(in crate::plan) fn similar(tree: &dyn ReadTree, path: &PatchPath) -> Vec<PatchPath> {
    if path.as_str().len() > MAX_LENGTH {
        return Vec::new();
    }
    // In a patch, `#` begins no comment, although its author may have thought so.
    let before_comment =
        path.as_str().split_once(" #").and_then(|(before, _)| PatchPath::parse(before.trim()).ok());
    if let Some(named) =
        before_comment.filter(|named| tree.kind(named).is_ok_and(|kind| kind == Some(Kind::File)))
    {
        return vec![named];
    }
    alike(files(tree), path)
}

/// Reports that there is neither a file nor a folder at a path, and suggests similar paths.
#[must_use]
pub fn missing(tree: &dyn ReadTree, path: &str) -> Diagnostic {
    let wanted = PatchPath::parse(path).ok().filter(|path| path.as_str().len() <= MAX_LENGTH);
    let similar = wanted.map(|wanted| {
        let files = files(tree);
        let around = |file: &PatchPath| -> Vec<PatchPath> {
            let ends = file.as_str().match_indices('/');
            ends.filter_map(|(end, _)| PatchPath::parse(&file.as_str()[..end]).ok()).collect()
        };
        let folders: BTreeSet<PatchPath> = files.iter().flat_map(around).collect();
        alike(folders.into_iter().chain(files).collect(), &wanted)
    });
    let help = similar.as_deref().and_then(did_you_mean);
    Diagnostic::error(Code::FileMissing, format!("`{path}` does not exist")).with_help(
        help.unwrap_or_else(|| {
            "paths are relative to the root (`--root`, else the current folder)".to_owned()
        }),
    )
}

/// Returns the refusal of patterns that match no file.
pub(in crate::plan) fn no_file(tree: &dyn ReadTree, globs: &[String]) -> Refusal {
    let message = format!("no file of the project matches `{}`", globs.join("`, `"));
    // The name of a folder may be misspelled.
    let absent = globs.iter().find_map(|glob| {
        let (folder, _) = glob.split(['*', '?', '[', '{']).next()?.rsplit_once('/')?;
        let folder = PatchPath::parse(folder.trim_start_matches("./")).ok()?;
        matches!(tree.kind(&folder), Ok(None)).then_some(folder)
    });
    let help = match absent.map(|folder| missing(tree, folder.as_str())) {
        Some(told) => [vec![told.message], told.help].concat().join("; "),
        None => "patterns are relative to the root, and files that `.gitignore` excludes are not \
                 part of the project"
            .to_owned(),
    };
    Refusal::new(Code::CountMismatch, message).with_help(help)
}

/// Returns the paths that are similar to another one, most similar first.
fn alike(all: Vec<PatchPath>, path: &PatchPath) -> Vec<PatchPath> {
    let wanted = path.as_str().to_lowercase();
    let name = path.file_name().to_lowercase();
    let mut found: Vec<(f64, PatchPath)> = Vec::new();
    for file in all {
        let own = file.as_str().to_lowercase();
        let mut likeness = strsim::normalized_levenshtein(&wanted, &own);
        // In a short name, one slip or a missing extension changes much of it.
        let is_slip = || wanted.len() >= MIN_NAME_LEN && strsim::damerau_levenshtein(&wanted, &own) == 1;
        let is_bare = || own.strip_prefix(&wanted).is_some_and(|rest| rest.starts_with('.'));
        if likeness < ALIKE && (is_slip() || is_bare()) {
            likeness = ALIKE;
        }
        if file.file_name().to_lowercase() == name {
            // The right name in another folder is likelier than another name in the right folder.
            likeness = likeness.mul_add(0.25, 0.75);
        }
        if likeness >= ALIKE {
            found.push((likeness, file));
        }
    }
    found.sort_by(|left, right| right.0.total_cmp(&left.0).then_with(|| left.1.cmp(&right.1)));
    found.into_iter().take(MAX_TOLD).map(|(_, path)| path).collect()
}

/// Adds to the refusal of an absolute path the file below the root that its longest matching end names.
///
/// Where agents run, the root is often another folder than the one that the path begins with.
pub(in crate::plan) fn with_relative_path(tree: &dyn ReadTree, mut refused: Diagnostic) -> Diagnostic {
    let written = refused.operation.as_ref().map_or("", |operation| &operation.path);
    let is_absolute = written.starts_with('/') || written.as_bytes().get(1) == Some(&b':');
    if refused.code != Code::PathRefused || !is_absolute || written.len() > MAX_WRITTEN {
        return refused;
    }
    let is_file = |path: &PatchPath| tree.kind(path).is_ok_and(|kind| kind == Some(Kind::File));
    let mut ends = written.match_indices('/').filter_map(|(at, _)| PatchPath::parse(&written[at + 1..]).ok());
    if let Some(path) = ends.find(is_file) {
        refused.help = vec![format!("write `{path}`")];
        refused.repair = Some(serde_json::json!({ "path": path.as_str() }));
    }
    refused
}

/// Returns the files of the tree, uppermost first, up to the limit.
fn files(tree: &dyn ReadTree) -> Vec<PatchPath> {
    let mut files = Vec::new();
    let mut looked_at = 0;
    let mut folders: VecDeque<Option<PatchPath>> = VecDeque::from([None]);
    while let Some(folder) = folders.pop_front() {
        let names = match &folder {
            None => tree.list_root(),
            Some(folder) => tree.list(folder),
        };
        for (name, kind) in names.unwrap_or_default() {
            looked_at += 1;
            if looked_at > MAX_NAMES {
                return files;
            }
            let inner = folder.as_ref().map_or_else(|| PatchPath::parse(&name), |folder| folder.join(&name));
            match (kind, inner) {
                (Kind::File, Ok(inner)) if inner.as_str().len() <= MAX_LENGTH => files.push(inner),
                (Kind::Folder, Ok(inner)) => folders.push_back(Some(inner)),
                _ => {}
            }
        }
    }
    files
}
