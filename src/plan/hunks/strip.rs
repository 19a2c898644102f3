//! Strips folder names from the paths of diffs that were made outside the tree, such as `foo-1.0.orig/src/a.c`.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::ir::{Action, Destination, Operation, Patch, PatchPath, PathStyle};
use crate::vfs::ReadTree;

/// The prefixes of the two sides of a diff.
const SIDES: [&str; 2] = ["a", "b"];

/// Returns the operations of the patch with every path resolved in the tree.
pub(in crate::plan) fn resolve_paths<'p>(patch: &'p Patch, tree: &dyn ReadTree) -> Cow<'p, [Operation]> {
    if patch.operations.iter().all(|operation| operation.path_style == PathStyle::Exact) {
        return Cow::Borrowed(&patch.operations);
    }
    let mut folders = folders_to_strip(&patch.operations, tree);
    folders.extend(compared_folders(&patch.operations, tree));
    folders.extend(folders_of_new(&patch.operations, tree));
    let strip = |path: &PatchPath| stripped(path, &folders, tree).unwrap_or_else(|| path.clone());
    let mut operations = patch.operations.clone();
    for operation in &mut operations {
        match operation.path_style {
            PathStyle::Exact => continue,
            PathStyle::MayNeedStrip | PathStyle::MayNameCompared | PathStyle::NewInCompared => {
                strip_operation(operation, &strip);
            }
            PathStyle::MayBeBackup => {}
            PathStyle::MayEndLine => operation.path = at_end(&operation.path, tree),
        }
        let path = operation.path.clone();
        resolve_move_paths(operation, &path, tree);
    }
    Cow::Owned(operations)
}

fn strip_operation(operation: &mut Operation, strip: &dyn Fn(&PatchPath) -> PatchPath) {
    operation.path = strip(&operation.path);
    if let Action::Update { to: Destination::Move(to) | Destination::Copy(to), .. } = &mut operation.action {
        *to = strip(to);
    }
}

/// Turns a move into a change in place if its two headers name one file, or if only the new name exists (`a.c.orig` and
/// `a.c`), or if only the old name exists and the new one is a name for another state of it (`a.c` and `a.c.new`).
fn resolve_move_paths(operation: &mut Operation, path: &PatchPath, tree: &dyn ReadTree) {
    let Action::Update { to, hunks, .. } = &mut operation.action else { return };
    let Destination::Move(target) = to else { return };
    let has_hunks = !hunks.is_empty();
    let is_backup_name = has_hunks && !exists(tree, path) && exists(tree, target);
    let is_new_name = has_hunks
        && matches!(operation.path_style, PathStyle::MayBeBackup | PathStyle::MayNeedStrip)
        && is_aside(target, path)
        && exists(tree, path)
        && !exists(tree, target);
    if is_backup_name {
        operation.path = target.clone();
    }
    if is_backup_name || is_new_name || target == path {
        *to = Destination::Stay;
    }
}

/// Returns the last word of a line as a path, if that exists and the whole line does not.
fn at_end(line: &PatchPath, tree: &dyn ReadTree) -> PatchPath {
    let last = line.as_str().split_whitespace().next_back().and_then(|word| PatchPath::parse(word).ok());
    last.filter(|last| !exists(tree, line) && exists(tree, last)).unwrap_or_else(|| line.clone())
}

/// Suffixes of file names for other states of a file that are kept beside it.
const ASIDE: [&str; 10] =
    ["~", ".orig", ".old", ".bak", ".new", ".mod", ".modified", ".patched", ".fixed", ".debian"];

fn is_aside(path: &PatchPath, of: &PatchPath) -> bool {
    path.as_str().strip_prefix(of.as_str()).is_some_and(|suffix| ASIDE.contains(&suffix))
}

fn exists(tree: &dyn ReadTree, path: &PatchPath) -> bool {
    matches!(tree.kind(path), Ok(Some(_)))
}

/// Returns the first path components that are to be stripped: no path with the component exists as written, and one
/// exists without it. For a file that is changed, its lines confirm that it is the right one; nothing confirms this for
/// a file that is created or deleted, so an existing folder is not stripped then.
fn folders_to_strip(operations: &[Operation], tree: &dyn ReadTree) -> HashSet<String> {
    let mut folders = HashSet::new();
    let mut inner: HashSet<&str> = HashSet::new();
    for operation in operations.iter().filter(|operation| operation.path_style == PathStyle::MayNeedStrip) {
        for path in operation.paths() {
            let Some((first, rest)) = path.components().next().zip(path.strip_first()) else { continue };
            let is_told = matches!(&operation.action, Action::Update { hunks, .. } if !hunks.is_empty())
                && !SIDES.contains(&first);
            if exists(tree, path) {
                inner.insert(first);
            } else if exists(tree, &rest)
                && (is_told || path.first_folder().is_none_or(|folder| !exists(tree, &folder)))
            {
                folders.insert(first.to_owned());
            }
        }
    }
    folders.retain(|folder| !inner.contains(folder.as_str()));
    // Both sides of a diff have a folder of their own: if one is stripped, so is the other.
    for operation in operations.iter().filter(|operation| operation.path_style == PathStyle::MayNeedStrip) {
        let firsts: Vec<&str> =
            operation.paths().into_iter().filter_map(|path| path.components().next()).collect();
        if firsts.iter().any(|first| folders.contains(*first)) {
            folders.extend(firsts.into_iter().map(str::to_owned));
        }
    }
    folders
}

/// Returns the folders that `git diff --no-index old new` compared: neither exists, and the file exists without them.
fn compared_folders(operations: &[Operation], tree: &dyn ReadTree) -> HashSet<String> {
    let mut folders = HashSet::new();
    for operation in operations.iter().filter(|operation| operation.path_style == PathStyle::MayNameCompared)
    {
        let [old, new] = operation.paths()[..] else { continue };
        let is_absent = |path: &PatchPath| path.first_folder().is_some_and(|first| !exists(tree, &first));
        let is_there = || old.strip_first().is_some_and(|rest| exists(tree, &rest));
        if old.differs_in_first_folder(new) && is_absent(old) && is_absent(new) && is_there() {
            folders.extend(
                [old, new].into_iter().filter_map(|path| path.components().next()).map(str::to_owned),
            );
        }
    }
    folders
}

/// Returns the folders of new files that another folder was compared with, unless they exist.
fn folders_of_new(operations: &[Operation], tree: &dyn ReadTree) -> HashSet<String> {
    let new = operations.iter().filter(|operation| operation.path_style == PathStyle::NewInCompared);
    let folders = new.filter_map(|operation| operation.path.first_folder());
    folders.filter(|folder| !exists(tree, folder)).map(|folder| folder.as_str().to_owned()).collect()
}

fn stripped(path: &PatchPath, folders: &HashSet<String>, tree: &dyn ReadTree) -> Option<PatchPath> {
    let first = path.components().next()?;
    if folders.contains(first) && !exists(tree, path) { path.strip_first() } else { None }
}
