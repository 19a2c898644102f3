//! Earlier texts of files: those that the caller has seen, and those in the records of earlier runs.
//!
//! An operation that was made for such a text contains the hash of a definition in it. Nothing is read until an
//! operation needs it.

#[cfg(feature = "disk")]
use std::cell::RefCell;
#[cfg(feature = "disk")]
use std::collections::HashMap;
#[cfg(feature = "disk")]
use std::path::Path;

use crate::ir::{BlobName, PatchPath};
#[cfg(feature = "disk")]
use crate::undo::{Before, Name, RecordStore};
use crate::vfs::{Bytes, Excluded, File, Kind, OuterFolder, ReadTree, TreeError};

/// The whole text of a file, as the caller has seen it.
#[derive(Debug, Clone)]
pub struct SeenFile {
    /// The path of the file.
    pub path: PatchPath,
    /// The text.
    pub bytes: Bytes,
}

/// A tree with earlier states of its files.
pub(super) struct TreeWithHistory<'t> {
    pub(super) now: &'t dyn ReadTree,
    /// The texts that the caller has seen, the newest last.
    pub(super) seen: &'t [SeenFile],
    #[cfg(feature = "disk")]
    pub(super) records: Option<&'t RecordedTexts>,
}

impl TreeWithHistory<'_> {
    #[cfg(feature = "disk")]
    fn recorded(&self, path: &PatchPath, at: usize) -> Option<Bytes> {
        self.records?.text(path, at)
    }

    #[cfg(not(feature = "disk"))]
    #[expect(clippy::unused_self, reason = "there is no place for records")]
    const fn recorded(&self, _: &PatchPath, _: usize) -> Option<Bytes> {
        None
    }
}

impl ReadTree for TreeWithHistory<'_> {
    fn kind(&self, path: &PatchPath) -> Result<Option<Kind>, TreeError> {
        self.now.kind(path)
    }

    fn read(&self, path: &PatchPath) -> Result<File, TreeError> {
        self.now.read(path)
    }

    fn list(&self, path: &PatchPath) -> Result<Vec<(String, Kind)>, TreeError> {
        self.now.list(path)
    }

    fn list_root(&self) -> Result<Vec<(String, Kind)>, TreeError> {
        self.now.list_root()
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

    /// Texts that the caller has seen come first, since the patch was most likely made for them.
    fn earlier<'t>(&'t self, path: &'t PatchPath) -> Box<dyn Iterator<Item = Bytes> + 't> {
        let seen = self.seen.iter().rev().filter(move |seen| seen.path == *path);
        let recorded = (0..).map_while(move |at| self.recorded(path, at));
        Box::new(seen.map(|seen| seen.bytes.clone()).chain(recorded))
    }
}

/// The texts in the records for one root. Each record is read at most once, when it is first needed.
#[cfg(feature = "disk")]
pub(super) struct RecordedTexts(RefCell<RecordReader>);

#[cfg(feature = "disk")]
struct RecordReader {
    store: RecordStore,
    /// The records not read yet, the newest last; `None` before the first request.
    unread: Option<Vec<Name>>,
    /// The texts of the records read so far, the newest first.
    texts: HashMap<PatchPath, Vec<Bytes>>,
}

#[cfg(feature = "disk")]
impl RecordedTexts {
    /// Returns the texts in the records of the folder `root`, below the state folder `state`.
    pub(super) fn at(state: &Path, root: &Path) -> Self {
        let store = RecordStore::at(state, root);
        Self(RefCell::new(RecordReader { store, unread: None, texts: HashMap::new() }))
    }

    /// Returns an earlier text of a file; index 0 is the newest.
    fn text(&self, path: &PatchPath, at: usize) -> Option<Bytes> {
        let mut reader = self.0.borrow_mut();
        loop {
            if let Some(text) = reader.texts.get(path).and_then(|texts| texts.get(at)) {
                return Some(text.clone());
            }
            reader.read_next()?;
        }
    }
}

#[cfg(feature = "disk")]
impl RecordReader {
    /// Reads one more record; returns `None` if there is none. A damaged record counts as empty.
    fn read_next(&mut self) -> Option<()> {
        let Self { store, unread, texts } = self;
        let name = unread.get_or_insert_with(|| store.names().unwrap_or_default()).pop()?;
        let entries = store.read(name).map(|record| record.entries).unwrap_or_default();
        for entry in entries {
            if let Before::File { bytes, .. } = entry.before {
                texts.entry(entry.path).or_default().push(bytes);
            }
        }
        Some(())
    }
}
