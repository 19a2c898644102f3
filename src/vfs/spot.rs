//! The places on which a commit works.

use std::borrow::Cow;
use std::fmt;

use crate::ir::{PatchPath, TRANSACTION_FOLDER};

/// A place on which a commit works: a path of the patch, or something in a transaction folder.
///
/// A transaction folder is in the root (`at` is `None`) or, for files on another mount, in a folder of that mount. No
/// [`PatchPath`] leads into a transaction folder, so the two kinds of places never coincide.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Location {
    /// A path of the patch.
    Path(PatchPath),
    /// A transaction folder.
    TransactionFolder {
        /// The folder that contains it; `None` for the root.
        at: Option<PatchPath>,
    },
    /// A name in a transaction folder.
    Staged {
        /// The folder that contains the transaction folder; `None` for the root.
        at: Option<PatchPath>,
        /// The name, which is one component.
        name: String,
    },
}

impl Location {
    /// Returns the folder that contains the place, relative to the root; empty for the root itself.
    #[must_use]
    pub fn folder(&self) -> Cow<'_, str> {
        match self {
            Self::Path(path) => {
                Cow::Borrowed(path.as_str().rsplit_once('/').map_or("", |(folder, _)| folder))
            }
            Self::TransactionFolder { at } => Cow::Borrowed(at.as_ref().map_or("", PatchPath::as_str)),
            Self::Staged { at: None, .. } => Cow::Borrowed(TRANSACTION_FOLDER),
            Self::Staged { at: Some(at), .. } => Cow::Owned(format!("{at}/{TRANSACTION_FOLDER}")),
        }
    }

    /// Returns the last component.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Path(path) => path.file_name(),
            Self::TransactionFolder { .. } => TRANSACTION_FOLDER,
            Self::Staged { name, .. } => name,
        }
    }
}

impl From<&PatchPath> for Location {
    fn from(path: &PatchPath) -> Self {
        Self::Path(path.clone())
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.folder() {
            "" => f.write_str(self.name()),
            folder => write!(f, "{folder}/{}", self.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_spot(spot: &Location, folder: &str, name: &str, shown: &str) {
        assert_eq!((&*spot.folder(), spot.name(), spot.to_string().as_str()), (folder, name, shown));
    }

    #[test]
    fn every_place_has_a_folder_and_a_name() {
        let path = |text| PatchPath::parse(text).expect("a path");
        check_spot(&Location::Path(path("a")), "", "a", "a");
        check_spot(&Location::Path(path("a/b/c")), "a/b", "c", "a/b/c");
        check_spot(&Location::TransactionFolder { at: None }, "", ".chunk-txn", ".chunk-txn");
        check_spot(
            &Location::TransactionFolder { at: Some(path("a/b")) },
            "a/b",
            ".chunk-txn",
            "a/b/.chunk-txn",
        );
        let staged = |at| Location::Staged { at, name: "7".to_owned() };
        check_spot(&staged(None), ".chunk-txn", "7", ".chunk-txn/7");
        check_spot(&staged(Some(path("a"))), "a/.chunk-txn", "7", "a/.chunk-txn/7");
    }
}
