//! Detects whether the root is only a part of a project, so that a renaming may miss users above it.
//!
//! In the folders above, only the names of files that mark projects are looked up; nothing is opened there.

use super::callers::note;
use crate::ir::{Action, FileSet, PatchPath, Substitution, SymbolRenaming};
use crate::lang::Language;
use crate::plan::done::Warning;
use crate::plan::run::Run;
use crate::vfs::{OuterFolder, ReadTree};

/// Names that mark the top of a project in any language.
const REPOSITORIES: [&str; 4] = [".git", ".hg", ".svn", ".jj"];
/// The maximum number of folders above the root that are examined.
const MAX_LEVELS: usize = 32;

impl Run<'_, '_> {
    /// Adds one note, if the root is part of a project, that uses above the root were not searched for.
    pub(in crate::plan) fn note_outside(&mut self) {
        let Some(operation) = self.over_project.and_then(|at| self.operations.get(at)) else { return };
        let Some(project) = project_around(self.overlay.tree(), &marks_for(&operation.path)) else { return };
        let OuterFolder { name, way_down, .. } = project;
        let text = format!(
            "the root is only part of the project in `{name}`, and the rest was not examined; to \
             include it, use `--root {name}`, with `{way_down}/` before each path"
        );
        self.warnings.push(note(operation, Warning::Failing(text)));
    }

    /// Remembers that an operation searched the project, unless it limits its files itself.
    pub(in crate::plan) fn looked_over_project(&mut self, at: usize) {
        let is_limited = match &self.operations[at].action {
            Action::RenameSymbol(SymbolRenaming { files, .. }) => has_folder(files),
            Action::Substitute(Substitution { files, .. }) => *files == FileSet::Named || has_folder(files),
            _ => false,
        };
        if !is_limited {
            self.over_project.get_or_insert(at);
        }
    }
}

/// Returns whether patterns name a folder or a file, instead of matching all files.
fn has_folder(files: &FileSet) -> bool {
    let FileSet::Globs(globs) = files else { return false };
    let is_for_all = |glob: &String| {
        let own = glob
            .rsplit_once('/')
            .map_or(glob.as_str(), |(folder, own)| if folder == "**" { own } else { "" });
        !glob.starts_with('!') && own.starts_with('*')
    };
    !globs.iter().any(is_for_all)
}

/// Returns the names that mark a project that contains the file at `path`.
fn marks_for(path: &PatchPath) -> Vec<&'static str> {
    let language = path.extension().and_then(Language::by_extension);
    let files = language.map_or(&[][..], |language| &language.manifest().project_files);
    REPOSITORIES.into_iter().chain(files.iter().map(String::as_str)).collect()
}

/// Returns the folder above the root whose project contains the root: a folder with a mark if the root has none, or a
/// folder with the same mark, such as the folder of a workspace. No project extends beyond its repository.
fn project_around(tree: &dyn ReadTree, marks: &[&str]) -> Option<OuterFolder> {
    let own = tree.list_root().ok()?;
    let mut has: Vec<bool> = marks.iter().map(|mark| own.iter().any(|(name, _)| name == mark)).collect();
    let mut found = None;
    for levels in 1..=MAX_LEVELS {
        if has[..REPOSITORIES.len()].contains(&true) {
            break;
        }
        let Some(outer) = tree.outer(levels, marks) else { break };
        let is_unmarked = !has.contains(&true);
        let is_around = has.iter().zip(&outer.has).any(|(own, outer)| *outer && (*own || is_unmarked));
        let ends = outer.has[..REPOSITORIES.len()].contains(&true);
        if is_around {
            has.clone_from(&outer.has);
            found = Some(outer);
        }
        if ends {
            break;
        }
    }
    found
}
