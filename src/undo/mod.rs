//! Reverses what a run did, from a record that it left outside of the tree.
//!
//! ```text
//! Outlook + Plan ──▶ Record ──▶ bytes ──▶ at the end of the root's file     before the commit
//!                                         a last line makes it valid        after it
//! Record + tree ──▶ is every file what the run left? ──▶ Plan         `chunk undo`
//! ```
//!
//! The way back is a plan like any other: the same commit brings it onto the tree, all of it or nothing, and leaves a
//! record of its own, by which it can be reversed in turn.
//!
//! Without the feature `disk` there is no place for records, and only their names are known.
//!
//! Invariant: whatever is wrong with the store, the commit goes on; what comes of it is a warning at most.
//! Invariant: a record never lies inside of the tree that it is about, and nobody but its owner can read it.
//! Invariant: nothing that a record says is believed: paths are parsed, sizes and the checksum are compared.

#[cfg(feature = "disk")]
mod codec;
mod id;
mod limits;
#[cfg(feature = "disk")]
mod log;
#[cfg(feature = "disk")]
mod record;
#[cfg(feature = "disk")]
mod reverse;
#[cfg(feature = "disk")]
mod shelf;
#[cfg(feature = "disk")]
mod store;

#[cfg(feature = "disk")]
use crate::commit::{self, Outlook, commit_watched};
#[cfg(feature = "disk")]
use crate::diag::Code;
use crate::diag::Diagnostic;
#[cfg(feature = "disk")]
use crate::plan::Plan;
#[cfg(feature = "disk")]
use crate::vfs::WriteTree;

pub use id::{Id, Name};
pub use limits::{
    KEPT_BYTES, KEPT_RECORDS, LARGEST_RECORD, MOST_BYTES, MOST_BYTES_OF_A_ROOT, MOST_RECORDS, MOST_ROOTS,
    SAFE,
};
#[cfg(feature = "disk")]
pub use record::{After, Before, Entry, Record};
#[cfg(feature = "disk")]
pub use reverse::reverse;
#[cfg(feature = "disk")]
pub use store::Store;

/// What came of a commit that was recorded.
#[derive(Debug)]
pub struct Recorded {
    /// What the reader should know.
    pub warnings: Vec<Diagnostic>,
    /// The record; `None` if nothing changed or none could be made.
    pub id: Option<Id>,
}

/// Where a plan comes from.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cause {
    /// The record that it reverses, if it reverses one.
    pub undoes: Option<Id>,
    /// The checksum of the patch, if it is that of one.
    pub patch: Option<u64>,
}

/// Brings a plan onto the tree as [`commit::commit`] does, and leaves a record of it in `store`.
///
/// # Errors
/// Those of the commit; no trouble with the record is one.
#[cfg(feature = "disk")]
pub fn commit_recorded(
    plan: &Plan,
    tree: &mut dyn WriteTree,
    options: &commit::CommitOptions<'_>,
    store: &mut Store,
    cause: Cause,
) -> Result<Recorded, Diagnostic> {
    let mut drafted = Err(Trouble::Nowhere);
    let watch = &mut |outlook: &Outlook<'_>, tree: &mut dyn WriteTree| {
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

/// The record of that name, else the last one that is in force and is no reversal itself.
#[must_use]
pub fn choose(names: &[Name], id: Option<Id>) -> Option<Name> {
    match id {
        Some(id) => names.iter().find(|name| name.id == id).copied(),
        None => id::last_in_force(names),
    }
}

/// How many runs are in force and are no reversals themselves.
#[must_use]
pub fn count_reversible(names: &[Name]) -> usize {
    id::in_force(names).into_iter().filter(|name| name.undoes.is_none()).count()
}

/// Whether a run is in force: no later one reversed it.
#[must_use]
pub fn is_in_force(names: &[Name], id: Id) -> bool {
    id::in_force(names).iter().any(|name| name.id == id)
}

/// Why there is no record of a run.
#[cfg(feature = "disk")]
#[derive(Debug, Clone, PartialEq, Eq)]
enum Trouble {
    /// There is nothing to record, no place for records yet, or it would be inside of the tree. Nothing is said of it.
    Nowhere,
    /// Anything else.
    Because(String),
}

#[cfg(feature = "disk")]
impl Trouble {
    fn warning(self) -> Option<Diagnostic> {
        let Self::Because(reason) = self else { return None };
        let message = format!("this run cannot be undone: {reason}");
        Some(
            Diagnostic::warning(Code::Io, message)
                .with_help("the files are changed anyway; with `--no-undo` no record is made"),
        )
    }
}
