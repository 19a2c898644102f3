//! Interrupts while files are written: a flag is set, and the commit either gives up in good order or finishes.
//!
//! Until files are about to be written nothing is caught: a run that only reads may simply end.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that says whether nothing is being written: while it is set, an interrupt ends the program.
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

/// The flag that an interrupt sets, from now on.
pub(crate) fn flag() -> &'static AtomicBool {
    FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // Where a signal cannot be caught it ends the program, and the next run tidies up.
            drop(signal_hook::flag::register(signal, Arc::clone(&flag)));
        }
        flag
    })
}
