//! Looks for names in the folders above the root.

use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, statat};

use crate::vfs::OuterFolder;

/// Returns the folder `levels` above a root that was opened as `root`, and which of `names` it contains.
pub(super) fn look(handle: &OwnedFd, root: &Path, levels: usize, names: &[&str]) -> Option<OuterFolder> {
    let above = |levels: usize| format!("./{}", "../".repeat(levels));
    let folder = |path: &str| statat(handle, path, AtFlags::SYMLINK_NOFOLLOW).ok();
    let (below, here) = (folder(&above(levels.checked_sub(1)?))?, folder(&above(levels))?);
    // The outermost folder is its own parent.
    if (below.st_dev, below.st_ino) == (here.st_dev, here.st_ino) {
        return None;
    }
    let has = names.iter().map(|name| folder(&format!("{}{name}", above(levels))).is_some()).collect();
    let whole = std::fs::canonicalize(root).ok()?;
    let outer = whole.ancestors().nth(levels)?;
    let way_down = whole.strip_prefix(outer).ok()?.to_str()?.to_owned();
    Some(OuterFolder { has, name: typed(root, outer, levels).to_str()?.to_owned(), way_down })
}

/// Returns the path of the folder `levels` above `root` as a user would write it: based on the path of the root, if
/// that leads there.
fn typed(root: &Path, outer: &Path, levels: usize) -> PathBuf {
    let mut path: Vec<Component<'_>> = root.components().filter(|part| *part != Component::CurDir).collect();
    for _ in 0..levels {
        match path.last() {
            Some(Component::Normal(_)) => drop(path.pop()),
            _ => path.push(Component::ParentDir),
        }
    }
    let path: PathBuf = if path.is_empty() { PathBuf::from(".") } else { path.iter().collect() };
    // If the path of the root contains a link, removing components leads to a different folder.
    let leads_there = std::fs::canonicalize(&path).is_ok_and(|whole| whole == outer);
    if leads_there { path } else { outer.to_owned() }
}
