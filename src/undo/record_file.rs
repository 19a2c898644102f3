//! The file that contains the records of one root: `chunk/undo/KEY` below the user's state folder.
//!
//! It is opened without following links, and used only if it and its folder belong to the user and are closed to
//! others.

use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::codec::{decode, encode};
use super::limits::too_large;
use super::log::{self, DONE_LENGTH, Framed, LogEnd};
use super::{
    Id, KEPT_BYTES, KEPT_RECORDS, MAX_BYTES, MAX_BYTES_OF_ROOT, MAX_RECORD_BYTES, MAX_RECORDS, MAX_ROOTS,
    Name, NoRecord, Record, SAFE,
};
use crate::commit::Digest;
use crate::vfs::disk::{PrivateFile, PrivateFolder};
use crate::vfs::{Kind, TreeError};

/// The folder of all records, relative to the state folder.
const ALL: &str = "chunk/undo";
/// The suffix of the name of a file that is to replace another.
const NEW: &str = ".new";
/// The size in bytes from which a record is large. Checking the files of all roots takes some time, so it is done only
/// after large records, and otherwise for one in [`PRUNE_INTERVAL`] records.
const LARGE: u64 = 1 << 20;
const PRUNE_INTERVAL: u64 = 16;

/// The records of one root.
pub(super) struct RecordFile {
    folder: PrivateFolder,
    file: PrivateFile,
    /// The name of the file.
    key: String,
    /// The path of the folder of all records, for messages.
    shown: String,
    /// The root, as it is named in records.
    root: String,
    /// Whether the file was created by this run.
    is_new: bool,
}

/// A record that is written, but not valid yet.
#[derive(Debug)]
pub(super) struct RecordDraft {
    name: Name,
    /// The size of the file in bytes before the record.
    before: u64,
    /// The number of records in the file, including this one.
    count: usize,
    /// The checksum of the patch that the run applies.
    patch: Option<u64>,
}

impl RecordFile {
    /// Opens the file of a root. With `Missing::Make`, it is created if it does not exist.
    pub(super) fn open(state: &Path, root: &Path, missing: Missing) -> Result<Self, NoRecord> {
        let shown = state.join(ALL).display().to_string();
        let told = |error: TreeError| unusable(&shown, &error);
        let root = root.canonicalize().map_err(|error| told(error.into()))?;
        let key = format!("{:016x}", Digest::of(root.as_os_str().as_encoded_bytes()));
        let folder = match PrivateFolder::open(state, ALL) {
            Err(TreeError::Missing) if missing == Missing::Make && !is_inside(state, &root) => {
                PrivateFolder::open_or_make(state, ALL).map_err(told)?
            }
            Err(TreeError::Missing) => return Err(NoRecord::Nowhere),
            other => other.map_err(told)?,
        };
        let found = folder.open_file(&key).map_err(told)?;
        let is_new = found.is_none();
        let file = match found {
            Some(file) => file,
            None if missing == Missing::Make && !is_inside(state, &root) => {
                folder.make_file(&key).map_err(told)?
            }
            None => return Err(NoRecord::Nowhere),
        };
        Ok(Self { folder, file, key, root: root.to_string_lossy().into_owned(), is_new, shown })
    }

    /// Returns the names of all records, the oldest first.
    pub(super) fn names(&self) -> Result<Vec<Name>, NoRecord> {
        Ok(self.records()?.iter().map(|framed| framed.name).collect())
    }

    /// Reads a record.
    pub(super) fn read(&self, name: Name) -> Result<Record, NoRecord> {
        let records = self.records()?;
        let framed = records.iter().find(|framed| framed.name == name).ok_or(NoRecord::Nowhere)?;
        let body = self.file.read(framed.body.clone()).map_err(|error| unusable(&self.shown, &error))?;
        self.decoded(&body)
    }

    /// Returns the record of the last run, if it left one and applied a patch.
    pub(super) fn last_of_patch(&self) -> Option<Record> {
        let end = self.file.size().checked_sub(DONE_LENGTH as u64)?;
        let done = log::last(&self.file.read(end..self.file.size()).ok()?)?;
        done.patch?;
        let body = match done.length {
            Some(length) => end.checked_sub(length)?..end,
            None => self.records().ok()?.pop()?.body,
        };
        self.decoded(&self.file.read(body).ok()?).ok()
    }

