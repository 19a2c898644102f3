//! Finds, in one pass over a path, which of its parent folders are in a set of paths.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hasher as _};

use crate::ir::PatchPath;

/// A set of paths, stored by their hashes: looking up every parent folder of a path by its text would cost the square
/// of its length.
#[derive(Default)]
pub(super) struct AncestorSet(HashSet<u64>);

impl AncestorSet {
    /// Adds a path.
    pub(in crate::plan) fn add(&mut self, path: &PatchPath) {
        self.0.extend(prefixes(path).last().map(|(_, hash)| hash));
    }

    /// Returns the parent folders of a path that are in the set, outermost first. By a hash collision, another folder
    /// may be returned.
    pub(super) fn folders_of<'p>(&self, path: &'p PatchPath) -> impl Iterator<Item = &'p str> {
        let folders = prefixes(path).filter(|(end, _)| *end < path.as_str().len());
        folders.filter(|(_, hash)| self.0.contains(hash)).map(|(end, _)| &path.as_str()[..end])
    }
}

/// Returns the end of each component of a path, with the hash of the path up to there.
fn prefixes(path: &PatchPath) -> impl Iterator<Item = (usize, u64)> {
    let mut hasher = DefaultHasher::new();
    let mut start = 0;
    path.components().map(move |name| {
        hasher.write(name.as_bytes());
        let (end, hash) = (start + name.len(), hasher.finish());
        hasher.write(b"/");
        start = end + 1;
        (end, hash)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_told_and_paths_beside_them_are_not() {
        let path = |text: &str| PatchPath::parse(text).expect("a path");
        let mut above = AncestorSet::default();
        above.add(&path("a/b"));
        above.add(&path("a/bc"));
        above.add(&path("a/b/c/d"));
        let of = |text: &str| above.folders_of(&path(text)).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(of("a/b/c/d/e"), ["a/b", "a/b/c/d"]);
        assert_eq!(of("a/b/c/d"), ["a/b"]);
        assert_eq!(of("a/b"), [""; 0]);
        assert_eq!(of("b/a/b/c"), [""; 0]);
    }
}
