//! Writes a plan as a git diff, which `git apply` turns into the same tree, byte for byte.
//!
//! Texts are diffed whatever their encoding, since a diff consists of bytes. A patch cannot edit files with NUL bytes,
//! but only move, copy and remove them: git's headers express that without the content, except for the removal, which
//! names the content by its hash.
//!
//! Invariant: nothing here reads the tree, except for what a plan does not contain: the original of a copy, and the
//! target of a link.

mod colour;
mod hunks;
pub(in crate::report) mod lines;
mod object;
mod section;

use std::collections::HashSet;

use super::LineCounts;
use crate::ir::PatchPath;
use crate::plan::{Content, FileChange, NewFile, Node, Plan};
use crate::vfs::ReadTree;

pub use colour::coloured;
use section::{DiffSection, GitMode};

/// The change of one path, as a section of a diff (or two sections, if git cannot express it in one).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDiff {
    /// The path; for a move or copy, the new path.
    pub path: PatchPath,
    /// The section, in bytes; empty if nothing changes.
    pub text: Vec<u8>,
    /// The numbers of added and removed lines.
    pub counts: LineCounts,
}

/// Writes every file of a plan as a section of a git diff, in the order of the plan.
///
/// `tree` is the tree for which the plan was made.
#[must_use]
pub fn sections(plan: &Plan, tree: &dyn ReadTree) -> Vec<FileDiff> {
    let moves = RenamedFiles::of(plan);
    plan.files
        .iter()
        .filter(|change| !moves.sources.contains(&change.path))
        .map(|change| file_diff(change, &moves, tree))
        .collect()
}

/// Returns the hunks that turn one text into another, without file headers.
#[must_use]
pub fn hunks_between(old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    hunks::write(old, new, &mut out);
    out
}

/// Joins the sections to one diff.
#[must_use]
pub fn join(sections: &[FileDiff]) -> Vec<u8> {
    sections.iter().flat_map(|section| section.text.iter().copied()).collect()
}

/// The removed files that a plan moves elsewhere: the section of the new path includes their removal.
struct RenamedFiles<'a> {
    /// The old paths.
    sources: HashSet<&'a PatchPath>,
    /// The new paths. A file can be moved only once; further files made from it are copies.
    targets: HashSet<&'a PatchPath>,
}

impl<'a> RenamedFiles<'a> {
    fn of(plan: &'a Plan) -> Self {
        let gone: HashSet<&PatchPath> = plan
            .files
            .iter()
            .filter(|change| change.after.is_none() && matches!(change.before, Some(Node::File(_))))
            .map(|change| &change.path)
            .collect();
        let mut moves = Self { sources: HashSet::new(), targets: HashSet::new() };
        for change in plan.files.iter().filter(|change| needs_source(change)) {
            if let Some(source) = &change.source
                && gone.contains(source)
                && moves.sources.insert(source)
            {
                moves.targets.insert(&change.path);
            }
        }
        moves
    }
}

/// Returns whether the section of a change names the file from which it was made: there is nothing at the path that can
/// be diffed.
fn needs_source(change: &FileChange) -> bool {
    change.after.is_some()
        && match &change.before {
            Some(Node::File(file)) => object::is_binary(&file.bytes),
            Some(Node::Link | Node::Folder) | None => true,
        }
}

fn file_diff(change: &FileChange, moves: &RenamedFiles<'_>, tree: &dyn ReadTree) -> FileDiff {
    let mut section = DiffSection::default();
    match (&change.before, &change.after) {
        // Git does not track folders: a folder is removed with its last file.
        (None | Some(Node::Folder), None) => {}
        (Some(Node::Link), after) => {
            section.delete_link(&change.path, &tree.link_target(&change.path).unwrap_or_default());
            if after.is_some() {
                write_new(change, moves, tree, &mut section);
            }
        }
        (Some(Node::File(file)), None) => {
            section.delete(&change.path, &file.bytes, GitMode::of(file.mode));
        }
        // Git cannot express a diff between a file and a link.
        (Some(Node::File(before)), Some(NewFile { content: Content::Link(_), .. })) => {
            section.delete(&change.path, &before.bytes, GitMode::of(before.mode));
            write_new(change, moves, tree, &mut section);
        }
        (Some(Node::File(before)), Some(after)) => {
            let bytes = after.content.to_bytes();
            let modes = (GitMode::of(before.mode), GitMode::of(after.mode.unwrap_or(before.mode)));
            if before.bytes[..] == bytes[..] || !object::is_binary(&before.bytes) {
                section.modify(&change.path, (&before.bytes, &bytes), modes);
            } else {
                section.delete(&change.path, &before.bytes, modes.0);
                write_new(change, moves, tree, &mut section);
            }
        }
        (None | Some(Node::Folder), Some(_)) => write_new(change, moves, tree, &mut section),
    }
    FileDiff { path: change.path.clone(), text: section.text, counts: section.counts }
}

/// Writes a file at a path where there is nothing that can be diffed: a moved, copied or new file.
fn write_new(change: &FileChange, moves: &RenamedFiles<'_>, tree: &dyn ReadTree, section: &mut DiffSection) {
    let Some(after) = &change.after else { return };
    let bytes = after.content.to_bytes();
    if let Content::Link(_) = after.content {
        return section.create(&change.path, &bytes, GitMode::Link);
    }
    match change.source.as_ref().and_then(|source| Some((source, tree.read(source).ok()?))) {
        Some((source, original)) => {
            let modes = (GitMode::of(original.mode), GitMode::of(after.mode.unwrap_or(original.mode)));
            let kind = if moves.targets.contains(&change.path) { "rename" } else { "copy" };
            section.relate(kind, (source, &change.path), (&original.bytes, &bytes), modes);
        }
        None => section.create(&change.path, &bytes, GitMode::of(after.mode.unwrap_or(0o644))),
    }
}

#[cfg(test)]
mod tests;
