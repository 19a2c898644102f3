//! One case: a patch, the tree before, and what should come of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use super::snapshot::{Entry, Reading, Snapshot};

/// What should come of a patch, or came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The tree after.
    Tree(Snapshot),
    /// The codes of the refusal, in the order in which they are reported.
    Refused(Vec<String>),
}

/// A case, wherever it was written down.
#[derive(Debug, Clone)]
pub struct Case {
    /// The text that a user would pipe in.
    pub patch: Vec<u8>,
    /// The tree before.
    pub input: Snapshot,
    /// What should come of it; `None` if that was not written down yet.
    pub expected: Option<Outcome>,
    /// What comes of it today, in a case that is known to be wrong.
    pub now: Option<Outcome>,
    /// The whole of standard error, word for word.
    pub stderr: Option<String>,
    /// More arguments of the command.
    pub args: Vec<String>,
    /// Why the patch may change its own result, where it may.
    pub twice: Option<String>,
}

impl Case {
    /// Whether the case goes the ways that are dear, too.
    pub fn goes_all_ways(&self) -> bool {
        all_are_asked_for() || self.stderr.is_some() || self.share(4) == 0
    }

    /// A number below `parts` that stays the same as long as the patch does.
    pub fn share(&self, parts: usize) -> usize {
        let sum = |sum: usize, byte: &u8| sum.wrapping_mul(31).wrapping_add(usize::from(*byte));
        self.patch.iter().fold(0, sum) % parts
    }
}

/// Whether all cases go all ways.
pub fn all_are_asked_for() -> bool {
    env::var_os("CHUNK_CASES").is_some_and(|which| which == "all")
}

/// A case's folder and its name.
#[derive(Debug, Clone)]
pub struct Folder {
    pub path: PathBuf,
    pub name: String,
}

/// Finds every folder below `root` that holds a `patch`.
pub fn find(root: &Path) -> Vec<Folder> {
    let mut found = Vec::new();
    let mut work = vec![root.to_owned()];
    while let Some(folder) = work.pop() {
        if folder.join("patch").is_file() {
            let name = folder.strip_prefix(root).expect("found below it").display().to_string();
            found.push(Folder { path: folder, name });
            continue;
        }
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        work.extend(entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()));
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

impl Folder {
    pub fn is_known_to_be_wrong(&self) -> bool {
        self.name.starts_with("known/")
    }

    pub fn load(&self) -> Case {
        let text = |name: &str| fs::read_to_string(self.path.join(name)).ok();
        let why = text("why").unwrap_or_default();
        assert!(!why.trim().is_empty(), "`why` should say in a line what the case shows");
        let input = Snapshot::read(&self.path.join("input"), Reading::Case)
            .with_modes(&modes(text("modes").as_deref()));
        let after = modes(text("expected_modes").as_deref());
        let expected = match text("expected_error") {
            Some(codes) => Some(Outcome::Refused(words(&codes))),
            None => self.tree("expected", &input, &after).map(Outcome::Tree),
        };
        let now = match text("now") {
            Some(codes) => Some(Outcome::Refused(words(&codes))),
            None => self.tree("now", &input, &after).map(Outcome::Tree),
        };
        Case {
            patch: fs::read(self.path.join("patch")).expect("found by its patch"),
            input,
            expected,
            now,
            stderr: text("stderr"),
            args: words(&text("args").unwrap_or_default()),
            twice: text("twice"),
        }
    }

    /// A tree of the case, its files having the modes that the input gave them unless `modes` says otherwise.
    fn tree(&self, name: &str, input: &Snapshot, modes: &BTreeMap<String, u32>) -> Option<Snapshot> {
        let path = self.path.join(name);
        if !path.is_dir() {
            return None;
        }
        let mut tree = Snapshot::read(&path, Reading::Case);
        for (path, entry) in &mut tree.0 {
            if let (Entry::File { mode, .. }, Some(Entry::File { mode: before, .. })) =
                (entry, input.0.get(path))
            {
                *mode = *before;
            }
        }
        Some(tree.with_modes(modes))
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Lines such as `755 src/run.sh`.
fn modes(text: Option<&str>) -> BTreeMap<String, u32> {
    let lines = text.unwrap_or_default().lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let (mode, path) = line.split_once(' ').expect("a mode, a blank, a path");
            (path.to_owned(), u32::from_str_radix(mode, 8).expect("an octal mode"))
        })
        .collect()
}
