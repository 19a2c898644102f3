//! What a run changed, as plain data: what stood at every path before, and by what the run's own work is known.

use std::collections::HashMap;

use super::limits::too_large;
use super::{Id, LARGEST_RECORD, Trouble};
use crate::commit::{Digest, Outlook, WrittenFile};
use crate::ir::PatchPath;
use crate::plan::{Content, FileChange, Kept, NewFile, Node, Plan};
use crate::vfs::{Bytes, Location, TreeError, WriteTree};

/// All that it takes to reverse a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The root, as it was named then; only for those who look into a record.
    pub root: String,
    /// The record that the run reversed, if it reversed one.
    pub undoes: Option<Id>,
    /// Every path that was changed.
    pub entries: Vec<Entry>,
    /// Folders that were there and may have gone, with their permission bits.
    pub emptied: Vec<(PatchPath, u32)>,
    /// Folders that were made.
    pub made: Vec<PatchPath>,
}

/// The change of one path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The path.
    pub path: PatchPath,
    /// The path from which the new file was moved or copied.
    pub source: Option<PatchPath>,
    /// What stood there.
    pub before: Before,
    /// What the run put there.
    pub after: After,
}

/// What stood at a path.
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
        /// Owner and extended attributes, where the file that stands there now may have others.
        kept: Option<Kept>,
    },
    /// A symbolic link, and where it led.
    Link(Vec<u8>),
}

/// What a run put at a path.
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
    /// A symbolic link, and where it leads.
    Link(Vec<u8>),
}

impl Record {
    /// The record of a commit that is about to happen.
    pub(super) fn of(
        plan: &Plan,
        outlook: &Outlook<'_>,
        tree: &mut dyn WriteTree,
        undoes: Option<Id>,
    ) -> Result<Self, Trouble> {
        let written: HashMap<&PatchPath, &WrittenFile<'_>> =
            outlook.written.iter().map(|file| (file.path, file)).collect();
        let mut record = Self { undoes, ..Self::default() };
        let mut size = 0;
        for change in &plan.files {
            let file = written.get(&change.path).copied();
            if change.after.is_some() == file.is_some()
                && let Some(entry) = entry(change, file, tree).map_err(|error| told(&change.path, &error))?
            {
                size += entry.size();
                record.entries.push(entry);
            }
            if size > LARGEST_RECORD {
                return Err(too_large());
            }
        }
        for folder in &outlook.emptied {
            let found = tree.look(&Location::from(*folder)).map_err(|error| told(folder, &error))?;
            record.emptied.extend(found.map(|look| ((*folder).clone(), look.mode)));
        }
        record.made = outlook.made.iter().map(|folder| (*folder).clone()).collect();
        Ok(record)
    }
}

fn told(path: &PatchPath, error: &TreeError) -> Trouble {
    Trouble::Because(format!("`{path}`: {error}"))
}

/// The entry of a change; `None` for a folder, which is told elsewhere.
fn entry(
    change: &FileChange,
    file: Option<&WrittenFile<'_>>,
    tree: &mut dyn WriteTree,
) -> Result<Option<Entry>, TreeError> {
    let before = match &change.before {
        Some(Node::File(file)) => {
            // The file that is put there takes after this one, unless it comes from elsewhere or is none.
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

/// What a file has besides content and mode.
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
    /// How much of a record it takes, as far as that depends on the files.
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

    /// The letter that stands for what the run did to the path.
    #[must_use]
    pub const fn letter(&self) -> char {
        match (&self.before, &self.after) {
            (Before::Nothing, _) => 'A',
            (_, After::Nothing) => 'D',
            _ => 'M',
        }
    }
}