    fn decoded(&self, body: &[u8]) -> Result<Record, NoRecord> {
        let record = decode(body).filter(|record| record.root == self.root);
        record.ok_or_else(|| NoRecord::Because("it is damaged, or from another version of chunk".to_owned()))
    }

    /// Returns the positions of all records.
    fn records(&self) -> Result<Vec<Framed>, NoRecord> {
        let found = log::records(self.file.size(), |range| self.file.read(range));
        found.map_err(|error| unusable(&self.shown, &error))
    }

    /// Writes a record that is not valid yet.
    pub(super) fn draft(&mut self, mut record: Record, patch: Option<u64>) -> Result<RecordDraft, NoRecord> {
        let (last, count) = self.last()?;
        record.root.clone_from(&self.root);
        let encoded = encode(&record)?;
        let name = Name { id: Id::next(now(), last), size: encoded.size(), undoes: record.undoes };
        if name.size > MAX_RECORD_BYTES {
            return Err(too_large());
        }
        let draft = RecordDraft { name, before: self.file.size(), count: count + 1, patch };
        let head = log::head(&name);
        let written = self.file.append(&mut |out| {
            out.write_all(head.as_bytes())?;
            encoded.write_to(out)
        });
        if let Err(error) = written {
            self.discard(&draft);
            return Err(unusable(&self.shown, &error));
        }
        Ok(draft)
    }

    /// Makes a draft valid, and removes the oldest records if there are too many.
    pub(super) fn publish(&mut self, draft: &RecordDraft) -> Result<Id, NoRecord> {
        let done = log::done(&LogEnd {
            id: draft.name.id,
            count: draft.count,
            length: Some(draft.name.size),
            patch: draft.patch,
        });
        if let Err(error) = self.file.append(&mut |out| out.write_all(done.as_bytes())) {
            self.discard(draft);
            return Err(unusable(&self.shown, &error));
        }
        // What cannot be removed now is removed another time.
        if draft.count > MAX_RECORDS || self.file.size() > MAX_BYTES_OF_ROOT {
            let _ = self.compact();
        }
        let is_large = draft.name.size > LARGE;
        if self.is_new || is_large || draft.name.id.milliseconds().is_multiple_of(PRUNE_INTERVAL) {
            let _ = self.prune_roots(is_large || !self.is_new);
        }
        Ok(draft.name.id)
    }

    /// Removes a draft. If that fails, the draft is an invalid tail that is ignored.
    pub(super) fn discard(&mut self, draft: &RecordDraft) {
        let _ = if self.is_new && draft.before == 0 {
            self.folder.remove_file(&self.key)
        } else {
            self.file.truncate(draft.before)
        };
    }

    /// Returns the name of the last record and the number of records; cuts off the tail that an interrupted run left.
    fn last(&mut self) -> Result<(Option<Id>, usize), NoRecord> {
        if self.file.size() == 0 {
            return Ok((None, 0));
        }
        let told = |error| unusable(&self.shown, &error);
        let tail = self.file.size().saturating_sub(DONE_LENGTH as u64)..self.file.size();
        if let Some(done) = log::last(&self.file.read(tail).map_err(told)?) {
            return Ok((Some(done.id), done.count));
        }
        let records = self.records()?;
        let whole = records.last().map_or(0, |framed| framed.frame.end);
        self.file.truncate(whole).map_err(told)?;
        Ok((records.last().map(|framed| framed.name.id), records.len()))
    }

    /// Returns the checksum of the patch that the last run applied, if it left a record and applied a patch.
    pub(super) fn last_patch(&self) -> Option<u64> {
        let size = self.file.size();
        let tail = self.file.read(size.saturating_sub(DONE_LENGTH as u64)..size).ok()?;
        log::last(&tail)?.patch
    }

