//! Interrupts while files are written: a flag is set, and the commit either gives up in good order or finishes.
//!
//! Until files are about to be written nothing is caught: a run that only reads may simply end.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

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
