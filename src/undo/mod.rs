//! Reverses a run, using a record that it saved outside of the tree.
//!
//! ```text
//! Outlook + Plan ──▶ Record ──▶ bytes ──▶ at the end of the root's file     before the commit
//!                                         a last line makes it valid        after it
//! Record + tree ──▶ is every file what the run left? ──▶ Plan         `chunk undo`
//! ```
//!
//! The reversal is a plan like any other: it is committed in the same way, either completely or not at all, and saves a
//! record of its own, by which it can be reversed in turn.
//!
//! Without the feature `disk` there are no records, only the type of their names.
//!
//! Invariant: problems with the store never prevent a commit; they cause a warning at most.
//! Invariant: a record is never inside the tree that it describes, and only its owner can read it.
//! Invariant: nothing in a record is trusted: paths are parsed, and sizes and the checksum are compared.

#[cfg(feature = "disk")]
mod codec;
mod id;
mod limits;
#[cfg(feature = "disk")]
mod log;
#[cfg(feature = "disk")]
mod record;
#[cfg(feature = "disk")]
mod record_file;
#[cfg(feature = "disk")]
mod reverse;
#[cfg(feature = "disk")]
mod store;

#[cfg(feature = "disk")]
use crate::commit::{self, UpcomingChanges, commit_watched};
#[cfg(feature = "disk")]
use crate::diag::Code;
use crate::diag::Diagnostic;
#[cfg(feature = "disk")]
use crate::plan::Plan;
#[cfg(feature = "disk")]
use crate::vfs::WriteTree;

pub use id::{Id, Name};
pub use limits::{
    KEPT_BYTES, KEPT_RECORDS, MAX_BYTES, MAX_BYTES_OF_ROOT, MAX_RECORD_BYTES, MAX_RECORDS, MAX_ROOTS, SAFE,
};
#[cfg(feature = "disk")]
pub use record::{After, Before, Entry, Record};
#[cfg(feature = "disk")]
pub use reverse::reverse;
#[cfg(feature = "disk")]
pub(crate) use reverse::{is_taken_back, reverse_untouched};
#[cfg(feature = "disk")]
pub use store::RecordStore;

/// The result of a recorded commit.
#[derive(Debug)]
pub struct Recorded {
    /// Warnings for the user.
    pub warnings: Vec<Diagnostic>,
    /// The record; `None` if nothing changed or if no record could be made.
    pub id: Option<Id>,
}

/// The cause of a commit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cause {
    /// The record that the commit reverses, if it is a reversal.
    pub undoes: Option<Id>,
    /// The checksum of the patch, if the commit applies one.
    pub patch: Option<u64>,
}

/// Applies a plan to the tree as [`commit::commit`] does, and saves a record of it in `store`.
///
/// # Errors
/// Returns the errors of the commit; problems with the record only cause warnings.
#[cfg(feature = "disk")]
pub fn commit_recorded(
    plan: &Plan,
    tree: &mut dyn WriteTree,
    options: &commit::CommitOptions<'_>,
    store: &mut RecordStore,
    cause: Cause,
) -> Result<Recorded, Diagnostic> {
    let mut drafted = Err(NoRecord::Nowhere);
    let watch = &mut |outlook: &UpcomingChanges<'_>, tree: &mut dyn WriteTree| {
        if !outlook.is_nothing {
            drafted = Record::of(plan, outlook, tree, cause.undoes)
                .and_then(|record| store.draft(record, cause.patch));
        }
    };
    let committed = commit_watched(plan, tree, options, watch);
    let mut warnings = match committed {
        Ok(warnings) => warnings,
        Err(error) => {
            if let Ok(draft) = drafted {
                store.discard(&draft);
            }
            return Err(error);
        }
    };
    match drafted.and_then(|draft| store.publish(draft)) {
        Ok(id) => Ok(Recorded { warnings, id: Some(id) }),
        Err(trouble) => {
            warnings.extend(trouble.warning());
            Ok(Recorded { warnings, id: None })
        }
    }
}

/// Returns the record with the given name, or if none is given, the last one that is in force and not a reversal
/// itself.
#[must_use]
pub fn choose(names: &[Name], id: Option<Id>) -> Option<Name> {
    match id {
        Some(id) => names.iter().find(|name| name.id == id).copied(),
        None => id::last_in_force(names),
    }
}

/// Returns the number of runs that are in force and not reversals themselves.
#[must_use]
pub fn count_reversible(names: &[Name]) -> usize {
    id::in_force(names).into_iter().filter(|name| name.undoes.is_none()).count()
}

/// Returns whether a run is in force: no later run reversed it.
#[must_use]
pub fn is_in_force(names: &[Name], id: Id) -> bool {
    id::in_force(names).iter().any(|name| name.id == id)
}

/// The reason why there is no record of a run.
#[cfg(feature = "disk")]
#[derive(Debug, Clone, PartialEq, Eq)]
enum NoRecord {
    /// There is nothing to record, no place for records yet, or that place is inside the tree. No warning is given.
    Nowhere,
    /// Another reason, of which the user is warned.
    Because(String),
}

#[cfg(feature = "disk")]
impl NoRecord {
    fn warning(self) -> Option<Diagnostic> {
        let Self::Because(reason) = self else { return None };
        let message = format!("this run cannot be undone: {reason}");
        Some(
            Diagnostic::warning(Code::Io, message)
                .with_help("the files are changed anyway; with `--no-undo`, no record is kept"),
        )
    }
}
