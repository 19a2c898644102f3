//! Detects that a patch is the one that the last run applied, and was therefore sent a second time, whatever it would
//! do now.
//!
//! The operations of a patch may depend on one another, so that none of them finds its place once all are applied. The
//! record of the last run contains the earlier state of its files: if the patch turns that state into the present one,
//! nothing is left to do.

use std::collections::BTreeMap;

use super::{PatchRun, planned};
use crate::diag::{Code, Diagnostic};
use crate::ir::{BlobName, PatchPath};
use crate::plan::{Content, Plan};
use crate::undo::{RecordStore, choose, reverse_untouched};
use crate::vfs::{Bytes, Excluded, File, Kind, OuterFolder, ReadTree, Stamp, TreeError};

/// Whether a patch that the last run applied would change something if applied again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RepeatEffect {
    /// The patch would change nothing.
    No,
    /// The patch would change something.
    Possible,
}

/// Returns the refusal of a patch that the last run applied.
pub(super) fn applied_before(again: RepeatEffect) -> Diagnostic {
    let message = "the last run already applied this patch, and its files are as it left them";
    let refusal = Diagnostic::error(Code::AlreadyApplied, message);
    match again {
        RepeatEffect::No => refusal.with_help("continue; to undo it, run `chunk undo`"),
        RepeatEffect::Possible => {
            refusal.with_help("continue; `--repeat` applies it again, elsewhere, and `chunk undo` undoes it")
        }
    }
}

/// Returns whether the last run applied a patch and its files are unchanged since; `false` if no record shows it.
pub(super) fn was_applied(run: PatchRun<'_>, store: &mut RecordStore, tree: &dyn ReadTree) -> bool {
    let tree: &dyn ReadTree = &run.with_history(tree);
    let mut is_made_again = || {
        let record = match store.last_of_patch() {
            Some(record) => record,
            // The last run was an undo: use the last run that is in force.
            None => {
                let names = store.names().ok()?;
                store.read(choose(&names, None)?).ok()?
            }
        };
        let back = reverse_untouched(&record, tree)?;
        let earlier = EarlierTree::before(&back, tree)?;
        let (plan, _) = planned(run.patch, run.options, &earlier).ok()?;
        Some(earlier.is_made_by(&plan))
    };
    is_made_again().unwrap_or(false)
}

/// The tree as it was before a run: the changed files in their earlier state, all others as they are now.
struct EarlierTree<'t> {
    now: &'t dyn ReadTree,
    /// The files in their earlier state; `None` for paths at which no file existed.
    files: BTreeMap<PatchPath, Option<File>>,
}

impl<'t> EarlierTree<'t> {
    /// Returns the tree that the plan `back` restores; `None` if it restores anything other than files.
    fn before(back: &Plan, now: &'t dyn ReadTree) -> Option<Self> {
        let mut files = BTreeMap::new();
        for change in &back.files {
            let file = match &change.after {
                None => None,
                Some(file) => match &file.content {
                    Content::Link(_) => return None,
                    content => Some(File {
                        bytes: content.to_bytes(),
                        mode: file.mode.unwrap_or(0o644),
                        stamp: Stamp::default(),
                    }),
                },
            };
            files.insert(change.path.clone(), file);
        }
        Some(Self { now, files })
    }

    /// Returns whether a plan turns the files into their present state, and changes no others.
    fn is_made_by(&self, plan: &Plan) -> bool {
        let now = |path: &PatchPath| self.now.read(path).ok().map(|file| file.bytes);
        let made = |path: &PatchPath| plan.files.iter().find(|change| change.path == *path);
        let is_same = |path: &PatchPath| {
            made(path).is_some_and(|change| {
                change.after.as_ref().map(|after| after.content.to_bytes()) == now(path)
            })
        };
        let is_known = |path: &PatchPath| self.files.contains_key(path);
        let mut others = plan.files.iter().filter(|change| !is_known(&change.path));
        self.files.keys().all(is_same)
            && others.all(|change| change.after.is_none() && now(&change.path).is_none())
    }

    /// Returns the entries of a folder, or of the root, in the earlier state.
    fn listed(&self, folder: Option<&PatchPath>, now: Vec<(String, Kind)>) -> Vec<(String, Kind)> {
        let mut all: BTreeMap<String, Kind> = now.into_iter().collect();
        let prefix = folder.map(|folder| format!("{folder}/")).unwrap_or_default();
        for (path, file) in &self.files {
            let Some(rest) = path.as_str().strip_prefix(&prefix) else { continue };
            match (rest.split_once('/'), file) {
                (None, Some(_)) => drop(all.insert(rest.to_owned(), Kind::File)),
                (None, None) => drop(all.remove(rest)),
                (Some((name, _)), Some(_)) => drop(all.entry(name.to_owned()).or_insert(Kind::Folder)),
                (Some(_), None) => {}
            }
        }
        all.into_iter().collect()
    }
}

impl ReadTree for EarlierTree<'_> {
    fn kind(&self, path: &PatchPath) -> Result<Option<Kind>, TreeError> {
        if let Some(file) = self.files.get(path) {
            return Ok(file.as_ref().map(|_| Kind::File));
        }
        let below = format!("{path}/");
        let is_below =
            |(other, file): (&PatchPath, &Option<File>)| file.is_some() && other.as_str().starts_with(&below);
        match self.files.iter().any(is_below) {
            true => Ok(Some(Kind::Folder)),
            false => self.now.kind(path),
        }
    }

    fn read(&self, path: &PatchPath) -> Result<File, TreeError> {
        match self.files.get(path) {
            Some(Some(file)) => Ok(file.clone()),
            Some(None) => Err(TreeError::Missing),
            None => self.now.read(path),
        }
    }

    fn list(&self, path: &PatchPath) -> Result<Vec<(String, Kind)>, TreeError> {
        let now = match self.now.kind(path) {
            Ok(Some(Kind::Folder)) => self.now.list(path)?,
            _ => Vec::new(),
        };
        Ok(self.listed(Some(path), now))
    }

    fn list_root(&self) -> Result<Vec<(String, Kind)>, TreeError> {
        Ok(self.listed(None, self.now.list_root()?))
    }

    fn link_target(&self, path: &PatchPath) -> Result<Vec<u8>, TreeError> {
        self.now.link_target(path)
    }

    fn outer(&self, levels: usize, names: &[&str]) -> Option<OuterFolder> {
        self.now.outer(levels, names)
    }

    fn excluded(&self) -> Option<Excluded> {
        self.now.excluded()
    }

    fn blob(&self, name: &BlobName) -> Option<Bytes> {
        self.now.blob(name)
    }

    fn earlier<'t>(&'t self, path: &'t PatchPath) -> Box<dyn Iterator<Item = Bytes> + 't> {
        self.now.earlier(path)
    }
}
