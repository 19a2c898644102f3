//! The lock that lets one run at a time change a tree.

use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, Mode, OFlags, flock, openat};
use rustix::io::Errno;

use super::DiskTree;
use crate::diag::{Code, Diagnostic};

/// How long a run waits for another one.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How often a held lock is asked for again.
const PAUSE: Duration = Duration::from_millis(20);

/// Keeps every other run away from a tree for as long as it lives.
///
/// It is a lock on the root's own handle: no file is made for it, and the system lets go of it when the program ends,
/// however it ends.
#[derive(Debug)]
pub struct Lock {
    is_exclusive: bool,
    _handle: OwnedFd,
}

impl Lock {
    /// Whether the file system knows locks. Where it does not (some network file systems), nothing tells a transaction
    /// that was left behind from one that is under way.
    #[must_use]
    pub const fn is_exclusive(&self) -> bool {
        self.is_exclusive
    }
}

impl DiskTree {
    /// Waits for the lock on the root, for `patience` at most, or until `stop` is set.
    ///
    /// # Errors
    /// Another run holds it (`locked`), or the root cannot be opened (`io`).
    pub fn lock(&self, patience: Duration, stop: Option<&AtomicBool>) -> Result<Lock, Diagnostic> {
        // A handle of its own: a lock belongs to the opening, and two locks of one tree must not be one.
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let handle = openat(self.below.root(), ".", flags, Mode::empty()).map_err(io)?;
        let end = Instant::now() + patience;
        loop {
            match flock(&handle, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(Lock { is_exclusive: true, _handle: handle }),
                Err(Errno::INTR) => {}
                Err(Errno::WOULDBLOCK) if Instant::now() >= end || is_set(stop) => {
                    return Err(locked());
                }
                Err(Errno::WOULDBLOCK) => std::thread::sleep(PAUSE),
                Err(Errno::BADF | Errno::NOLCK | Errno::NOSYS | Errno::NOTSUP | Errno::INVAL) => {
                    return Ok(Lock { is_exclusive: false, _handle: handle });
                }
                Err(error) => return Err(io(error)),
            }
        }
    }
}

fn is_set(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

fn io(error: Errno) -> Diagnostic {
    let error = super::TreeError::Io(error.into());
    Diagnostic::error(Code::Io, format!("the root cannot be locked: {error}"))
}

fn locked() -> Diagnostic {
    Diagnostic::error(Code::Locked, "another run has locked the root").with_help("run the same command again")
}
