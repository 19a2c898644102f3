//! Which files are read.

use std::path::{Path, PathBuf};

use crate::options::Options;

/// Where the repository has sources; the cases hold too many that are broken on purpose.
const OWN: [&str; 6] =
    ["src", "tests/support", "tests/commit", "fixtures", "tests/robust/fixtures", "tests/drift"];

/// The files of the corpora, or of the repository, that `wanted` takes: of the latter every `usual`-th.
pub(crate) fn sources(options: &Options, usual: usize, wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders: Vec<PathBuf> = if options.has_corpus() {
        options.corpora.clone()
    } else {
        OWN.iter().map(|folder| root.join(folder)).collect()
    };
    let all = folders.iter().flat_map(|folder| files(folder, wanted));
    all.step_by(options.step(usual)).collect()
}

/// Whether a path ends in one of some extensions.
pub(crate) fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().and_then(|own| own.to_str()).is_some_and(|own| extensions.contains(&own))
}

/// The files below a folder that `wanted` takes, sorted.
pub(crate) fn files(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                pending.push(path);
            } else if wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
