//! The files that git ignores because of settings outside the project: `.git/info/exclude`, and the file that the
//! user's configuration names (`core.excludesFile`).

use std::fs;
use std::path::{Path, PathBuf};

use ignore::gitignore::gitconfig_excludes_path;

use crate::vfs::Excluded;

/// Returns what the repository that contains the root ignores; `None` if no repository contains it.
pub(super) fn read(root: &Path) -> Option<Excluded> {
    let root = fs::canonicalize(root).ok()?;
    let top = root.ancestors().find(|folder| folder.join(".git").exists())?;
    let own = git_folder(top).map(|folder| folder.join("info/exclude"));
    let texts = [gitconfig_excludes_path(), own].into_iter().flatten().filter_map(|path| {
        let bytes = fs::read(path).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    });
    let way_down = root.strip_prefix(top).ok()?.to_str()?.to_owned();
    Some(Excluded { texts: texts.collect(), way_down })
}

/// Returns the git folder that all work trees of a repository share.
fn git_folder(top: &Path) -> Option<PathBuf> {
    let here = top.join(".git");
    if here.is_dir() {
        return Some(here);
    }
    // A linked work tree has a file with the path of its git folder.
    let own = top.join(fs::read_to_string(&here).ok()?.strip_prefix("gitdir:")?.trim());
    let shared = fs::read_to_string(own.join("commondir")).ok();
    Some(shared.map_or_else(|| own.clone(), |shared| own.join(shared.trim())))
}
