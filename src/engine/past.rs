//! Texts that files had at other times: those that the caller has seen, and those that records of earlier runs hold.
//!
//! An operation that was made for one of them names it by the hash of a definition. Nothing is read before one does.

#[cfg(feature = "disk")]
use std::cell::RefCell;
#[cfg(feature = "disk")]
use std::collections::HashMap;
#[cfg(feature = "disk")]
use std::path::Path;

use crate::ir::{BlobName, PatchPath};
#[cfg(feature = "disk")]
use crate::undo::{Before, Name, Store};
use crate::vfs::{Bytes, Excluded, File, Kind, OuterFolder, ReadTree, TreeError};

/// The whole text of a file, as the caller has seen it.
#[derive(Debug, Clone)]
pub struct SeenFile {
    /// Its path.
    pub path: PatchPath,
    /// The text.
    pub bytes: Bytes,
}

/// A tree that knows what its files were at other times.
pub(super) struct TreeWithPast<'t> {
    pub(super) now: &'t dyn ReadTree,
    /// What the caller has seen, the newest last.
    pub(super) seen: &'t [SeenFile],
    #[cfg(feature = "disk")]
    pub(super) records: Option<&'t RecordedTexts>,
}

impl TreeWithPast<'_> {
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

impl ReadTree for TreeWithPast<'_> {
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

    /// What the caller has seen comes first: the patch was most likely made for it.
    fn earlier<'t>(&'t self, path: &'t PatchPath) -> Box<dyn Iterator<Item = Bytes> + 't> {
        let seen = self.seen.iter().rev().filter(move |seen| seen.path == *path);
        let recorded = (0..).map_while(move |at| self.recorded(path, at));
        Box::new(seen.map(|seen| seen.bytes.clone()).chain(recorded))
    }
}

/// The texts that the records of one root hold, each record read once, and not before it is asked for.
#[cfg(feature = "disk")]
pub(super) struct RecordedTexts(RefCell<RecordReader>);

#[cfg(feature = "disk")]
struct RecordReader {
    store: Store,
    /// The records that nobody has asked for so far, the newest last; `None` before the first question.
    unread: Option<Vec<Name>>,
    /// What the others hold, the newest first.
    texts: HashMap<PatchPath, Vec<Bytes>>,
}

#[cfg(feature = "disk")]
impl RecordedTexts {
    /// Those of the folder `root`, below the state folder `state`.
    pub(super) fn at(state: &Path, root: &Path) -> Self {
        let store = Store::at(state, root);
        Self(RefCell::new(RecordReader { store, unread: None, texts: HashMap::new() }))
    }

    /// An earlier text of a file, of which the newest is the first.
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
    /// Reads one record more; `None` if there is none. One that is damaged holds nothing.
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
