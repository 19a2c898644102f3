//! Writes a plan as a patch in another format, file by file.
//!
//! Each file can be written with more or less context around its changes. The caller must test whether the patch has
//! the intended effect: nothing here knows how places are found.
//!
//! Invariant: nothing here reads the tree, except the original of a move.

mod apply_patch;
mod chunk;
mod file_changes;
mod hunk;
mod search_replace;

use std::collections::HashSet;

use crate::ir::{Format, PatchPath};
use crate::plan::{Content, FileChange, Node, Plan};
use crate::text::{Buffer, encode_stray};
use crate::vfs::{Bytes, ReadTree};

/// The change of one file.
#[derive(Debug, Clone)]
pub struct FileText {
    /// The path; for a move, the new path.
    pub path: PatchPath,
    /// The old path of a move.
    pub from: Option<PatchPath>,
    /// Its content before.
    pub old: Option<Bytes>,
    /// Its content afterwards; `None` if it is removed.
    pub new: Option<Bytes>,
}

/// How much of a file a patch contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchForm {
    /// The changes, with up to this number of context lines around them.
    Around(usize),
    /// Like [`PatchForm::Around`], with the option that disables indentation, in formats that have one.
    Verbatim(usize),
    /// The whole new content of the file.
    Whole,
    /// The whole new content within a fence, in formats that allow it.
    Fenced,
}

impl PatchForm {
    /// The forms to try, in order.
    pub const ALL: [Self; 8] = [
        Self::Around(3),
        Self::Verbatim(3),
        Self::Verbatim(8),
        Self::Verbatim(40),
        Self::Around(usize::MAX),
        Self::Verbatim(usize::MAX),
        Self::Whole,
        Self::Fenced,
    ];
}

/// Returns the changed files of a plan, in its order; removed folders are left out, and a moved file is listed once,
/// with its new path.
///
/// # Errors
/// Returns a description of a change that only a diff can express, such as the removal of a link.
pub fn files(plan: &Plan, tree: &dyn ReadTree) -> Result<Vec<FileText>, String> {
    let is_gone =
        |change: &&FileChange| change.after.is_none() && matches!(change.before, Some(Node::File(_)));
    let gone: HashSet<&PatchPath> = plan.files.iter().filter(is_gone).map(|change| &change.path).collect();
    let mut moved: HashSet<&PatchPath> = HashSet::new();
    let mut targets: HashSet<&PatchPath> = HashSet::new();
    for change in plan.files.iter().filter(|change| change.after.is_some() && change.before.is_none()) {
        if let Some(source) = change.source.as_ref().filter(|source| gone.contains(source))
            && moved.insert(source)
        {
            targets.insert(&change.path);
        }
    }
    let mut files = Vec::new();
    for change in plan.files.iter().filter(|change| !moved.contains(&change.path)) {
        let path = change.path.clone();
        let new = match &change.after {
            Some(after) if matches!(after.content, Content::Link(_)) => {
                return Err(format!("creates the link `{path}`"));
            }
            after => after.as_ref().map(|after| after.content.to_bytes()),
        };
        let from = change.source.clone().filter(|_| targets.contains(&change.path));
        let old = match (&change.before, &from) {
            (Some(Node::Link), _) => return Err(format!("removes the link `{path}`")),
            (Some(Node::Folder), _) if new.is_none() => continue,
            (Some(Node::File(file)), _) => Some(file.bytes.clone()),
            (_, Some(from)) => tree.read(from).ok().map(|file| file.bytes),
            (_, None) => None,
        };
        if from.is_some() || old != new {
            files.push(FileText { path, from, old, new });
        }
    }
    Ok(files)
}

/// Returns the part of a patch for a file; `None` if the format cannot express it in this form.
#[must_use]
pub fn part(format: Format, file: &FileText, shown: PatchForm) -> Option<Vec<u8>> {
    let text = match format {
        Format::ApplyPatch => apply_patch::part(file, shown),
        Format::FileChanges => file_changes::part(file, shown),
        Format::SearchReplace => search_replace::part(file, shown),
        Format::Chunk => chunk::part(file, shown),
        Format::Unified | Format::JsonEdits => None,
    }?;
    Some(encode_stray(&text).into_owned())
}

/// Joins parts to a patch.
#[must_use]
pub fn join(format: Format, parts: &[Vec<u8>]) -> Vec<u8> {
    let (before, behind) = match format {
        Format::ApplyPatch => ("*** Begin Patch\n", "*** End Patch\n"),
        Format::FileChanges => ("<FILE_CHANGES>\n", "</FILE_CHANGES>\n"),
        Format::Chunk if parts.is_empty() => ("operations: []\n", ""),
        Format::Chunk => ("operations:\n", ""),
        Format::Unified | Format::SearchReplace | Format::JsonEdits => ("", ""),
    };
    [before.as_bytes(), &parts.concat(), behind.as_bytes()].concat()
}

/// Returns the lines of a content, without line endings.
fn lines(bytes: &Bytes) -> Vec<String> {
    let buffer = Buffer::share_any(bytes);
    (0..buffer.line_count()).map(|line| buffer.line(line).into_owned()).collect()
}

/// Joins lines, each with a line ending.
fn joined(lines: &[String]) -> String {
    lines.iter().fold(String::new(), |text, line| text + line + "\n")
}
