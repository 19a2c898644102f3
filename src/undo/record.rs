//! What a run changed, as plain data: the earlier state of every path, and what identifies the files that the run
//! wrote.

use std::collections::HashMap;

use super::limits::too_large;
use super::{Id, MAX_RECORD_BYTES, NoRecord};
use crate::commit::{Digest, UpcomingChanges, WrittenFile};
use crate::ir::PatchPath;
use crate::plan::{Content, FileChange, Kept, NewFile, Node, Plan};
use crate::vfs::{Bytes, Location, TreeError, WriteTree};

/// Everything needed to reverse a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The root, as it was named at the time; only for people who read a record.
    pub root: String,
    /// The record that the run reversed, if it reversed one.
    pub undoes: Option<Id>,
    /// Every path that was changed.
    pub entries: Vec<Entry>,
    /// Folders that existed and may have been removed, with their permission bits.
    pub emptied: Vec<(PatchPath, u32)>,
    /// Folders that were made.
    pub made: Vec<PatchPath>,
}

/// The change of one path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The path.
    pub path: PatchPath,
    /// The path from which the new file was moved or copied, if it was.
    pub source: Option<PatchPath>,
    /// What the path had before.
    pub before: Before,
    /// What the run wrote to the path.
    pub after: After,
}

/// The state of a path before the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Before {
    /// Nothing.
    Nothing,
    /// A file.
    File {
        /// Its content.
        bytes: Bytes,
        /// Its permission bits.
        mode: u32,
        /// Owner and extended attributes, if those of the present file may differ.
        kept: Option<Kept>,
    },
    /// A symbolic link, with its target.
    Link(Vec<u8>),
}

/// The state of a path after the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum After {
    /// Nothing.
    Nothing,
    /// A file.
    File {
        /// Its permission bits.
        mode: u32,
        /// The checksum of its content.
        digest: u64,
    },
    /// A symbolic link, with its target.
    Link(Vec<u8>),
}

impl Record {
    /// Returns the record of a commit that is about to be made.
    pub(super) fn of(
        plan: &Plan,
        outlook: &UpcomingChanges<'_>,
        tree: &mut dyn WriteTree,
        undoes: Option<Id>,
    ) -> Result<Self, NoRecord> {
        let written: HashMap<&PatchPath, &WrittenFile<'_>> =
            outlook.written.iter().map(|file| (file.path, file)).collect();
        let mut record = Self { undoes, ..Self::default() };
        let mut size = 0;
        for change in &plan.files {
            let file = written.get(&change.path).copied();
            if change.after.is_some() == file.is_some()
                && let Some(entry) =
                    entry(change, file, tree).map_err(|error| unreadable(&change.path, &error))?
            {
                size += entry.size();
                record.entries.push(entry);
            }
            if size > MAX_RECORD_BYTES {
                return Err(too_large());
            }
        }
        for folder in &outlook.emptied {
            let found = tree.look(&Location::from(*folder)).map_err(|error| unreadable(folder, &error))?;
            record.emptied.extend(found.map(|look| ((*folder).clone(), look.mode)));
        }
        record.made = outlook.made.iter().map(|folder| (*folder).clone()).collect();
        Ok(record)
    }
}

fn unreadable(path: &PatchPath, error: &TreeError) -> NoRecord {
    NoRecord::Because(format!("`{path}`: {error}"))
}

/// Returns the entry of a change; `None` for folders, which are recorded separately.
fn entry(
    change: &FileChange,
    file: Option<&WrittenFile<'_>>,
    tree: &mut dyn WriteTree,
) -> Result<Option<Entry>, TreeError> {
    let before = match &change.before {
        Some(Node::File(file)) => {
            // The new file takes its attributes from this one, unless it comes from elsewhere or is a link.
            let takes_after = |new: &NewFile| new.kept.is_none() && !matches!(new.content, Content::Link(_));
            let stays = change.source.is_none() && change.after.as_ref().is_some_and(takes_after);
            let kept = if stays { None } else { kept(change, file.stamp.extended, tree)? };
            Before::File { bytes: file.bytes.clone(), mode: file.mode, kept }
        }
        Some(Node::Link) => Before::Link(tree.link_target(&change.path)?),
        Some(Node::Folder) | None => Before::Nothing,
    };
    let after = match (&change.after, file) {
        (Some(new), Some(file)) => match &new.content {
            Content::Link(target) => After::Link(target.to_vec()),
            content => {
                let digest = file.digest.unwrap_or_else(|| Digest::of(&content.to_bytes()));
                After::File { mode: file.mode, digest }
            }
        },
        _ => After::Nothing,
    };
    if before == Before::Nothing && after == After::Nothing {
        return Ok(None);
    }
    Ok(Some(Entry { path: change.path.clone(), source: change.source.clone(), before, after }))
}

/// Returns owner and extended attributes of a file.
fn kept(
    change: &FileChange,
    has_attributes: bool,
    tree: &mut dyn WriteTree,
) -> Result<Option<Kept>, TreeError> {
    let spot = Location::from(&change.path);
    let Some(look) = tree.look(&spot)? else { return Ok(None) };
    let extended = if has_attributes { tree.extended(&spot)? } else { Vec::new() };
    Ok(Some(Kept { owner: look.owner, extended }))
}

impl Entry {
    /// Returns the number of bytes that the entry adds to a record, as far as that depends on the files.
    fn size(&self) -> u64 {
        let before = match &self.before {
            Before::Nothing => 0,
            Before::File { bytes, kept, .. } => {
                let extended = kept.iter().flat_map(|kept| &kept.extended);
                bytes.len() + extended.map(|(name, value)| name.len() + value.len()).sum::<usize>()
            }
            Before::Link(target) => target.len(),
        };
        (before + self.path.as_str().len()) as u64
    }

    /// Returns the letter for what the run did to the path: `A` for added, `D` for deleted, `M` for modified.
    #[must_use]
    pub const fn letter(&self) -> char {
        match (&self.before, &self.after) {
            (Before::Nothing, _) => 'A',
            (_, After::Nothing) => 'D',
            _ => 'M',
        }
    }
}
