//! Finds the files of a project: those below the root that match patterns and are not ignored by git, through
//! `.gitignore` files, `.git/info/exclude` or the user's excludes file.
//!
//! Invariant: only the tree is asked, so links are not followed and nothing outside of the root is listed.

use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::overlay::Overlay;
use crate::diag::Code;
use crate::ir::{PatchPath, PathProblem};
use crate::plan::refusal::Refusal;
use crate::vfs::{Excluded, Kind, ReadTree};

/// The file in which a folder lists what does not belong to the project.
const IGNORE_FILE: &str = ".gitignore";

/// Folders into which package managers install foreign code. They do not belong to a project unless a pattern names
/// them.
pub(crate) const INSTALLED_FOLDERS: [&str; 2] = ["node_modules", "site-packages"];

/// Returns the files of the project, after the changes of the patch, that match one of `globs` and none of those with
/// `!`, sorted.
pub(in crate::plan) fn find_files(
    overlay: &Overlay<'_, '_>,
    globs: &[String],
) -> Result<Vec<PatchPath>, Refusal> {
    let wanted = FilePatterns::new(globs)?;
    let mut files = Vec::new();
    let mut folders = vec![Folder { path: None, rules: excluded_by(overlay.tree()) }];
    while let Some(mut folder) = folders.pop() {
        folder.rules.extend(rules_of(overlay.tree(), folder.path.as_ref()));
        for (path, kind) in names_in(overlay.tree(), folder.path.as_ref())? {
            if is_ignored(&folder.rules, &path, kind) {
                continue;
            }
            match kind {
                Kind::Folder if is_installed(&path, globs) => {}
                Kind::Folder => folders.push(Folder { path: Some(path), rules: folder.rules.clone() }),
                Kind::File if wanted.takes(&path) && overlay.is_kept(&path) => files.push(path),
                Kind::File | Kind::Link | Kind::Other => {}
            }
        }
    }
    files.extend(overlay.made().filter(|path| wanted.takes(path)).cloned());
    files.sort();
    files.dedup();
    Ok(files)
}

/// Returns whether a folder contains installed packages and no pattern names it.
fn is_installed(folder: &PatchPath, globs: &[String]) -> bool {
    let own = folder.as_str().rsplit('/').next().unwrap_or_default();
    INSTALLED_FOLDERS.contains(&own) && !globs.iter().any(|glob| !glob.starts_with('!') && glob.contains(own))
}

/// A folder to be searched; `None` is the root.
struct Folder {
    path: Option<PatchPath>,
    /// The rules of the parent folders, outermost first.
    rules: Vec<Arc<Rules>>,
}

/// The ignore rules of one file.
struct Rules {
    patterns: Gitignore,
    /// The path from the folder of the patterns to the root, with a final slash, if that folder is above the root.
    before: String,
}

fn names_in(tree: &dyn ReadTree, folder: Option<&PatchPath>) -> Result<Vec<(PatchPath, Kind)>, Refusal> {
    let names = match folder {
        None => tree.list_root(),
        Some(folder) => tree.list(folder),
    };
    let names = names.map_err(|error| match folder {
        Some(folder) => Refusal::from_tree(error, folder),
        None => Refusal::new(Code::Io, format!("the root cannot be listed: {error}")),
    })?;
    // A name that no patch may contain (`.git`, or one with control characters) is not a file of the project.
    let joined = names.into_iter().filter_map(|(name, kind)| {
        let path = folder.map_or_else(|| PatchPath::parse(&name), |folder| folder.join(&name));
        Some((path.ok()?, kind))
    });
    Ok(joined.collect())
}

/// Returns the rules of the repository that contains the root.
fn excluded_by(tree: &dyn ReadTree) -> Vec<Arc<Rules>> {
    let Some(Excluded { texts, way_down }) = tree.excluded() else { return Vec::new() };
    let before = if way_down.is_empty() { way_down } else { format!("{way_down}/") };
    texts.iter().filter_map(|text| rules_in(text, "", before.clone())).collect()
}

/// Returns the rules of a folder's own ignore file.
fn rules_of(tree: &dyn ReadTree, folder: Option<&PatchPath>) -> Option<Arc<Rules>> {
    let path = match folder {
        None => PatchPath::parse(IGNORE_FILE),
        Some(folder) => folder.join(IGNORE_FILE),
    };
    let file = tree.read(&path.ok()?).ok()?;
    rules_in(&String::from_utf8_lossy(&file.bytes), folder.map_or("", PatchPath::as_str), String::new())
}

/// Parses the rules in a text, which are relative to `folder`.
fn rules_in(text: &str, folder: &str, before: String) -> Option<Arc<Rules>> {
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.lines() {
        // As in git, a line that is not a pattern ignores nothing.
        drop(builder.add_line(None, line));
    }
    Some(Arc::new(Rules { patterns: builder.build().ok()?, before }))
}

/// Returns whether the innermost rule that matches a path ignores it.
fn is_ignored(rules: &[Arc<Rules>], path: &PatchPath, kind: Kind) -> bool {
    let found = rules.iter().rev().map(|rules| {
        let is_folder = kind == Kind::Folder;
        match rules.before.as_str() {
            "" => rules.patterns.matched(path.as_str(), is_folder),
            before => rules.patterns.matched(format!("{before}{path}"), is_folder),
        }
    });
    found.filter(|found| !found.is_none()).map(|found| found.is_ignore()).next().unwrap_or(false)
}

/// The patterns of an operation, in order, each with whether it excludes what it matches.
pub(in crate::plan) struct FilePatterns(Vec<(Gitignore, bool)>);

impl FilePatterns {
    pub(in crate::plan) fn new(globs: &[String]) -> Result<Self, Refusal> {
        let read = |glob: &String| {
            let (pattern, leaves_out) = match glob.strip_prefix('!') {
                Some(pattern) => (pattern, true),
                None => (glob.as_str(), false),
            };
            if pattern.split('/').any(|part| part == "..") {
                let message = format!("`{glob}` is refused: {}", PathProblem::Parent);
                return Err(Refusal::new(Code::PathRefused, message)
                    .with_help("patterns match files below the root, as in `src/**/*.py`"));
            }
            let mut builder = GitignoreBuilder::new("");
            let added = builder.add_line(None, pattern.strip_prefix("./").unwrap_or(pattern));
            let built = added.and_then(|builder| builder.build()).map_err(|error| {
                Refusal::new(Code::PathRefused, format!("`{glob}` is not a valid path pattern: {error}"))
            })?;
            Ok((built, leaves_out))
        };
        globs.iter().map(read).collect::<Result<_, _>>().map(Self)
    }

    /// Returns whether the last pattern that matches a file, or a folder around it, includes it.
    pub(in crate::plan) fn takes(&self, path: &PatchPath) -> bool {
        let matches = |pattern: &Gitignore| {
            matches!(pattern.matched_path_or_any_parents(path.as_str(), false), Match::Ignore(_))
        };
        let last = self.0.iter().rev().find(|(pattern, _)| matches(pattern));
        last.is_some_and(|(_, leaves_out)| !leaves_out)
    }
}
