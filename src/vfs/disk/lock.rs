//! The lock by which only one run at a time can change a tree.

use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, Mode, OFlags, flock, openat};
use rustix::io::Errno;

use super::DiskTree;
use crate::diag::{Code, Diagnostic};

/// The default time for which a run waits for another one.
pub const DEFAULT_LOCK_WAIT: Duration = Duration::from_secs(10);

/// The interval at which a held lock is requested again.
const PAUSE: Duration = Duration::from_millis(20);

/// Locks a tree against all other runs until it is dropped.
///
/// It is a lock on a handle of the root: no file is created for it, and the system releases it when the program ends
/// for any reason.
#[derive(Debug)]
pub struct Lock {
    is_exclusive: bool,
    _handle: OwnedFd,
}

impl Lock {
    /// Returns whether the file system supports locks. If it does not (some network file systems), an abandoned
    /// transaction cannot be distinguished from an active one.
    #[must_use]
    pub const fn is_exclusive(&self) -> bool {
        self.is_exclusive
    }
}

impl DiskTree {
    /// Waits for the lock on the root, for at most `patience`, or until `stop` is set.
    ///
    /// # Errors
    /// Fails if another run holds the lock (`locked`), or if the root cannot be opened or locked (`io`).
    pub fn lock(&self, patience: Duration, stop: Option<&AtomicBool>) -> Result<Lock, Diagnostic> {
        // A separate handle is opened: a lock belongs to the open file description, and two locks of one tree must
        // exclude each other.
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
