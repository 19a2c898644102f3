//! Why a commit fails, and how it says so.

use crate::diag::{Code, Diagnostic};
use crate::ir::{PatchPath, TRANSACTION_FOLDER};
use crate::vfs::TreeError;

/// Why a commit fails.
#[derive(Debug)]
pub(super) enum Failure {
    /// The tree does not do what was asked of it at a path.
    Tree { path: PatchPath, error: TreeError },
    /// The same, in a transaction folder.
    Bench(TreeError),
    /// A transaction folder stands there already.
    BenchExists,
    /// What stands at a path is not what was read there.
    Changed(PatchPath),
    /// A folder that has to give way to a file holds something that the patch does not delete, or was empty before.
    NotEmpty(PatchPath),
    /// The file must not be written.
    ReadOnly(PatchPath),
    /// The run was told to stop.
    Stopped,
    /// Something failed after the first step, and going back failed too.
    Stuck { first: Box<Failure>, then: Box<Failure> },
}

impl Failure {
    /// The path at fault.
    pub(super) fn path(&self) -> Option<&PatchPath> {
        match self {
            Self::Tree { path, .. } | Self::Changed(path) | Self::NotEmpty(path) | Self::ReadOnly(path) => {
                Some(path)
            }
            Self::Bench(_) | Self::BenchExists | Self::Stopped => None,
            Self::Stuck { first, .. } => first.path(),
        }
    }

    /// What is said of a commit that failed so.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let fact = self.fact();
        match self {
            Self::Changed(_) => {
                Diagnostic::error(Code::ChangedMeanwhile, format!("{fact}; nothing was changed"))
                    .with_help("look at the file again, then run the same command again")
            }
            Self::BenchExists => Diagnostic::error(Code::Locked, fact)
                .with_help("if no other run is under way, run `chunk recover`"),
            Self::Stuck { .. } => Diagnostic::error(Code::Io, fact)
                .with_help("fix the problem that the system reports, then run `chunk recover`"),
            Self::Tree { error: TreeError::Refused(_), .. } => Diagnostic::error(Code::PathRefused, fact),
            Self::ReadOnly(path) => {
                Diagnostic::error(Code::Io, format!("{fact}; all files are as they were")).with_help(format!(
                    "if it may be changed: `chmod u+w {path}`, then run the same command again"
                ))
            }
            Self::Tree { .. } | Self::Bench(_) | Self::NotEmpty(_) | Self::Stopped => {
                Diagnostic::error(Code::Io, format!("{fact}; all files are as they were"))
            }
        }
    }

    /// The fact alone, without what follows from it.
    pub(super) fn fact(&self) -> String {
        match self {
            Self::Tree { path, error } => format!("`{path}`: {error}"),
            Self::Bench(error) => format!("`{TRANSACTION_FOLDER}`: {error}"),
            Self::BenchExists => {
                format!("`{TRANSACTION_FOLDER}` exists: another run is under way, or one was interrupted")
            }
            Self::Changed(path) => format!("`{path}` changed since it was read"),
            Self::NotEmpty(path) => format!("`{path}` is a folder, and the patch does not empty it"),
            Self::ReadOnly(path) => format!("`{path}` is read-only"),
            Self::Stopped => "the run was interrupted".to_owned(),
            Self::Stuck { first, then } => {
                format!("{}; not all files are as they were: {}", first.fact(), then.fact())
            }
        }
    }
}
