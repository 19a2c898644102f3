//! Trees of files as values: read from a folder, written to one, compared.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

/// Marks a folder that must exist without files, since git keeps no empty ones.
const KEEP: &str = ".keep";

/// Stands for `.git` in a case's folders, since git keeps none of those either.
const DOT_GIT: &str = "DOTGIT";

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    Folder,
    File { bytes: Vec<u8>, mode: u32 },
    Link(String),
}

/// Everything below a folder, by path.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snapshot(pub BTreeMap<String, Entry>);

/// How a folder is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// As a part of a case: `.keep` and `DOTGIT` have their meaning, and only the executable bit of a mode counts.
    Case,
    /// As it stands.
    Disk,
}

impl Snapshot {
    /// Reads what stands below a folder; nothing if there is no such folder.
    pub fn read(root: &Path, reading: Reading) -> Self {
        let mut snapshot = Self::default();
        if root.is_dir() {
            snapshot.read_below(root, "", reading);
        }
        snapshot
    }

    fn read_below(&mut self, folder: &Path, prefix: &str, reading: Reading) {
        for entry in fs::read_dir(folder).expect("the folder can be listed") {
            let path = entry.expect("the folder can be listed").path();
            let name = path.file_name().expect("entries have names").to_string_lossy().into_owned();
            let name = match (reading, name.as_str()) {
                (Reading::Case, KEEP) => continue,
                (Reading::Case, DOT_GIT) => ".git".to_owned(),
                _ => name,
            };
            let key = format!("{prefix}{name}");
            let meta = fs::symlink_metadata(&path).expect("the entry is there");
            if meta.is_dir() {
                self.read_below(&path, &format!("{key}/"), reading);
                self.0.insert(key, Entry::Folder);
            } else if meta.is_symlink() {
                let target = fs::read_link(&path).expect("the link is there");
                self.0.insert(key, Entry::Link(target.to_string_lossy().into_owned()));
            } else {
                let bytes = fs::read(&path).expect("the file can be read");
                let mode = meta.permissions().mode() & 0o7777;
                let mode = if reading == Reading::Case { plain_mode(mode) } else { mode };
                self.0.insert(key, Entry::File { bytes, mode });
            }
        }
    }

    /// Writes the tree below a folder, which must be there.
    pub fn write(&self, root: &Path) {
        for (path, entry) in &self.0 {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("below the root")).expect("the folder can be made");
            match entry {
                Entry::Folder => fs::create_dir_all(&path).expect("the folder can be made"),
                Entry::Link(target) => symlink(target, &path).expect("the link can be made"),
                Entry::File { bytes, mode } => {
                    fs::write(&path, bytes).expect("the file can be written");
                    fs::set_permissions(&path, fs::Permissions::from_mode(*mode)).expect("it is ours");
                }
            }
        }
    }

    /// Writes the tree as a part of a case.
    pub fn write_case(&self, root: &Path) {
        drop(fs::remove_dir_all(root));
        fs::create_dir_all(root).expect("the folder can be made");
        let renamed = self.0.iter().map(|(path, entry)| {
            let parts: Vec<&str> =
                path.split('/').map(|part| if part == ".git" { DOT_GIT } else { part }).collect();
            (parts.join("/"), entry.clone())
        });
        let mut tree = Self(renamed.collect());
        let keep = Entry::File { bytes: Vec::new(), mode: 0o644 };
        for folder in tree.empty_folders() {
            tree.0.insert(format!("{folder}/{KEEP}"), keep.clone());
        }
        if tree.0.is_empty() {
            tree.0.insert(KEEP.to_owned(), keep);
        }
        tree.write(root);
    }

    fn empty_folders(&self) -> Vec<String> {
        let is_empty = |path: &str| !self.0.keys().any(|other| other.starts_with(&format!("{path}/")));
        let folders = self.0.iter().filter(|(_, entry)| **entry == Entry::Folder).map(|(path, _)| path);
        folders.filter(|path| is_empty(path)).cloned().collect()
    }

    /// The same with other permission bits.
    pub fn with_modes(mut self, modes: &BTreeMap<String, u32>) -> Self {
        for (path, wanted) in modes {
            match self.0.get_mut(path) {
                Some(Entry::File { mode, .. }) => *mode = *wanted,
                _ => panic!("`modes` names `{path}`, which is no file here"),
            }
        }
        self
    }

    /// The same without folders, as git sees a tree.
    pub fn files_only(&self) -> Self {
        Self(
            self.0
                .iter()
                .filter(|(_, entry)| **entry != Entry::Folder)
                .map(|(p, e)| (p.clone(), e.clone()))
                .collect(),
        )
    }

    /// The same with modes as git keeps them.
    pub fn plain_modes(mut self) -> Self {
        for entry in self.0.values_mut() {
            if let Entry::File { mode, .. } = entry {
                *mode = plain_mode(*mode);
            }
        }
        self
    }

    /// Says how the tree differs from the one that was expected; `None` if it does not.
    pub fn difference(&self, expected: &Self) -> Option<String> {
        let paths: std::collections::BTreeSet<&String> = self.0.keys().chain(expected.0.keys()).collect();
        let mut out = String::new();
        for path in paths {
            match (self.0.get(path), expected.0.get(path)) {
                (found, wanted) if found == wanted => {}
                (Some(found), Some(wanted)) => {
                    writeln!(out, "`{path}` is\n{}but should be\n{}", show(found), show(wanted))
                        .expect("a string");
                }
                (Some(_), None) => writeln!(out, "`{path}` should not be there").expect("a string"),
                (None, _) => writeln!(out, "`{path}` is missing").expect("a string"),
            }
        }
        (!out.is_empty()).then_some(out)
    }
}

/// 755 or 644: what git keeps.
const fn plain_mode(mode: u32) -> u32 {
    if mode & 0o100 == 0 { 0o644 } else { 0o755 }
}

fn show(entry: &Entry) -> String {
    match entry {
        Entry::Folder => "  a folder\n".to_owned(),
        Entry::Link(target) => format!("  a link to {target}\n"),
        Entry::File { bytes, mode } => {
            let lines = bytes.split_inclusive(|byte| *byte == b'\n');
            lines
                .fold(format!("  mode {mode:o}\n"), |out, line| format!("{out}  |{}|\n", line.escape_ascii()))
        }
    }
}