    /// Writes the newest records into a new file, which replaces the old one.
    fn compact(&mut self) -> Result<(), TreeError> {
        let old = &self.file;
        let records = log::records(old.size(), |range| old.read(range))?;
        let kept = newest(records.iter().map(|framed| framed.frame.end - framed.frame.start));
        let new = format!("{}{NEW}", self.key);
        // An interrupted run may have left such a file.
        let _ = self.folder.remove_file(&new);
        let mut file = self.folder.make_file(&new)?;
        let frames = records.iter().skip(records.len() - kept);
        let written = file.append(&mut |out| {
            for (count, framed) in (1..).zip(frames.clone()) {
                // Records are copied one at a time: they may be large, and there may be many.
                let record = old.read(framed.frame.start..framed.body.end);
                out.write_all(&record.map_err(io::Error::other)?)?;
                let patch = old.read(framed.body.end..framed.frame.end).ok();
                let patch = patch.and_then(|line| log::last(&line)?.patch);
                let length = Some(framed.name.size);
                out.write_all(log::done(&LogEnd { id: framed.name.id, count, length, patch }).as_bytes())?;
            }
            Ok(())
        });
        if let Err(error) = written {
            let _ = self.folder.remove_file(&new);
            return Err(error);
        }
        self.folder.replace_file(&self.key, &new)?;
        self.file = file;
        Ok(())
    }

    /// Removes the files of the roots that were changed longest ago, so that the rest is within the limits for all
    /// roots.
    fn prune_roots(&self, count_bytes: bool) -> Result<(), TreeError> {
        let names = self.folder.names()?;
        // If many files are too recent to be removed, not every new one causes a check of all files.
        let is_looked_at = match names.len() {
            0..=MAX_ROOTS => false,
            count => count <= 2 * MAX_ROOTS || count.is_multiple_of(MAX_ROOTS / 8),
        };
        if !count_bytes && !is_looked_at {
            return Ok(());
        }
        let mut files = Vec::new();
        for name in names.into_iter().filter(|name| *name != self.key) {
            if let Some(look) = self.folder.look(&name)?.filter(|look| look.kind == Kind::File) {
                files.push((look.stamp.modified, look.stamp.size, name));
            }
        }
        files.sort();
        // Some more than necessary are removed, so that the next new root need not repeat this.
        let most = if files.len() >= MAX_ROOTS { MAX_ROOTS / 4 * 3 } else { MAX_ROOTS };
        let mut bytes = self.file.size() + files.iter().map(|(_, size, _)| size).sum::<u64>();
        let mut count = files.len() + 1;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let safe_since = now.saturating_sub(SAFE).as_nanos() as i128;
        for (modified, size, name) in files {
            if modified > safe_since || count <= most && bytes <= MAX_BYTES {
                break;
            }
            self.folder.remove_file(&name)?;
            bytes -= size;
            count -= 1;
        }
        Ok(())
    }
}

/// Returns how many of the newest records are kept, given their sizes in order; at least the last one.
fn newest(sizes: impl DoubleEndedIterator<Item = u64>) -> usize {
    let mut bytes = 0;
    let kept = sizes.rev().take(KEPT_RECORDS).take_while(|size| {
        bytes += size;
        bytes <= KEPT_BYTES
    });
    kept.count().max(1)
}

/// Returns the milliseconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

fn unusable(shown: &str, error: &TreeError) -> NoRecord {
    NoRecord::Because(format!("`{shown}`: {error}"))
}

/// Returns whether a folder, which need not exist yet, is inside another folder.
fn is_inside(folder: &Path, root: &Path) -> bool {
    let there = folder.ancestors().find_map(|above| above.canonicalize().ok());
    there.is_some_and(|there| there.starts_with(root))
}

/// Whether missing folders and files of the store are created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    Make,
    Leave,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_records_stay() {
        assert_eq!(newest((0..100).map(|_| 1)), KEPT_RECORDS);
        assert_eq!(newest([1, 1, 1].into_iter()), 3);
        assert_eq!(newest([1, KEPT_BYTES / 2, KEPT_BYTES / 2].into_iter()), 2);
        assert_eq!(newest([1, KEPT_BYTES + 1].into_iter()), 1);
    }
}
