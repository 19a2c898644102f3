//! Interrupts while files are written: a flag is set, and the commit either stops in an orderly way or finishes.
//!
//! Signals are not caught before files are about to be written: a run that only reads may be terminated at any time.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Returns the flag that says whether nothing is being written: while it is set, an interrupt terminates the program.
#[cfg(feature = "mcp")]
pub(crate) fn end_while_idle() -> &'static AtomicBool {
    static IDLE: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    IDLE.get_or_init(|| {
        let idle = Arc::new(AtomicBool::new(true));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let status = 128 + signal;
            drop(signal_hook::flag::register_conditional_shutdown(signal, status, Arc::clone(&idle)));
        }
        idle
    })
}

/// Returns the flag that an interrupt sets; the signals are caught from the first call on.
pub(crate) fn flag() -> &'static AtomicBool {
    FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // If a signal cannot be caught, it terminates the program, and the next run cleans up.
            drop(signal_hook::flag::register(signal, Arc::clone(&flag)));
        }
        flag
    })
}
