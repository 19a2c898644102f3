//! Pairs of texts: what a file was, and what became of it.

use std::fs;
use std::path::{Path, PathBuf};

/// A file in two versions, as lines without their ends.
#[derive(Debug, Clone)]
pub struct Pair {
    pub path: String,
    pub old: Vec<String>,
    pub new: Vec<String>,
}

/// Files with more bytes are left out.
const MAX_BYTES: u64 = 400_000;

/// What is read of a real release.
const EXTENSIONS: [&str; 17] = [
    "py", "pyi", "rs", "c", "h", "cc", "cpp", "hpp", "js", "jsx", "ts", "tsx", "go", "java", "toml", "md",
    "txt",
];

/// Every file that is in both folders and differs.
pub fn pairs(old: &Path, new: &Path) -> Vec<Pair> {
    let mut found: Vec<Pair> = files_below(new)
        .into_iter()
        .filter_map(|path| pair(&old.join(&path), &new.join(&path), &path))
        .collect();
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// The files below a folder, by their paths in it.
pub fn files_below(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut work = vec![PathBuf::new()];
    while let Some(folder) = work.pop() {
        let Ok(entries) = fs::read_dir(root.join(&folder)) else { continue };
        for entry in entries.flatten() {
            let path = folder.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => work.push(path),
                Ok(kind) if kind.is_file() => found.push(path),
                _ => {}
            }
        }
    }
    found
}

fn pair(old: &Path, new: &Path, path: &Path) -> Option<Pair> {
    let name = path.to_str()?.replace('\\', "/");
    let extension = path.extension()?.to_str()?;
    EXTENSIONS.contains(&extension).then_some(())?;
    let (old, new) = (text(old)?, text(new)?);
    let lines = |text: String| text.lines().map(str::to_owned).collect();
    (old != new).then(|| Pair { path: name, old: lines(old), new: lines(new) })
}

/// The text of a plain text file; the benchmark itself sees to odd line ends and their like.
pub fn text(path: &Path) -> Option<String> {
    (fs::metadata(path).ok()?.len() <= MAX_BYTES).then_some(())?;
    let text = String::from_utf8(fs::read(path).ok()?).ok()?;
    let is_plain = text.ends_with('\n') && !text.contains(['\r', '\0', '\u{feff}']);
    is_plain.then_some(text)
}
