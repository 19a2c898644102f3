//! The records of one root, opened when the first one is read or written.

use std::path::{Path, PathBuf};

use super::record_file::{Missing, RecordDraft, RecordFile};
use super::{Id, Name, NoRecord, Record};
use crate::diag::{Code, Diagnostic};

/// The records of one root.
pub struct RecordStore(StorePlace);

enum StorePlace {
    /// Not opened yet: the paths of the state folder and of the root.
    Named {
        state: PathBuf,
        root: PathBuf,
    },
    Open(Box<RecordFile>),
}

impl RecordStore {
    /// Returns the store for the folder `root`, below the state folder `state`. Nothing is opened yet.
    #[must_use]
    pub fn at(state: &Path, root: &Path) -> Self {
        Self(StorePlace::Named { state: state.to_owned(), root: root.to_owned() })
    }

    /// Returns the names of all records, the oldest first.
    ///
    /// # Errors
    /// Fails if the folder does not belong to the user alone, or if the system returns an error.
    pub fn names(&mut self) -> Result<Vec<Name>, Diagnostic> {
        match self.record_file(Missing::Leave).and_then(|shelf| shelf.names()) {
            Ok(names) => Ok(names),
            Err(NoRecord::Nowhere) => Ok(Vec::new()),
            Err(NoRecord::Because(reason)) => Err(Diagnostic::error(Code::Io, reason)),
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    /// Fails if the record does not exist or is damaged, if its folder does not belong to the user alone, or if the
    /// system returns an error.
    pub fn read(&mut self, name: Name) -> Result<Record, Diagnostic> {
        let read = self.record_file(Missing::Leave).and_then(|shelf| shelf.read(name));
        read.map_err(|trouble| {
            let reason = match trouble {
                NoRecord::Nowhere => "it does not exist".to_owned(),
                NoRecord::Because(reason) => reason,
            };
            Diagnostic::error(Code::Io, format!("the record `{}` cannot be used: {reason}", name.id))
        })
    }

    /// Returns the checksum of the patch that the last run applied; `None` if it applied no patch, or if it left no
    /// record.
    pub(crate) fn last_patch(&mut self) -> Option<u64> {
        self.record_file(Missing::Leave).ok()?.last_patch()
    }

    /// Returns the record of the last run, if it applied a patch and left a record.
    pub(crate) fn last_of_patch(&mut self) -> Option<Record> {
        self.record_file(Missing::Leave).ok()?.last_of_patch()
    }

    /// Writes a record that is not valid yet.
    pub(super) fn draft(&mut self, record: Record, patch: Option<u64>) -> Result<RecordDraft, NoRecord> {
        self.record_file(Missing::Make)?.draft(record, patch)
    }

    /// Makes a draft valid, and removes the oldest records if there are too many.
    pub(super) fn publish(&mut self, draft: RecordDraft) -> Result<Id, NoRecord> {
        self.record_file(Missing::Leave)?.publish(&draft)
    }

    /// Removes a draft.
    pub(super) fn discard(&mut self, draft: &RecordDraft) {
        if let Ok(shelf) = self.record_file(Missing::Leave) {
            shelf.discard(draft);
        }
    }

    fn record_file(&mut self, missing: Missing) -> Result<&mut RecordFile, NoRecord> {
        if let StorePlace::Named { state, root } = &self.0 {
            self.0 = StorePlace::Open(Box::new(RecordFile::open(state, root, missing)?));
        }
        match &mut self.0 {
            StorePlace::Open(shelf) => Ok(shelf),
            StorePlace::Named { .. } => Err(NoRecord::Nowhere),
        }
    }
}
