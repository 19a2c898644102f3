//! The reasons why a commit fails, and their messages.

use crate::diag::{Code, Diagnostic};
use crate::ir::{PatchPath, TRANSACTION_FOLDER};
use crate::vfs::TreeError;

/// The reason why a commit fails.
#[derive(Debug)]
pub(super) enum Failure {
    /// An operation of the tree failed at a path.
    Tree { path: PatchPath, error: TreeError },
    /// An operation of the tree failed in a transaction folder.
    TransactionFolder(TreeError),
    /// A transaction folder already exists.
    TransactionFolderExists,
    /// The file at a path differs from what was read there.
    Changed(PatchPath),
    /// A folder that is to be replaced by a file contains something that the patch does not delete, or was empty
    /// before.
    NotEmpty(PatchPath),
    /// The file is read-only.
    ReadOnly(PatchPath),
    /// The run was interrupted.
    Stopped,
    /// A step failed, and reversing the earlier steps failed, too.
    Stuck { first: Box<Failure>, then: Box<Failure> },
}

impl Failure {
    /// Returns the path at which the commit failed.
    pub(super) fn path(&self) -> Option<&PatchPath> {
        match self {
            Self::Tree { path, .. } | Self::Changed(path) | Self::NotEmpty(path) | Self::ReadOnly(path) => {
                Some(path)
            }
            Self::TransactionFolder(_) | Self::TransactionFolderExists | Self::Stopped => None,
            Self::Stuck { first, .. } => first.path(),
        }
    }

    /// Returns the diagnostic for a commit that failed for this reason.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let fact = self.fact();
        match self {
            Self::Changed(_) => {
                Diagnostic::error(Code::ChangedMeanwhile, format!("{fact}; nothing was changed"))
                    .with_help("check the file, then run the same command again")
            }
            Self::TransactionFolderExists => Diagnostic::error(Code::Locked, fact)
                .with_help("if no other run is under way, run `chunk recover`"),
            Self::Stuck { .. } => Diagnostic::error(Code::Io, fact)
                .with_help("fix the problem that the system reports, then run `chunk recover`"),
            Self::Tree { error: TreeError::Refused(_), .. } => Diagnostic::error(Code::PathRefused, fact),
            Self::ReadOnly(path) => {
                Diagnostic::error(Code::Io, format!("{fact}; all files are as they were")).with_help(format!(
                    "to allow the change, run `chmod u+w {path}`, then run the same command again"
                ))
            }
            Self::Tree { .. } | Self::TransactionFolder(_) | Self::NotEmpty(_) | Self::Stopped => {
                Diagnostic::error(Code::Io, format!("{fact}; all files are as they were"))
            }
        }
    }

    /// Returns only the fact, without its consequences.
    pub(super) fn fact(&self) -> String {
        match self {
            Self::Tree { path, error } => format!("`{path}`: {error}"),
            Self::TransactionFolder(error) => format!("`{TRANSACTION_FOLDER}`: {error}"),
            Self::TransactionFolderExists => {
                format!("`{TRANSACTION_FOLDER}` exists: another run is under way, or one was interrupted")
            }
            Self::Changed(path) => format!("`{path}` changed since it was read"),
            Self::NotEmpty(path) => format!("`{path}` is a folder that the patch does not empty"),
            Self::ReadOnly(path) => format!("`{path}` is read-only"),
            Self::Stopped => "the run was interrupted".to_owned(),
            Self::Stuck { first, then } => {
                format!("{}; not all files could be restored: {}", first.fact(), then.fact())
            }
        }
    }
}
