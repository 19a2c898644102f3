//! The releases of a package, oldest first.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::corpus::{files_below, text};
use crate::definition::{File, read};
use crate::language::Language;

/// A package and its releases.
pub struct Package {
    pub name: String,
    pub releases: Vec<Release>,
}

/// A release: its files by their paths.
pub struct Release {
    pub name: String,
    pub files: HashMap<String, File>,
}

impl Package {
    /// The package in a folder that has a folder for each release.
    pub fn read(folder: &Path) -> Self {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        folders.sort_by_key(|path| numbers(&name(path)));
        let releases = folders.iter().map(|path| Release { name: name(path), files: files(path) });
        Self { name: name(folder), releases: releases.collect() }
    }
}

/// The numbers of a version, so that 2.9 comes before 2.10.
fn numbers(version: &str) -> Vec<u64> {
    version.split(|char: char| !char.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}

fn files(root: &Path) -> HashMap<String, File> {
    let mut of_language: HashMap<Language, Vec<(PathBuf, String)>> = HashMap::new();
    for path in files_below(root) {
        let language = path.to_str().and_then(Language::of);
        if let (Some(language), Some(text)) = (language, text(&root.join(&path))) {
            of_language.entry(language).or_default().push((root.join(path), text));
        }
    }
    let mut found = HashMap::new();
    for (language, files) in of_language {
        let mut definitions = read(language, &files);
        for (path, text) in files {
            if let Some(definitions) = definitions.remove(&path) {
                let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
                found.insert(name, File { text, definitions });
            }
        }
    }
    found
}
